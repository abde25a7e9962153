// Each function is one program; unittests/SuperTiling/ProgramFilesTest.cpp runs them one by one.
func.func @conv_1d_nwc_wcf(%a0: tensor<2x200x16xf32>, %a1: tensor<5x16x24xf32>) -> tensor<2x98x24xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<2x98x24xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<2x98x24xf32>) -> tensor<2x98x24xf32>
  %3 = linalg.conv_1d_nwc_wcf {dilations = dense<[1]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : tensor<2x200x16xf32>, tensor<5x16x24xf32>) outs(%2 : tensor<2x98x24xf32>) -> tensor<2x98x24xf32>
  return %3 : tensor<2x98x24xf32>
}

func.func @conv_1d_ncw_fcw(%a0: tensor<1x16x400xf32>, %a1: tensor<24x16x3xf32>) -> tensor<1x24x396xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<1x24x396xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<1x24x396xf32>) -> tensor<1x24x396xf32>
  %3 = linalg.conv_1d_ncw_fcw {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>} ins(%a0, %a1 : tensor<1x16x400xf32>, tensor<24x16x3xf32>) outs(%2 : tensor<1x24x396xf32>) -> tensor<1x24x396xf32>
  return %3 : tensor<1x24x396xf32>
}

func.func @conv_1d(%a0: tensor<9000xf32>, %a1: tensor<9xf32>) -> tensor<8992xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<8992xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<8992xf32>) -> tensor<8992xf32>
  %3 = linalg.conv_1d ins(%a0, %a1 : tensor<9000xf32>, tensor<9xf32>) outs(%2 : tensor<8992xf32>) -> tensor<8992xf32>
  return %3 : tensor<8992xf32>
}

func.func @conv_2d(%a0: tensor<130x120xf32>, %a1: tensor<5x4xf32>) -> tensor<126x117xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<126x117xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<126x117xf32>) -> tensor<126x117xf32>
  %3 = linalg.conv_2d ins(%a0, %a1 : tensor<130x120xf32>, tensor<5x4xf32>) outs(%2 : tensor<126x117xf32>) -> tensor<126x117xf32>
  return %3 : tensor<126x117xf32>
}

func.func @conv_3d(%a0: tensor<20x30x31xf32>, %a1: tensor<3x3x4xf32>) -> tensor<18x28x28xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<18x28x28xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<18x28x28xf32>) -> tensor<18x28x28xf32>
  %3 = linalg.conv_3d ins(%a0, %a1 : tensor<20x30x31xf32>, tensor<3x3x4xf32>) outs(%2 : tensor<18x28x28xf32>) -> tensor<18x28x28xf32>
  return %3 : tensor<18x28x28xf32>
}

func.func @conv_2d_nhwc_hwcf(%a0: tensor<1x40x38x8xf32>, %a1: tensor<3x3x8x16xf32>) -> tensor<1x19x18x16xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<1x19x18x16xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<1x19x18x16xf32>) -> tensor<1x19x18x16xf32>
  %3 = linalg.conv_2d_nhwc_hwcf {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[2, 2]> : tensor<2xi64>} ins(%a0, %a1 : tensor<1x40x38x8xf32>, tensor<3x3x8x16xf32>) outs(%2 : tensor<1x19x18x16xf32>) -> tensor<1x19x18x16xf32>
  return %3 : tensor<1x19x18x16xf32>
}

func.func @conv_2d_nhwc_fhwc(%a0: tensor<1x34x33x8xf32>, %a1: tensor<16x3x3x8xf32>, %a2: tensor<1x32x31x16xf32>) -> tensor<1x32x31x16xf32> {
  %0 = linalg.conv_2d_nhwc_fhwc {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%a0, %a1 : tensor<1x34x33x8xf32>, tensor<16x3x3x8xf32>) outs(%a2 : tensor<1x32x31x16xf32>) -> tensor<1x32x31x16xf32>
  return %0 : tensor<1x32x31x16xf32>
}

func.func @conv_2d_nchw_fchw(%a0: tensor<2x8x34x33xf32>, %a1: tensor<16x8x3x3xf32>) -> tensor<2x16x32x31xf32> {
  %0 = tensor.empty() : tensor<2x8x34x33xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%a0 : tensor<2x8x34x33xf32>) outs(%0 : tensor<2x8x34x33xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<2x8x34x33xf32>
  %2 = arith.constant 0.0 : f32
  %3 = tensor.empty() : tensor<2x16x32x31xf32>
  %4 = linalg.fill ins(%2 : f32) outs(%3 : tensor<2x16x32x31xf32>) -> tensor<2x16x32x31xf32>
  %5 = linalg.conv_2d_nchw_fchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%1, %a1 : tensor<2x8x34x33xf32>, tensor<16x8x3x3xf32>) outs(%4 : tensor<2x16x32x31xf32>) -> tensor<2x16x32x31xf32>
  %6 = tensor.empty() : tensor<2x16x32x31xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5 : tensor<2x16x32x31xf32>) outs(%6 : tensor<2x16x32x31xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<2x16x32x31xf32>
  return %7 : tensor<2x16x32x31xf32>
}

func.func @conv_2d_nchw_hwcf(%a0: tensor<1x34x33x8xf32>, %a1: tensor<3x3x8x16xf32>) -> tensor<1x30x29x16xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<1x30x29x16xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<1x30x29x16xf32>) -> tensor<1x30x29x16xf32>
  %3 = linalg.conv_2d_nhwc_hwcf {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%a0, %a1 : tensor<1x34x33x8xf32>, tensor<3x3x8x16xf32>) outs(%2 : tensor<1x30x29x16xf32>) -> tensor<1x30x29x16xf32>
  %4 = tensor.empty() : tensor<1x30x29x16xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3 : tensor<1x30x29x16xf32>) outs(%4 : tensor<1x30x29x16xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<1x30x29x16xf32>
  return %5 : tensor<1x30x29x16xf32>
}

func.func @conv_2d_ngchw_fgchw(%a0: tensor<1x3x8x24x25xf32>, %a1: tensor<6x3x8x3x3xf32>) -> tensor<1x3x6x22x23xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<1x3x6x22x23xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<1x3x6x22x23xf32>) -> tensor<1x3x6x22x23xf32>
  %3 = linalg.conv_2d_ngchw_fgchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%a0, %a1 : tensor<1x3x8x24x25xf32>, tensor<6x3x8x3x3xf32>) outs(%2 : tensor<1x3x6x22x23xf32>) -> tensor<1x3x6x22x23xf32>
  return %3 : tensor<1x3x6x22x23xf32>
}

func.func @conv_2d_ngchw_gfchw(%a0: tensor<1x4x6x30x31xf32>, %a1: tensor<4x6x6x3x3xf32>) -> tensor<1x4x6x14x15xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<1x4x6x14x15xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<1x4x6x14x15xf32>) -> tensor<1x4x6x14x15xf32>
  %3 = linalg.conv_2d_ngchw_gfchw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[2, 2]> : tensor<2xi64>} ins(%a0, %a1 : tensor<1x4x6x30x31xf32>, tensor<4x6x6x3x3xf32>) outs(%2 : tensor<1x4x6x14x15xf32>) -> tensor<1x4x6x14x15xf32>
  return %3 : tensor<1x4x6x14x15xf32>
}

func.func @conv_2d_nhwgc_gfhwc(%a0: tensor<1x30x28x3x8xf32>, %a1: tensor<3x5x3x3x8xf32>) -> tensor<1x28x26x3x5xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<1x28x26x3x5xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<1x28x26x3x5xf32>) -> tensor<1x28x26x3x5xf32>
  %3 = linalg.conv_2d_nhwgc_gfhwc {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%a0, %a1 : tensor<1x30x28x3x8xf32>, tensor<3x5x3x3x8xf32>) outs(%2 : tensor<1x28x26x3x5xf32>) -> tensor<1x28x26x3x5xf32>
  return %3 : tensor<1x28x26x3x5xf32>
}

func.func @conv_2d_nhwc_hwcf_q(%a0: tensor<1x34x33x8xi8>, %a1: tensor<3x3x8x16xi8>) -> tensor<1x32x31x16xi32> {
  %0 = arith.constant 3 : i32
  %1 = arith.constant -2 : i32
  %2 = arith.constant 0 : i32
  %3 = tensor.empty() : tensor<1x32x31x16xi32>
  %4 = linalg.fill ins(%2 : i32) outs(%3 : tensor<1x32x31x16xi32>) -> tensor<1x32x31x16xi32>
  %5 = linalg.conv_2d_nhwc_hwcf_q {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%a0, %a1, %0, %1 : tensor<1x34x33x8xi8>, tensor<3x3x8x16xi8>, i32, i32) outs(%4 : tensor<1x32x31x16xi32>) -> tensor<1x32x31x16xi32>
  return %5 : tensor<1x32x31x16xi32>
}

func.func @conv_3d_ndhwc_dhwcf(%a0: tensor<1x10x16x15x4xf32>, %a1: tensor<3x3x3x4x8xf32>) -> tensor<1x8x14x13x8xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<1x8x14x13x8xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<1x8x14x13x8xf32>) -> tensor<1x8x14x13x8xf32>
  %3 = linalg.conv_3d_ndhwc_dhwcf {dilations = dense<[1, 1, 1]> : tensor<3xi64>, strides = dense<[1, 1, 1]> : tensor<3xi64>} ins(%a0, %a1 : tensor<1x10x16x15x4xf32>, tensor<3x3x3x4x8xf32>) outs(%2 : tensor<1x8x14x13x8xf32>) -> tensor<1x8x14x13x8xf32>
  return %3 : tensor<1x8x14x13x8xf32>
}

func.func @depthwise_1d(%a0: tensor<1x700x24xf32>, %a1: tensor<7x24xf32>) -> tensor<1x694x24xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<1x694x24xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<1x694x24xf32>) -> tensor<1x694x24xf32>
  %3 = linalg.depthwise_conv_1d_nwc_wc {dilations = dense<[1]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>} ins(%a0, %a1 : tensor<1x700x24xf32>, tensor<7x24xf32>) outs(%2 : tensor<1x694x24xf32>) -> tensor<1x694x24xf32>
  return %3 : tensor<1x694x24xf32>
}

func.func @depthwise_1d_ncw(%a0: tensor<1x24x700xf32>, %a1: tensor<24x7xf32>) -> tensor<1x24x347xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<1x24x347xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<1x24x347xf32>) -> tensor<1x24x347xf32>
  %3 = linalg.depthwise_conv_1d_ncw_cw {dilations = dense<[1]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %a1 : tensor<1x24x700xf32>, tensor<24x7xf32>) outs(%2 : tensor<1x24x347xf32>) -> tensor<1x24x347xf32>
  return %3 : tensor<1x24x347xf32>
}

func.func @depthwise_2d_nhwc_hwc(%a0: tensor<1x41x40x16xf32>, %a1: tensor<3x3x16xf32>) -> tensor<1x20x19x16xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<1x20x19x16xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<1x20x19x16xf32>) -> tensor<1x20x19x16xf32>
  %3 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[2, 2]> : tensor<2xi64>} ins(%a0, %a1 : tensor<1x41x40x16xf32>, tensor<3x3x16xf32>) outs(%2 : tensor<1x20x19x16xf32>) -> tensor<1x20x19x16xf32>
  return %3 : tensor<1x20x19x16xf32>
}

func.func @depthwise_2d_nchw_chw(%a0: tensor<1x16x41x40xf32>, %a1: tensor<16x3x3xf32>) -> tensor<1x16x39x38xf32> {
  %0 = tensor.empty() : tensor<1x16x41x40xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%a0 : tensor<1x16x41x40xf32>) outs(%0 : tensor<1x16x41x40xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<1x16x41x40xf32>
  %2 = arith.constant 0.0 : f32
  %3 = tensor.empty() : tensor<1x16x39x38xf32>
  %4 = linalg.fill ins(%2 : f32) outs(%3 : tensor<1x16x39x38xf32>) -> tensor<1x16x39x38xf32>
  %5 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%1, %a1 : tensor<1x16x41x40xf32>, tensor<16x3x3xf32>) outs(%4 : tensor<1x16x39x38xf32>) -> tensor<1x16x39x38xf32>
  return %5 : tensor<1x16x39x38xf32>
}

func.func @depthwise_2d_nhwc_hwcm(%a0: tensor<1x41x40x8xf32>, %a1: tensor<3x3x8x2xf32>) -> tensor<1x39x38x8x2xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<1x39x38x8x2xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<1x39x38x8x2xf32>) -> tensor<1x39x38x8x2xf32>
  %3 = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%a0, %a1 : tensor<1x41x40x8xf32>, tensor<3x3x8x2xf32>) outs(%2 : tensor<1x39x38x8x2xf32>) -> tensor<1x39x38x8x2xf32>
  return %3 : tensor<1x39x38x8x2xf32>
}

func.func @depthwise_3d(%a0: tensor<1x12x16x15x6xf32>, %a1: tensor<3x3x3x6xf32>) -> tensor<1x10x14x13x6xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<1x10x14x13x6xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<1x10x14x13x6xf32>) -> tensor<1x10x14x13x6xf32>
  %3 = linalg.depthwise_conv_3d_ndhwc_dhwc {dilations = dense<[1, 1, 1]> : tensor<3xi64>, strides = dense<[1, 1, 1]> : tensor<3xi64>} ins(%a0, %a1 : tensor<1x12x16x15x6xf32>, tensor<3x3x3x6xf32>) outs(%2 : tensor<1x10x14x13x6xf32>) -> tensor<1x10x14x13x6xf32>
  return %3 : tensor<1x10x14x13x6xf32>
}

func.func @pooling_nhwc_sum(%a0: tensor<1x50x48x12xf32>) -> tensor<1x24x23x12xf32> {
  %0 = tensor.empty() : tensor<3x3xf32>
  %1 = arith.constant 0.0 : f32
  %2 = tensor.empty() : tensor<1x24x23x12xf32>
  %3 = linalg.fill ins(%1 : f32) outs(%2 : tensor<1x24x23x12xf32>) -> tensor<1x24x23x12xf32>
  %4 = linalg.pooling_nhwc_sum {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[2, 2]> : tensor<2xi64>} ins(%a0, %0 : tensor<1x50x48x12xf32>, tensor<3x3xf32>) outs(%3 : tensor<1x24x23x12xf32>) -> tensor<1x24x23x12xf32>
  return %4 : tensor<1x24x23x12xf32>
}

func.func @pooling_nhwc_max_dilated(%a0: tensor<1x50x48x12xf32>) -> tensor<1x46x44x12xf32> {
  %0 = tensor.empty() : tensor<3x3xf32>
  %1 = arith.constant -3.0e38 : f32
  %2 = tensor.empty() : tensor<1x46x44x12xf32>
  %3 = linalg.fill ins(%1 : f32) outs(%2 : tensor<1x46x44x12xf32>) -> tensor<1x46x44x12xf32>
  %4 = linalg.pooling_nhwc_max {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%a0, %0 : tensor<1x50x48x12xf32>, tensor<3x3xf32>) outs(%3 : tensor<1x46x44x12xf32>) -> tensor<1x46x44x12xf32>
  return %4 : tensor<1x46x44x12xf32>
}

func.func @pooling_nhwc_min(%a0: tensor<1x50x48x12xf32>) -> tensor<1x16x14x12xf32> {
  %0 = tensor.empty() : tensor<2x5xf32>
  %1 = arith.constant 3.0e38 : f32
  %2 = tensor.empty() : tensor<1x16x14x12xf32>
  %3 = linalg.fill ins(%1 : f32) outs(%2 : tensor<1x16x14x12xf32>) -> tensor<1x16x14x12xf32>
  %4 = linalg.pooling_nhwc_min {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[3, 3]> : tensor<2xi64>} ins(%a0, %0 : tensor<1x50x48x12xf32>, tensor<2x5xf32>) outs(%3 : tensor<1x16x14x12xf32>) -> tensor<1x16x14x12xf32>
  return %4 : tensor<1x16x14x12xf32>
}

func.func @pooling_nchw_max(%a0: tensor<2x12x40x41xf32>) -> tensor<2x12x19x20xf32> {
  %0 = tensor.empty() : tensor<3x3xf32>
  %1 = arith.constant -3.0e38 : f32
  %2 = tensor.empty() : tensor<2x12x19x20xf32>
  %3 = linalg.fill ins(%1 : f32) outs(%2 : tensor<2x12x19x20xf32>) -> tensor<2x12x19x20xf32>
  %4 = linalg.pooling_nchw_max {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[2, 2]> : tensor<2xi64>} ins(%a0, %0 : tensor<2x12x40x41xf32>, tensor<3x3xf32>) outs(%3 : tensor<2x12x19x20xf32>) -> tensor<2x12x19x20xf32>
  return %4 : tensor<2x12x19x20xf32>
}

func.func @pooling_nchw_sum(%a0: tensor<1x12x40x41xf32>) -> tensor<1x12x10x10xf32> {
  %0 = tensor.empty() : tensor<4x4xf32>
  %1 = arith.constant 0.0 : f32
  %2 = tensor.empty() : tensor<1x12x10x10xf32>
  %3 = linalg.fill ins(%1 : f32) outs(%2 : tensor<1x12x10x10xf32>) -> tensor<1x12x10x10xf32>
  %4 = linalg.pooling_nchw_sum {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[4, 4]> : tensor<2xi64>} ins(%a0, %0 : tensor<1x12x40x41xf32>, tensor<4x4xf32>) outs(%3 : tensor<1x12x10x10xf32>) -> tensor<1x12x10x10xf32>
  return %4 : tensor<1x12x10x10xf32>
}

func.func @pooling_nwc_max(%a0: tensor<1x900x16xf32>) -> tensor<1x449x16xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = arith.constant -3.0e38 : f32
  %2 = tensor.empty() : tensor<1x449x16xf32>
  %3 = linalg.fill ins(%1 : f32) outs(%2 : tensor<1x449x16xf32>) -> tensor<1x449x16xf32>
  %4 = linalg.pooling_nwc_max {dilations = dense<[1]> : tensor<1xi64>, strides = dense<[2]> : tensor<1xi64>} ins(%a0, %0 : tensor<1x900x16xf32>, tensor<4xf32>) outs(%3 : tensor<1x449x16xf32>) -> tensor<1x449x16xf32>
  return %4 : tensor<1x449x16xf32>
}

func.func @pooling_ncw_sum(%a0: tensor<1x16x900xf32>) -> tensor<1x16x898xf32> {
  %0 = tensor.empty() : tensor<3xf32>
  %1 = arith.constant 0.0 : f32
  %2 = tensor.empty() : tensor<1x16x898xf32>
  %3 = linalg.fill ins(%1 : f32) outs(%2 : tensor<1x16x898xf32>) -> tensor<1x16x898xf32>
  %4 = linalg.pooling_ncw_sum {dilations = dense<[1]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>} ins(%a0, %0 : tensor<1x16x900xf32>, tensor<3xf32>) outs(%3 : tensor<1x16x898xf32>) -> tensor<1x16x898xf32>
  return %4 : tensor<1x16x898xf32>
}

func.func @pooling_ndhwc_max(%a0: tensor<1x12x16x15x8xf32>) -> tensor<1x6x8x7x8xf32> {
  %0 = tensor.empty() : tensor<2x2x2xf32>
  %1 = arith.constant -3.0e38 : f32
  %2 = tensor.empty() : tensor<1x6x8x7x8xf32>
  %3 = linalg.fill ins(%1 : f32) outs(%2 : tensor<1x6x8x7x8xf32>) -> tensor<1x6x8x7x8xf32>
  %4 = linalg.pooling_ndhwc_max {dilations = dense<[1, 1, 1]> : tensor<3xi64>, strides = dense<[2, 2, 2]> : tensor<3xi64>} ins(%a0, %0 : tensor<1x12x16x15x8xf32>, tensor<2x2x2xf32>) outs(%3 : tensor<1x6x8x7x8xf32>) -> tensor<1x6x8x7x8xf32>
  return %4 : tensor<1x6x8x7x8xf32>
}

func.func @pooling_nhwc_max_i8(%a0: tensor<1x50x48x32xi8>) -> tensor<1x24x23x32xi8> {
  %0 = tensor.empty() : tensor<3x3xi8>
  %1 = arith.constant -128 : i8
  %2 = tensor.empty() : tensor<1x24x23x32xi8>
  %3 = linalg.fill ins(%1 : i8) outs(%2 : tensor<1x24x23x32xi8>) -> tensor<1x24x23x32xi8>
  %4 = linalg.pooling_nhwc_max {dilations = dense<[1, 1]> : tensor<2xi64>, strides = dense<[2, 2]> : tensor<2xi64>} ins(%a0, %0 : tensor<1x50x48x32xi8>, tensor<3x3xi8>) outs(%3 : tensor<1x24x23x32xi8>) -> tensor<1x24x23x32xi8>
  return %4 : tensor<1x24x23x32xi8>
}

func.func @matmul_accumulate(%a0: tensor<90x70xf32>, %a1: tensor<70x80xf32>, %a2: tensor<90x80xf32>) -> tensor<90x80xf32> {
  %0 = linalg.matmul ins(%a0, %a1 : tensor<90x70xf32>, tensor<70x80xf32>) outs(%a2 : tensor<90x80xf32>) -> tensor<90x80xf32>
  return %0 : tensor<90x80xf32>
}

func.func @matmul_a_transposed(%a0: tensor<70x90xf32>, %a1: tensor<70x80xf32>) -> tensor<90x80xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<90x80xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<90x80xf32>) -> tensor<90x80xf32>
  %3 = linalg.matmul indexing_maps = [affine_map<(m,n,k) -> (k,m)>, affine_map<(m,n,k) -> (k,n)>, affine_map<(m,n,k) -> (m,n)>] ins(%a0, %a1 : tensor<70x90xf32>, tensor<70x80xf32>) outs(%2 : tensor<90x80xf32>) -> tensor<90x80xf32>
  return %3 : tensor<90x80xf32>
}

func.func @matmul_broadcast_a(%a0: tensor<70xf32>, %a1: tensor<70x80xf32>) -> tensor<90x80xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<90x80xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<90x80xf32>) -> tensor<90x80xf32>
  %3 = linalg.matmul indexing_maps = [affine_map<(m,n,k) -> (k)>, affine_map<(m,n,k) -> (k,n)>, affine_map<(m,n,k) -> (m,n)>] ins(%a0, %a1 : tensor<70xf32>, tensor<70x80xf32>) outs(%2 : tensor<90x80xf32>) -> tensor<90x80xf32>
  return %3 : tensor<90x80xf32>
}

func.func @batch_matmul(%a0: tensor<4x40x50xf32>, %a1: tensor<4x50x30xf32>) -> tensor<4x40x30xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<4x40x30xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<4x40x30xf32>) -> tensor<4x40x30xf32>
  %3 = linalg.batch_matmul ins(%a0, %a1 : tensor<4x40x50xf32>, tensor<4x50x30xf32>) outs(%2 : tensor<4x40x30xf32>) -> tensor<4x40x30xf32>
  return %3 : tensor<4x40x30xf32>
}

func.func @batch_matmul_f16(%a0: tensor<4x40x50xf16>, %a1: tensor<4x50x30xf16>) -> tensor<4x40x30xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<4x40x30xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<4x40x30xf32>) -> tensor<4x40x30xf32>
  %3 = linalg.batch_matmul ins(%a0, %a1 : tensor<4x40x50xf16>, tensor<4x50x30xf16>) outs(%2 : tensor<4x40x30xf32>) -> tensor<4x40x30xf32>
  return %3 : tensor<4x40x30xf32>
}

func.func @batch_reduce_matmul(%a0: tensor<6x40x50xf32>, %a1: tensor<6x50x30xf32>) -> tensor<40x30xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<40x30xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<40x30xf32>) -> tensor<40x30xf32>
  %3 = linalg.batch_reduce_matmul ins(%a0, %a1 : tensor<6x40x50xf32>, tensor<6x50x30xf32>) outs(%2 : tensor<40x30xf32>) -> tensor<40x30xf32>
  return %3 : tensor<40x30xf32>
}

func.func @batch_matvec(%a0: tensor<4x140x50xf32>, %a1: tensor<4x50xf32>) -> tensor<4x140xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<4x140xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<4x140xf32>) -> tensor<4x140xf32>
  %3 = linalg.batch_matvec ins(%a0, %a1 : tensor<4x140x50xf32>, tensor<4x50xf32>) outs(%2 : tensor<4x140xf32>) -> tensor<4x140xf32>
  return %3 : tensor<4x140xf32>
}

func.func @batch_vecmat(%a0: tensor<4x50xf32>, %a1: tensor<4x50x140xf32>) -> tensor<4x140xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<4x140xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<4x140xf32>) -> tensor<4x140xf32>
  %3 = linalg.batch_vecmat ins(%a0, %a1 : tensor<4x50xf32>, tensor<4x50x140xf32>) outs(%2 : tensor<4x140xf32>) -> tensor<4x140xf32>
  return %3 : tensor<4x140xf32>
}

func.func @matvec(%a0: tensor<300x170xf32>, %a1: tensor<170xf32>) -> tensor<300xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<300xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<300xf32>) -> tensor<300xf32>
  %3 = linalg.matvec ins(%a0, %a1 : tensor<300x170xf32>, tensor<170xf32>) outs(%2 : tensor<300xf32>) -> tensor<300xf32>
  return %3 : tensor<300xf32>
}

func.func @matvec_accumulate(%a0: tensor<300x170xf32>, %a1: tensor<170xf32>, %a2: tensor<300xf32>) -> tensor<300xf32> {
  %0 = linalg.matvec ins(%a0, %a1 : tensor<300x170xf32>, tensor<170xf32>) outs(%a2 : tensor<300xf32>) -> tensor<300xf32>
  return %0 : tensor<300xf32>
}

func.func @vecmat(%a0: tensor<170xf32>, %a1: tensor<170x300xf32>) -> tensor<300xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<300xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<300xf32>) -> tensor<300xf32>
  %3 = linalg.vecmat ins(%a0, %a1 : tensor<170xf32>, tensor<170x300xf32>) outs(%2 : tensor<300xf32>) -> tensor<300xf32>
  return %3 : tensor<300xf32>
}

func.func @dot(%a0: tensor<30000xf32>, %a1: tensor<30000xf32>) -> tensor<f32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<f32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<f32>) -> tensor<f32>
  %3 = linalg.dot ins(%a0, %a1 : tensor<30000xf32>, tensor<30000xf32>) outs(%2 : tensor<f32>) -> tensor<f32>
  return %3 : tensor<f32>
}

func.func @dot_i32(%a0: tensor<30000xi32>, %a1: tensor<30000xi32>) -> tensor<i32> {
  %0 = arith.constant 0 : i32
  %1 = tensor.empty() : tensor<i32>
  %2 = linalg.fill ins(%0 : i32) outs(%1 : tensor<i32>) -> tensor<i32>
  %3 = linalg.dot ins(%a0, %a1 : tensor<30000xi32>, tensor<30000xi32>) outs(%2 : tensor<i32>) -> tensor<i32>
  return %3 : tensor<i32>
}

func.func @mmt4d(%a0: tensor<12x16x8x4xf32>, %a1: tensor<10x16x8x4xf32>) -> tensor<12x10x8x8xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<12x10x8x8xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<12x10x8x8xf32>) -> tensor<12x10x8x8xf32>
  %3 = linalg.mmt4d ins(%a0, %a1 : tensor<12x16x8x4xf32>, tensor<10x16x8x4xf32>) outs(%2 : tensor<12x10x8x8xf32>) -> tensor<12x10x8x8xf32>
  return %3 : tensor<12x10x8x8xf32>
}

func.func @batch_mmt4d(%a0: tensor<2x6x16x8x4xf32>, %a1: tensor<2x5x16x8x4xf32>) -> tensor<2x6x5x8x8xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<2x6x5x8x8xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<2x6x5x8x8xf32>) -> tensor<2x6x5x8x8xf32>
  %3 = linalg.batch_mmt4d ins(%a0, %a1 : tensor<2x6x16x8x4xf32>, tensor<2x5x16x8x4xf32>) outs(%2 : tensor<2x6x5x8x8xf32>) -> tensor<2x6x5x8x8xf32>
  return %3 : tensor<2x6x5x8x8xf32>
}

func.func @matmul_i8(%a0: tensor<90x100xi8>, %a1: tensor<100x80xi8>) -> tensor<90x80xi32> {
  %0 = arith.constant 0 : i32
  %1 = tensor.empty() : tensor<90x80xi32>
  %2 = linalg.fill ins(%0 : i32) outs(%1 : tensor<90x80xi32>) -> tensor<90x80xi32>
  %3 = linalg.matmul ins(%a0, %a1 : tensor<90x100xi8>, tensor<100x80xi8>) outs(%2 : tensor<90x80xi32>) -> tensor<90x80xi32>
  return %3 : tensor<90x80xi32>
}

func.func @matmul_f64(%a0: tensor<60x64xf64>, %a1: tensor<64x50xf64>) -> tensor<60x50xf64> {
  %0 = arith.constant 0.0 : f64
  %1 = tensor.empty() : tensor<60x50xf64>
  %2 = linalg.fill ins(%0 : f64) outs(%1 : tensor<60x50xf64>) -> tensor<60x50xf64>
  %3 = linalg.matmul ins(%a0, %a1 : tensor<60x64xf64>, tensor<64x50xf64>) outs(%2 : tensor<60x50xf64>) -> tensor<60x50xf64>
  return %3 : tensor<60x50xf64>
}

func.func @matmul_bf16_f32(%a0: tensor<60x64xbf16>, %a1: tensor<64x50xbf16>) -> tensor<60x50xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<60x50xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<60x50xf32>) -> tensor<60x50xf32>
  %3 = linalg.matmul ins(%a0, %a1 : tensor<60x64xbf16>, tensor<64x50xbf16>) outs(%2 : tensor<60x50xf32>) -> tensor<60x50xf32>
  return %3 : tensor<60x50xf32>
}

func.func @matmul_tall(%a0: tensor<20000x4xf32>, %a1: tensor<4x3xf32>) -> tensor<20000x3xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<20000x3xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<20000x3xf32>) -> tensor<20000x3xf32>
  %3 = linalg.matmul ins(%a0, %a1 : tensor<20000x4xf32>, tensor<4x3xf32>) outs(%2 : tensor<20000x3xf32>) -> tensor<20000x3xf32>
  return %3 : tensor<20000x3xf32>
}

func.func @matmul_outer(%a0: tensor<300x1xf32>, %a1: tensor<1x300xf32>) -> tensor<300x300xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<300x300xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<300x300xf32>) -> tensor<300x300xf32>
  %3 = linalg.matmul ins(%a0, %a1 : tensor<300x1xf32>, tensor<1x300xf32>) outs(%2 : tensor<300x300xf32>) -> tensor<300x300xf32>
  return %3 : tensor<300x300xf32>
}

func.func @matmul_inner(%a0: tensor<1x40000xf32>, %a1: tensor<40000x1xf32>) -> tensor<1x1xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<1x1xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<1x1xf32>) -> tensor<1x1xf32>
  %3 = linalg.matmul ins(%a0, %a1 : tensor<1x40000xf32>, tensor<40000x1xf32>) outs(%2 : tensor<1x1xf32>) -> tensor<1x1xf32>
  return %3 : tensor<1x1xf32>
}

func.func @quantized_matmul(%a0: tensor<60x100xi8>, %a1: tensor<100x50xi8>) -> tensor<60x50xi32> {
  %0 = arith.constant 3 : i32
  %1 = arith.constant -4 : i32
  %2 = arith.constant 0 : i32
  %3 = tensor.empty() : tensor<60x50xi32>
  %4 = linalg.fill ins(%2 : i32) outs(%3 : tensor<60x50xi32>) -> tensor<60x50xi32>
  %5 = linalg.quantized_matmul ins(%a0, %a1, %0, %1 : tensor<60x100xi8>, tensor<100x50xi8>, i32, i32) outs(%4 : tensor<60x50xi32>) -> tensor<60x50xi32>
  return %5 : tensor<60x50xi32>
}

func.func @contract(%a0: tensor<5x30x20xf32>, %a1: tensor<20x5x40xf32>) -> tensor<30x40xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<30x40xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<30x40xf32>) -> tensor<30x40xf32>
  %3 = linalg.contract indexing_maps = [affine_map<(m,n,b,k) -> (b,m,k)>, affine_map<(m,n,b,k) -> (k,b,n)>, affine_map<(m,n,b,k) -> (m,n)>] ins(%a0, %a1 : tensor<5x30x20xf32>, tensor<20x5x40xf32>) outs(%2 : tensor<30x40xf32>) -> tensor<30x40xf32>
  return %3 : tensor<30x40xf32>
}

func.func @named_exp(%a0: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.exp ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %1 : tensor<70x90xf32>
}

func.func @named_log(%a0: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<70x90xf32>
  %2 = tensor.empty() : tensor<70x90xf32>
  %3 = linalg.log ins(%1 : tensor<70x90xf32>) outs(%2 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %3 : tensor<70x90xf32>
}

func.func @named_abs(%a0: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.abs ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %1 : tensor<70x90xf32>
}

func.func @named_ceil(%a0: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.ceil ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %1 : tensor<70x90xf32>
}

func.func @named_floor(%a0: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.floor ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %1 : tensor<70x90xf32>
}

func.func @named_negf(%a0: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.negf ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %1 : tensor<70x90xf32>
}

func.func @named_reciprocal(%a0: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<70x90xf32>
  %2 = tensor.empty() : tensor<70x90xf32>
  %3 = linalg.reciprocal ins(%1 : tensor<70x90xf32>) outs(%2 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %3 : tensor<70x90xf32>
}

func.func @named_round(%a0: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.round ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %1 : tensor<70x90xf32>
}

func.func @named_sqrt(%a0: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<70x90xf32>
  %2 = tensor.empty() : tensor<70x90xf32>
  %3 = linalg.sqrt ins(%1 : tensor<70x90xf32>) outs(%2 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %3 : tensor<70x90xf32>
}

func.func @named_rsqrt(%a0: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<70x90xf32>
  %2 = tensor.empty() : tensor<70x90xf32>
  %3 = linalg.rsqrt ins(%1 : tensor<70x90xf32>) outs(%2 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %3 : tensor<70x90xf32>
}

func.func @named_square(%a0: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.square ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %1 : tensor<70x90xf32>
}

func.func @named_tanh(%a0: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.tanh ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %1 : tensor<70x90xf32>
}

func.func @named_erf(%a0: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.erf ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %1 : tensor<70x90xf32>
}

func.func @named_add(%a0: tensor<70x90xf32>, %a1: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<70x90xf32>
  %2 = tensor.empty() : tensor<70x90xf32>
  %3 = linalg.add ins(%1, %a1 : tensor<70x90xf32>, tensor<70x90xf32>) outs(%2 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %3 : tensor<70x90xf32>
}

func.func @named_sub(%a0: tensor<70x90xf32>, %a1: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<70x90xf32>
  %2 = tensor.empty() : tensor<70x90xf32>
  %3 = linalg.sub ins(%1, %a1 : tensor<70x90xf32>, tensor<70x90xf32>) outs(%2 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %3 : tensor<70x90xf32>
}

func.func @named_mul(%a0: tensor<70x90xf32>, %a1: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<70x90xf32>
  %2 = tensor.empty() : tensor<70x90xf32>
  %3 = linalg.mul ins(%1, %a1 : tensor<70x90xf32>, tensor<70x90xf32>) outs(%2 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %3 : tensor<70x90xf32>
}

func.func @named_div(%a0: tensor<70x90xf32>, %a1: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<70x90xf32>
  %2 = tensor.empty() : tensor<70x90xf32>
  %3 = linalg.div ins(%1, %a1 : tensor<70x90xf32>, tensor<70x90xf32>) outs(%2 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %3 : tensor<70x90xf32>
}

func.func @named_max(%a0: tensor<70x90xf32>, %a1: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<70x90xf32>
  %2 = tensor.empty() : tensor<70x90xf32>
  %3 = linalg.max ins(%1, %a1 : tensor<70x90xf32>, tensor<70x90xf32>) outs(%2 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %3 : tensor<70x90xf32>
}

func.func @named_min(%a0: tensor<70x90xf32>, %a1: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<70x90xf32>
  %2 = tensor.empty() : tensor<70x90xf32>
  %3 = linalg.min ins(%1, %a1 : tensor<70x90xf32>, tensor<70x90xf32>) outs(%2 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %3 : tensor<70x90xf32>
}

func.func @named_powf(%a0: tensor<70x90xf32>, %a1: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<70x90xf32>
  %2 = tensor.empty() : tensor<70x90xf32>
  %3 = linalg.powf ins(%1, %a1 : tensor<70x90xf32>, tensor<70x90xf32>) outs(%2 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %3 : tensor<70x90xf32>
}

func.func @named_select(%a0: tensor<70x90xi1>, %a1: tensor<70x90xf32>, %a2: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.select ins(%a0, %a1, %a2 : tensor<70x90xi1>, tensor<70x90xf32>, tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %1 : tensor<70x90xf32>
}

func.func @named_elementwise(%a0: tensor<60x80xf32>, %a1: tensor<80xf32>) -> tensor<60x80xf32> {
  %1 = tensor.empty() : tensor<60x80xf32>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(j)>, affine_map<(i,j)->(i,j)>] ins(%a0, %a1 : tensor<60x80xf32>, tensor<80xf32>) outs(%1 : tensor<60x80xf32>) -> tensor<60x80xf32>
  return %0 : tensor<60x80xf32>
}

func.func @copy(%a0: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.copy ins(%a0 : tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>) -> tensor<70x90xf32>
  return %1 : tensor<70x90xf32>
}

func.func @map(%a0: tensor<70x90xf32>, %a1: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %0 = tensor.empty() : tensor<70x90xf32>
  %1 = linalg.map { arith.addf } ins(%a0, %a1 : tensor<70x90xf32>, tensor<70x90xf32>) outs(%0 : tensor<70x90xf32>)
  return %1 : tensor<70x90xf32>
}

func.func @reduce_two_dims(%a0: tensor<30x40x20xf32>) -> tensor<40xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<40xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<40xf32>) -> tensor<40xf32>
  %3 = linalg.reduce { arith.addf } ins(%a0 : tensor<30x40x20xf32>) outs(%2 : tensor<40xf32>) dimensions = [0, 2]
  return %3 : tensor<40xf32>
}

func.func @reduce_two_results(%a0: tensor<130x120xf32>, %a1: tensor<130x120xi32>) -> (tensor<130xf32>, tensor<130xi32>) {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<130xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<130xf32>) -> tensor<130xf32>
  %3 = arith.constant 0 : i32
  %4 = tensor.empty() : tensor<130xi32>
  %5 = linalg.fill ins(%3 : i32) outs(%4 : tensor<130xi32>) -> tensor<130xi32>
  %6:2 = linalg.reduce ins(%a0, %a1 : tensor<130x120xf32>, tensor<130x120xi32>) outs(%2, %5 : tensor<130xf32>, tensor<130xi32>) dimensions = [1] (%x: f32, %y: i32, %p: f32, %q: i32) { %s = arith.addf %x, %p : f32 %t = arith.maxsi %y, %q : i32 linalg.yield %s, %t : f32, i32 }
  return %6#0, %6#1 : tensor<130xf32>, tensor<130xi32>
}

func.func @transpose_op(%a0: tensor<10x70x30xf32>) -> tensor<30x10x70xf32> {
  %0 = tensor.empty() : tensor<30x10x70xf32>
  %1 = linalg.transpose ins(%a0 : tensor<10x70x30xf32>) outs(%0 : tensor<30x10x70xf32>) permutation = [2, 0, 1]
  %2 = tensor.empty() : tensor<30x10x70xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<30x10x70xf32>) outs(%2 : tensor<30x10x70xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<30x10x70xf32>
  return %3 : tensor<30x10x70xf32>
}

func.func @broadcast_op(%a0: tensor<70x30xf32>) -> tensor<70x12x30xf32> {
  %0 = tensor.empty() : tensor<70x30xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<70x30xf32>) outs(%0 : tensor<70x30xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<70x30xf32>
  %2 = tensor.empty() : tensor<70x12x30xf32>
  %3 = linalg.broadcast ins(%1 : tensor<70x30xf32>) outs(%2 : tensor<70x12x30xf32>) dimensions = [1]
  %4 = tensor.empty() : tensor<70x12x30xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<70x12x30xf32>) outs(%4 : tensor<70x12x30xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<70x12x30xf32>
  return %5 : tensor<70x12x30xf32>
}

func.func @softmax_0(%a0: tensor<30x40x20xf32>) -> tensor<30x40x20xf32> {
  %0 = tensor.empty() : tensor<30x40x20xf32>
  %1 = linalg.softmax dimension(0) ins(%a0 : tensor<30x40x20xf32>) outs(%0 : tensor<30x40x20xf32>) -> tensor<30x40x20xf32>
  %2 = tensor.empty() : tensor<30x40x20xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<30x40x20xf32>) outs(%2 : tensor<30x40x20xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<30x40x20xf32>
  return %3 : tensor<30x40x20xf32>
}

func.func @softmax_1(%a0: tensor<30x40x20xf32>) -> tensor<30x40x20xf32> {
  %0 = tensor.empty() : tensor<30x40x20xf32>
  %1 = linalg.softmax dimension(1) ins(%a0 : tensor<30x40x20xf32>) outs(%0 : tensor<30x40x20xf32>) -> tensor<30x40x20xf32>
  %2 = tensor.empty() : tensor<30x40x20xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<30x40x20xf32>) outs(%2 : tensor<30x40x20xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<30x40x20xf32>
  return %3 : tensor<30x40x20xf32>
}

func.func @softmax_2(%a0: tensor<30x40x20xf32>) -> tensor<30x40x20xf32> {
  %0 = tensor.empty() : tensor<30x40x20xf32>
  %1 = linalg.softmax dimension(2) ins(%a0 : tensor<30x40x20xf32>) outs(%0 : tensor<30x40x20xf32>) -> tensor<30x40x20xf32>
  %2 = tensor.empty() : tensor<30x40x20xf32>
  %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<30x40x20xf32>) outs(%2 : tensor<30x40x20xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = arith.negf %i0 : f32
    linalg.yield %r : f32
  } -> tensor<30x40x20xf32>
  return %3 : tensor<30x40x20xf32>
}

func.func @pack(%a0: tensor<96x120xf32>) -> tensor<12x15x8x8xf32> {
  %0 = tensor.empty() : tensor<12x15x8x8xf32>
  %1 = linalg.pack %a0 inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %0 : tensor<96x120xf32> -> tensor<12x15x8x8xf32>
  return %1 : tensor<12x15x8x8xf32>
}

func.func @pack_padded(%a0: tensor<93x117xf32>) -> tensor<12x15x8x8xf32> {
  %0 = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<12x15x8x8xf32>
  %2 = linalg.pack %a0 padding_value(%0 : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %1 : tensor<93x117xf32> -> tensor<12x15x8x8xf32>
  return %2 : tensor<12x15x8x8xf32>
}

func.func @unpack(%a0: tensor<12x15x8x8xf32>) -> tensor<96x120xf32> {
  %0 = tensor.empty() : tensor<96x120xf32>
  %1 = linalg.unpack %a0 inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %0 : tensor<12x15x8x8xf32> -> tensor<96x120xf32>
  return %1 : tensor<96x120xf32>
}

func.func @unpack_cut(%a0: tensor<12x15x8x8xf32>) -> tensor<93x117xf32> {
  %0 = tensor.empty() : tensor<93x117xf32>
  %1 = linalg.unpack %a0 inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %0 : tensor<12x15x8x8xf32> -> tensor<93x117xf32>
  return %1 : tensor<93x117xf32>
}

func.func @packed_matmul(%a0: tensor<96x64xf32>, %a1: tensor<80x64xf32>) -> tensor<96x80xf32> {
  %0 = tensor.empty() : tensor<96x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<96x64xf32>) outs(%0 : tensor<96x64xf32>) {
  ^bb0(%i0: f32, %o0: f32):
    %r = math.exp %i0 : f32
    linalg.yield %r : f32
  } -> tensor<96x64xf32>
  %3 = tensor.empty() : tensor<12x16x8x4xf32>
  %2 = linalg.pack %1 inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %3 : tensor<96x64xf32> -> tensor<12x16x8x4xf32>
  %5 = tensor.empty() : tensor<10x16x8x4xf32>
  %4 = linalg.pack %a1 inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %5 : tensor<80x64xf32> -> tensor<10x16x8x4xf32>
  %6 = arith.constant 0.0 : f32
  %7 = tensor.empty() : tensor<12x10x8x8xf32>
  %8 = linalg.fill ins(%6 : f32) outs(%7 : tensor<12x10x8x8xf32>) -> tensor<12x10x8x8xf32>
  %9 = linalg.mmt4d ins(%2, %4 : tensor<12x16x8x4xf32>, tensor<10x16x8x4xf32>) outs(%8 : tensor<12x10x8x8xf32>) -> tensor<12x10x8x8xf32>
  %11 = tensor.empty() : tensor<96x80xf32>
  %10 = linalg.unpack %9 inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %11 : tensor<12x10x8x8xf32> -> tensor<96x80xf32>
  return %10 : tensor<96x80xf32>
}

func.func @winograd_filter(%a0: tensor<8x3x3x8xf32>) -> tensor<6x6x8x8xf32> {
  %0 = tensor.empty() : tensor<6x6x8x8xf32>
  %1 = linalg.winograd_filter_transform fmr(F_4_3) ins(%a0 : tensor<8x3x3x8xf32>) outs(%0 : tensor<6x6x8x8xf32>) -> tensor<6x6x8x8xf32>
  return %1 : tensor<6x6x8x8xf32>
}

func.func @winograd_input(%a0: tensor<2x18x18x8xf32>) -> tensor<6x6x4x4x2x8xf32> {
  %0 = tensor.empty() : tensor<6x6x4x4x2x8xf32>
  %1 = linalg.winograd_input_transform fmr(F_4_3) ins(%a0 : tensor<2x18x18x8xf32>) outs(%0 : tensor<6x6x4x4x2x8xf32>) -> tensor<6x6x4x4x2x8xf32>
  return %1 : tensor<6x6x4x4x2x8xf32>
}

func.func @fill_only() -> tensor<100x120xf32> {
  %0 = arith.constant 3.5 : f32
  %1 = tensor.empty() : tensor<100x120xf32>
  %2 = linalg.fill ins(%0 : f32) outs(%1 : tensor<100x120xf32>) -> tensor<100x120xf32>
  return %2 : tensor<100x120xf32>
}

func.func @fill_rng_2d() -> tensor<70x80xf32> {
  %0 = tensor.empty() : tensor<70x80xf32>
  %1 = arith.constant -1.0 : f64
  %2 = arith.constant 1.0 : f64
  %3 = arith.constant 42 : i32
  %4 = linalg.fill_rng_2d ins(%1, %2, %3 : f64, f64, i32) outs(%0 : tensor<70x80xf32>) -> tensor<70x80xf32>
  return %4 : tensor<70x80xf32>
}
