// Reads the cache that examples/decode.mlir writes.
module {
  func.func @read(
      %q: tensor<1x8x1x64xbf16> {ttcore.argument_type = #ttcore.argument_type<input>, ttir.name = "query"},
      %keys: tensor<1x8x128x64xbf16> {ttcore.argument_type = #ttcore.argument_type<input>, ttir.name = "keys"}) -> tensor<1x8x1x128xbf16> {
    %0 = "ttir.transpose"(%keys) <{dim0 = -2 : si32, dim1 = -1 : si32}> : (tensor<1x8x128x64xbf16>) -> tensor<1x8x64x128xbf16>
    %1 = "ttir.matmul"(%q, %0) : (tensor<1x8x1x64xbf16>, tensor<1x8x64x128xbf16>) -> tensor<1x8x1x128xbf16>
    return %1 : tensor<1x8x1x128xbf16>
  }
}
