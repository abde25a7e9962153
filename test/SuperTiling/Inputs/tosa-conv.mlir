// Each function is one program; unittests/SuperTiling/ProgramFilesTest.cpp runs them one by one.
func.func @conv_3x3_pad(%a0: tensor<1x37x41x8xf32>, %a1: tensor<16x3x3x8xf32>, %a2: tensor<16xf32>) -> tensor<1x37x41x16xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x37x41x8xf32>, tensor<16x3x3x8xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x37x41x16xf32>
  return %2 : tensor<1x37x41x16xf32>
}

func.func @conv_stride_3(%a0: tensor<1x49x46x6xf32>, %a1: tensor<20x5x5x6xf32>, %a2: tensor<20xf32>) -> tensor<1x17x16x20xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 2, 2, 2, 2>, stride = array<i64: 3, 3>} : (tensor<1x49x46x6xf32>, tensor<20x5x5x6xf32>, tensor<20xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x17x16x20xf32>
  return %2 : tensor<1x17x16x20xf32>
}

func.func @conv_stride_h_only(%a0: tensor<2x33x30x4xf32>, %a1: tensor<12x3x1x4xf32>, %a2: tensor<12xf32>) -> tensor<2x17x30x12xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 0, 0>, stride = array<i64: 2, 1>} : (tensor<2x33x30x4xf32>, tensor<12x3x1x4xf32>, tensor<12xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x17x30x12xf32>
  return %2 : tensor<2x17x30x12xf32>
}

func.func @conv_dilated_pad(%a0: tensor<1x40x40x6xf32>, %a1: tensor<8x3x3x6xf32>, %a2: tensor<8xf32>) -> tensor<1x40x40x8xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 2, 3>, pad = array<i64: 2, 2, 3, 3>, stride = array<i64: 1, 1>} : (tensor<1x40x40x6xf32>, tensor<8x3x3x6xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x40x40x8xf32>
  return %2 : tensor<1x40x40x8xf32>
}

func.func @conv_even_kernel_asym_pad(%a0: tensor<1x28x28x10xf32>, %a1: tensor<12x2x4x10xf32>, %a2: tensor<12xf32>) -> tensor<1x28x28x12xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 1, 1, 2>, stride = array<i64: 1, 1>} : (tensor<1x28x28x10xf32>, tensor<12x2x4x10xf32>, tensor<12xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x28x28x12xf32>
  return %2 : tensor<1x28x28x12xf32>
}

func.func @conv_1x1(%a0: tensor<1x24x25x64xf32>, %a1: tensor<96x1x1x64xf32>, %a2: tensor<96xf32>) -> tensor<1x24x25x96xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x24x25x64xf32>, tensor<96x1x1x64xf32>, tensor<96xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x24x25x96xf32>
  return %2 : tensor<1x24x25x96xf32>
}

func.func @conv_7x7_stride_2(%a0: tensor<1x65x65x3xf32>, %a1: tensor<24x7x7x3xf32>, %a2: tensor<24xf32>) -> tensor<1x33x33x24xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 3, 3, 3, 3>, stride = array<i64: 2, 2>} : (tensor<1x65x65x3xf32>, tensor<24x7x7x3xf32>, tensor<24xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x33x33x24xf32>
  return %2 : tensor<1x33x33x24xf32>
}

func.func @conv_bias_1(%a0: tensor<1x30x30x4xf32>, %a1: tensor<16x3x3x4xf32>, %a2: tensor<1xf32>) -> tensor<1x28x28x16xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x30x30x4xf32>, tensor<16x3x3x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x28x28x16xf32>
  return %2 : tensor<1x28x28x16xf32>
}

func.func @conv_1d_like(%a0: tensor<1x1x900x12xf32>, %a1: tensor<16x1x5x12xf32>, %a2: tensor<16xf32>) -> tensor<1x1x900x16xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 2, 2>, stride = array<i64: 1, 1>} : (tensor<1x1x900x12xf32>, tensor<16x1x5x12xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x900x16xf32>
  return %2 : tensor<1x1x900x16xf32>
}

func.func @conv_i8(%a0: tensor<1x31x29x16xi8>, %a1: tensor<24x3x3x16xi8>, %a2: tensor<24xi32>) -> tensor<1x31x29x24xi32> {
  %0 = "tosa.const"() <{values = dense<-5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x31x29x16xi8>, tensor<24x3x3x16xi8>, tensor<24xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x31x29x24xi32>
  return %2 : tensor<1x31x29x24xi32>
}

func.func @conv_i8_rescale(%a0: tensor<1x36x36x8xi8>, %a1: tensor<16x3x3x8xi8>, %a2: tensor<16xi32>) -> tensor<1x36x36x16xi8> {
  %0 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x36x36x8xi8>, tensor<16x3x3x8xi8>, tensor<16xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x36x36x16xi32>
  %3 = "tosa.const"() <{values = dense<1278953452> : tensor<1xi32>}> : () -> tensor<1xi32>
  %4 = "tosa.const"() <{values = dense<38> : tensor<1xi8>}> : () -> tensor<1xi8>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %6 = "tosa.const"() <{values = dense<-7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = tosa.rescale %2, %3, %4, %5, %6 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x36x36x16xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x36x36x16xi8>
  return %7 : tensor<1x36x36x16xi8>
}

func.func @conv_i8_rescale_per_channel_clamp(%a0: tensor<1x40x32x8xi8>, %a1: tensor<12x3x3x8xi8>, %a2: tensor<12xi32>) -> tensor<1x20x16x12xi8> {
  %0 = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 1, 0, 1>, stride = array<i64: 2, 2>} : (tensor<1x40x32x8xi8>, tensor<12x3x3x8xi8>, tensor<12xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x20x16x12xi32>
  %3 = "tosa.const"() <{values = dense<[1073741824, 1073742824, 1073743824, 1073744824, 1073745824, 1073746824, 1073747824, 1073748824, 1073749824, 1073750824, 1073751824, 1073752824]> : tensor<12xi32>}> : () -> tensor<12xi32>
  %4 = "tosa.const"() <{values = dense<[36, 37, 38, 36, 37, 38, 36, 37, 38, 36, 37, 38]> : tensor<12xi8>}> : () -> tensor<12xi8>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %6 = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = tosa.rescale %2, %3, %4, %5, %6 {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x20x16x12xi32>, tensor<12xi32>, tensor<12xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x20x16x12xi8>
  %8 = tosa.clamp %7 {min_val = -128 : i8, max_val = 100 : i8} : (tensor<1x20x16x12xi8>) -> tensor<1x20x16x12xi8>
  return %8 : tensor<1x20x16x12xi8>
}

func.func @conv_i16(%a0: tensor<1x24x24x8xi16>, %a1: tensor<16x3x3x8xi8>, %a2: tensor<16xi48>) -> tensor<1x24x24x16xi48> {
  %0 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = i48, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x24x24x8xi16>, tensor<16x3x3x8xi8>, tensor<16xi48>, tensor<1xi16>, tensor<1xi8>) -> tensor<1x24x24x16xi48>
  return %2 : tensor<1x24x24x16xi48>
}

func.func @conv_f16(%a0: tensor<1x30x30x8xf16>, %a1: tensor<16x3x3x8xf16>, %a2: tensor<16xf16>) -> tensor<1x30x30x16xf16> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf16>}> : () -> tensor<1xf16>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x30x30x8xf16>, tensor<16x3x3x8xf16>, tensor<16xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<1x30x30x16xf16>
  return %2 : tensor<1x30x30x16xf16>
}

func.func @conv_bf16(%a0: tensor<1x30x30x8xbf16>, %a1: tensor<16x3x3x8xbf16>, %a2: tensor<16xbf16>) -> tensor<1x30x30x16xbf16> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xbf16>}> : () -> tensor<1xbf16>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x30x30x8xbf16>, tensor<16x3x3x8xbf16>, tensor<16xbf16>, tensor<1xbf16>, tensor<1xbf16>) -> tensor<1x30x30x16xbf16>
  return %2 : tensor<1x30x30x16xbf16>
}

func.func @depthwise_3x3(%a0: tensor<1x41x39x16xf32>, %a1: tensor<3x3x16x1xf32>, %a2: tensor<16xf32>) -> tensor<1x41x39x16xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.depthwise_conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x41x39x16xf32>, tensor<3x3x16x1xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x41x39x16xf32>
  return %2 : tensor<1x41x39x16xf32>
}

func.func @depthwise_multiplier(%a0: tensor<1x32x30x8xf32>, %a1: tensor<3x3x8x3xf32>, %a2: tensor<24xf32>) -> tensor<1x16x15x24xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.depthwise_conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 1, 0, 1>, stride = array<i64: 2, 2>} : (tensor<1x32x30x8xf32>, tensor<3x3x8x3xf32>, tensor<24xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x15x24xf32>
  return %2 : tensor<1x16x15x24xf32>
}

func.func @depthwise_dilated(%a0: tensor<1x40x40x12xf32>, %a1: tensor<3x3x12x1xf32>, %a2: tensor<12xf32>) -> tensor<1x40x40x12xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.depthwise_conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 2, 2>, pad = array<i64: 2, 2, 2, 2>, stride = array<i64: 1, 1>} : (tensor<1x40x40x12xf32>, tensor<3x3x12x1xf32>, tensor<12xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x40x40x12xf32>
  return %2 : tensor<1x40x40x12xf32>
}

func.func @depthwise_i8_rescale(%a0: tensor<1x37x37x16xi8>, %a1: tensor<3x3x16x1xi8>, %a2: tensor<16xi32>) -> tensor<1x37x37x16xi8> {
  %0 = "tosa.const"() <{values = dense<7> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.depthwise_conv2d %a0, %a1, %a2, %0, %1 {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x37x37x16xi8>, tensor<3x3x16x1xi8>, tensor<16xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x37x37x16xi32>
  %3 = "tosa.const"() <{values = dense<1518500250> : tensor<1xi32>}> : () -> tensor<1xi32>
  %4 = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %5 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %6 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = tosa.rescale %2, %3, %4, %5, %6 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x37x37x16xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x37x37x16xi8>
  return %7 : tensor<1x37x37x16xi8>
}

func.func @conv_relu6_conv(%a0: tensor<1x34x34x6xf32>, %a1: tensor<12x3x3x6xf32>, %a2: tensor<12xf32>, %a3: tensor<8x3x3x12xf32>, %a4: tensor<8xf32>) -> tensor<1x17x17x8xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x34x34x6xf32>, tensor<12x3x3x6xf32>, tensor<12xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x34x34x12xf32>
  %3 = tosa.clamp %2 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x34x34x12xf32>) -> tensor<1x34x34x12xf32>
  %4 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %5 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %6 = tosa.conv2d %3, %a3, %a4, %4, %5 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 1, 0, 1>, stride = array<i64: 2, 2>} : (tensor<1x34x34x12xf32>, tensor<8x3x3x12xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x17x17x8xf32>
  return %6 : tensor<1x17x17x8xf32>
}

func.func @inverted_residual(%a0: tensor<1x28x28x8xf32>, %a1: tensor<48x1x1x8xf32>, %a2: tensor<48xf32>, %a3: tensor<3x3x48x1xf32>, %a4: tensor<48xf32>, %a5: tensor<8x1x1x48xf32>, %a6: tensor<8xf32>) -> tensor<1x28x28x8xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x28x28x8xf32>, tensor<48x1x1x8xf32>, tensor<48xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x28x28x48xf32>
  %3 = tosa.clamp %2 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x28x28x48xf32>) -> tensor<1x28x28x48xf32>
  %4 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %5 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %6 = tosa.depthwise_conv2d %3, %a3, %a4, %4, %5 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x28x28x48xf32>, tensor<3x3x48x1xf32>, tensor<48xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x28x28x48xf32>
  %7 = tosa.clamp %6 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x28x28x48xf32>) -> tensor<1x28x28x48xf32>
  %8 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %9 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %10 = tosa.conv2d %7, %a5, %a6, %8, %9 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x28x28x48xf32>, tensor<8x1x1x48xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x28x28x8xf32>
  %11 = tosa.add %a0, %10 : (tensor<1x28x28x8xf32>, tensor<1x28x28x8xf32>) -> tensor<1x28x28x8xf32>
  return %11 : tensor<1x28x28x8xf32>
}

func.func @transpose_conv_stride_1(%a0: tensor<1x22x23x6xf32>, %a1: tensor<10x3x3x6xf32>, %a2: tensor<10xf32>) -> tensor<1x24x25x10xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.transpose_conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x22x23x6xf32>, tensor<10x3x3x6xf32>, tensor<10xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x24x25x10xf32>
  return %2 : tensor<1x24x25x10xf32>
}

func.func @transpose_conv_stride_2(%a0: tensor<1x17x15x8xf32>, %a1: tensor<12x4x4x8xf32>, %a2: tensor<12xf32>) -> tensor<1x34x30x12xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.transpose_conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, out_pad = array<i64: -1, -1, -1, -1>, stride = array<i64: 2, 2>} : (tensor<1x17x15x8xf32>, tensor<12x4x4x8xf32>, tensor<12xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x34x30x12xf32>
  return %2 : tensor<1x34x30x12xf32>
}

func.func @transpose_conv_stride_2_3(%a0: tensor<1x13x12x8xf32>, %a1: tensor<6x3x5x8xf32>, %a2: tensor<6xf32>) -> tensor<1x27x38x6xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.transpose_conv2d %a0, %a1, %a2, %0, %1 {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 3>} : (tensor<1x13x12x8xf32>, tensor<6x3x5x8xf32>, tensor<6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x27x38x6xf32>
  return %2 : tensor<1x27x38x6xf32>
}

func.func @transpose_conv_i8(%a0: tensor<1x17x15x8xi8>, %a1: tensor<12x3x3x8xi8>, %a2: tensor<12xi32>) -> tensor<1x35x31x12xi32> {
  %0 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.transpose_conv2d %a0, %a1, %a2, %0, %1 {acc_type = i32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x17x15x8xi8>, tensor<12x3x3x8xi8>, tensor<12xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x35x31x12xi32>
  return %2 : tensor<1x35x31x12xi32>
}

func.func @conv3d(%a0: tensor<1x9x16x15x4xf32>, %a1: tensor<8x3x3x3x4xf32>, %a2: tensor<8xf32>) -> tensor<1x9x8x8x8xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.conv3d %a0, %a1, %a2, %0, %1 {acc_type = f32, dilation = array<i64: 1, 1, 1>, pad = array<i64: 1, 1, 0, 1, 1, 1>, stride = array<i64: 1, 2, 2>} : (tensor<1x9x16x15x4xf32>, tensor<8x3x3x3x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x9x8x8x8xf32>
  return %2 : tensor<1x9x8x8x8xf32>
}
