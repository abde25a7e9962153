// RUN: alcove-opt %s --ttir-fusing | FileCheck %s
// RUN: alcove-opt %s --ttir-fusing=disable-patterns=softmax-of-one | FileCheck %s --check-prefix=OFF
// RUN: alcove-opt %s --ttir-fusing -o %t.mlir
// RUN: alcove-run %s --function=token --compare=%t.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=token --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=repeated --compare=%t.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=repeated --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=guarded --compare=%t.mlir | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=guarded --compare=%t.mlir --precision=f32 | FileCheck %s --check-prefix=EQUAL
// EQUAL: result 0: {{.*}} the same numbers

// A token attends to itself alone: its weight is 1 whatever the score is, and queries and keys are not computed.
// CHECK-LABEL: func.func @token
// CHECK-NEXT: return %arg2
// OFF-LABEL: func.func @token
// OFF: "ttir.softmax"
// OFF: "ttir.matmul"
func.func @token(%q: tensor<4x2x1x32xbf16>, %k: tensor<4x2x32x1xbf16>, %v: tensor<4x2x1x32xbf16>) -> tensor<4x2x1x32xbf16> {
  %0 = "ttir.matmul"(%q, %k) <{transpose_a = false, transpose_b = false}> : (tensor<4x2x1x32xbf16>, tensor<4x2x32x1xbf16>) -> tensor<4x2x1x1xbf16>
  %1 = "ttir.softmax"(%0) <{dimension = -1 : si32}> : (tensor<4x2x1x1xbf16>) -> tensor<4x2x1x1xbf16>
  %2 = "ttir.matmul"(%1, %v) <{transpose_a = false, transpose_b = false}> : (tensor<4x2x1x1xbf16>, tensor<4x2x1x32xbf16>) -> tensor<4x2x1x32xbf16>
  return %2 : tensor<4x2x1x32xbf16>
}

// Three queries, one key, behind the guard that PyTorch puts around the softmax: three times its values.
// CHECK-LABEL: func.func @repeated
// CHECK-NEXT: "ttir.broadcast"(%arg2) <{broadcast_dimensions = array<i64: 1, 1, 3, 1>}>
// CHECK-NEXT: return
func.func @repeated(%q: tensor<4x2x3x32xbf16>, %k: tensor<4x2x32x1xbf16>, %v: tensor<4x2x1x32xbf16>) -> tensor<4x2x3x32xbf16> {
  %0 = "ttir.matmul"(%q, %k) <{transpose_a = false, transpose_b = false}> : (tensor<4x2x3x32xbf16>, tensor<4x2x32x1xbf16>) -> tensor<4x2x3x1xbf16>
  %inf = "ttir.full"() <{fill_value = 0xFF800000 : f32, shape = array<i32: 4, 2, 3, 1>}> : () -> tensor<4x2x3x1xbf16>
  %1 = "ttir.eq"(%0, %inf) : (tensor<4x2x3x1xbf16>, tensor<4x2x3x1xbf16>) -> tensor<4x2x3x1xbf16>
  %2 = "ttir.logical_not"(%1) : (tensor<4x2x3x1xbf16>) -> tensor<4x2x3x1xbf16>
  %3 = "ttir.max"(%2) <{dim_arg = [3 : i32], keep_dim = true}> : (tensor<4x2x3x1xbf16>) -> tensor<4x2x3x1xbf16>
  %4 = "ttir.logical_not"(%3) : (tensor<4x2x3x1xbf16>) -> tensor<4x2x3x1xbf16>
  %5 = "ttir.softmax"(%0) <{dimension = 3 : si32}> : (tensor<4x2x3x1xbf16>) -> tensor<4x2x3x1xbf16>
  %zero = "ttir.full"() <{fill_value = 0.0 : f32, shape = array<i32: 4, 2, 3, 1>}> : () -> tensor<4x2x3x1xbf16>
  %6 = "ttir.where"(%4, %zero, %5) : (tensor<4x2x3x1xbf16>, tensor<4x2x3x1xbf16>, tensor<4x2x3x1xbf16>) -> tensor<4x2x3x1xbf16>
  %7 = "ttir.matmul"(%6, %v) <{transpose_a = false, transpose_b = false}> : (tensor<4x2x3x1xbf16>, tensor<4x2x1x32xbf16>) -> tensor<4x2x3x32xbf16>
  return %7 : tensor<4x2x3x32xbf16>
}

// With a mask that may be -inf the guard gives 0 there, 1 elsewhere: queries and keys do not count.
// CHECK-LABEL: func.func @guarded
// CHECK-NOT: "ttir.matmul"(%arg0
// CHECK: %[[E:.*]] = "ttir.eq"(%arg3, %{{.*}}) : (tensor<4x1x1x1xbf16>, tensor<1x1x1x1xbf16>) -> tensor<4x1x1x1xbf16>
// CHECK: %[[W:.*]] = "ttir.where"(%[[E]], %{{.*}}, %{{.*}})
// CHECK-NOT: "ttir.softmax"
// CHECK: return
func.func @guarded(%q: tensor<4x2x1x32xbf16>, %k: tensor<4x2x32x1xbf16>, %v: tensor<4x2x1x32xbf16>, %mask: tensor<4x1x1x1xbf16>) -> tensor<4x2x1x32xbf16> {
  %0 = "ttir.matmul"(%q, %k) <{transpose_a = false, transpose_b = false}> : (tensor<4x2x1x32xbf16>, tensor<4x2x32x1xbf16>) -> tensor<4x2x1x1xbf16>
  %x = "ttir.add"(%0, %mask) : (tensor<4x2x1x1xbf16>, tensor<4x1x1x1xbf16>) -> tensor<4x2x1x1xbf16>
  %inf = "ttir.full"() <{fill_value = 0xFF800000 : f32, shape = array<i32: 4, 2, 1, 1>}> : () -> tensor<4x2x1x1xbf16>
  %1 = "ttir.eq"(%x, %inf) : (tensor<4x2x1x1xbf16>, tensor<4x2x1x1xbf16>) -> tensor<4x2x1x1xbf16>
  %2 = "ttir.logical_not"(%1) : (tensor<4x2x1x1xbf16>) -> tensor<4x2x1x1xbf16>
  %3 = "ttir.max"(%2) <{dim_arg = [3 : i32], keep_dim = true}> : (tensor<4x2x1x1xbf16>) -> tensor<4x2x1x1xbf16>
  %4 = "ttir.logical_not"(%3) : (tensor<4x2x1x1xbf16>) -> tensor<4x2x1x1xbf16>
  %5 = "ttir.softmax"(%x) <{dimension = 3 : si32}> : (tensor<4x2x1x1xbf16>) -> tensor<4x2x1x1xbf16>
  %zero = "ttir.full"() <{fill_value = 0.0 : f32, shape = array<i32: 4, 2, 1, 1>}> : () -> tensor<4x2x1x1xbf16>
  %6 = "ttir.where"(%4, %zero, %5) : (tensor<4x2x1x1xbf16>, tensor<4x2x1x1xbf16>, tensor<4x2x1x1xbf16>) -> tensor<4x2x1x1xbf16>
  %7 = "ttir.matmul"(%6, %v) <{transpose_a = false, transpose_b = false}> : (tensor<4x2x1x1xbf16>, tensor<4x2x1x32xbf16>) -> tensor<4x2x1x32xbf16>
  return %7 : tensor<4x2x1x32xbf16>
}

// The root of a mean of squares and of an epsilon is a number.
// CHECK-LABEL: func.func @normalized
// CHECK-NOT: "ttir.softmax"
// CHECK: return
func.func @normalized(%q: tensor<4x1x32xbf16>, %k: tensor<4x32x1xbf16>, %eps: tensor<1x1x1xbf16>) -> tensor<4x1x1xbf16> {
  %0 = "ttir.multiply"(%q, %q) : (tensor<4x1x32xbf16>, tensor<4x1x32xbf16>) -> tensor<4x1x32xbf16>
  %1 = "ttir.mean"(%0) <{dim_arg = [2 : i32], keep_dim = true}> : (tensor<4x1x32xbf16>) -> tensor<4x1x1xbf16>
  %2 = "ttir.add"(%1, %eps) : (tensor<4x1x1xbf16>, tensor<1x1x1xbf16>) -> tensor<4x1x1xbf16>
  %3 = "ttir.rsqrt"(%2) : (tensor<4x1x1xbf16>) -> tensor<4x1x1xbf16>
  %4 = "ttir.multiply"(%q, %3) : (tensor<4x1x32xbf16>, tensor<4x1x1xbf16>) -> tensor<4x1x32xbf16>
  %5 = "ttir.matmul"(%4, %k) <{transpose_a = false, transpose_b = false}> : (tensor<4x1x32xbf16>, tensor<4x32x1xbf16>) -> tensor<4x1x1xbf16>
  %6 = "ttir.softmax"(%5) <{dimension = 2 : si32}> : (tensor<4x1x1xbf16>) -> tensor<4x1x1xbf16>
  return %6 : tensor<4x1x1xbf16>
}

// Near misses: a mask that may be -inf makes NaN, and so does the root of a mean; two keys; a product with ones of two
// rows sums them.
// CHECK-LABEL: func.func @root
// CHECK: "ttir.softmax"
func.func @root(%q: tensor<4x1x32xbf16>, %k: tensor<4x1x1xbf16>) -> tensor<4x1x1xbf16> {
  %0 = "ttir.mean"(%q) <{dim_arg = [2 : i32], keep_dim = true}> : (tensor<4x1x32xbf16>) -> tensor<4x1x1xbf16>
  %1 = "ttir.sqrt"(%0) : (tensor<4x1x1xbf16>) -> tensor<4x1x1xbf16>
  %2 = "ttir.matmul"(%1, %k) <{transpose_a = false, transpose_b = false}> : (tensor<4x1x1xbf16>, tensor<4x1x1xbf16>) -> tensor<4x1x1xbf16>
  %3 = "ttir.softmax"(%2) <{dimension = 2 : si32}> : (tensor<4x1x1xbf16>) -> tensor<4x1x1xbf16>
  return %3 : tensor<4x1x1xbf16>
}
// CHECK-LABEL: func.func @masked
// CHECK: "ttir.softmax"
// CHECK-LABEL: func.func @two_keys
// CHECK: "ttir.softmax"
// CHECK-LABEL: func.func @sum
// CHECK: "ttir.matmul"
func.func @masked(%scores: tensor<4x2x1x1xbf16>, %mask: tensor<4x1x1x1xbf16>) -> tensor<4x2x1x1xbf16> {
  %0 = "ttir.add"(%scores, %mask) : (tensor<4x2x1x1xbf16>, tensor<4x1x1x1xbf16>) -> tensor<4x2x1x1xbf16>
  %1 = "ttir.softmax"(%0) <{dimension = 3 : si32}> : (tensor<4x2x1x1xbf16>) -> tensor<4x2x1x1xbf16>
  return %1 : tensor<4x2x1x1xbf16>
}
func.func @two_keys(%q: tensor<4x1x32xbf16>, %k: tensor<4x32x2xbf16>) -> tensor<4x1x2xbf16> {
  %0 = "ttir.matmul"(%q, %k) <{transpose_a = false, transpose_b = false}> : (tensor<4x1x32xbf16>, tensor<4x32x2xbf16>) -> tensor<4x1x2xbf16>
  %1 = "ttir.softmax"(%0) <{dimension = 2 : si32}> : (tensor<4x1x2xbf16>) -> tensor<4x1x2xbf16>
  return %1 : tensor<4x1x2xbf16>
}
func.func @sum(%v: tensor<2x32xbf16>) -> tensor<1x32xbf16> {
  %0 = "ttir.full"() <{fill_value = 1.0 : f32, shape = array<i32: 1, 2>}> : () -> tensor<1x2xbf16>
  %1 = "ttir.matmul"(%0, %v) <{transpose_a = false, transpose_b = false}> : (tensor<1x2xbf16>, tensor<2x32xbf16>) -> tensor<1x32xbf16>
  return %1 : tensor<1x32xbf16>
}
