// Booleans of large constants, a byte each as newer versions print them or a bit each, are the same constants.
// RUN: alcove-opt %s --stablehlo-execute

func.func @main() {
  %bytes = stablehlo.constant dense<"0x01000101000000000100"> : tensor<2x5xi1>
  %bits = stablehlo.constant dense<"0x0D01"> : tensor<2x5xi1>
  check.expect_eq_const %bytes, dense<[[true, false, true, true, false], [false, false, false, true, false]]> : tensor<2x5xi1>
  check.expect_eq_const %bits, dense<[[true, false, true, true, false], [false, false, false, true, false]]> : tensor<2x5xi1>
  return
}
