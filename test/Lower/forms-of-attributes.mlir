// RUN: alcove-opt --lower-ttir-to-ttnn %s | FileCheck %s

// The dimension of a topk is signed.
// CHECK-LABEL: @topk
// CHECK: "ttnn.topk"({{.*}}) <{dim = 1 : si32, k = 4 : i32,
// CHECK-LABEL: @topk_last
// CHECK: "ttnn.topk"({{.*}}) <{dim = -1 : si32, k = 4 : i32,
func.func @topk(%x: tensor<32x64xbf16>) -> (tensor<32x4xbf16>, tensor<32x4xi32>) {
  %0, %1 = "ttir.topk"(%x) <{dim = 1 : i32, k = 4 : i32}> : (tensor<32x64xbf16>) -> (tensor<32x4xbf16>, tensor<32x4xi32>)
  return %0, %1 : tensor<32x4xbf16>, tensor<32x4xi32>
}
func.func @topk_last(%x: tensor<32x64xbf16>) -> (tensor<32x4xbf16>, tensor<32x4xi32>) {
  %0, %1 = "ttir.topk"(%x) <{k = 4 : i32}> : (tensor<32x64xbf16>) -> (tensor<32x4xbf16>, tensor<32x4xi32>)
  return %0, %1 : tensor<32x4xbf16>, tensor<32x4xi32>
}

// Padding of a transposed convolution by rows and columns; by side only where the sides differ.
// CHECK-LABEL: @alike
// CHECK: "ttnn.conv_transpose2d"({{.*}}padding = array<i32: 1, 0>, stride
// CHECK-LABEL: @unlike
// CHECK: "ttnn.conv_transpose2d"({{.*}}padding = array<i32: 1, 0, 0, 0>, stride
func.func @alike(%x: tensor<1x8x8x32xbf16>, %w: tensor<32x16x2x2xbf16>) -> tensor<1x14x16x16xbf16> {
  %0 = "ttir.conv_transpose2d"(%x, %w) <{dilation = array<i32: 1, 1>, groups = 1 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 1, 0, 1, 0>, stride = array<i32: 2, 2>}> : (tensor<1x8x8x32xbf16>, tensor<32x16x2x2xbf16>) -> tensor<1x14x16x16xbf16>
  return %0 : tensor<1x14x16x16xbf16>
}
func.func @unlike(%x: tensor<1x8x8x32xbf16>, %w: tensor<32x16x2x2xbf16>) -> tensor<1x15x16x16xbf16> {
  %0 = "ttir.conv_transpose2d"(%x, %w) <{dilation = array<i32: 1, 1>, groups = 1 : i32, output_padding = array<i32: 0, 0>, padding = array<i32: 1, 0, 0, 0>, stride = array<i32: 2, 2>}> : (tensor<1x8x8x32xbf16>, tensor<32x16x2x2xbf16>) -> tensor<1x15x16x16xbf16>
  return %0 : tensor<1x15x16x16xbf16>
}

// Pools keep TTIR's order of padding: top, left, bottom, right. Convolutions: top, bottom, left, right.
// CHECK-LABEL: @pool
// CHECK: "ttnn.max_pool2d"({{.*}}padding = array<i32: 0, 0, 1, 1>, {{.*}} -> tensor<1x1x50x3xbf16
// CHECK-LABEL: @conv
// CHECK: "ttnn.conv2d"({{.*}}padding = array<i32: 0, 1, 0, 1>, stride
func.func @pool(%x: tensor<2x9x9x3xbf16>) -> tensor<2x5x5x3xbf16> {
  %0 = "ttir.max_pool2d"(%x) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0, 1, 1>, stride = array<i32: 2, 2>}> : (tensor<2x9x9x3xbf16>) -> tensor<2x5x5x3xbf16>
  return %0 : tensor<2x5x5x3xbf16>
}
func.func @conv(%x: tensor<2x9x9x32xbf16>, %w: tensor<64x32x2x2xbf16>) -> tensor<2x5x5x64xbf16> {
  %0 = "ttir.conv2d"(%x, %w) <{dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 0, 0, 1, 1>, stride = array<i32: 2, 2>}> : (tensor<2x9x9x32xbf16>, tensor<64x32x2x2xbf16>) -> tensor<2x5x5x64xbf16>
  return %0 : tensor<2x5x5x64xbf16>
}

// The dimension of a sort has 8 bits, that of a cumsum 32.
// CHECK-LABEL: @sort
// CHECK: "ttnn.sort"({{.*}}dim = 1 : si8
// CHECK: "ttnn.cumsum"({{.*}}dim = 0 : si32
func.func @sort(%x: tensor<32x64xbf16>) -> (tensor<32x64xbf16>, tensor<32x64xi32>, tensor<32x64xbf16>) {
  %0, %1 = "ttir.sort"(%x) <{dim = 1 : si32, descending = true}> : (tensor<32x64xbf16>) -> (tensor<32x64xbf16>, tensor<32x64xi32>)
  %2 = "ttir.cumsum"(%x) <{dim = 0 : i64}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0, %1, %2 : tensor<32x64xbf16>, tensor<32x64xi32>, tensor<32x64xbf16>
}

// A product is over one dimension, counted from the front, or over all; over two one after another, the last first; of more
// than four dimensions three are made.
// CHECK-LABEL: @prods
// CHECK: "ttnn.prod"(%{{.*}}) <{dim_arg = 1 : si64, keep_dim = true}> : {{.*}} -> tensor<4x1x8xbf16
// CHECK: "ttnn.prod"(%{{.*}}) <{dim_arg = 2 : si64, keep_dim = false}> : {{.*}} -> tensor<4x6xbf16
// CHECK: "ttnn.prod"(%{{.*}}) <{dim_arg = 0 : si64, keep_dim = false}> : {{.*}} -> tensor<6xbf16
// CHECK: "ttnn.prod"(%{{.*}}) <{keep_dim = false}>
// CHECK: "ttnn.prod"(%{{.*}}) <{dim_arg = 1 : si64, keep_dim = true}> : (tensor<24x5x6xbf16, {{.*}} -> tensor<24x1x6xbf16
func.func @prods(%x: tensor<4x6x8xbf16>, %y: tensor<2x3x4x5x6xbf16>) -> (tensor<4x1x8xbf16>, tensor<6xbf16>, tensor<bf16>, tensor<2x3x4x6xbf16>) {
  %0 = "ttir.prod"(%x) <{dim_arg = [-2 : i32], keep_dim = true}> : (tensor<4x6x8xbf16>) -> tensor<4x1x8xbf16>
  %1 = "ttir.prod"(%x) <{dim_arg = [0 : i32, 2 : i32], keep_dim = false}> : (tensor<4x6x8xbf16>) -> tensor<6xbf16>
  %2 = "ttir.prod"(%x) <{keep_dim = false}> : (tensor<4x6x8xbf16>) -> tensor<bf16>
  %3 = "ttir.prod"(%y) <{dim_arg = [3 : i32], keep_dim = false}> : (tensor<2x3x4x5x6xbf16>) -> tensor<2x3x4x6xbf16>
  return %0, %1, %2, %3 : tensor<4x1x8xbf16>, tensor<6xbf16>, tensor<bf16>, tensor<2x3x4x6xbf16>
}

// What the newest TTNN has no op for.
// CHECK-LABEL: @unary
// CHECK-NOT: "ttnn.trunc"
// CHECK: %[[A:.*]] = "ttnn.abs"(%arg0)
// CHECK: %[[F:.*]] = "ttnn.floor"(%[[A]])
// CHECK: %[[S:.*]] = "ttnn.sign"(%arg0)
// CHECK: "ttnn.multiply"(%[[S]], %[[F]])
// CHECK-NOT: "ttnn.softsign"
// CHECK: "ttnn.divide"(%arg0,
func.func @unary(%x: tensor<32x32xbf16>) -> (tensor<32x32xbf16>, tensor<32x32xbf16>) {
  %0 = "ttir.trunc"(%x) : (tensor<32x32xbf16>) -> tensor<32x32xbf16>
  %1 = "ttir.softsign"(%x) : (tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %0, %1 : tensor<32x32xbf16>, tensor<32x32xbf16>
}

// A sum over one chip.
// CHECK-LABEL: @one_chip
// CHECK-NOT: all_reduce
// CHECK: return
func.func @one_chip(%x: tensor<32x32xbf16>) -> tensor<32x32xbf16> {
  %0 = "ttir.all_reduce"(%x) <{cluster_axis = 1 : ui32, reduce_type = #ttcore.reduce_type<sum>}> : (tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %0 : tensor<32x32xbf16>
}
