// RUN: not alcove-exec %s --pipeline="super-tiling{memory-bytes=6000}" 2>&1 | FileCheck %s

// Upstream's tiling sizes a slice by the index of its last point, which is wrong for an index that runs backwards. The
// operation needs 2 x 64 x 48 x 4 B = 24576 B: an error, not a wrong program.
// CHECK: error: 'linalg.generic' cannot fit: its smallest tile [64, 48] needs 24576 B of local memory, 6000 B are available, 18576 B too many
func.func @reverse(%x: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %e = tensor.empty() : tensor<64x48xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i,j)->(63 - i,j)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x48xf32>) outs(%e : tensor<64x48xf32>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
  } -> tensor<64x48xf32>
  return %r : tensor<64x48xf32>
}
