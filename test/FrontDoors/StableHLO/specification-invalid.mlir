// One program per constraint of the public specification, by its identifier there: I for the types of inputs, C for the rest.
// Beside it the edits that make it valid: scripts/check_stablehlo_negatives.py reads the edited programs too.
// RUN: alcove-opt %s --split-input-file --verify-diagnostics

// add C1
// valid with: tensor<3xf32> => tensor<2xf32>
func.func @f(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0 = stablehlo.add %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

// subtract C1
// valid with: tensor<2xf64> => tensor<2xf32>
func.func @f(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error @below {{C1: operand and result must have equal element types, got tensor<2xf64> and tensor<2xf32>}}
  %0 = stablehlo.subtract %x, %y : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

// multiply C1
// valid with: tensor<2xf64> => tensor<2xf32>
func.func @f(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error @below {{C1: operand and result must have equal element types, got tensor<2xf64> and tensor<2xf32>}}
  %0 = stablehlo.multiply %x, %y : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

// divide C1
// valid with: tensor<2xf64> => tensor<2xf32>
func.func @f(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error @below {{C1: operand and result must have equal element types, got tensor<2xf64> and tensor<2xf32>}}
  %0 = stablehlo.divide %x, %y : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

// maximum C1
// valid with: tensor<2xf64> => tensor<2xf32>
func.func @f(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error @below {{C1: operand and result must have equal element types, got tensor<2xf64> and tensor<2xf32>}}
  %0 = stablehlo.maximum %x, %y : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

// minimum C1
// valid with: tensor<2xf64> => tensor<2xf32>
func.func @f(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error @below {{C1: operand and result must have equal element types, got tensor<2xf64> and tensor<2xf32>}}
  %0 = stablehlo.minimum %x, %y : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

// power C1
// valid with: tensor<2xf64> => tensor<2xf32>
func.func @f(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error @below {{C1: operand and result must have equal element types, got tensor<2xf64> and tensor<2xf32>}}
  %0 = stablehlo.power %x, %y : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

// remainder C1
// valid with: tensor<2xf64> => tensor<2xf32>
func.func @f(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error @below {{C1: operand and result must have equal element types, got tensor<2xf64> and tensor<2xf32>}}
  %0 = stablehlo.remainder %x, %y : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

// atan2 C1
// valid with: tensor<2xf64> => tensor<2xf32>
func.func @f(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error @below {{C1: operand and result must have equal element types, got tensor<2xf64> and tensor<2xf32>}}
  %0 = stablehlo.atan2 %x, %y : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  return
}

// -----

// and C1
// valid with: tensor<2xi64> => tensor<2xi32>
func.func @f(%x: tensor<2xi32>, %y: tensor<2xi64>) {
  // expected-error @below {{C1: operand and result must have equal element types, got tensor<2xi64> and tensor<2xi32>}}
  %0 = stablehlo.and %x, %y : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

// or C1
// valid with: tensor<2xi64> => tensor<2xi32>
func.func @f(%x: tensor<2xi32>, %y: tensor<2xi64>) {
  // expected-error @below {{C1: operand and result must have equal element types, got tensor<2xi64> and tensor<2xi32>}}
  %0 = stablehlo.or %x, %y : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

// xor C1
// valid with: tensor<2xi64> => tensor<2xi32>
func.func @f(%x: tensor<2xi32>, %y: tensor<2xi64>) {
  // expected-error @below {{C1: operand and result must have equal element types, got tensor<2xi64> and tensor<2xi32>}}
  %0 = stablehlo.xor %x, %y : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

// shift_left C1
// valid with: tensor<2xi64> => tensor<2xi32>
func.func @f(%x: tensor<2xi32>, %y: tensor<2xi64>) {
  // expected-error @below {{C1: operand and result must have equal element types, got tensor<2xi64> and tensor<2xi32>}}
  %0 = stablehlo.shift_left %x, %y : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

// shift_right_arithmetic C1
// valid with: tensor<2xi64> => tensor<2xi32>
func.func @f(%x: tensor<2xi32>, %y: tensor<2xi64>) {
  // expected-error @below {{C1: operand and result must have equal element types, got tensor<2xi64> and tensor<2xi32>}}
  %0 = stablehlo.shift_right_arithmetic %x, %y : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

// shift_right_logical C1
// valid with: tensor<2xi64> => tensor<2xi32>
func.func @f(%x: tensor<2xi32>, %y: tensor<2xi64>) {
  // expected-error @below {{C1: operand and result must have equal element types, got tensor<2xi64> and tensor<2xi32>}}
  %0 = stablehlo.shift_right_logical %x, %y : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

// cbrt C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0 = stablehlo.cbrt %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// ceil C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0 = stablehlo.ceil %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// cosine C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0 = stablehlo.cosine %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// exponential C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0 = stablehlo.exponential %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// exponential_minus_one C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0 = stablehlo.exponential_minus_one %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// floor C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0 = stablehlo.floor %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// log C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0 = stablehlo.log %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// log_plus_one C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0 = stablehlo.log_plus_one %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// logistic C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0 = stablehlo.logistic %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// negate C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0 = stablehlo.negate %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// round_nearest_afz C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0 = stablehlo.round_nearest_afz %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// round_nearest_even C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0 = stablehlo.round_nearest_even %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// rsqrt C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0 = stablehlo.rsqrt %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// sign C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0 = stablehlo.sign %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// sine C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0 = stablehlo.sine %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// sqrt C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0 = stablehlo.sqrt %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// tan C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0 = stablehlo.tan %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// tanh C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0 = stablehlo.tanh %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// count_leading_zeros C1
// valid with: -> tensor<3xi32> => -> tensor<2xi32>
func.func @f(%x: tensor<2xi32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xi32> and tensor<3xi32>}}
  %0 = stablehlo.count_leading_zeros %x : (tensor<2xi32>) -> tensor<3xi32>
  return
}

// -----

// not C1
// valid with: -> tensor<3xi32> => -> tensor<2xi32>
func.func @f(%x: tensor<2xi32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xi32> and tensor<3xi32>}}
  %0 = stablehlo.not %x : (tensor<2xi32>) -> tensor<3xi32>
  return
}

// -----

// popcnt C1
// valid with: -> tensor<3xi32> => -> tensor<2xi32>
func.func @f(%x: tensor<2xi32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xi32> and tensor<3xi32>}}
  %0 = stablehlo.popcnt %x : (tensor<2xi32>) -> tensor<3xi32>
  return
}

// -----

// ceil I1
// valid with: tensor<2xi32> => tensor<2xf32>
func.func @f(%x: tensor<2xi32>) {
  // expected-error @below {{operand #0 must be ranked tensor of float or quantized values, but got 'tensor<2xi32>'}}
  %0 = stablehlo.ceil %x : tensor<2xi32>
  return
}

// -----

// floor I1
// valid with: tensor<2xi32> => tensor<2xf32>
func.func @f(%x: tensor<2xi32>) {
  // expected-error @below {{operand #0 must be ranked tensor of float or quantized values, but got 'tensor<2xi32>'}}
  %0 = stablehlo.floor %x : tensor<2xi32>
  return
}

// -----

// round_nearest_afz I1
// valid with: tensor<2xi32> => tensor<2xf32>
func.func @f(%x: tensor<2xi32>) {
  // expected-error @below {{operand #0 must be ranked tensor of float or quantized values, but got 'tensor<2xi32>'}}
  %0 = stablehlo.round_nearest_afz %x : tensor<2xi32>
  return
}

// -----

// round_nearest_even I1
// valid with: tensor<2xi32> => tensor<2xf32>
func.func @f(%x: tensor<2xi32>) {
  // expected-error @below {{operand #0 must be ranked tensor of float or quantized values, but got 'tensor<2xi32>'}}
  %0 = stablehlo.round_nearest_even %x : tensor<2xi32>
  return
}

// -----

// cosine I1
// valid with: tensor<2xi32> => tensor<2xf32>
func.func @f(%x: tensor<2xi32>) {
  // expected-error @below {{operand #0 must be ranked tensor of float or complex type with 32-bit float or 64-bit float elements or quantized values}}
  %0 = stablehlo.cosine %x : tensor<2xi32>
  return
}

// -----

// exponential I1
// valid with: tensor<2xi32> => tensor<2xf32>
func.func @f(%x: tensor<2xi32>) {
  // expected-error @below {{operand #0 must be ranked tensor of float or complex type with 32-bit float or 64-bit float elements or quantized values}}
  %0 = stablehlo.exponential %x : tensor<2xi32>
  return
}

// -----

// log I1
// valid with: tensor<2xi32> => tensor<2xf32>
func.func @f(%x: tensor<2xi32>) {
  // expected-error @below {{operand #0 must be ranked tensor of float or complex type with 32-bit float or 64-bit float elements or quantized values}}
  %0 = stablehlo.log %x : tensor<2xi32>
  return
}

// -----

// tanh I1
// valid with: tensor<2xi32> => tensor<2xf32>
func.func @f(%x: tensor<2xi32>) {
  // expected-error @below {{operand #0 must be ranked tensor of float or complex type with 32-bit float or 64-bit float elements or quantized values}}
  %0 = stablehlo.tanh %x : tensor<2xi32>
  return
}

// -----

// sqrt I1
// valid with: tensor<2xi32> => tensor<2xf32>
func.func @f(%x: tensor<2xi32>) {
  // expected-error @below {{operand #0 must be ranked tensor of float or complex type with 32-bit float or 64-bit float elements or quantized values}}
  %0 = stablehlo.sqrt %x : tensor<2xi32>
  return
}

// -----

// and I1
// valid with: tensor<2xf32> => tensor<2xi32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{operand #0 must be ranked tensor of integer or pred values, but got 'tensor<2xf32>'}}
  %0 = stablehlo.and %x, %x : tensor<2xf32>
  return
}

// -----

// or I1
// valid with: tensor<2xf32> => tensor<2xi32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{operand #0 must be ranked tensor of integer or pred values, but got 'tensor<2xf32>'}}
  %0 = stablehlo.or %x, %x : tensor<2xf32>
  return
}

// -----

// xor I1
// valid with: tensor<2xf32> => tensor<2xi32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{operand #0 must be ranked tensor of integer or pred values, but got 'tensor<2xf32>'}}
  %0 = stablehlo.xor %x, %x : tensor<2xf32>
  return
}

// -----

// shift_left I1
// valid with: tensor<2xi1> => tensor<2xi32>
func.func @f(%x: tensor<2xi1>) {
  // expected-error @below {{operand #0 must be ranked tensor of integer values, but got 'tensor<2xi1>'}}
  %0 = stablehlo.shift_left %x, %x : tensor<2xi1>
  return
}

// -----

// shift_right_arithmetic I1
// valid with: tensor<2xi1> => tensor<2xi32>
func.func @f(%x: tensor<2xi1>) {
  // expected-error @below {{operand #0 must be ranked tensor of integer values, but got 'tensor<2xi1>'}}
  %0 = stablehlo.shift_right_arithmetic %x, %x : tensor<2xi1>
  return
}

// -----

// shift_right_logical I1
// valid with: tensor<2xi1> => tensor<2xi32>
func.func @f(%x: tensor<2xi1>) {
  // expected-error @below {{operand #0 must be ranked tensor of integer values, but got 'tensor<2xi1>'}}
  %0 = stablehlo.shift_right_logical %x, %x : tensor<2xi1>
  return
}

// -----

// abs C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes}}
  %0 = stablehlo.abs %x : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// abs C2
// valid with: -> tensor<2xcomplex<f32>> => -> tensor<2xf32>
func.func @f(%x: tensor<2xcomplex<f32>>) {
  // expected-error @below {{C2: magnitudes and result must have equal element types, got tensor<2xf32> and tensor<2xcomplex<f32>>}}
  %0 = stablehlo.abs %x : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  return
}

// -----

// convert C1
// valid with: -> tensor<3xi32> => -> tensor<2xi32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes, got tensor<2xf32> and tensor<3xi32>}}
  %0 = stablehlo.convert %x : (tensor<2xf32>) -> tensor<3xi32>
  return
}

// -----

// is_finite C1
// valid with: -> tensor<3xi1> => -> tensor<2xi1>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes}}
  %0 = stablehlo.is_finite %x : (tensor<2xf32>) -> tensor<3xi1>
  return
}

// -----

// real C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xcomplex<f32>>) {
  // expected-error @below {{C1: operand and result must have equal shapes}}
  %0 = stablehlo.real %x : (tensor<2xcomplex<f32>>) -> tensor<3xf32>
  return
}

// -----

// imag C2
// valid with: -> tensor<2xf64> => -> tensor<2xf32>
func.func @f(%x: tensor<2xcomplex<f32>>) {
  // expected-error @below {{C2: the part and result must have equal element types, got tensor<2xf32> and tensor<2xf64>}}
  %0 = stablehlo.imag %x : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

// complex C1
// valid with: tensor<2xf64> => tensor<2xf32>
func.func @f(%x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error @below {{C1: lhs and rhs must have equal element types}}
  %0 = stablehlo.complex %x, %y : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xcomplex<f32>>
  return
}

// -----

// complex C2
// valid with: -> tensor<3xcomplex<f32>> => -> tensor<2xcomplex<f32>>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C2: lhs and result must have equal shapes}}
  %0 = stablehlo.complex %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xcomplex<f32>>
  return
}

// -----

// complex C3
// valid with: -> tensor<2xcomplex<f64>> => -> tensor<2xcomplex<f32>>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C3: lhs and parts of the result must have equal element types}}
  %0 = stablehlo.complex %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  return
}

// -----

// clamp C1
// valid with: tensor<3xf32> => tensor<2xf32>
func.func @f(%m: tensor<3xf32>, %x: tensor<2xf32>, %s: tensor<f32>) {
  // expected-error @below {{C1: min, if no scalar, and operand must have equal shapes}}
  %0 = stablehlo.clamp %m, %x, %s : (tensor<3xf32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// clamp C2
// valid with: tensor<3xf32> => tensor<2xf32>
func.func @f(%m: tensor<3xf32>, %x: tensor<2xf32>, %s: tensor<f32>) {
  // expected-error @below {{C2: max, if no scalar, and operand must have equal shapes}}
  %0 = stablehlo.clamp %s, %x, %m : (tensor<f32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

// clamp C3
// valid with: tensor<i32> => tensor<f32>
func.func @f(%x: tensor<2xf32>, %s: tensor<f32>, %t: tensor<i32>) {
  // expected-error @below {{C3: min and operand must have equal element types}}
  %0 = stablehlo.clamp %t, %x, %s : (tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// clamp C4
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>, %s: tensor<f32>) {
  // expected-error @below {{C4: operand and result must have equal shapes}}
  %0 = stablehlo.clamp %s, %x, %s : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// compare C1
// valid with: tensor<2xi32> => tensor<2xf32>
func.func @f(%x: tensor<2xf32>, %y: tensor<2xi32>) {
  // expected-error @below {{C1: lhs and rhs must have equal element types}}
  %0 = stablehlo.compare LT, %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

// compare C2
// valid with: tensor<3xf32> => tensor<2xf32>
func.func @f(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @below {{C2: lhs and rhs must have equal shapes}}
  %0 = stablehlo.compare LT, %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xi1>
  return
}

// -----

// compare C2
// valid with: -> tensor<3xi1> => -> tensor<2xi1>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C2: lhs and result must have equal shapes}}
  %0 = stablehlo.compare LT, %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xi1>
  return
}

// -----

// compare C3
// valid with: SIGNED => FLOAT
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C3: compare_type SIGNED does not fit the element type}}
  %0 = stablehlo.compare LT, %x, %x, SIGNED : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

// compare C3
// valid with: FLOAT => SIGNED
func.func @f(%x: tensor<2xi32>) {
  // expected-error @below {{C3: compare_type FLOAT does not fit the element type}}
  %0 = stablehlo.compare LT, %x, %x, FLOAT : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

// select C1
// valid with: tensor<3xi1> => tensor<2xi1>
func.func @f(%p: tensor<3xi1>, %x: tensor<2xf32>) {
  // expected-error @below {{C1: pred, if no scalar, and on_true must have equal shapes}}
  %0 = stablehlo.select %p, %x, %x : tensor<3xi1>, tensor<2xf32>
  return
}

// -----

// select C2
// valid with: tensor<3xf32> => tensor<2xf32>
func.func @f(%p: tensor<i1>, %x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @below {{C2: on_true and on_false must have equal shapes}}
  %0 = stablehlo.select %p, %x, %y : (tensor<i1>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_precision C2
// valid with: e0m3 => e1m3
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C2: exponent_bits [0] must be at least 1}}
  %0 = stablehlo.reduce_precision %x, format = e0m3 : tensor<2xf32>
  return
}

// -----

// reduce_precision C3
// valid with: mantissa_bits = -1 => mantissa_bits = 0
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C3: mantissa_bits [-1] must be at least 0}}
  %0 = "stablehlo.reduce_precision"(%x) {exponent_bits = 4 : i32, mantissa_bits = -1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// map C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: inputs and result must have equal shapes}}
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// map C2
// valid with: array<i64: 1, 0> => array<i64: 0, 1>
func.func @f(%x: tensor<2x2xf32>) {
  // expected-error @below {{C2: dimensions [1, 0] must be all 2 in order}}
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 1, 0>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

// map C3
// valid with: , %b: tensor<f32> =>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C3: computation must have 1 arguments, has 2}}
  %0 = "stablehlo.map"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// constant C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f() {
  // expected-error @below {{C1: value and output must have equal shapes}}
  %0 = stablehlo.constant() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<3xf32>
  return
}

// -----

// iota C1
// valid with: dim = 1 => dim = 0
func.func @f() {
  // expected-error @below {{C1: iota_dimension [1] must be from 0 to 0}}
  %0 = stablehlo.iota dim = 1 : tensor<4xf32>
  return
}

// -----

// broadcast_in_dim C1
// valid with: -> tensor<2x2xf64> => -> tensor<2x2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal element types}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2xf32>) -> tensor<2x2xf64>
  return
}

// -----

// broadcast_in_dim C2
// valid with: dims = [0, 1] => dims = [0]
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C2: broadcast_dimensions [0, 1] has 2 numbers, expected 1}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2xf32>) -> tensor<2x2xf32>
  return
}

// -----

// broadcast_in_dim C3
// valid with: dims = [2] => dims = [1]
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C3: broadcast_dimensions [2] must be from 0 to 1}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [2] : (tensor<2xf32>) -> tensor<2x2xf32>
  return
}

// -----

// broadcast_in_dim C4
// valid with: dims = [0, 0] => dims = [0, 1]
func.func @f(%x: tensor<2x2xf32>) {
  // expected-error @below {{C4: broadcast_dimensions [0, 0] names a dimension twice}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

// broadcast_in_dim C5
// valid with: dims = [0] => dims = [1]
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C5: dimension 0 of the operand has 2 elements, dimension 0 of the result 3}}
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// broadcast C1
// valid with: -> tensor<3x2xi32> => -> tensor<3x2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operand and result must have equal element types}}
  %0 = stablehlo.broadcast %x, sizes = [3] : (tensor<2xf32>) -> tensor<3x2xi32>
  return
}

// -----

// broadcast C2
// valid with: -> tensor<4x2xf32> => -> tensor<3x2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C2: result has shape [4, 2], expected [3, 2]}}
  %0 = stablehlo.broadcast %x, sizes = [3] : (tensor<2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// reshape C1
// valid with: -> tensor<2x2xi32> => -> tensor<2x2xf32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C1: operand and result must have equal element types}}
  %0 = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<2x2xi32>
  return
}

// -----

// reshape C2
// valid with: -> tensor<2x3xf32> => -> tensor<2x2xf32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C2: operand has 4 elements, result 6}}
  %0 = stablehlo.reshape %x : (tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

// bitcast_convert C1
// valid with: tensor<4xf32> => tensor<4x2xf32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C1: the last dimension of the operand has 4 elements, expected 2}}
  %0 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xf64>
  return
}

// -----

// bitcast_convert C1
// valid with: -> tensor<4x3xi8> => -> tensor<4x4xi8>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C1: result has shape [4, 3], expected [4, 4]}}
  %0 = stablehlo.bitcast_convert %x : (tensor<4xf32>) -> tensor<4x3xi8>
  return
}

// -----

// transpose C1
// valid with: -> tensor<3x2xf64> => -> tensor<3x2xf32>
func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below {{C1: operand and result must have equal element types}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf64>
  return
}

// -----

// transpose C2
// valid with: dims = [0, 0] => dims = [1, 0]
// valid with: -> tensor<2x2xf32> => -> tensor<3x2xf32>
func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below {{C2: permutation [0, 0] is no permutation of 2 dimensions}}
  %0 = stablehlo.transpose %x, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  return
}

// -----

// transpose C3
// valid with: -> tensor<2x3xf32> => -> tensor<3x2xf32>
func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below {{C3: result has shape [2, 3], expected [3, 2]}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// reverse C1
// valid with: -> tensor<3x2xf32> => -> tensor<2x3xf32>
func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below {{C1: operand and result must have equal shapes}}
  %0 = stablehlo.reverse %x, dims = [0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

// reverse C2
// valid with: dims = [0, 0] => dims = [0, 1]
func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below {{C2: dimensions [0, 0] names a dimension twice}}
  %0 = stablehlo.reverse %x, dims = [0, 0] : tensor<2x3xf32>
  return
}

// -----

// reverse C3
// valid with: dims = [2] => dims = [1]
func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @below {{C3: dimensions [2] must be from 0 to 1}}
  %0 = stablehlo.reverse %x, dims = [2] : tensor<2x3xf32>
  return
}

// -----

// concatenate C1
// valid with: tensor<2xi32> => tensor<2xf32>
func.func @f(%x: tensor<2xf32>, %y: tensor<2xi32>) {
  // expected-error @below {{C1: inputs must have equal element types}}
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2xf32>, tensor<2xi32>) -> tensor<4xf32>
  return
}

// -----

// concatenate C2
// valid with: tensor<2x3xf32> => tensor<2x2xf32>
func.func @f(%x: tensor<2x2xf32>, %y: tensor<2x3xf32>) {
  // expected-error @below {{C2: an input, but for the dimension, has shape [2, 3], expected [2, 2]}}
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<4x2xf32>
  return
}

// -----

// concatenate C3
// valid with: @f() => @f(%x: tensor<4xf32>)
// valid with: "stablehlo.concatenate"() => "stablehlo.concatenate"(%x)
// valid with: : () -> => : (tensor<4xf32>) ->
func.func @f() {
  // expected-error @below {{C3: it has no inputs}}
  %0 = "stablehlo.concatenate"() {dimension = 0 : i64} : () -> tensor<4xf32>
  return
}

// -----

// concatenate C4
// valid with: dim = 1 => dim = 0
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C4: dimension [1] must be from 0 to 0}}
  %0 = stablehlo.concatenate %x, %x, dim = 1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

// concatenate C5
// valid with: -> tensor<4xi32> => -> tensor<4xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C5: inputs and result must have equal element types}}
  %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xi32>
  return
}

// -----

// concatenate C6
// valid with: -> tensor<5xf32> => -> tensor<4xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C6: result has shape [5], expected [4]}}
  %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<5xf32>
  return
}

// -----

// slice C1
// valid with: -> tensor<2xi32> => -> tensor<2xf32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C1: operand and result must have equal element types}}
  %0 = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xi32>
  return
}

// -----

// slice C2
// valid with: [0:2, 0:1] => [0:2]
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C2: start_indices [0, 0] has 2 numbers, expected 1}}
  %0 = stablehlo.slice %x [0:2, 0:1] : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// slice C3
// valid with: [0:5] => [0:4]
// valid with: -> tensor<5xf32> => -> tensor<4xf32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C3: start 0 and limit 5 of dimension 0 must lie in order in its 4 elements}}
  %0 = stablehlo.slice %x [0:5] : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// slice C3
// valid with: [3:2] => [2:3]
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C3: start 3 and limit 2 of dimension 0 must lie in order in its 4 elements}}
  %0 = stablehlo.slice %x [3:2] : (tensor<4xf32>) -> tensor<1xf32>
  return
}

// -----

// slice C4
// valid with: [0:4:0] => [0:4:1]
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C4: strides [0] must be at least 1}}
  %0 = stablehlo.slice %x [0:4:0] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// slice C5
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C5: result has shape [3], expected [2]}}
  %0 = stablehlo.slice %x [0:4:2] : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

// dynamic_slice C1
// valid with: -> tensor<2xi32> => -> tensor<2xf32>
func.func @f(%x: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error @below {{C1: operand and result must have equal element types}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xi32>
  return
}

// -----

// dynamic_slice C2
// valid with: sizes = [2, 1] => sizes = [2]
// valid with: -> tensor<2x1xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error @below {{C2: slice_sizes [2, 1] has 2 numbers, expected 1}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2, 1] : (tensor<4xf32>, tensor<i32>) -> tensor<2x1xf32>
  return
}

// -----

// dynamic_slice C2
// valid with: %i, %i => %i
// valid with: tensor<i32>, tensor<i32> => tensor<i32>
func.func @f(%x: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error @below {{C2: 2 start indices for 1 dimensions}}
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [2] : (tensor<4xf32>, tensor<i32>, tensor<i32>) -> tensor<2xf32>
  return
}

// -----

// dynamic_slice C3
// valid with: tensor<i64> => tensor<i32>
func.func @f(%x: tensor<4x4xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error @below {{C3: start indices must have equal element types}}
  %0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 2] : (tensor<4x4xf32>, tensor<i32>, tensor<i64>) -> tensor<2x2xf32>
  return
}

// -----

// dynamic_slice C4
// valid with: sizes = [5] => sizes = [4]
// valid with: -> tensor<5xf32> => -> tensor<4xf32>
func.func @f(%x: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error @below {{C4: slice size 5 of dimension 0 of 4 elements}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [5] : (tensor<4xf32>, tensor<i32>) -> tensor<5xf32>
  return
}

// -----

// dynamic_slice C5
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<4xf32>, %i: tensor<i32>) {
  // expected-error @below {{C5: result has shape [3], expected [2]}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<3xf32>
  return
}

// -----

// dynamic_update_slice C1
// valid with: -> tensor<5xf32> => -> tensor<4xf32>
func.func @f(%x: tensor<4xf32>, %u: tensor<2xf32>, %i: tensor<i32>) {
  // expected-error @below {{C1: operand and result must have equal shapes}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<5xf32>
  return
}

// -----

// dynamic_update_slice C2
// valid with: tensor<2xi32> => tensor<2xf32>
func.func @f(%x: tensor<4xf32>, %u: tensor<2xi32>, %i: tensor<i32>) {
  // expected-error @below {{C2: update and operand must have equal element types}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<2xi32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

// dynamic_update_slice C3
// valid with: tensor<2x1xf32> => tensor<2xf32>
func.func @f(%x: tensor<4xf32>, %u: tensor<2x1xf32>, %i: tensor<i32>) {
  // expected-error @below {{C3: update has rank 2, operand 1}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<2x1xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

// dynamic_update_slice C4
// valid with: %i, %i => %i
// valid with: tensor<i32>, tensor<i32> => tensor<i32>
func.func @f(%x: tensor<4xf32>, %u: tensor<2xf32>, %i: tensor<i32>) {
  // expected-error @below {{C4: 2 start indices for 1 dimensions}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

// dynamic_update_slice C5
// valid with: tensor<i64> => tensor<i32>
func.func @f(%x: tensor<4x4xf32>, %u: tensor<2x2xf32>, %i: tensor<i32>, %j: tensor<i64>) {
  // expected-error @below {{C5: start indices must have equal element types}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i64>) -> tensor<4x4xf32>
  return
}

// -----

// dynamic_update_slice C6
// valid with: tensor<5xf32> => tensor<4xf32>
func.func @f(%x: tensor<4xf32>, %u: tensor<5xf32>, %i: tensor<i32>) {
  // expected-error @below {{C6: update has 5 elements along dimension 0, operand 4}}
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<5xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

// pad C1
// valid with: tensor<i32> => tensor<f32>
func.func @f(%x: tensor<4xf32>, %v: tensor<i32>) {
  // expected-error @below {{C1: operand and padding_value must have equal element types}}
  %0 = stablehlo.pad %x, %v, low = [0], high = [0], interior = [0] : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

// pad C1
// valid with: tensor<1xf32> => tensor<f32>
func.func @f(%x: tensor<4xf32>, %v: tensor<1xf32>) {
  // expected-error @below {{C1: padding_value must be a scalar}}
  %0 = stablehlo.pad %x, %v, low = [0], high = [0], interior = [0] : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

// pad C2
// valid with: low = [0, 0] => low = [0]
func.func @f(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error @below {{C2: edge_padding_low [0, 0] has 2 numbers, expected 1}}
  %0 = stablehlo.pad %x, %v, low = [0, 0], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// pad C2
// valid with: high = [0, 0] => high = [0]
func.func @f(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error @below {{C2: edge_padding_high [0, 0] has 2 numbers, expected 1}}
  %0 = stablehlo.pad %x, %v, low = [0], high = [0, 0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// pad C2
// valid with: interior = [0, 0] => interior = [0]
func.func @f(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error @below {{C2: interior_padding [0, 0] has 2 numbers, expected 1}}
  %0 = stablehlo.pad %x, %v, low = [0], high = [0], interior = [0, 0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// pad C3
// valid with: interior = [-1] => interior = [0]
func.func @f(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error @below {{C3: interior_padding [-1] must be at least 0}}
  %0 = stablehlo.pad %x, %v, low = [0], high = [0], interior = [-1] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// pad C4
// valid with: -> tensor<9xf32> => -> tensor<10xf32>
func.func @f(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error @below {{C4: result has shape [9], expected [10]}}
  %0 = stablehlo.pad %x, %v, low = [1], high = [2], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<9xf32>
  return
}

// -----

// get_dimension_size C1
// valid with: dim = 1 => dim = 0
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C1: dimension [1] must be from 0 to 0}}
  %0 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<4xf32>) -> tensor<i32>
  return
}

// -----

// set_dimension_size C1
// valid with: dim = 1 => dim = 0
// valid with: -> tensor<4xf32> => -> tensor<?xf32, #stablehlo.bounds<4>>
func.func @f(%x: tensor<4xf32>, %n: tensor<i32>) {
  // expected-error @below {{C1: dimension [1] must be from 0 to 0}}
  %0 = stablehlo.set_dimension_size %x, %n, dim = 1 : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

// rng_bit_generator C1
// valid with: tensor<3xui64> => tensor<2xui64>
func.func @f(%s: tensor<2xui64>) {
  // expected-error @below {{C1: initial_state and output_state must have equal shapes}}
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}

// -----

// rng C1
// valid with: tensor<f64> => tensor<f32>
func.func @f(%a: tensor<f32>, %b: tensor<f64>, %s: tensor<1xi64>) {
  // expected-error @below {{C1: a and b must have equal element types}}
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f64>, tensor<1xi64>) -> tensor<4xf32>
  return
}

// -----

// rng C1
// valid with: tensor<1xf32> => tensor<f32>
func.func @f(%a: tensor<1xf32>, %s: tensor<1xi64>) {
  // expected-error @below {{C1: a and b must be scalars}}
  %0 = stablehlo.rng %a, %a, %s, distribution = UNIFORM : (tensor<1xf32>, tensor<1xf32>, tensor<1xi64>) -> tensor<4xf32>
  return
}

// -----

// gather C1
// valid with: offset_dims = [1] => offset_dims = [1], collapsed_slice_dims = [0]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi32>) {
  // expected-error @below {{C1: the operand's rank 2 is not that of offset_dims [1], collapsed_slice_dims [] and operand_batching_dims []}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>} : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  return
}

// -----

// gather C2
// valid with: index_vector_dim = 2 => index_vector_dim = 1
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi32>) {
  // expected-error @below {{C2: index_vector_dim [2] must be from 0 to 1}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 8>} : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  return
}

// -----

// gather C3
// valid with: start_index_map = [0, 1] => start_index_map = [0]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi32>) {
  // expected-error @below {{C3: start_index_map [0, 1] is for index vectors of 2 numbers, they have 1}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>} : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  return
}

// -----

// gather C4
// valid with: offset_dims = [1, 1] => offset_dims = [1, 2]
// valid with: -> tensor<3x8xf32> => -> tensor<3x1x8xf32>
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi32>) {
  // expected-error @below {{C4: offset_dims [1, 1] names a dimension twice}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>} : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  return
}

// -----

// gather C4
// valid with: offset_dims = [1, 0] => offset_dims = [0, 1]
// valid with: -> tensor<3x8xf32> => -> tensor<1x8x3xf32>
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi32>) {
  // expected-error @below {{C4: offset_dims [1, 0] must rise}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>} : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  return
}

// -----

// gather C5
// valid with: offset_dims = [2] => offset_dims = [1]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi32>) {
  // expected-error @below {{C5: offset_dims [2] must be from 0 to 1}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>} : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  return
}

// -----

// gather C6
// valid with: offset_dims = [], collapsed_slice_dims = [0, 0] => offset_dims = [1], collapsed_slice_dims = [0]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi32>) {
  // expected-error @below {{C6: collapsed_slice_dims with operand_batching_dims [0, 0] names a dimension twice}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>} : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  return
}

// -----

// gather C7
// valid with: collapsed_slice_dims = [1, 0] => collapsed_slice_dims = [0, 1]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi32>) {
  // expected-error @below {{C7: collapsed_slice_dims [1, 0] must rise}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1, 0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3xf32>
  return
}

// -----

// gather C8
// valid with: collapsed_slice_dims = [2] => collapsed_slice_dims = [0]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi32>) {
  // expected-error @below {{C8: collapsed_slice_dims [2] must be from 0 to 1}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [2], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>} : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  return
}

// -----

// gather C9
// valid with: array<i64: 2, 8> => array<i64: 1, 8>
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi32>) {
  // expected-error @below {{C9: slice size 2 of collapsed dimension 0}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 8>} : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  return
}

// -----

// gather C19
// valid with: start_index_map = [2] => start_index_map = [0]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi32>) {
  // expected-error @below {{C19: start_index_map [2] must be from 0 to 1}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>} : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  return
}

// -----

// gather C20
// valid with: array<i64: 1> => array<i64: 1, 8>
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi32>) {
  // expected-error @below {{C20: slice_sizes [1] has 1 numbers, expected 2}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>} : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  return
}

// -----

// gather C21
// valid with: array<i64: 1, 9> => array<i64: 1, 8>
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi32>) {
  // expected-error @below {{C21: slice size 9 of dimension 1 of 8 elements}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 9>} : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xf32>
  return
}

// -----

// gather C22
// valid with: -> tensor<3x7xf32> => -> tensor<3x8xf32>
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi32>) {
  // expected-error @below {{C22: result has shape [3, 7], expected [3, 8]}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>} : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x7xf32>
  return
}

// -----

// gather C23
// valid with: -> tensor<3x8xi32> => -> tensor<3x8xf32>
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3xi32>) {
  // expected-error @below {{C23: operand and result must have equal element types}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>} : (tensor<4x8xf32>, tensor<3xi32>) -> tensor<3x8xi32>
  return
}

// -----

// gather C12
// valid with: array<i64: 2, 1> => array<i64: 1, 1>
func.func @f(%x: tensor<4x8xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @below {{C12: slice size 2 of batching dimension 0}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1>} : (tensor<4x8xf32>, tensor<4x3x1xi32>) -> tensor<4x3xf32>
  return
}

// -----

// gather C11
// valid with: operand_batching_dims = [2] => operand_batching_dims = [0]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @below {{C11: operand_batching_dims [2] must be from 0 to 1}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [2], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<4x3x1xi32>) -> tensor<4x3xf32>
  return
}

// -----

// gather C14
// valid with: start_indices_batching_dims = [3] => start_indices_batching_dims = [0]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @below {{C14: start_indices_batching_dims [3] must be from 0 to 2}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<4x3x1xi32>) -> tensor<4x3xf32>
  return
}

// -----

// gather C15
// valid with: start_indices_batching_dims = [2] => start_indices_batching_dims = [0]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @below {{C15: start_indices_batching_dims [2] has index_vector_dim 2}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<4x3x1xi32>) -> tensor<4x3xf32>
  return
}

// -----

// gather C16
// valid with: start_indices_batching_dims = [0, 1] => start_indices_batching_dims = [0]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @below {{C16: start_indices_batching_dims [0, 1] has 2 numbers, expected 1}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0, 1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<4x3x1xi32>) -> tensor<4x3xf32>
  return
}

// -----

// gather C17
// valid with: tensor<5x3 => tensor<4x3
func.func @f(%x: tensor<4x8xf32>, %i: tensor<5x3x1xi32>) {
  // expected-error @below {{C17: batching dimensions 0 and 0 have 4 and 5 elements}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<5x3x1xi32>) -> tensor<5x3xf32>
  return
}

// -----

// gather C18
// valid with: start_index_map = [0] => start_index_map = [1]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<4x3x1xi32>) {
  // expected-error @below {{C18: start_index_map with operand_batching_dims [0, 0] names a dimension twice}}
  %0 = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>} : (tensor<4x8xf32>, tensor<4x3x1xi32>) -> tensor<4x3xf32>
  return
}

// -----

// scatter C2
// valid with: update_window_dims = [1] => update_window_dims = [1], inserted_window_dims = [0]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x8xf32>) {
  // expected-error @below {{C2: the inputs' rank 2 is not that of update_window_dims [1], inserted_window_dims [] and input_batching_dims []}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// scatter C4
// valid with: tensor<2x8xf32> => tensor<3x8xf32>
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<2x8xf32>) {
  // expected-error @below {{C4: dimension 0 of the updates has 2 elements, the indices have 3}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<2x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// scatter C4
// valid with: tensor<3x9xf32> => tensor<3x8xf32>
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x9xf32>) {
  // expected-error @below {{C4: windows of 9 elements along dimension 1 of 8}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x9xf32>) -> tensor<4x8xf32>
  return
}

// -----

// scatter C4
// valid with: tensor<3x8x1xf32> => tensor<3x8xf32>
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x8x1xf32>) {
  // expected-error @below {{C4: updates have rank 3, expected 2}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8x1xf32>) -> tensor<4x8xf32>
  return
}

// -----

// scatter C7
// valid with: update_window_dims = [1, 1] => update_window_dims = [1], inserted_window_dims = [0]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x8xf32>) {
  // expected-error @below {{C7: update_window_dims [1, 1] names a dimension twice}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// scatter C8
// valid with: update_window_dims = [2] => update_window_dims = [1]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x8xf32>) {
  // expected-error @below {{C8: update_window_dims [2] must be from 0 to 1}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// scatter C9
// valid with: inserted_window_dims = [0, 0] => inserted_window_dims = [0, 1]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) {
  // expected-error @below {{C9: inserted_window_dims with input_batching_dims [0, 0] names a dimension twice}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<4x8xf32>
  return
}

// -----

// scatter C10
// valid with: inserted_window_dims = [1, 0] => inserted_window_dims = [0, 1]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3xf32>) {
  // expected-error @below {{C10: inserted_window_dims [1, 0] must rise}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1, 0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<4x8xf32>
  return
}

// -----

// scatter C11
// valid with: inserted_window_dims = [2] => inserted_window_dims = [0]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x8xf32>) {
  // expected-error @below {{C11: inserted_window_dims [2] must be from 0 to 1}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// scatter C19
// valid with: scatter_dims_to_operand_dims = [0, 1] => scatter_dims_to_operand_dims = [0]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x8xf32>) {
  // expected-error @below {{C19: scatter_dims_to_operand_dims [0, 1] is for index vectors of 2 numbers, they have 1}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// scatter C21
// valid with: scatter_dims_to_operand_dims = [2] => scatter_dims_to_operand_dims = [0]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x8xf32>) {
  // expected-error @below {{C21: scatter_dims_to_operand_dims [2] must be from 0 to 1}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [2], index_vector_dim = 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// scatter C22
// valid with: index_vector_dim = 3 => index_vector_dim = 1
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x8xf32>) {
  // expected-error @below {{C22: index_vector_dim [3] must be from 0 to 2}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 3>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// scatter C23
// valid with: ^bb0(%a: tensor<f32>): => ^bb0(%a: tensor<f32>, %b: tensor<f32>):
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x8xf32>) {
  // expected-error @below {{C23: update_computation must have 2 arguments, has 1}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

// scatter C24
// valid with: -> tensor<5x8xf32> => -> tensor<4x8xf32>
func.func @f(%x: tensor<4x8xf32>, %i: tensor<3x1xi32>, %u: tensor<3x8xf32>) {
  // expected-error @below {{C24: inputs and results must have equal shapes}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4x8xf32>, tensor<3x1xi32>, tensor<3x8xf32>) -> tensor<5x8xf32>
  return
}

// -----

// scatter C13
// valid with: input_batching_dims = [2] => input_batching_dims = [0]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3xf32>) {
  // expected-error @below {{C13: input_batching_dims [2] must be from 0 to 1}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [2], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<4x8xf32>, tensor<4x3x1xi32>, tensor<4x3xf32>) -> tensor<4x8xf32>
  return
}

// -----

// scatter C15
// valid with: scatter_indices_batching_dims = [3] => scatter_indices_batching_dims = [0]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3xf32>) {
  // expected-error @below {{C15: scatter_indices_batching_dims [3] must be from 0 to 2}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<4x8xf32>, tensor<4x3x1xi32>, tensor<4x3xf32>) -> tensor<4x8xf32>
  return
}

// -----

// scatter C16
// valid with: scatter_indices_batching_dims = [2] => scatter_indices_batching_dims = [0]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3xf32>) {
  // expected-error @below {{C16: scatter_indices_batching_dims [2] has index_vector_dim 2}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<4x8xf32>, tensor<4x3x1xi32>, tensor<4x3xf32>) -> tensor<4x8xf32>
  return
}

// -----

// scatter C17
// valid with: scatter_indices_batching_dims = [0, 1] => scatter_indices_batching_dims = [0]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3xf32>) {
  // expected-error @below {{C17: scatter_indices_batching_dims [0, 1] has 2 numbers, expected 1}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<4x8xf32>, tensor<4x3x1xi32>, tensor<4x3xf32>) -> tensor<4x8xf32>
  return
}

// -----

// scatter C18
// valid with: tensor<5x3 => tensor<4x3
func.func @f(%x: tensor<4x8xf32>, %i: tensor<5x3x1xi32>, %u: tensor<5x3xf32>) {
  // expected-error @below {{C18: batching dimensions 0 and 0 have 4 and 5 elements}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>} : (tensor<4x8xf32>, tensor<5x3x1xi32>, tensor<5x3xf32>) -> tensor<4x8xf32>
  return
}

// -----

// scatter C20
// valid with: scatter_dims_to_operand_dims = [0] => scatter_dims_to_operand_dims = [1]
func.func @f(%x: tensor<4x8xf32>, %i: tensor<4x3x1xi32>, %u: tensor<4x3xf32>) {
  // expected-error @below {{C20: scatter_dims_to_operand_dims with input_batching_dims [0, 0] names a dimension twice}}
  %0 = "stablehlo.scatter"(%x, %i, %u) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>} : (tensor<4x8xf32>, tensor<4x3x1xi32>, tensor<4x3xf32>) -> tensor<4x8xf32>
  return
}

// -----

// sort C2
// valid with: -> tensor<5xf32> => -> tensor<4xf32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C2: inputs and results must have equal shapes}}
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// sort C4
// valid with: dimension = 1 => dimension = 0
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C4: dimension [1] must be from -1 to 0}}
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {dimension = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// sort C5
// valid with: stablehlo.return %a : tensor<f32> => %p = stablehlo.is_finite %a : (tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C5: comparator's result and what is expected of it must have equal element types, got tensor<f32> and tensor<i1>}}
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimension = 0 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// sort C5
// valid with: ^bb0(%a: tensor<f32>): => ^bb0(%a: tensor<f32>, %b: tensor<f32>):
// valid with: stablehlo.return %a : tensor<f32> => %p = stablehlo.is_finite %a : (tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C5: comparator must have 2 arguments, has 1}}
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimension = 0 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// dot_general C1
// valid with: x [0, 1] => x [0]
func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  // expected-error @below {{C1: rhs_batching_dimensions [0, 1] has 2 numbers, expected 1}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0, 1], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// dot_general C2
// valid with: [2, 1] x => [2] x
func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  // expected-error @below {{C2: rhs_contracting_dimensions [1] has 1 numbers, expected 2}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2, 1] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// dot_general C3
// valid with: contracting_dims = [0] => contracting_dims = [2]
func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  // expected-error @below {{C3: batching and contracting dimensions of lhs [0, 0] names a dimension twice}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [0] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// dot_general C4
// valid with: [2] x [0] => [2] x [1]
func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  // expected-error @below {{C4: batching and contracting dimensions of rhs [0, 0] names a dimension twice}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [0] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// dot_general C5
// valid with: [3] x [0] => [0] x [0]
func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  // expected-error @below {{C5: lhs_batching_dimensions [3] must be from 0 to 2}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [3] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// dot_general C6
// valid with: [3] x [1] => [2] x [1]
func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  // expected-error @below {{C6: lhs_contracting_dimensions [3] must be from 0 to 2}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [3] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// dot_general C7
// valid with: [0] x [3] => [0] x [0]
func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  // expected-error @below {{C7: rhs_batching_dimensions [3] must be from 0 to 2}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [3], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// dot_general C8
// valid with: [2] x [3] => [2] x [1]
func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  // expected-error @below {{C8: rhs_contracting_dimensions [3] must be from 0 to 2}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [3] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// dot_general C9
// valid with: tensor<3x4x5xf32> => tensor<2x4x5xf32>
func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<3x4x5xf32>) {
  // expected-error @below {{C9: batching dimensions 0 and 0 have 2 and 3 elements}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<3x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// dot_general C10
// valid with: tensor<2x6x5xf32> => tensor<2x4x5xf32>
func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<2x6x5xf32>) {
  // expected-error @below {{C10: contracting dimensions 2 and 1 have 4 and 6 elements}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x6x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// dot_general C11
// valid with: [DEFAULT] => [DEFAULT, DEFAULT]
func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  // expected-error @below {{C11: precision_config has 1 entries, expected 2}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// -----

// dot_general C12
// valid with: -> tensor<2x5x3xf32> => -> tensor<2x3x5xf32>
func.func @f(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) {
  // expected-error @below {{C12: result has shape [2, 5, 3], expected [2, 3, 5]}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x5x3xf32>
  return
}

// -----

// convolution C1
// valid with: tensor<3x4x6xf32> => tensor<3x3x4x6xf32>
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x4x6xf32>) {
  // expected-error @below {{C1: lhs has rank 4, rhs 3: they must be equal and at least 2}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C2
// valid with: stride = [1] => stride = [1, 1]
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @below {{C2: window_strides [1] has 1 numbers, expected 2}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C3
// valid with: stride = [1, 0] => stride = [1, 1]
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @below {{C3: window_strides [1, 0] must be at least 1}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C4
// valid with: [[0, 0]] => [[0, 0], [0, 0]]
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @below {{C4: padding [0, 0] has 2 numbers, expected 4}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C5
// valid with: lhs_dilate = [1] => lhs_dilate = [1, 1]
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @below {{C5: lhs_dilation [1] has 1 numbers, expected 2}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C6
// valid with: lhs_dilate = [0, 1] => lhs_dilate = [1, 1]
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @below {{C6: lhs_dilation [0, 1] must be at least 1}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {lhs_dilate = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C7
// valid with: rhs_dilate = [1] => rhs_dilate = [1, 1]
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @below {{C7: rhs_dilation [1] has 1 numbers, expected 2}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C8
// valid with: rhs_dilate = [0, 1] => rhs_dilate = [1, 1]
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @below {{C8: rhs_dilation [0, 1] must be at least 1}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {rhs_dilate = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C9
// valid with: reverse = [true] => reverse = [true, true]
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @below {{C9: window_reversal [1] has 1 numbers, expected 2}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C10
// valid with: batch_group_count = 3 => batch_group_count = 2
// valid with: -> tensor<2x6 => -> tensor<1x6
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @below {{C10: the batch of 2 is no multiple of 3}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 3 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C11
// valid with: feature_group_count = 3 => feature_group_count = 2
// valid with: tensor<3x3x4x6xf32> => tensor<3x3x2x6xf32>
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @below {{C11: features of 4 is no multiple of 3}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C13
// valid with: [b, 0, f]x => [b, 0, 1, f]x
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @below {{C13: input dimensions must be all 4, each once}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C14
// valid with: tensor<3x3x3x6xf32> => tensor<3x3x4x6xf32>
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x3x6xf32>) {
  // expected-error @below {{C14: the kernel has 3 input features, 4 in 1 groups are given}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x3x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C15
// valid with: tensor<3x3x4x5xf32> => tensor<3x3x4x6xf32>
// valid with: -> tensor<2x6 => -> tensor<1x6
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x5xf32>) {
  // expected-error @below {{C15: output features of 5 is no multiple of 2}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x5xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C16
// valid with: tensor<3x3x2x5xf32> => tensor<3x3x2x6xf32>
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x2x5xf32>) {
  // expected-error @below {{C16: output features of 5 is no multiple of 2}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x2x5xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C18
// valid with: x[0, i, o] => x[0, 1, i, o]
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @below {{C18: kernel dimensions must be all 4, each once}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C20
// valid with: ->[b, 0, f] => ->[b, 0, 1, f]
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @below {{C20: output dimensions must be all 4, each once}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C21
// valid with: feature_group_count = 0 => feature_group_count = 1
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @below {{C21: feature_group_count [0] must be at least 1}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 0 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C22
// valid with: batch_group_count = 0 => batch_group_count = 1
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @below {{C22: batch_group_count [0] must be at least 1}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 0 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C23
// valid with: feature_group_count = 2 => feature_group_count = 1
// valid with: -> tensor<2x6 => -> tensor<1x6
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @below {{C23: feature_group_count 2 and batch_group_count 2: one of them must be 1}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// -----

// convolution C25
// valid with: -> tensor<2x8x8x6xf32> => -> tensor<2x6x6x6xf32>
func.func @f(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // expected-error @below {{C25: result has shape [2, 8, 8, 6], expected [2, 6, 6, 6]}}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x8x8x6xf32>
  return
}

// -----

// reduce_window C3
// valid with: tensor<i32> => tensor<f32>
func.func @f(%x: tensor<4x4xf32>, %i: tensor<i32>) {
  // expected-error @below {{C3: inputs and init_values must have equal element types}}
  %0 = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<i32>) -> tensor<3x3xf32>
  return
}

// -----

// reduce_window C4
// valid with: array<i64: 2> => array<i64: 2, 2>
func.func @f(%x: tensor<4x4xf32>, %i: tensor<f32>) {
  // expected-error @below {{C4: window_dimensions [2] has 1 numbers, expected 2}}
  %0 = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

// reduce_window C5
// valid with: array<i64: 2, 0> => array<i64: 2, 2>
func.func @f(%x: tensor<4x4xf32>, %i: tensor<f32>) {
  // expected-error @below {{C5: window_dimensions [2, 0] must be at least 1}}
  %0 = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 0>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

// reduce_window C6
// valid with: array<i64: 1> => array<i64: 1, 1>
func.func @f(%x: tensor<4x4xf32>, %i: tensor<f32>) {
  // expected-error @below {{C6: window_strides [1] has 1 numbers, expected 2}}
  %0 = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

// reduce_window C7
// valid with: array<i64: 0, 1> => array<i64: 1, 1>
func.func @f(%x: tensor<4x4xf32>, %i: tensor<f32>) {
  // expected-error @below {{C7: window_strides [0, 1] must be at least 1}}
  %0 = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 0, 1>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

// reduce_window C8
// valid with: array<i64: 1> => array<i64: 1, 1>
func.func @f(%x: tensor<4x4xf32>, %i: tensor<f32>) {
  // expected-error @below {{C8: base_dilations [1] has 1 numbers, expected 2}}
  %0 = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 1>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

// reduce_window C9
// valid with: array<i64: 0, 1> => array<i64: 1, 1>
func.func @f(%x: tensor<4x4xf32>, %i: tensor<f32>) {
  // expected-error @below {{C9: base_dilations [0, 1] must be at least 1}}
  %0 = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 0, 1>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

// reduce_window C10
// valid with: array<i64: 1> => array<i64: 1, 1>
func.func @f(%x: tensor<4x4xf32>, %i: tensor<f32>) {
  // expected-error @below {{C10: window_dilations [1] has 1 numbers, expected 2}}
  %0 = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_dilations = array<i64: 1>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

// reduce_window C11
// valid with: array<i64: 0, 1> => array<i64: 1, 1>
func.func @f(%x: tensor<4x4xf32>, %i: tensor<f32>) {
  // expected-error @below {{C11: window_dilations [0, 1] must be at least 1}}
  %0 = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_dilations = array<i64: 0, 1>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

// reduce_window C12
// valid with: tensor<1x2xi64> => tensor<2x2xi64>
func.func @f(%x: tensor<4x4xf32>, %i: tensor<f32>) {
  // expected-error @below {{C12: padding [0, 0] has 2 numbers, expected 4}}
  %0 = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, padding = dense<0> : tensor<1x2xi64>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

// reduce_window C13
// valid with: ^bb0(%a: tensor<f32>): => ^bb0(%a: tensor<f32>, %b: tensor<f32>):
func.func @f(%x: tensor<4x4xf32>, %i: tensor<f32>) {
  // expected-error @below {{C13: body must have 2 arguments}}
  %0 = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

// reduce_window C15
// valid with: -> tensor<4x4xf32> => -> tensor<3x3xf32>
func.func @f(%x: tensor<4x4xf32>, %i: tensor<f32>) {
  // expected-error @below {{C15: result has shape [4, 4], expected [3, 3]}}
  %0 = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter C1
// valid with: tensor<2x2xi32> => tensor<2x2xf32>
func.func @f(%x: tensor<4x4xf32>, %s: tensor<2x2xi32>, %i: tensor<f32>) {
  // expected-error @below {{C1: operand and source must have equal element types}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xi32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter C2
// valid with: tensor<3x3xf32> => tensor<2x2xf32>
func.func @f(%x: tensor<4x4xf32>, %s: tensor<3x3xf32>, %i: tensor<f32>) {
  // expected-error @below {{C2: source has shape [3, 3], expected [2, 2]}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<3x3xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter C3
// valid with: tensor<i32> => tensor<f32>
func.func @f(%x: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<i32>) {
  // expected-error @below {{C3: operand and init_value must have equal element types}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<i32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter C4
// valid with: array<i64: 2> => array<i64: 2, 2>, window_strides = array<i64: 2, 2>
func.func @f(%x: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>) {
  // expected-error @below {{C4: window_dimensions [2] has 1 numbers, expected 2}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter C5
// valid with: array<i64: 0, 2> => array<i64: 2, 2>, window_strides = array<i64: 2, 2>
func.func @f(%x: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>) {
  // expected-error @below {{C5: window_dimensions [0, 2] must be at least 1}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 0, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter C6
// valid with: array<i64: 2> => array<i64: 2, 2>
func.func @f(%x: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>) {
  // expected-error @below {{C6: window_strides [2] has 1 numbers, expected 2}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter C7
// valid with: array<i64: 0, 2> => array<i64: 2, 2>
func.func @f(%x: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>) {
  // expected-error @below {{C7: window_strides [0, 2] must be at least 1}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 0, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter C8
// valid with: tensor<1x2xi64> => tensor<2x2xi64>
func.func @f(%x: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>) {
  // expected-error @below {{C8: padding [0, 0] has 2 numbers, expected 4}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<1x2xi64>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter C9
// valid with: stablehlo.return %c : tensor<f32> => %p = stablehlo.is_finite %c : (tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>
func.func @f(%x: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>) {
  // expected-error @below {{C9: select's result and what is expected of it must have equal element types}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %c : tensor<f32>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter C10
// valid with: ^bb0(%a: tensor<f32>): => ^bb0(%a: tensor<f32>, %b: tensor<f32>):
func.func @f(%x: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>) {
  // expected-error @below {{C10: scatter must have 2 arguments}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
  return
}

// -----

// select_and_scatter C11
// valid with: -> tensor<5x4xf32> => -> tensor<4x4xf32>
func.func @f(%x: tensor<4x4xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>) {
  // expected-error @below {{C11: operand and result must have equal shapes}}
  %0 = "stablehlo.select_and_scatter"(%x, %s, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<5x4xf32>
  return
}

// -----

// reduce C2
// valid with: tensor<i32> => tensor<f32>
func.func @f(%x: tensor<4x4xf32>, %i: tensor<i32>) {
  // expected-error @below {{C2: inputs and init_values must have equal element types}}
  %0 = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<4x4xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

// reduce C2
// valid with: tensor<1xf32> => tensor<f32>
func.func @f(%x: tensor<4x4xf32>, %i: tensor<1xf32>) {
  // expected-error @below {{C2: init_values must be scalars}}
  %0 = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<4x4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

// reduce C4
// valid with: array<i64: 2> => array<i64: 1>
func.func @f(%x: tensor<4x4xf32>, %i: tensor<f32>) {
  // expected-error @below {{C4: dimensions [2] must be from 0 to 1}}
  %0 = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 2>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// reduce C5
// valid with: array<i64: 1, 1> => array<i64: 1>
func.func @f(%x: tensor<4x4xf32>, %i: tensor<f32>) {
  // expected-error @below {{C5: dimensions [1, 1] names a dimension twice}}
  %0 = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 1, 1>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// reduce C6
// valid with: ^bb0(%a: tensor<f32>): => ^bb0(%a: tensor<f32>, %b: tensor<f32>):
func.func @f(%x: tensor<4x4xf32>, %i: tensor<f32>) {
  // expected-error @below {{C6: body must have 2 arguments, has 1}}
  %0 = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// reduce C7
// valid with: -> tensor<5xf32> => -> tensor<4xf32>
func.func @f(%x: tensor<4x4xf32>, %i: tensor<f32>) {
  // expected-error @below {{C7: result has shape [5], expected [4]}}
  %0 = "stablehlo.reduce"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<5xf32>
  return
}

// -----

// batch_norm_inference C1
// valid with: feature_index = 2 => feature_index = 1
func.func @f(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  // expected-error @below {{C1: feature_index [2] must be from 0 to 1}}
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %s) {epsilon = 1.0e-3 : f32, feature_index = 2 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// batch_norm_inference C2
// valid with: tensor<3xf64> => tensor<3xf32>
func.func @f(%x: tensor<2x3xf32>, %s: tensor<3xf64>) {
  // expected-error @below {{C2: operand and what is per feature must have equal element types}}
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %s) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<2x3xf32>
  return
}

// -----

// batch_norm_inference C3
// valid with: tensor<2xf32> => tensor<3xf32>
func.func @f(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  // expected-error @below {{C3: an operand per feature has shape [2], expected [3]}}
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %s) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

// batch_norm_inference C7
// valid with: -> tensor<2x4xf32> => -> tensor<2x3xf32>
func.func @f(%x: tensor<2x3xf32>, %s: tensor<3xf32>) {
  // expected-error @below {{C7: operand and result must have equal shapes}}
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %s) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x4xf32>
  return
}

// -----

// cholesky C1
// valid with: -> tensor<4x3xf32> => -> tensor<3x3xf32>
func.func @f(%x: tensor<3x3xf32>) {
  // expected-error @below {{C1: a and result must have equal shapes}}
  %0 = stablehlo.cholesky %x : (tensor<3x3xf32>) -> tensor<4x3xf32>
  return
}

// -----

// cholesky C2
// valid with: tensor<3xf32> => tensor<3x3xf32>
func.func @f(%x: tensor<3xf32>) {
  // expected-error @below {{C2: a has rank 1, expected at least 2}}
  %0 = stablehlo.cholesky %x : tensor<3xf32>
  return
}

// -----

// cholesky C3
// valid with: tensor<3x4xf32> => tensor<3x3xf32>
func.func @f(%x: tensor<3x4xf32>) {
  // expected-error @below {{C3: a has 3 rows and 4 columns}}
  %0 = stablehlo.cholesky %x : tensor<3x4xf32>
  return
}

// -----

// triangular_solve C1
// valid with: tensor<3x2xf64> => tensor<3x2xf32>
func.func @f(%a: tensor<3x3xf32>, %b: tensor<3x2xf64>) {
  // expected-error @below {{C1: a and b must have equal element types}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<3x2xf64>) -> tensor<3x2xf64>
  return
}

// -----

// triangular_solve C2
// valid with: tensor<1x3x3xf32> => tensor<3x3xf32>
func.func @f(%a: tensor<1x3x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error @below {{C2: a has rank 3, b 2: they must be equal and at least 2}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<1x3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// triangular_solve C3
// valid with: tensor<4x2xf32> => tensor<3x2xf32>
func.func @f(%a: tensor<3x3xf32>, %b: tensor<4x2xf32>) {
  // expected-error @below {{C3: a of 3 x 3 does not fit the 4 of b}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return
}

// -----

// triangular_solve C4
// valid with: -> tensor<3x3xf32> => -> tensor<3x2xf32>
func.func @f(%a: tensor<3x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error @below {{C4: b and result must have equal shapes}}
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x3xf32>
  return
}

// -----

// fft C1
// valid with: length = [] => length = [8]
func.func @f(%x: tensor<8xcomplex<f32>>) {
  // expected-error @below {{C1: fft_length has 0 numbers for rank 1, expected 1 to 3}}
  %0 = stablehlo.fft %x, type = FFT, length = [] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

// fft C2
// valid with: tensor<8xf32> => tensor<8xcomplex<f32>>
func.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{C2: the element types do not fit FFT}}
  %0 = stablehlo.fft %x, type = FFT, length = [8] : (tensor<8xf32>) -> tensor<8xcomplex<f32>>
  return
}

// -----

// fft C4
// valid with: length = [9] => length = [8]
func.func @f(%x: tensor<8xcomplex<f32>>) {
  // expected-error @below {{C4: dimension 0 has 8 elements, fft_length 9}}
  %0 = stablehlo.fft %x, type = FFT, length = [9] : (tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return
}

// -----

// fft C5
// valid with: -> tensor<8xcomplex<f32>> => -> tensor<5xcomplex<f32>>
func.func @f(%x: tensor<8xf32>) {
  // expected-error @below {{C5: result has shape [8], expected [5]}}
  %0 = stablehlo.fft %x, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<8xcomplex<f32>>
  return
}

// -----

// if C3
// valid with: -> tensor<f64> => -> tensor<f32>
func.func @f(%p: tensor<i1>, %x: tensor<f32>) {
  // expected-error @below {{C3: a branch's result and what is expected of it must have equal element types, got tensor<f32> and tensor<f64>}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f64>
  return
}

// -----

// case C3
// valid with: %0:2 => %0
// valid with: -> (tensor<f32>, tensor<f32>) => -> tensor<f32>
func.func @f(%p: tensor<i32>, %x: tensor<f32>) {
  // expected-error @below {{C3: a branch must return 2 values, returns 1}}
  %0:2 = "stablehlo.case"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

// case C1
// valid with: (%p) : => (%p) ({ stablehlo.return }) :
func.func @f(%p: tensor<i32>) {
  // expected-error @below {{C1: it has no branches}}
  "stablehlo.case"(%p) : (tensor<i32>) -> ()
  return
}

// -----

// while C1
// valid with: stablehlo.return %c : tensor<f32> => %p = stablehlo.is_finite %c : (tensor<f32>) -> tensor<i1> stablehlo.return %p : tensor<i1>
func.func @f(%x: tensor<f32>) {
  // expected-error @below {{C1: cond's result and what is expected of it must have equal element types, got tensor<f32> and tensor<i1>}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%c: tensor<f32>):
    stablehlo.return %c : tensor<f32>
  }, {
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// while C2
// valid with: ^bb0(%a: tensor<f32>, %b: tensor<f32>): => ^bb0(%a: tensor<f32>):
func.func @f(%x: tensor<f32>) {
  // expected-error @below {{C2: body must have 1 arguments, has 2}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<f32>):
    %p = stablehlo.is_finite %a : (tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return
}

// -----

// while C3
// valid with: -> tensor<f64> => -> tensor<f32>
func.func @f(%x: tensor<f32>) {
  // expected-error @below {{C3: operands and results must have equal element types, got tensor<f32> and tensor<f64>}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<f32>):
    %p = stablehlo.is_finite %a : (tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<f32>) -> tensor<f64>
  return
}

// -----

// optimization_barrier C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: operands and results must have equal shapes}}
  %0 = "stablehlo.optimization_barrier"(%x) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// tuple C1
// valid with: -> tuple<tensor<3xf32>> => -> tuple<tensor<2xf32>>
func.func @f(%x: tensor<2xf32>) {
  // expected-error @below {{C1: the operands' types are not those of the tuple}}
  %0 = stablehlo.tuple %x : (tensor<2xf32>) -> tuple<tensor<3xf32>>
  return
}

// -----

// get_tuple_element C1
// valid with: %x[1] => %x[0]
func.func @f(%x: tuple<tensor<2xf32>>) {
  // expected-error @below {{C1: index [1] must be from 0 to 0}}
  %0 = stablehlo.get_tuple_element %x[1] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  return
}

// -----

// get_tuple_element C2
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tuple<tensor<2xf32>>) {
  // expected-error @below {{C2: the element and result must have equal shapes}}
  %0 = stablehlo.get_tuple_element %x[0] : (tuple<tensor<2xf32>>) -> tensor<3xf32>
  return
}

// -----

// all_gather C1
// valid with: all_gather_dim = 1 => all_gather_dim = 0
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C1: all_gather_dim [1] must be from 0 to 0}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// all_gather C2
// valid with: [[0, 0]] => [[0, 1]]
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C2: replica_groups [0, 0] names a dimension twice}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// all_gather C4
// valid with: [[-2, 0]] => [[1, 0]]
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C4: replica_groups [-2, 0] must be at least 0}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[-2, 0]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// all_gather C6
// valid with: -> tensor<9xf32> => -> tensor<8xf32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C6: result has shape [9], expected [8]}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<9xf32>
  return
}

// -----

// all_reduce C6
// valid with: -> tensor<8xf32> => -> tensor<4xf32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C6: operand and result must have equal shapes}}
  %0 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// reduce_scatter C1
// valid with: -> tensor<3xf32> => -> tensor<2xf32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C1: dimension 0 of 4 elements is scattered to parts of 3}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

// reduce_scatter C2
// valid with: scatter_dimension = 1 => scatter_dimension = 0
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C2: scatter_dimension [1] must be from 0 to 0}}
  %0 = "stablehlo.reduce_scatter"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// all_to_all C1
// valid with: split_dimension = 2 => split_dimension = 0
func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @below {{C1: split_dimension [2] must be from 0 to 1}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 2 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<2x8xf32>
  return
}

// -----

// all_to_all C2
// valid with: split_count = 3 => split_count = 2
func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @below {{C2: dimension 0 of 4 elements is split by 3}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 3 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<2x8xf32>
  return
}

// -----

// all_to_all C3
// valid with: concat_dimension = 2 => concat_dimension = 1
func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @below {{C3: concat_dimension [2] must be from 0 to 1}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 2 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<2x8xf32>
  return
}

// -----

// all_to_all C4
// valid with: split_count = 0 => split_count = 2
func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @below {{C4: split_count [0] must be at least 1}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<2x8xf32>
  return
}

// -----

// all_to_all C9
// valid with: -> tensor<4x8xf32> => -> tensor<2x8xf32>
func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @below {{C9: result has shape [4, 8], expected [2, 8]}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x8xf32>
  return
}

// -----

// collective_permute C1
// valid with: dense<[[0, 1, 2]]> : tensor<1x3xi64> => dense<[[0, 1]]> : tensor<1x2xi64>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C1: source_target_pairs must be pairs}}
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// collective_permute C2
// valid with: [0, 2] => [1, 2]
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C2: sources [0, 0] names a dimension twice}}
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// collective_permute C3
// valid with: [2, 1] => [2, 0]
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C3: targets [1, 1] names a dimension twice}}
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// collective_permute C4
// valid with: [[0, -1]] => [[0, 1]]
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C4: source_target_pairs [0, -1] must be at least 0}}
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// collective_permute C5
// valid with: -> tensor<5xf32> => -> tensor<4xf32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C5: operand and result must have equal shapes}}
  %0 = "stablehlo.collective_permute"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// reduce_window C1
// valid with: %0:2 => %0
// valid with: -> (tensor<3xf32>, tensor<3xf32>) => -> tensor<3xf32>
func.func @f(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @below {{C1: it has 1 inputs and 2 results, expected inputs and as many results}}
  %0:2 = "stablehlo.reduce_window"(%x, %i) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// reduce_window C2
// valid with: tensor<5xf32> => tensor<4xf32>
func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>, %i: tensor<f32>) {
  // expected-error @below {{C2: inputs must have equal shapes, got tensor<4xf32> and tensor<5xf32>}}
  %0:2 = "stablehlo.reduce_window"(%x, %y, %i, %i) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>, %a3: tensor<f32>):
    stablehlo.return %a0, %a1 : tensor<f32>, tensor<f32>
  }) : (tensor<4xf32>, tensor<5xf32>, tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)
  return
}

// -----

// reduce_scatter C8
// valid with: -> tensor<2x3xf32> => -> tensor<2x4xf32>
func.func @f(%x: tensor<4x4xf32>) {
  // expected-error @below {{C8: result, but for scatter_dimension, has shape [2, 3], expected [?, 4]}}
  %0 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<2x3xf32>
  return
}

// -----

// reduce_precision C1
// valid with: -> tensor<4xf16> => -> tensor<4xf32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C1: operand and result must have equal element types, got tensor<4xf32> and tensor<4xf16>}}
  %0 = "stablehlo.reduce_precision"(%x) <{exponent_bits = 5 : i32, mantissa_bits = 10 : i32}> : (tensor<4xf32>) -> tensor<4xf16>
  return
}

// -----

// gather C10
// valid with: [1, 0] => [0, 1]
func.func @f(%x: tensor<2x3x4xf32>, %i: tensor<2x3x1xi32>) {
  // expected-error @below {{C10: operand_batching_dims [1, 0] must rise}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<operand_batching_dims = [1, 0], start_indices_batching_dims = [1, 0], start_index_map = [2], collapsed_slice_dims = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<2x3x4xf32>, tensor<2x3x1xi32>) -> tensor<2x3xf32>
  return
}

// -----

// gather C13
// valid with: [0, 0] => [0, 1]
// valid with: tensor<2x2x4xf32> => tensor<2x3x4xf32>
func.func @f(%x: tensor<2x2x4xf32>, %i: tensor<2x3x1xi32>) {
  // expected-error @below {{C13: start_indices_batching_dims [0, 0] names a dimension twice}}
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0], start_index_map = [2], collapsed_slice_dims = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<2x2x4xf32>, tensor<2x3x1xi32>) -> tensor<2x3xf32>
  return
}

// -----

// scatter C1
// valid with: tensor<5xf32> => tensor<4xf32>
func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>) {
  // expected-error @below {{C1: inputs must have equal shapes, got tensor<4xf32> and tensor<5xf32>}}
  %0:2 = "stablehlo.scatter"(%x, %y, %i, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>, %a3: tensor<f32>):
    stablehlo.return %a0, %a1 : tensor<f32>, tensor<f32>
  }) : (tensor<4xf32>, tensor<5xf32>, tensor<2x1xi32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<5xf32>)
  return
}

// -----

// scatter C3
// valid with: tensor<3xf32> => tensor<2xf32>
func.func @f(%x: tensor<4xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>, %v: tensor<3xf32>) {
  // expected-error @below {{C3: updates must have equal shapes, got tensor<2xf32> and tensor<3xf32>}}
  %0:2 = "stablehlo.scatter"(%x, %x, %i, %u, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>, %a3: tensor<f32>):
    stablehlo.return %a0, %a1 : tensor<f32>, tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>, tensor<2x1xi32>, tensor<2xf32>, tensor<3xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

// -----

// scatter C5
// valid with: %0 = => %0:2 =
// valid with: (%x, %i, => (%x, %x, %i,
// valid with: : (tensor<4xf32>, => : (tensor<4xf32>, tensor<4xf32>,
// valid with: -> tensor<4xf32> => -> (tensor<4xf32>, tensor<4xf32>)
func.func @f(%x: tensor<4xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>) {
  // expected-error @below {{C5: it has 4 operands, expected as many updates as inputs, and indices}}
  %0 = "stablehlo.scatter"(%x, %i, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>, %a3: tensor<f32>):
    stablehlo.return %a0, %a1 : tensor<f32>, tensor<f32>
  }) : (tensor<4xf32>, tensor<2x1xi32>, tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

// scatter C12
// valid with: [1, 0] => [0, 1]
func.func @f(%x: tensor<2x3x4xf32>, %i: tensor<2x3x1xi32>, %u: tensor<2x3xf32>) {
  // expected-error @below {{C12: input_batching_dims [1, 0] must rise}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [1, 0], scatter_indices_batching_dims = [1, 0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x3x4xf32>, tensor<2x3x1xi32>, tensor<2x3xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

// scatter C14
// valid with: [0, 0] => [0, 1]
// valid with: tensor<2x2x4xf32> => tensor<2x3x4xf32>
func.func @f(%x: tensor<2x2x4xf32>, %i: tensor<2x3x1xi32>, %u: tensor<2x3xf32>) {
  // expected-error @below {{C14: scatter_indices_batching_dims [0, 0] names a dimension twice}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) : (tensor<2x2x4xf32>, tensor<2x3x1xi32>, tensor<2x3xf32>) -> tensor<2x2x4xf32>
  return
}

// -----

// sort C1
// valid with: @f() => @f(%x: tensor<4xf32>)
// valid with: "stablehlo.sort"() => %0 = "stablehlo.sort"(%x)
// valid with: : () -> () => : (tensor<4xf32>) -> tensor<4xf32>
func.func @f() {
  // expected-error @below {{C1: it has 0 inputs, expected one or more}}
  "stablehlo.sort"() ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : () -> ()
  return
}

// -----

// sort C3
// valid with: tensor<5xf32> => tensor<4xf32>
// valid with: %b: tensor<f32>): => %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // expected-error @below {{C3: inputs must have equal shapes, got tensor<4xf32> and tensor<5xf32>}}
  %0:2 = "stablehlo.sort"(%x, %y) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4xf32>, tensor<5xf32>) -> (tensor<4xf32>, tensor<5xf32>)
  return
}

// -----

// reduce C1
// valid with: tensor<5xf32> => tensor<4xf32>
func.func @f(%x: tensor<4xf32>, %y: tensor<5xf32>, %i: tensor<f32>) {
  // expected-error @below {{C1: inputs must have equal shapes, got tensor<4xf32> and tensor<5xf32>}}
  %0:2 = "stablehlo.reduce"(%x, %y, %i, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>, %a2: tensor<f32>, %a3: tensor<f32>):
    stablehlo.return %a0, %a1 : tensor<f32>, tensor<f32>
  }) : (tensor<4xf32>, tensor<5xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

// reduce C3
// valid with: %0:2 => %0
// valid with: -> (tensor<f32>, tensor<f32>) => -> tensor<f32>
func.func @f(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @below {{C3: it has 1 inputs and 2 results, expected inputs and as many results}}
  %0:2 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    stablehlo.return %a0 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

// Numbers whose sum or product is more than an int64 holds, and groups of nobody.

// pad C4
// valid with: 9223372036854775807 => 0
func.func @f(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error @below {{C4: result has shape [4], expected [9223372036854775807]}}
  %0 = stablehlo.pad %x, %v, low = [9223372036854775807], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// slice C3
// valid with: [-9223372036854775807:9223372036854775807] => [0:4]
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C3: start -9223372036854775807 and limit 9223372036854775807 of dimension 0 must lie in order in its 4 elements}}
  %0 = stablehlo.slice %x [-9223372036854775807:9223372036854775807] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// reduce_window C15
// valid with: 9223372036854775807 => 1
func.func @f(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error @below {{C15: result has shape [3], expected [0]}}
  %0 = "stablehlo.reduce_window"(%x, %i) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_dilations = array<i64: 9223372036854775807>} : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// all_gather C6
// valid with: dense<> : tensor<1x0xi64> => dense<[[0, 1]]> : tensor<1x2xi64>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{C6: result has shape [8], expected [0]}}
  %0 = "stablehlo.all_gather"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<1x0xi64>} : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// all_to_all C9
// valid with: split_count = 9223372036854775807 => split_count = 1
// valid with: tensor<0x4xf32> => tensor<4x4xf32>
func.func @f(%x: tensor<0x4xf32>) {
  // expected-error @below {{C9: result has shape [0, 4], expected [0, 9223372036854775807]}}
  %0 = "stablehlo.all_to_all"(%x) {split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 9223372036854775807 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return
}
