// RUN: alcove-opt --lower-ttir-to-ttnn="optimization-level=1" %s | FileCheck %s

// %w is read by its const-eval function alone: it stays on the host until then. %v is read by the forward function
// too: it lies on the device.
// CHECK-DAG: #[[HOST:.*]] = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #system_memory>>
// CHECK-DAG: #[[DRAM:.*]] = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
// CHECK: func.func private @main_const_eval_0(%arg0: tensor<32x32xbf16, #[[HOST]]>
// CHECK: "ttnn.to_device"(%arg0,
// CHECK: func.func private @main_const_eval_1(%arg0: tensor<32x32xbf16, #[[DRAM]]>
// CHECK: func.func @main
// CHECK-SAME: %arg1: tensor<32x32xbf16, #[[HOST]]>
// CHECK-SAME: %arg2: tensor<32x32xbf16, #[[DRAM]]>
func.func @main(%x: tensor<32x32xbf16> {ttcore.argument_type = #ttcore.argument_type<input>},
                %w: tensor<32x32xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>},
                %v: tensor<32x32xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x32xbf16> {
  %0 = "ttir.permute"(%w) <{permutation = array<i64: 1, 0>}> : (tensor<32x32xbf16>) -> tensor<32x32xbf16>
  %1 = "ttir.matmul"(%x, %0) : (tensor<32x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  %2 = "ttir.permute"(%v) <{permutation = array<i64: 1, 0>}> : (tensor<32x32xbf16>) -> tensor<32x32xbf16>
  %3 = "ttir.matmul"(%1, %2) : (tensor<32x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  %4 = "ttir.matmul"(%3, %v) : (tensor<32x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %4 : tensor<32x32xbf16>
}
