// RUN: alcove-opt --ttir-fusing="conv2d-with-multiply=true" --split-input-file %s | FileCheck %s

// CHECK-LABEL: @linear
// CHECK-NEXT: %[[L:.*]] = "ttir.linear"(%arg0, %arg1, %arg2)
// CHECK-NEXT: return %[[L]]
func.func @linear(%x: tensor<32x64xf32>, %w: tensor<64x16xf32>, %b: tensor<16xf32>) -> tensor<32x16xf32> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<32x64xf32>, tensor<64x16xf32>) -> tensor<32x16xf32>
  %1 = "ttir.add"(%b, %0) : (tensor<16xf32>, tensor<32x16xf32>) -> tensor<32x16xf32>
  return %1 : tensor<32x16xf32>
}

// -----

// Rows are regrouped between the product and the bias: the bias is along the columns, which stay.
// CHECK-LABEL: @linear_reshape
// CHECK: %[[B:.*]] = "ttir.reshape"(%arg2) <{shape = [1 : i32, 16 : i32]}>
// CHECK: %[[L:.*]] = "ttir.linear"(%arg0, %arg1, %[[B]])
// CHECK: "ttir.reshape"(%[[L]]) <{shape = [4 : i32, 8 : i32, 16 : i32]}>
func.func @linear_reshape(%x: tensor<32x64xf32>, %w: tensor<64x16xf32>, %b: tensor<1x1x16xf32>) -> tensor<4x8x16xf32> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<32x64xf32>, tensor<64x16xf32>) -> tensor<32x16xf32>
  %1 = "ttir.reshape"(%0) <{shape = [4 : i32, 8 : i32, 16 : i32]}> : (tensor<32x16xf32>) -> tensor<4x8x16xf32>
  %2 = "ttir.add"(%1, %b) : (tensor<4x8x16xf32>, tensor<1x1x16xf32>) -> tensor<4x8x16xf32>
  return %2 : tensor<4x8x16xf32>
}

// -----

// A matrix is no bias; a product with a second reader stays a product.
// Batches of matrices keep their mask.
// CHECK-LABEL: @not_linear
// CHECK-NOT: ttir.linear
// CHECK: return
func.func @not_linear(%x: tensor<32x64xf32>, %w: tensor<64x16xf32>, %m: tensor<32x16xf32>, %b: tensor<16xf32>, %q: tensor<2x8x16xf32>, %k: tensor<2x16x8xf32>, %mask: tensor<1x1x8xf32>) -> (tensor<32x16xf32>, tensor<32x16xf32>, tensor<32x16xf32>, tensor<2x8x8xf32>) {
  %0 = "ttir.matmul"(%x, %w) : (tensor<32x64xf32>, tensor<64x16xf32>) -> tensor<32x16xf32>
  %1 = "ttir.add"(%0, %m) : (tensor<32x16xf32>, tensor<32x16xf32>) -> tensor<32x16xf32>
  %2 = "ttir.matmul"(%m, %m) <{transpose_b = true}> : (tensor<32x16xf32>, tensor<32x16xf32>) -> tensor<32x32xf32>
  %3 = "ttir.matmul"(%2, %m) : (tensor<32x32xf32>, tensor<32x16xf32>) -> tensor<32x16xf32>
  %4 = "ttir.add"(%3, %b) : (tensor<32x16xf32>, tensor<16xf32>) -> tensor<32x16xf32>
  %5 = "ttir.matmul"(%q, %k) : (tensor<2x8x16xf32>, tensor<2x16x8xf32>) -> tensor<2x8x8xf32>
  %6 = "ttir.add"(%5, %mask) : (tensor<2x8x8xf32>, tensor<1x1x8xf32>) -> tensor<2x8x8xf32>
  return %1, %3, %4, %6 : tensor<32x16xf32>, tensor<32x16xf32>, tensor<32x16xf32>, tensor<2x8x8xf32>
}

// -----

// CHECK-LABEL: @softmax_stable
// CHECK-NEXT: "ttir.softmax"(%arg0) <{dimension = 1 : si32, numericStable = true}>
// CHECK-NEXT: return
func.func @softmax_stable(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "ttir.max"(%x) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x8xf32>) -> tensor<4xf32>
  %1 = "ttir.reshape"(%0) <{shape = [4 : i32, 1 : i32]}> : (tensor<4xf32>) -> tensor<4x1xf32>
  %2 = "ttir.subtract"(%x, %1) : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %3 = "ttir.exp"(%2) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = "ttir.sum"(%3) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %5 = "ttir.div"(%3, %4) : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  return %5 : tensor<4x8xf32>
}

// -----

// The guard against rows of -inf: a product of matrices has none, an argument may have.
// CHECK-LABEL: @guarded
// CHECK: %[[S:.*]] = "ttir.matmul"
// CHECK: %[[P:.*]] = "ttir.softmax"(%[[S]])
// CHECK: %[[Q:.*]] = "ttir.softmax"(%arg2)
// CHECK: %[[W:.*]] = "ttir.where"(%{{.*}}, %{{.*}}, %[[Q]])
// CHECK: return %[[P]], %[[W]]
func.func @guarded(%q: tensor<4x8xf32>, %k: tensor<8x4xf32>, %masked: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %inf = "ttir.full"() <{fill_value = 0xFF800000 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %zero = "ttir.full"() <{fill_value = 0.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %s = "ttir.matmul"(%q, %k) : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %0 = "ttir.eq"(%s, %inf) : (tensor<4x4xf32>, tensor<1x1xf32>) -> tensor<4x4xbf16>
  %1 = "ttir.logical_not"(%0) : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %2 = "ttir.max"(%1) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x4xbf16>) -> tensor<4x1xbf16>
  %3 = "ttir.logical_not"(%2) : (tensor<4x1xbf16>) -> tensor<4x1xbf16>
  %4 = "ttir.softmax"(%s) <{dimension = 1 : si32, numericStable = true}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = "ttir.where"(%3, %zero, %4) : (tensor<4x1xbf16>, tensor<1x1xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = "ttir.eq"(%masked, %inf) : (tensor<4x4xf32>, tensor<1x1xf32>) -> tensor<4x4xbf16>
  %7 = "ttir.logical_not"(%6) : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %8 = "ttir.max"(%7) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x4xbf16>) -> tensor<4x1xbf16>
  %9 = "ttir.logical_not"(%8) : (tensor<4x1xbf16>) -> tensor<4x1xbf16>
  %10 = "ttir.softmax"(%masked) <{dimension = 1 : si32, numericStable = true}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %11 = "ttir.where"(%9, %zero, %10) : (tensor<4x1xbf16>, tensor<1x1xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %5, %11 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// 8 values per row: 0.125 is 1/8, 0.25 is not.
// CHECK-LABEL: @mean
// CHECK: "ttir.mean"(%arg0) <{dim_arg = [1 : i32], keep_dim = true}>
// CHECK: "ttir.sum"
// CHECK: "ttir.multiply"
func.func @mean(%x: tensor<4x8xf32>) -> (tensor<4x1xf32>, tensor<4x1xf32>) {
  %c = "ttir.full"() <{fill_value = 0.125 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %d = "ttir.full"() <{fill_value = 0.25 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %0 = "ttir.sum"(%x) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %1 = "ttir.multiply"(%0, %c) : (tensor<4x1xf32>, tensor<1x1xf32>) -> tensor<4x1xf32>
  %2 = "ttir.sum"(%x) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %3 = "ttir.multiply"(%2, %d) : (tensor<4x1xf32>, tensor<1x1xf32>) -> tensor<4x1xf32>
  return %1, %3 : tensor<4x1xf32>, tensor<4x1xf32>
}

// -----

// Of 49 values the 1/49 of bf16, 0.02038574, makes no mean: it is 1.1e-3 too small.
// CHECK-LABEL: @rounded_factor
// CHECK: "ttir.sum"
// CHECK: "ttir.multiply"
func.func @rounded_factor(%x: tensor<4x49xbf16>) -> tensor<4x1xbf16> {
  %c = "ttir.full"() <{fill_value = 0.02038574 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
  %0 = "ttir.sum"(%x) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x49xbf16>) -> tensor<4x1xbf16>
  %1 = "ttir.multiply"(%0, %c) : (tensor<4x1xbf16>, tensor<1x1xbf16>) -> tensor<4x1xbf16>
  return %1 : tensor<4x1xbf16>
}

// -----

// CHECK-LABEL: @rms_norm
// CHECK-NEXT: "ttir.rms_norm"(%arg0, %arg1) <{epsilon = 2.500000e-01 : f32, normalized_shape = array<i64: 8>
// CHECK-NEXT: return
func.func @rms_norm(%x: tensor<4x8xf32>, %w: tensor<8xf32>) -> tensor<4x8xf32> {
  %two = "ttir.full"() <{fill_value = 2.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %eps = "ttir.full"() <{fill_value = 0.25 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %0 = "ttir.pow"(%x, %two) : (tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x8xf32>
  %1 = "ttir.mean"(%0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %2 = "ttir.add"(%1, %eps) : (tensor<4x1xf32>, tensor<1x1xf32>) -> tensor<4x1xf32>
  %3 = "ttir.rsqrt"(%2) : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %4 = "ttir.multiply"(%x, %3) : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %5 = "ttir.multiply"(%4, %w) : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %5 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @layer_norm
// CHECK-NEXT: "ttir.layer_norm"(%arg0, %arg1, %arg2) <{epsilon = 2.500000e-01 : f32, normalized_shape = array<i64: 8>
// CHECK-NEXT: return
func.func @layer_norm(%x: tensor<4x8xf32>, %w: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  %eps = "ttir.full"() <{fill_value = 0.25 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %0 = "ttir.mean"(%x) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %1 = "ttir.subtract"(%x, %0) : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %2 = "ttir.multiply"(%1, %1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = "ttir.mean"(%2) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %4 = "ttir.add"(%3, %eps) : (tensor<4x1xf32>, tensor<1x1xf32>) -> tensor<4x1xf32>
  %5 = "ttir.sqrt"(%4) : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %6 = "ttir.reciprocal"(%5) : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %7 = "ttir.multiply"(%1, %6) : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %8 = "ttir.multiply"(%7, %w) : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %9 = "ttir.add"(%8, %b) : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  return %9 : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @activations
// CHECK-DAG: %[[S:.*]] = "ttir.silu"(%arg0)
// CHECK-DAG: %[[G:.*]] = "ttir.gelu"(%arg0)
// CHECK-DAG: %[[R:.*]] = "ttir.relu6"(%arg0)
// CHECK: return %[[S]], %[[G]], %[[R]]
func.func @activations(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %zero = "ttir.full"() <{fill_value = 0.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %half = "ttir.full"() <{fill_value = 0.5 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %one = "ttir.full"() <{fill_value = 1.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %six = "ttir.full"() <{fill_value = 6.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %root = "ttir.full"() <{fill_value = 0.70710678118 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %0 = "ttir.sigmoid"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "ttir.multiply"(%0, %x) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = "ttir.multiply"(%x, %half) : (tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x8xf32>
  %3 = "ttir.multiply"(%x, %root) : (tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x8xf32>
  %4 = "ttir.erf"(%3) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = "ttir.add"(%4, %one) : (tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x8xf32>
  %6 = "ttir.multiply"(%2, %5) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = "ttir.maximum"(%x, %zero) : (tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x8xf32>
  %8 = "ttir.minimum"(%7, %six) : (tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x8xf32>
  return %1, %6, %8 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// CHECK-LABEL: @mish
// CHECK-NEXT: "ttir.mish"(%arg0)
// CHECK-NEXT: return
func.func @mish(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "ttir.exp"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "ttir.log1p"(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = "ttir.tanh"(%1) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = "ttir.multiply"(%x, %2) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

// -----

// Scale and shift of a convolution's channels go into its weights and bias when they are parameters.
// CHECK-LABEL: @conv
// CHECK: %[[S:.*]] = "ttir.reshape"(%arg2) <{shape = [4 : i32, 1 : i32, 1 : i32, 1 : i32]}>
// CHECK: %[[W:.*]] = "ttir.multiply"(%arg1, %[[S]])
// CHECK: %[[C:.*]] = "ttir.conv2d"(%arg0, %[[W]], %arg3)
// CHECK: return %[[C]]
func.func @conv(%x: tensor<1x8x8x3xf32> {ttcore.argument_type = #ttcore.argument_type<input>},
                %w: tensor<4x3x1x1xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>},
                %s: tensor<1x1x1x4xf32> {ttcore.argument_type = #ttcore.argument_type<constant>},
                %b: tensor<1x1x1x4xf32> {ttcore.argument_type = #ttcore.argument_type<constant>}) -> tensor<1x8x8x4xf32> {
  %0 = "ttir.conv2d"(%x, %w) <{dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x8x8x3xf32>, tensor<4x3x1x1xf32>) -> tensor<1x8x8x4xf32>
  %1 = "ttir.multiply"(%0, %s) : (tensor<1x8x8x4xf32>, tensor<1x1x1x4xf32>) -> tensor<1x8x8x4xf32>
  %2 = "ttir.add"(%1, %b) : (tensor<1x8x8x4xf32>, tensor<1x1x1x4xf32>) -> tensor<1x8x8x4xf32>
  return %2 : tensor<1x8x8x4xf32>
}

// -----

// CHECK-LABEL: @rotary
// CHECK-NEXT: "ttir.rotary_embedding"(%arg0, %arg1, %arg2)
// CHECK-NEXT: return
func.func @rotary(%x: tensor<2x3x4x64xf32>, %cos: tensor<1x1x4x64xf32>, %sin: tensor<1x1x4x64xf32>) -> tensor<2x3x4x64xf32> {
  %0 = "ttir.multiply"(%x, %cos) : (tensor<2x3x4x64xf32>, tensor<1x1x4x64xf32>) -> tensor<2x3x4x64xf32>
  %1 = "ttir.slice_static"(%x) <{begins = [0 : i32, 0 : i32, 0 : i32, 32 : i32], ends = [2 : i32, 3 : i32, 4 : i32, 64 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x3x4x64xf32>) -> tensor<2x3x4x32xf32>
  %2 = "ttir.neg"(%1) : (tensor<2x3x4x32xf32>) -> tensor<2x3x4x32xf32>
  %3 = "ttir.slice_static"(%x) <{begins = [0 : i32, 0 : i32, 0 : i32, 0 : i32], ends = [2 : i32, 3 : i32, 4 : i32, 32 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x3x4x64xf32>) -> tensor<2x3x4x32xf32>
  %4 = "ttir.concat"(%2, %3) <{dim = 3 : si32}> : (tensor<2x3x4x32xf32>, tensor<2x3x4x32xf32>) -> tensor<2x3x4x64xf32>
  %5 = "ttir.multiply"(%4, %sin) : (tensor<2x3x4x64xf32>, tensor<1x1x4x64xf32>) -> tensor<2x3x4x64xf32>
  %6 = "ttir.add"(%0, %5) : (tensor<2x3x4x64xf32>, tensor<2x3x4x64xf32>) -> tensor<2x3x4x64xf32>
  return %6 : tensor<2x3x4x64xf32>
}

// -----

// The kernel wants a head of 32 or of a multiple of 64.
// CHECK-LABEL: @rotary_of_part_of_a_tile
// CHECK-NOT: ttir.rotary_embedding
// CHECK: return
func.func @rotary_of_part_of_a_tile(%x: tensor<2x3x4x8xf32>, %cos: tensor<1x1x4x8xf32>, %sin: tensor<1x1x4x8xf32>) -> tensor<2x3x4x8xf32> {
  %0 = "ttir.multiply"(%x, %cos) : (tensor<2x3x4x8xf32>, tensor<1x1x4x8xf32>) -> tensor<2x3x4x8xf32>
  %1 = "ttir.slice_static"(%x) <{begins = [0 : i32, 0 : i32, 0 : i32, 4 : i32], ends = [2 : i32, 3 : i32, 4 : i32, 8 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x3x4x8xf32>) -> tensor<2x3x4x4xf32>
  %2 = "ttir.neg"(%1) : (tensor<2x3x4x4xf32>) -> tensor<2x3x4x4xf32>
  %3 = "ttir.slice_static"(%x) <{begins = [0 : i32, 0 : i32, 0 : i32, 0 : i32], ends = [2 : i32, 3 : i32, 4 : i32, 4 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x3x4x8xf32>) -> tensor<2x3x4x4xf32>
  %4 = "ttir.concat"(%2, %3) <{dim = 3 : si32}> : (tensor<2x3x4x4xf32>, tensor<2x3x4x4xf32>) -> tensor<2x3x4x8xf32>
  %5 = "ttir.multiply"(%4, %sin) : (tensor<2x3x4x8xf32>, tensor<1x1x4x8xf32>) -> tensor<2x3x4x8xf32>
  %6 = "ttir.add"(%0, %5) : (tensor<2x3x4x8xf32>, tensor<2x3x4x8xf32>) -> tensor<2x3x4x8xf32>
  return %6 : tensor<2x3x4x8xf32>
}
