// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 memory-layout-analysis-policy=DFSharding summary=true" %s -o %t.mlir 2> %t.txt
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --input-file=%t.txt --check-prefix=SUMMARY
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 memory-layout-analysis-policy=DFSharding memreconfig-enabled=false summary=true" %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=NORESHARD

// Three ops in a row go from DRAM through L1 to DRAM: the input is converted once, the chain's tail is spilled.
// CHECK-LABEL: func.func @forward
// CHECK: %[[IN:.*]] = "ttnn.to_memory_config"
// CHECK-SAME: -> tensor<2048x64xbf16, #[[SHARDED:ttnn_layout[0-9]*]]>
// CHECK: %[[A:.*]] = "ttnn.relu"(%[[IN]]) : (tensor<2048x64xbf16, #[[SHARDED]]>) -> tensor<2048x64xbf16, #[[SHARDED]]>
// CHECK: %[[B:.*]] = "ttnn.neg"(%[[A]]) : (tensor<2048x64xbf16, #[[SHARDED]]>) -> tensor<2048x64xbf16, #[[SHARDED]]>
// CHECK: %[[C:.*]] = "ttnn.gelu"(%[[B]]) : (tensor<2048x64xbf16, #[[SHARDED]]>) -> tensor<2048x64xbf16, #[[SHARDED]]>
// CHECK: "ttnn.to_memory_config"(%[[C]])
// CHECK-SAME: -> tensor<2048x64xbf16, #[[DRAM:ttnn_layout[0-9]*]]>
// SUMMARY: activation ops     3 L1 sharded, 0 L1 interleaved
// SUMMARY: chains             1 completed, 0 failed, longest 3 ops
// SUMMARY: moves              1 reshards into L1, 1 spills to DRAM
// NORESHARD: chains             0 completed, 1 failed
// NORESHARD: failed 1x: the first op cannot read slow memory and write a shard, and reshards are off
func.func @forward(%x: tensor<2048x64xbf16>) -> tensor<2048x64xbf16> {
  %0 = "ttir.relu"(%x) : (tensor<2048x64xbf16>) -> tensor<2048x64xbf16>
  %1 = "ttir.neg"(%0) : (tensor<2048x64xbf16>) -> tensor<2048x64xbf16>
  %2 = "ttir.gelu"(%1) : (tensor<2048x64xbf16>) -> tensor<2048x64xbf16>
  return %2 : tensor<2048x64xbf16>
}
