// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

// Dimension numbers that contradict each other or the shapes.

// A window is wider than the table.
func.func @f(%t: tensor<5x8xf32>, %i: tensor<3x1xsi32>) {
  // expected-error @below {{slice_sizes takes 9 of the 8 in dimension 1}}
  %0 = "ttir.gather"(%t, %i) <{offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0>, start_index_map = array<i64: 0>, index_vector_dim = 1 : si64, slice_sizes = array<i64: 1, 9>}> : (tensor<5x8xf32>, tensor<3x1xsi32>) -> tensor<3x9xf32>
  return
}

// -----

// A dimension that the table has not.
func.func @f(%t: tensor<5x8xf32>, %i: tensor<3x1xsi32>) {
  // expected-error @below {{start_index_map must be in [0, 1], got 7}}
  %0 = "ttir.gather"(%t, %i) <{offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0>, start_index_map = array<i64: 7>, index_vector_dim = 1 : si64, slice_sizes = array<i64: 1, 8>}> : (tensor<5x8xf32>, tensor<3x1xsi32>) -> tensor<3x8xf32>
  return
}

// -----

// More components than the index vectors have.
func.func @f(%t: tensor<5x8xf32>, %i: tensor<3x1xsi32>) {
  // expected-error @below {{length of an index is 1, dimensions of start_index_map is 2: they must be equal}}
  %0 = "ttir.gather"(%t, %i) <{offset_dims = array<i64>, collapsed_slice_dims = array<i64: 0, 1>, start_index_map = array<i64: 0, 1>, index_vector_dim = 1 : si64, slice_sizes = array<i64: 1, 1>}> : (tensor<5x8xf32>, tensor<3x1xsi32>) -> tensor<3xf32>
  return
}

// -----

// A result of another shape.
func.func @f(%t: tensor<5x8xf32>, %i: tensor<3x1xsi32>) {
  // expected-error @below {{result has shape 4x8, expected 3x8}}
  %0 = "ttir.gather"(%t, %i) <{offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0>, start_index_map = array<i64: 0>, index_vector_dim = 1 : si64, slice_sizes = array<i64: 1, 8>}> : (tensor<5x8xf32>, tensor<3x1xsi32>) -> tensor<4x8xf32>
  return
}

// -----

// Windows beyond the result's rank.
func.func @f(%t: tensor<5x8xf32>, %i: tensor<3x1xsi32>) {
  // expected-error @below {{offset_dims must be in [0, 1], got 5}}
  %0 = "ttir.gather"(%t, %i) <{offset_dims = array<i64: 5>, collapsed_slice_dims = array<i64: 0>, start_index_map = array<i64: 0>, index_vector_dim = 1 : si64, slice_sizes = array<i64: 1, 8>}> : (tensor<5x8xf32>, tensor<3x1xsi32>) -> tensor<3x8xf32>
  return
}

// -----

// A collapsed dimension of two.
func.func @f(%t: tensor<5x8xf32>, %i: tensor<3x1xsi32>) {
  // expected-error @below {{collapsed dimension 0 of the window is 2: it must be 1}}
  %0 = "ttir.gather"(%t, %i) <{offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0>, start_index_map = array<i64: 0>, index_vector_dim = 1 : si64, slice_sizes = array<i64: 2, 8>}> : (tensor<5x8xf32>, tensor<3x1xsi32>) -> tensor<3x8xf32>
  return
}

// -----

// Negative and missing numbers.
func.func @f(%t: tensor<5x8xf32>, %i: tensor<3x1xsi32>) {
  // expected-error @below {{index_vector_dim must be in [0, 2], got -4}}
  %0 = "ttir.gather"(%t, %i) <{offset_dims = array<i64: -1>, collapsed_slice_dims = array<i64: 0>, start_index_map = array<i64: -1>, index_vector_dim = -4 : si64, slice_sizes = array<i64: 0, -8>}> : (tensor<5x8xf32>, tensor<3x1xsi32>) -> tensor<3x8xf32>
  return
}
