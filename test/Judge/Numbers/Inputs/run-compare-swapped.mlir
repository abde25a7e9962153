func.func @reference() -> tensor<2x3xbf16> {
  %0 = "ttir.full"() <{shape = array<i32: 2, 3>, fill_value = 7.0 : f32}> : () -> tensor<2x3xbf16>
  %1 = "ttir.full"() <{shape = array<i32: 1, 3>, fill_value = 2.0 : f32}> : () -> tensor<1x3xbf16>
  %2 = "ttir.subtract"(%1, %0) : (tensor<1x3xbf16>, tensor<2x3xbf16>) -> tensor<2x3xbf16>
  return %2 : tensor<2x3xbf16>
}
