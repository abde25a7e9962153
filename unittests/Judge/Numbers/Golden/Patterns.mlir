// One function per pattern of lowering, fusing and planning, on odd sizes. Read by PatternsTest.cpp.
// A reduction whose dimension comes back by a reshape keeps it.
func.func @keep_dim(%a0: tensor<7x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<7x1xf32>) {
  %0 = "ttir.sum"(%a0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<7x33xf32>) -> tensor<7xf32>
  %1 = "ttir.reshape"(%0) <{shape = [7 : i32, 1 : i32]}> : (tensor<7xf32>) -> tensor<7x1xf32>
  return %1 : tensor<7x1xf32>
}

// -----

func.func @drop_unit_dims(%a0: tensor<5x1x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<5xf32>) {
  %0 = "ttir.max"(%a0) <{dim_arg = [2 : i32], keep_dim = true}> : (tensor<5x1x33xf32>) -> tensor<5x1x1xf32>
  %1 = "ttir.reshape"(%0) <{shape = [5 : i32]}> : (tensor<5x1x1xf32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}

// -----

// softmax(x - max x) = softmax x.
func.func @softmax_of_shifted(%a0: tensor<7x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<7x33xf32>) {
  %0 = "ttir.max"(%a0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<7x33xf32>) -> tensor<7x1xf32>
  %1 = "ttir.subtract"(%a0, %0) : (tensor<7x33xf32>, tensor<7x1xf32>) -> tensor<7x33xf32>
  %2 = "ttir.softmax"(%1) <{dimension = 1 : si32}> : (tensor<7x33xf32>) -> tensor<7x33xf32>
  return %2 : tensor<7x33xf32>
}

// -----

func.func @norm_weight_bias(%a0: tensor<7x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<33xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %a2: tensor<33xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<7x33xf32>) {
  %0 = "ttir.layer_norm"(%a0) <{epsilon = 2.5e-01 : f32, normalized_shape = array<i64: 33>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<7x33xf32>) -> tensor<7x33xf32>
  %1 = "ttir.multiply"(%0, %a1) : (tensor<7x33xf32>, tensor<33xf32>) -> tensor<7x33xf32>
  %2 = "ttir.add"(%1, %a2) : (tensor<7x33xf32>, tensor<33xf32>) -> tensor<7x33xf32>
  return %2 : tensor<7x33xf32>
}

// -----

// Every side of the padding differs: top 1, left 2, bottom 0, right 3.
func.func @conv_bias(%a0: tensor<2x7x9x3xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<5x3x3x3xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %a2: tensor<1x1x1x5xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<2x6x12x5xf32>) {
  %0 = "ttir.conv2d"(%a0, %a1) <{dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 1, 2, 0, 3>, stride = array<i32: 1, 1>}> : (tensor<2x7x9x3xf32>, tensor<5x3x3x3xf32>) -> tensor<2x6x12x5xf32>
  %1 = "ttir.add"(%0, %a2) : (tensor<2x6x12x5xf32>, tensor<1x1x1x5xf32>) -> tensor<2x6x12x5xf32>
  return %1 : tensor<2x6x12x5xf32>
}

// -----

func.func @conv_relu(%a0: tensor<1x9x7x8xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<16x8x3x3xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<1x5x4x16xf32>) {
  %0 = "ttir.conv2d"(%a0, %a1) <{dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 2>}> : (tensor<1x9x7x8xf32>, tensor<16x8x3x3xf32>) -> tensor<1x5x4x16xf32>
  %1 = "ttir.relu"(%0) : (tensor<1x5x4x16xf32>) -> tensor<1x5x4x16xf32>
  return %1 : tensor<1x5x4x16xf32>
}

// -----

func.func @conv_silu_of_two_readers(%a0: tensor<1x9x7x8xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<16x8x1x1xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<1x9x7x16xf32>) {
  %0 = "ttir.conv2d"(%a0, %a1) <{dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 0, 0, 0, 0>, stride = array<i32: 1, 1>}> : (tensor<1x9x7x8xf32>, tensor<16x8x1x1xf32>) -> tensor<1x9x7x16xf32>
  %1 = "ttir.sigmoid"(%0) : (tensor<1x9x7x16xf32>) -> tensor<1x9x7x16xf32>
  %2 = "ttir.multiply"(%0, %1) : (tensor<1x9x7x16xf32>, tensor<1x9x7x16xf32>) -> tensor<1x9x7x16xf32>
  return %2 : tensor<1x9x7x16xf32>
}

// -----

func.func @conv_groups_dilation(%a0: tensor<1x9x11x6xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<4x3x3x2xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<1x7x10x4xf32>) {
  %0 = "ttir.conv2d"(%a0, %a1) <{dilation = array<i32: 2, 2>, groups = 2 : i32, padding = array<i32: 1, 0, 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x9x11x6xf32>, tensor<4x3x3x2xf32>) -> tensor<1x7x10x4xf32>
  return %0 : tensor<1x7x10x4xf32>
}

// -----

func.func @conv_scale_nchw(%a0: tensor<1x3x8x10xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<4x3x3x3xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %a2: tensor<1x4x1x1xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %a3: tensor<1x4x1x1xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<1x4x7x10xf32>) {
  %0 = "ttir.conv2d"(%a0, %a1) <{dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 1, 2, 0, 0>, stride = array<i32: 1, 1>, batch_dim = 0 : i64, channel_dim = 1 : i64, height_dim = 2 : i64, width_dim = 3 : i64}> : (tensor<1x3x8x10xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x7x10xf32>
  %1 = "ttir.multiply"(%0, %a2) : (tensor<1x4x7x10xf32>, tensor<1x4x1x1xf32>) -> tensor<1x4x7x10xf32>
  %2 = "ttir.add"(%1, %a3) : (tensor<1x4x7x10xf32>, tensor<1x4x1x1xf32>) -> tensor<1x4x7x10xf32>
  return %2 : tensor<1x4x7x10xf32>
}

// -----

// Paddings differ by side here too.
func.func @pools(%a0: tensor<2x9x11x5xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<2x5x6x5xf32>, tensor<2x4x5x5xf32>) {
  %0 = "ttir.max_pool2d"(%a0) <{ceil_mode = false, dilation = array<i32: 1, 1>, kernel = array<i32: 3, 3>, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 2, 2>}> : (tensor<2x9x11x5xf32>) -> tensor<2x5x6x5xf32>
  %1 = "ttir.avg_pool2d"(%a0) <{ceil_mode = false, count_include_pad = true, dilation = array<i32: 1, 1>, kernel = array<i32: 2, 2>, padding = array<i32: 0, 0>, stride = array<i32: 2, 2>}> : (tensor<2x9x11x5xf32>) -> tensor<2x4x5x5xf32>
  return %0, %1 : tensor<2x5x6x5xf32>, tensor<2x4x5x5xf32>
}

// -----

func.func @upsample(%a0: tensor<1x3x5x7xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<1x6x10x7xf32>) {
  %0 = "ttir.upsample2d"(%a0) <{scale_factor = 2 : si32}> : (tensor<1x3x5x7xf32>) -> tensor<1x6x10x7xf32>
  return %0 : tensor<1x6x10x7xf32>
}

// -----

func.func @squeeze_unsqueeze(%a0: tensor<5x1x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<1x5x33xf32>) {
  %0 = "ttir.squeeze"(%a0) <{dim = 1 : si32}> : (tensor<5x1x33xf32>) -> tensor<5x33xf32>
  %1 = "ttir.unsqueeze"(%0) <{dim = 0 : si32}> : (tensor<5x33xf32>) -> tensor<1x5x33xf32>
  return %1 : tensor<1x5x33xf32>
}

// -----

func.func @index_steps(%a0: tensor<5x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<5x11xf32>) {
  %0 = "ttir.index"(%a0) <{dim = 1 : i32, begin = 2 : i32, end = 33 : i32, step = 3 : i32}> : (tensor<5x33xf32>) -> tensor<5x11xf32>
  return %0 : tensor<5x11xf32>
}

// -----

func.func @repeat(%a0: tensor<1x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<5x7xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<9x33xf32>, tensor<10x21xf32>) {
  %0 = "ttir.repeat"(%a0) <{repeat_dimensions = array<i64: 9, 1>}> : (tensor<1x33xf32>) -> tensor<9x33xf32>
  %1 = "ttir.repeat"(%a1) <{repeat_dimensions = array<i64: 2, 3>}> : (tensor<5x7xf32>) -> tensor<10x21xf32>
  return %0, %1 : tensor<9x33xf32>, tensor<10x21xf32>
}

// -----

func.func @repeat_interleave(%a0: tensor<2x3x5x7xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<2x6x5x7xf32>) {
  %0 = "ttir.repeat_interleave"(%a0) <{repeats = 2 : ui32, dim = 1 : si32}> : (tensor<2x3x5x7xf32>) -> tensor<2x6x5x7xf32>
  return %0 : tensor<2x6x5x7xf32>
}

// -----

func.func @merge_reshapes(%a0: tensor<6x35xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<2x105xf32>) {
  %0 = "ttir.reshape"(%a0) <{shape = [2 : i32, 3 : i32, 35 : i32]}> : (tensor<6x35xf32>) -> tensor<2x3x35xf32>
  %1 = "ttir.reshape"(%0) <{shape = [2 : i32, 105 : i32]}> : (tensor<2x3x35xf32>) -> tensor<2x105xf32>
  return %1 : tensor<2x105xf32>
}

// -----

func.func @merge_permutes(%a0: tensor<2x3x5x7xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<5x3x2x7xf32>) {
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 1, 3, 0, 2>}> : (tensor<2x3x5x7xf32>) -> tensor<3x7x2x5xf32>
  %1 = "ttir.permute"(%0) <{permutation = array<i64: 3, 0, 2, 1>}> : (tensor<3x7x2x5xf32>) -> tensor<5x3x2x7xf32>
  return %1 : tensor<5x3x2x7xf32>
}

// -----

func.func @permute_of_units(%a0: tensor<1x7x1x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<7x1x1x33xf32>) {
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 1, 0, 2, 3>}> : (tensor<1x7x1x33xf32>) -> tensor<7x1x1x33xf32>
  return %0 : tensor<7x1x1x33xf32>
}

// -----

func.func @merge_broadcasts(%a0: tensor<1x1x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<3x5x33xf32>) {
  %0 = "ttir.broadcast"(%a0) <{broadcast_dimensions = array<i64: 1, 5, 1>}> : (tensor<1x1x33xf32>) -> tensor<1x5x33xf32>
  %1 = "ttir.broadcast"(%0) <{broadcast_dimensions = array<i64: 3, 1, 1>}> : (tensor<1x5x33xf32>) -> tensor<3x5x33xf32>
  return %1 : tensor<3x5x33xf32>
}

// -----

// A broadcast folded along the wrong dimension shows: both vectors have 7 elements.
func.func @broadcast_of_rows_and_columns(%a0: tensor<7x7xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<1x7xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a2: tensor<7x1xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<7x7xf32>) {
  %0 = "ttir.broadcast"(%a1) <{broadcast_dimensions = array<i64: 7, 1>}> : (tensor<1x7xf32>) -> tensor<7x7xf32>
  %1 = "ttir.broadcast"(%a2) <{broadcast_dimensions = array<i64: 1, 7>}> : (tensor<7x1xf32>) -> tensor<7x7xf32>
  %2 = "ttir.subtract"(%a0, %0) : (tensor<7x7xf32>, tensor<7x7xf32>) -> tensor<7x7xf32>
  %3 = "ttir.div"(%2, %1) : (tensor<7x7xf32>, tensor<7x7xf32>) -> tensor<7x7xf32>
  return %3 : tensor<7x7xf32>
}

// -----

func.func @of_full(%a0: tensor<5x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<5x33xf32>) {
  %0 = "ttir.full"() <{fill_value = 0.5 : f32, shape = array<i32: 33, 5>}> : () -> tensor<33x5xf32>
  %1 = "ttir.permute"(%0) <{permutation = array<i64: 1, 0>}> : (tensor<33x5xf32>) -> tensor<5x33xf32>
  %2 = "ttir.add"(%a0, %1) : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xf32>
  return %2 : tensor<5x33xf32>
}

// -----

func.func @typecasts(%a0: tensor<5x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<5x33xf32>) {
  %0 = "ttir.typecast"(%a0) : (tensor<5x33xf32>) -> tensor<5x33xbf16>
  %1 = "ttir.typecast"(%0) : (tensor<5x33xbf16>) -> tensor<5x33xf32>
  return %1 : tensor<5x33xf32>
}

// -----

func.func @typecast_to_integers(%a0: tensor<5x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<5x33xi32>) {
  %0 = "ttir.typecast"(%a0) : (tensor<5x33xf32>) -> tensor<5x33xi32>
  return %0 : tensor<5x33xi32>
}

// -----

func.func @single_concat(%a0: tensor<5x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<5x33xf32>) {
  %0 = "ttir.concat"(%a0) <{dim = 0 : si32}> : (tensor<5x33xf32>) -> tensor<5x33xf32>
  %1 = "ttir.relu"(%0) : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %1 : tensor<5x33xf32>
}

// -----

func.func @concat_rows_columns(%a0: tensor<5x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<2x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a2: tensor<7x3xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<7x36xf32>) {
  %0 = "ttir.concat"(%a0, %a1) <{dim = 0 : si32}> : (tensor<5x33xf32>, tensor<2x33xf32>) -> tensor<7x33xf32>
  %1 = "ttir.concat"(%0, %a2) <{dim = -1 : si32}> : (tensor<7x33xf32>, tensor<7x3xf32>) -> tensor<7x36xf32>
  return %1 : tensor<7x36xf32>
}

// -----

func.func @permute_sinks_below_pad(%a0: tensor<1x5x7x9xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<1x8x12x9xf32>) {
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<1x5x7x9xf32>) -> tensor<1x9x5x7xf32>
  %1 = "ttir.pad"(%0) <{padding = array<i32: 0, 0, 0, 0, 1, 2, 3, 2>, value = 0.0 : f32}> : (tensor<1x9x5x7xf32>) -> tensor<1x9x8x12xf32>
  %2 = "ttir.permute"(%1) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<1x9x8x12xf32>) -> tensor<1x8x12x9xf32>
  return %2 : tensor<1x8x12x9xf32>
}

// -----

func.func @permute_sinks_below_mean(%a0: tensor<2x5x7x9xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<2x9x1x1xf32>) {
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<2x5x7x9xf32>) -> tensor<2x9x5x7xf32>
  %1 = "ttir.mean"(%0) <{dim_arg = [2 : i32, 3 : i32], keep_dim = true}> : (tensor<2x9x5x7xf32>) -> tensor<2x9x1x1xf32>
  return %1 : tensor<2x9x1x1xf32>
}

// -----

func.func @permute_sinks_below_slice(%a0: tensor<1x5x7x9xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<1x2x7x3xf32>) {
  %0 = "ttir.permute"(%a0) <{permutation = array<i64: 0, 3, 1, 2>}> : (tensor<1x5x7x9xf32>) -> tensor<1x9x5x7xf32>
  %1 = "ttir.slice_static"(%0) <{begins = [0 : i32, 2 : i32, 1 : i32, 0 : i32], ends = [1 : i32, 9 : i32, 5 : i32, 7 : i32], step = [1 : i32, 3 : i32, 2 : i32, 1 : i32]}> : (tensor<1x9x5x7xf32>) -> tensor<1x3x2x7xf32>
  %2 = "ttir.permute"(%1) <{permutation = array<i64: 0, 2, 3, 1>}> : (tensor<1x3x2x7xf32>) -> tensor<1x2x7x3xf32>
  return %2 : tensor<1x2x7x3xf32>
}

// -----

func.func @reshape_sinks(%a0: tensor<1x1x63x5xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<5xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<1x1x63x8xf32>) {
  %0 = "ttir.reshape"(%a0) <{shape = [1 : i32, 7 : i32, 9 : i32, 5 : i32]}> : (tensor<1x1x63x5xf32>) -> tensor<1x7x9x5xf32>
  %1 = "ttir.add"(%0, %a1) : (tensor<1x7x9x5xf32>, tensor<5xf32>) -> tensor<1x7x9x5xf32>
  %2 = "ttir.slice_static"(%1) <{begins = [0 : i32, 0 : i32, 0 : i32, 1 : i32], ends = [1 : i32, 7 : i32, 9 : i32, 4 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x7x9x5xf32>) -> tensor<1x7x9x3xf32>
  %3 = "ttir.concat"(%2, %1) <{dim = 3 : si32}> : (tensor<1x7x9x3xf32>, tensor<1x7x9x5xf32>) -> tensor<1x7x9x8xf32>
  %4 = "ttir.reshape"(%3) <{shape = [1 : i32, 1 : i32, 63 : i32, 8 : i32]}> : (tensor<1x7x9x8xf32>) -> tensor<1x1x63x8xf32>
  return %4 : tensor<1x1x63x8xf32>
}

// -----

// Two convolutions, their flat residual, a pool and the mean.
func.func @residual_block(%a0: tensor<1x9x9x8xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<8x8x3x3xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %a2: tensor<8x8x3x3xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<1x1x1x8xf32>) {
  %0 = "ttir.conv2d"(%a0, %a1) <{dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x9x9x8xf32>, tensor<8x8x3x3xf32>) -> tensor<1x9x9x8xf32>
  %1 = "ttir.relu"(%0) : (tensor<1x9x9x8xf32>) -> tensor<1x9x9x8xf32>
  %2 = "ttir.conv2d"(%1, %a2) <{dilation = array<i32: 1, 1>, groups = 1 : i32, padding = array<i32: 1, 1, 1, 1>, stride = array<i32: 1, 1>}> : (tensor<1x9x9x8xf32>, tensor<8x8x3x3xf32>) -> tensor<1x9x9x8xf32>
  %3 = "ttir.add"(%2, %a0) : (tensor<1x9x9x8xf32>, tensor<1x9x9x8xf32>) -> tensor<1x9x9x8xf32>
  %4 = "ttir.relu"(%3) : (tensor<1x9x9x8xf32>) -> tensor<1x9x9x8xf32>
  %5 = "ttir.mean"(%4) <{dim_arg = [1 : i32, 2 : i32], keep_dim = true}> : (tensor<1x9x9x8xf32>) -> tensor<1x1x1x8xf32>
  return %5 : tensor<1x1x1x8xf32>
}

// -----

func.func @batch_norm_training_free(%a0: tensor<2x5x7x3xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<3xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %a2: tensor<3xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %a3: tensor<3xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %a4: tensor<3xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<2x5x7x3xf32>) {
  %0 = "ttir.abs"(%a4) : (tensor<3xf32>) -> tensor<3xf32>
  %1 = "ttir.batch_norm_inference"(%a0, %a1, %a2, %a3, %0) <{dimension = 3 : i32, epsilon = 0.5 : f32}> : (tensor<2x5x7x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x5x7x3xf32>
  return %1 : tensor<2x5x7x3xf32>
}

// -----

func.func @linear_gelu(%a0: tensor<33x70xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<70x45xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %a2: tensor<45xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<33x45xf32>) {
  %0 = "ttir.matmul"(%a0, %a1) : (tensor<33x70xf32>, tensor<70x45xf32>) -> tensor<33x45xf32>
  %1 = "ttir.add"(%0, %a2) : (tensor<33x45xf32>, tensor<45xf32>) -> tensor<33x45xf32>
  %2 = "ttir.gelu"(%1) : (tensor<33x45xf32>) -> tensor<33x45xf32>
  return %2 : tensor<33x45xf32>
}

// -----

func.func @matmul_transposed(%a0: tensor<3x7x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<3x5x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<3x7x5xf32>) {
  %0 = "ttir.matmul"(%a0, %a1) <{transpose_b = true}> : (tensor<3x7x33xf32>, tensor<3x5x33xf32>) -> tensor<3x7x5xf32>
  return %0 : tensor<3x7x5xf32>
}

// -----

func.func @matmul_transpose_a(%a0: tensor<33x7xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<33x5xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<7x5xf32>) {
  %0 = "ttir.matmul"(%a0, %a1) <{transpose_a = true}> : (tensor<33x7xf32>, tensor<33x5xf32>) -> tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}

// -----

func.func @dot_general_batches(%a0: tensor<2x3x7x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<2x3x33x5xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<2x3x7x5xf32>) {
  %0 = "ttir.dot_general"(%a0, %a1) <{batch_dims_lhs = array<i64: 0, 1>, batch_dims_rhs = array<i64: 0, 1>, contract_dims_lhs = array<i64: 3>, contract_dims_rhs = array<i64: 2>}> : (tensor<2x3x7x33xf32>, tensor<2x3x33x5xf32>) -> tensor<2x3x7x5xf32>
  return %0 : tensor<2x3x7x5xf32>
}

// -----

func.func @embedding(%a0: tensor<2x5xi32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<37x33xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<2x5x33xbf16>) {
  %0 = "ttir.embedding"(%a0, %a1) : (tensor<2x5xi32>, tensor<37x33xbf16>) -> tensor<2x5x33xbf16>
  return %0 : tensor<2x5x33xbf16>
}

// -----

func.func @where_compare(%a0: tensor<5x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<1x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<5x33xf32>) {
  %0 = "ttir.gt"(%a0, %a1) : (tensor<5x33xf32>, tensor<1x33xf32>) -> tensor<5x33xi1>
  %1 = "ttir.where"(%0, %a0, %a1) : (tensor<5x33xi1>, tensor<5x33xf32>, tensor<1x33xf32>) -> tensor<5x33xf32>
  return %1 : tensor<5x33xf32>
}

// -----

func.func @logical(%a0: tensor<5x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<5x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<5xi1>) {
  %0 = "ttir.lt"(%a0, %a1) : (tensor<5x33xf32>, tensor<5x33xf32>) -> tensor<5x33xi1>
  %1 = "ttir.logical_not"(%0) : (tensor<5x33xi1>) -> tensor<5x33xi1>
  %2 = "ttir.reduce_or"(%1) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<5x33xi1>) -> tensor<5xi1>
  return %2 : tensor<5xi1>
}

// -----

func.func @argmax_last(%a0: tensor<5x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<5xi32>) {
  %0 = "ttir.argmax"(%a0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<5x33xf32>) -> tensor<5xi32>
  return %0 : tensor<5xi32>
}

// -----

func.func @clamp(%a0: tensor<5x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<5x33xf32>) {
  %0 = "ttir.clamp_scalar"(%a0) <{min = -5.0e-01 : f32, max = 7.5e-01 : f32}> : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

// -----

func.func @cumsum(%a0: tensor<5x33xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<5x33xf32>) {
  %0 = "ttir.cumsum"(%a0) <{dim = 1 : i64}> : (tensor<5x33xf32>) -> tensor<5x33xf32>
  return %0 : tensor<5x33xf32>
}

// -----

// The grid of positions: row + 10 * column.
func.func @arange_add() -> (tensor<5x7xf32>) {
  %0 = "ttir.arange"() <{arange_dimension = 0 : i64, start = 0 : si64, end = 5 : si64, step = 1 : si64}> : () -> tensor<5x7xf32>
  %1 = "ttir.arange"() <{arange_dimension = 1 : i64, start = 0 : si64, end = 70 : si64, step = 10 : si64}> : () -> tensor<5x7xf32>
  %2 = "ttir.add"(%0, %1) : (tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xf32>
  return %2 : tensor<5x7xf32>
}

// -----

// The transposed, scaled weight is computed once.
func.func @const_eval_weights(%a0: tensor<33x70xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<45x70xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %a2: tensor<45x1xf32> {ttcore.argument_type = #ttcore.argument_type<constant>}) -> (tensor<33x45xf32>) {
  %0 = "ttir.multiply"(%a1, %a2) : (tensor<45x70xf32>, tensor<45x1xf32>) -> tensor<45x70xf32>
  %1 = "ttir.permute"(%0) <{permutation = array<i64: 1, 0>}> : (tensor<45x70xf32>) -> tensor<70x45xf32>
  %2 = "ttir.matmul"(%a0, %1) : (tensor<33x70xf32>, tensor<70x45xf32>) -> tensor<33x45xf32>
  %3 = "ttir.relu"(%2) : (tensor<33x45xf32>) -> tensor<33x45xf32>
  return %3 : tensor<33x45xf32>
}

// -----

// Two cached values, each read twice.
func.func @const_eval_twice(%a0: tensor<33x70xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<70x70xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %a2: tensor<70x70xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<33x70xf32>) {
  %0 = "ttir.permute"(%a1) <{permutation = array<i64: 1, 0>}> : (tensor<70x70xf32>) -> tensor<70x70xf32>
  %1 = "ttir.add"(%a2, %a2) : (tensor<70x70xf32>, tensor<70x70xf32>) -> tensor<70x70xf32>
  %2 = "ttir.matmul"(%a0, %0) : (tensor<33x70xf32>, tensor<70x70xf32>) -> tensor<33x70xf32>
  %3 = "ttir.matmul"(%2, %1) : (tensor<33x70xf32>, tensor<70x70xf32>) -> tensor<33x70xf32>
  %4 = "ttir.matmul"(%3, %0) : (tensor<33x70xf32>, tensor<70x70xf32>) -> tensor<33x70xf32>
  %5 = "ttir.matmul"(%4, %1) : (tensor<33x70xf32>, tensor<70x70xf32>) -> tensor<33x70xf32>
  return %5 : tensor<33x70xf32>
}

// -----

func.func @update_cache(%a0: tensor<1x3x64x32xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<1x3x1x32xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %a2: tensor<1xi32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<1x3x64x32xbf16>) {
  "ttir.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<1x3x64x32xbf16>, tensor<1x3x1x32xbf16>, tensor<1xi32>) -> ()
  %0 = "ttir.relu"(%a0) : (tensor<1x3x64x32xbf16>) -> tensor<1x3x64x32xbf16>
  return %0 : tensor<1x3x64x32xbf16>
}

// -----

func.func @fill_cache(%a0: tensor<1x3x64x32xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<1x3x33x32xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<1x3x64x32xbf16>) {
  "ttir.fill_cache"(%a0, %a1) <{batch_offset = 0 : i32}> : (tensor<1x3x64x32xbf16>, tensor<1x3x33x32xbf16>) -> ()
  %0 = "ttir.neg"(%a0) : (tensor<1x3x64x32xbf16>) -> tensor<1x3x64x32xbf16>
  return %0 : tensor<1x3x64x32xbf16>
}

// -----

// Scores, scale, mask, softmax, values: heads of an odd sequence.
func.func @attention(%a0: tensor<1x3x17x32xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<1x3x17x32xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a2: tensor<1x3x17x32xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a3: tensor<1x1x17x17xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<17x96xf32>) {
  %0 = "ttir.permute"(%a1) <{permutation = array<i64: 0, 1, 3, 2>}> : (tensor<1x3x17x32xf32>) -> tensor<1x3x32x17xf32>
  %1 = "ttir.matmul"(%a0, %0) : (tensor<1x3x17x32xf32>, tensor<1x3x32x17xf32>) -> tensor<1x3x17x17xf32>
  %2 = "ttir.full"() <{fill_value = 0.176776695 : f32, shape = array<i32: 1, 1, 1, 1>}> : () -> tensor<1x1x1x1xf32>
  %3 = "ttir.multiply"(%1, %2) : (tensor<1x3x17x17xf32>, tensor<1x1x1x1xf32>) -> tensor<1x3x17x17xf32>
  %4 = "ttir.add"(%3, %a3) : (tensor<1x3x17x17xf32>, tensor<1x1x17x17xf32>) -> tensor<1x3x17x17xf32>
  %5 = "ttir.softmax"(%4) <{dimension = 3 : si32}> : (tensor<1x3x17x17xf32>) -> tensor<1x3x17x17xf32>
  %6 = "ttir.matmul"(%5, %a2) : (tensor<1x3x17x17xf32>, tensor<1x3x17x32xf32>) -> tensor<1x3x17x32xf32>
  %7 = "ttir.permute"(%6) <{permutation = array<i64: 0, 2, 1, 3>}> : (tensor<1x3x17x32xf32>) -> tensor<1x17x3x32xf32>
  %8 = "ttir.reshape"(%7) <{shape = [17 : i32, 96 : i32]}> : (tensor<1x17x3x32xf32>) -> tensor<17x96xf32>
  return %8 : tensor<17x96xf32>
}

// -----

func.func @rotary_64(%a0: tensor<2x3x33x64xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<1x1x33x64xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a2: tensor<1x1x33x64xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<2x3x33x64xf32>) {
  %0 = "ttir.multiply"(%a0, %a1) : (tensor<2x3x33x64xf32>, tensor<1x1x33x64xf32>) -> tensor<2x3x33x64xf32>
  %1 = "ttir.slice_static"(%a0) <{begins = [0 : i32, 0 : i32, 0 : i32, 32 : i32], ends = [2 : i32, 3 : i32, 33 : i32, 64 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x3x33x64xf32>) -> tensor<2x3x33x32xf32>
  %2 = "ttir.neg"(%1) : (tensor<2x3x33x32xf32>) -> tensor<2x3x33x32xf32>
  %3 = "ttir.slice_static"(%a0) <{begins = [0 : i32, 0 : i32, 0 : i32, 0 : i32], ends = [2 : i32, 3 : i32, 33 : i32, 32 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x3x33x64xf32>) -> tensor<2x3x33x32xf32>
  %4 = "ttir.concat"(%2, %3) <{dim = 3 : si32}> : (tensor<2x3x33x32xf32>, tensor<2x3x33x32xf32>) -> tensor<2x3x33x64xf32>
  %5 = "ttir.multiply"(%4, %a2) : (tensor<2x3x33x64xf32>, tensor<1x1x33x64xf32>) -> tensor<2x3x33x64xf32>
  %6 = "ttir.add"(%0, %5) : (tensor<2x3x33x64xf32>, tensor<2x3x33x64xf32>) -> tensor<2x3x33x64xf32>
  return %6 : tensor<2x3x33x64xf32>
}

// -----

// Enough work per tensor that level 2 keeps it in L1 and joins it from a fork.
func.func @long_chain(%a0: tensor<256x256xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<256x256xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %a2: tensor<256x256xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %a3: tensor<256x256xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<256x256xbf16>) {
  %0 = "ttir.matmul"(%a0, %a1) : (tensor<256x256xbf16>, tensor<256x256xbf16>) -> tensor<256x256xbf16>
  %1 = "ttir.add"(%0, %a0) : (tensor<256x256xbf16>, tensor<256x256xbf16>) -> tensor<256x256xbf16>
  %2 = "ttir.gelu"(%1) : (tensor<256x256xbf16>) -> tensor<256x256xbf16>
  %3 = "ttir.matmul"(%2, %a2) : (tensor<256x256xbf16>, tensor<256x256xbf16>) -> tensor<256x256xbf16>
  %4 = "ttir.add"(%3, %2) : (tensor<256x256xbf16>, tensor<256x256xbf16>) -> tensor<256x256xbf16>
  %5 = "ttir.gelu"(%4) : (tensor<256x256xbf16>) -> tensor<256x256xbf16>
  %6 = "ttir.matmul"(%5, %a3) : (tensor<256x256xbf16>, tensor<256x256xbf16>) -> tensor<256x256xbf16>
  %7 = "ttir.add"(%6, %5) : (tensor<256x256xbf16>, tensor<256x256xbf16>) -> tensor<256x256xbf16>
  %8 = "ttir.gelu"(%7) : (tensor<256x256xbf16>) -> tensor<256x256xbf16>
  return %8 : tensor<256x256xbf16>
}

// -----

func.func @fork_and_join(%a0: tensor<128x320xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<128x320xbf16>) {
  %0 = "ttir.relu"(%a0) : (tensor<128x320xbf16>) -> tensor<128x320xbf16>
  %1 = "ttir.exp"(%0) : (tensor<128x320xbf16>) -> tensor<128x320xbf16>
  %2 = "ttir.sigmoid"(%0) : (tensor<128x320xbf16>) -> tensor<128x320xbf16>
  %3 = "ttir.multiply"(%1, %2) : (tensor<128x320xbf16>, tensor<128x320xbf16>) -> tensor<128x320xbf16>
  %4 = "ttir.subtract"(%3, %0) : (tensor<128x320xbf16>, tensor<128x320xbf16>) -> tensor<128x320xbf16>
  return %4 : tensor<128x320xbf16>
}

// -----

// Two inputs of one type.
func.func @two_inputs(%a0: tensor<33x70xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<33x70xf32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<33x70xf32>) {
  %0 = "ttir.subtract"(%a0, %a1) : (tensor<33x70xf32>, tensor<33x70xf32>) -> tensor<33x70xf32>
  return %0 : tensor<33x70xf32>
}

// -----

// The old cache is read, then written.
func.func @cache_read_before_write(%a0: tensor<1x3x64x32xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<1x3x1x32xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %a2: tensor<1xi32> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<1x3x64x32xbf16>, tensor<1x3x64x32xbf16>) {
  %0 = "ttir.relu"(%a0) : (tensor<1x3x64x32xbf16>) -> tensor<1x3x64x32xbf16>
  "ttir.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<1x3x64x32xbf16>, tensor<1x3x1x32xbf16>, tensor<1xi32>) -> ()
  %1 = "ttir.neg"(%a0) : (tensor<1x3x64x32xbf16>) -> tensor<1x3x64x32xbf16>
  return %0, %1 : tensor<1x3x64x32xbf16>, tensor<1x3x64x32xbf16>
}

// -----

func.func @topk(%a0: tensor<5x64xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<5x4xbf16>, tensor<5x4xi32>) {
  %0, %1 = "ttir.topk"(%a0) <{k = 4 : i32, dim = -1 : i32, largest = true, sorted = true}> : (tensor<5x64xbf16>) -> (tensor<5x4xbf16>, tensor<5x4xi32>)
  return %0, %1 : tensor<5x4xbf16>, tensor<5x4xi32>
}

// -----
// As many rows as columns: an argmax over the wrong dimension gives a result of the right shape.
func.func @argmax_square(%a0: tensor<33x33xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %a1: tensor<1x33xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<33xi32>) {
  %0 = "ttir.add"(%a0, %a1) : (tensor<33x33xbf16>, tensor<1x33xbf16>) -> tensor<33x33xbf16>
  %1 = "ttir.argmax"(%0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<33x33xbf16>) -> tensor<33xi32>
  return %1 : tensor<33xi32>
}

// -----
// Cached functions hold ops with demands on their operands too: argmax reads rows, not tiles.
func.func @argmax_of_a_parameter(%a0: tensor<5x33xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %a1: tensor<5x33xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}) -> (tensor<5xi32>, tensor<5x33xbf16>) {
  %0 = "ttir.relu"(%a0) : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  %1 = "ttir.argmax"(%0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<5x33xbf16>) -> tensor<5xi32>
  %2 = "ttir.relu"(%a1) : (tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %1, %2 : tensor<5xi32>, tensor<5x33xbf16>
}

// -----

// Rows instead of tiles: logits reshaped and returned, argmax of the same rows.
func.func @logits_in_rows(%x: tensor<32x64xbf16>) -> (tensor<32x1x512xbf16>, tensor<32x1xi32>) {
  %0 = "ttir.concat"(%x, %x, %x, %x, %x, %x, %x, %x) <{dim = 1 : si32}> : (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x512xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [32 : i32, 1 : i32, 512 : i32]}> : (tensor<32x512xbf16>) -> tensor<32x1x512xbf16>
  %2 = "ttir.argmax"(%0) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x512xbf16>) -> tensor<32x1xi32>
  return %1, %2 : tensor<32x1x512xbf16>, tensor<32x1xi32>
}

// -----

// Windows of 7 x 7: reshape, permute, reshape between two ops on tiles; a pad and a slice of what they make.
func.func @windows_in_rows(%x: tensor<2x14x14x96xbf16>) -> tensor<8x48x96xbf16> {
  %0 = "ttir.relu"(%x) : (tensor<2x14x14x96xbf16>) -> tensor<2x14x14x96xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [2 : i32, 2 : i32, 7 : i32, 2 : i32, 7 : i32, 96 : i32]}> : (tensor<2x14x14x96xbf16>) -> tensor<2x2x7x2x7x96xbf16>
  %2 = "ttir.permute"(%1) <{permutation = array<i64: 0, 1, 3, 2, 4, 5>}> : (tensor<2x2x7x2x7x96xbf16>) -> tensor<2x2x2x7x7x96xbf16>
  %3 = "ttir.reshape"(%2) <{shape = [8 : i32, 49 : i32, 96 : i32]}> : (tensor<2x2x2x7x7x96xbf16>) -> tensor<8x49x96xbf16>
  %4 = "ttir.neg"(%3) : (tensor<8x49x96xbf16>) -> tensor<8x49x96xbf16>
  %5 = "ttir.slice_static"(%4) <{begins = [0 : i32, 1 : i32, 0 : i32], ends = [8 : i32, 49 : i32, 96 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<8x49x96xbf16>) -> tensor<8x48x96xbf16>
  return %5 : tensor<8x48x96xbf16>
}

// -----

// Rows of a flattened image, padded, flattened again.
func.func @pad_in_rows(%x: tensor<1x1x98x33xbf16>) -> tensor<1x1x162x33xbf16> {
  %0 = "ttir.neg"(%x) : (tensor<1x1x98x33xbf16>) -> tensor<1x1x98x33xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [2 : i32, 7 : i32, 7 : i32, 33 : i32]}> : (tensor<1x1x98x33xbf16>) -> tensor<2x7x7x33xbf16>
  %2 = "ttir.pad"(%1) <{padding = array<i32: 0, 0, 1, 1, 1, 1, 0, 0>, value = 0.0 : f32}> : (tensor<2x7x7x33xbf16>) -> tensor<2x9x9x33xbf16>
  %3 = "ttir.reshape"(%2) <{shape = [1 : i32, 1 : i32, 162 : i32, 33 : i32]}> : (tensor<2x9x9x33xbf16>) -> tensor<1x1x162x33xbf16>
  %4 = "ttir.relu"(%3) : (tensor<1x1x162x33xbf16>) -> tensor<1x1x162x33xbf16>
  return %4 : tensor<1x1x162x33xbf16>
}

// -----

// The activation goes in front of the reshape, into the product.
func.func @activation_before_reshape(%x: tensor<64x70xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %w: tensor<70x48xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %b: tensor<48xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<2x32x48xbf16> {
  %0 = "ttir.linear"(%x, %w, %b) <{transpose_a = false, transpose_b = false}> : (tensor<64x70xbf16>, tensor<70x48xbf16>, tensor<48xbf16>) -> tensor<64x48xbf16>
  %1 = "ttir.reshape"(%0) <{shape = [2 : i32, 32 : i32, 48 : i32]}> : (tensor<64x48xbf16>) -> tensor<2x32x48xbf16>
  %2 = "ttir.gelu"(%1) : (tensor<2x32x48xbf16>) -> tensor<2x32x48xbf16>
  return %2 : tensor<2x32x48xbf16>
}
