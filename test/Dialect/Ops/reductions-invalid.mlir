// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

// ttir.sum: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x1, expected 4x1}}
  %0 = "ttir.sum"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<7x4x1xf32>
  return
}

// -----

// ttir.sum: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x4, expected 4x1}}
  %0 = "ttir.sum"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// ttir.sum: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 1, expected 4x1}}
  %0 = "ttir.sum"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<1xf32>
  return
}

// -----

// ttir.sum: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x1, expected 7x1x8}}
  %0 = "ttir.sum"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<7x4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

// ttnn.sum: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x1, expected 4x1}}
  %0 = "ttnn.sum"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<7x4x1xf32>
  return
}

// -----

// ttnn.sum: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x4, expected 4x1}}
  %0 = "ttnn.sum"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// ttnn.sum: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.sum"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xi32>
  return
}

// -----

// ttnn.sum: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 1, expected 4x1}}
  %0 = "ttnn.sum"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<1xf32>
  return
}

// -----

// ttnn.sum: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x1, expected 7x1x8}}
  %0 = "ttnn.sum"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<7x4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

// ttnn.sum: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: both must be integers or both reals}}
  %0 = "ttnn.sum"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xi32>) -> tensor<4x1xf32>
  return
}

// -----

// ttir.mean: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x1, expected 4x1}}
  %0 = "ttir.mean"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<7x4x1xf32>
  return
}

// -----

// ttir.mean: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x4, expected 4x1}}
  %0 = "ttir.mean"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// ttir.mean: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 1, expected 4x1}}
  %0 = "ttir.mean"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<1xf32>
  return
}

// -----

// ttir.mean: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x1, expected 7x1x8}}
  %0 = "ttir.mean"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<7x4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

// ttnn.mean: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x1, expected 4x1}}
  %0 = "ttnn.mean"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<7x4x1xf32>
  return
}

// -----

// ttnn.mean: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x4, expected 4x1}}
  %0 = "ttnn.mean"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// ttnn.mean: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.mean"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xi32>
  return
}

// -----

// ttnn.mean: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 1, expected 4x1}}
  %0 = "ttnn.mean"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<1xf32>
  return
}

// -----

// ttnn.mean: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x1, expected 7x1x8}}
  %0 = "ttnn.mean"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<7x4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

// ttnn.mean: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: both must be integers or both reals}}
  %0 = "ttnn.mean"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xi32>) -> tensor<4x1xf32>
  return
}

// -----

// ttir.max: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x1, expected 4x1}}
  %0 = "ttir.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<7x4x1xf32>
  return
}

// -----

// ttir.max: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x4, expected 4x1}}
  %0 = "ttir.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// ttir.max: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 1, expected 4x1}}
  %0 = "ttir.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<1xf32>
  return
}

// -----

// ttir.max: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x1, expected 7x1x8}}
  %0 = "ttir.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<7x4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

// ttnn.max: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x1, expected 4x1}}
  %0 = "ttnn.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<7x4x1xf32>
  return
}

// -----

// ttnn.max: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x4, expected 4x1}}
  %0 = "ttnn.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// ttnn.max: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xi32>
  return
}

// -----

// ttnn.max: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 1, expected 4x1}}
  %0 = "ttnn.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<1xf32>
  return
}

// -----

// ttnn.max: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x1, expected 7x1x8}}
  %0 = "ttnn.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<7x4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

// ttnn.max: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: both must be integers or both reals}}
  %0 = "ttnn.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xi32>) -> tensor<4x1xf32>
  return
}

// -----

// ttir.min: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x1, expected 4x1}}
  %0 = "ttir.min"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<7x4x1xf32>
  return
}

// -----

// ttir.min: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x4, expected 4x1}}
  %0 = "ttir.min"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// ttir.min: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 1, expected 4x1}}
  %0 = "ttir.min"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<1xf32>
  return
}

// -----

// ttir.min: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x1, expected 7x1x8}}
  %0 = "ttir.min"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<7x4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

// ttnn.min: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x1, expected 4x1}}
  %0 = "ttnn.min"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<7x4x1xf32>
  return
}

// -----

// ttnn.min: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x4, expected 4x1}}
  %0 = "ttnn.min"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// ttnn.min: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.min"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xi32>
  return
}

// -----

// ttnn.min: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 1, expected 4x1}}
  %0 = "ttnn.min"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<1xf32>
  return
}

// -----

// ttnn.min: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x1, expected 7x1x8}}
  %0 = "ttnn.min"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<7x4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

// ttnn.min: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: both must be integers or both reals}}
  %0 = "ttnn.min"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xi32>) -> tensor<4x1xf32>
  return
}

// -----

// ttir.prod: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x1, expected 4x1}}
  %0 = "ttir.prod"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<7x4x1xf32>
  return
}

// -----

// ttir.prod: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x4, expected 4x1}}
  %0 = "ttir.prod"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// ttir.prod: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 1, expected 4x1}}
  %0 = "ttir.prod"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<1xf32>
  return
}

// -----

// ttir.prod: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x1, expected 7x1x8}}
  %0 = "ttir.prod"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<7x4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

// ttnn.prod: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.prod"(%a0) <{dim_arg = 1 : si64, keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xi32>
  return
}

// -----

// ttnn.prod: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: both must be integers or both reals}}
  %0 = "ttnn.prod"(%a0) <{dim_arg = 1 : si64, keep_dim = true}> : (tensor<4x8xi32>) -> tensor<4x1xf32>
  return
}

// -----

// ttir.reduce_and: result0 rank
func.func @f(%a0: tensor<4x8xi1>) {
  // expected-error @below {{result has shape 7x8, expected 8}}
  %0 = "ttir.reduce_and"(%a0) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<4x8xi1>) -> tensor<7x8xi1>
  return
}

// -----

// ttir.reduce_and: result0 shape
func.func @f(%a0: tensor<4x8xi1>) {
  // expected-error @below {{result has shape 11, expected 8}}
  %0 = "ttir.reduce_and"(%a0) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<4x8xi1>) -> tensor<11xi1>
  return
}

// -----

// ttir.reduce_and: operand0 rank
func.func @f(%a0: tensor<7x4x8xi1>) {
  // expected-error @below {{result has shape 8, expected 4x8}}
  %0 = "ttir.reduce_and"(%a0) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<7x4x8xi1>) -> tensor<8xi1>
  return
}

// -----

// ttir.reduce_and: operand0 lower
func.func @f(%a0: tensor<8xi1>) {
  // expected-error @below {{result has shape 8, expected scalar}}
  %0 = "ttir.reduce_and"(%a0) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<8xi1>) -> tensor<8xi1>
  return
}

// -----

// ttir.reduce_and: attr dim_arg neg
func.func @f(%a0: tensor<4x8xi1>) {
  // expected-error @below {{dim_arg must be in [-2, 1], got -9}}
  %0 = "ttir.reduce_and"(%a0) <{dim_arg = [-9 : i32], keep_dim = false}> : (tensor<4x8xi1>) -> tensor<8xi1>
  return
}

// -----

// ttir.reduce_and: attr dim_arg big
func.func @f(%a0: tensor<4x8xi1>) {
  // expected-error @below {{dim_arg must be in [-2, 1], got 99}}
  %0 = "ttir.reduce_and"(%a0) <{dim_arg = [99 : i32], keep_dim = false}> : (tensor<4x8xi1>) -> tensor<8xi1>
  return
}

// -----

// ttir.reduce_or: result0 rank
func.func @f(%a0: tensor<4x8xi1>) {
  // expected-error @below {{result has shape 7x8, expected 8}}
  %0 = "ttir.reduce_or"(%a0) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<4x8xi1>) -> tensor<7x8xi1>
  return
}

// -----

// ttir.reduce_or: result0 shape
func.func @f(%a0: tensor<4x8xi1>) {
  // expected-error @below {{result has shape 11, expected 8}}
  %0 = "ttir.reduce_or"(%a0) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<4x8xi1>) -> tensor<11xi1>
  return
}

// -----

// ttir.reduce_or: operand0 rank
func.func @f(%a0: tensor<7x4x8xi1>) {
  // expected-error @below {{result has shape 8, expected 4x8}}
  %0 = "ttir.reduce_or"(%a0) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<7x4x8xi1>) -> tensor<8xi1>
  return
}

// -----

// ttir.reduce_or: operand0 lower
func.func @f(%a0: tensor<8xi1>) {
  // expected-error @below {{result has shape 8, expected scalar}}
  %0 = "ttir.reduce_or"(%a0) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<8xi1>) -> tensor<8xi1>
  return
}

// -----

// ttir.reduce_or: attr dim_arg neg
func.func @f(%a0: tensor<4x8xi1>) {
  // expected-error @below {{dim_arg must be in [-2, 1], got -9}}
  %0 = "ttir.reduce_or"(%a0) <{dim_arg = [-9 : i32], keep_dim = false}> : (tensor<4x8xi1>) -> tensor<8xi1>
  return
}

// -----

// ttir.reduce_or: attr dim_arg big
func.func @f(%a0: tensor<4x8xi1>) {
  // expected-error @below {{dim_arg must be in [-2, 1], got 99}}
  %0 = "ttir.reduce_or"(%a0) <{dim_arg = [99 : i32], keep_dim = false}> : (tensor<4x8xi1>) -> tensor<8xi1>
  return
}

// -----

// ttir.argmax: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4, expected 4}}
  %0 = "ttir.argmax"(%a0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x8xf32>) -> tensor<7x4xi32>
  return
}

// -----

// ttir.argmax: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7, expected 4}}
  %0 = "ttir.argmax"(%a0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x8xf32>) -> tensor<7xi32>
  return
}

// -----

// ttir.argmax: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have integer elements, got f32}}
  %0 = "ttir.argmax"(%a0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x8xf32>) -> tensor<4xf32>
  return
}

// -----

// ttir.argmax: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4, expected 7x8}}
  %0 = "ttir.argmax"(%a0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<7x4x8xf32>) -> tensor<4xi32>
  return
}

// -----

// ttir.argmax: operand0 lower
func.func @f(%a0: tensor<8xf32>) {
  // expected-error @below {{dim_arg must be in [-1, 0], got 1}}
  %0 = "ttir.argmax"(%a0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<8xf32>) -> tensor<4xi32>
  return
}

// -----

// ttir.argmax: attr dim_arg short
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4, expected 4x8}}
  %0 = "ttir.argmax"(%a0) <{dim_arg = [], keep_dim = false}> : (tensor<4x8xf32>) -> tensor<4xi32>
  return
}

// -----

// ttnn.argmax: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4, expected 4}}
  %0 = "ttnn.argmax"(%a0) <{dim = 1 : si32, keep_dim = false}> : (tensor<4x8xf32>) -> tensor<7x4xui32>
  return
}

// -----

// ttnn.argmax: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7, expected 4}}
  %0 = "ttnn.argmax"(%a0) <{dim = 1 : si32, keep_dim = false}> : (tensor<4x8xf32>) -> tensor<7xui32>
  return
}

// -----

// ttnn.argmax: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have integer elements, got f32}}
  %0 = "ttnn.argmax"(%a0) <{dim = 1 : si32, keep_dim = false}> : (tensor<4x8xf32>) -> tensor<4xf32>
  return
}

// -----

// ttnn.argmax: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4, expected 7x8}}
  %0 = "ttnn.argmax"(%a0) <{dim = 1 : si32, keep_dim = false}> : (tensor<7x4x8xf32>) -> tensor<4xui32>
  return
}

// -----

// ttnn.argmax: operand0 lower
func.func @f(%a0: tensor<8xf32>) {
  // expected-error @below {{dimension 1 is out of range for rank 1}}
  %0 = "ttnn.argmax"(%a0) <{dim = 1 : si32, keep_dim = false}> : (tensor<8xf32>) -> tensor<4xui32>
  return
}

// -----

// ttnn.argmax: attr dim = -7
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{dimension -7 is out of range for rank 2}}
  %0 = "ttnn.argmax"(%a0) <{dim = -7 : si32, keep_dim = false}> : (tensor<4x8xf32>) -> tensor<4xui32>
  return
}

// -----

// ttir.cumsum: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, the input has 4x8}}
  %0 = "ttir.cumsum"(%a0) <{dim = 1 : i64}> : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.cumsum: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, the input has 4x8}}
  %0 = "ttir.cumsum"(%a0) <{dim = 1 : i64}> : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.cumsum: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttir.cumsum"(%a0) <{dim = 1 : i64}> : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.cumsum: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, the input has 4x8}}
  %0 = "ttir.cumsum"(%a0) <{dim = 1 : i64}> : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.cumsum: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, the input has 7x4x8}}
  %0 = "ttir.cumsum"(%a0) <{dim = 1 : i64}> : (tensor<7x4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.cumsum: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: both must be integers or both reals}}
  %0 = "ttir.cumsum"(%a0) <{dim = 1 : i64}> : (tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.cumprod: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttir.cumprod"(%a0) <{dim = 1 : i64}> : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.cumprod: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttir.cumprod"(%a0) <{dim = 1 : i64}> : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.cumprod: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttir.cumprod"(%a0) <{dim = 1 : i64}> : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.cumprod: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttir.cumprod"(%a0) <{dim = 1 : i64}> : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.cumprod: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttir.cumprod"(%a0) <{dim = 1 : i64}> : (tensor<7x4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.cumprod: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: both must be integers or both reals}}
  %0 = "ttir.cumprod"(%a0) <{dim = 1 : i64}> : (tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.cumsum: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttnn.cumsum"(%a0) <{dim = 1 : si32}> : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.cumsum: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttnn.cumsum"(%a0) <{dim = 1 : si32}> : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.cumsum: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.cumsum"(%a0) <{dim = 1 : si32}> : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.cumsum: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttnn.cumsum"(%a0) <{dim = 1 : si32}> : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.cumsum: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttnn.cumsum"(%a0) <{dim = 1 : si32}> : (tensor<7x4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.cumsum: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: both must be integers or both reals}}
  %0 = "ttnn.cumsum"(%a0) <{dim = 1 : si32}> : (tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.cumprod: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttnn.cumprod"(%a0) <{dim = 1 : si32}> : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.cumprod: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttnn.cumprod"(%a0) <{dim = 1 : si32}> : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.cumprod: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.cumprod"(%a0) <{dim = 1 : si32}> : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.cumprod: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttnn.cumprod"(%a0) <{dim = 1 : si32}> : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.cumprod: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttnn.cumprod"(%a0) <{dim = 1 : si32}> : (tensor<7x4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.cumprod: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has elements of type f32, input of i32: both must be integers or both reals}}
  %0 = "ttnn.cumprod"(%a0) <{dim = 1 : si32}> : (tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.sort: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{values has type tensor<7x4x8xf32>, input has tensor<4x8xf32>: they must be equal}}
  %0:2 = "ttir.sort"(%a0) <{descending = true, dim = 1 : si32}> : (tensor<4x8xf32>) -> (tensor<7x4x8xf32>, tensor<4x8xi32>)
  return
}

// -----

// ttir.sort: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{values has type tensor<4x11xf32>, input has tensor<4x8xf32>: they must be equal}}
  %0:2 = "ttir.sort"(%a0) <{descending = true, dim = 1 : si32}> : (tensor<4x8xf32>) -> (tensor<4x11xf32>, tensor<4x8xi32>)
  return
}

// -----

// ttir.sort: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{values has type tensor<4x8xi32>, input has tensor<4x8xf32>: they must be equal}}
  %0:2 = "ttir.sort"(%a0) <{descending = true, dim = 1 : si32}> : (tensor<4x8xf32>) -> (tensor<4x8xi32>, tensor<4x8xi32>)
  return
}

// -----

// ttir.sort: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{values has type tensor<8xf32>, input has tensor<4x8xf32>: they must be equal}}
  %0:2 = "ttir.sort"(%a0) <{descending = true, dim = 1 : si32}> : (tensor<4x8xf32>) -> (tensor<8xf32>, tensor<4x8xi32>)
  return
}

// -----

// ttir.sort: result1 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{indices has shape 7x4x8, input has 4x8: they must be equal}}
  %0:2 = "ttir.sort"(%a0) <{descending = true, dim = 1 : si32}> : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<7x4x8xi32>)
  return
}

// -----

// ttir.sort: result1 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{indices has shape 4x11, input has 4x8: they must be equal}}
  %0:2 = "ttir.sort"(%a0) <{descending = true, dim = 1 : si32}> : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x11xi32>)
  return
}

// -----

// ttnn.sort: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{values has shape 7x4x8, input has 4x8: they must be equal}}
  %0:2 = "ttnn.sort"(%a0) <{descending = true, dim = 1 : si32}> : (tensor<4x8xf32>) -> (tensor<7x4x8xf32>, tensor<4x8xi32>)
  return
}

// -----

// ttnn.sort: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{values has shape 4x11, input has 4x8: they must be equal}}
  %0:2 = "ttnn.sort"(%a0) <{descending = true, dim = 1 : si32}> : (tensor<4x8xf32>) -> (tensor<4x11xf32>, tensor<4x8xi32>)
  return
}

// -----

// ttnn.sort: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{values has elements of type i32, input of f32: they must be equal}}
  %0:2 = "ttnn.sort"(%a0) <{descending = true, dim = 1 : si32}> : (tensor<4x8xf32>) -> (tensor<4x8xi32>, tensor<4x8xi32>)
  return
}

// -----

// ttnn.sort: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{values has shape 8, input has 4x8: they must be equal}}
  %0:2 = "ttnn.sort"(%a0) <{descending = true, dim = 1 : si32}> : (tensor<4x8xf32>) -> (tensor<8xf32>, tensor<4x8xi32>)
  return
}

// -----

// ttnn.sort: result1 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{indices has shape 7x4x8, input has 4x8: they must be equal}}
  %0:2 = "ttnn.sort"(%a0) <{descending = true, dim = 1 : si32}> : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<7x4x8xi32>)
  return
}

// -----

// ttnn.sort: result1 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{indices has shape 4x11, input has 4x8: they must be equal}}
  %0:2 = "ttnn.sort"(%a0) <{descending = true, dim = 1 : si32}> : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x11xi32>)
  return
}

// -----

// ttir.topk: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{values has shape 7x4x3, expected 4x3}}
  %0:2 = "ttir.topk"(%a0) <{dim = 1 : i32, k = 3 : i32}> : (tensor<4x8xf32>) -> (tensor<7x4x3xf32>, tensor<4x3xi32>)
  return
}

// -----

// ttir.topk: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{values has shape 4x6, expected 4x3}}
  %0:2 = "ttir.topk"(%a0) <{dim = 1 : i32, k = 3 : i32}> : (tensor<4x8xf32>) -> (tensor<4x6xf32>, tensor<4x3xi32>)
  return
}

// -----

// ttir.topk: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{values has elements of type i32, input of f32: they must be equal}}
  %0:2 = "ttir.topk"(%a0) <{dim = 1 : i32, k = 3 : i32}> : (tensor<4x8xf32>) -> (tensor<4x3xi32>, tensor<4x3xi32>)
  return
}

// -----

// ttir.topk: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{values has shape 3, expected 4x3}}
  %0:2 = "ttir.topk"(%a0) <{dim = 1 : i32, k = 3 : i32}> : (tensor<4x8xf32>) -> (tensor<3xf32>, tensor<4x3xi32>)
  return
}

// -----

// ttir.topk: result1 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{indices has shape 7x4x3, expected 4x3}}
  %0:2 = "ttir.topk"(%a0) <{dim = 1 : i32, k = 3 : i32}> : (tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<7x4x3xi32>)
  return
}

// -----

// ttir.topk: result1 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{indices has shape 4x6, expected 4x3}}
  %0:2 = "ttir.topk"(%a0) <{dim = 1 : i32, k = 3 : i32}> : (tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x6xi32>)
  return
}

// -----

// ttnn.topk: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{values has shape 7x4x3, expected 4x3}}
  %0:2 = "ttnn.topk"(%a0) <{dim = 1 : si32, k = 3 : i32}> : (tensor<4x8xf32>) -> (tensor<7x4x3xf32>, tensor<4x3xui16>)
  return
}

// -----

// ttnn.topk: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{values has shape 4x6, expected 4x3}}
  %0:2 = "ttnn.topk"(%a0) <{dim = 1 : si32, k = 3 : i32}> : (tensor<4x8xf32>) -> (tensor<4x6xf32>, tensor<4x3xui16>)
  return
}

// -----

// ttnn.topk: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{values has elements of type i32, input of f32: they must be equal}}
  %0:2 = "ttnn.topk"(%a0) <{dim = 1 : si32, k = 3 : i32}> : (tensor<4x8xf32>) -> (tensor<4x3xi32>, tensor<4x3xui16>)
  return
}

// -----

// ttnn.topk: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{values has shape 3, expected 4x3}}
  %0:2 = "ttnn.topk"(%a0) <{dim = 1 : si32, k = 3 : i32}> : (tensor<4x8xf32>) -> (tensor<3xf32>, tensor<4x3xui16>)
  return
}

// -----

// ttnn.topk: result1 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{indices has shape 7x4x3, expected 4x3}}
  %0:2 = "ttnn.topk"(%a0) <{dim = 1 : si32, k = 3 : i32}> : (tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<7x4x3xui16>)
  return
}

// -----

// ttnn.topk: result1 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{indices has shape 4x6, expected 4x3}}
  %0:2 = "ttnn.topk"(%a0) <{dim = 1 : si32, k = 3 : i32}> : (tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x6xui16>)
  return
}

// -----

// ttnn.prod: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x1, expected 4x1}}
  %0 = "ttnn.prod"(%a0) <{dim_arg = 1 : si64, keep_dim = true}> : (tensor<4x8xf32>) -> tensor<7x4x1xf32>
  return
}

// -----

// ttnn.prod: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x4, expected 4x1}}
  %0 = "ttnn.prod"(%a0) <{dim_arg = 1 : si64, keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// -----

// ttnn.prod: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 1, expected 4x1}}
  %0 = "ttnn.prod"(%a0) <{dim_arg = 1 : si64, keep_dim = true}> : (tensor<4x8xf32>) -> tensor<1xf32>
  return
}

// -----

// ttnn.prod: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x1, expected 7x1x8}}
  %0 = "ttnn.prod"(%a0) <{dim_arg = 1 : si64, keep_dim = true}> : (tensor<7x4x8xf32>) -> tensor<4x1xf32>
  return
}
