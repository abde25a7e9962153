// RUN: alcove-opt --ttir-narrow-rank --split-input-file %s | FileCheck %s
// RUN: alcove-opt --ttir-narrow-rank="disable-patterns=narrow-rank" --split-input-file %s | FileCheck %s --check-prefix=OFF
// OFF-NOT: alcove.lowering

// A decode MLP: 32x1x64 is 32 tiles high, 32x64 is one. Everything between the two matmuls moves, the result too.
// CHECK: module attributes {alcove.lowering = {"narrow-rank" = 4 : i64}}
// CHECK-LABEL: @mlp
// CHECK: %[[G:.*]] = "ttir.matmul"(%arg0, %arg1)
// CHECK-NEXT: %[[W:.*]] = "ttir.typecast"(%[[G]]) {{.*}} -> tensor<32x64xf32>
// CHECK-NEXT: %[[S:.*]] = "ttir.silu"(%[[W]]) : (tensor<32x64xf32>) -> tensor<32x64xf32>
// CHECK-NEXT: %[[N:.*]] = "ttir.typecast"(%[[S]]) {{.*}} -> tensor<32x64xbf16>
// CHECK-NEXT: %[[U:.*]] = "ttir.matmul"(%arg0, %arg1)
// CHECK-NEXT: %[[M:.*]] = "ttir.multiply"(%[[N]], %[[U]]) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
// CHECK-NEXT: return %[[M]]
// OFF-LABEL: @mlp
// OFF: "ttir.silu"{{.*}} -> tensor<32x1x64xf32>
module {
func.func @mlp(%x: tensor<32x64xbf16>, %w: tensor<64x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.matmul"(%x, %w) <{transpose_a = false, transpose_b = false}> : (tensor<32x64xbf16>, tensor<64x64xbf16>) -> tensor<32x64xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [32 : i32, 1 : i32, 64 : i32]}> : (tensor<32x64xbf16>) -> tensor<32x1x64xbf16>
  %2 = "ttir.typecast"(%1) : (tensor<32x1x64xbf16>) -> tensor<32x1x64xf32>
  %3 = "ttir.silu"(%2) : (tensor<32x1x64xf32>) -> tensor<32x1x64xf32>
  %4 = "ttir.typecast"(%3) : (tensor<32x1x64xf32>) -> tensor<32x1x64xbf16>
  %5 = "ttir.matmul"(%x, %w) <{transpose_a = false, transpose_b = false}> : (tensor<32x64xbf16>, tensor<64x64xbf16>) -> tensor<32x64xbf16>
  %6 = "ttir.reshape"(%5) <{shape = [32 : i32, 1 : i32, 64 : i32]}> : (tensor<32x64xbf16>) -> tensor<32x1x64xbf16>
  %7 = "ttir.multiply"(%4, %6) : (tensor<32x1x64xbf16>, tensor<32x1x64xbf16>) -> tensor<32x1x64xbf16>
  %8 = "ttir.reshape"(%7) <{shape = [32 : i32, 64 : i32]}> : (tensor<32x1x64xbf16>) -> tensor<32x64xbf16>
  return %8 : tensor<32x64xbf16>
}
}

// -----

// A norm, a kept reduction and what it scales, a concat and a slice along the last dimension: all by rows. The vector
// of channels (1, 1, 64) is written (1, 64); the signature keeps its types.
// CHECK-LABEL: @rows
// CHECK: "ttir.rms_norm"(%arg0, %arg2) {{.*}} -> tensor<32x64xf32>
// CHECK: "ttir.reshape"(%arg1) <{shape = [1 : i32, 64 : i32]}>
// CHECK: "ttir.multiply"({{.*}}) : (tensor<32x64xf32>, tensor<1x64xf32>) -> tensor<32x64xf32>
// CHECK: "ttir.mean"({{.*}}) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xf32>) -> tensor<32x1xf32>
// CHECK: "ttir.subtract"({{.*}}) : (tensor<32x64xf32>, tensor<32x1xf32>) -> tensor<32x64xf32>
// CHECK: "ttir.slice_static"({{.*}}) <{begins = [0 : i32, 32 : i32], ends = [32 : i32, 64 : i32], step = [1 : i32, 1 : i32]}>
// CHECK: "ttir.concat"({{.*}}) <{dim = 1 : si32}> : (tensor<32x32xf32>, tensor<32x64xf32>) -> tensor<32x96xf32>
// CHECK: "ttir.softmax"({{.*}}) <{dimension = 1 : si32, numericStable = false}> : (tensor<32x96xf32>) -> tensor<32x96xf32>
// CHECK: return {{.*}} : tensor<32x96xf32>
func.func @rows(%x: tensor<32x64xf32>, %v: tensor<1x1x64xf32>, %w: tensor<64xf32>) -> tensor<32x96xf32> {
  %0 = "ttir.reshape"(%x) <{shape = [32 : i32, 1 : i32, 64 : i32]}> : (tensor<32x64xf32>) -> tensor<32x1x64xf32>
  %1 = "ttir.rms_norm"(%0, %w) <{epsilon = 1.0e-06 : f32, normalized_shape = array<i64: 64>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<32x1x64xf32>, tensor<64xf32>) -> tensor<32x1x64xf32>
  %2 = "ttir.multiply"(%1, %v) : (tensor<32x1x64xf32>, tensor<1x1x64xf32>) -> tensor<32x1x64xf32>
  %3 = "ttir.mean"(%2) <{dim_arg = [2 : i32], keep_dim = true}> : (tensor<32x1x64xf32>) -> tensor<32x1x1xf32>
  %4 = "ttir.subtract"(%2, %3) : (tensor<32x1x64xf32>, tensor<32x1x1xf32>) -> tensor<32x1x64xf32>
  %5 = "ttir.slice_static"(%4) <{begins = [0 : i32, 0 : i32, 32 : i32], ends = [32 : i32, 1 : i32, 64 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<32x1x64xf32>) -> tensor<32x1x32xf32>
  %6 = "ttir.concat"(%5, %4) <{dim = 2 : si32}> : (tensor<32x1x32xf32>, tensor<32x1x64xf32>) -> tensor<32x1x96xf32>
  %7 = "ttir.softmax"(%6) <{dimension = 2 : si32, numericStable = false}> : (tensor<32x1x96xf32>) -> tensor<32x1x96xf32>
  %8 = "ttir.reshape"(%7) <{shape = [32 : i32, 96 : i32]}> : (tensor<32x1x96xf32>) -> tensor<32x96xf32>
  return %8 : tensor<32x96xf32>
}

// -----

// Elementwise ops alone take shapes with another last dimension: 4x8x1x64 has 32 tiles, 4x512 has 16.
// CHECK-LABEL: @other_width
// CHECK-NEXT: %[[R:.*]] = "ttir.reshape"(%arg0) <{shape = [4 : i32, 512 : i32]}>
// CHECK-NEXT: %[[A:.*]] = "ttir.sigmoid"(%[[R]]) : (tensor<4x512xf32>) -> tensor<4x512xf32>
// CHECK-NEXT: %[[B:.*]] = "ttir.exp"(%[[A]]) : (tensor<4x512xf32>) -> tensor<4x512xf32>
// CHECK-NEXT: "ttir.softmax"(%[[B]])
func.func @other_width(%x: tensor<4x8x1x64xf32>) -> tensor<4x512xf32> {
  %0 = "ttir.sigmoid"(%x) : (tensor<4x8x1x64xf32>) -> tensor<4x8x1x64xf32>
  %1 = "ttir.exp"(%0) : (tensor<4x8x1x64xf32>) -> tensor<4x8x1x64xf32>
  %2 = "ttir.reshape"(%1) <{shape = [4 : i32, 512 : i32]}> : (tensor<4x8x1x64xf32>) -> tensor<4x512xf32>
  %3 = "ttir.softmax"(%2) <{dimension = 0 : si32, numericStable = false}> : (tensor<4x512xf32>) -> tensor<4x512xf32>
  return %3 : tensor<4x512xf32>
}

// -----

// A result leaves in rows, which are a view in every shape: as 32x64 it has 2 tiles.
// CHECK-LABEL: @result_in_rows
// CHECK: %[[B:.*]] = "ttir.exp"({{.*}}) : (tensor<32x64xf32>) -> tensor<32x64xf32>
// CHECK-NEXT: %[[R:.*]] = "ttir.reshape"(%[[B]]) <{shape = [4 : i32, 512 : i32]}>
// CHECK-NEXT: return %[[R]]
func.func @result_in_rows(%x: tensor<4x8x1x64xf32>) -> tensor<4x512xf32> {
  %0 = "ttir.sigmoid"(%x) : (tensor<4x8x1x64xf32>) -> tensor<4x8x1x64xf32>
  %1 = "ttir.exp"(%0) : (tensor<4x8x1x64xf32>) -> tensor<4x8x1x64xf32>
  %2 = "ttir.reshape"(%1) <{shape = [4 : i32, 512 : i32]}> : (tensor<4x8x1x64xf32>) -> tensor<4x512xf32>
  return %2 : tensor<4x512xf32>
}

// -----

// Near misses.
//
// The mask differs by the second dimension alone: no shape of 128 rows broadcasts so.
// CHECK-LABEL: @partial_broadcast
// CHECK: "ttir.add"({{.*}}) : (tensor<8x16x64xf32>, tensor<1x16x64xf32>) -> tensor<8x16x64xf32>
func.func @partial_broadcast(%x: tensor<128x64xf32>, %mask: tensor<1x16x64xf32>) -> tensor<128x64xf32> {
  %0 = "ttir.reshape"(%x) <{shape = [8 : i32, 16 : i32, 64 : i32]}> : (tensor<128x64xf32>) -> tensor<8x16x64xf32>
  %1 = "ttir.add"(%0, %mask) : (tensor<8x16x64xf32>, tensor<1x16x64xf32>) -> tensor<8x16x64xf32>
  %2 = "ttir.reshape"(%1) <{shape = [128 : i32, 64 : i32]}> : (tensor<8x16x64xf32>) -> tensor<128x64xf32>
  return %2 : tensor<128x64xf32>
}

// -----

// Softmax along another dimension, a sum that drops its dimension, and a slice of rows are not by rows.
// CHECK-LABEL: @not_rows
// CHECK: "ttir.softmax"({{.*}}dimension = 1 : si32, {{.*}} : (tensor<32x4x64xf32>)
// CHECK: "ttir.slice_static"({{.*}} : (tensor<32x4x64xf32>) -> tensor<32x1x64xf32>
// CHECK: "ttir.sum"({{.*}} : (tensor<32x1x64xf32>) -> tensor<32x1xf32>
func.func @not_rows(%x: tensor<128x64xf32>) -> tensor<32x1xf32> {
  %0 = "ttir.reshape"(%x) <{shape = [32 : i32, 4 : i32, 64 : i32]}> : (tensor<128x64xf32>) -> tensor<32x4x64xf32>
  %1 = "ttir.softmax"(%0) <{dimension = 1 : si32, numericStable = false}> : (tensor<32x4x64xf32>) -> tensor<32x4x64xf32>
  %2 = "ttir.slice_static"(%1) <{begins = [0 : i32, 3 : i32, 0 : i32], ends = [32 : i32, 4 : i32, 64 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<32x4x64xf32>) -> tensor<32x1x64xf32>
  %3 = "ttir.sum"(%2) <{dim_arg = [2 : i32], keep_dim = false}> : (tensor<32x1x64xf32>) -> tensor<32x1xf32>
  return %3 : tensor<32x1xf32>
}

// -----

// A matmul of a batch of matrices stays one.
// CHECK-LABEL: @batched
// CHECK: "ttir.matmul"({{.*}}) {{.*}} : (tensor<32x1x64xf32>, tensor<32x64x8xf32>) -> tensor<32x1x8xf32>
func.func @batched(%x: tensor<32x64xf32>, %w: tensor<32x64x8xf32>) -> tensor<32x8xf32> {
  %0 = "ttir.reshape"(%x) <{shape = [32 : i32, 1 : i32, 64 : i32]}> : (tensor<32x64xf32>) -> tensor<32x1x64xf32>
  %1 = "ttir.matmul"(%0, %w) <{transpose_a = false, transpose_b = false}> : (tensor<32x1x64xf32>, tensor<32x64x8xf32>) -> tensor<32x1x8xf32>
  %2 = "ttir.reshape"(%1) <{shape = [32 : i32, 8 : i32]}> : (tensor<32x1x8xf32>) -> tensor<32x8xf32>
  return %2 : tensor<32x8xf32>
}

// -----

// Both shapes are whole tiles, and the reshape between them is a view either way: fewer dimensions.
// CHECK: module attributes {alcove.lowering = {"narrow-rank" = 1 : i64}}
// CHECK-LABEL: @whole_tiles
// CHECK: "ttir.relu"({{.*}}) : (tensor<64x64xf32>) -> tensor<64x64xf32>
func.func @whole_tiles(%x: tensor<2x32x64xf32>) -> tensor<64x64xf32> {
  %0 = "ttir.relu"(%x) : (tensor<2x32x64xf32>) -> tensor<2x32x64xf32>
  %1 = "ttir.reshape"(%0) <{shape = [64 : i32, 64 : i32]}> : (tensor<2x32x64xf32>) -> tensor<64x64xf32>
  %2 = "ttir.softmax"(%1) <{dimension = 0 : si32, numericStable = false}> : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// -----

// The cache is written between the reshape and the op that reads it: the reshape stays where it is.
// CHECK-LABEL: @written_between
// CHECK-NEXT: %[[R:.*]] = "ttir.reshape"(%arg0)
// CHECK-NEXT: "ttir.update_cache"(%arg0
// CHECK: "ttir.relu"
// CHECK-NOT: "ttir.reshape"(%arg0)
// CHECK: return
func.func @written_between(%cache: tensor<1x1x32x64xf32>, %x: tensor<1x1x1x64xf32>, %at: tensor<1xsi32>) -> tensor<32x64xf32> {
  %0 = "ttir.reshape"(%cache) <{shape = [32 : i32, 1 : i32, 64 : i32]}> : (tensor<1x1x32x64xf32>) -> tensor<32x1x64xf32>
  "ttir.update_cache"(%cache, %x, %at) <{batch_offset = 0 : i32}> : (tensor<1x1x32x64xf32>, tensor<1x1x1x64xf32>, tensor<1xsi32>) -> ()
  %1 = "ttir.relu"(%0) : (tensor<32x1x64xf32>) -> tensor<32x1x64xf32>
  %2 = "ttir.reshape"(%1) <{shape = [32 : i32, 64 : i32]}> : (tensor<32x1x64xf32>) -> tensor<32x64xf32>
  return %2 : tensor<32x64xf32>
}
