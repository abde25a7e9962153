// RUN: alcove-opt %s --split-input-file --verify-diagnostics

// valid with: f8m7 => e8m7
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{expected the bits of exponent and mantissa, such as e8m10}}
  %0 = stablehlo.reduce_precision %x, format = f8m7 : tensor<2xf32>
  return
}

// -----

// valid with: : (tensor<2xf32>) -> => : (tensor<2xf32>, tensor<2xf32>) ->
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{expected 2 operand types and one result type, found '(tensor<2xf32>) -> tensor<2xf32>'}}
  %0 = stablehlo.add %x, %x : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// valid with: HIGHER => HIGHEST
func.func @f(%x: tensor<2x2xf32>) {
  // expected-error @below {{'HIGHER' is no precision: DEFAULT, HIGH or HIGHEST}}
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0], precision = [HIGHER, HIGH] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

// valid with: x[0, 1, b, o] => x[0, 1, i, o]
func.func @f(%x: tensor<2x4x4x3xf32>, %k: tensor<3x3x3x8xf32>) {
  // expected-error @below {{unexpected dimension 'b': expected i, o and numbers, each once}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, b, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x4x3xf32>, tensor<3x3x3x8xf32>) -> tensor<2x2x2x8xf32>
  return
}

// -----

// valid with: stride = [1, 1], stride = [1, 1] => stride = [1, 1]
func.func @f(%x: tensor<2x4x4x3xf32>, %k: tensor<3x3x3x8xf32>) {
  // expected-error @below {{'stride' is given twice}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x4x3xf32>, tensor<3x3x3x8xf32>) -> tensor<2x2x2x8xf32>
  return
}

// -----

// valid with: stablehlo.convert => stablehlo.add
func.func @f(%x: tensor<2xf32>, %i: tensor<f32>) {
  // expected-error @below {{'stablehlo.convert' is no op of two operands that a reduction could apply}}
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.convert across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

// valid with: (%x) : => (%x) {permutation = array<i64: 0>} :
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{requires attribute 'permutation'}}
  %0 = "stablehlo.transpose"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// valid with: tensor<2xi32> => tensor<2xf32>
func.func @f(%x: tensor<2xi32>) {
  // expected-error @below {{operand #0 must be ranked tensor of float or quantized values, but got 'tensor<2xi32>'}}
  %0 = stablehlo.floor %x : tensor<2xi32>
  return
}

// -----

// valid with: tensor<4294967296x2xi64> => tensor<2x2xi64>
func.func @f(%x: tensor<4x4xf32>, %s: tensor<2x2xf32>, %z: tensor<f32>) -> tensor<2x2xf32> {
  // expected-error @below {{padding has 8589934592 numbers, at most 1048576 are read}}
  %0 = "stablehlo.reduce_window"(%x, %z) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<4294967296x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
