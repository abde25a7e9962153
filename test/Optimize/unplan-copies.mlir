// RUN: alcove-opt --ttcore-register-device --ttcore-mark-functions-as-forward --ttnn-take-back-plan %s | FileCheck %s

#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#c = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 64 + d2, d3), <1x1>, memref<2x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#m = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 64 + d2, d3), <8x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>

// A copy that one writes into is another tensor, and so is one of what is written.
// CHECK-LABEL: @written
// CHECK: "ttnn.assign"
// CHECK: "ttnn.assign"
// CHECK: "ttnn.fill_cache"
func.func @written(%cache: tensor<1x1x64x32xbf16, #c>, %row: tensor<1x1x64x32xbf16, #c>, %other: tensor<1x1x64x32xbf16, #c>) -> (tensor<1x1x64x32xbf16, #c>, tensor<1x1x64x32xbf16, #c>) {
  %0 = "ttnn.assign"(%cache) : (tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #c>
  %1 = "ttnn.assign"(%other) : (tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #c>
  "ttnn.fill_cache"(%0, %row) <{batch_offset = 0 : i32}> : (tensor<1x1x64x32xbf16, #c>, tensor<1x1x64x32xbf16, #c>) -> ()
  "ttnn.fill_cache"(%other, %row) <{batch_offset = 0 : i32}> : (tensor<1x1x64x32xbf16, #c>, tensor<1x1x64x32xbf16, #c>) -> ()
  return %0, %1 : tensor<1x1x64x32xbf16, #c>, tensor<1x1x64x32xbf16, #c>
}

// A move within L1 is the plan's.
// CHECK-LABEL: @moved
// CHECK-NOT: "ttnn.assign"
// CHECK: return
func.func @moved(%x: tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #c> {
  %0 = "ttnn.relu"(%x) : (tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #m>
  %1 = "ttnn.assign"(%0) : (tensor<1x1x64x32xbf16, #m>) -> tensor<1x1x64x32xbf16, #m>
  %2 = "ttnn.exp"(%1) : (tensor<1x1x64x32xbf16, #m>) -> tensor<1x1x64x32xbf16, #c>
  return %2 : tensor<1x1x64x32xbf16, #c>
}

// Where a tensor was moved before somebody writes into it, the copy is of the bytes before.
// CHECK-LABEL: @moved_before
// CHECK: %[[OLD:.*]] = "ttnn.assign"(%arg0)
// CHECK: "ttnn.fill_cache"(%arg0, %arg1)
// CHECK: "ttnn.subtract"(%arg0, %[[OLD]])
func.func @moved_before(%cache: tensor<1x1x64x32xbf16, #c>, %rows: tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #c> {
  %0 = "ttnn.to_memory_config"(%cache) : (tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #m>
  "ttnn.fill_cache"(%cache, %rows) <{batch_offset = 0 : i32}> : (tensor<1x1x64x32xbf16, #c>, tensor<1x1x64x32xbf16, #c>) -> ()
  %1 = "ttnn.subtract"(%cache, %0) : (tensor<1x1x64x32xbf16, #c>, tensor<1x1x64x32xbf16, #m>) -> tensor<1x1x64x32xbf16, #c>
  return %1 : tensor<1x1x64x32xbf16, #c>
}

// Behind that it is of the bytes as they are.
// CHECK-LABEL: @moved_behind
// CHECK-NOT: "ttnn.assign"
// CHECK: return
func.func @moved_behind(%cache: tensor<1x1x64x32xbf16, #c>, %rows: tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #c> {
  "ttnn.fill_cache"(%cache, %rows) <{batch_offset = 0 : i32}> : (tensor<1x1x64x32xbf16, #c>, tensor<1x1x64x32xbf16, #c>) -> ()
  %0 = "ttnn.to_memory_config"(%cache) : (tensor<1x1x64x32xbf16, #c>) -> tensor<1x1x64x32xbf16, #m>
  %1 = "ttnn.subtract"(%cache, %0) : (tensor<1x1x64x32xbf16, #c>, tensor<1x1x64x32xbf16, #m>) -> tensor<1x1x64x32xbf16, #c>
  return %1 : tensor<1x1x64x32xbf16, #c>
}
