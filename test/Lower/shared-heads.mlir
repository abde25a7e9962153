// Queries that share the keys of a head are rows of one product, instead of repeating the keys.
// RUN: alcove-opt %s --ttir-lowering="optimization-level=2 mock-system-desc-arch=wormhole_b0" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: alcove-opt %s --ttir-lowering="optimization-level=2 mock-system-desc-arch=wormhole_b0 enable-shared-heads=false" | FileCheck %s --check-prefix=OFF
// RUN: alcove-run %s --function=scores --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=interleaved --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
// EQUAL: result 0: {{.*}}equal

// Turned and scaled in between.
// CHECK-LABEL: func.func @scores
// CHECK-NOT: broadcast
// CHECK: "ttir.matmul"({{.*}}tensor<8x4x2x64xbf16>, {{.*}}tensor<8x4x64x128xbf16>) -> tensor<8x4x2x128xbf16>
// OFF-LABEL: func.func @scores
// OFF: "ttir.broadcast"
func.func @scores(%q: tensor<8x8x1x64xbf16>, %k: tensor<8x4x128x64xbf16>) -> tensor<8x8x1x128xbf16> {
  %0 = "ttir.reshape"(%k) <{shape = [8 : i32, 4 : i32, 1 : i32, 128 : i32, 64 : i32]}> : (tensor<8x4x128x64xbf16>) -> tensor<8x4x1x128x64xbf16>
  %1 = "ttir.broadcast"(%0) <{broadcast_dimensions = array<i64: 1, 1, 2, 1, 1>}> : (tensor<8x4x1x128x64xbf16>) -> tensor<8x4x2x128x64xbf16>
  %2 = "ttir.reshape"(%1) <{shape = [8 : i32, 8 : i32, 128 : i32, 64 : i32]}> : (tensor<8x4x2x128x64xbf16>) -> tensor<8x8x128x64xbf16>
  %3 = "ttir.permute"(%2) <{permutation = array<i64: 0, 1, 3, 2>}> : (tensor<8x8x128x64xbf16>) -> tensor<8x8x64x128xbf16>
  %4 = "ttir.full"() <{shape = array<i32: 1, 1, 1, 1>, fill_value = 0.5 : f32}> : () -> tensor<1x1x1x1xbf16>
  %5 = "ttir.multiply"(%3, %4) : (tensor<8x8x64x128xbf16>, tensor<1x1x1x1xbf16>) -> tensor<8x8x64x128xbf16>
  %6 = "ttir.matmul"(%q, %5) : (tensor<8x8x1x64xbf16>, tensor<8x8x64x128xbf16>) -> tensor<8x8x1x128xbf16>
  return %6 : tensor<8x8x1x128xbf16>
}

// CHECK-LABEL: func.func @interleaved
// CHECK: "ttir.matmul"({{.*}}tensor<4x12x128xbf16>, {{.*}}tensor<4x128x64xbf16>) -> tensor<4x12x64xbf16>
func.func @interleaved(%p: tensor<16x3x128xbf16>, %v: tensor<4x128x64xbf16>) -> tensor<16x3x64xbf16> {
  %0 = "ttir.repeat_interleave"(%v) <{dim = 0 : si32, repeats = 4 : ui32}> : (tensor<4x128x64xbf16>) -> tensor<16x128x64xbf16>
  %1 = "ttir.matmul"(%p, %0) : (tensor<16x3x128xbf16>, tensor<16x128x64xbf16>) -> tensor<16x3x64xbf16>
  return %1 : tensor<16x3x64xbf16>
}

// Heads that are repeated as a whole (0 1 0 1), rows that are repeated, another reader.
// CHECK-LABEL: func.func @near_misses
// CHECK: "ttir.broadcast"
// CHECK: "ttir.matmul"({{.*}}tensor<8x8x1x64xbf16>, {{.*}}tensor<8x8x64x128xbf16>)
// CHECK: "ttir.matmul"({{.*}}tensor<16x3x128xbf16>, {{.*}}tensor<16x128x64xbf16>)
func.func @near_misses(%q: tensor<8x8x1x64xbf16>, %k: tensor<8x4x64x128xbf16>, %p: tensor<16x3x128xbf16>, %v: tensor<4x128x64xbf16>) -> (tensor<8x8x1x128xbf16>, tensor<16x3x64xbf16>, tensor<16x128x64xbf16>) {
  %0 = "ttir.reshape"(%k) <{shape = [8 : i32, 1 : i32, 4 : i32, 64 : i32, 128 : i32]}> : (tensor<8x4x64x128xbf16>) -> tensor<8x1x4x64x128xbf16>
  %1 = "ttir.broadcast"(%0) <{broadcast_dimensions = array<i64: 1, 2, 1, 1, 1>}> : (tensor<8x1x4x64x128xbf16>) -> tensor<8x2x4x64x128xbf16>
  %2 = "ttir.reshape"(%1) <{shape = [8 : i32, 8 : i32, 64 : i32, 128 : i32]}> : (tensor<8x2x4x64x128xbf16>) -> tensor<8x8x64x128xbf16>
  %3 = "ttir.matmul"(%q, %2) : (tensor<8x8x1x64xbf16>, tensor<8x8x64x128xbf16>) -> tensor<8x8x1x128xbf16>
  %4 = "ttir.repeat_interleave"(%v) <{dim = 0 : si32, repeats = 4 : ui32}> : (tensor<4x128x64xbf16>) -> tensor<16x128x64xbf16>
  %5 = "ttir.matmul"(%p, %4) : (tensor<16x3x128xbf16>, tensor<16x128x64xbf16>) -> tensor<16x3x64xbf16>
  return %3, %5, %4 : tensor<8x8x1x128xbf16>, tensor<16x3x64xbf16>, tensor<16x128x64xbf16>
}
