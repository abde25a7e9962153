// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

// ttir.abs: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.abs"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.abs: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.abs"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.abs: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.abs"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.abs: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.abs"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.abs: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.abs"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.abs: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.abs"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.abs: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.abs"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.acos: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.acos"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.acos: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.acos"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.acos: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.acos"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.acos: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.acos"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.acos: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.acos"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.acos: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.acos"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.acos: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.acos"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.asin: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.asin"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.asin: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.asin"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.asin: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.asin"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.asin: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.asin"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.asin: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.asin"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.asin: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.asin"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.asin: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.asin"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.asinh: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.asinh"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.asinh: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.asinh"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.asinh: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.asinh"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.asinh: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.asinh"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.asinh: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.asinh"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.asinh: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.asinh"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.asinh: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.asinh"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.atan: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.atan"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.atan: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.atan"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.atan: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.atan"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.atan: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.atan"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.atan: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.atan"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.atan: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.atan"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.atan: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.atan"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.cbrt: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.cbrt"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.cbrt: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.cbrt"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.cbrt: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.cbrt"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.cbrt: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.cbrt"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.cbrt: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.cbrt"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.cbrt: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.cbrt"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.cbrt: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.cbrt"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.ceil: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.ceil"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.ceil: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.ceil"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.ceil: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.ceil"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.ceil: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.ceil"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.ceil: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.ceil"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.ceil: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.ceil"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.ceil: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.ceil"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.cos: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.cos"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.cos: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.cos"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.cos: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.cos"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.cos: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.cos"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.cos: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.cos"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.cos: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.cos"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.cos: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.cos"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.erf: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.erf"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.erf: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.erf"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.erf: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.erf"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.erf: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.erf"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.erf: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.erf"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.erf: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.erf"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.erf: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.erf"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.erfc: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.erfc"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.erfc: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.erfc"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.erfc: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.erfc"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.erfc: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.erfc"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.erfc: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.erfc"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.erfc: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.erfc"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.erfc: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.erfc"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.exp: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.exp"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.exp: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.exp"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.exp: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.exp"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.exp: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.exp"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.exp: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.exp"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.exp: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.exp"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.exp: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.exp"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.expm1: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.expm1"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.expm1: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.expm1"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.expm1: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.expm1"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.expm1: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.expm1"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.expm1: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.expm1"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.expm1: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.expm1"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.expm1: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.expm1"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.floor: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.floor"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.floor: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.floor"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.floor: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.floor"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.floor: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.floor"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.floor: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.floor"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.floor: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.floor"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.floor: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.floor"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.gelu: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.gelu"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.gelu: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.gelu"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.gelu: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.gelu"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.gelu: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.gelu"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.gelu: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.gelu"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.gelu: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.gelu"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.gelu: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.gelu"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.hardsigmoid: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.hardsigmoid"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.hardsigmoid: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.hardsigmoid"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.hardsigmoid: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.hardsigmoid"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.hardsigmoid: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.hardsigmoid"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.hardsigmoid: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.hardsigmoid"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.hardsigmoid: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.hardsigmoid"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.hardsigmoid: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.hardsigmoid"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.isfinite: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.isfinite"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.isfinite: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.isfinite"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.isfinite: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.isfinite"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.isfinite: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttir.isfinite"(%a0) : (tensor<7x4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.isfinite: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.isfinite"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.isfinite: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.isfinite"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.isfinite: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.isfinite"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.isfinite: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttnn.isfinite"(%a0) : (tensor<7x4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.log: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.log"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.log: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.log"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.log: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.log"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.log: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.log"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.log: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.log"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.log: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.log"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.log: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.log"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.log1p: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.log1p"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.log1p: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.log1p"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.log1p: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.log1p"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.log1p: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.log1p"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.log1p: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.log1p"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.log1p: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.log1p"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.log1p: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.log1p"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.logical_not: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.logical_not"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.logical_not: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.logical_not"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.logical_not: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.logical_not"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.logical_not: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttir.logical_not"(%a0) : (tensor<7x4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.logical_not: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.logical_not"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.logical_not: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.logical_not"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.logical_not: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.logical_not"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.logical_not: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttnn.logical_not"(%a0) : (tensor<7x4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.mish: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.mish"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.mish: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.mish"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.mish: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.mish"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.mish: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.mish"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.mish: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.mish"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.mish: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.mish"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.mish: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.mish"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.neg: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.neg"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.neg: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.neg"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.neg: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.neg"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.neg: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.neg"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.neg: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.neg"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.neg: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.neg"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.neg: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.neg"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.reciprocal: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.reciprocal"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.reciprocal: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.reciprocal"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.reciprocal: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.reciprocal"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.reciprocal: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.reciprocal"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.reciprocal: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.reciprocal"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.reciprocal: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.reciprocal"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.reciprocal: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.reciprocal"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.relu: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.relu"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.relu: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.relu"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.relu: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.relu"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.relu: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.relu"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.relu: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.relu"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.relu: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.relu"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.relu: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.relu"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.relu6: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.relu6"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.relu6: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.relu6"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.relu6: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.relu6"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.relu6: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.relu6"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.relu6: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.relu6"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.relu6: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.relu6"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.relu6: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.relu6"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.rsqrt: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.rsqrt"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.rsqrt: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.rsqrt"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.rsqrt: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.rsqrt"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.rsqrt: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.rsqrt"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.rsqrt: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.rsqrt"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.rsqrt: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.rsqrt"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.rsqrt: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.rsqrt"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.sigmoid: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.sigmoid"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.sigmoid: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.sigmoid"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.sigmoid: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.sigmoid"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.sigmoid: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.sigmoid"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.sigmoid: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.sigmoid"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.sigmoid: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.sigmoid"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.sigmoid: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.sigmoid"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.sign: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.sign"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.sign: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.sign"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.sign: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.sign"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.sign: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.sign"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.sign: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.sign"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.sign: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.sign"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.sign: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.sign"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.silu: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.silu"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.silu: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.silu"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.silu: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.silu"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.silu: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.silu"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.silu: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.silu"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.silu: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.silu"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.silu: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.silu"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.sin: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.sin"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.sin: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.sin"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.sin: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.sin"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.sin: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.sin"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.sin: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.sin"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.sin: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.sin"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.sin: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.sin"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.sqrt: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.sqrt"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.sqrt: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.sqrt"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.sqrt: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.sqrt"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.sqrt: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.sqrt"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.sqrt: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.sqrt"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.sqrt: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.sqrt"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.sqrt: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.sqrt"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.tan: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.tan"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.tan: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.tan"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.tan: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.tan"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.tan: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.tan"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.tan: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.tan"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.tan: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.tan"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.tan: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.tan"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.tanh: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.tanh"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.tanh: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.tanh"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.tanh: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.tanh"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.tanh: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.tanh"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.tanh: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.tanh"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.tanh: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.tanh"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.tanh: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.tanh"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.acosh: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.acosh"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.acosh: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.acosh"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.acosh: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.acosh"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.acosh: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.acosh"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.acosh: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.acosh"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.acosh: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.acosh"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.acosh: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.acosh"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.atanh: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.atanh"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.atanh: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.atanh"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.atanh: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.atanh"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.atanh: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.atanh"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.atanh: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.atanh"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.atanh: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.atanh"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.atanh: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.atanh"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.cosh: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.cosh"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.cosh: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.cosh"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.cosh: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.cosh"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.cosh: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.cosh"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.cosh: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.cosh"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.cosh: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.cosh"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.cosh: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.cosh"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.sinh: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.sinh"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.sinh: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.sinh"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.sinh: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.sinh"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.sinh: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.sinh"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.sinh: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.sinh"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.sinh: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.sinh"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.sinh: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.sinh"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.softplus: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.softplus"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.softplus: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.softplus"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.softplus: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.softplus"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.softplus: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.softplus"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.softplus: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.softplus"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.softplus: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.softplus"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.softplus: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.softplus"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.softsign: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.softsign"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.softsign: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.softsign"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.softsign: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.softsign"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.softsign: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.softsign"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.softsign: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.softsign"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.softsign: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.softsign"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.softsign: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.softsign"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.trunc: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.trunc"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.trunc: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.trunc"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.trunc: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.trunc"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.trunc: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.trunc"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.trunc: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.trunc"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.trunc: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.trunc"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.trunc: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.trunc"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.exp2: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.exp2"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.exp2: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.exp2"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.exp2: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.exp2"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.frac: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.frac"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.frac: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.frac"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.frac: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.frac"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.signbit: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.signbit"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.signbit: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.signbit"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.signbit: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.signbit"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.signbit: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttir.signbit"(%a0) : (tensor<7x4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.square: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.square"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.square: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.square"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.square: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.square"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.hardswish: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.hardswish"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.hardswish: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.hardswish"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.hardswish: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.hardswish"(%a0) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.bitwise_not: result0 rank
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.bitwise_not"(%a0) : (tensor<4x8xi32>) -> tensor<7x4x8xi32>
  return
}

// -----

// ttir.bitwise_not: result0 shape
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.bitwise_not"(%a0) : (tensor<4x8xi32>) -> tensor<4x11xi32>
  return
}

// -----

// ttir.bitwise_not: result0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result must have integer elements, got f32}}
  %0 = "ttir.bitwise_not"(%a0) : (tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.bitwise_not: result0 lower
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.bitwise_not"(%a0) : (tensor<4x8xi32>) -> tensor<8xi32>
  return
}

// -----

// ttnn.bitwise_not: result0 rank
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.bitwise_not"(%a0) : (tensor<4x8xi32>) -> tensor<7x4x8xi32>
  return
}

// -----

// ttnn.bitwise_not: result0 shape
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.bitwise_not"(%a0) : (tensor<4x8xi32>) -> tensor<4x11xi32>
  return
}

// -----

// ttnn.bitwise_not: result0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result must have integer elements, got f32}}
  %0 = "ttnn.bitwise_not"(%a0) : (tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.bitwise_not: result0 lower
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.bitwise_not"(%a0) : (tensor<4x8xi32>) -> tensor<8xi32>
  return
}

// -----

// ttir.bitcast_convert: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.bitcast_convert"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xi32>
  return
}

// -----

// ttir.bitcast_convert: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.bitcast_convert"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xi32>
  return
}

// -----

// ttir.bitcast_convert: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.bitcast_convert"(%a0) : (tensor<4x8xf32>) -> tensor<8xi32>
  return
}

// -----

// ttir.bitcast_convert: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttir.bitcast_convert"(%a0) : (tensor<7x4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.bitcast_convert: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.bitcast_convert"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xi32>
  return
}

// -----

// ttnn.bitcast_convert: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.bitcast_convert"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xi32>
  return
}

// -----

// ttnn.bitcast_convert: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.bitcast_convert"(%a0) : (tensor<4x8xf32>) -> tensor<8xi32>
  return
}

// -----

// ttnn.bitcast_convert: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttnn.bitcast_convert"(%a0) : (tensor<7x4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.add: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.add"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.add: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.add"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.add: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.add"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.add: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.add"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.add: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.add"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.add: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has elements of type i32, lhs of f32: both must be integers or both reals}}
  %0 = "ttnn.add"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.add: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.add"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.subtract: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.subtract"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.subtract: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.subtract"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.subtract: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.subtract"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.subtract: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.subtract"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.subtract: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.subtract"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.subtract: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has elements of type i32, lhs of f32: both must be integers or both reals}}
  %0 = "ttnn.subtract"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.subtract: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.subtract"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.multiply: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.multiply"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.multiply: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.multiply"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.multiply: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.multiply"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.multiply: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.multiply"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.multiply: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.multiply"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.multiply: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has elements of type i32, lhs of f32: both must be integers or both reals}}
  %0 = "ttnn.multiply"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.multiply: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.multiply"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.maximum: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.maximum"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.maximum: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.maximum"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.maximum: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.maximum"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.maximum: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.maximum"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.maximum: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.maximum"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.maximum: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has elements of type i32, lhs of f32: both must be integers or both reals}}
  %0 = "ttnn.maximum"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.maximum: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.maximum"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.minimum: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.minimum"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.minimum: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.minimum"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.minimum: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.minimum"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.minimum: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.minimum"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.minimum: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.minimum"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.minimum: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has elements of type i32, lhs of f32: both must be integers or both reals}}
  %0 = "ttnn.minimum"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.minimum: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.minimum"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.remainder: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.remainder"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.remainder: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.remainder"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.remainder: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.remainder"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.remainder: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.remainder"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.remainder: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.remainder"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.remainder: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has elements of type i32, lhs of f32: both must be integers or both reals}}
  %0 = "ttnn.remainder"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.remainder: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.remainder"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.eq: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.eq"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.eq: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.eq"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.eq: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.eq"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.eq: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttir.eq"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.eq: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.eq"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.eq: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.eq"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.eq: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.eq"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.eq: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttnn.eq"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.ne: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.ne"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.ne: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.ne"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.ne: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.ne"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.ne: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttir.ne"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.ne: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.ne"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.ne: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.ne"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.ne: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.ne"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.ne: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttnn.ne"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.lt: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.lt"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.lt: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.lt"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.lt: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.lt"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.lt: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttir.lt"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.lt: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.lt"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.lt: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.lt"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.lt: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.lt"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.lt: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttnn.lt"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.le: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.le"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.le: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.le"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.le: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.le"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.le: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttir.le"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.le: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.le"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.le: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.le"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.le: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.le"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.le: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttnn.le"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.gt: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.gt"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.gt: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.gt"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.gt: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.gt"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.gt: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttir.gt"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.gt: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.gt"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.gt: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.gt"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.gt: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.gt"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.gt: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttnn.gt"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.ge: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.ge"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.ge: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.ge"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.ge: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.ge"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.ge: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttir.ge"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.ge: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.ge"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.ge: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.ge"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.ge: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.ge"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.ge: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttnn.ge"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.logical_and: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.logical_and"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.logical_and: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.logical_and"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.logical_and: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.logical_and"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.logical_and: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttir.logical_and"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.logical_and: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.logical_and"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.logical_and: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.logical_and"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.logical_and: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.logical_and"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.logical_and: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttnn.logical_and"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.logical_or: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.logical_or"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.logical_or: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.logical_or"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.logical_or: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.logical_or"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.logical_or: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttir.logical_or"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.logical_or: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.logical_or"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.logical_or: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.logical_or"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.logical_or: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.logical_or"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.logical_or: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttnn.logical_or"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.logical_xor: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.logical_xor"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.logical_xor: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.logical_xor"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.logical_xor: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.logical_xor"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.logical_xor: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttir.logical_xor"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.logical_xor: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.logical_xor"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.logical_xor: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.logical_xor"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.logical_xor: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.logical_xor"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.logical_xor: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttnn.logical_xor"(%a0, %a1) : (tensor<7x4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.atan2: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.atan2"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.atan2: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.atan2"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.atan2: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.atan2"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.atan2: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.atan2"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.atan2: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.atan2"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.atan2: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has elements of type i32, lhs of f32: both must be integers or both reals}}
  %0 = "ttnn.atan2"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.atan2: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.atan2"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.div: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.div"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.div: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.div"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.div: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.div"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.pow: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.pow"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.pow: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.pow"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.pow: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.pow"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.divide: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.divide"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.divide: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.divide"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.divide: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has elements of type i32, lhs of f32: both must be integers or both reals}}
  %0 = "ttnn.divide"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.divide: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.divide"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.pow_tensor: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.pow_tensor"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.pow_tensor: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.pow_tensor"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.pow_tensor: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has elements of type i32, lhs of f32: both must be integers or both reals}}
  %0 = "ttnn.pow_tensor"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.pow_tensor: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.pow_tensor"(%a0, %a1) : (tensor<4x8xf32>, tensor<1x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.bitwise_and: result0 rank
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.bitwise_and"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<7x4x8xi32>
  return
}

// -----

// ttir.bitwise_and: result0 shape
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.bitwise_and"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x11xi32>
  return
}

// -----

// ttir.bitwise_and: result0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result must have integer elements, got f32}}
  %0 = "ttir.bitwise_and"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.bitwise_and: result0 lower
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.bitwise_and"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<8xi32>
  return
}

// -----

// ttnn.bitwise_and: result0 rank
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.bitwise_and"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<7x4x8xi32>
  return
}

// -----

// ttnn.bitwise_and: result0 shape
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.bitwise_and"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x11xi32>
  return
}

// -----

// ttnn.bitwise_and: result0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result must have integer elements, got f32}}
  %0 = "ttnn.bitwise_and"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.bitwise_and: result0 lower
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.bitwise_and"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<8xi32>
  return
}

// -----

// ttir.bitwise_or: result0 rank
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.bitwise_or"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<7x4x8xi32>
  return
}

// -----

// ttir.bitwise_or: result0 shape
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.bitwise_or"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x11xi32>
  return
}

// -----

// ttir.bitwise_or: result0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result must have integer elements, got f32}}
  %0 = "ttir.bitwise_or"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.bitwise_or: result0 lower
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.bitwise_or"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<8xi32>
  return
}

// -----

// ttnn.bitwise_or: result0 rank
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.bitwise_or"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<7x4x8xi32>
  return
}

// -----

// ttnn.bitwise_or: result0 shape
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.bitwise_or"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x11xi32>
  return
}

// -----

// ttnn.bitwise_or: result0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result must have integer elements, got f32}}
  %0 = "ttnn.bitwise_or"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.bitwise_or: result0 lower
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.bitwise_or"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<8xi32>
  return
}

// -----

// ttir.bitwise_xor: result0 rank
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.bitwise_xor"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<7x4x8xi32>
  return
}

// -----

// ttir.bitwise_xor: result0 shape
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.bitwise_xor"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x11xi32>
  return
}

// -----

// ttir.bitwise_xor: result0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result must have integer elements, got f32}}
  %0 = "ttir.bitwise_xor"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.bitwise_xor: result0 lower
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.bitwise_xor"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<8xi32>
  return
}

// -----

// ttnn.bitwise_xor: result0 rank
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.bitwise_xor"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<7x4x8xi32>
  return
}

// -----

// ttnn.bitwise_xor: result0 shape
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.bitwise_xor"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x11xi32>
  return
}

// -----

// ttnn.bitwise_xor: result0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result must have integer elements, got f32}}
  %0 = "ttnn.bitwise_xor"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.bitwise_xor: result0 lower
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.bitwise_xor"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<8xi32>
  return
}

// -----

// ttir.logical_left_shift: result0 rank
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.logical_left_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<7x4x8xi32>
  return
}

// -----

// ttir.logical_left_shift: result0 shape
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.logical_left_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x11xi32>
  return
}

// -----

// ttir.logical_left_shift: result0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result must have integer elements}}
  %0 = "ttir.logical_left_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.logical_left_shift: result0 lower
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.logical_left_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<8xi32>
  return
}

// -----

// ttnn.logical_left_shift: result0 rank
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.logical_left_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<7x4x8xi32>
  return
}

// -----

// ttnn.logical_left_shift: result0 shape
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.logical_left_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x11xi32>
  return
}

// -----

// ttnn.logical_left_shift: result0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result must have integer elements, got f32}}
  %0 = "ttnn.logical_left_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.logical_left_shift: result0 lower
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.logical_left_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<8xi32>
  return
}

// -----

// ttir.logical_right_shift: result0 rank
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.logical_right_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<7x4x8xi32>
  return
}

// -----

// ttir.logical_right_shift: result0 shape
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.logical_right_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x11xi32>
  return
}

// -----

// ttir.logical_right_shift: result0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result must have integer elements}}
  %0 = "ttir.logical_right_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.logical_right_shift: result0 lower
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.logical_right_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<8xi32>
  return
}

// -----

// ttnn.logical_right_shift: result0 rank
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.logical_right_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<7x4x8xi32>
  return
}

// -----

// ttnn.logical_right_shift: result0 shape
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.logical_right_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x11xi32>
  return
}

// -----

// ttnn.logical_right_shift: result0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result must have integer elements, got f32}}
  %0 = "ttnn.logical_right_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.logical_right_shift: result0 lower
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.logical_right_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<8xi32>
  return
}

// -----

// ttir.right_shift: result0 rank
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.right_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<7x4x8xi32>
  return
}

// -----

// ttir.right_shift: result0 shape
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.right_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x11xi32>
  return
}

// -----

// ttir.right_shift: result0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result must have integer elements}}
  %0 = "ttir.right_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.right_shift: result0 lower
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<4x8xi32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.right_shift"(%a0, %a1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> tensor<8xi32>
  return
}

// -----

// ttir.typecast: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.typecast"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xi32>
  return
}

// -----

// ttir.typecast: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.typecast"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xi32>
  return
}

// -----

// ttir.typecast: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.typecast"(%a0) : (tensor<4x8xf32>) -> tensor<8xi32>
  return
}

// -----

// ttir.typecast: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, operands broadcast to 7x4x8}}
  %0 = "ttir.typecast"(%a0) : (tensor<7x4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.typecast: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttnn.typecast"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8xi32>
  return
}

// -----

// ttnn.typecast: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttnn.typecast"(%a0) : (tensor<4x8xf32>) -> tensor<4x11xi32>
  return
}

// -----

// ttnn.typecast: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttnn.typecast"(%a0) : (tensor<4x8xf32>) -> tensor<8xi32>
  return
}

// -----

// ttnn.typecast: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttnn.typecast"(%a0) : (tensor<7x4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.leaky_relu: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.leaky_relu"(%a0) <{parameter = 1.0e-2 : f32}> : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.leaky_relu: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.leaky_relu"(%a0) <{parameter = 1.0e-2 : f32}> : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.leaky_relu: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.leaky_relu"(%a0) <{parameter = 1.0e-2 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.leaky_relu: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.leaky_relu"(%a0) <{parameter = 1.0e-2 : f32}> : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.leaky_relu: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.leaky_relu"(%a0) <{parameter = 1.0e-2 : f32}> : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.leaky_relu: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.leaky_relu"(%a0) <{parameter = 1.0e-2 : f32}> : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.leaky_relu: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.leaky_relu"(%a0) <{parameter = 1.0e-2 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.leaky_relu: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.leaky_relu"(%a0) <{parameter = 1.0e-2 : f32}> : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.elu: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.elu"(%a0) <{alpha = 1.0 : f32}> : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.elu: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.elu"(%a0) <{alpha = 1.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.elu: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.elu"(%a0) <{alpha = 1.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.elu: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.elu"(%a0) <{alpha = 1.0 : f32}> : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.elu: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.elu"(%a0) <{alpha = 1.0 : f32}> : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.elu: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.elu"(%a0) <{alpha = 1.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.elu: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.elu"(%a0) <{alpha = 1.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.elu: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.elu"(%a0) <{alpha = 1.0 : f32}> : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.selu: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.selu"(%a0) <{alpha = 1.67 : f32, scale = 1.05 : f32}> : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.selu: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.selu"(%a0) <{alpha = 1.67 : f32, scale = 1.05 : f32}> : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.selu: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.selu"(%a0) <{alpha = 1.67 : f32, scale = 1.05 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.selu: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.selu"(%a0) <{alpha = 1.67 : f32, scale = 1.05 : f32}> : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.dropout: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.dropout"(%a0) <{prob = 2.0e-1 : f32, scale = 1.25 : f32, seed = 7 : ui32}> : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.dropout: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.dropout"(%a0) <{prob = 2.0e-1 : f32, scale = 1.25 : f32, seed = 7 : ui32}> : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.dropout: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has type tensor<4x8xi32>, input has tensor<4x8xf32>: they must be equal}}
  %0 = "ttir.dropout"(%a0) <{prob = 2.0e-1 : f32, scale = 1.25 : f32, seed = 7 : ui32}> : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.dropout: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.dropout"(%a0) <{prob = 2.0e-1 : f32, scale = 1.25 : f32, seed = 7 : ui32}> : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.dropout: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.dropout"(%a0) <{prob = 2.0e-1 : f32, scale = 1.25 : f32, seed = 7 : ui32}> : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.dropout: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.dropout"(%a0) <{prob = 2.0e-1 : f32, scale = 1.25 : f32, seed = 7 : ui32}> : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.dropout: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.dropout"(%a0) <{prob = 2.0e-1 : f32, scale = 1.25 : f32, seed = 7 : ui32}> : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.dropout: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.dropout"(%a0) <{prob = 2.0e-1 : f32, scale = 1.25 : f32, seed = 7 : ui32}> : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.clamp_scalar: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.clamp_scalar"(%a0) <{max = 6.0 : f32, min = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.clamp_scalar: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.clamp_scalar"(%a0) <{max = 6.0 : f32, min = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.clamp_scalar: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.clamp_scalar"(%a0) <{max = 6.0 : f32, min = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.clamp_scalar: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.clamp_scalar"(%a0) <{max = 6.0 : f32, min = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.clamp_scalar: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.clamp_scalar"(%a0) <{max = 6.0 : f32, min = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.clamp_scalar: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.clamp_scalar"(%a0) <{max = 6.0 : f32, min = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.clamp_scalar: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.clamp_scalar"(%a0) <{max = 6.0 : f32, min = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.clamp_tensor: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>, %a2: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.clamp_tensor"(%a0, %a1, %a2) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.clamp_tensor: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>, %a2: tensor<4x8xf32>) {
  // expected-error @below {{min of shape 4x8 does not broadcast to the result's 4x11}}
  %0 = "ttir.clamp_tensor"(%a0, %a1, %a2) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.clamp_tensor: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>, %a2: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.clamp_tensor"(%a0, %a1, %a2) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.clamp_tensor: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>, %a2: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.clamp_tensor"(%a0, %a1, %a2) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.clamp_tensor: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>, %a2: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.clamp_tensor"(%a0, %a1, %a2) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.clamp_tensor: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>, %a2: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, input of f32: both must be integers or both reals}}
  %0 = "ttnn.clamp_tensor"(%a0, %a1, %a2) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.clamp_tensor: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>, %a2: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.clamp_tensor"(%a0, %a1, %a2) : (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.where: result0 rank
func.func @f(%a0: tensor<4x8xi1>, %a1: tensor<4x8xf32>, %a2: tensor<1x1xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.where"(%a0, %a1, %a2) : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.where: result0 shape
func.func @f(%a0: tensor<4x8xi1>, %a1: tensor<4x8xf32>, %a2: tensor<1x1xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.where"(%a0, %a1, %a2) : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.where: result0 type
func.func @f(%a0: tensor<4x8xi1>, %a1: tensor<4x8xf32>, %a2: tensor<1x1xf32>) {
  // expected-error @below {{result has elements of type i32, second of f32: they must be equal}}
  %0 = "ttir.where"(%a0, %a1, %a2) : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.where: result0 lower
func.func @f(%a0: tensor<4x8xi1>, %a1: tensor<4x8xf32>, %a2: tensor<1x1xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.where"(%a0, %a1, %a2) : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.where: result0 rank
func.func @f(%a0: tensor<4x8xi1>, %a1: tensor<4x8xf32>, %a2: tensor<1x1xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.where"(%a0, %a1, %a2) : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.where: result0 shape
func.func @f(%a0: tensor<4x8xi1>, %a1: tensor<4x8xf32>, %a2: tensor<1x1xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.where"(%a0, %a1, %a2) : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.where: result0 type
func.func @f(%a0: tensor<4x8xi1>, %a1: tensor<4x8xf32>, %a2: tensor<1x1xf32>) {
  // expected-error @below {{result has elements of type i32, second of f32: they must be equal}}
  %0 = "ttnn.where"(%a0, %a1, %a2) : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.where: result0 lower
func.func @f(%a0: tensor<4x8xi1>, %a1: tensor<4x8xf32>, %a2: tensor<1x1xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.where"(%a0, %a1, %a2) : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.gelu_bw: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.gelu_bw"(%a0, %a1) <{approximate = "tanh"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.gelu_bw: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.gelu_bw"(%a0, %a1) <{approximate = "tanh"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.gelu_bw: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.gelu_bw"(%a0, %a1) <{approximate = "tanh"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.gelu_bw: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.gelu_bw"(%a0, %a1) <{approximate = "tanh"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.gelu_bw: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.gelu_bw"(%a0, %a1) <{approximate = "tanh"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.gelu_bw: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.gelu_bw"(%a0, %a1) <{approximate = "tanh"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.gelu_bw: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.gelu_bw"(%a0, %a1) <{approximate = "tanh"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.gelu_bw: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.gelu_bw"(%a0, %a1) <{approximate = "tanh"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.gelu_backward: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttir.gelu_backward"(%a0, %a1) <{approximate = "none"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.gelu_backward: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttir.gelu_backward"(%a0, %a1) <{approximate = "none"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.gelu_backward: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.gelu_backward"(%a0, %a1) <{approximate = "none"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.gelu_backward: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttir.gelu_backward"(%a0, %a1) <{approximate = "none"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.pow_scalar: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, operands broadcast to 4x8}}
  %0 = "ttnn.pow_scalar"(%a0) <{rhs = 2.0 : f32}> : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.pow_scalar: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, operands broadcast to 4x8}}
  %0 = "ttnn.pow_scalar"(%a0) <{rhs = 2.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.pow_scalar: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has elements of type i32, lhs of f32: both must be integers or both reals}}
  %0 = "ttnn.pow_scalar"(%a0) <{rhs = 2.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.pow_scalar: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, operands broadcast to 4x8}}
  %0 = "ttnn.pow_scalar"(%a0) <{rhs = 2.0 : f32}> : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}
