// Names of MHLO in both forms are StableHLO's: nothing of them is left in TTIR.
// RUN: alcove-opt %s | FileCheck %s --check-prefix=READ
// RUN: alcove-opt %s --convert-stablehlo-to-ttir | FileCheck %s
// READ: stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [1]
// READ: chlo.erf
// CHECK-NOT: "mhlo.
// CHECK: "ttir.convolution"
// CHECK: "ttir.erf"
module @jit_f.12 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x16xf32> {mhlo.sharding = "{replicated}"}, %arg1: tensor<16x4xf32>, %arg2: tensor<1x8x8x3xf32>, %arg3: tensor<3x3x3x4xf32>) -> (tensor<8x4xf32>, tensor<1x8x8x4xf32>, tensor<8x16xf32>, tensor<4x16xf32>) {
    %0 = "mhlo.dot_general"(%arg0, %arg1) {dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision DEFAULT>]} : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %1 = mhlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = mhlo.reduce(%0 init: %1) applies mhlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
    %3 = "mhlo.broadcast_in_dim"(%2) {broadcast_dimensions = dense<0> : tensor<1xi64>} : (tensor<8xf32>) -> tensor<8x4xf32>
    %4 = mhlo.divide %0, %3 : tensor<8x4xf32>
    %5 = mhlo.convolution(%arg2, %arg3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [0, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision DEFAULT>]} : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x8x8x4xf32>
    %6 = "mhlo.compare"(%arg0, %arg0) {compare_type = #mhlo<comparison_type FLOAT>, comparison_direction = #mhlo<comparison_direction LT>} : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xi1>
    %7 = mhlo.erf %arg0 : tensor<8x16xf32>
    %8 = "mhlo.select"(%6, %arg0, %7) : (tensor<8x16xi1>, tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
    %9 = "mhlo.iota"() {iota_dimension = 0 : i64} : () -> tensor<4xi32>
    %10 = "mhlo.reshape"(%9) : (tensor<4xi32>) -> tensor<4x1xi32>
    %11 = "mhlo.gather"(%8, %10) {dimension_numbers = #mhlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = dense<[1, 16]> : tensor<2xi64>} : (tensor<8x16xf32>, tensor<4x1xi32>) -> tensor<4x16xf32>
    %12 = "mhlo.slice"(%8) {limit_indices = dense<[4, 16]> : tensor<2xi64>, start_indices = dense<0> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} : (tensor<8x16xf32>) -> tensor<4x16xf32>
    %13 = "mhlo.reduce"(%12, %1) ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %20 = mhlo.maximum %arg4, %arg5 : tensor<f32>
      "mhlo.return"(%20) : (tensor<f32>) -> ()
    }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf32>
    %15 = mhlo.add %11, %12 : tensor<4x16xf32>
    return %4, %5, %8, %15 : tensor<8x4xf32>, tensor<1x8x8x4xf32>, tensor<8x16xf32>, tensor<4x16xf32>
  }
}
