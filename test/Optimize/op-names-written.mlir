// An op answers to the name that the file has for its result, and not to the number that another op of the file has.

// RUN: alcove explain %s %hidden | FileCheck %s --check-prefix=HIDDEN
// HIDDEN: op-names-written.mlir:[[#@LINE+10]]:13: ttnn.relu, also called %hidden
// RUN: alcove explain %s %0 | FileCheck %s --check-prefix=ZERO
// ZERO: op-names-written.mlir:[[#@LINE+9]]:8: ttnn.tanh, also called %0

// Without the file, the number that it is printed with.
// RUN: alcove explain - %0 < %s | FileCheck %s --check-prefix=PRINTED
// PRINTED: ttnn.relu, also called %0
// RUN: not alcove explain - %hidden < %s

func.func @main(%x: tensor<64x128xbf16>) -> tensor<64x128xbf16> {
  %hidden = "ttir.relu"(%x) : (tensor<64x128xbf16>) -> tensor<64x128xbf16>
  %0 = "ttir.tanh"(%hidden) : (tensor<64x128xbf16>) -> tensor<64x128xbf16>
  return %0 : tensor<64x128xbf16>
}
