// Channels that fill no whole tiles: padded where they are joined before products with constants, or cut behind one.
// RUN: alcove-opt %s --ttir-lowering="optimization-level=2 mock-system-desc-arch=wormhole_b0" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: alcove-opt %s --ttir-lowering="optimization-level=2 mock-system-desc-arch=wormhole_b0 enable-whole-tiles=false" | FileCheck %s --check-prefix=OFF
// RUN: alcove-run %s --function=joined --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=cut --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=last_row --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=image --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
// EQUAL: result 0: {{.*}}equal

// Rows of zeros in the weights, behind an activation.
// CHECK-LABEL: func.func @joined
// CHECK: %[[A:.*]] = "ttir.pad"(%arg0) {{.*}} -> tensor<8192x32xbf16>
// CHECK: %[[ALL:.*]] = "ttir.concat"(%[[A]], %arg1, {{.*}}) {{.*}} -> tensor<8192x128xbf16>
// CHECK: %[[S:.*]] = "ttir.silu"(%[[ALL]])
// CHECK: "ttir.linear"(%[[S]], {{.*}}) {{.*}}tensor<128x32xbf16>
// OFF-LABEL: func.func @joined
// OFF: "ttir.concat"(%arg0, %arg1, %arg2)
func.func @joined(%a: tensor<8192x16xbf16>, %b: tensor<8192x32xbf16>, %c: tensor<8192x40xbf16>, %w: tensor<88x32xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %v: tensor<32xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<8192x32xbf16> {
  %0 = "ttir.concat"(%a, %b, %c) <{dim = 1 : si32}> : (tensor<8192x16xbf16>, tensor<8192x32xbf16>, tensor<8192x40xbf16>) -> tensor<8192x88xbf16>
  %1 = "ttir.silu"(%0) : (tensor<8192x88xbf16>) -> tensor<8192x88xbf16>
  %2 = "ttir.linear"(%1, %w, %v) <{transpose_a = false, transpose_b = false}> : (tensor<8192x88xbf16>, tensor<88x32xbf16>, tensor<32xbf16>) -> tensor<8192x32xbf16>
  return %2 : tensor<8192x32xbf16>
}

// Columns of zeros in the weights and the bias, in front of a sigmoid, which makes something else of them.
// CHECK-LABEL: func.func @cut
// CHECK: %[[P:.*]] = "ttir.linear"(%arg0, {{.*}}) {{.*}} -> tensor<8192x96xbf16>
// CHECK: %[[S:.*]] = "ttir.sigmoid"(%[[P]])
// CHECK: "ttir.slice_static"(%[[S]]) <{begins = [0 : i32, 0 : i32], ends = [8192 : i32, 16 : i32]
// CHECK: "ttir.slice_static"(%[[S]]) <{begins = [0 : i32, 32 : i32], ends = [8192 : i32, 72 : i32]
func.func @cut(%x: tensor<8192x64xbf16>, %w: tensor<64x56xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %v: tensor<56xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<8192x16xbf16>, tensor<8192x40xbf16>) {
  %0 = "ttir.linear"(%x, %w, %v) <{transpose_a = false, transpose_b = false}> : (tensor<8192x64xbf16>, tensor<64x56xbf16>, tensor<56xbf16>) -> tensor<8192x56xbf16>
  %1 = "ttir.sigmoid"(%0) : (tensor<8192x56xbf16>) -> tensor<8192x56xbf16>
  %2 = "ttir.slice_static"(%1) <{begins = [0 : i32, 0 : i32], ends = [8192 : i32, 16 : i32], step = [1 : i32, 1 : i32]}> : (tensor<8192x56xbf16>) -> tensor<8192x16xbf16>
  %3 = "ttir.slice_static"(%1) <{begins = [0 : i32, 16 : i32], ends = [8192 : i32, 56 : i32], step = [1 : i32, 1 : i32]}> : (tensor<8192x56xbf16>) -> tensor<8192x40xbf16>
  return %2, %3 : tensor<8192x16xbf16>, tensor<8192x40xbf16>
}

// One row of many: its tiles first.
// CHECK-LABEL: func.func @last_row
// CHECK: %[[T:.*]] = "ttir.slice_static"({{.*}}) <{begins = [992 : i32, 0 : i32], ends = [1024 : i32, 8192 : i32]
// CHECK: "ttir.slice_static"(%[[T]]) <{begins = [31 : i32, 0 : i32], ends = [32 : i32, 8192 : i32]
func.func @last_row(%a: tensor<1024x64xbf16>, %b: tensor<64x8192xbf16>) -> (tensor<1x8192xbf16>, tensor<1024x8192xbf16>) {
  %0 = "ttir.matmul"(%a, %b) : (tensor<1024x64xbf16>, tensor<64x8192xbf16>) -> tensor<1024x8192xbf16>
  %1 = "ttir.slice_static"(%0) <{begins = [1023 : i32, 0 : i32], ends = [1024 : i32, 8192 : i32], step = [1 : i32, 1 : i32]}> : (tensor<1024x8192xbf16>) -> tensor<1x8192xbf16>
  return %1, %0 : tensor<1x8192xbf16>, tensor<1024x8192xbf16>
}
// Rows that are made for two, or are there; most of the tiles; whole tiles.
// CHECK-LABEL: func.func @slices_stay
// CHECK-COUNT-5: "ttir.slice_static"
// CHECK-NOT: "ttir.slice_static"
// CHECK: return
func.func @slices_stay(%a: tensor<1024x64xbf16>, %b: tensor<64x8192xbf16>) -> (tensor<1x8192xbf16>, tensor<1x8192xbf16>, tensor<1x64xbf16>, tensor<1000x8192xbf16>, tensor<32x8192xbf16>) {
  %0 = "ttir.matmul"(%a, %b) : (tensor<1024x64xbf16>, tensor<64x8192xbf16>) -> tensor<1024x8192xbf16>
  %1 = "ttir.slice_static"(%0) <{begins = [1023 : i32, 0 : i32], ends = [1024 : i32, 8192 : i32], step = [1 : i32, 1 : i32]}> : (tensor<1024x8192xbf16>) -> tensor<1x8192xbf16>
  %2 = "ttir.slice_static"(%0) <{begins = [511 : i32, 0 : i32], ends = [512 : i32, 8192 : i32], step = [1 : i32, 1 : i32]}> : (tensor<1024x8192xbf16>) -> tensor<1x8192xbf16>
  %3 = "ttir.slice_static"(%a) <{begins = [1023 : i32, 0 : i32], ends = [1024 : i32, 64 : i32], step = [1 : i32, 1 : i32]}> : (tensor<1024x64xbf16>) -> tensor<1x64xbf16>
  %4 = "ttir.exp"(%0) : (tensor<1024x8192xbf16>) -> tensor<1024x8192xbf16>
  %5 = "ttir.slice_static"(%4) <{begins = [20 : i32, 0 : i32], ends = [1020 : i32, 8192 : i32], step = [1 : i32, 1 : i32]}> : (tensor<1024x8192xbf16>) -> tensor<1000x8192xbf16>
  %6 = "ttir.slice_static"(%4) <{begins = [64 : i32, 0 : i32], ends = [96 : i32, 8192 : i32], step = [1 : i32, 1 : i32]}> : (tensor<1024x8192xbf16>) -> tensor<32x8192xbf16>
  return %1, %2, %3, %5, %6 : tensor<1x8192xbf16>, tensor<1x8192xbf16>, tensor<1x64xbf16>, tensor<1000x8192xbf16>, tensor<32x8192xbf16>
}

// Convolutions, both.
// CHECK-LABEL: func.func @image
// CHECK: "ttir.conv2d"{{.*}} -> tensor<1x1x6400x64xbf16>
// CHECK: "ttir.concat"({{.*}} -> tensor<1x1x6400x64xbf16>
// CHECK: "ttir.conv2d"{{.*}}tensor<32x64x1x1xbf16>
func.func @image(%x: tensor<1x80x80x32xbf16>, %u: tensor<32x32x1x1xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %b: tensor<1x1x1x32xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %w: tensor<32x32x1x1xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x80x80x32xbf16> {
  %0 = "ttir.conv2d"(%x, %u, %b) <{stride = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x80x80x32xbf16>, tensor<32x32x1x1xbf16>, tensor<1x1x1x32xbf16>) -> tensor<1x80x80x32xbf16>
  %1 = "ttir.silu"(%0) : (tensor<1x80x80x32xbf16>) -> tensor<1x80x80x32xbf16>
  %2 = "ttir.slice_static"(%1) <{begins = [0 : i32, 0 : i32, 0 : i32, 0 : i32], ends = [1 : i32, 80 : i32, 80 : i32, 16 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x80x80x32xbf16>) -> tensor<1x80x80x16xbf16>
  %3 = "ttir.slice_static"(%1) <{begins = [0 : i32, 0 : i32, 0 : i32, 16 : i32], ends = [1 : i32, 80 : i32, 80 : i32, 32 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x80x80x32xbf16>) -> tensor<1x80x80x16xbf16>
  %4 = "ttir.exp"(%3) : (tensor<1x80x80x16xbf16>) -> tensor<1x80x80x16xbf16>
  %5 = "ttir.concat"(%2, %4) <{dim = 3 : si32}> : (tensor<1x80x80x16xbf16>, tensor<1x80x80x16xbf16>) -> tensor<1x80x80x32xbf16>
  %6 = "ttir.conv2d"(%5, %w) <{stride = array<i32: 1, 1>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x80x80x32xbf16>, tensor<32x32x1x1xbf16>) -> tensor<1x80x80x32xbf16>
  return %6 : tensor<1x80x80x32xbf16>
}

// Whole tiles as they are; weights that arrive with each call; another reader; the logarithm of zero; a slice across a cut.
// CHECK-LABEL: func.func @near_misses
// CHECK-NOT: ttir.pad
func.func @near_misses(%a: tensor<8192x16xbf16>, %b: tensor<8192x16xbf16>, %c: tensor<8192x32xbf16>, %w: tensor<32x32xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %v: tensor<64x64xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %y: tensor<32x32xbf16>) -> (tensor<8192x32xbf16>, tensor<8192x32xbf16>, tensor<8192x32xbf16>, tensor<8192x64xbf16>, tensor<8192x32xbf16>, tensor<8192x40xbf16>, tensor<8192x40xbf16>) {
  %0 = "ttir.concat"(%a, %b) <{dim = 1 : si32}> : (tensor<8192x16xbf16>, tensor<8192x16xbf16>) -> tensor<8192x32xbf16>
  %1 = "ttir.matmul"(%0, %y) : (tensor<8192x32xbf16>, tensor<32x32xbf16>) -> tensor<8192x32xbf16>
  %2 = "ttir.concat"(%b, %a) <{dim = 1 : si32}> : (tensor<8192x16xbf16>, tensor<8192x16xbf16>) -> tensor<8192x32xbf16>
  %3 = "ttir.matmul"(%2, %w) : (tensor<8192x32xbf16>, tensor<32x32xbf16>) -> tensor<8192x32xbf16>
  %4 = "ttir.concat"(%c, %c) <{dim = 1 : si32}> : (tensor<8192x32xbf16>, tensor<8192x32xbf16>) -> tensor<8192x64xbf16>
  %5 = "ttir.matmul"(%4, %v) : (tensor<8192x64xbf16>, tensor<64x64xbf16>) -> tensor<8192x64xbf16>
  %6 = "ttir.concat"(%b, %b) <{dim = 1 : si32}> : (tensor<8192x16xbf16>, tensor<8192x16xbf16>) -> tensor<8192x32xbf16>
  %7 = "ttir.log"(%6) : (tensor<8192x32xbf16>) -> tensor<8192x32xbf16>
  %8 = "ttir.matmul"(%7, %w) : (tensor<8192x32xbf16>, tensor<32x32xbf16>) -> tensor<8192x32xbf16>
  %9 = "ttir.matmul"(%4, %v) : (tensor<8192x64xbf16>, tensor<64x64xbf16>) -> tensor<8192x64xbf16>
  %10 = "ttir.slice_static"(%9) <{begins = [0 : i32, 0 : i32], ends = [8192 : i32, 40 : i32], step = [1 : i32, 1 : i32]}> : (tensor<8192x64xbf16>) -> tensor<8192x40xbf16>
  %11 = "ttir.slice_static"(%9) <{begins = [0 : i32, 24 : i32], ends = [8192 : i32, 64 : i32], step = [1 : i32, 1 : i32]}> : (tensor<8192x64xbf16>) -> tensor<8192x40xbf16>
  return %1, %2, %3, %5, %8, %10, %11 : tensor<8192x32xbf16>, tensor<8192x32xbf16>, tensor<8192x32xbf16>, tensor<8192x64xbf16>, tensor<8192x32xbf16>, tensor<8192x40xbf16>, tensor<8192x40xbf16>
}
