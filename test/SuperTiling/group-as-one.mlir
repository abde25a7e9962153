// RUN: alcove-opt %s --super-tiling-pipeline="memory-bytes=3000 remarks" 2>&1 | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling-pipeline{memory-bytes=3000}" --opt-level=0 | FileCheck %s --check-prefix=EXEC

// A marked group is tiled from its bottom-most operation only, as one: one loop, at %2, with padding, convolution, bias and
// activation in it. Two of the four channels at a time, so that no row is loaded twice. Worst step, the padding: 8 x 8 x 2 x 4 B =
// 512 B, padded 10 x 10 x 2 x 4 B = 800 B, sums 8 x 8 x 4 x 4 B = 1024 B.
// CHECK-COUNT-1: remark: tile loop of 'linalg.exp': tile [1, 8, 8, 4], panels [3, 3, 2] of 'linalg.conv_2d_nhwc_hwcf', 4 operations, 0 yielded, footprint 2336 of 3000 B
// CHECK-NOT: remark: tile loop
// EXEC: equal, 256 elements
func.func @conv(%x: tensor<1x8x8x4xf32>, %w: tensor<3x3x4x4xf32>, %b: tensor<4xf32>) -> tensor<1x8x8x4xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] { ^bb0(%i: index, %j: index, %k: index, %l: index): tensor.yield %z : f32 } : tensor<1x8x8x4xf32> to tensor<1x10x10x4xf32>
  %e = tensor.empty() : tensor<1x8x8x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%p, %w : tensor<1x10x10x4xf32>, tensor<3x3x4x4xf32>) outs(%f : tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(n,h,w,c) -> (n,h,w,c)>, affine_map<(n,h,w,c) -> (c)>, affine_map<(n,h,w,c) -> (n,h,w,c)>], iterator_types = ["parallel","parallel","parallel","parallel"]} ins(%c, %b : tensor<1x8x8x4xf32>, tensor<4xf32>) outs(%e : tensor<1x8x8x4xf32>) { ^bb0(%u: f32, %v: f32, %o: f32): %s = arith.addf %u, %v : f32 linalg.yield %s : f32 } -> tensor<1x8x8x4xf32>
  %2 = linalg.exp ins(%1 : tensor<1x8x8x4xf32>) outs(%e : tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  return %2 : tensor<1x8x8x4xf32>
}
