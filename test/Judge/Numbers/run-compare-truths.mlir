// RUN: alcove-opt %s --ttir-to-ttnn-backend-pipeline -o %t.mlir
// RUN: alcove-run %s --compare=%t.mlir | FileCheck %s

// What is not 0 is true: as numbers 0 and 1, not as what it was.
// CHECK: function cast
// CHECK: result 0: 32x32 f32 against f32: equal;
// CHECK-NEXT: result 0: 32x32 f32 against f32: equal as declared
// CHECK: function whole
// CHECK-NEXT: result 0: 32x32 i32 against i32: equal;
// CHECK: function negated
// CHECK-NEXT: result 0: 32x32 i1 against f32: equal;
func.func @cast(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %r = "ttir.relu"(%x) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  %0 = "ttir.typecast"(%r) : (tensor<32x32xf32>) -> tensor<32x32xi1>
  %1 = "ttir.typecast"(%0) : (tensor<32x32xi1>) -> tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}
func.func @whole(%x: tensor<32x32xi32>) -> tensor<32x32xi32> {
  %0 = "ttir.typecast"(%x) : (tensor<32x32xi32>) -> tensor<32x32xi1>
  %1 = "ttir.typecast"(%0) : (tensor<32x32xi1>) -> tensor<32x32xi32>
  return %1 : tensor<32x32xi32>
}
func.func @negated(%x: tensor<32x32xi1>) -> tensor<32x32xi1> {
  %0 = "ttir.bitwise_not"(%x) : (tensor<32x32xi1>) -> tensor<32x32xi1>
  return %0 : tensor<32x32xi1>
}
