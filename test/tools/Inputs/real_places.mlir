func.func @f(%a: tensor<32x64xbf16>) -> (tensor<32x64xbf16>, tensor<32x64xbf16>) {
  %0, %1 = "ttir.sort"(%a) <{dim = 1 : si32}> : (tensor<32x64xbf16>) -> (tensor<32x64xbf16>, tensor<32x64xbf16>)
  return %0, %1 : tensor<32x64xbf16>, tensor<32x64xbf16>
}
