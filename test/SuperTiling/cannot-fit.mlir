// RUN: not alcove-opt %s --super-tiling="memory-bytes=11" 2>&1 | FileCheck %s
// RUN: alcove-opt %s --super-tiling="memory-bytes=11 best-effort" 2>&1 | FileCheck %s --check-prefix=BEST
// RUN: not alcove-opt %s --verify-super-tiling="memory-bytes=11" 2>&1 | FileCheck %s --check-prefix=JUDGE
// RUN: alcove-opt %s --super-tiling="memory-bytes=12" --verify-super-tiling="memory-bytes=12"

// One element of each operand and of the result: 3 x 4 B = 12 B, one more than there is.
// CHECK: error: 'linalg.matmul' cannot fit: its smallest tile [1, 1, 1] needs 12 B of local memory, 11 B are available, 1 B too many; with best-effort=true it stays untiled (SUT-F1, SUT-F2)
// CHECK-NOT: error
// BEST: warning: 'linalg.matmul' cannot fit
// BEST: scf.for
// BEST: linalg.negf
// BEST: linalg.matmul {alcove.cannot_fit}
// BEST-SAME: tensor<4x4xf32>
// JUDGE: error: 'linalg.negf' op SUT-J2: needs 128 B of local memory, 11 B are available, 117 B too many
// JUDGE: error: 'linalg.matmul' op SUT-J2: needs 192 B of local memory, 11 B are available, 181 B too many
func.func @mm(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = linalg.negf ins(%a : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%0, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
