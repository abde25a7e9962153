// Fourier transforms are products with cosines and sines.
// RUN: alcove-opt --stablehlo-execute=as-ttir=true %s -o /dev/null
// RUN: alcove plan %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// CHECK-COUNT-6: "ttnn.matmul"
module @jit_fnet attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x16x32xf32>) -> (tensor<2x16x32xf32> {jax.result_info = ""}, tensor<2x16x32xf32>) {
    %0 = stablehlo.convert %arg0 : (tensor<2x16x32xf32>) -> tensor<2x16x32xcomplex<f32>>
    %1 = stablehlo.fft %0, type =  FFT, length = [16, 32] : (tensor<2x16x32xcomplex<f32>>) -> tensor<2x16x32xcomplex<f32>>
    %2 = stablehlo.real %1 : (tensor<2x16x32xcomplex<f32>>) -> tensor<2x16x32xf32>
    %3 = stablehlo.fft %arg0, type =  RFFT, length = [32] : (tensor<2x16x32xf32>) -> tensor<2x16x17xcomplex<f32>>
    %4 = stablehlo.multiply %3, %3 : tensor<2x16x17xcomplex<f32>>
    %5 = stablehlo.fft %4, type =  IRFFT, length = [32] : (tensor<2x16x17xcomplex<f32>>) -> tensor<2x16x32xf32>
    return %2, %5 : tensor<2x16x32xf32>, tensor<2x16x32xf32>
  }
}
