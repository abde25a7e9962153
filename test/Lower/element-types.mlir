// RUN: alcove-opt --ttir-element-type-normalization --split-input-file --verify-diagnostics %s | FileCheck %s

// CHECK-LABEL: func.func @types(%arg0: tensor<4xsi32>, %arg1: tensor<4xf32>, %arg2: tensor<4xui32>) -> tensor<4xbf16>
// CHECK: "ttir.lt"(%arg0, %arg0) : (tensor<4xsi32>, tensor<4xsi32>) -> tensor<4xbf16>
// expected-warning @below {{'types': 1 tensors of f64 are held as f32}}
func.func @types(%a: tensor<4xi64>, %b: tensor<4xf64>, %c: tensor<4xui32>) -> tensor<4xi1> {
  %0 = "ttir.lt"(%a, %a) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

// f16 is a type of the compiler's and none of the library's: the plan says so, before a build of it is refused. Of bf16 nothing
// is said.
// expected-warning @below {{'half': 2 tensors of f16, which `ttnn` has no type for: no program can be built of the plan; write the model in bf16 or f32}}
func.func @half(%a: tensor<4xf16>) -> tensor<4xf16> {
  %0 = "ttir.exp"(%a) : (tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @brain(%a: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = "ttir.exp"(%a) : (tensor<4xbf16>) -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

// Constants go with their types: true is 1.0, 2^40 is the largest si32, 0.5 stays.
// CHECK-LABEL: @constants
// CHECK-DAG: "ttir.constant"() <{value = dense<[1.000000e+00, 0.000000e+00]> : tensor<2xbf16>}>
// CHECK-DAG: "ttir.constant"() <{value = dense<[-3, 2147483647]> : tensor<2xsi32>}>
// CHECK-DAG: "ttir.constant"() <{value = dense<5.000000e-01> : tensor<2xf32>}>
// expected-warning @below {{'constants': 1 tensors of f64 are held as f32}}
func.func @constants() -> (tensor<2xi1>, tensor<2xi64>, tensor<2xf64>) {
  %0 = "ttir.constant"() <{value = dense<[true, false]> : tensor<2xi1>}> : () -> tensor<2xi1>
  %1 = "ttir.constant"() <{value = dense<[-3, 1099511627776]> : tensor<2xi64>}> : () -> tensor<2xi64>
  %2 = "ttir.constant"() <{value = dense<0.5> : tensor<2xf64>}> : () -> tensor<2xf64>
  return %0, %1, %2 : tensor<2xi1>, tensor<2xi64>, tensor<2xf64>
}

// -----

// i64 to i32 is nothing once both are si32.
// CHECK-LABEL: @cast
// CHECK-NEXT: return %arg0 : tensor<4xsi32>
func.func @cast(%a: tensor<4xi64>) -> tensor<4xi32> {
  %0 = "ttir.typecast"(%a) : (tensor<4xi64>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// Bits that the device has stay bits, of 32 and of 16.
// CHECK-LABEL: @bits
// CHECK-DAG: "ttir.bitcast_convert"(%arg0) : (tensor<4xsi32>) -> tensor<4xf32>
// CHECK-DAG: "ttir.bitcast_convert"(%arg1) : (tensor<4xbf16>) -> tensor<4xui16>
func.func @bits(%a: tensor<4xi32>, %b: tensor<4xbf16>) -> (tensor<4xf32>, tensor<4xui16>) {
  %0 = "ttir.bitcast_convert"(%a) : (tensor<4xi32>) -> tensor<4xf32>
  %1 = "ttir.bitcast_convert"(%b) : (tensor<4xbf16>) -> tensor<4xui16>
  return %0, %1 : tensor<4xf32>, tensor<4xui16>
}

// -----

// A signed number of 16 bits is one of 32 on the device: its low bits are those of bf16, and what comes back is signed again.
// CHECK-LABEL: @narrow_bits
// CHECK: %[[MASK:.*]] = "ttir.full"() <{fill_value = 65535 : i32
// CHECK: %[[LOW:.*]] = "ttir.bitwise_and"(%arg0, %[[MASK]])
// CHECK: %[[BITS:.*]] = "ttir.typecast"(%[[LOW]]) {{.*}} -> tensor<4xui16>
// CHECK: "ttir.bitcast_convert"(%[[BITS]]) : (tensor<4xui16>) -> tensor<4xbf16>
// CHECK: %[[BACK:.*]] = "ttir.typecast"(%arg1) {{.*}} -> tensor<4xsi32>
// CHECK: %[[SIGN:.*]] = "ttir.full"() <{fill_value = 128 : i32
// CHECK: %[[TURNED:.*]] = "ttir.bitwise_xor"(%[[BACK]], %[[SIGN]])
// CHECK: "ttir.subtract"(%[[TURNED]], %[[SIGN]])
func.func @narrow_bits(%a: tensor<4xi16>, %b: tensor<4xui8>) -> (tensor<4xbf16>, tensor<4xi8>) {
  %0 = "ttir.bitcast_convert"(%a) : (tensor<4xi16>) -> tensor<4xbf16>
  %1 = "ttir.bitcast_convert"(%b) : (tensor<4xui8>) -> tensor<4xi8>
  return %0, %1 : tensor<4xbf16>, tensor<4xi8>
}

// -----

// Zeros come in behind the eighth bit: of -1 a shift by 1 makes 127, by 0 it stays -1.
// CHECK-LABEL: @narrow_shift
// CHECK: %[[LOW:.*]] = "ttir.bitwise_and"(%arg0, {{.*}})
// CHECK: %[[S:.*]] = "ttir.logical_right_shift"(%[[LOW]], %arg1) : (tensor<4xsi32>, tensor<4xsi32>) -> tensor<4xsi32>
// CHECK: %[[X:.*]] = "ttir.bitwise_xor"(%[[S]], {{.*}})
// CHECK: %[[R:.*]] = "ttir.subtract"(%[[X]], {{.*}})
// Of 32 bits and without a sign there is nothing to do.
// CHECK: %[[A:.*]] = "ttir.logical_right_shift"(%arg2, %arg2)
// CHECK-NEXT: %[[B:.*]] = "ttir.logical_right_shift"(%arg3, %arg3)
// CHECK-NEXT: return %[[R]], %[[A]], %[[B]]
func.func @narrow_shift(%a: tensor<4xi8>, %b: tensor<4xi8>, %c: tensor<4xi32>, %d: tensor<4xui8>) -> (tensor<4xi8>, tensor<4xi32>, tensor<4xui8>) {
  %0 = "ttir.logical_right_shift"(%a, %b) : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  %1 = "ttir.logical_right_shift"(%c, %c) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %2 = "ttir.logical_right_shift"(%d, %d) : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  return %0, %1, %2 : tensor<4xi8>, tensor<4xi32>, tensor<4xui8>
}

// -----

// Of a type to itself it is nothing, also where the device holds other bits.
// CHECK-LABEL: @same_bits
// CHECK-NEXT: return %arg0, %arg1
// expected-warning @below {{tensors of f64 are held as f32}}
func.func @same_bits(%a: tensor<4xf64>, %b: tensor<4xi8>) -> (tensor<4xf64>, tensor<4xi8>) {
  %0 = "ttir.bitcast_convert"(%a) : (tensor<4xf64>) -> tensor<4xf64>
  %1 = "ttir.bitcast_convert"(%b) : (tensor<4xi8>) -> tensor<4xi8>
  return %0, %1 : tensor<4xf64>, tensor<4xi8>
}

// -----

// expected-warning @below {{tensors of f64 are held as f32}}
func.func @wide_bits(%a: tensor<4xf64>) -> tensor<4xi64> {
  // expected-error @below {{takes 'f64' as the bits of 'i64': the device holds no 'f64' but in 32 bits, and its bits are others}}
  %0 = "ttir.bitcast_convert"(%a) : (tensor<4xf64>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

// expected-warning @below {{tensors of f16}}
func.func @half_bits(%a: tensor<4xui16>) -> tensor<4xf16> {
  // expected-error @below {{takes 'ui16' as the bits of 'f16': the device holds no 'f16', and its bits are others}}
  %0 = "ttir.bitcast_convert"(%a) : (tensor<4xui16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

// expected-error @below {{argument 0: no element type of the device stands for 'tensor<4xcomplex<f32>>': it computes in f32, bf16 and integers of 8, 16 and 32 bits; pass its real and its imaginary part as two tensors}}
func.func @complex(%a: tensor<4xcomplex<f32>>) {
  return
}

// -----

// What there is, and the way out: of an argument, of a value between.
// expected-error @below {{argument 1: no element type of the device stands for 'tensor<4xf8E4M3FN>': it computes in f32, bf16 and integers of 8, 16 and 32 bits; pass it as bf16, or, where it is a weight, as bf16 with experimental-weight-dtype=bfp_bf8}}
func.func @eight_bits(%a: tensor<4xf32>, %b: tensor<4xf8E4M3FN>) {
  return
}

// -----

func.func @between(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{no element type of the device stands for 'tensor<4xf8E5M2>': it computes in f32, bf16}}
  %0 = "ttir.typecast"(%a) : (tensor<4xf32>) -> tensor<4xf8E5M2>
  %1 = "ttir.typecast"(%0) : (tensor<4xf8E5M2>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// expected-error @below {{argument 0: no element type of the device stands for 'tensor<4xi7>': it computes in f32, bf16 and integers of 8, 16 and 32 bits; pass it as an integer of the next width}}
func.func @seven_bits(%a: tensor<4xi7>) -> tensor<4xi7> {
  return %a : tensor<4xi7>
}
