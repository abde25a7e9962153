// Reductions of several tensors, those that begin with a number, and an argmax of booleans, as TTIR.
// RUN: alcove-opt %s --stablehlo-execute -o /dev/null
// RUN: alcove-opt %s --stablehlo-execute=as-ttir=true -o /dev/null
// RUN: sed "s/\[11, 17\]/[11, 18]/" %s | not alcove-opt - --stablehlo-execute=as-ttir=true -o /dev/null 2>&1 | FileCheck %s
// CHECK: what is checked differs from what is expected

module @jit_main {
  func.func public @main() -> tensor<2xi32> {
    %0:2 = call @inputs() : () -> (tensor<2x3xi32>, tensor<3xi1>)
    %low = stablehlo.constant dense<5> : tensor<i32>
    %high = stablehlo.constant dense<2> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %false = stablehlo.constant dense<false> : tensor<i1>
    // Rows 1 7 3 and 2 4 8: 5 or more is the greatest, 2 or less the least.
    %both:2 = stablehlo.reduce(%0#0 init: %low), (%0#0 init: %high) across dimensions = [1] : (tensor<2x3xi32>, tensor<2x3xi32>, tensor<i32>, tensor<i32>) -> (tensor<2xi32>, tensor<2xi32>)
     reducer(%a: tensor<i32>, %b: tensor<i32>) (%c: tensor<i32>, %d: tensor<i32>) {
      %m = stablehlo.maximum %a, %b : tensor<i32>
      %n = stablehlo.minimum %d, %c : tensor<i32>
      stablehlo.return %m, %n : tensor<i32>, tensor<i32>
    }
    %greatest = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
    %least = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    stablehlo.custom_call @check.expect_eq(%both#0, %greatest) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%both#1, %least) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
    // Pairs within each row, each beginning with 5: sums 13 15 and 11 17. The greatest of two rows of one: at least 5.
    %sums = "stablehlo.reduce_window"(%0#0, %low) <{window_dimensions = array<i64: 1, 2>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x2xi32>
    %all = stablehlo.constant dense<[[13, 15], [11, 17]]> : tensor<2x2xi32>
    stablehlo.custom_call @check.expect_eq(%sums, %all) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
    %windows = "stablehlo.reduce_window"(%0#0, %low) <{window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %s = stablehlo.maximum %a, %b : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x2xi32>
    %maxima = stablehlo.constant dense<[[5, 7], [5, 5]]> : tensor<2x2xi32>
    stablehlo.custom_call @check.expect_eq(%windows, %maxima) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
    // Two tensors in one window: the sum of pairs from 0 on, the least of pairs from 2 on.
    %pairs:2 = "stablehlo.reduce_window"(%0#0, %0#0, %zero, %high) <{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
      %s = stablehlo.add %a, %c : tensor<i32>
      %n = stablehlo.minimum %b, %d : tensor<i32>
      stablehlo.return %s, %n : tensor<i32>, tensor<i32>
    }) : (tensor<2x3xi32>, tensor<2x3xi32>, tensor<i32>, tensor<i32>) -> (tensor<1x2xi32>, tensor<1x2xi32>)
    %added = stablehlo.constant dense<[[3, 11]]> : tensor<1x2xi32>
    %lower = stablehlo.constant dense<[[1, 2]]> : tensor<1x2xi32>
    stablehlo.custom_call @check.expect_eq(%pairs#0, %added) {has_side_effect = true} : (tensor<1x2xi32>, tensor<1x2xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%pairs#1, %lower) {has_side_effect = true} : (tensor<1x2xi32>, tensor<1x2xi32>) -> ()
    // The first true of false true true.
    %i = stablehlo.iota dim = 0 : tensor<3xi32>
    %first:2 = stablehlo.reduce(%0#1 init: %false), (%i init: %zero) across dimensions = [0] : (tensor<3xi1>, tensor<3xi32>, tensor<i1>, tensor<i32>) -> (tensor<i1>, tensor<i32>)
     reducer(%a: tensor<i1>, %b: tensor<i1>) (%m: tensor<i32>, %n: tensor<i32>) {
      %g = stablehlo.compare GT, %a, %b, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %e = stablehlo.compare EQ, %a, %b, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %l = stablehlo.compare LT, %m, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %t = stablehlo.and %e, %l : tensor<i1>
      %p = stablehlo.or %g, %t : tensor<i1>
      %v = stablehlo.select %g, %a, %b : tensor<i1>, tensor<i1>
      %w = stablehlo.select %p, %m, %n : tensor<i1>, tensor<i32>
      stablehlo.return %v, %w : tensor<i1>, tensor<i32>
    }
    %one = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.custom_call @check.expect_eq(%first#1, %one) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
    return %both#0 : tensor<2xi32>
  }
  func.func private @inputs() -> (tensor<2x3xi32>, tensor<3xi1>) {
    %x = stablehlo.constant dense<[[1, 7, 3], [2, 4, 8]]> : tensor<2x3xi32>
    %p = stablehlo.constant dense<[false, true, true]> : tensor<3xi1>
    return %x, %p : tensor<2x3xi32>, tensor<3xi1>
  }
}
