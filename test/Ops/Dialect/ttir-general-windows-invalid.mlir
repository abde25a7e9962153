// RUN: alcove-opt %s -split-input-file -verify-diagnostics -verify-library-rules

func.func @layout(%a: tensor<1x3x8x8xbf16>, %w: tensor<4x3x3x3xbf16>) -> tensor<1x4x6x6xbf16> {
  // expected-error @+1 {{convolution_layout must give input_batch, input_feature}}
  %0 = "ttir.convolution"(%a, %w) <{convolution_layout = #ttir<convolution_layout input_batch = 0>}> : (tensor<1x3x8x8xbf16>, tensor<4x3x3x3xbf16>) -> tensor<1x4x6x6xbf16>
  return %0 : tensor<1x4x6x6xbf16>
}

// -----

func.func @dimensions(%a: tensor<1x3x8x8xbf16>, %w: tensor<4x3x3x3xbf16>) -> tensor<1x4x6x6xbf16> {
  // expected-error @+1 {{does not name each dimension of input (1, 3, 8, 8), weights (4, 3, 3, 3) and result (1, 4, 6, 6) once}}
  %0 = "ttir.convolution"(%a, %w) <{convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x2, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>}> : (tensor<1x3x8x8xbf16>, tensor<4x3x3x3xbf16>) -> tensor<1x4x6x6xbf16>
  return %0 : tensor<1x4x6x6xbf16>
}

// -----

func.func @shape(%a: tensor<1x3x8x8xbf16>, %w: tensor<4x3x3x3xbf16>) -> tensor<1x4x8x8xbf16> {
  // expected-error @+1 {{result has shape (1, 4, 8, 8), expected (1, 4, 6, 6)}}
  %0 = "ttir.convolution"(%a, %w) <{convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>}> : (tensor<1x3x8x8xbf16>, tensor<4x3x3x3xbf16>) -> tensor<1x4x8x8xbf16>
  return %0 : tensor<1x4x8x8xbf16>
}

// -----

func.func @numbers(%a: tensor<1x3x8x8xbf16>, %w: tensor<4x3x3x3xbf16>) -> tensor<1x4x6x6xbf16> {
  // expected-error @+1 {{window_strides, input_dilation, weight_dilation and window_reversal need 2 numbers, padding twice as many}}
  %0 = "ttir.convolution"(%a, %w) <{padding = array<i64: 0, 0>, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>}> : (tensor<1x3x8x8xbf16>, tensor<4x3x3x3xbf16>) -> tensor<1x4x6x6xbf16>
  return %0 : tensor<1x4x6x6xbf16>
}

// -----

func.func @groups(%a: tensor<1x3x8x8xbf16>, %w: tensor<4x3x3x3xbf16>) -> tensor<1x4x6x6xbf16> {
  // expected-error @+1 {{1 images of 3 channels in 1 batch and 2 feature groups do not fit weights of shape (4, 3, 3, 3)}}
  %0 = "ttir.convolution"(%a, %w) <{feature_group_count = 2 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>}> : (tensor<1x3x8x8xbf16>, tensor<4x3x3x3xbf16>) -> tensor<1x4x6x6xbf16>
  return %0 : tensor<1x4x6x6xbf16>
}

// -----

func.func @method(%a: tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  // expected-error @+1 {{pooling_method must be Max, Sum or Average, got #ttir<pooling_method Median>}}
  %0 = "ttir.pooling"(%a) <{pooling_method = #ttir<pooling_method Median>, window_dimensions = array<i64: 1, 1>}> : (tensor<4x8xbf16>) -> tensor<4x8xbf16>
  return %0 : tensor<4x8xbf16>
}

// -----

func.func @window(%a: tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  // expected-error @+1 {{window of dimension 1 does not fit 8 elements}}
  %0 = "ttir.pooling"(%a) <{pooling_method = #ttir<pooling_method Max>, window_dimensions = array<i64: 1, 9>}> : (tensor<4x8xbf16>) -> tensor<4x8xbf16>
  return %0 : tensor<4x8xbf16>
}

// -----

func.func @results(%a: tensor<4x8xbf16>) -> tensor<4x8xbf16> {
  // expected-error @+1 {{2 inputs, 1 results}}
  %0 = "ttir.pooling"(%a, %a) <{pooling_method = #ttir<pooling_method Max>, window_dimensions = array<i64: 1, 1>}> : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<4x8xbf16>
  return %0 : tensor<4x8xbf16>
}

// -----

func.func @order(%a: tensor<1x3x8x8xbf16>) -> tensor<1x3x4x4xbf16> {
  // expected-error @+1 {{dimension 1 of result is 3, expected 1 (extent behind the window)}}
  %0 = "ttir.max_pool2d"(%a) <{channel_dim = 1 : i64, ceil_mode = false, dilation = 1 : i32, kernel = 2 : i32, padding = 0 : i32, stride = 2 : i32}> : (tensor<1x3x8x8xbf16>) -> tensor<1x3x4x4xbf16>
  return %0 : tensor<1x3x4x4xbf16>
}
