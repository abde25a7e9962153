// Each function is one program; unittests/SuperTiling/ProgramFilesTest.cpp runs them one by one.
func.func @un_abs(%a0: tensor<3x50x61xf32>) -> tensor<3x50x61xf32> {
  %0 = tosa.abs %a0 : (tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  return %0 : tensor<3x50x61xf32>
}

func.func @un_ceil(%a0: tensor<3x50x61xf32>) -> tensor<3x50x61xf32> {
  %0 = tosa.ceil %a0 : (tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  return %0 : tensor<3x50x61xf32>
}

func.func @un_floor(%a0: tensor<3x50x61xf32>) -> tensor<3x50x61xf32> {
  %0 = tosa.floor %a0 : (tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  return %0 : tensor<3x50x61xf32>
}

func.func @un_exp(%a0: tensor<3x50x61xf32>) -> tensor<3x50x61xf32> {
  %0 = tosa.exp %a0 : (tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  return %0 : tensor<3x50x61xf32>
}

func.func @un_tanh(%a0: tensor<3x50x61xf32>) -> tensor<3x50x61xf32> {
  %0 = tosa.tanh %a0 : (tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  return %0 : tensor<3x50x61xf32>
}

func.func @un_sigmoid(%a0: tensor<3x50x61xf32>) -> tensor<3x50x61xf32> {
  %0 = tosa.sigmoid %a0 : (tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  return %0 : tensor<3x50x61xf32>
}

func.func @un_erf(%a0: tensor<3x50x61xf32>) -> tensor<3x50x61xf32> {
  %0 = tosa.erf %a0 : (tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  return %0 : tensor<3x50x61xf32>
}

func.func @un_reciprocal(%a0: tensor<3x50x61xf32>) -> tensor<3x50x61xf32> {
  %0 = tosa.reciprocal %a0 : (tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  return %0 : tensor<3x50x61xf32>
}

func.func @un_sin(%a0: tensor<3x50x61xf32>) -> tensor<3x50x61xf32> {
  %0 = tosa.sin %a0 : (tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  return %0 : tensor<3x50x61xf32>
}

func.func @un_cos(%a0: tensor<3x50x61xf32>) -> tensor<3x50x61xf32> {
  %0 = tosa.cos %a0 : (tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  return %0 : tensor<3x50x61xf32>
}

func.func @un_log(%a0: tensor<3x50x61xf32>) -> tensor<3x50x61xf32> {
  %0 = tosa.exp %a0 : (tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  %1 = tosa.log %0 : (tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  return %1 : tensor<3x50x61xf32>
}

func.func @un_rsqrt(%a0: tensor<3x50x61xf32>) -> tensor<3x50x61xf32> {
  %0 = tosa.exp %a0 : (tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  %1 = tosa.rsqrt %0 : (tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  return %1 : tensor<3x50x61xf32>
}

func.func @int_abs(%a0: tensor<3x50x61xi32>) -> tensor<3x50x61xi32> {
  %0 = tosa.abs %a0 : (tensor<3x50x61xi32>) -> tensor<3x50x61xi32>
  return %0 : tensor<3x50x61xi32>
}

func.func @int_bitwise_not(%a0: tensor<3x50x61xi32>) -> tensor<3x50x61xi32> {
  %0 = tosa.bitwise_not %a0 : (tensor<3x50x61xi32>) -> tensor<3x50x61xi32>
  return %0 : tensor<3x50x61xi32>
}

func.func @int_clz(%a0: tensor<3x50x61xi32>) -> tensor<3x50x61xi32> {
  %0 = tosa.clz %a0 : (tensor<3x50x61xi32>) -> tensor<3x50x61xi32>
  return %0 : tensor<3x50x61xi32>
}

func.func @logical_not(%a0: tensor<3x50x61xi1>) -> tensor<3x50x61xi1> {
  %0 = tosa.logical_not %a0 : (tensor<3x50x61xi1>) -> tensor<3x50x61xi1>
  return %0 : tensor<3x50x61xi1>
}

func.func @negate(%a0: tensor<3x50x61xf32>) -> tensor<3x50x61xf32> {
  %0 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %1 = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = tosa.negate %a0, %0, %1 : (tensor<3x50x61xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3x50x61xf32>
  return %2 : tensor<3x50x61xf32>
}

func.func @negate_i8(%a0: tensor<90x333xi8>) -> tensor<90x333xi8> {
  %0 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.negate %a0, %0, %1 : (tensor<90x333xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<90x333xi8>
  return %2 : tensor<90x333xi8>
}

func.func @bin_add(%a0: tensor<3x50x61xf32>, %a1: tensor<3x50x61xf32>) -> tensor<3x50x61xf32> {
  %0 = tosa.add %a0, %a1 : (tensor<3x50x61xf32>, tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  return %0 : tensor<3x50x61xf32>
}

func.func @bin_sub(%a0: tensor<3x50x61xf32>, %a1: tensor<3x50x61xf32>) -> tensor<3x50x61xf32> {
  %0 = tosa.sub %a0, %a1 : (tensor<3x50x61xf32>, tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  return %0 : tensor<3x50x61xf32>
}

func.func @bin_maximum(%a0: tensor<3x50x61xf32>, %a1: tensor<3x50x61xf32>) -> tensor<3x50x61xf32> {
  %0 = tosa.maximum %a0, %a1 : (tensor<3x50x61xf32>, tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  return %0 : tensor<3x50x61xf32>
}

func.func @bin_minimum(%a0: tensor<3x50x61xf32>, %a1: tensor<3x50x61xf32>) -> tensor<3x50x61xf32> {
  %0 = tosa.minimum %a0, %a1 : (tensor<3x50x61xf32>, tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  return %0 : tensor<3x50x61xf32>
}

func.func @bin_pow(%a0: tensor<3x50x61xf32>, %a1: tensor<3x50x61xf32>) -> tensor<3x50x61xf32> {
  %0 = tosa.abs %a0 : (tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  %1 = tosa.pow %0, %a1 : (tensor<3x50x61xf32>, tensor<3x50x61xf32>) -> tensor<3x50x61xf32>
  return %1 : tensor<3x50x61xf32>
}

func.func @int_add(%a0: tensor<1x50x61xi32>, %a1: tensor<3x50x61xi32>) -> tensor<3x50x61xi32> {
  %0 = tosa.add %a1, %a0 : (tensor<3x50x61xi32>, tensor<1x50x61xi32>) -> tensor<3x50x61xi32>
  return %0 : tensor<3x50x61xi32>
}

func.func @int_sub(%a0: tensor<1x50x61xi32>, %a1: tensor<3x50x61xi32>) -> tensor<3x50x61xi32> {
  %0 = tosa.sub %a1, %a0 : (tensor<3x50x61xi32>, tensor<1x50x61xi32>) -> tensor<3x50x61xi32>
  return %0 : tensor<3x50x61xi32>
}

func.func @int_maximum(%a0: tensor<1x50x61xi32>, %a1: tensor<3x50x61xi32>) -> tensor<3x50x61xi32> {
  %0 = tosa.maximum %a1, %a0 : (tensor<3x50x61xi32>, tensor<1x50x61xi32>) -> tensor<3x50x61xi32>
  return %0 : tensor<3x50x61xi32>
}

func.func @int_minimum(%a0: tensor<1x50x61xi32>, %a1: tensor<3x50x61xi32>) -> tensor<3x50x61xi32> {
  %0 = tosa.minimum %a1, %a0 : (tensor<3x50x61xi32>, tensor<1x50x61xi32>) -> tensor<3x50x61xi32>
  return %0 : tensor<3x50x61xi32>
}

func.func @int_bitwise_and(%a0: tensor<1x50x61xi32>, %a1: tensor<3x50x61xi32>) -> tensor<3x50x61xi32> {
  %0 = tosa.bitwise_and %a1, %a0 : (tensor<3x50x61xi32>, tensor<1x50x61xi32>) -> tensor<3x50x61xi32>
  return %0 : tensor<3x50x61xi32>
}

func.func @int_bitwise_or(%a0: tensor<1x50x61xi32>, %a1: tensor<3x50x61xi32>) -> tensor<3x50x61xi32> {
  %0 = tosa.bitwise_or %a1, %a0 : (tensor<3x50x61xi32>, tensor<1x50x61xi32>) -> tensor<3x50x61xi32>
  return %0 : tensor<3x50x61xi32>
}

func.func @int_bitwise_xor(%a0: tensor<1x50x61xi32>, %a1: tensor<3x50x61xi32>) -> tensor<3x50x61xi32> {
  %0 = tosa.bitwise_xor %a1, %a0 : (tensor<3x50x61xi32>, tensor<1x50x61xi32>) -> tensor<3x50x61xi32>
  return %0 : tensor<3x50x61xi32>
}

func.func @int_logical_left_shift(%a0: tensor<1x50x61xi32>, %a1: tensor<3x50x61xi32>) -> tensor<3x50x61xi32> {
  %0 = "tosa.const"() <{values = dense<7> : tensor<1x1x1xi32>}> : () -> tensor<1x1x1xi32>
  %1 = tosa.bitwise_and %a0, %0 : (tensor<1x50x61xi32>, tensor<1x1x1xi32>) -> tensor<1x50x61xi32>
  %2 = tosa.logical_left_shift %a1, %1 : (tensor<3x50x61xi32>, tensor<1x50x61xi32>) -> tensor<3x50x61xi32>
  return %2 : tensor<3x50x61xi32>
}

func.func @int_logical_right_shift(%a0: tensor<1x50x61xi32>, %a1: tensor<3x50x61xi32>) -> tensor<3x50x61xi32> {
  %0 = "tosa.const"() <{values = dense<7> : tensor<1x1x1xi32>}> : () -> tensor<1x1x1xi32>
  %1 = tosa.bitwise_and %a0, %0 : (tensor<1x50x61xi32>, tensor<1x1x1xi32>) -> tensor<1x50x61xi32>
  %2 = tosa.logical_right_shift %a1, %1 : (tensor<3x50x61xi32>, tensor<1x50x61xi32>) -> tensor<3x50x61xi32>
  return %2 : tensor<3x50x61xi32>
}

func.func @int_arithmetic_right_shift(%a0: tensor<3x50x61xi32>) -> tensor<3x50x61xi32> {
  %0 = "tosa.const"() <{values = dense<3> : tensor<1x1x1xi32>}> : () -> tensor<1x1x1xi32>
  %1 = tosa.arithmetic_right_shift %a0, %0 {round = true} : (tensor<3x50x61xi32>, tensor<1x1x1xi32>) -> tensor<3x50x61xi32>
  return %1 : tensor<3x50x61xi32>
}

func.func @intdiv(%a0: tensor<3x50x61xi32>, %a1: tensor<3x50x61xi32>) -> tensor<3x50x61xi32> {
  %0 = "tosa.const"() <{values = dense<1> : tensor<1x1x1xi32>}> : () -> tensor<1x1x1xi32>
  %1 = tosa.maximum %a1, %0 : (tensor<3x50x61xi32>, tensor<1x1x1xi32>) -> tensor<3x50x61xi32>
  %2 = tosa.intdiv %a0, %1 : (tensor<3x50x61xi32>, tensor<3x50x61xi32>) -> tensor<3x50x61xi32>
  return %2 : tensor<3x50x61xi32>
}

func.func @bool_logical_and(%a0: tensor<200x210xi1>, %a1: tensor<200x210xi1>) -> tensor<200x210xi1> {
  %0 = tosa.logical_and %a0, %a1 : (tensor<200x210xi1>, tensor<200x210xi1>) -> tensor<200x210xi1>
  return %0 : tensor<200x210xi1>
}

func.func @bool_logical_or(%a0: tensor<200x210xi1>, %a1: tensor<200x210xi1>) -> tensor<200x210xi1> {
  %0 = tosa.logical_or %a0, %a1 : (tensor<200x210xi1>, tensor<200x210xi1>) -> tensor<200x210xi1>
  return %0 : tensor<200x210xi1>
}

func.func @bool_logical_xor(%a0: tensor<200x210xi1>, %a1: tensor<200x210xi1>) -> tensor<200x210xi1> {
  %0 = tosa.logical_xor %a0, %a1 : (tensor<200x210xi1>, tensor<200x210xi1>) -> tensor<200x210xi1>
  return %0 : tensor<200x210xi1>
}

func.func @cmp_equal(%a0: tensor<3x50x61xf32>, %a1: tensor<3x50x61xf32>) -> tensor<3x50x61xi1> {
  %0 = tosa.equal %a0, %a1 : (tensor<3x50x61xf32>, tensor<3x50x61xf32>) -> tensor<3x50x61xi1>
  return %0 : tensor<3x50x61xi1>
}

func.func @cmp_greater(%a0: tensor<3x50x61xf32>, %a1: tensor<3x50x61xf32>) -> tensor<3x50x61xi1> {
  %0 = tosa.greater %a0, %a1 : (tensor<3x50x61xf32>, tensor<3x50x61xf32>) -> tensor<3x50x61xi1>
  return %0 : tensor<3x50x61xi1>
}

func.func @cmp_greater_equal(%a0: tensor<3x50x61xf32>, %a1: tensor<3x50x61xf32>) -> tensor<3x50x61xi1> {
  %0 = tosa.greater_equal %a0, %a1 : (tensor<3x50x61xf32>, tensor<3x50x61xf32>) -> tensor<3x50x61xi1>
  return %0 : tensor<3x50x61xi1>
}

func.func @mul_broadcast_both(%a0: tensor<40x1x30xf32>, %a1: tensor<1x50x1xf32>) -> tensor<40x50x30xf32> {
  %0 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = tosa.mul %a0, %a1, %0 : (tensor<40x1x30xf32>, tensor<1x50x1xf32>, tensor<1xi8>) -> tensor<40x50x30xf32>
  return %1 : tensor<40x50x30xf32>
}

func.func @mul_i8_to_i32(%a0: tensor<100x120xi8>, %a1: tensor<100x120xi8>) -> tensor<100x120xi32> {
  %0 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = tosa.mul %a0, %a1, %0 : (tensor<100x120xi8>, tensor<100x120xi8>, tensor<1xi8>) -> tensor<100x120xi32>
  return %1 : tensor<100x120xi32>
}

func.func @mul_i32_shift(%a0: tensor<80x90xi32>, %a1: tensor<80x90xi32>) -> tensor<80x90xi32> {
  %0 = "tosa.const"() <{values = dense<9> : tensor<1xi8>}> : () -> tensor<1xi8>
  %1 = tosa.mul %a0, %a1, %0 : (tensor<80x90xi32>, tensor<80x90xi32>, tensor<1xi8>) -> tensor<80x90xi32>
  return %1 : tensor<80x90xi32>
}

func.func @add_scalar_broadcast(%a0: tensor<70x130xf32>, %a1: tensor<1x1xf32>) -> tensor<70x130xf32> {
  %0 = tosa.add %a0, %a1 : (tensor<70x130xf32>, tensor<1x1xf32>) -> tensor<70x130xf32>
  return %0 : tensor<70x130xf32>
}

func.func @outer_sum(%a0: tensor<300x1xf32>, %a1: tensor<1x200xf32>) -> tensor<300x200xf32> {
  %0 = tosa.add %a0, %a1 : (tensor<300x1xf32>, tensor<1x200xf32>) -> tensor<300x200xf32>
  return %0 : tensor<300x200xf32>
}

func.func @select(%a0: tensor<90x120xf32>, %a1: tensor<90x120xf32>) -> tensor<90x120xf32> {
  %0 = tosa.greater %a0, %a1 : (tensor<90x120xf32>, tensor<90x120xf32>) -> tensor<90x120xi1>
  %1 = tosa.select %0, %a0, %a1 : (tensor<90x120xi1>, tensor<90x120xf32>, tensor<90x120xf32>) -> tensor<90x120xf32>
  return %1 : tensor<90x120xf32>
}

func.func @select_broadcast(%a0: tensor<90x1xi1>, %a1: tensor<90x120xf32>, %a2: tensor<1x120xf32>) -> tensor<90x120xf32> {
  %0 = tosa.select %a0, %a1, %a2 : (tensor<90x1xi1>, tensor<90x120xf32>, tensor<1x120xf32>) -> tensor<90x120xf32>
  return %0 : tensor<90x120xf32>
}

func.func @cast_f32_i32(%a0: tensor<75x130xf32>) -> tensor<75x130xi32> {
  %0 = tosa.cast %a0 : (tensor<75x130xf32>) -> tensor<75x130xi32>
  return %0 : tensor<75x130xi32>
}

func.func @cast_i32_f32(%a0: tensor<75x130xi32>) -> tensor<75x130xf32> {
  %0 = tosa.cast %a0 : (tensor<75x130xi32>) -> tensor<75x130xf32>
  return %0 : tensor<75x130xf32>
}

func.func @cast_f32_f16(%a0: tensor<75x130xf32>) -> tensor<75x130xf16> {
  %0 = tosa.cast %a0 : (tensor<75x130xf32>) -> tensor<75x130xf16>
  return %0 : tensor<75x130xf16>
}

func.func @cast_f16_f32(%a0: tensor<75x130xf16>) -> tensor<75x130xf32> {
  %0 = tosa.cast %a0 : (tensor<75x130xf16>) -> tensor<75x130xf32>
  return %0 : tensor<75x130xf32>
}

func.func @cast_i8_i32(%a0: tensor<75x130xi8>) -> tensor<75x130xi32> {
  %0 = tosa.cast %a0 : (tensor<75x130xi8>) -> tensor<75x130xi32>
  return %0 : tensor<75x130xi32>
}

func.func @cast_i32_i8(%a0: tensor<75x130xi32>) -> tensor<75x130xi8> {
  %0 = tosa.cast %a0 : (tensor<75x130xi32>) -> tensor<75x130xi8>
  return %0 : tensor<75x130xi8>
}

func.func @cast_i8_f32(%a0: tensor<75x130xi8>) -> tensor<75x130xf32> {
  %0 = tosa.cast %a0 : (tensor<75x130xi8>) -> tensor<75x130xf32>
  return %0 : tensor<75x130xf32>
}

func.func @cast_f32_bf16(%a0: tensor<75x130xf32>) -> tensor<75x130xbf16> {
  %0 = tosa.cast %a0 : (tensor<75x130xf32>) -> tensor<75x130xbf16>
  return %0 : tensor<75x130xbf16>
}

func.func @cast_bf16_f32(%a0: tensor<75x130xbf16>) -> tensor<75x130xf32> {
  %0 = tosa.cast %a0 : (tensor<75x130xbf16>) -> tensor<75x130xf32>
  return %0 : tensor<75x130xf32>
}

func.func @cast_i1_i32(%a0: tensor<75x130xi1>) -> tensor<75x130xi32> {
  %0 = tosa.cast %a0 : (tensor<75x130xi1>) -> tensor<75x130xi32>
  return %0 : tensor<75x130xi32>
}

func.func @cast_i32_i1(%a0: tensor<75x130xi32>) -> tensor<75x130xi1> {
  %0 = tosa.cast %a0 : (tensor<75x130xi32>) -> tensor<75x130xi1>
  return %0 : tensor<75x130xi1>
}

func.func @cast_f32_i8(%a0: tensor<75x130xf32>) -> tensor<75x130xi8> {
  %0 = tosa.cast %a0 : (tensor<75x130xf32>) -> tensor<75x130xi8>
  return %0 : tensor<75x130xi8>
}

func.func @cast_i16_i32(%a0: tensor<75x130xi16>) -> tensor<75x130xi32> {
  %0 = tosa.cast %a0 : (tensor<75x130xi16>) -> tensor<75x130xi32>
  return %0 : tensor<75x130xi32>
}

func.func @rescale_i32_i8(%a0: tensor<100x111xi32>) -> tensor<100x111xi8> {
  %0 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %1 = "tosa.const"() <{values = dense<36> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %3 = "tosa.const"() <{values = dense<4> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = tosa.rescale %a0, %0, %1, %2, %3 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<100x111xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<100x111xi8>
  return %4 : tensor<100x111xi8>
}

func.func @rescale_i8_i32(%a0: tensor<100x111xi8>) -> tensor<100x111xi32> {
  %0 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %1 = "tosa.const"() <{values = dense<28> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %3 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %4 = tosa.rescale %a0, %0, %1, %2, %3 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<100x111xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<100x111xi32>
  return %4 : tensor<100x111xi32>
}

func.func @rescale_i8_i8(%a0: tensor<100x111xi8>) -> tensor<100x111xi8> {
  %0 = "tosa.const"() <{values = dense<1373741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %1 = "tosa.const"() <{values = dense<31> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = "tosa.const"() <{values = dense<-3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %3 = "tosa.const"() <{values = dense<9> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = tosa.rescale %a0, %0, %1, %2, %3 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<100x111xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<100x111xi8>
  return %4 : tensor<100x111xi8>
}

func.func @rescale_double_round(%a0: tensor<100x111xi32>) -> tensor<100x111xi8> {
  %0 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %1 = "tosa.const"() <{values = dense<36> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %3 = "tosa.const"() <{values = dense<4> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = tosa.rescale %a0, %0, %1, %2, %3 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<100x111xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<100x111xi8>
  return %4 : tensor<100x111xi8>
}

func.func @rescale_scale16(%a0: tensor<100x111xi32>) -> tensor<100x111xi16> {
  %0 = "tosa.const"() <{values = dense<19000> : tensor<1xi16>}> : () -> tensor<1xi16>
  %1 = "tosa.const"() <{values = dense<20> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %3 = "tosa.const"() <{values = dense<0> : tensor<1xi16>}> : () -> tensor<1xi16>
  %4 = tosa.rescale %a0, %0, %1, %2, %3 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = false} : (tensor<100x111xi32>, tensor<1xi16>, tensor<1xi8>, tensor<1xi32>, tensor<1xi16>) -> tensor<100x111xi16>
  return %4 : tensor<100x111xi16>
}

func.func @rescale_per_channel(%a0: tensor<200x16xi32>) -> tensor<200x16xi8> {
  %0 = "tosa.const"() <{values = dense<[1073741824, 1073741831, 1073741838, 1073741845, 1073741852, 1073741859, 1073741866, 1073741873, 1073741880, 1073741887, 1073741894, 1073741901, 1073741908, 1073741915, 1073741922, 1073741929]> : tensor<16xi32>}> : () -> tensor<16xi32>
  %1 = "tosa.const"() <{values = dense<[33, 34, 35, 36, 33, 34, 35, 36, 33, 34, 35, 36, 33, 34, 35, 36]> : tensor<16xi8>}> : () -> tensor<16xi8>
  %2 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %3 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %4 = tosa.rescale %a0, %0, %1, %2, %3 {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<200x16xi32>, tensor<16xi32>, tensor<16xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<200x16xi8>
  return %4 : tensor<200x16xi8>
}

func.func @table_i8(%a0: tensor<150x131xi8>, %a1: tensor<256xi8>) -> tensor<150x131xi8> {
  %0 = tosa.table %a0, %a1 : (tensor<150x131xi8>, tensor<256xi8>) -> tensor<150x131xi8>
  return %0 : tensor<150x131xi8>
}

func.func @table_i16(%a0: tensor<150x131xi16>, %a1: tensor<513xi16>) -> tensor<150x131xi32> {
  %0 = tosa.table %a0, %a1 : (tensor<150x131xi16>, tensor<513xi16>) -> tensor<150x131xi32>
  return %0 : tensor<150x131xi32>
}

func.func @add_quantized(%a0: tensor<1x40x40x16xi8>, %a1: tensor<1x40x40x16xi8>) -> tensor<1x40x40x16xi8> {
  %0 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %1 = "tosa.const"() <{values = dense<11> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = "tosa.const"() <{values = dense<5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %3 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %4 = tosa.rescale %a0, %0, %1, %2, %3 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x40x40x16xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<1x40x40x16xi32>
  %5 = "tosa.const"() <{values = dense<1173741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %6 = "tosa.const"() <{values = dense<11> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = "tosa.const"() <{values = dense<-5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %8 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %9 = tosa.rescale %a1, %5, %6, %7, %8 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x40x40x16xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<1x40x40x16xi32>
  %10 = tosa.add %4, %9 : (tensor<1x40x40x16xi32>, tensor<1x40x40x16xi32>) -> tensor<1x40x40x16xi32>
  %11 = "tosa.const"() <{values = dense<1500000000> : tensor<1xi32>}> : () -> tensor<1xi32>
  %12 = "tosa.const"() <{values = dense<49> : tensor<1xi8>}> : () -> tensor<1xi8>
  %13 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %14 = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %15 = tosa.rescale %10, %11, %12, %13, %14 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x40x40x16xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x40x40x16xi8>
  return %15 : tensor<1x40x40x16xi8>
}

func.func @mul_quantized(%a0: tensor<1x40x40x16xi8>, %a1: tensor<1x1x1x16xi8>) -> tensor<1x40x40x16xi8> {
  %0 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %1 = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = "tosa.const"() <{values = dense<5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %3 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %4 = tosa.rescale %a0, %0, %1, %2, %3 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x40x40x16xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<1x40x40x16xi32>
  %5 = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %6 = "tosa.const"() <{values = dense<30> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = "tosa.const"() <{values = dense<-5> : tensor<1xi8>}> : () -> tensor<1xi8>
  %8 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %9 = tosa.rescale %a1, %5, %6, %7, %8 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x1x1x16xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi32>) -> tensor<1x1x1x16xi32>
  %10 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %11 = tosa.mul %4, %9, %10 : (tensor<1x40x40x16xi32>, tensor<1x1x1x16xi32>, tensor<1xi8>) -> tensor<1x40x40x16xi32>
  %12 = "tosa.const"() <{values = dense<1500000000> : tensor<1xi32>}> : () -> tensor<1xi32>
  %13 = "tosa.const"() <{values = dense<37> : tensor<1xi8>}> : () -> tensor<1xi8>
  %14 = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %15 = "tosa.const"() <{values = dense<1> : tensor<1xi8>}> : () -> tensor<1xi8>
  %16 = tosa.rescale %11, %12, %13, %14, %15 {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x40x40x16xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x40x40x16xi8>
  return %16 : tensor<1x40x40x16xi8>
}

func.func @gelu_erf(%a0: tensor<64x257xf32>) -> tensor<64x257xf32> {
  %0 = "tosa.const"() <{values = dense<0.707107> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.mul %a0, %0, %1 : (tensor<64x257xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<64x257xf32>
  %3 = tosa.erf %2 : (tensor<64x257xf32>) -> tensor<64x257xf32>
  %4 = "tosa.const"() <{values = dense<1.0> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %5 = tosa.add %3, %4 : (tensor<64x257xf32>, tensor<1x1xf32>) -> tensor<64x257xf32>
  %6 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = tosa.mul %a0, %5, %6 : (tensor<64x257xf32>, tensor<64x257xf32>, tensor<1xi8>) -> tensor<64x257xf32>
  %8 = "tosa.const"() <{values = dense<0.5> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %9 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %10 = tosa.mul %7, %8, %9 : (tensor<64x257xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<64x257xf32>
  return %10 : tensor<64x257xf32>
}

func.func @silu(%a0: tensor<1x40x40x16xf32>) -> tensor<1x40x40x16xf32> {
  %0 = tosa.sigmoid %a0 : (tensor<1x40x40x16xf32>) -> tensor<1x40x40x16xf32>
  %1 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %2 = tosa.mul %a0, %0, %1 : (tensor<1x40x40x16xf32>, tensor<1x40x40x16xf32>, tensor<1xi8>) -> tensor<1x40x40x16xf32>
  return %2 : tensor<1x40x40x16xf32>
}

func.func @hard_swish(%a0: tensor<1x30x31x32xf32>) -> tensor<1x30x31x32xf32> {
  %0 = "tosa.const"() <{values = dense<3.0> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %1 = tosa.add %a0, %0 : (tensor<1x30x31x32xf32>, tensor<1x1x1x1xf32>) -> tensor<1x30x31x32xf32>
  %2 = tosa.clamp %1 {min_val = 0.0 : f32, max_val = 6.0 : f32} : (tensor<1x30x31x32xf32>) -> tensor<1x30x31x32xf32>
  %3 = "tosa.const"() <{values = dense<0.166667> : tensor<1x1x1x1xf32>}> : () -> tensor<1x1x1x1xf32>
  %4 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %5 = tosa.mul %2, %3, %4 : (tensor<1x30x31x32xf32>, tensor<1x1x1x1xf32>, tensor<1xi8>) -> tensor<1x30x31x32xf32>
  %6 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %7 = tosa.mul %a0, %5, %6 : (tensor<1x30x31x32xf32>, tensor<1x30x31x32xf32>, tensor<1xi8>) -> tensor<1x30x31x32xf32>
  return %7 : tensor<1x30x31x32xf32>
}

func.func @rank_0(%a0: tensor<f32>, %a1: tensor<f32>) -> tensor<f32> {
  %0 = tosa.add %a0, %a1 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @rank_1(%a0: tensor<40000xf32>) -> tensor<40000xf32> {
  %0 = tosa.tanh %a0 : (tensor<40000xf32>) -> tensor<40000xf32>
  return %0 : tensor<40000xf32>
}

func.func @rank_6(%a0: tensor<2x3x4x5x6x7xf32>, %a1: tensor<1x3x1x5x1x7xf32>) -> tensor<2x3x4x5x6x7xf32> {
  %0 = tosa.add %a0, %a1 : (tensor<2x3x4x5x6x7xf32>, tensor<1x3x1x5x1x7xf32>) -> tensor<2x3x4x5x6x7xf32>
  return %0 : tensor<2x3x4x5x6x7xf32>
}

func.func @one_element(%a0: tensor<1x1x1xf32>) -> tensor<1x1x1xf32> {
  %0 = tosa.exp %a0 : (tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  return %0 : tensor<1x1x1xf32>
}

func.func @i64_add(%a0: tensor<120x121xi64>, %a1: tensor<120x121xi64>) -> tensor<120x121xi64> {
  %0 = tosa.add %a0, %a1 : (tensor<120x121xi64>, tensor<120x121xi64>) -> tensor<120x121xi64>
  return %0 : tensor<120x121xi64>
}

func.func @f64_exp(%a0: tensor<120x121xf64>) -> tensor<120x121xf64> {
  %0 = tosa.exp %a0 : (tensor<120x121xf64>) -> tensor<120x121xf64>
  return %0 : tensor<120x121xf64>
}
