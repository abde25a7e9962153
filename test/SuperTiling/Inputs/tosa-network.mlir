// Each function is one program; unittests/SuperTiling/ProgramFilesTest.cpp runs them one by one.
func.func @matmul_batch(%a0: tensor<5x40x50xf32>, %a1: tensor<5x50x36xf32>) -> tensor<5x40x36xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.matmul %a0, %a1, %0, %1 : (tensor<5x40x50xf32>, tensor<5x50x36xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<5x40x36xf32>
  return %2 : tensor<5x40x36xf32>
}

func.func @matmul_vector(%a0: tensor<1x1x700xf32>, %a1: tensor<1x700x300xf32>) -> tensor<1x1x300xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.matmul %a0, %a1, %0, %1 : (tensor<1x1x700xf32>, tensor<1x700x300xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x300xf32>
  return %2 : tensor<1x1x300xf32>
}

func.func @matmul_column(%a0: tensor<1x700x300xf32>, %a1: tensor<1x300x1xf32>) -> tensor<1x700x1xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.matmul %a0, %a1, %0, %1 : (tensor<1x700x300xf32>, tensor<1x300x1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x700x1xf32>
  return %2 : tensor<1x700x1xf32>
}

func.func @matmul_i8(%a0: tensor<1x90x100xi8>, %a1: tensor<1x100x80xi8>) -> tensor<1x90x80xi32> {
  %0 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = "tosa.const"() <{values = dense<-4> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.matmul %a0, %a1, %0, %1 : (tensor<1x90x100xi8>, tensor<1x100x80xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x90x80xi32>
  return %2 : tensor<1x90x80xi32>
}

func.func @matmul_f16(%a0: tensor<2x60x64xf16>, %a1: tensor<2x64x48xf16>) -> tensor<2x60x48xf16> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %2 = tosa.matmul %a0, %a1, %0, %1 : (tensor<2x60x64xf16>, tensor<2x64x48xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<2x60x48xf16>
  return %2 : tensor<2x60x48xf16>
}

func.func @matmul_bf16_f32(%a0: tensor<2x60x64xbf16>, %a1: tensor<2x64x48xbf16>) -> tensor<2x60x48xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %2 = tosa.matmul %a0, %a1, %0, %1 : (tensor<2x60x64xbf16>, tensor<2x64x48xbf16>, tensor<1xbf16>, tensor<1xbf16>) -> tensor<2x60x48xf32>
  return %2 : tensor<2x60x48xf32>
}

func.func @fully_connected(%a0: tensor<1x128x64xf32>, %a1: tensor<1x64x200xf32>, %a2: tensor<1x1x200xf32>) -> tensor<1x128x200xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.matmul %a0, %a1, %0, %1 : (tensor<1x128x64xf32>, tensor<1x64x200xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x128x200xf32>
  %3 = tosa.add %2, %a2 : (tensor<1x128x200xf32>, tensor<1x1x200xf32>) -> tensor<1x128x200xf32>
  %4 = "tosa.const"() <{values = dense<0.0> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %5 = tosa.maximum %3, %4 : (tensor<1x128x200xf32>, tensor<1x1x1xf32>) -> tensor<1x128x200xf32>
  return %5 : tensor<1x128x200xf32>
}

func.func @attention(%a0: tensor<4x40x16xf32>, %a1: tensor<4x40x16xf32>, %a2: tensor<4x40x16xf32>) -> tensor<4x40x16xf32> {
  %0 = tosa.transpose %a1 {perms = array<i32: 0, 2, 1>} : (tensor<4x40x16xf32>) -> tensor<4x16x40xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = tosa.matmul %a0, %0, %1, %2 : (tensor<4x40x16xf32>, tensor<4x16x40xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x40x40xf32>
  %4 = "tosa.const"() <{values = dense<0.25> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %6 = tosa.mul %3, %4, %5 : (tensor<4x40x40xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<4x40x40xf32>
  %7 = tosa.reduce_max %6 {axis = 2 : i32} : (tensor<4x40x40xf32>) -> tensor<4x40x1xf32>
  %8 = tosa.sub %6, %7 : (tensor<4x40x40xf32>, tensor<4x40x1xf32>) -> tensor<4x40x40xf32>
  %9 = tosa.exp %8 : (tensor<4x40x40xf32>) -> tensor<4x40x40xf32>
  %10 = tosa.reduce_sum %9 {axis = 2 : i32} : (tensor<4x40x40xf32>) -> tensor<4x40x1xf32>
  %11 = tosa.reciprocal %10 : (tensor<4x40x1xf32>) -> tensor<4x40x1xf32>
  %12 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %13 = tosa.mul %9, %11, %12 : (tensor<4x40x40xf32>, tensor<4x40x1xf32>, tensor<1xi8>) -> tensor<4x40x40xf32>
  %14 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %15 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %16 = tosa.matmul %13, %a2, %14, %15 : (tensor<4x40x40xf32>, tensor<4x40x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x40x16xf32>
  return %16 : tensor<4x40x16xf32>
}

func.func @attention_masked(%a0: tensor<2x50x24xf32>, %a1: tensor<2x24x50xf32>, %a2: tensor<2x50x24xf32>, %a3: tensor<1x50x50xi1>) -> tensor<2x50x24xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.matmul %a0, %a1, %0, %1 : (tensor<2x50x24xf32>, tensor<2x24x50xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x50x50xf32>
  %3 = "tosa.const"() <{values = dense<-10000.0> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
  %4 = tosa.select %a3, %2, %3 : (tensor<1x50x50xi1>, tensor<2x50x50xf32>, tensor<1x1x1xf32>) -> tensor<2x50x50xf32>
  %5 = tosa.reduce_max %4 {axis = 2 : i32} : (tensor<2x50x50xf32>) -> tensor<2x50x1xf32>
  %6 = tosa.sub %4, %5 : (tensor<2x50x50xf32>, tensor<2x50x1xf32>) -> tensor<2x50x50xf32>
  %7 = tosa.exp %6 : (tensor<2x50x50xf32>) -> tensor<2x50x50xf32>
  %8 = tosa.reduce_sum %7 {axis = 2 : i32} : (tensor<2x50x50xf32>) -> tensor<2x50x1xf32>
  %9 = tosa.reciprocal %8 : (tensor<2x50x1xf32>) -> tensor<2x50x1xf32>
  %10 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %11 = tosa.mul %7, %9, %10 : (tensor<2x50x50xf32>, tensor<2x50x1xf32>, tensor<1xi8>) -> tensor<2x50x50xf32>
  %12 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %13 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %14 = tosa.matmul %11, %a2, %12, %13 : (tensor<2x50x50xf32>, tensor<2x50x24xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x50x24xf32>
  return %14 : tensor<2x50x24xf32>
}

func.func @classifier(%a0: tensor<1x32x32x3xf32>, %a1: tensor<16x3x3x3xf32>, %a2: tensor<16xf32>, %a3: tensor<1x16x100xf32>, %a4: tensor<1x1x100xf32>) -> tensor<1x1x100xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 1, 0, 1>, stride = array<i64: 2, 2>} : (tensor<1x32x32x3xf32>, tensor<16x3x3x3xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x16xf32>
  %3 = "tosa.const"() <{values = dense<0.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %4 = tosa.maximum %2, %3 : (tensor<1x16x16x16xf32>, tensor<1x1x1x1xf32>) -> tensor<1x16x16x16xf32>
  %5 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %6 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %7 = tosa.avg_pool2d %4, %5, %6 {acc_type = f32, kernel = array<i64: 16, 16>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x16x16x16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x16xf32>
  %8 = tosa.const_shape {values = dense<[1, 1, 16]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %9 = tosa.reshape %7, %8 : (tensor<1x1x1x16xf32>, !tosa.shape<3>) -> tensor<1x1x16xf32>
  %10 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %11 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %12 = tosa.matmul %9, %a3, %10, %11 : (tensor<1x1x16xf32>, tensor<1x16x100xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x100xf32>
  %13 = tosa.add %12, %a4 : (tensor<1x1x100xf32>, tensor<1x1x100xf32>) -> tensor<1x1x100xf32>
  return %13 : tensor<1x1x100xf32>
}

func.func @fpn(%a0: tensor<1x32x32x8xf32>, %a1: tensor<1x16x16x16xf32>, %a2: tensor<8x1x1x16xf32>, %a3: tensor<8xf32>, %a4: tensor<8x3x3x8xf32>, %a5: tensor<8xf32>) -> (tensor<1x32x32x8xf32>, tensor<1x16x16x8xf32>) {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.conv2d %a1, %a2, %a3, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x16x16x16xf32>, tensor<8x1x1x16xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x8xf32>
  %3 = tosa.const_shape {values = dense<[2, 1, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %4 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %5 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %6 = tosa.resize %2, %3, %4, %5 {mode = NEAREST_NEIGHBOR} : (tensor<1x16x16x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x32x32x8xf32>
  %7 = tosa.add %a0, %6 : (tensor<1x32x32x8xf32>, tensor<1x32x32x8xf32>) -> tensor<1x32x32x8xf32>
  %8 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %9 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %10 = tosa.conv2d %7, %a4, %a5, %8, %9 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x32x32x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x32x32x8xf32>
  return %10, %2 : tensor<1x32x32x8xf32>, tensor<1x16x16x8xf32>
}

func.func @squeeze_excite(%a0: tensor<1x24x24x32xf32>, %a1: tensor<8x1x1x32xf32>, %a2: tensor<8xf32>, %a3: tensor<32x1x1x8xf32>, %a4: tensor<32xf32>) -> tensor<1x24x24x32xf32> {
  %0 = tosa.reduce_sum %a0 {axis = 1 : i32} : (tensor<1x24x24x32xf32>) -> tensor<1x1x24x32xf32>
  %1 = tosa.reduce_sum %0 {axis = 2 : i32} : (tensor<1x1x24x32xf32>) -> tensor<1x1x1x32xf32>
  %2 = "tosa.const"() <{values = dense<0.0017> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %3 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = tosa.mul %1, %2, %3 : (tensor<1x1x1x32xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<1x1x1x32xf32>
  %5 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %6 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %7 = tosa.conv2d %4, %a1, %a2, %5, %6 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x32xf32>, tensor<8x1x1x32xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x8xf32>
  %8 = tosa.tanh %7 : (tensor<1x1x1x8xf32>) -> tensor<1x1x1x8xf32>
  %9 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %10 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %11 = tosa.conv2d %8, %a3, %a4, %9, %10 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x8xf32>, tensor<32x1x1x8xf32>, tensor<32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x32xf32>
  %12 = tosa.sigmoid %11 : (tensor<1x1x1x32xf32>) -> tensor<1x1x1x32xf32>
  %13 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %14 = tosa.mul %a0, %12, %13 : (tensor<1x24x24x32xf32>, tensor<1x1x1x32xf32>, tensor<1xi8>) -> tensor<1x24x24x32xf32>
  return %14 : tensor<1x24x24x32xf32>
}

func.func @unet_step(%a0: tensor<1x32x32x6xf32>, %a1: tensor<12x3x3x6xf32>, %a2: tensor<12xf32>, %a3: tensor<6x2x2x12xf32>, %a4: tensor<6xf32>, %a5: tensor<6x3x3x12xf32>, %a6: tensor<6xf32>) -> tensor<1x32x32x6xf32> {
  %0 = tosa.max_pool2d %a0 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x32x32x6xf32>) -> tensor<1x16x16x6xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = tosa.conv2d %0, %a1, %a2, %1, %2 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x16x6xf32>, tensor<12x3x3x6xf32>, tensor<12xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x16x12xf32>
  %4 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %5 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %6 = tosa.transpose_conv2d %3, %a3, %a4, %4, %5 {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x16x16x12xf32>, tensor<6x2x2x12xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x32x32x6xf32>
  %7 = tosa.concat %a0, %6 {axis = 3 : i32} : (tensor<1x32x32x6xf32>, tensor<1x32x32x6xf32>) -> tensor<1x32x32x12xf32>
  %8 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %9 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %10 = tosa.conv2d %7, %a5, %a6, %8, %9 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x32x32x12xf32>, tensor<6x3x3x12xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x32x32x6xf32>
  return %10 : tensor<1x32x32x6xf32>
}

func.func @lstm_gates(%a0: tensor<1x20x60xf32>, %a1: tensor<1x60x240xf32>, %a2: tensor<1x20x60xf32>) -> (tensor<1x20x60xf32>, tensor<1x20x60xf32>) {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.matmul %a0, %a1, %0, %1 : (tensor<1x20x60xf32>, tensor<1x60x240xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x20x240xf32>
  %3 = tosa.const_shape {values = dense<[0, 0, 0]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %4 = tosa.const_shape {values = dense<[1, 20, 60]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %5 = tosa.slice %2, %3, %4 : (tensor<1x20x240xf32>, !tosa.shape<3>, !tosa.shape<3>) -> tensor<1x20x60xf32>
  %6 = tosa.const_shape {values = dense<[0, 0, 60]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %7 = tosa.const_shape {values = dense<[1, 20, 60]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %8 = tosa.slice %2, %6, %7 : (tensor<1x20x240xf32>, !tosa.shape<3>, !tosa.shape<3>) -> tensor<1x20x60xf32>
  %9 = tosa.const_shape {values = dense<[0, 0, 120]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %10 = tosa.const_shape {values = dense<[1, 20, 60]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %11 = tosa.slice %2, %9, %10 : (tensor<1x20x240xf32>, !tosa.shape<3>, !tosa.shape<3>) -> tensor<1x20x60xf32>
  %12 = tosa.const_shape {values = dense<[0, 0, 180]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %13 = tosa.const_shape {values = dense<[1, 20, 60]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %14 = tosa.slice %2, %12, %13 : (tensor<1x20x240xf32>, !tosa.shape<3>, !tosa.shape<3>) -> tensor<1x20x60xf32>
  %15 = tosa.sigmoid %5 : (tensor<1x20x60xf32>) -> tensor<1x20x60xf32>
  %16 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %17 = tosa.mul %15, %a2, %16 : (tensor<1x20x60xf32>, tensor<1x20x60xf32>, tensor<1xi8>) -> tensor<1x20x60xf32>
  %18 = tosa.sigmoid %8 : (tensor<1x20x60xf32>) -> tensor<1x20x60xf32>
  %19 = tosa.tanh %11 : (tensor<1x20x60xf32>) -> tensor<1x20x60xf32>
  %20 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %21 = tosa.mul %18, %19, %20 : (tensor<1x20x60xf32>, tensor<1x20x60xf32>, tensor<1xi8>) -> tensor<1x20x60xf32>
  %22 = tosa.add %17, %21 : (tensor<1x20x60xf32>, tensor<1x20x60xf32>) -> tensor<1x20x60xf32>
  %23 = tosa.sigmoid %14 : (tensor<1x20x60xf32>) -> tensor<1x20x60xf32>
  %24 = tosa.tanh %22 : (tensor<1x20x60xf32>) -> tensor<1x20x60xf32>
  %25 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %26 = tosa.mul %23, %24, %25 : (tensor<1x20x60xf32>, tensor<1x20x60xf32>, tensor<1xi8>) -> tensor<1x20x60xf32>
  return %26, %22 : tensor<1x20x60xf32>, tensor<1x20x60xf32>
}

func.func @quantized_mobilenet_block(%a0: tensor<1x28x28x8xi8>, %a1: tensor<24x1x1x8xi8>, %a2: tensor<24xi32>, %a3: tensor<3x3x24x1xi8>, %a4: tensor<24xi32>, %a5: tensor<8x1x1x24xi8>, %a6: tensor<8xi32>) -> tensor<1x28x28x8xi8> {
  %0 = "tosa.const"() <{values = dense<2> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x28x28x8xi8>, tensor<24x1x1x8xi8>, tensor<24xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x28x28x24xi32>
  %3 = "tosa.const"() <{values = dense<1278953452> : tensor<1xi32>}> : () -> tensor<1xi32>
  %4 = "tosa.const"() <{values = dense<38> : tensor<1xi8>}> : () -> tensor<1xi8>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %6 = "tosa.const"() <{values = dense<-7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = tosa.rescale %2, %3, %4, %5, %6 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x28x28x24xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x28x28x24xi8>
  %8 = "tosa.const"() <{values = dense<-7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %9 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %10 = tosa.depthwise_conv2d %7, %a3, %a4, %8, %9 {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x28x28x24xi8>, tensor<3x3x24x1xi8>, tensor<24xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x28x28x24xi32>
  %11 = "tosa.const"() <{values = dense<1278953452> : tensor<1xi32>}> : () -> tensor<1xi32>
  %12 = "tosa.const"() <{values = dense<36> : tensor<1xi8>}> : () -> tensor<1xi8>
  %13 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %14 = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %15 = tosa.rescale %10, %11, %12, %13, %14 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x28x28x24xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x28x28x24xi8>
  %16 = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %17 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %18 = tosa.conv2d %15, %a5, %a6, %16, %17 {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x28x28x24xi8>, tensor<8x1x1x24xi8>, tensor<8xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x28x28x8xi32>
  %19 = "tosa.const"() <{values = dense<1278953452> : tensor<1xi32>}> : () -> tensor<1xi32>
  %20 = "tosa.const"() <{values = dense<38> : tensor<1xi8>}> : () -> tensor<1xi8>
  %21 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %22 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %23 = tosa.rescale %18, %19, %20, %21, %22 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x28x28x8xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x28x28x8xi8>
  %24 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %25 = "tosa.const"() <{values = dense<11> : tensor<1xi8>}> : () -> tensor<1xi8>
  %26 = "tosa.const"() <{values = dense<2> : tensor<1xi8>}> : () -> tensor<1xi8>
  %27 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %28 = tosa.rescale %a0, %24, %25, %26, %27 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x28x28x8xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<1x28x28x8xi32>
  %29 = "tosa.const"() <{values = dense<1173741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %30 = "tosa.const"() <{values = dense<11> : tensor<1xi8>}> : () -> tensor<1xi8>
  %31 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %32 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %33 = tosa.rescale %23, %29, %30, %31, %32 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x28x28x8xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<1x28x28x8xi32>
  %34 = tosa.add %28, %33 : (tensor<1x28x28x8xi32>, tensor<1x28x28x8xi32>) -> tensor<1x28x28x8xi32>
  %35 = "tosa.const"() <{values = dense<1500000000> : tensor<1xi32>}> : () -> tensor<1xi32>
  %36 = "tosa.const"() <{values = dense<49> : tensor<1xi8>}> : () -> tensor<1xi8>
  %37 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %38 = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %39 = tosa.rescale %34, %35, %36, %37, %38 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x28x28x8xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x28x28x8xi8>
  return %39 : tensor<1x28x28x8xi8>
}

func.func @multi_output(%a0: tensor<90x90xf32>) -> (tensor<90x90xf32>, tensor<90x90xf32>, tensor<90x1xf32>) {
  %0 = tosa.exp %a0 : (tensor<90x90xf32>) -> tensor<90x90xf32>
  %1 = tosa.tanh %0 : (tensor<90x90xf32>) -> tensor<90x90xf32>
  %2 = tosa.reduce_sum %0 {axis = 1 : i32} : (tensor<90x90xf32>) -> tensor<90x1xf32>
  return %0, %1, %2 : tensor<90x90xf32>, tensor<90x90xf32>, tensor<90x1xf32>
}

func.func @fft(%a0: tensor<1x16x32xf32>, %a1: tensor<1x16x32xf32>) -> (tensor<1x16x32xf32>, tensor<1x16x32xf32>) {
  %0:2 = tosa.fft2d %a0, %a1 {inverse = false} : (tensor<1x16x32xf32>, tensor<1x16x32xf32>) -> (tensor<1x16x32xf32>, tensor<1x16x32xf32>)
  return %0#0, %0#1 : tensor<1x16x32xf32>, tensor<1x16x32xf32>
}

func.func @rfft(%a0: tensor<2x16x32xf32>) -> (tensor<2x16x17xf32>, tensor<2x16x17xf32>) {
  %0:2 = tosa.rfft2d %a0 : (tensor<2x16x32xf32>) -> (tensor<2x16x17xf32>, tensor<2x16x17xf32>)
  return %0#0, %0#1 : tensor<2x16x17xf32>, tensor<2x16x17xf32>
}

func.func @cond_if(%a0: tensor<i1>, %a1: tensor<90x100xf32>) -> tensor<90x100xf32> {
  %0 = tosa.cond_if %a0 : tensor<i1> -> tensor<90x100xf32> { %y = tosa.exp %a1 : (tensor<90x100xf32>) -> tensor<90x100xf32> tosa.yield %y : tensor<90x100xf32> } else { %y = tosa.tanh %a1 : (tensor<90x100xf32>) -> tensor<90x100xf32> tosa.yield %y : tensor<90x100xf32> }
  return %0 : tensor<90x100xf32>
}
