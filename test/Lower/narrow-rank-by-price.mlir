// RUN: alcove-opt --ttcore-register-device --ttir-narrow-rank-by-price %s -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: alcove-opt --ttcore-register-device --ttir-narrow-rank %s | FileCheck %s --check-prefix=CYCLES
// RUN: alcove-run %s --function=token_ids --compare=%t.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=token_ids --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=windows --compare=%t.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=windows --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// EQUAL: result 0: {{.*}} equal

#input = #ttcore.argument_type<input>
#weight = #ttcore.argument_type<parameter>

// An input lies in rows: as one row of 3072 it is tilized for a fifth of what 8 rows of 384 take, and a view before.
// CHECK-LABEL: @token_ids
// CHECK: %[[V:.*]] = "ttir.reshape"(%arg0) {{.*}} -> tensor<1x3072xsi32>
// CHECK-NEXT: %[[T:.*]] = "ttir.typecast"(%[[V]]) {{.*}} -> tensor<1x3072xui32>
// CHECK-NEXT: "ttir.embedding"(%[[T]], %arg1)
// CYCLES-LABEL: @token_ids
// CYCLES-NEXT: "ttir.typecast"(%arg0)
func.func @token_ids(%ids: tensor<8x384xsi32> {ttcore.argument_type = #input},
                     %table: tensor<64x64xbf16> {ttcore.argument_type = #weight}) -> tensor<1x3072x64xbf16> {
  %0 = "ttir.typecast"(%ids) : (tensor<8x384xsi32>) -> tensor<8x384xui32>
  %1 = "ttir.reshape"(%0) <{shape = [1 : i32, 3072 : i32]}> : (tensor<8x384xui32>) -> tensor<1x3072xui32>
  %2 = "ttir.embedding"(%1, %table) : (tensor<1x3072xui32>, tensor<64x64xbf16>) -> tensor<1x3072x64xbf16>
  return %2 : tensor<1x3072x64xbf16>
}

// A near miss: slices may take their rows from untilized tiles, so that the norm does not take theirs.
// CHECK-LABEL: @windows
// CHECK: %[[N:.*]] = "ttir.layer_norm"{{.*}} -> tensor<3136x96xbf16>
// CHECK: "ttir.reshape"(%[[N]]) {{.*}} -> tensor<1x56x56x96xbf16>
func.func @windows(%x: tensor<1x3136x96xbf16> {ttcore.argument_type = #input},
                   %w: tensor<96xbf16> {ttcore.argument_type = #weight}) -> tensor<1x53x56x96xbf16> {
  %0 = "ttir.layer_norm"(%x, %w) <{epsilon = 1.000000e-05 : f32, normalized_shape = array<i64: 96>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<1x3136x96xbf16>, tensor<96xbf16>) -> tensor<1x3136x96xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [1 : i32, 56 : i32, 56 : i32, 96 : i32]}> : (tensor<1x3136x96xbf16>) -> tensor<1x56x56x96xbf16>
  %2 = "ttir.slice_static"(%1) <{begins = [0 : i32, 3 : i32, 0 : i32, 0 : i32], ends = [1 : i32, 56 : i32, 56 : i32, 96 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x56x56x96xbf16>) -> tensor<1x53x56x96xbf16>
  return %2 : tensor<1x53x56x96xbf16>
}
