// RUN: alcove-opt --raise-ttnn-to-ttir %s --split-input-file --verify-diagnostics
// What cannot be raised whole is refused: left beside what is hoisted again, it would run at each call.
#dram = #ttnn.buffer_type<dram>
#rows = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
module {
  func.func private @once(%w: tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #rows> attributes {tt.function_type = "const_eval"} {
    // expected-error @+1 {{'ttnn.permute' op is not raised to TTIR: its pad_value is not 0; it is computed once}}
    %0 = "ttnn.permute"(%w) <{pad_value = 1.0 : f32, permutation = array<i64: 1, 0>}> : (tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #rows>
    return %0 : tensor<64x64xbf16, #rows>
  }
  func.func @forward(%w: tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #rows> {
    %0 = ttcore.load_cached(@once, [%w]) : (tensor<64x64xbf16, #rows>) -> tensor<64x64xbf16, #rows>
    return %0 : tensor<64x64xbf16, #rows>
  }
}

// -----
module {
  // expected-error @+1 {{'func.func' op is not raised to TTIR: it has no body of one block}}
  func.func private @elsewhere(tensor<64x64xbf16>) -> tensor<64x64xbf16>
}

// -----
module {
  func.func @callee(%x: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
    return %x : tensor<64x64xbf16>
  }
  func.func @forward(%x: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
    // expected-error @+1 {{'func.call' op is not raised to TTIR: it has regions or calls}}
    %0 = func.call @callee(%x) : (tensor<64x64xbf16>) -> tensor<64x64xbf16>
    return %0 : tensor<64x64xbf16>
  }
}
