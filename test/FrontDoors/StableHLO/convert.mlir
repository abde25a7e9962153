// RUN: alcove-opt %s --convert-stablehlo-to-ttir --split-input-file | FileCheck %s

// Calls are written out, what is known is computed, and names of the framework stay.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<4x8xf32> {jax.arg_info = "x", ttcore.argument_type = #ttcore.argument_type<input>, ttir.name = "x"}
// CHECK-SAME: %arg1: tensor<8x16xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}
// CHECK-SAME: %arg2: tensor<16xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}
// CHECK-SAME: -> (tensor<4x16xf32> {jax.result_info = "result"})
// CHECK: %[[DOT:.*]] = "ttir.dot_general"(%arg0, %arg1) <{batch_dims_lhs = array<i64>, batch_dims_rhs = array<i64>, contract_dims_lhs = array<i64: 1>, contract_dims_rhs = array<i64: 0>}>
// CHECK: %[[ROW:.*]] = "ttir.reshape"(%arg2) <{shape = [1 : i32, 16 : i32]}>
// CHECK: %[[ALL:.*]] = "ttir.broadcast"(%[[ROW]]) <{broadcast_dimensions = array<i64: 4, 1>}>
// CHECK: %[[SUM:.*]] = "ttir.add"(%[[DOT]], %[[ALL]])
// CHECK: %[[S:.*]] = "ttir.sigmoid"(%[[SUM]])
// CHECK: %[[SILU:.*]] = "ttir.multiply"(%[[SUM]], %[[S]])
// CHECK: return %[[SILU]]
// CHECK-NOT: stablehlo
module @jit_f attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%x: tensor<4x8xf32> {jax.arg_info = "x"}, %w: tensor<8x16xf32>, %b: tensor<16xf32>) -> (tensor<4x16xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>
    %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<16xf32>) -> tensor<4x16xf32>
    %2 = stablehlo.add %0, %1 : tensor<4x16xf32>
    %3 = call @silu(%2) : (tensor<4x16xf32>) -> tensor<4x16xf32>
    return %3 : tensor<4x16xf32>
  }
  func.func private @silu(%x: tensor<4x16xf32>) -> tensor<4x16xf32> {
    %0 = stablehlo.logistic %x : tensor<4x16xf32>
    %1 = stablehlo.multiply %x, %0 : tensor<4x16xf32>
    return %1 : tensor<4x16xf32>
  }
}

// -----

// A constant without data is a parameter; indices of a table that are normalized as JAX does are known here.
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<4x8xf32>
// CHECK-SAME: %arg1: tensor<4x8xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>, ttir.name = "weight_0"}
// CHECK: %[[SUM:.*]] = "ttir.add"(%arg0, %arg1)
// CHECK: "ttir.slice_static"(%[[SUM]]) <{begins = [3 : i32, 0 : i32], ends = [4 : i32, 8 : i32], step = [1 : i32, 1 : i32]}>
func.func @main(%x: tensor<4x8xf32>) -> tensor<8xf32> {
  %w = stablehlo.constant dense_resource<__elided__> : tensor<4x8xf32>
  %0 = stablehlo.add %x, %w : tensor<4x8xf32>
  %i = stablehlo.constant dense<-1> : tensor<i32>
  %n = stablehlo.constant dense<4> : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %neg = stablehlo.compare LT, %i, %z, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %more = stablehlo.add %i, %n : tensor<i32>
  %at = stablehlo.select %neg, %more, %i : tensor<i1>, tensor<i32>
  %at1 = stablehlo.reshape %at : (tensor<i32>) -> tensor<1xi32>
  %1 = "stablehlo.gather"(%0, %at1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<1xi32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// A loop of three rounds is three additions; one that may end early chooses the round that was its last.
// CHECK-LABEL: func.func @main
// CHECK: %[[A:.*]] = "ttir.add"(%arg0, %arg0)
// CHECK: %[[B:.*]] = "ttir.add"(%[[A]], %arg0)
// CHECK: %[[C:.*]] = "ttir.add"(%[[B]], %arg0)
// CHECK: %[[GOES:.*]] = "ttir.lt"(%arg1, %{{.*}}) : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK: %[[D:.*]] = "ttir.multiply"(%[[C]], %[[C]])
// CHECK: "ttir.where"(%{{.*}}, %[[D]], %[[C]])
// CHECK: %[[AGAIN:.*]] = "ttir.logical_and"(%[[GOES]], %{{.*}})
// CHECK-NOT: stablehlo
func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %0:2 = stablehlo.while(%i = %z, %v = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.add %v, %x : tensor<4xf32>
    stablehlo.return %j, %s : tensor<i32>, tensor<4xf32>
  }
  %1:2 = stablehlo.while(%i = %z, %v = %0#1) : tensor<i32>, tensor<4xf32>
  cond {
    %p = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %q = stablehlo.compare LT, %n, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %r = stablehlo.and %p, %q : tensor<i1>
    stablehlo.return %r : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.multiply %v, %v : tensor<4xf32>
    stablehlo.return %j, %s : tensor<i32>, tensor<4xf32>
  }
  return %1#1 : tensor<4xf32>
}

// -----

// An argmax is told by what its body does.
// CHECK-LABEL: func.func @main
// CHECK: "ttir.max"(%arg0) <{dim_arg = [1 : i32], keep_dim = false}>
// CHECK: "ttir.argmax"(%arg0) <{dim_arg = [1 : i32], keep_dim = false}>
func.func @main(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %i = stablehlo.iota dim = 1 : tensor<4x8xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %low), (%i init: %z) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%m: tensor<i32>, %n: tensor<i32>)  {
    %p = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %q = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %s = stablehlo.compare LT, %m, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %t = stablehlo.and %q, %s : tensor<i1>
    %u = stablehlo.or %p, %t : tensor<i1>
    %v = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f32>
    %w = stablehlo.select %u, %m, %n : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}

// -----

// A mask of heads of which none is left out: every dimension of the ones is a batch, and nothing is summed.
// CHECK-LABEL: func.func @main
// CHECK: %[[P:.*]] = "ttir.permute"(%arg0) <{permutation = array<i64: 1, 0, 2>}>
// CHECK-NOT: dot_general
// CHECK: return %[[P]]
func.func @main(%x: tensor<2x3x4xf32>) -> tensor<3x2x4xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<3xf32>
  %0 = stablehlo.dot_general %one, %x, batching_dims = [0] x [1], contracting_dims = [] x [] : (tensor<3xf32>, tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}

// -----

// CHECK-LABEL: func.func @main
// CHECK: "ttir.dot_general"
func.func @main(%x: tensor<2x3x4xf32>) -> tensor<3x2x4xf32> {
  %two = stablehlo.constant dense<2.0> : tensor<3xf32>
  %0 = stablehlo.dot_general %two, %x, batching_dims = [0] x [1], contracting_dims = [] x [] : (tensor<3xf32>, tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}

// -----

// One element has no neighbour to be apart from, whatever the text says.
// CHECK-LABEL: func.func @main
// CHECK: dense<[false, true]> : tensor<2xi1>
// CHECK: "ttir.where"
func.func @main(%x: tensor<1xf32>, %v: tensor<f32>) -> tensor<2xf32> {
  %0 = stablehlo.pad %x, %v, low = [1], high = [0], interior = [9223372036854775807] : (tensor<1xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// A step over all of a dimension takes its first element, though TTIR's attribute could not hold it.
// CHECK-LABEL: func.func @first_of_each
// CHECK: "ttir.slice_static"(%arg0) <{begins = [1 : i32, 0 : i32], ends = [4 : i32, 6 : i32], step = [3 : i32, 3 : i32]}> : (tensor<4x6xf32>) -> tensor<1x2xf32>
func.func @first_of_each(%x: tensor<4x6xf32>) -> tensor<1x2xf32> {
  %0 = stablehlo.slice %x [1:4:9223372036854775807, 0:6:3] : (tensor<4x6xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}
