// RUN: alcove-opt %s --super-tiling="memory-bytes=8192" 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t

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

// A fill fits with what it fills: none of the three operations is said not to fit.
// REMARK: remark: super-tiling: nothing was tiled: all 3 operations fit, and no loop over several of them would move less
// CHECK-LABEL: func.func @filled
func.func @filled(%x: tensor<16x16xf32>, %y: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  %1 = linalg.matmul ins(%x, %y : tensor<16x16xf32>, tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}
