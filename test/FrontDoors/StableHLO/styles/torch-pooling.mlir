// torch-xla: integers of 64 bits, norms by batch_norm_training, masked means, sort with positions.
// RUN: alcove-opt --stablehlo-execute=as-ttir=true %s -o /dev/null
// RUN: alcove plan %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// CHECK: "ttnn.sort"
module @SyncTensorsGraph.77 attributes {mhlo.cross_program_prefetches = [], mhlo.frontend_attributes = {}, mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<2x7xi64>, %arg1: tensor<50x32xf32>, %arg2: tensor<f32>, %arg3: tensor<32xf32>, %arg4: tensor<32xf32>, %arg5: tensor<2x7xf32>) -> (tensor<2x7x32xf32>, tensor<2x32xf32>, tensor<2x7xi64>) {
    %c = stablehlo.constant dense<50> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<2x7xi64>
    %cst = stablehlo.constant dense<1.0000000000000001E-5> : tensor<f64>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.compare LT, %arg0, %c_0 : (tensor<2x7xi64>, tensor<2x7xi64>) -> tensor<2x7xi1>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<2x7xi64>
    %2 = stablehlo.add %arg0, %1 : tensor<2x7xi64>
    %3 = stablehlo.select %0, %2, %arg0 : tensor<2x7xi1>, tensor<2x7xi64>
    %4 = stablehlo.reshape %3 : (tensor<2x7xi64>) -> tensor<14xi64>
    %5 = stablehlo.convert %4 : (tensor<14xi64>) -> tensor<14xui32>
    %6 = "stablehlo.gather"(%arg1, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 32>}> : (tensor<50x32xf32>, tensor<14xui32>) -> tensor<14x32xf32>
    %7 = stablehlo.reshape %6 : (tensor<14x32xf32>) -> tensor<2x7x32xf32>
    %8 = stablehlo.reshape %7 : (tensor<2x7x32xf32>) -> tensor<1x14x32xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<14xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<14xf32>
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%8, %cst_2, %cst_3) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> : (tensor<1x14x32xf32>, tensor<14xf32>, tensor<14xf32>) -> (tensor<1x14x32xf32>, tensor<14xf32>, tensor<14xf32>)
    %9 = stablehlo.reshape %output : (tensor<1x14x32xf32>) -> tensor<2x7x32xf32>
    %10 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<32xf32>) -> tensor<2x7x32xf32>
    %11 = stablehlo.multiply %9, %10 : tensor<2x7x32xf32>
    %12 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<32xf32>) -> tensor<2x7x32xf32>
    %13 = stablehlo.add %12, %11 : tensor<2x7x32xf32>
    %14 = stablehlo.reshape %arg5 : (tensor<2x7xf32>) -> tensor<2x7x1xf32>
    %15 = stablehlo.broadcast_in_dim %arg5, dims = [0, 1] : (tensor<2x7xf32>) -> tensor<2x7x32xf32>
    %16 = stablehlo.multiply %13, %15 : tensor<2x7x32xf32>
    %17 = stablehlo.reduce(%16 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<2x7x32xf32>, tensor<f32>) -> tensor<2x32xf32>
    %18 = stablehlo.reduce(%arg5 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<2x7xf32>, tensor<f32>) -> tensor<2xf32>
    %cst_4 = stablehlo.constant dense<9.99999971E-10> : tensor<f32>
    %cst_5 = stablehlo.constant dense<3.40282347E+38> : tensor<2xf32>
    %19 = stablehlo.clamp %cst_4, %18, %arg2 : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<2xf32>) -> tensor<2x32xf32>
    %21 = stablehlo.divide %17, %20 : tensor<2x32xf32>
    %22 = stablehlo.iota dim = 0 : tensor<7xi64>
    %23 = stablehlo.broadcast_in_dim %22, dims = [1] : (tensor<7xi64>) -> tensor<2x7xi64>
    %24:2 = "stablehlo.sort"(%arg5, %23) <{dimension = 1 : i64, is_stable = false}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>, %arg8: tensor<i64>, %arg9: tensor<i64>):
      %25 = stablehlo.compare GT, %arg6, %arg7, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %25 : tensor<i1>
    }) : (tensor<2x7xf32>, tensor<2x7xi64>) -> (tensor<2x7xf32>, tensor<2x7xi64>)
    return %13, %21, %24#1 : tensor<2x7x32xf32>, tensor<2x32xf32>, tensor<2x7xi64>
  }
}
