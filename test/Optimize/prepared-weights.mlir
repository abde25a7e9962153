// RUN: alcove-opt --ttcore-register-device --ttcore-mark-functions-as-forward --ttnn-take-back-plan %s | FileCheck %s
// RUN: alcove-opt --ttnn-to-ttnn %s | FileCheck %s --check-prefix=AGAIN

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#rows = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 1024 + d1 * 1024 + d2, d3), <1x1>, memref<32x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#weights = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 288 + d1 * 288 + d2, d3), <1x1>, memref<9x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#shards = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 1024 + d1 * 1024 + d2, d3), <32x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <height_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (7,3)>]>>

// Weights of shape (1, 1, 3 * 3 * 32, 32) were prepared for this configuration, which stays with its result; the relu
// behind is free.
// CHECK: "ttnn.conv2d"({{.*}}conv2d_config = #ttnn.conv2d_config<{{.*}}shard_layout = height_sharded{{.*}} {alcove.kept_layout} : {{.*}} -> tensor<1x1x1024x32xbf16, #[[SHARDS:.*]]>
// CHECK: "ttnn.relu"({{.*}}) : (tensor<1x1x1024x32xbf16, #[[SHARDS]]>) -> tensor<1x1x1024x32xbf16, #[[ROWS:.*]]>
// CHECK-NEXT: return %{{.*}} : tensor<1x1x1024x32xbf16, #[[ROWS]]>
// AGAIN: "ttnn.conv2d"({{.*}}shard_layout = height_sharded
// AGAIN-NOT: kept_layout
// AGAIN: return
module {
  func.func @forward(%x: tensor<1x1x1024x32xbf16, #rows>, %w: tensor<1x1x288x32xbf16, #weights>) -> tensor<1x1x1024x32xbf16, #rows> {
    %d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
    %0 = "ttnn.conv2d"(%x, %w, %d) <{batch_size = 1 : i32, conv2d_config = #ttnn.conv2d_config<shard_layout = height_sharded>, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 32 : i32, input_height = 32 : i32, input_width = 32 : i32, kernel_size = array<i32: 3, 3>, out_channels = 32 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x1x1024x32xbf16, #rows>, tensor<1x1x288x32xbf16, #weights>, !ttnn.device) -> tensor<1x1x1024x32xbf16, #shards>
    %1 = "ttnn.relu"(%0) : (tensor<1x1x1024x32xbf16, #shards>) -> tensor<1x1x1024x32xbf16, #shards>
    %2 = "ttnn.to_memory_config"(%1) : (tensor<1x1x1024x32xbf16, #shards>) -> tensor<1x1x1024x32xbf16, #rows>
    return %2 : tensor<1x1x1024x32xbf16, #rows>
  }
}
