// Rotary positions as complex products.
// RUN: alcove-opt --stablehlo-execute=as-ttir=true %s -o /dev/null
// RUN: alcove plan %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// CHECK: "ttnn.subtract"
module @SyncTensorsGraph.31 {
  func.func @main(%arg0: tensor<1x8x4x32xbf16>, %arg1: tensor<8x16xf32>, %arg2: tensor<8x16xf32>) -> tensor<1x8x4x32xbf16> {
    %0 = stablehlo.convert %arg0 : (tensor<1x8x4x32xbf16>) -> tensor<1x8x4x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x4x32xf32>) -> tensor<1x8x4x16x2xf32>
    %2 = stablehlo.slice %1 [0:1, 0:8, 0:4, 0:16, 0:1] : (tensor<1x8x4x16x2xf32>) -> tensor<1x8x4x16x1xf32>
    %3 = stablehlo.reshape %2 : (tensor<1x8x4x16x1xf32>) -> tensor<1x8x4x16xf32>
    %4 = stablehlo.slice %1 [0:1, 0:8, 0:4, 0:16, 1:2] : (tensor<1x8x4x16x2xf32>) -> tensor<1x8x4x16x1xf32>
    %5 = stablehlo.reshape %4 : (tensor<1x8x4x16x1xf32>) -> tensor<1x8x4x16xf32>
    %6 = stablehlo.complex %3, %5 : tensor<1x8x4x16xcomplex<f32>>
    %7 = stablehlo.complex %arg1, %arg2 : tensor<8x16xcomplex<f32>>
    %8 = stablehlo.reshape %7 : (tensor<8x16xcomplex<f32>>) -> tensor<1x8x1x16xcomplex<f32>>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x8x1x16xcomplex<f32>>) -> tensor<1x8x4x16xcomplex<f32>>
    %10 = stablehlo.multiply %6, %9 : tensor<1x8x4x16xcomplex<f32>>
    %11 = stablehlo.real %10 : (tensor<1x8x4x16xcomplex<f32>>) -> tensor<1x8x4x16xf32>
    %12 = stablehlo.imag %10 : (tensor<1x8x4x16xcomplex<f32>>) -> tensor<1x8x4x16xf32>
    %13 = stablehlo.reshape %11 : (tensor<1x8x4x16xf32>) -> tensor<1x8x4x16x1xf32>
    %14 = stablehlo.reshape %12 : (tensor<1x8x4x16xf32>) -> tensor<1x8x4x16x1xf32>
    %15 = stablehlo.concatenate %13, %14, dim = 4 : (tensor<1x8x4x16x1xf32>, tensor<1x8x4x16x1xf32>) -> tensor<1x8x4x16x2xf32>
    %16 = stablehlo.reshape %15 : (tensor<1x8x4x16x2xf32>) -> tensor<1x8x4x32xf32>
    %17 = stablehlo.convert %16 : (tensor<1x8x4x32xf32>) -> tensor<1x8x4x32xbf16>
    return %17 : tensor<1x8x4x32xbf16>
  }
}
