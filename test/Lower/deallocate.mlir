// RUN: alcove-opt --ttnn-deallocate --split-input-file --verify-diagnostics %s | FileCheck %s

#dram = #ttnn.buffer_type<dram>
#t = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>

// %a is read last by the second op, %b by the first, %0 by the second; %1 is returned; %2 is never read.
// CHECK-LABEL: @last_use
// CHECK-NEXT: %[[A:.*]] = "ttnn.add"(%arg0, %arg1)
// CHECK-NEXT: "ttnn.deallocate"(%arg1) <{force = false}>
// CHECK-NEXT: %[[M:.*]] = "ttnn.multiply"(%[[A]], %arg0)
// CHECK-NEXT: "ttnn.deallocate"(%arg0)
// CHECK-NEXT: "ttnn.deallocate"(%[[A]])
// CHECK-NEXT: %[[R:.*]] = "ttnn.relu"(%[[M]])
// CHECK-NEXT: "ttnn.deallocate"(%[[R]])
// CHECK-NEXT: return %[[M]]
func.func @last_use(%a: tensor<32x32xf32, #t>, %b: tensor<32x32xf32, #t>) -> tensor<32x32xf32, #t> {
  %0 = "ttnn.add"(%a, %b) : (tensor<32x32xf32, #t>, tensor<32x32xf32, #t>) -> tensor<32x32xf32, #t>
  %1 = "ttnn.multiply"(%0, %a) : (tensor<32x32xf32, #t>, tensor<32x32xf32, #t>) -> tensor<32x32xf32, #t>
  %2 = "ttnn.relu"(%1) : (tensor<32x32xf32, #t>) -> tensor<32x32xf32, #t>
  return %1 : tensor<32x32xf32, #t>
}

// Arguments of const-eval functions belong to the caller.
// CHECK-LABEL: @const_eval
// CHECK-NOT: deallocate"(%arg0)
func.func private @const_eval(%a: tensor<32x32xf32, #t>) -> tensor<32x32xf32, #t> attributes {tt.function_type = "const_eval"} {
  %0 = "ttnn.relu"(%a) : (tensor<32x32xf32, #t>) -> tensor<32x32xf32, #t>
  return %0 : tensor<32x32xf32, #t>
}

// -----

#dram = #ttnn.buffer_type<dram>
#c = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 * 32 + d2, d3), <1x1>, memref<1x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>
#i = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x1x!ttcore.tile<32x32, si32>, #dram>, <interleaved>>

// A cache outlives the call that writes it.
// CHECK-LABEL: @cache
// CHECK-NEXT: "ttnn.update_cache"(%arg0, %arg1, %arg2)
// CHECK-NEXT: "ttnn.deallocate"(%arg1)
// CHECK-NEXT: "ttnn.deallocate"(%arg2)
// CHECK-NEXT: return
func.func @cache(%cache: tensor<1x1x32x32xf32, #c>, %v: tensor<1x1x1x32xf32, #c>, %at: tensor<1xsi32, #i>) {
  "ttnn.update_cache"(%cache, %v, %at) <{batch_offset = 0 : i32}> : (tensor<1x1x32x32xf32, #c>, tensor<1x1x1x32xf32, #c>, tensor<1xsi32, #i>) -> ()
  return
}

// -----

#l1 = #ttnn.buffer_type<l1>
#dram = #ttnn.buffer_type<dram>
#system_memory = #ttnn.buffer_type<system_memory>
#x = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 64 + d2, d3), <2x1>, memref<1x1x!ttcore.tile<32x32, f32>, #l1>, <height_sharded>, core_ranges = #ttnn.core_range_set<[#ttnn.core_range<(0, 0), (1, 0)>]>>
#w = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 32 + d1 + d2, d3), <1x1>, memref<1024x1xf32, #system_memory>>

// The convolution frees its activation, but relu reads it afterwards.
func.func @use_after_free(%x: tensor<1x1x64x32xf32, #x>, %w: tensor<32x32x1x1xf32, #w>) -> (tensor<1x1x64x32xf32, #x>, tensor<1x1x64x32xf32, #x>) {
  %d = "ttnn.get_device"() : () -> !ttnn.device
  // expected-error @below {{use-after-free detected: op deallocates its input but is not the last user}}
  %0 = "ttnn.conv2d"(%x, %w, %d) <{batch_size = 1 : i32, conv2d_config = #ttnn.conv2d_config<deallocate_activation = true>, dilation = array<i32: 1, 1>, groups = 1 : i32, in_channels = 32 : i32, input_height = 8 : i32, input_width = 8 : i32, kernel_size = array<i32: 1, 1>, out_channels = 32 : i32, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x1x64x32xf32, #x>, tensor<32x32x1x1xf32, #w>, !ttnn.device) -> tensor<1x1x64x32xf32, #x>
  %1 = "ttnn.relu"(%x) : (tensor<1x1x64x32xf32, #x>) -> tensor<1x1x64x32xf32, #x>
  return %0, %1 : tensor<1x1x64x32xf32, #x>, tensor<1x1x64x32xf32, #x>
}
