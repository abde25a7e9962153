module {
  func.func @forward(%x: tensor<32x131072xbf16>, %w: tensor<131072xbf16>) -> tensor<32x131072xbf16> {
    // One row of tiles alone is 8 MiB.
    %0 = "ttir.rms_norm"(%x, %w) <{epsilon = 1.000000e-05 : f32, normalized_shape = array<i64: 131072>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<32x131072xbf16>, tensor<131072xbf16>) -> tensor<32x131072xbf16>
    return %0 : tensor<32x131072xbf16>
  }
}
