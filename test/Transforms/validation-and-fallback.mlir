// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=0" %s | FileCheck %s

// argmax reads rows: its tiles are untilized first.
// CHECK: %[[ROWS:.*]] = "ttnn.to_layout"({{.*}}) : (tensor<32x128xbf16, {{.*}}>) -> tensor<32x128xbf16, #[[RM:.*]]>
// CHECK: "ttnn.argmax"(%[[ROWS]])
func.func @forward(%x: tensor<32x128xbf16>) -> tensor<32xi32> {
  %0 = "ttir.neg"(%x) : (tensor<32x128xbf16>) -> tensor<32x128xbf16>
  %1 = "ttir.argmax"(%0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<32x128xbf16>) -> tensor<32xi32>
  return %1 : tensor<32xi32>
}
