// RUN: alcove-opt %s --ttir-to-ttnn-backend-pipeline="optimization-level=1" --split-input-file | FileCheck %s
// RUN: alcove-opt %s --ttir-to-ttnn-backend-pipeline="optimization-level=1 enable-prepare-conv-weights=false" --split-input-file | FileCheck %s --check-prefix=OFF
// RUN: alcove-opt %s --ttir-to-ttnn-backend-pipeline="optimization-level=0" --split-input-file | FileCheck %s --check-prefix=OFF
// OFF-NOT: ttnn.prepare_conv2d
// OFF: return

// Weights and bias are arguments: a const-eval function each. The configuration is that of the convolution.
// CHECK-LABEL: @conv_const_eval_0(%arg0: tensor<64x32x3x3xbf16
// CHECK: %[[W:.*]] = "ttnn.prepare_conv2d_weights"(%arg0, %{{.*}}) <{batch_size = 2 : i32, conv2d_config = [[CONFIG:#ttnn.conv2d_config<[^>]*>]], {{.*}}has_bias = true, in_channels = 32 : i32, {{.*}}input_height = 8 : i32, {{.*}}input_tensor_layout = #ttnn.layout<tile>, input_width = 9 : i32, {{.*}}weights_format = "OIHW"
// CHECK-SAME: -> tensor<1x1x288x64xbf16, #[[TILES:.*]]>
// CHECK-NEXT: return %[[W]]
// CHECK-LABEL: @conv_const_eval_1(%arg0: tensor<1x1x1x64xbf16
// CHECK: "ttnn.prepare_conv2d_bias"(%arg0, %{{.*}}) <{{.*}}conv2d_config = [[CONFIG]]
// CHECK-LABEL: func.func @conv(
// CHECK-DAG: %[[P:.*]] = ttcore.load_cached(@conv_const_eval_0, [%arg1])
// CHECK-DAG: %[[B:.*]] = ttcore.load_cached(@conv_const_eval_1, [%arg2])
// CHECK: "ttnn.conv2d"(%{{.*}}, %[[P]], %[[B]], %{{.*}}) <{batch_size = 2 : i32, conv2d_config = [[CONFIG]]
func.func @conv(%x: tensor<2x8x9x32xbf16>, %w: tensor<64x32x3x3xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %b: tensor<1x1x1x64xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<2x8x9x64xbf16> {
  %0 = "ttir.conv2d"(%x, %w, %b) <{stride = array<i32: 1, 1>, padding = array<i32: 1, 1, 1, 1>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<2x8x9x32xbf16>, tensor<64x32x3x3xbf16>, tensor<1x1x1x64xbf16>) -> tensor<2x8x9x64xbf16>
  return %0 : tensor<2x8x9x64xbf16>
}

// -----

// The scaled weights are computed once anyway: the function that gives them prepares them. Groups of one channel each
// give nine rows; another reader of the plain weights still gets them.
// CHECK-LABEL: @scaled_const_eval_0(
// CHECK: %[[S:.*]] = "ttnn.multiply"
// CHECK: %[[P:.*]] = "ttnn.prepare_conv2d_weights"({{.*}}groups = 32 : i32
// CHECK-SAME: -> tensor<1x1x9x32xbf16
// CHECK: return %[[P]]
// CHECK-LABEL: func.func @scaled(
// CHECK-COUNT-1: ttcore.load_cached
func.func @scaled(%x: tensor<1x8x8x32xbf16>, %w: tensor<32x1x3x3xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %s: tensor<1x1x1x32xbf16> {ttcore.argument_type = #ttcore.argument_type<constant>}) -> tensor<1x8x8x32xbf16> {
  %0 = "ttir.conv2d"(%x, %w) <{stride = array<i32: 1, 1>, padding = array<i32: 1, 1, 1, 1>, dilation = array<i32: 1, 1>, groups = 32 : i32}> : (tensor<1x8x8x32xbf16>, tensor<32x1x3x3xbf16>) -> tensor<1x8x8x32xbf16>
  %1 = "ttir.multiply"(%0, %s) : (tensor<1x8x8x32xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x8x8x32xbf16>
  return %1 : tensor<1x8x8x32xbf16>
}

// -----

// One tensor for two images of other sizes: prepared twice, each for its own convolution.
// CHECK-DAG: "ttnn.prepare_conv2d_weights"({{.*}}input_height = 8 : i32
// CHECK-DAG: "ttnn.prepare_conv2d_weights"({{.*}}input_height = 16 : i32
// CHECK-LABEL: func.func @shared(
// CHECK-COUNT-2: ttcore.load_cached({{.*}}, [%arg2])
// CHECK-NOT: ttcore.load_cached
// CHECK: return
func.func @shared(%x: tensor<1x8x8x32xbf16>, %y: tensor<1x16x16x32xbf16>, %w: tensor<32x32x3x3xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<1x8x8x32xbf16>, tensor<1x16x16x32xbf16>) {
  %0 = "ttir.conv2d"(%x, %w) <{stride = array<i32: 1, 1>, padding = array<i32: 1, 1, 1, 1>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x8x8x32xbf16>, tensor<32x32x3x3xbf16>) -> tensor<1x8x8x32xbf16>
  %1 = "ttir.conv2d"(%y, %w) <{stride = array<i32: 1, 1>, padding = array<i32: 1, 1, 1, 1>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x16x16x32xbf16>, tensor<32x32x3x3xbf16>) -> tensor<1x16x16x32xbf16>
  return %0, %1 : tensor<1x8x8x32xbf16>, tensor<1x16x16x32xbf16>
}

// -----

// Near misses: weights that are an input, and weights that are computed at each call.
// CHECK-NOT: ttnn.prepare_conv2d
// CHECK: func.func @inputs(
// CHECK-NOT: ttnn.prepare_conv2d
// CHECK: return
func.func @inputs(%x: tensor<1x8x8x32xbf16>, %w: tensor<32x32x3x3xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<1x8x8x32xbf16>, tensor<1x8x8x32xbf16>) {
  %0 = "ttir.conv2d"(%x, %w) <{stride = array<i32: 1, 1>, padding = array<i32: 1, 1, 1, 1>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x8x8x32xbf16>, tensor<32x32x3x3xbf16>) -> tensor<1x8x8x32xbf16>
  %1 = "ttir.exp"(%w) : (tensor<32x32x3x3xbf16>) -> tensor<32x32x3x3xbf16>
  %2 = "ttir.conv2d"(%x, %1) <{stride = array<i32: 1, 1>, padding = array<i32: 1, 1, 1, 1>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x8x8x32xbf16>, tensor<32x32x3x3xbf16>) -> tensor<1x8x8x32xbf16>
  return %0, %2 : tensor<1x8x8x32xbf16>, tensor<1x8x8x32xbf16>
}
