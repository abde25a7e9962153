// RUN: alcove-opt %s --super-tiling="memory-bytes=8192 op-budgets=elementwise=4096,matmul=3072 remarks" --verify-super-tiling="memory-bytes=8192 op-budgets=elementwise=4096,matmul=3072" 2>&1 | FileCheck %s
// RUN: not alcove-opt %s --super-tiling="memory-bytes=8192" --verify-super-tiling="memory-bytes=8192 op-budgets=elementwise=4096" 2>&1 | FileCheck %s --check-prefix=JUDGE

// Memory per kind of operation. The loop of two elementwise operations has 4096 B: 8 rows of 2 x 256 B. The column sums have
// the base, 8192 B. SUT-J5: a loop with operations of several kinds has the smallest of their budgets: the matmul with its
// activation 3072 B.
// CHECK-DAG: remark: tile loop of 'linalg.negf': tile [8, 64], 2 operations, 0 yielded, footprint 4096 of 4096 B
// CHECK-DAG: remark: tile loop of 'linalg.reduce': {{.*}} of 8192 B
// CHECK-DAG: remark: tile loop of 'linalg.exp': {{.*}} 2 operations, {{.*}} of 3072 B
// JUDGE: error: 'scf.for' op SUT-J1: worst tile needs 8192 B of local memory, 4096 B are available, 4096 B too many
func.func @chain(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = tensor.empty() : tensor<64x64xf32>
  %0 = linalg.exp ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.negf ins(%0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
func.func @sums(%x: tensor<64x64xf32>) -> tensor<64xf32> {
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
  %1 = linalg.exp ins(%0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}
