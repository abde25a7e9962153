// Programs over parts of tensors, in the three ways of front ends.
// RUN: alcove-opt %s --split-input-file --convert-stablehlo-to-ttir | FileCheck %s
// RUN: alcove-opt %s --split-input-file | alcove-opt --split-input-file --convert-stablehlo-to-ttir | FileCheck %s

// Shardy: dimension 0 over the rows of 2x4 chips, dimension 1 over their columns.
// CHECK: ttcore.meshes = #ttcore.meshes<[<"mesh" = 2x4>]>
// CHECK: "ttir.mesh_shard"(%arg0) {{.*}}shard_dims = array<i64: 0, 1>{{.*}}shard_shape = array<i64: 2, 4>{{.*}} -> tensor<32x32xf32>
// CHECK: "ttir.mesh_shard"(%arg1) {{.*}}shard_dims = array<i64: -1, 0>{{.*}} -> tensor<32x256xf32>
// CHECK: "ttir.all_reduce"{{.*}}cluster_axis = 1 : ui32
// CHECK: "ttir.mesh_shard"{{.*}}shard_direction = #ttcore.shard_direction<shard_to_full>{{.*}} -> tensor<64x256xf32>
module @jit_f attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func public @main(%arg0: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<128x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<64x256xf32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"y"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x", "y"} (%arg2: tensor<32x32xf32>, %arg3: tensor<32x256xf32>) {
      %1 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x32xf32>, tensor<32x256xf32>) -> tensor<32x256xf32>
      %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
        %3 = stablehlo.add %arg4, %arg5 : tensor<f32>
        stablehlo.return %3 : tensor<f32>
      }) : (tensor<32x256xf32>) -> tensor<32x256xf32>
      sdy.return %2 : tensor<32x256xf32>
    } : (tensor<64x128xf32>, tensor<128x256xf32>) -> tensor<64x256xf32>
    return %0 : tensor<64x256xf32>
  }
}

// -----

// GSPMD.
// CHECK: ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>
// CHECK: "ttir.mesh_shard"(%arg0) {{.*}}shard_dims = array<i64: -1, 1>{{.*}} -> tensor<64x64xf32>
// CHECK: "ttir.mesh_shard"(%arg1) {{.*}}shard_dims = array<i64: -1, 0>{{.*}} -> tensor<64x256xf32>
// CHECK: "ttir.mesh_shard"{{.*}}shard_type = #ttcore.shard_type<replicate>{{.*}} -> tensor<64x256xf32>
module @jit_matmul attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x128xf32>, %arg1: tensor<128x256xf32>) -> (tensor<64x256xf32> {jax.result_info = ""}) {
    %0 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "", mhlo.sharding = "{devices=[1,2]<=[2]}"} : (tensor<64x128xf32>) -> tensor<64x128xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<64x128xf32>) -> tensor<64x64xf32>
    %2 = stablehlo.custom_call @Sharding(%arg1) {backend_config = "", mhlo.sharding = "{devices=[2,1]<=[2]}"} : (tensor<128x256xf32>) -> tensor<128x256xf32>
    %3 = stablehlo.custom_call @SPMDFullToShardShape(%2) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<128x256xf32>) -> tensor<64x256xf32>
    %4 = call @shmap_body(%1, %3) : (tensor<64x64xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
    %5 = stablehlo.custom_call @Sharding(%4) {backend_config = "", mhlo.sharding = "{manual}"} : (tensor<64x256xf32>) -> tensor<64x256xf32>
    %6 = stablehlo.custom_call @SPMDShardToFullShape(%5) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<64x256xf32>) -> tensor<64x256xf32>
    return %6 : tensor<64x256xf32>
  }
  func.func private @shmap_body(%arg0: tensor<64x64xf32>, %arg1: tensor<64x256xf32>) -> (tensor<64x256xf32> {jax.result_info = "[None, None]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
    %1 = "stablehlo.all_reduce"(%0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<64x256xf32>) -> tensor<64x256xf32>
    return %1 : tensor<64x256xf32>
  }
}

// -----

// Shardy in strings, as it is exported.
// CHECK: "ttir.mesh_shard"(%arg0) {{.*}}shard_dims = array<i64: -1, 0>{{.*}} -> tensor<4x16xf32>
// CHECK: "ttir.sin"
// CHECK: "ttir.mesh_shard"{{.*}}shard_direction = #ttcore.shard_direction<shard_to_full>{{.*}} -> tensor<8x16xf32>
module @jit_f attributes {mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22x\22=2]>}"}, mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x16xf32>) -> (tensor<8x16xf32>) {
    %0 = stablehlo.custom_call @xla.sdy.GlobalToLocalShape(%arg0) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}, {}]>]>", xla.sdy.manual_axes = "#sdy<manual_axes{\22x\22}>"}} : (tensor<8x16xf32>) -> tensor<4x16xf32>
    %1 = call @xla.sdy.manual_computation_body(%0) {mhlo.frontend_attributes = {xla.sdy.in_shardings = "x"}} : (tensor<4x16xf32>) -> tensor<4x16xf32>
    %2 = stablehlo.custom_call @xla.sdy.LocalToGlobalShape(%1) {mhlo.frontend_attributes = {xla.sdy.manual_axes = "#sdy<manual_axes{\22x\22}>", xla.sdy.out_shardings = "#sdy.sharding_per_value<[<@mesh, [{\22x\22}, {}]>]>"}} : (tensor<4x16xf32>) -> tensor<8x16xf32>
    return %2 : tensor<8x16xf32>
  }
  func.func private @xla.sdy.manual_computation_body(%arg0: tensor<4x16xf32>) -> tensor<4x16xf32> {
    %0 = stablehlo.sine %arg0 : tensor<4x16xf32>
    return %0 : tensor<4x16xf32>
  }
}

// -----

// Arguments alone say how they are cut: a program of one chip that keeps it.
// CHECK-NOT: ttcore.meshes
// CHECK: alcove.shard_dims = array<i64: -1, 1>
// CHECK-SAME: alcove.shard_dims = array<i64: -1, 0>
// CHECK-SAME: ttcore.argument_type = #ttcore.argument_type<parameter>, ttir.name = "l__self___fc_weight"
module @SyncTensorsGraph.24 attributes {mhlo.cross_program_prefetches = [], mhlo.frontend_attributes = {xla.sdy.meshes = "{mesh = #sdy.mesh<[\22_axis_0\22=1, \22_axis_1\22=2]>}"}, mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<32x128xbf16> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{}, {\22_axis_1\22}]>"}, mhlo.sharding = "{devices=[1,2]<=[2]}"}, %arg1: tensor<128x64xbf16> {mhlo.frontend_attributes = {xla.sdy.sharding = "#sdy.sharding<@mesh, [{\22_axis_1\22}, {}]>"}, mhlo.sharding = "{devices=[2,1]<=[2]}"}) -> tensor<32x64xbf16> {
    %0 = stablehlo.custom_call @tt.mark_argument(%arg1) {api_version = 0 : i32, mhlo.frontend_attributes = {ttcore.argument_type = "parameter", ttir.name = "l__self___fc_weight"}} : (tensor<128x64xbf16>) -> tensor<128x64xbf16>
    %1 = stablehlo.dot_general %arg0, %0, contracting_dims = [1] x [0] : (tensor<32x128xbf16>, tensor<128x64xbf16>) -> tensor<32x64xbf16>
    return %1 : tensor<32x64xbf16>
  }
}

// -----

// Ops of Shardy on whole tensors are their operands. What only Shardy can read is gone: a reader of TTIR or TTNN that
// knows other dialects refuses the whole module for it.
// CHECK: func.func @main(%arg0: tensor<16x8xf32> {alcove.shard_dims = array<i64: 0, -1>, ttcore.argument_type = #ttcore.argument_type<input>}) -> tensor<16x8xf32> {
// CHECK-NOT: sdy.
// CHECK: "ttir.add"
// CHECK: "ttir.tanh"
module {
  sdy.mesh @mesh = <["x"=2, "y"=2]>
  sdy.mesh @empty_mesh = <[]>
  sdy.mesh @maximal = <[], device_ids=[0]>
  func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}p0, {?}], replicated={"y"}>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {?}]> : tensor<16x8xf32>
    %1 = sdy.reshard %0 <@mesh, [{}, {"y"}]> : tensor<16x8xf32>
    %2 = sdy.all_gather [{}, {"y"}] %1 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
    %3 = sdy.all_slice [{"x"}, {}] %2 out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
    %4 = sdy.all_to_all [{"x"}: 0->1] %3 out_sharding=<@mesh, [{}, {"x"}]> : tensor<16x8xf32>
    %5 = sdy.all_reduce {"y"} %4 out_sharding=<@mesh, [{}, {"x"}]> : tensor<16x8xf32>
    %6 = sdy.collective_permute %5 out_sharding=<@mesh, [{}, {"y"}]> : tensor<16x8xf32>
    %7 = sdy.reduce_scatter [{"x"}, {}] %6 out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x8xf32>
    sdy.sharding_group %7 group_id=21 : tensor<16x8xf32>
    %8 = sdy.propagation_barrier %7 allowed_direction=NONE : tensor<16x8xf32>
    %9 = sdy.constant dense<1.0> : tensor<16x8xf32>
    %10 = stablehlo.add %8, %9 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=16, j=8}>} : tensor<16x8xf32>
    %11 = sdy.named_computation<"foo">(%10) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] (%arg1: tensor<16x8xf32>) {
      %12 = stablehlo.tanh %arg1 : tensor<16x8xf32>
      sdy.return %12 : tensor<16x8xf32>
    } : (tensor<16x8xf32>) -> tensor<16x8xf32>
    %13 = sdy.data_flow_edge %11 sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
    return %13 : tensor<16x8xf32>
  }
}

// -----

// No mesh is named: the groups imply the chips. Of one chip each they imply none.
// CHECK: ttcore.meshes = #ttcore.meshes<[<"mesh" = 2x3>]>
// CHECK: "ttir.all_reduce"{{.*}}cluster_axis = 0 : ui32
// CHECK: "ttir.all_reduce"{{.*}}cluster_axis = 1 : ui32
module {
  func.func @main(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 3], [1, 4], [2, 5]]> : tensor<3x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %1 = "stablehlo.all_reduce"(%0) <{replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %1 : tensor<8x16xf32>
  }
}

// -----

// CHECK: module {
// CHECK-NEXT: func.func @alone
// CHECK-NOT: all_reduce
module {
  func.func @alone(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %0 : tensor<8x16xf32>
  }
}

// -----

// The one column of a mesh.
// CHECK: ttcore.meshes = #ttcore.meshes<[<"mesh" = 2x1>]>
// CHECK: "ttir.all_reduce"{{.*}}cluster_axis = 0 : ui32
module {
  sdy.mesh @mesh = <["x"=2, "y"=1]>
  func.func @main(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %0 : tensor<8x16xf32>
  }
}

// -----

// Pairs of chips imply a row.
// CHECK: ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>
// CHECK: "ttir.collective_permute"
module {
  func.func @main(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %0 : tensor<8x16xf32>
  }
}

// -----

// All chips of a mesh of two axes: one axis after the other, so that parts lie in the order of the chips.
// CHECK: ttcore.meshes = #ttcore.meshes<[<"mesh" = 2x4>]>
// CHECK: %[[ROW:.*]] = "ttir.all_reduce"(%arg0) {{.*}}cluster_axis = 1 : ui32
// CHECK: %[[ALL:.*]] = "ttir.all_reduce"(%[[ROW]]) {{.*}}cluster_axis = 0 : ui32
// CHECK: %[[HALF:.*]] = "ttir.reduce_scatter"(%[[ALL]]) {{.*}}cluster_axis = 0 : ui32{{.*}} -> tensor<32x16xf32>
// CHECK: %[[PART:.*]] = "ttir.reduce_scatter"(%[[HALF]]) {{.*}}cluster_axis = 1 : ui32{{.*}} -> tensor<8x16xf32>
// CHECK: %[[ROWS:.*]] = "ttir.all_gather"(%[[PART]]) {{.*}}cluster_axis = 1 : ui32{{.*}} -> tensor<32x16xf32>
// CHECK: "ttir.all_gather"(%[[ROWS]]) {{.*}}cluster_axis = 0 : ui32{{.*}} -> tensor<64x16xf32>
module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%x: tensor<64x16xf32>) -> tensor<64x16xf32> {
    %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<64x16xf32>) -> tensor<64x16xf32>
    %1 = "stablehlo.reduce_scatter"(%0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<64x16xf32>) -> tensor<8x16xf32>
    %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>}> : (tensor<8x16xf32>) -> tensor<64x16xf32>
    return %2 : tensor<64x16xf32>
  }
}
