func.func @f(%x: tensor<32x1024xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %w: tensor<1024x1024xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>, ttir.name = "up"}, %v: tensor<1024x1024xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>, ttir.name = "down"}) -> tensor<32x1024xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<32x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<32x1024xbf16>
  %1 = "ttir.relu"(%0) : (tensor<32x1024xbf16>) -> tensor<32x1024xbf16>
  %2 = "ttir.matmul"(%1, %v) : (tensor<32x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<32x1024xbf16>
  return %2 : tensor<32x1024xbf16>
}
