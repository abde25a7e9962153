// RUN: alcove-opt %s --split-input-file --verify-diagnostics

#dram = #ttnn.buffer_type<dram>
// expected-error @below {{expected (1, 1) grid shape for dram buffer type with interleaved memory layout, got (8, 8)}}
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <8x8>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>

// -----

#system_memory = #ttnn.buffer_type<system_memory>
// expected-error @below {{expected (1, 1) grid shape for system_memory buffer type, got (3, 4)}}
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <3x4>, memref<32x32xf32, #system_memory>>

// -----

#system_memory = #ttnn.buffer_type<system_memory>
// expected-error @below {{Memory layout is not allowed for SystemMemory buffer type.}}
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xf32, #system_memory>, <interleaved>>

// -----

#l1 = #ttnn.buffer_type<l1>
// expected-error @below {{Memory layout is required for non-SystemMemory buffer type.}}
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #l1>>

// -----

#dram = #ttnn.buffer_type<dram>
// expected-error @below {{BlockSharded layout is not supported for DRAM buffer type; use WidthSharded, HeightSharded or Interleaved}}
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <block_sharded>>

// -----

#l1 = #ttnn.buffer_type<l1>
// expected-error @below {{sharded TTNN layout (width_sharded) must carry a core_range_set}}
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x4>, memref<1x1x!ttcore.tile<32x32, f32>, #l1>, <width_sharded>>

// -----

#l1 = #ttnn.buffer_type<l1>
// expected-error @below {{is not sharded and must not carry a core_range_set}}
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #l1>, <interleaved>, core_ranges = <[#ttnn.core_range<(0,0), (0,0)>]>>

// -----

// expected-error @below {{Start coordinates (3, 0) must be less than or equal to end coordinates (2, 0)}}
#a = #ttnn.core_range<(3,0), (2,0)>

// -----

// expected-error @below {{Core ranges overlap}}
#a = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (3,0)>, #ttnn.core_range<(2,0), (5,0)>]>

// -----

// expected-error @below {{unknown field 'act_block'}}
#a = #ttnn.conv2d_config<act_block = 3>

// -----

// expected-error @below {{field 'act_block_h_override' is given twice}}
#a = #ttnn.conv2d_config<act_block_h_override = 3, act_block_h_override = 4>

// -----

// expected-error @below {{unknown data type 'bf15'}}
func.func private @f(!ttcore.tile<32x32, bf15>)
