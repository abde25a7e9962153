// Bits that are counted, executed and as TTIR.
// RUN: alcove-opt %s --stablehlo-execute -o /dev/null
// RUN: alcove-opt %s --stablehlo-execute=as-ttir=true -o /dev/null
// RUN: sed "s/\[0, 1, 32, 31, 1, 13\]/[0, 1, 32, 31, 1, 12]/" %s | not alcove-opt - --stablehlo-execute=as-ttir=true -o /dev/null 2>&1 | FileCheck %s
// CHECK: what is checked differs from what is expected

module @jit_main {
  func.func public @main() -> tensor<6xi32> {
    %0:4 = call @inputs() : () -> (tensor<6xi32>, tensor<4xui32>, tensor<4xi8>, tensor<4xui16>)
    %set = stablehlo.popcnt %0#0 : tensor<6xi32>
    %setWanted = stablehlo.constant dense<[0, 1, 32, 31, 1, 13]> : tensor<6xi32>
    stablehlo.custom_call @check.expect_eq(%set, %setWanted) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
    %zeros = stablehlo.count_leading_zeros %0#0 : tensor<6xi32>
    %zerosWanted = stablehlo.constant dense<[32, 31, 0, 1, 0, 3]> : tensor<6xi32>
    stablehlo.custom_call @check.expect_eq(%zeros, %zerosWanted) {has_side_effect = true} : (tensor<6xi32>, tensor<6xi32>) -> ()
    %setUnsigned = stablehlo.popcnt %0#1 : tensor<4xui32>
    %setUnsignedWanted = stablehlo.constant dense<[32, 1, 16, 0]> : tensor<4xui32>
    stablehlo.custom_call @check.expect_eq(%setUnsigned, %setUnsignedWanted) {has_side_effect = true} : (tensor<4xui32>, tensor<4xui32>) -> ()
    // Of the type's own bits: -1 has eight, and none in front of them.
    %setByte = stablehlo.popcnt %0#2 : tensor<4xi8>
    %setByteWanted = stablehlo.constant dense<[8, 1, 0, 3]> : tensor<4xi8>
    stablehlo.custom_call @check.expect_eq(%setByte, %setByteWanted) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
    %zerosByte = stablehlo.count_leading_zeros %0#2 : tensor<4xi8>
    %zerosByteWanted = stablehlo.constant dense<[0, 0, 8, 5]> : tensor<4xi8>
    stablehlo.custom_call @check.expect_eq(%zerosByte, %zerosByteWanted) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
    %zerosShort = stablehlo.count_leading_zeros %0#3 : tensor<4xui16>
    %zerosShortWanted = stablehlo.constant dense<[0, 16, 15, 3]> : tensor<4xui16>
    stablehlo.custom_call @check.expect_eq(%zerosShort, %zerosShortWanted) {has_side_effect = true} : (tensor<4xui16>, tensor<4xui16>) -> ()
    return %0#0 : tensor<6xi32>
  }
  func.func private @inputs() -> (tensor<6xi32>, tensor<4xui32>, tensor<4xi8>, tensor<4xui16>) {
    %0 = stablehlo.constant dense<[0, 1, -1, 2147483647, -2147483648, 305419896]> : tensor<6xi32>
    %1 = stablehlo.constant dense<[4294967295, 2147483648, 2863311530, 0]> : tensor<4xui32>
    %2 = stablehlo.constant dense<[-1, -128, 0, 7]> : tensor<4xi8>
    %3 = stablehlo.constant dense<[65535, 0, 1, 4660]> : tensor<4xui16>
    return %0, %1, %2, %3 : tensor<6xi32>, tensor<4xui32>, tensor<4xi8>, tensor<4xui16>
  }
}
