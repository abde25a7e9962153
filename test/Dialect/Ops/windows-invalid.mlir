// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

// ttir.conv1d: result0 rank
func.func @f(%a0: tensor<2x32x8xbf16>, %a1: tensor<16x4x3xbf16>, %a2: tensor<1x1x16xbf16>) {
  // expected-error @below {{result must have rank 3, got rank 4 (7x2x16x16)}}
  %0 = "ttir.conv1d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 2 : i32, padding = 1 : i32, stride = 2 : i32}> : (tensor<2x32x8xbf16>, tensor<16x4x3xbf16>, tensor<1x1x16xbf16>) -> tensor<7x2x16x16xbf16>
  return
}

// -----

// ttir.conv1d: result0 shape
func.func @f(%a0: tensor<2x32x8xbf16>, %a1: tensor<16x4x3xbf16>, %a2: tensor<1x1x16xbf16>) {
  // expected-error @below {{dimension 2 of result is 19, expected 16 (output channels)}}
  %0 = "ttir.conv1d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 2 : i32, padding = 1 : i32, stride = 2 : i32}> : (tensor<2x32x8xbf16>, tensor<16x4x3xbf16>, tensor<1x1x16xbf16>) -> tensor<2x16x19xbf16>
  return
}

// -----

// ttir.conv1d: result0 shape0
func.func @f(%a0: tensor<2x32x8xbf16>, %a1: tensor<16x4x3xbf16>, %a2: tensor<1x1x16xbf16>) {
  // expected-error @below {{result has shape 5x16x16, expected 2x16x16}}
  %0 = "ttir.conv1d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 2 : i32, padding = 1 : i32, stride = 2 : i32}> : (tensor<2x32x8xbf16>, tensor<16x4x3xbf16>, tensor<1x1x16xbf16>) -> tensor<5x16x16xbf16>
  return
}

// -----

// ttir.conv1d: result0 type
func.func @f(%a0: tensor<2x32x8xbf16>, %a1: tensor<16x4x3xbf16>, %a2: tensor<1x1x16xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.conv1d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 2 : i32, padding = 1 : i32, stride = 2 : i32}> : (tensor<2x32x8xbf16>, tensor<16x4x3xbf16>, tensor<1x1x16xbf16>) -> tensor<2x16x16xi32>
  return
}

// -----

// ttir.conv1d: result0 lower
func.func @f(%a0: tensor<2x32x8xbf16>, %a1: tensor<16x4x3xbf16>, %a2: tensor<1x1x16xbf16>) {
  // expected-error @below {{result must have rank 3, got rank 2 (16x16)}}
  %0 = "ttir.conv1d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 2 : i32, padding = 1 : i32, stride = 2 : i32}> : (tensor<2x32x8xbf16>, tensor<16x4x3xbf16>, tensor<1x1x16xbf16>) -> tensor<16x16xbf16>
  return
}

// -----

// ttir.conv1d: operand0 rank
func.func @f(%a0: tensor<7x2x32x8xbf16>, %a1: tensor<16x4x3xbf16>, %a2: tensor<1x1x16xbf16>) {
  // expected-error @below {{input must have rank 3, got rank 4 (7x2x32x8)}}
  %0 = "ttir.conv1d"(%a0, %a1, %a2) <{dilation = 1 : i32, groups = 2 : i32, padding = 1 : i32, stride = 2 : i32}> : (tensor<7x2x32x8xbf16>, tensor<16x4x3xbf16>, tensor<1x1x16xbf16>) -> tensor<2x16x16xbf16>
  return
}

// -----

// ttir.conv2d: result0 rank
func.func @f(%a0: tensor<2x16x18x8xbf16>, %a1: tensor<12x4x3x3xbf16>, %a2: tensor<1x1x1x12xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x2x8x18x12)}}
  %0 = "ttir.conv2d"(%a0, %a1, %a2) <{dilation = array<i32: 1, 1>, groups = 2 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<2x16x18x8xbf16>, tensor<12x4x3x3xbf16>, tensor<1x1x1x12xbf16>) -> tensor<7x2x8x18x12xbf16>
  return
}

// -----

// ttir.conv2d: result0 shape
func.func @f(%a0: tensor<2x16x18x8xbf16>, %a1: tensor<12x4x3x3xbf16>, %a2: tensor<1x1x1x12xbf16>) {
  // expected-error @below {{dimension 3 of result is 15, expected 12 (output channels)}}
  %0 = "ttir.conv2d"(%a0, %a1, %a2) <{dilation = array<i32: 1, 1>, groups = 2 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<2x16x18x8xbf16>, tensor<12x4x3x3xbf16>, tensor<1x1x1x12xbf16>) -> tensor<2x8x18x15xbf16>
  return
}

// -----

// ttir.conv2d: result0 shape0
func.func @f(%a0: tensor<2x16x18x8xbf16>, %a1: tensor<12x4x3x3xbf16>, %a2: tensor<1x1x1x12xbf16>) {
  // expected-error @below {{dimension 0 of result is 5, expected 2 (batch of the input)}}
  %0 = "ttir.conv2d"(%a0, %a1, %a2) <{dilation = array<i32: 1, 1>, groups = 2 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<2x16x18x8xbf16>, tensor<12x4x3x3xbf16>, tensor<1x1x1x12xbf16>) -> tensor<5x8x18x12xbf16>
  return
}

// -----

// ttir.conv2d: result0 type
func.func @f(%a0: tensor<2x16x18x8xbf16>, %a1: tensor<12x4x3x3xbf16>, %a2: tensor<1x1x1x12xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.conv2d"(%a0, %a1, %a2) <{dilation = array<i32: 1, 1>, groups = 2 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<2x16x18x8xbf16>, tensor<12x4x3x3xbf16>, tensor<1x1x1x12xbf16>) -> tensor<2x8x18x12xi32>
  return
}

// -----

// ttir.conv2d: result0 lower
func.func @f(%a0: tensor<2x16x18x8xbf16>, %a1: tensor<12x4x3x3xbf16>, %a2: tensor<1x1x1x12xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (8x18x12)}}
  %0 = "ttir.conv2d"(%a0, %a1, %a2) <{dilation = array<i32: 1, 1>, groups = 2 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<2x16x18x8xbf16>, tensor<12x4x3x3xbf16>, tensor<1x1x1x12xbf16>) -> tensor<8x18x12xbf16>
  return
}

// -----

// ttir.conv2d: operand0 rank
func.func @f(%a0: tensor<7x2x16x18x8xbf16>, %a1: tensor<12x4x3x3xbf16>, %a2: tensor<1x1x1x12xbf16>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x2x16x18x8)}}
  %0 = "ttir.conv2d"(%a0, %a1, %a2) <{dilation = array<i32: 1, 1>, groups = 2 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<7x2x16x18x8xbf16>, tensor<12x4x3x3xbf16>, tensor<1x1x1x12xbf16>) -> tensor<2x8x18x12xbf16>
  return
}

// -----

// ttir.conv_transpose2d: result0 rank
func.func @f(%a0: tensor<2x8x9x8xbf16>, %a1: tensor<8x6x2x2xbf16>, %a2: tensor<1x1x1x12xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x2x17x18x12)}}
  %0 = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = array<i32: 1, 1>, groups = 2 : i32, output_padding = array<i32: 1, 0>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x9x8xbf16>, tensor<8x6x2x2xbf16>, tensor<1x1x1x12xbf16>) -> tensor<7x2x17x18x12xbf16>
  return
}

// -----

// ttir.conv_transpose2d: result0 shape
func.func @f(%a0: tensor<2x8x9x8xbf16>, %a1: tensor<8x6x2x2xbf16>, %a2: tensor<1x1x1x12xbf16>) {
  // expected-error @below {{dimension 3 of result is 15, expected 12 (output channels)}}
  %0 = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = array<i32: 1, 1>, groups = 2 : i32, output_padding = array<i32: 1, 0>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x9x8xbf16>, tensor<8x6x2x2xbf16>, tensor<1x1x1x12xbf16>) -> tensor<2x17x18x15xbf16>
  return
}

// -----

// ttir.conv_transpose2d: result0 shape0
func.func @f(%a0: tensor<2x8x9x8xbf16>, %a1: tensor<8x6x2x2xbf16>, %a2: tensor<1x1x1x12xbf16>) {
  // expected-error @below {{dimension 0 of result is 5, expected 2 (batch of the input)}}
  %0 = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = array<i32: 1, 1>, groups = 2 : i32, output_padding = array<i32: 1, 0>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x9x8xbf16>, tensor<8x6x2x2xbf16>, tensor<1x1x1x12xbf16>) -> tensor<5x17x18x12xbf16>
  return
}

// -----

// ttir.conv_transpose2d: result0 type
func.func @f(%a0: tensor<2x8x9x8xbf16>, %a1: tensor<8x6x2x2xbf16>, %a2: tensor<1x1x1x12xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = array<i32: 1, 1>, groups = 2 : i32, output_padding = array<i32: 1, 0>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x9x8xbf16>, tensor<8x6x2x2xbf16>, tensor<1x1x1x12xbf16>) -> tensor<2x17x18x12xi32>
  return
}

// -----

// ttir.conv_transpose2d: result0 lower
func.func @f(%a0: tensor<2x8x9x8xbf16>, %a1: tensor<8x6x2x2xbf16>, %a2: tensor<1x1x1x12xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (17x18x12)}}
  %0 = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = array<i32: 1, 1>, groups = 2 : i32, output_padding = array<i32: 1, 0>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x9x8xbf16>, tensor<8x6x2x2xbf16>, tensor<1x1x1x12xbf16>) -> tensor<17x18x12xbf16>
  return
}

// -----

// ttir.conv_transpose2d: operand0 rank
func.func @f(%a0: tensor<7x2x8x9x8xbf16>, %a1: tensor<8x6x2x2xbf16>, %a2: tensor<1x1x1x12xbf16>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x2x8x9x8)}}
  %0 = "ttir.conv_transpose2d"(%a0, %a1, %a2) <{dilation = array<i32: 1, 1>, groups = 2 : i32, output_padding = array<i32: 1, 0>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<7x2x8x9x8xbf16>, tensor<8x6x2x2xbf16>, tensor<1x1x1x12xbf16>) -> tensor<2x17x18x12xbf16>
  return
}

// -----

// ttir.conv3d: result0 rank
func.func @f(%a0: tensor<1x8x16x18x8xbf16>, %a1: tensor<12x4x3x3x3xbf16>, %a2: tensor<1x1x1x1x12xbf16>) {
  // expected-error @below {{result must have rank 5, got rank 6 (7x1x8x8x18x12)}}
  %0 = "ttir.conv3d"(%a0, %a1, %a2) <{groups = 2 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "zeros", stride = array<i32: 1, 2, 1>}> : (tensor<1x8x16x18x8xbf16>, tensor<12x4x3x3x3xbf16>, tensor<1x1x1x1x12xbf16>) -> tensor<7x1x8x8x18x12xbf16>
  return
}

// -----

// ttir.conv3d: result0 shape
func.func @f(%a0: tensor<1x8x16x18x8xbf16>, %a1: tensor<12x4x3x3x3xbf16>, %a2: tensor<1x1x1x1x12xbf16>) {
  // expected-error @below {{dimension 4 of result is 15, expected 12 (output channels)}}
  %0 = "ttir.conv3d"(%a0, %a1, %a2) <{groups = 2 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "zeros", stride = array<i32: 1, 2, 1>}> : (tensor<1x8x16x18x8xbf16>, tensor<12x4x3x3x3xbf16>, tensor<1x1x1x1x12xbf16>) -> tensor<1x8x8x18x15xbf16>
  return
}

// -----

// ttir.conv3d: result0 shape0
func.func @f(%a0: tensor<1x8x16x18x8xbf16>, %a1: tensor<12x4x3x3x3xbf16>, %a2: tensor<1x1x1x1x12xbf16>) {
  // expected-error @below {{dimension 0 of result is 4, expected 1 (batch of the input)}}
  %0 = "ttir.conv3d"(%a0, %a1, %a2) <{groups = 2 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "zeros", stride = array<i32: 1, 2, 1>}> : (tensor<1x8x16x18x8xbf16>, tensor<12x4x3x3x3xbf16>, tensor<1x1x1x1x12xbf16>) -> tensor<4x8x8x18x12xbf16>
  return
}

// -----

// ttir.conv3d: result0 type
func.func @f(%a0: tensor<1x8x16x18x8xbf16>, %a1: tensor<12x4x3x3x3xbf16>, %a2: tensor<1x1x1x1x12xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.conv3d"(%a0, %a1, %a2) <{groups = 2 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "zeros", stride = array<i32: 1, 2, 1>}> : (tensor<1x8x16x18x8xbf16>, tensor<12x4x3x3x3xbf16>, tensor<1x1x1x1x12xbf16>) -> tensor<1x8x8x18x12xi32>
  return
}

// -----

// ttir.conv3d: result0 lower
func.func @f(%a0: tensor<1x8x16x18x8xbf16>, %a1: tensor<12x4x3x3x3xbf16>, %a2: tensor<1x1x1x1x12xbf16>) {
  // expected-error @below {{result must have rank 5, got rank 4 (8x8x18x12)}}
  %0 = "ttir.conv3d"(%a0, %a1, %a2) <{groups = 2 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "zeros", stride = array<i32: 1, 2, 1>}> : (tensor<1x8x16x18x8xbf16>, tensor<12x4x3x3x3xbf16>, tensor<1x1x1x1x12xbf16>) -> tensor<8x8x18x12xbf16>
  return
}

// -----

// ttir.conv3d: operand0 rank
func.func @f(%a0: tensor<7x1x8x16x18x8xbf16>, %a1: tensor<12x4x3x3x3xbf16>, %a2: tensor<1x1x1x1x12xbf16>) {
  // expected-error @below {{input must have rank 5, got rank 6 (7x1x8x16x18x8)}}
  %0 = "ttir.conv3d"(%a0, %a1, %a2) <{groups = 2 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "zeros", stride = array<i32: 1, 2, 1>}> : (tensor<7x1x8x16x18x8xbf16>, tensor<12x4x3x3x3xbf16>, tensor<1x1x1x1x12xbf16>) -> tensor<1x8x8x18x12xbf16>
  return
}

// -----

// ttir.max_pool2d: result0 rank
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x2x4x5x3)}}
  %0 = "ttir.max_pool2d"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xbf16>) -> tensor<7x2x4x5x3xbf16>
  return
}

// -----

// ttir.max_pool2d: result0 shape
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{dimension 3 of input is 3, dimension 3 of result is 6: they must be equal}}
  %0 = "ttir.max_pool2d"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xbf16>) -> tensor<2x4x5x6xbf16>
  return
}

// -----

// ttir.max_pool2d: result0 type
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttir.max_pool2d"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xbf16>) -> tensor<2x4x5x3xi32>
  return
}

// -----

// ttir.max_pool2d: result0 lower
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (4x5x3)}}
  %0 = "ttir.max_pool2d"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xbf16>) -> tensor<4x5x3xbf16>
  return
}

// -----

// ttir.max_pool2d: result0 s1
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{dimension 1 of result is 7, expected 4 (extent behind the window)}}
  %0 = "ttir.max_pool2d"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xbf16>) -> tensor<2x7x5x3xbf16>
  return
}

// -----

// ttir.max_pool2d: operand0 rank
func.func @f(%a0: tensor<7x2x8x10x3xbf16>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x2x8x10x3)}}
  %0 = "ttir.max_pool2d"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<7x2x8x10x3xbf16>) -> tensor<2x4x5x3xbf16>
  return
}

// -----

// ttir.avg_pool2d: result0 rank
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x2x4x5x3)}}
  %0 = "ttir.avg_pool2d"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xbf16>) -> tensor<7x2x4x5x3xbf16>
  return
}

// -----

// ttir.avg_pool2d: result0 shape
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{dimension 3 of input is 3, dimension 3 of result is 6: they must be equal}}
  %0 = "ttir.avg_pool2d"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xbf16>) -> tensor<2x4x5x6xbf16>
  return
}

// -----

// ttir.avg_pool2d: result0 type
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttir.avg_pool2d"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xbf16>) -> tensor<2x4x5x3xi32>
  return
}

// -----

// ttir.avg_pool2d: result0 lower
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (4x5x3)}}
  %0 = "ttir.avg_pool2d"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xbf16>) -> tensor<4x5x3xbf16>
  return
}

// -----

// ttir.avg_pool2d: result0 s1
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{dimension 1 of result is 7, expected 4 (extent behind the window)}}
  %0 = "ttir.avg_pool2d"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xbf16>) -> tensor<2x7x5x3xbf16>
  return
}

// -----

// ttir.avg_pool2d: operand0 rank
func.func @f(%a0: tensor<7x2x8x10x3xbf16>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x2x8x10x3)}}
  %0 = "ttir.avg_pool2d"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<7x2x8x10x3xbf16>) -> tensor<2x4x5x3xbf16>
  return
}

// -----

// ttir.max_pool2d_with_indices: result0 rank
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x2x4x5x3)}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xbf16>) -> (tensor<7x2x4x5x3xbf16>, tensor<2x4x5x3xi32>)
  return
}

// -----

// ttir.max_pool2d_with_indices: result0 shape
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{dimension 3 of input is 3, dimension 3 of result is 6: they must be equal}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xbf16>) -> (tensor<2x4x5x6xbf16>, tensor<2x4x5x3xi32>)
  return
}

// -----

// ttir.max_pool2d_with_indices: result0 type
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xbf16>) -> (tensor<2x4x5x3xi32>, tensor<2x4x5x3xi32>)
  return
}

// -----

// ttir.max_pool2d_with_indices: result0 lower
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (4x5x3)}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xbf16>) -> (tensor<4x5x3xbf16>, tensor<2x4x5x3xi32>)
  return
}

// -----

// ttir.max_pool2d_with_indices: result1 rank
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{result_indices has shape 7x2x4x5x3, result has 2x4x5x3: they must be equal}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xbf16>) -> (tensor<2x4x5x3xbf16>, tensor<7x2x4x5x3xi32>)
  return
}

// -----

// ttir.max_pool2d_with_indices: result1 type
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{result_indices must have integer elements, got f32}}
  %0:2 = "ttir.max_pool2d_with_indices"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x8x10x3xbf16>) -> (tensor<2x4x5x3xbf16>, tensor<2x4x5x3xf32>)
  return
}

// -----

// ttir.global_avg_pool2d: result0 rank
func.func @f(%a0: tensor<2x7x7x64xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x2x1x1x64)}}
  %0 = "ttir.global_avg_pool2d"(%a0) : (tensor<2x7x7x64xbf16>) -> tensor<7x2x1x1x64xbf16>
  return
}

// -----

// ttir.global_avg_pool2d: result0 shape
func.func @f(%a0: tensor<2x7x7x64xbf16>) {
  // expected-error @below {{dimension 3 of input is 64, dimension 3 of result is 67: they must be equal}}
  %0 = "ttir.global_avg_pool2d"(%a0) : (tensor<2x7x7x64xbf16>) -> tensor<2x1x1x67xbf16>
  return
}

// -----

// ttir.global_avg_pool2d: result0 type
func.func @f(%a0: tensor<2x7x7x64xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttir.global_avg_pool2d"(%a0) : (tensor<2x7x7x64xbf16>) -> tensor<2x1x1x64xi32>
  return
}

// -----

// ttir.global_avg_pool2d: result0 lower
func.func @f(%a0: tensor<2x7x7x64xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (1x1x64)}}
  %0 = "ttir.global_avg_pool2d"(%a0) : (tensor<2x7x7x64xbf16>) -> tensor<1x1x64xbf16>
  return
}

// -----

// ttir.global_avg_pool2d: operand0 rank
func.func @f(%a0: tensor<7x2x7x7x64xbf16>) {
  // expected-error @below {{result must have rank 5, got rank 4 (2x1x1x64)}}
  %0 = "ttir.global_avg_pool2d"(%a0) : (tensor<7x2x7x7x64xbf16>) -> tensor<2x1x1x64xbf16>
  return
}

// -----

// ttir.global_avg_pool2d: operand0 type
func.func @f(%a0: tensor<2x7x7x64xi32>) {
  // expected-error @below {{result has elements of type bf16, input of i32: they must be equal}}
  %0 = "ttir.global_avg_pool2d"(%a0) : (tensor<2x7x7x64xi32>) -> tensor<2x1x1x64xbf16>
  return
}

// -----

// ttnn.global_avg_pool2d: result0 rank
func.func @f(%a0: tensor<2x7x7x64xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x2x1x1x64)}}
  %0 = "ttnn.global_avg_pool2d"(%a0) : (tensor<2x7x7x64xbf16>) -> tensor<7x2x1x1x64xbf16>
  return
}

// -----

// ttnn.global_avg_pool2d: result0 shape
func.func @f(%a0: tensor<2x7x7x64xbf16>) {
  // expected-error @below {{result has shape 2x1x1x67, expected 2x1x1x64}}
  %0 = "ttnn.global_avg_pool2d"(%a0) : (tensor<2x7x7x64xbf16>) -> tensor<2x1x1x67xbf16>
  return
}

// -----

// ttnn.global_avg_pool2d: result0 type
func.func @f(%a0: tensor<2x7x7x64xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttnn.global_avg_pool2d"(%a0) : (tensor<2x7x7x64xbf16>) -> tensor<2x1x1x64xi32>
  return
}

// -----

// ttnn.global_avg_pool2d: result0 lower
func.func @f(%a0: tensor<2x7x7x64xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (1x1x64)}}
  %0 = "ttnn.global_avg_pool2d"(%a0) : (tensor<2x7x7x64xbf16>) -> tensor<1x1x64xbf16>
  return
}

// -----

// ttnn.global_avg_pool2d: operand0 rank
func.func @f(%a0: tensor<7x2x7x7x64xbf16>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x2x7x7x64)}}
  %0 = "ttnn.global_avg_pool2d"(%a0) : (tensor<7x2x7x7x64xbf16>) -> tensor<2x1x1x64xbf16>
  return
}

// -----

// ttnn.global_avg_pool2d: operand0 type
func.func @f(%a0: tensor<2x7x7x64xi32>) {
  // expected-error @below {{result has elements of type bf16, input of i32: they must be equal}}
  %0 = "ttnn.global_avg_pool2d"(%a0) : (tensor<2x7x7x64xi32>) -> tensor<2x1x1x64xbf16>
  return
}

// -----

// ttir.upsample2d: result0 rank
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x2x16x30x3)}}
  %0 = "ttir.upsample2d"(%a0) <{mode = "nearest", scale_factor = array<i32: 2, 3>}> : (tensor<2x8x10x3xbf16>) -> tensor<7x2x16x30x3xbf16>
  return
}

// -----

// ttir.upsample2d: result0 shape
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{result has shape 2x16x30x6, expected 2x16x30x3}}
  %0 = "ttir.upsample2d"(%a0) <{mode = "nearest", scale_factor = array<i32: 2, 3>}> : (tensor<2x8x10x3xbf16>) -> tensor<2x16x30x6xbf16>
  return
}

// -----

// ttir.upsample2d: result0 type
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttir.upsample2d"(%a0) <{mode = "nearest", scale_factor = array<i32: 2, 3>}> : (tensor<2x8x10x3xbf16>) -> tensor<2x16x30x3xi32>
  return
}

// -----

// ttir.upsample2d: result0 lower
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (16x30x3)}}
  %0 = "ttir.upsample2d"(%a0) <{mode = "nearest", scale_factor = array<i32: 2, 3>}> : (tensor<2x8x10x3xbf16>) -> tensor<16x30x3xbf16>
  return
}

// -----

// ttir.upsample2d: operand0 rank
func.func @f(%a0: tensor<7x2x8x10x3xbf16>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x2x8x10x3)}}
  %0 = "ttir.upsample2d"(%a0) <{mode = "nearest", scale_factor = array<i32: 2, 3>}> : (tensor<7x2x8x10x3xbf16>) -> tensor<2x16x30x3xbf16>
  return
}

// -----

// ttir.upsample2d: operand0 type
func.func @f(%a0: tensor<2x8x10x3xi32>) {
  // expected-error @below {{result has elements of type bf16, input of i32: they must be equal}}
  %0 = "ttir.upsample2d"(%a0) <{mode = "nearest", scale_factor = array<i32: 2, 3>}> : (tensor<2x8x10x3xi32>) -> tensor<2x16x30x3xbf16>
  return
}

// -----

// ttnn.upsample: result0 rank
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x2x16x30x3)}}
  %0 = "ttnn.upsample"(%a0) <{mode = "nearest", scale_factor = array<i32: 2, 3>}> : (tensor<2x8x10x3xbf16>) -> tensor<7x2x16x30x3xbf16>
  return
}

// -----

// ttnn.upsample: result0 shape
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{result has shape 2x16x30x6, expected 2x16x30x3}}
  %0 = "ttnn.upsample"(%a0) <{mode = "nearest", scale_factor = array<i32: 2, 3>}> : (tensor<2x8x10x3xbf16>) -> tensor<2x16x30x6xbf16>
  return
}

// -----

// ttnn.upsample: result0 type
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttnn.upsample"(%a0) <{mode = "nearest", scale_factor = array<i32: 2, 3>}> : (tensor<2x8x10x3xbf16>) -> tensor<2x16x30x3xi32>
  return
}

// -----

// ttnn.upsample: result0 lower
func.func @f(%a0: tensor<2x8x10x3xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (16x30x3)}}
  %0 = "ttnn.upsample"(%a0) <{mode = "nearest", scale_factor = array<i32: 2, 3>}> : (tensor<2x8x10x3xbf16>) -> tensor<16x30x3xbf16>
  return
}

// -----

// ttnn.upsample: operand0 rank
func.func @f(%a0: tensor<7x2x8x10x3xbf16>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x2x8x10x3)}}
  %0 = "ttnn.upsample"(%a0) <{mode = "nearest", scale_factor = array<i32: 2, 3>}> : (tensor<7x2x8x10x3xbf16>) -> tensor<2x16x30x3xbf16>
  return
}

// -----

// ttnn.upsample: operand0 type
func.func @f(%a0: tensor<2x8x10x3xi32>) {
  // expected-error @below {{result has elements of type bf16, input of i32: they must be equal}}
  %0 = "ttnn.upsample"(%a0) <{mode = "nearest", scale_factor = array<i32: 2, 3>}> : (tensor<2x8x10x3xi32>) -> tensor<2x16x30x3xbf16>
  return
}

// -----

// ttnn.conv2d: result0 rank
func.func @f(%a0: tensor<1x1x576x8xbf16>, %a1: tensor<12x4x3x3xbf16>, %a2: tensor<1x1x1x12xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x1x288x12)}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_height = 16 : i32, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<1x1x576x8xbf16>, tensor<12x4x3x3xbf16>, tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<7x1x1x288x12xbf16>
  return
}

// -----

// ttnn.conv2d: result0 shape
func.func @f(%a0: tensor<1x1x576x8xbf16>, %a1: tensor<12x4x3x3xbf16>, %a2: tensor<1x1x1x12xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{dimension 3 of result is 15, expected 12 (channels)}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_height = 16 : i32, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<1x1x576x8xbf16>, tensor<12x4x3x3xbf16>, tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<1x1x288x15xbf16>
  return
}

// -----

// ttnn.conv2d: result0 shape0
func.func @f(%a0: tensor<1x1x576x8xbf16>, %a1: tensor<12x4x3x3xbf16>, %a2: tensor<1x1x1x12xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result of shape 4x1x288x12 must hold its rows in dimension 2}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_height = 16 : i32, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<1x1x576x8xbf16>, tensor<12x4x3x3xbf16>, tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<4x1x288x12xbf16>
  return
}

// -----

// ttnn.conv2d: result0 type
func.func @f(%a0: tensor<1x1x576x8xbf16>, %a1: tensor<12x4x3x3xbf16>, %a2: tensor<1x1x1x12xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_height = 16 : i32, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<1x1x576x8xbf16>, tensor<12x4x3x3xbf16>, tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<1x1x288x12xi32>
  return
}

// -----

// ttnn.conv2d: result0 lower
func.func @f(%a0: tensor<1x1x576x8xbf16>, %a1: tensor<12x4x3x3xbf16>, %a2: tensor<1x1x1x12xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result must have rank 4, got rank 3 (1x288x12)}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_height = 16 : i32, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<1x1x576x8xbf16>, tensor<12x4x3x3xbf16>, tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<1x288x12xbf16>
  return
}

// -----

// ttnn.conv2d: operand0 rank
func.func @f(%a0: tensor<7x1x1x576x8xbf16>, %a1: tensor<12x4x3x3xbf16>, %a2: tensor<1x1x1x12xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x1x1x576x8)}}
  %0 = "ttnn.conv2d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_height = 16 : i32, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<7x1x1x576x8xbf16>, tensor<12x4x3x3xbf16>, tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<1x1x288x12xbf16>
  return
}

// -----

// ttnn.conv_transpose2d: result0 rank
func.func @f(%a0: tensor<1x1x144x8xbf16>, %a1: tensor<8x6x2x2xbf16>, %a2: tensor<1x1x1x12xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x1x612x12)}}
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_height = 8 : i32, input_width = 9 : i32, kernel_size = array<i32: 2, 2>, out_channels = 12 : i32, output_padding = array<i32: 1, 0>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x144x8xbf16>, tensor<8x6x2x2xbf16>, tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<7x1x1x612x12xbf16>
  return
}

// -----

// ttnn.conv_transpose2d: result0 shape
func.func @f(%a0: tensor<1x1x144x8xbf16>, %a1: tensor<8x6x2x2xbf16>, %a2: tensor<1x1x1x12xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{dimension 3 of result is 15, expected 12 (channels)}}
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_height = 8 : i32, input_width = 9 : i32, kernel_size = array<i32: 2, 2>, out_channels = 12 : i32, output_padding = array<i32: 1, 0>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x144x8xbf16>, tensor<8x6x2x2xbf16>, tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<1x1x612x15xbf16>
  return
}

// -----

// ttnn.conv_transpose2d: result0 shape0
func.func @f(%a0: tensor<1x1x144x8xbf16>, %a1: tensor<8x6x2x2xbf16>, %a2: tensor<1x1x1x12xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result of shape 4x1x612x12 must hold its rows in dimension 2}}
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_height = 8 : i32, input_width = 9 : i32, kernel_size = array<i32: 2, 2>, out_channels = 12 : i32, output_padding = array<i32: 1, 0>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x144x8xbf16>, tensor<8x6x2x2xbf16>, tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<4x1x612x12xbf16>
  return
}

// -----

// ttnn.conv_transpose2d: result0 type
func.func @f(%a0: tensor<1x1x144x8xbf16>, %a1: tensor<8x6x2x2xbf16>, %a2: tensor<1x1x1x12xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_height = 8 : i32, input_width = 9 : i32, kernel_size = array<i32: 2, 2>, out_channels = 12 : i32, output_padding = array<i32: 1, 0>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x144x8xbf16>, tensor<8x6x2x2xbf16>, tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<1x1x612x12xi32>
  return
}

// -----

// ttnn.conv_transpose2d: result0 lower
func.func @f(%a0: tensor<1x1x144x8xbf16>, %a1: tensor<8x6x2x2xbf16>, %a2: tensor<1x1x1x12xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result must have rank 4, got rank 3 (1x612x12)}}
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_height = 8 : i32, input_width = 9 : i32, kernel_size = array<i32: 2, 2>, out_channels = 12 : i32, output_padding = array<i32: 1, 0>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x144x8xbf16>, tensor<8x6x2x2xbf16>, tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<1x612x12xbf16>
  return
}

// -----

// ttnn.conv_transpose2d: operand0 rank
func.func @f(%a0: tensor<7x1x1x144x8xbf16>, %a1: tensor<8x6x2x2xbf16>, %a2: tensor<1x1x1x12xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x1x1x144x8)}}
  %0 = "ttnn.conv_transpose2d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_height = 8 : i32, input_width = 9 : i32, kernel_size = array<i32: 2, 2>, out_channels = 12 : i32, output_padding = array<i32: 1, 0>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<7x1x1x144x8xbf16>, tensor<8x6x2x2xbf16>, tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<1x1x612x12xbf16>
  return
}

// -----

// ttnn.conv3d: result0 rank
func.func @f(%a0: tensor<1x8x16x18x8xbf16>, %a1: tensor<12x4x3x3x3xbf16>, %a2: tensor<1x1x1x1x12xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result must have rank 5, got rank 6 (7x1x8x8x18x12)}}
  %0 = "ttnn.conv3d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, groups = 2 : i32, in_channels = 8 : i32, input_depth = 8 : i32, input_height = 16 : i32, input_width = 18 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "replicate", stride = array<i32: 1, 2, 1>}> : (tensor<1x8x16x18x8xbf16>, tensor<12x4x3x3x3xbf16>, tensor<1x1x1x1x12xbf16>, !ttnn.device) -> tensor<7x1x8x8x18x12xbf16>
  return
}

// -----

// ttnn.conv3d: result0 shape
func.func @f(%a0: tensor<1x8x16x18x8xbf16>, %a1: tensor<12x4x3x3x3xbf16>, %a2: tensor<1x1x1x1x12xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result has shape 1x8x8x18x15, expected 1x8x8x18x12}}
  %0 = "ttnn.conv3d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, groups = 2 : i32, in_channels = 8 : i32, input_depth = 8 : i32, input_height = 16 : i32, input_width = 18 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "replicate", stride = array<i32: 1, 2, 1>}> : (tensor<1x8x16x18x8xbf16>, tensor<12x4x3x3x3xbf16>, tensor<1x1x1x1x12xbf16>, !ttnn.device) -> tensor<1x8x8x18x15xbf16>
  return
}

// -----

// ttnn.conv3d: result0 type
func.func @f(%a0: tensor<1x8x16x18x8xbf16>, %a1: tensor<12x4x3x3x3xbf16>, %a2: tensor<1x1x1x1x12xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.conv3d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, groups = 2 : i32, in_channels = 8 : i32, input_depth = 8 : i32, input_height = 16 : i32, input_width = 18 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "replicate", stride = array<i32: 1, 2, 1>}> : (tensor<1x8x16x18x8xbf16>, tensor<12x4x3x3x3xbf16>, tensor<1x1x1x1x12xbf16>, !ttnn.device) -> tensor<1x8x8x18x12xi32>
  return
}

// -----

// ttnn.conv3d: result0 lower
func.func @f(%a0: tensor<1x8x16x18x8xbf16>, %a1: tensor<12x4x3x3x3xbf16>, %a2: tensor<1x1x1x1x12xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result must have rank 5, got rank 4 (8x8x18x12)}}
  %0 = "ttnn.conv3d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, groups = 2 : i32, in_channels = 8 : i32, input_depth = 8 : i32, input_height = 16 : i32, input_width = 18 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "replicate", stride = array<i32: 1, 2, 1>}> : (tensor<1x8x16x18x8xbf16>, tensor<12x4x3x3x3xbf16>, tensor<1x1x1x1x12xbf16>, !ttnn.device) -> tensor<8x8x18x12xbf16>
  return
}

// -----

// ttnn.conv3d: operand0 rank
func.func @f(%a0: tensor<7x1x8x16x18x8xbf16>, %a1: tensor<12x4x3x3x3xbf16>, %a2: tensor<1x1x1x1x12xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{input must have rank 5, got rank 6 (7x1x8x16x18x8)}}
  %0 = "ttnn.conv3d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, groups = 2 : i32, in_channels = 8 : i32, input_depth = 8 : i32, input_height = 16 : i32, input_width = 18 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "replicate", stride = array<i32: 1, 2, 1>}> : (tensor<7x1x8x16x18x8xbf16>, tensor<12x4x3x3x3xbf16>, tensor<1x1x1x1x12xbf16>, !ttnn.device) -> tensor<1x8x8x18x12xbf16>
  return
}

// -----

// ttnn.conv3d: operand0 shape
func.func @f(%a0: tensor<1x8x16x18x11xbf16>, %a1: tensor<12x4x3x3x3xbf16>, %a2: tensor<1x1x1x1x12xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{input has shape 1x8x16x18x11, expected 1x8x16x18x8}}
  %0 = "ttnn.conv3d"(%a0, %a1, %a2, %a3) <{batch_size = 1 : i32, groups = 2 : i32, in_channels = 8 : i32, input_depth = 8 : i32, input_height = 16 : i32, input_width = 18 : i32, kernel_size = array<i32: 3, 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1>, padding_mode = "replicate", stride = array<i32: 1, 2, 1>}> : (tensor<1x8x16x18x11xbf16>, tensor<12x4x3x3x3xbf16>, tensor<1x1x1x1x12xbf16>, !ttnn.device) -> tensor<1x8x8x18x12xbf16>
  return
}

// -----

// ttnn.conv1d: result0 rank
func.func @f(%a0: tensor<2x32x8xbf16>, %a1: tensor<16x4x3xbf16>, %a2: tensor<1x1x1x16xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result of shape 7x2x16x16 has 3584 elements, expected 512 (batch_size, length, out_channels)}}
  %0 = "ttnn.conv1d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = 1 : i32, groups = 2 : i32, in_channels = 8 : i32, input_length = 32 : i32, kernel_size = 3 : i32, out_channels = 16 : i32, padding = array<i32: 1, 1>, stride = 2 : i32}> : (tensor<2x32x8xbf16>, tensor<16x4x3xbf16>, tensor<1x1x1x16xbf16>, !ttnn.device) -> tensor<7x2x16x16xbf16>
  return
}

// -----

// ttnn.conv1d: result0 shape
func.func @f(%a0: tensor<2x32x8xbf16>, %a1: tensor<16x4x3xbf16>, %a2: tensor<1x1x1x16xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result of shape 2x16x19 has 608 elements, expected 512 (batch_size, length, out_channels)}}
  %0 = "ttnn.conv1d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = 1 : i32, groups = 2 : i32, in_channels = 8 : i32, input_length = 32 : i32, kernel_size = 3 : i32, out_channels = 16 : i32, padding = array<i32: 1, 1>, stride = 2 : i32}> : (tensor<2x32x8xbf16>, tensor<16x4x3xbf16>, tensor<1x1x1x16xbf16>, !ttnn.device) -> tensor<2x16x19xbf16>
  return
}

// -----

// ttnn.conv1d: result0 type
func.func @f(%a0: tensor<2x32x8xbf16>, %a1: tensor<16x4x3xbf16>, %a2: tensor<1x1x1x16xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.conv1d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = 1 : i32, groups = 2 : i32, in_channels = 8 : i32, input_length = 32 : i32, kernel_size = 3 : i32, out_channels = 16 : i32, padding = array<i32: 1, 1>, stride = 2 : i32}> : (tensor<2x32x8xbf16>, tensor<16x4x3xbf16>, tensor<1x1x1x16xbf16>, !ttnn.device) -> tensor<2x16x16xi32>
  return
}

// -----

// ttnn.conv1d: result0 lower
func.func @f(%a0: tensor<2x32x8xbf16>, %a1: tensor<16x4x3xbf16>, %a2: tensor<1x1x1x16xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{result of shape 16x16 has 256 elements, expected 512 (batch_size, length, out_channels)}}
  %0 = "ttnn.conv1d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = 1 : i32, groups = 2 : i32, in_channels = 8 : i32, input_length = 32 : i32, kernel_size = 3 : i32, out_channels = 16 : i32, padding = array<i32: 1, 1>, stride = 2 : i32}> : (tensor<2x32x8xbf16>, tensor<16x4x3xbf16>, tensor<1x1x1x16xbf16>, !ttnn.device) -> tensor<16x16xbf16>
  return
}

// -----

// ttnn.conv1d: operand0 rank
func.func @f(%a0: tensor<7x2x32x8xbf16>, %a1: tensor<16x4x3xbf16>, %a2: tensor<1x1x1x16xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{input of shape 7x2x32x8 has 3584 elements, expected 512 (batch_size, input_length, in_channels)}}
  %0 = "ttnn.conv1d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = 1 : i32, groups = 2 : i32, in_channels = 8 : i32, input_length = 32 : i32, kernel_size = 3 : i32, out_channels = 16 : i32, padding = array<i32: 1, 1>, stride = 2 : i32}> : (tensor<7x2x32x8xbf16>, tensor<16x4x3xbf16>, tensor<1x1x1x16xbf16>, !ttnn.device) -> tensor<2x16x16xbf16>
  return
}

// -----

// ttnn.conv1d: operand0 shape
func.func @f(%a0: tensor<2x32x11xbf16>, %a1: tensor<16x4x3xbf16>, %a2: tensor<1x1x1x16xbf16>, %a3: !ttnn.device) {
  // expected-error @below {{input of shape 2x32x11 has 704 elements, expected 512 (batch_size, input_length, in_channels)}}
  %0 = "ttnn.conv1d"(%a0, %a1, %a2, %a3) <{batch_size = 2 : i32, dilation = 1 : i32, groups = 2 : i32, in_channels = 8 : i32, input_length = 32 : i32, kernel_size = 3 : i32, out_channels = 16 : i32, padding = array<i32: 1, 1>, stride = 2 : i32}> : (tensor<2x32x11xbf16>, tensor<16x4x3xbf16>, tensor<1x1x1x16xbf16>, !ttnn.device) -> tensor<2x16x16xbf16>
  return
}

// -----

// ttnn.max_pool2d: result0 rank
func.func @f(%a0: tensor<1x1x160x3xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x1x40x3)}}
  %0 = "ttnn.max_pool2d"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x160x3xbf16>) -> tensor<7x1x1x40x3xbf16>
  return
}

// -----

// ttnn.max_pool2d: result0 shape
func.func @f(%a0: tensor<1x1x160x3xbf16>) {
  // expected-error @below {{result has shape (1, 1, 40, 6), expected 1x1x(2*4*5)x3}}
  %0 = "ttnn.max_pool2d"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x160x3xbf16>) -> tensor<1x1x40x6xbf16>
  return
}

// -----

// ttnn.max_pool2d: result0 type
func.func @f(%a0: tensor<1x1x160x3xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttnn.max_pool2d"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x160x3xbf16>) -> tensor<1x1x40x3xi32>
  return
}

// -----

// ttnn.max_pool2d: result0 lower
func.func @f(%a0: tensor<1x1x160x3xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (1x40x3)}}
  %0 = "ttnn.max_pool2d"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x160x3xbf16>) -> tensor<1x40x3xbf16>
  return
}

// -----

// ttnn.max_pool2d: operand0 rank
func.func @f(%a0: tensor<7x1x1x160x3xbf16>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x1x1x160x3)}}
  %0 = "ttnn.max_pool2d"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<7x1x1x160x3xbf16>) -> tensor<1x1x40x3xbf16>
  return
}

// -----

// ttnn.max_pool2d: operand0 shape
func.func @f(%a0: tensor<1x1x160x6xbf16>) {
  // expected-error @below {{input has shape (1, 1, 160, 6), expected 1x1x(2*8*10)x3}}
  %0 = "ttnn.max_pool2d"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x160x6xbf16>) -> tensor<1x1x40x3xbf16>
  return
}

// -----

// ttnn.avg_pool2d: result0 rank
func.func @f(%a0: tensor<1x1x160x3xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x1x40x3)}}
  %0 = "ttnn.avg_pool2d"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x160x3xbf16>) -> tensor<7x1x1x40x3xbf16>
  return
}

// -----

// ttnn.avg_pool2d: result0 shape
func.func @f(%a0: tensor<1x1x160x3xbf16>) {
  // expected-error @below {{result has shape (1, 1, 40, 6), expected 1x1x(2*4*5)x3}}
  %0 = "ttnn.avg_pool2d"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x160x3xbf16>) -> tensor<1x1x40x6xbf16>
  return
}

// -----

// ttnn.avg_pool2d: result0 type
func.func @f(%a0: tensor<1x1x160x3xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0 = "ttnn.avg_pool2d"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x160x3xbf16>) -> tensor<1x1x40x3xi32>
  return
}

// -----

// ttnn.avg_pool2d: result0 lower
func.func @f(%a0: tensor<1x1x160x3xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (1x40x3)}}
  %0 = "ttnn.avg_pool2d"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x160x3xbf16>) -> tensor<1x40x3xbf16>
  return
}

// -----

// ttnn.avg_pool2d: operand0 rank
func.func @f(%a0: tensor<7x1x1x160x3xbf16>) {
  // expected-error @below {{input must have rank 4, got rank 5 (7x1x1x160x3)}}
  %0 = "ttnn.avg_pool2d"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<7x1x1x160x3xbf16>) -> tensor<1x1x40x3xbf16>
  return
}

// -----

// ttnn.avg_pool2d: operand0 shape
func.func @f(%a0: tensor<1x1x160x6xbf16>) {
  // expected-error @below {{input has shape (1, 1, 160, 6), expected 1x1x(2*8*10)x3}}
  %0 = "ttnn.avg_pool2d"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x160x6xbf16>) -> tensor<1x1x40x3xbf16>
  return
}

// -----

// ttnn.max_pool2d_with_indices: result0 rank
func.func @f(%a0: tensor<1x1x160x3xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x1x40x3)}}
  %0:2 = "ttnn.max_pool2d_with_indices"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x160x3xbf16>) -> (tensor<7x1x1x40x3xbf16>, tensor<1x1x40x3xui16>)
  return
}

// -----

// ttnn.max_pool2d_with_indices: result0 shape
func.func @f(%a0: tensor<1x1x160x3xbf16>) {
  // expected-error @below {{result_indices has shape 1x1x40x3, result has 1x1x40x6: they must be equal}}
  %0:2 = "ttnn.max_pool2d_with_indices"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x160x3xbf16>) -> (tensor<1x1x40x6xbf16>, tensor<1x1x40x3xui16>)
  return
}

// -----

// ttnn.max_pool2d_with_indices: result0 type
func.func @f(%a0: tensor<1x1x160x3xbf16>) {
  // expected-error @below {{result has elements of type i32, input of bf16: they must be equal}}
  %0:2 = "ttnn.max_pool2d_with_indices"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x160x3xbf16>) -> (tensor<1x1x40x3xi32>, tensor<1x1x40x3xui16>)
  return
}

// -----

// ttnn.max_pool2d_with_indices: result0 lower
func.func @f(%a0: tensor<1x1x160x3xbf16>) {
  // expected-error @below {{result must have rank 4, got rank 3 (1x40x3)}}
  %0:2 = "ttnn.max_pool2d_with_indices"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x160x3xbf16>) -> (tensor<1x40x3xbf16>, tensor<1x1x40x3xui16>)
  return
}

// -----

// ttnn.max_pool2d_with_indices: result1 rank
func.func @f(%a0: tensor<1x1x160x3xbf16>) {
  // expected-error @below {{result_indices has shape 7x1x1x40x3, result has 1x1x40x3: they must be equal}}
  %0:2 = "ttnn.max_pool2d_with_indices"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x160x3xbf16>) -> (tensor<1x1x40x3xbf16>, tensor<7x1x1x40x3xui16>)
  return
}

// -----

// ttnn.max_pool2d_with_indices: result1 type
func.func @f(%a0: tensor<1x1x160x3xbf16>) {
  // expected-error @below {{result_indices must have integer elements, got f32}}
  %0:2 = "ttnn.max_pool2d_with_indices"(%a0) <{batch_size = 2 : si32, ceil_mode = false, channels = 3 : si32, dilation = array<i32: 1, 1>, input_height = 8 : si32, input_width = 10 : si32, kernel_size = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x1x160x3xbf16>) -> (tensor<1x1x40x3xbf16>, tensor<1x1x40x3xf32>)
  return
}

// -----

// ttnn.prepare_conv2d_weights: result0 rank
func.func @f(%a0: tensor<12x4x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x1x36x12)}}
  %0 = "ttnn.prepare_conv2d_weights"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, has_bias = true, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>, weights_format = "OIHW"}> : (tensor<12x4x3x3xbf16>, !ttnn.device) -> tensor<7x1x1x36x12xbf16>
  return
}

// -----

// ttnn.prepare_conv2d_weights: result0 shape0
func.func @f(%a0: tensor<12x4x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{dimension 0 of result is 4, expected 1 (one matrix)}}
  %0 = "ttnn.prepare_conv2d_weights"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, has_bias = true, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>, weights_format = "OIHW"}> : (tensor<12x4x3x3xbf16>, !ttnn.device) -> tensor<4x1x36x12xbf16>
  return
}

// -----

// ttnn.prepare_conv2d_weights: result0 type
func.func @f(%a0: tensor<12x4x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.prepare_conv2d_weights"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, has_bias = true, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>, weights_format = "OIHW"}> : (tensor<12x4x3x3xbf16>, !ttnn.device) -> tensor<1x1x36x12xi32>
  return
}

// -----

// ttnn.prepare_conv2d_weights: result0 lower
func.func @f(%a0: tensor<12x4x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have rank 4, got rank 3 (1x36x12)}}
  %0 = "ttnn.prepare_conv2d_weights"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, has_bias = true, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>, weights_format = "OIHW"}> : (tensor<12x4x3x3xbf16>, !ttnn.device) -> tensor<1x36x12xbf16>
  return
}

// -----

// ttnn.prepare_conv2d_weights: operand0 rank
func.func @f(%a0: tensor<7x12x4x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{weight_tensor must have rank 4, got rank 5 (7x12x4x3x3)}}
  %0 = "ttnn.prepare_conv2d_weights"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, has_bias = true, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>, weights_format = "OIHW"}> : (tensor<7x12x4x3x3xbf16>, !ttnn.device) -> tensor<1x1x36x12xbf16>
  return
}

// -----

// ttnn.prepare_conv2d_weights: operand0 shape
func.func @f(%a0: tensor<12x4x3x6xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result has 432 elements, expected at least the 864 of weight_tensor}}
  %0 = "ttnn.prepare_conv2d_weights"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, has_bias = true, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>, weights_format = "OIHW"}> : (tensor<12x4x3x6xbf16>, !ttnn.device) -> tensor<1x1x36x12xbf16>
  return
}

// -----

// ttnn.prepare_conv_transpose2d_weights: result0 rank
func.func @f(%a0: tensor<8x6x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x1x54x12)}}
  %0 = "ttnn.prepare_conv_transpose2d_weights"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, has_bias = true, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>, weights_format = "IOHW"}> : (tensor<8x6x3x3xbf16>, !ttnn.device) -> tensor<7x1x1x54x12xbf16>
  return
}

// -----

// ttnn.prepare_conv_transpose2d_weights: result0 shape0
func.func @f(%a0: tensor<8x6x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{dimension 0 of result is 4, expected 1 (one matrix)}}
  %0 = "ttnn.prepare_conv_transpose2d_weights"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, has_bias = true, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>, weights_format = "IOHW"}> : (tensor<8x6x3x3xbf16>, !ttnn.device) -> tensor<4x1x54x12xbf16>
  return
}

// -----

// ttnn.prepare_conv_transpose2d_weights: result0 type
func.func @f(%a0: tensor<8x6x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.prepare_conv_transpose2d_weights"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, has_bias = true, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>, weights_format = "IOHW"}> : (tensor<8x6x3x3xbf16>, !ttnn.device) -> tensor<1x1x54x12xi32>
  return
}

// -----

// ttnn.prepare_conv_transpose2d_weights: result0 lower
func.func @f(%a0: tensor<8x6x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have rank 4, got rank 3 (1x54x12)}}
  %0 = "ttnn.prepare_conv_transpose2d_weights"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, has_bias = true, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>, weights_format = "IOHW"}> : (tensor<8x6x3x3xbf16>, !ttnn.device) -> tensor<1x54x12xbf16>
  return
}

// -----

// ttnn.prepare_conv_transpose2d_weights: operand0 rank
func.func @f(%a0: tensor<7x8x6x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{weight_tensor must have rank 4, got rank 5 (7x8x6x3x3)}}
  %0 = "ttnn.prepare_conv_transpose2d_weights"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, has_bias = true, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>, weights_format = "IOHW"}> : (tensor<7x8x6x3x3xbf16>, !ttnn.device) -> tensor<1x1x54x12xbf16>
  return
}

// -----

// ttnn.prepare_conv_transpose2d_weights: operand0 shape
func.func @f(%a0: tensor<8x6x3x6xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result has 648 elements, expected at least the 864 of weight_tensor}}
  %0 = "ttnn.prepare_conv_transpose2d_weights"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, has_bias = true, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>, weights_format = "IOHW"}> : (tensor<8x6x3x6xbf16>, !ttnn.device) -> tensor<1x1x54x12xbf16>
  return
}

// -----

// ttnn.prepare_conv2d_bias: result0 rank
func.func @f(%a0: tensor<1x1x1x12xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x1x1x12)}}
  %0 = "ttnn.prepare_conv2d_bias"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<7x1x1x1x12xbf16>
  return
}

// -----

// ttnn.prepare_conv2d_bias: result0 shape0
func.func @f(%a0: tensor<1x1x1x12xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{dimension 0 of result is 4, expected 1 (one row)}}
  %0 = "ttnn.prepare_conv2d_bias"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<4x1x1x12xbf16>
  return
}

// -----

// ttnn.prepare_conv2d_bias: result0 type
func.func @f(%a0: tensor<1x1x1x12xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.prepare_conv2d_bias"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<1x1x1x12xi32>
  return
}

// -----

// ttnn.prepare_conv2d_bias: result0 lower
func.func @f(%a0: tensor<1x1x1x12xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have rank 4, got rank 3 (1x1x12)}}
  %0 = "ttnn.prepare_conv2d_bias"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<1x1x12xbf16>
  return
}

// -----

// ttnn.prepare_conv2d_bias: operand0 rank
func.func @f(%a0: tensor<7x1x1x1x12xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{bias_tensor must have rank 4, got rank 5 (7x1x1x1x12)}}
  %0 = "ttnn.prepare_conv2d_bias"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<7x1x1x1x12xbf16>, !ttnn.device) -> tensor<1x1x1x12xbf16>
  return
}

// -----

// ttnn.prepare_conv2d_bias: operand0 shape
func.func @f(%a0: tensor<1x1x1x15xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{dimension 3 of bias_tensor is 15, expected 12 (out_channels)}}
  %0 = "ttnn.prepare_conv2d_bias"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<1x1x1x15xbf16>, !ttnn.device) -> tensor<1x1x1x12xbf16>
  return
}

// -----

// ttnn.prepare_conv_transpose2d_bias: result0 rank
func.func @f(%a0: tensor<1x1x1x12xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have rank 4, got rank 5 (7x1x1x1x12)}}
  %0 = "ttnn.prepare_conv_transpose2d_bias"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<7x1x1x1x12xbf16>
  return
}

// -----

// ttnn.prepare_conv_transpose2d_bias: result0 shape0
func.func @f(%a0: tensor<1x1x1x12xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{dimension 0 of result is 4, expected 1 (one row)}}
  %0 = "ttnn.prepare_conv_transpose2d_bias"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<4x1x1x12xbf16>
  return
}

// -----

// ttnn.prepare_conv_transpose2d_bias: result0 type
func.func @f(%a0: tensor<1x1x1x12xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.prepare_conv_transpose2d_bias"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<1x1x1x12xi32>
  return
}

// -----

// ttnn.prepare_conv_transpose2d_bias: result0 lower
func.func @f(%a0: tensor<1x1x1x12xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have rank 4, got rank 3 (1x1x12)}}
  %0 = "ttnn.prepare_conv_transpose2d_bias"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<1x1x1x12xbf16>, !ttnn.device) -> tensor<1x1x12xbf16>
  return
}

// -----

// ttnn.prepare_conv_transpose2d_bias: operand0 rank
func.func @f(%a0: tensor<7x1x1x1x12xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{bias_tensor must have rank 4, got rank 5 (7x1x1x1x12)}}
  %0 = "ttnn.prepare_conv_transpose2d_bias"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<7x1x1x1x12xbf16>, !ttnn.device) -> tensor<1x1x1x12xbf16>
  return
}

// -----

// ttnn.prepare_conv_transpose2d_bias: operand0 shape
func.func @f(%a0: tensor<1x1x1x15xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{dimension 3 of bias_tensor is 15, expected 12 (out_channels)}}
  %0 = "ttnn.prepare_conv_transpose2d_bias"(%a0, %a1) <{batch_size = 2 : i32, dilation = array<i32: 1, 1>, groups = 2 : i32, in_channels = 8 : i32, input_dtype = #ttcore.supportedDataTypes<bf16>, input_height = 16 : i32, input_memory_config = #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>, input_tensor_layout = #ttnn.layout<tile>, input_width = 18 : i32, kernel_size = array<i32: 3, 3>, out_channels = 12 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 1>}> : (tensor<1x1x1x15xbf16>, !ttnn.device) -> tensor<1x1x1x12xbf16>
  return
}

// -----

// ttnn.prepare_conv3d_weights: result0 rank
func.func @f(%a0: tensor<12x4x3x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have rank 2, got rank 3 (7x864x12)}}
  %0 = "ttnn.prepare_conv3d_weights"(%a0, %a1) <{alignment = 32 : i32, c_in_block = 32 : i32, groups = 2 : i32}> : (tensor<12x4x3x3x3xbf16>, !ttnn.device) -> tensor<7x864x12xbf16>
  return
}

// -----

// ttnn.prepare_conv3d_weights: result0 shape
func.func @f(%a0: tensor<12x4x3x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{dimension 0 of weight_tensor is 12, dimension 1 of result is 15: they must be equal}}
  %0 = "ttnn.prepare_conv3d_weights"(%a0, %a1) <{alignment = 32 : i32, c_in_block = 32 : i32, groups = 2 : i32}> : (tensor<12x4x3x3x3xbf16>, !ttnn.device) -> tensor<864x15xbf16>
  return
}

// -----

// ttnn.prepare_conv3d_weights: result0 shape0
func.func @f(%a0: tensor<12x4x3x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result has 867 rows, expected a multiple of 864 (kernel and aligned channels)}}
  %0 = "ttnn.prepare_conv3d_weights"(%a0, %a1) <{alignment = 32 : i32, c_in_block = 32 : i32, groups = 2 : i32}> : (tensor<12x4x3x3x3xbf16>, !ttnn.device) -> tensor<867x12xbf16>
  return
}

// -----

// ttnn.prepare_conv3d_weights: result0 type
func.func @f(%a0: tensor<12x4x3x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttnn.prepare_conv3d_weights"(%a0, %a1) <{alignment = 32 : i32, c_in_block = 32 : i32, groups = 2 : i32}> : (tensor<12x4x3x3x3xbf16>, !ttnn.device) -> tensor<864x12xi32>
  return
}

// -----

// ttnn.prepare_conv3d_weights: result0 lower
func.func @f(%a0: tensor<12x4x3x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{result must have rank 2, got rank 1 (12)}}
  %0 = "ttnn.prepare_conv3d_weights"(%a0, %a1) <{alignment = 32 : i32, c_in_block = 32 : i32, groups = 2 : i32}> : (tensor<12x4x3x3x3xbf16>, !ttnn.device) -> tensor<12xbf16>
  return
}

// -----

// ttnn.prepare_conv3d_weights: operand0 rank
func.func @f(%a0: tensor<7x12x4x3x3x3xbf16>, %a1: !ttnn.device) {
  // expected-error @below {{weight_tensor must have rank 5, got rank 6 (7x12x4x3x3x3)}}
  %0 = "ttnn.prepare_conv3d_weights"(%a0, %a1) <{alignment = 32 : i32, c_in_block = 32 : i32, groups = 2 : i32}> : (tensor<7x12x4x3x3x3xbf16>, !ttnn.device) -> tensor<864x12xbf16>
  return
}

// -----

// ttir.convolution: result0 rank
func.func @f(%a0: tensor<1x8x9x9xbf16>, %a1: tensor<4x8x3x3xbf16>) {
  // expected-error @below {{convolution_layout does not name each dimension of input (1, 8, 9, 9), weights (4, 8, 3, 3) and result (7, 1, 4, 7, 7) once}}
  %0 = "ttir.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x9x9xbf16>, tensor<4x8x3x3xbf16>) -> tensor<7x1x4x7x7xbf16>
  return
}

// -----

// ttir.convolution: result0 shape
func.func @f(%a0: tensor<1x8x9x9xbf16>, %a1: tensor<4x8x3x3xbf16>) {
  // expected-error @below {{result has shape (1, 4, 7, 10), expected (1, 4, 7, 7)}}
  %0 = "ttir.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x9x9xbf16>, tensor<4x8x3x3xbf16>) -> tensor<1x4x7x10xbf16>
  return
}

// -----

// ttir.convolution: result0 type
func.func @f(%a0: tensor<1x8x9x9xbf16>, %a1: tensor<4x8x3x3xbf16>) {
  // expected-error @below {{result must have real elements, got i32}}
  %0 = "ttir.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x9x9xbf16>, tensor<4x8x3x3xbf16>) -> tensor<1x4x7x7xi32>
  return
}

// -----

// ttir.convolution: result0 lower
func.func @f(%a0: tensor<1x8x9x9xbf16>, %a1: tensor<4x8x3x3xbf16>) {
  // expected-error @below {{convolution_layout does not name each dimension of input (1, 8, 9, 9), weights (4, 8, 3, 3) and result (4, 7, 7) once}}
  %0 = "ttir.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x9x9xbf16>, tensor<4x8x3x3xbf16>) -> tensor<4x7x7xbf16>
  return
}

// -----

// ttir.convolution: operand0 rank
func.func @f(%a0: tensor<7x1x8x9x9xbf16>, %a1: tensor<4x8x3x3xbf16>) {
  // expected-error @below {{convolution_layout does not name each dimension of input (7, 1, 8, 9, 9), weights (4, 8, 3, 3) and result (1, 4, 7, 7) once}}
  %0 = "ttir.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<7x1x8x9x9xbf16>, tensor<4x8x3x3xbf16>) -> tensor<1x4x7x7xbf16>
  return
}

// -----

// ttir.convolution: operand0 type
func.func @f(%a0: tensor<1x8x9x9xi32>, %a1: tensor<4x8x3x3xbf16>) {
  // expected-error @below {{input must have real elements, got i32}}
  %0 = "ttir.convolution"(%a0, %a1) <{batch_group_count = 1 : i64, convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3, kernel_output_feature = 0, kernel_input_feature = 1, kernel_spatial_dimensions = 2x3, output_batch = 0, output_feature = 1, output_spatial_dimensions = 2x3>, feature_group_count = 1 : i64, input_dilation = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, weight_dilation = array<i64: 1, 1>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>}> : (tensor<1x8x9x9xi32>, tensor<4x8x3x3xbf16>) -> tensor<1x4x7x7xbf16>
  return
}

// -----

// ttir.pooling: result0 rank
func.func @f(%a0: tensor<1x8x16xbf16>) {
  // expected-error @below {{result has shape (7, 1, 8, 8), expected (1, 8, 8)}}
  %0 = "ttir.pooling"(%a0) <{base_dilations = array<i64: 1, 1, 1>, padding = array<i64: 0, 0, 0, 0, 0, 0>, pooling_method = #ttir<pooling_method Max>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 1, 2>, window_strides = array<i64: 1, 1, 2>}> : (tensor<1x8x16xbf16>) -> tensor<7x1x8x8xbf16>
  return
}

// -----

// ttir.pooling: result0 shape
func.func @f(%a0: tensor<1x8x16xbf16>) {
  // expected-error @below {{result has shape (1, 8, 11), expected (1, 8, 8)}}
  %0 = "ttir.pooling"(%a0) <{base_dilations = array<i64: 1, 1, 1>, padding = array<i64: 0, 0, 0, 0, 0, 0>, pooling_method = #ttir<pooling_method Max>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 1, 2>, window_strides = array<i64: 1, 1, 2>}> : (tensor<1x8x16xbf16>) -> tensor<1x8x11xbf16>
  return
}

// -----

// ttir.pooling: result0 type
func.func @f(%a0: tensor<1x8x16xbf16>) {
  // expected-error @below {{result has elements of type 'i32', its input of 'bf16': they must be equal}}
  %0 = "ttir.pooling"(%a0) <{base_dilations = array<i64: 1, 1, 1>, padding = array<i64: 0, 0, 0, 0, 0, 0>, pooling_method = #ttir<pooling_method Max>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 1, 2>, window_strides = array<i64: 1, 1, 2>}> : (tensor<1x8x16xbf16>) -> tensor<1x8x8xi32>
  return
}

// -----

// ttir.pooling: result0 lower
func.func @f(%a0: tensor<1x8x16xbf16>) {
  // expected-error @below {{result has shape (8, 8), expected (1, 8, 8)}}
  %0 = "ttir.pooling"(%a0) <{base_dilations = array<i64: 1, 1, 1>, padding = array<i64: 0, 0, 0, 0, 0, 0>, pooling_method = #ttir<pooling_method Max>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 1, 2>, window_strides = array<i64: 1, 1, 2>}> : (tensor<1x8x16xbf16>) -> tensor<8x8xbf16>
  return
}

// -----

// ttir.pooling: operand0 rank
func.func @f(%a0: tensor<7x1x8x16xbf16>) {
  // expected-error @below {{3 window_dimensions for an input of shape (7, 1, 8, 16)}}
  %0 = "ttir.pooling"(%a0) <{base_dilations = array<i64: 1, 1, 1>, padding = array<i64: 0, 0, 0, 0, 0, 0>, pooling_method = #ttir<pooling_method Max>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 1, 2>, window_strides = array<i64: 1, 1, 2>}> : (tensor<7x1x8x16xbf16>) -> tensor<1x8x8xbf16>
  return
}

// -----

// ttir.pooling: operand0 type
func.func @f(%a0: tensor<1x8x16xi32>) {
  // expected-error @below {{result has elements of type 'bf16', its input of 'i32': they must be equal}}
  %0 = "ttir.pooling"(%a0) <{base_dilations = array<i64: 1, 1, 1>, padding = array<i64: 0, 0, 0, 0, 0, 0>, pooling_method = #ttir<pooling_method Max>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 1, 2>, window_strides = array<i64: 1, 1, 2>}> : (tensor<1x8x16xi32>) -> tensor<1x8x8xbf16>
  return
}
