// RUN: alcove-opt %s --super-tiling="memory-bytes=1024 op-budgets=matmul=16384 remarks" --verify-super-tiling="memory-bytes=1024 op-budgets=matmul=16384" 2>&1 | FileCheck %s
// RUN: alcove-opt %s --super-tiling="memory-bytes=1024 op-budgets=group=16384 remarks" --verify-super-tiling="memory-bytes=1024 op-budgets=group=16384" 2>&1 | FileCheck %s

// SUT-J5: operations of a marked group have the memory of its principal operation, or that of all groups; the lone one at the
// end has that of its class, although it is elementwise as well.
// CHECK-DAG: remark: tile loop of 'linalg.exp': {{.*}} 2 operations, {{.*}} of 16384 B
// CHECK-DAG: remark: tile loop of 'linalg.negf': {{.*}} 1 operations, {{.*}} of 1024 B
func.func @group_and_lone(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill {"torq-fuse-group" = [3]} ins(%z : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = linalg.matmul {"torq-fuse-group" = [3], "torq-fuse-group-id" = 3 : i64} ins(%x, %y : tensor<64x64xf32>, tensor<64x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.exp {"torq-fuse-group" = [3]} ins(%0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.negf ins(%1 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
