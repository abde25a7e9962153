// Integers where other types go another way: bits read as floats, rows and turned dimensions of tables of integers, positions
// in ui8 whose rows are more than 255, bits that are shifted in i8.
// RUN: alcove plan %s --summary=false -o %t.planned.mlir
// RUN: alcove run %s --compare=%t.planned.mlir | FileCheck %s
// RUN: FileCheck %s --check-prefix=PLAN < %t.planned.mlir
// CHECK-COUNT-6: 0 elements differ
// CHECK: result 6: {{.*}} equal
// CHECK: result 7: {{.*}} equal
// CHECK: result 8: {{.*}} 0 elements differ
// PLAN-DAG: "ttnn.bitcast_convert"({{.*}}ui32{{.*}} -> tensor<4x32xf32
// PLAN-DAG: "ttnn.bitcast_convert"({{.*}}f32{{.*}} -> tensor<4x32xsi32
// PLAN-DAG: "ttnn.gather"({{.*}} -> tensor<3x5xsi32

module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%bits: tensor<4x32xui32>, %x: tensor<4x32xf32>, %table: tensor<7x5xi32>, %rows: tensor<3x1xi32>, %line: tensor<9xi32>, %image: tensor<20x20x3xf32>, %at: tensor<6x2xui8>, %low: tensor<4x32xi8>)
      -> (tensor<4x32xi32>, tensor<3x5xi32>, tensor<3xi32>, tensor<7x5xi32>, tensor<7x5xi32>, tensor<4x32xui8>, tensor<4x32xf32>, tensor<6x3xf32>, tensor<4x32xi8>) {
    %0 = stablehlo.bitcast_convert %x : (tensor<4x32xf32>) -> tensor<4x32xi32>
    %1 = "stablehlo.gather"(%table, %rows) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 5>}> : (tensor<7x5xi32>, tensor<3x1xi32>) -> tensor<3x5xi32>
    %2 = "stablehlo.gather"(%line, %rows) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<9xi32>, tensor<3x1xi32>) -> tensor<3xi32>
    %3 = stablehlo.reverse %table, dims = [1] : tensor<7x5xi32>
    %4 = stablehlo.reverse %table, dims = [0, 1] : tensor<7x5xi32>
    %5 = stablehlo.bitcast_convert %low : (tensor<4x32xi8>) -> tensor<4x32xui8>
    %one = stablehlo.constant dense<1065353216> : tensor<4x32xui32>
    %mantissa = stablehlo.or %bits, %one : tensor<4x32xui32>
    %6 = stablehlo.bitcast_convert %mantissa : (tensor<4x32xui32>) -> tensor<4x32xf32>
    %7 = "stablehlo.gather"(%image, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<20x20x3xf32>, tensor<6x2xui8>) -> tensor<6x3xf32>
    %by = stablehlo.constant dense<3> : tensor<4x32xi8>
    %ones = stablehlo.constant dense<-1> : tensor<4x32xi8>
    %negative = stablehlo.xor %low, %ones : tensor<4x32xi8>
    %8 = stablehlo.shift_right_logical %negative, %by : tensor<4x32xi8>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<4x32xi32>, tensor<3x5xi32>, tensor<3xi32>, tensor<7x5xi32>, tensor<7x5xi32>, tensor<4x32xui8>, tensor<4x32xf32>, tensor<6x3xf32>, tensor<4x32xi8>
  }
}
