// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline %s | FileCheck %s

// A module that holds nothing but a module: the inner one is what the device runs.
// CHECK: module @outer attributes {test.a = 1 : i32} {
// CHECK-NEXT: ttcore.device_module {
// CHECK-NEXT: builtin.module @inner attributes {
// CHECK: func.func @forward
// CHECK: "ttnn.relu"
// CHECK-NOT: "ttir.
module @outer attributes {test.a = 1 : i32} {
  module @inner {
    func.func @forward(%x: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
      %0 = "ttir.relu"(%x) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
      return %0 : tensor<32x64xbf16>
    }
  }
}
