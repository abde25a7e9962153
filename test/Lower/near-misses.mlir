// RUN: alcove-opt %s --ttir-fusing="conv2d-with-multiply=true" | FileCheck %s

// What looks like a pattern of the fusing pass and is none. unittests/Judge/Numbers/Golden/PatternMatrixTest.cpp names for
// each pattern one function that matches and one that must not, some of them here.

// CHECK-LABEL: func.func @relu
// CHECK: "ttir.relu"(%arg0)
func.func @relu(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %zero = "ttir.full"() <{fill_value = 0.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %0 = "ttir.maximum"(%x, %zero) : (tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func.func @clamp_to_six
// CHECK: "ttir.relu6"(%arg0)
func.func @clamp_to_six(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "ttir.clamp_scalar"(%x) <{min = 0.0 : f32, max = 6.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// Along an extent of 1 nothing is reduced; along one of 3 something is.
// CHECK-LABEL: func.func @drop_dim_of_one
// CHECK: "ttir.max"(%arg0) <{dim_arg = [2 : i32], keep_dim = true}>
func.func @drop_dim_of_one(%x: tensor<5x1x33xf32>) -> tensor<5x1x1xf32> {
  %0 = "ttir.max"(%x) <{dim_arg = [1 : i32, 2 : i32], keep_dim = true}> : (tensor<5x1x33xf32>) -> tensor<5x1x1xf32>
  return %0 : tensor<5x1x1xf32>
}
// CHECK-LABEL: func.func @keep_dim_of_three
// CHECK: "ttir.max"(%arg0) <{dim_arg = [1 : i32, 2 : i32], keep_dim = true}>
func.func @keep_dim_of_three(%x: tensor<5x3x33xf32>) -> tensor<5x1x1xf32> {
  %0 = "ttir.max"(%x) <{dim_arg = [1 : i32, 2 : i32], keep_dim = true}> : (tensor<5x3x33xf32>) -> tensor<5x1x1xf32>
  return %0 : tensor<5x1x1xf32>
}

// The sum is that of another tensor.
// CHECK-LABEL: func.func @softmax_of_another
// CHECK-NOT: ttir.softmax
func.func @softmax_of_another(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = "ttir.exp"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "ttir.exp"(%y) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = "ttir.sum"(%1) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %3 = "ttir.div"(%0, %2) : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

// The shift differs from column to column.
// CHECK-LABEL: func.func @shifted_by_columns
// CHECK: "ttir.max"
// CHECK: "ttir.subtract"
func.func @shifted_by_columns(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = "ttir.max"(%x) <{dim_arg = [0 : i32], keep_dim = true}> : (tensor<8x8xf32>) -> tensor<1x8xf32>
  %1 = "ttir.subtract"(%x, %0) : (tensor<8x8xf32>, tensor<1x8xf32>) -> tensor<8x8xf32>
  %2 = "ttir.softmax"(%1) <{dimension = 1 : si32}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// An argument may have rows of -inf.
// CHECK-LABEL: func.func @guarded_argument
// CHECK: "ttir.where"
func.func @guarded_argument(%masked: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %inf = "ttir.full"() <{fill_value = 0xFF800000 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %zero = "ttir.full"() <{fill_value = 0.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %0 = "ttir.eq"(%masked, %inf) : (tensor<4x4xf32>, tensor<1x1xf32>) -> tensor<4x4xbf16>
  %1 = "ttir.logical_not"(%0) : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  %2 = "ttir.max"(%1) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x4xbf16>) -> tensor<4x1xbf16>
  %3 = "ttir.logical_not"(%2) : (tensor<4x1xbf16>) -> tensor<4x1xbf16>
  %4 = "ttir.softmax"(%masked) <{dimension = 1 : si32, numericStable = true}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = "ttir.where"(%3, %zero, %4) : (tensor<4x1xbf16>, tensor<1x1xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %5 : tensor<4x4xf32>
}

// The reshape brings no dimension of 1 back.
// CHECK-LABEL: func.func @regrouped
// CHECK: "ttir.reshape"
func.func @regrouped(%x: tensor<6x8xf32>) -> tensor<2x3xf32> {
  %0 = "ttir.sum"(%x) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<6x8xf32>) -> tensor<6xf32>
  %1 = "ttir.reshape"(%0) <{shape = [2 : i32, 3 : i32]}> : (tensor<6xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// The mean of columns normalizes no rows.
// CHECK-LABEL: func.func @norm_of_columns
// CHECK-NOT: ttir.rms_norm
func.func @norm_of_columns(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %two = "ttir.full"() <{fill_value = 2.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %eps = "ttir.full"() <{fill_value = 0.25 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %0 = "ttir.pow"(%x, %two) : (tensor<8x8xf32>, tensor<1x1xf32>) -> tensor<8x8xf32>
  %1 = "ttir.mean"(%0) <{dim_arg = [0 : i32], keep_dim = true}> : (tensor<8x8xf32>) -> tensor<1x8xf32>
  %2 = "ttir.add"(%1, %eps) : (tensor<1x8xf32>, tensor<1x1xf32>) -> tensor<1x8xf32>
  %3 = "ttir.rsqrt"(%2) : (tensor<1x8xf32>) -> tensor<1x8xf32>
  %4 = "ttir.multiply"(%x, %3) : (tensor<8x8xf32>, tensor<1x8xf32>) -> tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}

// The mean of the squares of another tensor.
// CHECK-LABEL: func.func @layer_norm_of_another
// CHECK-NOT: ttir.layer_norm
func.func @layer_norm_of_another(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %eps = "ttir.full"() <{fill_value = 0.25 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %0 = "ttir.mean"(%x) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %1 = "ttir.subtract"(%x, %0) : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %2 = "ttir.multiply"(%y, %y) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = "ttir.mean"(%2) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %4 = "ttir.add"(%3, %eps) : (tensor<4x1xf32>, tensor<1x1xf32>) -> tensor<4x1xf32>
  %5 = "ttir.rsqrt"(%4) : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %6 = "ttir.multiply"(%1, %5) : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  return %6 : tensor<4x8xf32>
}

// A factor and a summand of each row are no weight and no bias of columns.
// CHECK-LABEL: func.func @scaled_by_rows
// CHECK: "ttir.layer_norm"
// CHECK: "ttir.multiply"
// CHECK: "ttir.add"
func.func @scaled_by_rows(%x: tensor<8x8xf32>, %w: tensor<8x1xf32>, %b: tensor<8x1xf32>) -> tensor<8x8xf32> {
  %0 = "ttir.layer_norm"(%x) <{epsilon = 2.5e-01 : f32, normalized_shape = array<i64: 8>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = "ttir.multiply"(%0, %w) : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
  %2 = "ttir.add"(%1, %b) : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// A factor and a summand of each pixel are none of channels.
// CHECK-LABEL: func.func @pixels
// CHECK: "ttir.conv2d"(%arg0, %arg1)
// CHECK-NOT: ttir.reshape
// CHECK: "ttir.multiply"
// CHECK: "ttir.add"
func.func @pixels(%x: tensor<1x8x8x3xf32> {ttcore.argument_type = #ttcore.argument_type<input>},
                  %w: tensor<4x3x1x1xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>},
                  %s: tensor<1x8x8x1xf32> {ttcore.argument_type = #ttcore.argument_type<constant>},
                  %b: tensor<1x8x8x1xf32> {ttcore.argument_type = #ttcore.argument_type<constant>}) -> tensor<1x8x8x4xf32> {
  %0 = "ttir.conv2d"(%x, %w) <{dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x8x8x3xf32>, tensor<4x3x1x1xf32>) -> tensor<1x8x8x4xf32>
  %1 = "ttir.multiply"(%0, %s) : (tensor<1x8x8x4xf32>, tensor<1x8x8x1xf32>) -> tensor<1x8x8x4xf32>
  %2 = "ttir.add"(%1, %b) : (tensor<1x8x8x4xf32>, tensor<1x8x8x1xf32>) -> tensor<1x8x8x4xf32>
  return %2 : tensor<1x8x8x4xf32>
}

// The gate is another tensor; the root, the bounds are other numbers.
// CHECK-LABEL: func.func @near_activations
// CHECK-NOT: ttir.silu
// CHECK-NOT: ttir.gelu
// CHECK-NOT: ttir.relu
func.func @near_activations(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %half = "ttir.full"() <{fill_value = 0.5 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %one = "ttir.full"() <{fill_value = 1.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %five = "ttir.full"() <{fill_value = 5.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %root = "ttir.full"() <{fill_value = 0.75 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %0 = "ttir.sigmoid"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "ttir.multiply"(%0, %y) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = "ttir.multiply"(%x, %half) : (tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x8xf32>
  %3 = "ttir.multiply"(%x, %root) : (tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x8xf32>
  %4 = "ttir.erf"(%3) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = "ttir.add"(%4, %one) : (tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x8xf32>
  %6 = "ttir.multiply"(%2, %5) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = "ttir.maximum"(%x, %half) : (tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x8xf32>
  %8 = "ttir.minimum"(%7, %five) : (tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x8xf32>
  %9 = "ttir.clamp_scalar"(%x) <{min = 0.0 : f32, max = 5.0 : f32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %1, %6, %7, %8, %9 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}

// Another tensor times tanh(log1p(exp(x))), and log in the place of log1p.
// CHECK-LABEL: func.func @near_mish
// CHECK-NOT: ttir.mish
// CHECK: return
func.func @near_mish(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = "ttir.exp"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "ttir.log1p"(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = "ttir.tanh"(%1) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = "ttir.multiply"(%y, %2) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = "ttir.log"(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = "ttir.tanh"(%4) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %6 = "ttir.multiply"(%x, %5) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %3, %6 : tensor<4x8xf32>, tensor<4x8xf32>
}

// Somebody reads the reshaped product in front of the activation too.
// CHECK-LABEL: func.func @reshaped_for_two
func.func @reshaped_for_two(%x: tensor<64x70xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %w: tensor<70x48xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<2x32x48xf32>, tensor<2x32x48xf32>) {
  %0 = "ttir.matmul"(%x, %w) : (tensor<64x70xf32>, tensor<70x48xf32>) -> tensor<64x48xf32>
  %1 = "ttir.reshape"(%0) <{shape = [2 : i32, 32 : i32, 48 : i32]}> : (tensor<64x48xf32>) -> tensor<2x32x48xf32>
  %2 = "ttir.silu"(%1) : (tensor<2x32x48xf32>) -> tensor<2x32x48xf32>
  return %1, %2 : tensor<2x32x48xf32>, tensor<2x32x48xf32>
}
