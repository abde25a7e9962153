// RUN: alcove-opt %s --split-input-file --verify-diagnostics --ttcore-register-device --ttnn-verify-memory

#dram = #ttnn.buffer_type<dram>
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#larger = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<3x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>

// MEM-16: 64x64 is 2x2 tiles, the memref has a row more.
func.func @dram_memref(%x: tensor<64x64xbf16, #a>) {
  // expected-error @below {{'ttnn.relu' MEM-16: its 2x2 tiles on a grid of 1x1 make shards of 2x2, its memref is 3x2}}
  %0 = "ttnn.relu"(%x) : (tensor<64x64xbf16, #a>) -> tensor<64x64xbf16, #larger>
  "ttnn.deallocate"(%0) <{force = false}> : (tensor<64x64xbf16, #larger>) -> ()
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#pages = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>

// MEM-16: 4 pages over 64 cores are at most one each.
func.func @l1_pages(%x: tensor<64x64xbf16, #a>) {
  // expected-error @below {{'ttnn.relu' MEM-16: its 2x2 tiles over 8x8 cores are 1 each, its memref holds 2}}
  %0 = "ttnn.relu"(%x) : (tensor<64x64xbf16, #a>) -> tensor<64x64xbf16, #pages>
  "ttnn.deallocate"(%0) <{force = false}> : (tensor<64x64xbf16, #pages>) -> ()
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#f32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>

// MEM-17
func.func @elements(%x: tensor<64x64xbf16, #a>) {
  // expected-error @below {{'ttnn.relu' MEM-17: its elements are bf16, its layout stores f32}}
  %0 = "ttnn.relu"(%x) : (tensor<64x64xbf16, #a>) -> tensor<64x64xbf16, #f32>
  "ttnn.deallocate"(%0) <{force = false}> : (tensor<64x64xbf16, #f32>) -> ()
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#f32 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xf32, #dram>, <interleaved>>

// MEM-17: a change of layout is not a typecast.
func.func @conversion(%x: tensor<64x64xbf16, #a>) {
  // expected-error @below {{'ttnn.to_layout' MEM-17: it turns bf16 into f32: a conversion of elements is a typecast}}
  %0 = "ttnn.to_layout"(%x) : (tensor<64x64xbf16, #a>) -> tensor<64x64xf32, #f32>
  "ttnn.deallocate"(%0) <{force = false}> : (tensor<64x64xf32, #f32>) -> ()
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#system = #ttnn.buffer_type<system_memory>
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #system>>

// MEM-18
func.func @place(%x: tensor<64x64xbf16, #a>) {
  // expected-error @below {{'ttnn.relu' MEM-18: its operands lie on the device, its result in system_memory}}
  %0 = "ttnn.relu"(%x) : (tensor<64x64xbf16, #a>) -> tensor<64x64xbf16, #host>
  return
}

// -----

#l1 = #ttnn.buffer_type<l1>
#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<32x64xbf16, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>
#there = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>
#elsewhere = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,1), (1,1)>]>>

// MEM-19: the verifier of the dialect does not compare cores. The first one stays on its cores.
// expected-note @below {{live there}}
func.func @cores(%x: tensor<64x64xbf16, #rows>) {
  // expected-note @below {{live there}}
  %0 = "ttnn.to_layout"(%x) : (tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #there>
  // expected-error @below {{'ttnn.to_layout' MEM-19: it changes pages alone, but cores differ between operand and result}}
  %1 = "ttnn.to_layout"(%x) : (tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #elsewhere>
  "ttnn.deallocate"(%0) <{force = false}> : (tensor<64x64xbf16, #there>) -> ()
  "ttnn.deallocate"(%1) <{force = false}> : (tensor<64x64xbf16, #elsewhere>) -> ()
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#swapped = #ttnn.ttnn_layout<(d0, d1) -> (d1, d0), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>

// MEM-21: 64x64 fits either way, element (1, 0) does not.
func.func @swapped(%x: tensor<64x64xbf16, #a>) {
  // expected-error @below {{'ttnn.relu' MEM-21: its map puts element (1, 0) at (0, 1), row by row it is at (1, 0)}}
  %0 = "ttnn.relu"(%x) : (tensor<64x64xbf16, #a>) -> tensor<64x64xbf16, #swapped>
  "ttnn.deallocate"(%0) <{force = false}> : (tensor<64x64xbf16, #swapped>) -> ()
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#a = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#unpadded = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 20 + d1, d2), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>

// MEM-21: the second image of 20 rows begins at a tile; the argument says so.
func.func @unpadded(%x: tensor<2x20x64xbf16, #a>) {
  // expected-error @below {{'ttnn.relu' MEM-21: its map puts element (1, 0, 0) at (20, 0), row by row it is at (32, 0)}}
  %0 = "ttnn.relu"(%x) : (tensor<2x20x64xbf16, #a>) -> tensor<2x20x64xbf16, #unpadded>
  "ttnn.deallocate"(%0) <{force = false}> : (tensor<2x20x64xbf16, #unpadded>) -> ()
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#rank = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 64 + d1, d2), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>

// MEM-21
func.func @rank(%x: tensor<64x64xbf16, #a>) {
  // expected-error @below {{'ttnn.relu' MEM-21: its map has 3 dimensions, the tensor 2}}
  %0 = "ttnn.relu"(%x) : (tensor<64x64xbf16, #a>) -> tensor<64x64xbf16, #rank>
  "ttnn.deallocate"(%0) <{force = false}> : (tensor<64x64xbf16, #rank>) -> ()
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#host = #ttnn.buffer_type<system_memory>
#rows = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 96 + d1 * 3 + d2, d3), <1x1>, memref<3072x3xbf16, #host>>
#moved = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 96 + d1 * 3 + d2, d3), <1x1>, memref<3072x3xbf16, #dram>, <interleaved>>
#weights = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 288 + d1 * 288 + d2, d3), <1x1>, memref<9x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>

// MEM-20: the same weights on the host are prepared, those in DRAM are not.
func.func @prepared(%h: tensor<32x32x3x3xbf16, #rows>, %w: tensor<32x32x3x3xbf16, #moved>) -> (tensor<1x1x288x32xbf16, #weights>, tensor<1x1x288x32xbf16, #weights>) {
  %d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %0 = "ttnn.prepare_conv2d_weights"(%h, %d) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, has_bias = false, in_channels = 32 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 32 : i32, input_memory_config = #ttnn.memory_config<#dram, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 32 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 1, 1>, weights_format = "OIHW"}> : (tensor<32x32x3x3xbf16, #rows>, !ttnn.device) -> tensor<1x1x288x32xbf16, #weights>
  // expected-error @below {{'ttnn.prepare_conv2d_weights' MEM-20: it prepares rows on the host, its operand lies in dram in rows}}
  %1 = "ttnn.prepare_conv2d_weights"(%w, %d) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, has_bias = false, in_channels = 32 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 32 : i32, input_memory_config = #ttnn.memory_config<#dram, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 32 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 1, 1>, weights_format = "OIHW"}> : (tensor<32x32x3x3xbf16, #moved>, !ttnn.device) -> tensor<1x1x288x32xbf16, #weights>
  return %0, %1 : tensor<1x1x288x32xbf16, #weights>, tensor<1x1x288x32xbf16, #weights>
}
