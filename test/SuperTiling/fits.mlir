// RUN: alcove-opt %s --super-tiling="memory-bytes=8192" | FileCheck %s

// Input and result are 4096 B each: exactly 8192 B. What fits is not touched, not even its dead neighbour.
// CHECK-LABEL: func.func @fits
// CHECK-NEXT: tensor.empty
// CHECK-NEXT: %[[DEAD:.*]] = arith.constant 7 : index
// CHECK-NEXT: linalg.exp
// CHECK-NEXT: return
func.func @fits(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %e = tensor.empty() : tensor<32x32xf32>
  %dead = arith.constant 7 : index
  %1 = linalg.exp ins(%x : tensor<32x32xf32>) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}
