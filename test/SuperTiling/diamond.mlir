// RUN: alcove-opt %s --super-tiling="memory-bytes=20480 remarks" 2>&1 | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling{memory-bytes=20480},verify-super-tiling{memory-bytes=20480}" | FileCheck %s --check-prefix=EXEC
// RUN: alcove-exec %s --pipeline="super-tiling{memory-bytes=20480 mode=max-producers},verify-super-tiling{memory-bytes=20480}" | FileCheck %s --check-prefix=EXEC
// RUN: alcove-exec %s --pipeline="super-tiling{memory-bytes=20480 mode=no-fuse},verify-super-tiling{memory-bytes=20480}" | FileCheck %s --check-prefix=EXEC

// The four-node diamond. Tensors of 64 x 64 x 4 B = 16384 B, 20480 B of memory:
//   a = -x             reads 16384, writes 16384    tiled
//   b = exp(a)         reads 16384, writes 16384    tiled
//   c = row sums of a  reads 16384, writes 256      fits: untiled
//   d = b + c          reads 16640, writes 16384    tiled
// a feeds b (tiled) and c (untiled): its loop yields the whole of a, in tiles that partition it.
// CHECK-LABEL: func.func @diamond
// CHECK: linalg.negf ins(%{{.*}} : tensor<{{[0-9]+}}x64xf32>)
// CHECK: {alcove.tile_loop}
// EXEC: equal, 4096 elements, 0 differ
func.func @diamond(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %a = linalg.negf ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = linalg.exp ins(%a : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e1 = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e1 : tensor<64xf32>) -> tensor<64xf32>
  %c = linalg.reduce ins(%a : tensor<64x64xf32>) outs(%f : tensor<64xf32>) dimensions = [1]
    (%in: f32, %acc: f32) { %s = arith.addf %in, %acc : f32 linalg.yield %s : f32 }
  %d = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%b, %c : tensor<64x64xf32>, tensor<64xf32>) outs(%e : tensor<64x64xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %d : tensor<64x64xf32>
}
