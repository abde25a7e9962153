// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=2" %s | FileCheck %s

// The values of a sort have the type of its input, place included: who wants them elsewhere moves them.
// CHECK-LABEL: func.func @forward
// CHECK: "ttnn.sort"({{.*}} : (tensor<[[SHAPE:.*]], #[[LAYOUT:ttnn_layout[0-9]*]]>) -> (tensor<[[SHAPE]], #[[LAYOUT]]>,
func.func @forward(%x: tensor<8x64xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<8x64xbf16>, tensor<8x64xi32>) {
  %0, %1 = "ttir.sort"(%x) <{dim = 1 : si32, descending = true, stable = false}> : (tensor<8x64xbf16>) -> (tensor<8x64xbf16>, tensor<8x64xi32>)
  return %0, %1 : tensor<8x64xbf16>, tensor<8x64xi32>
}
