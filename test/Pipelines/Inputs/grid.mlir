#dram = #ttnn.buffer_type<dram>
#l1 = #ttnn.buffer_type<l1>
#in = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x16x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#out = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x16>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <width_sharded>, core_ranges = <[#ttnn.core_range<(0,0), (15,0)>]>>
func.func @forward(%x: tensor<32x512xbf16, #in>) -> tensor<32x512xbf16, #in> {
  %0 = "ttnn.relu"(%x) : (tensor<32x512xbf16, #in>) -> tensor<32x512xbf16, #out>
  %1 = "ttnn.to_memory_config"(%0) : (tensor<32x512xbf16, #out>) -> tensor<32x512xbf16, #in>
  return %1 : tensor<32x512xbf16, #in>
}
