// Without a function @main every public one that no other calls becomes one of TTIR; a `case` on data computes every branch.
// RUN: alcove-opt %s --convert-stablehlo-to-ttir | FileCheck %s
// CHECK-LABEL: func.func @test_broadcast
// CHECK-LABEL: func.func @add
// CHECK: "ttir.add"
// CHECK-LABEL: func.func @logical_and
// CHECK-LABEL: func.func @argmax
// CHECK: "ttir.argmax"
// CHECK-LABEL: func.func @avg_pool
// CHECK-LABEL: func.func @ge_case
// CHECK-DAG: "ttir.tanh"
// CHECK-DAG: "ttir.exp"
// CHECK: "ttir.where"
// CHECK: "ttir.where"
// CHECK-LABEL: func.func @test_dot
module @jit_broadcast attributes {} {
  func.func public @test_broadcast(%arg0: tensor<1xf32>) -> tensor<64x128xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<1xf32>) -> tensor<64x128xf32>
    return %0 : tensor<64x128xf32>
  }
  func.func @add(%arg0: tensor<13x21x3xf32>, %arg1: tensor<13x21x3xf32>) -> tensor<13x21x3xf32> {
    %0 = stablehlo.add %arg0, %arg1 : tensor<13x21x3xf32>
    return %0 : tensor<13x21x3xf32>
  }
  func.func @logical_and(%arg0: tensor<64x96xi1>, %arg1: tensor<64x96xi1>) -> tensor<64x96xi1> {
    %0 = stablehlo.and %arg0, %arg1 : tensor<64x96xi1>
    return %0 : tensor<64x96xi1>
  }
  func.func public @argmax(%arg0: tensor<32x32xf32>) -> tensor<32xi32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.iota dim = 0 : tensor<32xi32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<32xi32>) -> tensor<32x32xi32>
    %2:2 = stablehlo.reduce(%arg0 init: %cst), (%1 init: %c) across dimensions = [1] : (tensor<32x32xf32>, tensor<32x32xi32>, tensor<f32>, tensor<i32>) -> (tensor<32xf32>, tensor<32xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %3 = stablehlo.compare  GE, %arg1, %arg3,  FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.select %3, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %5 = stablehlo.compare  EQ, %arg1, %arg3,  FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.minimum %arg2, %arg4 : tensor<i32>
      %7 = stablehlo.select %3, %arg2, %arg4 : tensor<i1>, tensor<i32>
      %8 = stablehlo.select %5, %6, %7 : tensor<i1>, tensor<i32>
      stablehlo.return %4, %8 : tensor<f32>, tensor<i32>
    }
    return %2#1 : tensor<32xi32>
  }
  func.func @avg_pool(%arg0: tensor<1x32x128x128xbf16>) -> tensor<1x32x64x64xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %cst_1 = stablehlo.constant dense<4.0> : tensor<1x32x64x64xbf16>
    %0 = "stablehlo.reduce_window"(%arg0, %cst) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 2, 2>}> ({
    ^bb0(%arg1: tensor<bf16>, %arg2: tensor<bf16>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<bf16>
      stablehlo.return %2 : tensor<bf16>
    }) : (tensor<1x32x128x128xbf16>, tensor<bf16>) -> tensor<1x32x64x64xbf16>
    %1 = stablehlo.divide %0, %cst_1 : tensor<1x32x64x64xbf16>
    return %1 : tensor<1x32x64x64xbf16>
  }
  func.func @ge_case(%i: tensor<i32>, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = "stablehlo.case"(%i) ({
      %1 = stablehlo.tanh %x : tensor<4x4xf32>
      stablehlo.return %1 : tensor<4x4xf32>
    }, {
      %1 = stablehlo.exponential %x : tensor<4x4xf32>
      stablehlo.return %1 : tensor<4x4xf32>
    }, {
      stablehlo.return %x : tensor<4x4xf32>
    }) : (tensor<i32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
  func.func @test_dot(%arg0: tensor<16x32xf32>, %arg1: tensor<32xf32>) -> tensor<16xf32> {
    %0 = stablehlo.dot %arg0, %arg1, precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<32xf32>) -> tensor<16xf32>
    return %0 : tensor<16xf32>
  }
  func.func @rng(%a: tensor<f32>, %b: tensor<f32>) -> tensor<32x32xf32> {
    %l = stablehlo.constant dense<0.0> : tensor<f32>
    %h = stablehlo.constant dense<1.0> : tensor<f32>
    %s = stablehlo.constant dense<32> : tensor<2xi64>
    %0 = stablehlo.rng %l, %h, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<32x32xf32>
    return %0 : tensor<32x32xf32>
  }
}
