// Each function is one program; unittests/SuperTiling/ProgramFilesTest.cpp runs them one by one.
func.func @max_pool_2x2(%a0: tensor<1x50x48x12xf32>) -> tensor<1x25x24x12xf32> {
  %0 = tosa.max_pool2d %a0 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x50x48x12xf32>) -> tensor<1x25x24x12xf32>
  return %0 : tensor<1x25x24x12xf32>
}

func.func @max_pool_3x3_stride_2_pad(%a0: tensor<1x57x55x10xf32>) -> tensor<1x29x28x10xf32> {
  %0 = tosa.max_pool2d %a0 {kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 2, 2>} : (tensor<1x57x55x10xf32>) -> tensor<1x29x28x10xf32>
  return %0 : tensor<1x29x28x10xf32>
}

func.func @max_pool_5x3_stride_3_1(%a0: tensor<2x40x33x6xf32>) -> tensor<2x14x33x6xf32> {
  %0 = tosa.max_pool2d %a0 {kernel = array<i64: 5, 3>, pad = array<i64: 2, 2, 1, 1>, stride = array<i64: 3, 1>} : (tensor<2x40x33x6xf32>) -> tensor<2x14x33x6xf32>
  return %0 : tensor<2x14x33x6xf32>
}

func.func @max_pool_i8_pad(%a0: tensor<1x56x54x32xi8>) -> tensor<1x28x27x32xi8> {
  %0 = tosa.max_pool2d %a0 {kernel = array<i64: 3, 3>, pad = array<i64: 0, 1, 0, 1>, stride = array<i64: 2, 2>} : (tensor<1x56x54x32xi8>) -> tensor<1x28x27x32xi8>
  return %0 : tensor<1x28x27x32xi8>
}

func.func @max_pool_i8(%a0: tensor<1x57x55x32xi8>) -> tensor<1x29x28x32xi8> {
  %0 = tosa.max_pool2d %a0 {kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 2, 2>} : (tensor<1x57x55x32xi8>) -> tensor<1x29x28x32xi8>
  return %0 : tensor<1x29x28x32xi8>
}

func.func @max_pool_stride_1_same(%a0: tensor<1x26x26x16xf32>) -> tensor<1x26x26x16xf32> {
  %0 = tosa.max_pool2d %a0 {kernel = array<i64: 5, 5>, pad = array<i64: 2, 2, 2, 2>, stride = array<i64: 1, 1>} : (tensor<1x26x26x16xf32>) -> tensor<1x26x26x16xf32>
  return %0 : tensor<1x26x26x16xf32>
}

func.func @avg_pool_2x2(%a0: tensor<1x50x48x12xf32>) -> tensor<1x25x24x12xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.avg_pool2d %a0, %0, %1 {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x50x48x12xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x25x24x12xf32>
  return %2 : tensor<1x25x24x12xf32>
}

func.func @avg_pool_3x3_pad(%a0: tensor<1x45x47x10xf32>) -> tensor<1x23x24x10xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.avg_pool2d %a0, %0, %1 {acc_type = f32, kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 2, 2>} : (tensor<1x45x47x10xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x23x24x10xf32>
  return %2 : tensor<1x23x24x10xf32>
}

func.func @avg_pool_global(%a0: tensor<1x20x20x96xf32>) -> tensor<1x1x1x96xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.avg_pool2d %a0, %0, %1 {acc_type = f32, kernel = array<i64: 20, 20>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x20x20x96xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x96xf32>
  return %2 : tensor<1x1x1x96xf32>
}

func.func @avg_pool_i8(%a0: tensor<1x28x28x24xi8>) -> tensor<1x7x7x24xi8> {
  %0 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.avg_pool2d %a0, %0, %1 {acc_type = i32, kernel = array<i64: 4, 4>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 4, 4>} : (tensor<1x28x28x24xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x7x7x24xi8>
  return %2 : tensor<1x7x7x24xi8>
}

func.func @avg_pool_i8_pad(%a0: tensor<1x29x27x24xi8>) -> tensor<1x15x14x24xi8> {
  %0 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.avg_pool2d %a0, %0, %1 {acc_type = i32, kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 2, 2>} : (tensor<1x29x27x24xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x15x14x24xi8>
  return %2 : tensor<1x15x14x24xi8>
}

func.func @avg_pool_i16(%a0: tensor<1x29x27x24xi16>) -> tensor<1x15x14x24xi16> {
  %0 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %1 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %2 = tosa.avg_pool2d %a0, %0, %1 {acc_type = i32, kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 2, 2>} : (tensor<1x29x27x24xi16>, tensor<1xi16>, tensor<1xi16>) -> tensor<1x15x14x24xi16>
  return %2 : tensor<1x15x14x24xi16>
}

func.func @avg_pool_f16(%a0: tensor<1x30x30x16xf16>) -> tensor<1x10x10x16xf16> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %2 = tosa.avg_pool2d %a0, %0, %1 {acc_type = f32, kernel = array<i64: 3, 3>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 3, 3>} : (tensor<1x30x30x16xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x10x10x16xf16>
  return %2 : tensor<1x10x10x16xf16>
}

func.func @sppf(%a0: tensor<1x20x20x24xf32>) -> tensor<1x20x20x96xf32> {
  %0 = tosa.max_pool2d %a0 {kernel = array<i64: 5, 5>, pad = array<i64: 2, 2, 2, 2>, stride = array<i64: 1, 1>} : (tensor<1x20x20x24xf32>) -> tensor<1x20x20x24xf32>
  %1 = tosa.max_pool2d %0 {kernel = array<i64: 5, 5>, pad = array<i64: 2, 2, 2, 2>, stride = array<i64: 1, 1>} : (tensor<1x20x20x24xf32>) -> tensor<1x20x20x24xf32>
  %2 = tosa.max_pool2d %1 {kernel = array<i64: 5, 5>, pad = array<i64: 2, 2, 2, 2>, stride = array<i64: 1, 1>} : (tensor<1x20x20x24xf32>) -> tensor<1x20x20x24xf32>
  %3 = tosa.concat %a0, %0, %1, %2 {axis = 3 : i32} : (tensor<1x20x20x24xf32>, tensor<1x20x20x24xf32>, tensor<1x20x20x24xf32>, tensor<1x20x20x24xf32>) -> tensor<1x20x20x96xf32>
  return %3 : tensor<1x20x20x96xf32>
}

func.func @pool_conv_pool(%a0: tensor<1x44x44x6xf32>, %a1: tensor<24x3x3x6xf32>, %a2: tensor<24xf32>) -> tensor<1x11x11x24xf32> {
  %0 = tosa.max_pool2d %a0 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x44x44x6xf32>) -> tensor<1x22x22x6xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = tosa.conv2d %0, %a1, %a2, %1, %2 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x22x22x6xf32>, tensor<24x3x3x6xf32>, tensor<24xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x22x22x24xf32>
  %4 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %5 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %6 = tosa.avg_pool2d %3, %4, %5 {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x22x22x24xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x11x11x24xf32>
  return %6 : tensor<1x11x11x24xf32>
}
