// Rows of a prompt written behind those of an earlier one: the plan computes what the program computes.
// RUN: alcove plan %s -o %t.planned.mlir
// RUN: alcove run %s --compare=%t.planned.mlir | FileCheck %s
// CHECK: result 0: 1x4x64x32 bf16 against bf16: equal
func.func @main(%cache: tensor<1x4x64x32xbf16>, %rows: tensor<1x4x7x32xbf16>, %at: tensor<i32>) -> tensor<1x4x64x32xbf16> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %cache, %rows, %c, %c, %at, %c : (tensor<1x4x64x32xbf16>, tensor<1x4x7x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x64x32xbf16>
  return %0 : tensor<1x4x64x32xbf16>
}
