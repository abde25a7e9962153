// RUN: alcove-opt --ttcore-register-device --ttir-narrow-rank-by-price %s -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: alcove-opt --ttcore-register-device --ttir-narrow-rank %s | FileCheck %s --check-prefix=CYCLES
// RUN: alcove-run %s --function=token_ids --compare=%t.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=token_ids --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=windows --compare=%t.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=windows --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=folded_matrices --compare=%t.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=folded_matrices --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=two_readers --compare=%t.mlir | FileCheck %s --check-prefix=EQUAL
// EQUAL: result 0: {{.*}} equal

#input = #ttcore.argument_type<input>
#weight = #ttcore.argument_type<parameter>

// An input lies in rows: 96 rows of 32 fill their tiles, which are cheap to make and to take apart.
// CHECK-LABEL: @token_ids
// CHECK: %[[V:.*]] = "ttir.reshape"(%arg0) {{.*}} -> tensor<96x32xsi32>
// CHECK-NEXT: %[[T:.*]] = "ttir.typecast"(%[[V]]) {{.*}} -> tensor<96x32xui32>
// CHECK-NEXT: %[[I:.*]] = "ttir.reshape"(%[[T]]) {{.*}} -> tensor<1x3072xui32>
// CHECK-NEXT: "ttir.embedding"(%[[I]], %arg1)
// CYCLES-LABEL: @token_ids
// CYCLES-NEXT: "ttir.typecast"(%arg0)
func.func @token_ids(%ids: tensor<8x384xsi32> {ttcore.argument_type = #input},
                     %table: tensor<64x64xbf16> {ttcore.argument_type = #weight}) -> tensor<1x3072x64xbf16> {
  %0 = "ttir.typecast"(%ids) : (tensor<8x384xsi32>) -> tensor<8x384xui32>
  %1 = "ttir.reshape"(%0) <{shape = [1 : i32, 3072 : i32]}> : (tensor<8x384xui32>) -> tensor<1x3072xui32>
  %2 = "ttir.embedding"(%1, %table) : (tensor<1x3072xui32>, tensor<64x64xbf16>) -> tensor<1x3072x64xbf16>
  return %2 : tensor<1x3072x64xbf16>
}

// 616 ids fill no tile, and 22 rows of 28 lie in one where 8 rows of 77 take three.
// CHECK-LABEL: @few_ids
// CHECK: "ttir.typecast"({{.*}} -> tensor<22x28xui32>
func.func @few_ids(%ids: tensor<8x77xsi32> {ttcore.argument_type = #input},
                   %table: tensor<64x64xbf16> {ttcore.argument_type = #weight}) -> tensor<1x616x64xbf16> {
  %0 = "ttir.typecast"(%ids) : (tensor<8x77xsi32>) -> tensor<8x77xui32>
  %1 = "ttir.reshape"(%0) <{shape = [1 : i32, 616 : i32]}> : (tensor<8x77xui32>) -> tensor<1x616xui32>
  %2 = "ttir.embedding"(%1, %table) : (tensor<1x616xui32>, tensor<64x64xbf16>) -> tensor<1x616x64xbf16>
  return %2 : tensor<1x616x64xbf16>
}

// A near miss: 8 rows of 73 lie on three tiles in whatever shape.
// CHECK-LABEL: @prime_ids
// CHECK: "ttir.typecast"({{.*}} -> tensor<8x73xui32>
func.func @prime_ids(%ids: tensor<8x73xsi32> {ttcore.argument_type = #input},
                     %table: tensor<64x64xbf16> {ttcore.argument_type = #weight}) -> tensor<1x584x64xbf16> {
  %0 = "ttir.typecast"(%ids) : (tensor<8x73xsi32>) -> tensor<8x73xui32>
  %1 = "ttir.reshape"(%0) <{shape = [1 : i32, 584 : i32]}> : (tensor<8x73xui32>) -> tensor<1x584xui32>
  %2 = "ttir.embedding"(%1, %table) : (tensor<1x584xui32>, tensor<64x64xbf16>) -> tensor<1x584x64xbf16>
  return %2 : tensor<1x584x64xbf16>
}

// Both readers of an input change together: either alone would leave the other to tilize a row.
// CHECK-LABEL: @two_readers
// CHECK: %[[R:.*]] = "ttir.reshape"(%arg0) {{.*}} -> tensor<32x32xsi32>
// CHECK: "ttir.add"(%[[R]], {{.*}} -> tensor<32x32xsi32>
// CHECK: "ttir.typecast"({{.*}} -> tensor<32x32xf32>
func.func @two_readers(%x: tensor<1024xsi32> {ttcore.argument_type = #input},
                       %one: tensor<1xsi32> {ttcore.argument_type = #weight}) -> (tensor<1024xsi32>, tensor<1x1x1024xf32>) {
  %0 = "ttir.add"(%x, %one) : (tensor<1024xsi32>, tensor<1xsi32>) -> tensor<1024xsi32>
  %1 = "ttir.reshape"(%x) <{shape = [1 : i32, 1 : i32, 1024 : i32]}> : (tensor<1024xsi32>) -> tensor<1x1x1024xsi32>
  %2 = "ttir.typecast"(%1) : (tensor<1x1x1024xsi32>) -> tensor<1x1x1024xf32>
  return %0, %2 : tensor<1024xsi32>, tensor<1x1x1024xf32>
}

// A result leaves as tiles or in rows, whichever is less: of 49 rows, padded to 64, nothing is moved at the end.
// CHECK-LABEL: @padded_result
// CHECK: "ttir.matmul"({{.*}} -> tensor<8x49x768xbf16>
// CHECK-NEXT: return
func.func @padded_result(%x: tensor<8x49x1536xbf16> {ttcore.argument_type = #input},
                         %w: tensor<1536x768xbf16> {ttcore.argument_type = #weight}) -> tensor<8x49x768xbf16> {
  %0 = "ttir.reshape"(%x) <{shape = [392 : i32, 1536 : i32]}> : (tensor<8x49x1536xbf16>) -> tensor<392x1536xbf16>
  %1 = "ttir.matmul"(%0, %w) <{transpose_a = false, transpose_b = false}> : (tensor<392x1536xbf16>, tensor<1536x768xbf16>) -> tensor<392x768xbf16>
  %2 = "ttir.reshape"(%1) <{shape = [8 : i32, 49 : i32, 768 : i32]}> : (tensor<392x768xbf16>) -> tensor<8x49x768xbf16>
  return %2 : tensor<8x49x768xbf16>
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

// Kernels fold several matrices on the left into one. Rows of 197 are padded to 224, which costs less than two reshapes.
// CHECK-LABEL: @folded_matrices
// CHECK: "ttir.matmul"({{.*}} : (tensor<8x197x768xbf16>, tensor<768x768xbf16>) -> tensor<8x197x768xbf16>
// CHECK-NOT: "ttir.reshape"
// CHECK: return
func.func @folded_matrices(%x: tensor<8x197x768xbf16> {ttcore.argument_type = #input},
                           %w: tensor<768x768xbf16> {ttcore.argument_type = #weight}) -> tensor<8x197x768xbf16> {
  %0 = "ttir.softmax"(%x) <{dimension = 1 : si32, numericStable = false}> : (tensor<8x197x768xbf16>) -> tensor<8x197x768xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [1576 : i32, 768 : i32]}> : (tensor<8x197x768xbf16>) -> tensor<1576x768xbf16>
  %2 = "ttir.matmul"(%1, %w) <{transpose_a = false, transpose_b = false}> : (tensor<1576x768xbf16>, tensor<768x768xbf16>) -> tensor<1576x768xbf16>
  %3 = "ttir.reshape"(%2) <{shape = [8 : i32, 197 : i32, 768 : i32]}> : (tensor<1576x768xbf16>) -> tensor<8x197x768xbf16>
  %4 = "ttir.softmax"(%3) <{dimension = 1 : si32, numericStable = false}> : (tensor<8x197x768xbf16>) -> tensor<8x197x768xbf16>
  return %4 : tensor<8x197x768xbf16>
}

// A near miss: 64 matrices of 7 rows would be four times as many tiles.
// CHECK-LABEL: @much_padding
// CHECK: "ttir.matmul"({{.*}} : (tensor<448x768xbf16>, tensor<768x768xbf16>) -> tensor<448x768xbf16>
func.func @much_padding(%x: tensor<64x7x768xbf16> {ttcore.argument_type = #input},
                        %w: tensor<768x768xbf16> {ttcore.argument_type = #weight}) -> tensor<64x7x768xbf16> {
  %0 = "ttir.softmax"(%x) <{dimension = 1 : si32, numericStable = false}> : (tensor<64x7x768xbf16>) -> tensor<64x7x768xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [448 : i32, 768 : i32]}> : (tensor<64x7x768xbf16>) -> tensor<448x768xbf16>
  %2 = "ttir.matmul"(%1, %w) <{transpose_a = false, transpose_b = false}> : (tensor<448x768xbf16>, tensor<768x768xbf16>) -> tensor<448x768xbf16>
  %3 = "ttir.reshape"(%2) <{shape = [64 : i32, 7 : i32, 768 : i32]}> : (tensor<448x768xbf16>) -> tensor<64x7x768xbf16>
  %4 = "ttir.softmax"(%3) <{dimension = 1 : si32, numericStable = false}> : (tensor<64x7x768xbf16>) -> tensor<64x7x768xbf16>
  return %4 : tensor<64x7x768xbf16>
}
