// A function for another batch or context: what ops tie together follows, constants of one value and counts too.
// RUN: split-file %s %t
// RUN: alcove-opt %t/decode.mlir --ttir-resize-dims="dims=context=256 print-changes=true" 2> %t/changes | FileCheck %s --check-prefix=CONTEXT
// RUN: FileCheck %s --check-prefix=CHANGES < %t/changes
// CHANGES: resized: past_k0:2=64->256
// CONTEXT: func.func @decode(%arg0: tensor<4x8x256x64xbf16>
// CONTEXT: "ttir.constant"() {{.*}}tensor<1x1x1x256xsi32>
// CONTEXT: tensor<4x8x1x256xbf16>
// CONTEXT-NOT: 64x64xbf16

// Four users become eight, in the cache, the queries and the joined rows.
// RUN: alcove-opt %t/decode.mlir --ttir-resize-dims="dims=batch=8 print-changes=true" 2> %t/users | FileCheck %s --check-prefix=BATCH
// RUN: FileCheck %s --check-prefix=USERS < %t/users
// USERS: resized: past_k0:0=4->8,x:0=4->8
// BATCH: tensor<8x8x64x64xbf16>
// BATCH: tensor<8x512xbf16>

// The result computes: ones go in, and every query sees the keys up to its position.
// RUN: alcove-opt %t/decode.mlir --ttir-resize-dims="dims=x:0=6" -o %t/six.mlir
// RUN: alcove-run %t/six.mlir --seed=1 | FileCheck %s --check-prefix=RUNS
// RUNS: 6x512

// A product that does not divide, a part of the users, a list that is no count, an extent of 1, names of nobody.
// RUN: not alcove-opt %t/parts.mlir --ttir-resize-dims="dims=x:0=8" 2>&1 | FileCheck %s --check-prefix=PARTS
// PARTS: 'ttir.slice_static': dimension 0 of operand 0 becomes 8 instead of 4, and its result does not follow from it
// RUN: not alcove-opt %t/list.mlir --ttir-resize-dims="dims=x:0=8" 2>&1 | FileCheck %s --check-prefix=LIST
// LIST: 'ttir.constant' of 4 elements becomes one of 8: the values of the others are not known
// RUN: not alcove-opt %t/list.mlir --ttir-resize-dims="dims=x:1=8" 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: x:1 has the extent 1, as what is broadcast has
// RUN: not alcove-opt %t/list.mlir --ttir-resize-dims="dims=y:1=8" 2>&1 | FileCheck %s --check-prefix=NOBODY
// NOBODY: dims: no argument y with a dimension 1
// RUN: not alcove-opt %t/list.mlir --ttir-resize-dims="dims=context=8" 2>&1 | FileCheck %s --check-prefix=CACHES
// CACHES: context: no op writes a cache in place here
// RUN: not alcove-opt %t/list.mlir --ttir-resize-dims="dims=x=8" 2>&1 | FileCheck %s --check-prefix=WORD
// WORD: dims 'x=8': NAME:DIM=EXTENT, NAME:DIM=OLD->NEW, batch=EXTENT or context=EXTENT are needed
// RUN: not alcove-opt %t/twice.mlir --ttir-resize-dims="dims=x:0=8,y:0=16" 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: a dimension of 4 would be 8 and 16

// Rows of a text are flattened before they meet those of the mask: the ids follow the mask, and no row gets shorter.
// RUN: alcove-opt %t/flat.mlir --ttir-resize-dims="dims=mask:0=16 print-changes=true" 2>&1 | FileCheck %s --check-prefix=FLAT
// FLAT: resized: ids:0=8->16,mask:0=8->16
// FLAT: "ttir.add"{{.*}}-> tensor<16x384x64xbf16>

// Images with channels first, padded, normalized and pooled; the best of each row; a part of each row.
// RUN: alcove-opt %t/images.mlir --ttir-resize-dims="dims=images:0=4" | FileCheck %s --check-prefix=IMAGES
// IMAGES: func.func @images(%arg0: tensor<4x3x8x8xbf16> {{.*}} -> (tensor<4x2xbf16>, tensor<4x2xi32>, tensor<4x8xbf16>)
// IMAGES: "ttir.conv2d"{{.*}}-> tensor<4x16x8x8xbf16>
// IMAGES: "ttir.batch_norm_inference"{{.*}}-> tensor<4x16x8x8xbf16>
// IMAGES: "ttir.pad"{{.*}}-> tensor<4x16x10x10xbf16>
// The dimension that is sorted cannot change.
// RUN: not alcove-opt %t/sorted.mlir --ttir-resize-dims="dims=x:1=64" 2>&1 | FileCheck %s --check-prefix=SORTED
// SORTED: 'ttir.topk': dimension 1 of operand 0 becomes 64 instead of 32, and its result does not follow from it

//--- sorted.mlir
func.func @sorted(%x: tensor<4x32xbf16> {ttir.name = "x"}) -> (tensor<4x2xbf16>, tensor<4x2xi32>) {
  %0:2 = "ttir.topk"(%x) <{dim = -1 : i32, k = 2 : i32, largest = true, sorted = true}> : (tensor<4x32xbf16>) -> (tensor<4x2xbf16>, tensor<4x2xi32>)
  return %0#0, %0#1 : tensor<4x2xbf16>, tensor<4x2xi32>
}

//--- images.mlir
func.func @images(%images: tensor<2x3x8x8xbf16> {ttir.name = "images"}, %weights: tensor<16x3x3x3xbf16>, %a: tensor<16xbf16>,
                  %b: tensor<16xbf16>, %c: tensor<16xbf16>, %d: tensor<16xbf16>) -> (tensor<2x2xbf16>, tensor<2x2xi32>, tensor<2x8xbf16>) {
  %0 = "ttir.conv2d"(%images, %weights) <{batch_dim = 0 : i64, channel_dim = 1 : i64, height_dim = 2 : i64, width_dim = 3 : i64, dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 1, 1>}> : (tensor<2x3x8x8xbf16>, tensor<16x3x3x3xbf16>) -> tensor<2x16x8x8xbf16>
  %1 = "ttir.batch_norm_inference"(%0, %a, %b, %c, %d) <{dimension = 1 : i32, epsilon = 1.0e-5 : f32}> : (tensor<2x16x8x8xbf16>, tensor<16xbf16>, tensor<16xbf16>, tensor<16xbf16>, tensor<16xbf16>) -> tensor<2x16x8x8xbf16>
  %2 = "ttir.pad"(%1) <{padding = array<i32: 0, 0, 0, 0, 1, 1, 1, 1>, value = 0.0 : f32}> : (tensor<2x16x8x8xbf16>) -> tensor<2x16x10x10xbf16>
  %3 = "ttir.sum"(%2) <{dim_arg = [2 : i32, 3 : i32], keep_dim = false}> : (tensor<2x16x10x10xbf16>) -> tensor<2x16xbf16>
  %4:2 = "ttir.topk"(%3) <{dim = -1 : i32, k = 2 : i32, largest = true, sorted = true}> : (tensor<2x16xbf16>) -> (tensor<2x2xbf16>, tensor<2x2xi32>)
  %5 = "ttir.index"(%3) <{begin = 0 : i32, dim = -1 : i32, end = 8 : i32, step = 1 : i32}> : (tensor<2x16xbf16>) -> tensor<2x8xbf16>
  return %4#0, %4#1, %5 : tensor<2x2xbf16>, tensor<2x2xi32>, tensor<2x8xbf16>
}

//--- flat.mlir
func.func @flat(%ids: tensor<8x384xui32> {ttir.name = "ids"}, %table: tensor<100x64xbf16> {ttir.name = "table"},
                %mask: tensor<8x384x64xbf16> {ttir.name = "mask"}) -> tensor<8x384x64xbf16> {
  %0 = "ttir.reshape"(%ids) <{shape = [1 : i32, 3072 : i32]}> : (tensor<8x384xui32>) -> tensor<1x3072xui32>
  %1 = "ttir.embedding"(%0, %table) : (tensor<1x3072xui32>, tensor<100x64xbf16>) -> tensor<1x3072x64xbf16>
  %2 = "ttir.reshape"(%1) <{shape = [8 : i32, 384 : i32, 64 : i32]}> : (tensor<1x3072x64xbf16>) -> tensor<8x384x64xbf16>
  %3 = "ttir.add"(%2, %mask) : (tensor<8x384x64xbf16>, tensor<8x384x64xbf16>) -> tensor<8x384x64xbf16>
  return %3 : tensor<8x384x64xbf16>
}

//--- decode.mlir
func.func @decode(%cache: tensor<4x8x64x64xbf16> {ttir.name = "past_k0"}, %x: tensor<4x512xbf16> {ttir.name = "x"},
                  %position: tensor<1xi32> {ttir.name = "position"}) -> tensor<4x512xbf16> {
  %row = "ttir.reshape"(%x) <{shape = [1 : i32, 4 : i32, 8 : i32, 64 : i32]}> : (tensor<4x512xbf16>) -> tensor<1x4x8x64xbf16>
  %new = "ttir.permute"(%row) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<1x4x8x64xbf16>) -> tensor<1x8x4x64xbf16>
  "ttir.update_cache"(%cache, %new, %position) <{batch_offset = 0 : i32}> : (tensor<4x8x64x64xbf16>, tensor<1x8x4x64xbf16>, tensor<1xi32>) -> ()
  %queries = "ttir.reshape"(%x) <{shape = [4 : i32, 8 : i32, 1 : i32, 64 : i32]}> : (tensor<4x512xbf16>) -> tensor<4x8x1x64xbf16>
  %scores = "ttir.dot_general"(%queries, %cache) <{batch_dims_lhs = array<i64: 0, 1>, batch_dims_rhs = array<i64: 0, 1>, contract_dims_lhs = array<i64: 3>, contract_dims_rhs = array<i64: 3>}> : (tensor<4x8x1x64xbf16>, tensor<4x8x64x64xbf16>) -> tensor<4x8x1x64xbf16>
  %counts = "ttir.arange"() <{arange_dimension = 3 : i64, start = 0 : si64, end = 64 : si64, step = 1 : si64}> : () -> tensor<1x1x1x64xsi32>
  %listed = "ttir.constant"() <{value = dense<[[[[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63]]]]> : tensor<1x1x1x64xsi32>}> : () -> tensor<1x1x1x64xsi32>
  %sees = "ttir.le"(%counts, %listed) : (tensor<1x1x1x64xsi32>, tensor<1x1x1x64xsi32>) -> tensor<1x1x1x64xbf16>
  %masked = "ttir.multiply"(%scores, %sees) : (tensor<4x8x1x64xbf16>, tensor<1x1x1x64xbf16>) -> tensor<4x8x1x64xbf16>
  %weights = "ttir.softmax"(%masked) <{dimension = 3 : si32}> : (tensor<4x8x1x64xbf16>) -> tensor<4x8x1x64xbf16>
  %heads = "ttir.dot_general"(%weights, %cache) <{batch_dims_lhs = array<i64: 0, 1>, batch_dims_rhs = array<i64: 0, 1>, contract_dims_lhs = array<i64: 3>, contract_dims_rhs = array<i64: 2>}> : (tensor<4x8x1x64xbf16>, tensor<4x8x64x64xbf16>) -> tensor<4x8x1x64xbf16>
  %joined = "ttir.reshape"(%heads) <{shape = [4 : i32, 512 : i32]}> : (tensor<4x8x1x64xbf16>) -> tensor<4x512xbf16>
  return %joined : tensor<4x512xbf16>
}

//--- parts.mlir
func.func @parts(%x: tensor<4x32xbf16> {ttir.name = "x"}) -> (tensor<1x32xbf16>, tensor<1x32xbf16>) {
  %0 = "ttir.slice_static"(%x) <{begins = [0 : i32, 0 : i32], ends = [1 : i32, 32 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x32xbf16>) -> tensor<1x32xbf16>
  %1 = "ttir.slice_static"(%x) <{begins = [3 : i32, 0 : i32], ends = [4 : i32, 32 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x32xbf16>) -> tensor<1x32xbf16>
  return %0, %1 : tensor<1x32xbf16>, tensor<1x32xbf16>
}

//--- list.mlir
func.func @list(%x: tensor<4x1xsi32> {ttir.name = "x"}) -> tensor<4x1xsi32> {
  %0 = "ttir.constant"() <{value = dense<[[3], [1], [4], [1]]> : tensor<4x1xsi32>}> : () -> tensor<4x1xsi32>
  %1 = "ttir.add"(%x, %0) : (tensor<4x1xsi32>, tensor<4x1xsi32>) -> tensor<4x1xsi32>
  return %1 : tensor<4x1xsi32>
}

//--- twice.mlir
func.func @twice(%x: tensor<4x32xbf16> {ttir.name = "x"}, %y: tensor<4x32xbf16> {ttir.name = "y"}) -> tensor<4x32xbf16> {
  %0 = "ttir.add"(%x, %y) : (tensor<4x32xbf16>, tensor<4x32xbf16>) -> tensor<4x32xbf16>
  return %0 : tensor<4x32xbf16>
}
