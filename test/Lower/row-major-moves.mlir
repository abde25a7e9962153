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
