// RUN: alcove-opt --ttir-element-type-normalization %s | FileCheck %s
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2" %s -o /dev/null

// Constants that were left out of the file, and those that are in it.
// CHECK-LABEL: @resources
// CHECK: value = dense_resource<__elided__> : tensor<2x3xf32>
// CHECK: value = dense<[1, -2]> : tensor<2xsi32>
func.func @resources() -> (tensor<2x3xf64>, tensor<2xi64>) {
  %0 = "ttir.constant"() <{value = dense_resource<__elided__> : tensor<2x3xf64>}> : () -> tensor<2x3xf64>
  %1 = "ttir.constant"() <{value = dense_resource<pair> : tensor<2xi64>}> : () -> tensor<2xi64>
  return %0, %1 : tensor<2x3xf64>, tensor<2xi64>
}

{-#
  dialect_resources: {
    builtin: {
      pair: "0x080000000100000000000000FEFFFFFFFFFFFFFF"
    }
  }
#-}
