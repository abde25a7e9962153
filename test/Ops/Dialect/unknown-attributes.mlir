// RUN: alcove-opt --allow-unknown-ops %s | FileCheck %s
// RUN: alcove-opt --allow-unknown-ops %s | alcove-opt --allow-unknown-ops | FileCheck %s

// Attributes of ttcore and ttir that are not ours stay as they are written.
// CHECK-LABEL: @annotated
// CHECK-SAME: ttcore.runtime_tensor_sharding = #ttcore<runtime_tensor_sharding shard_status = <presharded>, local_shape = tensor<4x20xbf16>>
// CHECK-SAME: ttir.note = #ttir.note<"a > b", [1, {x = (2)}]>
func.func @annotated(%x: tensor<4x40xbf16> {ttcore.runtime_tensor_sharding = #ttcore<runtime_tensor_sharding shard_status = <presharded>, local_shape = tensor<4x20xbf16>>, ttir.note = #ttir.note<"a > b", [1, {x = (2)}]>}) -> tensor<4x40xbf16> {
  // CHECK: "ttir.some_convolution"(%arg0) <{layout = #ttir<convolution_layout input_batch = 0, input_feature = 3>}>
  %0 = "ttir.some_convolution"(%x) <{layout = #ttir<convolution_layout input_batch = 0, input_feature = 3>}> : (tensor<4x40xbf16>) -> tensor<4x40xbf16>
  return %0 : tensor<4x40xbf16>
}
