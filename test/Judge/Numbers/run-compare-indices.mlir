// Rule NUM-C5: an index that only rounding decides is accepted and reported, everything else stays an error of NUM-C1.
// RUN: alcove-run %s --function=argmax --precision=declared --compare=%S/Inputs/run-compare-indices.mlir | FileCheck %s --check-prefix=TIE
// RUN: alcove-run %s --function=argmax --precision=f32 --compare=%S/Inputs/run-compare-indices.mlir | FileCheck %s --check-prefix=F32
// RUN: alcove-run %s --function=order --precision=declared --compare=%S/Inputs/run-compare-indices.mlir | FileCheck %s --check-prefix=ORDER
// RUN: not alcove-run %s --function=lower --precision=declared --compare=%S/Inputs/run-compare-indices.mlir | FileCheck %s --check-prefix=LOWER
// RUN: not alcove-run %s --function=dimension --precision=declared --compare=%S/Inputs/run-compare-indices.mlir | FileCheck %s --check-prefix=DIMENSION
// RUN: not alcove-run %s --function=outside --precision=declared --compare=%S/Inputs/run-compare-indices.mlir | FileCheck %s --check-prefix=OUTSIDE
// RUN: not alcove-run %s --function=counted --precision=declared --compare=%S/Inputs/run-compare-indices.mlir | FileCheck %s --check-prefix=COUNTED

// Here (1 + 2^-8) + 2^-8, rounded twice to bf16, is 1; there 1 + (2^-8 + 2^-8) is the next number. In f32 both are that.
// TIE: function argmax
// TIE-NEXT: result 0: 2x1 i32 against u32: equal but for 1 of 2 indices, which rounding decided (NUM-C5) as declared; 100.0 % of 5 ops observed, 1 elements differ
// TIE-NEXT: first at [0, 0]: index 1 scores 1 here and 1 there, index 4 1 here and 1.0078125 there: 0 units of bf16 apart here
// F32: result 0: 2x1 i32 against u32: equal; 100.0 % of 5 ops observed, 0 elements differ
func.func @argmax() -> tensor<2x1xi32> {
  %s = "ttir.constant"() <{value = dense<[[0.5, 1.0, -0.5, 0.25, 1.0, 0.0], [0.5, 0.75, -0.5, 2.0, 0.25, 0.0]]> : tensor<2x6xbf16>}> : () -> tensor<2x6xbf16>
  %d = "ttir.constant"() <{value = dense<[[0.0, 0.0, 0.0, 0.0, 0.00390625, 0.0]]> : tensor<1x6xbf16>}> : () -> tensor<1x6xbf16>
  %0 = "ttir.add"(%s, %d) : (tensor<2x6xbf16>, tensor<1x6xbf16>) -> tensor<2x6xbf16>
  %1 = "ttir.add"(%0, %d) : (tensor<2x6xbf16>, tensor<1x6xbf16>) -> tensor<2x6xbf16>
  %2 = "ttir.argmax"(%1) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<2x6xbf16>) -> tensor<2x1xi32>
  return %2 : tensor<2x1xi32>
}

// The two change places in the whole order, largest first.
// ORDER: result 0: 1x6 i32 against i32: equal but for 2 of 6 indices, which rounding decided (NUM-C5)
// ORDER-NEXT: first at [0, 0]: index 1 scores
func.func @order() -> tensor<1x6xi32> {
  %s = "ttir.constant"() <{value = dense<[[0.5, 1.0, -0.5, 0.25, 1.0, 0.0]]> : tensor<1x6xbf16>}> : () -> tensor<1x6xbf16>
  %values, %2 = "ttir.sort"(%s) <{dim = 1 : si32, descending = true}> : (tensor<1x6xbf16>) -> (tensor<1x6xbf16>, tensor<1x6xi32>)
  return %2 : tensor<1x6xi32>
}

// The other scores are off by a quarter at index 4: far beyond a unit.
// LOWER: result 0: 1 i32 against i32: DIFFERS as declared
// LOWER-NEXT: 1 of 1 integers differ, rounding decided 0 of them (NUM-C5); index 1 scores 1 here and 1 there, index 4 1 here and 1.25 there
func.func @lower() -> tensor<1xi32> {
  %s = "ttir.constant"() <{value = dense<[[0.5, 1.0, -0.5, 0.25, 1.0, 0.0]]> : tensor<1x6xbf16>}> : () -> tensor<1x6xbf16>
  %2 = "ttir.argmax"(%s) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<1x6xbf16>) -> tensor<1xi32>
  return %2 : tensor<1xi32>
}

// The largest of each column instead of each row.
// DIMENSION: result 0: 3 i32 against i32: DIFFERS as declared
// DIMENSION-NEXT: 3 of 3 integers differ, rounding decided 0 of them (NUM-C5); index 1 scores {{.*}}their 3 scores differ
func.func @dimension() -> tensor<3xi32> {
  %s = "ttir.constant"() <{value = dense<[[0.5, 1.0, -0.5], [0.25, 0.0, 2.0], [3.0, 0.0, 1.0]]> : tensor<3x3xbf16>}> : () -> tensor<3x3xbf16>
  %2 = "ttir.argmax"(%s) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<3x3xbf16>) -> tensor<3xi32>
  return %2 : tensor<3xi32>
}

// The other module counts from 1, so that the last index is none.
// OUTSIDE: result 0: 1 i32 against i32: DIFFERS as declared
// OUTSIDE-NEXT: 1 of 1 integers differ; first at [0]: 2 against 3
func.func @outside() -> tensor<1xi32> {
  %s = "ttir.constant"() <{value = dense<[[0.5, 1.0, 2.0]]> : tensor<1x3xbf16>}> : () -> tensor<1x3xbf16>
  %2 = "ttir.argmax"(%s) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<1x3xbf16>) -> tensor<1xi32>
  return %2 : tensor<1xi32>
}

// Integers that no scores chose, off by one because of the same rounding.
// COUNTED: result 0: 1 i32 against i32: DIFFERS as declared
// COUNTED-NEXT: 1 of 1 integers differ; first at [0]: 128 against 129
func.func @counted() -> tensor<1xi32> {
  %0 = "ttir.constant"() <{value = dense<128.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %1 = "ttir.typecast"(%0) : (tensor<1xbf16>) -> tensor<1xi32>
  return %1 : tensor<1xi32>
}
