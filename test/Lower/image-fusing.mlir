// RUN: alcove-opt %s --ttir-fusing | FileCheck %s
// RUN: alcove-opt %s --ttir-fusing=disable-patterns=pad-into-window,nearest-upsample | FileCheck %s --check-prefix=OFF
// RUN: alcove-opt %s --ttir-fusing -o %t.mlir
// RUN: alcove-run %s --function=conv --compare=%t.mlir | FileCheck %s --check-prefix=SAME
// RUN: alcove-run %s --function=conv --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=SAME
// RUN: alcove-run %s --function=maximum --compare=%t.mlir | FileCheck %s --check-prefix=SAME
// RUN: alcove-run %s --function=maximum --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=SAME
// RUN: alcove-run %s --function=average --compare=%t.mlir | FileCheck %s --check-prefix=SAME
// RUN: alcove-run %s --function=average --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=SAME
// RUN: alcove-run %s --function=channels_first --compare=%t.mlir | FileCheck %s --check-prefix=SAME
// RUN: alcove-run %s --function=channels_first --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=SAME
// RUN: alcove-run %s --function=channels_last --compare=%t.mlir | FileCheck %s --check-prefix=SAME
// RUN: alcove-run %s --function=channels_last --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=SAME
// OFF-NOT: upsample2d
// OFF-COUNT-3: "ttir.pad"
// SAME: result 0: {{.*}} the same numbers

// Top 1, bottom 2, left 0, right 3 beside what the convolution pads itself (top, left, bottom, right).
// CHECK-LABEL: func.func @conv
// CHECK-NEXT: "ttir.conv2d"(%arg0, %arg1) {{.*}}padding = array<i32: 2, 1, 3, 4>
func.func @conv(%x: tensor<1x6x6x4xbf16>, %w: tensor<4x4x3x3xbf16>) -> tensor<1x9x9x4xbf16> {
  %0 = "ttir.pad"(%x) <{padding = array<i32: 0, 0, 1, 2, 0, 3, 0, 0>, value = 0.0 : f32}> : (tensor<1x6x6x4xbf16>) -> tensor<1x9x9x4xbf16>
  %1 = "ttir.conv2d"(%0, %w) <{stride = array<i32: 1, 1>, padding = array<i32: 1, 1, 1, 1>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x9x9x4xbf16>, tensor<4x4x3x3xbf16>) -> tensor<1x9x9x4xbf16>
  return %1 : tensor<1x9x9x4xbf16>
}

// CHECK-LABEL: func.func @maximum
// CHECK-NEXT: "ttir.max_pool2d"(%arg0) {{.*}}padding = array<i32: 1, 1, 1, 1>
func.func @maximum(%x: tensor<1x8x8x4xbf16>) -> tensor<1x4x4x4xbf16> {
  %0 = "ttir.pad"(%x) <{padding = array<i32: 0, 0, 1, 1, 1, 1, 0, 0>, value = 0xFF800000 : f32}> : (tensor<1x8x8x4xbf16>) -> tensor<1x10x10x4xbf16>
  %1 = "ttir.max_pool2d"(%0) <{kernel = array<i32: 3, 3>, stride = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>, ceil_mode = false}> : (tensor<1x10x10x4xbf16>) -> tensor<1x4x4x4xbf16>
  return %1 : tensor<1x4x4x4xbf16>
}

// CHECK-LABEL: func.func @average
// CHECK-NEXT: "ttir.avg_pool2d"(%arg0) {{.*}}padding = array<i32: 1, 1, 1, 1>
func.func @average(%x: tensor<1x8x8x4xbf16>) -> tensor<1x4x4x4xbf16> {
  %0 = "ttir.pad"(%x) <{padding = array<i32: 0, 0, 1, 1, 1, 1, 0, 0>, value = 0.0 : f32}> : (tensor<1x8x8x4xbf16>) -> tensor<1x10x10x4xbf16>
  %1 = "ttir.avg_pool2d"(%0) <{kernel = array<i32: 3, 3>, stride = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>, ceil_mode = false}> : (tensor<1x10x10x4xbf16>) -> tensor<1x4x4x4xbf16>
  return %1 : tensor<1x4x4x4xbf16>
}

// Each pixel 2 x 3 times.
// CHECK-LABEL: func.func @channels_first
// CHECK: "ttir.permute"(%arg0) <{permutation = array<i64: 0, 2, 3, 1>}>
// CHECK-NEXT: "ttir.upsample2d"(%{{.*}}) <{mode = "nearest", scale_factor = array<i32: 2, 3>}> : (tensor<2x4x6x8xbf16>) -> tensor<2x8x18x8xbf16>
// CHECK-NEXT: "ttir.permute"(%{{.*}}) <{permutation = array<i64: 0, 3, 1, 2>}>
func.func @channels_first(%x: tensor<2x8x4x6xbf16>) -> tensor<2x8x8x18xbf16> {
  %0 = "ttir.reshape"(%x) <{shape = [2 : i32, 8 : i32, 4 : i32, 1 : i32, 6 : i32, 1 : i32]}> : (tensor<2x8x4x6xbf16>) -> tensor<2x8x4x1x6x1xbf16>
  %1 = "ttir.broadcast"(%0) <{broadcast_dimensions = array<i64: 1, 1, 1, 2, 1, 3>}> : (tensor<2x8x4x1x6x1xbf16>) -> tensor<2x8x4x2x6x3xbf16>
  %2 = "ttir.reshape"(%1) <{shape = [2 : i32, 8 : i32, 8 : i32, 18 : i32]}> : (tensor<2x8x4x2x6x3xbf16>) -> tensor<2x8x8x18xbf16>
  return %2 : tensor<2x8x8x18xbf16>
}

// CHECK-LABEL: func.func @channels_last
// CHECK-NEXT: "ttir.upsample2d"(%arg0) <{mode = "nearest", scale_factor = array<i32: 2, 2>}> : (tensor<2x4x6x8xbf16>) -> tensor<2x8x12x8xbf16>
func.func @channels_last(%x: tensor<2x4x6x8xbf16>) -> tensor<2x8x12x8xbf16> {
  %0 = "ttir.reshape"(%x) <{shape = [2 : i32, 4 : i32, 1 : i32, 6 : i32, 1 : i32, 8 : i32]}> : (tensor<2x4x6x8xbf16>) -> tensor<2x4x1x6x1x8xbf16>
  %1 = "ttir.broadcast"(%0) <{broadcast_dimensions = array<i64: 1, 1, 2, 1, 2, 1>}> : (tensor<2x4x1x6x1x8xbf16>) -> tensor<2x4x2x6x2x8xbf16>
  %2 = "ttir.reshape"(%1) <{shape = [2 : i32, 8 : i32, 12 : i32, 8 : i32]}> : (tensor<2x4x2x6x2x8xbf16>) -> tensor<2x8x12x8xbf16>
  return %2 : tensor<2x8x12x8xbf16>
}

// Near misses: zeros around a maximum of what may be negative; windows that see padding alone; padded channels; an
// average over the image alone; whole images repeated, not pixels.
// CHECK-LABEL: func.func @zeros
// CHECK: "ttir.pad"
// CHECK-LABEL: func.func @wide
// CHECK: "ttir.pad"
// CHECK-LABEL: func.func @channels
// CHECK: "ttir.pad"
// CHECK-LABEL: func.func @uncounted
// CHECK: "ttir.pad"
// CHECK-LABEL: func.func @tiled_image
// CHECK-NOT: upsample2d
func.func @zeros(%x: tensor<1x8x8x4xbf16>) -> tensor<1x4x4x4xbf16> {
  %0 = "ttir.pad"(%x) <{padding = array<i32: 0, 0, 1, 1, 1, 1, 0, 0>, value = 0.0 : f32}> : (tensor<1x8x8x4xbf16>) -> tensor<1x10x10x4xbf16>
  %1 = "ttir.max_pool2d"(%0) <{kernel = array<i32: 3, 3>, stride = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>, ceil_mode = false}> : (tensor<1x10x10x4xbf16>) -> tensor<1x4x4x4xbf16>
  return %1 : tensor<1x4x4x4xbf16>
}
func.func @wide(%x: tensor<1x8x8x4xbf16>) -> tensor<1x5x5x4xbf16> {
  %0 = "ttir.pad"(%x) <{padding = array<i32: 0, 0, 2, 2, 2, 2, 0, 0>, value = 0xFF800000 : f32}> : (tensor<1x8x8x4xbf16>) -> tensor<1x12x12x4xbf16>
  %1 = "ttir.max_pool2d"(%0) <{kernel = array<i32: 3, 3>, stride = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>, ceil_mode = false}> : (tensor<1x12x12x4xbf16>) -> tensor<1x5x5x4xbf16>
  return %1 : tensor<1x5x5x4xbf16>
}
func.func @channels(%x: tensor<1x6x6x3xbf16>, %w: tensor<4x4x3x3xbf16>) -> tensor<1x4x4x4xbf16> {
  %0 = "ttir.pad"(%x) <{padding = array<i32: 0, 0, 0, 0, 0, 0, 0, 1>, value = 0.0 : f32}> : (tensor<1x6x6x3xbf16>) -> tensor<1x6x6x4xbf16>
  %1 = "ttir.conv2d"(%0, %w) <{stride = array<i32: 1, 1>, padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x6x6x4xbf16>, tensor<4x4x3x3xbf16>) -> tensor<1x4x4x4xbf16>
  return %1 : tensor<1x4x4x4xbf16>
}
func.func @uncounted(%x: tensor<1x8x8x4xbf16>) -> tensor<1x4x4x4xbf16> {
  %0 = "ttir.pad"(%x) <{padding = array<i32: 0, 0, 1, 1, 1, 1, 0, 0>, value = 0.0 : f32}> : (tensor<1x8x8x4xbf16>) -> tensor<1x10x10x4xbf16>
  %1 = "ttir.avg_pool2d"(%0) <{kernel = array<i32: 3, 3>, stride = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>, ceil_mode = false, count_include_pad = false}> : (tensor<1x10x10x4xbf16>) -> tensor<1x4x4x4xbf16>
  return %1 : tensor<1x4x4x4xbf16>
}
func.func @tiled_image(%x: tensor<2x8x4x6xbf16>) -> tensor<2x8x8x12xbf16> {
  %0 = "ttir.reshape"(%x) <{shape = [2 : i32, 8 : i32, 1 : i32, 4 : i32, 1 : i32, 6 : i32]}> : (tensor<2x8x4x6xbf16>) -> tensor<2x8x1x4x1x6xbf16>
  %1 = "ttir.broadcast"(%0) <{broadcast_dimensions = array<i64: 1, 1, 2, 1, 2, 1>}> : (tensor<2x8x1x4x1x6xbf16>) -> tensor<2x8x2x4x2x6xbf16>
  %2 = "ttir.reshape"(%1) <{shape = [2 : i32, 8 : i32, 8 : i32, 12 : i32]}> : (tensor<2x8x2x4x2x6xbf16>) -> tensor<2x8x8x12xbf16>
  return %2 : tensor<2x8x8x12xbf16>
}
