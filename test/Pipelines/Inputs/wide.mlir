module {
  func.func @forward(%x: tensor<32x1048576xbf16>, %w: tensor<1048576xbf16>) -> tensor<32x1048576xbf16> {
    // One row of tiles alone is 64 MiB.
    %0 = "ttir.rms_norm"(%x, %w) <{epsilon = 1.000000e-05 : f32, normalized_shape = array<i64: 1048576>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<32x1048576xbf16>, tensor<1048576xbf16>) -> tensor<32x1048576xbf16>
    return %0 : tensor<32x1048576xbf16>
  }
}
