// Updates of several rows whose place is known only at run time: what numpy makes of them, along one dimension and two.
// What would lie outside is moved to the edge.
// RUN: alcove-opt %s --stablehlo-execute -o /dev/null
// RUN: alcove-opt %s --stablehlo-execute=as-ttir=true -o /dev/null
// RUN: sed 's/8, -1, -2/8, -1, -9/' %s | not alcove-opt - --stablehlo-execute=as-ttir=true -o /dev/null 2>&1 | FileCheck %s
// CHECK: what is checked differs from what is expected

// One row needs no slice, as before.
// RUN: alcove-opt %S/caches.mlir --split-input-file --convert-stablehlo-to-ttir | FileCheck %s --check-prefix=ROW --implicit-check-not=slice_dynamic
// ROW: ttir.where

module @jit_main {
  func.func public @main() -> (tensor<4x5xi32>, tensor<4x5xi32>, tensor<1x2x4x1xf32>, tensor<1x2x4x1xf32>) {
    %0:6 = call @inputs() : () -> (tensor<4x5xi32>, tensor<3x2xi32>, tensor<1x2x4x1xf32>, tensor<1x2x2x1xf32>, tensor<i32>, tensor<i32>)
    %1:4 = call @expected() : () -> (tensor<4x5xi32>, tensor<4x5xi32>, tensor<1x2x4x1xf32>, tensor<1x2x4x1xf32>)
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %inside = stablehlo.dynamic_update_slice %0#0, %0#1, %0#4, %0#4 : (tensor<4x5xi32>, tensor<3x2xi32>, tensor<i32>, tensor<i32>) -> tensor<4x5xi32>
    %outside = stablehlo.dynamic_update_slice %0#0, %0#1, %0#5, %0#5 : (tensor<4x5xi32>, tensor<3x2xi32>, tensor<i32>, tensor<i32>) -> tensor<4x5xi32>
    %cache = stablehlo.dynamic_update_slice %0#2, %0#3, %zero, %zero, %0#4, %zero : (tensor<1x2x4x1xf32>, tensor<1x2x2x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4x1xf32>
    %first = stablehlo.dynamic_update_slice %0#2, %0#3, %zero, %zero, %0#5, %zero : (tensor<1x2x4x1xf32>, tensor<1x2x2x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4x1xf32>
    stablehlo.custom_call @check.expect_eq(%inside, %1#0) {has_side_effect = true} : (tensor<4x5xi32>, tensor<4x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%outside, %1#1) {has_side_effect = true} : (tensor<4x5xi32>, tensor<4x5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%cache, %1#2) {has_side_effect = true} : (tensor<1x2x4x1xf32>, tensor<1x2x4x1xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%first, %1#3) {has_side_effect = true} : (tensor<1x2x4x1xf32>, tensor<1x2x4x1xf32>) -> ()
    return %inside, %outside, %cache, %first : tensor<4x5xi32>, tensor<4x5xi32>, tensor<1x2x4x1xf32>, tensor<1x2x4x1xf32>
  }
  func.func private @inputs() -> (tensor<4x5xi32>, tensor<3x2xi32>, tensor<1x2x4x1xf32>, tensor<1x2x2x1xf32>, tensor<i32>, tensor<i32>) {
    %x = stablehlo.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15], [16, 17, 18, 19, 20]]> : tensor<4x5xi32>
    %u = stablehlo.constant dense<[[-1, -2], [-3, -4], [-5, -6]]> : tensor<3x2xi32>
    %c = stablehlo.constant dense<[[[[1.0], [2.0], [3.0], [4.0]], [[5.0], [6.0], [7.0], [8.0]]]]> : tensor<1x2x4x1xf32>
    %r = stablehlo.constant dense<[[[[-1.0], [-2.0]], [[-3.0], [0xFF800000]]]]> : tensor<1x2x2x1xf32>
    %far = stablehlo.constant dense<3> : tensor<i32>
    %below = stablehlo.constant dense<-7> : tensor<i32>
    return %x, %u, %c, %r, %far, %below : tensor<4x5xi32>, tensor<3x2xi32>, tensor<1x2x4x1xf32>, tensor<1x2x2x1xf32>, tensor<i32>, tensor<i32>
  }
  func.func private @expected() -> (tensor<4x5xi32>, tensor<4x5xi32>, tensor<1x2x4x1xf32>, tensor<1x2x4x1xf32>) {
    %inside = stablehlo.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, -1, -2], [11, 12, 13, -3, -4], [16, 17, 18, -5, -6]]> : tensor<4x5xi32>
    %outside = stablehlo.constant dense<[[-1, -2, 3, 4, 5], [-3, -4, 8, 9, 10], [-5, -6, 13, 14, 15], [16, 17, 18, 19, 20]]> : tensor<4x5xi32>
    %cache = stablehlo.constant dense<[[[[1.0], [2.0], [-1.0], [-2.0]], [[5.0], [6.0], [-3.0], [0xFF800000]]]]> : tensor<1x2x4x1xf32>
    %first = stablehlo.constant dense<[[[[-1.0], [-2.0], [3.0], [4.0]], [[-3.0], [0xFF800000], [7.0], [8.0]]]]> : tensor<1x2x4x1xf32>
    return %inside, %outside, %cache, %first : tensor<4x5xi32>, tensor<4x5xi32>, tensor<1x2x4x1xf32>, tensor<1x2x4x1xf32>
  }
}
