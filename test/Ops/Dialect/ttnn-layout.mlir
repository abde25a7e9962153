// RUN: alcove-opt --allow-unknown-ops %s | FileCheck %s
// RUN: alcove-opt --allow-unknown-ops %s | alcove-opt --allow-unknown-ops | FileCheck %s

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#system_memory = #ttnn.buffer_type<system_memory>
// The new era: grid shape and core ranges.
#interleaved = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#block = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8>, memref<1x1x!ttcore.tile<32x32, f32>, #l1>, <block_sharded>, core_ranges = #ttnn.core_range_set<[#ttnn.core_range<(0, 0), (7, 0)>]>>
#host = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1024x64xbf16, #system_memory>>
#rank1 = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
// The old era: the grid has a map, the cores follow from it. 12 shards fill row 0 and half of row 1.
#old_width = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x12, (d0, d1) -> (0, d1 floordiv 8, d1 mod 8)>, memref<1x1x!ttcore.tile<32x32, f32>, #l1>, <width_sharded>, exactGrid = true>
#old_block = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x4, (d0, d1) -> (0, d0, d1)>, memref<1x1x!ttcore.tile<32x32, f32>, #l1>, <block_sharded>>

// CHECK-DAG: #[[BLOCK:.*]] = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x8>, memref<1x1x!ttcore.tile<32x32, f32>, #l1>, <block_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (7,0)>]>>
// CHECK-DAG: #{{.*}} = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x12>, memref<1x1x!ttcore.tile<32x32, f32>, #l1>, <width_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (7,0)>, #ttnn.core_range<(0,1), (3,1)>]>>
// CHECK-DAG: #{{.*}} = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x4>, memref<1x1x!ttcore.tile<32x32, f32>, #l1>, <block_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (3,1)>]>>
// CHECK-DAG: #{{.*}} = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1024x64xbf16, #system_memory>>
// CHECK-LABEL: func.func @layouts
// CHECK-SAME: tensor<32x256xf32, #[[BLOCK]]>
func.func @layouts(%0: tensor<32x256xf32, #block>, %1: tensor<1x1x32x64xbf16, #interleaved>, %2: tensor<1024x64xbf16, #host>,
                   %3: tensor<10xf32, #rank1>, %4: tensor<32x384xf32, #old_width>, %5: tensor<64x128xf32, #old_block>) {
  return
}

// CHECK-LABEL: func.func @attributes
// CHECK-SAME: a = #ttnn.memory_config<#l1, <height_sharded>, #ttnn.shard_spec<<[#ttnn.core_range<(0,0), (7,0)>]>, <32x32>, <row_major>>>
// CHECK-SAME: b = #ttnn.conv2d_config<weights_dtype = bf16, activation = <op_type = relu>, deallocate_activation = false, act_block_h_override = 64, shard_layout = height_sharded, core_grid = <>, output_layout = tile>
// CHECK-SAME: c = #ttnn.device_compute_kernel_config<math_fidelity = hifi4, fp32_dest_acc_en = true>
// CHECK-SAME: d = #ttnn.matmul_multi_core_reuse_program_config<compute_with_storage_grid_size = #ttnn.core_coord<7, 9>, in0_block_w = 8
// CHECK-SAME: e = #ttnn<mesh_shape 1x1>
// CHECK-SAME: f = #ttcore<local_shape local_shape = tensor<1xi64>>
func.func @attributes() attributes {
    a = #ttnn.memory_config<#l1, <height_sharded>, #ttnn.shard_spec<#ttnn.core_range_set<[#ttnn.core_range<(0, 0), (7, 0)>]>, <32x32>, <row_major>>>,
    b = #ttnn.conv2d_config<shard_layout = height_sharded, weights_dtype = bf16, activation = <op_type = relu>, deallocate_activation = false, act_block_h_override = 64, core_grid = #ttnn.core_range_set<>, output_layout = tile>,
    c = #ttnn.device_compute_kernel_config<math_fidelity = hifi4, fp32_dest_acc_en = true>,
    d = #ttnn.matmul_multi_core_reuse_program_config<compute_with_storage_grid_size = #ttnn.core_coord<7, 9>, in0_block_w = 8, out_subblock_h = 4, out_subblock_w = 2, per_core_m = 8, per_core_n = 8>,
    e = #ttnn<mesh_shape 1x1>, f = #ttcore<local_shape local_shape = tensor<1xi64>>} {
  return
}

// An op that this dialect does not define is kept as it is where that is asked for.
// CHECK-LABEL: func.func @opaque
// CHECK: "ttnn.made_up"(%{{.*}}) <{factor = 3 : i32}> : (tensor<10xf32
func.func @opaque(%0: tensor<10xf32, #rank1>) -> tensor<10xf32, #rank1> {
  %1 = "ttnn.made_up"(%0) <{factor = 3 : i32}> : (tensor<10xf32, #rank1>) -> tensor<10xf32, #rank1>
  return %1 : tensor<10xf32, #rank1>
}
