// The random bits of jax.random with a constant key are constants, through loops and calls.
// RUN: alcove-opt --stablehlo-execute=as-ttir=true %s -o /dev/null
// RUN: alcove plan %s -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// CHECK-NOT: bitwise
// CHECK: "ttnn.where"
module @jit_dropout attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16x64xf32>) -> (tensor<16x64xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<ui32>
    %c_0 = stablehlo.constant dense<42> : tensor<ui32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %1 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui32>) -> tensor<1xui32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xui32>, tensor<1xui32>) -> tensor<2xui32>
    %3 = call @_bernoulli(%2) : (tensor<2xui32>) -> tensor<16x64xi1>
    %cst = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %5 = stablehlo.divide %arg0, %4 : tensor<16x64xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %7 = stablehlo.select %3, %5, %6 : tensor<16x64xi1>, tensor<16x64xf32>
    return %7 : tensor<16x64xf32>
  }
  func.func private @_bernoulli(%arg0: tensor<2xui32>) -> tensor<16x64xi1> {
    %0 = call @_uniform(%arg0) : (tensor<2xui32>) -> tensor<16x64xf32>
    %cst = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %2 = stablehlo.compare LT, %0, %1, FLOAT : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xi1>
    return %2 : tensor<16x64xi1>
  }
  func.func private @_uniform(%arg0: tensor<2xui32>) -> tensor<16x64xf32> {
    %0 = stablehlo.iota dim = 0 : tensor<1024xui32>
    %1 = stablehlo.slice %arg0 [0:1] : (tensor<2xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.slice %arg0 [1:2] : (tensor<2xui32>) -> tensor<1xui32>
    %4 = stablehlo.reshape %3 : (tensor<1xui32>) -> tensor<ui32>
    %5 = stablehlo.slice %0 [0:512] : (tensor<1024xui32>) -> tensor<512xui32>
    %6 = stablehlo.slice %0 [512:1024] : (tensor<1024xui32>) -> tensor<512xui32>
    %7 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<512xui32>
    %8 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<ui32>) -> tensor<512xui32>
    %9:2 = call @threefry2x32(%7, %8, %5, %6) : (tensor<512xui32>, tensor<512xui32>, tensor<512xui32>, tensor<512xui32>) -> (tensor<512xui32>, tensor<512xui32>)
    %10 = stablehlo.concatenate %9#0, %9#1, dim = 0 : (tensor<512xui32>, tensor<512xui32>) -> tensor<1024xui32>
    %11 = stablehlo.reshape %10 : (tensor<1024xui32>) -> tensor<16x64xui32>
    %c = stablehlo.constant dense<9> : tensor<ui32>
    %12 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<16x64xui32>
    %13 = stablehlo.shift_right_logical %11, %12 : tensor<16x64xui32>
    %c_0 = stablehlo.constant dense<1065353216> : tensor<ui32>
    %14 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<ui32>) -> tensor<16x64xui32>
    %15 = stablehlo.or %13, %14 : tensor<16x64xui32>
    %16 = stablehlo.bitcast_convert %15 : (tensor<16x64xui32>) -> tensor<16x64xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %18 = stablehlo.subtract %16, %17 : tensor<16x64xf32>
    return %18 : tensor<16x64xf32>
  }
  func.func private @threefry2x32(%arg0: tensor<512xui32>, %arg1: tensor<512xui32>, %arg2: tensor<512xui32>, %arg3: tensor<512xui32>) -> (tensor<512xui32>, tensor<512xui32>) {
    %c = stablehlo.constant dense<466688986> : tensor<ui32>
    %0 = stablehlo.xor %arg0, %arg1 : tensor<512xui32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui32>) -> tensor<512xui32>
    %2 = stablehlo.xor %0, %1 : tensor<512xui32>
    %3 = stablehlo.add %arg2, %arg0 : tensor<512xui32>
    %4 = stablehlo.add %arg3, %arg1 : tensor<512xui32>
    %c_0 = stablehlo.constant dense<[13, 15, 26, 6]> : tensor<4xui32>
    %c_1 = stablehlo.constant dense<[17, 29, 16, 24]> : tensor<4xui32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %5:9 = stablehlo.while(%iterArg = %c_2, %iterArg_4 = %c_3, %iterArg_5 = %3, %iterArg_6 = %4, %iterArg_7 = %arg1, %iterArg_8 = %2, %iterArg_9 = %arg0, %iterArg_10 = %c_0, %iterArg_11 = %c_1) : tensor<i32>, tensor<i32>, tensor<512xui32>, tensor<512xui32>, tensor<512xui32>, tensor<512xui32>, tensor<512xui32>, tensor<4xui32>, tensor<4xui32>
    cond {
      %c_12 = stablehlo.constant dense<5> : tensor<i32>
      %6 = stablehlo.compare LT, %iterArg, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %6 : tensor<i1>
    } do {
      %6:8 = func.call @None(%iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11) : (tensor<i32>, tensor<512xui32>, tensor<512xui32>, tensor<512xui32>, tensor<512xui32>, tensor<512xui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<512xui32>, tensor<512xui32>, tensor<512xui32>, tensor<512xui32>, tensor<512xui32>, tensor<4xui32>, tensor<4xui32>)
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %7 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      stablehlo.return %7, %6#0, %6#1, %6#2, %6#3, %6#4, %6#5, %6#6, %6#7 : tensor<i32>, tensor<i32>, tensor<512xui32>, tensor<512xui32>, tensor<512xui32>, tensor<512xui32>, tensor<512xui32>, tensor<4xui32>, tensor<4xui32>
    }
    return %5#2, %5#3 : tensor<512xui32>, tensor<512xui32>
  }
  func.func private @None(%arg0: tensor<i32>, %arg1: tensor<512xui32>, %arg2: tensor<512xui32>, %arg3: tensor<512xui32>, %arg4: tensor<512xui32>, %arg5: tensor<512xui32>, %arg6: tensor<4xui32>, %arg7: tensor<4xui32>) -> (tensor<i32>, tensor<512xui32>, tensor<512xui32>, tensor<512xui32>, tensor<512xui32>, tensor<512xui32>, tensor<4xui32>, tensor<4xui32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg0, %c : tensor<i32>
    %1 = stablehlo.slice %arg6 [0:1] : (tensor<4xui32>) -> tensor<1xui32>
    %2 = stablehlo.reshape %1 : (tensor<1xui32>) -> tensor<ui32>
    %3 = stablehlo.add %arg1, %arg2 : tensor<512xui32>
    %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui32>) -> tensor<512xui32>
    %5 = stablehlo.shift_left %arg2, %4 : tensor<512xui32>
    %c_0 = stablehlo.constant dense<32> : tensor<ui32>
    %6 = stablehlo.subtract %c_0, %2 : tensor<ui32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<ui32>) -> tensor<512xui32>
    %8 = stablehlo.shift_right_logical %arg2, %7 : tensor<512xui32>
    %9 = stablehlo.or %5, %8 : tensor<512xui32>
    %10 = stablehlo.xor %3, %9 : tensor<512xui32>
    %11 = stablehlo.add %3, %arg3 : tensor<512xui32>
    %12 = stablehlo.add %10, %arg4 : tensor<512xui32>
    %13 = stablehlo.convert %0 : (tensor<i32>) -> tensor<ui32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<ui32>) -> tensor<512xui32>
    %15 = stablehlo.add %12, %14 : tensor<512xui32>
    return %0, %11, %15, %arg4, %arg5, %arg3, %arg7, %arg6 : tensor<i32>, tensor<512xui32>, tensor<512xui32>, tensor<512xui32>, tensor<512xui32>, tensor<512xui32>, tensor<4xui32>, tensor<4xui32>
  }
}
