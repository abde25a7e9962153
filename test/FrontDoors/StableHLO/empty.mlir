// What is put together with a constant of no elements is the other operands.
// RUN: alcove-opt %s --convert-stablehlo-to-ttir | FileCheck %s
// RUN: alcove plan %s -o %t.mlir && alcove-run %s --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// CHECK-NOT: 0x5
// CHECK: %[[R:.*]] = "ttir.tanh"(%arg0)
// CHECK: %[[C:.*]] = "ttir.concat"(%arg0, %[[R]]) <{dim = 0 : si32}>
// CHECK: return %[[R]], %[[C]]
// EQUAL-COUNT-2: equal
func.func @main(%x: tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<6x5xf32>) {
  %none = stablehlo.constant dense<> : tensor<0x5xf32>
  %0 = stablehlo.concatenate %none, %x, dim = 0 : (tensor<0x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  %1 = stablehlo.tanh %0 : tensor<3x5xf32>
  %2 = stablehlo.concatenate %x, %none, %1, dim = 0 : (tensor<3x5xf32>, tensor<0x5xf32>, tensor<3x5xf32>) -> tensor<6x5xf32>
  return %1, %2 : tensor<3x5xf32>, tensor<6x5xf32>
}
