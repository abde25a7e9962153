module {
  func.func @main(%x: tensor<32x32xbf16>) -> tensor<32x32xbf16> {
    %0 = chlo.sinh %x : tensor<32x32xbf16> -> tensor<32x32xbf16>
    %1 = chlo.cosh %0 : tensor<32x32xbf16> -> tensor<32x32xbf16>
    %2 = chlo.atanh %1 : tensor<32x32xbf16> -> tensor<32x32xbf16>
    %3 = chlo.acosh %2 : tensor<32x32xbf16> -> tensor<32x32xbf16>
    %4 = chlo.asinh %3 : tensor<32x32xbf16> -> tensor<32x32xbf16>
    return %4 : tensor<32x32xbf16>
  }
}
