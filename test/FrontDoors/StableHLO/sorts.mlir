// Sorts by one tensor after the other, by a tensor that is not the first, and of booleans, executed and as TTIR.
// RUN: alcove-opt %s --stablehlo-execute -o /dev/null
// RUN: alcove-opt %s --stablehlo-execute=as-ttir=true -o /dev/null
// RUN: sed "s/\[15, 11, 13, /[11, 15, 13, /" %s | not alcove-opt - --stablehlo-execute=as-ttir=true -o /dev/null 2>&1 | FileCheck %s
// CHECK: what is checked differs from what is expected

module @jit_main {
  func.func public @main() -> tensor<2x6xi32> {
    %0:4 = call @inputs() : () -> (tensor<2x6xi32>, tensor<2x6xf32>, tensor<2x6xi32>, tensor<2x6xi1>)
    // The first rises; where it is equal the second falls; where both are equal the order stays.
    //   3 1.0   1 5.0   3 5.0   1 5.0   2 0.0   1 7.0   ->   1 7.0   1 5.0   1 5.0   2 0.0   3 5.0   3 1.0
    %two:3 = "stablehlo.sort"(%0#0, %0#1, %0#2) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>, %e: tensor<i32>, %f: tensor<i32>):
      %less = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %same = stablehlo.compare EQ, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %more = stablehlo.compare GT, %c, %d, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %then = stablehlo.and %same, %more : tensor<i1>
      %either = stablehlo.or %less, %then : tensor<i1>
      stablehlo.return %either : tensor<i1>
    }) : (tensor<2x6xi32>, tensor<2x6xf32>, tensor<2x6xi32>) -> (tensor<2x6xi32>, tensor<2x6xf32>, tensor<2x6xi32>)
    %first = stablehlo.constant dense<[[1, 1, 1, 2, 3, 3], [-5, -5, 0, 0, 0, 7]]> : tensor<2x6xi32>
    %second = stablehlo.constant dense<[[7.0, 5.0, 5.0, 0.0, 5.0, 1.0], [9.0, 0.0, 4.5, 4.0, -1.0, 1.0]]> : tensor<2x6xf32>
    %third = stablehlo.constant dense<[[15, 11, 13, 14, 12, 10], [25, 23, 22, 20, 21, 24]]> : tensor<2x6xi32>
    stablehlo.custom_call @check.expect_eq(%two#0, %first) {has_side_effect = true} : (tensor<2x6xi32>, tensor<2x6xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%two#1, %second) {has_side_effect = true} : (tensor<2x6xf32>, tensor<2x6xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%two#2, %third) {has_side_effect = true} : (tensor<2x6xi32>, tensor<2x6xi32>) -> ()
    // By the second tensor alone, along the other dimension, the greatest first.
    %one:2 = "stablehlo.sort"(%0#2, %0#1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
      %more = stablehlo.compare GT, %c, %d, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    }) : (tensor<2x6xi32>, tensor<2x6xf32>) -> (tensor<2x6xi32>, tensor<2x6xf32>)
    %columns = stablehlo.constant dense<[[20, 11, 12, 13, 24, 25], [10, 21, 22, 23, 14, 15]]> : tensor<2x6xi32>
    stablehlo.custom_call @check.expect_eq(%one#0, %columns) {has_side_effect = true} : (tensor<2x6xi32>, tensor<2x6xi32>) -> ()
    // False before true.
    %truths:2 = "stablehlo.sort"(%0#3, %0#2) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<i1>, %b: tensor<i1>, %c: tensor<i32>, %d: tensor<i32>):
      %less = stablehlo.compare LT, %a, %b, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) : (tensor<2x6xi1>, tensor<2x6xi32>) -> (tensor<2x6xi1>, tensor<2x6xi32>)
    %sides = stablehlo.constant dense<[[11, 13, 14, 10, 12, 15], [20, 21, 22, 23, 24, 25]]> : tensor<2x6xi32>
    stablehlo.custom_call @check.expect_eq(%truths#1, %sides) {has_side_effect = true} : (tensor<2x6xi32>, tensor<2x6xi32>) -> ()
    return %0#0 : tensor<2x6xi32>
  }
  func.func private @inputs() -> (tensor<2x6xi32>, tensor<2x6xf32>, tensor<2x6xi32>, tensor<2x6xi1>) {
    %0 = stablehlo.constant dense<[[3, 1, 3, 1, 2, 1], [0, 0, 0, -5, 7, -5]]> : tensor<2x6xi32>
    %1 = stablehlo.constant dense<[[1.0, 5.0, 5.0, 5.0, 0.0, 7.0], [4.0, -1.0, 4.5, 0.0, 1.0, 9.0]]> : tensor<2x6xf32>
    %2 = stablehlo.constant dense<[[10, 11, 12, 13, 14, 15], [20, 21, 22, 23, 24, 25]]> : tensor<2x6xi32>
    %3 = stablehlo.constant dense<[[true, false, true, false, false, true], [false, false, false, false, true, true]]> : tensor<2x6xi1>
    return %0, %1, %2, %3 : tensor<2x6xi32>, tensor<2x6xf32>, tensor<2x6xi32>, tensor<2x6xi1>
  }
}
