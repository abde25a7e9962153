// RUN: alcove-opt %s -split-input-file -verify-diagnostics

// Empty tensors are dropped where they are too many, not where they are operands.
func.func @operand(%a: tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  %0 = ttir.empty() : tensor<4x8xbf16>
  %1 = ttir.empty() : tensor<4x8xf32>
  %2 = "ttir.add"(%a, %0) : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  // expected-error @+1 {{expected 2 operands, but found 3}}
  %3 = "ttir.add"(%a, %2, %1) : (tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<4x8xf32>) -> tensor<4x8xbf16>
  return %3 : tensor<4x8xbf16>
}

// -----

func.func @renamed(%a: tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  %0 = "ttir.neg"(%a) : (tensor<4x8xbf16>) -> tensor<4x8xbf16>
  // expected-error @+1 {{Invalid attribute `dimension` in property conversion}}
  %1 = "ttir.batch_norm"(%0) <{dimension = "x", epsilon = 1.0e-05 : f32}> : (tensor<4x8xbf16>) -> tensor<4x8xbf16>
  return %1 : tensor<4x8xbf16>
}
