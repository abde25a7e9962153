// RUN: alcove-opt %s --ttir-fold-strides | FileCheck %s
// RUN: alcove-opt %s --ttir-fold-strides=disable-patterns=space-to-depth | FileCheck %s --check-prefix=OFF
// RUN: alcove-opt %s --ttir-fold-strides -o %t.mlir
// RUN: alcove-run %s --function=blocks --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=NEAR
// RUN: alcove-run %s --function=blocks --compare=%t.mlir | FileCheck %s --check-prefix=NEAR
// RUN: alcove-run %s --function=rows --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=NEAR
// RUN: alcove-run %s --function=rows --compare=%t.mlir | FileCheck %s --check-prefix=NEAR
// RUN: alcove-run %s --function=channels_last --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=NEAR
// RUN: alcove-run %s --function=channels_last --compare=%t.mlir | FileCheck %s --check-prefix=NEAR
// RUN: alcove-run %s --function=channels_last_odd --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=NEAR
// OFF-NOT: alcove.row_major
// NEAR: result 0: {{.*}} correlation 1.0000000

// 7x7 with stride 2 and padding 3 on 3 channels: 4x4 with stride 1 on 4 x (3 + 1 of zeros). 16 rows and columns of results
// read (16 - 1 + 4) x 2 = 38 of the padded image: 3 in front, 32, 3 behind.
// CHECK-LABEL: func.func @blocks
// CHECK: %[[P:.*]] = "ttir.pad"(%arg0) <{padding = array<i32: 0, 0, 0, 1, 3, 3, 3, 3>, value = 0.000000e+00 : f32}> {alcove.row_major} : (tensor<2x3x32x32xbf16>) -> tensor<2x4x38x38xbf16>
// CHECK-COUNT-4: "ttir.slice_static"(%[[P]]) {{.*}} {alcove.row_major} : (tensor<2x4x38x38xbf16>) -> tensor<2x4x19x19xbf16>
// CHECK: "ttir.concat"({{.*}}) <{dim = 1 : si32}> {alcove.row_major}
// CHECK: "ttir.permute"(%{{.*}}) <{permutation = array<i64: 0, 2, 3, 1>}> {alcove.row_major} : (tensor<2x16x19x19xbf16>) -> tensor<2x19x19x16xbf16>
// CHECK: %[[W:.*]] = "ttir.reshape"(%{{.*}}) <{shape = [8 : i32, 16 : i32, 4 : i32, 4 : i32]}>
// CHECK: "ttir.conv2d"(%{{.*}}, %[[W]], %arg2)
// CHECK-SAME: flattened_image = array<i64: 2, 19, 19>
// CHECK-SAME: padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 1, 1>
// CHECK-SAME: alcove.row_major_input
func.func @blocks(%x: tensor<2x3x32x32xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %w: tensor<8x3x7x7xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>},
                  %b: tensor<1x1x1x8xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x1x512x8xbf16> {
  %0 = "ttir.permute"(%x) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<2x3x32x32xbf16>) -> tensor<2x32x32x3xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [1 : i32, 1 : i32, 2048 : i32, 3 : i32]}> : (tensor<2x32x32x3xbf16>) -> tensor<1x1x2048x3xbf16>
  %2 = "ttir.conv2d"(%1, %w, %b) <{batch_dim = 0 : i64, channel_dim = 3 : i64, dilation = array<i32: 1, 1>, flattened_image = array<i64: 2, 32, 32>, groups = 1 : i32, height_dim = 1 : i64, padding = array<i32: 3, 3, 3, 3>, stride = array<i32: 2, 2>, width_dim = 2 : i64}> : (tensor<1x1x2048x3xbf16>, tensor<8x3x7x7xbf16>, tensor<1x1x1x8xbf16>) -> tensor<1x1x512x8xbf16>
  return %2 : tensor<1x1x512x8xbf16>
}

// Blocks of 8 x 8 would be 64 slices: only the height is folded. Kernel 5 in a block of 8 gets 3 rows of zeros.
// CHECK-LABEL: func.func @rows
// CHECK: "ttir.reshape"(%arg0) <{shape = [2 : i32, 3 : i32, 4 : i32, 8 : i32, 32 : i32]}> {alcove.row_major}
// CHECK: "ttir.permute"(%{{.*}}) <{permutation = array<i64: 0, 2, 1, 3, 4>}> {alcove.row_major}
// CHECK: "ttir.conv2d"
// CHECK-SAME: flattened_image = array<i64: 2, 4, 32>
// CHECK-SAME: stride = array<i32: 1, 8>
// CHECK-SAME: (tensor<1x1x256x24xbf16>, tensor<8x24x1x5xbf16>)
func.func @rows(%x: tensor<2x3x32x32xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %w: tensor<8x3x5x5xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x1x32x8xbf16> {
  %0 = "ttir.permute"(%x) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<2x3x32x32xbf16>) -> tensor<2x32x32x3xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [1 : i32, 1 : i32, 2048 : i32, 3 : i32]}> : (tensor<2x32x32x3xbf16>) -> tensor<1x1x2048x3xbf16>
  %2 = "ttir.conv2d"(%1, %w) <{batch_dim = 0 : i64, channel_dim = 3 : i64, dilation = array<i32: 1, 1>, flattened_image = array<i64: 2, 32, 32>, groups = 1 : i32, height_dim = 1 : i64, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 8, 8>, width_dim = 2 : i64}> : (tensor<1x1x2048x3xbf16>, tensor<8x3x5x5xbf16>) -> tensor<1x1x32x8xbf16>
  return %2 : tensor<1x1x32x8xbf16>
}

// A channel-last image is seen as blocks and turned once. Padding 3 is two blocks and a row of zeros in front of the kernel:
// 8 rows of it are 4 blocks. 12 results read 12 - 1 + 4 = 15 blocks: 2 before the 12 of the image, 1 behind.
// CHECK-LABEL: func.func @channels_last
// CHECK: %[[V:.*]] = "ttir.reshape"(%arg0) <{shape = [48 : i32, 16 : i32, 2 : i32, 3 : i32]}> {alcove.row_major}
// CHECK: %[[T:.*]] = "ttir.permute"(%[[V]]) <{permutation = array<i64: 0, 2, 3, 1>}> {alcove.row_major} : (tensor<48x16x2x3xbf16>) -> tensor<48x2x3x16xbf16>
// CHECK: %[[J:.*]] = "ttir.reshape"(%[[T]]) <{shape = [2 : i32, 12 : i32, 12 : i32, 16 : i32]}> {alcove.row_major}
// CHECK: %[[C:.*]] = "ttir.pad"(%[[J]]) <{padding = array<i32: 0, 0, 0, 0, 0, 4, 0, 0>, value = 0.000000e+00 : f32}> {alcove.row_major}
// CHECK: "ttir.permute"(%[[C]]) <{permutation = array<i64: 0, 1, 3, 2>}> {alcove.row_major} : (tensor<2x12x16x16xbf16>) -> tensor<2x12x16x16xbf16>
// CHECK: "ttir.pad"(%arg1) <{padding = array<i32: 0, 0, 0, 0, 1, 0, 1, 0>
// CHECK: "ttir.conv2d"
// CHECK-SAME: flattened_image = array<i64: 2, 12, 16>
// CHECK-SAME: padding = array<i32: 2, 2, 1, 1>, stride = array<i32: 1, 1>
func.func @channels_last(%x: tensor<2x24x32x3xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %w: tensor<8x3x7x7xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x1x384x8xbf16> {
  %0 = "ttir.reshape"(%x) <{shape = [1 : i32, 1 : i32, 1536 : i32, 3 : i32]}> : (tensor<2x24x32x3xbf16>) -> tensor<1x1x1536x3xbf16>
  %1 = "ttir.conv2d"(%0, %w) <{batch_dim = 0 : i64, channel_dim = 3 : i64, dilation = array<i32: 1, 1>, flattened_image = array<i64: 2, 24, 32>, groups = 1 : i32, height_dim = 1 : i64, padding = array<i32: 3, 3, 3, 3>, stride = array<i32: 2, 2>, width_dim = 2 : i64}> : (tensor<1x1x1536x3xbf16>, tensor<8x3x7x7xbf16>) -> tensor<1x1x384x8xbf16>
  return %1 : tensor<1x1x384x8xbf16>
}

// Rows that are no whole blocks are no view: the image is turned first, in rows, and padded.
// CHECK-LABEL: func.func @channels_last_odd
// CHECK: %[[F:.*]] = "ttir.permute"(%arg0) <{permutation = array<i64: 0, 3, 1, 2>}> {alcove.row_major} : (tensor<2x23x32x3xbf16>) -> tensor<2x3x23x32xbf16>
// CHECK: "ttir.pad"(%[[F]]) <{padding = array<i32: 0, 0, 0, 1, 3, 4, 3, 3>, value = 0.000000e+00 : f32}> {alcove.row_major} : (tensor<2x3x23x32xbf16>) -> tensor<2x4x30x38xbf16>
// CHECK: "ttir.conv2d"
// CHECK-SAME: flattened_image = array<i64: 2, 15, 19>
// CHECK-SAME: stride = array<i32: 1, 1>
func.func @channels_last_odd(%x: tensor<2x23x32x3xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %w: tensor<8x3x7x7xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x1x384x8xbf16> {
  %0 = "ttir.reshape"(%x) <{shape = [1 : i32, 1 : i32, 1472 : i32, 3 : i32]}> : (tensor<2x23x32x3xbf16>) -> tensor<1x1x1472x3xbf16>
  %1 = "ttir.conv2d"(%0, %w) <{batch_dim = 0 : i64, channel_dim = 3 : i64, dilation = array<i32: 1, 1>, flattened_image = array<i64: 2, 23, 32>, groups = 1 : i32, height_dim = 1 : i64, padding = array<i32: 3, 3, 3, 3>, stride = array<i32: 2, 2>, width_dim = 2 : i64}> : (tensor<1x1x1472x3xbf16>, tensor<8x3x7x7xbf16>) -> tensor<1x1x384x8xbf16>
  return %1 : tensor<1x1x384x8xbf16>
}

// Near misses: rows that are another image's; stride 1 has no blocks; weights that are not known before the run; an image that is no input.
// CHECK-LABEL: func.func @other_image
// CHECK-NOT: alcove.row_major
// CHECK-LABEL: func.func @stride_one
// CHECK-NOT: alcove.row_major
// CHECK-LABEL: func.func @unknown_weights
// CHECK-NOT: alcove.row_major
// CHECK-LABEL: func.func @computed
// CHECK-NOT: alcove.row_major
func.func @other_image(%x: tensor<2x32x24x3xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %w: tensor<8x3x7x7xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x1x384x8xbf16> {
  %0 = "ttir.reshape"(%x) <{shape = [1 : i32, 1 : i32, 1536 : i32, 3 : i32]}> : (tensor<2x32x24x3xbf16>) -> tensor<1x1x1536x3xbf16>
  %1 = "ttir.conv2d"(%0, %w) <{batch_dim = 0 : i64, channel_dim = 3 : i64, dilation = array<i32: 1, 1>, flattened_image = array<i64: 2, 24, 32>, groups = 1 : i32, height_dim = 1 : i64, padding = array<i32: 3, 3, 3, 3>, stride = array<i32: 2, 2>, width_dim = 2 : i64}> : (tensor<1x1x1536x3xbf16>, tensor<8x3x7x7xbf16>) -> tensor<1x1x384x8xbf16>
  return %1 : tensor<1x1x384x8xbf16>
}
func.func @stride_one(%x: tensor<2x3x32x32xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %w: tensor<8x3x1x1xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x1x2048x8xbf16> {
  %0 = "ttir.permute"(%x) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<2x3x32x32xbf16>) -> tensor<2x32x32x3xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [1 : i32, 1 : i32, 2048 : i32, 3 : i32]}> : (tensor<2x32x32x3xbf16>) -> tensor<1x1x2048x3xbf16>
  %2 = "ttir.conv2d"(%1, %w) <{batch_dim = 0 : i64, channel_dim = 3 : i64, dilation = array<i32: 1, 1>, flattened_image = array<i64: 2, 32, 32>, groups = 1 : i32, height_dim = 1 : i64, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 1, 1>, width_dim = 2 : i64}> : (tensor<1x1x2048x3xbf16>, tensor<8x3x1x1xbf16>) -> tensor<1x1x2048x8xbf16>
  return %2 : tensor<1x1x2048x8xbf16>
}
func.func @unknown_weights(%x: tensor<2x3x32x32xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %w: tensor<8x3x2x2xbf16>) -> tensor<1x1x512x8xbf16> {
  %0 = "ttir.permute"(%x) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<2x3x32x32xbf16>) -> tensor<2x32x32x3xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [1 : i32, 1 : i32, 2048 : i32, 3 : i32]}> : (tensor<2x32x32x3xbf16>) -> tensor<1x1x2048x3xbf16>
  %2 = "ttir.conv2d"(%1, %w) <{batch_dim = 0 : i64, channel_dim = 3 : i64, dilation = array<i32: 1, 1>, flattened_image = array<i64: 2, 32, 32>, groups = 1 : i32, height_dim = 1 : i64, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>, width_dim = 2 : i64}> : (tensor<1x1x2048x3xbf16>, tensor<8x3x2x2xbf16>) -> tensor<1x1x512x8xbf16>
  return %2 : tensor<1x1x512x8xbf16>
}
func.func @computed(%x: tensor<2x3x32x32xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %w: tensor<8x3x2x2xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x1x512x8xbf16> {
  %r = "ttir.relu"(%x) : (tensor<2x3x32x32xbf16>) -> tensor<2x3x32x32xbf16>
  %0 = "ttir.permute"(%r) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<2x3x32x32xbf16>) -> tensor<2x32x32x3xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [1 : i32, 1 : i32, 2048 : i32, 3 : i32]}> : (tensor<2x32x32x3xbf16>) -> tensor<1x1x2048x3xbf16>
  %2 = "ttir.conv2d"(%1, %w) <{batch_dim = 0 : i64, channel_dim = 3 : i64, dilation = array<i32: 1, 1>, flattened_image = array<i64: 2, 32, 32>, groups = 1 : i32, height_dim = 1 : i64, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>, width_dim = 2 : i64}> : (tensor<1x1x2048x3xbf16>, tensor<8x3x2x2xbf16>) -> tensor<1x1x512x8xbf16>
  return %2 : tensor<1x1x512x8xbf16>
}
