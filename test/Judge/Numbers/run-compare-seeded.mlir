// RUN: split-file %s %t
// RUN: alcove-run %t/indices.mlir --compare=%t/indices.mlir --sensitivity=no | FileCheck %s
// RUN: alcove-run %t/slice.mlir --compare=%t/slice.mlir --sensitivity=no | FileCheck %s --check-prefix=SLICE

// Seeded indices lie in what they index, whatever comes before it: rule NUM-D4.
// CHECK: function scatter
// CHECK: equal
// CHECK: function windows
// CHECK: equal
// CHECK: function reals
// CHECK: equal
// CHECK: function arithmetic
// CHECK: equal
// CHECK: function negative
// CHECK: equal
// CHECK: function two
// CHECK: equal
// SLICE: function both
// SLICE: equal
// SLICE: function computed
// SLICE: equal

//--- indices.mlir
func.func @scatter(%x: tensor<3x16xf32>, %i: tensor<2x16xi32>, %u: tensor<2x16xf32>) -> tensor<3x16xf32> {
  %0 = "ttir.scatter"(%x, %i, %u) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<invalid>}> : (tensor<3x16xf32>, tensor<2x16xi32>, tensor<2x16xf32>) -> tensor<3x16xf32>
  return %0 : tensor<3x16xf32>
}
// Windows of 2x4 in 3x16 start at most at (1, 12).
func.func @windows(%x: tensor<3x16xf32>, %i: tensor<20x2xi32>, %u: tensor<20x2x4xf32>) -> tensor<3x16xf32> {
  %0 = "ttir.scatter"(%x, %i, %u) <{update_window_dims = array<i64: 1, 2>, inserted_window_dims = array<i64>, scatter_dims_to_operand_dims = array<i64: 0, 1>, index_vector_dim = 1 : i64}> : (tensor<3x16xf32>, tensor<20x2xi32>, tensor<20x2x4xf32>) -> tensor<3x16xf32>
  return %0 : tensor<3x16xf32>
}
// 50257 rows: bf16 counts by 256 there.
func.func @reals(%i: tensor<4x64xbf16>, %t: tensor<50257x4xf32>) -> tensor<4x64x4xf32> {
  %0 = "ttir.embedding"(%i, %t) : (tensor<4x64xbf16>, tensor<50257x4xf32>) -> tensor<4x64x4xf32>
  return %0 : tensor<4x64x4xf32>
}
// 3 <= 2 * i + 3 < 10.
func.func @arithmetic(%i: tensor<64xi32>, %t: tensor<10x4xf32>) -> tensor<64x4xf32> {
  %two = "ttir.full"() <{fill_value = 2 : i32, shape = array<i32: 64>}> : () -> tensor<64xi32>
  %three = "ttir.constant"() <{value = dense<3> : tensor<64xi32>}> : () -> tensor<64xi32>
  %0 = "ttir.multiply"(%i, %two) : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
  %1 = "ttir.add"(%0, %three) : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
  %2 = "ttir.embedding"(%1, %t) : (tensor<64xi32>, tensor<10x4xf32>) -> tensor<64x4xf32>
  return %2 : tensor<64x4xf32>
}
// Numbers below 0 count from the end: those from 0 on are all that data need.
func.func @negative(%i: tensor<64xi32>, %t: tensor<10x4xf32>) -> tensor<64x4xf32> {
  %ten = "ttir.full"() <{fill_value = 10 : i32, shape = array<i32: 64>}> : () -> tensor<64xi32>
  %zero = "ttir.zeros"() <{shape = array<i32: 64>}> : () -> tensor<64xi32>
  %0 = "ttir.lt"(%i, %zero) : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi1>
  %1 = "ttir.add"(%i, %ten) : (tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
  %2 = "ttir.where"(%0, %1, %i) : (tensor<64xi1>, tensor<64xi32>, tensor<64xi32>) -> tensor<64xi32>
  %3 = "ttir.embedding"(%2, %t) : (tensor<64xi32>, tensor<10x4xf32>) -> tensor<64x4xf32>
  return %3 : tensor<64x4xf32>
}
func.func @two(%i: tensor<64xi64>, %j: tensor<1xi64>, %t: tensor<10x4xf32>) -> tensor<64x4xf32> {
  %0 = "ttir.add"(%i, %j) : (tensor<64xi64>, tensor<1xi64>) -> tensor<64xi64>
  %1 = "ttir.embedding"(%0, %t) : (tensor<64xi64>, tensor<10x4xf32>) -> tensor<64x4xf32>
  return %1 : tensor<64x4xf32>
}

//--- slice.mlir
func.func @both(%x: tensor<9x16xf32>, %b: tensor<2xi32>, %e: tensor<2xi32>) -> tensor<4x5xf32> {
  %0 = "ttir.slice_dynamic"(%x, %b, %e) <{step = [2 : i32, 1 : i32]}> : (tensor<9x16xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
func.func @computed(%x: tensor<16x9xf32>, %b: tensor<2xi32>) -> tensor<4x5xf32> {
  %s = "ttir.constant"() <{value = dense<[4, 5]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %e = "ttir.add"(%b, %s) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %0 = "ttir.slice_dynamic"(%x, %b, %e) : (tensor<16x9xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
