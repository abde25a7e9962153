// RUN: alcove-opt %s --split-input-file --verify-diagnostics

// ttnn.to_layout changes pages and data type where the tensor lies; what else may move is the moves' own.
#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#system = #ttnn.buffer_type<system_memory>
#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xbf16, #dram>, <interleaved>>
#tiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#spread = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
#one_bank = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
#high = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>
#high_rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<32x64xbf16, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>
#host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xbf16, #system>>
func.func @valid(%x: tensor<64x64xbf16, #rows>, %s: tensor<64x64xbf16, #high_rows>) {
  %0 = "ttnn.to_layout"(%x) : (tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #tiles>
  %1 = "ttnn.to_layout"(%s) : (tensor<64x64xbf16, #high_rows>) -> tensor<64x64xbf16, #high>
  %2 = "ttnn.to_memory_config"(%0) : (tensor<64x64xbf16, #tiles>) -> tensor<64x64xbf16, #high>
  %3 = "ttnn.to_tensor_spec"(%x) : (tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #high>
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#system = #ttnn.buffer_type<system_memory>
#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xbf16, #dram>, <interleaved>>
#tiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#spread = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
#one_bank = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
#high = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>
#high_rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<32x64xbf16, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>
#host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xbf16, #system>>

// Another buffer.
func.func @f(%x: tensor<64x64xbf16, #rows>) {
  // expected-error @below {{moves its input from dram interleaved 1x1 to l1 interleaved 8x8, but it may change page layout and data type only: use ttnn.to_memory_config behind it, or ttnn.to_tensor_spec for both}}
  %0 = "ttnn.to_layout"(%x) : (tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #spread>
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#system = #ttnn.buffer_type<system_memory>
#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xbf16, #dram>, <interleaved>>
#tiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#spread = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
#one_bank = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
#high = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>
#high_rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<32x64xbf16, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>
#host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xbf16, #system>>

// Shards of what was interleaved.
func.func @f(%x: tensor<64x64xbf16, #spread>) {
  // expected-error @below {{moves its input from l1 interleaved 8x8 to l1 height_sharded 2x1, but it may change page layout and data type only: use ttnn.to_memory_config behind it, or ttnn.to_tensor_spec for both}}
  %0 = "ttnn.to_layout"(%x) : (tensor<64x64xbf16, #spread>) -> tensor<64x64xbf16, #high>
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#system = #ttnn.buffer_type<system_memory>
#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xbf16, #dram>, <interleaved>>
#tiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#spread = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
#one_bank = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
#high = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>
#high_rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<32x64xbf16, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>
#host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xbf16, #system>>

// Another grid, if only of banks.
func.func @f(%x: tensor<64x64xbf16, #spread>) {
  // expected-error @below {{moves its input from l1 interleaved 8x8 to l1 interleaved 1x1, but it may change page layout and data type only: use ttnn.to_memory_config behind it, or ttnn.to_tensor_spec for both}}
  %0 = "ttnn.to_layout"(%x) : (tensor<64x64xbf16, #spread>) -> tensor<64x64xbf16, #one_bank>
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#system = #ttnn.buffer_type<system_memory>
#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xbf16, #dram>, <interleaved>>
#tiles = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#spread = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
#one_bank = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
#high = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>
#high_rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<32x64xbf16, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>
#host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x64xbf16, #system>>

// From the host.
func.func @f(%x: tensor<64x64xbf16, #host>) {
  // expected-error @below {{moves its input from system_memory to dram interleaved 1x1, but it may change page layout and data type only: use ttnn.to_memory_config behind it, or ttnn.to_tensor_spec for both}}
  %0 = "ttnn.to_layout"(%x) : (tensor<64x64xbf16, #host>) -> tensor<64x64xbf16, #rows>
  return
}
