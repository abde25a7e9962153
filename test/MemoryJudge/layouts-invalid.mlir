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
