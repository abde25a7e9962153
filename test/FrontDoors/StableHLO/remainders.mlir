// The sign of the dividend, and no divisor too much where the quotient is rounded up: 1 / 0.1 is 10 in f32, whose 0.1 is more
// than a tenth, so that 0.0999999851 is left. Of integers what is divided by 0 is left as it is.
// RUN: alcove-opt %s --stablehlo-execute -o /dev/null
// RUN: alcove-opt %s --stablehlo-execute=as-ttir=true -o /dev/null
module @jit_main {
  func.func public @main() -> (tensor<6xf32>, tensor<5xi32>) {
    %0:4 = call @inputs() : () -> (tensor<6xf32>, tensor<6xf32>, tensor<5xi32>, tensor<5xi32>)
    %1:2 = call @expected() : () -> (tensor<6xf32>, tensor<5xi32>)
    %2 = stablehlo.remainder %0#0, %0#1 : tensor<6xf32>
    stablehlo.custom_call @check.expect_almost_eq(%2, %1#0) {has_side_effect = true} : (tensor<6xf32>, tensor<6xf32>) -> ()
    %3 = stablehlo.remainder %0#2, %0#3 : tensor<5xi32>
    stablehlo.custom_call @check.expect_eq(%3, %1#1) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
    return %2, %3 : tensor<6xf32>, tensor<5xi32>
  }
  func.func private @inputs() -> (tensor<6xf32>, tensor<6xf32>, tensor<5xi32>, tensor<5xi32>) {
    %x = stablehlo.constant dense<[1.0, -1.0, 3.0, -1000000.0, 7.0, -7.0]> : tensor<6xf32>
    %y = stablehlo.constant dense<[0.1, 0.1, -0.3, 0.7, -2.0, 2.0]> : tensor<6xf32>
    %a = stablehlo.constant dense<[17, -17, 17, -17, 5]> : tensor<5xi32>
    %b = stablehlo.constant dense<[3, 3, -3, -3, 0]> : tensor<5xi32>
    return %x, %y, %a, %b : tensor<6xf32>, tensor<6xf32>, tensor<5xi32>, tensor<5xi32>
  }
  func.func private @expected() -> (tensor<6xf32>, tensor<5xi32>) {
    %x = stablehlo.constant dense<[0.0999999866, -0.0999999866, 0.299999893, -0.317029893, 1.0, -1.0]> : tensor<6xf32>
    %a = stablehlo.constant dense<[2, -2, 2, -2, 5]> : tensor<5xi32>
    return %x, %a : tensor<6xf32>, tensor<5xi32>
  }
}
