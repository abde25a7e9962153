// Logits of a decoding step: weights too wide for one shard per DRAM bank are read by parts.
// RUN: alcove-opt %s --ttir-lowering="optimization-level=2 mock-system-desc-arch=wormhole_b0" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: alcove-opt %s --ttir-lowering="optimization-level=2 mock-system-desc-arch=wormhole_b0 enable-product-by-columns=false" | FileCheck %s --check-prefix=OFF
// RUN: alcove-run %s --function=logits --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=with_bias --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
// EQUAL: result 0: {{.*}}equal

// CHECK-LABEL: func.func @logits
// CHECK: %[[W:.*]] = "ttir.slice_static"(%arg1) <{begins = [0 : i32, 0 : i32]
// CHECK: %[[P:.*]] = "ttir.matmul"(%arg0, %[[W]])
// CHECK: "ttir.slice_static"(%arg1)
// CHECK: "ttir.matmul"
// CHECK: "ttir.concat"(%[[P]], {{.*}}) <{dim = 1 : si32}> {{.*}} -> tensor<32x80000xbf16>
// OFF-LABEL: func.func @logits
// OFF-NOT: slice_static
// OFF: "ttir.matmul"(%arg0, %arg1) {{.*}} -> tensor<32x80000xbf16>
func.func @logits(%x: tensor<32x768xbf16>, %w: tensor<768x80000xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x80000xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<32x768xbf16>, tensor<768x80000xbf16>) -> tensor<32x80000xbf16>
  return %0 : tensor<32x80000xbf16>
}

// No number of cores has equal shards of 1,002 tiles in 16 each, so that parts are multiples of 64 tiles.
// CHECK-LABEL: func.func @unequal
// CHECK-COUNT-5: "ttir.matmul"({{.*}} -> tensor<32x22528xbf16>
// CHECK: "ttir.matmul"({{.*}} -> tensor<32x15616xbf16>
// CHECK: "ttir.concat"({{.*}} -> tensor<32x128256xbf16>
func.func @unequal(%x: tensor<32x2048xbf16>, %w: tensor<2048x128256xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x128256xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<32x2048xbf16>, tensor<2048x128256xbf16>) -> tensor<32x128256xbf16>
  return %0 : tensor<32x128256xbf16>
}

// Parts stay in L1 until they are joined: eight of 32,768 columns are faster by themselves, but the last has no program
// beside 7/8 of 16 MB, and what was written to DRAM is read again.
// CHECK-LABEL: func.func @beside
// CHECK-COUNT-11: "ttir.matmul"({{.*}} -> tensor<32x22528xbf16>
// CHECK: "ttir.matmul"({{.*}} -> tensor<32x8192xbf16>
func.func @beside(%x: tensor<32x2304xbf16>, %w: tensor<2304x256000xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x256000xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<32x2304xbf16>, tensor<2304x256000xbf16>) -> tensor<32x256000xbf16>
  return %0 : tensor<32x256000xbf16>
}

// Near miss: 792 tiles are 61 shards of 13, and parts are equal.
// CHECK-LABEL: func.func @equal
// CHECK-COUNT-6: "ttir.matmul"({{.*}} -> tensor<32x25344xbf16>
func.func @equal(%x: tensor<32x3584xbf16>, %w: tensor<3584x152064xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x152064xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<32x3584xbf16>, tensor<3584x152064xbf16>) -> tensor<32x152064xbf16>
  return %0 : tensor<32x152064xbf16>
}

// CHECK-LABEL: func.func @with_bias
// CHECK-DAG: "ttir.slice_static"(%arg1)
// CHECK-DAG: "ttir.slice_static"(%arg2)
// The last part is padded to whole tiles, which are joined as they are.
// CHECK: "ttir.pad"
// CHECK: %[[ALL:.*]] = "ttir.concat"({{.*}} -> tensor<1x7x80032xbf16>
// CHECK: "ttir.slice_static"(%[[ALL]]) {{.*}} -> tensor<1x7x80017xbf16>
func.func @with_bias(%x: tensor<1x7x1536xbf16>, %w: tensor<1536x80017xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %b: tensor<80017xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x7x80017xbf16> {
  %0 = "ttir.linear"(%x, %w, %b) <{transpose_a = false, transpose_b = false}> : (tensor<1x7x1536xbf16>, tensor<1536x80017xbf16>, tensor<80017xbf16>) -> tensor<1x7x80017xbf16>
  return %0 : tensor<1x7x80017xbf16>
}

// Two rows of tiles; weights that arrive with each call; weights whose shards fit.
// CHECK-LABEL: func.func @prefill
// CHECK-NOT: slice_static
func.func @prefill(%x: tensor<64x768xbf16>, %w: tensor<768x80000xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<64x80000xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<64x768xbf16>, tensor<768x80000xbf16>) -> tensor<64x80000xbf16>
  return %0 : tensor<64x80000xbf16>
}
// CHECK-LABEL: func.func @given
// CHECK-NOT: slice_static
func.func @given(%x: tensor<32x768xbf16>, %w: tensor<768x80000xbf16>) -> tensor<32x80000xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<32x768xbf16>, tensor<768x80000xbf16>) -> tensor<32x80000xbf16>
  return %0 : tensor<32x80000xbf16>
}
// CHECK-LABEL: func.func @narrow
// CHECK-NOT: slice_static
func.func @narrow(%x: tensor<32x768xbf16>, %w: tensor<768x12000xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x12000xbf16> {
  %0 = "ttir.matmul"(%x, %w) : (tensor<32x768xbf16>, tensor<768x12000xbf16>) -> tensor<32x12000xbf16>
  return %0 : tensor<32x12000xbf16>
}
