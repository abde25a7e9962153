// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

// Layouts, moves and configurations that contradict themselves.

#l1 = #ttnn.buffer_type<l1>
// expected-error @below {{the grid has 4 places, the core ranges hold more cores}}
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x2>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <block_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (2,2)>]>>
func.func private @f(tensor<64x128xbf16, #a>)

// -----

#l1 = #ttnn.buffer_type<l1>
// expected-error @below {{height_sharded has grid 1x2: it must have one column}}
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x2>, memref<2x2x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>
func.func private @f(tensor<64x128xbf16, #a>)

// -----

#l1 = #ttnn.buffer_type<l1>
// expected-error @below {{width_sharded has grid 2x1: it must have one row}}
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<1x4x!ttcore.tile<32x32, bf16>, #l1>, <width_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>
func.func private @f(tensor<64x128xbf16, #a>)

// -----

#l1 = #ttnn.buffer_type<l1>
// expected-error @below {{height_sharded has grid 2x2: it must have one column}}
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x2>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,1)>]>>
func.func private @f(tensor<64x128xbf16, #a>)

// -----

#dram = #ttnn.buffer_type<dram>
// expected-error @below {{a shard lies without gaps, got 'memref<2x4x!ttcore.tile<32x32, bf16>, strided<[8, 1]>, #ttnn.buffer_type<dram>>'}}
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!ttcore.tile<32x32, bf16>, strided<[8, 1]>, #dram>, <interleaved>>
func.func private @f(tensor<64x128xbf16, #a>)

// -----

#dram = #ttnn.buffer_type<dram>
// expected-error @below {{the map of a layout has no symbols, got affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>}}
#a = #ttnn.ttnn_layout<(d0, d1)[s0] -> (d0 + s0, d1), <1x1>, memref<2x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
func.func private @f(tensor<64x128xbf16, #a>)

// -----

#l1 = #ttnn.buffer_type<l1>
// expected-error @below {{the grid has 4 places, the core ranges hold fewer cores}}
#a = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x4>, memref<2x1x!ttcore.tile<32x32, bf16>, #l1>, <width_sharded>, core_ranges = #ttnn.core_range_set<>>
func.func private @f(tensor<64x128xbf16, #a>)

// -----

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#sys = #ttnn.buffer_type<system_memory>
#td = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
func.func @f(%x: tensor<64x128xbf16, #td>, %d: !ttnn.device) {
  // expected-error @below {{input lies in device memory already}}
  %0 = "ttnn.to_device"(%x, %d) : (tensor<64x128xbf16, #td>, !ttnn.device) -> tensor<64x128xbf16, #td>
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#sys = #ttnn.buffer_type<system_memory>
#td = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#rs = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x128xbf16, #sys>>
func.func @f(%x: tensor<64x128xbf16, #rs>, %d: !ttnn.device) {
  // expected-error @below {{input lies in rows, result in tiles: only ttnn.to_layout changes pages}}
  %0 = "ttnn.to_device"(%x, %d) : (tensor<64x128xbf16, #rs>, !ttnn.device) -> tensor<64x128xbf16, #td>
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#sys = #ttnn.buffer_type<system_memory>
#rs = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x128xbf16, #sys>>
func.func @f(%x: tensor<64x128xbf16, #rs>, %d: !ttnn.device) {
  // expected-error @below {{input lies in system_memory already}}
  %0 = "ttnn.from_device"(%x) : (tensor<64x128xbf16, #rs>) -> tensor<64x128xbf16, #rs>
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#sys = #ttnn.buffer_type<system_memory>
#td = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#rs = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x128xbf16, #sys>>
func.func @f(%x: tensor<64x128xbf16, #td>, %d: !ttnn.device) {
  // expected-error @below {{input lies in tiles, result in rows: only ttnn.to_layout changes pages}}
  %0 = "ttnn.from_device"(%x) : (tensor<64x128xbf16, #td>) -> tensor<64x128xbf16, #rs>
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#sys = #ttnn.buffer_type<system_memory>
#td = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ts = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!ttcore.tile<32x32, bf16>, #sys>>
func.func @f(%x: tensor<64x128xbf16, #ts>, %d: !ttnn.device) {
  // expected-error @below {{input lies in system_memory: both must lie in device memory}}
  %0 = "ttnn.to_memory_config"(%x) : (tensor<64x128xbf16, #ts>) -> tensor<64x128xbf16, #td>
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#sys = #ttnn.buffer_type<system_memory>
#td = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ts = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!ttcore.tile<32x32, bf16>, #sys>>
func.func @f(%x: tensor<64x128xbf16, #td>, %d: !ttnn.device) {
  // expected-error @below {{result lies in system_memory: both must lie in device memory}}
  %0 = "ttnn.to_memory_config"(%x) : (tensor<64x128xbf16, #td>) -> tensor<64x128xbf16, #ts>
  return
}

// -----

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#sys = #ttnn.buffer_type<system_memory>
#td = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#rd = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<64x128xbf16, #dram>, <interleaved>>
func.func @f(%x: tensor<64x128xbf16, #rd>, %d: !ttnn.device) {
  // expected-error @below {{input lies in rows, result in tiles: only ttnn.to_layout changes pages}}
  %0 = "ttnn.to_memory_config"(%x) : (tensor<64x128xbf16, #rd>) -> tensor<64x128xbf16, #td>
  return
}

// -----

func.func @f(%x: tensor<64x128xbf16>, %d: !ttnn.device) {
  // expected-error @below {{mesh_shape is 0x1: both must be at least 1}}
  %0 = "ttnn.get_device"() <{mesh_shape = #ttnn<mesh_shape 0x1>}> : () -> !ttnn.device
  return
}

// -----

func.func @f(%x: tensor<64x128xbf16>, %y: tensor<128x96xbf16>) {
  // expected-error @below {{in0_block_w is 0: it must be at least 1}}
  %0 = "ttnn.matmul"(%x, %y) <{matmul_program_config = #ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config<compute_with_storage_grid_size = #ttnn.core_coord<3, 1>, in0_block_w = 0, out_subblock_h = 1, out_subblock_w = 1, out_block_h = 2, out_block_w = 1, per_core_m = 2, per_core_n = 1, fuse_batch = true, mcast_in0 = true, gather_in0 = false, hop_cores = #ttnn.core_range_set<>, num_global_cb_receivers = 0, untilize_out = false>, transpose_a = false, transpose_b = false}> : (tensor<64x128xbf16>, tensor<128x96xbf16>) -> tensor<64x96xbf16>
  return
}

// -----

func.func @f(%x: tensor<64x128xbf16>, %y: tensor<128x96xbf16>) {
  // expected-error @below {{tiles of the inner dimension (4) must be a multiple of in0_block_w (3)}}
  %0 = "ttnn.matmul"(%x, %y) <{matmul_program_config = #ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config<compute_with_storage_grid_size = #ttnn.core_coord<3, 1>, in0_block_w = 3, out_subblock_h = 1, out_subblock_w = 1, out_block_h = 2, out_block_w = 1, per_core_m = 2, per_core_n = 1, fuse_batch = true, mcast_in0 = true, gather_in0 = false, hop_cores = #ttnn.core_range_set<>, num_global_cb_receivers = 0, untilize_out = false>, transpose_a = false, transpose_b = false}> : (tensor<64x128xbf16>, tensor<128x96xbf16>) -> tensor<64x96xbf16>
  return
}

// -----

func.func @f(%x: tensor<64x128xbf16>, %y: tensor<128x96xbf16>) {
  // expected-error @below {{per_core_n is 0: it must be at least 1}}
  %0 = "ttnn.matmul"(%x, %y) <{matmul_program_config = #ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config<compute_with_storage_grid_size = #ttnn.core_coord<3, 1>, in0_block_w = 4, out_subblock_h = 1, out_subblock_w = 1, out_block_h = 2, out_block_w = 1, per_core_m = 2, per_core_n = 0, fuse_batch = true, mcast_in0 = true, gather_in0 = false, hop_cores = #ttnn.core_range_set<>, num_global_cb_receivers = 0, untilize_out = false>, transpose_a = false, transpose_b = false}> : (tensor<64x128xbf16>, tensor<128x96xbf16>) -> tensor<64x96xbf16>
  return
}

// -----

func.func @f(%x: tensor<64x128xbf16>, %y: tensor<128x96xbf16>) {
  // expected-error @below {{out_block_h (2) must be a multiple of out_subblock_h (3)}}
  %0 = "ttnn.matmul"(%x, %y) <{matmul_program_config = #ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config<compute_with_storage_grid_size = #ttnn.core_coord<3, 1>, in0_block_w = 4, out_subblock_h = 3, out_subblock_w = 1, out_block_h = 2, out_block_w = 1, per_core_m = 2, per_core_n = 1, fuse_batch = true, mcast_in0 = true, gather_in0 = false, hop_cores = #ttnn.core_range_set<>, num_global_cb_receivers = 0, untilize_out = false>, transpose_a = false, transpose_b = false}> : (tensor<64x128xbf16>, tensor<128x96xbf16>) -> tensor<64x96xbf16>
  return
}

// -----

func.func @f(%x: tensor<64x128xbf16>, %y: tensor<128x96xbf16>) {
  // expected-error @below {{per_core_m (2) must be a multiple of out_block_h (3)}}
  %0 = "ttnn.matmul"(%x, %y) <{matmul_program_config = #ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config<compute_with_storage_grid_size = #ttnn.core_coord<3, 1>, in0_block_w = 4, out_subblock_h = 1, out_subblock_w = 1, out_block_h = 3, out_block_w = 1, per_core_m = 2, per_core_n = 1, fuse_batch = true, mcast_in0 = true, gather_in0 = false, hop_cores = #ttnn.core_range_set<>, num_global_cb_receivers = 0, untilize_out = false>, transpose_a = false, transpose_b = false}> : (tensor<64x128xbf16>, tensor<128x96xbf16>) -> tensor<64x96xbf16>
  return
}

// -----

func.func @f(%x: tensor<64x128xbf16>, %y: tensor<128x96xbf16>) {
  // expected-error @below {{compute_with_storage_grid_size must be at least 1 by 1}}
  %0 = "ttnn.matmul"(%x, %y) <{matmul_program_config = #ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config<compute_with_storage_grid_size = #ttnn.core_coord<0, 1>, in0_block_w = 4, out_subblock_h = 1, out_subblock_w = 1, out_block_h = 2, out_block_w = 1, per_core_m = 2, per_core_n = 1, fuse_batch = true, mcast_in0 = true, gather_in0 = false, hop_cores = #ttnn.core_range_set<>, num_global_cb_receivers = 0, untilize_out = false>, transpose_a = false, transpose_b = false}> : (tensor<64x128xbf16>, tensor<128x96xbf16>) -> tensor<64x96xbf16>
  return
}

// -----

func.func @f(%x: tensor<64x128xbf16>, %y: tensor<128x96xbf16>) {
  // expected-error @below {{per_core_m is 0: it must be at least 1}}
  %0 = "ttnn.matmul"(%x, %y) <{matmul_program_config = #ttnn.matmul_multi_core_reuse_multi_cast_program_config<compute_with_storage_grid_size = #ttnn.core_coord<3, 2>, in0_block_w = 4, out_subblock_h = 1, out_subblock_w = 1, out_block_h = 1, out_block_w = 1, per_core_m = 0, per_core_n = 1, transpose_mcast = false, fuse_batch = true>, transpose_a = false, transpose_b = false}> : (tensor<64x128xbf16>, tensor<128x96xbf16>) -> tensor<64x96xbf16>
  return
}

// -----

func.func @f(%x: tensor<64x128xbf16>, %y: tensor<128x96xbf16>) {
  // expected-error @below {{in0_block_w is 0: it must be at least 1}}
  %0 = "ttnn.matmul"(%x, %y) <{matmul_program_config = #ttnn.matmul_multi_core_reuse_multi_cast_program_config<compute_with_storage_grid_size = #ttnn.core_coord<3, 2>, in0_block_w = 0, out_subblock_h = 1, out_subblock_w = 1, out_block_h = 1, out_block_w = 1, per_core_m = 1, per_core_n = 1, transpose_mcast = false, fuse_batch = true>, transpose_a = false, transpose_b = false}> : (tensor<64x128xbf16>, tensor<128x96xbf16>) -> tensor<64x96xbf16>
  return
}

// -----

func.func @f(%x: tensor<1x1x64x32xbf16>, %w: tensor<32x32x3x3xbf16>, %d: !ttnn.device) {
  // expected-error @below {{act_block_h_override is 33: it must be a multiple of 32}}
  %0 = "ttnn.conv2d"(%x, %w, %d) <{batch_size = 1 : i32, conv2d_config = #ttnn.conv2d_config<act_block_h_override = 33>, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 32 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x32xbf16>, tensor<32x32x3x3xbf16>, !ttnn.device) -> tensor<1x1x64x32xbf16>
  return
}

// -----

func.func @f(%x: tensor<1x1x64x32xbf16>, %w: tensor<32x32x3x3xbf16>, %d: !ttnn.device) {
  // expected-error @below {{act_block_w_div is 0: it must be at least 1}}
  %0 = "ttnn.conv2d"(%x, %w, %d) <{batch_size = 1 : i32, conv2d_config = #ttnn.conv2d_config<act_block_w_div = 0>, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 32 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x32xbf16>, tensor<32x32x3x3xbf16>, !ttnn.device) -> tensor<1x1x64x32xbf16>
  return
}

// -----

func.func @f(%x: tensor<1x1x64x32xbf16>, %w: tensor<32x32x3x3xbf16>, %d: !ttnn.device) {
  // expected-error @below {{shard_layout must be one of height_sharded, width_sharded, block_sharded, got 'nd_sharded'}}
  %0 = "ttnn.conv2d"(%x, %w, %d) <{batch_size = 1 : i32, conv2d_config = #ttnn.conv2d_config<shard_layout = nd_sharded>, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 32 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x32xbf16>, tensor<32x32x3x3xbf16>, !ttnn.device) -> tensor<1x1x64x32xbf16>
  return
}

// -----

func.func @f(%x: tensor<1x1x64x32xbf16>, %w: tensor<32x32x3x3xbf16>, %d: !ttnn.device) {
  // expected-error @below {{shard_layout must be one of height_sharded, width_sharded, block_sharded, got 'interleaved'}}
  %0 = "ttnn.conv2d"(%x, %w, %d) <{batch_size = 1 : i32, conv2d_config = #ttnn.conv2d_config<shard_layout = interleaved>, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 32 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x32xbf16>, tensor<32x32x3x3xbf16>, !ttnn.device) -> tensor<1x1x64x32xbf16>
  return
}
