// RUN: alcove-opt %s --ttir-op-forms | FileCheck %s
// RUN: alcove-opt %s --ttir-op-forms=disable-patterns=argmax-in-stages,argmax-on-tiles | FileCheck %s --check-prefixes=OFF,TILES
// RUN: alcove-opt %s --ttir-op-forms -o %t.mlir
// RUN: alcove-run %s --function=rows --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=kept --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=pixels --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
// RUN: alcove-run %s --function=numbers_of_bf16 --compare=%t.mlir --sensitivity=no | FileCheck %s --check-prefix=EQUAL
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

// Rows outnumber their elements: they stay on tiles. A result of 8 columns takes 8 tiles, one of rows of 16 a single one.
// CHECK-LABEL: func.func @pixels
// CHECK: %[[M:.*]] = "ttir.max"(%arg0) <{dim_arg = [3 : i32], keep_dim = true}>
// CHECK: %[[E:.*]] = "ttir.eq"(%arg0, %[[M]]) : (tensor<1x8x16x5xbf16>, tensor<1x8x16x1xbf16>) -> tensor<1x8x16x5xbf16>
// CHECK: %[[N:.*]] = "ttir.ne"(%arg0, %arg0)
// CHECK: %[[F:.*]] = "ttir.add"(%[[E]], %[[N]])
// CHECK: %[[C:.*]] = "ttir.constant"() <{value = dense<{{\[\[\[\[}}5.000000e+00, 4.000000e+00, 3.000000e+00, 2.000000e+00, 1.000000e+00]]]]> : tensor<1x1x1x5xbf16>}>
// CHECK: %[[L:.*]] = "ttir.multiply"(%[[F]], %[[C]])
// CHECK: %[[B:.*]] = "ttir.max"(%[[L]])
// CHECK: %[[R:.*]] = "ttir.reshape"(%[[B]]) {{.*}} : (tensor<1x8x16x1xbf16>) -> tensor<1x8x16xbf16>
// CHECK: "ttir.subtract"(%{{.*}}, %[[R]])
// CHECK: "ttir.typecast"({{.*}} : (tensor<1x8x16xbf16>) -> tensor<1x8x16xi32>
// TILES-LABEL: func.func @pixels
// TILES: ttir.argmax
func.func @pixels(%x: tensor<1x8x16x5xbf16>) -> tensor<1x8x16xi32> {
  %0 = "ttir.argmax"(%x) <{dim_arg = [3 : i32], keep_dim = false}> : (tensor<1x8x16x5xbf16>) -> tensor<1x8x16xi32>
  return %0 : tensor<1x8x16xi32>
}

// 256 is the last integer before which bf16 has all: of 257 elements 256 are the first part and one the second. One row of
// 300 takes as many tiles as the column.
// CHECK-LABEL: func.func @numbers_of_bf16
// CHECK: ttir.ne
// CHECK: "ttir.typecast"({{.*}} : (tensor<300x1xbf16>) -> tensor<300x1xi32>
// CHECK: "ttir.ne"(%arg1, %arg1)
// CHECK: %[[F:.*]] = "ttir.add"
// CHECK: %[[P:.*]] = "ttir.multiply"(%[[F]], %{{.*}}) : (tensor<300x257xbf16>, tensor<1x257xbf16>)
// CHECK: %[[M:.*]] = "ttir.max"(%[[P]])
// CHECK: %[[W:.*]] = "ttir.eq"(%[[P]], %[[M]]) : (tensor<300x257xbf16>, tensor<300x1xbf16>)
// CHECK: %[[L:.*]] = "ttir.multiply"(%[[W]], %{{.*}}) : (tensor<300x257xbf16>, tensor<1x257xbf16>)
// CHECK: "ttir.max"(%[[L]])
// CHECK: "ttir.full"() <{fill_value = 5.120000e+02 : f32
// CHECK: "ttir.full"() <{fill_value = 2.560000e+02 : f32
// CHECK: "ttir.add"({{.*}}) : (tensor<300x1xi32>, tensor<300x1xi32>)
func.func @numbers_of_bf16(%x: tensor<300x256xbf16>, %y: tensor<300x257xbf16>) -> (tensor<300xi32>, tensor<300xi32>) {
  %0 = "ttir.argmax"(%x) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<300x256xbf16>) -> tensor<300xi32>
  %1 = "ttir.argmax"(%y) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<300x257xbf16>) -> tensor<300xi32>
  return %0, %1 : tensor<300xi32>, tensor<300xi32>
}
