// Gathers and scatters with batching dimensions.
// RUN: alcove-opt --stablehlo-execute=as-ttir=true %s -o /dev/null
// RUN: alcove plan %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// CHECK: "ttnn.
module @jit_g attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x16x8xf32>, %arg1: tensor<4x5xi32>, %arg2: tensor<4x16xf32>, %arg3: tensor<4x5x8xf32>, %arg4: tensor<4xi32>, %arg5: tensor<4x1x8xf32>) -> (tensor<4x5x8xf32>, tensor<4x5xf32>, tensor<4x16x8xf32>, tensor<4x16xf32>, tensor<4x16x8xf32>, tensor<4x1x8xf32>) {
    %0 = stablehlo.reshape %arg1 : (tensor<4x5xi32>) -> tensor<4x5x1xi32>
    %1 = "stablehlo.gather"(%arg0, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<4x16x8xf32>, tensor<4x5x1xi32>) -> tensor<4x5x8xf32>
    %2 = "stablehlo.gather"(%arg2, %0) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x16xf32>, tensor<4x5x1xi32>) -> tensor<4x5xf32>
    %3 = "stablehlo.scatter"(%arg0, %0, %arg3) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %9 = stablehlo.add %arg6, %arg7 : tensor<f32>
      stablehlo.return %9 : tensor<f32>
    }) : (tensor<4x16x8xf32>, tensor<4x5x1xi32>, tensor<4x5x8xf32>) -> tensor<4x16x8xf32>
    %4 = "stablehlo.scatter"(%arg2, %0, %2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      stablehlo.return %arg7 : tensor<f32>
    }) : (tensor<4x16xf32>, tensor<4x5x1xi32>, tensor<4x5xf32>) -> tensor<4x16xf32>
    %5 = stablehlo.reshape %arg4 : (tensor<4xi32>) -> tensor<4x1xi32>
    %6 = "stablehlo.scatter"(%arg0, %5, %arg5) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      stablehlo.return %arg7 : tensor<f32>
    }) : (tensor<4x16x8xf32>, tensor<4x1xi32>, tensor<4x1x8xf32>) -> tensor<4x16x8xf32>
    %7 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<4x16x8xf32>, tensor<4x1xi32>) -> tensor<4x1x8xf32>
    return %1, %2, %3, %4, %6, %7 : tensor<4x5x8xf32>, tensor<4x5xf32>, tensor<4x16x8xf32>, tensor<4x16xf32>, tensor<4x16x8xf32>, tensor<4x1x8xf32>
  }
}
