// Windows of integers are maxima and sums of what lies beside each other: the library's pools are of floats.
// RUN: alcove-opt %s --ttir-to-ttnn-backend-pipeline -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: alcove-run %s --compare=%t.mlir | FileCheck %s --check-prefix=NUMBERS
// CHECK-NOT: pool2d
// NUMBERS: 0 elements differ
// NUMBERS: 0 elements differ

// Of 3 x 2 elements: two beside each other and a third, then two.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-3: "ttnn.maximum"
// Five: two and two, and a fifth.
// CHECK-COUNT-3: "ttnn.add"
func.func @main(%x: tensor<4x6xi32>, %y: tensor<9x3xi32>) -> (tensor<2x6xi32>, tensor<7x3xi32>) {
  %0 = "ttir.pooling"(%x) <{operandSegmentSizes = array<i32: 1, 1>, pooling_method = #ttir<pooling_method Max>, window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = array<i64: 1, 0, 0, 1>}> : (tensor<4x6xi32>) -> tensor<2x6xi32>
  %1 = "ttir.pooling"(%y) <{operandSegmentSizes = array<i32: 1, 1>, pooling_method = #ttir<pooling_method Sum>, window_dimensions = array<i64: 5, 1>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = array<i64: 2, 0, 0, 0>}> : (tensor<9x3xi32>) -> tensor<7x3xi32>
  return %0, %1 : tensor<2x6xi32>, tensor<7x3xi32>
}
