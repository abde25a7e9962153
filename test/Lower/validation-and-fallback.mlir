// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=0 mock-system-desc-arch=t3000 mesh-shape=1,4" %s | FileCheck %s

// argmax reads rows: its tiles are untilized first.
// CHECK: %[[ROWS:.*]] = "ttnn.to_layout"({{.*}}) : (tensor<32x128xbf16, {{.*}}>) -> tensor<32x128xbf16, #[[RM:.*]]>
// CHECK: "ttnn.argmax"(%[[ROWS]])
func.func @forward(%x: tensor<32x128xbf16>) -> tensor<32xi32> {
  %0 = "ttir.neg"(%x) : (tensor<32x128xbf16>) -> tensor<32x128xbf16>
  %1 = "ttir.argmax"(%0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<32x128xbf16>) -> tensor<32xi32>
  return %1 : tensor<32xi32>
}

// Functions that compute constants are mended like any other: a parameter whose tiles would be cut goes there in rows.
// CHECK-LABEL: func.func private @partition_const_eval_0
// CHECK: %[[ROWS:.*]] = "ttnn.to_layout"({{.*}}) : (tensor<8x12xbf16, {{.*}}>) -> tensor<8x12xbf16, #[[WEIGHT_RM:.*]]>
// CHECK: "ttnn.mesh_partition"(%[[ROWS]]) {{.*}} : (tensor<8x12xbf16, #[[WEIGHT_RM]]>)
func.func @partition(%w: tensor<8x12xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<8x3xbf16> {
  %0 = "ttir.mesh_partition"(%w) <{dim = 1 : si32, cluster_axis = 1 : ui32}> : (tensor<8x12xbf16>) -> tensor<8x3xbf16>
  return %0 : tensor<8x3xbf16>
}

// A row of f32 that is not streamed, and does not fit beside its buffers: in shards it keeps its element type.
// CHECK-LABEL: func.func @norm
// CHECK: "ttnn.rms_norm"({{.*}}) {{.*}} : (tensor<32x5120xf32, #[[SHARDS:.*]]>) -> tensor<32x5120xf32, #[[SHARDS]]>
// CHECK-NOT: bf16
// CHECK: return
func.func @norm(%x: tensor<32x5120xf32>) -> tensor<32x5120xf32> {
  %0 = "ttir.rms_norm"(%x) <{epsilon = 1.0e-05 : f32, normalized_shape = array<i64: 5120>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<32x5120xf32>) -> tensor<32x5120xf32>
  return %0 : tensor<32x5120xf32>
}
