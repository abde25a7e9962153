// Two dense layers in TTIR, the dialect of tt-mlir that `alcove plan` takes. Values say where they come from: a network
// input, or parameters, which are converted once.
module {
  func.func @main(%x: tensor<256x512xbf16> {ttcore.argument_type = #ttcore.argument_type<input>, ttir.name = "x"},
                  %w0: tensor<512x1024xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>, ttir.name = "w0"},
                  %b0: tensor<1x1024xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>, ttir.name = "b0"},
                  %w1: tensor<1024x512xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>, ttir.name = "w1"})
      -> tensor<256x512xbf16> {
    %0 = "ttir.matmul"(%x, %w0) : (tensor<256x512xbf16>, tensor<512x1024xbf16>) -> tensor<256x1024xbf16> loc("up")
    %1 = "ttir.add"(%0, %b0) : (tensor<256x1024xbf16>, tensor<1x1024xbf16>) -> tensor<256x1024xbf16> loc("bias")
    %2 = "ttir.gelu"(%1) : (tensor<256x1024xbf16>) -> tensor<256x1024xbf16> loc("act")
    %3 = "ttir.matmul"(%2, %w1) : (tensor<256x1024xbf16>, tensor<1024x512xbf16>) -> tensor<256x512xbf16> loc("down")
    %4 = "ttir.add"(%3, %x) : (tensor<256x512xbf16>, tensor<256x512xbf16>) -> tensor<256x512xbf16> loc("residual")
    return %4 : tensor<256x512xbf16>
  }
}
