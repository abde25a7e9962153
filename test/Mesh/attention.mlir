// A decode step of attention with a cache of one user on four chips: heads over the chips, the cache with them, and one
// reduction behind the last product. Caches stay where they are.
// RUN: alcove-opt %s --ttir-split-over-mesh="mesh=1x4 device=t3000 explain-mesh=true" -o %t.split 2> %t.err
// RUN: FileCheck %s --check-prefix=EXPLAIN < %t.err
// RUN: FileCheck %s < %t.split
// RUN: alcove-run %s --compare=%t.split --precision=f32 --sensitivity=no
// RUN: alcove-opt %s --ttir-split-over-mesh="mesh=2x2 device=wormhole_b0 policy=replicated" -o %t.copies 2> /dev/null
// RUN: alcove-run %s --compare=%t.copies --precision=f32 --sensitivity=no
// RUN: alcove-opt %s --ttir-split-over-mesh="mesh=2x2 device=blackhole" -o %t.square 2> /dev/null
// RUN: alcove-run %s --compare=%t.square --precision=f32 --sensitivity=no

// EXPLAIN: mesh 1x4 on wormhole-t3000
// EXPLAIN: update_cache#{{[0-9]+}}: whole x heads
// EXPLAIN: dot_general#{{[0-9]+}}: whole x contraction

// CHECK: "ttir.mesh_shard"(%arg1) {{.*}}shard_dims = array<i64: -1, 1>{{.*}}(tensor<1x16x128x64xf32>) -> tensor<1x4x128x64xf32>
// CHECK: "ttir.update_cache"(%{{.*}}) {{.*}} : (tensor<1x4x128x64xf32>, tensor<1x4x1x64xf32>, tensor<1xi64>) -> ()
func.func @decode(%x: tensor<1x1024xf32>, %cache: tensor<1x16x128x64xf32>, %at: tensor<1xi64>,
                  %wq: tensor<1024x1024xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>},
                  %wk: tensor<1024x1024xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>},
                  %wo: tensor<1024x1024xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>})
    -> (tensor<1x1024xf32>, tensor<1x16x128x64xf32>) {
  %0 = "ttir.dot_general"(%x, %wk) <{batch_dims_lhs = array<i64>, batch_dims_rhs = array<i64>, contract_dims_lhs = array<i64: 1>, contract_dims_rhs = array<i64: 0>}> : (tensor<1x1024xf32>, tensor<1024x1024xf32>) -> tensor<1x1024xf32>
  %1 = "ttir.reshape"(%0) <{shape = [1 : i32, 16 : i32, 1 : i32, 64 : i32]}> : (tensor<1x1024xf32>) -> tensor<1x16x1x64xf32>
  %2 = "ttir.permute"(%1) <{permutation = array<i64: 2, 1, 0, 3>}> : (tensor<1x16x1x64xf32>) -> tensor<1x16x1x64xf32>
  "ttir.update_cache"(%cache, %2, %at) <{batch_offset = 0 : i32}> : (tensor<1x16x128x64xf32>, tensor<1x16x1x64xf32>, tensor<1xi64>) -> ()
  %3 = "ttir.dot_general"(%x, %wq) <{batch_dims_lhs = array<i64>, batch_dims_rhs = array<i64>, contract_dims_lhs = array<i64: 1>, contract_dims_rhs = array<i64: 0>}> : (tensor<1x1024xf32>, tensor<1024x1024xf32>) -> tensor<1x1024xf32>
  %4 = "ttir.reshape"(%3) <{shape = [1 : i32, 16 : i32, 1 : i32, 64 : i32]}> : (tensor<1x1024xf32>) -> tensor<1x16x1x64xf32>
  %5 = "ttir.permute"(%cache) <{permutation = array<i64: 0, 1, 3, 2>}> : (tensor<1x16x128x64xf32>) -> tensor<1x16x64x128xf32>
  %6 = "ttir.dot_general"(%4, %5) <{batch_dims_lhs = array<i64: 0, 1>, batch_dims_rhs = array<i64: 0, 1>, contract_dims_lhs = array<i64: 3>, contract_dims_rhs = array<i64: 2>}> : (tensor<1x16x1x64xf32>, tensor<1x16x64x128xf32>) -> tensor<1x16x1x128xf32>
  %7 = "ttir.softmax"(%6) <{dimension = 3 : si32, numericStable = true}> : (tensor<1x16x1x128xf32>) -> tensor<1x16x1x128xf32>
  %8 = "ttir.dot_general"(%7, %cache) <{batch_dims_lhs = array<i64: 0, 1>, batch_dims_rhs = array<i64: 0, 1>, contract_dims_lhs = array<i64: 3>, contract_dims_rhs = array<i64: 2>}> : (tensor<1x16x1x128xf32>, tensor<1x16x128x64xf32>) -> tensor<1x16x1x64xf32>
  %9 = "ttir.reshape"(%8) <{shape = [1 : i32, 1024 : i32]}> : (tensor<1x16x1x64xf32>) -> tensor<1x1024xf32>
  %10 = "ttir.dot_general"(%9, %wo) <{batch_dims_lhs = array<i64>, batch_dims_rhs = array<i64>, contract_dims_lhs = array<i64: 1>, contract_dims_rhs = array<i64: 0>}> : (tensor<1x1024xf32>, tensor<1024x1024xf32>) -> tensor<1x1024xf32>
  return %10, %cache : tensor<1x1024xf32>, tensor<1x16x128x64xf32>
}
