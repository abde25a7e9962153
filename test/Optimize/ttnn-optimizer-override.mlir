// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=1 override-output-layout=relu_0=l1:interleaved" %s | FileCheck %s
// RUN: alcove-opt --ttir-to-ttnn-runtime-pipeline="optimization-level=1 override-output-layout=relu_0=l1:interleaved" %s | FileCheck %s

// What the user fixes lies in L1; who reads it later sees the copy in DRAM.
// CHECK: #[[L1:ttnn_layout[0-9]*]] = #ttnn.ttnn_layout<{{.*}}, <8x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <interleaved>>
// CHECK: "ttnn.relu"({{.*}}) : ({{.*}}) -> tensor<256x64xbf16, #[[L1]]>
// CHECK: "ttnn.to_memory_config"
func.func @forward(%x: tensor<256x64xbf16>) -> tensor<256x64xbf16> {
  %0 = "ttir.relu"(%x) : (tensor<256x64xbf16>) -> tensor<256x64xbf16> loc("relu_0")
  return %0 : tensor<256x64xbf16>
}
