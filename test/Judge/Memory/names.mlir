// RUN: alcove-opt %s --ttcore-register-device -o %t.mlir && FileCheck %s --check-prefix=FILE < %t.mlir
// RUN: alcove-run %t.mlir --timeline=%t.json > /dev/null && FileCheck %s < %t.json

// What the timeline calls a tensor is what the file calls it, behind ops of several results too.

#dram = #ttnn.buffer_type<dram>
#in = #ttnn.ttnn_layout<(d0, d1, d2) -> (d0 * 32 + d1, d2), <1x1>, memref<1x12x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#heads = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 64 + d1 * 32 + d2, d3), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#turned = #ttnn.ttnn_layout<(d0, d1, d2, d3) -> (d0 * 128 + d1 * 64 + d2, d3), <1x1>, memref<4x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>

// FILE: %[[D:[0-9]+]] = "ttnn.get_device"
// FILE: %query, %key, %value = "ttnn.split_query_key_value_and_split_heads"
// FILE: %[[R:[0-9]+]] = "ttnn.relu"(%query)
// CHECK-DAG: "name": "%query"
// CHECK-DAG: "name": "%key"
// CHECK-DAG: "name": "%value"
// CHECK-DAG: "name": "%1"
func.func @f(%x: tensor<1x32x384xbf16, #in>) -> tensor<1x2x32x64xbf16, #heads> {
  %d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %q, %k, %v = "ttnn.split_query_key_value_and_split_heads"(%x) <{num_heads = 2 : ui32, transpose_key = true}> : (tensor<1x32x384xbf16, #in>) -> (tensor<1x2x32x64xbf16, #heads>, tensor<1x2x64x32xbf16, #turned>, tensor<1x2x32x64xbf16, #heads>)
  %r = "ttnn.relu"(%q) : (tensor<1x2x32x64xbf16, #heads>) -> tensor<1x2x32x64xbf16, #heads>
  return %r : tensor<1x2x32x64xbf16, #heads>
}
