// RUN: alcove-opt %s --ttir-fusing | FileCheck %s
// RUN: alcove-opt %s --ttir-fusing=disable-patterns=early-reductions | FileCheck %s --check-prefix=OFF
// RUN: alcove-opt %s --ttir-fusing -o %t.mlir
// RUN: alcove-run %s --function=image --compare=%t.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=image --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=two --compare=%t.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=two --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=batch --compare=%t.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=batch --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// EQUAL: result 0: {{.*}} equal

// The global average as PyTorch writes it: the columns of 1 need not be made.
// CHECK-LABEL: func.func @image
// CHECK-NEXT: %[[M:.*]] = "ttir.mean"(%arg0) <{dim_arg = [2 : i32, 3 : i32], keep_dim = true}> : (tensor<2x24x12x12xbf16>) -> tensor<2x24x1x1xbf16>
// CHECK-NEXT: return %[[M]]
// OFF-LABEL: func.func @image
// OFF: "ttir.mean"(%{{.*}}) <{dim_arg = [-2 : i32]
func.func @image(%x: tensor<2x24x12x12xbf16>) -> tensor<2x24x1x1xbf16> {
  %0 = "ttir.reshape"(%x) <{shape = [2 : i32, 24 : i32, 144 : i32, 1 : i32]}> : (tensor<2x24x12x12xbf16>) -> tensor<2x24x144x1xbf16>
  %1 = "ttir.mean"(%0) <{dim_arg = [-2 : i32], keep_dim = true}> : (tensor<2x24x144x1xbf16>) -> tensor<2x24x1x1xbf16>
  return %1 : tensor<2x24x1x1xbf16>
}

// One dimension after the other, the dimensions of one flat image.
// CHECK-LABEL: func.func @two
// CHECK-NEXT: %[[M:.*]] = "ttir.mean"(%arg0) <{dim_arg = [2 : i32], keep_dim = true}> : (tensor<1x1x144x24xbf16>) -> tensor<1x1x1x24xbf16>
// CHECK-NEXT: return %[[M]]
func.func @two(%x: tensor<1x1x144x24xbf16>) -> tensor<1x1x1x24xbf16> {
  %0 = "ttir.reshape"(%x) <{shape = [1 : i32, 12 : i32, 12 : i32, 24 : i32]}> : (tensor<1x1x144x24xbf16>) -> tensor<1x12x12x24xbf16>
  %1 = "ttir.mean"(%0) <{dim_arg = [2 : i32], keep_dim = true}> : (tensor<1x12x12x24xbf16>) -> tensor<1x12x1x24xbf16>
  %2 = "ttir.mean"(%1) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<1x12x1x24xbf16>) -> tensor<1x1x1x24xbf16>
  return %2 : tensor<1x1x1x24xbf16>
}

// Rows of images that come one after the other are one dimension: 8 x 49 rows fill 16 rows of tiles, 56 x 7 fill 56.
// CHECK-LABEL: func.func @batch
// CHECK-NEXT: %[[R:.*]] = "ttir.reshape"(%arg0) <{shape = [8 : i32, 49 : i32, 64 : i32]}>
// CHECK-NEXT: %[[M:.*]] = "ttir.mean"(%[[R]]) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<8x49x64xbf16>) -> tensor<8x1x64xbf16>
// CHECK-NEXT: "ttir.reshape"(%[[M]]) {{.*}} -> tensor<8x64xbf16>
// OFF-LABEL: func.func @batch
// OFF: "ttir.mean"(%{{.*}}) <{dim_arg = [1 : i32, 2 : i32]
func.func @batch(%x: tensor<1x1x392x64xbf16>) -> tensor<8x64xbf16> {
  %0 = "ttir.reshape"(%x) <{shape = [8 : i32, 7 : i32, 7 : i32, 64 : i32]}> : (tensor<1x1x392x64xbf16>) -> tensor<8x7x7x64xbf16>
  %1 = "ttir.mean"(%0) <{dim_arg = [1 : i32, 2 : i32], keep_dim = false}> : (tensor<8x7x7x64xbf16>) -> tensor<8x64xbf16>
  return %1 : tensor<8x64xbf16>
}

// Near misses of it: no tiles are saved; others stand between the two.
// CHECK-LABEL: func.func @whole_tiles
// CHECK: "ttir.mean"(%{{.*}}) <{dim_arg = [1 : i32, 2 : i32]
// CHECK-LABEL: func.func @apart
// CHECK: "ttir.mean"(%{{.*}}) <{dim_arg = [0 : i32, 2 : i32]
func.func @whole_tiles(%x: tensor<1x1x256x64xbf16>) -> tensor<2x64xbf16> {
  %0 = "ttir.reshape"(%x) <{shape = [2 : i32, 4 : i32, 32 : i32, 64 : i32]}> : (tensor<1x1x256x64xbf16>) -> tensor<2x4x32x64xbf16>
  %1 = "ttir.mean"(%0) <{dim_arg = [1 : i32, 2 : i32], keep_dim = false}> : (tensor<2x4x32x64xbf16>) -> tensor<2x64xbf16>
  return %1 : tensor<2x64xbf16>
}
func.func @apart(%x: tensor<1x1x392x64xbf16>) -> tensor<7x64xbf16> {
  %0 = "ttir.reshape"(%x) <{shape = [8 : i32, 7 : i32, 7 : i32, 64 : i32]}> : (tensor<1x1x392x64xbf16>) -> tensor<8x7x7x64xbf16>
  %1 = "ttir.mean"(%0) <{dim_arg = [0 : i32, 2 : i32], keep_dim = false}> : (tensor<8x7x7x64xbf16>) -> tensor<7x64xbf16>
  return %1 : tensor<7x64xbf16>
}

// Near misses: a part of a dimension; a reshape that saves tiles; a sum of maxima.
// CHECK-LABEL: func.func @part
// CHECK: "ttir.sum"(%{{.*}}) <{dim_arg = [2 : i32]
// CHECK-LABEL: func.func @padded
// CHECK: "ttir.sum"(%{{.*}}) <{dim_arg = [1 : i32]
// CHECK-LABEL: func.func @mixed
// CHECK: "ttir.max"
// CHECK: "ttir.sum"
func.func @part(%x: tensor<1x1x288x24xbf16>) -> tensor<2x12x1x24xbf16> {
  %0 = "ttir.reshape"(%x) <{shape = [2 : i32, 12 : i32, 12 : i32, 24 : i32]}> : (tensor<1x1x288x24xbf16>) -> tensor<2x12x12x24xbf16>
  %1 = "ttir.sum"(%0) <{dim_arg = [2 : i32], keep_dim = true}> : (tensor<2x12x12x24xbf16>) -> tensor<2x12x1x24xbf16>
  return %1 : tensor<2x12x1x24xbf16>
}
func.func @padded(%x: tensor<32x1x64xbf16>) -> tensor<32x1xbf16> {
  %0 = "ttir.reshape"(%x) <{shape = [32 : i32, 64 : i32]}> : (tensor<32x1x64xbf16>) -> tensor<32x64xbf16>
  %1 = "ttir.sum"(%0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xbf16>) -> tensor<32x1xbf16>
  return %1 : tensor<32x1xbf16>
}
func.func @mixed(%x: tensor<2x12x12xbf16>) -> tensor<2x1x1xbf16> {
  %0 = "ttir.max"(%x) <{dim_arg = [2 : i32], keep_dim = true}> : (tensor<2x12x12xbf16>) -> tensor<2x12x1xbf16>
  %1 = "ttir.sum"(%0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<2x12x1xbf16>) -> tensor<2x1x1xbf16>
  return %1 : tensor<2x1x1xbf16>
}
