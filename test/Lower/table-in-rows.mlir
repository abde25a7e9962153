// The table of an embedding lies in rows: of one in tiles the library makes rows, the whole table at every call.
// RUN: alcove-opt %s --ttir-to-ttnn-backend-pipeline="optimization-level=0 mock-system-desc-arch=wormhole_b0" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=HOIST < %t.mlir
// RUN: alcove-opt %s --ttir-to-ttnn-backend-pipeline="optimization-level=2 mock-system-desc-arch=wormhole_b0" | FileCheck %s
// RUN: alcove-run %s --function=tied --compare=%t.mlir | FileCheck %s --check-prefix=EQUAL
// EQUAL: equal

// Nobody else reads it: it is passed in rows.
// CHECK-LABEL: func.func @alone
// CHECK: "ttnn.embedding"({{.*}}, %arg1) : ({{.*}}, tensor<4096x512xbf16, #[[ROWS:ttnn_layout[0-9]*]]>)
func.func @alone(%i: tensor<1x32xui32> {ttcore.argument_type = #ttcore.argument_type<input>}, %t: tensor<4096x512xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x32x512xbf16> {
  %0 = "ttir.embedding"(%i, %t) : (tensor<1x32xui32>, tensor<4096x512xbf16>) -> tensor<1x32x512xbf16>
  return %0 : tensor<1x32x512xbf16>
}

// A product reads it in tiles: rows are made before the run.
// HOIST: func.func private @tied_const_eval_0(%arg0: tensor<512x512xbf16, {{.*}} -> tensor<512x512xbf16, #[[MADE:ttnn_layout[0-9]*]]>
// CHECK-LABEL: func.func @tied
// CHECK: %[[T:.*]] = ttcore.load_cached(@tied_const_eval_0, [%arg1])
// CHECK: "ttnn.embedding"({{.*}}, %[[T]])
// CHECK: "ttnn.matmul"({{.*}}, %arg1)
func.func @tied(%i: tensor<1x32xui32> {ttcore.argument_type = #ttcore.argument_type<input>}, %t: tensor<512x512xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x512xbf16> {
  %0 = "ttir.embedding"(%i, %t) : (tensor<1x32xui32>, tensor<512x512xbf16>) -> tensor<1x32x512xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [32 : i32, 512 : i32]}> : (tensor<1x32x512xbf16>) -> tensor<32x512xbf16>
  %2 = "ttir.matmul"(%1, %t) : (tensor<32x512xbf16>, tensor<512x512xbf16>) -> tensor<32x512xbf16>
  return %2 : tensor<32x512xbf16>
}

// Only as indices, a parameter stays in tiles.
// CHECK-LABEL: func.func @indices
// CHECK: "ttnn.embedding"
func.func @indices(%t: tensor<64x512xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %i: tensor<1x32xui32> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x32x512xbf16> {
  %0 = "ttir.embedding"(%i, %t) : (tensor<1x32xui32>, tensor<64x512xbf16>) -> tensor<1x32x512xbf16>
  return %0 : tensor<1x32x512xbf16>
}
