// RUN: split-file %s %t
// RUN: alcove-opt %t/heads.mlir --ttir-to-ttnn-backend-pipeline="optimization-level=2" -o %t/heads.out.mlir
// RUN: alcove-run %t/heads.mlir --compare=%t/heads.out.mlir --sensitivity=no | FileCheck %s --check-prefix=HEADS
// RUN: alcove-opt %t/heads.mlir --lower-ttir-to-ttnn | FileCheck %s --check-prefix=PLAIN
// RUN: alcove-opt %t/mesh.mlir --ttir-to-ttnn-backend-pipeline="optimization-level=2 mesh-shape=2,4" -o %t/mesh.out.mlir
// RUN: alcove-run %t/mesh.mlir --compare=%t/mesh.out.mlir --sensitivity=no | FileCheck %s --check-prefix=MESH
// RUN: FileCheck %s --check-prefix=KNOWN < %t/mesh.out.mlir
// RUN: not alcove-opt %t/crossed.mlir --ttir-to-ttnn-backend-pipeline="mesh-shape=2,4" -o %t/crossed.out.mlir 2>&1 | FileCheck %s --check-prefix=CROSSED
// RUN: not ls %t/crossed.out.mlir
// RUN: alcove-opt %t/logic.mlir --ttir-to-ttnn-backend-pipeline="optimization-level=2" -o %t/logic.out.mlir
// RUN: alcove-run %t/logic.mlir --compare=%t/logic.out.mlir --sensitivity=no | FileCheck %s --check-prefix=LOGIC
// RUN: FileCheck %s --check-prefix=TRUTH < %t/logic.out.mlir
// RUN: alcove-opt %t/far.mlir --ttir-to-ttnn-backend-pipeline="optimization-level=2" -o %t/far.out.mlir
// RUN: alcove-run %t/far.mlir --compare=%t/far.out.mlir --sensitivity=no --max-abs-error=0.04 | FileCheck %s --check-prefix=FAR

// What is lowered to other ops computes the same.

// Heads of 40 and 80 columns, which the kernels do not take.
// HEADS-COUNT-3: as declared
// HEADS-NOT: DIFFERS
// PLAIN-NOT: concatenate_heads
// PLAIN-NOT: rotary_embedding
// PLAIN-NOT: nlp_concat_heads_decode

// Exchanges that TTNN has not: everybody gathers and keeps its part. Groups that are no line of the mesh are refused.
// MESH-NOT: DIFFERS
// MESH: result 0 on chip 7: {{.*}} equal
// MESH-NOT: DIFFERS
// KNOWN-NOT: alcove.opaque
// KNOWN: ttnn.all_gather
// CROSSED: error: TTNN has no op for 'ttir.collective_broadcast' in this form (allow-unknown-ops=true keeps it as the opaque op 'ttnn.collective_broadcast', which no runtime executes)

// Of numbers: whether they are 0. Of booleans no comparison is needed.
// LOGIC-COUNT-3: f32: equal
// TRUTH-LABEL: func.func @numbers
// TRUTH: ttnn.ne
// TRUTH-LABEL: func.func @booleans
// TRUTH-NOT: ttnn.ne
// TRUTH: return

// Rows around 20 with a mean of 20: x * s and mean * s cancel, x - mean does not.
// FAR: equal as declared

//--- heads.mlir
func.func @concat(%x: tensor<2x4x20x40xbf16>) -> tensor<2x20x160xbf16> {
  %0 = "ttir.concatenate_heads"(%x) : (tensor<2x4x20x40xbf16>) -> tensor<2x20x160xbf16>
  return %0 : tensor<2x20x160xbf16>
}
func.func @rotary(%x: tensor<1x8x20x80xbf16>, %c: tensor<1x1x32x80xbf16>, %s: tensor<1x1x32x80xbf16>) -> tensor<1x8x20x80xbf16> {
  %0 = "ttir.rotary_embedding"(%x, %c, %s) : (tensor<1x8x20x80xbf16>, tensor<1x1x32x80xbf16>, tensor<1x1x32x80xbf16>) -> tensor<1x8x20x80xbf16>
  return %0 : tensor<1x8x20x80xbf16>
}
func.func @decode(%x: tensor<1x4x32x40xbf16>) -> tensor<1x1x4x640xbf16> {
  %0 = "ttir.nlp_concat_heads_decode"(%x) <{num_heads = 16 : ui32}> : (tensor<1x4x32x40xbf16>) -> tensor<1x1x4x640xbf16>
  return %0 : tensor<1x1x4x640xbf16>
}

//--- mesh.mlir
module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 2x4>]>} {
func.func @rows(%x: tensor<32x64xbf16> {ttcore.shard_status = #ttcore.shard_status<presharded>}) -> tensor<128x16xbf16> {
  %0 = "ttir.all_to_all"(%x) <{concat_dim = 0 : si32, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, split_count = 4 : si32, split_dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<128x16xbf16>
  return %0 : tensor<128x16xbf16>
}
func.func @same(%x: tensor<32x64xbf16> {ttcore.shard_status = #ttcore.shard_status<presharded>}) -> tensor<32x64xbf16> {
  %0 = "ttir.all_to_all"(%x) <{concat_dim = 1 : si32, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, split_count = 2 : si32, split_dim = 1 : si32}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
func.func @broadcast(%x: tensor<32x64xbf16> {ttcore.shard_status = #ttcore.shard_status<presharded>}) -> tensor<32x64xbf16> {
  %0 = "ttir.collective_broadcast"(%x) <{replica_groups = dense<[[2, 1, 0, 3], [6, 4, 5, 7]]> : tensor<2x4xi64>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
}

//--- crossed.mlir
func.func @broadcast(%x: tensor<32x64xbf16> {ttcore.shard_status = #ttcore.shard_status<presharded>}) -> tensor<32x64xbf16> {
  %0 = "ttir.collective_broadcast"(%x) <{replica_groups = dense<[[2, 1, 0, 3], [5, 4, 6, 7]]> : tensor<2x4xi64>}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}

//--- logic.mlir
func.func @numbers(%x: tensor<4x33x64xf32>) -> (tensor<4x64xf32>, tensor<4x64xf32>) {
  %0 = "ttir.reduce_or"(%x) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x33x64xf32>) -> tensor<4x64xf32>
  %1 = "ttir.reduce_and"(%x) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x33x64xf32>) -> tensor<4x64xf32>
  return %0, %1 : tensor<4x64xf32>, tensor<4x64xf32>
}
func.func @booleans(%a: tensor<4x33xf32>, %b: tensor<4x33xf32>) -> tensor<4xi1> {
  %0 = "ttir.lt"(%a, %b) : (tensor<4x33xf32>, tensor<4x33xf32>) -> tensor<4x33xi1>
  %1 = "ttir.reduce_and"(%0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x33xi1>) -> tensor<4xi1>
  return %1 : tensor<4xi1>
}

//--- far.mlir
func.func @far(%a: tensor<2x8x16x16xbf16>, %o: tensor<8xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<2x8x16x16xbf16> {
  %far = "ttir.full"() <{fill_value = 20.0 : f32, shape = array<i32: 1, 1, 1, 1>}> : () -> tensor<1x1x1x1xbf16>
  %x = "ttir.add"(%a, %far) : (tensor<2x8x16x16xbf16>, tensor<1x1x1x1xbf16>) -> tensor<2x8x16x16xbf16>
  %s = "ttir.constant"() <{value = dense<1.1> : tensor<8xbf16>}> : () -> tensor<8xbf16>
  %m = "ttir.constant"() <{value = dense<20.0> : tensor<8xbf16>}> : () -> tensor<8xbf16>
  %v = "ttir.constant"() <{value = dense<0.7> : tensor<8xbf16>}> : () -> tensor<8xbf16>
  %0 = "ttir.batch_norm_inference"(%x, %s, %o, %m, %v) <{dimension = 1 : i32, epsilon = 1.0e-5 : f32}> : (tensor<2x8x16x16xbf16>, tensor<8xbf16>, tensor<8xbf16>, tensor<8xbf16>, tensor<8xbf16>) -> tensor<2x8x16x16xbf16>
  return %0 : tensor<2x8x16x16xbf16>
}
