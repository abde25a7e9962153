// RUN: alcove-opt %s --split-input-file --verify-diagnostics --export-graph-schedule

// expected-error @+1 {{several functions have a body; name one with function=}}
module {
  func.func @a() { return }
  func.func @b() { return }
}

// -----

func.func @reduction(%x: tensor<64x32xf32>, %o: tensor<64xf32>) -> tensor<64xf32> {
  // expected-error @+1 {{is neither a matrix product nor elementwise with one result}}
  %1 = linalg.reduce { arith.addf } ins(%x : tensor<64x32xf32>) outs(%o : tensor<64xf32>) dimensions = [1]
  return %1 : tensor<64xf32>
}

// -----

func.func @cube(%x: tensor<4x64x32xf32>, %o: tensor<4x64x32xf32>) -> tensor<4x64x32xf32> {
  // expected-error @+1 {{only static two-dimensional tensors can be scheduled}}
  %1 = linalg.exp ins(%x : tensor<4x64x32xf32>) outs(%o : tensor<4x64x32xf32>) -> tensor<4x64x32xf32>
  return %1 : tensor<4x64x32xf32>
}

// -----

func.func @accumulates(%x: tensor<8x8xf32>, %o: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{adds to a value that is not a fill}}
  %1 = linalg.matmul ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%o : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

func.func @turned(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %1 = linalg.exp ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  // expected-error @+1 {{is neither a matrix product nor elementwise with one result}}
  %2 = linalg.transpose ins(%1 : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) permutation = [1, 0]
  return %2 : tensor<8x8xf32>
}

// -----

func.func @mixed(%x: tensor<8x8xf32>, %y: tensor<8x8xf16>) -> tensor<8x8xf16> {
  %e = tensor.empty() : tensor<8x8xf16>
  %1 = linalg.exp ins(%y : tensor<8x8xf16>) outs(%e : tensor<8x8xf16>) -> tensor<8x8xf16>
  %e2 = tensor.empty() : tensor<8x8xf32>
  // expected-error @+1 {{elements of 32 bits beside elements of 16 bits}}
  %2 = linalg.exp ins(%x : tensor<8x8xf32>) outs(%e2 : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf16>
}
