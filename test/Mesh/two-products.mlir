// One product by columns, the next by its contraction, and one reduction behind both: as people split an MLP. Numbers are
// those of the program of one chip, on every chip (NUM-C12).
// RUN: alcove-opt %s --ttir-split-over-mesh="mesh=1x2 device=n300 compare=true" -o %t.split 2> %t.err
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: FileCheck %s < %t.split
// RUN: alcove-run %s --compare=%t.split --precision=f32 --sensitivity=no

// REPORT: mesh 1x2 on wormhole-n300: {{[0-9.]+}} us = ops {{[0-9.]+}} us + conversions {{[0-9.]+}} us, {{[0-9.]+}} MiB of DRAM per chip, no split takes less than {{.*}} (gap 0.00 %)
// REPORT-DAG: replicated
// REPORT-DAG: megatron

// CHECK: ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>
// CHECK-DAG: %[[UP:.*]] = "ttir.mesh_shard"(%arg1) {{.*}}shard_dims = array<i64: -1, 1>{{.*}}(tensor<1024x2048xf32>) -> tensor<1024x1024xf32>
// CHECK-DAG: %[[DOWN:.*]] = "ttir.mesh_shard"(%arg2) {{.*}}shard_dims = array<i64: -1, 0>{{.*}}(tensor<2048x1024xf32>) -> tensor<1024x1024xf32>
// CHECK: "ttir.matmul"(%{{.*}}, %[[UP]]) {{.*}} -> tensor<32x1024xf32>
// CHECK: "ttir.relu"({{.*}}) {{.*}} -> tensor<32x1024xf32>
// CHECK: "ttir.matmul"(%{{.*}}, %[[DOWN]]) {{.*}} -> tensor<32x1024xf32>
// CHECK: "ttir.{{all_reduce|reduce_scatter}}"
// CHECK: shard_to_full
func.func @mlp(%x: tensor<32x1024xf32>,
               %up: tensor<1024x2048xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>},
               %down: tensor<2048x1024xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x1024xf32> {
  %0 = "ttir.matmul"(%x, %up) : (tensor<32x1024xf32>, tensor<1024x2048xf32>) -> tensor<32x2048xf32>
  %1 = "ttir.relu"(%0) : (tensor<32x2048xf32>) -> tensor<32x2048xf32>
  %2 = "ttir.matmul"(%1, %down) : (tensor<32x2048xf32>, tensor<2048x1024xf32>) -> tensor<32x1024xf32>
  return %2 : tensor<32x1024xf32>
}
