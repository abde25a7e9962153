// Each function is one program; unittests/SuperTiling/ProgramFilesTest.cpp runs them one by one.
func.func @reduce_sum_0(%a0: tensor<30x41x37xf32>) -> tensor<1x41x37xf32> {
  %0 = tosa.reduce_sum %a0 {axis = 0 : i32} : (tensor<30x41x37xf32>) -> tensor<1x41x37xf32>
  return %0 : tensor<1x41x37xf32>
}

func.func @reduce_sum_1(%a0: tensor<30x41x37xf32>) -> tensor<30x1x37xf32> {
  %0 = tosa.reduce_sum %a0 {axis = 1 : i32} : (tensor<30x41x37xf32>) -> tensor<30x1x37xf32>
  return %0 : tensor<30x1x37xf32>
}

func.func @reduce_sum_2(%a0: tensor<30x41x37xf32>) -> tensor<30x41x1xf32> {
  %0 = tosa.reduce_sum %a0 {axis = 2 : i32} : (tensor<30x41x37xf32>) -> tensor<30x41x1xf32>
  return %0 : tensor<30x41x1xf32>
}

func.func @reduce_max_0(%a0: tensor<30x41x37xf32>) -> tensor<1x41x37xf32> {
  %0 = tosa.reduce_max %a0 {axis = 0 : i32} : (tensor<30x41x37xf32>) -> tensor<1x41x37xf32>
  return %0 : tensor<1x41x37xf32>
}

func.func @reduce_max_1(%a0: tensor<30x41x37xf32>) -> tensor<30x1x37xf32> {
  %0 = tosa.reduce_max %a0 {axis = 1 : i32} : (tensor<30x41x37xf32>) -> tensor<30x1x37xf32>
  return %0 : tensor<30x1x37xf32>
}

func.func @reduce_max_2(%a0: tensor<30x41x37xf32>) -> tensor<30x41x1xf32> {
  %0 = tosa.reduce_max %a0 {axis = 2 : i32} : (tensor<30x41x37xf32>) -> tensor<30x41x1xf32>
  return %0 : tensor<30x41x1xf32>
}

func.func @reduce_min_0(%a0: tensor<30x41x37xf32>) -> tensor<1x41x37xf32> {
  %0 = tosa.reduce_min %a0 {axis = 0 : i32} : (tensor<30x41x37xf32>) -> tensor<1x41x37xf32>
  return %0 : tensor<1x41x37xf32>
}

func.func @reduce_min_1(%a0: tensor<30x41x37xf32>) -> tensor<30x1x37xf32> {
  %0 = tosa.reduce_min %a0 {axis = 1 : i32} : (tensor<30x41x37xf32>) -> tensor<30x1x37xf32>
  return %0 : tensor<30x1x37xf32>
}

func.func @reduce_min_2(%a0: tensor<30x41x37xf32>) -> tensor<30x41x1xf32> {
  %0 = tosa.reduce_min %a0 {axis = 2 : i32} : (tensor<30x41x37xf32>) -> tensor<30x41x1xf32>
  return %0 : tensor<30x41x1xf32>
}

func.func @reduce_product_0(%a0: tensor<30x41x37xf32>) -> tensor<1x41x37xf32> {
  %0 = tosa.reduce_product %a0 {axis = 0 : i32} : (tensor<30x41x37xf32>) -> tensor<1x41x37xf32>
  return %0 : tensor<1x41x37xf32>
}

func.func @reduce_product_1(%a0: tensor<30x41x37xf32>) -> tensor<30x1x37xf32> {
  %0 = tosa.reduce_product %a0 {axis = 1 : i32} : (tensor<30x41x37xf32>) -> tensor<30x1x37xf32>
  return %0 : tensor<30x1x37xf32>
}

func.func @reduce_product_2(%a0: tensor<30x41x37xf32>) -> tensor<30x41x1xf32> {
  %0 = tosa.reduce_product %a0 {axis = 2 : i32} : (tensor<30x41x37xf32>) -> tensor<30x41x1xf32>
  return %0 : tensor<30x41x1xf32>
}

func.func @reduce_all(%a0: tensor<130x150xi1>) -> tensor<130x1xi1> {
  %0 = tosa.reduce_all %a0 {axis = 1 : i32} : (tensor<130x150xi1>) -> tensor<130x1xi1>
  return %0 : tensor<130x1xi1>
}

func.func @reduce_any(%a0: tensor<130x150xi1>) -> tensor<130x1xi1> {
  %0 = tosa.reduce_any %a0 {axis = 1 : i32} : (tensor<130x150xi1>) -> tensor<130x1xi1>
  return %0 : tensor<130x1xi1>
}

func.func @reduce_sum_i32(%a0: tensor<130x150xi32>) -> tensor<1x150xi32> {
  %0 = tosa.reduce_sum %a0 {axis = 0 : i32} : (tensor<130x150xi32>) -> tensor<1x150xi32>
  return %0 : tensor<1x150xi32>
}

func.func @reduce_sum_f16(%a0: tensor<130x150xf16>) -> tensor<1x150xf16> {
  %0 = tosa.reduce_sum %a0 {axis = 0 : i32} : (tensor<130x150xf16>) -> tensor<1x150xf16>
  return %0 : tensor<1x150xf16>
}

func.func @reduce_sum_bf16(%a0: tensor<130x150xbf16>) -> tensor<1x150xbf16> {
  %0 = tosa.reduce_sum %a0 {axis = 0 : i32} : (tensor<130x150xbf16>) -> tensor<1x150xbf16>
  return %0 : tensor<1x150xbf16>
}

func.func @reduce_max_i8(%a0: tensor<130x250xi8>) -> tensor<130x1xi8> {
  %0 = tosa.reduce_max %a0 {axis = 1 : i32} : (tensor<130x250xi8>) -> tensor<130x1xi8>
  return %0 : tensor<130x1xi8>
}

func.func @reduce_min_i16(%a0: tensor<130x250xi16>) -> tensor<1x250xi16> {
  %0 = tosa.reduce_min %a0 {axis = 0 : i32} : (tensor<130x250xi16>) -> tensor<1x250xi16>
  return %0 : tensor<1x250xi16>
}

func.func @reduce_all_axes(%a0: tensor<20x30x40xf32>) -> tensor<1x1x1xf32> {
  %0 = tosa.reduce_sum %a0 {axis = 0 : i32} : (tensor<20x30x40xf32>) -> tensor<1x30x40xf32>
  %1 = tosa.reduce_sum %0 {axis = 1 : i32} : (tensor<1x30x40xf32>) -> tensor<1x1x40xf32>
  %2 = tosa.reduce_sum %1 {axis = 2 : i32} : (tensor<1x1x40xf32>) -> tensor<1x1x1xf32>
  return %2 : tensor<1x1x1xf32>
}

func.func @mean_variance(%a0: tensor<60x300xf32>) -> (tensor<60x1xf32>, tensor<60x1xf32>) {
  %0 = "tosa.const"() <{values = dense<0.00333> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %1 = tosa.reduce_sum %a0 {axis = 1 : i32} : (tensor<60x300xf32>) -> tensor<60x1xf32>
  %2 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %3 = tosa.mul %1, %0, %2 : (tensor<60x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<60x1xf32>
  %4 = tosa.sub %a0, %3 : (tensor<60x300xf32>, tensor<60x1xf32>) -> tensor<60x300xf32>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %6 = tosa.mul %4, %4, %5 : (tensor<60x300xf32>, tensor<60x300xf32>, tensor<1xi8>) -> tensor<60x300xf32>
  %7 = tosa.reduce_sum %6 {axis = 1 : i32} : (tensor<60x300xf32>) -> tensor<60x1xf32>
  %8 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %9 = tosa.mul %7, %0, %8 : (tensor<60x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<60x1xf32>
  return %3, %9 : tensor<60x1xf32>, tensor<60x1xf32>
}

func.func @layer_norm(%a0: tensor<60x300xf32>, %a1: tensor<1x300xf32>, %a2: tensor<1x300xf32>) -> tensor<60x300xf32> {
  %0 = "tosa.const"() <{values = dense<0.00333> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %1 = tosa.reduce_sum %a0 {axis = 1 : i32} : (tensor<60x300xf32>) -> tensor<60x1xf32>
  %2 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %3 = tosa.mul %1, %0, %2 : (tensor<60x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<60x1xf32>
  %4 = tosa.sub %a0, %3 : (tensor<60x300xf32>, tensor<60x1xf32>) -> tensor<60x300xf32>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %6 = tosa.mul %4, %4, %5 : (tensor<60x300xf32>, tensor<60x300xf32>, tensor<1xi8>) -> tensor<60x300xf32>
  %7 = tosa.reduce_sum %6 {axis = 1 : i32} : (tensor<60x300xf32>) -> tensor<60x1xf32>
  %8 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %9 = tosa.mul %7, %0, %8 : (tensor<60x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<60x1xf32>
  %10 = "tosa.const"() <{values = dense<0.00001> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %11 = tosa.add %9, %10 : (tensor<60x1xf32>, tensor<1x1xf32>) -> tensor<60x1xf32>
  %12 = tosa.rsqrt %11 : (tensor<60x1xf32>) -> tensor<60x1xf32>
  %13 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %14 = tosa.mul %4, %12, %13 : (tensor<60x300xf32>, tensor<60x1xf32>, tensor<1xi8>) -> tensor<60x300xf32>
  %15 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %16 = tosa.mul %14, %a1, %15 : (tensor<60x300xf32>, tensor<1x300xf32>, tensor<1xi8>) -> tensor<60x300xf32>
  %17 = tosa.add %16, %a2 : (tensor<60x300xf32>, tensor<1x300xf32>) -> tensor<60x300xf32>
  return %17 : tensor<60x300xf32>
}

func.func @softmax(%a0: tensor<80x170xf32>) -> tensor<80x170xf32> {
  %0 = tosa.reduce_max %a0 {axis = 1 : i32} : (tensor<80x170xf32>) -> tensor<80x1xf32>
  %1 = tosa.sub %a0, %0 : (tensor<80x170xf32>, tensor<80x1xf32>) -> tensor<80x170xf32>
  %2 = tosa.exp %1 : (tensor<80x170xf32>) -> tensor<80x170xf32>
  %3 = tosa.reduce_sum %2 {axis = 1 : i32} : (tensor<80x170xf32>) -> tensor<80x1xf32>
  %4 = tosa.reciprocal %3 : (tensor<80x1xf32>) -> tensor<80x1xf32>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %6 = tosa.mul %2, %4, %5 : (tensor<80x170xf32>, tensor<80x1xf32>, tensor<1xi8>) -> tensor<80x170xf32>
  return %6 : tensor<80x170xf32>
}

func.func @softmax_axis_0(%a0: tensor<80x170xf32>) -> tensor<80x170xf32> {
  %0 = tosa.reduce_max %a0 {axis = 0 : i32} : (tensor<80x170xf32>) -> tensor<1x170xf32>
  %1 = tosa.sub %a0, %0 : (tensor<80x170xf32>, tensor<1x170xf32>) -> tensor<80x170xf32>
  %2 = tosa.exp %1 : (tensor<80x170xf32>) -> tensor<80x170xf32>
  %3 = tosa.reduce_sum %2 {axis = 0 : i32} : (tensor<80x170xf32>) -> tensor<1x170xf32>
  %4 = tosa.reciprocal %3 : (tensor<1x170xf32>) -> tensor<1x170xf32>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %6 = tosa.mul %2, %4, %5 : (tensor<80x170xf32>, tensor<1x170xf32>, tensor<1xi8>) -> tensor<80x170xf32>
  return %6 : tensor<80x170xf32>
}

func.func @softmax_4d_axis_1(%a0: tensor<2x40x13x17xf32>) -> tensor<2x40x13x17xf32> {
  %0 = tosa.reduce_max %a0 {axis = 1 : i32} : (tensor<2x40x13x17xf32>) -> tensor<2x1x13x17xf32>
  %1 = tosa.sub %a0, %0 : (tensor<2x40x13x17xf32>, tensor<2x1x13x17xf32>) -> tensor<2x40x13x17xf32>
  %2 = tosa.exp %1 : (tensor<2x40x13x17xf32>) -> tensor<2x40x13x17xf32>
  %3 = tosa.reduce_sum %2 {axis = 1 : i32} : (tensor<2x40x13x17xf32>) -> tensor<2x1x13x17xf32>
  %4 = tosa.reciprocal %3 : (tensor<2x1x13x17xf32>) -> tensor<2x1x13x17xf32>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %6 = tosa.mul %2, %4, %5 : (tensor<2x40x13x17xf32>, tensor<2x1x13x17xf32>, tensor<1xi8>) -> tensor<2x40x13x17xf32>
  return %6 : tensor<2x40x13x17xf32>
}

func.func @argmax_0(%a0: tensor<30x41x37xf32>) -> tensor<41x37xi32> {
  %0 = tosa.argmax %a0 {axis = 0 : i32} : (tensor<30x41x37xf32>) -> tensor<41x37xi32>
  return %0 : tensor<41x37xi32>
}

func.func @argmax_1(%a0: tensor<30x41x37xf32>) -> tensor<30x37xi32> {
  %0 = tosa.argmax %a0 {axis = 1 : i32} : (tensor<30x41x37xf32>) -> tensor<30x37xi32>
  return %0 : tensor<30x37xi32>
}

func.func @argmax_2(%a0: tensor<30x41x37xf32>) -> tensor<30x41xi32> {
  %0 = tosa.argmax %a0 {axis = 2 : i32} : (tensor<30x41x37xf32>) -> tensor<30x41xi32>
  return %0 : tensor<30x41xi32>
}

func.func @argmax_i8(%a0: tensor<200x150xi8>) -> tensor<200xi32> {
  %0 = tosa.argmax %a0 {axis = 1 : i32} : (tensor<200x150xi8>) -> tensor<200xi32>
  return %0 : tensor<200xi32>
}

func.func @argmax_after_matmul(%a0: tensor<1x60x40xf32>, %a1: tensor<1x40x300xf32>) -> tensor<1x60xi32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.matmul %a0, %a1, %0, %1 : (tensor<1x60x40xf32>, tensor<1x40x300xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x60x300xf32>
  %3 = tosa.argmax %2 {axis = 2 : i32} : (tensor<1x60x300xf32>) -> tensor<1x60xi32>
  return %3 : tensor<1x60xi32>
}

func.func @l2_normalize(%a0: tensor<90x160xf32>) -> tensor<90x160xf32> {
  %0 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = tosa.mul %a0, %a0, %0 : (tensor<90x160xf32>, tensor<90x160xf32>, tensor<1xi8>) -> tensor<90x160xf32>
  %2 = tosa.reduce_sum %1 {axis = 1 : i32} : (tensor<90x160xf32>) -> tensor<90x1xf32>
  %3 = "tosa.const"() <{values = dense<0.001> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %4 = tosa.add %2, %3 : (tensor<90x1xf32>, tensor<1x1xf32>) -> tensor<90x1xf32>
  %5 = tosa.rsqrt %4 : (tensor<90x1xf32>) -> tensor<90x1xf32>
  %6 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = tosa.mul %a0, %5, %6 : (tensor<90x160xf32>, tensor<90x1xf32>, tensor<1xi8>) -> tensor<90x160xf32>
  return %7 : tensor<90x160xf32>
}
