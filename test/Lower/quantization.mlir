// RUN: alcove-opt --lower-ttir-to-ttnn --split-input-file --verify-diagnostics %s | FileCheck %s

// Element types that say their scale become integers; scale and zero point become operands.

// CHECK-LABEL: func.func @there_and_back(
// CHECK-SAME: -> tensor<8x4xf32,
// CHECK: "ttnn.quantize"({{.*}}) {{.*}}axis = 1 : i32{{.*}} -> tensor<4x8xui8,
// CHECK: "ttnn.requantize"({{.*}}) {{.*}}axis = 1 : i32{{.*}}tensor<8xf32,{{.*}}tensor<8xsi32,{{.*}}tensor<8xf32,{{.*}}tensor<8xsi32,{{.*}} -> tensor<4x8xsi32,
// CHECK: "ttnn.permute"
// CHECK: "ttnn.dequantize"({{.*}}tensor<1xf32,{{.*}} -> tensor<8x4xf32,
func.func @there_and_back(%a: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %0 = "ttir.quantize"(%a) : (tensor<4x8xf32>) -> tensor<4x8x!quant.uniform<u8:f32:1, {0.1,0.2,0.1,0.2,0.1,0.2,0.1,0.2:3}>>
  %1 = "ttir.requantize"(%0) : (tensor<4x8x!quant.uniform<u8:f32:1, {0.1,0.2,0.1,0.2,0.1,0.2,0.1,0.2:3}>>) -> tensor<4x8x!quant.uniform<i8:f32, 0.5>>
  %2 = "ttir.permute"(%1) <{permutation = array<i64: 1, 0>}> : (tensor<4x8x!quant.uniform<i8:f32, 0.5>>) -> tensor<8x4x!quant.uniform<i8:f32, 0.5>>
  %3 = "ttir.dequantize"(%2) : (tensor<8x4x!quant.uniform<i8:f32, 0.5>>) -> tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}

// -----

// One scale for the whole tensor has no axis, whatever the op names; one for each index has one.
// CHECK-LABEL: func.func @one_scale(
// CHECK: "ttnn.quantize"({{[^<]*}}) : (tensor<4x8xf32,{{.*}}tensor<1xf32,
// CHECK: "ttnn.quantize"({{[^<]*}}) <{axis = 1 : i32}> : (tensor<4x8xf32,{{.*}}tensor<8xf32,
func.func @one_scale(%a: tensor<4x8xf32>, %s: tensor<1xf32>, %z: tensor<1xi32>, %t: tensor<8xf32>, %y: tensor<8xi32>) -> (tensor<4x8xi32>, tensor<4x8xi32>) {
  %0 = "ttir.quantize_unrolled"(%a, %s, %z) <{axis = 1 : i32}> : (tensor<4x8xf32>, tensor<1xf32>, tensor<1xi32>) -> tensor<4x8xi32>
  %1 = "ttir.quantize_unrolled"(%a, %t, %y) <{axis = 1 : i32}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xi32>) -> tensor<4x8xi32>
  return %0, %1 : tensor<4x8xi32>, tensor<4x8xi32>
}

// -----

// One scale beside a zero point for each index is one for each index too.
// CHECK-LABEL: func.func @one_scale_of_many(
// CHECK: %[[SCALES:.*]] = "ttnn.repeat"({{.*}}-> tensor<8xf32,
// CHECK: "ttnn.quantize"({{.*}}, %[[SCALES]], {{.*}}) <{axis = 1 : i32}> : (tensor<4x8xf32,{{.*}}tensor<8xf32,{{.*}}tensor<8xsi32,
// CHECK: "ttnn.dequantize"({{.*}}) <{axis = 1 : i32}> : (tensor<4x8xsi32,{{.*}}tensor<8xf32,{{.*}}tensor<8xsi32,
func.func @one_scale_of_many(%a: tensor<4x8xf32>, %s: tensor<1xf32>, %z: tensor<8xi32>, %t: tensor<8xf32>, %y: tensor<i32>) -> tensor<4x8xf32> {
  %0 = "ttir.quantize_unrolled"(%a, %s, %z) <{axis = 1 : i32}> : (tensor<4x8xf32>, tensor<1xf32>, tensor<8xi32>) -> tensor<4x8xi32>
  %1 = "ttir.dequantize_unrolled"(%0, %t, %y) <{axis = 1 : i32}> : (tensor<4x8xi32>, tensor<8xf32>, tensor<i32>) -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// Their integers are not their values.
func.func @arithmetic(%a: tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>> {
  // expected-error @below {{takes or gives quantized elements: only quantize, dequantize, requantize and ops that move elements are lowered with them}}
  %0 = "ttir.neg"(%a) : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 0.5>>
}

// -----

// The library's kernels saturate at 127, not at 4.
// expected-error @below {{no element type of the device stands for}}
func.func @range(%a: tensor<4x!quant.uniform<i8<-4:4>:f32, 0.5>>) -> tensor<4xf32> {
  %0 = "ttir.dequantize"(%a) : (tensor<4x!quant.uniform<i8<-4:4>:f32, 0.5>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @two_axes(%a: tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> tensor<2x2xf32> {
  // expected-error @below {{is quantized along axis 0 before and 1 after}}
  %0 = "ttir.requantize"(%a) : (tensor<2x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>
  %1 = "ttir.dequantize"(%0) : (tensor<2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @rearranged(
// CHECK: "ttnn.permute"({{.*}}) <{{.*}}permutation = array<i64: 2, 1, 0>}>
// CHECK: "ttnn.reshape"({{.*}}) <{shape = [4 : i32, 6 : i32]}>
func.func @rearranged(%a: tensor<2x3x4xf32>) -> tensor<4x6xf32> {
  %0 = "ttir.rearrange"(%a) <{pattern = "a b c -> c (b a)"}> : (tensor<2x3x4xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
