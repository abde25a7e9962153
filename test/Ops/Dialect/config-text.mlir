// RUN: alcove-opt %s | FileCheck %s
// RUN: alcove-opt %s | alcove-opt | FileCheck %s

// Attributes inside of configurations as tt-mlir prints them: in full where a field is required and in those of matmuls,
// without their name where it may be absent. Either is read.

// CHECK: a = #ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config<compute_with_storage_grid_size = #ttnn.core_coord<8, 8>,
// CHECK-SAME: fused_activation = #ttnn.unary_with_param<op_type = relu>,
// CHECK-SAME: hop_cores = #ttnn.core_range_set<>,
// CHECK-SAME: b = #ttnn.matmul_multi_core_reuse_multi_cast_program_config<compute_with_storage_grid_size = #ttnn.core_coord<8, 8>,
// CHECK-SAME: fused_activation = #ttnn.unary_with_param<op_type = relu>,
// CHECK-SAME: c = #ttnn.matmul_multi_core_reuse_multi_cast_dram_sharded_program_config<{{.*}}fused_activation = #ttnn.unary_with_param<op_type = relu>>
// CHECK-SAME: d = #ttnn.conv2d_config<activation = <op_type = relu>, core_grid = <[#ttnn.core_range<(0,0), (7,0)>]>>
// CHECK-SAME: e = #ttnn.sdpa_program_config<compute_with_storage_grid_size = <8, 8>, sub_core_grids = <[#ttnn.core_range<(0,0), (7,0)>]>, q_chunk_size = 32, k_chunk_size = 32>
// CHECK-SAME: f = #ttnn.layernorm_sharded_multicore_program_config<compute_with_storage_grid_size = <8, 8>, subblock_w = 1, block_h = 1, block_w = 1, inplace = false>
func.func private @configurations() attributes {
  a = #ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config<compute_with_storage_grid_size = <8, 8>, in0_block_w = 1, out_subblock_h = 1, out_subblock_w = 1, out_block_h = 1, out_block_w = 1, per_core_m = 1, per_core_n = 1, fuse_batch = true, fused_activation = <op_type = relu>, mcast_in0 = true, gather_in0 = false, hop_cores = #ttnn.core_range_set<>, num_global_cb_receivers = 1, untilize_out = false>,
  b = #ttnn.matmul_multi_core_reuse_multi_cast_program_config<compute_with_storage_grid_size = #ttnn.core_coord<8, 8>, in0_block_w = 1, out_subblock_h = 1, out_subblock_w = 1, out_block_h = 1, out_block_w = 1, per_core_m = 1, per_core_n = 1, transpose_mcast = false, fused_activation = #ttnn.unary_with_param<op_type = relu>, fuse_batch = true>,
  c = #ttnn.matmul_multi_core_reuse_multi_cast_dram_sharded_program_config<in0_block_w = 1, per_core_m = 1, per_core_n = 1, fused_activation = <op_type = relu>>,
  d = #ttnn.conv2d_config<activation = #ttnn.unary_with_param<op_type = relu>, core_grid = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,0)>]>>,
  e = #ttnn.sdpa_program_config<compute_with_storage_grid_size = #ttnn.core_coord<8, 8>, sub_core_grids = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,0)>]>, q_chunk_size = 32, k_chunk_size = 32>,
  f = #ttnn.layernorm_sharded_multicore_program_config<compute_with_storage_grid_size = #ttnn.core_coord<8, 8>, subblock_w = 1, block_h = 1, block_w = 1, inplace = false>
}
