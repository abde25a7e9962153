// What has no like in linalg is an error at its op.
// RUN: not alcove-opt %s --convert-stablehlo-to-linalg --split-input-file -o /dev/null 2>&1 | FileCheck %s

// CHECK: :[[@LINE+2]]:8: error: 'stablehlo.sort' op is not converted to linalg: there is no converter for it
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK: 'stablehlo.add' op is not converted to linalg: complex and quantized elements
func.func @main(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.add %x, %x : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}
