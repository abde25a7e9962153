// RUN: alcove-opt %s --split-input-file --verify-diagnostics --ttcore-register-device --ttnn-verify-memory
// RUN: alcove-opt %s --split-input-file --ttcore-register-device 2>/dev/null | FileCheck %s

// 64x64 bf16 in L1 on 2 cores: 1x2 tiles of 2048 B, 4096 B per core. 1498112 B are usable; 1498112 - 4096 = 1494016.

#l1 = #ttnn.buffer_type<l1>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>

// MEM-11: the plan puts %1 half over %0, which is read afterwards: MEM-10.
// CHECK-LABEL: func.func @overlap
// expected-note @below {{live there}}
func.func @overlap(%x: tensor<64x64xbf16, #h>) -> tensor<64x64xbf16, #h> {
  // expected-note @below {{(4096 B per core, [0, 4096))}}
  %0 = "ttnn.relu"(%x) {alcove.address = array<i64: 0>} : (tensor<64x64xbf16, #h>) -> tensor<64x64xbf16, #h>
  // expected-error @below {{'ttnn.neg' MEM-11: places %1 at [2048, 6144): the bytes [2048, 4096) on core (0, 0) belong to %0 [0, 4096), which is live}}
  // expected-note @below {{live there}}
  %1 = "ttnn.neg"(%x) {alcove.address = array<i64: 2048>} : (tensor<64x64xbf16, #h>) -> tensor<64x64xbf16, #h>
  // expected-error @below {{'ttnn.add' MEM-10: reads %0 at [0, 4096): the bytes [2048, 4096) on core (0, 0) belong to %1 [2048, 6144) by now}}
  %2 = "ttnn.add"(%0, %1) : (tensor<64x64xbf16, #h>, tensor<64x64xbf16, #h>) -> tensor<64x64xbf16, #h>
  "ttnn.deallocate"(%0) <{force = false}> : (tensor<64x64xbf16, #h>) -> ()
  "ttnn.deallocate"(%1) <{force = false}> : (tensor<64x64xbf16, #h>) -> ()
  return %2 : tensor<64x64xbf16, #h>
}

// -----

#l1 = #ttnn.buffer_type<l1>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>

// One after the other: the same bytes.
func.func @reuse(%x: tensor<64x64xbf16, #h>) -> tensor<64x64xbf16, #h> {
  %0 = "ttnn.relu"(%x) {alcove.address = array<i64: 4096>} : (tensor<64x64xbf16, #h>) -> tensor<64x64xbf16, #h>
  "ttnn.deallocate"(%0) <{force = false}> : (tensor<64x64xbf16, #h>) -> ()
  %1 = "ttnn.neg"(%x) {alcove.address = array<i64: 4096>} : (tensor<64x64xbf16, #h>) -> tensor<64x64xbf16, #h>
  return %1 : tensor<64x64xbf16, #h>
}

// -----

#l1 = #ttnn.buffer_type<l1>
#h = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>

// expected-note @below {{live there}}
func.func @misplaced(%x: tensor<64x64xbf16, #h>) -> tensor<64x64xbf16, #h> {
  // expected-error @below {{'ttnn.relu' MEM-12: places %0 of 4096 B at address 16: addresses are multiples of 32 and end at 1498112}}
  %0 = "ttnn.relu"(%x) {alcove.address = array<i64: 16>} : (tensor<64x64xbf16, #h>) -> tensor<64x64xbf16, #h>
  // expected-error @below {{'ttnn.neg' MEM-12: places %1 of 4096 B at address 1494048}}
  %1 = "ttnn.neg"(%x) {alcove.address = array<i64: 1494048>} : (tensor<64x64xbf16, #h>) -> tensor<64x64xbf16, #h>
  // expected-error @below {{'ttnn.exp' MEM-12: gives 2 addresses for 1 results}}
  %2 = "ttnn.exp"(%x) {alcove.address = array<i64: 0, 0>} : (tensor<64x64xbf16, #h>) -> tensor<64x64xbf16, #h>
  "ttnn.deallocate"(%0) <{force = false}> : (tensor<64x64xbf16, #h>) -> ()
  "ttnn.deallocate"(%1) <{force = false}> : (tensor<64x64xbf16, #h>) -> ()
  return %2 : tensor<64x64xbf16, #h>
}

// -----

#l1 = #ttnn.buffer_type<l1>
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<16x24x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>>
#b = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<8x8x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>>
#c = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<13x32x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>>
#d = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<13x32x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>

// MEM-8: %x [711680, 1498112) is freed above %y [580608, 711680). 1367040 B are free in two pieces; 851968 B fit neither.
// expected-note @below {{(131072 B per core, [580608, 711680))}}
func.func @fragmented(%x: tensor<512x768xbf16, #a>, %y: tensor<256x256xbf16, #b>, %d: tensor<416x1024xbf16, #d>) -> (tensor<416x1024xbf16, #c>, tensor<256x256xbf16, #b>) {
  "ttnn.deallocate"(%x) <{force = false}> : (tensor<512x768xbf16, #a>) -> ()
  // expected-error @below {{'ttnn.to_memory_config' MEM-8: finds no place for %0 of 851968 B: 1367040 B of L1 per core are free, the largest free range is [711680, 1498112) (786432 B)}}
  %0 = "ttnn.to_memory_config"(%d) : (tensor<416x1024xbf16, #d>) -> tensor<416x1024xbf16, #c>
  return %0, %y : tensor<416x1024xbf16, #c>, tensor<256x256xbf16, #b>
}

// -----

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#in = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2048x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#b = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(3,2), (3,2)>]>>

// MEM-9: the plan puts 2048 B into the middle of the bottom, where relu of a DRAM tensor has its circular buffers.
// expected-note @below {{(2048 B per core, [4096, 6144))}}
func.func @buffers_over_tensor(%x: tensor<32x65536xbf16, #in>, %y: tensor<32x32xbf16, #b> {alcove.address = 4096 : i64}) -> (tensor<32x65536xbf16, #in>, tensor<32x32xbf16, #b>) {
  // expected-error @below {{'ttnn.relu' MEM-9: its circular buffers take [0, 8192) on core (3, 2), where %arg1 [4096, 6144) lies; 1496064 B are free in all}}
  %0 = "ttnn.relu"(%x) : (tensor<32x65536xbf16, #in>) -> tensor<32x65536xbf16, #in>
  return %0, %y : tensor<32x65536xbf16, #in>, tensor<32x32xbf16, #b>
}

// -----

#dram = #ttnn.buffer_type<dram>
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>

// MEM-14: a deallocation was forgotten.
func.func @leak(%x: tensor<64x64xbf16, #a>) -> tensor<64x64xbf16, #a> {
  // expected-error @below {{'ttnn.relu' MEM-14: allocates %0, 2048 B at [2048, 4096) of DRAM, which is neither freed nor returned}}
  %0 = "ttnn.relu"(%x) : (tensor<64x64xbf16, #a>) -> tensor<64x64xbf16, #a>
  %1 = "ttnn.neg"(%0) : (tensor<64x64xbf16, #a>) -> tensor<64x64xbf16, #a>
  return %1 : tensor<64x64xbf16, #a>
}

// -----

#dram = #ttnn.buffer_type<dram>
#huge = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<65536x65536x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>

// MEM-13: 2^32 tiles of 2048 B over 12 channels of 1 GiB.
// expected-error @below {{'func.func' MEM-13: finds no place for %arg0 of 733007753216 B: 1073740800 B of a DRAM channel are free}}
func.func @too_much_dram(%x: tensor<2097152x2097152xbf16, #huge>) {
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#cache = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 64 + d2, d3), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#flat = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>

// MEM-15: %0 is a view of the cache and should still hold what was there before the update: it needed a copy.
func.func @stale_view(%cache: tensor<1x1x64x64xbf16, #cache>, %new: tensor<1x1x64x64xbf16, #cache>) -> tensor<64x64xbf16, #flat> {
  %0 = "ttnn.reshape"(%cache) <{shape = [64 : i32, 64 : i32]}> : (tensor<1x1x64x64xbf16, #cache>) -> tensor<64x64xbf16, #flat>
  "ttnn.fill_cache"(%cache, %new) <{batch_offset = 0 : i32}> : (tensor<1x1x64x64xbf16, #cache>, tensor<1x1x64x64xbf16, #cache>) -> ()
  // expected-error @below {{'ttnn.relu' MEM-15: reads %0, which shares its bytes with %arg0: those were written in place after %0 was made}}
  %1 = "ttnn.relu"(%0) : (tensor<64x64xbf16, #flat>) -> tensor<64x64xbf16, #flat>
  "ttnn.deallocate"(%0) <{force = false}> : (tensor<64x64xbf16, #flat>) -> ()
  return %1 : tensor<64x64xbf16, #flat>
}
