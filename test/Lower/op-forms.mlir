// RUN: alcove-opt %s --ttir-op-forms | FileCheck %s
// RUN: alcove-opt %s --ttir-op-forms=disable-patterns=scale-before-product,group-statistics | FileCheck %s --check-prefix=OFF
// RUN: alcove-opt %s --ttir-op-forms -o %t.mlir
// RUN: alcove-run %s --function=scores --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=keys --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=ranks --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=group_norm --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=instance_norm --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
// EQUAL: result 0: {{.*}}equal

// CHECK-LABEL: func.func @scores
// CHECK: %[[N:.*]] = "ttir.full"() <{fill_value = 8.000000e+00 : f32, shape = array<i32: 1, 1, 1>}>
// CHECK: %[[Q:.*]] = "ttir.div"(%arg0, %[[N]]) : (tensor<2x128x64xbf16>, tensor<1x1x1xbf16>) -> tensor<2x128x64xbf16>
// CHECK: "ttir.matmul"(%[[Q]], %arg1) <{transpose_a = false, transpose_b = true}>
// OFF-LABEL: func.func @scores
// OFF: ttir.matmul
// OFF: ttir.div
func.func @scores(%q: tensor<2x128x64xbf16>, %k: tensor<2x256x64xbf16>) -> tensor<2x128x256xbf16> {
  %0 = "ttir.matmul"(%q, %k) <{transpose_a = false, transpose_b = true}> : (tensor<2x128x64xbf16>, tensor<2x256x64xbf16>) -> tensor<2x128x256xbf16>
  %1 = "ttir.full"() <{fill_value = 8.0 : f32, shape = array<i32: 2, 128, 256>}> : () -> tensor<2x128x256xbf16>
  %2 = "ttir.div"(%0, %1) : (tensor<2x128x256xbf16>, tensor<2x128x256xbf16>) -> tensor<2x128x256xbf16>
  return %2 : tensor<2x128x256xbf16>
}

// A number that is known at run time alone, on the left; the right operand is the smaller one.
// CHECK-LABEL: func.func @keys
// CHECK: %[[K:.*]] = "ttir.multiply"(%arg1, %arg2) : (tensor<8x16xf32>, tensor<1xf32>) -> tensor<8x16xf32>
// CHECK: "ttir.matmul"(%arg0, %[[K]])
func.func @keys(%q: tensor<64x8xf32>, %k: tensor<8x16xf32>, %s: tensor<1xf32>) -> tensor<64x16xf32> {
  %0 = "ttir.matmul"(%q, %k) : (tensor<64x8xf32>, tensor<8x16xf32>) -> tensor<64x16xf32>
  %1 = "ttir.multiply"(%s, %0) : (tensor<1xf32>, tensor<64x16xf32>) -> tensor<64x16xf32>
  return %1 : tensor<64x16xf32>
}

// The number has more dimensions than the operand that it goes to.
// CHECK-LABEL: func.func @ranks
// CHECK: "ttir.matmul"
// CHECK-NOT: ttir.div
// CHECK: return
func.func @ranks(%q: tensor<3x64x8xf32>, %k: tensor<8x48xf32>, %s: tensor<1x1x1xf32>) -> tensor<3x64x48xf32> {
  %0 = "ttir.matmul"(%q, %k) : (tensor<3x64x8xf32>, tensor<8x48xf32>) -> tensor<3x64x48xf32>
  %1 = "ttir.div"(%0, %s) : (tensor<3x64x48xf32>, tensor<1x1x1xf32>) -> tensor<3x64x48xf32>
  return %1 : tensor<3x64x48xf32>
}

// A product smaller than its operands, one that somebody else reads, a number divided by it, a number of each row.
// CHECK-LABEL: func.func @other_scales
// CHECK-COUNT-3: ttir.matmul
// CHECK: ttir.div
// CHECK: ttir.div
// CHECK: "ttir.div"({{.*}}) : (tensor<1xbf16>, tensor<64x64xbf16>)
// CHECK: "ttir.multiply"({{.*}}) : (tensor<64x64xbf16>, tensor<64x1xbf16>)
func.func @other_scales(%a: tensor<16x64xbf16>, %b: tensor<64x16xbf16>, %s: tensor<1xbf16>, %r: tensor<64x1xbf16>) -> (tensor<16x16xbf16>, tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xbf16>) {
  %0 = "ttir.matmul"(%a, %b) : (tensor<16x64xbf16>, tensor<64x16xbf16>) -> tensor<16x16xbf16>
  %1 = "ttir.matmul"(%b, %a) : (tensor<64x16xbf16>, tensor<16x64xbf16>) -> tensor<64x64xbf16>
  %2 = "ttir.matmul"(%b, %a) : (tensor<64x16xbf16>, tensor<16x64xbf16>) -> tensor<64x64xbf16>
  %3 = "ttir.div"(%0, %s) : (tensor<16x16xbf16>, tensor<1xbf16>) -> tensor<16x16xbf16>
  %4 = "ttir.div"(%1, %s) : (tensor<64x64xbf16>, tensor<1xbf16>) -> tensor<64x64xbf16>
  %5 = "ttir.div"(%s, %2) : (tensor<1xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %6 = "ttir.multiply"(%1, %r) : (tensor<64x64xbf16>, tensor<64x1xbf16>) -> tensor<64x64xbf16>
  return %3, %4, %5, %6, %1 : tensor<16x16xbf16>, tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xbf16>
}

// 3 groups of 2 channels of each image.
// CHECK-LABEL: func.func @group_norm
// CHECK-NOT: tensor<2x3x40xf32>
// CHECK: %[[M:.*]] = "ttir.mean"(%arg0) <{dim_arg = [2 : i32, 3 : i32], keep_dim = true}> : (tensor<2x6x4x5xf32>) -> tensor<2x6x1x1xf32>
// CHECK: %[[G:.*]] = "ttir.reshape"(%[[M]]) {{.*}} -> tensor<6x2xf32>
// CHECK: %[[A:.*]] = "ttir.mean"(%[[G]]) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<6x2xf32>) -> tensor<6x1xf32>
// CHECK: "ttir.broadcast"({{.*}}) {{.*}} -> tensor<6x2xf32>
// CHECK: %[[C:.*]] = "ttir.reshape"({{.*}}) {{.*}} -> tensor<2x6x1x1xf32>
// CHECK: "ttir.subtract"(%arg0, %[[C]])
// CHECK-NOT: tensor<2x3x40xf32>
// CHECK: return
// OFF-LABEL: func.func @group_norm
// OFF: ttir.subtract{{.*}} -> tensor<2x3x40xf32>
func.func @group_norm(%x: tensor<2x6x4x5xf32>) -> tensor<2x6x4x5xf32> {
  %0 = "ttir.reshape"(%x) <{shape = [2 : i32, 3 : i32, 40 : i32]}> : (tensor<2x6x4x5xf32>) -> tensor<2x3x40xf32>
  %1 = "ttir.mean"(%0) <{dim_arg = [2 : i32], keep_dim = true}> : (tensor<2x3x40xf32>) -> tensor<2x3x1xf32>
  %2 = "ttir.subtract"(%0, %1) : (tensor<2x3x40xf32>, tensor<2x3x1xf32>) -> tensor<2x3x40xf32>
  %3 = "ttir.multiply"(%2, %2) : (tensor<2x3x40xf32>, tensor<2x3x40xf32>) -> tensor<2x3x40xf32>
  %4 = "ttir.mean"(%3) <{dim_arg = [2 : i32], keep_dim = false}> : (tensor<2x3x40xf32>) -> tensor<2x3xf32>
  %5 = "ttir.full"() <{fill_value = 1.0e-5 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xf32>
  %6 = "ttir.add"(%4, %5) : (tensor<2x3xf32>, tensor<1x1xf32>) -> tensor<2x3xf32>
  %7 = "ttir.rsqrt"(%6) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %8 = "ttir.reshape"(%7) <{shape = [2 : i32, 3 : i32, 1 : i32]}> : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
  %9 = "ttir.multiply"(%2, %8) : (tensor<2x3x40xf32>, tensor<2x3x1xf32>) -> tensor<2x3x40xf32>
  %10 = "ttir.reshape"(%9) <{shape = [2 : i32, 6 : i32, 4 : i32, 5 : i32]}> : (tensor<2x3x40xf32>) -> tensor<2x6x4x5xf32>
  return %10 : tensor<2x6x4x5xf32>
}

// Every channel a group: sums in one step.
// CHECK-LABEL: func.func @instance_norm
// CHECK: "ttir.sum"(%arg0) <{dim_arg = [2 : i32, 3 : i32], keep_dim = true}>
// CHECK-NOT: ttir.sum
// CHECK: "ttir.div"(%arg0,
func.func @instance_norm(%x: tensor<2x6x4x5xf32>) -> tensor<2x6x4x5xf32> {
  %0 = "ttir.reshape"(%x) <{shape = [12 : i32, 20 : i32]}> : (tensor<2x6x4x5xf32>) -> tensor<12x20xf32>
  %1 = "ttir.sum"(%0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<12x20xf32>) -> tensor<12x1xf32>
  %2 = "ttir.div"(%0, %1) : (tensor<12x20xf32>, tensor<12x1xf32>) -> tensor<12x20xf32>
  %3 = "ttir.reshape"(%2) <{shape = [2 : i32, 6 : i32, 4 : i32, 5 : i32]}> : (tensor<12x20xf32>) -> tensor<2x6x4x5xf32>
  return %3 : tensor<2x6x4x5xf32>
}

// Rows that no whole channels make, a number of each column, and rows that somebody else reads.
// CHECK-LABEL: func.func @no_groups
// CHECK-COUNT-3: "ttir.mean"({{.*}}) <{dim_arg = [1 : i32]
func.func @no_groups(%x: tensor<2x6x4x5xf32>, %c: tensor<1x20xf32>) -> (tensor<16x15xf32>, tensor<2x6x4x5xf32>, tensor<12x20xf32>, tensor<2x6x4x5xf32>) {
  %0 = "ttir.reshape"(%x) <{shape = [16 : i32, 15 : i32]}> : (tensor<2x6x4x5xf32>) -> tensor<16x15xf32>
  %1 = "ttir.mean"(%0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<16x15xf32>) -> tensor<16x1xf32>
  %2 = "ttir.subtract"(%0, %1) : (tensor<16x15xf32>, tensor<16x1xf32>) -> tensor<16x15xf32>
  %3 = "ttir.reshape"(%x) <{shape = [12 : i32, 20 : i32]}> : (tensor<2x6x4x5xf32>) -> tensor<12x20xf32>
  %4 = "ttir.mean"(%3) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<12x20xf32>) -> tensor<12x1xf32>
  %5 = "ttir.subtract"(%3, %4) : (tensor<12x20xf32>, tensor<12x1xf32>) -> tensor<12x20xf32>
  %6 = "ttir.add"(%5, %c) : (tensor<12x20xf32>, tensor<1x20xf32>) -> tensor<12x20xf32>
  %7 = "ttir.reshape"(%6) <{shape = [2 : i32, 6 : i32, 4 : i32, 5 : i32]}> : (tensor<12x20xf32>) -> tensor<2x6x4x5xf32>
  %8 = "ttir.reshape"(%x) <{shape = [12 : i32, 20 : i32]}> : (tensor<2x6x4x5xf32>) -> tensor<12x20xf32>
  %9 = "ttir.mean"(%8) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<12x20xf32>) -> tensor<12x1xf32>
  %10 = "ttir.subtract"(%8, %9) : (tensor<12x20xf32>, tensor<12x1xf32>) -> tensor<12x20xf32>
  %11 = "ttir.reshape"(%10) <{shape = [2 : i32, 6 : i32, 4 : i32, 5 : i32]}> : (tensor<12x20xf32>) -> tensor<2x6x4x5xf32>
  return %2, %7, %10, %11 : tensor<16x15xf32>, tensor<2x6x4x5xf32>, tensor<12x20xf32>, tensor<2x6x4x5xf32>
}
