// RUN: alcove-opt --lower-ttir-to-ttnn %s | FileCheck %s

// The dimension of a topk is signed.
// CHECK-LABEL: @topk
// CHECK: "ttnn.topk"({{.*}}) <{dim = 1 : si32, k = 4 : i32,
// CHECK-LABEL: @topk_last
// CHECK: "ttnn.topk"({{.*}}) <{dim = -1 : si32, k = 4 : i32,
func.func @topk(%x: tensor<32x64xbf16>) -> (tensor<32x4xbf16>, tensor<32x4xi32>) {
  %0, %1 = "ttir.topk"(%x) <{dim = 1 : i32, k = 4 : i32}> : (tensor<32x64xbf16>) -> (tensor<32x4xbf16>, tensor<32x4xi32>)
  return %0, %1 : tensor<32x4xbf16>, tensor<32x4xi32>
}
func.func @topk_last(%x: tensor<32x64xbf16>) -> (tensor<32x4xbf16>, tensor<32x4xi32>) {
  %0, %1 = "ttir.topk"(%x) <{k = 4 : i32}> : (tensor<32x64xbf16>) -> (tensor<32x4xbf16>, tensor<32x4xi32>)
  return %0, %1 : tensor<32x4xbf16>, tensor<32x4xi32>
}

// Padding of a transposed convolution by rows and columns; by side only where the sides differ.
// CHECK-LABEL: @alike
// CHECK: "ttnn.conv_transpose2d"({{.*}}padding = array<i32: 1, 0>, stride
// CHECK-LABEL: @unlike
// CHECK: "ttnn.conv_transpose2d"({{.*}}padding = array<i32: 1, 0, 0, 0>, stride
func.func @alike(%x: tensor<1x8x8x32xbf16>, %w: tensor<32x16x2x2xbf16>) -> tensor<1x14x16x16xbf16> {
  %0 = "ttir.conv_transpose2d"(%x, %w) <{dilation = array<i32: 1, 1>, groups = 1 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 1, 0, 1, 0>, stride = array<i32: 2, 2>}> : (tensor<1x8x8x32xbf16>, tensor<32x16x2x2xbf16>) -> tensor<1x14x16x16xbf16>
  return %0 : tensor<1x14x16x16xbf16>
}
func.func @unlike(%x: tensor<1x8x8x32xbf16>, %w: tensor<32x16x2x2xbf16>) -> tensor<1x15x16x16xbf16> {
  %0 = "ttir.conv_transpose2d"(%x, %w) <{dilation = array<i32: 1, 1>, groups = 1 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 1, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x8x8x32xbf16>, tensor<32x16x2x2xbf16>) -> tensor<1x15x16x16xbf16>
  return %0 : tensor<1x15x16x16xbf16>
}
