// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

// An op of TTNN computes in the types of its operands.
func.func @unary(%x: tensor<32x32xbf16>) {
  // expected-error @below {{result 0 has elements of type f32, its operands make bf16: another type needs a typecast}}
  %0 = "ttnn.relu"(%x) : (tensor<32x32xbf16>) -> tensor<32x32xf32>
  return
}

// -----

func.func @matmul(%a: tensor<32x64xbf16>, %b: tensor<64x32xbf16>) {
  // expected-error @below {{result 0 has elements of type f32, its operands make bf16}}
  %0 = "ttnn.matmul"(%a, %b) <{transpose_a = false, transpose_b = false}> : (tensor<32x64xbf16>, tensor<64x32xbf16>) -> tensor<32x32xf32>
  return
}

// -----

// Of two types either: what another operand has needs no typecast.
func.func @mixed(%a: tensor<32x32xf32>, %b: tensor<32x32xbf16>) {
  %0 = "ttnn.add"(%a, %b) : (tensor<32x32xf32>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  // expected-error @below {{result 0 has elements of type f16, its operands make f32 or bf16}}
  %1 = "ttnn.add"(%a, %b) : (tensor<32x32xf32>, tensor<32x32xbf16>) -> tensor<32x32xf16>
  return
}

// -----

// Positions are integers whatever was compared; truth values have an operand's type or what i1 is stored as.
func.func @families(%x: tensor<32x32xf32>) {
  %0 = "ttnn.eq"(%x, %x) : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xbf16>
  // expected-error @below {{result 0 has elements of type si32, its operands make f32 or bf16 or}}
  %1 = "ttnn.eq"(%x, %x) : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xsi32>
  return
}

// -----

func.func @table(%i: tensor<8xui32>, %t: tensor<32x64xbf16>) {
  // expected-error @below {{result 0 has elements of type f32, its operands make bf16}}
  %0 = "ttnn.embedding"(%i, %t) : (tensor<8xui32>, tensor<32x64xbf16>) -> tensor<8x64xf32>
  return
}
