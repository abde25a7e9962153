// RUN: alcove-opt %s --split-input-file --verify-diagnostics --verify-library-rules

func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x9xf32>) -> tensor<4x8xf32> {
  // expected-error @below {{operands do not broadcast: 4x8 and 4x9}}
  %0 = "ttir.add"(%a, %b) : (tensor<4x8xf32>, tensor<4x9xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

func.func @f(%a: tensor<4x8xf32>, %b: tensor<9x4xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{inner dimensions differ: 8 and 9}}
  %0 = "ttir.matmul"(%a, %b) : (tensor<4x8xf32>, tensor<9x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @f(%a: tensor<?x8xf32>) -> tensor<?x8xf32> {
  // expected-error @below {{operand 0 must have a static shape}}
  %0 = "ttir.relu"(%a) : (tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

func.func @f(%a: tensor<4x8xf32>) -> tensor<4xf32> {
  // expected-error @below {{dim_arg must be in [-2, 1], got 2}}
  %0 = "ttir.sum"(%a) <{dim_arg = [2 : i32], keep_dim = false}> : (tensor<4x8xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%a: tensor<4x8xf32>) -> tensor<4x9xf32> {
  // expected-error @below {{elements of input is 32, elements of result is 36: they must be equal}}
  %0 = "ttir.reshape"(%a) <{shape = [4 : i32, 9 : i32]}> : (tensor<4x8xf32>) -> tensor<4x9xf32>
  return %0 : tensor<4x9xf32>
}

// -----

func.func @f(%a: tensor<1x8x8x3xf32>, %w: tensor<16x3x3x3xf32>) -> tensor<1x8x8x16xf32> {
  // A 3x3 window without padding on 8x8 gives 6x6.
  // expected-error @below {{dimension 1 of result is 8, expected 6 (extent behind the window)}}
  %0 = "ttir.conv2d"(%a, %w) <{dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x8x8x3xf32>, tensor<16x3x3x3xf32>) -> tensor<1x8x8x16xf32>
  return %0 : tensor<1x8x8x16xf32>
}

// -----

func.func @f(%a: tensor<4x8xf32>) -> tensor<4x4xf32> {
  // expected-error @below {{end 9 of dimension 1 is outside of its 8 elements}}
  %0 = "ttir.slice_static"(%a) <{begins = [0 : i32, 0 : i32], ends = [4 : i32, 9 : i32], step = [1 : i32, 1 : i32]}> : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @reshape_two_rests(%a: tensor<4x8xf32>) -> tensor<2x2x8xf32> {
  %0 = "ttir.reshape"(%a) <{shape = [-1 : i32, 2 : i32, 8 : i32]}> : (tensor<4x8xf32>) -> tensor<2x2x8xf32>
  // expected-error @+1 {{shape has more than one -1}}
  %1 = "ttir.reshape"(%a) <{shape = [-1 : i32, -1 : i32, 8 : i32]}> : (tensor<4x8xf32>) -> tensor<2x2x8xf32>
  return %0 : tensor<2x2x8xf32>
}
