// A sharded result is made of sharded operands alone; the argument lies in DRAM. What the user fixes is kept with the
// operand converted, and said.

// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 override-output-layout=gate=2x4:l1:block_sharded:tile:bf16" %s 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// CHECK: #[[SHARDED:ttnn_layout[0-9]*]] = #ttnn.ttnn_layout<{{.*}}, <2x4{{.*}}>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <block_sharded>
// CHECK: "ttnn.to_memory_config"({{.*}}) {{.*}} -> tensor<64x128xbf16, #[[SHARDED]]>
// CHECK: "ttnn.hardsigmoid"({{.*}}) : (tensor<64x128xbf16, #[[SHARDED]]>) -> tensor<64x128xbf16, #[[SHARDED]]>
// REMARK: remark: override-output-layout of 'gate' is kept with its operands converted: the plan +{{[0-9.]+}} us, outside of what Global searched

// Every policy, the same.
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 memory-layout-analysis-policy=DFSharding override-output-layout=gate=2x4:l1:block_sharded:tile:bf16" %s 2>/dev/null | FileCheck %s

// What no operand gives is refused, with what is made instead and what the backend says.
// RUN: not alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 override-output-layout=both=4x4:l1:block_sharded:tile:bf16" %s 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: error: 'ttnn.concat' op override-output-layout of 'both' cannot be kept: 128x128|tile|bf16|{{.*}} is what it makes; refused otherwise: {{.+}}
func.func @forward(%x: tensor<64x128xbf16>) -> (tensor<64x128xbf16>, tensor<128x128xbf16>) {
  %0 = "ttir.hardsigmoid"(%x) : (tensor<64x128xbf16>) -> tensor<64x128xbf16> loc("gate")
  %1 = "ttir.concat"(%0, %x) <{dim = 0 : si32}> : (tensor<64x128xbf16>, tensor<64x128xbf16>) -> tensor<128x128xbf16> loc("both")
  return %0, %1 : tensor<64x128xbf16>, tensor<128x128xbf16>
}
