// RUN: alcove-opt --ttir-erase-inverse-ops --split-input-file %s | FileCheck %s

// NHWC -> NCHW, arithmetic along the channels, NCHW -> NHWC: the permutes meet and vanish; the vector of channels
// (1, 16, 1, 1) is written (1, 1, 1, 16).
// CHECK-LABEL: @cancel
// CHECK-NEXT: %[[V:.*]] = "ttir.reshape"(%arg1) <{shape = [1 : i32, 1 : i32, 1 : i32, 16 : i32]}>
// CHECK-NEXT: %[[A:.*]] = "ttir.add"(%arg0, %[[V]]) : (tensor<1x8x9x16xf32>, tensor<1x1x1x16xf32>) -> tensor<1x8x9x16xf32>
// CHECK-NEXT: %[[R:.*]] = "ttir.relu"(%[[A]])
// CHECK-NEXT: return %[[R]]
func.func @cancel(%x: tensor<1x8x9x16xf32>, %v: tensor<1x16x1x1xf32>) -> tensor<1x8x9x16xf32> {
  %0 = "ttir.permute"(%x) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<1x8x9x16xf32>) -> tensor<1x16x8x9xf32>
  %1 = "ttir.add"(%0, %v) : (tensor<1x16x8x9xf32>, tensor<1x16x1x1xf32>) -> tensor<1x16x8x9xf32>
  %2 = "ttir.relu"(%1) : (tensor<1x16x8x9xf32>) -> tensor<1x16x8x9xf32>
  %3 = "ttir.permute"(%2) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<1x16x8x9xf32>) -> tensor<1x8x9x16xf32>
  return %3 : tensor<1x8x9x16xf32>
}

// -----

// Channels 4..8 of NCHW are the last dimension of NHWC; concat along channels likewise.
// CHECK-LABEL: @slice_concat
// CHECK: %[[S:.*]] = "ttir.slice_static"(%arg0) <{begins = [0 : i32, 0 : i32, 0 : i32, 4 : i32], ends = [1 : i32, 8 : i32, 9 : i32, 8 : i32]
// CHECK: %[[C:.*]] = "ttir.concat"(%[[S]], %arg0) <{dim = 3 : si32}>
// CHECK-NEXT: return %[[C]]
func.func @slice_concat(%x: tensor<1x8x9x16xf32>) -> tensor<1x8x9x20xf32> {
  %0 = "ttir.permute"(%x) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<1x8x9x16xf32>) -> tensor<1x16x8x9xf32>
  %1 = "ttir.slice_static"(%0) <{begins = [0 : i32, 4 : i32, 0 : i32, 0 : i32], ends = [1 : i32, 8 : i32, 8 : i32, 9 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x16x8x9xf32>) -> tensor<1x4x8x9xf32>
  %2 = "ttir.concat"(%1, %0) <{dim = 1 : si32}> : (tensor<1x4x8x9xf32>, tensor<1x16x8x9xf32>) -> tensor<1x20x8x9xf32>
  %3 = "ttir.permute"(%2) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<1x20x8x9xf32>) -> tensor<1x8x9x20xf32>
  return %3 : tensor<1x8x9x20xf32>
}

// -----

// Mean over H and W of NCHW leaves (N, C): over dimensions 1 and 2 of NHWC it leaves the same.
// CHECK-LABEL: @mean
// CHECK-NEXT: %[[M:.*]] = "ttir.mean"(%arg0) <{dim_arg = [1 : i32, 2 : i32], keep_dim = false}> : (tensor<2x8x9x16xf32>) -> tensor<2x16xf32>
// CHECK-NEXT: return %[[M]]
func.func @mean(%x: tensor<2x8x9x16xf32>) -> tensor<2x16xf32> {
  %0 = "ttir.permute"(%x) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<2x8x9x16xf32>) -> tensor<2x16x8x9xf32>
  %1 = "ttir.mean"(%0) <{dim_arg = [2 : i32, 3 : i32], keep_dim = false}> : (tensor<2x16x8x9xf32>) -> tensor<2x16xf32>
  return %1 : tensor<2x16xf32>
}

// -----

// (N, H, W, C) -> (N, C, H, W) -> (N, C, H*W) -> (N, H*W, C): factors N, H, W, C stand in their order again. With the
// last permute the other way round they do not.
// CHECK-LABEL: @chain
// CHECK-NEXT: "ttir.reshape"(%arg0) <{shape = [2 : i32, 72 : i32, 16 : i32]}>
// CHECK-NEXT: return
func.func @chain(%x: tensor<2x8x9x16xf32>) -> tensor<2x72x16xf32> {
  %0 = "ttir.permute"(%x) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<2x8x9x16xf32>) -> tensor<2x16x8x9xf32>
  %1 = "ttir.reshape"(%0) <{shape = [2 : i32, 16 : i32, 72 : i32]}> : (tensor<2x16x8x9xf32>) -> tensor<2x16x72xf32>
  %2 = "ttir.permute"(%1) <{permutation = array<i64: 0, 2, 1>}> : (tensor<2x16x72xf32>) -> tensor<2x72x16xf32>
  return %2 : tensor<2x72x16xf32>
}

// CHECK-LABEL: @no_chain
// CHECK: "ttir.permute"
// CHECK: "ttir.reshape"
// CHECK: "ttir.permute"
func.func @no_chain(%x: tensor<2x8x9x16xf32>) -> tensor<72x2x16xf32> {
  %0 = "ttir.permute"(%x) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<2x8x9x16xf32>) -> tensor<2x16x8x9xf32>
  %1 = "ttir.reshape"(%0) <{shape = [2 : i32, 16 : i32, 72 : i32]}> : (tensor<2x16x8x9xf32>) -> tensor<2x16x72xf32>
  %2 = "ttir.permute"(%1) <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x16x72xf32>) -> tensor<72x2x16xf32>
  return %2 : tensor<72x2x16xf32>
}

// -----

// The residual of two flattened convolutions is added flat.
// CHECK-LABEL: @flat
// CHECK-NEXT: %[[A:.*]] = "ttir.add"(%arg0, %arg1) : (tensor<1x1x72x16xf32>, tensor<1x1x72x16xf32>) -> tensor<1x1x72x16xf32>
// CHECK-NEXT: return %[[A]]
func.func @flat(%x: tensor<1x1x72x16xf32>, %y: tensor<1x1x72x16xf32>) -> tensor<1x1x72x16xf32> {
  %0 = "ttir.reshape"(%x) <{shape = [1 : i32, 8 : i32, 9 : i32, 16 : i32]}> : (tensor<1x1x72x16xf32>) -> tensor<1x8x9x16xf32>
  %1 = "ttir.reshape"(%y) <{shape = [1 : i32, 8 : i32, 9 : i32, 16 : i32]}> : (tensor<1x1x72x16xf32>) -> tensor<1x8x9x16xf32>
  %2 = "ttir.add"(%0, %1) : (tensor<1x8x9x16xf32>, tensor<1x8x9x16xf32>) -> tensor<1x8x9x16xf32>
  %3 = "ttir.reshape"(%2) <{shape = [1 : i32, 1 : i32, 72 : i32, 16 : i32]}> : (tensor<1x8x9x16xf32>) -> tensor<1x1x72x16xf32>
  return %3 : tensor<1x1x72x16xf32>
}

// -----

// What runs on rows was put there by price: its permute stays in front.
// CHECK-LABEL: @in_rows
// CHECK-NEXT: %[[P:.*]] = "ttir.permute"(%arg0)
// CHECK-NEXT: "ttir.pad"(%[[P]])
func.func @in_rows(%x: tensor<1x64x64x3xf32>) -> tensor<1x3x70x64xf32> {
  %0 = "ttir.permute"(%x) <{permutation = array<i64: 0, 3, 1, 2>}> {alcove.row_major} : (tensor<1x64x64x3xf32>) -> tensor<1x3x64x64xf32>
  %1 = "ttir.pad"(%0) <{padding = array<i32: 0, 0, 0, 0, 3, 3, 0, 0>, value = 0.0 : f32}> {alcove.row_major} : (tensor<1x3x64x64xf32>) -> tensor<1x3x70x64xf32>
  return %1 : tensor<1x3x70x64xf32>
}
