// RUN: alcove-opt %s --allow-unknown-ops | FileCheck %s --check-prefix=READ
// RUN: alcove-opt %s --lower-ttir-to-ttnn=allow-unknown-ops=true | FileCheck %s
// RUN: alcove-opt %s --ttir-to-ttnn-backend-pipeline="allow-unknown-ops=true summary=true summary-json=%t.json optimization-level=2" -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SUMMARY
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// Marked as opaque, the output is read without any flag, and is a fixpoint.
// RUN: alcove-opt %t.mlir -o %t.again && diff %t.mlir %t.again

// SUMMARY: summary of
// SUMMARY: opaque 1 ttir.collective_broadcast: lowered whole, neither understood nor timed
// SUMMARY: opaque 1 ttir.of_tomorrow: lowered whole, neither understood nor timed
// SUMMARY: opaque 1 ttir.tt_lang_op: lowered whole
// SUMMARY: opaque 1 ttir.with_region: lowered whole
// JSON: "opaque_ops": {
// JSON-DAG: "ttir.of_tomorrow": 1
// JSON-DAG: "ttir.with_region": 1

// READ-LABEL: @f
// READ: "ttir.of_tomorrow"(%arg0) <{axis = 3 : si32, groups = array<i64: 1, 2>, how = #ttir<how_to a = 1>, name = "x"}> {note = "kept", ttir.other = [1, 2.{{.*}}]}
// CHECK-LABEL: func.func @f

// Properties, discardable attributes, several results.
// CHECK: %[[V:.*]]:2 = "ttnn.of_tomorrow"(%{{.*}}) <{axis = 3 : si32, groups = array<i64: 1, 2>, how = #ttir<how_to a = 1>, name = "x"}> {alcove.opaque = "ttir.of_tomorrow", note = "kept", ttir.other = [1, 2.{{.*}}]}

// Attributes without properties; a region with its ops.
// CHECK: "ttnn.with_region"(%[[V]]#0) ({
// CHECK: "ttnn.of_its_own"() <{deep = 7 : i8}> {alcove.opaque = "ttir.of_its_own"}
// CHECK: }) {alcove.opaque = "ttir.with_region", seed = 42 : i64}

// Ops of the dialect that no kernel stands for keep their properties as well.
// CHECK: "ttnn.collective_broadcast"(%{{.*}}) <{replica_groups = dense<0> : tensor<1x1xi64>}> {alcove.opaque = "ttir.collective_broadcast"}
// CHECK: "ttnn.tt_lang_op"(%{{.*}}) <{arg_roles = "out", kernel_id = "k7", shard_spec = "s", version_tag = "v1"}> {alcove.opaque = "ttir.tt_lang_op"}
func.func @f(%x: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0:2 = "ttir.of_tomorrow"(%x) <{axis = 3 : si32, groups = array<i64: 1, 2>, how = #ttir<how_to a = 1>, name = "x"}> {note = "kept", ttir.other = [1, 2.0]} : (tensor<32x64xbf16>) -> (tensor<32x64xbf16>, tensor<32x64xbf16>)
  %1 = "ttir.with_region"(%0#0) ({
    "ttir.of_its_own"() <{deep = 7 : i8}> : () -> ()
  }) {seed = 42 : i64} : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %2 = "ttir.collective_broadcast"(%1) <{replica_groups = dense<[[0]]> : tensor<1x1xi64>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %3 = "ttir.tt_lang_op"(%2) <{arg_roles = "out", kernel_id = "k7", shard_spec = "s", version_tag = "v1"}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  %4 = "ttir.add"(%3, %0#1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %4 : tensor<32x64xbf16>
}
