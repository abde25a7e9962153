// A norm of flax in mixed precision, which converts its input once for each reader, and a batch norm of torch in f32.
// RUN: alcove-opt --stablehlo-execute=as-ttir=true %s -o /dev/null
// RUN: alcove plan %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// CHECK: "ttnn.layer_norm"
module @jit_apply attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x32x128xbf16>, %arg1: tensor<128xf32> {jax.arg_info = "params['LayerNorm_0']['scale']"}, %arg2: tensor<128xf32> {jax.arg_info = "params['LayerNorm_0']['bias']"}, %arg3: tensor<128xf32>, %arg4: tensor<128xf32>) -> (tensor<8x32x128xbf16> {jax.result_info = ""}) {
    %0 = stablehlo.convert %arg0 : (tensor<8x32x128xbf16>) -> tensor<8x32x128xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x32x128xf32>, tensor<f32>) -> tensor<8x32xf32>
    %cst_0 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %3 = stablehlo.divide %1, %2 : tensor<8x32xf32>
    %4 = stablehlo.multiply %0, %0 : tensor<8x32x128xf32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x32x128xf32>, tensor<f32>) -> tensor<8x32xf32>
    %6 = stablehlo.divide %5, %2 : tensor<8x32xf32>
    %7 = stablehlo.multiply %3, %3 : tensor<8x32xf32>
    %8 = stablehlo.subtract %6, %7 : tensor<8x32xf32>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %10 = stablehlo.maximum %9, %8 : tensor<8x32xf32>
    %11 = stablehlo.reshape %3 : (tensor<8x32xf32>) -> tensor<8x32x1xf32>
    %12 = stablehlo.reshape %10 : (tensor<8x32xf32>) -> tensor<8x32x1xf32>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1, 2] : (tensor<8x32x1xf32>) -> tensor<8x32x128xf32>
    %14 = stablehlo.convert %arg0 : (tensor<8x32x128xbf16>) -> tensor<8x32x128xf32>
    %15 = stablehlo.subtract %14, %13 : tensor<8x32x128xf32>
    %cst_1 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32x1xf32>
    %17 = stablehlo.add %12, %16 : tensor<8x32x1xf32>
    %18 = stablehlo.rsqrt %17 : tensor<8x32x1xf32>
    %19 = stablehlo.reshape %arg1 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %20 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<8x32x1xf32>) -> tensor<8x32x128xf32>
    %21 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x32x128xf32>
    %22 = stablehlo.multiply %20, %21 : tensor<8x32x128xf32>
    %23 = stablehlo.multiply %15, %22 : tensor<8x32x128xf32>
    %24 = stablehlo.reshape %arg2 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x32x128xf32>
    %26 = stablehlo.add %23, %25 : tensor<8x32x128xf32>
    %27 = stablehlo.convert %26 : (tensor<8x32x128xf32>) -> tensor<8x32x128xbf16>
    %28 = stablehlo.reshape %27 : (tensor<8x32x128xbf16>) -> tensor<256x128xbf16>
    %281 = stablehlo.convert %28 : (tensor<256x128xbf16>) -> tensor<256x128xf32>
    %291 = "stablehlo.batch_norm_inference"(%281, %arg1, %arg2, %arg3, %arg4) <{epsilon = 1.000000e-05 : f32, feature_index = 1 : i64}> : (tensor<256x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> tensor<256x128xf32>
    %29 = stablehlo.convert %291 : (tensor<256x128xf32>) -> tensor<256x128xbf16>
    %30 = stablehlo.reshape %29 : (tensor<256x128xbf16>) -> tensor<8x32x128xbf16>
    return %30 : tensor<8x32x128xbf16>
  }
}
