// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=1" --mlir-print-local-scope %s | FileCheck %s
// RUN: alcove-opt --ttir-to-ttnn-backend-pipeline="optimization-level=1 enable-row-major-moves=false" --mlir-print-local-scope %s | FileCheck %s --check-prefix=OFF

// Logits: 32x1x4096 has 4096 tiles, 32x4096 has 128. They are untilized before the reshape, which is a view of rows,
// and returned as rows; the argmax reads the same rows.
// CHECK-LABEL: func.func @logits
// CHECK: %[[M:.*]] = "ttnn.matmul"
// CHECK: %[[ROWS:.*]] = "ttnn.to_layout"(%[[M]]) {{.*}} -> tensor<32x4096xbf16, {{.*}}memref<32x4096xbf16, #ttnn.buffer_type<dram>>
// CHECK-NOT: "ttnn.to_layout"
// CHECK: %[[V:.*]] = "ttnn.reshape"(%[[ROWS]]){{.*}} -> tensor<32x1x4096xbf16, {{.*}}memref<32x4096xbf16, #ttnn.buffer_type<dram>>
// CHECK: %[[A:.*]] = "ttnn.argmax"(%[[ROWS]])
// CHECK: return %[[V]], {{.*}} : tensor<32x1x4096xbf16, {{.*}}memref<32x4096xbf16, #ttnn.buffer_type<dram>>, <interleaved>>>, tensor<32x1xsi32,
// OFF-LABEL: func.func @logits
// OFF: "ttnn.reshape"({{.*}} -> tensor<32x1x4096xbf16, {{.*}}memref<{{.*}}!ttcore.tile<32x32, bf16>
func.func @logits(%x: tensor<32x64xbf16>, %w: tensor<64x4096xbf16>) -> (tensor<32x1x4096xbf16>, tensor<32x1xsi32>) {
  %0 = "ttir.matmul"(%x, %w) <{transpose_a = false, transpose_b = false}> : (tensor<32x64xbf16>, tensor<64x4096xbf16>) -> tensor<32x4096xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [32 : i32, 1 : i32, 4096 : i32]}> : (tensor<32x4096xbf16>) -> tensor<32x1x4096xbf16>
  %2 = "ttir.argmax"(%0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x4096xbf16>) -> tensor<32x1xsi32>
  return %1, %2 : tensor<32x1x4096xbf16>, tensor<32x1xsi32>
}

// Near miss: both shapes are whole tiles, so that the reshape is a view of tiles too; nothing is untilized.
// CHECK-LABEL: func.func @whole_tiles
// CHECK-NOT: "ttnn.to_layout"
// CHECK: return {{.*}}!ttcore.tile<32x32, bf16>
func.func @whole_tiles(%x: tensor<64x64xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %w: tensor<64x64xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %y: tensor<64x64xbf16>) -> tensor<2x32x64xbf16> {
  %0 = "ttir.matmul"(%y, %w) <{transpose_a = false, transpose_b = false}> : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [2 : i32, 32 : i32, 64 : i32]}> : (tensor<64x64xbf16>) -> tensor<2x32x64xbf16>
  return %1 : tensor<2x32x64xbf16>
}

// A row that fills no tiles becomes tiles by way of whole ones: its 25 tiles would be made by one core, with a barrier for
// each row of padding.
// CHECK-LABEL: func.func @one_row
// CHECK: %[[P:.*]] = "ttnn.pad"(%arg0) <{padding = array<i32: 0, 31, 0, 16>,{{.*}} -> tensor<32x800xbf16, {{.*}}memref<32x800xbf16, #ttnn.buffer_type<dram>>
// CHECK: %[[T:.*]] = "ttnn.to_layout"(%[[P]]) {{.*}} -> tensor<32x800xbf16, {{.*}}!ttcore.tile<32x32, bf16>
// CHECK: %[[C:.*]] = "ttnn.slice_static"(%[[T]]) <{begins = [0 : i32, 0 : i32], ends = [1 : i32, 784 : i32]{{.*}} -> tensor<1x784xbf16, {{.*}}!ttcore.tile<32x32, bf16>
// CHECK: "ttnn.matmul"(%[[C]],
// OFF-LABEL: func.func @one_row
// OFF-NOT: "ttnn.pad"
// OFF: "ttnn.matmul"
func.func @one_row(%x: tensor<1x784xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %w: tensor<784x128xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x128xbf16> {
  %0 = "ttir.matmul"(%x, %w) <{transpose_a = false, transpose_b = false}> : (tensor<1x784xbf16>, tensor<784x128xbf16>) -> tensor<1x128xbf16>
  return %0 : tensor<1x128xbf16>
}

// Near miss: of 1024 rows the padding of columns is less work than moving all of them twice.
// CHECK-LABEL: func.func @many_rows
// CHECK-NOT: "ttnn.pad"
// CHECK: "ttnn.to_layout"(%arg0) {{.*}} -> tensor<1024x72xbf16, {{.*}}!ttcore.tile<32x32, bf16>
func.func @many_rows(%x: tensor<1024x72xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %w: tensor<72x128xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1024x128xbf16> {
  %0 = "ttir.matmul"(%x, %w) <{transpose_a = false, transpose_b = false}> : (tensor<1024x72xbf16>, tensor<72x128xbf16>) -> tensor<1024x128xbf16>
  return %0 : tensor<1024x128xbf16>
}

// Parts that products make in shards of whole tiles become rows where they lie, and are joined as rows, which are wanted.
// CHECK-LABEL: func.func @parts
// CHECK-DAG: %[[A:.*]] = "ttnn.to_layout"({{.*}} -> tensor<32x32768xbf16, {{.*}}memref<32x32768xbf16, #ttnn.buffer_type<dram>>
// CHECK-DAG: %[[B:.*]] = "ttnn.to_layout"({{.*}} -> tensor<32x32768xbf16, {{.*}}memref<32x32768xbf16, #ttnn.buffer_type<dram>>
// CHECK: %[[J:.*]] = "ttnn.concat"(%[[A]], %[[B]]){{.*}} -> tensor<32x65536xbf16, {{.*}}memref<32x65536xbf16, #ttnn.buffer_type<dram>>
// CHECK: "ttnn.reshape"(%[[J]])
func.func @parts(%x: tensor<32x64xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %w: tensor<64x32768xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %v: tensor<64x32768xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x1x65536xbf16> {
  %0 = "ttir.matmul"(%x, %w) <{transpose_a = false, transpose_b = false}> : (tensor<32x64xbf16>, tensor<64x32768xbf16>) -> tensor<32x32768xbf16>
  %1 = "ttir.matmul"(%x, %v) <{transpose_a = false, transpose_b = false}> : (tensor<32x64xbf16>, tensor<64x32768xbf16>) -> tensor<32x32768xbf16>
  %2 = "ttir.concat"(%0, %1) <{dim = 1 : si32}> : (tensor<32x32768xbf16>, tensor<32x32768xbf16>) -> tensor<32x65536xbf16>
  %3 = "ttir.reshape"(%2) <{shape = [32 : i32, 1 : i32, 65536 : i32]}> : (tensor<32x65536xbf16>) -> tensor<32x1x65536xbf16>
  return %3 : tensor<32x1x65536xbf16>
}
