// annotate_device_placement is its operand.
// RUN: alcove-opt --stablehlo-execute=as-ttir=true %s -o /dev/null
// RUN: alcove plan %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// CHECK: "ttnn.matmul"
module @jit_offload attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x64xf32>, %arg1: tensor<64x64xf32> {mhlo.memory_kind = "pinned_host"}) -> (tensor<32x64xf32> {jax.result_info = "", mhlo.memory_kind = "device"}) {
    %0 = stablehlo.custom_call @annotate_device_placement(%arg1) {has_side_effect = true, mhlo.frontend_attributes = {_xla_buffer_placement = "device"}} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
    %2 = stablehlo.custom_call @annotate_device_placement(%1) {has_side_effect = true, mhlo.frontend_attributes = {_xla_buffer_placement = "device"}} : (tensor<32x64xf32>) -> tensor<32x64xf32>
    return %2 : tensor<32x64xf32>
  }
}
