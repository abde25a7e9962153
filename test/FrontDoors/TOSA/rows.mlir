// Rows by indices, read and written: of floats and of integers that are no quantized ones; one batch is a table.
// RUN: alcove-opt %s --convert-tosa-to-ttir | FileCheck %s
// RUN: alcove plan %s --summary=false -o %t.mlir
// RUN: alcove run %s --compare=%t.mlir | FileCheck %s --check-prefix=NUMBERS
// NUMBERS: result 0: {{.*}} 0 elements differ
// NUMBERS: result 1: {{.*}} equal
// NUMBERS: result 2: {{.*}} 0 elements differ
// CHECK: "ttir.gather"({{.*}}collapsed_slice_dims = array<i64: 0>{{.*}} : (tensor<30x8xi32>, tensor<12xi32>) -> tensor<12x8xi32>
// CHECK: "ttir.scatter"({{.*}}input_batching_dims = array<i64: 0>, inserted_window_dims = array<i64: 1>, {{.*}}unique_indices = true, update_window_dims = array<i64: 2>{{.*}} : (tensor<2x10x4xf32>, tensor<2x3xi32>, tensor<2x3x4xf32>) -> tensor<2x10x4xf32>
// f32 holds no 16777217: what is padded with zeros is the distance from it.
// CHECK: %[[BY:.*]] = "ttir.constant"() <{value = dense<16777217> : tensor<2x3xi32>}>
// CHECK: %[[FROM:.*]] = "ttir.subtract"(%{{.*}}, %[[BY]])
// CHECK: "ttir.pad"(%[[FROM]]) <{padding = array<i32: 0, 1, 1, 0>, value = 0.000000e+00 : f32}>
// CHECK: "ttir.add"
func.func @main(%table: tensor<1x30x8xi32>, %rows: tensor<1x12xi32>, %into: tensor<2x10x4xf32>, %at: tensor<2x3xi32>, %new: tensor<2x3x4xf32>, %x: tensor<2x3xi32>) -> (tensor<1x12x8xi32>, tensor<2x10x4xf32>, tensor<3x4xi32>) {
  %0 = tosa.gather %table, %rows : (tensor<1x30x8xi32>, tensor<1x12xi32>) -> tensor<1x12x8xi32>
  %1 = tosa.scatter %into, %at, %new : (tensor<2x10x4xf32>, tensor<2x3xi32>, tensor<2x3x4xf32>) -> tensor<2x10x4xf32>
  %edges = tosa.const_shape {values = dense<[0, 1, 1, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %odd = "tosa.const"() <{values = dense<16777217> : tensor<1xi32>}> : () -> tensor<1xi32>
  %2 = tosa.pad %x, %edges, %odd : (tensor<2x3xi32>, !tosa.shape<4>, tensor<1xi32>) -> tensor<3x4xi32>
  return %0, %1, %2 : tensor<1x12x8xi32>, tensor<2x10x4xf32>, tensor<3x4xi32>
}
