// One half of a session (prefill.mlir is the other): reads one token and adds its key to the cache.
module {
  func.func @decode(
      %x: tensor<1x1024xbf16> {ttcore.argument_type = #ttcore.argument_type<input>, ttir.name = "hidden"},
      %at: tensor<1xi32> {ttcore.argument_type = #ttcore.argument_type<input>, ttir.name = "position"},
      %w: tensor<1024x512xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>, ttir.name = "w"},
      %keys: tensor<1x8x128x64xbf16> {ttcore.argument_type = #ttcore.argument_type<input>, ttir.name = "keys"}) -> tensor<1x512xbf16> {
    %0 = "ttir.matmul"(%x, %w) : (tensor<1x1024xbf16>, tensor<1024x512xbf16>) -> tensor<1x512xbf16>
    %1 = "ttir.reshape"(%0) <{shape = [1 : i32, 8 : i32, 1 : i32, 64 : i32]}> : (tensor<1x512xbf16>) -> tensor<1x8x1x64xbf16>
    "ttir.update_cache"(%keys, %1, %at) <{batch_offset = 0 : i32}> : (tensor<1x8x128x64xbf16>, tensor<1x8x1x64xbf16>, tensor<1xi32>) -> ()
    return %0 : tensor<1x512xbf16>
  }
}
