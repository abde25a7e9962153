// RUN: alcove-opt --ttir-fusing=attention=true --split-input-file %s | FileCheck %s

// CHECK-LABEL: @plain
// CHECK-NEXT: %[[A:.*]] = "ttir.scaled_dot_product_attention"(%arg0, %arg1, %arg2) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>, scale = 1.250000e-01 : f32}>
// CHECK-NEXT: return %[[A]]
func.func @plain(%q: tensor<1x2x40x64xbf16>, %k: tensor<1x2x96x64xbf16>, %v: tensor<1x2x96x64xbf16>) -> tensor<1x2x40x64xbf16> {
  %c = "ttir.full"() <{shape = array<i32: 1, 1, 1, 1>, fill_value = 0.125 : f32}> : () -> tensor<1x1x1x1xbf16>
  %kt = "ttir.permute"(%k) <{permutation = array<i64: 0, 1, 3, 2>}> : (tensor<1x2x96x64xbf16>) -> tensor<1x2x64x96xbf16>
  %0 = "ttir.matmul"(%q, %kt) : (tensor<1x2x40x64xbf16>, tensor<1x2x64x96xbf16>) -> tensor<1x2x40x96xbf16>
  %1 = "ttir.multiply"(%0, %c) : (tensor<1x2x40x96xbf16>, tensor<1x1x1x1xbf16>) -> tensor<1x2x40x96xbf16>
  %2 = "ttir.softmax"(%1) <{dimension = -1 : si32, numericStable = true}> : (tensor<1x2x40x96xbf16>) -> tensor<1x2x40x96xbf16>
  %3 = "ttir.matmul"(%2, %v) : (tensor<1x2x40x96xbf16>, tensor<1x2x96x64xbf16>) -> tensor<1x2x40x64xbf16>
  return %3 : tensor<1x2x40x64xbf16>
}

// -----

// As PyTorch leaves it: f32 inside, half of the scale on either side, 2 heads of keys for 4 of queries, rows without a
// key guarded. A row of the mask is -inf or 0.
// CHECK-LABEL: @shared_heads_mask_and_guard
// CHECK-DAG: %[[M:.*]] = "ttir.where"(%arg3
// CHECK: %[[A:.*]] = "ttir.scaled_dot_product_attention"(%arg0, %arg1, %arg2, %[[M]]) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>, scale = 2.500000e-01 : f32}> : {{.*}} -> tensor<2x4x3x32xbf16>
// CHECK: %[[N:.*]] = "ttir.min"({{.*}}) <{dim_arg = [3 : i32], keep_dim = true}> : (tensor<1x1x3x64xbf16>) -> tensor<1x1x3x1xbf16>
// CHECK: %[[W:.*]] = "ttir.where"(%[[N]], %{{.*}}, %[[A]])
// CHECK: return %[[W]]
func.func @shared_heads_mask_and_guard(%q: tensor<2x4x3x32xbf16>, %k: tensor<2x2x64x32xbf16>, %v: tensor<2x2x64x32xbf16>, %row: tensor<1x1x3x1xbf16>) -> tensor<2x4x3x32xbf16> {
  %half = "ttir.full"() <{shape = array<i32: 1, 1, 1, 1>, fill_value = 0.5 : f32}> : () -> tensor<1x1x1x1xf32>
  %zero = "ttir.full"() <{shape = array<i32: 1, 1, 1, 1>, fill_value = 0.0 : f32}> : () -> tensor<1x1x1x1xf32>
  %low = "ttir.full"() <{shape = array<i32: 1, 1, 1, 1>, fill_value = 0xFF800000 : f32}> : () -> tensor<1x1x1x1xf32>
  %lowmask = "ttir.full"() <{shape = array<i32: 1, 1, 1, 64>, fill_value = 0xFF800000 : f32}> : () -> tensor<1x1x1x64xbf16>
  %free = "ttir.full"() <{shape = array<i32: 1, 1, 1, 64>, fill_value = 0.0 : f32}> : () -> tensor<1x1x1x64xbf16>
  %mask = "ttir.where"(%row, %free, %lowmask) : (tensor<1x1x3x1xbf16>, tensor<1x1x1x64xbf16>, tensor<1x1x1x64xbf16>) -> tensor<1x1x3x64xbf16>
  %q32 = "ttir.typecast"(%q) : (tensor<2x4x3x32xbf16>) -> tensor<2x4x3x32xf32>
  %qs = "ttir.multiply"(%q32, %half) : (tensor<2x4x3x32xf32>, tensor<1x1x1x1xf32>) -> tensor<2x4x3x32xf32>
  %k5 = "ttir.reshape"(%k) <{shape = [2 : i32, 2 : i32, 1 : i32, 64 : i32, 32 : i32]}> : (tensor<2x2x64x32xbf16>) -> tensor<2x2x1x64x32xbf16>
  %kb = "ttir.broadcast"(%k5) <{broadcast_dimensions = array<i64: 1, 1, 2, 1, 1>}> : (tensor<2x2x1x64x32xbf16>) -> tensor<2x2x2x64x32xbf16>
  %k4 = "ttir.reshape"(%kb) <{shape = [2 : i32, 4 : i32, 64 : i32, 32 : i32]}> : (tensor<2x2x2x64x32xbf16>) -> tensor<2x4x64x32xbf16>
  %k32 = "ttir.typecast"(%k4) : (tensor<2x4x64x32xbf16>) -> tensor<2x4x64x32xf32>
  %kt = "ttir.permute"(%k32) <{permutation = array<i64: 0, 1, 3, 2>}> : (tensor<2x4x64x32xf32>) -> tensor<2x4x32x64xf32>
  %ks = "ttir.multiply"(%kt, %half) : (tensor<2x4x32x64xf32>, tensor<1x1x1x1xf32>) -> tensor<2x4x32x64xf32>
  %s = "ttir.matmul"(%qs, %ks) : (tensor<2x4x3x32xf32>, tensor<2x4x32x64xf32>) -> tensor<2x4x3x64xf32>
  %m32 = "ttir.typecast"(%mask) : (tensor<1x1x3x64xbf16>) -> tensor<1x1x3x64xf32>
  %sm = "ttir.add"(%s, %m32) : (tensor<2x4x3x64xf32>, tensor<1x1x3x64xf32>) -> tensor<2x4x3x64xf32>
  %eq = "ttir.eq"(%sm, %low) : (tensor<2x4x3x64xf32>, tensor<1x1x1x1xf32>) -> tensor<2x4x3x64xbf16>
  %ok = "ttir.logical_not"(%eq) : (tensor<2x4x3x64xbf16>) -> tensor<2x4x3x64xbf16>
  %any = "ttir.max"(%ok) <{dim_arg = [3 : i32], keep_dim = true}> : (tensor<2x4x3x64xbf16>) -> tensor<2x4x3x1xbf16>
  %none = "ttir.logical_not"(%any) : (tensor<2x4x3x1xbf16>) -> tensor<2x4x3x1xbf16>
  %p = "ttir.softmax"(%sm) <{dimension = 3 : si32, numericStable = true}> : (tensor<2x4x3x64xf32>) -> tensor<2x4x3x64xf32>
  %pg = "ttir.where"(%none, %zero, %p) : (tensor<2x4x3x1xbf16>, tensor<1x1x1x1xf32>, tensor<2x4x3x64xf32>) -> tensor<2x4x3x64xf32>
  %v5 = "ttir.reshape"(%v) <{shape = [2 : i32, 2 : i32, 1 : i32, 64 : i32, 32 : i32]}> : (tensor<2x2x64x32xbf16>) -> tensor<2x2x1x64x32xbf16>
  %vb = "ttir.broadcast"(%v5) <{broadcast_dimensions = array<i64: 1, 1, 2, 1, 1>}> : (tensor<2x2x1x64x32xbf16>) -> tensor<2x2x2x64x32xbf16>
  %v4 = "ttir.reshape"(%vb) <{shape = [2 : i32, 4 : i32, 64 : i32, 32 : i32]}> : (tensor<2x2x2x64x32xbf16>) -> tensor<2x4x64x32xbf16>
  %v32 = "ttir.typecast"(%v4) : (tensor<2x4x64x32xbf16>) -> tensor<2x4x64x32xf32>
  %o = "ttir.matmul"(%pg, %v32) : (tensor<2x4x3x64xf32>, tensor<2x4x64x32xf32>) -> tensor<2x4x3x32xf32>
  %r = "ttir.typecast"(%o) : (tensor<2x4x3x32xf32>) -> tensor<2x4x3x32xbf16>
  return %r : tensor<2x4x3x32xbf16>
}

// -----

// A mask of keys alone is repeated over the queries; it is finite, so that no guard is needed.
// CHECK-LABEL: @finite_mask_of_keys
// CHECK: %[[M:.*]] = "ttir.broadcast"({{.*}}) <{broadcast_dimensions = array<i64: 1, 1, 33, 1>}> : (tensor<2x1x1x64xbf16>) -> tensor<2x1x33x64xbf16>
// CHECK-NEXT: %[[A:.*]] = "ttir.scaled_dot_product_attention"(%arg0, %arg1, %arg2, %[[M]])
// CHECK-SAME: scale = 5.000000e-01
// CHECK-NEXT: return %[[A]]
func.func @finite_mask_of_keys(%q: tensor<2x2x33x32xbf16>, %k: tensor<2x2x64x32xbf16>, %v: tensor<2x2x64x32xbf16>, %c: tensor<2x1x1x64xbf16>) -> tensor<2x2x33x32xbf16> {
  %two = "ttir.full"() <{shape = array<i32: 1, 1, 1, 1>, fill_value = 2.0 : f32}> : () -> tensor<1x1x1x1xbf16>
  %zero = "ttir.full"() <{shape = array<i32: 1, 1, 1, 1>, fill_value = 0.0 : f32}> : () -> tensor<1x1x1x1xbf16>
  %low = "ttir.full"() <{shape = array<i32: 1, 1, 1, 1>, fill_value = -1.0e4 : f32}> : () -> tensor<1x1x1x1xbf16>
  %b = "ttir.gt"(%c, %zero) : (tensor<2x1x1x64xbf16>, tensor<1x1x1x1xbf16>) -> tensor<2x1x1x64xbf16>
  %mask = "ttir.where"(%b, %zero, %low) : (tensor<2x1x1x64xbf16>, tensor<1x1x1x1xbf16>, tensor<1x1x1x1xbf16>) -> tensor<2x1x1x64xbf16>
  %0 = "ttir.matmul"(%q, %k) <{transpose_b = true}> : (tensor<2x2x33x32xbf16>, tensor<2x2x64x32xbf16>) -> tensor<2x2x33x64xbf16>
  %1 = "ttir.div"(%0, %two) : (tensor<2x2x33x64xbf16>, tensor<1x1x1x1xbf16>) -> tensor<2x2x33x64xbf16>
  %2 = "ttir.add"(%1, %mask) : (tensor<2x2x33x64xbf16>, tensor<2x1x1x64xbf16>) -> tensor<2x2x33x64xbf16>
  %3 = "ttir.softmax"(%2) <{dimension = 3 : si32, numericStable = true}> : (tensor<2x2x33x64xbf16>) -> tensor<2x2x33x64xbf16>
  %4 = "ttir.matmul"(%3, %v) : (tensor<2x2x33x64xbf16>, tensor<2x2x64x32xbf16>) -> tensor<2x2x33x32xbf16>
  return %4 : tensor<2x2x33x32xbf16>
}

// -----

// The probabilities are a result too; the kernel has no f32; the softmax runs over the queries: nothing is fused.
// CHECK-LABEL: @probabilities_are_used
// CHECK-NOT: ttir.scaled_dot_product_attention
func.func @probabilities_are_used(%q: tensor<1x2x40x64xbf16>, %k: tensor<1x2x64x96xbf16>, %v: tensor<1x2x96x64xbf16>) -> (tensor<1x2x40x64xbf16>, tensor<1x2x40x96xbf16>) {
  %0 = "ttir.matmul"(%q, %k) : (tensor<1x2x40x64xbf16>, tensor<1x2x64x96xbf16>) -> tensor<1x2x40x96xbf16>
  %1 = "ttir.softmax"(%0) <{dimension = 3 : si32}> : (tensor<1x2x40x96xbf16>) -> tensor<1x2x40x96xbf16>
  %2 = "ttir.matmul"(%1, %v) : (tensor<1x2x40x96xbf16>, tensor<1x2x96x64xbf16>) -> tensor<1x2x40x64xbf16>
  return %2, %1 : tensor<1x2x40x64xbf16>, tensor<1x2x40x96xbf16>
}
// CHECK-LABEL: @in_f32
// CHECK-NOT: ttir.scaled_dot_product_attention
func.func @in_f32(%q: tensor<1x2x40x64xf32>, %k: tensor<1x2x96x64xf32>, %v: tensor<1x2x96x64xf32>) -> tensor<1x2x40x64xf32> {
  %0 = "ttir.matmul"(%q, %k) <{transpose_b = true}> : (tensor<1x2x40x64xf32>, tensor<1x2x96x64xf32>) -> tensor<1x2x40x96xf32>
  %1 = "ttir.softmax"(%0) <{dimension = 3 : si32}> : (tensor<1x2x40x96xf32>) -> tensor<1x2x40x96xf32>
  %2 = "ttir.matmul"(%1, %v) : (tensor<1x2x40x96xf32>, tensor<1x2x96x64xf32>) -> tensor<1x2x40x64xf32>
  return %2 : tensor<1x2x40x64xf32>
}
// CHECK-LABEL: @over_queries
// CHECK-NOT: ttir.scaled_dot_product_attention
func.func @over_queries(%q: tensor<1x2x64x64xbf16>, %k: tensor<1x2x64x64xbf16>, %v: tensor<1x2x64x64xbf16>) -> tensor<1x2x64x64xbf16> {
  %0 = "ttir.matmul"(%q, %k) <{transpose_b = true}> : (tensor<1x2x64x64xbf16>, tensor<1x2x64x64xbf16>) -> tensor<1x2x64x64xbf16>
  %1 = "ttir.softmax"(%0) <{dimension = 2 : si32}> : (tensor<1x2x64x64xbf16>) -> tensor<1x2x64x64xbf16>
  %2 = "ttir.matmul"(%1, %v) : (tensor<1x2x64x64xbf16>, tensor<1x2x64x64xbf16>) -> tensor<1x2x64x64xbf16>
  return %2 : tensor<1x2x64x64xbf16>
}
