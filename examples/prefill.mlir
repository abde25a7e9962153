// One half of a session (decode.mlir is the other): reads 32 tokens and fills a cache of keys. Arguments of one name are
// one tensor: `alcove session prefill.mlir decode.mlir --rates=prefill=1,decode=512`.
module {
  func.func @prefill(
      %x: tensor<32x1024xbf16> {ttcore.argument_type = #ttcore.argument_type<input>, ttir.name = "hidden"},
      %w: tensor<1024x512xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>, ttir.name = "w"},
      %keys: tensor<1x8x128x64xbf16> {ttcore.argument_type = #ttcore.argument_type<input>, ttir.name = "keys"}) -> tensor<32x512xbf16> {
    %0 = "ttir.matmul"(%x, %w) : (tensor<32x1024xbf16>, tensor<1024x512xbf16>) -> tensor<32x512xbf16>
    %1 = "ttir.reshape"(%0) <{shape = [1 : i32, 32 : i32, 8 : i32, 64 : i32]}> : (tensor<32x512xbf16>) -> tensor<1x32x8x64xbf16>
    %2 = "ttir.permute"(%1) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<1x32x8x64xbf16>) -> tensor<1x8x32x64xbf16>
    "ttir.fill_cache"(%keys, %2) <{batch_offset = 0 : i32}> : (tensor<1x8x128x64xbf16>, tensor<1x8x32x64xbf16>) -> ()
    return %0 : tensor<32x512xbf16>
  }
}
