// A donated cache is written in place, unless somebody reads later what it was.
// RUN: alcove-opt %s --split-input-file --convert-stablehlo-to-ttir | FileCheck %s
// CHECK-LABEL: func.func @main
// CHECK-SAME: ttcore.kv_cache
// CHECK: "ttir.update_cache"(%arg0, {{.*}}) <{batch_offset = 0 : i32}> : (tensor<8x4x128x64xbf16>, tensor<1x4x8x64xbf16>, tensor<1xi32>) -> ()
// CHECK: "ttir.dot_general"(%arg3, %arg0)
// CHECK: return %arg0
module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x4x128x64xbf16> {tf.aliasing_output = 0 : i32}, %arg1: tensor<8x4x1x64xbf16>, %arg2: tensor<i32>, %arg3: tensor<8x4x1x64xbf16>) -> (tensor<8x4x128x64xbf16> {jax.result_info = "[0]"}, tensor<8x4x1x128xbf16>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %c, %c, %arg2, %c : (tensor<8x4x128x64xbf16>, tensor<8x4x1x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x4x128x64xbf16>
    %1 = stablehlo.dot_general %arg3, %0, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<8x4x1x64xbf16>, tensor<8x4x128x64xbf16>) -> tensor<8x4x1x128xbf16>
    return %0, %1 : tensor<8x4x128x64xbf16>, tensor<8x4x1x128xbf16>
  }
}

// -----

// What the cache was is returned too: a new tensor.
// CHECK-LABEL: func.func @main
// CHECK-NOT: update_cache
// CHECK: "ttir.where"
func.func @main(%cache: tensor<2x4x32x64xbf16> {jax.buffer_donor = true}, %x: tensor<2x4x1x64xbf16>, %at: tensor<i32>) -> (tensor<2x4x32x64xbf16>, tensor<2x4x32x64xbf16>) {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %cache, %x, %c, %c, %at, %c : (tensor<2x4x32x64xbf16>, tensor<2x4x1x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x32x64xbf16>
  return %0, %cache : tensor<2x4x32x64xbf16>, tensor<2x4x32x64xbf16>
}

// -----

// Nobody gave it away.
// CHECK-LABEL: func.func @main
// CHECK-NOT: update_cache
// CHECK: "ttir.where"
func.func @main(%cache: tensor<2x4x32x64xbf16>, %x: tensor<2x4x1x64xbf16>, %at: tensor<i32>) -> tensor<2x4x32x64xbf16> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %cache, %x, %c, %c, %at, %c : (tensor<2x4x32x64xbf16>, tensor<2x4x1x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x32x64xbf16>
  return %0 : tensor<2x4x32x64xbf16>
}

// -----

// A prompt's rows from position 0 on, in a function that is called.
// CHECK-LABEL: func.func @main
// CHECK: "ttir.fill_cache"(%arg0, %arg1)
func.func @main(%cache: tensor<2x4x32x64xbf16> {tf.aliasing_output = 0 : i32}, %x: tensor<2x4x8x64xbf16>) -> tensor<2x4x32x64xbf16> {
  %0 = call @write(%cache, %x) : (tensor<2x4x32x64xbf16>, tensor<2x4x8x64xbf16>) -> tensor<2x4x32x64xbf16>
  return %0 : tensor<2x4x32x64xbf16>
}
func.func private @write(%cache: tensor<2x4x32x64xbf16>, %x: tensor<2x4x8x64xbf16>) -> tensor<2x4x32x64xbf16> {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %cache, %x, %c, %c, %c, %c : (tensor<2x4x32x64xbf16>, tensor<2x4x8x64xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x32x64xbf16>
  return %0 : tensor<2x4x32x64xbf16>
}
