// RUN: alcove-opt %s --split-input-file --verify-diagnostics -o /dev/null

// Convolutions of TTNN are padded top, bottom, left, right: 57 rows stay, 224 columns get 2 on either side.
func.func @columns(%x: tensor<1x1x12768x64xbf16>, %w: tensor<64x64x3x11xbf16>, %device: !ttnn.device) -> tensor<1x1x3025x64xbf16> {
  %0 = "ttnn.conv2d"(%x, %w, %device) <{in_channels = 64 : i32, out_channels = 64 : i32, batch_size = 1 : i32, input_height = 57 : i32, input_width = 224 : i32, kernel_size = array<i32: 3, 11>, stride = array<i32: 1, 4>, padding = array<i32: 0, 0, 2, 2>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x1x12768x64xbf16>, tensor<64x64x3x11xbf16>, !ttnn.device) -> tensor<1x1x3025x64xbf16>
  return %0 : tensor<1x1x3025x64xbf16>
}

// -----

func.func @rows(%x: tensor<1x1x12768x64xbf16>, %w: tensor<64x64x3x11xbf16>, %device: !ttnn.device) -> tensor<1x1x3025x64xbf16> {
  // expected-error @below {{dimension 2 of result is 3025, expected 3186 (pixels of all images behind the window)}}
  %0 = "ttnn.conv2d"(%x, %w, %device) <{in_channels = 64 : i32, out_channels = 64 : i32, batch_size = 1 : i32, input_height = 57 : i32, input_width = 224 : i32, kernel_size = array<i32: 3, 11>, stride = array<i32: 1, 4>, padding = array<i32: 2, 2, 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x1x12768x64xbf16>, tensor<64x64x3x11xbf16>, !ttnn.device) -> tensor<1x1x3025x64xbf16>
  return %0 : tensor<1x1x3025x64xbf16>
}

// -----

// Numbers that share exponents are tiles in the type of a tensor, too; others are not.
#blocks = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bfp_bf8>, #ttnn.buffer_type<dram>>, <interleaved>>
#tiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
func.func @blocks(%x: tensor<32x32xbf16, #tiles>) -> tensor<32x32x!ttcore.tile<32x32, bfp_bf8>, #blocks> {
  %0 = "ttnn.typecast"(%x) : (tensor<32x32xbf16, #tiles>) -> tensor<32x32x!ttcore.tile<32x32, bfp_bf8>, #blocks>
  return %0 : tensor<32x32x!ttcore.tile<32x32, bfp_bf8>, #blocks>
}

// -----

#tiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>
func.func @tiles(%x: tensor<32x32xbf16, #tiles>) {
  // expected-error @below {{result 0 has tiles as elements: these belong into its layout}}
  %0 = "ttnn.typecast"(%x) : (tensor<32x32xbf16, #tiles>) -> tensor<32x32x!ttcore.tile<32x32, bf16>, #tiles>
  return
}
