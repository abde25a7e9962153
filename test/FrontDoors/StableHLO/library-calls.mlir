// Custom calls and composites that are ops of TTIR by their names.
// RUN: alcove-opt %s --split-input-file --convert-stablehlo-to-ttir | FileCheck %s
// CHECK: "ttir.scaled_dot_product_attention"(%arg0, %arg1, %arg2, %arg3) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>, scale = 1.250000e-01 : f32}>
// CHECK: "ttir.update_cache"(%arg4, %arg5, %arg6) <{batch_offset = 0 : i32}>
// CHECK: "ttir.fill_cache"(%arg2, %arg0) <{batch_offset = 0 : i32}>
// CHECK: return %{{.*}}, %arg4, %arg2
module @SyncTensorsGraph.9 attributes {mhlo.cross_program_prefetches = []} {
  func.func @main(%q: tensor<1x8x32x64xbf16>, %k: tensor<1x8x128x64xbf16>, %v: tensor<1x8x128x64xbf16>, %m: tensor<1x1x32x128xbf16>, %c: tensor<1x8x128x64xbf16>, %x: tensor<1x8x1x64xbf16>, %at: tensor<1xi32>) -> (tensor<1x8x32x64xbf16>, tensor<1x8x128x64xbf16>, tensor<1x8x128x64xbf16>) {
    %0 = stablehlo.custom_call @tt.scaled_dot_product_attention(%q, %k, %v, %m) {api_version = 0 : i32, mhlo.frontend_attributes = {has_attention_mask = "True", has_attention_sink = "False", is_causal = "False", scale = "0.125"}} : (tensor<1x8x32x64xbf16>, tensor<1x8x128x64xbf16>, tensor<1x8x128x64xbf16>, tensor<1x1x32x128xbf16>) -> tensor<1x8x32x64xbf16>
    %1 = stablehlo.custom_call @tt.update_cache(%c, %x, %at) {api_version = 0 : i32, mhlo.frontend_attributes = {batch_offset = "0"}} : (tensor<1x8x128x64xbf16>, tensor<1x8x1x64xbf16>, tensor<1xi32>) -> tensor<1x8x128x64xbf16>
    %2 = stablehlo.custom_call @tt.fill_cache(%v, %q) {api_version = 0 : i32, mhlo.frontend_attributes = {batch_offset = "0"}} : (tensor<1x8x128x64xbf16>, tensor<1x8x32x64xbf16>) -> tensor<1x8x128x64xbf16>
    return %0, %1, %2 : tensor<1x8x32x64xbf16>, tensor<1x8x128x64xbf16>, tensor<1x8x128x64xbf16>
  }
}

// -----

// CHECK: "ttir.tanh"
// CHECK: "ttir.rms_norm"{{.*}}epsilon = 9.99999974E-6 : f32, normalized_shape = array<i64: 128>
// CHECK: "ttir.topk"{{.*}}k = 5 : i32
module @IrToHlo.8 attributes {mhlo.cross_program_prefetches = [], mhlo.input_output_alias = [], mhlo.is_dynamic = false, mhlo.use_auto_spmd_partitioning = false} {
  func.func @main(%arg0: tensor<32x128xbf16>, %w: tensor<128xbf16>) -> (tensor<32x128xbf16>, tensor<32x128xbf16>, tensor<32x5xbf16>, tensor<32x5xi64>) {
    %0 = stablehlo.composite "tenstorrent.gelu_tanh" %arg0 {composite_attributes = {approximate = "tanh"}, decomposition = @tenstorrent.gelu_tanh.impl} : (tensor<32x128xbf16>) -> tensor<32x128xbf16>
    %1 = stablehlo.composite "tenstorrent.rms_norm" %0, %w {composite_attributes = {epsilon = 9.99999974E-6 : f32, normalized_shape = dense<128> : tensor<1xi64>}, decomposition = @impl0} : (tensor<32x128xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
    %2:2 = stablehlo.composite "tenstorrent.topk" %1 {composite_attributes = {dim = -1 : i64, k = 5 : i64, largest = true, sorted = true}, decomposition = @topk} : (tensor<32x128xbf16>) -> (tensor<32x5xbf16>, tensor<32x5xi64>)
    return %0, %1, %2#0, %2#1 : tensor<32x128xbf16>, tensor<32x128xbf16>, tensor<32x5xbf16>, tensor<32x5xi64>
  }
  func.func private @tenstorrent.gelu_tanh.impl(%arg0: tensor<32x128xbf16>) -> tensor<32x128xbf16> {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<32x128xbf16>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<32x128xbf16>
    %cst_1 = stablehlo.constant dense<7.968750e-01> : tensor<32x128xbf16>
    %cst_2 = stablehlo.constant dense<4.467770e-02> : tensor<32x128xbf16>
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<32x128xbf16>
    %1 = stablehlo.multiply %0, %arg0 : tensor<32x128xbf16>
    %2 = stablehlo.multiply %cst_2, %1 : tensor<32x128xbf16>
    %3 = stablehlo.add %arg0, %2 : tensor<32x128xbf16>
    %4 = stablehlo.multiply %3, %cst_1 : tensor<32x128xbf16>
    %5 = stablehlo.tanh %4 : tensor<32x128xbf16>
    %6 = stablehlo.add %5, %cst_0 : tensor<32x128xbf16>
    %7 = stablehlo.multiply %arg0, %6 : tensor<32x128xbf16>
    %8 = stablehlo.multiply %7, %cst : tensor<32x128xbf16>
    return %8 : tensor<32x128xbf16>
  }
  func.func private @impl0(%arg0: tensor<32x128xbf16>, %arg1: tensor<128xbf16>) -> tensor<32x128xbf16> {
    return %arg0 : tensor<32x128xbf16>
  }
  func.func private @topk(%arg0: tensor<32x128xbf16>) -> (tensor<32x5xbf16>, tensor<32x5xi64>) {
    %0 = stablehlo.slice %arg0 [0:32, 0:5] : (tensor<32x128xbf16>) -> tensor<32x5xbf16>
    %1 = stablehlo.iota dim = 1 : tensor<32x5xi64>
    return %0, %1 : tensor<32x5xbf16>, tensor<32x5xi64>
  }
}
