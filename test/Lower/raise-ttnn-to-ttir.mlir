// RUN: alcove-opt --raise-ttnn-to-ttir %s --split-input-file 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAID < %t
// RUN: alcove-opt --raise-ttnn-to-ttir=keep-compute-configs=false %s --split-input-file | FileCheck %s --check-prefix=FREE
// RUN: not alcove-opt --raise-ttnn-to-ttir=keep-compute-configs=true %s --split-input-file 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: keep-compute-configs 'true': expected auto or false

// Moves and frees go, activations become ops, what is computed once stands where it is read, and the layouts that
// callers know are written down.
// CHECK-LABEL: func.func @forward
// CHECK-SAME: tensor<64x64xbf16> {alcove.given_layout = #
// CHECK-SAME: -> (tensor<64x64xbf16> {alcove.given_layout
// CHECK-NEXT: %[[W:.*]] = "ttir.permute"(%arg1) <{permutation = array<i64: 1, 0>}>
// CHECK-NEXT: %[[M:.*]] = "ttir.matmul"(%arg0, %[[W]]) {{.*}}: (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
// CHECK-NEXT: %[[R:.*]] = "ttir.relu"(%[[M]])
// CHECK-NEXT: %[[D:.*]] = "ttir.div"(%[[R]], %arg0)
// CHECK-NEXT: return %[[D]]
// CHECK-NOT: forward_const_eval_0
#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#shards = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <2x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (1,0)>]>>
module {
  func.func private @forward_const_eval_0(%w: tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #rows> attributes {tt.function_type = "const_eval"} {
    %0 = "ttnn.permute"(%w) <{permutation = array<i64: 1, 0>}> : (tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #rows>
    return %0 : tensor<64x64xbf16, #rows>
  }
  func.func @forward(%x: tensor<64x64xbf16, #rows>, %w: tensor<64x64xbf16, #rows> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<64x64xbf16, #rows> {
    %0 = ttcore.load_cached(@forward_const_eval_0, [%w]) : (tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #rows>
    %1 = "ttnn.to_memory_config"(%x) : (tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #shards>
    %2 = "ttnn.matmul"(%1, %0) <{activation = "relu", compute_config = #ttnn.device_compute_kernel_config<math_fidelity = hifi4, fp32_dest_acc_en = true>}> : (tensor<64x64xbf16, #shards>, tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #shards>
    "ttnn.deallocate"(%1) : (tensor<64x64xbf16, #shards>) -> ()
    %3 = "ttnn.to_memory_config"(%2) : (tensor<64x64xbf16, #shards>) -> tensor<64x64xbf16, #rows>
    %4 = "ttnn.divide"(%3, %x) : (tensor<64x64xbf16, #rows>, tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #rows>
    return %4 : tensor<64x64xbf16, #rows>
  }
}

// -----
// A fidelity that somebody chose has no place in TTIR: the op stays, in its layouts, and is named.
// SAID: remark: 'ttnn.matmul' stays as it is: its compute_config is kept
// CHECK-LABEL: func.func @chosen
// CHECK-NEXT: %[[A:.*]] = "ttir.relu"(%arg0)
// CHECK-NEXT: %[[L:.*]] = ttir.to_layout %[[A]]{{.*}}: tensor<64x64xbf16> -> tensor<64x64xbf16, #
// CHECK: %[[M:.*]] = "ttnn.matmul"(%[[L]], {{.*}}math_fidelity = lofi
// CHECK-NEXT: %[[B:.*]] = ttir.to_layout %[[M]]{{.*}} -> tensor<64x64xbf16>
// CHECK-NEXT: "ttir.relu"(%[[B]])
// FREE-LABEL: func.func @chosen
// FREE: "ttir.matmul"
#dram = #ttnn.buffer_type<dram>
#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
func.func @chosen(%x: tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #rows> {
  %0 = "ttnn.relu"(%x) : (tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #rows>
  %1 = "ttnn.matmul"(%0, %x) <{compute_config = #ttnn.device_compute_kernel_config<math_fidelity = lofi>}> : (tensor<64x64xbf16, #rows>, tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #rows>
  %2 = "ttnn.relu"(%1) : (tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #rows>
  return %2 : tensor<64x64xbf16, #rows>
}

// -----
// An op without a TTIR counterpart stays; what it takes from the device stays with it.
// SAID: remark: 'ttnn.conv2d' stays as it is: its weights are prepared
// CHECK-LABEL: func.func @prepared
// CHECK: "ttnn.get_device"
// CHECK: "ttnn.conv2d"
#dram = #ttnn.buffer_type<dram>
#rows = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 1024 + d1 * 1024 + d2, d3), <1x1>, memref<32x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#weights = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 288 + d1 * 288 + d2, d3), <1x1>, memref<9x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
func.func @prepared(%x: tensor<1x1x1024x32xbf16, #rows>, %w: tensor<1x1x288x32xbf16, #weights>) -> tensor<1x1x1024x32xbf16, #rows> {
  %d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %0 = "ttnn.conv2d"(%x, %w, %d) <{batch_size = 1 : i32, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 32 : i32, input_height = 32 : i32, input_width = 32 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x1024x32xbf16, #rows>, tensor<1x1x288x32xbf16, #weights>, !ttnn.device) -> tensor<1x1x1024x32xbf16, #rows>
  return %0 : tensor<1x1x1024x32xbf16, #rows>
}

// -----
// Images are images again.
// CHECK-LABEL: func.func @windows
// CHECK: %[[I:.*]] = "ttir.reshape"(%arg0) {{.*}} -> tensor<2x8x6x32xbf16>
// CHECK-NEXT: %[[C:.*]] = "ttir.conv2d"(%[[I]], %arg1){{.*}}padding = array<i32: 1, 0, 2, 1>{{.*}} -> tensor<2x5x5x64xbf16>
// CHECK-NEXT: %[[F:.*]] = "ttir.reshape"(%[[C]]) {{.*}} -> tensor<1x1x50x64xbf16>
// CHECK-NEXT: "ttir.silu"(%[[F]])
// CHECK: "ttir.max_pool2d"({{.*}}ceil_mode = true{{.*}} -> tensor<2x3x3x64xbf16>
#dram = #ttnn.buffer_type<dram>
#host = #ttnn.buffer_type<system_memory>
#in = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 96 + d1 * 96 + d2, d3), <1x1>, memref<3x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#mid = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 64 + d2, d3), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#out = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#w = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 96 + d1 * 3 + d2, d3), <1x1>, memref<6144x3xbf16, #host>>
func.func @windows(%x: tensor<1x1x96x32xbf16, #in>, %w: tensor<64x32x3x3xbf16, #w>) -> tensor<1x1x18x64xbf16, #out> {
  %d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %0 = "ttnn.conv2d"(%x, %w, %d) <{batch_size = 2 : i32, conv2d_config = #ttnn.conv2d_config<activation = <op_type = silu>, config_tensors_in_dram = true>, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 32 : i32, input_height = 8 : i32, input_width = 6 : i32, kernel_size = array<i32: 3, 3>, out_channels = 64 : i32, padding = array<i32: 1, 2, 0, 1>, stride = array<i32: 2, 1>}> : (tensor<1x1x96x32xbf16, #in>, tensor<64x32x3x3xbf16, #w>, !ttnn.device) -> tensor<1x1x50x64xbf16, #mid>
  %1 = "ttnn.max_pool2d"(%0) <{batch_size = 2 : si32, ceil_mode = true, channels = 64 : si32, dilation = array<i32: 1, 1>, input_height = 5 : si32, input_width = 5 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x50x64xbf16, #mid>) -> tensor<1x1x18x64xbf16, #out>
  return %1 : tensor<1x1x18x64xbf16, #out>
}
