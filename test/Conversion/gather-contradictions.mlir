// RUN: alcove-opt --ttir-to-ttir-decomposition %s | FileCheck %s

// Dimension numbers that contradict each other or the shapes: the op stays as it is.
// CHECK-COUNT-7: "ttir.gather"
func.func @gathers(%t: tensor<5x8xf32>, %i: tensor<3x1xsi32>) -> (tensor<3x9xf32>, tensor<3x8xf32>, tensor<3xf32>, tensor<4x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>) {
  // A window is wider than the table.
  %0 = "ttir.gather"(%t, %i) <{offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0>, start_index_map = array<i64: 0>, index_vector_dim = 1 : si64, slice_sizes = array<i64: 1, 9>}> : (tensor<5x8xf32>, tensor<3x1xsi32>) -> tensor<3x9xf32>
  // A dimension that the table has not.
  %1 = "ttir.gather"(%t, %i) <{offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0>, start_index_map = array<i64: 7>, index_vector_dim = 1 : si64, slice_sizes = array<i64: 1, 8>}> : (tensor<5x8xf32>, tensor<3x1xsi32>) -> tensor<3x8xf32>
  // More components than the index vectors have.
  %2 = "ttir.gather"(%t, %i) <{offset_dims = array<i64>, collapsed_slice_dims = array<i64: 0, 1>, start_index_map = array<i64: 0, 1>, index_vector_dim = 1 : si64, slice_sizes = array<i64: 1, 1>}> : (tensor<5x8xf32>, tensor<3x1xsi32>) -> tensor<3xf32>
  // A result of another shape.
  %3 = "ttir.gather"(%t, %i) <{offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0>, start_index_map = array<i64: 0>, index_vector_dim = 1 : si64, slice_sizes = array<i64: 1, 8>}> : (tensor<5x8xf32>, tensor<3x1xsi32>) -> tensor<4x8xf32>
  // Windows beyond the result's rank.
  %4 = "ttir.gather"(%t, %i) <{offset_dims = array<i64: 5>, collapsed_slice_dims = array<i64: 0>, start_index_map = array<i64: 0>, index_vector_dim = 1 : si64, slice_sizes = array<i64: 1, 8>}> : (tensor<5x8xf32>, tensor<3x1xsi32>) -> tensor<3x8xf32>
  // A collapsed dimension of two.
  %5 = "ttir.gather"(%t, %i) <{offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0>, start_index_map = array<i64: 0>, index_vector_dim = 1 : si64, slice_sizes = array<i64: 2, 8>}> : (tensor<5x8xf32>, tensor<3x1xsi32>) -> tensor<3x8xf32>
  // Negative and missing numbers.
  %6 = "ttir.gather"(%t, %i) <{offset_dims = array<i64: -1>, collapsed_slice_dims = array<i64: 0>, start_index_map = array<i64: -1>, index_vector_dim = -4 : si64, slice_sizes = array<i64: 0, -8>}> : (tensor<5x8xf32>, tensor<3x1xsi32>) -> tensor<3x8xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<3x9xf32>, tensor<3x8xf32>, tensor<3xf32>, tensor<4x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>, tensor<3x8xf32>
}
