// An op on quantized elements is the op on what they stand for, quantized again.
// RUN: alcove-opt --stablehlo-execute=as-ttir=true %s -o /dev/null
// RUN: alcove-opt --convert-stablehlo-to-ttir %s | FileCheck %s
// CHECK: %[[W:.*]] = "ttir.quantize"(%arg1)
// CHECK: %[[R:.*]] = "ttir.dequantize"(%[[W]])
// CHECK: "ttir.dot_general"(%arg0, %[[R]])
module @quantized {
  func.func @main(%arg0: tensor<16x32xf32>, %arg1: tensor<32x64xf32>) -> tensor<16x64xf32> {
    %0 = stablehlo.uniform_quantize %arg1 : (tensor<32x64xf32>) -> tensor<32x64x!quant.uniform<i8<-127:127>:f32, 0.02>>
    %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x64x!quant.uniform<i8<-127:127>:f32, 0.02>>) -> tensor<16x64xf32>
    return %1 : tensor<16x64xf32>
  }
}
