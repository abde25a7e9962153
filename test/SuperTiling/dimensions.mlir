// RUN: alcove-opt %s --super-tiling="memory-bytes=8192 remarks" --verify-super-tiling="memory-bytes=8192" 2>&1 | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling-pipeline{memory-bytes=8192}" --opt-level=0 | FileCheck %s --check-prefix=EXEC

// Which loops are tiled follows from the operation, not from a fixed dimension. 8192 B:
//   rows       64 x 64 read and written, 512 B per row: 16 whole rows, contiguous in memory
//   columns    sums over rows: the second dimension (22 columns x 65 x 4 B), because the first is the reduction
//   both       64 x 16 times 16 x 64: 8 rows of the first operand, the whole second one, which stays, and 8 x 64 results:
//              512 + 4096 + 2048 B. Everything is moved once: 4096 + 4096 + 16384 B of traffic; 11 rows would fit, but the
//              second operand would be loaded again for the last 9
//   reduction  4 x 1024 times 1024 x 4: no parallel tile fits (one row and one column alone are 8192 B + 4 B): a divisor of the
//              reduction at a time, each operand read once, the destination read and written once: 2 x 16384 + 2 x 64 B;
//              205 would fit, and store and load the destination once more for the last 204
// CHECK: remark: tile loop of 'linalg.exp': tile [16, 64], {{.*}} footprint 8192 of 8192 B, traffic 32768 B
// CHECK: remark: tile loop of 'linalg.reduce': tile [64, 22], {{.*}} footprint 5720 of 8192 B, traffic 16640 B
// CHECK: remark: tile loop of 'linalg.matmul': tile [8, 64, 16], {{.*}} footprint 6656 of 8192 B, traffic 24576 B
// CHECK: remark: tile loop of 'linalg.matmul': tile [4, 4, {{[0-9]+}}], {{.*}} traffic 32896 B
// EXEC-COUNT-4: equal
func.func @rows(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.exp ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @columns(%x: tensor<64x64xf32>) -> tensor<64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<64x64xf32>) outs(%f : tensor<64xf32>) dimensions = [0]
  return %0 : tensor<64xf32>
}
func.func @both(%x: tensor<64x16xf32>, %y: tensor<16x64xf32>) -> tensor<64x64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul ins(%x, %y : tensor<64x16xf32>, tensor<16x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
func.func @reduction(%x: tensor<4x1024xf32>, %y: tensor<1024x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%x, %y : tensor<4x1024xf32>, tensor<1024x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
