// Sums and maxima that run along a row, gradients of a maximum over windows, and holes between elements.
// RUN: alcove-opt --stablehlo-execute=as-ttir=true %s -o /dev/null
// RUN: alcove plan %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// CHECK: "ttnn.cumsum"
module @jit_w attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x33xf32>, %arg1: tensor<2x8x8x16xf32>, %arg2: tensor<2x4x4x16xf32>) -> (tensor<4x33xf32>, tensor<4x33xf32>, tensor<4x33xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x16xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = "stablehlo.reduce_window"(%arg0, %cst) <{padding = dense<[[0, 0], [32, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 33>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %7 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %7 : tensor<f32>
    }) : (tensor<4x33xf32>, tensor<f32>) -> tensor<4x33xf32>
    %1 = "stablehlo.reduce_window"(%arg0, %cst) <{padding = dense<[[0, 0], [0, 32]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 33>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %7 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %7 : tensor<f32>
    }) : (tensor<4x33xf32>, tensor<f32>) -> tensor<4x33xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2 = "stablehlo.reduce_window"(%arg0, %cst_0) <{padding = dense<[[0, 0], [32, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 33>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %7 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
      stablehlo.return %7 : tensor<f32>
    }) : (tensor<4x33xf32>, tensor<f32>) -> tensor<4x33xf32>
    %3 = "stablehlo.select_and_scatter"(%arg1, %arg2, %cst) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %7 = stablehlo.compare GE, %arg3, %arg4, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %7 : tensor<i1>
    }, {
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %7 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %7 : tensor<f32>
    }) : (tensor<2x8x8x16xf32>, tensor<2x4x4x16xf32>, tensor<f32>) -> tensor<2x8x8x16xf32>
    %4 = stablehlo.pad %arg2, %cst, low = [0, 0, 0, 0], high = [0, 1, 1, 0], interior = [0, 1, 1, 0] : (tensor<2x4x4x16xf32>, tensor<f32>) -> tensor<2x8x8x16xf32>
    return %0, %1, %2, %3, %4 : tensor<4x33xf32>, tensor<4x33xf32>, tensor<4x33xf32>, tensor<2x8x8x16xf32>, tensor<2x8x8x16xf32>
  }
}
