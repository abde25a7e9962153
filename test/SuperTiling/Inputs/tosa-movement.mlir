// Each function is one program; unittests/SuperTiling/ProgramFilesTest.cpp runs them one by one.
func.func @concat_0(%a0: tensor<40x90xf32>, %a1: tensor<33x90xf32>, %a2: tensor<7x90xf32>) -> tensor<80x90xf32> {
  %0 = tosa.concat %a0, %a1, %a2 {axis = 0 : i32} : (tensor<40x90xf32>, tensor<33x90xf32>, tensor<7x90xf32>) -> tensor<80x90xf32>
  return %0 : tensor<80x90xf32>
}

func.func @concat_1(%a0: tensor<90x40xf32>, %a1: tensor<90x33xf32>) -> tensor<90x73xf32> {
  %0 = tosa.concat %a0, %a1 {axis = 1 : i32} : (tensor<90x40xf32>, tensor<90x33xf32>) -> tensor<90x73xf32>
  return %0 : tensor<90x73xf32>
}

func.func @concat_channels_conv(%a0: tensor<1x24x24x8xf32>, %a1: tensor<1x24x24x12xf32>, %a2: tensor<16x3x3x20xf32>, %a3: tensor<16xf32>) -> tensor<1x24x24x16xf32> {
  %0 = tosa.tanh %a0 : (tensor<1x24x24x8xf32>) -> tensor<1x24x24x8xf32>
  %1 = tosa.concat %0, %a1 {axis = 3 : i32} : (tensor<1x24x24x8xf32>, tensor<1x24x24x12xf32>) -> tensor<1x24x24x20xf32>
  %2 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %4 = tosa.conv2d %1, %a2, %a3, %2, %3 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x24x24x20xf32>, tensor<16x3x3x20xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x24x24x16xf32>
  return %4 : tensor<1x24x24x16xf32>
}

func.func @concat_relu(%a0: tensor<2x30x40xf32>, %a1: tensor<2x25x40xf32>) -> tensor<2x55x40xf32> {
  %0 = tosa.exp %a0 : (tensor<2x30x40xf32>) -> tensor<2x30x40xf32>
  %1 = tosa.abs %a1 : (tensor<2x25x40xf32>) -> tensor<2x25x40xf32>
  %2 = tosa.concat %0, %1 {axis = 1 : i32} : (tensor<2x30x40xf32>, tensor<2x25x40xf32>) -> tensor<2x55x40xf32>
  %3 = tosa.tanh %2 : (tensor<2x55x40xf32>) -> tensor<2x55x40xf32>
  return %3 : tensor<2x55x40xf32>
}

func.func @concat_i8(%a0: tensor<1x30x30x16xi8>, %a1: tensor<1x30x30x16xi8>) -> tensor<1x30x30x32xi8> {
  %0 = tosa.concat %a0, %a1 {axis = 3 : i32} : (tensor<1x30x30x16xi8>, tensor<1x30x30x16xi8>) -> tensor<1x30x30x32xi8>
  return %0 : tensor<1x30x30x32xi8>
}

func.func @pad_2d(%a0: tensor<100x90xf32>) -> tensor<107x101xf32> {
  %0 = tosa.const_shape {values = dense<[3, 4, 5, 6]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.pad %a0, %0, %1 : (tensor<100x90xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<107x101xf32>
  return %2 : tensor<107x101xf32>
}

func.func @pad_value(%a0: tensor<60x70xf32>) -> tensor<69x72xf32> {
  %0 = tosa.const_shape {values = dense<[0, 9, 2, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = "tosa.const"() <{values = dense<2.5> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.pad %a0, %0, %1 : (tensor<60x70xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<69x72xf32>
  %3 = tosa.tanh %2 : (tensor<69x72xf32>) -> tensor<69x72xf32>
  return %3 : tensor<69x72xf32>
}

func.func @pad_i8(%a0: tensor<1x40x40x12xi8>) -> tensor<1x42x42x12xi8> {
  %0 = tosa.const_shape {values = dense<[0, 0, 1, 1, 1, 1, 0, 0]> : tensor<8xindex>} : () -> !tosa.shape<8>
  %1 = "tosa.const"() <{values = dense<-128> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.pad %a0, %0, %1 : (tensor<1x40x40x12xi8>, !tosa.shape<8>, tensor<1xi8>) -> tensor<1x42x42x12xi8>
  return %2 : tensor<1x42x42x12xi8>
}

func.func @pad_4d_channels(%a0: tensor<1x30x30x6xf32>) -> tensor<1x30x30x8xf32> {
  %0 = tosa.exp %a0 : (tensor<1x30x30x6xf32>) -> tensor<1x30x30x6xf32>
  %1 = tosa.const_shape {values = dense<[0, 0, 0, 0, 0, 0, 1, 1]> : tensor<8xindex>} : () -> !tosa.shape<8>
  %2 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %3 = tosa.pad %0, %1, %2 : (tensor<1x30x30x6xf32>, !tosa.shape<8>, tensor<1xf32>) -> tensor<1x30x30x8xf32>
  return %3 : tensor<1x30x30x8xf32>
}

func.func @pad_pad(%a0: tensor<80x70xf32>) -> tensor<88x74xf32> {
  %0 = tosa.const_shape {values = dense<[1, 1, 2, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.pad %a0, %0, %1 : (tensor<80x70xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<82x74xf32>
  %3 = tosa.const_shape {values = dense<[3, 3, 0, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %4 = "tosa.const"() <{values = dense<1.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %5 = tosa.pad %2, %3, %4 : (tensor<82x74xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<88x74xf32>
  return %5 : tensor<88x74xf32>
}

func.func @slice(%a0: tensor<130x140xf32>) -> tensor<90x100xf32> {
  %0 = tosa.const_shape {values = dense<[7, 11]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.const_shape {values = dense<[90, 100]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.slice %a0, %0, %1 : (tensor<130x140xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<90x100xf32>
  return %2 : tensor<90x100xf32>
}

func.func @slice_between(%a0: tensor<130x140xf32>) -> tensor<100x140xf32> {
  %0 = tosa.exp %a0 : (tensor<130x140xf32>) -> tensor<130x140xf32>
  %1 = tosa.const_shape {values = dense<[10, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.const_shape {values = dense<[100, 140]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.slice %0, %1, %2 : (tensor<130x140xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<100x140xf32>
  %4 = tosa.tanh %3 : (tensor<100x140xf32>) -> tensor<100x140xf32>
  return %4 : tensor<100x140xf32>
}

func.func @slice_channels(%a0: tensor<1x30x30x24xf32>) -> tensor<1x30x30x12xf32> {
  %0 = tosa.exp %a0 : (tensor<1x30x30x24xf32>) -> tensor<1x30x30x24xf32>
  %1 = tosa.const_shape {values = dense<[0, 0, 0, 0]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %2 = tosa.const_shape {values = dense<[1, 30, 30, 12]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %3 = tosa.slice %0, %1, %2 : (tensor<1x30x30x24xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x30x30x12xf32>
  %4 = tosa.const_shape {values = dense<[0, 0, 0, 12]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %5 = tosa.const_shape {values = dense<[1, 30, 30, 12]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %6 = tosa.slice %0, %4, %5 : (tensor<1x30x30x24xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x30x30x12xf32>
  %7 = tosa.sigmoid %6 : (tensor<1x30x30x12xf32>) -> tensor<1x30x30x12xf32>
  %8 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %9 = tosa.mul %3, %7, %8 : (tensor<1x30x30x12xf32>, tensor<1x30x30x12xf32>, tensor<1xi8>) -> tensor<1x30x30x12xf32>
  return %9 : tensor<1x30x30x12xf32>
}

func.func @split_concat_shuffle(%a0: tensor<60x64xf32>) -> tensor<60x64xf32> {
  %0 = tosa.exp %a0 : (tensor<60x64xf32>) -> tensor<60x64xf32>
  %1 = tosa.const_shape {values = dense<[0, 32]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.const_shape {values = dense<[60, 32]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.slice %0, %1, %2 : (tensor<60x64xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<60x32xf32>
  %4 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %5 = tosa.const_shape {values = dense<[60, 32]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %6 = tosa.slice %0, %4, %5 : (tensor<60x64xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<60x32xf32>
  %7 = tosa.concat %3, %6 {axis = 1 : i32} : (tensor<60x32xf32>, tensor<60x32xf32>) -> tensor<60x64xf32>
  return %7 : tensor<60x64xf32>
}

func.func @tile(%a0: tensor<20x30xf32>) -> tensor<100x120xf32> {
  %0 = tosa.const_shape {values = dense<[5, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.tile %a0, %0 : (tensor<20x30xf32>, !tosa.shape<2>) -> tensor<100x120xf32>
  return %1 : tensor<100x120xf32>
}

func.func @tile_exp(%a0: tensor<1x30x6xf32>) -> tensor<8x30x30xf32> {
  %0 = tosa.const_shape {values = dense<[8, 1, 5]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %1 = tosa.tile %a0, %0 : (tensor<1x30x6xf32>, !tosa.shape<3>) -> tensor<8x30x30xf32>
  %2 = tosa.exp %1 : (tensor<8x30x30xf32>) -> tensor<8x30x30xf32>
  return %2 : tensor<8x30x30xf32>
}

func.func @reverse_0(%a0: tensor<120x70xf32>) -> tensor<120x70xf32> {
  %0 = tosa.reverse %a0 {axis = 0 : i32} : (tensor<120x70xf32>) -> tensor<120x70xf32>
  return %0 : tensor<120x70xf32>
}

func.func @reverse_1(%a0: tensor<120x70xf32>) -> tensor<120x70xf32> {
  %0 = tosa.exp %a0 : (tensor<120x70xf32>) -> tensor<120x70xf32>
  %1 = tosa.reverse %0 {axis = 1 : i32} : (tensor<120x70xf32>) -> tensor<120x70xf32>
  %2 = tosa.tanh %1 : (tensor<120x70xf32>) -> tensor<120x70xf32>
  return %2 : tensor<120x70xf32>
}

func.func @gather(%a0: tensor<2x90x40xf32>, %a1: tensor<2x70xi32>) -> tensor<2x70x40xf32> {
  %0 = tosa.gather %a0, %a1 : (tensor<2x90x40xf32>, tensor<2x70xi32>) -> tensor<2x70x40xf32>
  return %0 : tensor<2x70x40xf32>
}

func.func @gather_embedding(%a0: tensor<1x900x32xf32>, %a1: tensor<1x120xi32>) -> tensor<1x120x32xf32> {
  %0 = tosa.gather %a0, %a1 : (tensor<1x900x32xf32>, tensor<1x120xi32>) -> tensor<1x120x32xf32>
  %1 = tosa.tanh %0 : (tensor<1x120x32xf32>) -> tensor<1x120x32xf32>
  return %1 : tensor<1x120x32xf32>
}

func.func @gather_i8(%a0: tensor<1x900x64xi8>, %a1: tensor<1x500xi32>) -> tensor<1x500x64xi8> {
  %0 = tosa.gather %a0, %a1 : (tensor<1x900x64xi8>, tensor<1x500xi32>) -> tensor<1x500x64xi8>
  return %0 : tensor<1x500x64xi8>
}

func.func @scatter(%a0: tensor<1x90x40xf32>, %a1: tensor<1x10xi32>, %a2: tensor<1x10x40xf32>) -> tensor<1x90x40xf32> {
  %0 = tosa.scatter %a0, %a1, %a2 : (tensor<1x90x40xf32>, tensor<1x10xi32>, tensor<1x10x40xf32>) -> tensor<1x90x40xf32>
  return %0 : tensor<1x90x40xf32>
}

func.func @transpose_2d(%a0: tensor<150x170xf32>) -> tensor<170x150xf32> {
  %0 = tosa.transpose %a0 {perms = array<i32: 1, 0>} : (tensor<150x170xf32>) -> tensor<170x150xf32>
  return %0 : tensor<170x150xf32>
}

func.func @transpose_4d(%a0: tensor<2x30x20x18xf32>) -> tensor<2x18x30x20xf32> {
  %0 = tosa.transpose %a0 {perms = array<i32: 0, 3, 1, 2>} : (tensor<2x30x20x18xf32>) -> tensor<2x18x30x20xf32>
  return %0 : tensor<2x18x30x20xf32>
}

func.func @transpose_i8_5d(%a0: tensor<3x5x16x18x4xi8>) -> tensor<4x16x3x18x5xi8> {
  %0 = tosa.transpose %a0 {perms = array<i32: 4, 2, 0, 3, 1>} : (tensor<3x5x16x18x4xi8>) -> tensor<4x16x3x18x5xi8>
  return %0 : tensor<4x16x3x18x5xi8>
}

func.func @transpose_between(%a0: tensor<3x70x60xf32>) -> tensor<60x3x70xf32> {
  %0 = tosa.exp %a0 : (tensor<3x70x60xf32>) -> tensor<3x70x60xf32>
  %1 = tosa.transpose %0 {perms = array<i32: 2, 0, 1>} : (tensor<3x70x60xf32>) -> tensor<60x3x70xf32>
  %2 = tosa.tanh %1 : (tensor<60x3x70xf32>) -> tensor<60x3x70xf32>
  return %2 : tensor<60x3x70xf32>
}

func.func @reshape_flatten(%a0: tensor<6x30x40xf32>) -> tensor<7200xf32> {
  %0 = tosa.exp %a0 : (tensor<6x30x40xf32>) -> tensor<6x30x40xf32>
  %1 = tosa.const_shape {values = dense<[7200]> : tensor<1xindex>} : () -> !tosa.shape<1>
  %2 = tosa.reshape %0, %1 : (tensor<6x30x40xf32>, !tosa.shape<1>) -> tensor<7200xf32>
  %3 = tosa.tanh %2 : (tensor<7200xf32>) -> tensor<7200xf32>
  return %3 : tensor<7200xf32>
}

func.func @reshape_split(%a0: tensor<120x64xf32>) -> tensor<4x30x8x8xf32> {
  %0 = tosa.exp %a0 : (tensor<120x64xf32>) -> tensor<120x64xf32>
  %1 = tosa.const_shape {values = dense<[4, 30, 8, 8]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %2 = tosa.reshape %0, %1 : (tensor<120x64xf32>, !tosa.shape<4>) -> tensor<4x30x8x8xf32>
  %3 = tosa.tanh %2 : (tensor<4x30x8x8xf32>) -> tensor<4x30x8x8xf32>
  return %3 : tensor<4x30x8x8xf32>
}

func.func @reshape_general(%a0: tensor<60x91xf32>) -> tensor<70x78xf32> {
  %0 = tosa.exp %a0 : (tensor<60x91xf32>) -> tensor<60x91xf32>
  %1 = tosa.const_shape {values = dense<[70, 78]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.reshape %0, %1 : (tensor<60x91xf32>, !tosa.shape<2>) -> tensor<70x78xf32>
  %3 = tosa.tanh %2 : (tensor<70x78xf32>) -> tensor<70x78xf32>
  return %3 : tensor<70x78xf32>
}

func.func @pixel_shuffle(%a0: tensor<1x16x18x32xf32>) -> tensor<1x32x36x8xf32> {
  %0 = tosa.tanh %a0 : (tensor<1x16x18x32xf32>) -> tensor<1x16x18x32xf32>
  %1 = tosa.const_shape {values = dense<[16, 18, 2, 2, 8]> : tensor<5xindex>} : () -> !tosa.shape<5>
  %2 = tosa.reshape %0, %1 : (tensor<1x16x18x32xf32>, !tosa.shape<5>) -> tensor<16x18x2x2x8xf32>
  %3 = tosa.transpose %2 {perms = array<i32: 0, 2, 1, 3, 4>} : (tensor<16x18x2x2x8xf32>) -> tensor<16x2x18x2x8xf32>
  %4 = tosa.const_shape {values = dense<[1, 32, 36, 8]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %5 = tosa.reshape %3, %4 : (tensor<16x2x18x2x8xf32>, !tosa.shape<4>) -> tensor<1x32x36x8xf32>
  %6 = tosa.abs %5 : (tensor<1x32x36x8xf32>) -> tensor<1x32x36x8xf32>
  return %6 : tensor<1x32x36x8xf32>
}

func.func @space_to_depth(%a0: tensor<1x32x36x8xf32>) -> tensor<1x16x18x32xf32> {
  %0 = tosa.const_shape {values = dense<[16, 2, 18, 2, 8]> : tensor<5xindex>} : () -> !tosa.shape<5>
  %1 = tosa.reshape %a0, %0 : (tensor<1x32x36x8xf32>, !tosa.shape<5>) -> tensor<16x2x18x2x8xf32>
  %2 = tosa.transpose %1 {perms = array<i32: 0, 2, 1, 3, 4>} : (tensor<16x2x18x2x8xf32>) -> tensor<16x18x2x2x8xf32>
  %3 = tosa.const_shape {values = dense<[1, 16, 18, 32]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %4 = tosa.reshape %2, %3 : (tensor<16x18x2x2x8xf32>, !tosa.shape<4>) -> tensor<1x16x18x32xf32>
  return %4 : tensor<1x16x18x32xf32>
}

func.func @channel_shuffle(%a0: tensor<1x20x20x24xf32>, %a1: tensor<16x1x1x24xf32>, %a2: tensor<16xf32>) -> tensor<1x20x20x16xf32> {
  %0 = tosa.tanh %a0 : (tensor<1x20x20x24xf32>) -> tensor<1x20x20x24xf32>
  %1 = tosa.const_shape {values = dense<[1, 20, 20, 2, 12]> : tensor<5xindex>} : () -> !tosa.shape<5>
  %2 = tosa.reshape %0, %1 : (tensor<1x20x20x24xf32>, !tosa.shape<5>) -> tensor<1x20x20x2x12xf32>
  %3 = tosa.transpose %2 {perms = array<i32: 0, 1, 2, 4, 3>} : (tensor<1x20x20x2x12xf32>) -> tensor<1x20x20x12x2xf32>
  %4 = tosa.const_shape {values = dense<[1, 20, 20, 24]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %5 = tosa.reshape %3, %4 : (tensor<1x20x20x12x2xf32>, !tosa.shape<4>) -> tensor<1x20x20x24xf32>
  %6 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %7 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %8 = tosa.conv2d %5, %a1, %a2, %6, %7 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x20x20x24xf32>, tensor<16x1x1x24xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x20x20x16xf32>
  return %8 : tensor<1x20x20x16xf32>
}

func.func @resize_nearest_2x(%a0: tensor<1x24x25x12xf32>) -> tensor<1x48x50x12xf32> {
  %0 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.const_shape {values = dense<[2, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.resize %a0, %0, %1, %2 {mode = NEAREST_NEIGHBOR} : (tensor<1x24x25x12xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x48x50x12xf32>
  return %3 : tensor<1x48x50x12xf32>
}

func.func @resize_bilinear_2x(%a0: tensor<1x24x25x12xf32>) -> tensor<1x48x50x12xf32> {
  %0 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.resize %a0, %0, %1, %2 {mode = BILINEAR} : (tensor<1x24x25x12xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x48x50x12xf32>
  return %3 : tensor<1x48x50x12xf32>
}

func.func @resize_bilinear_corners(%a0: tensor<1x16x17x8xf32>) -> tensor<1x32x33x8xf32> {
  %0 = tosa.const_shape {values = dense<[62, 30, 64, 32]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.resize %a0, %0, %1, %2 {mode = BILINEAR} : (tensor<1x16x17x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x32x33x8xf32>
  return %3 : tensor<1x32x33x8xf32>
}

func.func @resize_i8(%a0: tensor<1x24x25x12xi8>) -> tensor<1x48x50x12xi32> {
  %0 = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.const_shape {values = dense<[2, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.resize %a0, %0, %1, %2 {mode = BILINEAR} : (tensor<1x24x25x12xi8>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x48x50x12xi32>
  return %3 : tensor<1x48x50x12xi32>
}

func.func @resize_conv(%a0: tensor<1x12x12x16xf32>, %a1: tensor<12x3x3x16xf32>, %a2: tensor<12xf32>) -> tensor<1x24x24x12xf32> {
  %0 = tosa.tanh %a0 : (tensor<1x12x12x16xf32>) -> tensor<1x12x12x16xf32>
  %1 = tosa.const_shape {values = dense<[2, 1, 2, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %2 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.const_shape {values = dense<[1, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %4 = tosa.resize %0, %1, %2, %3 {mode = NEAREST_NEIGHBOR} : (tensor<1x12x12x16xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x24x24x16xf32>
  %5 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %6 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %7 = tosa.conv2d %4, %a1, %a2, %5, %6 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x24x24x16xf32>, tensor<12x3x3x16xf32>, tensor<12xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x24x24x12xf32>
  return %7 : tensor<1x24x24x12xf32>
}

func.func @resize_downscale(%a0: tensor<1x50x50x8xf32>) -> tensor<1x25x25x8xf32> {
  %0 = tosa.const_shape {values = dense<[1, 2, 1, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %1 = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %2 = tosa.const_shape {values = dense<[-1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.resize %a0, %0, %1, %2 {mode = NEAREST_NEIGHBOR} : (tensor<1x50x50x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x25x25x8xf32>
  return %3 : tensor<1x25x25x8xf32>
}

func.func @identity(%a0: tensor<120x130xf32>) -> tensor<120x130xf32> {
  %0 = tosa.identity %a0 : (tensor<120x130xf32>) -> tensor<120x130xf32>
  return %0 : tensor<120x130xf32>
}
