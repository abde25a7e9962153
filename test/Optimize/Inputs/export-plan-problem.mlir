func.func @forward(%x: tensor<2048x512xbf16>, %w: tensor<512x512xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<2048x512xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<2048x512xbf16>, tensor<512x512xbf16>) -> tensor<2048x512xbf16>
  %1 = "ttir.gelu"(%0) : (tensor<2048x512xbf16>) -> tensor<2048x512xbf16>
  %2 = "ttir.exp"(%1) : (tensor<2048x512xbf16>) -> tensor<2048x512xbf16>
  %3 = "ttir.add"(%2, %0) : (tensor<2048x512xbf16>, tensor<2048x512xbf16>) -> tensor<2048x512xbf16>
  return %3 : tensor<2048x512xbf16>
}
