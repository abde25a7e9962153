// RUN: split-file %s %t
// RUN: alcove-run %t/open.mlir --compare=%t/fused.mlir --sensitivity=no | FileCheck %s --check-prefix=SAME
// RUN: not alcove-run %t/open.mlir --compare=%t/scaled.mlir --sensitivity=no | FileCheck %s --check-prefix=OTHER

// Every row is masked at -10000, where neighbouring f32 are 2^-10 apart: open-coded attention rounds its scores to them,
// the kernel's are in f64 (NUM-C11). Another scale is still seen.
// SAME: result 0: {{.*}} equal beside what rounding moves (NUM-C11)
// OTHER: result 0: {{.*}} DIFFERS

//--- open.mlir
func.func @f(%q: tensor<1x2x64x32xf32>, %k: tensor<1x2x64x32xf32>, %v: tensor<1x2x64x32xf32>) -> tensor<1x2x64x32xf32> {
  %0 = "ttir.permute"(%k) <{permutation = array<i64: 0, 1, 3, 2>}> : (tensor<1x2x64x32xf32>) -> tensor<1x2x32x64xf32>
  %1 = "ttir.matmul"(%q, %0) <{transpose_a = false, transpose_b = false}> : (tensor<1x2x64x32xf32>, tensor<1x2x32x64xf32>) -> tensor<1x2x64x64xf32>
  %2 = "ttir.full"() <{fill_value = 0.125 : f32, shape = array<i32: 1, 1, 1, 1>}> : () -> tensor<1x1x1x1xf32>
  %3 = "ttir.multiply"(%1, %2) : (tensor<1x2x64x64xf32>, tensor<1x1x1x1xf32>) -> tensor<1x2x64x64xf32>
  %4 = "ttir.full"() <{fill_value = -10000.0 : f32, shape = array<i32: 1, 1, 64, 64>}> : () -> tensor<1x1x64x64xf32>
  %5 = "ttir.add"(%3, %4) : (tensor<1x2x64x64xf32>, tensor<1x1x64x64xf32>) -> tensor<1x2x64x64xf32>
  %6 = "ttir.softmax"(%5) <{dimension = 3 : si32, numericStable = true}> : (tensor<1x2x64x64xf32>) -> tensor<1x2x64x64xf32>
  %7 = "ttir.matmul"(%6, %v) <{transpose_a = false, transpose_b = false}> : (tensor<1x2x64x64xf32>, tensor<1x2x64x32xf32>) -> tensor<1x2x64x32xf32>
  return %7 : tensor<1x2x64x32xf32>
}

//--- fused.mlir
func.func @f(%q: tensor<1x2x64x32xf32>, %k: tensor<1x2x64x32xf32>, %v: tensor<1x2x64x32xf32>) -> tensor<1x2x64x32xf32> {
  %0 = "ttir.full"() <{fill_value = -10000.0 : f32, shape = array<i32: 1, 1, 64, 64>}> : () -> tensor<1x1x64x64xf32>
  %1 = "ttir.scaled_dot_product_attention"(%q, %k, %v, %0) <{is_causal = false, scale = 0.125 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<1x2x64x32xf32>, tensor<1x2x64x32xf32>, tensor<1x2x64x32xf32>, tensor<1x1x64x64xf32>) -> tensor<1x2x64x32xf32>
  return %1 : tensor<1x2x64x32xf32>
}

//--- scaled.mlir
func.func @f(%q: tensor<1x2x64x32xf32>, %k: tensor<1x2x64x32xf32>, %v: tensor<1x2x64x32xf32>) -> tensor<1x2x64x32xf32> {
  %0 = "ttir.full"() <{fill_value = -10000.0 : f32, shape = array<i32: 1, 1, 64, 64>}> : () -> tensor<1x1x64x64xf32>
  %1 = "ttir.scaled_dot_product_attention"(%q, %k, %v, %0) <{is_causal = false, scale = 0.12 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<1x2x64x32xf32>, tensor<1x2x64x32xf32>, tensor<1x2x64x32xf32>, tensor<1x1x64x64xf32>) -> tensor<1x2x64x32xf32>
  return %1 : tensor<1x2x64x32xf32>
}
