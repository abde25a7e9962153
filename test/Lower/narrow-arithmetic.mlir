// RUN: alcove-opt --ttir-narrow-arithmetic --split-input-file %s | FileCheck %s
// RUN: alcove-opt --ttir-narrow-arithmetic=relaxed=true --split-input-file %s | FileCheck %s --check-prefix=RELAXED
// RUN: alcove-opt --ttir-narrow-arithmetic="disable-patterns=narrow-arithmetic" --split-input-file %s | FileCheck %s --check-prefix=OFF
// OFF-NOT: alcove.lowering

// One op between widening and narrowing: the op on bf16 computes in f32 and rounds once, as the typecast did.
// CHECK: module attributes {alcove.lowering = {"narrow-arithmetic" = 1 : i64}}
// CHECK-LABEL: @silu
// CHECK-NEXT: %[[S:.*]] = "ttir.silu"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
// CHECK-NEXT: return %[[S]]
// OFF-LABEL: @silu
// OFF: "ttir.silu"{{.*}} -> tensor<32x64xf32>
module {
func.func @silu(%x: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.typecast"(%x) : (tensor<32x64xbf16>) -> tensor<32x64xf32>
  %1 = "ttir.silu"(%0) : (tensor<32x64xf32>) -> tensor<32x64xf32>
  %2 = "ttir.typecast"(%1) : (tensor<32x64xf32>) -> tensor<32x64xbf16>
  return %2 : tensor<32x64xbf16>
}
}

// -----

// Two operands, and a number that bf16 holds (0.5).
// CHECK-LABEL: @two
// CHECK-DAG: %[[A:.*]] = "ttir.add"(%arg0, %arg1) : (tensor<32x64xbf16>, tensor<1x64xbf16>) -> tensor<32x64xbf16>
// CHECK-DAG: %[[H:.*]] = "ttir.full"() <{fill_value = 5.000000e-01 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
// CHECK: %[[M:.*]] = "ttir.multiply"(%arg0, %[[H]]) : (tensor<32x64xbf16>, tensor<1x1xbf16>) -> tensor<32x64xbf16>
// CHECK-NEXT: return %[[A]], %[[M]]
func.func @two(%x: tensor<32x64xbf16>, %y: tensor<1x64xbf16>) -> (tensor<32x64xbf16>, tensor<32x64xbf16>) {
  %0 = "ttir.typecast"(%x) : (tensor<32x64xbf16>) -> tensor<32x64xf32>
  %1 = "ttir.typecast"(%y) : (tensor<1x64xbf16>) -> tensor<1x64xf32>
  %2 = "ttir.add"(%0, %1) : (tensor<32x64xf32>, tensor<1x64xf32>) -> tensor<32x64xf32>
  %3 = "ttir.typecast"(%2) : (tensor<32x64xf32>) -> tensor<32x64xbf16>
  %4 = "ttir.full"() <{fill_value = 5.000000e-01 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %5 = "ttir.multiply"(%0, %4) : (tensor<32x64xf32>, tensor<1x1xf32>) -> tensor<32x64xf32>
  %6 = "ttir.typecast"(%5) : (tensor<32x64xf32>) -> tensor<32x64xbf16>
  return %3, %6 : tensor<32x64xbf16>, tensor<32x64xbf16>
}

// -----

// Near misses.
//
// Two ops in a row: what is between them would be rounded. Only `relaxed` takes them.
// CHECK-NOT: alcove.lowering
// CHECK-LABEL: @chain
// CHECK: "ttir.exp"({{.*}}) : (tensor<32x64xf32>) -> tensor<32x64xf32>
// CHECK-NEXT: "ttir.tanh"({{.*}}) : (tensor<32x64xf32>) -> tensor<32x64xf32>
// RELAXED-LABEL: @chain
// RELAXED-NEXT: %[[E:.*]] = "ttir.exp"(%arg0) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
// RELAXED-NEXT: %[[T:.*]] = "ttir.tanh"(%[[E]]) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
// RELAXED-NEXT: return %[[T]]
func.func @chain(%x: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.typecast"(%x) : (tensor<32x64xbf16>) -> tensor<32x64xf32>
  %1 = "ttir.exp"(%0) : (tensor<32x64xf32>) -> tensor<32x64xf32>
  %2 = "ttir.tanh"(%1) : (tensor<32x64xf32>) -> tensor<32x64xf32>
  %3 = "ttir.typecast"(%2) : (tensor<32x64xf32>) -> tensor<32x64xbf16>
  return %3 : tensor<32x64xbf16>
}

// -----

// 0.1 is another number in bf16; a true f32 operand; a result that is read in f32 too; a reduction rounds twice.
// CHECK-NOT: alcove.lowering
// CHECK-LABEL: @inexact
// CHECK: "ttir.multiply"({{.*}}) : (tensor<32x64xf32>, tensor<1x1xf32>) -> tensor<32x64xf32>
// CHECK: "ttir.add"({{.*}}) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
// CHECK: "ttir.silu"({{.*}}) : (tensor<32x64xf32>) -> tensor<32x64xf32>
// CHECK: "ttir.sum"({{.*}}) {{.*}} : (tensor<32x64xf32>) -> tensor<32x1xf32>
// RELAXED-LABEL: @inexact
// RELAXED: "ttir.multiply"({{.*}}) : (tensor<32x64xf32>, tensor<1x1xf32>) -> tensor<32x64xf32>
func.func @inexact(%x: tensor<32x64xbf16>, %y: tensor<32x64xf32>) -> (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xf32>, tensor<32x64xbf16>, tensor<32x1xbf16>) {
  %0 = "ttir.typecast"(%x) : (tensor<32x64xbf16>) -> tensor<32x64xf32>
  %1 = "ttir.full"() <{fill_value = 1.000000e-01 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %2 = "ttir.multiply"(%0, %1) : (tensor<32x64xf32>, tensor<1x1xf32>) -> tensor<32x64xf32>
  %3 = "ttir.typecast"(%2) : (tensor<32x64xf32>) -> tensor<32x64xbf16>
  %4 = "ttir.add"(%0, %y) : (tensor<32x64xf32>, tensor<32x64xf32>) -> tensor<32x64xf32>
  %5 = "ttir.typecast"(%4) : (tensor<32x64xf32>) -> tensor<32x64xbf16>
  %6 = "ttir.silu"(%0) : (tensor<32x64xf32>) -> tensor<32x64xf32>
  %7 = "ttir.typecast"(%6) : (tensor<32x64xf32>) -> tensor<32x64xbf16>
  %8 = "ttir.sum"(%0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x64xf32>) -> tensor<32x1xf32>
  %9 = "ttir.typecast"(%8) : (tensor<32x1xf32>) -> tensor<32x1xbf16>
  return %3, %5, %6, %7, %9 : tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xf32>, tensor<32x64xbf16>, tensor<32x1xbf16>
}
