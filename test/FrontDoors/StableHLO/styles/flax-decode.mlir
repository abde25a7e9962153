// A step of flax: a donated cache of (batch, positions, heads, size) is a new tensor, the causal mask a row of a constant.
// RUN: alcove-opt --stablehlo-execute=as-ttir=true %s -o /dev/null
// RUN: alcove plan %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// CHECK: "ttnn.softmax"
module @jit_decode attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x1x64xf32> {jax.arg_info = "hidden"}, %arg1: tensor<2x32x4x16xf32> {jax.arg_info = "cache['cached_key']", jax.buffer_donor = true}, %arg2: tensor<2x32x4x16xf32> {jax.arg_info = "cache['cached_value']", jax.buffer_donor = true}, %arg3: tensor<i32> {jax.arg_info = "cache['cache_index']", jax.buffer_donor = true}, %arg4: tensor<64x192xf32> {jax.arg_info = "params['c_attn']['kernel']"}, %arg5: tensor<192xf32> {jax.arg_info = "params['c_attn']['bias']"}, %arg6: tensor<2x32xi32> {jax.arg_info = "attention_mask"}) -> (tensor<2x1x64xf32> {jax.result_info = "result[0]"}, tensor<2x32x4x16xf32>, tensor<2x32x4x16xf32>, tensor<i32>) {
    %c = stablehlo.constant dense<true> : tensor<i1>
    %0 = stablehlo.dot_general %arg0, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x1x64xf32>, tensor<64x192xf32>) -> tensor<2x1x192xf32>
    %1 = stablehlo.reshape %arg5 : (tensor<192xf32>) -> tensor<1x1x192xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x1x192xf32>) -> tensor<2x1x192xf32>
    %3 = stablehlo.add %0, %2 : tensor<2x1x192xf32>
    %4 = stablehlo.slice %3 [0:2, 0:1, 0:64] : (tensor<2x1x192xf32>) -> tensor<2x1x64xf32>
    %5 = stablehlo.slice %3 [0:2, 0:1, 64:128] : (tensor<2x1x192xf32>) -> tensor<2x1x64xf32>
    %6 = stablehlo.slice %3 [0:2, 0:1, 128:192] : (tensor<2x1x192xf32>) -> tensor<2x1x64xf32>
    %7 = stablehlo.reshape %4 : (tensor<2x1x64xf32>) -> tensor<2x1x4x16xf32>
    %8 = stablehlo.reshape %5 : (tensor<2x1x64xf32>) -> tensor<2x1x4x16xf32>
    %9 = stablehlo.reshape %6 : (tensor<2x1x64xf32>) -> tensor<2x1x4x16xf32>
    %10 = stablehlo.iota dim = 0 : tensor<32xi32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [3] : (tensor<32xi32>) -> tensor<1x1x32x32xi32>
    %12 = stablehlo.broadcast_in_dim %10, dims = [2] : (tensor<32xi32>) -> tensor<1x1x32x32xi32>
    %13 = stablehlo.compare GE, %12, %11, SIGNED : (tensor<1x1x32x32xi32>, tensor<1x1x32x32xi32>) -> tensor<1x1x32x32xi1>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %14 = stablehlo.compare LT, %arg3, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_1 = stablehlo.constant dense<32> : tensor<i32>
    %15 = stablehlo.add %arg3, %c_1 : tensor<i32>
    %16 = stablehlo.select %14, %15, %arg3 : tensor<i1>, tensor<i32>
    %17 = stablehlo.dynamic_slice %13, %c_0, %c_0, %16, %c_0, sizes = [1, 1, 1, 32] : (tensor<1x1x32x32xi1>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1x32xi1>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2, 3] : (tensor<1x1x1x32xi1>) -> tensor<2x1x1x32xi1>
    %19 = stablehlo.dynamic_update_slice %arg1, %8, %c_0, %16, %c_0, %c_0 : (tensor<2x32x4x16xf32>, tensor<2x1x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x32x4x16xf32>
    %20 = stablehlo.dynamic_update_slice %arg2, %9, %c_0, %16, %c_0, %c_0 : (tensor<2x32x4x16xf32>, tensor<2x1x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x32x4x16xf32>
    %21 = stablehlo.broadcast_in_dim %arg6, dims = [0, 3] : (tensor<2x32xi32>) -> tensor<2x1x1x32xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<2x1x1x32xi32>
    %22 = stablehlo.compare NE, %21, %c_2, SIGNED : (tensor<2x1x1x32xi32>, tensor<2x1x1x32xi32>) -> tensor<2x1x1x32xi1>
    %23 = stablehlo.and %22, %18 : tensor<2x1x1x32xi1>
    %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x1x4x16xf32>
    %25 = stablehlo.divide %7, %24 : tensor<2x1x4x16xf32>
    %26 = stablehlo.dot_general %25, %19, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x1x4x16xf32>, tensor<2x32x4x16xf32>) -> tensor<2x4x1x32xf32>
    %27 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2, 3] : (tensor<2x1x1x32xi1>) -> tensor<2x4x1x32xi1>
    %cst_3 = stablehlo.constant dense<-3.40282347E+38> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x4x1x32xf32>
    %29 = stablehlo.select %27, %26, %28 : tensor<2x4x1x32xi1>, tensor<2x4x1x32xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_4) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x1x32xf32>, tensor<f32>) -> tensor<2x4x1xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2] : (tensor<2x4x1xf32>) -> tensor<2x4x1x32xf32>
    %32 = stablehlo.subtract %29, %31 : tensor<2x4x1x32xf32>
    %33 = stablehlo.exponential %32 : tensor<2x4x1x32xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.reduce(%33 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<2x4x1x32xf32>, tensor<f32>) -> tensor<2x4x1xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2] : (tensor<2x4x1xf32>) -> tensor<2x4x1x32xf32>
    %36 = stablehlo.divide %33, %35 : tensor<2x4x1x32xf32>
    %37 = stablehlo.dot_general %20, %36, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x32x4x16xf32>, tensor<2x4x1x32xf32>) -> tensor<2x4x16x1xf32>
    %38 = stablehlo.transpose %37, dims = [0, 3, 1, 2] : (tensor<2x4x16x1xf32>) -> tensor<2x1x4x16xf32>
    %39 = stablehlo.reshape %38 : (tensor<2x1x4x16xf32>) -> tensor<2x1x64xf32>
    %c_6 = stablehlo.constant dense<1> : tensor<i32>
    %40 = stablehlo.add %arg3, %c_6 : tensor<i32>
    return %39, %19, %20, %40 : tensor<2x1x64xf32>, tensor<2x32x4x16xf32>, tensor<2x32x4x16xf32>, tensor<i32>
  }
}
