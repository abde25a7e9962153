// RUN: alcove-opt %s --ttir-heads-fusing=disable-patterns=split-heads | FileCheck %s
// RUN: alcove-opt %s --ttir-heads-fusing=disable-patterns=decode-attention,split-heads | FileCheck %s --check-prefix=OFF
// RUN: alcove-opt %s --ttir-heads-fusing -o %t.mlir
// RUN: alcove-run %s --function=token --compare=%t.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=token --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=guarded --compare=%t.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=guarded --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// OFF-NOT: scaled_dot_product_attention_decode
// EQUAL: result 0: {{.*}} equal

// One token of each of 4 users: they stand where a sequence would, in the tables of the rotation too; the cache takes keys
// as they are. The guard goes: the mask shows key 0 at every position of a cache.
// CHECK-LABEL: func.func @token
// CHECK-DAG: %[[COS:.*]] = "ttir.broadcast"(%arg2) <{broadcast_dimensions = array<i64: 1, 1, 4, 1>}>
// CHECK-DAG: %[[SIN:.*]] = "ttir.broadcast"(%arg3) <{broadcast_dimensions = array<i64: 1, 1, 4, 1>}>
// CHECK: %[[K:.*]] = "ttir.rotary_embedding"(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<1x2x4x32xbf16>
// CHECK: "ttir.update_cache"(%arg4, %[[K]], %arg5)
// CHECK: %[[Q:.*]] = "ttir.rotary_embedding"(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<1x2x4x32xbf16>
// CHECK: %[[T:.*]] = "ttir.permute"(%[[Q]]) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<1x2x4x32xbf16>) -> tensor<1x4x2x32xbf16>
// CHECK: %[[A:.*]] = "ttir.scaled_dot_product_attention_decode"(%[[T]], %arg4, %arg4, %{{.*}})
// CHECK-NOT: ttir.where
// CHECK: %[[J:.*]] = "ttir.nlp_concat_heads_decode"(%[[A]]) <{num_heads = 2 : ui32}> : (tensor<1x4x2x32xbf16>) -> tensor<1x1x4x64xbf16>
// CHECK: %[[R:.*]] = "ttir.reshape"(%[[J]]) <{shape = [4 : i32, 64 : i32]}>
// CHECK: return %[[R]]
func.func @token(%q: tensor<4x64xbf16>, %k: tensor<4x64xbf16>, %cos: tensor<1x1x1x32xbf16>, %sin: tensor<1x1x1x32xbf16>,
                 %cache: tensor<4x2x8x32xbf16>, %at: tensor<1xsi32>) -> tensor<4x64xbf16> {
  %positions = "ttir.constant"() <{value = dense<[[[[0, 1, 2, 3, 4, 5, 6, 7]]]]> : tensor<1x1x1x8xsi32>}> : () -> tensor<1x1x1x8xsi32>
  %zero = "ttir.full"() <{fill_value = 0.0 : f32, shape = array<i32: 1, 1, 1, 1>}> : () -> tensor<1x1x1x1xbf16>
  %low = "ttir.full"() <{fill_value = 0xFF800000 : f32, shape = array<i32: 1, 1, 1, 1>}> : () -> tensor<1x1x1x1xbf16>
  %0 = "ttir.reshape"(%k) <{shape = [4 : i32, 2 : i32, 1 : i32, 32 : i32]}> : (tensor<4x64xbf16>) -> tensor<4x2x1x32xbf16>
  %1 = "ttir.rotary_embedding"(%0, %cos, %sin) : (tensor<4x2x1x32xbf16>, tensor<1x1x1x32xbf16>, tensor<1x1x1x32xbf16>) -> tensor<4x2x1x32xbf16>
  %2 = "ttir.permute"(%1) <{permutation = array<i64: 2, 1, 0, 3>}> : (tensor<4x2x1x32xbf16>) -> tensor<1x2x4x32xbf16>
  "ttir.update_cache"(%cache, %2, %at) <{batch_offset = 0 : i32}> : (tensor<4x2x8x32xbf16>, tensor<1x2x4x32xbf16>, tensor<1xsi32>) -> ()
  %3 = "ttir.reshape"(%q) <{shape = [4 : i32, 2 : i32, 1 : i32, 32 : i32]}> : (tensor<4x64xbf16>) -> tensor<4x2x1x32xbf16>
  %4 = "ttir.rotary_embedding"(%3, %cos, %sin) : (tensor<4x2x1x32xbf16>, tensor<1x1x1x32xbf16>, tensor<1x1x1x32xbf16>) -> tensor<4x2x1x32xbf16>
  %5 = "ttir.reshape"(%at) <{shape = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1xsi32>) -> tensor<1x1x1x1xsi32>
  %6 = "ttir.le"(%positions, %5) : (tensor<1x1x1x8xsi32>, tensor<1x1x1x1xsi32>) -> tensor<1x1x1x8xbf16>
  %mask = "ttir.where"(%6, %zero, %low) : (tensor<1x1x1x8xbf16>, tensor<1x1x1x1xbf16>, tensor<1x1x1x1xbf16>) -> tensor<1x1x1x8xbf16>
  %7 = "ttir.scaled_dot_product_attention"(%4, %cache, %cache, %mask) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>, scale = 0.125 : f32}> : (tensor<4x2x1x32xbf16>, tensor<4x2x8x32xbf16>, tensor<4x2x8x32xbf16>, tensor<1x1x1x8xbf16>) -> tensor<4x2x1x32xbf16>
  %8 = "ttir.eq"(%mask, %low) : (tensor<1x1x1x8xbf16>, tensor<1x1x1x1xbf16>) -> tensor<1x1x1x8xbf16>
  %9 = "ttir.min"(%8) <{dim_arg = [3 : i32], keep_dim = true}> : (tensor<1x1x1x8xbf16>) -> tensor<1x1x1x1xbf16>
  %10 = "ttir.where"(%9, %zero, %7) : (tensor<1x1x1x1xbf16>, tensor<1x1x1x1xbf16>, tensor<4x2x1x32xbf16>) -> tensor<4x2x1x32xbf16>
  %11 = "ttir.reshape"(%10) <{shape = [4 : i32, 64 : i32]}> : (tensor<4x2x1x32xbf16>) -> tensor<4x64xbf16>
  return %11 : tensor<4x64xbf16>
}

// A mask of each user: its guard stays, on the heads as the kernel gives them.
// CHECK-LABEL: func.func @guarded
// CHECK: %[[A:.*]] = "ttir.scaled_dot_product_attention_decode"
// CHECK: %[[C:.*]] = "ttir.reshape"(%{{.*}}) <{shape = [1 : i32, 4 : i32, 1 : i32, 1 : i32]}>
// CHECK: "ttir.where"(%[[C]], %{{.*}}, %[[A]]) : (tensor<1x4x1x1xbf16>, tensor<1x1x1x1xbf16>, tensor<1x4x2x32xbf16>)
func.func @guarded(%q: tensor<4x64xbf16>, %keys: tensor<4x1x8x32xbf16>, %mask: tensor<4x1x1x8xbf16>) -> tensor<4x64xbf16> {
  %zero = "ttir.full"() <{fill_value = 0.0 : f32, shape = array<i32: 1, 1, 1, 1>}> : () -> tensor<1x1x1x1xbf16>
  %low = "ttir.full"() <{fill_value = 0xFF800000 : f32, shape = array<i32: 1, 1, 1, 1>}> : () -> tensor<1x1x1x1xbf16>
  %0 = "ttir.reshape"(%q) <{shape = [4 : i32, 2 : i32, 1 : i32, 32 : i32]}> : (tensor<4x64xbf16>) -> tensor<4x2x1x32xbf16>
  %1 = "ttir.scaled_dot_product_attention"(%0, %keys, %keys, %mask) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>, scale = 0.125 : f32}> : (tensor<4x2x1x32xbf16>, tensor<4x1x8x32xbf16>, tensor<4x1x8x32xbf16>, tensor<4x1x1x8xbf16>) -> tensor<4x2x1x32xbf16>
  %2 = "ttir.eq"(%mask, %low) : (tensor<4x1x1x8xbf16>, tensor<1x1x1x1xbf16>) -> tensor<4x1x1x8xbf16>
  %3 = "ttir.min"(%2) <{dim_arg = [3 : i32], keep_dim = true}> : (tensor<4x1x1x8xbf16>) -> tensor<4x1x1x1xbf16>
  %4 = "ttir.where"(%3, %zero, %1) : (tensor<4x1x1x1xbf16>, tensor<1x1x1x1xbf16>, tensor<4x2x1x32xbf16>) -> tensor<4x2x1x32xbf16>
  %5 = "ttir.reshape"(%4) <{shape = [4 : i32, 64 : i32]}> : (tensor<4x2x1x32xbf16>) -> tensor<4x64xbf16>
  return %5 : tensor<4x64xbf16>
}

// Near misses: two tokens of each user; a mask of every head by itself.
// CHECK-LABEL: func.func @two_tokens
// CHECK-NOT: scaled_dot_product_attention_decode
// CHECK-LABEL: func.func @mask_of_heads
// CHECK-NOT: scaled_dot_product_attention_decode
func.func @two_tokens(%q: tensor<4x2x2x32xbf16>, %keys: tensor<4x1x8x32xbf16>, %mask: tensor<1x1x2x8xbf16>) -> tensor<4x2x2x32xbf16> {
  %0 = "ttir.scaled_dot_product_attention"(%q, %keys, %keys, %mask) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>, scale = 0.125 : f32}> : (tensor<4x2x2x32xbf16>, tensor<4x1x8x32xbf16>, tensor<4x1x8x32xbf16>, tensor<1x1x2x8xbf16>) -> tensor<4x2x2x32xbf16>
  return %0 : tensor<4x2x2x32xbf16>
}
func.func @mask_of_heads(%q: tensor<4x2x1x32xbf16>, %keys: tensor<4x1x8x32xbf16>, %mask: tensor<4x2x1x8xbf16>) -> tensor<4x2x1x32xbf16> {
  %0 = "ttir.scaled_dot_product_attention"(%q, %keys, %keys, %mask) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>, scale = 0.125 : f32}> : (tensor<4x2x1x32xbf16>, tensor<4x1x8x32xbf16>, tensor<4x1x8x32xbf16>, tensor<4x2x1x8xbf16>) -> tensor<4x2x1x32xbf16>
  return %0 : tensor<4x2x1x32xbf16>
}

// One head of keys moves nothing.
// CHECK-LABEL: func.func @one_head
// CHECK: %[[K:.*]] = "ttir.reshape"(%arg0) <{shape = [1 : i32, 1 : i32, 4 : i32, 32 : i32]}>
// CHECK: "ttir.update_cache"(%arg2, %[[K]], %arg3)
// CHECK: scaled_dot_product_attention_decode
func.func @one_head(%k: tensor<4x32xbf16>, %q: tensor<4x2x1x32xbf16>, %cache: tensor<4x1x8x32xbf16>, %at: tensor<1xsi32>, %mask: tensor<1x1x1x8xbf16>) -> tensor<4x2x1x32xbf16> {
  %0 = "ttir.reshape"(%k) <{shape = [4 : i32, 1 : i32, 1 : i32, 32 : i32]}> : (tensor<4x32xbf16>) -> tensor<4x1x1x32xbf16>
  %1 = "ttir.permute"(%0) <{permutation = array<i64: 2, 1, 0, 3>}> : (tensor<4x1x1x32xbf16>) -> tensor<1x1x4x32xbf16>
  "ttir.update_cache"(%cache, %1, %at) <{batch_offset = 0 : i32}> : (tensor<4x1x8x32xbf16>, tensor<1x1x4x32xbf16>, tensor<1xsi32>) -> ()
  %2 = "ttir.scaled_dot_product_attention"(%q, %cache, %cache, %mask) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>, scale = 0.125 : f32}> : (tensor<4x2x1x32xbf16>, tensor<4x1x8x32xbf16>, tensor<4x1x8x32xbf16>, tensor<1x1x1x8xbf16>) -> tensor<4x2x1x32xbf16>
  return %2 : tensor<4x2x1x32xbf16>
}
