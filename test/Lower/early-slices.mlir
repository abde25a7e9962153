// RUN: alcove-opt %s --ttir-fusing -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: alcove-opt %s --ttir-fusing=disable-patterns=early-slices | FileCheck %s --check-prefix=OFF
// RUN: alcove-run %s --function=last_token --compare=%t.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=last_token --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=class_token --compare=%t.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=class_token --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=every_fifth --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=one_column --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=dropped --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// EQUAL: result 0: {{.*}} equal

// Logits of the last of 18 tokens: the norm and the product work on 4 rows instead of 72.
// CHECK-LABEL: func.func @last_token
// CHECK: %[[S:.*]] = "ttir.slice_static"(%{{.*}}) <{begins = [0 : i32, 17 : i32, 0 : i32], ends = [4 : i32, 18 : i32, 64 : i32]{{.*}} -> tensor<4x1x64xbf16>
// CHECK-NEXT: %[[N:.*]] = "ttir.rms_norm"(%[[S]]
// CHECK-NEXT: %[[M:.*]] = "ttir.matmul"(%[[N]], %arg2) {{.*}} -> tensor<4x1x256xbf16>
// CHECK-NEXT: return %[[M]]
// OFF-LABEL: func.func @last_token
// OFF: "ttir.matmul"{{.*}} -> tensor<72x256xbf16>
func.func @last_token(%x: tensor<72x64xbf16>, %g: tensor<64xbf16>, %w: tensor<64x256xbf16>) -> tensor<4x1x256xbf16> {
  %0 = "ttir.rms_norm"(%x, %g) <{epsilon = 1.000000e-05 : f32, normalized_shape = array<i64: 64>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<72x64xbf16>, tensor<64xbf16>) -> tensor<72x64xbf16>
  %1 = "ttir.matmul"(%0, %w) <{transpose_a = false, transpose_b = false}> : (tensor<72x64xbf16>, tensor<64x256xbf16>) -> tensor<72x256xbf16>
  %2 = "ttir.reshape"(%1) <{shape = [4 : i32, 18 : i32, 256 : i32]}> : (tensor<72x256xbf16>) -> tensor<4x18x256xbf16>
  %3 = "ttir.slice_static"(%2) <{begins = [0 : i32, 17 : i32, 0 : i32], ends = [4 : i32, 18 : i32, 256 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<4x18x256xbf16>) -> tensor<4x1x256xbf16>
  return %3 : tensor<4x1x256xbf16>
}

// Both operands of the residual have rows, the bias has none. Equal slices are merged behind.
// CHECK-LABEL: func.func @class_token
// CHECK: "ttir.linear"({{.*}} -> tensor<2x1x64xbf16>
// CHECK: "ttir.add"({{.*}} : (tensor<2x1x64xbf16>, tensor<2x1x64xbf16>) -> tensor<2x1x64xbf16>
// CHECK-NEXT: return
func.func @class_token(%x: tensor<2x33x64xbf16>, %w: tensor<64x64xbf16>, %b: tensor<1x1x64xbf16>) -> tensor<2x1x64xbf16> {
  %0 = "ttir.matmul"(%x, %w) <{transpose_a = false, transpose_b = false}> : (tensor<2x33x64xbf16>, tensor<64x64xbf16>) -> tensor<2x33x64xbf16>
  %1 = "ttir.add"(%0, %b) : (tensor<2x33x64xbf16>, tensor<1x1x64xbf16>) -> tensor<2x33x64xbf16>
  %2 = "ttir.add"(%1, %x) : (tensor<2x33x64xbf16>, tensor<2x33x64xbf16>) -> tensor<2x33x64xbf16>
  %3 = "ttir.slice_static"(%2) <{begins = [0 : i32, 0 : i32, 0 : i32], ends = [2 : i32, 1 : i32, 64 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x33x64xbf16>) -> tensor<2x1x64xbf16>
  return %3 : tensor<2x1x64xbf16>
}

// Strides are kept.
// CHECK-LABEL: func.func @every_fifth
// CHECK-NEXT: "ttir.slice_static"(%arg0) <{begins = [1 : i32, 0 : i32], ends = [40 : i32, 64 : i32], step = [5 : i32, 1 : i32]}> {{.*}} -> tensor<8x64xf32>
// CHECK-NEXT: "ttir.softmax"
func.func @every_fifth(%x: tensor<40x64xf32>) -> tensor<8x64xf32> {
  %0 = "ttir.softmax"(%x) <{dimension = 1 : si32, numericStable = false}> : (tensor<40x64xf32>) -> tensor<40x64xf32>
  %1 = "ttir.slice_static"(%0) <{begins = [1 : i32, 0 : i32], ends = [40 : i32, 64 : i32], step = [5 : i32, 1 : i32]}> : (tensor<40x64xf32>) -> tensor<8x64xf32>
  return %1 : tensor<8x64xf32>
}

// A step along an extent of 1 says nothing of the columns that the op reads.
// CHECK-LABEL: func.func @one_column
// CHECK-NEXT: "ttir.slice_static"(%arg0) <{begins = [0 : i32, 0 : i32], ends = [8 : i32, 64 : i32], step = [1 : i32, 1 : i32]}> {{.*}} -> tensor<8x64xf32>
// CHECK-NEXT: "ttir.sum"
func.func @one_column(%x: tensor<40x64xf32>) -> tensor<8x1xf32> {
  %0 = "ttir.sum"(%x) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<40x64xf32>) -> tensor<40x1xf32>
  %1 = "ttir.slice_static"(%0) <{begins = [0 : i32, 0 : i32], ends = [8 : i32, 1 : i32], step = [1 : i32, 2 : i32]}> : (tensor<40x1xf32>) -> tensor<8x1xf32>
  return %1 : tensor<8x1xf32>
}

// Near misses: all rows are results too; half of them are read; columns are cut; rows depend on one another; an operand
// differs by row.
// CHECK-LABEL: func.func @returned
// CHECK-NEXT: "ttir.exp"(%arg0)
func.func @returned(%x: tensor<40x64xf32>) -> (tensor<40x64xf32>, tensor<1x64xf32>) {
  %0 = "ttir.exp"(%x) : (tensor<40x64xf32>) -> tensor<40x64xf32>
  %1 = "ttir.slice_static"(%0) <{begins = [0 : i32, 0 : i32], ends = [1 : i32, 64 : i32], step = [1 : i32, 1 : i32]}> : (tensor<40x64xf32>) -> tensor<1x64xf32>
  return %0, %1 : tensor<40x64xf32>, tensor<1x64xf32>
}

// CHECK-LABEL: func.func @half
// CHECK-NEXT: "ttir.exp"(%arg0)
func.func @half(%x: tensor<40x64xf32>) -> tensor<20x64xf32> {
  %0 = "ttir.exp"(%x) : (tensor<40x64xf32>) -> tensor<40x64xf32>
  %1 = "ttir.slice_static"(%0) <{begins = [0 : i32, 0 : i32], ends = [20 : i32, 64 : i32], step = [1 : i32, 1 : i32]}> : (tensor<40x64xf32>) -> tensor<20x64xf32>
  return %1 : tensor<20x64xf32>
}

// CHECK-LABEL: func.func @columns
// CHECK-NEXT: "ttir.exp"(%arg0)
func.func @columns(%x: tensor<40x64xf32>) -> tensor<1x32xf32> {
  %0 = "ttir.exp"(%x) : (tensor<40x64xf32>) -> tensor<40x64xf32>
  %1 = "ttir.slice_static"(%0) <{begins = [0 : i32, 0 : i32], ends = [1 : i32, 32 : i32], step = [1 : i32, 1 : i32]}> : (tensor<40x64xf32>) -> tensor<1x32xf32>
  return %1 : tensor<1x32xf32>
}

// CHECK-LABEL: func.func @along_rows
// CHECK-NEXT: "ttir.softmax"(%arg0)
func.func @along_rows(%x: tensor<40x64xf32>) -> tensor<1x64xf32> {
  %0 = "ttir.softmax"(%x) <{dimension = 0 : si32, numericStable = false}> : (tensor<40x64xf32>) -> tensor<40x64xf32>
  %1 = "ttir.slice_static"(%0) <{begins = [0 : i32, 0 : i32], ends = [1 : i32, 64 : i32], step = [1 : i32, 1 : i32]}> : (tensor<40x64xf32>) -> tensor<1x64xf32>
  return %1 : tensor<1x64xf32>
}

// CHECK-LABEL: func.func @broadcast_in_part
// CHECK-NEXT: "ttir.add"(%arg0, %arg1)
func.func @broadcast_in_part(%x: tensor<8x5x64xf32>, %y: tensor<1x5x64xf32>) -> tensor<8x1x64xf32> {
  %0 = "ttir.add"(%x, %y) : (tensor<8x5x64xf32>, tensor<1x5x64xf32>) -> tensor<8x5x64xf32>
  %1 = "ttir.slice_static"(%0) <{begins = [0 : i32, 2 : i32, 0 : i32], ends = [8 : i32, 3 : i32, 64 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<8x5x64xf32>) -> tensor<8x1x64xf32>
  return %1 : tensor<8x1x64xf32>
}

// What is dropped goes by the place in the whole tensor.
// CHECK-LABEL: func.func @dropped
// CHECK-NEXT: "ttir.dropout"(%arg0)
func.func @dropped(%x: tensor<40x64xf32>) -> tensor<8x64xf32> {
  %0 = "ttir.dropout"(%x) <{prob = 5.000000e-01 : f32, scale = 2.000000e+00 : f32, seed = 7 : ui32}> : (tensor<40x64xf32>) -> tensor<40x64xf32>
  %1 = "ttir.slice_static"(%0) <{begins = [8 : i32, 0 : i32], ends = [16 : i32, 64 : i32], step = [1 : i32, 1 : i32]}> : (tensor<40x64xf32>) -> tensor<8x64xf32>
  return %1 : tensor<8x64xf32>
}

// The cache is written between the op and the slice: what the op read is not what the slice would.
// CHECK-LABEL: func.func @written_between
// CHECK-NEXT: "ttir.exp"(%arg0)
func.func @written_between(%cache: tensor<1x1x32x64xf32>, %x: tensor<1x1x1x64xf32>, %at: tensor<1xsi32>) -> tensor<1x1x1x64xf32> {
  %0 = "ttir.exp"(%cache) : (tensor<1x1x32x64xf32>) -> tensor<1x1x32x64xf32>
  "ttir.update_cache"(%cache, %x, %at) <{batch_offset = 0 : i32}> : (tensor<1x1x32x64xf32>, tensor<1x1x1x64xf32>, tensor<1xsi32>) -> ()
  %1 = "ttir.slice_static"(%0) <{begins = [0 : i32, 0 : i32, 0 : i32, 0 : i32], ends = [1 : i32, 1 : i32, 1 : i32, 64 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x1x32x64xf32>) -> tensor<1x1x1x64xf32>
  return %1 : tensor<1x1x1x64xf32>
}
