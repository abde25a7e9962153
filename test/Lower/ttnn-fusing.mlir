// RUN: alcove-opt --ttnn-fusing %s | FileCheck %s
// RUN: alcove-opt %s --ttnn-fusing=disable-patterns=activation-before-reshape | FileCheck %s --check-prefix=OFF

// CHECK-LABEL: @linear
// CHECK-NEXT: %[[L:.*]] = "ttnn.linear"(%arg0, %arg1, %arg2) <{activation = "gelu"
// CHECK-NEXT: return %[[L]]
func.func @linear(%x: tensor<32x64xf32>, %w: tensor<64x16xf32>, %b: tensor<16xf32>) -> tensor<32x16xf32> {
  %0 = "ttnn.linear"(%x, %w, %b) : (tensor<32x64xf32>, tensor<64x16xf32>, tensor<16xf32>) -> tensor<32x16xf32>
  %1 = "ttnn.gelu"(%0) : (tensor<32x16xf32>) -> tensor<32x16xf32>
  return %1 : tensor<32x16xf32>
}

// A second reader wants the value before the activation.
// CHECK-LABEL: @two_readers
// CHECK: "ttnn.matmul"
// CHECK-NOT: activation
// CHECK: "ttnn.relu"
func.func @two_readers(%x: tensor<32x64xf32>, %w: tensor<64x16xf32>) -> (tensor<32x16xf32>, tensor<32x16xf32>) {
  %0 = "ttnn.matmul"(%x, %w) : (tensor<32x64xf32>, tensor<64x16xf32>) -> tensor<32x16xf32>
  %1 = "ttnn.relu"(%0) : (tensor<32x16xf32>) -> tensor<32x16xf32>
  return %0, %1 : tensor<32x16xf32>, tensor<32x16xf32>
}

// CHECK-LABEL: @conv
// CHECK: "ttnn.conv2d"
// CHECK-SAME: conv2d_config = #ttnn.conv2d_config<activation = <op_type = relu>, config_tensors_in_dram = true>
// CHECK-NOT: "ttnn.relu"
func.func @conv(%x: tensor<1x1x64x32xf32>, %w: tensor<32x32x1x1xf32>) -> tensor<1x1x64x32xf32> {
  %d = "ttnn.get_device"() : () -> !ttnn.device
  %0 = "ttnn.conv2d"(%x, %w, %d) <{batch_size = 1 : i32, conv2d_config = #ttnn.conv2d_config<config_tensors_in_dram = true>, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 32 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 1, 1>, out_channels = 32 : i32, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x32xf32>, tensor<32x32x1x1xf32>, !ttnn.device) -> tensor<1x1x64x32xf32>
  %1 = "ttnn.relu"(%0) : (tensor<1x1x64x32xf32>) -> tensor<1x1x64x32xf32>
  return %1 : tensor<1x1x64x32xf32>
}

// The rows between are cut after the activation; off, they stay in front of it.
// CHECK-LABEL: @before_reshape
// CHECK: %[[L:.*]] = "ttnn.matmul"(%arg0, %arg1) <{activation = "silu"
// CHECK: %[[R:.*]] = "ttnn.reshape"(%[[L]])
// CHECK-NEXT: return %[[R]]
// OFF-LABEL: @before_reshape
// OFF: "ttnn.silu"
func.func @before_reshape(%x: tensor<64x64xf32>, %w: tensor<64x16xf32>) -> tensor<2x32x16xf32> {
  %0 = "ttnn.matmul"(%x, %w) : (tensor<64x64xf32>, tensor<64x16xf32>) -> tensor<64x16xf32>
  %1 = "ttnn.reshape"(%0) <{shape = [2 : i32, 32 : i32, 16 : i32]}> : (tensor<64x16xf32>) -> tensor<2x32x16xf32>
  %2 = "ttnn.silu"(%1) : (tensor<2x32x16xf32>) -> tensor<2x32x16xf32>
  return %2 : tensor<2x32x16xf32>
}

// Near miss: somebody reads the reshaped product too.
// CHECK-LABEL: @reshape_with_readers
// CHECK: "ttnn.silu"
func.func @reshape_with_readers(%x: tensor<64x64xf32>, %w: tensor<64x16xf32>) -> (tensor<2x32x16xf32>, tensor<2x32x16xf32>) {
  %0 = "ttnn.matmul"(%x, %w) : (tensor<64x64xf32>, tensor<64x16xf32>) -> tensor<64x16xf32>
  %1 = "ttnn.reshape"(%0) <{shape = [2 : i32, 32 : i32, 16 : i32]}> : (tensor<64x16xf32>) -> tensor<2x32x16xf32>
  %2 = "ttnn.silu"(%1) : (tensor<2x32x16xf32>) -> tensor<2x32x16xf32>
  return %1, %2 : tensor<2x32x16xf32>, tensor<2x32x16xf32>
}
