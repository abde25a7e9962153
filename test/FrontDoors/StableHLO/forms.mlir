// Every pretty form is read, and pretty and generic form print the same program.
// RUN: alcove-opt %s -o %t.pretty && alcove-opt --mlir-print-op-generic %s -o %t.generic
// RUN: alcove-opt %t.pretty | cmp - %t.pretty
// RUN: alcove-opt %t.generic | cmp - %t.pretty
// RUN: FileCheck %s < %t.pretty

// CHECK: module @forms attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32}
module @forms attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32} {
  // CHECK: sdy.mesh @mesh = <["x"=2, "y"=4]>
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  // CHECK: jax.buffer_donor = true, mhlo.sharding = "{replicated}"
  // CHECK-SAME: sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>
  // CHECK-SAME: ttcore.argument_type = #ttcore.argument_type<parameter>
  // CHECK-SAME: jax.result_info = "result"
  func.func public @main(%a: tensor<4x8xf32> {jax.buffer_donor = true, mhlo.sharding = "{replicated}"},
                         %b: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                         %w: tensor<8x4xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>},
                         %i: tensor<4xi32>, %s: tensor<i32>) -> (tensor<4x8xf32> {jax.result_info = "result"}) {
    // CHECK: %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    // CHECK: %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    // CHECK: stablehlo.tanh %arg0 : tensor<4x8xf32>
    %0 = stablehlo.tanh %a : tensor<4x8xf32>
    // CHECK: stablehlo.convert %0 : (tensor<4x8xf32>) -> tensor<4x8xbf16>
    %1 = stablehlo.convert %0 : (tensor<4x8xf32>) -> tensor<4x8xbf16>
    // CHECK: stablehlo.is_finite %0 : (tensor<4x8xf32>) -> tensor<4x8xi1>
    %2 = stablehlo.is_finite %0 : (tensor<4x8xf32>) -> tensor<4x8xi1>
    // CHECK: stablehlo.reduce_precision %0, format = e8m7 : tensor<4x8xf32>
    %3 = stablehlo.reduce_precision %0, format = e8m7 : tensor<4x8xf32>
    // CHECK: stablehlo.add %0, %3 : tensor<4x8xf32>
    %4 = stablehlo.add %0, %3 : tensor<4x8xf32>
    // CHECK: stablehlo.complex %0, %3 : tensor<4x8xcomplex<f32>>
    %5 = stablehlo.complex %0, %3 : tensor<4x8xcomplex<f32>>
    // CHECK: stablehlo.real %{{.*}} : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
    %6 = stablehlo.real %5 : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xf32>
    // CHECK: stablehlo.clamp %cst, %{{.*}}, %cst : (tensor<f32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %7 = stablehlo.clamp %one, %6, %one : (tensor<f32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    // CHECK: stablehlo.select %{{.*}} : tensor<4x8xi1>, tensor<4x8xf32>
    %8 = stablehlo.select %2, %7, %6 : tensor<4x8xi1>, tensor<4x8xf32>
    // CHECK: stablehlo.compare LT, %{{.*}}, %{{.*}}, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    %9 = stablehlo.compare  LT, %8, %a,  FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    // CHECK: stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %10 = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    // CHECK: stablehlo.reshape %{{.*}} : (tensor<4x8xf32>) -> tensor<2x2x8xf32>
    %11 = stablehlo.reshape %10 : (tensor<4x8xf32>) -> tensor<2x2x8xf32>
    // CHECK: stablehlo.transpose %{{.*}}, dims = [2, 0, 1] : (tensor<2x2x8xf32>) -> tensor<8x2x2xf32>
    %12 = stablehlo.transpose %11, dims = [2, 0, 1] : (tensor<2x2x8xf32>) -> tensor<8x2x2xf32>
    // CHECK: stablehlo.reverse %{{.*}}, dims = [0] : tensor<8x2x2xf32>
    %13 = stablehlo.reverse %12, dims = [0] : tensor<8x2x2xf32>
    // CHECK: stablehlo.iota dim = 0 : tensor<4xi32>
    %14 = stablehlo.iota dim = 0 : tensor<4xi32>
    // CHECK: stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x16xf32>
    %15 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x16xf32>
    // CHECK: stablehlo.slice %{{.*}} [0:4, 0:16:2] : (tensor<4x16xf32>) -> tensor<4x8xf32>
    %16 = stablehlo.slice %15 [0:4, 0:16:2] : (tensor<4x16xf32>) -> tensor<4x8xf32>
    // CHECK: stablehlo.dynamic_slice %{{.*}}, %{{.*}}, %{{.*}}, sizes = [1, 4]
    %17 = stablehlo.dynamic_slice %16, %s, %s, sizes = [1, 4] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>
    // CHECK: stablehlo.dynamic_update_slice %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} :
    %18 = stablehlo.dynamic_update_slice %16, %17, %s, %s : (tensor<4x8xf32>, tensor<1x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    // CHECK: stablehlo.pad %{{.*}}, %cst, low = [0, -1], high = [1, 0], interior = [0, 1]
    %19 = stablehlo.pad %18, %one, low = [0, -1], high = [1, 0], interior = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<5x14xf32>
    // CHECK: stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST]
    %20 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.dot_general %{{.*}}, batching_dims = [0] x [0], contracting_dims = [1] x [1], algorithm = <lhs_precision_type = tf32,
    %21 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [1] x [1], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4xf32>
    // CHECK: stablehlo.dot %{{.*}}, precision = [DEFAULT, DEFAULT]
    %22 = stablehlo.dot %a, %w, precision = [DEFAULT, DEFAULT] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.einsum %{{.*}}, config = "ab,bc->ac"
    %23 = stablehlo.einsum %a, %w, config = "ab,bc->ac" : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %24 = stablehlo.reduce(%a init: %one) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    // CHECK: stablehlo.reduce(%{{.*}} init: %cst), (%{{.*}} init: %{{.*}}) across dimensions = [0]
    // CHECK-NEXT: reducer(%[[X:.*]]: tensor<f32>, %[[Y:.*]]: tensor<f32>) (%[[M:.*]]: tensor<i32>, %[[N:.*]]: tensor<i32>)
    %25:2 = stablehlo.reduce(%24 init: %one), (%14 init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
     reducer(%x: tensor<f32>, %y: tensor<f32>) (%m: tensor<i32>, %n: tensor<i32>)  {
      // CHECK-NEXT: stablehlo.compare GE, %[[X]], %[[Y]]
      %p = stablehlo.compare GE, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %q = stablehlo.select %p, %x, %y : tensor<i1>, tensor<f32>
      // CHECK: stablehlo.select %{{.*}}, %[[M]], %[[N]]
      %r = stablehlo.select %p, %m, %n : tensor<i1>, tensor<i32>
      stablehlo.return %q, %r : tensor<f32>, tensor<i32>
    }
    // CHECK: stablehlo.while(%iterArg = %{{.*}}, %iterArg_{{.*}} = %arg0) : tensor<i32>, tensor<4x8xf32>
    // CHECK-NEXT: cond {
    %26:2 = stablehlo.while(%k = %z, %v = %a) : tensor<i32>, tensor<4x8xf32>
     cond {
      %p = stablehlo.compare LT, %k, %s : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    // CHECK: } do {
    } do {
      %next = stablehlo.add %k, %25#1 : tensor<i32>
      %more = func.call @twice(%v) : (tensor<4x8xf32>) -> tensor<4x8xf32>
      stablehlo.return %next, %more : tensor<i32>, tensor<4x8xf32>
    }
    // CHECK: "stablehlo.gather"({{.*}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = dense<[1, 8]> : tensor<2xi64>}>
    %27 = "stablehlo.gather"(%26#1, %i) {dimension_numbers = #stablehlo.gather<index_vector_dim = 1, offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = dense<[1, 8]> : tensor<2xi64>} : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>
    // CHECK: stablehlo.custom_call @"a-b"(%{{.*}}) {backend_config = "", mhlo.frontend_attributes = {k = "v"}}
    %28 = stablehlo.custom_call @"a-b"(%27) {backend_config = "", mhlo.frontend_attributes = {k = "v"}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    // CHECK: stablehlo.composite "my.op" %{{.*}} {composite_attributes = {n = 2 : i64}, decomposition = @twice, version = 1 : i32}
    %29 = stablehlo.composite "my.op" %28 {composite_attributes = {n = 2 : i64}, decomposition = @twice, version = 1 : i32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    // CHECK: stablehlo.optimization_barrier %{{.*}}, %{{.*}} : tensor<4x8xf32>, tensor<4xf32>
    %30:2 = stablehlo.optimization_barrier %29, %24 : tensor<4x8xf32>, tensor<4xf32>
    // CHECK: stablehlo.tuple %{{.*}}, %{{.*}} : tuple<tensor<4x8xf32>, tensor<4xf32>>
    %31 = stablehlo.tuple %30#0, %30#1 : tuple<tensor<4x8xf32>, tensor<4xf32>>
    // CHECK: stablehlo.get_tuple_element %{{.*}}[0] :
    %32 = stablehlo.get_tuple_element %31[0] : (tuple<tensor<4x8xf32>, tensor<4xf32>>) -> tensor<4x8xf32>
    // CHECK: chlo.erf %{{.*}} : tensor<4x8xf32> -> tensor<4x8xf32>
    %33 = chlo.erf %32 : tensor<4x8xf32> -> tensor<4x8xf32>
    // CHECK: chlo.top_k(%{{.*}}, k = 2) : tensor<4x8xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
    %34:2 = chlo.top_k(%33, k = 2) : tensor<4x8xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
    // CHECK: stablehlo.cholesky %{{.*}}, lower = true : tensor<4x4xf32>
    %35 = stablehlo.cholesky %20, lower = true : tensor<4x4xf32>
    // CHECK: stablehlo.fft %{{.*}}, type = FFT, length = [8] :
    %36 = stablehlo.fft %5, type = FFT, length = [8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
    // CHECK: stablehlo.rng_bit_generator %{{.*}}, algorithm = THREE_FRY :
    %37 = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
    %38:2 = stablehlo.rng_bit_generator %37, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
    // CHECK: stablehlo.rng %cst, %cst, %{{.*}}, distribution = UNIFORM :
    %39 = stablehlo.rng %one, %one, %c, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<1x2xf32>
    // CHECK: stablehlo.get_dimension_size %{{.*}}, dim = 1 :
    %40 = stablehlo.get_dimension_size %33, dim = 1 : (tensor<4x8xf32>) -> tensor<i32>
    // CHECK: stablehlo.replica_id : tensor<ui32>
    %41 = stablehlo.replica_id : tensor<ui32>
    // CHECK: stablehlo.create_token : !stablehlo.token
    %42 = stablehlo.create_token : !stablehlo.token
    // CHECK: stablehlo.after_all %{{.*}}, %{{.*}} : !stablehlo.token
    %43 = stablehlo.after_all %42, %42 : !stablehlo.token
    // CHECK: sdy.sharding_constraint %{{.*}} <@mesh, [{"x"}, {"y", ?}]> : tensor<4x8xf32>
    %44 = sdy.sharding_constraint %33 <@mesh, [{"x"}, {"y", ?}]> : tensor<4x8xf32>
    // CHECK: "stablehlo.all_reduce"
    // CHECK-SAME: channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, use_global_device_ids
    %45 = "stablehlo.all_reduce"(%44) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %sum = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    // CHECK: return %{{.*}} : tensor<4x8xf32>
    return %45 : tensor<4x8xf32>
  }
  func.func private @twice(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %0 = stablehlo.add %x, %x : tensor<4x8xf32>
    func.return %0 : tensor<4x8xf32>
  }
  // CHECK: func.func private @images
  func.func private @images(%x: tensor<2x16x16x8xf32>, %k: tensor<3x3x4x12xf32>, %d: tensor<?x4xf32, #stablehlo.bounds<3, ?>>) -> tensor<2x8x8x12xf32> {
    // CHECK: stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    // CHECK-SAME: window = {stride = [2, 2], pad = {{\[\[}}1, 0], [1, 0]], rhs_dilate = [1, 1], reverse = [false, true]}
    // CHECK-SAME: {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}
    %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 0], [1, 0]], stride = [2, 2], reverse = [false, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x16x16x8xf32>, tensor<3x3x4x12xf32>) -> tensor<2x8x8x12xf32>
    return %0 : tensor<2x8x8x12xf32>
  }
}
