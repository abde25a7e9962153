// RUN: alcove-opt %s --super-tiling="memory-bytes=120" | FileCheck %s --check-prefix=IR
// RUN: alcove-exec %s --pipeline="super-tiling{memory-bytes=120},verify-super-tiling{memory-bytes=120}" --print-results | FileCheck %s
// RUN: alcove-exec %s --pipeline="super-tiling{memory-bytes=120 mode=max-producers},verify-super-tiling{memory-bytes=120}" --print-results | FileCheck %s

// SUT-H2: 18 ones. A row of 18 and a column of 18 are 144 B, more than 120 B: the reduction must be split. A fill fused into the
// loop over the halves would start over and leave 9 of 18.
// IR-LABEL: func.func @h2
// IR: alcove.split_reduction
// CHECK: equal
// CHECK: result 0: 18 18 18 18
func.func @h2() -> tensor<2x2xf32> {
  %a = arith.constant dense<1.0> : tensor<2x18xf32>
  %b = arith.constant dense<1.0> : tensor<18x2xf32>
  %c0 = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %f = linalg.fill ins(%c0 : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %r = linalg.matmul ins(%a, %b : tensor<2x18xf32>, tensor<18x2xf32>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}
