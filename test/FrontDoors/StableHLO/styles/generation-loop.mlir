// Greedy generation: a loop of five rounds over donated caches, argmax by a reduction of two tensors.
// RUN: alcove-opt --stablehlo-execute=as-ttir=true %s -o /dev/null
// RUN: alcove plan %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// CHECK-COUNT-5: "ttnn.argmax"
module @jit_generate attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<256x64xf32> {jax.arg_info = "params['wte']"}, %arg1: tensor<64x192xf32> {jax.arg_info = "params['qkv']"}, %arg2: tensor<64x64xf32> {jax.arg_info = "params['proj']"}, %arg3: tensor<1x8xi32> {jax.arg_info = "ids"}, %arg4: tensor<1x4x32x16xf32> {jax.arg_info = "k_cache", tf.aliasing_output = 1 : i32}, %arg5: tensor<1x4x32x16xf32> {jax.arg_info = "v_cache", tf.aliasing_output = 2 : i32}) -> (tensor<1x32xi32> {jax.result_info = "result[0]"}, tensor<1x4x32x16xf32> {jax.result_info = "result[1]"}, tensor<1x4x32x16xf32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1x32xi32>
    %1 = stablehlo.dynamic_update_slice %0, %arg3, %c, %c : (tensor<1x32xi32>, tensor<1x8xi32>, tensor<i32>, tensor<i32>) -> tensor<1x32xi32>
    %c_0 = stablehlo.constant dense<7> : tensor<i32>
    %2:4 = stablehlo.while(%iterArg = %c_0, %iterArg_1 = %1, %iterArg_2 = %arg4, %iterArg_3 = %arg5) : tensor<i32>, tensor<1x32xi32>, tensor<1x4x32x16xf32>, tensor<1x4x32x16xf32>
    cond {
      %c_4 = stablehlo.constant dense<12> : tensor<i32>
      %3 = stablehlo.compare LT, %iterArg, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %c_5 = stablehlo.constant dense<0> : tensor<i32>
      %3 = stablehlo.dynamic_slice %iterArg_1, %c_5, %iterArg, sizes = [1, 1] : (tensor<1x32xi32>, tensor<i32>, tensor<i32>) -> tensor<1x1xi32>
      %4 = func.call @_take(%arg0, %3) : (tensor<256x64xf32>, tensor<1x1xi32>) -> tensor<1x1x64xf32>
      %5 = stablehlo.dot_general %4, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x1x64xf32>, tensor<64x192xf32>) -> tensor<1x1x192xf32>
      %6 = stablehlo.slice %5 [0:1, 0:1, 0:64] : (tensor<1x1x192xf32>) -> tensor<1x1x64xf32>
      %7 = stablehlo.slice %5 [0:1, 0:1, 64:128] : (tensor<1x1x192xf32>) -> tensor<1x1x64xf32>
      %8 = stablehlo.slice %5 [0:1, 0:1, 128:192] : (tensor<1x1x192xf32>) -> tensor<1x1x64xf32>
      %9 = stablehlo.reshape %6 : (tensor<1x1x64xf32>) -> tensor<1x1x4x16xf32>
      %10 = stablehlo.transpose %9, dims = [0, 2, 1, 3] : (tensor<1x1x4x16xf32>) -> tensor<1x4x1x16xf32>
      %11 = stablehlo.reshape %7 : (tensor<1x1x64xf32>) -> tensor<1x1x4x16xf32>
      %12 = stablehlo.transpose %11, dims = [0, 2, 1, 3] : (tensor<1x1x4x16xf32>) -> tensor<1x4x1x16xf32>
      %13 = stablehlo.reshape %8 : (tensor<1x1x64xf32>) -> tensor<1x1x4x16xf32>
      %14 = stablehlo.transpose %13, dims = [0, 2, 1, 3] : (tensor<1x1x4x16xf32>) -> tensor<1x4x1x16xf32>
      %15 = stablehlo.compare LT, %iterArg, %c_5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %c_6 = stablehlo.constant dense<32> : tensor<i32>
      %16 = stablehlo.add %iterArg, %c_6 : tensor<i32>
      %17 = stablehlo.select %15, %16, %iterArg : tensor<i1>, tensor<i32>
      %18 = stablehlo.dynamic_update_slice %iterArg_2, %12, %c_5, %c_5, %17, %c_5 : (tensor<1x4x32x16xf32>, tensor<1x4x1x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x32x16xf32>
      %19 = stablehlo.dynamic_update_slice %iterArg_3, %14, %c_5, %c_5, %17, %c_5 : (tensor<1x4x32x16xf32>, tensor<1x4x1x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x32x16xf32>
      %20 = stablehlo.dot_general %10, %18, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<1x4x1x16xf32>, tensor<1x4x32x16xf32>) -> tensor<1x4x1x32xf32>
      %cst = stablehlo.constant dense<2.500000e-01> : tensor<f32>
      %21 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x4x1x32xf32>
      %22 = stablehlo.multiply %20, %21 : tensor<1x4x1x32xf32>
      %23 = stablehlo.iota dim = 0 : tensor<32xi32>
      %24 = stablehlo.broadcast_in_dim %iterArg, dims = [] : (tensor<i32>) -> tensor<32xi32>
      %25 = stablehlo.compare LE, %23, %24, SIGNED : (tensor<32xi32>, tensor<32xi32>) -> tensor<32xi1>
      %26 = stablehlo.broadcast_in_dim %25, dims = [3] : (tensor<32xi1>) -> tensor<1x4x1x32xi1>
      %cst_7 = stablehlo.constant dense<-3.40282347E+38> : tensor<f32>
      %27 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<1x4x1x32xf32>
      %28 = stablehlo.select %26, %22, %27 : tensor<1x4x1x32xi1>, tensor<1x4x1x32xf32>
      %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %29 = stablehlo.reduce(%28 init: %cst_8) applies stablehlo.maximum across dimensions = [3] : (tensor<1x4x1x32xf32>, tensor<f32>) -> tensor<1x4x1xf32>
      %30 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<1x4x1xf32>
      %31 = stablehlo.maximum %30, %29 : tensor<1x4x1xf32>
      %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2] : (tensor<1x4x1xf32>) -> tensor<1x4x1x1xf32>
      %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1, 2, 3] : (tensor<1x4x1x1xf32>) -> tensor<1x4x1x32xf32>
      %34 = stablehlo.subtract %28, %33 : tensor<1x4x1x32xf32>
      %35 = stablehlo.exponential %34 : tensor<1x4x1x32xf32>
      %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %36 = stablehlo.reduce(%35 init: %cst_9) applies stablehlo.add across dimensions = [3] : (tensor<1x4x1x32xf32>, tensor<f32>) -> tensor<1x4x1xf32>
      %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2] : (tensor<1x4x1xf32>) -> tensor<1x4x1x1xf32>
      %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2, 3] : (tensor<1x4x1x1xf32>) -> tensor<1x4x1x32xf32>
      %39 = stablehlo.divide %35, %38 : tensor<1x4x1x32xf32>
      %40 = stablehlo.dot_general %39, %19, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<1x4x1x32xf32>, tensor<1x4x32x16xf32>) -> tensor<1x4x1x16xf32>
      %41 = stablehlo.transpose %40, dims = [0, 2, 1, 3] : (tensor<1x4x1x16xf32>) -> tensor<1x1x4x16xf32>
      %42 = stablehlo.reshape %41 : (tensor<1x1x4x16xf32>) -> tensor<1x1x64xf32>
      %43 = stablehlo.dot_general %42, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1x1x64xf32>, tensor<64x64xf32>) -> tensor<1x1x64xf32>
      %44 = stablehlo.add %4, %43 : tensor<1x1x64xf32>
      %45 = stablehlo.dot_general %44, %arg0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x1x64xf32>, tensor<256x64xf32>) -> tensor<1x1x256xf32>
      %46 = func.call @argmax(%45) : (tensor<1x1x256xf32>) -> tensor<1x1xi32>
      %c_10 = stablehlo.constant dense<1> : tensor<i32>
      %47 = stablehlo.add %iterArg, %c_10 : tensor<i32>
      %48 = stablehlo.dynamic_update_slice %iterArg_1, %46, %c_5, %47 : (tensor<1x32xi32>, tensor<1x1xi32>, tensor<i32>, tensor<i32>) -> tensor<1x32xi32>
      stablehlo.return %47, %48, %18, %19 : tensor<i32>, tensor<1x32xi32>, tensor<1x4x32x16xf32>, tensor<1x4x32x16xf32>
    }
    return %2#1, %2#2, %2#3 : tensor<1x32xi32>, tensor<1x4x32x16xf32>, tensor<1x4x32x16xf32>
  }
  func.func private @_take(%arg0: tensor<256x64xf32>, %arg1: tensor<1x1xi32>) -> tensor<1x1x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x1xi1>
    %c_0 = stablehlo.constant dense<256> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<1x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<1x1xi32>
    %4 = call @_where(%1, %3, %arg1) : (tensor<1x1xi1>, tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x1xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<1x1xi32>) -> tensor<1x1x1xi32>
    %c_1 = stablehlo.constant dense<255> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<1x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<1x1x1xi32>, tensor<1x1x1xi32>) -> tensor<1x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.compare LE, %5, %8, SIGNED : (tensor<1x1x1xi32>, tensor<1x1x1xi32>) -> tensor<1x1x1xi1>
    %10 = stablehlo.and %7, %9 : tensor<1x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %11 = stablehlo.reduce(%10 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<1x1x1xi1>, tensor<i1>) -> tensor<1x1xi1>
    %12 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 64>}> : (tensor<256x64xf32>, tensor<1x1x1xi32>) -> tensor<1x1x64xf32>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x1xi1>) -> tensor<1x1x64xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1x1x64xf32>
    %15 = stablehlo.select %13, %12, %14 : tensor<1x1x64xi1>, tensor<1x1x64xf32>
    return %15 : tensor<1x1x64xf32>
  }
  func.func private @_where(%arg0: tensor<1x1xi1>, %arg1: tensor<1x1xi32>, %arg2: tensor<1x1xi32>) -> tensor<1x1xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<1x1xi1>, tensor<1x1xi32>
    return %0 : tensor<1x1xi32>
  }
  func.func private @argmax(%arg0: tensor<1x1x256xf32>) -> tensor<1x1xi32> {
    %0 = stablehlo.iota dim = 2 : tensor<1x1x256xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [2] : (tensor<1x1x256xf32>, tensor<1x1x256xi32>, tensor<f32>, tensor<i32>) -> (tensor<1x1xf32>, tensor<1x1xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<1x1xi32>
  }
}
