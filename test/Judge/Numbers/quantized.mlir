// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline=optimization-level=2 %s -o %t.mlir
// RUN: alcove-run %s --compare=%t.mlir | FileCheck %s

// Types that say their scale, and the planned program with scales as operands, give the same numbers.

// CHECK: result 0: 8x4 f32 against f32: equal; 100.0 % of 4 ops observed, the same numbers
func.func @f(%a: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %0 = "ttir.quantize"(%a) : (tensor<4x8xf32>) -> tensor<4x8x!quant.uniform<u8:f32:1, {0.1,0.2,0.1,0.2,0.1,0.2,0.1,0.2:3}>>
  %1 = "ttir.requantize"(%0) : (tensor<4x8x!quant.uniform<u8:f32:1, {0.1,0.2,0.1,0.2,0.1,0.2,0.1,0.2:3}>>) -> tensor<4x8x!quant.uniform<i8:f32, 0.125>>
  %2 = "ttir.permute"(%1) <{permutation = array<i64: 1, 0>}> : (tensor<4x8x!quant.uniform<i8:f32, 0.125>>) -> tensor<8x4x!quant.uniform<i8:f32, 0.125>>
  %3 = "ttir.dequantize"(%2) : (tensor<8x4x!quant.uniform<i8:f32, 0.125>>) -> tensor<8x4xf32>
  return %3 : tensor<8x4xf32>
}
