// RUN: alcove-opt %s --split-input-file | FileCheck %s

// Forms of newer versions that are read as they stand.

// A layout map with three results, and one of another rank than the tensor.
#dram = #ttnn.buffer_type<dram>
#three = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0, d1, d2), <1x1x1>, memref<2x1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#flat = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#shorter = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0, d1, d2), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
// CHECK: func.func private @layouts(tensor<2x32x32xf32, #{{.*}}>, tensor<10xf32, #{{.*}}>, tensor<2x32x32xf32, #{{.*}}>)
func.func private @layouts(tensor<2x32x32xf32, #three>, tensor<10xf32, #flat>, tensor<2x32x32xf32, #shorter>)

// -----

// A chip that the host does not reach by itself.
// CHECK: #ttcore.system_desc<
#system = #ttcore.system_desc<[{role = host, target_triple = "x86_64"}], [{arch = <wormhole_b0>, grid = 2x2, l1_size = 132096, num_dram_channels = 2, l1_unreserved_base = 1024}], [0], [0 : i32], [ 0x0x0x0]>
module attributes {ttcore.system_desc = #system} {}

// -----

// CHECK-LABEL: @segments
func.func @segments(%x: tensor<1x1x32x64xbf16>, %w: tensor<64xbf16>, %q: tensor<1x4x8x32xbf16>, %k: tensor<64x2x32x32xbf16>, %p: tensor<4x16xi32>, %c: tensor<4xi32>, %d: !ttnn.device, %s: !ttnn.global_semaphore) {
  // CHECK: "ttnn.distributed_rms_norm"(%arg0, %arg1, %arg6) <{cluster_axis = 1 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>}>
  %0 = "ttnn.distributed_rms_norm"(%x, %w, %d) <{cluster_axis = 1 : ui32, epsilon = 9.99999974E-6 : f32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, !ttnn.device) -> tensor<1x1x32x64xbf16>
  // With a semaphore; with the four groups of older versions.
  // CHECK: operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 1>
  %1 = "ttnn.distributed_rms_norm"(%x, %w, %s, %d) <{cluster_axis = 1 : ui32, num_links = 2 : ui32, operandSegmentSizes = array<i32: 1, 1, 0, 0, 1, 1>, topology = #ttcore.topology<ring>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, !ttnn.global_semaphore, !ttnn.device) -> tensor<1x1x32x64xbf16>
  // CHECK: operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 1>
  %2 = "ttnn.distributed_rms_norm"(%x, %w, %d) <{cluster_axis = 1 : ui32, operandSegmentSizes = array<i32: 1, 1, 0, 1>}> : (tensor<1x1x32x64xbf16>, tensor<64xbf16>, !ttnn.device) -> tensor<1x1x32x64xbf16>
  // CHECK: "ttir.paged_scaled_dot_product_attention_decode"{{.*}}operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>
  %3 = "ttir.paged_scaled_dot_product_attention_decode"(%q, %k, %k, %p, %q, %c) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<4x16xi32>, tensor<1x4x8x32xbf16>, tensor<4xi32>) -> tensor<1x4x8x32xbf16>
  // CHECK: "ttir.paged_scaled_dot_product_attention_decode"{{.*}}operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0, 1, 0>
  %4 = "ttir.paged_scaled_dot_product_attention_decode"(%q, %k, %k, %p, %c) <{is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 1, 0>}> : (tensor<1x4x8x32xbf16>, tensor<64x2x32x32xbf16>, tensor<64x2x32x32xbf16>, tensor<4x16xi32>, tensor<4xi32>) -> tensor<1x4x8x32xbf16>
  return
}

// -----

// CHECK-LABEL: @windows
func.func @windows(%x: tensor<1x1x64x8xbf16>, %w: tensor<16x8x3x3xbf16>, %v: tensor<1x8x8x8x32xbf16>, %k: tensor<64x32x3x3x3xbf16>, %d: !ttnn.device) {
  // CHECK: flattened_compat_info = #ttir<flattened_compat batch_size = 1, input_height = 8, input_width = 8>
  %0 = "ttir.conv2d"(%x, %w) <{dilation = array<i32: 1, 1>, flattened_compat_info = #ttir<flattened_compat batch_size = 1, input_height = 8, input_width = 8>, groups = 1 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x8xbf16>, tensor<16x8x3x3xbf16>) -> tensor<1x1x64x16xbf16>
  // CHECK: compute_with_storage_grid_size = #ttcore.grid<8x8>
  %1 = "ttnn.conv3d"(%v, %k, %d) <{batch_size = 1 : i32, conv3d_config = #ttnn.conv3d_config<c_in_block = 32, compute_with_storage_grid_size = #ttcore.grid<8x8>>, groups = 1 : i32, in_channels = 32 : i32, input_depth = 8 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 64 : i32, padding = array<i32: 0, 0, 0>, stride = array<i32: 1, 1, 1>}> : (tensor<1x8x8x8x32xbf16>, tensor<64x32x3x3x3xbf16>, !ttnn.device) -> tensor<1x6x6x6x64xbf16>
  return
}

// -----

// CHECK-LABEL: @shapes
func.func @shapes(%v: tensor<8xf32>, %m: tensor<4x8xf32>, %a: tensor<4x8xf32>, %b: tensor<8x6xf32>, %bias: tensor<2x4x6xf32>, %g: tensor<2x32x16x8xbf16>) {
  // Two vectors make one number.
  // CHECK: "ttir.matmul"(%arg0, %arg0)
  %0 = "ttir.matmul"(%v, %v) : (tensor<8xf32>, tensor<8xf32>) -> tensor<1xf32>
  // Backwards: 7, 5, 3, 1.
  // CHECK: step = [1 : i32, -2 : i32]
  %2 = "ttir.slice_static"(%m) <{begins = [0 : i32, 7 : i32], ends = [4 : i32, 0 : i32], step = [1 : i32, -2 : i32]}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  // Nothing at all.
  // CHECK: tensor<4x0xf32>
  %3 = "ttir.slice_static"(%m) <{begins = [0 : i32, 3 : i32], ends = [4 : i32, 3 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x8xf32>) -> tensor<4x0xf32>
  // The bias has a dimension more than the product.
  // CHECK: "ttir.linear"
  %4 = "ttir.linear"(%a, %b, %bias) <{transpose_a = false, transpose_b = false}> : (tensor<4x8xf32>, tensor<8x6xf32>, tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  // CHECK: "ttir.index_select"(%arg1) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}>
  %5 = "ttir.index_select"(%m) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  // CHECK: padding = array<i32: -1, 0, 2, -3>
  %6 = "ttir.pad"(%m) <{padding = array<i32: -1, 0, 2, -3>, value = 0.0 : f32}> : (tensor<4x8xf32>) -> tensor<3x7xf32>
  // CHECK: channel_dim = 1 : i64
  %7 = "ttir.group_norm"(%g) <{channel_dim = 1 : i64, num_groups = 8 : i64, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tensor<2x32x16x8xbf16>) -> tensor<2x32x16x8xbf16>
  return
}

// -----

// Ops on tiles count in tiles.
// CHECK-LABEL: @tiles
func.func @tiles(%a: tensor<2x4x!ttcore.tile<32x32, bf16>>, %b: tensor<2x4x!ttcore.tile<32x32, bf16>>) -> tensor<2x4x!ttcore.tile<32x32, bf16>> {
  // CHECK: "ttir.add"(%arg0, %arg1) : (tensor<2x4x!ttcore.tile<32x32, bf16>>
  %0 = "ttir.add"(%a, %b) : (tensor<2x4x!ttcore.tile<32x32, bf16>>, tensor<2x4x!ttcore.tile<32x32, bf16>>) -> tensor<2x4x!ttcore.tile<32x32, bf16>>
  %1 = "ttir.exp"(%0) : (tensor<2x4x!ttcore.tile<32x32, bf16>>) -> tensor<2x4x!ttcore.tile<32x32, bf16>>
  return %1 : tensor<2x4x!ttcore.tile<32x32, bf16>>
}
