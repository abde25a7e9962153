func.func @f(%a: tensor<32x32xbf16>) -> tensor<32x32xbf16> {
  %0 = "ttir.relu"(%a) {other = 4 : i32} : (tensor<32x32xbf16>) -> tensor<32x32xbf16> loc("dot.7")
  return %0 : tensor<32x32xbf16>
}
