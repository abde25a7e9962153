// Windows of integers are maxima and sums of what lies beside each other, and upsampling repeats them: the library's pools
// and upsampling are of floats.
// RUN: alcove-opt %s --ttir-to-ttnn-backend-pipeline -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: alcove-run %s --compare=%t.mlir | FileCheck %s --check-prefix=NUMBERS
// CHECK-NOT: pool2d
// CHECK-NOT: upsample
// NUMBERS-COUNT-3: 0 elements differ

// Of 3 x 2 elements: two beside each other and a third, then two.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-3: "ttnn.maximum"
// Five: two and two, and a fifth.
// CHECK-COUNT-3: "ttnn.add"
// CHECK-COUNT-2: "ttnn.repeat_interleave"
func.func @main(%x: tensor<4x6xi32>, %y: tensor<9x3xi32>, %z: tensor<1x3x4x5xi32>) -> (tensor<2x6xi32>, tensor<7x3xi32>, tensor<1x6x12x5xi32>) {
  %0 = "ttir.pooling"(%x) <{operandSegmentSizes = array<i32: 1, 1>, pooling_method = #ttir<pooling_method Max>, window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = array<i64: 1, 0, 0, 1>}> : (tensor<4x6xi32>) -> tensor<2x6xi32>
  %1 = "ttir.pooling"(%y) <{operandSegmentSizes = array<i32: 1, 1>, pooling_method = #ttir<pooling_method Sum>, window_dimensions = array<i64: 5, 1>, window_strides = array<i64: 1, 1>, base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = array<i64: 2, 0, 0, 0>}> : (tensor<9x3xi32>) -> tensor<7x3xi32>
  %2 = "ttir.upsample2d"(%z) <{scale_factor = array<i32: 2, 3>, mode = "nearest"}> : (tensor<1x3x4x5xi32>) -> tensor<1x6x12x5xi32>
  return %0, %1, %2 : tensor<2x6xi32>, tensor<7x3xi32>, tensor<1x6x12x5xi32>
}
