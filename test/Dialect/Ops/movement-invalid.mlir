// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

// ttir.reshape: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{elements of input is 32, elements of result is 224: they must be equal}}
  %0 = "ttir.reshape"(%a0) <{shape = [2 : i32, 16 : i32]}> : (tensor<4x8xf32>) -> tensor<7x2x16xf32>
  return
}

// -----

// ttir.reshape: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{elements of input is 32, elements of result is 38: they must be equal}}
  %0 = "ttir.reshape"(%a0) <{shape = [2 : i32, 16 : i32]}> : (tensor<4x8xf32>) -> tensor<2x19xf32>
  return
}

// -----

// ttir.reshape: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttir.reshape"(%a0) <{shape = [2 : i32, 16 : i32]}> : (tensor<4x8xf32>) -> tensor<2x16xi32>
  return
}

// -----

// ttir.reshape: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{elements of input is 224, elements of result is 32: they must be equal}}
  %0 = "ttir.reshape"(%a0) <{shape = [2 : i32, 16 : i32]}> : (tensor<7x4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

// ttir.reshape: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttir.reshape"(%a0) <{shape = [2 : i32, 16 : i32]}> : (tensor<4x8xi32>) -> tensor<2x16xf32>
  return
}

// -----

// ttir.reshape: operand0 lower
func.func @f(%a0: tensor<8xf32>) {
  // expected-error @below {{elements of input is 8, elements of result is 32: they must be equal}}
  %0 = "ttir.reshape"(%a0) <{shape = [2 : i32, 16 : i32]}> : (tensor<8xf32>) -> tensor<2x16xf32>
  return
}

// -----

// ttnn.reshape: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{shape takes 3 integers, got 2}}
  %0 = "ttnn.reshape"(%a0) <{shape = [2 : i32, 16 : i32]}> : (tensor<4x8xf32>) -> tensor<7x2x16xf32>
  return
}

// -----

// ttnn.reshape: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{input of shape 4x8 and result of shape 2x19 differ in their number of elements}}
  %0 = "ttnn.reshape"(%a0) <{shape = [2 : i32, 16 : i32]}> : (tensor<4x8xf32>) -> tensor<2x19xf32>
  return
}

// -----

// ttnn.reshape: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttnn.reshape"(%a0) <{shape = [2 : i32, 16 : i32]}> : (tensor<4x8xf32>) -> tensor<2x16xi32>
  return
}

// -----

// ttnn.reshape: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{input of shape 7x4x8 and result of shape 2x16 differ in their number of elements}}
  %0 = "ttnn.reshape"(%a0) <{shape = [2 : i32, 16 : i32]}> : (tensor<7x4x8xf32>) -> tensor<2x16xf32>
  return
}

// -----

// ttnn.reshape: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttnn.reshape"(%a0) <{shape = [2 : i32, 16 : i32]}> : (tensor<4x8xi32>) -> tensor<2x16xf32>
  return
}

// -----

// ttnn.reshape: operand0 lower
func.func @f(%a0: tensor<8xf32>) {
  // expected-error @below {{input of shape 8 and result of shape 2x16 differ in their number of elements}}
  %0 = "ttnn.reshape"(%a0) <{shape = [2 : i32, 16 : i32]}> : (tensor<8xf32>) -> tensor<2x16xf32>
  return
}

// -----

// ttir.permute: result0 rank
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{permutation (2, 0, 1) does not take shape 2x3x4 to 7x4x2x3}}
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32>) -> tensor<7x4x2x3xf32>
  return
}

// -----

// ttir.permute: result0 shape
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{permutation (2, 0, 1) does not take shape 2x3x4 to 4x2x6}}
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32>) -> tensor<4x2x6xf32>
  return
}

// -----

// ttir.permute: result0 type
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32>) -> tensor<4x2x3xi32>
  return
}

// -----

// ttir.permute: result0 lower
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{permutation (2, 0, 1) does not take shape 2x3x4 to 2x3}}
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32>) -> tensor<2x3xf32>
  return
}

// -----

// ttir.permute: operand0 rank
func.func @f(%a0: tensor<7x2x3x4xf32>) {
  // expected-error @below {{permutation (2, 0, 1) does not take shape 7x2x3x4 to 4x2x3}}
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<7x2x3x4xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

// ttir.permute: operand0 type
func.func @f(%a0: tensor<2x3x4xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xi32>) -> tensor<4x2x3xf32>
  return
}

// -----

// ttnn.permute: result0 rank
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{permutation (2, 0, 1) does not take shape 2x3x4 to 7x4x2x3}}
  %0 = "ttnn.permute"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32>) -> tensor<7x4x2x3xf32>
  return
}

// -----

// ttnn.permute: result0 shape
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{permutation (2, 0, 1) does not take shape 2x3x4 to 4x2x6}}
  %0 = "ttnn.permute"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32>) -> tensor<4x2x6xf32>
  return
}

// -----

// ttnn.permute: result0 type
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttnn.permute"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32>) -> tensor<4x2x3xi32>
  return
}

// -----

// ttnn.permute: result0 lower
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{permutation (2, 0, 1) does not take shape 2x3x4 to 2x3}}
  %0 = "ttnn.permute"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32>) -> tensor<2x3xf32>
  return
}

// -----

// ttnn.permute: operand0 rank
func.func @f(%a0: tensor<7x2x3x4xf32>) {
  // expected-error @below {{permutation takes 4 integers, got 3}}
  %0 = "ttnn.permute"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<7x2x3x4xf32>) -> tensor<4x2x3xf32>
  return
}

// -----

// ttnn.permute: operand0 type
func.func @f(%a0: tensor<2x3x4xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttnn.permute"(%a0) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xi32>) -> tensor<4x2x3xf32>
  return
}

// -----

// ttir.transpose: result0 rank
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{result must have rank 3, got rank 4 (7x4x3x2)}}
  %0 = "ttir.transpose"(%a0) <{dim0 = -1 : si32, dim1 = 0 : si32}> : (tensor<2x3x4xf32>) -> tensor<7x4x3x2xf32>
  return
}

// -----

// ttir.transpose: result0 shape
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{dimension 0 of input is 2, dimension 2 of result is 5: they must be equal}}
  %0 = "ttir.transpose"(%a0) <{dim0 = -1 : si32, dim1 = 0 : si32}> : (tensor<2x3x4xf32>) -> tensor<4x3x5xf32>
  return
}

// -----

// ttir.transpose: result0 type
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttir.transpose"(%a0) <{dim0 = -1 : si32, dim1 = 0 : si32}> : (tensor<2x3x4xf32>) -> tensor<4x3x2xi32>
  return
}

// -----

// ttir.transpose: result0 lower
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{result must have rank 3, got rank 2 (3x2)}}
  %0 = "ttir.transpose"(%a0) <{dim0 = -1 : si32, dim1 = 0 : si32}> : (tensor<2x3x4xf32>) -> tensor<3x2xf32>
  return
}

// -----

// ttir.transpose: operand0 rank
func.func @f(%a0: tensor<7x2x3x4xf32>) {
  // expected-error @below {{result must have rank 4, got rank 3 (4x3x2)}}
  %0 = "ttir.transpose"(%a0) <{dim0 = -1 : si32, dim1 = 0 : si32}> : (tensor<7x2x3x4xf32>) -> tensor<4x3x2xf32>
  return
}

// -----

// ttir.transpose: operand0 type
func.func @f(%a0: tensor<2x3x4xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttir.transpose"(%a0) <{dim0 = -1 : si32, dim1 = 0 : si32}> : (tensor<2x3x4xi32>) -> tensor<4x3x2xf32>
  return
}

// -----

// ttnn.transpose: result0 rank
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{permutation (2, 1, 0) does not take shape 2x3x4 to 7x4x3x2}}
  %0 = "ttnn.transpose"(%a0) <{dim0 = -1 : si32, dim1 = 0 : si32}> : (tensor<2x3x4xf32>) -> tensor<7x4x3x2xf32>
  return
}

// -----

// ttnn.transpose: result0 shape
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{permutation (2, 1, 0) does not take shape 2x3x4 to 4x3x5}}
  %0 = "ttnn.transpose"(%a0) <{dim0 = -1 : si32, dim1 = 0 : si32}> : (tensor<2x3x4xf32>) -> tensor<4x3x5xf32>
  return
}

// -----

// ttnn.transpose: result0 type
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttnn.transpose"(%a0) <{dim0 = -1 : si32, dim1 = 0 : si32}> : (tensor<2x3x4xf32>) -> tensor<4x3x2xi32>
  return
}

// -----

// ttnn.transpose: result0 lower
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{permutation (2, 1, 0) does not take shape 2x3x4 to 3x2}}
  %0 = "ttnn.transpose"(%a0) <{dim0 = -1 : si32, dim1 = 0 : si32}> : (tensor<2x3x4xf32>) -> tensor<3x2xf32>
  return
}

// -----

// ttnn.transpose: operand0 rank
func.func @f(%a0: tensor<7x2x3x4xf32>) {
  // expected-error @below {{permutation (3, 1, 2, 0) does not take shape 7x2x3x4 to 4x3x2}}
  %0 = "ttnn.transpose"(%a0) <{dim0 = -1 : si32, dim1 = 0 : si32}> : (tensor<7x2x3x4xf32>) -> tensor<4x3x2xf32>
  return
}

// -----

// ttnn.transpose: operand0 type
func.func @f(%a0: tensor<2x3x4xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttnn.transpose"(%a0) <{dim0 = -1 : si32, dim1 = 0 : si32}> : (tensor<2x3x4xi32>) -> tensor<4x3x2xf32>
  return
}

// -----

// ttir.broadcast: result0 rank
func.func @f(%a0: tensor<4x1xf32>) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x4x8)}}
  %0 = "ttir.broadcast"(%a0) <{broadcast_dimensions = array<i64: 1, 8>}> : (tensor<4x1xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.broadcast: result0 shape
func.func @f(%a0: tensor<4x1xf32>) {
  // expected-error @below {{dimension 1 of result is 11, expected 8 (extent of the input times broadcast_dimensions)}}
  %0 = "ttir.broadcast"(%a0) <{broadcast_dimensions = array<i64: 1, 8>}> : (tensor<4x1xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.broadcast: result0 type
func.func @f(%a0: tensor<4x1xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttir.broadcast"(%a0) <{broadcast_dimensions = array<i64: 1, 8>}> : (tensor<4x1xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.broadcast: result0 lower
func.func @f(%a0: tensor<4x1xf32>) {
  // expected-error @below {{result must have rank 2, got rank 1 (8)}}
  %0 = "ttir.broadcast"(%a0) <{broadcast_dimensions = array<i64: 1, 8>}> : (tensor<4x1xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.broadcast: operand0 rank
func.func @f(%a0: tensor<7x4x1xf32>) {
  // expected-error @below {{result must have rank 3, got rank 2 (4x8)}}
  %0 = "ttir.broadcast"(%a0) <{broadcast_dimensions = array<i64: 1, 8>}> : (tensor<7x4x1xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.broadcast: operand0 type
func.func @f(%a0: tensor<4x1xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttir.broadcast"(%a0) <{broadcast_dimensions = array<i64: 1, 8>}> : (tensor<4x1xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.repeat: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x8x8)}}
  %0 = "ttir.repeat"(%a0) <{repeat_dimensions = array<i64: 2, 1>}> : (tensor<4x8xf32>) -> tensor<7x8x8xf32>
  return
}

// -----

// ttir.repeat: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{dimension 1 of result is 11, expected 8 (extent of the input times repeat_dimensions)}}
  %0 = "ttir.repeat"(%a0) <{repeat_dimensions = array<i64: 2, 1>}> : (tensor<4x8xf32>) -> tensor<8x11xf32>
  return
}

// -----

// ttir.repeat: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttir.repeat"(%a0) <{repeat_dimensions = array<i64: 2, 1>}> : (tensor<4x8xf32>) -> tensor<8x8xi32>
  return
}

// -----

// ttir.repeat: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have rank 2, got rank 1 (8)}}
  %0 = "ttir.repeat"(%a0) <{repeat_dimensions = array<i64: 2, 1>}> : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.repeat: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result must have rank 3, got rank 2 (8x8)}}
  %0 = "ttir.repeat"(%a0) <{repeat_dimensions = array<i64: 2, 1>}> : (tensor<7x4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// ttir.repeat: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttir.repeat"(%a0) <{repeat_dimensions = array<i64: 2, 1>}> : (tensor<4x8xi32>) -> tensor<8x8xf32>
  return
}

// -----

// ttnn.repeat: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{repeats (2, 1) do not take shape 4x8 to 7x8x8}}
  %0 = "ttnn.repeat"(%a0) <{repeat_dims = #ttnn.shape<2x1>}> : (tensor<4x8xf32>) -> tensor<7x8x8xf32>
  return
}

// -----

// ttnn.repeat: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{repeats (2, 1) do not take shape 4x8 to 8x11}}
  %0 = "ttnn.repeat"(%a0) <{repeat_dims = #ttnn.shape<2x1>}> : (tensor<4x8xf32>) -> tensor<8x11xf32>
  return
}

// -----

// ttnn.repeat: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttnn.repeat"(%a0) <{repeat_dims = #ttnn.shape<2x1>}> : (tensor<4x8xf32>) -> tensor<8x8xi32>
  return
}

// -----

// ttnn.repeat: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{repeats (2, 1) do not take shape 4x8 to 8}}
  %0 = "ttnn.repeat"(%a0) <{repeat_dims = #ttnn.shape<2x1>}> : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.repeat: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{repeats (2, 1) do not take shape 7x4x8 to 8x8}}
  %0 = "ttnn.repeat"(%a0) <{repeat_dims = #ttnn.shape<2x1>}> : (tensor<7x4x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

// ttnn.repeat: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttnn.repeat"(%a0) <{repeat_dims = #ttnn.shape<2x1>}> : (tensor<4x8xi32>) -> tensor<8x8xf32>
  return
}

// -----

// ttir.repeat_interleave: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x24, expected 4x24}}
  %0 = "ttir.repeat_interleave"(%a0) <{dim = 1 : si32, repeats = 3 : ui32}> : (tensor<4x8xf32>) -> tensor<7x4x24xf32>
  return
}

// -----

// ttir.repeat_interleave: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x27, expected 4x24}}
  %0 = "ttir.repeat_interleave"(%a0) <{dim = 1 : si32, repeats = 3 : ui32}> : (tensor<4x8xf32>) -> tensor<4x27xf32>
  return
}

// -----

// ttir.repeat_interleave: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttir.repeat_interleave"(%a0) <{dim = 1 : si32, repeats = 3 : ui32}> : (tensor<4x8xf32>) -> tensor<4x24xi32>
  return
}

// -----

// ttir.repeat_interleave: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 24, expected 4x24}}
  %0 = "ttir.repeat_interleave"(%a0) <{dim = 1 : si32, repeats = 3 : ui32}> : (tensor<4x8xf32>) -> tensor<24xf32>
  return
}

// -----

// ttir.repeat_interleave: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x24, expected 7x12x8}}
  %0 = "ttir.repeat_interleave"(%a0) <{dim = 1 : si32, repeats = 3 : ui32}> : (tensor<7x4x8xf32>) -> tensor<4x24xf32>
  return
}

// -----

// ttir.repeat_interleave: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttir.repeat_interleave"(%a0) <{dim = 1 : si32, repeats = 3 : ui32}> : (tensor<4x8xi32>) -> tensor<4x24xf32>
  return
}

// -----

// ttnn.repeat_interleave: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{repeats (1, 3) do not take shape 4x8 to 7x4x24}}
  %0 = "ttnn.repeat_interleave"(%a0) <{dim = 1 : si32, repeats = 3 : ui32}> : (tensor<4x8xf32>) -> tensor<7x4x24xf32>
  return
}

// -----

// ttnn.repeat_interleave: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{repeats (1, 3) do not take shape 4x8 to 4x27}}
  %0 = "ttnn.repeat_interleave"(%a0) <{dim = 1 : si32, repeats = 3 : ui32}> : (tensor<4x8xf32>) -> tensor<4x27xf32>
  return
}

// -----

// ttnn.repeat_interleave: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttnn.repeat_interleave"(%a0) <{dim = 1 : si32, repeats = 3 : ui32}> : (tensor<4x8xf32>) -> tensor<4x24xi32>
  return
}

// -----

// ttnn.repeat_interleave: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{repeats (1, 3) do not take shape 4x8 to 24}}
  %0 = "ttnn.repeat_interleave"(%a0) <{dim = 1 : si32, repeats = 3 : ui32}> : (tensor<4x8xf32>) -> tensor<24xf32>
  return
}

// -----

// ttnn.repeat_interleave: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{repeats (1, 3, 1) do not take shape 7x4x8 to 4x24}}
  %0 = "ttnn.repeat_interleave"(%a0) <{dim = 1 : si32, repeats = 3 : ui32}> : (tensor<7x4x8xf32>) -> tensor<4x24xf32>
  return
}

// -----

// ttnn.repeat_interleave: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttnn.repeat_interleave"(%a0) <{dim = 1 : si32, repeats = 3 : ui32}> : (tensor<4x8xi32>) -> tensor<4x24xf32>
  return
}

// -----

// ttir.concat: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xf32>) {
  // expected-error @below {{dimension 1 of result is 4, expected 11 (sum of the operands)}}
  %0 = "ttir.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<4x8xf32>, tensor<4x3xf32>) -> tensor<7x4x11xf32>
  return
}

// -----

// ttir.concat: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xf32>) {
  // expected-error @below {{dimension 1 of result is 14, expected 11 (sum of the operands)}}
  %0 = "ttir.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<4x8xf32>, tensor<4x3xf32>) -> tensor<4x14xf32>
  return
}

// -----

// ttir.concat: result0 shape0
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xf32>) {
  // expected-error @below {{operand 0 of shape 4x8 does not fit the result's shape 7x11}}
  %0 = "ttir.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<4x8xf32>, tensor<4x3xf32>) -> tensor<7x11xf32>
  return
}

// -----

// ttir.concat: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xf32>) {
  // expected-error @below {{operand 0 has elements of type 'f32', the result of 'i32': they must be equal}}
  %0 = "ttir.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<4x8xf32>, tensor<4x3xf32>) -> tensor<4x11xi32>
  return
}

// -----

// ttir.concat: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xf32>) {
  // expected-error @below {{result must have rank 2 or more, got rank 1 (11)}}
  %0 = "ttir.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<4x8xf32>, tensor<4x3xf32>) -> tensor<11xf32>
  return
}

// -----

// ttir.concat: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<4x3xf32>) {
  // expected-error @below {{operand 1 of shape 4x3 does not fit the first of 7x4x8}}
  %0 = "ttir.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<7x4x8xf32>, tensor<4x3xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.concat: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xf32>) {
  // expected-error @below {{operand 0 of shape 4x8 does not fit the result's shape 7x4x11}}
  %0 = "ttnn.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<4x8xf32>, tensor<4x3xf32>) -> tensor<7x4x11xf32>
  return
}

// -----

// ttnn.concat: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xf32>) {
  // expected-error @below {{operands add up to 11 along dimension 1, the result has 14}}
  %0 = "ttnn.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<4x8xf32>, tensor<4x3xf32>) -> tensor<4x14xf32>
  return
}

// -----

// ttnn.concat: result0 shape0
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xf32>) {
  // expected-error @below {{operand 0 of shape 4x8 does not fit the result's shape 7x11}}
  %0 = "ttnn.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<4x8xf32>, tensor<4x3xf32>) -> tensor<7x11xf32>
  return
}

// -----

// ttnn.concat: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xf32>) {
  // expected-error @below {{operand 0 has elements of type 'f32', the result of 'i32': they must be equal}}
  %0 = "ttnn.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<4x8xf32>, tensor<4x3xf32>) -> tensor<4x11xi32>
  return
}

// -----

// ttnn.concat: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x3xf32>) {
  // expected-error @below {{dim 1 is out of range for rank 1}}
  %0 = "ttnn.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<4x8xf32>, tensor<4x3xf32>) -> tensor<11xf32>
  return
}

// -----

// ttnn.concat: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<4x3xf32>) {
  // expected-error @below {{operand 0 of shape 7x4x8 does not fit the result's shape 4x11}}
  %0 = "ttnn.concat"(%a0, %a1) <{dim = 1 : si32}> : (tensor<7x4x8xf32>, tensor<4x3xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.slice_static: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x4x3)}}
  %0 = "ttir.slice_static"(%a0) <{begins = [0 : i32, 2 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>) -> tensor<7x4x3xf32>
  return
}

// -----

// ttir.slice_static: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{dimension 1 of result is 6, expected 3 (elements of the slice)}}
  %0 = "ttir.slice_static"(%a0) <{begins = [0 : i32, 2 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>) -> tensor<4x6xf32>
  return
}

// -----

// ttir.slice_static: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttir.slice_static"(%a0) <{begins = [0 : i32, 2 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>) -> tensor<4x3xi32>
  return
}

// -----

// ttir.slice_static: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have rank 2, got rank 1 (3)}}
  %0 = "ttir.slice_static"(%a0) <{begins = [0 : i32, 2 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>) -> tensor<3xf32>
  return
}

// -----

// ttir.slice_static: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result must have rank 3, got rank 2 (4x3)}}
  %0 = "ttir.slice_static"(%a0) <{begins = [0 : i32, 2 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 2 : i32]}> : (tensor<7x4x8xf32>) -> tensor<4x3xf32>
  return
}

// -----

// ttir.slice_static: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttir.slice_static"(%a0) <{begins = [0 : i32, 2 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 2 : i32]}> : (tensor<4x8xi32>) -> tensor<4x3xf32>
  return
}

// -----

// ttnn.slice_static: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x4x3)}}
  %0 = "ttnn.slice_static"(%a0) <{begins = [0 : i32, 2 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>) -> tensor<7x4x3xf32>
  return
}

// -----

// ttnn.slice_static: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{dimension 1: slice has 3 elements, the result 6}}
  %0 = "ttnn.slice_static"(%a0) <{begins = [0 : i32, 2 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>) -> tensor<4x6xf32>
  return
}

// -----

// ttnn.slice_static: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttnn.slice_static"(%a0) <{begins = [0 : i32, 2 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>) -> tensor<4x3xi32>
  return
}

// -----

// ttnn.slice_static: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have rank 2, got rank 1 (3)}}
  %0 = "ttnn.slice_static"(%a0) <{begins = [0 : i32, 2 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>) -> tensor<3xf32>
  return
}

// -----

// ttnn.slice_static: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result must have rank 3, got rank 2 (4x3)}}
  %0 = "ttnn.slice_static"(%a0) <{begins = [0 : i32, 2 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 2 : i32]}> : (tensor<7x4x8xf32>) -> tensor<4x3xf32>
  return
}

// -----

// ttnn.slice_static: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttnn.slice_static"(%a0) <{begins = [0 : i32, 2 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 2 : i32]}> : (tensor<4x8xi32>) -> tensor<4x3xf32>
  return
}

// -----

// ttir.slice_dynamic: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<2xsi32>, %a2: tensor<2xsi32>) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x4x4)}}
  %0 = "ttir.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>, tensor<2xsi32>, tensor<2xsi32>) -> tensor<7x4x4xf32>
  return
}

// -----

// ttir.slice_dynamic: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<2xsi32>, %a2: tensor<2xsi32>) {
  // expected-error @below {{dimension 1 of result is 7, at most 4 of 8 lie 2 apart}}
  %0 = "ttir.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>, tensor<2xsi32>, tensor<2xsi32>) -> tensor<4x7xf32>
  return
}

// -----

// ttir.slice_dynamic: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<2xsi32>, %a2: tensor<2xsi32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttir.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>, tensor<2xsi32>, tensor<2xsi32>) -> tensor<4x4xi32>
  return
}

// -----

// ttir.slice_dynamic: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<2xsi32>, %a2: tensor<2xsi32>) {
  // expected-error @below {{result must have rank 2, got rank 1 (4)}}
  %0 = "ttir.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>, tensor<2xsi32>, tensor<2xsi32>) -> tensor<4xf32>
  return
}

// -----

// ttir.slice_dynamic: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<2xsi32>, %a2: tensor<2xsi32>) {
  // expected-error @below {{dimension 0 of begins is 2, expected 3 (dimensions of the input)}}
  %0 = "ttir.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 2 : i32]}> : (tensor<7x4x8xf32>, tensor<2xsi32>, tensor<2xsi32>) -> tensor<4x4xf32>
  return
}

// -----

// ttir.slice_dynamic: operand0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<2xsi32>, %a2: tensor<2xsi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttir.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 2 : i32]}> : (tensor<4x8xi32>, tensor<2xsi32>, tensor<2xsi32>) -> tensor<4x4xf32>
  return
}

// -----

// ttnn.slice_dynamic: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<2xsi32>, %a2: tensor<2xsi32>) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x4x4)}}
  %0 = "ttnn.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>, tensor<2xsi32>, tensor<2xsi32>) -> tensor<7x4x4xf32>
  return
}

// -----

// ttnn.slice_dynamic: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<2xsi32>, %a2: tensor<2xsi32>) {
  // expected-error @below {{dimension 1 of result is 7, at most 4 of 8 lie 2 apart}}
  %0 = "ttnn.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>, tensor<2xsi32>, tensor<2xsi32>) -> tensor<4x7xf32>
  return
}

// -----

// ttnn.slice_dynamic: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<2xsi32>, %a2: tensor<2xsi32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttnn.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>, tensor<2xsi32>, tensor<2xsi32>) -> tensor<4x4xi32>
  return
}

// -----

// ttnn.slice_dynamic: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<2xsi32>, %a2: tensor<2xsi32>) {
  // expected-error @below {{result must have rank 2, got rank 1 (4)}}
  %0 = "ttnn.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 2 : i32]}> : (tensor<4x8xf32>, tensor<2xsi32>, tensor<2xsi32>) -> tensor<4xf32>
  return
}

// -----

// ttnn.slice_dynamic: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<2xsi32>, %a2: tensor<2xsi32>) {
  // expected-error @below {{dimension 0 of begins is 2, expected 3 (one for each dimension of the input)}}
  %0 = "ttnn.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 2 : i32]}> : (tensor<7x4x8xf32>, tensor<2xsi32>, tensor<2xsi32>) -> tensor<4x4xf32>
  return
}

// -----

// ttnn.slice_dynamic: operand0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<2xsi32>, %a2: tensor<2xsi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttnn.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 2 : i32]}> : (tensor<4x8xi32>, tensor<2xsi32>, tensor<2xsi32>) -> tensor<4x4xf32>
  return
}

// -----

// ttir.index: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x4x4)}}
  %0 = "ttir.index"(%a0) <{begin = 0 : i32, dim = 1 : i32, end = 8 : i32, step = 2 : i32}> : (tensor<4x8xf32>) -> tensor<7x4x4xf32>
  return
}

// -----

// ttir.index: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{dimension 1 of result is 7, expected 4 (elements of the slice)}}
  %0 = "ttir.index"(%a0) <{begin = 0 : i32, dim = 1 : i32, end = 8 : i32, step = 2 : i32}> : (tensor<4x8xf32>) -> tensor<4x7xf32>
  return
}

// -----

// ttir.index: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttir.index"(%a0) <{begin = 0 : i32, dim = 1 : i32, end = 8 : i32, step = 2 : i32}> : (tensor<4x8xf32>) -> tensor<4x4xi32>
  return
}

// -----

// ttir.index: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttir.index"(%a0) <{begin = 0 : i32, dim = 1 : i32, end = 8 : i32, step = 2 : i32}> : (tensor<4x8xi32>) -> tensor<4x4xf32>
  return
}

// -----

// ttir.index: operand0 lower
func.func @f(%a0: tensor<8xf32>) {
  // expected-error @below {{result must have rank 1, got rank 2 (4x4)}}
  %0 = "ttir.index"(%a0) <{begin = 0 : i32, dim = 1 : i32, end = 8 : i32, step = 2 : i32}> : (tensor<8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// ttir.index: attr begin = 99
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{begin 99 of dimension 1 is outside of its 8 elements}}
  %0 = "ttir.index"(%a0) <{begin = 99 : i32, dim = 1 : i32, end = 8 : i32, step = 2 : i32}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// ttir.squeeze: result0 rank
func.func @f(%a0: tensor<4x1x8xf32>) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x4x8)}}
  %0 = "ttir.squeeze"(%a0) <{dim = 1 : si32}> : (tensor<4x1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.squeeze: result0 shape
func.func @f(%a0: tensor<4x1x8xf32>) {
  // expected-error @below {{result has shape 4x11, expected 4x8}}
  %0 = "ttir.squeeze"(%a0) <{dim = 1 : si32}> : (tensor<4x1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.squeeze: result0 type
func.func @f(%a0: tensor<4x1x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttir.squeeze"(%a0) <{dim = 1 : si32}> : (tensor<4x1x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.squeeze: result0 lower
func.func @f(%a0: tensor<4x1x8xf32>) {
  // expected-error @below {{result must have rank 2, got rank 1 (8)}}
  %0 = "ttir.squeeze"(%a0) <{dim = 1 : si32}> : (tensor<4x1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.squeeze: operand0 rank
func.func @f(%a0: tensor<7x4x1x8xf32>) {
  // expected-error @below {{result must have rank 3, got rank 2 (4x8)}}
  %0 = "ttir.squeeze"(%a0) <{dim = 1 : si32}> : (tensor<7x4x1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.squeeze: operand0 type
func.func @f(%a0: tensor<4x1x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttir.squeeze"(%a0) <{dim = 1 : si32}> : (tensor<4x1x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.unsqueeze: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x1x8, expected 4x1x8}}
  %0 = "ttir.unsqueeze"(%a0) <{dim = 1 : si32}> : (tensor<4x8xf32>) -> tensor<7x4x1x8xf32>
  return
}

// -----

// ttir.unsqueeze: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x1x11, expected 4x1x8}}
  %0 = "ttir.unsqueeze"(%a0) <{dim = 1 : si32}> : (tensor<4x8xf32>) -> tensor<4x1x11xf32>
  return
}

// -----

// ttir.unsqueeze: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttir.unsqueeze"(%a0) <{dim = 1 : si32}> : (tensor<4x8xf32>) -> tensor<4x1x8xi32>
  return
}

// -----

// ttir.unsqueeze: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 1x8, expected 4x1x8}}
  %0 = "ttir.unsqueeze"(%a0) <{dim = 1 : si32}> : (tensor<4x8xf32>) -> tensor<1x8xf32>
  return
}

// -----

// ttir.unsqueeze: result0 s1
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x4x8, expected 4x1x8}}
  %0 = "ttir.unsqueeze"(%a0) <{dim = 1 : si32}> : (tensor<4x8xf32>) -> tensor<4x4x8xf32>
  return
}

// -----

// ttir.unsqueeze: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x1x8, expected 7x1x4x8}}
  %0 = "ttir.unsqueeze"(%a0) <{dim = 1 : si32}> : (tensor<7x4x8xf32>) -> tensor<4x1x8xf32>
  return
}

// -----

// ttir.pad: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x5x10, expected 5x10}}
  %0 = "ttir.pad"(%a0) <{padding = array<i32: 0, 1, 2, 0>, value = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<7x5x10xf32>
  return
}

// -----

// ttir.pad: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 5x13, expected 5x10}}
  %0 = "ttir.pad"(%a0) <{padding = array<i32: 0, 1, 2, 0>, value = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<5x13xf32>
  return
}

// -----

// ttir.pad: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttir.pad"(%a0) <{padding = array<i32: 0, 1, 2, 0>, value = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<5x10xi32>
  return
}

// -----

// ttir.pad: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttir.pad"(%a0) <{padding = array<i32: 0, 1, 2, 0>, value = 0.0 : f32}> : (tensor<4x8xi32>) -> tensor<5x10xf32>
  return
}

// -----

// ttir.pad: attr value type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{invalid properties {padding = array<i32: 0, 1, 2, 0>, value = 1 : i32} for op ttir.pad: Invalid attribute `value` in property conversion: 1 : i32}}
  %0 = "ttir.pad"(%a0) <{padding = array<i32: 0, 1, 2, 0>, value = 1 : i32}> : (tensor<4x8xf32>) -> tensor<5x10xf32>
  return
}

// -----

// ttir.pad: attr padding neg
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 5x10, expected 2x10}}
  %0 = "ttir.pad"(%a0) <{padding = array<i32: -3, 1, 2, 0>, value = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<5x10xf32>
  return
}

// -----

// ttnn.pad: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{expects two paddings for each of the 2 dimensions, got 4}}
  %0 = "ttnn.pad"(%a0) <{padding = array<i32: 0, 1, 2, 0>, use_multicore = true, value = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<7x5x10xf32>
  return
}

// -----

// ttnn.pad: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{dimension 1: 8 padded by 2 and 0 is not 13}}
  %0 = "ttnn.pad"(%a0) <{padding = array<i32: 0, 1, 2, 0>, use_multicore = true, value = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<5x13xf32>
  return
}

// -----

// ttnn.pad: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttnn.pad"(%a0) <{padding = array<i32: 0, 1, 2, 0>, use_multicore = true, value = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<5x10xi32>
  return
}

// -----

// ttnn.pad: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttnn.pad"(%a0) <{padding = array<i32: 0, 1, 2, 0>, use_multicore = true, value = 0.0 : f32}> : (tensor<4x8xi32>) -> tensor<5x10xf32>
  return
}

// -----

// ttnn.pad: attr value type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{invalid properties {padding = array<i32: 0, 1, 2, 0>, use_multicore = true, value = 1 : i32} for op ttnn.pad: Invalid attribute `value` in property conversion: 1 : i32}}
  %0 = "ttnn.pad"(%a0) <{padding = array<i32: 0, 1, 2, 0>, use_multicore = true, value = 1 : i32}> : (tensor<4x8xf32>) -> tensor<5x10xf32>
  return
}

// -----

// ttnn.pad: attr padding neg
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{dimension 0: 4 padded by -3 and 1 is not 5}}
  %0 = "ttnn.pad"(%a0) <{padding = array<i32: -3, 1, 2, 0>, use_multicore = true, value = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<5x10xf32>
  return
}

// -----

// ttir.reverse: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttir.reverse"(%a0) <{dimensions = array<i64: 0, 1>}> : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.reverse: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttir.reverse"(%a0) <{dimensions = array<i64: 0, 1>}> : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.reverse: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttir.reverse"(%a0) <{dimensions = array<i64: 0, 1>}> : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.reverse: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttir.reverse"(%a0) <{dimensions = array<i64: 0, 1>}> : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.reverse: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttir.reverse"(%a0) <{dimensions = array<i64: 0, 1>}> : (tensor<7x4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.reverse: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttir.reverse"(%a0) <{dimensions = array<i64: 0, 1>}> : (tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.select: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape (7, 4, 4), expected (4, 4)}}
  %0 = "ttir.select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xf32>) -> tensor<7x4x4xf32>
  return
}

// -----

// ttir.select: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape (4, 7), expected (4, 4)}}
  %0 = "ttir.select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xf32>) -> tensor<4x7xf32>
  return
}

// -----

// ttir.select: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttir.select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xf32>) -> tensor<4x4xi32>
  return
}

// -----

// ttir.select: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape (4), expected (4, 4)}}
  %0 = "ttir.select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xf32>) -> tensor<4xf32>
  return
}

// -----

// ttir.select: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape (4, 4), expected (7, 2, 8)}}
  %0 = "ttir.select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<7x4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// ttir.select: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttir.select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xi32>) -> tensor<4x4xf32>
  return
}

// -----

// ttir.index_select: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x4x4)}}
  %0 = "ttir.index_select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xf32>) -> tensor<7x4x4xf32>
  return
}

// -----

// ttir.index_select: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{dimension 1 of result is 7, expected 4 (elements of all slices)}}
  %0 = "ttir.index_select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xf32>) -> tensor<4x7xf32>
  return
}

// -----

// ttir.index_select: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttir.index_select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xf32>) -> tensor<4x4xi32>
  return
}

// -----

// ttir.index_select: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have rank 2, got rank 1 (4)}}
  %0 = "ttir.index_select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xf32>) -> tensor<4xf32>
  return
}

// -----

// ttir.index_select: indices
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<2xi32>) {
  // expected-error @below {{takes one operand: what it selects is said by begin, length and stride}}
  %0 = "ttir.index_select"(%a0, %a1) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xf32>, tensor<2xi32>) -> tensor<4x4xf32>
  return
}

// -----

// ttir.index_select: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result must have rank 3, got rank 2 (4x4)}}
  %0 = "ttir.index_select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<7x4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// ttir.index_select: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttir.index_select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xi32>) -> tensor<4x4xf32>
  return
}

// -----

// ttir.rearrange: result0 rank
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{result has shape 7x6x4, expected 6x4}}
  %0 = "ttir.rearrange"(%a0) <{pattern = "b s d -> (b s) d"}> : (tensor<2x3x4xf32>) -> tensor<7x6x4xf32>
  return
}

// -----

// ttir.rearrange: result0 shape
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{result has shape 6x7, expected 6x4}}
  %0 = "ttir.rearrange"(%a0) <{pattern = "b s d -> (b s) d"}> : (tensor<2x3x4xf32>) -> tensor<6x7xf32>
  return
}

// -----

// ttir.rearrange: result0 type
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttir.rearrange"(%a0) <{pattern = "b s d -> (b s) d"}> : (tensor<2x3x4xf32>) -> tensor<6x4xi32>
  return
}

// -----

// ttir.rearrange: result0 lower
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{result has shape 4, expected 6x4}}
  %0 = "ttir.rearrange"(%a0) <{pattern = "b s d -> (b s) d"}> : (tensor<2x3x4xf32>) -> tensor<4xf32>
  return
}

// -----

// ttir.rearrange: operand0 type
func.func @f(%a0: tensor<2x3x4xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttir.rearrange"(%a0) <{pattern = "b s d -> (b s) d"}> : (tensor<2x3x4xi32>) -> tensor<6x4xf32>
  return
}

// -----

// ttir.rearrange: attr pattern word
func.func @f(%a0: tensor<2x3x4xf32>) {
  // expected-error @below {{pattern 'noSuchThing' must have one ->}}
  %0 = "ttir.rearrange"(%a0) <{pattern = "noSuchThing"}> : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  return
}

// -----

// ttir.get_dimension_size: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result of shape 7x1 has 7 elements, expected 1 (one number)}}
  %0 = "ttir.get_dimension_size"(%a0) <{dimension = 1 : i32}> : (tensor<4x8xf32>) -> tensor<7x1xi32>
  return
}

// -----

// ttir.get_dimension_size: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result of shape 4 has 4 elements, expected 1 (one number)}}
  %0 = "ttir.get_dimension_size"(%a0) <{dimension = 1 : i32}> : (tensor<4x8xf32>) -> tensor<4xi32>
  return
}

// -----

// ttir.get_dimension_size: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have integer elements, got f32}}
  %0 = "ttir.get_dimension_size"(%a0) <{dimension = 1 : i32}> : (tensor<4x8xf32>) -> tensor<1xf32>
  return
}

// -----

// ttir.get_dimension_size: operand0 lower
func.func @f(%a0: tensor<8xf32>) {
  // expected-error @below {{dimension 1 is out of range for rank 1}}
  %0 = "ttir.get_dimension_size"(%a0) <{dimension = 1 : i32}> : (tensor<8xf32>) -> tensor<1xi32>
  return
}

// -----

// ttir.get_dimension_size: attr dimension = -7
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{dimension -7 is out of range for rank 2}}
  %0 = "ttir.get_dimension_size"(%a0) <{dimension = -7 : i32}> : (tensor<4x8xf32>) -> tensor<1xi32>
  return
}

// -----

// ttir.get_dimension_size: attr dimension type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{attribute 'dimension' failed to satisfy constraint: 32-bit signless integer attribute}}
  %0 = "ttir.get_dimension_size"(%a0) <{dimension = 1 : i64}> : (tensor<4x8xf32>) -> tensor<1xi32>
  return
}

// -----

// ttnn.assign: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttnn.assign"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.assign: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttnn.assign"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.assign: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttnn.assign"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.assign: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttnn.assign"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.assign: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttnn.assign"(%a0) : (tensor<7x4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.assign: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttnn.assign"(%a0) : (tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.to_memory_config: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttnn.to_memory_config"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.to_memory_config: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttnn.to_memory_config"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.to_memory_config: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: they must be equal}}
  %0 = "ttnn.to_memory_config"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.to_memory_config: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttnn.to_memory_config"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.to_memory_config: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttnn.to_memory_config"(%a0) : (tensor<7x4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.to_memory_config: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: they must be equal}}
  %0 = "ttnn.to_memory_config"(%a0) : (tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.to_layout: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttnn.to_layout"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.to_layout: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttnn.to_layout"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.to_layout: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttnn.to_layout"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.to_layout: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttnn.to_layout"(%a0) : (tensor<7x4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.to_layout: operand0 lower
func.func @f(%a0: tensor<8xf32>) {
  // expected-error @below {{result has shape 4x8, input has 8: they must be equal}}
  %0 = "ttnn.to_layout"(%a0) : (tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.to_layout: missing operand
func.func @f() {
  // expected-error @below {{requires a single operand}}
  %0 = "ttnn.to_layout"() : () -> tensor<4x8xf32>
  return
}

// -----

// ttnn.to_tensor_spec: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, the input has 4x8}}
  %0 = "ttnn.to_tensor_spec"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.to_tensor_spec: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, the input has 4x8}}
  %0 = "ttnn.to_tensor_spec"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.to_tensor_spec: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, the input has 4x8}}
  %0 = "ttnn.to_tensor_spec"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.to_tensor_spec: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, the input has 7x4x8}}
  %0 = "ttnn.to_tensor_spec"(%a0) : (tensor<7x4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.to_tensor_spec: operand0 lower
func.func @f(%a0: tensor<8xf32>) {
  // expected-error @below {{result has shape 4x8, the input has 8}}
  %0 = "ttnn.to_tensor_spec"(%a0) : (tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.to_tensor_spec: missing operand
func.func @f() {
  // expected-error @below {{requires a single operand}}
  %0 = "ttnn.to_tensor_spec"() : () -> tensor<4x8xf32>
  return
}

// -----

// ttir.to_layout: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{result and output must have the same type}}
  %0 = "ttir.to_layout"(%a0, %a1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.to_layout: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{result and output must have the same type}}
  %0 = "ttir.to_layout"(%a0, %a1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.to_layout: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{result and output must have the same type}}
  %0 = "ttir.to_layout"(%a0, %a1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.to_layout: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{result and output must have the same type}}
  %0 = "ttir.to_layout"(%a0, %a1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.to_layout: operand1 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<7x4x8xf32>) {
  // expected-error @below {{result and output must have the same type}}
  %0 = "ttir.to_layout"(%a0, %a1) : (tensor<4x8xf32>, tensor<7x4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.to_layout: operand1 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result and output must have the same type}}
  %0 = "ttir.to_layout"(%a0, %a1) : (tensor<4x8xf32>, tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}
