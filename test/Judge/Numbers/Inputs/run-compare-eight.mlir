func.func @reference(%x: tensor<32x32xbf16>) -> tensor<32x32xbf16> {
  %eight = "ttir.full"() <{shape = array<i32: 32, 32>, fill_value = 8.0 : f32}> : () -> tensor<32x32xbf16>
  %0 = "ttir.add"(%x, %eight) : (tensor<32x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  %1 = "ttir.subtract"(%0, %eight) : (tensor<32x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %1 : tensor<32x32xbf16>
}
