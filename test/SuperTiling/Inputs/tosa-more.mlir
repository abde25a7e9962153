// Each function is one program; unittests/SuperTiling/ProgramFilesTest.cpp runs them one by one.
func.func @rescale_inexact(%a0: tensor<100x111xi32>) -> tensor<100x111xi8> {
  %0 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %1 = "tosa.const"() <{values = dense<36> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %3 = "tosa.const"() <{values = dense<4> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = tosa.rescale %a0, %0, %1, %2, %3 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = INEXACT_ROUND, scale32 = true} : (tensor<100x111xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<100x111xi8>
  return %4 : tensor<100x111xi8>
}

func.func @rescale_unsigned_in(%a0: tensor<100x111xi8>) -> tensor<100x111xi8> {
  %0 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %1 = "tosa.const"() <{values = dense<31> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %3 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = tosa.rescale %a0, %0, %1, %2, %3 {input_unsigned = true, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<100x111xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<100x111xi8>
  return %4 : tensor<100x111xi8>
}

func.func @rescale_unsigned_out(%a0: tensor<100x111xi8>) -> tensor<100x111xi8> {
  %0 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %1 = "tosa.const"() <{values = dense<31> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %3 = "tosa.const"() <{values = dense<5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = tosa.rescale %a0, %0, %1, %2, %3 {input_unsigned = false, output_unsigned = true, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<100x111xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<100x111xi8>
  return %4 : tensor<100x111xi8>
}

func.func @rescale_i16(%a0: tensor<100x111xi16>) -> tensor<100x111xi8> {
  %0 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %1 = "tosa.const"() <{values = dense<31> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %3 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = tosa.rescale %a0, %0, %1, %2, %3 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<100x111xi16>, tensor<1xi32>, tensor<1xi8>, tensor<1xi16>, tensor<1xi8>) -> tensor<100x111xi8>
  return %4 : tensor<100x111xi8>
}

func.func @rescale_i8_i16(%a0: tensor<100x111xi8>) -> tensor<100x111xi16> {
  %0 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %1 = "tosa.const"() <{values = dense<23> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %3 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %4 = tosa.rescale %a0, %0, %1, %2, %3 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<100x111xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi16>) -> tensor<100x111xi16>
  return %4 : tensor<100x111xi16>
}

func.func @rescale_i48(%a0: tensor<60x70xi48>) -> tensor<60x70xi16> {
  %0 = "tosa.const"() <{values = dense<19000> : tensor<1xi16>}> : () -> tensor<1xi16>
  %1 = "tosa.const"() <{values = dense<20> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = "tosa.const"() <{values = dense<0> : tensor<1xi48>}> : () -> tensor<1xi48>
  %3 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %4 = tosa.rescale %a0, %0, %1, %2, %3 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = false} : (tensor<60x70xi48>, tensor<1xi16>, tensor<1xi8>, tensor<1xi48>, tensor<1xi16>) -> tensor<60x70xi16>
  return %4 : tensor<60x70xi16>
}

func.func @max_pool_ignore(%a0: tensor<1x50x48x12xf32>) -> tensor<1x25x24x12xf32> {
  %0 = tosa.max_pool2d %a0 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>, nan_mode = IGNORE} : (tensor<1x50x48x12xf32>) -> tensor<1x25x24x12xf32>
  return %0 : tensor<1x25x24x12xf32>
}

func.func @reduce_max_ignore(%a0: tensor<90x120xf32>) -> tensor<90x1xf32> {
  %0 = tosa.reduce_max %a0 {axis = 1 : i32, nan_mode = IGNORE} : (tensor<90x120xf32>) -> tensor<90x1xf32>
  return %0 : tensor<90x1xf32>
}

func.func @maximum_ignore(%a0: tensor<90x120xf32>, %a1: tensor<90x120xf32>) -> tensor<90x120xf32> {
  %0 = tosa.maximum %a0, %a1 {nan_mode = IGNORE} : (tensor<90x120xf32>, tensor<90x120xf32>) -> tensor<90x120xf32>
  return %0 : tensor<90x120xf32>
}

func.func @clamp_ignore(%a0: tensor<90x120xf32>) -> tensor<90x120xf32> {
  %0 = tosa.clamp %a0 {min_val = -0.5 : f32, max_val = 0.5 : f32, nan_mode = IGNORE} : (tensor<90x120xf32>) -> tensor<90x120xf32>
  return %0 : tensor<90x120xf32>
}

func.func @argmax_ignore(%a0: tensor<90x120xf32>) -> tensor<90xi32> {
  %0 = tosa.argmax %a0 {axis = 1 : i32, nan_mode = IGNORE} : (tensor<90x120xf32>) -> tensor<90xi32>
  return %0 : tensor<90xi32>
}

func.func @resize_from_1x1(%a0: tensor<1x1x1x64xf32>) -> tensor<1x16x16x64xf32> {
  %0 = tosa.const_shape {values = dense<[16, 1, 16, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.const_shape {values = dense<[15, 15]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.resize %a0, %0, %1, %2 {mode = BILINEAR} : (tensor<1x1x1x64xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x16x64xf32>
  return %3 : tensor<1x16x16x64xf32>
}

func.func @resize_from_1xN(%a0: tensor<1x1x20x16xf32>) -> tensor<1x16x40x16xf32> {
  %0 = tosa.const_shape {values = dense<[16, 1, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.const_shape {values = dense<[15, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.resize %a0, %0, %1, %2 {mode = NEAREST_NEIGHBOR} : (tensor<1x1x20x16xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x16x40x16xf32>
  return %3 : tensor<1x16x40x16xf32>
}

func.func @resize_i8_nearest(%a0: tensor<1x24x25x32xi8>) -> tensor<1x48x50x32xi8> {
  %0 = tosa.const_shape {values = dense<[2, 1, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.resize %a0, %0, %1, %2 {mode = NEAREST_NEIGHBOR} : (tensor<1x24x25x32xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x48x50x32xi8>
  return %3 : tensor<1x48x50x32xi8>
}

func.func @resize_f16(%a0: tensor<1x24x25x12xf16>) -> tensor<1x48x50x12xf16> {
  %0 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.resize %a0, %0, %1, %2 {mode = BILINEAR} : (tensor<1x24x25x12xf16>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x48x50x12xf16>
  return %3 : tensor<1x48x50x12xf16>
}

func.func @resize_batch(%a0: tensor<3x15x15x12xf32>) -> tensor<3x22x22x12xf32> {
  %0 = tosa.const_shape {values = dense<[3, 2, 3, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.resize %a0, %0, %1, %2 {mode = BILINEAR} : (tensor<3x15x15x12xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<3x22x22x12xf32>
  return %3 : tensor<3x22x22x12xf32>
}

func.func @gather_1d_like(%a0: tensor<1x9000x1xf32>, %a1: tensor<1x7000xi32>) -> tensor<1x7000x1xf32> {
  %0 = tosa.gather %a0, %a1 : (tensor<1x9000x1xf32>, tensor<1x7000xi32>) -> tensor<1x7000x1xf32>
  return %0 : tensor<1x7000x1xf32>
}

func.func @avg_pool_zp(%a0: tensor<1x28x28x24xi8>) -> tensor<1x14x14x24xi8> {
  %0 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = "tosa.const"() <{values = dense<-4> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.avg_pool2d %a0, %0, %1 {acc_type = i32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x28x28x24xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x14x14x24xi8>
  return %2 : tensor<1x14x14x24xi8>
}

func.func @dw_large(%a0: tensor<1x64x64x32xf32>, %a1: tensor<5x5x32x1xf32>, %a2: tensor<32xf32>) -> tensor<1x64x64x32xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.depthwise_conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 2, 2, 2, 2>, stride = array<i64: 1, 1>} : (tensor<1x64x64x32xf32>, tensor<5x5x32x1xf32>, tensor<32xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x64x64x32xf32>
  return %2 : tensor<1x64x64x32xf32>
}

func.func @conv_big(%a0: tensor<1x26x26x64xf32>, %a1: tensor<64x3x3x64xf32>, %a2: tensor<64xf32>) -> tensor<1x26x26x64xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x26x26x64xf32>, tensor<64x3x3x64xf32>, tensor<64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x26x26x64xf32>
  return %2 : tensor<1x26x26x64xf32>
}

func.func @conv_wide_channels(%a0: tensor<1x7x7x512xf32>, %a1: tensor<64x3x3x512xf32>, %a2: tensor<64xf32>) -> tensor<1x7x7x64xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x7x7x512xf32>, tensor<64x3x3x512xf32>, tensor<64xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x7x7x64xf32>
  return %2 : tensor<1x7x7x64xf32>
}

func.func @dynamic_batch(%a0: tensor<?x40x30xf32>) -> tensor<?x40x30xf32> {
  %0 = tosa.exp %a0 : (tensor<?x40x30xf32>) -> tensor<?x40x30xf32>
  return %0 : tensor<?x40x30xf32>
}

func.func @dynamic_add(%a0: tensor<?x40x30xf32>, %a1: tensor<?x40x30xf32>) -> tensor<?x40x30xf32> {
  %0 = tosa.add %a0, %a1 : (tensor<?x40x30xf32>, tensor<?x40x30xf32>) -> tensor<?x40x30xf32>
  return %0 : tensor<?x40x30xf32>
}

func.func @dynamic_matmul(%a0: tensor<?x40x30xf32>, %a1: tensor<?x30x50xf32>) -> tensor<?x40x50xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.matmul %a0, %a1, %0, %1 : (tensor<?x40x30xf32>, tensor<?x30x50xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x40x50xf32>
  return %2 : tensor<?x40x50xf32>
}

func.func @dynamic_conv(%a0: tensor<?x20x20x8xf32>, %a1: tensor<8x3x3x8xf32>, %a2: tensor<8xf32>) -> tensor<?x20x20x8xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<?x20x20x8xf32>, tensor<8x3x3x8xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x20x20x8xf32>
  return %2 : tensor<?x20x20x8xf32>
}

func.func @while_loop(%a0: tensor<90x40xf32>, %a1: tensor<i32>) -> tensor<90x40xf32> {
  %0 = "tosa.const"() <{values = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %w:2 = tosa.while_loop (%i = %a1, %y = %a0) : (tensor<i32>, tensor<90x40xf32>) -> (tensor<i32>, tensor<90x40xf32>) { %z = "tosa.const"() <{values = dense<3> : tensor<i32>}> : () -> tensor<i32> %c = tosa.greater %z, %i : (tensor<i32>, tensor<i32>) -> tensor<i1> tosa.yield %c : tensor<i1> } do { ^bb0(%i: tensor<i32>, %y: tensor<90x40xf32>): %n = tosa.add %i, %0 : (tensor<i32>, tensor<i32>) -> tensor<i32> %t = tosa.tanh %y : (tensor<90x40xf32>) -> tensor<90x40xf32> tosa.yield %n, %t : tensor<i32>, tensor<90x40xf32> }
  return %w#1 : tensor<90x40xf32>
}

func.func @scatter_2(%a0: tensor<2x90x40xf32>, %a1: tensor<2x30xi32>, %a2: tensor<2x30x40xf32>) -> tensor<2x90x40xf32> {
  %0 = tosa.scatter %a0, %a1, %a2 : (tensor<2x90x40xf32>, tensor<2x30xi32>, tensor<2x30x40xf32>) -> tensor<2x90x40xf32>
  return %0 : tensor<2x90x40xf32>
}

func.func @bool_reduce_product(%a0: tensor<100x90xi1>) -> tensor<1x90xi1> {
  %0 = tosa.reduce_any %a0 {axis = 0 : i32} : (tensor<100x90xi1>) -> tensor<1x90xi1>
  return %0 : tensor<1x90xi1>
}

func.func @mul_i16(%a0: tensor<100x90xi16>, %a1: tensor<100x90xi16>) -> tensor<100x90xi32> {
  %0 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = tosa.mul %a0, %a1, %0 : (tensor<100x90xi16>, tensor<100x90xi16>, tensor<1xi8>) -> tensor<100x90xi32>
  return %1 : tensor<100x90xi32>
}

func.func @slice_negative_free(%a0: tensor<64x64xf32>) -> tensor<63x64xf32> {
  %0 = tosa.exp %a0 : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.const_shape {values = dense<[63, 64]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.slice %0, %1, %2 : (tensor<64x64xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<63x64xf32>
  %4 = tosa.exp %a0 : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %5 = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %6 = tosa.const_shape {values = dense<[63, 64]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %7 = tosa.slice %4, %5, %6 : (tensor<64x64xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<63x64xf32>
  %8 = tosa.add %3, %7 : (tensor<63x64xf32>, tensor<63x64xf32>) -> tensor<63x64xf32>
  return %8 : tensor<63x64xf32>
}

func.func @matmul_large_k(%a0: tensor<1x8x9000xf32>, %a1: tensor<1x9000x8xf32>) -> tensor<1x8x8xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.matmul %a0, %a1, %0, %1 : (tensor<1x8x9000xf32>, tensor<1x9000x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8xf32>
  return %2 : tensor<1x8x8xf32>
}

func.func @matmul_softmax_matmul_i8(%a0: tensor<2x40x32xi8>, %a1: tensor<2x32x40xi8>, %a2: tensor<256xi8>, %a3: tensor<2x40x32xi8>) -> tensor<2x40x32xi8> {
  %0 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.matmul %a0, %a1, %0, %1 : (tensor<2x40x32xi8>, tensor<2x32x40xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x40x40xi32>
  %3 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %4 = "tosa.const"() <{values = dense<40> : tensor<1xi8>}> : () -> tensor<1xi8>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %6 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = tosa.rescale %2, %3, %4, %5, %6 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<2x40x40xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2x40x40xi8>
  %8 = tosa.table %7, %a2 : (tensor<2x40x40xi8>, tensor<256xi8>) -> tensor<2x40x40xi8>
  %9 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %10 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %11 = tosa.matmul %8, %a3, %9, %10 : (tensor<2x40x40xi8>, tensor<2x40x32xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<2x40x32xi32>
  %12 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %13 = "tosa.const"() <{values = dense<40> : tensor<1xi8>}> : () -> tensor<1xi8>
  %14 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %15 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %16 = tosa.rescale %11, %12, %13, %14, %15 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<2x40x32xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<2x40x32xi8>
  return %16 : tensor<2x40x32xi8>
}

func.func @depth_to_space(%a0: tensor<1x16x16x48xf32>) -> tensor<1x64x64x3xf32> {
  %0 = tosa.exp %a0 : (tensor<1x16x16x48xf32>) -> tensor<1x16x16x48xf32>
  %1 = tosa.const_shape {values = dense<[16, 16, 4, 4, 3]> : tensor<5xindex>} : () -> !tosa.shape<5>
  %2 = tosa.reshape %0, %1 : (tensor<1x16x16x48xf32>, !tosa.shape<5>) -> tensor<16x16x4x4x3xf32>
  %3 = tosa.transpose %2 {perms = array<i32: 0, 2, 1, 3, 4>} : (tensor<16x16x4x4x3xf32>) -> tensor<16x4x16x4x3xf32>
  %4 = tosa.const_shape {values = dense<[1, 64, 64, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %5 = tosa.reshape %3, %4 : (tensor<16x4x16x4x3xf32>, !tosa.shape<4>) -> tensor<1x64x64x3xf32>
  return %5 : tensor<1x64x64x3xf32>
}

func.func @nchw_to_nhwc_conv(%a0: tensor<1x8x30x30xf32>, %a1: tensor<16x3x3x8xf32>, %a2: tensor<16xf32>) -> tensor<1x16x30x30xf32> {
  %0 = tosa.transpose %a0 {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x8x30x30xf32>) -> tensor<1x30x30x8xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = tosa.conv2d %0, %a1, %a2, %1, %2 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x30x30x8xf32>, tensor<16x3x3x8xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x30x30x16xf32>
  %4 = tosa.transpose %3 {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x30x30x16xf32>) -> tensor<1x16x30x30xf32>
  return %4 : tensor<1x16x30x30xf32>
}
