// RUN: alcove-opt %s --mark-patterns-for-super-tiling | FileCheck %s
// RUN: alcove-opt %s --mark-patterns-for-super-tiling="mode=rewrite" | FileCheck %s --check-prefix=REWRITE

// A matmul with its fill, bias and activation is one group; the fill serves both matmuls and is in two groups.
// CHECK-LABEL: func.func @two
// CHECK: linalg.fill {alcove.fuse_group = [0, 1]}
// CHECK: linalg.matmul {alcove.fuse_group = [0], alcove.fuse_group_id = 0 : i64}
// CHECK: linalg.exp {alcove.fuse_group = [0]}
// CHECK: linalg.negf {alcove.fuse_group = [0]}
// CHECK: linalg.matmul {alcove.fuse_group = [1], alcove.fuse_group_id = 1 : i64}
// REWRITE-LABEL: func.func @two
// REWRITE: scf.execute_region
// REWRITE: linalg.matmul
// REWRITE: linalg.negf
// REWRITE: scf.yield
// REWRITE: alcove.fuse_group_id = 0
func.func @two(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.exp ins(%0 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = linalg.negf ins(%1 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = linalg.matmul ins(%2, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
