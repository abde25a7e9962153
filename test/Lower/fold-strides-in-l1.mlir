// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2" %s | FileCheck %s --check-prefix=L1
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=1" %s | FileCheck %s --check-prefix=DRAM

// In L1 rows are exchanged at half the price, and tiles of six channels are shards that the convolution takes: its strides of
// the height alone are folded. In DRAM four slices and one turn in rows are cheaper.
// L1-LABEL: func.func @stem(
// L1-NOT: ttnn.slice_static
// L1: "ttnn.permute"{{.*}}permutation = array<i64: 0, 2, 1, 3, 4>
// L1-NOT: ttnn.slice_static
// L1: "ttnn.conv2d"{{.*}}kernel_size = array<i32: 2, 3>{{.*}}stride = array<i32: 1, 2>
// DRAM-COUNT-4: "ttnn.slice_static"
// DRAM: "ttnn.conv2d"{{.*}}kernel_size = array<i32: 2, 2>{{.*}}stride = array<i32: 1, 1>
func.func @stem(%x: tensor<1x3x224x224xbf16> {ttcore.argument_type = #ttcore.argument_type<input>},
                %w: tensor<32x3x3x3xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x112x112x32xbf16> {
  %0 = "ttir.permute"(%x) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<1x3x224x224xbf16>) -> tensor<1x224x224x3xbf16>
  %1 = "ttir.conv2d"(%0, %w) <{dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 2>}> : (tensor<1x224x224x3xbf16>, tensor<32x3x3x3xbf16>) -> tensor<1x112x112x32xbf16>
  return %1 : tensor<1x112x112x32xbf16>
}

// 5520 rows of 6 are 58 shards of 96, which become tiles where they lie.
// L1-LABEL: func.func @eight_images(
// L1-NOT: ttnn.slice_static
// L1: %[[S:.*]] = "ttnn.to_memory_config"({{.*}} -> tensor<8x115x6x224xbf16
// L1: "ttnn.to_layout"(%[[S]]) {{.*}} -> tensor<8x115x6x224xbf16
// L1: "ttnn.conv2d"{{.*}}kernel_size = array<i32: 4, 7>
func.func @eight_images(%x: tensor<8x3x224x224xbf16> {ttcore.argument_type = #ttcore.argument_type<input>},
                        %w: tensor<64x3x7x7xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<8x112x112x64xbf16> {
  %0 = "ttir.permute"(%x) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<8x3x224x224xbf16>) -> tensor<8x224x224x3xbf16>
  %1 = "ttir.conv2d"(%0, %w) <{dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 3, 3, 3, 3>, stride = array<i32: 2, 2>}> : (tensor<8x224x224x3xbf16>, tensor<64x3x7x7xbf16>) -> tensor<8x112x112x64xbf16>
  return %1 : tensor<8x112x112x64xbf16>
}

// Near miss: 257 rows of blocks are a prime, no shards of which hold whole groups of 6 rows.
// L1-LABEL: func.func @prime(
// L1-COUNT-4: "ttnn.slice_static"
func.func @prime(%x: tensor<1x3x512x512xbf16> {ttcore.argument_type = #ttcore.argument_type<input>},
                 %w: tensor<32x3x3x3xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x256x256x32xbf16> {
  %0 = "ttir.permute"(%x) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<1x3x512x512xbf16>) -> tensor<1x512x512x3xbf16>
  %1 = "ttir.conv2d"(%0, %w) <{dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 2>}> : (tensor<1x512x512x3xbf16>, tensor<32x3x3x3xbf16>) -> tensor<1x256x256x32xbf16>
  return %1 : tensor<1x256x256x32xbf16>
}
