// RUN: alcove-opt --ttcore-register-device --ttcore-mark-functions-as-forward --raise-ttnn-to-ttir %s 2>/dev/null | FileCheck %s

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#c = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 64 + d2, d3), <1x1>, memref<2x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#m = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 64 + d2, d3), <8x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
#f = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 64 + d2, d3), <1x1>, memref<2x1x!ttcore.tile<32x32, f32>, #dram>, <interleaved>>

// What the cache held before it is written is another tensor, whichever op keeps it.
// CHECK-LABEL: @before
// CHECK: %[[COPY:.*]] = "ttnn.assign"
// CHECK: %[[OLD:.*]] = ttir.to_layout %[[COPY]]
// CHECK: "ttir.fill_cache"(%arg0, %arg1)
// CHECK: "ttir.subtract"(%arg0, %[[OLD]])
func.func @before(%cache: tensor<1x1x64x32xbf16, #c>, %rows: tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #c> {
  %0 = "ttnn.assign"(%cache) : (tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #c>
  "ttnn.fill_cache"(%cache, %rows) <{batch_offset = 0 : i32}> : (tensor<1x1x64x32xbf16, #c>, tensor<1x1x64x32xbf16, #c>) -> ()
  %1 = "ttnn.subtract"(%cache, %0) : (tensor<1x1x64x32xbf16, #c>, tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #c>
  return %1 : tensor<1x1x64x32xbf16, #c>
}

// CHECK-LABEL: @moved_before
// CHECK: "ttnn.to_memory_config"
// CHECK: "ttir.fill_cache"(%arg0, %arg1)
func.func @moved_before(%cache: tensor<1x1x64x32xbf16, #c>, %rows: tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #c> {
  %0 = "ttnn.to_memory_config"(%cache) : (tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #m>
  "ttnn.fill_cache"(%cache, %rows) <{batch_offset = 0 : i32}> : (tensor<1x1x64x32xbf16, #c>, tensor<1x1x64x32xbf16, #c>) -> ()
  %1 = "ttnn.subtract"(%cache, %0) : (tensor<1x1x64x32xbf16, #c>, tensor<1x1x64x32xbf16, #m>) -> tensor<1x1x64x32xbf16, #c>
  return %1 : tensor<1x1x64x32xbf16, #c>
}

// Two moves are one copy of what the cache held.
// CHECK-LABEL: @moved_twice_before
// CHECK: "ttnn.to_memory_config"
// CHECK: %[[OLD:.*]] = ttir.to_layout
// CHECK: "ttir.fill_cache"(%arg0, %arg1)
// CHECK: "ttir.subtract"(%arg0, %[[OLD]])
func.func @moved_twice_before(%cache: tensor<1x1x64x32xbf16, #c>, %rows: tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #c> {
  %0 = "ttnn.to_memory_config"(%cache) : (tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #m>
  %1 = "ttnn.to_memory_config"(%0) : (tensor<1x1x64x32xbf16, #m>) -> tensor<1x1x64x32xbf16, #c>
  "ttnn.fill_cache"(%cache, %rows) <{batch_offset = 0 : i32}> : (tensor<1x1x64x32xbf16, #c>, tensor<1x1x64x32xbf16, #c>) -> ()
  %2 = "ttnn.subtract"(%cache, %1) : (tensor<1x1x64x32xbf16, #c>, tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #c>
  return %2 : tensor<1x1x64x32xbf16, #c>
}

// A copy of another type is made by an op in any case.
// CHECK-LABEL: @cast_before
// CHECK-NOT: ttnn.
// CHECK: %[[OLD:.*]] = "ttir.typecast"(%arg0)
// CHECK: "ttir.fill_cache"(%arg0, %arg1)
// CHECK: return %[[OLD]]
func.func @cast_before(%cache: tensor<1x1x64x32xbf16, #c>, %rows: tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xf32, #f> {
  %0 = "ttnn.to_layout"(%cache) : (tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xf32, #f>
  "ttnn.fill_cache"(%cache, %rows) <{batch_offset = 0 : i32}> : (tensor<1x1x64x32xbf16, #c>, tensor<1x1x64x32xbf16, #c>) -> ()
  return %0 : tensor<1x1x64x32xf32, #f>
}

// A copy that is made to be written leaves its original as it is.
// CHECK-LABEL: @written
// CHECK: %[[COPY:.*]] = "ttnn.assign"
// CHECK: %[[OWN:.*]] = ttir.to_layout %[[COPY]]
// CHECK: "ttir.fill_cache"(%[[OWN]], %arg1)
func.func @written(%cache: tensor<1x1x64x32xbf16, #c>, %rows: tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #c> {
  %0 = "ttnn.assign"(%cache) : (tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #c>
  "ttnn.fill_cache"(%0, %rows) <{batch_offset = 0 : i32}> : (tensor<1x1x64x32xbf16, #c>, tensor<1x1x64x32xbf16, #c>) -> ()
  return %0 : tensor<1x1x64x32xbf16, #c>
}

// Read before it is written, or copied behind that: one tensor, and nothing stays.
// CHECK-LABEL: @one
// CHECK-NOT: ttnn.
// CHECK: return
func.func @one(%cache: tensor<1x1x64x32xbf16, #c>, %rows: tensor<1x1x64x32xbf16, #c>) -> (tensor<1x1x64x32xbf16, #c>, tensor<1x1x64x32xbf16, #c>) {
  %0 = "ttnn.to_memory_config"(%cache) : (tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #m>
  %1 = "ttnn.relu"(%0) : (tensor<1x1x64x32xbf16, #m>) -> tensor<1x1x64x32xbf16, #c>
  "ttnn.fill_cache"(%cache, %rows) <{batch_offset = 0 : i32}> : (tensor<1x1x64x32xbf16, #c>, tensor<1x1x64x32xbf16, #c>) -> ()
  %2 = "ttnn.assign"(%cache) : (tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #c>
  %3 = "ttnn.exp"(%2) : (tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #c>
  return %1, %3 : tensor<1x1x64x32xbf16, #c>, tensor<1x1x64x32xbf16, #c>
}
