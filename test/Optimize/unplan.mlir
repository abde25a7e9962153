// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 memory-layout-analysis-policy=DFSharding" %s -o %t.chains.mlir
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2" %s -o %t.planned.mlir
// RUN: alcove-opt --pass-pipeline="builtin.module(ttcore.device_module(builtin.module(ttnn-take-back-plan)))" %t.chains.mlir | FileCheck %s
// RUN: alcove-opt --pass-pipeline="builtin.module(ttcore.device_module(builtin.module(ttnn-take-back-plan{keep-layouts=true})))" %t.chains.mlir | FileCheck %s --check-prefix=KEPT
// RUN: not alcove-opt --ttnn-to-ttnn="keep-compute-configs=some" %t.planned.mlir -o %t.none 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: alcove-opt --ttnn-to-ttnn %t.planned.mlir -o %t.again.mlir
// RUN: diff %t.planned.mlir %t.again.mlir
// RUN: alcove-opt --ttnn-to-ttnn=keep-layouts=true %t.planned.mlir | FileCheck %s --check-prefix=DONE

// Moves, shards, program configurations and deallocations go; the activation that a program configuration had taken
// over is the op's again.
// CHECK-NOT: #l1
// CHECK-NOT: program_config
// CHECK-NOT: to_memory_config
// CHECK-NOT: deallocate
// CHECK: "ttnn.linear"
// CHECK-NOT: to_memory_config
// CHECK: "ttnn.linear"({{.*}}) <{activation = "relu"
// CHECK-NOT: deallocate
// CHECK: return

// KEPT: "ttnn.to_memory_config"
// KEPT-NOT: deallocate
// KEPT: "ttnn.linear"({{.*}}) <{matmul_program_config = {{.*}}fused_activation = #ttnn.unary_with_param<op_type = relu>{{.*}}}> {alcove.kept_layout}
// KEPT-NOT: deallocate
// KEPT: return
// DONE-NOT: alcove.kept_layout
// DONE: "ttnn.linear"({{.*}}) <{matmul_program_config
// DONE: "ttnn.deallocate"
// WORD: error: keep-compute-configs 'some': expected auto, true or false
func.func @forward(%x: tensor<64x512xbf16>, %w: tensor<512x512xbf16>, %b: tensor<512xbf16>, %v: tensor<512x512xbf16>) -> tensor<64x512xbf16> {
  %0 = "ttir.linear"(%x, %w, %b) : (tensor<64x512xbf16>, tensor<512x512xbf16>, tensor<512xbf16>) -> tensor<64x512xbf16>
  %1 = "ttir.linear"(%0, %v, %b) : (tensor<64x512xbf16>, tensor<512x512xbf16>, tensor<512xbf16>) -> tensor<64x512xbf16>
  %2 = "ttir.relu"(%1) : (tensor<64x512xbf16>) -> tensor<64x512xbf16>
  %3 = "ttir.exp"(%0) : (tensor<64x512xbf16>) -> tensor<64x512xbf16>
  %4 = "ttir.add"(%2, %3) : (tensor<64x512xbf16>, tensor<64x512xbf16>) -> tensor<64x512xbf16>
  return %4 : tensor<64x512xbf16>
}
