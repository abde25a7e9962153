// RUN: alcove-opt %s --ttir-lowering=optimization-level=2 | FileCheck %s
// RUN: alcove-opt %s --ttir-lowering="optimization-level=2 enable-join-heads=false" | FileCheck %s --check-prefix=OFF
// RUN: alcove-opt %s --ttir-lowering=optimization-level=2 -o %t.once.mlir
// RUN: alcove-opt %t.once.mlir --ttir-lowering=optimization-level=2 | FileCheck %s
// RUN: alcove-run %s --compare=%t.once.mlir | FileCheck %s --check-prefix=SAME
// SAME: result 0: {{.*}} equal
// SAME: result 0: {{.*}} equal as declared

// The heads of 4 users are joined into rows of one tile each, 4x1x2048, which costs the kernel a second move. Once the
// rows have moved together (narrow-rank), the kernel is the cheaper way.
// CHECK-LABEL: func.func @joined
// CHECK: %[[J:.*]] = "ttir.nlp_concat_heads_decode"(%{{.*}}) <{num_heads = 32 : ui32}> : (tensor<1x4x32x64xbf16>) -> tensor<1x1x4x2048xbf16>
// OFF-NOT: nlp_concat_heads_decode
// OFF: return
func.func @joined(%q: tensor<1x4x32x64xbf16>, %k: tensor<4x8x64x64xbf16>, %v: tensor<4x8x64x64xbf16>, %m: tensor<4x1x32x64xbf16>,
                  %w: tensor<2048x512xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %r: tensor<4x1x512xbf16>,
                  %up: tensor<512x2048xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>},
                  %down: tensor<2048x512xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<4x1x512xbf16> {
  %0 = "ttir.scaled_dot_product_attention_decode"(%q, %k, %v, %m) <{is_causal = false, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0, 0>, scale = 0.125 : f32}> : (tensor<1x4x32x64xbf16>, tensor<4x8x64x64xbf16>, tensor<4x8x64x64xbf16>, tensor<4x1x32x64xbf16>) -> tensor<1x4x32x64xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [4 : i32, 1 : i32, 2048 : i32]}> : (tensor<1x4x32x64xbf16>) -> tensor<4x1x2048xbf16>
  %2 = "ttir.matmul"(%1, %w) <{transpose_a = false, transpose_b = false}> : (tensor<4x1x2048xbf16>, tensor<2048x512xbf16>) -> tensor<4x1x512xbf16>
  %3 = "ttir.add"(%2, %r) : (tensor<4x1x512xbf16>, tensor<4x1x512xbf16>) -> tensor<4x1x512xbf16>
  %4 = "ttir.matmul"(%3, %up) <{transpose_a = false, transpose_b = false}> : (tensor<4x1x512xbf16>, tensor<512x2048xbf16>) -> tensor<4x1x2048xbf16>
  %5 = "ttir.silu"(%4) : (tensor<4x1x2048xbf16>) -> tensor<4x1x2048xbf16>
  %6 = "ttir.matmul"(%5, %down) <{transpose_a = false, transpose_b = false}> : (tensor<4x1x2048xbf16>, tensor<2048x512xbf16>) -> tensor<4x1x512xbf16>
  %7 = "ttir.add"(%3, %6) : (tensor<4x1x512xbf16>, tensor<4x1x512xbf16>) -> tensor<4x1x512xbf16>
  return %7 : tensor<4x1x512xbf16>
}
