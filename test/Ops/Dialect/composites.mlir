// RUN: alcove-opt %s | alcove-opt | FileCheck %s
// RUN: alcove-opt %s --lower-ttir-to-ttnn | FileCheck %s --check-prefix=LOWERED

// The lowering inlines what a composite computes.
// LOWERED-LABEL: func.func @main
// LOWERED-NOT: composite
// LOWERED: "ttnn.relu"
// CHECK-LABEL: @main
// CHECK: "ttcore.composite"(%arg0) <{composite_attributes = {alpha = 1 : i32}, composite_name = "mine.relu", decomposition = @relu}>
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "ttcore.composite"(%x) <{composite_attributes = {alpha = 1 : i32}, composite_name = "mine.relu", decomposition = @relu}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func private @relu(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "ttir.relu"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
