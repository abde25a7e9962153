// Composites of torch-xla: one of the library, and one that is inlined.
// RUN: alcove-opt --stablehlo-execute=as-ttir=true %s -o /dev/null
// RUN: alcove plan %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// CHECK: "ttnn.rms_norm"
module @IrToHlo.18 attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<4x16x64xbf16>, %arg1: tensor<64xbf16>, %arg2: tensor<64x64xbf16>) -> tensor<4x16x64xbf16> {
    %0 = stablehlo.composite "tenstorrent.rms_norm" %arg0, %arg1 {composite_attributes = {epsilon = 9.99999974E-6 : f32, normalized_shape = dense<64> : tensor<1xi64>}, decomposition = @tenstorrent.rms_norm.impl, version = 1 : i32} : (tensor<4x16x64xbf16>, tensor<64xbf16>) -> tensor<4x16x64xbf16>
    %1 = stablehlo.reshape %0 : (tensor<4x16x64xbf16>) -> tensor<64x64xbf16>
    %2 = stablehlo.transpose %arg2, dims = [1, 0] {result_layout = dense<[0, 1]> : tensor<2xindex>, xla_shape = "bf16[64,64]{0,1}"} : (tensor<64x64xbf16>) -> tensor<64x64xbf16>
    %3 = stablehlo.dot_general %1, %2, contracting_dims = [1] x [0] : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
    %4 = stablehlo.composite "jax.nn.my_gelu" %3 {composite_attributes = {alpha = 1.702 : f32}, decomposition = @my_gelu} : (tensor<64x64xbf16>) -> tensor<64x64xbf16>
    %5 = stablehlo.reshape %4 : (tensor<64x64xbf16>) -> tensor<4x16x64xbf16>
    return %5 : tensor<4x16x64xbf16>
  }
  func.func private @my_gelu(%arg0: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
    %cst = stablehlo.constant dense<1.703130e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<64x64xbf16>
    %1 = stablehlo.multiply %arg0, %0 : tensor<64x64xbf16>
    %2 = stablehlo.logistic %1 : tensor<64x64xbf16>
    %3 = stablehlo.multiply %arg0, %2 : tensor<64x64xbf16>
    return %3 : tensor<64x64xbf16>
  }
  func.func private @tenstorrent.rms_norm.impl(%arg0: tensor<4x16x64xbf16>, %arg1: tensor<64xbf16>) -> tensor<4x16x64xbf16> {
    %cst = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<1.562500e-02> : tensor<f32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.convert %arg0 : (tensor<4x16x64xbf16>) -> tensor<4x16x64xf32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x16x64xf32>
    %2 = stablehlo.power %0, %1 : tensor<4x16x64xf32>
    %3 = stablehlo.reduce(%2 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<4x16x64xf32>, tensor<f32>) -> tensor<4x16xf32>
    %4 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %5 = stablehlo.multiply %3, %4 : tensor<4x16xf32>
    %6 = stablehlo.reshape %5 : (tensor<4x16xf32>) -> tensor<4x16x1xf32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16x1xf32>
    %8 = stablehlo.add %6, %7 : tensor<4x16x1xf32>
    %9 = stablehlo.rsqrt %8 : tensor<4x16x1xf32>
    %10 = stablehlo.reshape %9 : (tensor<4x16x1xf32>) -> tensor<4x16xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<4x16xf32>) -> tensor<4x16x64xf32>
    %12 = stablehlo.multiply %0, %11 : tensor<4x16x64xf32>
    %13 = stablehlo.convert %12 : (tensor<4x16x64xf32>) -> tensor<4x16x64xbf16>
    %14 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<64xbf16>) -> tensor<4x16x64xbf16>
    %15 = stablehlo.multiply %13, %14 : tensor<4x16x64xbf16>
    return %15 : tensor<4x16x64xbf16>
  }
}
