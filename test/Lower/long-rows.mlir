// RUN: alcove-opt %s --ttir-long-rows | FileCheck %s
// RUN: alcove-opt %s --ttir-long-rows=disable-patterns=argmax-in-stages | FileCheck %s --check-prefix=OFF
// RUN: alcove-opt %s --ttir-long-rows -o %t.mlir
// RUN: alcove-run %s --function=rows --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=kept --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
// OFF-NOT: ttir.embedding
// EQUAL: result 0: {{.*}}equal

// 4096 = 64 blocks of 64; 3 rows: the maxima of 192 blocks, and the winner of row r has number 64 r + b.
// CHECK-LABEL: func.func @rows
// CHECK: %[[B:.*]] = "ttir.reshape"(%arg0) <{shape = [192 : i32, 64 : i32]}> {alcove.row_major} : (tensor<3x4096xbf16>) -> tensor<192x64xbf16>
// CHECK: %[[M:.*]] = "ttir.max"(%[[B]]) <{dim_arg = [1 : i32], keep_dim = true}>
// CHECK: %[[R:.*]] = "ttir.reshape"(%[[M]]) <{shape = [3 : i32, 64 : i32]}>
// CHECK: %[[W:.*]] = "ttir.argmax"(%[[R]]) {{.*}} -> tensor<3x1xui32>
// CHECK: %[[F:.*]] = "ttir.constant"() <{value = dense<{{\[\[}}0], [64], [128]]> : tensor<3x1xui32>}>
// CHECK: "ttir.add"(%[[W]], %[[F]])
// CHECK: %[[T:.*]] = "ttir.embedding"(%{{.*}}, %[[B]]) : (tensor<1x3xui32>, tensor<192x64xbf16>) -> tensor<1x3x64xbf16>
// CHECK: %[[I:.*]] = "ttir.argmax"(%[[T]]) <{dim_arg = [2 : i32], keep_dim = true}>
// CHECK: "ttir.full"() <{fill_value = 64 : i32
// CHECK: "ttir.multiply"(%[[W]]
func.func @rows(%x: tensor<3x4096xbf16>) -> tensor<3xi32> {
  %0 = "ttir.argmax"(%x) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<3x4096xbf16>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// CHECK-LABEL: func.func @kept
// CHECK: "ttir.embedding"({{.*}}) : (tensor<1x6xui32>, tensor<294x33xbf16>) -> tensor<1x6x33xbf16>
// CHECK: return {{.*}} : tensor<2x3x1xi32>
func.func @kept(%x: tensor<2x3x1617xbf16>) -> tensor<2x3x1xi32> {
  %0 = "ttir.argmax"(%x) <{dim_arg = [-1 : i32], keep_dim = true}> : (tensor<2x3x1617xbf16>) -> tensor<2x3x1xi32>
  return %0 : tensor<2x3x1xi32>
}

// A prime number of elements has no blocks; another dimension is not a row; blocks are whole tiles wide.
// CHECK-LABEL: func.func @near_misses
// CHECK-NOT: ttir.embedding
// CHECK-COUNT-3: ttir.argmax
// CHECK-NOT: ttir.argmax
func.func @near_misses(%p: tensor<3x4093xbf16>, %c: tensor<4096x3xbf16>, %n: tensor<3x62xbf16>) -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) {
  %0 = "ttir.argmax"(%p) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<3x4093xbf16>) -> tensor<3xi32>
  %1 = "ttir.argmax"(%c) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<4096x3xbf16>) -> tensor<3xi32>
  %2 = "ttir.argmax"(%n) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<3x62xbf16>) -> tensor<3xi32>
  return %0, %1, %2 : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
}

// The matrix unit rounds f32.
// CHECK-LABEL: func.func @wide
// CHECK-NEXT: ttir.argmax
// CHECK-NEXT: return
func.func @wide(%x: tensor<3x4096xf32>) -> tensor<3xi32> {
  %0 = "ttir.argmax"(%x) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<3x4096xf32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
