// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

// ttir.matmul: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>) {
  // expected-error @below {{result has shape 7x4x6, expected 4x6}}
  %0 = "ttir.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<7x4x6xf32>
  return
}

// -----

// ttir.matmul: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>) {
  // expected-error @below {{result has shape 4x9, expected 4x6}}
  %0 = "ttir.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x9xf32>
  return
}

// -----

// ttir.matmul: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>) {
  // expected-error @below {{result has elements of type i32, a of f32: both must be integers or both reals}}
  %0 = "ttir.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xi32>
  return
}

// -----

// ttir.matmul: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>) {
  // expected-error @below {{result has shape 6, expected 4x6}}
  %0 = "ttir.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<6xf32>
  return
}

// -----

// ttir.matmul: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<8x6xf32>) {
  // expected-error @below {{result has shape 4x6, expected 7x4x6}}
  %0 = "ttir.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<7x4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// ttir.matmul: operand0 shape
func.func @f(%a0: tensor<4x11xf32>, %a1: tensor<8x6xf32>) {
  // expected-error @below {{inner dimensions differ: 11 and 8}}
  %0 = "ttir.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<4x11xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// ttnn.matmul: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>) {
  // expected-error @below {{result has shape 7x4x6, expected 4x6}}
  %0 = "ttnn.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<7x4x6xf32>
  return
}

// -----

// ttnn.matmul: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>) {
  // expected-error @below {{result has shape 4x9, expected 4x6}}
  %0 = "ttnn.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x9xf32>
  return
}

// -----

// ttnn.matmul: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>) {
  // expected-error @below {{result has elements of type i32, a of f32: both must be integers or both reals}}
  %0 = "ttnn.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xi32>
  return
}

// -----

// ttnn.matmul: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>) {
  // expected-error @below {{result has shape 6, expected 4x6}}
  %0 = "ttnn.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<6xf32>
  return
}

// -----

// ttnn.matmul: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<8x6xf32>) {
  // expected-error @below {{result has shape 4x6, expected 7x4x6}}
  %0 = "ttnn.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<7x4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// ttnn.matmul: operand0 shape
func.func @f(%a0: tensor<4x11xf32>, %a1: tensor<8x6xf32>) {
  // expected-error @below {{inner dimensions differ: 11 and 8}}
  %0 = "ttnn.matmul"(%a0, %a1) <{transpose_a = false, transpose_b = false}> : (tensor<4x11xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// ttir.linear: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>, %a2: tensor<6xf32>) {
  // expected-error @below {{result has shape 7x4x6, expected 4x6}}
  %0 = "ttir.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>, tensor<6xf32>) -> tensor<7x4x6xf32>
  return
}

// -----

// ttir.linear: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>, %a2: tensor<6xf32>) {
  // expected-error @below {{result has shape 4x9, expected 4x6}}
  %0 = "ttir.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>, tensor<6xf32>) -> tensor<4x9xf32>
  return
}

// -----

// ttir.linear: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>, %a2: tensor<6xf32>) {
  // expected-error @below {{result has elements of type i32, a of f32: both must be integers or both reals}}
  %0 = "ttir.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>, tensor<6xf32>) -> tensor<4x6xi32>
  return
}

// -----

// ttir.linear: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>, %a2: tensor<6xf32>) {
  // expected-error @below {{result has shape 6, expected 4x6}}
  %0 = "ttir.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return
}

// -----

// ttir.linear: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<8x6xf32>, %a2: tensor<6xf32>) {
  // expected-error @below {{result has shape 4x6, expected 7x4x6}}
  %0 = "ttir.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<7x4x8xf32>, tensor<8x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// ttir.linear: operand0 shape
func.func @f(%a0: tensor<4x11xf32>, %a1: tensor<8x6xf32>, %a2: tensor<6xf32>) {
  // expected-error @below {{inner dimensions differ: 11 and 8}}
  %0 = "ttir.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<4x11xf32>, tensor<8x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// ttnn.linear: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>, %a2: tensor<6xf32>) {
  // expected-error @below {{result has shape 7x4x6, expected 4x6}}
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>, tensor<6xf32>) -> tensor<7x4x6xf32>
  return
}

// -----

// ttnn.linear: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>, %a2: tensor<6xf32>) {
  // expected-error @below {{result has shape 4x9, expected 4x6}}
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>, tensor<6xf32>) -> tensor<4x9xf32>
  return
}

// -----

// ttnn.linear: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>, %a2: tensor<6xf32>) {
  // expected-error @below {{result has elements of type i32, a of f32: both must be integers or both reals}}
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>, tensor<6xf32>) -> tensor<4x6xi32>
  return
}

// -----

// ttnn.linear: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8x6xf32>, %a2: tensor<6xf32>) {
  // expected-error @below {{result has shape 6, expected 4x6}}
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return
}

// -----

// ttnn.linear: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<8x6xf32>, %a2: tensor<6xf32>) {
  // expected-error @below {{result has shape 4x6, expected 7x4x6}}
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<7x4x8xf32>, tensor<8x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// ttnn.linear: operand0 shape
func.func @f(%a0: tensor<4x11xf32>, %a1: tensor<8x6xf32>, %a2: tensor<6xf32>) {
  // expected-error @below {{inner dimensions differ: 11 and 8}}
  %0 = "ttnn.linear"(%a0, %a1, %a2) <{transpose_a = false, transpose_b = false}> : (tensor<4x11xf32>, tensor<8x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// ttir.dot_general: result0 rank
func.func @f(%a0: tensor<2x4x8xf32>, %a1: tensor<2x8x6xf32>) {
  // expected-error @below {{result has shape (7, 2, 4, 6), expected (2, 4, 6)}}
  %0 = "ttir.dot_general"(%a0, %a1) <{batch_dims_lhs = array<i64: 0>, batch_dims_rhs = array<i64: 0>, contract_dims_lhs = array<i64: 2>, contract_dims_rhs = array<i64: 1>}> : (tensor<2x4x8xf32>, tensor<2x8x6xf32>) -> tensor<7x2x4x6xf32>
  return
}

// -----

// ttir.dot_general: result0 shape
func.func @f(%a0: tensor<2x4x8xf32>, %a1: tensor<2x8x6xf32>) {
  // expected-error @below {{result has shape (2, 4, 9), expected (2, 4, 6)}}
  %0 = "ttir.dot_general"(%a0, %a1) <{batch_dims_lhs = array<i64: 0>, batch_dims_rhs = array<i64: 0>, contract_dims_lhs = array<i64: 2>, contract_dims_rhs = array<i64: 1>}> : (tensor<2x4x8xf32>, tensor<2x8x6xf32>) -> tensor<2x4x9xf32>
  return
}

// -----

// ttir.dot_general: result0 type
func.func @f(%a0: tensor<2x4x8xf32>, %a1: tensor<2x8x6xf32>) {
  // expected-error @below {{result has elements of type i32, lhs of f32: both must be integers or both reals}}
  %0 = "ttir.dot_general"(%a0, %a1) <{batch_dims_lhs = array<i64: 0>, batch_dims_rhs = array<i64: 0>, contract_dims_lhs = array<i64: 2>, contract_dims_rhs = array<i64: 1>}> : (tensor<2x4x8xf32>, tensor<2x8x6xf32>) -> tensor<2x4x6xi32>
  return
}

// -----

// ttir.dot_general: result0 lower
func.func @f(%a0: tensor<2x4x8xf32>, %a1: tensor<2x8x6xf32>) {
  // expected-error @below {{result has shape (4, 6), expected (2, 4, 6)}}
  %0 = "ttir.dot_general"(%a0, %a1) <{batch_dims_lhs = array<i64: 0>, batch_dims_rhs = array<i64: 0>, contract_dims_lhs = array<i64: 2>, contract_dims_rhs = array<i64: 1>}> : (tensor<2x4x8xf32>, tensor<2x8x6xf32>) -> tensor<4x6xf32>
  return
}

// -----

// ttir.dot_general: operand0 rank
func.func @f(%a0: tensor<7x2x4x8xf32>, %a1: tensor<2x8x6xf32>) {
  // expected-error @below {{batch dimension pair (0, 0) has extents 7 and 2}}
  %0 = "ttir.dot_general"(%a0, %a1) <{batch_dims_lhs = array<i64: 0>, batch_dims_rhs = array<i64: 0>, contract_dims_lhs = array<i64: 2>, contract_dims_rhs = array<i64: 1>}> : (tensor<7x2x4x8xf32>, tensor<2x8x6xf32>) -> tensor<2x4x6xf32>
  return
}

// -----

// ttir.dot_general: operand0 shape
func.func @f(%a0: tensor<2x4x11xf32>, %a1: tensor<2x8x6xf32>) {
  // expected-error @below {{contracted dimension pair (2, 1) has extents 11 and 8}}
  %0 = "ttir.dot_general"(%a0, %a1) <{batch_dims_lhs = array<i64: 0>, batch_dims_rhs = array<i64: 0>, contract_dims_lhs = array<i64: 2>, contract_dims_rhs = array<i64: 1>}> : (tensor<2x4x11xf32>, tensor<2x8x6xf32>) -> tensor<2x4x6xf32>
  return
}

// -----

// ttir.sparse_matmul: result0 rank
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x8x64x96xbf16>, %a2: tensor<2x4x1x8xbf16>) {
  // expected-error @below {{result has shape 7x2x4x1x8x32x96, expected 2x4x1x8x32x96}}
  %0 = "ttir.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 12 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x8x64x96xbf16>, tensor<2x4x1x8xbf16>) -> tensor<7x2x4x1x8x32x96xbf16>
  return
}

// -----

// ttir.sparse_matmul: result0 shape
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x8x64x96xbf16>, %a2: tensor<2x4x1x8xbf16>) {
  // expected-error @below {{result has shape 2x4x1x8x32x99, expected 2x4x1x8x32x96}}
  %0 = "ttir.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 12 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x8x64x96xbf16>, tensor<2x4x1x8xbf16>) -> tensor<2x4x1x8x32x99xbf16>
  return
}

// -----

// ttir.sparse_matmul: result0 shape0
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x8x64x96xbf16>, %a2: tensor<2x4x1x8xbf16>) {
  // expected-error @below {{result has shape 5x4x1x8x32x96, expected 2x4x1x8x32x96}}
  %0 = "ttir.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 12 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x8x64x96xbf16>, tensor<2x4x1x8xbf16>) -> tensor<5x4x1x8x32x96xbf16>
  return
}

// -----

// ttir.sparse_matmul: result0 type
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x8x64x96xbf16>, %a2: tensor<2x4x1x8xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 12 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x8x64x96xbf16>, tensor<2x4x1x8xbf16>) -> tensor<2x4x1x8x32x96xi32>
  return
}

// -----

// ttir.sparse_matmul: result0 lower
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x8x64x96xbf16>, %a2: tensor<2x4x1x8xbf16>) {
  // expected-error @below {{result has shape 4x1x8x32x96, expected 2x4x1x8x32x96}}
  %0 = "ttir.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 12 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x8x64x96xbf16>, tensor<2x4x1x8xbf16>) -> tensor<4x1x8x32x96xbf16>
  return
}

// -----

// ttir.sparse_matmul: operand0 rank
func.func @f(%a0: tensor<7x2x4x32x64xbf16>, %a1: tensor<1x8x64x96xbf16>, %a2: tensor<2x4x1x8xbf16>) {
  // expected-error @below {{result has shape 2x4x1x8x32x96, expected 7x2x1x8x32x96}}
  %0 = "ttir.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 12 : i64}> : (tensor<7x2x4x32x64xbf16>, tensor<1x8x64x96xbf16>, tensor<2x4x1x8xbf16>) -> tensor<2x4x1x8x32x96xbf16>
  return
}

// -----

// ttnn.sparse_matmul: result0 rank
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x8x64x96xbf16>, %a2: tensor<2x4x1x8xbf16>) {
  // expected-error @below {{result of shape 7x2x4x1x8x32x96 has 1376256 elements, expected 196608 (one matrix for each product)}}
  %0 = "ttnn.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 12 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x8x64x96xbf16>, tensor<2x4x1x8xbf16>) -> tensor<7x2x4x1x8x32x96xbf16>
  return
}

// -----

// ttnn.sparse_matmul: result0 shape
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x8x64x96xbf16>, %a2: tensor<2x4x1x8xbf16>) {
  // expected-error @below {{dimension 5 of result is 99, dimension 3 of b is 96: they must be equal}}
  %0 = "ttnn.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 12 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x8x64x96xbf16>, tensor<2x4x1x8xbf16>) -> tensor<2x4x1x8x32x99xbf16>
  return
}

// -----

// ttnn.sparse_matmul: result0 shape0
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x8x64x96xbf16>, %a2: tensor<2x4x1x8xbf16>) {
  // expected-error @below {{result of shape 5x4x1x8x32x96 has 491520 elements, expected 196608 (one matrix for each product)}}
  %0 = "ttnn.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 12 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x8x64x96xbf16>, tensor<2x4x1x8xbf16>) -> tensor<5x4x1x8x32x96xbf16>
  return
}

// -----

// ttnn.sparse_matmul: result0 type
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x8x64x96xbf16>, %a2: tensor<2x4x1x8xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 12 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x8x64x96xbf16>, tensor<2x4x1x8xbf16>) -> tensor<2x4x1x8x32x96xi32>
  return
}

// -----

// ttnn.sparse_matmul: result0 lower
func.func @f(%a0: tensor<2x4x32x64xbf16>, %a1: tensor<1x8x64x96xbf16>, %a2: tensor<2x4x1x8xbf16>) {
  // expected-error @below {{result of shape 4x1x8x32x96 has 98304 elements, expected 196608 (one matrix for each product)}}
  %0 = "ttnn.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 12 : i64}> : (tensor<2x4x32x64xbf16>, tensor<1x8x64x96xbf16>, tensor<2x4x1x8xbf16>) -> tensor<4x1x8x32x96xbf16>
  return
}

// -----

// ttnn.sparse_matmul: operand0 rank
func.func @f(%a0: tensor<7x2x4x32x64xbf16>, %a1: tensor<1x8x64x96xbf16>, %a2: tensor<2x4x1x8xbf16>) {
  // expected-error @below {{a must have rank 4, got rank 5 (7x2x4x32x64)}}
  %0 = "ttnn.sparse_matmul"(%a0, %a1, %a2) <{is_input_a_sparse = false, is_input_b_sparse = true, nnz = 12 : i64}> : (tensor<7x2x4x32x64xbf16>, tensor<1x8x64x96xbf16>, tensor<2x4x1x8xbf16>) -> tensor<2x4x1x8x32x96xbf16>
  return
}
