// A tensor of no elements is refused at its op, before anything counts with it.
// RUN: not alcove plan %s 2>&1 | FileCheck %s
// CHECK: error: 'ttir.matmul' op operand 0 has no elements, got 'tensor<0x5xf32>': no tensor of the device is empty; export the model without it
// CHECK: error: 'ttir.sum' op operand 0 has no elements
// CHECK: error: 'ttir.zeros' op result 0 has no elements, got 'tensor<3x0xf32>'
// CHECK: error: 'func.func' op argument 0 has no elements
// CHECK-NOT: error
func.func @main(%a: tensor<0x5xf32>, %b: tensor<5x7xf32>) -> (tensor<0x7xf32>, tensor<1x5xf32>, tensor<3x0xf32>, tensor<5x7xf32>) {
  %0 = "ttir.matmul"(%a, %b) : (tensor<0x5xf32>, tensor<5x7xf32>) -> tensor<0x7xf32>
  %1 = "ttir.sum"(%a) <{dim_arg = [0 : i32], keep_dim = true}> : (tensor<0x5xf32>) -> tensor<1x5xf32>
  %2 = "ttir.zeros"() <{shape = array<i32: 3, 0>}> : () -> tensor<3x0xf32>
  %3 = "ttir.relu"(%b) : (tensor<5x7xf32>) -> tensor<5x7xf32>
  return %0, %1, %2, %3 : tensor<0x7xf32>, tensor<1x5xf32>, tensor<3x0xf32>, tensor<5x7xf32>
}
