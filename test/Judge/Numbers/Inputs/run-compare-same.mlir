func.func @reference() -> tensor<2x3xbf16> {
  %0 = "ttir.full"() <{shape = array<i32: 2, 3>, fill_value = 5.0 : f32}> : () -> tensor<2x3xbf16>
  return %0 : tensor<2x3xbf16>
}
