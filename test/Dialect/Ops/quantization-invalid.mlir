// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

// ttir.quantize: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttir.quantize"(%a0) : (tensor<4x8xf32>) -> tensor<7x4x8x!quant.uniform<i8:f32,0.1>>
  return
}

// -----

// ttir.quantize: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttir.quantize"(%a0) : (tensor<4x8xf32>) -> tensor<4x11x!quant.uniform<i8:f32,0.1>>
  return
}

// -----

// ttir.quantize: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have a quantized element type}}
  %0 = "ttir.quantize"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.quantize: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttir.quantize"(%a0) : (tensor<4x8xf32>) -> tensor<8x!quant.uniform<i8:f32,0.1>>
  return
}

// -----

// ttir.quantize: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttir.quantize"(%a0) : (tensor<7x4x8xf32>) -> tensor<4x8x!quant.uniform<i8:f32,0.1>>
  return
}

// -----

// ttir.quantize: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{input must have real elements}}
  %0 = "ttir.quantize"(%a0) : (tensor<4x8xi32>) -> tensor<4x8x!quant.uniform<i8:f32,0.1>>
  return
}

// -----

// ttir.dequantize: result0 rank
func.func @f(%a0: tensor<4x8x!quant.uniform<i8:f32,0.1>>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttir.dequantize"(%a0) : (tensor<4x8x!quant.uniform<i8:f32,0.1>>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.dequantize: result0 shape
func.func @f(%a0: tensor<4x8x!quant.uniform<i8:f32,0.1>>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttir.dequantize"(%a0) : (tensor<4x8x!quant.uniform<i8:f32,0.1>>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.dequantize: result0 type
func.func @f(%a0: tensor<4x8x!quant.uniform<i8:f32,0.1>>) {
  // expected-error @below {{result must have real elements}}
  %0 = "ttir.dequantize"(%a0) : (tensor<4x8x!quant.uniform<i8:f32,0.1>>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.dequantize: result0 lower
func.func @f(%a0: tensor<4x8x!quant.uniform<i8:f32,0.1>>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttir.dequantize"(%a0) : (tensor<4x8x!quant.uniform<i8:f32,0.1>>) -> tensor<8xf32>
  return
}

// -----

// ttir.dequantize: operand0 rank
func.func @f(%a0: tensor<7x4x8x!quant.uniform<i8:f32,0.1>>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttir.dequantize"(%a0) : (tensor<7x4x8x!quant.uniform<i8:f32,0.1>>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.dequantize: operand0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{input must have a quantized element type}}
  %0 = "ttir.dequantize"(%a0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.requantize: result0 rank
func.func @f(%a0: tensor<4x8x!quant.uniform<i8:f32,0.1>>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttir.requantize"(%a0) : (tensor<4x8x!quant.uniform<i8:f32,0.1>>) -> tensor<7x4x8x!quant.uniform<i8:f32,0.2>>
  return
}

// -----

// ttir.requantize: result0 shape
func.func @f(%a0: tensor<4x8x!quant.uniform<i8:f32,0.1>>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttir.requantize"(%a0) : (tensor<4x8x!quant.uniform<i8:f32,0.1>>) -> tensor<4x11x!quant.uniform<i8:f32,0.2>>
  return
}

// -----

// ttir.requantize: result0 type
func.func @f(%a0: tensor<4x8x!quant.uniform<i8:f32,0.1>>) {
  // expected-error @below {{result must have a quantized element type}}
  %0 = "ttir.requantize"(%a0) : (tensor<4x8x!quant.uniform<i8:f32,0.1>>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.requantize: result0 lower
func.func @f(%a0: tensor<4x8x!quant.uniform<i8:f32,0.1>>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttir.requantize"(%a0) : (tensor<4x8x!quant.uniform<i8:f32,0.1>>) -> tensor<8x!quant.uniform<i8:f32,0.2>>
  return
}

// -----

// ttir.requantize: operand0 rank
func.func @f(%a0: tensor<7x4x8x!quant.uniform<i8:f32,0.1>>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttir.requantize"(%a0) : (tensor<7x4x8x!quant.uniform<i8:f32,0.1>>) -> tensor<4x8x!quant.uniform<i8:f32,0.2>>
  return
}

// -----

// ttir.requantize: operand0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{input must have a quantized element type}}
  %0 = "ttir.requantize"(%a0) : (tensor<4x8xf32>) -> tensor<4x8x!quant.uniform<i8:f32,0.2>>
  return
}

// -----

// ttir.quantize_unrolled: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xsi32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttir.quantize_unrolled"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xsi32>) -> tensor<7x4x8xi8>
  return
}

// -----

// ttir.quantize_unrolled: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xsi32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttir.quantize_unrolled"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xsi32>) -> tensor<4x11xi8>
  return
}

// -----

// ttir.quantize_unrolled: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xsi32>) {
  // expected-error @below {{result must have a quantized element type, or the integers that stand for it}}
  %0 = "ttir.quantize_unrolled"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xsi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.quantize_unrolled: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xsi32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttir.quantize_unrolled"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xsi32>) -> tensor<8xi8>
  return
}

// -----

// ttir.quantize_unrolled: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xsi32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttir.quantize_unrolled"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<7x4x8xf32>, tensor<8xf32>, tensor<8xsi32>) -> tensor<4x8xi8>
  return
}

// -----

// ttir.quantize_unrolled: operand0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<8xf32>, %a2: tensor<8xsi32>) {
  // expected-error @below {{input must have real elements}}
  %0 = "ttir.quantize_unrolled"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xi32>, tensor<8xf32>, tensor<8xsi32>) -> tensor<4x8xi8>
  return
}

// -----

// ttnn.quantize: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xsi32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttnn.quantize"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xsi32>) -> tensor<7x4x8xi8>
  return
}

// -----

// ttnn.quantize: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xsi32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttnn.quantize"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xsi32>) -> tensor<4x11xi8>
  return
}

// -----

// ttnn.quantize: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xsi32>) {
  // expected-error @below {{result must hold integers or a quantized type}}
  %0 = "ttnn.quantize"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xsi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.quantize: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xsi32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttnn.quantize"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xsi32>) -> tensor<8xi8>
  return
}

// -----

// ttnn.quantize: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xsi32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttnn.quantize"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<7x4x8xf32>, tensor<8xf32>, tensor<8xsi32>) -> tensor<4x8xi8>
  return
}

// -----

// ttnn.quantize: operand0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<8xf32>, %a2: tensor<8xsi32>) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttnn.quantize"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xi32>, tensor<8xf32>, tensor<8xsi32>) -> tensor<4x8xi8>
  return
}

// -----

// ttir.dequantize_unrolled: result0 rank
func.func @f(%a0: tensor<4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttir.dequantize_unrolled"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xi8>, tensor<1xf32>, tensor<1xsi32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.dequantize_unrolled: result0 shape
func.func @f(%a0: tensor<4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttir.dequantize_unrolled"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xi8>, tensor<1xf32>, tensor<1xsi32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.dequantize_unrolled: result0 type
func.func @f(%a0: tensor<4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>) {
  // expected-error @below {{result must have real elements}}
  %0 = "ttir.dequantize_unrolled"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xi8>, tensor<1xf32>, tensor<1xsi32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.dequantize_unrolled: result0 lower
func.func @f(%a0: tensor<4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttir.dequantize_unrolled"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xi8>, tensor<1xf32>, tensor<1xsi32>) -> tensor<8xf32>
  return
}

// -----

// ttir.dequantize_unrolled: operand0 rank
func.func @f(%a0: tensor<7x4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttir.dequantize_unrolled"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<7x4x8xi8>, tensor<1xf32>, tensor<1xsi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.dequantize_unrolled: operand0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>) {
  // expected-error @below {{input must have a quantized element type, or the integers that stand for it}}
  %0 = "ttir.dequantize_unrolled"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xf32>, tensor<1xf32>, tensor<1xsi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.dequantize: result0 rank
func.func @f(%a0: tensor<4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttnn.dequantize"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xi8>, tensor<1xf32>, tensor<1xsi32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.dequantize: result0 shape
func.func @f(%a0: tensor<4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttnn.dequantize"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xi8>, tensor<1xf32>, tensor<1xsi32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.dequantize: result0 type
func.func @f(%a0: tensor<4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.dequantize"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xi8>, tensor<1xf32>, tensor<1xsi32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.dequantize: result0 lower
func.func @f(%a0: tensor<4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttnn.dequantize"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xi8>, tensor<1xf32>, tensor<1xsi32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.dequantize: operand0 rank
func.func @f(%a0: tensor<7x4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttnn.dequantize"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<7x4x8xi8>, tensor<1xf32>, tensor<1xsi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.dequantize: operand0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>) {
  // expected-error @below {{input must hold integers or a quantized type}}
  %0 = "ttnn.dequantize"(%a0, %a1, %a2) <{axis = 1 : i32}> : (tensor<4x8xf32>, tensor<1xf32>, tensor<1xsi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.requantize_unrolled: result0 rank
func.func @f(%a0: tensor<4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>, %a3: tensor<4xf32>, %a4: tensor<4xsi32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttir.requantize_unrolled"(%a0, %a1, %a2, %a3, %a4) <{axis = 0 : i32}> : (tensor<4x8xi8>, tensor<1xf32>, tensor<1xsi32>, tensor<4xf32>, tensor<4xsi32>) -> tensor<7x4x8xi8>
  return
}

// -----

// ttir.requantize_unrolled: result0 shape
func.func @f(%a0: tensor<4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>, %a3: tensor<4xf32>, %a4: tensor<4xsi32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttir.requantize_unrolled"(%a0, %a1, %a2, %a3, %a4) <{axis = 0 : i32}> : (tensor<4x8xi8>, tensor<1xf32>, tensor<1xsi32>, tensor<4xf32>, tensor<4xsi32>) -> tensor<4x11xi8>
  return
}

// -----

// ttir.requantize_unrolled: result0 type
func.func @f(%a0: tensor<4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>, %a3: tensor<4xf32>, %a4: tensor<4xsi32>) {
  // expected-error @below {{input and result must be quantized both per tensor or both per axis}}
  %0 = "ttir.requantize_unrolled"(%a0, %a1, %a2, %a3, %a4) <{axis = 0 : i32}> : (tensor<4x8xi8>, tensor<1xf32>, tensor<1xsi32>, tensor<4xf32>, tensor<4xsi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.requantize_unrolled: result0 lower
func.func @f(%a0: tensor<4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>, %a3: tensor<4xf32>, %a4: tensor<4xsi32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttir.requantize_unrolled"(%a0, %a1, %a2, %a3, %a4) <{axis = 0 : i32}> : (tensor<4x8xi8>, tensor<1xf32>, tensor<1xsi32>, tensor<4xf32>, tensor<4xsi32>) -> tensor<8xi8>
  return
}

// -----

// ttir.requantize_unrolled: operand0 rank
func.func @f(%a0: tensor<7x4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>, %a3: tensor<4xf32>, %a4: tensor<4xsi32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttir.requantize_unrolled"(%a0, %a1, %a2, %a3, %a4) <{axis = 0 : i32}> : (tensor<7x4x8xi8>, tensor<1xf32>, tensor<1xsi32>, tensor<4xf32>, tensor<4xsi32>) -> tensor<4x8xi8>
  return
}

// -----

// ttir.requantize_unrolled: operand0 lower
func.func @f(%a0: tensor<8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>, %a3: tensor<4xf32>, %a4: tensor<4xsi32>) {
  // expected-error @below {{result has shape 4x8, input has 8: they must be equal}}
  %0 = "ttir.requantize_unrolled"(%a0, %a1, %a2, %a3, %a4) <{axis = 0 : i32}> : (tensor<8xi8>, tensor<1xf32>, tensor<1xsi32>, tensor<4xf32>, tensor<4xsi32>) -> tensor<4x8xi8>
  return
}

// -----

// ttnn.requantize: result0 rank
func.func @f(%a0: tensor<4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>, %a3: tensor<4xf32>, %a4: tensor<4xsi32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttnn.requantize"(%a0, %a1, %a2, %a3, %a4) <{axis = 0 : i32}> : (tensor<4x8xi8>, tensor<1xf32>, tensor<1xsi32>, tensor<4xf32>, tensor<4xsi32>) -> tensor<7x4x8xi8>
  return
}

// -----

// ttnn.requantize: result0 shape
func.func @f(%a0: tensor<4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>, %a3: tensor<4xf32>, %a4: tensor<4xsi32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttnn.requantize"(%a0, %a1, %a2, %a3, %a4) <{axis = 0 : i32}> : (tensor<4x8xi8>, tensor<1xf32>, tensor<1xsi32>, tensor<4xf32>, tensor<4xsi32>) -> tensor<4x11xi8>
  return
}

// -----

// ttnn.requantize: result0 type
func.func @f(%a0: tensor<4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>, %a3: tensor<4xf32>, %a4: tensor<4xsi32>) {
  // expected-error @below {{input and result must hold integers or a quantized type}}
  %0 = "ttnn.requantize"(%a0, %a1, %a2, %a3, %a4) <{axis = 0 : i32}> : (tensor<4x8xi8>, tensor<1xf32>, tensor<1xsi32>, tensor<4xf32>, tensor<4xsi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.requantize: result0 lower
func.func @f(%a0: tensor<4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>, %a3: tensor<4xf32>, %a4: tensor<4xsi32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttnn.requantize"(%a0, %a1, %a2, %a3, %a4) <{axis = 0 : i32}> : (tensor<4x8xi8>, tensor<1xf32>, tensor<1xsi32>, tensor<4xf32>, tensor<4xsi32>) -> tensor<8xi8>
  return
}

// -----

// ttnn.requantize: operand0 rank
func.func @f(%a0: tensor<7x4x8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>, %a3: tensor<4xf32>, %a4: tensor<4xsi32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttnn.requantize"(%a0, %a1, %a2, %a3, %a4) <{axis = 0 : i32}> : (tensor<7x4x8xi8>, tensor<1xf32>, tensor<1xsi32>, tensor<4xf32>, tensor<4xsi32>) -> tensor<4x8xi8>
  return
}

// -----

// ttnn.requantize: operand0 lower
func.func @f(%a0: tensor<8xi8>, %a1: tensor<1xf32>, %a2: tensor<1xsi32>, %a3: tensor<4xf32>, %a4: tensor<4xsi32>) {
  // expected-error @below {{result has shape 4x8, input has 8: they must be equal}}
  %0 = "ttnn.requantize"(%a0, %a1, %a2, %a3, %a4) <{axis = 0 : i32}> : (tensor<8xi8>, tensor<1xf32>, tensor<1xsi32>, tensor<4xf32>, tensor<4xsi32>) -> tensor<4x8xi8>
  return
}
