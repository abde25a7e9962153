// RUN: alcove-exec %s --pipeline="super-tiling{memory-bytes=200},verify-super-tiling{memory-bytes=200}" --print-results | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling{memory-bytes=120},verify-super-tiling{memory-bytes=120}" --print-results | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling{memory-bytes=200 mode=max-producers},verify-super-tiling{memory-bytes=200}" --print-results | FileCheck %s

// SUT-H3: %p adds 16 products to a destination that starts at 2: 18. It leaves the function and feeds %q. Where the tiles of %q
// visit the same rows of %p twice, a yielded %p would be accumulated twice (34, 50).
// CHECK: equal
// CHECK: result 0: 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18 18
// CHECK: result 1: 72 72 72 72 72 72 72 72 72 72 72 72 72 72 72 72 72 72 72 72 72 72 72 72
func.func @h3() -> (tensor<4x4xf32>, tensor<4x6xf32>) {
  %a = arith.constant dense<1.0> : tensor<4x16xf32>
  %b = arith.constant dense<1.0> : tensor<16x4xf32>
  %c = arith.constant dense<2.0> : tensor<4x4xf32>
  %d = arith.constant dense<1.0> : tensor<4x6xf32>
  %c0 = arith.constant 0.0 : f32
  %p = linalg.matmul ins(%a, %b : tensor<4x16xf32>, tensor<16x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x6xf32>
  %f = linalg.fill ins(%c0 : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %q = linalg.matmul ins(%p, %d : tensor<4x4xf32>, tensor<4x6xf32>) outs(%f : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %p, %q : tensor<4x4xf32>, tensor<4x6xf32>
}
