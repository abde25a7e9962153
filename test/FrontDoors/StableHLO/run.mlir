// The plan of a program of StableHLO computes what the program computes: softmax as JAX prints it, between two products.
// RUN: alcove plan %s --parameters=1-2 -o %t.planned.mlir
// RUN: alcove run %s --compare=%t.planned.mlir | FileCheck %s
// RUN: FileCheck %s --check-prefix=PLAN < %t.planned.mlir
// CHECK: result 0: 32x64 f32 against f32: equal
// PLAN: "ttnn.softmax"

module @jit_attend attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%x: tensor<32x64xf32>, %k: tensor<64x64xf32>, %v: tensor<64x64xf32>) -> (tensor<32x64xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %x, %k, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    %1 = call @softmax(%0) : (tensor<32x64xf32>) -> tensor<32x64xf32>
    %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    return %2 : tensor<32x64xf32>
  }
  func.func private @softmax(%x: tensor<32x64xf32>) -> tensor<32x64xf32> {
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<32x64xf32>, tensor<f32>) -> tensor<32xf32>
    %1 = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<32xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<32xf32>) -> tensor<32x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<32x1xf32>) -> tensor<32x64xf32>
    %5 = stablehlo.subtract %x, %4 : tensor<32x64xf32>
    %6 = stablehlo.exponential %5 : tensor<32x64xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<32x64xf32>, tensor<f32>) -> tensor<32xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<32xf32>) -> tensor<32x1xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<32x1xf32>) -> tensor<32x64xf32>
    %10 = stablehlo.divide %6, %9 : tensor<32x64xf32>
    return %10 : tensor<32x64xf32>
  }
}
