// A Keras model of images: batch norm in parts, relu6, padded means of windows, softmax.
// RUN: alcove-opt --stablehlo-execute=as-ttir=true %s -o /dev/null
// RUN: alcove plan %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// CHECK: "ttnn.softmax"
module @jit_serving_default attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32, jax.uses_shape_polymorphism = false} {
  func.func public @main(%arg0: tensor<3x3x3x16xf32> {jax.arg_info = "trainable_variables[0]", mhlo.layout_mode = "default"}, %arg1: tensor<16xf32> {jax.arg_info = "trainable_variables[1]"}, %arg2: tensor<16xf32> {jax.arg_info = "trainable_variables[2]"}, %arg3: tensor<3x3x1x16xf32> {jax.arg_info = "trainable_variables[3]"}, %arg4: tensor<16x10xf32> {jax.arg_info = "trainable_variables[4]"}, %arg5: tensor<10xf32> {jax.arg_info = "trainable_variables[5]"}, %arg6: tensor<16xf32> {jax.arg_info = "non_trainable_variables[0]"}, %arg7: tensor<16xf32> {jax.arg_info = "non_trainable_variables[1]"}, %arg8: tensor<4x32x32x3xf32> {jax.arg_info = "x", mhlo.layout_mode = "default"}) -> (tensor<4x10xf32> {jax.result_info = "[0]", mhlo.layout_mode = "default"}) {
    %cst = stablehlo.constant dense<1.270000e+02> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x32x32x3xf32>
    %1 = stablehlo.divide %arg8, %0 : tensor<4x32x32x3xf32>
    %2 = stablehlo.convolution(%1, %arg0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x32x32x3xf32>, tensor<3x3x3x16xf32>) -> tensor<4x16x16x16xf32>
    %3 = stablehlo.reshape %arg6 : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %4 = stablehlo.reshape %arg7 : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<1x1x1x16xf32>
    %6 = stablehlo.abs %4 : tensor<1x1x1x16xf32>
    %7 = stablehlo.add %6, %5 : tensor<1x1x1x16xf32>
    %8 = stablehlo.rsqrt %7 : tensor<1x1x1x16xf32>
    %9 = stablehlo.reshape %arg1 : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %10 = stablehlo.multiply %8, %9 : tensor<1x1x1x16xf32>
    %11 = stablehlo.negate %3 : tensor<1x1x1x16xf32>
    %12 = stablehlo.multiply %11, %10 : tensor<1x1x1x16xf32>
    %13 = stablehlo.reshape %arg2 : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %14 = stablehlo.add %12, %13 : tensor<1x1x1x16xf32>
    %15 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<4x16x16x16xf32>
    %16 = stablehlo.multiply %2, %15 : tensor<4x16x16x16xf32>
    %17 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<4x16x16x16xf32>
    %18 = stablehlo.add %16, %17 : tensor<4x16x16x16xf32>
    %19 = call @relu6(%18) : (tensor<4x16x16x16xf32>) -> tensor<4x16x16x16xf32>
    %20 = stablehlo.reshape %arg3 : (tensor<3x3x1x16xf32>) -> tensor<3x3x1x16xf32>
    %21 = stablehlo.convolution(%19, %20) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 16 : i64} : (tensor<4x16x16x16xf32>, tensor<3x3x1x16xf32>) -> tensor<4x16x16x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = "stablehlo.reduce_window"(%21, %cst_1) <{padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      %40 = stablehlo.add %arg9, %arg10 : tensor<f32>
      stablehlo.return %40 : tensor<f32>
    }) : (tensor<4x16x16x16xf32>, tensor<f32>) -> tensor<4x8x8x16xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x16x16x16xf32>
    %24 = "stablehlo.reduce_window"(%23, %cst_1) <{padding = dense<[[0, 0], [1, 1], [1, 1], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      %40 = stablehlo.add %arg9, %arg10 : tensor<f32>
      stablehlo.return %40 : tensor<f32>
    }) : (tensor<4x16x16x16xf32>, tensor<f32>) -> tensor<4x8x8x16xf32>
    %25 = stablehlo.divide %22, %24 : tensor<4x8x8x16xf32>
    %26 = stablehlo.reduce(%25 init: %cst_1) applies stablehlo.add across dimensions = [1, 2] : (tensor<4x8x8x16xf32>, tensor<f32>) -> tensor<4x16xf32>
    %cst_3 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %28 = stablehlo.divide %26, %27 : tensor<4x16xf32>
    %29 = stablehlo.dot_general %28, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x16xf32>, tensor<16x10xf32>) -> tensor<4x10xf32>
    %30 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<4x10xf32>
    %32 = stablehlo.add %29, %31 : tensor<4x10xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %33 = stablehlo.reduce(%32 init: %cst_4) applies stablehlo.maximum across dimensions = [1] : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x10xf32>
    %36 = stablehlo.subtract %32, %35 : tensor<4x10xf32>
    %37 = stablehlo.exponential %36 : tensor<4x10xf32>
    %38 = stablehlo.reduce(%37 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0] : (tensor<4xf32>) -> tensor<4x10xf32>
    %41 = stablehlo.divide %37, %39 : tensor<4x10xf32>
    return %41 : tensor<4x10xf32>
  }
  func.func private @relu6(%arg0: tensor<4x16x16x16xf32>) -> tensor<4x16x16x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16x16x16xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<4x16x16x16xf32>
    %cst_0 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x16x16x16xf32>
    %3 = stablehlo.minimum %1, %2 : tensor<4x16x16x16xf32>
    return %3 : tensor<4x16x16x16xf32>
  }
}
// What a batch norm makes of its parameters is a weight too.
// RUN: alcove-opt --convert-stablehlo-to-ttir %s 2>&1 | FileCheck %s --check-prefix=ROLES
// ROLES: arguments 0-7 of @main are taken for parameters
