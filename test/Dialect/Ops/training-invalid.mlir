// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

// ttir.adamw: result0 rank
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xbf16>, %a2: tensor<32x64xbf16>, %a3: tensor<32x64xbf16>) {
  // expected-error @below {{param_out has type tensor<7x32x64xbf16>, param has tensor<32x64xbf16>: they must be equal}}
  %0:3 = "ttir.adamw"(%a0, %a1, %a2, %a3) <{beta1 = 9.0e-1 : f32, beta1_pow = 9.0e-1 : f32, beta2 = 9.9e-1 : f32, beta2_pow = 9.9e-1 : f32, epsilon = 1.0e-8 : f32, lr = 1.0e-3 : f32, weight_decay = 1.0e-2 : f32}> : (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> (tensor<7x32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>)
  return
}

// -----

// ttir.adamw: result0 shape
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xbf16>, %a2: tensor<32x64xbf16>, %a3: tensor<32x64xbf16>) {
  // expected-error @below {{param_out has type tensor<32x67xbf16>, param has tensor<32x64xbf16>: they must be equal}}
  %0:3 = "ttir.adamw"(%a0, %a1, %a2, %a3) <{beta1 = 9.0e-1 : f32, beta1_pow = 9.0e-1 : f32, beta2 = 9.9e-1 : f32, beta2_pow = 9.9e-1 : f32, epsilon = 1.0e-8 : f32, lr = 1.0e-3 : f32, weight_decay = 1.0e-2 : f32}> : (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> (tensor<32x67xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>)
  return
}

// -----

// ttir.adamw: result0 type
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xbf16>, %a2: tensor<32x64xbf16>, %a3: tensor<32x64xbf16>) {
  // expected-error @below {{param_out has type tensor<32x64xi32>, param has tensor<32x64xbf16>: they must be equal}}
  %0:3 = "ttir.adamw"(%a0, %a1, %a2, %a3) <{beta1 = 9.0e-1 : f32, beta1_pow = 9.0e-1 : f32, beta2 = 9.9e-1 : f32, beta2_pow = 9.9e-1 : f32, epsilon = 1.0e-8 : f32, lr = 1.0e-3 : f32, weight_decay = 1.0e-2 : f32}> : (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> (tensor<32x64xi32>, tensor<32x64xbf16>, tensor<32x64xbf16>)
  return
}

// -----

// ttir.adamw: result0 lower
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xbf16>, %a2: tensor<32x64xbf16>, %a3: tensor<32x64xbf16>) {
  // expected-error @below {{param_out has type tensor<64xbf16>, param has tensor<32x64xbf16>: they must be equal}}
  %0:3 = "ttir.adamw"(%a0, %a1, %a2, %a3) <{beta1 = 9.0e-1 : f32, beta1_pow = 9.0e-1 : f32, beta2 = 9.9e-1 : f32, beta2_pow = 9.9e-1 : f32, epsilon = 1.0e-8 : f32, lr = 1.0e-3 : f32, weight_decay = 1.0e-2 : f32}> : (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> (tensor<64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>)
  return
}

// -----

// ttir.adamw: result1 rank
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xbf16>, %a2: tensor<32x64xbf16>, %a3: tensor<32x64xbf16>) {
  // expected-error @below {{exp_avg_out has type tensor<7x32x64xbf16>, exp_avg has tensor<32x64xbf16>: they must be equal}}
  %0:3 = "ttir.adamw"(%a0, %a1, %a2, %a3) <{beta1 = 9.0e-1 : f32, beta1_pow = 9.0e-1 : f32, beta2 = 9.9e-1 : f32, beta2_pow = 9.9e-1 : f32, epsilon = 1.0e-8 : f32, lr = 1.0e-3 : f32, weight_decay = 1.0e-2 : f32}> : (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> (tensor<32x64xbf16>, tensor<7x32x64xbf16>, tensor<32x64xbf16>)
  return
}

// -----

// ttir.adamw: result1 shape
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xbf16>, %a2: tensor<32x64xbf16>, %a3: tensor<32x64xbf16>) {
  // expected-error @below {{exp_avg_out has type tensor<32x67xbf16>, exp_avg has tensor<32x64xbf16>: they must be equal}}
  %0:3 = "ttir.adamw"(%a0, %a1, %a2, %a3) <{beta1 = 9.0e-1 : f32, beta1_pow = 9.0e-1 : f32, beta2 = 9.9e-1 : f32, beta2_pow = 9.9e-1 : f32, epsilon = 1.0e-8 : f32, lr = 1.0e-3 : f32, weight_decay = 1.0e-2 : f32}> : (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> (tensor<32x64xbf16>, tensor<32x67xbf16>, tensor<32x64xbf16>)
  return
}

// -----

// ttnn.adamw: operand0 rank
func.func @f(%a0: tensor<7x32x64xbf16>, %a1: tensor<32x64xbf16>, %a2: tensor<32x64xbf16>, %a3: tensor<32x64xbf16>) {
  // expected-error @below {{grad has shape 32x64, param has 7x32x64: they must be equal}}
  "ttnn.adamw"(%a0, %a1, %a2, %a3) <{beta1 = 9.0e-1 : f32, beta1_pow = 9.0e-1 : f32, beta2 = 9.9e-1 : f32, beta2_pow = 9.9e-1 : f32, epsilon = 1.0e-8 : f32, lr = 1.0e-3 : f32, weight_decay = 1.0e-2 : f32}> : (tensor<7x32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> ()
  return
}

// -----

// ttnn.adamw: operand0 shape
func.func @f(%a0: tensor<32x67xbf16>, %a1: tensor<32x64xbf16>, %a2: tensor<32x64xbf16>, %a3: tensor<32x64xbf16>) {
  // expected-error @below {{grad has shape 32x64, param has 32x67: they must be equal}}
  "ttnn.adamw"(%a0, %a1, %a2, %a3) <{beta1 = 9.0e-1 : f32, beta1_pow = 9.0e-1 : f32, beta2 = 9.9e-1 : f32, beta2_pow = 9.9e-1 : f32, epsilon = 1.0e-8 : f32, lr = 1.0e-3 : f32, weight_decay = 1.0e-2 : f32}> : (tensor<32x67xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> ()
  return
}

// -----

// ttnn.adamw: operand0 type
func.func @f(%a0: tensor<32x64xi32>, %a1: tensor<32x64xbf16>, %a2: tensor<32x64xbf16>, %a3: tensor<32x64xbf16>) {
  // expected-error @below {{param must have real elements, got i32}}
  "ttnn.adamw"(%a0, %a1, %a2, %a3) <{beta1 = 9.0e-1 : f32, beta1_pow = 9.0e-1 : f32, beta2 = 9.9e-1 : f32, beta2_pow = 9.9e-1 : f32, epsilon = 1.0e-8 : f32, lr = 1.0e-3 : f32, weight_decay = 1.0e-2 : f32}> : (tensor<32x64xi32>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> ()
  return
}

// -----

// ttnn.adamw: operand0 lower
func.func @f(%a0: tensor<64xbf16>, %a1: tensor<32x64xbf16>, %a2: tensor<32x64xbf16>, %a3: tensor<32x64xbf16>) {
  // expected-error @below {{grad has shape 32x64, param has 64: they must be equal}}
  "ttnn.adamw"(%a0, %a1, %a2, %a3) <{beta1 = 9.0e-1 : f32, beta1_pow = 9.0e-1 : f32, beta2 = 9.9e-1 : f32, beta2_pow = 9.9e-1 : f32, epsilon = 1.0e-8 : f32, lr = 1.0e-3 : f32, weight_decay = 1.0e-2 : f32}> : (tensor<64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> ()
  return
}

// -----

// ttnn.adamw: operand1 rank
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<7x32x64xbf16>, %a2: tensor<32x64xbf16>, %a3: tensor<32x64xbf16>) {
  // expected-error @below {{grad has shape 7x32x64, param has 32x64: they must be equal}}
  "ttnn.adamw"(%a0, %a1, %a2, %a3) <{beta1 = 9.0e-1 : f32, beta1_pow = 9.0e-1 : f32, beta2 = 9.9e-1 : f32, beta2_pow = 9.9e-1 : f32, epsilon = 1.0e-8 : f32, lr = 1.0e-3 : f32, weight_decay = 1.0e-2 : f32}> : (tensor<32x64xbf16>, tensor<7x32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> ()
  return
}

// -----

// ttnn.adamw: operand1 type
func.func @f(%a0: tensor<32x64xbf16>, %a1: tensor<32x64xi32>, %a2: tensor<32x64xbf16>, %a3: tensor<32x64xbf16>) {
  // expected-error @below {{grad must have real elements, got i32}}
  "ttnn.adamw"(%a0, %a1, %a2, %a3) <{beta1 = 9.0e-1 : f32, beta1_pow = 9.0e-1 : f32, beta2 = 9.9e-1 : f32, beta2_pow = 9.9e-1 : f32, epsilon = 1.0e-8 : f32, lr = 1.0e-3 : f32, weight_decay = 1.0e-2 : f32}> : (tensor<32x64xbf16>, tensor<32x64xi32>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> ()
  return
}

// -----

// ttir.sdpa_fw: result0 rank
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{dimension 2 of query is 64, dimension 2 of key is 128: they must be equal}}
  %0 = "ttir.sdpa_fw"(%a0, %a1, %a2, %a3) <{dropout_probability = 0.0 : f32, return_intermediates = false}> : (tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<7x1x8x64x32xbf16>
  return
}

// -----

// ttir.sdpa_fw: result0 shape
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{dimension 2 of query is 64, dimension 2 of key is 128: they must be equal}}
  %0 = "ttir.sdpa_fw"(%a0, %a1, %a2, %a3) <{dropout_probability = 0.0 : f32, return_intermediates = false}> : (tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<1x8x64x35xbf16>
  return
}

// -----

// ttir.sdpa_fw: result0 type
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{dimension 2 of query is 64, dimension 2 of key is 128: they must be equal}}
  %0 = "ttir.sdpa_fw"(%a0, %a1, %a2, %a3) <{dropout_probability = 0.0 : f32, return_intermediates = false}> : (tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<1x8x64x32xi32>
  return
}

// -----

// ttir.sdpa_fw: result0 lower
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{dimension 2 of query is 64, dimension 2 of key is 128: they must be equal}}
  %0 = "ttir.sdpa_fw"(%a0, %a1, %a2, %a3) <{dropout_probability = 0.0 : f32, return_intermediates = false}> : (tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<8x64x32xbf16>
  return
}

// -----

// ttir.sdpa_fw: operand0 rank
func.func @f(%a0: tensor<7x1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{dimension 3 of query is 64, dimension 2 of key is 128: they must be equal}}
  %0 = "ttir.sdpa_fw"(%a0, %a1, %a2, %a3) <{dropout_probability = 0.0 : f32, return_intermediates = false}> : (tensor<7x1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<1x8x64x32xbf16>
  return
}

// -----

// ttir.sdpa_fw: operand0 shape
func.func @f(%a0: tensor<1x8x64x35xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{dimension 2 of query is 64, dimension 2 of key is 128: they must be equal}}
  %0 = "ttir.sdpa_fw"(%a0, %a1, %a2, %a3) <{dropout_probability = 0.0 : f32, return_intermediates = false}> : (tensor<1x8x64x35xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<1x8x64x32xbf16>
  return
}

// -----

// ttnn.sdpa_fw: result0 rank
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{output has shape 7x1x8x64x32, query has 1x8x64x32: they must be equal}}
  %0 = "ttnn.sdpa_fw"(%a0, %a1, %a2, %a3) <{dropout_probability = 0.0 : f32, return_intermediates = false}> : (tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<7x1x8x64x32xbf16>
  return
}

// -----

// ttnn.sdpa_fw: result0 shape
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{output has shape 1x8x64x35, query has 1x8x64x32: they must be equal}}
  %0 = "ttnn.sdpa_fw"(%a0, %a1, %a2, %a3) <{dropout_probability = 0.0 : f32, return_intermediates = false}> : (tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<1x8x64x35xbf16>
  return
}

// -----

// ttnn.sdpa_fw: result0 type
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{output must have real elements, got i32}}
  %0 = "ttnn.sdpa_fw"(%a0, %a1, %a2, %a3) <{dropout_probability = 0.0 : f32, return_intermediates = false}> : (tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<1x8x64x32xi32>
  return
}

// -----

// ttnn.sdpa_fw: result0 lower
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{output has shape 8x64x32, query has 1x8x64x32: they must be equal}}
  %0 = "ttnn.sdpa_fw"(%a0, %a1, %a2, %a3) <{dropout_probability = 0.0 : f32, return_intermediates = false}> : (tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<8x64x32xbf16>
  return
}

// -----

// ttnn.sdpa_fw: operand0 rank
func.func @f(%a0: tensor<7x1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{query must have rank 4, got rank 5 (7x1x8x64x32)}}
  %0 = "ttnn.sdpa_fw"(%a0, %a1, %a2, %a3) <{dropout_probability = 0.0 : f32, return_intermediates = false}> : (tensor<7x1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<1x8x64x32xbf16>
  return
}

// -----

// ttnn.sdpa_fw: operand0 shape
func.func @f(%a0: tensor<1x8x64x35xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{dimension 3 of query is 35, dimension 3 of key is 32: they must be equal}}
  %0 = "ttnn.sdpa_fw"(%a0, %a1, %a2, %a3) <{dropout_probability = 0.0 : f32, return_intermediates = false}> : (tensor<1x8x64x35xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<1x8x64x32xbf16>
  return
}

// -----

// ttir.sdpa_bw: result0 rank
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x8x64x32xbf16>, %a2: tensor<1x8x64x32xbf16>, %a3: tensor<1x2x128x32xbf16>, %a4: tensor<1x2x128x32xbf16>, %a5: tensor<1x8x64x2xf32>, %a6: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{dimension 2 of query is 64, dimension 2 of key is 128: they must be equal}}
  %0:3 = "ttir.sdpa_bw"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{dropout_probability = 0.0 : f32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x8x64x2xf32>, tensor<1x1x64x128xbf16>) -> (tensor<7x1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>)
  return
}

// -----

// ttir.sdpa_bw: result0 shape
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x8x64x32xbf16>, %a2: tensor<1x8x64x32xbf16>, %a3: tensor<1x2x128x32xbf16>, %a4: tensor<1x2x128x32xbf16>, %a5: tensor<1x8x64x2xf32>, %a6: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{dimension 2 of query is 64, dimension 2 of key is 128: they must be equal}}
  %0:3 = "ttir.sdpa_bw"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{dropout_probability = 0.0 : f32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x8x64x2xf32>, tensor<1x1x64x128xbf16>) -> (tensor<1x8x64x35xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>)
  return
}

// -----

// ttir.sdpa_bw: result0 type
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x8x64x32xbf16>, %a2: tensor<1x8x64x32xbf16>, %a3: tensor<1x2x128x32xbf16>, %a4: tensor<1x2x128x32xbf16>, %a5: tensor<1x8x64x2xf32>, %a6: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{dimension 2 of query is 64, dimension 2 of key is 128: they must be equal}}
  %0:3 = "ttir.sdpa_bw"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{dropout_probability = 0.0 : f32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x8x64x2xf32>, tensor<1x1x64x128xbf16>) -> (tensor<1x8x64x32xi32>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>)
  return
}

// -----

// ttir.sdpa_bw: result0 lower
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x8x64x32xbf16>, %a2: tensor<1x8x64x32xbf16>, %a3: tensor<1x2x128x32xbf16>, %a4: tensor<1x2x128x32xbf16>, %a5: tensor<1x8x64x2xf32>, %a6: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{dimension 2 of query is 64, dimension 2 of key is 128: they must be equal}}
  %0:3 = "ttir.sdpa_bw"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{dropout_probability = 0.0 : f32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x8x64x2xf32>, tensor<1x1x64x128xbf16>) -> (tensor<8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>)
  return
}

// -----

// ttir.sdpa_bw: result1 rank
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x8x64x32xbf16>, %a2: tensor<1x8x64x32xbf16>, %a3: tensor<1x2x128x32xbf16>, %a4: tensor<1x2x128x32xbf16>, %a5: tensor<1x8x64x2xf32>, %a6: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{dimension 2 of query is 64, dimension 2 of key is 128: they must be equal}}
  %0:3 = "ttir.sdpa_bw"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{dropout_probability = 0.0 : f32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x8x64x2xf32>, tensor<1x1x64x128xbf16>) -> (tensor<1x8x64x32xbf16>, tensor<7x1x2x128x32xbf16>, tensor<1x2x128x32xbf16>)
  return
}

// -----

// ttir.sdpa_bw: result1 shape
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x8x64x32xbf16>, %a2: tensor<1x8x64x32xbf16>, %a3: tensor<1x2x128x32xbf16>, %a4: tensor<1x2x128x32xbf16>, %a5: tensor<1x8x64x2xf32>, %a6: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{dimension 2 of query is 64, dimension 2 of key is 128: they must be equal}}
  %0:3 = "ttir.sdpa_bw"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{dropout_probability = 0.0 : f32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x8x64x2xf32>, tensor<1x1x64x128xbf16>) -> (tensor<1x8x64x32xbf16>, tensor<1x2x128x35xbf16>, tensor<1x2x128x32xbf16>)
  return
}

// -----

// ttnn.sdpa_bw: result0 rank
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x8x64x32xbf16>, %a2: tensor<1x8x64x32xbf16>, %a3: tensor<1x2x128x32xbf16>, %a4: tensor<1x2x128x32xbf16>, %a5: tensor<1x8x64x2xf32>, %a6: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{grad_query has shape 7x1x8x64x32, query has 1x8x64x32: they must be equal}}
  %0:3 = "ttnn.sdpa_bw"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{dropout_probability = 0.0 : f32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x8x64x2xf32>, tensor<1x1x64x128xbf16>) -> (tensor<7x1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>)
  return
}

// -----

// ttnn.sdpa_bw: result0 shape
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x8x64x32xbf16>, %a2: tensor<1x8x64x32xbf16>, %a3: tensor<1x2x128x32xbf16>, %a4: tensor<1x2x128x32xbf16>, %a5: tensor<1x8x64x2xf32>, %a6: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{grad_query has shape 1x8x64x35, query has 1x8x64x32: they must be equal}}
  %0:3 = "ttnn.sdpa_bw"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{dropout_probability = 0.0 : f32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x8x64x2xf32>, tensor<1x1x64x128xbf16>) -> (tensor<1x8x64x35xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>)
  return
}

// -----

// ttnn.sdpa_bw: result0 type
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x8x64x32xbf16>, %a2: tensor<1x8x64x32xbf16>, %a3: tensor<1x2x128x32xbf16>, %a4: tensor<1x2x128x32xbf16>, %a5: tensor<1x8x64x2xf32>, %a6: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{grad_query must have real elements, got i32}}
  %0:3 = "ttnn.sdpa_bw"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{dropout_probability = 0.0 : f32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x8x64x2xf32>, tensor<1x1x64x128xbf16>) -> (tensor<1x8x64x32xi32>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>)
  return
}

// -----

// ttnn.sdpa_bw: result0 lower
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x8x64x32xbf16>, %a2: tensor<1x8x64x32xbf16>, %a3: tensor<1x2x128x32xbf16>, %a4: tensor<1x2x128x32xbf16>, %a5: tensor<1x8x64x2xf32>, %a6: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{grad_query has shape 8x64x32, query has 1x8x64x32: they must be equal}}
  %0:3 = "ttnn.sdpa_bw"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{dropout_probability = 0.0 : f32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x8x64x2xf32>, tensor<1x1x64x128xbf16>) -> (tensor<8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>)
  return
}

// -----

// ttnn.sdpa_bw: result1 rank
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x8x64x32xbf16>, %a2: tensor<1x8x64x32xbf16>, %a3: tensor<1x2x128x32xbf16>, %a4: tensor<1x2x128x32xbf16>, %a5: tensor<1x8x64x2xf32>, %a6: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{grad_key has shape 7x1x2x128x32, key has 1x2x128x32: they must be equal}}
  %0:3 = "ttnn.sdpa_bw"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{dropout_probability = 0.0 : f32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x8x64x2xf32>, tensor<1x1x64x128xbf16>) -> (tensor<1x8x64x32xbf16>, tensor<7x1x2x128x32xbf16>, tensor<1x2x128x32xbf16>)
  return
}

// -----

// ttnn.sdpa_bw: result1 shape
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x8x64x32xbf16>, %a2: tensor<1x8x64x32xbf16>, %a3: tensor<1x2x128x32xbf16>, %a4: tensor<1x2x128x32xbf16>, %a5: tensor<1x8x64x2xf32>, %a6: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{grad_key has shape 1x2x128x35, key has 1x2x128x32: they must be equal}}
  %0:3 = "ttnn.sdpa_bw"(%a0, %a1, %a2, %a3, %a4, %a5, %a6) <{dropout_probability = 0.0 : f32}> : (tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x8x64x2xf32>, tensor<1x1x64x128xbf16>) -> (tensor<1x8x64x32xbf16>, tensor<1x2x128x35xbf16>, tensor<1x2x128x32xbf16>)
  return
}
