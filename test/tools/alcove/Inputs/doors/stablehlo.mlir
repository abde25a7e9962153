func.func @main(%x: tensor<64x256xbf16>, %up: tensor<256x512xbf16>, %down: tensor<512x256xbf16>) -> tensor<64x256xbf16> {
  %0 = stablehlo.dot_general %x, %up, contracting_dims = [1] x [0] : (tensor<64x256xbf16>, tensor<256x512xbf16>) -> tensor<64x512xbf16>
  %1 = stablehlo.tanh %0 : tensor<64x512xbf16>
  %2 = stablehlo.dot_general %1, %down, contracting_dims = [1] x [0] : (tensor<64x512xbf16>, tensor<512x256xbf16>) -> tensor<64x256xbf16>
  return %2 : tensor<64x256xbf16>
}
