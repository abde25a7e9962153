// RUN: alcove-opt --ttir-implicit-broadcast-fold --split-input-file %s | FileCheck %s

// The other operand has the full shape: the broadcast is the op's own business.
// CHECK-LABEL: @beside_full_shape
// CHECK-NEXT: %[[R:.*]] = "ttir.add"(%arg0, %arg1) : (tensor<32x64xf32>, tensor<1x64xf32>) -> tensor<32x64xf32>
// CHECK-NEXT: return %[[R]]
func.func @beside_full_shape(%a: tensor<32x64xf32>, %b: tensor<1x64xf32>) -> tensor<32x64xf32> {
  %0 = "ttir.broadcast"(%b) <{broadcast_dimensions = array<i64: 32, 1>}> : (tensor<1x64xf32>) -> tensor<32x64xf32>
  %1 = "ttir.add"(%a, %0) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  return %1 : tensor<32x64xf32>
}

// -----

// 2x1 and 1x3 span 2x3 together: both broadcasts go.
// CHECK-LABEL: @outer
// CHECK-NEXT: "ttir.multiply"(%arg0, %arg1) : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
func.func @outer(%a: tensor<2x1xf32>, %b: tensor<1x3xf32>) -> tensor<2x3xf32> {
  %0 = "ttir.broadcast"(%a) <{broadcast_dimensions = array<i64: 1, 3>}> : (tensor<2x1xf32>) -> tensor<2x3xf32>
  %1 = "ttir.broadcast"(%b) <{broadcast_dimensions = array<i64: 2, 1>}> : (tensor<1x3xf32>) -> tensor<2x3xf32>
  %2 = "ttir.multiply"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}

// -----

// Nobody has the full shape: compare 1x3 values, then broadcast the result. The constant shrinks to one element.
// CHECK-LABEL: @sinks
// CHECK-DAG: %[[C:.*]] = "ttir.full"() <{fill_value = 2.000000e+00 : f32, shape = array<i32: 1, 1>}>
// CHECK-DAG: %[[E:.*]] = "ttir.eq"(%arg0, %[[C]]) : (tensor<1x3xf32>, tensor<1x1xf32>) -> tensor<1x3xbf16>
// CHECK: %[[B:.*]] = "ttir.broadcast"(%[[E]]) <{broadcast_dimensions = array<i64: 2, 1>}>
// CHECK: return %[[B]]
func.func @sinks(%a: tensor<1x3xf32>) -> tensor<2x3xbf16> {
  %0 = "ttir.broadcast"(%a) <{broadcast_dimensions = array<i64: 2, 1>}> : (tensor<1x3xf32>) -> tensor<2x3xf32>
  %1 = "ttir.full"() <{fill_value = 2.0 : f32, shape = array<i32: 2, 3>}> : () -> tensor<2x3xf32>
  %2 = "ttir.eq"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xbf16>
  return %2 : tensor<2x3xbf16>
}

// -----

// A reduction reads the full shape: its broadcast stays.
// CHECK-LABEL: @stays
// CHECK: "ttir.broadcast"
// CHECK: "ttir.sum"
func.func @stays(%a: tensor<1x3xf32>) -> tensor<3xf32> {
  %0 = "ttir.broadcast"(%a) <{broadcast_dimensions = array<i64: 2, 1>}> : (tensor<1x3xf32>) -> tensor<2x3xf32>
  %1 = "ttir.sum"(%0) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<2x3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
