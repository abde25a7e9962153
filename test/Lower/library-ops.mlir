// RUN: alcove-opt %s --split-input-file --lower-ttir-to-ttnn | FileCheck %s

// (N, L, C) as images of one row: padding left and right only.
// CHECK-LABEL: @conv1d
// CHECK: "ttnn.conv2d"
// CHECK-SAME: input_height = 1 : i32, input_width = 32 : i32, kernel_size = array<i32: 1, 3>{{.*}}padding = array<i32: 0, 0, 1, 1>, stride = array<i32: 1, 2>
func.func @conv1d(%x: tensor<2x32x8xbf16>, %w: tensor<16x4x3xbf16>) -> tensor<2x16x16xbf16> {
  %0 = "ttir.conv1d"(%x, %w) <{dilation = 1 : i32, groups = 2 : i32, padding = 1 : i32, stride = 2 : i32}> : (tensor<2x32x8xbf16>, tensor<16x4x3xbf16>) -> tensor<2x16x16xbf16>
  return %0 : tensor<2x16x16xbf16>
}

// -----

// CHECK-LABEL: @dispatch
// CHECK: "ttnn.all_to_all_dispatch_metadata"{{.*}}operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 0, 0>
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 8x1>]>} {
  func.func @dispatch(%x: tensor<4x1x32x64xbf16>, %i: tensor<4x1x32x2xui16>, %s: tensor<4x1x32x2xbf16>, %m: tensor<1x1x16x8xui16>) -> tensor<1x1024x64xbf16> {
    %0:3 = "ttir.all_to_all_dispatch_metadata"(%x, %i, %s, %m) <{cluster_axis = 0 : i64, num_devices = 8 : i64}> : (tensor<4x1x32x64xbf16>, tensor<4x1x32x2xui16>, tensor<4x1x32x2xbf16>, tensor<1x1x16x8xui16>) -> (tensor<1x1024x64xbf16>, tensor<1x1024x2xui16>, tensor<1x1024x2xbf16>)
    return %0#0 : tensor<1x1024x64xbf16>
  }
}

// -----

// 7, 5, 3, 1: the forward slice from 1 on, turned around by rows of a table.
// CHECK-LABEL: @backwards
// CHECK: "ttnn.slice_static"{{.*}}begins = [0 : i32, 1 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 2 : i32]
// CHECK: "ttnn.embedding"
func.func @backwards(%x: tensor<4x8xf32>) -> tensor<4x4xf32> {
  %0 = "ttir.slice_static"(%x) <{begins = [0 : i32, 7 : i32], ends = [4 : i32, 0 : i32], step = [1 : i32, -2 : i32]}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// One row less, two columns more in front, three less behind.
// CHECK-LABEL: @negative_pad
// CHECK: "ttnn.slice_static"{{.*}}begins = [1 : i32, 0 : i32], ends = [4 : i32, 5 : i32]
// CHECK: "ttnn.pad"{{.*}}padding = array<i32: 0, 0, 2, 0>
func.func @negative_pad(%x: tensor<4x8xf32>) -> tensor<3x7xf32> {
  %0 = "ttir.pad"(%x) <{padding = array<i32: -1, 0, 2, -3>, value = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<3x7xf32>
  return %0 : tensor<3x7xf32>
}
