func.func @f(%x: tensor<2x64x96x160xbf16> {ttcore.argument_type = #ttcore.argument_type<input>},
             %s: tensor<1x1x1x160xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>},
             %t: tensor<1x1x1x160xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<2x64x96x160xbf16> {
  %0 = "ttir.multiply"(%x, %s) : (tensor<2x64x96x160xbf16>, tensor<1x1x1x160xbf16>) -> tensor<2x64x96x160xbf16> loc("first")
  %b = "ttir.sigmoid"(%0) : (tensor<2x64x96x160xbf16>) -> tensor<2x64x96x160xbf16> loc("gate")
  %1 = "ttir.multiply"(%b, %s) : (tensor<2x64x96x160xbf16>, tensor<1x1x1x160xbf16>) -> tensor<2x64x96x160xbf16> loc("second")
  return %1 : tensor<2x64x96x160xbf16>
}
