// RUN: alcove-opt --lower-ttir-to-ttnn="optimization-level=1" %s | FileCheck %s
// RUN: alcove-opt --lower-ttir-to-ttnn="optimization-level=0" %s | FileCheck %s --check-prefix=LEVEL0

// The module is wrapped, the device registered, inputs are row-major and become tiles before their first use; every
// tensor is freed after its last use, what is returned is not.

// CHECK: ttcore.device_module
// CHECK: builtin.module attributes {ttcore.system_desc =
// CHECK: ttcore.device @default_device = <workerGrid = #ttcore.grid<8x8
// CHECK: func.func @main(%[[X:.*]]: tensor<32x64xbf16, #[[ROWS:.*]]> {{.*}}, %[[W:.*]]: tensor<64x32xbf16, #[[TILES:[^>]*]]>
// CHECK-SAME: tt.function_type = "forward_device"
// CHECK-NEXT: %[[TILED:.*]] = "ttnn.to_layout"(%[[X]])
// CHECK-NEXT: "ttnn.deallocate"(%[[X]]) <{force = false}>
// CHECK-NEXT: %[[Y:.*]] = "ttnn.matmul"(%[[TILED]], %[[W]]) <{transpose_a = false, transpose_b = false}>
// CHECK-NEXT: "ttnn.deallocate"(%[[W]])
// CHECK-NEXT: "ttnn.deallocate"(%[[TILED]])
// CHECK-NEXT: return %[[Y]]

// LEVEL0: "ttnn.matmul"
// LEVEL0-SAME: compute_config = #ttnn.device_compute_kernel_config<math_fidelity = hifi4, fp32_dest_acc_en = true>
func.func @main(%x: tensor<32x64xbf16> {ttcore.argument_type = #ttcore.argument_type<input>},
                %w: tensor<64x32xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x32xbf16> {
  %0 = "ttir.dot_general"(%x, %w) <{batch_dims_lhs = array<i64>, batch_dims_rhs = array<i64>, contract_dims_lhs = array<i64: 1>, contract_dims_rhs = array<i64: 0>}> : (tensor<32x64xbf16>, tensor<64x32xbf16>) -> tensor<32x32xbf16>
  return %0 : tensor<32x32xbf16>
}
