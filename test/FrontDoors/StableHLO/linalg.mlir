// StableHLO as linalg: bodies on numbers of one element, products and windows as indexing maps, integers without sign.
// RUN: alcove-opt %s --convert-stablehlo-to-linalg --split-input-file | FileCheck %s

// A known operand is a number in the body; the bias is repeated.
// CHECK-LABEL: func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<16xf32>)
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1
// CHECK: linalg.broadcast ins(%arg2 : tensor<16xf32>) {{.*}} dimensions = [0]
// CHECK: arith.addf
// CHECK: arith.maximumf %{{.*}}, %cst
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<4x16xf32>
  %2 = stablehlo.add %0, %1 : tensor<4x16xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
  %4 = stablehlo.maximum %2, %3 : tensor<4x16xf32>
  return %4 : tensor<4x16xf32>
}

// -----

// Narrow floats are summed in f32; a group is a dimension of its own.
// CHECK-LABEL: func.func @main
// CHECK: tensor.pad
// CHECK: tensor.expand_shape {{.*}} tensor<1x6x6x4xbf16> into tensor<1x6x6x2x2xbf16>
// CHECK: linalg.generic
// CHECK-SAME: outs(%{{.*}} : tensor<1x4x4x2x3xf32>)
// CHECK: arith.truncf
func.func @main(%x: tensor<1x4x4x4xbf16>, %w: tensor<3x3x2x6xbf16>) -> tensor<1x4x4x6xbf16> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x4x4x4xbf16>, tensor<3x3x2x6xbf16>) -> tensor<1x4x4x6xbf16>
  return %0 : tensor<1x4x4x6xbf16>
}

// -----

// What is unsigned is compared and divided as such.
// CHECK-LABEL: func.func @main(%arg0: tensor<4xi8>, %arg1: tensor<4xi8>) -> tensor<4xi1>
// CHECK: arith.divui
// CHECK: arith.cmpi ult
func.func @main(%a: tensor<4xui8>, %b: tensor<4xui8>) -> tensor<4xi1> {
  %0 = stablehlo.divide %a, %b : tensor<4xui8>
  %1 = stablehlo.compare LT, %0, %b, UNSIGNED : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

// -----

// An argmax is one reduction of two tensors.
// CHECK-LABEL: func.func @main
// CHECK: linalg.reduce ins(%arg0, %{{.*}} : tensor<4x8xf32>, tensor<4x8xi32>)
// CHECK-SAME: dimensions = [1]
// CHECK: linalg.yield %{{.*}}, %{{.*}} : f32, i32
func.func @main(%x: tensor<4x8xf32>) -> tensor<4xi32> {
  %at = stablehlo.iota dim = 1 : tensor<4x8xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %low), (%at init: %zero) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
      %1 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %2 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<f32>
      %3 = stablehlo.select %1, %i, %j : tensor<i1>, tensor<i32>
      stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
    }
  return %0#1 : tensor<4xi32>
}
