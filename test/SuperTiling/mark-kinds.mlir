// RUN: alcove-opt %s --mark-patterns-for-super-tiling | FileCheck %s

// A convolution with its padding, fill, bias and activation; a quantized matmul with its rescale; softmax with both of its
// reductions. The principal operation carries the number of the group.
// CHECK-LABEL: func.func @conv
// CHECK: tensor.pad
// CHECK: } {alcove.fuse_group = [0]}
// CHECK: linalg.fill {alcove.fuse_group = [0]}
// CHECK: linalg.conv_2d_nhwc_hwcf {alcove.fuse_group = [0], alcove.fuse_group_id = 0 : i64,
// CHECK: linalg.generic {{.*}}alcove.fuse_group = [0]}
// CHECK: linalg.exp {alcove.fuse_group = [0]}
// CHECK-LABEL: func.func @rescale
// CHECK: linalg.matmul {alcove.fuse_group = [1], alcove.fuse_group_id = 1 : i64}
// CHECK: linalg.generic {{.*}}alcove.fuse_group = [1]}
// CHECK-LABEL: func.func @softmax
// CHECK: linalg.reduce { arith.maximumf }{{.*}}alcove.fuse_group = [2]}
// CHECK: linalg.generic {{.*}}alcove.fuse_group = [2]}
// CHECK: linalg.reduce { arith.addf }{{.*}}alcove.fuse_group = [2]}
// CHECK: linalg.generic {{.*}}alcove.fuse_group = [2], alcove.fuse_group_id = 2 : i64}
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
func.func @rescale(%x: tensor<8x8xi8>, %w: tensor<8x8xi8>) -> tensor<8x8xi8> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<8x8xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<8x8xi32>) -> tensor<8x8xi32>
  %0 = linalg.matmul ins(%x, %w : tensor<8x8xi8>, tensor<8x8xi8>) outs(%f : tensor<8x8xi32>) -> tensor<8x8xi32>
  %e8 = tensor.empty() : tensor<8x8xi8>
  %1 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel","parallel"]} ins(%0 : tensor<8x8xi32>) outs(%e8 : tensor<8x8xi8>) { ^bb0(%a: i32, %o: i8): %s = arith.constant 7 : i32 %t = arith.shrsi %a, %s : i32 %u = arith.trunci %t : i32 to i8 linalg.yield %u : i8 } -> tensor<8x8xi8>
  return %1 : tensor<8x8xi8>
}
func.func @softmax(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %z = arith.constant 0.0 : f32
  %m = arith.constant -1.0e30 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %r = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%m : f32) outs(%r : tensor<8xf32>) -> tensor<8xf32>
  %g = linalg.fill ins(%z : f32) outs(%r : tensor<8xf32>) -> tensor<8xf32>
  %0 = linalg.reduce { arith.maximumf } ins(%x : tensor<8x8xf32>) outs(%f : tensor<8xf32>) dimensions = [1]
  %1 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel","parallel"]} ins(%x, %0 : tensor<8x8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) { ^bb0(%a: f32, %b: f32, %o: f32): %s = arith.subf %a, %b : f32 %t = math.exp %s : f32 linalg.yield %t : f32 } -> tensor<8x8xf32>
  %2 = linalg.reduce { arith.addf } ins(%1 : tensor<8x8xf32>) outs(%g : tensor<8xf32>) dimensions = [1]
  %3 = linalg.generic {indexing_maps = [affine_map<(i,j) -> (i,j)>, affine_map<(i,j) -> (i)>, affine_map<(i,j) -> (i,j)>], iterator_types = ["parallel","parallel"]} ins(%1, %2 : tensor<8x8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) { ^bb0(%a: f32, %b: f32, %o: f32): %s = arith.divf %a, %b : f32 linalg.yield %s : f32 } -> tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
