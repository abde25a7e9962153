// Bodies of scalars are written with whole tensors: as TTIR, as linalg, and planned.
// RUN: alcove-opt %s --stablehlo-execute -o /dev/null
// RUN: alcove-opt %s --stablehlo-execute=as-ttir=true -o /dev/null
// RUN: alcove-opt %s --convert-stablehlo-to-linalg -o /dev/null
// RUN: alcove-opt %s --convert-stablehlo-to-ttir | FileCheck %s
// RUN: alcove plan %s -o /dev/null
// CHECK: %[[SQUARE:.*]] = "ttir.multiply"(%arg0, %arg0) {{.*}} -> tensor<4x8xf32>
// CHECK: %[[SCALED:.*]] = "ttir.multiply"(%[[SQUARE]], %{{.*}}) {{.*}} -> tensor<4x8xf32>
// CHECK: %[[SUM:.*]] = "ttir.add"(%[[SCALED]], %arg1)
// CHECK: "ttir.where"(%{{.*}}, %[[SUM]], %{{.*}}) {{.*}} -> tensor<4x8xf32>

module @jit_main {
  func.func public @main(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %0 = "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %half = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %1 = stablehlo.multiply %a, %a : tensor<f32>
      %2 = stablehlo.multiply %1, %half : tensor<f32>
      %3 = stablehlo.add %2, %b : tensor<f32>
      %4 = stablehlo.compare GT, %b, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %5 = stablehlo.select %4, %3, %zero : tensor<i1>, tensor<f32>
      stablehlo.return %5 : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
}
