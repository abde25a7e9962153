// RUN: alcove-opt %s --super-tiling="memory-bytes=6000" | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling-pipeline{memory-bytes=6000}" | FileCheck %s --check-prefix=EXEC

// Upstream's tiling sizes a slice by the index of its last point, which is wrong for an index that runs backwards. The input
// (12288 B, with the result 24576 B of 6000 B) is read element by element from slow memory instead; a tile holds its result.
// CHECK-LABEL: func.func @reverse(
// CHECK: scf.for
// CHECK: linalg.generic
// CHECK: tensor.extract %arg0
// CHECK: {alcove.tile_loop}
// EXEC: equal, 3072 elements, 0 differ
func.func @reverse(%x: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %e = tensor.empty() : tensor<64x48xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i,j)->(63 - i,j)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x48xf32>) outs(%e : tensor<64x48xf32>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
  } -> tensor<64x48xf32>
  return %r : tensor<64x48xf32>
}
