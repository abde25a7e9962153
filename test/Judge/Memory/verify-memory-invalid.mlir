// RUN: alcove-opt --allow-unknown-ops %s --split-input-file --verify-diagnostics --ttcore-register-device --ttnn-verify-memory
// RUN: alcove-opt --allow-unknown-ops %s --split-input-file --ttcore-register-device 2>/dev/null | FileCheck %s

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>

// MEM-3: %0 is freed, then read.
// CHECK-LABEL: func.func @read_after_free
func.func @read_after_free(%x: tensor<64x64xbf16, #a>) -> tensor<64x64xbf16, #a> {
  %0 = "ttnn.relu"(%x) : (tensor<64x64xbf16, #a>) -> tensor<64x64xbf16, #a>
  "ttnn.deallocate"(%0) <{force = false}> : (tensor<64x64xbf16, #a>) -> ()
  // expected-error @below {{'ttnn.neg' MEM-3: operand 0 was deallocated before}}
  %1 = "ttnn.neg"(%0) : (tensor<64x64xbf16, #a>) -> tensor<64x64xbf16, #a>
  return %1 : tensor<64x64xbf16, #a>
}

// -----

#dram = #ttnn.buffer_type<dram>
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>

func.func @freed_twice(%x: tensor<64x64xbf16, #a>) {
  "ttnn.deallocate"(%x) <{force = false}> : (tensor<64x64xbf16, #a>) -> ()
  // expected-error @below {{'ttnn.deallocate' MEM-4: its operand was deallocated before}}
  "ttnn.deallocate"(%x) <{force = false}> : (tensor<64x64xbf16, #a>) -> ()
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>

func.func @returns_freed(%x: tensor<64x64xbf16, #a>) -> tensor<64x64xbf16, #a> {
  "ttnn.deallocate"(%x) <{force = false}> : (tensor<64x64xbf16, #a>) -> ()
  // expected-error @below {{'func.return' MEM-5: operand 0 was deallocated before}}
  return %x : tensor<64x64xbf16, #a>
}

// -----

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>

// MEM-2: a unary op keeps the memory layout of its input.
func.func @illegal_layout(%x: tensor<64x64xbf16, #a>) -> tensor<64x64xbf16, #h> {
  // expected-error @below {{'ttnn.relu' MEM-2: is refused by the op model}}
  %0 = "ttnn.relu"(%x) : (tensor<64x64xbf16, #a>) -> tensor<64x64xbf16, #h>
  return %0 : tensor<64x64xbf16, #h>
}

// -----

#l1 = #ttnn.buffer_type<l1>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<16x24x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>>

// MEM-1: input and result hold 384 tiles of 2048 B on one core, 786432 B each; 1498112 B are usable.
func.func @too_much(%x: tensor<512x768xbf16, #h>) -> tensor<512x768xbf16, #h> { // expected-note {{live there}}
  // expected-error @below {{MEM-1: needs 786432 B of L1 per core for itself beside 786432 B of live tensors, 1498112 B are usable}}
  %0 = "ttnn.relu"(%x) : (tensor<512x768xbf16, #h>) -> tensor<512x768xbf16, #h>
  return %0 : tensor<512x768xbf16, #h>
}

// -----

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<15x24x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>>
#rows = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 64 + d2, d3), <1x1>, memref<64x32xbf16, #dram>, <interleaved>>
#pooled = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 16 + d1 * 16 + d2, d3), <1x1>, memref<16x32xbf16, #dram>, <interleaved>>

// MEM-1: 1474560 B fit 1498112 B, but the pool of another function has its tables in the 65536 B of L1_SMALL.
func.func @beside_a_pool(%x: tensor<480x768xbf16, #h>) -> tensor<480x768xbf16, #h> { // expected-note {{live there}}
  // expected-error @below {{MEM-1: needs 737280 B of L1 per core for itself beside 737280 B of live tensors, 1432576 B are usable}}
  %0 = "ttnn.relu"(%x) : (tensor<480x768xbf16, #h>) -> tensor<480x768xbf16, #h>
  return %0 : tensor<480x768xbf16, #h>
}

func.func @pool(%x: tensor<1x1x64x32xbf16, #rows>) -> tensor<1x1x16x32xbf16, #pooled> {
  %0 = "ttnn.max_pool2d"(%x) <{batch_size = 1 : si32, ceil_mode = false, channels = 32 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 8 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x64x32xbf16, #rows>) -> tensor<1x1x16x32xbf16, #pooled>
  return %0 : tensor<1x1x16x32xbf16, #pooled>
}

// -----

#l1 = #ttnn.buffer_type<l1>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<15x24x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>>

// The same in a program without windows.
func.func @alone(%x: tensor<480x768xbf16, #h>) -> tensor<480x768xbf16, #h> {
  %0 = "ttnn.relu"(%x) : (tensor<480x768xbf16, #h>) -> tensor<480x768xbf16, #h>
  return %0 : tensor<480x768xbf16, #h>
}

// -----

#l1 = #ttnn.buffer_type<l1>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>

// MEM-6: what the model does not know may touch DRAM only.
func.func @opaque_in_l1(%x: tensor<64x64xbf16, #h>) -> tensor<64x64xbf16, #h> { // expected-note {{live there}}
  // expected-error @below {{MEM-6: is unknown to the op model and reads L1}}
  %0 = "ttnn.made_up"(%x) : (tensor<64x64xbf16, #h>) -> tensor<64x64xbf16, #h>
  return %0 : tensor<64x64xbf16, #h>
}

// -----

#l1 = #ttnn.buffer_type<l1>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <9x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (8,0)>]>>

// MEM-7: nine cores in a row; the device has eight columns.
// expected-error @below {{'func.func' MEM-7: its shards use core (8, 0), the device has columns 0 to 7 and rows 0 to 7}}
func.func @outside(%x: tensor<288x32xbf16, #h>) {
  return
}

