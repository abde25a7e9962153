// Integers of 16 bits wrap at 16 bits although the device holds them in 32: 30000 + 30000 = 60000 - 65536 = -5536.
// RUN: alcove plan %s --summary=false -o %t.mlir 2> %t.err
// RUN: FileCheck %s --check-prefix=WARNED < %t.err
// RUN: alcove run %s --compare=%t.mlir --function=shorts | FileCheck %s --check-prefix=EQUAL
// RUN: alcove run %s --compare=%t.mlir --function=words | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-opt %s --ttir-element-type-normalization | FileCheck %s
// EQUAL: equal
// EQUAL-SAME: 0 elements differ
// CHECK-LABEL: func.func @shorts
// CHECK: %[[SUM:.*]] = "ttir.add"
// CHECK: %[[LOW:.*]] = "ttir.bitwise_and"(%[[SUM]],
// CHECK: %[[SIGN:.*]] = "ttir.bitwise_xor"(%[[LOW]],
// CHECK: "ttir.subtract"(%[[SIGN]],
func.func @shorts(%a: tensor<32x32xi16>) -> (tensor<32x32xi16>, tensor<32xi16>, tensor<32x32xi16>, tensor<32x32xi16>) {
  %c = "ttir.full"() <{shape = array<i32: 32, 32>, fill_value = 30000 : i32}> : () -> tensor<32x32xi16>
  %0 = "ttir.add"(%a, %c) : (tensor<32x32xi16>, tensor<32x32xi16>) -> tensor<32x32xi16>
  %1 = "ttir.add"(%0, %c) : (tensor<32x32xi16>, tensor<32x32xi16>) -> tensor<32x32xi16>
  %2 = "ttir.sum"(%0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<32x32xi16>) -> tensor<32xi16>
  %3 = "ttir.multiply"(%0, %1) : (tensor<32x32xi16>, tensor<32x32xi16>) -> tensor<32x32xi16>
  %4 = "ttir.neg"(%3) : (tensor<32x32xi16>) -> tensor<32x32xi16>
  return %1, %2, %3, %4 : tensor<32x32xi16>, tensor<32xi16>, tensor<32x32xi16>, tensor<32x32xi16>
}

// What does not fit in 16 bits is cut, and what does is not: 70000 - 65536 = 4464.
// RUN: alcove run %s --compare=%t.mlir --function=cut | FileCheck %s --check-prefix=EQUAL
// CHECK-LABEL: func.func @cut
// CHECK: "ttir.bitwise_and"
// CHECK: %[[CUT:.*]] = "ttir.subtract"
// CHECK-NEXT: %[[BYTES:.*]] = "ttir.typecast"(%arg1) : (tensor<32x32xui8>) -> tensor<32x32xsi32>
// CHECK-NEXT: return %[[CUT]], %[[BYTES]]
func.func @cut(%a: tensor<32x32xi32>, %b: tensor<32x32xui8>) -> (tensor<32x32xi16>, tensor<32x32xi16>) {
  %c = "ttir.full"() <{shape = array<i32: 32, 32>, fill_value = 70000 : i32}> : () -> tensor<32x32xi32>
  %0 = "ttir.multiply"(%a, %c) : (tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi32>
  %1 = "ttir.typecast"(%0) : (tensor<32x32xi32>) -> tensor<32x32xi16>
  %2 = "ttir.typecast"(%b) : (tensor<32x32xui8>) -> tensor<32x32xi16>
  return %1, %2 : tensor<32x32xi16>, tensor<32x32xi16>
}

// What is calculated of truth values is true where it is not 0; a product is 0 or 1 as it is.
// RUN: alcove run %s --compare=%t.mlir --function=truths | FileCheck %s --check-prefix=TRUTHS
// TRUTHS-COUNT-4: 0 elements differ
// CHECK-LABEL: func.func @truths
// CHECK: "ttir.add"
// CHECK: "ttir.ne"
// CHECK: "ttir.sum"
// CHECK: "ttir.ne"
// CHECK: "ttir.matmul"
// CHECK: "ttir.ne"
// CHECK: "ttir.multiply"
// CHECK-NEXT: return
func.func @truths(%a: tensor<32x32xi1>, %b: tensor<32x32xi1>) -> (tensor<32x32xi1>, tensor<32xi1>, tensor<32x32xi1>, tensor<32x32xi1>) {
  %0 = "ttir.add"(%a, %b) : (tensor<32x32xi1>, tensor<32x32xi1>) -> tensor<32x32xi1>
  %1 = "ttir.sum"(%a) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<32x32xi1>) -> tensor<32xi1>
  %2 = "ttir.matmul"(%a, %b) : (tensor<32x32xi1>, tensor<32x32xi1>) -> tensor<32x32xi1>
  %3 = "ttir.multiply"(%a, %b) : (tensor<32x32xi1>, tensor<32x32xi1>) -> tensor<32x32xi1>
  return %0, %1, %2, %3 : tensor<32x32xi1>, tensor<32xi1>, tensor<32x32xi1>, tensor<32x32xi1>
}

// Of 32 bits nothing is added.
// CHECK-LABEL: func.func @words
// CHECK: "ttir.add"
// CHECK-NEXT: return
func.func @words(%a: tensor<32x32xi32>) -> tensor<32x32xi32> {
  %0 = "ttir.add"(%a, %a) : (tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi32>
  return %0 : tensor<32x32xi32>
}

// Of i8 what leaves the range is its nearest end, -128 or 127, as of quantized numbers: 100 + 100 = 127, and so is 70000, and
// 4294967295. Comparisons, truth values, conversions to wider types and the upper bits of a word leave no range.
// WARNED: warning: 'bytes': 7 ops give i8, which the device holds in 32 bits
// WARNED-NOT: warning
// RUN: alcove run %s --compare=%t.mlir --function=bytes | FileCheck %s --check-prefix=LIMITED
// LIMITED-COUNT-10: 0 elements differ
// CHECK-LABEL: func.func @bytes
// CHECK: %[[SUM:.*]] = "ttir.add"({{.*}} -> tensor<32x32xsi32>
// CHECK-NEXT: "ttir.clamp_scalar"(%[[SUM]]) <{max = 127 : i32, min = -128 : i32}>
// CHECK: %[[LEAST:.*]] = "ttir.minimum"({{.*}} -> tensor<32x32xui32>
// CHECK: %[[WORD:.*]] = "ttir.typecast"(%[[LEAST]]) {{.*}} -> tensor<32x32xsi32>
// CHECK-NEXT: "ttir.clamp_scalar"(%[[WORD]])
func.func @bytes(%a: tensor<32x32xi8>, %w: tensor<32x32xi32>, %f: tensor<32x32xf32>, %u: tensor<32x32xui8>) -> (tensor<32x32xi8>, tensor<32x32xi8>, tensor<32x32xi8>, tensor<32x32xi8>, tensor<32x32xi8>) {
  %hundred = "ttir.full"() <{shape = array<i32: 32, 32>, fill_value = 100 : i32}> : () -> tensor<32x32xi8>
  %0 = "ttir.add"(%a, %hundred) : (tensor<32x32xi8>, tensor<32x32xi8>) -> tensor<32x32xi8>
  %1 = "ttir.maximum"(%a, %0) : (tensor<32x32xi8>, tensor<32x32xi8>) -> tensor<32x32xi8>
  %2 = "ttir.multiply"(%1, %hundred) : (tensor<32x32xi8>, tensor<32x32xi8>) -> tensor<32x32xi8>
  %many = "ttir.full"() <{shape = array<i32: 32, 32>, fill_value = 70000 : i32}> : () -> tensor<32x32xi32>
  %3 = "ttir.multiply"(%w, %many) : (tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi32>
  %4 = "ttir.typecast"(%3) : (tensor<32x32xi32>) -> tensor<32x32xi8>
  %5 = "ttir.exp"(%f) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  %6 = "ttir.multiply"(%5, %f) : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %7 = "ttir.typecast"(%6) : (tensor<32x32xf32>) -> tensor<32x32xi8>
  %8 = "ttir.typecast"(%3) : (tensor<32x32xi32>) -> tensor<32x32xui32>
  %9 = "ttir.typecast"(%8) : (tensor<32x32xui32>) -> tensor<32x32xi8>
  %10 = "ttir.typecast"(%u) : (tensor<32x32xui8>) -> tensor<32x32xi8>
  %11 = "ttir.subtract"(%9, %10) : (tensor<32x32xi8>, tensor<32x32xi8>) -> tensor<32x32xi8>
  return %2, %4, %7, %9, %11 : tensor<32x32xi8>, tensor<32x32xi8>, tensor<32x32xi8>, tensor<32x32xi8>, tensor<32x32xi8>
}

// CHECK-LABEL: func.func @kept
// CHECK-NOT: "ttir.clamp_scalar"
// CHECK: return
func.func @kept(%a: tensor<32x32xi8>, %w: tensor<32x32xi32>, %t: tensor<32x32xi1>) -> (tensor<32x32xi8>, tensor<32x32xi32>, tensor<32x32xi8>, tensor<32x32xi8>) {
  %0 = "ttir.minimum"(%a, %a) : (tensor<32x32xi8>, tensor<32x32xi8>) -> tensor<32x32xi8>
  %1 = "ttir.typecast"(%a) : (tensor<32x32xi8>) -> tensor<32x32xi32>
  %2 = "ttir.typecast"(%t) : (tensor<32x32xi1>) -> tensor<32x32xi8>
  %places = "ttir.full"() <{shape = array<i32: 32, 32>, fill_value = 24 : i32}> : () -> tensor<32x32xi32>
  %3 = "ttir.right_shift"(%w, %places) : (tensor<32x32xi32>, tensor<32x32xi32>) -> tensor<32x32xi32>
  %4 = "ttir.typecast"(%3) : (tensor<32x32xi32>) -> tensor<32x32xi8>
  return %0, %1, %2, %4 : tensor<32x32xi8>, tensor<32x32xi32>, tensor<32x32xi8>, tensor<32x32xi8>
}
