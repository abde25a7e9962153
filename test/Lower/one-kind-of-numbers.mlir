// Integers beside reals, and results of the other kind, are read as tt-mlir reads them; lowering makes a typecast of each
// change, and the numbers stay.
// RUN: alcove-opt %s --ttir-to-ttnn-backend-pipeline=optimization-level=0 -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: alcove-run %s --compare=%t.mlir

// CHECK-LABEL: func.func @power
// CHECK: "ttnn.typecast"{{.*}}xsi32{{.*}} -> tensor<4x8xf32
// CHECK: "ttnn.pow_tensor"
func.func @power(%a: tensor<4x8xf32>, %b: tensor<4x8xi32>) -> tensor<4x8xf32> {
  %0 = "ttir.pow"(%a, %b) : (tensor<4x8xf32>, tensor<4x8xi32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @sum_of_integers
// CHECK-COUNT-2: "ttnn.typecast"
// CHECK: "ttnn.add"
func.func @sum_of_integers(%a: tensor<4x8xsi32>, %b: tensor<4x8xsi32>) -> tensor<4x8xf32> {
  %0 = "ttir.add"(%a, %b) : (tensor<4x8xsi32>, tensor<4x8xsi32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @integer_result
// CHECK: %[[ABS:.*]] = "ttnn.abs"
// CHECK: "ttnn.typecast"(%[[ABS]]){{.*}} -> tensor<4x8xsi32
func.func @integer_result(%a: tensor<4x8xf32>) -> tensor<4x8xi32> {
  %0 = "ttir.abs"(%a) : (tensor<4x8xf32>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// CHECK-LABEL: func.func @compared
// CHECK: "ttnn.typecast"
// CHECK: "ttnn.eq"
func.func @compared(%a: tensor<4x8xbf16>, %b: tensor<4x8xsi32>) -> tensor<4x8xbf16> {
  %0 = "ttir.eq"(%a, %b) : (tensor<4x8xbf16>, tensor<4x8xsi32>) -> tensor<4x8xbf16>
  return %0 : tensor<4x8xbf16>
}

// CHECK-LABEL: func.func @rows_by_reals
// CHECK: ttcore.load_cached(@rows_by_reals_const_eval_0, []) : () -> tensor<4xui32
// CHECK: "ttnn.embedding"
func.func @rows_by_reals(%t: tensor<8x32xbf16>) -> tensor<4x32xbf16> {
  %i = "ttir.constant"() <{value = dense<[3.0, 0.0, 7.0, 3.0]> : tensor<4xf32>}> : () -> tensor<4xf32>
  %0 = "ttir.embedding"(%i, %t) : (tensor<4xf32>, tensor<8x32xbf16>) -> tensor<4x32xbf16>
  return %0 : tensor<4x32xbf16>
}

// -----

// 2 is true, and so is -0.5: the library's typecast would keep them. What came from truths is 0 or 1 already.
// CHECK-LABEL: @to_truth
// CHECK: "ttnn.ne"(
// CHECK-LABEL: @and_back
// CHECK-NOT: "ttnn.ne"(
// CHECK: return
func.func @to_truth(%x: tensor<32x32xf32>) -> tensor<32x32xi1> {
  %0 = "ttir.typecast"(%x) : (tensor<32x32xf32>) -> tensor<32x32xi1>
  return %0 : tensor<32x32xi1>
}
func.func @and_back(%x: tensor<32x32xi1>) -> tensor<32x32xi1> {
  %0 = "ttir.typecast"(%x) : (tensor<32x32xi1>) -> tensor<32x32xi32>
  %1 = "ttir.typecast"(%0) : (tensor<32x32xi32>) -> tensor<32x32xi1>
  return %1 : tensor<32x32xi1>
}
