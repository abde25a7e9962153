// A gather, a sum and a scatter over an axis of one chip are their operand.
// RUN: alcove-opt %s --ttir-to-ttnn-backend-pipeline | FileCheck %s
// CHECK-LABEL: func.func @main
// CHECK-NOT: all_gather
// CHECK-NOT: all_reduce
// CHECK-NOT: reduce_scatter
// CHECK: "ttnn.relu"
func.func @main(%x: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.all_gather"(%x) <{all_gather_dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %1 = "ttir.all_reduce"(%0) <{reduce_type = #ttcore.reduce_type<sum>, cluster_axis = 0 : ui32}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %2 = "ttir.reduce_scatter"(%1) <{scatter_dim = 0 : si32, reduce_type = #ttcore.reduce_type<sum>, cluster_axis = 1 : ui32}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %3 = "ttir.relu"(%2) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %3 : tensor<32x64xbf16>
}
