// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2 mock-system-desc-arch=wormhole_b0" %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: alcove-opt --ttnn-to-ttnn=mock-system-desc-arch=wormhole_b0 %t.mlir -o %t.again.mlir
// RUN: diff %t.mlir %t.again.mlir
// RUN: alcove-run %s --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL

// 614,400 B per core of exp lie at the top and as many of tanh below them. When exp goes 818,176 B are free, in two
// ranges, of which none holds the 716,800 B of sigmoid: tanh is moved to the top.
// CHECK: "ttnn.exp"
// CHECK: %[[TANH:.*]] = "ttnn.tanh"
// CHECK: "ttnn.assign"(%[[TANH]]) : (tensor<38400x256xf32, #[[L1:.*]]>) -> tensor<38400x256xf32, #[[L1]]>
// CHECK-NEXT: "ttnn.deallocate"(%[[TANH]])
// CHECK: "ttnn.sigmoid"
// CHECK: "ttnn.concat"
// EQUAL: result 0: 83200x256 f32 against f32: equal
func.func @forward(%x: tensor<38400x256xf32>, %y: tensor<44800x256xf32>) -> tensor<83200x256xf32> {
  %0 = "ttir.exp"(%x) : (tensor<38400x256xf32>) -> tensor<38400x256xf32>
  %1 = "ttir.tanh"(%0) : (tensor<38400x256xf32>) -> tensor<38400x256xf32>
  %2 = "ttir.sigmoid"(%y) : (tensor<44800x256xf32>) -> tensor<44800x256xf32>
  %3 = "ttir.concat"(%1, %2) <{dim = 0 : si32}> : (tensor<38400x256xf32>, tensor<44800x256xf32>) -> tensor<83200x256xf32>
  return %3 : tensor<83200x256xf32>
}
