// RUN: alcove-opt --ttir-to-ttir-decomposition --split-input-file %s | FileCheck %s

// Batch dimension 1 of the left goes first, contracted dimension 0 last: (2, 3, 4) -> (3, 4, 2).
// CHECK-LABEL: @dot_general
// CHECK-NEXT: %[[A:.*]] = "ttir.permute"(%arg0) <{permutation = array<i64: 1, 2, 0>}> : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
// CHECK-NEXT: %[[M:.*]] = "ttir.matmul"(%[[A]], %arg1) {{.*}} -> tensor<3x4x5xf32>
// CHECK-NEXT: return %[[M]]
func.func @dot_general(%a: tensor<2x3x4xf32>, %b: tensor<3x2x5xf32>) -> tensor<3x4x5xf32> {
  %0 = "ttir.dot_general"(%a, %b) <{batch_dims_lhs = array<i64: 1>, batch_dims_rhs = array<i64: 0>, contract_dims_lhs = array<i64: 0>, contract_dims_rhs = array<i64: 1>}> : (tensor<2x3x4xf32>, tensor<3x2x5xf32>) -> tensor<3x4x5xf32>
  return %0 : tensor<3x4x5xf32>
}

// -----

// Two contracted dimensions become one: (2, 3, 4) x (3, 4, 5) over 3 and 4 is (2, 12) x (12, 5).
// CHECK-LABEL: @dot_general_two
// CHECK-DAG: %[[A:.*]] = "ttir.reshape"(%arg0) <{shape = [2 : i32, 12 : i32]}>
// CHECK-DAG: %[[B:.*]] = "ttir.reshape"(%arg1) <{shape = [12 : i32, 5 : i32]}>
// CHECK: "ttir.matmul"(%[[A]], %[[B]])
func.func @dot_general_two(%a: tensor<2x3x4xf32>, %b: tensor<3x4x5xf32>) -> tensor<2x5xf32> {
  %0 = "ttir.dot_general"(%a, %b) <{batch_dims_lhs = array<i64>, batch_dims_rhs = array<i64>, contract_dims_lhs = array<i64: 1, 2>, contract_dims_rhs = array<i64: 0, 1>}> : (tensor<2x3x4xf32>, tensor<3x4x5xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

// Nothing to sum: an outer product is a multiply that broadcasts.
// CHECK-LABEL: @outer_product
// CHECK: "ttir.multiply"(%arg0, %arg1) : (tensor<4x1xf32>, tensor<1x5xf32>) -> tensor<4x5xf32>
func.func @outer_product(%a: tensor<4x1xf32>, %b: tensor<1x5xf32>) -> tensor<4x5xf32> {
  %0 = "ttir.dot_general"(%a, %b) <{batch_dims_lhs = array<i64>, batch_dims_rhs = array<i64>, contract_dims_lhs = array<i64: 1>, contract_dims_rhs = array<i64: 0>}> : (tensor<4x1xf32>, tensor<1x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

// Two transposes of neighbours, (C, H, W) -> (H, C, W) -> (H, W, C), are one permute; back again they are none.
// CHECK-LABEL: @transposes
// CHECK-NEXT: %[[P:.*]] = "ttir.permute"(%arg0) <{permutation = array<i64: 0, 2, 3, 1>}>
// CHECK-NEXT: return %[[P]], %arg0
func.func @transposes(%a: tensor<1x3x8x9xf32>) -> (tensor<1x8x9x3xf32>, tensor<1x3x8x9xf32>) {
  %0 = "ttir.transpose"(%a) <{dim0 = -3 : si32, dim1 = -2 : si32}> : (tensor<1x3x8x9xf32>) -> tensor<1x8x3x9xf32>
  %1 = "ttir.transpose"(%0) <{dim0 = -2 : si32, dim1 = -1 : si32}> : (tensor<1x8x3x9xf32>) -> tensor<1x8x9x3xf32>
  %2 = "ttir.transpose"(%1) <{dim0 = 2 : si32, dim1 = 3 : si32}> : (tensor<1x8x9x3xf32>) -> tensor<1x8x3x9xf32>
  %3 = "ttir.transpose"(%2) <{dim0 = 1 : si32, dim1 = 2 : si32}> : (tensor<1x8x3x9xf32>) -> tensor<1x3x8x9xf32>
  return %1, %3 : tensor<1x8x9x3xf32>, tensor<1x3x8x9xf32>
}

// -----

// CHECK-LABEL: @small_ones
// CHECK-DAG: "ttir.reshape"(%arg0) <{shape = [4 : i32, 6 : i32]}>
// CHECK-DAG: "ttir.slice_static"(%{{.*}}) <{begins = [0 : i32, 2 : i32], ends = [4 : i32, 6 : i32], step = [1 : i32, 2 : i32]}>
func.func @small_ones(%a: tensor<4x1x6xf32>) -> tensor<4x2xf32> {
  %0 = "ttir.squeeze"(%a) <{dim = 1 : si32}> : (tensor<4x1x6xf32>) -> tensor<4x6xf32>
  %1 = "ttir.index"(%0) <{dim = 1 : i32, begin = 2 : i32, end = 6 : i32, step = 2 : i32}> : (tensor<4x6xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}

// -----

// or of 0 and 1 is their maximum, and their minimum.
// CHECK-LABEL: @logical
// CHECK: "ttir.max"(%arg0) <{dim_arg = [1 : i32], keep_dim = false}>
// CHECK: "ttir.min"(%arg0) <{dim_arg = [1 : i32], keep_dim = false}>
func.func @logical(%a: tensor<4x6xbf16>) -> (tensor<4xbf16>, tensor<4xbf16>) {
  %0 = "ttir.reduce_or"(%a) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x6xbf16>) -> tensor<4xbf16>
  %1 = "ttir.reduce_and"(%a) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<4x6xbf16>) -> tensor<4xbf16>
  return %0, %1 : tensor<4xbf16>, tensor<4xbf16>
}

// -----

// 0, 1, 2 along dimension 1 of 2x3x4.
// CHECK-LABEL: @arange
// CHECK-NEXT: %[[A:.*]] = "ttir.arange"() <{arange_dimension = 0 : i64, {{.*}}}> : () -> tensor<3xsi32>
// CHECK-NEXT: %[[S:.*]] = "ttir.reshape"(%[[A]]) <{shape = [1 : i32, 3 : i32, 1 : i32]}>
// CHECK-NEXT: "ttir.broadcast"(%[[S]]) <{broadcast_dimensions = array<i64: 2, 1, 4>}>
func.func @arange() -> tensor<2x3x4xsi32> {
  %0 = "ttir.arange"() <{arange_dimension = 1 : i64, start = 0 : si64, end = 3 : si64, step = 1 : si64}> : () -> tensor<2x3x4xsi32>
  return %0 : tensor<2x3x4xsi32>
}

// -----

// NCHW: permute in, convolve NHWC, permute out. Padding keeps its order here.
// CHECK-LABEL: @nchw
// CHECK-NEXT: %[[X:.*]] = "ttir.permute"(%arg0) <{permutation = array<i64: 0, 2, 3, 1>}>
// CHECK-NEXT: %[[C:.*]] = "ttir.conv2d"(%[[X]], %arg1) {{.*}} padding = array<i32: 1, 0, 1, 0>{{.*}} -> tensor<1x8x8x4xf32>
// CHECK-NEXT: "ttir.permute"(%[[C]]) <{permutation = array<i64: 0, 3, 1, 2>}>
func.func @nchw(%x: tensor<1x3x8x10xf32>, %w: tensor<4x3x3x3xf32>) -> tensor<1x4x8x8xf32> {
  %0 = "ttir.conv2d"(%x, %w) <{batch_dim = 0 : i64, channel_dim = 1 : i64, height_dim = 2 : i64, width_dim = 3 : i64, dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 1, 0, 1, 0>, stride = array<i32: 1, 1>}> : (tensor<1x3x8x10xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x8x8xf32>
  return %0 : tensor<1x4x8x8xf32>
}

// -----

// (x - mean) * s + offset with s = scale / sqrt(variance + 0.5).
// CHECK-LABEL: @batch_norm
// CHECK: %[[E:.*]] = "ttir.full"() <{fill_value = 5.000000e-01 : f32, shape = array<i32: 1, 1, 1, 1>}>
// CHECK: %[[V:.*]] = "ttir.add"(%{{.*}}, %[[E]])
// CHECK: %[[R:.*]] = "ttir.rsqrt"(%[[V]])
// CHECK: %[[S:.*]] = "ttir.multiply"(%{{.*}}, %[[R]])
// CHECK: %[[M:.*]] = "ttir.neg"
// CHECK: %[[D:.*]] = "ttir.add"(%arg0, %[[M]])
// CHECK: %[[X:.*]] = "ttir.multiply"(%[[D]], %[[S]])
// CHECK: "ttir.add"(%[[X]]
func.func @batch_norm(%x: tensor<1x4x8x8xf32>, %s: tensor<4xf32>, %o: tensor<4xf32>, %m: tensor<4xf32>, %v: tensor<4xf32>) -> tensor<1x4x8x8xf32> {
  %0 = "ttir.batch_norm_inference"(%x, %s, %o, %m, %v) <{dimension = 1 : i32, epsilon = 0.5 : f32}> : (tensor<1x4x8x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4x8x8xf32>
  return %0 : tensor<1x4x8x8xf32>
}

// -----

// argmax over both dimensions of 4x6 counts 0..23.
// CHECK-LABEL: @argmax
// CHECK-NEXT: %[[F:.*]] = "ttir.reshape"(%arg0) <{shape = [24 : i32]}>
// CHECK-NEXT: %[[A:.*]] = "ttir.argmax"(%[[F]]) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<24xf32>) -> tensor<si32>
// CHECK-NEXT: "ttir.reshape"(%[[A]]) <{shape = [1 : i32, 1 : i32]}>
func.func @argmax(%a: tensor<4x6xf32>) -> tensor<1x1xsi32> {
  %0 = "ttir.argmax"(%a) <{dim_arg = [0 : i32, 1 : i32], keep_dim = true}> : (tensor<4x6xf32>) -> tensor<1x1xsi32>
  return %0 : tensor<1x1xsi32>
}

// -----

// Rows of a 5x8 table by indices 3x1: an embedding.
// CHECK-LABEL: @gather_rows
// CHECK: %[[I:.*]] = "ttir.reshape"(%arg1) <{shape = [1 : i32, 3 : i32]}>
// CHECK: %[[U:.*]] = "ttir.typecast"(%[[I]]) {{.*}} -> tensor<1x3xui32>
// CHECK: %[[E:.*]] = "ttir.embedding"(%[[U]], %arg0) : {{.*}} -> tensor<1x3x8xf32>
// CHECK: "ttir.reshape"(%[[E]]) <{shape = [3 : i32, 8 : i32]}>
func.func @gather_rows(%t: tensor<5x8xf32>, %i: tensor<3x1xsi32>) -> tensor<3x8xf32> {
  %0 = "ttir.gather"(%t, %i) <{offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0>, operand_batching_dims = array<i64>, start_indices_batching_dims = array<i64>, start_index_map = array<i64: 0>, index_vector_dim = 1 : si64, slice_sizes = array<i64: 1, 8>, indices_are_sorted = false}> : (tensor<5x8xf32>, tensor<3x1xsi32>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}

// -----

// The library's embedding has no table of integers: each column is gathered along the rows.
// CHECK-LABEL: @gather_rows_of_integers
// CHECK: %[[U:.*]] = "ttir.typecast"({{.*}}) {{.*}} -> tensor<1x3xui32>
// CHECK: %[[C:.*]] = "ttir.reshape"(%[[U]]) <{shape = [3 : i32, 1 : i32]}>
// CHECK: %[[B:.*]] = "ttir.broadcast"(%[[C]]) {{.*}} -> tensor<3x8xui32>
// CHECK: "ttir.gather"(%arg0, %[[B]]) <{dim = 0 : i32}> : {{.*}} -> tensor<3x8xsi32>
// CHECK-NOT: ttir.embedding
func.func @gather_rows_of_integers(%t: tensor<5x8xsi32>, %i: tensor<3x1xsi32>) -> tensor<3x8xsi32> {
  %0 = "ttir.gather"(%t, %i) <{offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0>, operand_batching_dims = array<i64>, start_indices_batching_dims = array<i64>, start_index_map = array<i64: 0>, index_vector_dim = 1 : si64, slice_sizes = array<i64: 1, 8>, indices_are_sorted = false}> : (tensor<5x8xsi32>, tensor<3x1xsi32>) -> tensor<3x8xsi32>
  return %0 : tensor<3x8xsi32>
}

// -----

// One column of integers lies along a row; a reverse picks rows the same way.
// CHECK-LABEL: @reverse_integers
// CHECK: "ttir.gather"({{.*}}) <{dim = 1 : i32}> : (tensor<1x8xsi32>, tensor<1x8xui32>) -> tensor<1x8xsi32>
// CHECK-NOT: ttir.embedding
func.func @reverse_integers(%t: tensor<8xsi32>) -> tensor<8xsi32> {
  %0 = "ttir.reverse"(%t) <{dimensions = array<i64: 0>}> : (tensor<8xsi32>) -> tensor<8xsi32>
  return %0 : tensor<8xsi32>
}

// -----

// Positions of 8 bits number rows up to 399: they are multiplied in 32 bits.
// CHECK-LABEL: @gather_by_bytes
// CHECK: "ttir.typecast"(%arg1) {{.*}} -> tensor<6x2xsi32>
// CHECK: "ttir.multiply"({{.*}} -> tensor<6xsi32>
func.func @gather_by_bytes(%t: tensor<20x20x3xf32>, %i: tensor<6x2xui8>) -> tensor<6x3xf32> {
  %0 = "ttir.gather"(%t, %i) <{offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0, 1>, operand_batching_dims = array<i64>, start_indices_batching_dims = array<i64>, start_index_map = array<i64: 0, 1>, index_vector_dim = 1 : si64, slice_sizes = array<i64: 1, 1, 3>, indices_are_sorted = false}> : (tensor<20x20x3xf32>, tensor<6x2xui8>) -> tensor<6x3xf32>
  return %0 : tensor<6x3xf32>
}

// -----

// A constant of one value is a fill, whatever it is reshaped to.
// CHECK-LABEL: @splat
// CHECK-NEXT: "ttir.full"() <{fill_value = 0xFF800000 : f32, shape = array<i32: 6>}>
func.func @splat() -> tensor<6xbf16> {
  %0 = "ttir.constant"() <{value = dense<0xFF80> : tensor<2x3xbf16>}> : () -> tensor<2x3xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [6 : i32]}> : (tensor<2x3xbf16>) -> tensor<6xbf16>
  return %1 : tensor<6xbf16>
}

// -----

// Windows of 2 x 4 that start in rows: an embedding of the first 4 columns by the starts, clamped, plus (0, 1).
// CHECK-LABEL: @gather_windows
// CHECK-DAG: %[[T:.*]] = "ttir.slice_static"(%arg0) <{begins = [0 : i32, 0 : i32], ends = [5 : i32, 4 : i32]
// CHECK-DAG: %[[S:.*]] = "ttir.reshape"(%arg1) <{shape = [3 : i32, 1 : i32]}>
// CHECK-DAG: %[[C:.*]] = "ttir.clamp_scalar"({{.*}}) <{max = 3 : i32, min = 0 : i32}>
// CHECK-DAG: "ttir.arange"() <{arange_dimension = 0 : i64, end = 2 : si64, start = 0 : si64, step = 1 : si64}>
// CHECK: "ttir.add"(%{{.*}}, %{{.*}}) : (tensor<3x1xsi32>, tensor<1x2xsi32>) -> tensor<3x2xsi32>
// CHECK: %[[E:.*]] = "ttir.embedding"(%{{.*}}, %[[T]]) : {{.*}} -> tensor<1x6x4xf32>
// CHECK: "ttir.reshape"(%[[E]]) <{shape = [3 : i32, 2 : i32, 4 : i32]}>
func.func @gather_windows(%t: tensor<5x8xf32>, %i: tensor<1x3xsi32>) -> tensor<3x2x4xf32> {
  %0 = "ttir.gather"(%t, %i) <{offset_dims = array<i64: 1, 2>, collapsed_slice_dims = array<i64>, operand_batching_dims = array<i64>, start_indices_batching_dims = array<i64>, start_index_map = array<i64: 0>, index_vector_dim = 0 : si64, slice_sizes = array<i64: 2, 4>, indices_are_sorted = false}> : (tensor<5x8xf32>, tensor<1x3xsi32>) -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}

// -----

// A slice whose start is known at run time only.
// CHECK-LABEL: @gather_one_window
// CHECK: "ttir.embedding"({{.*}}) : (tensor<1x4xui32>, tensor<32x384xf32>) -> tensor<1x4x384xf32>
func.func @gather_one_window(%t: tensor<6x32x64xf32>, %i: tensor<3xsi32>) -> tensor<6x4x64xf32> {
  %0 = "ttir.gather"(%t, %i) <{offset_dims = array<i64: 0, 1, 2>, collapsed_slice_dims = array<i64>, operand_batching_dims = array<i64>, start_indices_batching_dims = array<i64>, start_index_map = array<i64: 0, 1, 2>, index_vector_dim = 0 : si64, slice_sizes = array<i64: 6, 4, 64>, indices_are_sorted = false}> : (tensor<6x32x64xf32>, tensor<3xsi32>) -> tensor<6x4x64xf32>
  return %0 : tensor<6x4x64xf32>
}

// -----

// Rows of each of 4 tables: the number of the table times 7 is added to the row.
// CHECK-LABEL: @gather_of_batches
// CHECK: "ttir.arange"() <{arange_dimension = 0 : i64, end = 28 : si64, start = 0 : si64, step = 7 : si64}>
// CHECK: "ttir.embedding"({{.*}}) : (tensor<1x12xui32>, tensor<28x5xf32>) -> tensor<1x12x5xf32>
func.func @gather_of_batches(%t: tensor<4x7x5xf32>, %i: tensor<4x3x1xsi32>) -> tensor<4x3x5xf32> {
  %0 = "ttir.gather"(%t, %i) <{offset_dims = array<i64: 2>, collapsed_slice_dims = array<i64: 1>, operand_batching_dims = array<i64: 0>, start_indices_batching_dims = array<i64: 0>, start_index_map = array<i64: 1>, index_vector_dim = 2 : si64, slice_sizes = array<i64: 1, 1, 5>, indices_are_sorted = false}> : (tensor<4x7x5xf32>, tensor<4x3x1xsi32>) -> tensor<4x3x5xf32>
  return %0 : tensor<4x3x5xf32>
}

// -----

// New positions of a cache: rows of 32 elements at 16 positions.
// CHECK-LABEL: @scatter_positions
// CHECK: "ttir.permute"(%arg0) <{permutation = array<i64: 2, 0, 1, 3>}>
// CHECK: "ttir.scatter"({{.*}}) <{dim = 0 : si32}> : (tensor<16x32xf32>, tensor<3x32xsi32>, tensor<3x32xf32>) -> tensor<16x32xf32>
func.func @scatter_positions(%t: tensor<1x4x16x8xf32>, %u: tensor<1x4x3x8xf32>) -> tensor<1x4x16x8xf32> {
  %i = "ttir.constant"() <{value = dense<[[2], [9], [5]]> : tensor<3x1xsi32>}> : () -> tensor<3x1xsi32>
  %0 = "ttir.scatter"(%t, %i, %u) <{update_window_dims = array<i32: 0, 1, 3>, inserted_window_dims = array<i32: 2>, scatter_dims_to_operand_dims = array<i32: 2>, index_vector_dim = 1 : i32}> : (tensor<1x4x16x8xf32>, tensor<3x1xsi32>, tensor<1x4x3x8xf32>) -> tensor<1x4x16x8xf32>
  return %0 : tensor<1x4x16x8xf32>
}

// -----

// A block written at (3, 2): its 2 x 4 elements are rows of one element each.
// CHECK-LABEL: @scatter_block
// CHECK: "ttir.scatter"({{.*}}) <{dim = 1 : si32}> : (tensor<1x48xf32>, tensor<1x8xsi32>, tensor<1x8xf32>) -> tensor<1x48xf32>
func.func @scatter_block(%t: tensor<6x8xf32>, %u: tensor<2x4xf32>) -> tensor<6x8xf32> {
  %i = "ttir.constant"() <{value = dense<[3, 2]> : tensor<2xsi32>}> : () -> tensor<2xsi32>
  %0 = "ttir.scatter"(%t, %i, %u) <{update_window_dims = array<i32: 0, 1>, inserted_window_dims = array<i32>, scatter_dims_to_operand_dims = array<i32: 0, 1>, index_vector_dim = 0 : i32}> : (tensor<6x8xf32>, tensor<2xsi32>, tensor<2x4xf32>) -> tensor<6x8xf32>
  return %0 : tensor<6x8xf32>
}

// -----

// A slice of what was padded, without padding, is one of what was there before; a near miss takes some.
// CHECK-LABEL: @slices_of_padded
// CHECK-NEXT: %[[P:.*]] = "ttir.pad"(%arg0)
// CHECK-NEXT: %[[S:.*]] = "ttir.slice_static"(%arg0) <{begins = [1 : i32, 0 : i32], ends = [3 : i32, 4 : i32], step = [2 : i32, 1 : i32]}> : (tensor<3x5xf32>) -> tensor<1x4xf32>
// CHECK-NEXT: %[[Q:.*]] = "ttir.slice_static"(%[[P]])
// CHECK-NEXT: return %arg0, %[[S]], %[[Q]]
func.func @slices_of_padded(%x: tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<1x4xf32>, tensor<3x6xf32>) {
  %0 = "ttir.pad"(%x) <{padding = array<i32: 1, 28, 0, 27>, value = 7.0 : f32}> : (tensor<3x5xf32>) -> tensor<32x32xf32>
  %1 = "ttir.slice_static"(%0) <{begins = [1 : i32, 0 : i32], ends = [4 : i32, 5 : i32], step = [1 : i32, 1 : i32]}> : (tensor<32x32xf32>) -> tensor<3x5xf32>
  %2 = "ttir.slice_static"(%0) <{begins = [2 : i32, 0 : i32], ends = [4 : i32, 4 : i32], step = [2 : i32, 1 : i32]}> : (tensor<32x32xf32>) -> tensor<1x4xf32>
  %3 = "ttir.slice_static"(%0) <{begins = [1 : i32, 0 : i32], ends = [4 : i32, 6 : i32], step = [1 : i32, 1 : i32]}> : (tensor<32x32xf32>) -> tensor<3x6xf32>
  return %1, %2, %3 : tensor<3x5xf32>, tensor<1x4xf32>, tensor<3x6xf32>
}

// -----

// The library's remainder has the sign of the divisor: of sizes it is that of TTIR, whose sign is the dividend's. What is
// not negative is its own size.
// CHECK-LABEL: @remainders
// CHECK-DAG: %[[SIX:.*]] = "ttir.full"() <{fill_value = 6.0{{.*}} : f32, shape
// CHECK-DAG: %[[SIZE:.*]] = "ttir.abs"(%arg0)
// CHECK: %[[REST:.*]] = "ttir.remainder"(%[[SIZE]], %[[SIX]])
// CHECK-DAG: %[[SIGN:.*]] = "ttir.sign"(%arg0)
// CHECK: %[[FIRST:.*]] = "ttir.multiply"(%[[SIGN]], %[[REST]])
// CHECK: %[[UNSIGNED:.*]] = "ttir.remainder"(%arg1, %arg1)
// CHECK: %[[PLAIN:.*]] = "ttir.remainder"({{.*}}, {{.*}}) : (tensor<4x8xf32>
// CHECK-NOT: "ttir.sign"
// CHECK: return %[[FIRST]], %[[UNSIGNED]], %[[PLAIN]]
func.func @remainders(%a: tensor<4x8xf32>, %u: tensor<4x8xui32>) -> (tensor<4x8xf32>, tensor<4x8xui32>, tensor<4x8xf32>) {
  %six = "ttir.full"() <{shape = array<i32: 4, 8>, fill_value = -6.0 : f32}> : () -> tensor<4x8xf32>
  %0 = "ttir.remainder"(%a, %six) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "ttir.remainder"(%u, %u) : (tensor<4x8xui32>, tensor<4x8xui32>) -> tensor<4x8xui32>
  %two = "ttir.full"() <{shape = array<i32: 4, 8>, fill_value = 2.0 : f32}> : () -> tensor<4x8xf32>
  %2 = "ttir.exp"(%a) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = "ttir.remainder"(%2, %two) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0, %1, %3 : tensor<4x8xf32>, tensor<4x8xui32>, tensor<4x8xf32>
}
