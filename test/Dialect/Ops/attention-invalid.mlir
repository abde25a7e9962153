// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

// ttir.scaled_dot_product_attention: result0 rank
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{result has type tensor<7x1x8x64x32xbf16>, query has tensor<1x8x64x32xbf16>: they must be equal}}
  %0 = "ttir.scaled_dot_product_attention"(%a0, %a1, %a2, %a3) <{is_causal = false, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<7x1x8x64x32xbf16>
  return
}

// -----

// ttir.scaled_dot_product_attention: result0 shape
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{result has type tensor<1x8x64x35xbf16>, query has tensor<1x8x64x32xbf16>: they must be equal}}
  %0 = "ttir.scaled_dot_product_attention"(%a0, %a1, %a2, %a3) <{is_causal = false, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<1x8x64x35xbf16>
  return
}

// -----

// ttir.scaled_dot_product_attention: result0 type
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{result has type tensor<1x8x64x32xi32>, query has tensor<1x8x64x32xbf16>: they must be equal}}
  %0 = "ttir.scaled_dot_product_attention"(%a0, %a1, %a2, %a3) <{is_causal = false, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<1x8x64x32xi32>
  return
}

// -----

// ttir.scaled_dot_product_attention: result0 lower
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{result has type tensor<8x64x32xbf16>, query has tensor<1x8x64x32xbf16>: they must be equal}}
  %0 = "ttir.scaled_dot_product_attention"(%a0, %a1, %a2, %a3) <{is_causal = false, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<8x64x32xbf16>
  return
}

// -----

// ttir.scaled_dot_product_attention: operand0 rank
func.func @f(%a0: tensor<7x1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{query must have rank 4, got rank 5 (7x1x8x64x32)}}
  %0 = "ttir.scaled_dot_product_attention"(%a0, %a1, %a2, %a3) <{is_causal = false, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<7x1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<1x8x64x32xbf16>
  return
}

// -----

// ttir.scaled_dot_product_attention: operand0 shape
func.func @f(%a0: tensor<1x8x64x35xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{result has type tensor<1x8x64x32xbf16>, query has tensor<1x8x64x35xbf16>: they must be equal}}
  %0 = "ttir.scaled_dot_product_attention"(%a0, %a1, %a2, %a3) <{is_causal = false, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<1x8x64x35xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<1x8x64x32xbf16>
  return
}

// -----

// ttnn.scaled_dot_product_attention: result0 rank
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x8x64x32)}}
  %0 = "ttnn.scaled_dot_product_attention"(%a0, %a1, %a2, %a3) <{is_causal = false, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<7x1x8x64x32xbf16>
  return
}

// -----

// ttnn.scaled_dot_product_attention: result0 shape
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{result has shape 1x8x64x35, expected 1x8x64x32}}
  %0 = "ttnn.scaled_dot_product_attention"(%a0, %a1, %a2, %a3) <{is_causal = false, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<1x8x64x35xbf16>
  return
}

// -----

// ttnn.scaled_dot_product_attention: result0 type
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.scaled_dot_product_attention"(%a0, %a1, %a2, %a3) <{is_causal = false, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<1x8x64x32xi32>
  return
}

// -----

// ttnn.scaled_dot_product_attention: result0 lower
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (8x64x32)}}
  %0 = "ttnn.scaled_dot_product_attention"(%a0, %a1, %a2, %a3) <{is_causal = false, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<8x64x32xbf16>
  return
}

// -----

// ttnn.scaled_dot_product_attention: operand0 rank
func.func @f(%a0: tensor<7x1x8x64x32xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{query must have rank 4, got rank 5 (7x1x8x64x32)}}
  %0 = "ttnn.scaled_dot_product_attention"(%a0, %a1, %a2, %a3) <{is_causal = false, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<7x1x8x64x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<1x8x64x32xbf16>
  return
}

// -----

// ttnn.scaled_dot_product_attention: operand0 shape
func.func @f(%a0: tensor<1x8x64x35xbf16>, %a1: tensor<1x2x128x32xbf16>, %a2: tensor<1x2x128x32xbf16>, %a3: tensor<1x1x64x128xbf16>) {
  // expected-error @below {{dimension 3 of query is 35, dimension 3 of key is 32: they must be equal}}
  %0 = "ttnn.scaled_dot_product_attention"(%a0, %a1, %a2, %a3) <{is_causal = false, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}> : (tensor<1x8x64x35xbf16>, tensor<1x2x128x32xbf16>, tensor<1x2x128x32xbf16>, tensor<1x1x64x128xbf16>) -> tensor<1x8x64x32xbf16>
  return
}

// -----

// ttir.scaled_dot_product_attention_decode: result0 rank
func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<4x2x128x32xbf16>, %a2: tensor<4x2x128x32xbf16>, %a3: tensor<4xi32>) {
  // expected-error @below {{result has type tensor<7x1x4x8x32xbf16>, query has tensor<1x4x8x32xbf16>: they must be equal}}
  %0 = "ttir.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4xi32>) -> tensor<7x1x4x8x32xbf16>
  return
}

// -----

// ttir.scaled_dot_product_attention_decode: result0 shape
func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<4x2x128x32xbf16>, %a2: tensor<4x2x128x32xbf16>, %a3: tensor<4xi32>) {
  // expected-error @below {{result has type tensor<1x4x8x35xbf16>, query has tensor<1x4x8x32xbf16>: they must be equal}}
  %0 = "ttir.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4xi32>) -> tensor<1x4x8x35xbf16>
  return
}

// -----

// ttir.scaled_dot_product_attention_decode: result0 type
func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<4x2x128x32xbf16>, %a2: tensor<4x2x128x32xbf16>, %a3: tensor<4xi32>) {
  // expected-error @below {{result has type tensor<1x4x8x32xi32>, query has tensor<1x4x8x32xbf16>: they must be equal}}
  %0 = "ttir.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4xi32>) -> tensor<1x4x8x32xi32>
  return
}

// -----

// ttir.scaled_dot_product_attention_decode: result0 lower
func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<4x2x128x32xbf16>, %a2: tensor<4x2x128x32xbf16>, %a3: tensor<4xi32>) {
  // expected-error @below {{result has type tensor<4x8x32xbf16>, query has tensor<1x4x8x32xbf16>: they must be equal}}
  %0 = "ttir.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4xi32>) -> tensor<4x8x32xbf16>
  return
}

// -----

// ttir.scaled_dot_product_attention_decode: operand0 rank
func.func @f(%a0: tensor<7x1x4x8x32xbf16>, %a1: tensor<4x2x128x32xbf16>, %a2: tensor<4x2x128x32xbf16>, %a3: tensor<4xi32>) {
  // expected-error @below {{query must have rank 4, got rank 5 (7x1x4x8x32)}}
  %0 = "ttir.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<7x1x4x8x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4xi32>) -> tensor<1x4x8x32xbf16>
  return
}

// -----

// ttir.scaled_dot_product_attention_decode: operand0 shape
func.func @f(%a0: tensor<1x4x8x35xbf16>, %a1: tensor<4x2x128x32xbf16>, %a2: tensor<4x2x128x32xbf16>, %a3: tensor<4xi32>) {
  // expected-error @below {{result has type tensor<1x4x8x32xbf16>, query has tensor<1x4x8x35xbf16>: they must be equal}}
  %0 = "ttir.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x35xbf16>, tensor<4x2x128x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4xi32>) -> tensor<1x4x8x32xbf16>
  return
}

// -----

// ttnn.scaled_dot_product_attention_decode: result0 rank
func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<4x2x128x32xbf16>, %a2: tensor<4x2x128x32xbf16>, %a3: tensor<4xi32>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x4x8x32)}}
  %0 = "ttnn.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4xi32>) -> tensor<7x1x4x8x32xbf16>
  return
}

// -----

// ttnn.scaled_dot_product_attention_decode: result0 shape
func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<4x2x128x32xbf16>, %a2: tensor<4x2x128x32xbf16>, %a3: tensor<4xi32>) {
  // expected-error @below {{result has shape 1x4x8x35, query has 1x4x8x32: they must be equal}}
  %0 = "ttnn.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4xi32>) -> tensor<1x4x8x35xbf16>
  return
}

// -----

// ttnn.scaled_dot_product_attention_decode: result0 type
func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<4x2x128x32xbf16>, %a2: tensor<4x2x128x32xbf16>, %a3: tensor<4xi32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4xi32>) -> tensor<1x4x8x32xi32>
  return
}

// -----

// ttnn.scaled_dot_product_attention_decode: result0 lower
func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<4x2x128x32xbf16>, %a2: tensor<4x2x128x32xbf16>, %a3: tensor<4xi32>) {
  // expected-error @below {{result must have rank 4, got rank 3 (4x8x32)}}
  %0 = "ttnn.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4xi32>) -> tensor<4x8x32xbf16>
  return
}

// -----

// ttnn.scaled_dot_product_attention_decode: operand0 rank
func.func @f(%a0: tensor<7x1x4x8x32xbf16>, %a1: tensor<4x2x128x32xbf16>, %a2: tensor<4x2x128x32xbf16>, %a3: tensor<4xi32>) {
  // expected-error @below {{query must have rank 4, got rank 5 (7x1x4x8x32)}}
  %0 = "ttnn.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<7x1x4x8x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4xi32>) -> tensor<1x4x8x32xbf16>
  return
}

// -----

// ttnn.scaled_dot_product_attention_decode: operand0 shape
func.func @f(%a0: tensor<1x4x8x35xbf16>, %a1: tensor<4x2x128x32xbf16>, %a2: tensor<4x2x128x32xbf16>, %a3: tensor<4xi32>) {
  // expected-error @below {{dimension 3 of query is 35, dimension 3 of key is 32: they must be equal}}
  %0 = "ttnn.scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x35xbf16>, tensor<4x2x128x32xbf16>, tensor<4x2x128x32xbf16>, tensor<4xi32>) -> tensor<1x4x8x32xbf16>
  return
}

// -----

// ttir.paged_scaled_dot_product_attention_decode: result0 rank
func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<1x4x8x32xbf16>, %a5: tensor<4xi32>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x4x8x32)}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4, %a5) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<4x16xi32>, tensor<1x4x8x32xbf16>, tensor<4xi32>) -> tensor<7x1x4x8x32xbf16>
  return
}

// -----

// ttir.paged_scaled_dot_product_attention_decode: result0 shape
func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<1x4x8x32xbf16>, %a5: tensor<4xi32>) {
  // expected-error @below {{result has shape 1x4x8x35, query has 1x4x8x32: they must be equal}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4, %a5) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<4x16xi32>, tensor<1x4x8x32xbf16>, tensor<4xi32>) -> tensor<1x4x8x35xbf16>
  return
}

// -----

// ttir.paged_scaled_dot_product_attention_decode: result0 type
func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<1x4x8x32xbf16>, %a5: tensor<4xi32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4, %a5) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<4x16xi32>, tensor<1x4x8x32xbf16>, tensor<4xi32>) -> tensor<1x4x8x32xi32>
  return
}

// -----

// ttir.paged_scaled_dot_product_attention_decode: result0 lower
func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<1x4x8x32xbf16>, %a5: tensor<4xi32>) {
  // expected-error @below {{result must have rank 4, got rank 3 (4x8x32)}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4, %a5) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<4x16xi32>, tensor<1x4x8x32xbf16>, tensor<4xi32>) -> tensor<4x8x32xbf16>
  return
}

// -----

// ttir.paged_scaled_dot_product_attention_decode: operand0 rank
func.func @f(%a0: tensor<7x1x4x8x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<1x4x8x32xbf16>, %a5: tensor<4xi32>) {
  // expected-error @below {{query must have rank 4, got rank 5 (7x1x4x8x32)}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4, %a5) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>}> : (tensor<7x1x4x8x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<4x16xi32>, tensor<1x4x8x32xbf16>, tensor<4xi32>) -> tensor<1x4x8x32xbf16>
  return
}

// -----

// ttir.paged_scaled_dot_product_attention_decode: operand0 shape
func.func @f(%a0: tensor<1x4x8x35xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<1x4x8x32xbf16>, %a5: tensor<4xi32>) {
  // expected-error @below {{dimension 3 of query is 35, dimension 3 of key is 32: they must be equal}}
  %0 = "ttir.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4, %a5) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x35xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<4x16xi32>, tensor<1x4x8x32xbf16>, tensor<4xi32>) -> tensor<1x4x8x32xbf16>
  return
}

// -----

// ttnn.paged_scaled_dot_product_attention_decode: result0 rank
func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<4xi32>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x4x8x32)}}
  %0 = "ttnn.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<7x1x4x8x32xbf16>
  return
}

// -----

// ttnn.paged_scaled_dot_product_attention_decode: result0 shape
func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<4xi32>) {
  // expected-error @below {{result has shape 1x4x8x35, query has 1x4x8x32: they must be equal}}
  %0 = "ttnn.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x35xbf16>
  return
}

// -----

// ttnn.paged_scaled_dot_product_attention_decode: result0 type
func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<4xi32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x32xi32>
  return
}

// -----

// ttnn.paged_scaled_dot_product_attention_decode: result0 lower
func.func @f(%a0: tensor<1x4x8x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<4xi32>) {
  // expected-error @below {{result must have rank 4, got rank 3 (4x8x32)}}
  %0 = "ttnn.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<4x8x32xbf16>
  return
}

// -----

// ttnn.paged_scaled_dot_product_attention_decode: operand0 rank
func.func @f(%a0: tensor<7x1x4x8x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<4xi32>) {
  // expected-error @below {{query must have rank 4, got rank 5 (7x1x4x8x32)}}
  %0 = "ttnn.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<7x1x4x8x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x32xbf16>
  return
}

// -----

// ttnn.paged_scaled_dot_product_attention_decode: operand0 shape
func.func @f(%a0: tensor<1x4x8x35xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<4x16xi32>, %a4: tensor<4xi32>) {
  // expected-error @below {{dimension 3 of query is 35, dimension 3 of key is 32: they must be equal}}
  %0 = "ttnn.paged_scaled_dot_product_attention_decode"(%a0, %a1, %a2, %a3, %a4) <{is_causal = true, scale = 1.25e-1 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x35xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x32xbf16>
  return
}

// -----

// ttir.paged_flash_multi_latent_attention_decode: result0 rank
func.func @f(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x1x32x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x4x8x48)}}
  %0 = "ttir.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x1x32x64xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<7x1x4x8x48xbf16>
  return
}

// -----

// ttir.paged_flash_multi_latent_attention_decode: result0 shape
func.func @f(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x1x32x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  // expected-error @below {{result has shape 1x4x8x51, expected 1x4x8x48}}
  %0 = "ttir.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x1x32x64xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x51xbf16>
  return
}

// -----

// ttir.paged_flash_multi_latent_attention_decode: result0 type
func.func @f(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x1x32x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x1x32x64xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x48xi32>
  return
}

// -----

// ttir.paged_flash_multi_latent_attention_decode: result0 lower
func.func @f(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x1x32x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  // expected-error @below {{result must have rank 4, got rank 3 (4x8x48)}}
  %0 = "ttir.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x1x32x64xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<4x8x48xbf16>
  return
}

// -----

// ttir.paged_flash_multi_latent_attention_decode: operand0 rank
func.func @f(%a0: tensor<7x1x4x8x64xbf16>, %a1: tensor<64x1x32x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  // expected-error @below {{query must have rank 4, got rank 5 (7x1x4x8x64)}}
  %0 = "ttir.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<7x1x4x8x64xbf16>, tensor<64x1x32x64xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x48xbf16>
  return
}

// -----

// ttir.paged_flash_multi_latent_attention_decode: operand0 shape
func.func @f(%a0: tensor<1x4x8x67xbf16>, %a1: tensor<64x1x32x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  // expected-error @below {{dimension 3 of query is 67, dimension 3 of key is 64: they must be equal}}
  %0 = "ttir.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x67xbf16>, tensor<64x1x32x64xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x48xbf16>
  return
}

// -----

// ttnn.paged_flash_multi_latent_attention_decode: result0 rank
func.func @f(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x1x32x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x4x8x48)}}
  %0 = "ttnn.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x1x32x64xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<7x1x4x8x48xbf16>
  return
}

// -----

// ttnn.paged_flash_multi_latent_attention_decode: result0 shape
func.func @f(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x1x32x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  // expected-error @below {{result has shape 1x4x8x51, expected 1x4x8x48}}
  %0 = "ttnn.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x1x32x64xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x51xbf16>
  return
}

// -----

// ttnn.paged_flash_multi_latent_attention_decode: result0 type
func.func @f(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x1x32x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x1x32x64xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x48xi32>
  return
}

// -----

// ttnn.paged_flash_multi_latent_attention_decode: result0 lower
func.func @f(%a0: tensor<1x4x8x64xbf16>, %a1: tensor<64x1x32x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  // expected-error @below {{result must have rank 4, got rank 3 (4x8x48)}}
  %0 = "ttnn.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x64xbf16>, tensor<64x1x32x64xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<4x8x48xbf16>
  return
}

// -----

// ttnn.paged_flash_multi_latent_attention_decode: operand0 rank
func.func @f(%a0: tensor<7x1x4x8x64xbf16>, %a1: tensor<64x1x32x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  // expected-error @below {{query must have rank 4, got rank 5 (7x1x4x8x64)}}
  %0 = "ttnn.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<7x1x4x8x64xbf16>, tensor<64x1x32x64xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x48xbf16>
  return
}

// -----

// ttnn.paged_flash_multi_latent_attention_decode: operand0 shape
func.func @f(%a0: tensor<1x4x8x67xbf16>, %a1: tensor<64x1x32x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<4xi32>) {
  // expected-error @below {{dimension 3 of query is 67, dimension 3 of key is 64: they must be equal}}
  %0 = "ttnn.paged_flash_multi_latent_attention_decode"(%a0, %a1, %a2, %a3) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 1, 0, 1, 0>}> : (tensor<1x4x8x67xbf16>, tensor<64x1x32x64xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x48xbf16>
  return
}

// -----

// ttnn.flash_mla_prefill: result0 rank
func.func @f(%a0: tensor<1x8x64x64xbf16>, %a1: tensor<1x1x64x64xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x8x64x48)}}
  %0 = "ttnn.flash_mla_prefill"(%a0, %a1) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<1x8x64x64xbf16>, tensor<1x1x64x64xbf16>) -> tensor<7x1x8x64x48xbf16>
  return
}

// -----

// ttnn.flash_mla_prefill: result0 shape
func.func @f(%a0: tensor<1x8x64x64xbf16>, %a1: tensor<1x1x64x64xbf16>) {
  // expected-error @below {{result has shape 1x8x64x51, expected 1x8x64x48}}
  %0 = "ttnn.flash_mla_prefill"(%a0, %a1) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<1x8x64x64xbf16>, tensor<1x1x64x64xbf16>) -> tensor<1x8x64x51xbf16>
  return
}

// -----

// ttnn.flash_mla_prefill: result0 type
func.func @f(%a0: tensor<1x8x64x64xbf16>, %a1: tensor<1x1x64x64xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.flash_mla_prefill"(%a0, %a1) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<1x8x64x64xbf16>, tensor<1x1x64x64xbf16>) -> tensor<1x8x64x48xi32>
  return
}

// -----

// ttnn.flash_mla_prefill: result0 lower
func.func @f(%a0: tensor<1x8x64x64xbf16>, %a1: tensor<1x1x64x64xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (8x64x48)}}
  %0 = "ttnn.flash_mla_prefill"(%a0, %a1) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<1x8x64x64xbf16>, tensor<1x1x64x64xbf16>) -> tensor<8x64x48xbf16>
  return
}

// -----

// ttnn.flash_mla_prefill: operand0 rank
func.func @f(%a0: tensor<7x1x8x64x64xbf16>, %a1: tensor<1x1x64x64xbf16>) {
  // expected-error @below {{query must have rank 4, got rank 5 (7x1x8x64x64)}}
  %0 = "ttnn.flash_mla_prefill"(%a0, %a1) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<7x1x8x64x64xbf16>, tensor<1x1x64x64xbf16>) -> tensor<1x8x64x48xbf16>
  return
}

// -----

// ttnn.flash_mla_prefill: operand0 shape
func.func @f(%a0: tensor<1x8x64x67xbf16>, %a1: tensor<1x1x64x64xbf16>) {
  // expected-error @below {{dimension 3 of query is 67, dimension 3 of key is 64: they must be equal}}
  %0 = "ttnn.flash_mla_prefill"(%a0, %a1) <{head_dim_v = 48 : ui32, is_causal = true, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<1x8x64x67xbf16>, tensor<1x1x64x64xbf16>) -> tensor<1x8x64x48xbf16>
  return
}

// -----

// ttir.chunked_scaled_dot_product_attention: result0 rank
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<1x16xi32>, %a4: tensor<1xi32>, %a5: tensor<1x8x64x32xbf16>) {
  // expected-error @below {{result has shape 7x1x8x64x32, query has 1x8x64x32: they must be equal}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4, %a5) <{scale = 1.25e-1 : f32}> : (tensor<1x8x64x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<1x16xi32>, tensor<1xi32>, tensor<1x8x64x32xbf16>) -> tensor<7x1x8x64x32xbf16>
  return
}

// -----

// ttir.chunked_scaled_dot_product_attention: result0 shape
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<1x16xi32>, %a4: tensor<1xi32>, %a5: tensor<1x8x64x32xbf16>) {
  // expected-error @below {{result has shape 1x8x64x35, query has 1x8x64x32: they must be equal}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4, %a5) <{scale = 1.25e-1 : f32}> : (tensor<1x8x64x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<1x16xi32>, tensor<1xi32>, tensor<1x8x64x32xbf16>) -> tensor<1x8x64x35xbf16>
  return
}

// -----

// ttir.chunked_scaled_dot_product_attention: result0 type
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<1x16xi32>, %a4: tensor<1xi32>, %a5: tensor<1x8x64x32xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4, %a5) <{scale = 1.25e-1 : f32}> : (tensor<1x8x64x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<1x16xi32>, tensor<1xi32>, tensor<1x8x64x32xbf16>) -> tensor<1x8x64x32xi32>
  return
}

// -----

// ttir.chunked_scaled_dot_product_attention: result0 lower
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<1x16xi32>, %a4: tensor<1xi32>, %a5: tensor<1x8x64x32xbf16>) {
  // expected-error @below {{result has shape 8x64x32, query has 1x8x64x32: they must be equal}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4, %a5) <{scale = 1.25e-1 : f32}> : (tensor<1x8x64x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<1x16xi32>, tensor<1xi32>, tensor<1x8x64x32xbf16>) -> tensor<8x64x32xbf16>
  return
}

// -----

// ttir.chunked_scaled_dot_product_attention: operand0 rank
func.func @f(%a0: tensor<7x1x8x64x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<1x16xi32>, %a4: tensor<1xi32>, %a5: tensor<1x8x64x32xbf16>) {
  // expected-error @below {{query must have rank 4, got rank 5 (7x1x8x64x32)}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4, %a5) <{scale = 1.25e-1 : f32}> : (tensor<7x1x8x64x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<1x16xi32>, tensor<1xi32>, tensor<1x8x64x32xbf16>) -> tensor<1x8x64x32xbf16>
  return
}

// -----

// ttir.chunked_scaled_dot_product_attention: operand0 shape
func.func @f(%a0: tensor<1x8x64x35xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<1x16xi32>, %a4: tensor<1xi32>, %a5: tensor<1x8x64x32xbf16>) {
  // expected-error @below {{dimension 3 of query is 35, dimension 3 of key is 32: they must be equal}}
  %0 = "ttir.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4, %a5) <{scale = 1.25e-1 : f32}> : (tensor<1x8x64x35xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<1x16xi32>, tensor<1xi32>, tensor<1x8x64x32xbf16>) -> tensor<1x8x64x32xbf16>
  return
}

// -----

// ttnn.chunked_scaled_dot_product_attention: result0 rank
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<1x16xi32>, %a4: tensor<1xi32>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x8x64x32)}}
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) <{scale = 1.25e-1 : f32}> : (tensor<1x8x64x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<1x16xi32>, tensor<1xi32>) -> tensor<7x1x8x64x32xbf16>
  return
}

// -----

// ttnn.chunked_scaled_dot_product_attention: result0 shape
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<1x16xi32>, %a4: tensor<1xi32>) {
  // expected-error @below {{result has shape 1x8x64x35, query has 1x8x64x32: they must be equal}}
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) <{scale = 1.25e-1 : f32}> : (tensor<1x8x64x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<1x16xi32>, tensor<1xi32>) -> tensor<1x8x64x35xbf16>
  return
}

// -----

// ttnn.chunked_scaled_dot_product_attention: result0 type
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<1x16xi32>, %a4: tensor<1xi32>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) <{scale = 1.25e-1 : f32}> : (tensor<1x8x64x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<1x16xi32>, tensor<1xi32>) -> tensor<1x8x64x32xi32>
  return
}

// -----

// ttnn.chunked_scaled_dot_product_attention: result0 lower
func.func @f(%a0: tensor<1x8x64x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<1x16xi32>, %a4: tensor<1xi32>) {
  // expected-error @below {{result must have rank 4, got rank 3 (8x64x32)}}
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) <{scale = 1.25e-1 : f32}> : (tensor<1x8x64x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<1x16xi32>, tensor<1xi32>) -> tensor<8x64x32xbf16>
  return
}

// -----

// ttnn.chunked_scaled_dot_product_attention: operand0 rank
func.func @f(%a0: tensor<7x1x8x64x32xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<1x16xi32>, %a4: tensor<1xi32>) {
  // expected-error @below {{query must have rank 4, got rank 5 (7x1x8x64x32)}}
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) <{scale = 1.25e-1 : f32}> : (tensor<7x1x8x64x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<1x16xi32>, tensor<1xi32>) -> tensor<1x8x64x32xbf16>
  return
}

// -----

// ttnn.chunked_scaled_dot_product_attention: operand0 shape
func.func @f(%a0: tensor<1x8x64x35xbf16>, %a1: tensor<64x2x32x32xbf16>, %a2: tensor<64x2x32x32xbf16>, %a3: tensor<1x16xi32>, %a4: tensor<1xi32>) {
  // expected-error @below {{dimension 3 of query is 35, dimension 3 of key is 32: they must be equal}}
  %0 = "ttnn.chunked_scaled_dot_product_attention"(%a0, %a1, %a2, %a3, %a4) <{scale = 1.25e-1 : f32}> : (tensor<1x8x64x35xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<1x16xi32>, tensor<1xi32>) -> tensor<1x8x64x32xbf16>
  return
}

// -----

// ttnn.indexer_score_dsa: result0 rank
func.func @f(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x1x128x64xbf16>, %a2: tensor<1x8x32x1xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x1x32x128)}}
  %0 = "ttnn.indexer_score_dsa"(%a0, %a1, %a2) <{chunk_start_idx = 32 : ui32}> : (tensor<1x8x32x64xbf16>, tensor<1x1x128x64xbf16>, tensor<1x8x32x1xbf16>) -> tensor<7x1x1x32x128xbf16>
  return
}

// -----

// ttnn.indexer_score_dsa: result0 shape
func.func @f(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x1x128x64xbf16>, %a2: tensor<1x8x32x1xbf16>) {
  // expected-error @below {{result has shape 1x1x32x131, expected 1x1x32x128}}
  %0 = "ttnn.indexer_score_dsa"(%a0, %a1, %a2) <{chunk_start_idx = 32 : ui32}> : (tensor<1x8x32x64xbf16>, tensor<1x1x128x64xbf16>, tensor<1x8x32x1xbf16>) -> tensor<1x1x32x131xbf16>
  return
}

// -----

// ttnn.indexer_score_dsa: result0 type
func.func @f(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x1x128x64xbf16>, %a2: tensor<1x8x32x1xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.indexer_score_dsa"(%a0, %a1, %a2) <{chunk_start_idx = 32 : ui32}> : (tensor<1x8x32x64xbf16>, tensor<1x1x128x64xbf16>, tensor<1x8x32x1xbf16>) -> tensor<1x1x32x128xi32>
  return
}

// -----

// ttnn.indexer_score_dsa: result0 lower
func.func @f(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x1x128x64xbf16>, %a2: tensor<1x8x32x1xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (1x32x128)}}
  %0 = "ttnn.indexer_score_dsa"(%a0, %a1, %a2) <{chunk_start_idx = 32 : ui32}> : (tensor<1x8x32x64xbf16>, tensor<1x1x128x64xbf16>, tensor<1x8x32x1xbf16>) -> tensor<1x32x128xbf16>
  return
}

// -----

// ttnn.indexer_score_dsa: operand0 rank
func.func @f(%a0: tensor<7x1x8x32x64xbf16>, %a1: tensor<1x1x128x64xbf16>, %a2: tensor<1x8x32x1xbf16>) {
  // expected-error @below {{query must have rank 4, got rank 5 (7x1x8x32x64)}}
  %0 = "ttnn.indexer_score_dsa"(%a0, %a1, %a2) <{chunk_start_idx = 32 : ui32}> : (tensor<7x1x8x32x64xbf16>, tensor<1x1x128x64xbf16>, tensor<1x8x32x1xbf16>) -> tensor<1x1x32x128xbf16>
  return
}

// -----

// ttnn.indexer_score_dsa: operand0 shape
func.func @f(%a0: tensor<1x8x32x67xbf16>, %a1: tensor<1x1x128x64xbf16>, %a2: tensor<1x8x32x1xbf16>) {
  // expected-error @below {{dimension 3 of query is 67, dimension 3 of key is 64: they must be equal}}
  %0 = "ttnn.indexer_score_dsa"(%a0, %a1, %a2) <{chunk_start_idx = 32 : ui32}> : (tensor<1x8x32x67xbf16>, tensor<1x1x128x64xbf16>, tensor<1x8x32x1xbf16>) -> tensor<1x1x32x128xbf16>
  return
}

// -----

// ttir.concatenate_heads: result0 rank
func.func @f(%a0: tensor<1x8x32x64xbf16>) {
  // expected-error @below {{result must have rank 3, got rank 4 (7x1x32x512)}}
  %0 = "ttir.concatenate_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<7x1x32x512xbf16>
  return
}

// -----

// ttir.concatenate_heads: result0 shape
func.func @f(%a0: tensor<1x8x32x64xbf16>) {
  // expected-error @below {{result has shape 1x32x515, expected 1x32x512}}
  %0 = "ttir.concatenate_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<1x32x515xbf16>
  return
}

// -----

// ttir.concatenate_heads: result0 type
func.func @f(%a0: tensor<1x8x32x64xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttir.concatenate_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<1x32x512xi32>
  return
}

// -----

// ttir.concatenate_heads: result0 lower
func.func @f(%a0: tensor<1x8x32x64xbf16>) {
  // expected-error @below {{result must have rank 3, got rank 2 (32x512)}}
  %0 = "ttir.concatenate_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<32x512xbf16>
  return
}

// -----

// ttir.concatenate_heads: operand0 rank
func.func @f(%a0: tensor<7x1x8x32x64xbf16>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x1x8x32x64)}}
  %0 = "ttir.concatenate_heads"(%a0) : (tensor<7x1x8x32x64xbf16>) -> tensor<1x32x512xbf16>
  return
}

// -----

// ttir.concatenate_heads: operand0 type
func.func @f(%a0: tensor<1x8x32x64xi32>) {
  // expected-error @below {{result has elements of type bf16, input of i32: they must be equal}}
  %0 = "ttir.concatenate_heads"(%a0) : (tensor<1x8x32x64xi32>) -> tensor<1x32x512xbf16>
  return
}

// -----

// ttnn.concatenate_heads: result0 rank
func.func @f(%a0: tensor<1x8x32x64xbf16>) {
  // expected-error @below {{result must have rank 3, got rank 4 (7x1x32x512)}}
  %0 = "ttnn.concatenate_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<7x1x32x512xbf16>
  return
}

// -----

// ttnn.concatenate_heads: result0 shape
func.func @f(%a0: tensor<1x8x32x64xbf16>) {
  // expected-error @below {{result has shape 1x32x515, expected 1x32x512}}
  %0 = "ttnn.concatenate_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<1x32x515xbf16>
  return
}

// -----

// ttnn.concatenate_heads: result0 type
func.func @f(%a0: tensor<1x8x32x64xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttnn.concatenate_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<1x32x512xi32>
  return
}

// -----

// ttnn.concatenate_heads: result0 lower
func.func @f(%a0: tensor<1x8x32x64xbf16>) {
  // expected-error @below {{result must have rank 3, got rank 2 (32x512)}}
  %0 = "ttnn.concatenate_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<32x512xbf16>
  return
}

// -----

// ttnn.concatenate_heads: operand0 rank
func.func @f(%a0: tensor<7x1x8x32x64xbf16>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x1x8x32x64)}}
  %0 = "ttnn.concatenate_heads"(%a0) : (tensor<7x1x8x32x64xbf16>) -> tensor<1x32x512xbf16>
  return
}

// -----

// ttnn.concatenate_heads: operand0 type
func.func @f(%a0: tensor<1x8x32x64xi32>) {
  // expected-error @below {{result has elements of type bf16, input of i32: they must be equal}}
  %0 = "ttnn.concatenate_heads"(%a0) : (tensor<1x8x32x64xi32>) -> tensor<1x32x512xbf16>
  return
}

// -----

// ttnn.nlp_concat_heads: result0 rank
func.func @f(%a0: tensor<1x8x32x64xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x1x32x512)}}
  %0 = "ttnn.nlp_concat_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<7x1x1x32x512xbf16>
  return
}

// -----

// ttnn.nlp_concat_heads: result0 shape
func.func @f(%a0: tensor<1x8x32x64xbf16>) {
  // expected-error @below {{result has shape 1x1x32x515, expected 1x1x32x512}}
  %0 = "ttnn.nlp_concat_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<1x1x32x515xbf16>
  return
}

// -----

// ttnn.nlp_concat_heads: result0 type
func.func @f(%a0: tensor<1x8x32x64xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttnn.nlp_concat_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<1x1x32x512xi32>
  return
}

// -----

// ttnn.nlp_concat_heads: result0 lower
func.func @f(%a0: tensor<1x8x32x64xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (1x32x512)}}
  %0 = "ttnn.nlp_concat_heads"(%a0) : (tensor<1x8x32x64xbf16>) -> tensor<1x32x512xbf16>
  return
}

// -----

// ttnn.nlp_concat_heads: operand0 rank
func.func @f(%a0: tensor<7x1x8x32x64xbf16>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x1x8x32x64)}}
  %0 = "ttnn.nlp_concat_heads"(%a0) : (tensor<7x1x8x32x64xbf16>) -> tensor<1x1x32x512xbf16>
  return
}

// -----

// ttnn.nlp_concat_heads: operand0 type
func.func @f(%a0: tensor<1x8x32x64xi32>) {
  // expected-error @below {{result has elements of type bf16, input of i32: they must be equal}}
  %0 = "ttnn.nlp_concat_heads"(%a0) : (tensor<1x8x32x64xi32>) -> tensor<1x1x32x512xbf16>
  return
}

// -----

// ttir.nlp_concat_heads_decode: result0 rank
func.func @f(%a0: tensor<1x4x32x64xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x1x4x1024)}}
  %0 = "ttir.nlp_concat_heads_decode"(%a0) <{num_heads = 16 : ui32}> : (tensor<1x4x32x64xbf16>) -> tensor<7x1x1x4x1024xbf16>
  return
}

// -----

// ttir.nlp_concat_heads_decode: result0 shape
func.func @f(%a0: tensor<1x4x32x64xbf16>) {
  // expected-error @below {{result has shape 1x1x4x1027, expected 1x1x4x1024}}
  %0 = "ttir.nlp_concat_heads_decode"(%a0) <{num_heads = 16 : ui32}> : (tensor<1x4x32x64xbf16>) -> tensor<1x1x4x1027xbf16>
  return
}

// -----

// ttir.nlp_concat_heads_decode: result0 type
func.func @f(%a0: tensor<1x4x32x64xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttir.nlp_concat_heads_decode"(%a0) <{num_heads = 16 : ui32}> : (tensor<1x4x32x64xbf16>) -> tensor<1x1x4x1024xi32>
  return
}

// -----

// ttir.nlp_concat_heads_decode: result0 lower
func.func @f(%a0: tensor<1x4x32x64xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (1x4x1024)}}
  %0 = "ttir.nlp_concat_heads_decode"(%a0) <{num_heads = 16 : ui32}> : (tensor<1x4x32x64xbf16>) -> tensor<1x4x1024xbf16>
  return
}

// -----

// ttir.nlp_concat_heads_decode: operand0 rank
func.func @f(%a0: tensor<7x1x4x32x64xbf16>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x1x4x32x64)}}
  %0 = "ttir.nlp_concat_heads_decode"(%a0) <{num_heads = 16 : ui32}> : (tensor<7x1x4x32x64xbf16>) -> tensor<1x1x4x1024xbf16>
  return
}

// -----

// ttir.nlp_concat_heads_decode: operand0 shape0
func.func @f(%a0: tensor<4x4x32x64xbf16>) {
  // expected-error @below {{dimension 0 of input is 4, expected 1 (one token)}}
  %0 = "ttir.nlp_concat_heads_decode"(%a0) <{num_heads = 16 : ui32}> : (tensor<4x4x32x64xbf16>) -> tensor<1x1x4x1024xbf16>
  return
}

// -----

// ttnn.nlp_concat_heads_decode: result0 rank
func.func @f(%a0: tensor<1x4x32x64xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x1x4x1024)}}
  %0 = "ttnn.nlp_concat_heads_decode"(%a0) <{num_heads = 16 : ui32}> : (tensor<1x4x32x64xbf16>) -> tensor<7x1x1x4x1024xbf16>
  return
}

// -----

// ttnn.nlp_concat_heads_decode: result0 shape
func.func @f(%a0: tensor<1x4x32x64xbf16>) {
  // expected-error @below {{result has shape 1x1x4x1027, expected 1x1x4x1024}}
  %0 = "ttnn.nlp_concat_heads_decode"(%a0) <{num_heads = 16 : ui32}> : (tensor<1x4x32x64xbf16>) -> tensor<1x1x4x1027xbf16>
  return
}

// -----

// ttnn.nlp_concat_heads_decode: result0 type
func.func @f(%a0: tensor<1x4x32x64xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttnn.nlp_concat_heads_decode"(%a0) <{num_heads = 16 : ui32}> : (tensor<1x4x32x64xbf16>) -> tensor<1x1x4x1024xi32>
  return
}

// -----

// ttnn.nlp_concat_heads_decode: result0 lower
func.func @f(%a0: tensor<1x4x32x64xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (1x4x1024)}}
  %0 = "ttnn.nlp_concat_heads_decode"(%a0) <{num_heads = 16 : ui32}> : (tensor<1x4x32x64xbf16>) -> tensor<1x4x1024xbf16>
  return
}

// -----

// ttnn.nlp_concat_heads_decode: operand0 rank
func.func @f(%a0: tensor<7x1x4x32x64xbf16>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x1x4x32x64)}}
  %0 = "ttnn.nlp_concat_heads_decode"(%a0) <{num_heads = 16 : ui32}> : (tensor<7x1x4x32x64xbf16>) -> tensor<1x1x4x1024xbf16>
  return
}

// -----

// ttnn.nlp_concat_heads_decode: operand0 shape0
func.func @f(%a0: tensor<4x4x32x64xbf16>) {
  // expected-error @below {{dimension 0 of input is 4, expected 1 (one token)}}
  %0 = "ttnn.nlp_concat_heads_decode"(%a0) <{num_heads = 16 : ui32}> : (tensor<4x4x32x64xbf16>) -> tensor<1x1x4x1024xbf16>
  return
}

// -----

// ttir.split_query_key_value_and_split_heads: result0 rank
func.func @f(%a0: tensor<2x32x768xbf16>) {
  // expected-error @below {{query must have rank 4, got rank 5 (7x2x8x32x64)}}
  %0:3 = "ttir.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}> : (tensor<2x32x768xbf16>) -> (tensor<7x2x8x32x64xbf16>, tensor<2x2x64x32xbf16>, tensor<2x2x32x64xbf16>)
  return
}

// -----

// ttir.split_query_key_value_and_split_heads: result0 shape
func.func @f(%a0: tensor<2x32x768xbf16>) {
  // expected-error @below {{query has shape 2x8x32x67, expected 2x8x32x64}}
  %0:3 = "ttir.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}> : (tensor<2x32x768xbf16>) -> (tensor<2x8x32x67xbf16>, tensor<2x2x64x32xbf16>, tensor<2x2x32x64xbf16>)
  return
}

// -----

// ttir.split_query_key_value_and_split_heads: result0 shape0
func.func @f(%a0: tensor<2x32x768xbf16>) {
  // expected-error @below {{query has shape 5x8x32x64, expected 2x8x32x64}}
  %0:3 = "ttir.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}> : (tensor<2x32x768xbf16>) -> (tensor<5x8x32x64xbf16>, tensor<2x2x64x32xbf16>, tensor<2x2x32x64xbf16>)
  return
}

// -----

// ttir.split_query_key_value_and_split_heads: result0 type
func.func @f(%a0: tensor<2x32x768xbf16>) {
  // expected-error @below {{query has elements of type i32, input_tensor of bf16: they must be equal}}
  %0:3 = "ttir.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}> : (tensor<2x32x768xbf16>) -> (tensor<2x8x32x64xi32>, tensor<2x2x64x32xbf16>, tensor<2x2x32x64xbf16>)
  return
}

// -----

// ttir.split_query_key_value_and_split_heads: result0 lower
func.func @f(%a0: tensor<2x32x768xbf16>) {
  // expected-error @below {{query must have rank 4, got rank 3 (8x32x64)}}
  %0:3 = "ttir.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}> : (tensor<2x32x768xbf16>) -> (tensor<8x32x64xbf16>, tensor<2x2x64x32xbf16>, tensor<2x2x32x64xbf16>)
  return
}

// -----

// ttir.split_query_key_value_and_split_heads: result1 rank
func.func @f(%a0: tensor<2x32x768xbf16>) {
  // expected-error @below {{key must have rank 4, got rank 5 (7x2x2x64x32)}}
  %0:3 = "ttir.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}> : (tensor<2x32x768xbf16>) -> (tensor<2x8x32x64xbf16>, tensor<7x2x2x64x32xbf16>, tensor<2x2x32x64xbf16>)
  return
}

// -----

// ttnn.split_query_key_value_and_split_heads: result0 rank
func.func @f(%a0: tensor<2x32x768xbf16>) {
  // expected-error @below {{query must have rank 4, got rank 5 (7x2x8x32x64)}}
  %0:3 = "ttnn.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}> : (tensor<2x32x768xbf16>) -> (tensor<7x2x8x32x64xbf16>, tensor<2x2x64x32xbf16>, tensor<2x2x32x64xbf16>)
  return
}

// -----

// ttnn.split_query_key_value_and_split_heads: result0 shape
func.func @f(%a0: tensor<2x32x768xbf16>) {
  // expected-error @below {{dimension 2 of input_tensor is 768, expected 804 ((num_heads + 2 * num_kv_heads) * head size)}}
  %0:3 = "ttnn.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}> : (tensor<2x32x768xbf16>) -> (tensor<2x8x32x67xbf16>, tensor<2x2x64x32xbf16>, tensor<2x2x32x64xbf16>)
  return
}

// -----

// ttnn.split_query_key_value_and_split_heads: result0 shape0
func.func @f(%a0: tensor<2x32x768xbf16>) {
  // expected-error @below {{query has shape 5x8x32x64, expected 2x8x32x64}}
  %0:3 = "ttnn.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}> : (tensor<2x32x768xbf16>) -> (tensor<5x8x32x64xbf16>, tensor<2x2x64x32xbf16>, tensor<2x2x32x64xbf16>)
  return
}

// -----

// ttnn.split_query_key_value_and_split_heads: result0 type
func.func @f(%a0: tensor<2x32x768xbf16>) {
  // expected-error @below {{query has elements of type i32, input_tensor of bf16: they must be equal}}
  %0:3 = "ttnn.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}> : (tensor<2x32x768xbf16>) -> (tensor<2x8x32x64xi32>, tensor<2x2x64x32xbf16>, tensor<2x2x32x64xbf16>)
  return
}

// -----

// ttnn.split_query_key_value_and_split_heads: result0 lower
func.func @f(%a0: tensor<2x32x768xbf16>) {
  // expected-error @below {{query must have rank 4, got rank 3 (8x32x64)}}
  %0:3 = "ttnn.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}> : (tensor<2x32x768xbf16>) -> (tensor<8x32x64xbf16>, tensor<2x2x64x32xbf16>, tensor<2x2x32x64xbf16>)
  return
}

// -----

// ttnn.split_query_key_value_and_split_heads: result1 rank
func.func @f(%a0: tensor<2x32x768xbf16>) {
  // expected-error @below {{key must have rank 4, got rank 5 (7x2x2x64x32)}}
  %0:3 = "ttnn.split_query_key_value_and_split_heads"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}> : (tensor<2x32x768xbf16>) -> (tensor<2x8x32x64xbf16>, tensor<7x2x2x64x32xbf16>, tensor<2x2x32x64xbf16>)
  return
}

// -----

// ttnn.nlp_create_qkv_heads_decode: result0 rank
func.func @f(%a0: tensor<1x1x32x768xbf16>) {
  // expected-error @below {{query must have rank 4, got rank 5 (7x1x32x8x64)}}
  %0:3 = "ttnn.nlp_create_qkv_heads_decode"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32}> : (tensor<1x1x32x768xbf16>) -> (tensor<7x1x32x8x64xbf16>, tensor<1x32x2x64xbf16>, tensor<1x32x2x64xbf16>)
  return
}

// -----

// ttnn.nlp_create_qkv_heads_decode: result0 shape
func.func @f(%a0: tensor<1x1x32x768xbf16>) {
  // expected-error @below {{dimension 3 of input is 768, expected 804 ((num_heads + 2 * num_kv_heads) * head size)}}
  %0:3 = "ttnn.nlp_create_qkv_heads_decode"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32}> : (tensor<1x1x32x768xbf16>) -> (tensor<1x32x8x67xbf16>, tensor<1x32x2x64xbf16>, tensor<1x32x2x64xbf16>)
  return
}

// -----

// ttnn.nlp_create_qkv_heads_decode: result0 shape0
func.func @f(%a0: tensor<1x1x32x768xbf16>) {
  // expected-error @below {{query has shape 4x32x8x64, expected 1x32x8x64}}
  %0:3 = "ttnn.nlp_create_qkv_heads_decode"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32}> : (tensor<1x1x32x768xbf16>) -> (tensor<4x32x8x64xbf16>, tensor<1x32x2x64xbf16>, tensor<1x32x2x64xbf16>)
  return
}

// -----

// ttnn.nlp_create_qkv_heads_decode: result0 type
func.func @f(%a0: tensor<1x1x32x768xbf16>) {
  // expected-error @below {{query has elements of type i32, input of bf16: they must be equal}}
  %0:3 = "ttnn.nlp_create_qkv_heads_decode"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32}> : (tensor<1x1x32x768xbf16>) -> (tensor<1x32x8x64xi32>, tensor<1x32x2x64xbf16>, tensor<1x32x2x64xbf16>)
  return
}

// -----

// ttnn.nlp_create_qkv_heads_decode: result0 lower
func.func @f(%a0: tensor<1x1x32x768xbf16>) {
  // expected-error @below {{query must have rank 4, got rank 3 (32x8x64)}}
  %0:3 = "ttnn.nlp_create_qkv_heads_decode"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32}> : (tensor<1x1x32x768xbf16>) -> (tensor<32x8x64xbf16>, tensor<1x32x2x64xbf16>, tensor<1x32x2x64xbf16>)
  return
}

// -----

// ttnn.nlp_create_qkv_heads_decode: result1 rank
func.func @f(%a0: tensor<1x1x32x768xbf16>) {
  // expected-error @below {{key must have rank 4, got rank 5 (7x1x32x2x64)}}
  %0:3 = "ttnn.nlp_create_qkv_heads_decode"(%a0) <{num_heads = 8 : ui32, num_kv_heads = 2 : ui32}> : (tensor<1x1x32x768xbf16>) -> (tensor<1x32x8x64xbf16>, tensor<7x1x32x2x64xbf16>, tensor<1x32x2x64xbf16>)
  return
}

// -----

// ttir.rotary_embedding: result0 rank
func.func @f(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result has shape 7x1x8x32x64, input has 1x8x32x64: they must be equal}}
  %0 = "ttir.rotary_embedding"(%a0, %a1, %a2) : (tensor<1x8x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<7x1x8x32x64xbf16>
  return
}

// -----

// ttir.rotary_embedding: result0 shape
func.func @f(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result has shape 1x8x32x67, input has 1x8x32x64: they must be equal}}
  %0 = "ttir.rotary_embedding"(%a0, %a1, %a2) : (tensor<1x8x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x8x32x67xbf16>
  return
}

// -----

// ttir.rotary_embedding: result0 type
func.func @f(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.rotary_embedding"(%a0, %a1, %a2) : (tensor<1x8x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x8x32x64xi32>
  return
}

// -----

// ttir.rotary_embedding: result0 lower
func.func @f(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result has shape 8x32x64, input has 1x8x32x64: they must be equal}}
  %0 = "ttir.rotary_embedding"(%a0, %a1, %a2) : (tensor<1x8x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<8x32x64xbf16>
  return
}

// -----

// ttir.rotary_embedding: operand0 rank
func.func @f(%a0: tensor<7x1x8x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result has shape 1x8x32x64, input has 7x1x8x32x64: they must be equal}}
  %0 = "ttir.rotary_embedding"(%a0, %a1, %a2) : (tensor<7x1x8x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}

// -----

// ttir.rotary_embedding: operand0 type
func.func @f(%a0: tensor<1x8x32x64xi32>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttir.rotary_embedding"(%a0, %a1, %a2) : (tensor<1x8x32x64xi32>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}

// -----

// ttnn.rotary_embedding: result0 rank
func.func @f(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result has shape 7x1x8x32x64, input has 1x8x32x64: they must be equal}}
  %0 = "ttnn.rotary_embedding"(%a0, %a1, %a2) : (tensor<1x8x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<7x1x8x32x64xbf16>
  return
}

// -----

// ttnn.rotary_embedding: result0 shape
func.func @f(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result has shape 1x8x32x67, input has 1x8x32x64: they must be equal}}
  %0 = "ttnn.rotary_embedding"(%a0, %a1, %a2) : (tensor<1x8x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x8x32x67xbf16>
  return
}

// -----

// ttnn.rotary_embedding: result0 type
func.func @f(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.rotary_embedding"(%a0, %a1, %a2) : (tensor<1x8x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x8x32x64xi32>
  return
}

// -----

// ttnn.rotary_embedding: result0 lower
func.func @f(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result has shape 8x32x64, input has 1x8x32x64: they must be equal}}
  %0 = "ttnn.rotary_embedding"(%a0, %a1, %a2) : (tensor<1x8x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<8x32x64xbf16>
  return
}

// -----

// ttnn.rotary_embedding: operand0 rank
func.func @f(%a0: tensor<7x1x8x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{result has shape 1x8x32x64, input has 7x1x8x32x64: they must be equal}}
  %0 = "ttnn.rotary_embedding"(%a0, %a1, %a2) : (tensor<7x1x8x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}

// -----

// ttnn.rotary_embedding: operand0 type
func.func @f(%a0: tensor<1x8x32x64xi32>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttnn.rotary_embedding"(%a0, %a1, %a2) : (tensor<1x8x32x64xi32>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>) -> tensor<1x8x32x64xbf16>
  return
}

// -----

// ttnn.rotary_embedding_llama: result0 rank
func.func @f(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>, %a3: tensor<1x1x32x32xbf16>) {
  // expected-error @below {{result has shape 7x1x8x32x64, input has 1x8x32x64: they must be equal}}
  %0 = "ttnn.rotary_embedding_llama"(%a0, %a1, %a2, %a3) <{is_decode_mode = false}> : (tensor<1x8x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x32xbf16>) -> tensor<7x1x8x32x64xbf16>
  return
}

// -----

// ttnn.rotary_embedding_llama: result0 shape
func.func @f(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>, %a3: tensor<1x1x32x32xbf16>) {
  // expected-error @below {{result has shape 1x8x32x67, input has 1x8x32x64: they must be equal}}
  %0 = "ttnn.rotary_embedding_llama"(%a0, %a1, %a2, %a3) <{is_decode_mode = false}> : (tensor<1x8x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x32xbf16>) -> tensor<1x8x32x67xbf16>
  return
}

// -----

// ttnn.rotary_embedding_llama: result0 type
func.func @f(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>, %a3: tensor<1x1x32x32xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.rotary_embedding_llama"(%a0, %a1, %a2, %a3) <{is_decode_mode = false}> : (tensor<1x8x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x32xbf16>) -> tensor<1x8x32x64xi32>
  return
}

// -----

// ttnn.rotary_embedding_llama: result0 lower
func.func @f(%a0: tensor<1x8x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>, %a3: tensor<1x1x32x32xbf16>) {
  // expected-error @below {{result has shape 8x32x64, input has 1x8x32x64: they must be equal}}
  %0 = "ttnn.rotary_embedding_llama"(%a0, %a1, %a2, %a3) <{is_decode_mode = false}> : (tensor<1x8x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x32xbf16>) -> tensor<8x32x64xbf16>
  return
}

// -----

// ttnn.rotary_embedding_llama: operand0 rank
func.func @f(%a0: tensor<7x1x8x32x64xbf16>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>, %a3: tensor<1x1x32x32xbf16>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x1x8x32x64)}}
  %0 = "ttnn.rotary_embedding_llama"(%a0, %a1, %a2, %a3) <{is_decode_mode = false}> : (tensor<7x1x8x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x32xbf16>) -> tensor<1x8x32x64xbf16>
  return
}

// -----

// ttnn.rotary_embedding_llama: operand0 type
func.func @f(%a0: tensor<1x8x32x64xi32>, %a1: tensor<1x1x32x64xbf16>, %a2: tensor<1x1x32x64xbf16>, %a3: tensor<1x1x32x32xbf16>) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttnn.rotary_embedding_llama"(%a0, %a1, %a2, %a3) <{is_decode_mode = false}> : (tensor<1x8x32x64xi32>, tensor<1x1x32x64xbf16>, tensor<1x1x32x64xbf16>, tensor<1x1x32x32xbf16>) -> tensor<1x8x32x64xbf16>
  return
}
