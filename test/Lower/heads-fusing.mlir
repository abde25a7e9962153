// RUN: alcove-opt %s --ttir-heads-fusing | FileCheck %s
// RUN: alcove-opt %s --ttir-heads-fusing=disable-patterns=split-heads,join-heads | FileCheck %s --check-prefix=OFF
// RUN: alcove-opt %s --ttir-heads-fusing -o %t.mlir
// RUN: alcove-run %s --function=attention --compare=%t.mlir | FileCheck %s --check-prefix=BF16
// RUN: alcove-run %s --function=attention --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=F32
// RUN: alcove-run %s --function=grouped --compare=%t.mlir | FileCheck %s --check-prefix=BF16
// RUN: alcove-run %s --function=grouped --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=F32
// RUN: alcove-run %s --function=sliced --compare=%t.mlir | FileCheck %s --check-prefix=BF16
// RUN: alcove-run %s --function=sliced --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=F32
// RUN: alcove-run %s --function=stacked --compare=%t.mlir | FileCheck %s --check-prefix=BF16
// RUN: alcove-run %s --function=stacked --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=F32
// RUN: alcove-run %s --function=head_by_head --compare=%t.mlir | FileCheck %s --check-prefix=BF16
// RUN: alcove-run %s --function=head_by_head --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=F32
// RUN: alcove-run %s --function=token_heads --compare=%t.mlir | FileCheck %s --check-prefix=MOVED
// RUN: alcove-run %s --function=token_heads --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=MOVED
// MOVED: result 0: {{.*}} equal
// OFF-NOT: split_query_key_value
// OFF-NOT: nlp_concat_heads_decode
// OFF-NOT: concatenate_heads
// BF16: result 0: {{.*}} equal
// BF16: result 2: {{.*}} equal
// F32: result 0: {{.*}} equal
// F32: result 2: {{.*}} equal

#weight = #ttcore.argument_type<parameter>

// Three projections of one tensor: one product, one kernel. The second has no bias: its columns get zeros.
// CHECK-LABEL: func.func @attention
// CHECK: %[[B:.*]] = "ttir.concat"(%{{.*}}, %{{.*}}, %{{.*}}) <{dim = 1 : si32}> : (tensor<1x64xbf16>, tensor<1x64xbf16>, tensor<1x64xbf16>) -> tensor<1x192xbf16>
// CHECK: %[[C:.*]] = "ttir.linear"(%{{.*}}, %{{.*}}, %[[B]]) {{.*}} -> tensor<64x192xbf16>
// CHECK: %[[R:.*]] = "ttir.reshape"(%[[C]]) <{shape = [2 : i32, 32 : i32, 192 : i32]}>
// CHECK: %[[Q:.*]], %[[K:.*]], %[[V:.*]] = "ttir.split_query_key_value_and_split_heads"(%[[R]]) <{num_heads = 2 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}>
// CHECK-SAME: -> (tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>)
// CHECK-NOT: ttir.permute
// CHECK: %[[J:.*]] = "ttir.concatenate_heads"(%[[V]]) : (tensor<2x2x32x32xbf16>) -> tensor<2x32x64xbf16>
// CHECK: return %[[Q]], %[[K]], %[[J]]
func.func @attention(%x: tensor<64x48xbf16>, %wq: tensor<48x64xbf16> {ttcore.argument_type = #weight},
                     %wk: tensor<48x64xbf16> {ttcore.argument_type = #weight}, %wv: tensor<48x64xbf16> {ttcore.argument_type = #weight},
                     %bq: tensor<1x64xbf16> {ttcore.argument_type = #weight}, %bv: tensor<64xbf16> {ttcore.argument_type = #weight})
    -> (tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x32x64xbf16>) {
  %0 = "ttir.linear"(%x, %wq, %bq) <{transpose_a = false, transpose_b = false}> : (tensor<64x48xbf16>, tensor<48x64xbf16>, tensor<1x64xbf16>) -> tensor<64x64xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<64x64xbf16>) -> tensor<2x32x2x32xbf16>
  %q = "ttir.permute"(%1) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16>
  %2 = "ttir.matmul"(%x, %wk) <{transpose_a = false, transpose_b = false}> : (tensor<64x48xbf16>, tensor<48x64xbf16>) -> tensor<64x64xbf16>
  %3 = "ttir.reshape"(%2) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<64x64xbf16>) -> tensor<2x32x2x32xbf16>
  %k = "ttir.permute"(%3) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16>
  %4 = "ttir.linear"(%x, %wv, %bv) <{transpose_a = false, transpose_b = false}> : (tensor<64x48xbf16>, tensor<48x64xbf16>, tensor<64xbf16>) -> tensor<64x64xbf16>
  %5 = "ttir.reshape"(%4) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<64x64xbf16>) -> tensor<2x32x2x32xbf16>
  %v = "ttir.permute"(%5) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16>
  %6 = "ttir.permute"(%v) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x2x32x32xbf16>) -> tensor<2x32x2x32xbf16>
  %7 = "ttir.reshape"(%6) <{shape = [2 : i32, 32 : i32, 64 : i32]}> : (tensor<2x32x2x32xbf16>) -> tensor<2x32x64xbf16>
  return %q, %k, %7 : tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x32x64xbf16>
}

// Queries have four heads, keys and values two; rows come from batches; weights are transposed; queries are normalized
// head by head, behind the split.
// CHECK-LABEL: func.func @grouped
// CHECK: %[[W:.*]] = "ttir.concat"({{.*}}) <{dim = 0 : si32}> : (tensor<128x48xbf16>, tensor<64x48xbf16>, tensor<64x48xbf16>) -> tensor<256x48xbf16>
// CHECK: "ttir.matmul"(%{{.*}}, %[[W]]) <{transpose_a = false, transpose_b = true}>
// CHECK: %[[Q:.*]], %[[K:.*]], %[[V:.*]] = "ttir.split_query_key_value_and_split_heads"(%{{.*}}) <{num_heads = 4 : ui32, num_kv_heads = 2 : ui32, transpose_key = false}>
// CHECK: %[[N:.*]] = "ttir.rms_norm"(%[[Q]]
// CHECK: return %[[N]], %[[K]], %[[V]]
func.func @grouped(%x: tensor<2x32x48xbf16>, %wq: tensor<128x48xbf16> {ttcore.argument_type = #weight},
                   %wk: tensor<64x48xbf16> {ttcore.argument_type = #weight}, %wv: tensor<64x48xbf16> {ttcore.argument_type = #weight},
                   %n: tensor<32xbf16> {ttcore.argument_type = #weight})
    -> (tensor<2x4x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>) {
  %r = "ttir.reshape"(%x) <{shape = [64 : i32, 48 : i32]}> : (tensor<2x32x48xbf16>) -> tensor<64x48xbf16>
  %2 = "ttir.matmul"(%r, %wk) <{transpose_a = false, transpose_b = true}> : (tensor<64x48xbf16>, tensor<64x48xbf16>) -> tensor<64x64xbf16>
  %3 = "ttir.reshape"(%2) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<64x64xbf16>) -> tensor<2x32x2x32xbf16>
  %k = "ttir.permute"(%3) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16>
  %4 = "ttir.matmul"(%r, %wv) <{transpose_a = false, transpose_b = true}> : (tensor<64x48xbf16>, tensor<64x48xbf16>) -> tensor<64x64xbf16>
  %5 = "ttir.reshape"(%4) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<64x64xbf16>) -> tensor<2x32x2x32xbf16>
  %v = "ttir.permute"(%5) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16>
  %0 = "ttir.matmul"(%r, %wq) <{transpose_a = false, transpose_b = true}> : (tensor<64x48xbf16>, tensor<128x48xbf16>) -> tensor<64x128xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [2 : i32, 32 : i32, 4 : i32, 32 : i32]}> : (tensor<64x128xbf16>) -> tensor<2x32x4x32xbf16>
  %m = "ttir.rms_norm"(%1, %n) <{epsilon = 1.000000e-05 : f32, normalized_shape = array<i64: 32>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<2x32x4x32xbf16>, tensor<32xbf16>) -> tensor<2x32x4x32xbf16>
  %q = "ttir.permute"(%m) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x4x32xbf16>) -> tensor<2x4x32x32xbf16>
  return %q, %k, %v : tensor<2x4x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>
}

// One projection whose columns are cut by slices: the product stays as it is.
// CHECK-LABEL: func.func @sliced
// CHECK: %[[C:.*]] = "ttir.linear"(%arg0, %arg1, %arg2) {{.*}} -> tensor<2x32x192xbf16>
// CHECK-NEXT: %[[Q:.*]], %[[K:.*]], %[[V:.*]] = "ttir.split_query_key_value_and_split_heads"(%[[C]]) <{num_heads = 2 : ui32, num_kv_heads = 2 : ui32, transpose_key = true}>
// CHECK-NEXT: return %[[Q]], %[[K]], %[[V]]
func.func @sliced(%x: tensor<2x32x48xbf16>, %w: tensor<48x192xbf16> {ttcore.argument_type = #weight}, %b: tensor<192xbf16> {ttcore.argument_type = #weight})
    -> (tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>) {
  %0 = "ttir.linear"(%x, %w, %b) <{transpose_a = false, transpose_b = false}> : (tensor<2x32x48xbf16>, tensor<48x192xbf16>, tensor<192xbf16>) -> tensor<2x32x192xbf16>
  %1 = "ttir.slice_static"(%0) <{begins = [0 : i32, 0 : i32, 0 : i32], ends = [2 : i32, 32 : i32, 64 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x32x192xbf16>) -> tensor<2x32x64xbf16>
  %4 = "ttir.reshape"(%1) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<2x32x64xbf16>) -> tensor<2x32x2x32xbf16>
  %q = "ttir.permute"(%4) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16>
  %2 = "ttir.slice_static"(%0) <{begins = [0 : i32, 0 : i32, 64 : i32], ends = [2 : i32, 32 : i32, 128 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x32x192xbf16>) -> tensor<2x32x64xbf16>
  %5 = "ttir.reshape"(%2) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<2x32x64xbf16>) -> tensor<2x32x2x32xbf16>
  %k = "ttir.permute"(%5) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16>
  %3 = "ttir.slice_static"(%0) <{begins = [0 : i32, 0 : i32, 128 : i32], ends = [2 : i32, 32 : i32, 192 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x32x192xbf16>) -> tensor<2x32x64xbf16>
  %6 = "ttir.reshape"(%3) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<2x32x64xbf16>) -> tensor<2x32x2x32xbf16>
  %v = "ttir.permute"(%6) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16>
  return %q, %k, %v : tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>
}

// Rows of keys, then values, then queries of twice as many heads, one permute for all: columns change places before the
// run.
// CHECK-LABEL: func.func @stacked
// CHECK-DAG: %[[WQ:.*]] = "ttir.slice_static"(%arg1) <{begins = [0 : i32, 128 : i32], ends = [48 : i32, 256 : i32]
// CHECK-DAG: %[[WK:.*]] = "ttir.slice_static"(%arg1) <{begins = [0 : i32, 0 : i32], ends = [48 : i32, 64 : i32]
// CHECK: "ttir.concat"({{.*}}) <{dim = 1 : si32}> : (tensor<48x128xbf16>, tensor<48x64xbf16>, tensor<48x64xbf16>) -> tensor<48x256xbf16>
// CHECK: %[[Q:.*]], %[[K:.*]], %[[V:.*]] = "ttir.split_query_key_value_and_split_heads"(%{{.*}}) <{num_heads = 4 : ui32, num_kv_heads = 2 : ui32, transpose_key = false}>
// CHECK: return %[[Q]], %[[K]], %[[V]]
func.func @stacked(%x: tensor<2x32x48xbf16>, %w: tensor<48x256xbf16> {ttcore.argument_type = #weight}, %b: tensor<256xbf16> {ttcore.argument_type = #weight})
    -> (tensor<2x4x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>) {
  %0 = "ttir.linear"(%x, %w, %b) <{transpose_a = false, transpose_b = false}> : (tensor<2x32x48xbf16>, tensor<48x256xbf16>, tensor<256xbf16>) -> tensor<2x32x256xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [2 : i32, 32 : i32, 8 : i32, 32 : i32]}> : (tensor<2x32x256xbf16>) -> tensor<2x32x8x32xbf16>
  %2 = "ttir.permute"(%1) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x8x32xbf16>) -> tensor<2x8x32x32xbf16>
  %k = "ttir.slice_static"(%2) <{begins = [0 : i32, 0 : i32, 0 : i32, 0 : i32], ends = [2 : i32, 2 : i32, 32 : i32, 32 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x8x32x32xbf16>) -> tensor<2x2x32x32xbf16>
  %v = "ttir.slice_static"(%2) <{begins = [0 : i32, 2 : i32, 0 : i32, 0 : i32], ends = [2 : i32, 4 : i32, 32 : i32, 32 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x8x32x32xbf16>) -> tensor<2x2x32x32xbf16>
  %q = "ttir.slice_static"(%2) <{begins = [0 : i32, 4 : i32, 0 : i32, 0 : i32], ends = [2 : i32, 8 : i32, 32 : i32, 32 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x8x32x32xbf16>) -> tensor<2x4x32x32xbf16>
  return %q, %k, %v : tensor<2x4x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>
}

// Every head has its query, key and value side by side: columns are collected before the run.
// CHECK-LABEL: func.func @head_by_head
// CHECK: %[[W:.*]] = "ttir.reshape"(%arg1) <{shape = [48 : i32, 2 : i32, 96 : i32]}>
// CHECK: "ttir.slice_static"(%[[W]]) <{begins = [0 : i32, 0 : i32, 0 : i32], ends = [48 : i32, 2 : i32, 32 : i32]
// CHECK: %[[Q:.*]], %[[K:.*]], %[[V:.*]] = "ttir.split_query_key_value_and_split_heads"(%{{.*}}) <{num_heads = 2 : ui32, num_kv_heads = 2 : ui32, transpose_key = false}>
// CHECK: return %[[Q]], %[[K]], %[[V]]
func.func @head_by_head(%x: tensor<2x32x48xbf16>, %w: tensor<48x192xbf16> {ttcore.argument_type = #weight}, %b: tensor<192xbf16> {ttcore.argument_type = #weight})
    -> (tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>) {
  %0 = "ttir.linear"(%x, %w, %b) <{transpose_a = false, transpose_b = false}> : (tensor<2x32x48xbf16>, tensor<48x192xbf16>, tensor<192xbf16>) -> tensor<2x32x192xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [2 : i32, 32 : i32, 2 : i32, 3 : i32, 32 : i32]}> : (tensor<2x32x192xbf16>) -> tensor<2x32x2x3x32xbf16>
  %2 = "ttir.permute"(%1) <{permutation = array<i64: 3, 0, 2, 1, 4>}> : (tensor<2x32x2x3x32xbf16>) -> tensor<3x2x2x32x32xbf16>
  %3 = "ttir.slice_static"(%2) <{begins = [0 : i32, 0 : i32, 0 : i32, 0 : i32, 0 : i32], ends = [1 : i32, 2 : i32, 2 : i32, 32 : i32, 32 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<3x2x2x32x32xbf16>) -> tensor<1x2x2x32x32xbf16>
  %q = "ttir.reshape"(%3) <{shape = [2 : i32, 2 : i32, 32 : i32, 32 : i32]}> : (tensor<1x2x2x32x32xbf16>) -> tensor<2x2x32x32xbf16>
  %4 = "ttir.slice_static"(%2) <{begins = [1 : i32, 0 : i32, 0 : i32, 0 : i32, 0 : i32], ends = [2 : i32, 2 : i32, 2 : i32, 32 : i32, 32 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<3x2x2x32x32xbf16>) -> tensor<1x2x2x32x32xbf16>
  %k = "ttir.reshape"(%4) <{shape = [2 : i32, 2 : i32, 32 : i32, 32 : i32]}> : (tensor<1x2x2x32x32xbf16>) -> tensor<2x2x32x32xbf16>
  %5 = "ttir.slice_static"(%2) <{begins = [2 : i32, 0 : i32, 0 : i32, 0 : i32, 0 : i32], ends = [3 : i32, 2 : i32, 2 : i32, 32 : i32, 32 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<3x2x2x32x32xbf16>) -> tensor<1x2x2x32x32xbf16>
  %v = "ttir.reshape"(%5) <{shape = [2 : i32, 2 : i32, 32 : i32, 32 : i32]}> : (tensor<1x2x2x32x32xbf16>) -> tensor<2x2x32x32xbf16>
  return %q, %k, %v : tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>
}

// Heads of one token of each of 4 users.
// CHECK-LABEL: func.func @token_heads
// CHECK: %[[J:.*]] = "ttir.nlp_concat_heads_decode"(%{{.*}}) <{num_heads = 2 : ui32}> : (tensor<1x4x2x32xbf16>) -> tensor<1x1x4x64xbf16>
// CHECK: "ttir.reshape"(%[[J]]) <{shape = [4 : i32, 64 : i32]}>
func.func @token_heads(%x: tensor<1x4x2x32xbf16>) -> tensor<4x64xbf16> {
  %0 = "ttir.neg"(%x) : (tensor<1x4x2x32xbf16>) -> tensor<1x4x2x32xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [4 : i32, 64 : i32]}> : (tensor<1x4x2x32xbf16>) -> tensor<4x64xbf16>
  return %1 : tensor<4x64xbf16>
}

// Near misses. Heads of 24 elements are no whole tiles.
// CHECK-LABEL: func.func @narrow_heads
// CHECK-NOT: concatenate_heads
func.func @narrow_heads(%v: tensor<2x2x32x24xbf16>) -> tensor<2x32x48xbf16> {
  %0 = "ttir.permute"(%v) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x2x32x24xbf16>) -> tensor<2x32x2x24xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [2 : i32, 32 : i32, 48 : i32]}> : (tensor<2x32x2x24xbf16>) -> tensor<2x32x48xbf16>
  return %1 : tensor<2x32x48xbf16>
}

// The joined columns are cut elsewhere than between heads.
// CHECK-LABEL: func.func @other_columns
// CHECK-NOT: concatenate_heads
func.func @other_columns(%v: tensor<2x2x32x32xbf16>) -> tensor<2x16x128xbf16> {
  %0 = "ttir.permute"(%v) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x2x32x32xbf16>) -> tensor<2x32x2x32xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [2 : i32, 16 : i32, 128 : i32]}> : (tensor<2x32x2x32xbf16>) -> tensor<2x16x128xbf16>
  return %1 : tensor<2x16x128xbf16>
}

// One weight is not known before the run, or is wanted in another format.
// CHECK-LABEL: func.func @unknown_weight
// CHECK-NOT: split_query_key_value
// CHECK-LABEL: func.func @other_format
// CHECK-NOT: split_query_key_value
func.func @unknown_weight(%x: tensor<64x48xbf16>, %wq: tensor<48x64xbf16>, %wk: tensor<48x64xbf16> {ttcore.argument_type = #weight},
                          %wv: tensor<48x64xbf16> {ttcore.argument_type = #weight})
    -> (tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>) {
  %0 = "ttir.matmul"(%x, %wq) <{transpose_a = false, transpose_b = false}> : (tensor<64x48xbf16>, tensor<48x64xbf16>) -> tensor<64x64xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<64x64xbf16>) -> tensor<2x32x2x32xbf16>
  %q = "ttir.permute"(%1) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16>
  %2 = "ttir.matmul"(%x, %wk) <{transpose_a = false, transpose_b = false}> : (tensor<64x48xbf16>, tensor<48x64xbf16>) -> tensor<64x64xbf16>
  %3 = "ttir.reshape"(%2) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<64x64xbf16>) -> tensor<2x32x2x32xbf16>
  %k = "ttir.permute"(%3) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16>
  %4 = "ttir.matmul"(%x, %wv) <{transpose_a = false, transpose_b = false}> : (tensor<64x48xbf16>, tensor<48x64xbf16>) -> tensor<64x64xbf16>
  %5 = "ttir.reshape"(%4) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<64x64xbf16>) -> tensor<2x32x2x32xbf16>
  %v = "ttir.permute"(%5) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16>
  return %q, %k, %v : tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>
}
func.func @other_format(%x: tensor<64x48xbf16>, %wq: tensor<48x64xbf16> {ttcore.argument_type = #weight, ttcore.weight_dtype = "bfp_bf8"},
                        %wk: tensor<48x64xbf16> {ttcore.argument_type = #weight}, %wv: tensor<48x64xbf16> {ttcore.argument_type = #weight})
    -> (tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>) {
  %0 = "ttir.matmul"(%x, %wq) <{transpose_a = false, transpose_b = false}> : (tensor<64x48xbf16>, tensor<48x64xbf16>) -> tensor<64x64xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<64x64xbf16>) -> tensor<2x32x2x32xbf16>
  %q = "ttir.permute"(%1) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16>
  %2 = "ttir.matmul"(%x, %wk) <{transpose_a = false, transpose_b = false}> : (tensor<64x48xbf16>, tensor<48x64xbf16>) -> tensor<64x64xbf16>
  %3 = "ttir.reshape"(%2) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<64x64xbf16>) -> tensor<2x32x2x32xbf16>
  %k = "ttir.permute"(%3) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16>
  %4 = "ttir.matmul"(%x, %wv) <{transpose_a = false, transpose_b = false}> : (tensor<64x48xbf16>, tensor<48x64xbf16>) -> tensor<64x64xbf16>
  %5 = "ttir.reshape"(%4) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<64x64xbf16>) -> tensor<2x32x2x32xbf16>
  %v = "ttir.permute"(%5) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16>
  return %q, %k, %v : tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>
}

// The product itself is returned too; the values are cut in the middle of heads.
// CHECK-LABEL: func.func @sliced_and_read
// CHECK-NOT: split_query_key_value
// CHECK-LABEL: func.func @cut_in_heads
// CHECK-NOT: split_query_key_value
func.func @sliced_and_read(%x: tensor<2x32x48xbf16>, %w: tensor<48x192xbf16> {ttcore.argument_type = #weight}, %b: tensor<192xbf16> {ttcore.argument_type = #weight})
    -> (tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x32x192xbf16>) {
  %0 = "ttir.linear"(%x, %w, %b) <{transpose_a = false, transpose_b = false}> : (tensor<2x32x48xbf16>, tensor<48x192xbf16>, tensor<192xbf16>) -> tensor<2x32x192xbf16>
  %1 = "ttir.slice_static"(%0) <{begins = [0 : i32, 0 : i32, 0 : i32], ends = [2 : i32, 32 : i32, 64 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x32x192xbf16>) -> tensor<2x32x64xbf16>
  %4 = "ttir.reshape"(%1) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<2x32x64xbf16>) -> tensor<2x32x2x32xbf16>
  %q = "ttir.permute"(%4) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16>
  %2 = "ttir.slice_static"(%0) <{begins = [0 : i32, 0 : i32, 64 : i32], ends = [2 : i32, 32 : i32, 128 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x32x192xbf16>) -> tensor<2x32x64xbf16>
  %5 = "ttir.reshape"(%2) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<2x32x64xbf16>) -> tensor<2x32x2x32xbf16>
  %k = "ttir.permute"(%5) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16>
  %3 = "ttir.slice_static"(%0) <{begins = [0 : i32, 0 : i32, 128 : i32], ends = [2 : i32, 32 : i32, 192 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x32x192xbf16>) -> tensor<2x32x64xbf16>
  %6 = "ttir.reshape"(%3) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<2x32x64xbf16>) -> tensor<2x32x2x32xbf16>
  %v = "ttir.permute"(%6) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16>
  return %q, %k, %v, %0 : tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x32x192xbf16>
}
func.func @cut_in_heads(%x: tensor<2x32x48xbf16>, %w: tensor<48x192xbf16> {ttcore.argument_type = #weight}, %b: tensor<192xbf16> {ttcore.argument_type = #weight})
    -> (tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x2x32x16xbf16>) {
  %0 = "ttir.linear"(%x, %w, %b) <{transpose_a = false, transpose_b = false}> : (tensor<2x32x48xbf16>, tensor<48x192xbf16>, tensor<192xbf16>) -> tensor<2x32x192xbf16>
  %1 = "ttir.slice_static"(%0) <{begins = [0 : i32, 0 : i32, 0 : i32], ends = [2 : i32, 32 : i32, 64 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x32x192xbf16>) -> tensor<2x32x64xbf16>
  %4 = "ttir.reshape"(%1) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<2x32x64xbf16>) -> tensor<2x32x2x32xbf16>
  %q = "ttir.permute"(%4) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16>
  %2 = "ttir.slice_static"(%0) <{begins = [0 : i32, 0 : i32, 64 : i32], ends = [2 : i32, 32 : i32, 128 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x32x192xbf16>) -> tensor<2x32x64xbf16>
  %5 = "ttir.reshape"(%2) <{shape = [2 : i32, 32 : i32, 2 : i32, 32 : i32]}> : (tensor<2x32x64xbf16>) -> tensor<2x32x2x32xbf16>
  %k = "ttir.permute"(%5) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x32xbf16>) -> tensor<2x2x32x32xbf16>
  %3 = "ttir.slice_static"(%0) <{begins = [0 : i32, 0 : i32, 128 : i32], ends = [2 : i32, 32 : i32, 160 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x32x192xbf16>) -> tensor<2x32x32xbf16>
  %6 = "ttir.reshape"(%3) <{shape = [2 : i32, 32 : i32, 2 : i32, 16 : i32]}> : (tensor<2x32x32xbf16>) -> tensor<2x32x2x16xbf16>
  %v = "ttir.permute"(%6) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<2x32x2x16xbf16>) -> tensor<2x2x32x16xbf16>
  return %q, %k, %v : tensor<2x2x32x32xbf16>, tensor<2x2x32x32xbf16>, tensor<2x2x32x16xbf16>
}

// Two tokens of each user; more users than a tile has rows.
// CHECK-LABEL: func.func @two_tokens
// CHECK-NOT: nlp_concat_heads_decode
// CHECK-LABEL: func.func @many_users
// CHECK-NOT: nlp_concat_heads_decode
func.func @two_tokens(%x: tensor<2x4x2x32xbf16>) -> tensor<8x64xbf16> {
  %0 = "ttir.neg"(%x) : (tensor<2x4x2x32xbf16>) -> tensor<2x4x2x32xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [8 : i32, 64 : i32]}> : (tensor<2x4x2x32xbf16>) -> tensor<8x64xbf16>
  return %1 : tensor<8x64xbf16>
}
func.func @many_users(%x: tensor<1x33x2x32xbf16>) -> tensor<33x64xbf16> {
  %0 = "ttir.neg"(%x) : (tensor<1x33x2x32xbf16>) -> tensor<1x33x2x32xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [33 : i32, 64 : i32]}> : (tensor<1x33x2x32xbf16>) -> tensor<33x64xbf16>
  return %1 : tensor<33x64xbf16>
}
