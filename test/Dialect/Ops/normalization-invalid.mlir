// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

// ttir.softmax: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttir.softmax"(%a0) <{dimension = 1 : si32, numericStable = true}> : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.softmax: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttir.softmax"(%a0) <{dimension = 1 : si32, numericStable = true}> : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.softmax: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.softmax"(%a0) <{dimension = 1 : si32, numericStable = true}> : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.softmax: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttir.softmax"(%a0) <{dimension = 1 : si32, numericStable = true}> : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.softmax: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttir.softmax"(%a0) <{dimension = 1 : si32, numericStable = true}> : (tensor<7x4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.softmax: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttir.softmax"(%a0) <{dimension = 1 : si32, numericStable = true}> : (tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.softmax: result0 rank
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttnn.softmax"(%a0) <{dimension = 1 : si32, numericStable = true}> : (tensor<4x8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.softmax: result0 shape
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttnn.softmax"(%a0) <{dimension = 1 : si32, numericStable = true}> : (tensor<4x8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.softmax: result0 type
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.softmax"(%a0) <{dimension = 1 : si32, numericStable = true}> : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.softmax: result0 lower
func.func @f(%a0: tensor<4x8xf32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttnn.softmax"(%a0) <{dimension = 1 : si32, numericStable = true}> : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.softmax: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttnn.softmax"(%a0) <{dimension = 1 : si32, numericStable = true}> : (tensor<7x4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.softmax: operand0 type
func.func @f(%a0: tensor<4x8xi32>) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttnn.softmax"(%a0) <{dimension = 1 : si32, numericStable = true}> : (tensor<4x8xi32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.rms_norm: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttir.rms_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.rms_norm: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttir.rms_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.rms_norm: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.rms_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.rms_norm: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttir.rms_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.rms_norm: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttir.rms_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<7x4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.rms_norm: operand0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttir.rms_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xi32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.layer_norm: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttir.layer_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttir.layer_norm: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttir.layer_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttir.layer_norm: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.layer_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttir.layer_norm: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttir.layer_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttir.layer_norm: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttir.layer_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<7x4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.layer_norm: operand0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttir.layer_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xi32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.rms_norm: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttnn.rms_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.rms_norm: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttnn.rms_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.rms_norm: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.rms_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.rms_norm: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttnn.rms_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.rms_norm: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttnn.rms_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<7x4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.rms_norm: operand0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttnn.rms_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xi32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.layer_norm: result0 rank
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result has shape 7x4x8, input has 4x8: they must be equal}}
  %0 = "ttnn.layer_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<7x4x8xf32>
  return
}

// -----

// ttnn.layer_norm: result0 shape
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result has shape 4x11, input has 4x8: they must be equal}}
  %0 = "ttnn.layer_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x11xf32>
  return
}

// -----

// ttnn.layer_norm: result0 type
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.layer_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xi32>
  return
}

// -----

// ttnn.layer_norm: result0 lower
func.func @f(%a0: tensor<4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result has shape 8, input has 4x8: they must be equal}}
  %0 = "ttnn.layer_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// ttnn.layer_norm: operand0 rank
func.func @f(%a0: tensor<7x4x8xf32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{result has shape 4x8, input has 7x4x8: they must be equal}}
  %0 = "ttnn.layer_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<7x4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttnn.layer_norm: operand0 type
func.func @f(%a0: tensor<4x8xi32>, %a1: tensor<8xf32>, %a2: tensor<8xf32>) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttnn.layer_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4x8xi32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// ttir.batch_norm_inference: result0 rank
func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<6xf32>, %a2: tensor<6xf32>, %a3: tensor<6xf32>, %a4: tensor<6xf32>) {
  // expected-error @below {{result has shape 7x2x6x4x4, the input has 2x6x4x4}}
  %0 = "ttir.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{dimension = 1 : i32, epsilon = 1.0e-5 : f32}> : (tensor<2x6x4x4xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<7x2x6x4x4xf32>
  return
}

// -----

// ttir.batch_norm_inference: result0 shape
func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<6xf32>, %a2: tensor<6xf32>, %a3: tensor<6xf32>, %a4: tensor<6xf32>) {
  // expected-error @below {{result has shape 2x6x4x7, the input has 2x6x4x4}}
  %0 = "ttir.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{dimension = 1 : i32, epsilon = 1.0e-5 : f32}> : (tensor<2x6x4x4xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<2x6x4x7xf32>
  return
}

// -----

// ttir.batch_norm_inference: result0 type
func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<6xf32>, %a2: tensor<6xf32>, %a3: tensor<6xf32>, %a4: tensor<6xf32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{dimension = 1 : i32, epsilon = 1.0e-5 : f32}> : (tensor<2x6x4x4xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<2x6x4x4xi32>
  return
}

// -----

// ttir.batch_norm_inference: result0 lower
func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<6xf32>, %a2: tensor<6xf32>, %a3: tensor<6xf32>, %a4: tensor<6xf32>) {
  // expected-error @below {{result has shape 6x4x4, the input has 2x6x4x4}}
  %0 = "ttir.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{dimension = 1 : i32, epsilon = 1.0e-5 : f32}> : (tensor<2x6x4x4xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<6x4x4xf32>
  return
}

// -----

// ttir.batch_norm_inference: operand0 rank
func.func @f(%a0: tensor<7x2x6x4x4xf32>, %a1: tensor<6xf32>, %a2: tensor<6xf32>, %a3: tensor<6xf32>, %a4: tensor<6xf32>) {
  // expected-error @below {{result has shape 2x6x4x4, the input has 7x2x6x4x4}}
  %0 = "ttir.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{dimension = 1 : i32, epsilon = 1.0e-5 : f32}> : (tensor<7x2x6x4x4xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<2x6x4x4xf32>
  return
}

// -----

// ttir.batch_norm_inference: operand0 type
func.func @f(%a0: tensor<2x6x4x4xi32>, %a1: tensor<6xf32>, %a2: tensor<6xf32>, %a3: tensor<6xf32>, %a4: tensor<6xf32>) {
  // expected-error @below {{operand must have real elements, got i32}}
  %0 = "ttir.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{dimension = 1 : i32, epsilon = 1.0e-5 : f32}> : (tensor<2x6x4x4xi32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> tensor<2x6x4x4xf32>
  return
}

// -----

// ttir.batch_norm_training: result0 rank
func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<6xf32>, %a2: tensor<6xf32>, %a3: tensor<6xf32>, %a4: tensor<6xf32>) {
  // expected-error @below {{result has shape (7, 2, 6, 4, 4), the operand (2, 6, 4, 4)}}
  %0:3 = "ttir.batch_norm_training"(%a0, %a1, %a2, %a3, %a4) <{dimension = 1 : i32, epsilon = 1.0e-5 : f32, momentum = 1.0e-1 : f32}> : (tensor<2x6x4x4xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<7x2x6x4x4xf32>, tensor<6xf32>, tensor<6xf32>)
  return
}

// -----

// ttir.batch_norm_training: result0 shape
func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<6xf32>, %a2: tensor<6xf32>, %a3: tensor<6xf32>, %a4: tensor<6xf32>) {
  // expected-error @below {{result has shape (2, 6, 4, 7), the operand (2, 6, 4, 4)}}
  %0:3 = "ttir.batch_norm_training"(%a0, %a1, %a2, %a3, %a4) <{dimension = 1 : i32, epsilon = 1.0e-5 : f32, momentum = 1.0e-1 : f32}> : (tensor<2x6x4x4xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<2x6x4x7xf32>, tensor<6xf32>, tensor<6xf32>)
  return
}

// -----

// ttir.batch_norm_training: result0 type
func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<6xf32>, %a2: tensor<6xf32>, %a3: tensor<6xf32>, %a4: tensor<6xf32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0:3 = "ttir.batch_norm_training"(%a0, %a1, %a2, %a3, %a4) <{dimension = 1 : i32, epsilon = 1.0e-5 : f32, momentum = 1.0e-1 : f32}> : (tensor<2x6x4x4xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<2x6x4x4xi32>, tensor<6xf32>, tensor<6xf32>)
  return
}

// -----

// ttir.batch_norm_training: result0 lower
func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<6xf32>, %a2: tensor<6xf32>, %a3: tensor<6xf32>, %a4: tensor<6xf32>) {
  // expected-error @below {{result has shape (6, 4, 4), the operand (2, 6, 4, 4)}}
  %0:3 = "ttir.batch_norm_training"(%a0, %a1, %a2, %a3, %a4) <{dimension = 1 : i32, epsilon = 1.0e-5 : f32, momentum = 1.0e-1 : f32}> : (tensor<2x6x4x4xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<6x4x4xf32>, tensor<6xf32>, tensor<6xf32>)
  return
}

// -----

// ttir.batch_norm_training: result1 rank
func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<6xf32>, %a2: tensor<6xf32>, %a3: tensor<6xf32>, %a4: tensor<6xf32>) {
  // expected-error @below {{scale, offset and statistics need 6 elements, got shape (7, 6)}}
  %0:3 = "ttir.batch_norm_training"(%a0, %a1, %a2, %a3, %a4) <{dimension = 1 : i32, epsilon = 1.0e-5 : f32, momentum = 1.0e-1 : f32}> : (tensor<2x6x4x4xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<2x6x4x4xf32>, tensor<7x6xf32>, tensor<6xf32>)
  return
}

// -----

// ttir.batch_norm_training: result1 shape
func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<6xf32>, %a2: tensor<6xf32>, %a3: tensor<6xf32>, %a4: tensor<6xf32>) {
  // expected-error @below {{scale, offset and statistics need 6 elements, got shape (9)}}
  %0:3 = "ttir.batch_norm_training"(%a0, %a1, %a2, %a3, %a4) <{dimension = 1 : i32, epsilon = 1.0e-5 : f32, momentum = 1.0e-1 : f32}> : (tensor<2x6x4x4xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<2x6x4x4xf32>, tensor<9xf32>, tensor<6xf32>)
  return
}

// -----

// ttnn.batch_norm_inference: result0 rank
func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<1x6x1x1xf32>, %a2: tensor<1x6x1x1xf32>, %a3: tensor<1x6x1x1xf32>, %a4: tensor<1x6x1x1xf32>) {
  // expected-error @below {{result has shape 7x2x6x4x4, input has 2x6x4x4: they must be equal}}
  %0 = "ttnn.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<2x6x4x4xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>) -> tensor<7x2x6x4x4xf32>
  return
}

// -----

// ttnn.batch_norm_inference: result0 shape
func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<1x6x1x1xf32>, %a2: tensor<1x6x1x1xf32>, %a3: tensor<1x6x1x1xf32>, %a4: tensor<1x6x1x1xf32>) {
  // expected-error @below {{result has shape 2x6x4x7, input has 2x6x4x4: they must be equal}}
  %0 = "ttnn.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<2x6x4x4xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>) -> tensor<2x6x4x7xf32>
  return
}

// -----

// ttnn.batch_norm_inference: result0 type
func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<1x6x1x1xf32>, %a2: tensor<1x6x1x1xf32>, %a3: tensor<1x6x1x1xf32>, %a4: tensor<1x6x1x1xf32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<2x6x4x4xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>) -> tensor<2x6x4x4xi32>
  return
}

// -----

// ttnn.batch_norm_inference: result0 lower
func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<1x6x1x1xf32>, %a2: tensor<1x6x1x1xf32>, %a3: tensor<1x6x1x1xf32>, %a4: tensor<1x6x1x1xf32>) {
  // expected-error @below {{result has shape 6x4x4, input has 2x6x4x4: they must be equal}}
  %0 = "ttnn.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<2x6x4x4xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>) -> tensor<6x4x4xf32>
  return
}

// -----

// ttnn.batch_norm_inference: operand0 rank
func.func @f(%a0: tensor<7x2x6x4x4xf32>, %a1: tensor<1x6x1x1xf32>, %a2: tensor<1x6x1x1xf32>, %a3: tensor<1x6x1x1xf32>, %a4: tensor<1x6x1x1xf32>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x2x6x4x4)}}
  %0 = "ttnn.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<7x2x6x4x4xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>) -> tensor<2x6x4x4xf32>
  return
}

// -----

// ttnn.batch_norm_inference: operand0 type
func.func @f(%a0: tensor<2x6x4x4xi32>, %a1: tensor<1x6x1x1xf32>, %a2: tensor<1x6x1x1xf32>, %a3: tensor<1x6x1x1xf32>, %a4: tensor<1x6x1x1xf32>) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttnn.batch_norm_inference"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<2x6x4x4xi32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>) -> tensor<2x6x4x4xf32>
  return
}

// -----

// ttnn.batch_norm_training: result0 rank
func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<1x6x1x1xf32>, %a2: tensor<1x6x1x1xf32>, %a3: tensor<1x6x1x1xf32>, %a4: tensor<1x6x1x1xf32>) {
  // expected-error @below {{result has shape 7x2x6x4x4, input has 2x6x4x4: they must be equal}}
  %0 = "ttnn.batch_norm_training"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0e-5 : f32, momentum = 1.0e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<2x6x4x4xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>) -> tensor<7x2x6x4x4xf32>
  return
}

// -----

// ttnn.batch_norm_training: result0 shape
func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<1x6x1x1xf32>, %a2: tensor<1x6x1x1xf32>, %a3: tensor<1x6x1x1xf32>, %a4: tensor<1x6x1x1xf32>) {
  // expected-error @below {{result has shape 2x6x4x7, input has 2x6x4x4: they must be equal}}
  %0 = "ttnn.batch_norm_training"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0e-5 : f32, momentum = 1.0e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<2x6x4x4xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>) -> tensor<2x6x4x7xf32>
  return
}

// -----

// ttnn.batch_norm_training: result0 type
func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<1x6x1x1xf32>, %a2: tensor<1x6x1x1xf32>, %a3: tensor<1x6x1x1xf32>, %a4: tensor<1x6x1x1xf32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.batch_norm_training"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0e-5 : f32, momentum = 1.0e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<2x6x4x4xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>) -> tensor<2x6x4x4xi32>
  return
}

// -----

// ttnn.batch_norm_training: result0 lower
func.func @f(%a0: tensor<2x6x4x4xf32>, %a1: tensor<1x6x1x1xf32>, %a2: tensor<1x6x1x1xf32>, %a3: tensor<1x6x1x1xf32>, %a4: tensor<1x6x1x1xf32>) {
  // expected-error @below {{result has shape 6x4x4, input has 2x6x4x4: they must be equal}}
  %0 = "ttnn.batch_norm_training"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0e-5 : f32, momentum = 1.0e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<2x6x4x4xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>) -> tensor<6x4x4xf32>
  return
}

// -----

// ttnn.batch_norm_training: operand0 rank
func.func @f(%a0: tensor<7x2x6x4x4xf32>, %a1: tensor<1x6x1x1xf32>, %a2: tensor<1x6x1x1xf32>, %a3: tensor<1x6x1x1xf32>, %a4: tensor<1x6x1x1xf32>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x2x6x4x4)}}
  %0 = "ttnn.batch_norm_training"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0e-5 : f32, momentum = 1.0e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<7x2x6x4x4xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>) -> tensor<2x6x4x4xf32>
  return
}

// -----

// ttnn.batch_norm_training: operand0 type
func.func @f(%a0: tensor<2x6x4x4xi32>, %a1: tensor<1x6x1x1xf32>, %a2: tensor<1x6x1x1xf32>, %a3: tensor<1x6x1x1xf32>, %a4: tensor<1x6x1x1xf32>) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttnn.batch_norm_training"(%a0, %a1, %a2, %a3, %a4) <{epsilon = 1.0e-5 : f32, momentum = 1.0e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (tensor<2x6x4x4xi32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>, tensor<1x6x1x1xf32>) -> tensor<2x6x4x4xf32>
  return
}

// -----

// ttir.group_norm: result0 rank
func.func @f(%a0: tensor<2x1x16x32xbf16>, %a1: tensor<32xbf16>, %a2: tensor<32xbf16>) {
  // expected-error @below {{result has shape 7x2x1x16x32, input has 2x1x16x32: they must be equal}}
  %0 = "ttir.group_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, num_groups = 8 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<2x1x16x32xbf16>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<7x2x1x16x32xbf16>
  return
}

// -----

// ttir.group_norm: result0 shape
func.func @f(%a0: tensor<2x1x16x32xbf16>, %a1: tensor<32xbf16>, %a2: tensor<32xbf16>) {
  // expected-error @below {{result has shape 2x1x16x35, input has 2x1x16x32: they must be equal}}
  %0 = "ttir.group_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, num_groups = 8 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<2x1x16x32xbf16>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<2x1x16x35xbf16>
  return
}

// -----

// ttir.group_norm: result0 type
func.func @f(%a0: tensor<2x1x16x32xbf16>, %a1: tensor<32xbf16>, %a2: tensor<32xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.group_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, num_groups = 8 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<2x1x16x32xbf16>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<2x1x16x32xi32>
  return
}

// -----

// ttir.group_norm: result0 lower
func.func @f(%a0: tensor<2x1x16x32xbf16>, %a1: tensor<32xbf16>, %a2: tensor<32xbf16>) {
  // expected-error @below {{result has shape 1x16x32, input has 2x1x16x32: they must be equal}}
  %0 = "ttir.group_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, num_groups = 8 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<2x1x16x32xbf16>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<1x16x32xbf16>
  return
}

// -----

// ttir.group_norm: operand0 rank
func.func @f(%a0: tensor<7x2x1x16x32xbf16>, %a1: tensor<32xbf16>, %a2: tensor<32xbf16>) {
  // expected-error @below {{result has shape 2x1x16x32, input has 7x2x1x16x32: they must be equal}}
  %0 = "ttir.group_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, num_groups = 8 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<7x2x1x16x32xbf16>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<2x1x16x32xbf16>
  return
}

// -----

// ttir.group_norm: operand0 type
func.func @f(%a0: tensor<2x1x16x32xi32>, %a1: tensor<32xbf16>, %a2: tensor<32xbf16>) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttir.group_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, num_groups = 8 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<2x1x16x32xi32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<2x1x16x32xbf16>
  return
}

// -----

// ttnn.group_norm: result0 rank
func.func @f(%a0: tensor<2x1x16x32xbf16>, %a1: tensor<32xbf16>, %a2: tensor<32xbf16>) {
  // expected-error @below {{result has shape 7x2x1x16x32, input has 2x1x16x32: they must be equal}}
  %0 = "ttnn.group_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, num_groups = 8 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<2x1x16x32xbf16>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<7x2x1x16x32xbf16>
  return
}

// -----

// ttnn.group_norm: result0 shape
func.func @f(%a0: tensor<2x1x16x32xbf16>, %a1: tensor<32xbf16>, %a2: tensor<32xbf16>) {
  // expected-error @below {{result has shape 2x1x16x35, input has 2x1x16x32: they must be equal}}
  %0 = "ttnn.group_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, num_groups = 8 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<2x1x16x32xbf16>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<2x1x16x35xbf16>
  return
}

// -----

// ttnn.group_norm: result0 type
func.func @f(%a0: tensor<2x1x16x32xbf16>, %a1: tensor<32xbf16>, %a2: tensor<32xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.group_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, num_groups = 8 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<2x1x16x32xbf16>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<2x1x16x32xi32>
  return
}

// -----

// ttnn.group_norm: result0 lower
func.func @f(%a0: tensor<2x1x16x32xbf16>, %a1: tensor<32xbf16>, %a2: tensor<32xbf16>) {
  // expected-error @below {{result has shape 1x16x32, input has 2x1x16x32: they must be equal}}
  %0 = "ttnn.group_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, num_groups = 8 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<2x1x16x32xbf16>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<1x16x32xbf16>
  return
}

// -----

// ttnn.group_norm: operand0 rank
func.func @f(%a0: tensor<7x2x1x16x32xbf16>, %a1: tensor<32xbf16>, %a2: tensor<32xbf16>) {
  // expected-error @below {{result has shape 2x1x16x32, input has 7x2x1x16x32: they must be equal}}
  %0 = "ttnn.group_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, num_groups = 8 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<7x2x1x16x32xbf16>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<2x1x16x32xbf16>
  return
}

// -----

// ttnn.group_norm: operand0 type
func.func @f(%a0: tensor<2x1x16x32xi32>, %a1: tensor<32xbf16>, %a2: tensor<32xbf16>) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttnn.group_norm"(%a0, %a1, %a2) <{epsilon = 1.0e-5 : f32, num_groups = 8 : i64, operandSegmentSizes = array<i32: 1, 0, 1, 1>}> : (tensor<2x1x16x32xi32>, tensor<32xbf16>, tensor<32xbf16>) -> tensor<2x1x16x32xbf16>
  return
}

// -----

// ttir.distributed_rms_norm: result0 rank
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result has shape 7x1x1x32x64, input has 1x1x32x64: they must be equal}}
  %0 = "ttir.distributed_rms_norm"(%a0, %a1, %a2) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<7x1x1x32x64xbf16>
  return
}

// -----

// ttir.distributed_rms_norm: result0 shape
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result has shape 1x1x32x67, input has 1x1x32x64: they must be equal}}
  %0 = "ttir.distributed_rms_norm"(%a0, %a1, %a2) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x1x32x67xbf16>
  return
}

// -----

// ttir.distributed_rms_norm: result0 type
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.distributed_rms_norm"(%a0, %a1, %a2) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x1x32x64xi32>
  return
}

// -----

// ttir.distributed_rms_norm: result0 lower
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result has shape 1x32x64, input has 1x1x32x64: they must be equal}}
  %0 = "ttir.distributed_rms_norm"(%a0, %a1, %a2) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x32x64xbf16>
  return
}

// -----

// ttir.distributed_rms_norm: operand0 rank
func.func @f(%a0: tensor<7x1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result has shape 1x1x32x64, input has 7x1x1x32x64: they must be equal}}
  %0 = "ttir.distributed_rms_norm"(%a0, %a1, %a2) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<7x1x1x32x64xbf16>, tensor<64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x1x32x64xbf16>
  return
}

// -----

// ttir.distributed_rms_norm: operand0 type
func.func @f(%a0: tensor<1x1x32x64xi32>, %a1: tensor<64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttir.distributed_rms_norm"(%a0, %a1, %a2) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<1x1x32x64xi32>, tensor<64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x1x32x64xbf16>
  return
}

// -----

// ttir.distributed_layer_norm: result0 rank
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>) {
  // expected-error @below {{result has shape 7x1x1x32x64, input has 1x1x32x64: they must be equal}}
  %0 = "ttir.distributed_layer_norm"(%a0, %a1, %a2) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<7x1x1x32x64xbf16>
  return
}

// -----

// ttir.distributed_layer_norm: result0 shape
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>) {
  // expected-error @below {{result has shape 1x1x32x67, input has 1x1x32x64: they must be equal}}
  %0 = "ttir.distributed_layer_norm"(%a0, %a1, %a2) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x1x32x67xbf16>
  return
}

// -----

// ttir.distributed_layer_norm: result0 type
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.distributed_layer_norm"(%a0, %a1, %a2) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x1x32x64xi32>
  return
}

// -----

// ttir.distributed_layer_norm: result0 lower
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>) {
  // expected-error @below {{result has shape 1x32x64, input has 1x1x32x64: they must be equal}}
  %0 = "ttir.distributed_layer_norm"(%a0, %a1, %a2) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x32x64xbf16>
  return
}

// -----

// ttir.distributed_layer_norm: operand0 rank
func.func @f(%a0: tensor<7x1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>) {
  // expected-error @below {{result has shape 1x1x32x64, input has 7x1x1x32x64: they must be equal}}
  %0 = "ttir.distributed_layer_norm"(%a0, %a1, %a2) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<7x1x1x32x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x1x32x64xbf16>
  return
}

// -----

// ttir.distributed_layer_norm: operand0 type
func.func @f(%a0: tensor<1x1x32x64xi32>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttir.distributed_layer_norm"(%a0, %a1, %a2) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<1x1x32x64xi32>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x1x32x64xbf16>
  return
}

// -----

// ttnn.distributed_rms_norm: result0 rank
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<1x1x32x64xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result has shape 7x1x1x32x64, input has 1x1x32x64: they must be equal}}
  %0 = "ttnn.distributed_rms_norm"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 1>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<1x1x32x64xbf16>, !ttnn.device) -> tensor<7x1x1x32x64xbf16>
  return
}

// -----

// ttnn.distributed_rms_norm: result0 shape
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<1x1x32x64xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result has shape 1x1x32x67, input has 1x1x32x64: they must be equal}}
  %0 = "ttnn.distributed_rms_norm"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 1>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<1x1x32x64xbf16>, !ttnn.device) -> tensor<1x1x32x67xbf16>
  return
}

// -----

// ttnn.distributed_rms_norm: result0 type
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<1x1x32x64xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.distributed_rms_norm"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 1>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<1x1x32x64xbf16>, !ttnn.device) -> tensor<1x1x32x64xi32>
  return
}

// -----

// ttnn.distributed_rms_norm: result0 lower
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<1x1x32x64xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result has shape 1x32x64, input has 1x1x32x64: they must be equal}}
  %0 = "ttnn.distributed_rms_norm"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 1>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<1x1x32x64xbf16>, !ttnn.device) -> tensor<1x32x64xbf16>
  return
}

// -----

// ttnn.distributed_rms_norm: operand0 rank
func.func @f(%a0: tensor<7x1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<1x1x32x64xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result has shape 1x1x32x64, input has 7x1x1x32x64: they must be equal}}
  %0 = "ttnn.distributed_rms_norm"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 1>}> : (tensor<7x1x1x32x64xbf16>, tensor<64xbf16>, tensor<1x1x32x64xbf16>, !ttnn.device) -> tensor<1x1x32x64xbf16>
  return
}

// -----

// ttnn.distributed_rms_norm: operand0 type
func.func @f(%a0: tensor<1x1x32x64xi32>, %a1: tensor<64xbf16>, %a2: tensor<1x1x32x64xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttnn.distributed_rms_norm"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 1>}> : (tensor<1x1x32x64xi32>, tensor<64xbf16>, tensor<1x1x32x64xbf16>, !ttnn.device) -> tensor<1x1x32x64xbf16>
  return
}

// -----

// ttnn.distributed_layer_norm: result0 rank
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result has shape 7x1x1x32x64, input has 1x1x32x64: they must be equal}}
  %0 = "ttnn.distributed_layer_norm"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<64xbf16>, !ttnn.device) -> tensor<7x1x1x32x64xbf16>
  return
}

// -----

// ttnn.distributed_layer_norm: result0 shape
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result has shape 1x1x32x67, input has 1x1x32x64: they must be equal}}
  %0 = "ttnn.distributed_layer_norm"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<64xbf16>, !ttnn.device) -> tensor<1x1x32x67xbf16>
  return
}

// -----

// ttnn.distributed_layer_norm: result0 type
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.distributed_layer_norm"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<64xbf16>, !ttnn.device) -> tensor<1x1x32x64xi32>
  return
}

// -----

// ttnn.distributed_layer_norm: result0 lower
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result has shape 1x32x64, input has 1x1x32x64: they must be equal}}
  %0 = "ttnn.distributed_layer_norm"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<64xbf16>, !ttnn.device) -> tensor<1x32x64xbf16>
  return
}

// -----

// ttnn.distributed_layer_norm: operand0 rank
func.func @f(%a0: tensor<7x1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result has shape 1x1x32x64, input has 7x1x1x32x64: they must be equal}}
  %0 = "ttnn.distributed_layer_norm"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>}> : (tensor<7x1x1x32x64xbf16>, tensor<64xbf16>, tensor<64xbf16>, !ttnn.device) -> tensor<1x1x32x64xbf16>
  return
}

// -----

// ttnn.distributed_layer_norm: operand0 type
func.func @f(%a0: tensor<1x1x32x64xi32>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttnn.distributed_layer_norm"(%a0, %a1, %a2, %a3) <{cluster_axis = 1 : ui32, epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1>}> : (tensor<1x1x32x64xi32>, tensor<64xbf16>, tensor<64xbf16>, !ttnn.device) -> tensor<1x1x32x64xbf16>
  return
}

// -----

// ttnn.layer_norm_pre_all_gather: result0 rank
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x1x32x64)}}
  %0 = "ttnn.layer_norm_pre_all_gather"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<7x1x1x32x64xbf16>
  return
}

// -----

// ttnn.layer_norm_pre_all_gather: result0 shape
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{dimension 3 of result is 67, expected 64 (a tile of sums and one of squares)}}
  %0 = "ttnn.layer_norm_pre_all_gather"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x1x32x67xbf16>
  return
}

// -----

// ttnn.layer_norm_pre_all_gather: result0 shape0
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{dimension 0 of input is 1, dimension 0 of result is 4: they must be equal}}
  %0 = "ttnn.layer_norm_pre_all_gather"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<4x1x32x64xbf16>
  return
}

// -----

// ttnn.layer_norm_pre_all_gather: result0 type
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.layer_norm_pre_all_gather"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x1x32x64xi32>
  return
}

// -----

// ttnn.layer_norm_pre_all_gather: result0 lower
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (1x32x64)}}
  %0 = "ttnn.layer_norm_pre_all_gather"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x32x64xbf16>
  return
}

// -----

// ttnn.layer_norm_pre_all_gather: operand0 rank
func.func @f(%a0: tensor<7x1x1x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{residual_input has shape 1x1x32x64, input has 7x1x1x32x64: they must be equal}}
  %0 = "ttnn.layer_norm_pre_all_gather"(%a0, %a1) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<7x1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x1x32x64xbf16>
  return
}

// -----

// ttnn.rms_norm_pre_all_gather: result0 rank
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x1x32x32)}}
  %0 = "ttnn.rms_norm_pre_all_gather"(%a0, %a1) : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<7x1x1x32x32xbf16>
  return
}

// -----

// ttnn.rms_norm_pre_all_gather: result0 shape
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{dimension 3 of result is 35, expected 32 (a tile of squares)}}
  %0 = "ttnn.rms_norm_pre_all_gather"(%a0, %a1) : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x1x32x35xbf16>
  return
}

// -----

// ttnn.rms_norm_pre_all_gather: result0 shape0
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{dimension 0 of input is 1, dimension 0 of result is 4: they must be equal}}
  %0 = "ttnn.rms_norm_pre_all_gather"(%a0, %a1) : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<4x1x32x32xbf16>
  return
}

// -----

// ttnn.rms_norm_pre_all_gather: result0 type
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.rms_norm_pre_all_gather"(%a0, %a1) : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x1x32x32xi32>
  return
}

// -----

// ttnn.rms_norm_pre_all_gather: result0 lower
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (1x32x32)}}
  %0 = "ttnn.rms_norm_pre_all_gather"(%a0, %a1) : (tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x32x32xbf16>
  return
}

// -----

// ttnn.rms_norm_pre_all_gather: operand0 rank
func.func @f(%a0: tensor<7x1x1x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{residual has shape 1x1x32x64, input has 7x1x1x32x64: they must be equal}}
  %0 = "ttnn.rms_norm_pre_all_gather"(%a0, %a1) : (tensor<7x1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x1x32x32xbf16>
  return
}

// -----

// ttnn.layer_norm_post_all_gather: result0 rank
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x128xbf16>, %a2: tensor<64xbf16>, %a3: tensor<64xbf16>) {
  // expected-error @below {{result has shape 7x1x1x32x64, input has 1x1x32x64: they must be equal}}
  %0 = "ttnn.layer_norm_post_all_gather"(%a0, %a1, %a2, %a3) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x128xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<7x1x1x32x64xbf16>
  return
}

// -----

// ttnn.layer_norm_post_all_gather: result0 shape
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x128xbf16>, %a2: tensor<64xbf16>, %a3: tensor<64xbf16>) {
  // expected-error @below {{result has shape 1x1x32x67, input has 1x1x32x64: they must be equal}}
  %0 = "ttnn.layer_norm_post_all_gather"(%a0, %a1, %a2, %a3) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x128xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x1x32x67xbf16>
  return
}

// -----

// ttnn.layer_norm_post_all_gather: result0 type
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x128xbf16>, %a2: tensor<64xbf16>, %a3: tensor<64xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.layer_norm_post_all_gather"(%a0, %a1, %a2, %a3) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x128xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x1x32x64xi32>
  return
}

// -----

// ttnn.layer_norm_post_all_gather: result0 lower
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<1x1x32x128xbf16>, %a2: tensor<64xbf16>, %a3: tensor<64xbf16>) {
  // expected-error @below {{result has shape 1x32x64, input has 1x1x32x64: they must be equal}}
  %0 = "ttnn.layer_norm_post_all_gather"(%a0, %a1, %a2, %a3) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<1x1x32x64xbf16>, tensor<1x1x32x128xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x32x64xbf16>
  return
}

// -----

// ttnn.layer_norm_post_all_gather: operand0 rank
func.func @f(%a0: tensor<7x1x1x32x64xbf16>, %a1: tensor<1x1x32x128xbf16>, %a2: tensor<64xbf16>, %a3: tensor<64xbf16>) {
  // expected-error @below {{result has shape 1x1x32x64, input has 7x1x1x32x64: they must be equal}}
  %0 = "ttnn.layer_norm_post_all_gather"(%a0, %a1, %a2, %a3) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<7x1x1x32x64xbf16>, tensor<1x1x32x128xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x1x32x64xbf16>
  return
}

// -----

// ttnn.layer_norm_post_all_gather: operand0 type
func.func @f(%a0: tensor<1x1x32x64xi32>, %a1: tensor<1x1x32x128xbf16>, %a2: tensor<64xbf16>, %a3: tensor<64xbf16>) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttnn.layer_norm_post_all_gather"(%a0, %a1, %a2, %a3) <{epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1>}> : (tensor<1x1x32x64xi32>, tensor<1x1x32x128xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x1x32x64xbf16>
  return
}

// -----

// ttnn.dit_rms_norm_unary_fused: result0 rank
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>) {
  // expected-error @below {{result has shape 7x1x1x32x64, input has 1x1x32x64: they must be equal}}
  %0 = "ttnn.dit_rms_norm_unary_fused"(%a0, %a1, %a2) <{activation = "silu", epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<7x1x1x32x64xbf16>
  return
}

// -----

// ttnn.dit_rms_norm_unary_fused: result0 shape
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>) {
  // expected-error @below {{result has shape 1x1x32x67, input has 1x1x32x64: they must be equal}}
  %0 = "ttnn.dit_rms_norm_unary_fused"(%a0, %a1, %a2) <{activation = "silu", epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x1x32x67xbf16>
  return
}

// -----

// ttnn.dit_rms_norm_unary_fused: result0 type
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.dit_rms_norm_unary_fused"(%a0, %a1, %a2) <{activation = "silu", epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x1x32x64xi32>
  return
}

// -----

// ttnn.dit_rms_norm_unary_fused: result0 lower
func.func @f(%a0: tensor<1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>) {
  // expected-error @below {{result has shape 1x32x64, input has 1x1x32x64: they must be equal}}
  %0 = "ttnn.dit_rms_norm_unary_fused"(%a0, %a1, %a2) <{activation = "silu", epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x32x64xbf16>
  return
}

// -----

// ttnn.dit_rms_norm_unary_fused: operand0 rank
func.func @f(%a0: tensor<7x1x1x32x64xbf16>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>) {
  // expected-error @below {{result has shape 1x1x32x64, input has 7x1x1x32x64: they must be equal}}
  %0 = "ttnn.dit_rms_norm_unary_fused"(%a0, %a1, %a2) <{activation = "silu", epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<7x1x1x32x64xbf16>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x1x32x64xbf16>
  return
}

// -----

// ttnn.dit_rms_norm_unary_fused: operand0 type
func.func @f(%a0: tensor<1x1x32x64xi32>, %a1: tensor<64xbf16>, %a2: tensor<64xbf16>) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttnn.dit_rms_norm_unary_fused"(%a0, %a1, %a2) <{activation = "silu", epsilon = 1.0e-5 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (tensor<1x1x32x64xi32>, tensor<64xbf16>, tensor<64xbf16>) -> tensor<1x1x32x64xbf16>
  return
}
