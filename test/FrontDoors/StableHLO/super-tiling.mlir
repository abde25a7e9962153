// StableHLO is tiled as linalg is, and computes the same.
// RUN: alcove-opt --super-tiling-pipeline="memory-bytes=8192" %s | FileCheck %s
// RUN: alcove-exec --pipeline="super-tiling-pipeline{memory-bytes=8192}" %s | FileCheck %s --check-prefix=RAN
// CHECK: scf.for{{.*}}
// CHECK: linalg.generic
// CHECK: alcove.tile_loop
// RAN: main: super-tiling-pipeline{memory-bytes=8192}: equal
func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x128xf32>, %b: tensor<128xf32>) -> tensor<64x128xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<128xf32>) -> tensor<64x128xf32>
  %2 = stablehlo.add %0, %1 : tensor<64x128xf32>
  %3 = stablehlo.logistic %2 : tensor<64x128xf32>
  %4 = stablehlo.multiply %2, %3 : tensor<64x128xf32>
  return %4 : tensor<64x128xf32>
}
