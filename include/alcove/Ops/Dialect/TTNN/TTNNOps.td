//===- TTNNOps.td - Ops of the TTNN library ----------------*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTNN_TTNNOPS_TD
#define ALCOVE_OPS_DIALECT_TTNN_TTNNOPS_TD

include "alcove/Ops/Dialect/TTNN/TTNNLibraryOps.td"

//===----------------------------------------------------------------------===//
// Layout and memory
//===----------------------------------------------------------------------===//

def TTNN_GetDeviceOp : TTNN_Op<"get_device"> {
  let summary = "Handle of the device that runs the function";
  let arguments = (ins OptionalAttr<TTNN_MeshShapeAttr>:$mesh_shape, OptionalAttr<TTNN_MeshOffsetAttr>:$mesh_offset);
  let results = (outs TTNN_Device:$device);
}

class TTNN_Convert<string mnemonic> : TTNN_Meaningful<mnemonic> {
  let arguments = (ins T:$input);
  let results = (outs T:$result);
}
def TTNN_ToMemoryConfigOp : TTNN_Convert<"to_memory_config"> {
  let summary = "Moves a tensor to the memory, memory layout and cores of the result type";
}
def TTNN_ToLayoutOp : TTNN_Convert<"to_layout"> {
  let summary = "Changes page layout, and data type on the way, to those of the result type";
}
def TTNN_ToTensorSpecOp : TTNN_Convert<"to_tensor_spec"> {
  let summary = "Any change of layout, data type and memory at once; decomposed before the run time sees it";
}
def TTNN_TypecastOp : TTNN_Convert<"typecast"> {
  let summary = "Converts elements to the data type of the result type";
}
def TTNN_FromDeviceOp : TTNN_Convert<"from_device"> {
  let summary = "Copies a tensor to host memory";
}
def TTNN_ToDeviceOp : TTNN_Meaningful<"to_device"> {
  let summary = "Copies a tensor from host memory";
  let arguments = (ins T:$input, TTNN_Device:$device);
  let results = (outs T:$result);
}
def TTNN_DeallocateOp : TTNN_Op<"deallocate", []> {
  let summary = "Frees the buffer of a tensor";
  let arguments = (ins Arg<T, "tensor", [MemFree]>:$input, DefaultValuedAttr<BoolAttr, "false">:$force);
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

def TTNN_EmptyOp : TTNN_Op<"empty"> {
  let arguments = (ins TTNN_Device:$device, TTNN_ShapeAttr:$shape);
  let results = (outs T:$result);
}
def TTNN_FullOp : TTNN_Op<"full"> {
  let arguments = (ins Optional<TTNN_Device>:$device, TTNN_ShapeAttr:$shape, TTNN_Number:$fill_value);
  let results = (outs T:$result);
}
def TTNN_ZerosOp : TTNN_Op<"zeros"> {
  let arguments = (ins Optional<TTNN_Device>:$device, TTNN_ShapeAttr:$shape);
  let results = (outs T:$result);
}
def TTNN_OnesOp : TTNN_Op<"ones"> {
  let arguments = (ins Optional<TTNN_Device>:$device, TTNN_ShapeAttr:$shape);
  let results = (outs T:$result);
}
def TTNN_ConstantOp : TTNN_Meaningful<"constant"> {
  let arguments = (ins Optional<TTNN_Device>:$device, ElementsAttr:$value);
  let results = (outs T:$result);
}
def TTNN_RandOp : TTNN_Op<"rand", []> {
  let arguments = (ins Optional<TTNN_Device>:$device, TTNN_ShapeAttr:$size,
                       DefaultValuedOptionalAttr<F32Attr, "0.0f">:$low,
                       DefaultValuedOptionalAttr<F32Attr, "1.0f">:$high,
                       DefaultValuedOptionalAttr<UI32Attr, "0">:$seed);
  let results = (outs T:$result);
}
def TTNN_ArangeOp : TTNN_Op<"arange"> {
  let arguments = (ins Optional<TTNN_Device>:$device, SI64Attr:$start, SI64Attr:$end, SI64Attr:$step);
  let results = (outs T:$result);
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

def TTNN_AbsOp : TTNN_Unary<"abs">;
def TTNN_CbrtOp : TTNN_Unary<"cbrt">;
def TTNN_CeilOp : TTNN_Unary<"ceil">;
def TTNN_CosOp : TTNN_Unary<"cos">;
def TTNN_ErfOp : TTNN_Unary<"erf">;
def TTNN_ExpOp : TTNN_Unary<"exp">;
def TTNN_Expm1Op : TTNN_Unary<"expm1">;
def TTNN_FloorOp : TTNN_Unary<"floor">;
def TTNN_GeluOp : TTNN_Unary<"gelu">;
def TTNN_HardsigmoidOp : TTNN_Unary<"hardsigmoid">;
def TTNN_IsfiniteOp : TTNN_Unary<"isfinite">;
def TTNN_LogOp : TTNN_Unary<"log">;
def TTNN_Log1pOp : TTNN_Unary<"log1p">;
def TTNN_LogicalNotOp : TTNN_Unary<"logical_not">;
def TTNN_MishOp : TTNN_Unary<"mish">;
def TTNN_NegOp : TTNN_Unary<"neg">;
def TTNN_ReciprocalOp : TTNN_Unary<"reciprocal">;
def TTNN_ReluOp : TTNN_Unary<"relu">;
def TTNN_Relu6Op : TTNN_Unary<"relu6">;
def TTNN_RsqrtOp : TTNN_Unary<"rsqrt">;
def TTNN_SigmoidOp : TTNN_Unary<"sigmoid">;
def TTNN_SignOp : TTNN_Unary<"sign">;
def TTNN_SiluOp : TTNN_Unary<"silu">;
def TTNN_SinOp : TTNN_Unary<"sin">;
def TTNN_SqrtOp : TTNN_Unary<"sqrt">;
def TTNN_TanOp : TTNN_Unary<"tan">;
def TTNN_TanhOp : TTNN_Unary<"tanh">;
def TTNN_BitwiseNotOp : TTNN_Unary<"bitwise_not">;
def TTNN_AcosOp : TTNN_Unary<"acos">;
def TTNN_AcoshOp : TTNN_Unary<"acosh">;
def TTNN_AsinOp : TTNN_Unary<"asin">;
def TTNN_AsinhOp : TTNN_Unary<"asinh">;
def TTNN_AtanOp : TTNN_Unary<"atan">;
def TTNN_AtanhOp : TTNN_Unary<"atanh">;
def TTNN_CoshOp : TTNN_Unary<"cosh">;
def TTNN_SinhOp : TTNN_Unary<"sinh">;
def TTNN_ErfcOp : TTNN_Unary<"erfc">;
def TTNN_SoftplusOp : TTNN_Unary<"softplus">;
def TTNN_SoftsignOp : TTNN_Unary<"softsign">;
def TTNN_TruncOp : TTNN_Unary<"trunc">;

def TTNN_AddOp : TTNN_Binary<"add">;
def TTNN_SubtractOp : TTNN_Binary<"subtract">;
def TTNN_MultiplyOp : TTNN_Binary<"multiply">;
def TTNN_DivideOp : TTNN_Binary<"divide">;
def TTNN_MaximumOp : TTNN_Binary<"maximum">;
def TTNN_MinimumOp : TTNN_Binary<"minimum">;
def TTNN_RemainderOp : TTNN_Binary<"remainder">;
def TTNN_PowTensorOp : TTNN_Binary<"pow_tensor">;
def TTNN_EqOp : TTNN_Binary<"eq">;
def TTNN_NeOp : TTNN_Binary<"ne">;
def TTNN_LtOp : TTNN_Binary<"lt">;
def TTNN_LeOp : TTNN_Binary<"le">;
def TTNN_GtOp : TTNN_Binary<"gt">;
def TTNN_GeOp : TTNN_Binary<"ge">;
def TTNN_LogicalAndOp : TTNN_Binary<"logical_and">;
def TTNN_LogicalOrOp : TTNN_Binary<"logical_or">;
def TTNN_LogicalXorOp : TTNN_Binary<"logical_xor">;
def TTNN_BitwiseAndOp : TTNN_Binary<"bitwise_and">;
def TTNN_BitwiseOrOp : TTNN_Binary<"bitwise_or">;
def TTNN_BitwiseXorOp : TTNN_Binary<"bitwise_xor">;
def TTNN_Atan2Op : TTNN_Binary<"atan2">;
def TTNN_LogicalLeftShiftOp : TTNN_Binary<"logical_left_shift">;
def TTNN_LogicalRightShiftOp : TTNN_Binary<"logical_right_shift">;

def TTNN_GeluBackwardOp : TTNN_Op<"gelu_bw", [Pure, TTNN_Elementwise]> {
  let arguments = (ins T:$lhs, T:$rhs, DefaultValuedOptionalAttr<StrAttr, "\"none\"">:$approximate);
  let results = (outs T:$result);
}
def TTNN_EluOp : TTNN_Op<"elu", [Pure, TTNN_Elementwise]> {
  let arguments = (ins T:$input, DefaultValuedOptionalAttr<F32Attr, "1.0f">:$alpha);
  let results = (outs T:$result);
}
def TTNN_DropoutOp : TTNN_Op<"dropout", [Pure, TTNN_Elementwise]> {
  let arguments = (ins T:$input, DefaultValuedOptionalAttr<F32Attr, "0.0f">:$prob,
                       DefaultValuedOptionalAttr<F32Attr, "1.0f">:$scale,
                       DefaultValuedOptionalAttr<UI32Attr, "0">:$seed,
                       DefaultValuedOptionalAttr<BoolAttr, "true">:$use_per_device_seed);
  let results = (outs T:$result);
}

def TTNN_LeakyReluOp : TTNN_Op<"leaky_relu", [Pure, TTNN_Elementwise]> {
  let arguments = (ins T:$input, F32Attr:$parameter);
  let results = (outs T:$result);
}
def TTNN_PowScalarOp : TTNN_Op<"pow_scalar", [Pure, TTNN_Elementwise]> {
  let arguments = (ins T:$lhs, TTNN_Number:$rhs);
  let results = (outs T:$result);
}
def TTNN_ClampScalarOp : TTNN_Op<"clamp_scalar", [Pure, TTNN_Elementwise]> {
  let arguments = (ins T:$input, TTNN_Number:$min, TTNN_Number:$max);
  let results = (outs T:$result);
}
def TTNN_ClampTensorOp : TTNN_Op<"clamp_tensor", [Pure, TTNN_Elementwise]> {
  let arguments = (ins T:$input, T:$min, T:$max);
  let results = (outs T:$result);
}
def TTNN_WhereOp : TTNN_Op<"where", [Pure, TTNN_Elementwise]> {
  let arguments = (ins T:$first, T:$second, T:$third);
  let results = (outs T:$result);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

class TTNN_Reduce<string mnemonic> : TTNN_Op<mnemonic> {
  let arguments = (ins T:$input, BoolAttr:$keep_dim, OptionalAttr<TTNN_I32s>:$dim_arg,
                       OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config);
  let results = (outs T:$result);
  let extraClassDeclaration = [{
    ::llvm::LogicalResult verifyMeaning() {
      return ::alcove::shape::verifyReduction(getOperation(), getDimArgAttr(), getKeepDim());
    }
  }];
}
def TTNN_SumOp : TTNN_Reduce<"sum">;
def TTNN_MeanOp : TTNN_Reduce<"mean">;
def TTNN_MaxOp : TTNN_Reduce<"max">;
def TTNN_MinOp : TTNN_Reduce<"min">;
def TTNN_ProdOp : TTNN_Op<"prod"> {
  let arguments = (ins T:$input, OptionalAttr<SI64Attr>:$dim_arg, BoolAttr:$keep_dim);
  let results = (outs T:$result);
}
def TTNN_ArgMaxOp : TTNN_Meaningful<"argmax"> {
  let arguments = (ins T:$input, OptionalAttr<SI32Attr>:$dim, DefaultValuedAttr<BoolAttr, "false">:$keep_dim);
  let results = (outs T:$result);
}
def TTNN_CumSumOp : TTNN_Op<"cumsum"> {
  let arguments = (ins T:$input, SI32Attr:$dim);
  let results = (outs T:$result);
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

def TTNN_MatmulOp : TTNN_Meaningful<"matmul"> {
  let arguments = (ins T:$a, T:$b, DefaultValuedAttr<BoolAttr, "false">:$transpose_a,
                       DefaultValuedAttr<BoolAttr, "false">:$transpose_b, OptionalAttr<TTNN_MatmulConfig>:$matmul_program_config,
                       OptionalAttr<StrAttr>:$activation, OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config);
  let results = (outs T:$result);
}
def TTNN_LinearOp : TTNN_Meaningful<"linear"> {
  let arguments = (ins T:$a, T:$b, Optional<T>:$bias, DefaultValuedAttr<BoolAttr, "false">:$transpose_a,
                       DefaultValuedAttr<BoolAttr, "false">:$transpose_b, OptionalAttr<TTNN_MatmulConfig>:$matmul_program_config,
                       OptionalAttr<StrAttr>:$activation, OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config);
  let results = (outs T:$result);
}

//===----------------------------------------------------------------------===//
// Data movement
//===----------------------------------------------------------------------===//

def TTNN_ReshapeOp : TTNN_Meaningful<"reshape"> {
  let arguments = (ins T:$input, TTNN_I32s:$shape);
  let results = (outs T:$result);
}
def TTNN_PermuteOp : TTNN_Meaningful<"permute"> {
  let arguments = (ins T:$input, DenseI64ArrayAttr:$permutation, DefaultValuedAttr<F32Attr, "0.0f">:$pad_value);
  let results = (outs T:$result);
}
def TTNN_TransposeOp : TTNN_Meaningful<"transpose"> {
  let arguments = (ins T:$input, SI32Attr:$dim0, SI32Attr:$dim1);
  let results = (outs T:$result);
}
def TTNN_ConcatOp : TTNN_Meaningful<"concat"> {
  let arguments = (ins Variadic<T>:$inputs, SI32Attr:$dim);
  let results = (outs T:$result);
}
def TTNN_SliceStaticOp : TTNN_Meaningful<"slice_static"> {
  let arguments = (ins T:$input, TTNN_I32s:$begins, TTNN_I32s:$ends, TTNN_I32s:$step);
  let results = (outs T:$result);
}
def TTNN_RepeatOp : TTNN_Meaningful<"repeat"> {
  let arguments = (ins T:$input, TTNN_ShapeAttr:$repeat_dims);
  let results = (outs T:$result);
}
def TTNN_RepeatInterleaveOp : TTNN_Meaningful<"repeat_interleave"> {
  let arguments = (ins T:$input, UI32Attr:$repeats, SI32Attr:$dim);
  let results = (outs T:$result);
}
def TTNN_PadOp : TTNN_Meaningful<"pad"> {
  let arguments = (ins T:$input, DenseI32ArrayAttr:$padding, F32Attr:$value,
                       BoolAttr:$use_multicore);
  let results = (outs T:$result);
}
def TTNN_EmbeddingOp : TTNN_Meaningful<"embedding"> {
  let arguments = (ins T:$input, T:$weight);
  let results = (outs T:$result);
}
def TTNN_GatherOp : TTNN_Op<"gather"> {
  let arguments = (ins T:$input, T:$index, SI32Attr:$dim);
  let results = (outs T:$result);
}
def TTNN_ScatterOp : TTNN_Op<"scatter"> {
  let arguments = (ins T:$input, T:$index, T:$source, SI32Attr:$dim,
                       TTCore_ReduceTypeAttr:$scatter_reduce_type);
  let results = (outs T:$result);
}
def TTNN_SortOp : TTNN_Op<"sort"> {
  let arguments = (ins T:$input, DefaultValuedOptionalAttr<SI8Attr, "-1">:$dim,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$descending,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$stable);
  let results = (outs T:$values, T:$indices);
}
def TTNN_SliceDynamicOp : TTNN_Op<"slice_dynamic"> {
  let arguments = (ins T:$input, T:$begins, T:$ends, OptionalAttr<TTNN_I32s>:$step);
  let results = (outs T:$result);
}
def TTNN_EmbeddingBackwardOp : TTNN_Op<"embedding_bw"> {
  let arguments = (ins T:$input, T:$weight, T:$in_gradient);
  let results = (outs T:$result);
}
def TTNN_TopKOp : TTNN_Op<"topk"> {
  let arguments = (ins T:$input, I32Attr:$k, DefaultValuedAttr<SI32Attr, "-1">:$dim,
                       DefaultValuedAttr<BoolAttr, "true">:$largest, DefaultValuedAttr<BoolAttr, "false">:$sorted);
  let results = (outs T:$values, T:$indices);
}

//===----------------------------------------------------------------------===//
// Normalization and attention
//===----------------------------------------------------------------------===//

def TTNN_SoftmaxOp : TTNN_Meaningful<"softmax"> {
  let arguments = (ins T:$input, SI32Attr:$dimension, DefaultValuedAttr<BoolAttr, "false">:$numericStable,
                       OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config);
  let results = (outs T:$result);
}
def TTNN_RMSNormOp : TTNN_Meaningful<"rms_norm", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins T:$input, Optional<T>:$weight, Optional<T>:$bias,
                       DefaultValuedAttr<F32Attr, "1e-12f">:$epsilon,
                       OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config);
  let results = (outs T:$result);
}
def TTNN_LayerNormOp : TTNN_Meaningful<"layer_norm", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins T:$input, Optional<T>:$weight, Optional<T>:$bias,
                       DefaultValuedAttr<F32Attr, "1e-12f">:$epsilon);
  let results = (outs T:$result);
}
def TTNN_DistributedRMSNormOp : TTNN_Op<"distributed_rms_norm", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins T:$input, Optional<T>:$weight, Optional<T>:$residual, Optional<T>:$stats,
                       Optional<TTNN_GlobalSemaphore>:$semaphore, TTNN_Device:$device, UI32Attr:$cluster_axis,
                       DefaultValuedAttr<F32Attr, "1e-12f">:$epsilon, OptionalAttr<UI32Attr>:$sub_device_id,
                       OptionalAttr<UI32Attr>:$num_links, OptionalAttr<TTCore_TopologyAttr>:$topology,
                       OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config,
                       OptionalAttr<TTNN_LayerNormConfigAttr>:$program_config);
  let results = (outs T:$result);
}
def TTNN_BatchNormInferenceOp : TTNN_Op<"batch_norm_inference", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins T:$input, Optional<T>:$running_mean, Optional<T>:$running_var, Optional<T>:$weight,
                       Optional<T>:$bias, DefaultValuedAttr<F32Attr, "1e-05f">:$epsilon,
                       OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config);
  let results = (outs T:$result);
}
def TTNN_RotaryEmbeddingOp : TTNN_Meaningful<"rotary_embedding"> {
  let arguments = (ins T:$input, T:$cos, T:$sin, OptionalAttr<UI32Attr>:$token_index,
                       OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config);
  let results = (outs T:$result);
}
def TTNN_ScaledDotProductAttentionOp : TTNN_Op<"scaled_dot_product_attention", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins T:$query, T:$key, T:$value, Optional<T>:$attention_mask, Optional<T>:$attention_sink,
                       DefaultValuedAttr<BoolAttr, "true">:$is_causal, OptionalAttr<F32Attr>:$scale,
                       OptionalAttr<UI32Attr>:$sliding_window_size);
  let results = (outs T:$result);
}
def TTNN_ScaledDotProductAttentionDecodeOp
    : TTNN_Op<"scaled_dot_product_attention_decode", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins T:$query, T:$key, T:$value, Optional<T>:$attention_mask, Optional<T>:$cur_pos_tensor,
                       Optional<T>:$attention_sink, DefaultValuedAttr<BoolAttr, "true">:$is_causal,
                       OptionalAttr<F32Attr>:$scale, OptionalAttr<UI32Attr>:$sliding_window_size,
                       OptionalAttr<TTNN_SDPAConfigAttr>:$program_config);
  let results = (outs T:$result);
}
def TTNN_PagedScaledDotProductAttentionDecodeOp
    : TTNN_Op<"paged_scaled_dot_product_attention_decode", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins T:$query, T:$key, T:$value, T:$page_table, Optional<T>:$attention_mask,
                       Optional<T>:$cur_pos_tensor, Optional<T>:$attention_sink,
                       DefaultValuedAttr<BoolAttr, "true">:$is_causal, OptionalAttr<F32Attr>:$scale,
                       OptionalAttr<UI32Attr>:$sliding_window_size, OptionalAttr<TTNN_SDPAConfigAttr>:$program_config);
  let results = (outs T:$result);
}
def TTNN_SplitQueryKeyValueAndSplitHeadsOp : TTNN_Op<"split_query_key_value_and_split_heads"> {
  let arguments = (ins T:$input_tensor, Optional<T>:$kv_input_tensor, UI32Attr:$num_heads,
                       OptionalAttr<UI32Attr>:$num_kv_heads, BoolAttr:$transpose_key);
  let results = (outs T:$query, T:$key, T:$value);
}
def TTNN_ConcatenateHeadsOp : TTNN_Op<"concatenate_heads"> {
  let arguments = (ins T:$input);
  let results = (outs T:$result);
}
def TTNN_NLPConcatHeadsDecodeOp : TTNN_Op<"nlp_concat_heads_decode"> {
  let arguments = (ins T:$input, UI32Attr:$num_heads);
  let results = (outs T:$result);
}

//===----------------------------------------------------------------------===//
// Sliding windows. Activations are (1, 1, N*H*W, C); padding is top, bottom, left, right.
//===----------------------------------------------------------------------===//

class TTNN_Conv<string mnemonic, dag extra> : TTNN_Meaningful<mnemonic> {
  let arguments = !con((ins T:$input, T:$weight, Optional<T>:$bias, TTNN_Device:$device, I32Attr:$in_channels,
    I32Attr:$out_channels, I32Attr:$batch_size, I32Attr:$input_height, I32Attr:$input_width,
    DenseI32ArrayAttr:$kernel_size, DenseI32ArrayAttr:$stride, DenseI32ArrayAttr:$padding), extra,
    (ins DenseI32ArrayAttr:$dilation, I32Attr:$groups, OptionalAttr<TTNN_Conv2dConfigAttr>:$conv2d_config,
    OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config,
    OptionalAttr<TTNN_Conv2dSliceConfigAttr>:$conv2d_slice_config));
  let results = (outs T:$result);
}
def TTNN_Conv2dOp : TTNN_Conv<"conv2d", (ins)>;
def TTNN_ConvTranspose2dOp : TTNN_Conv<"conv_transpose2d", (ins DenseI32ArrayAttr:$output_padding)>;

def TTNN_PrepareConv2dWeightsOp : TTNN_Op<"prepare_conv2d_weights"> {
  let summary = "Brings OIHW weights into the form that one convolution wants";
  let arguments = (ins T:$weight_tensor, TTNN_Device:$device, TTNN_MemoryConfigAttr:$input_memory_config,
    TTNN_LayoutAttr:$input_tensor_layout, StrAttr:$weights_format, I32Attr:$in_channels, I32Attr:$out_channels,
    I32Attr:$batch_size, I32Attr:$input_height, I32Attr:$input_width, DenseI32ArrayAttr:$kernel_size,
    DenseI32ArrayAttr:$stride, DenseI32ArrayAttr:$padding, DenseI32ArrayAttr:$dilation, BoolAttr:$has_bias,
    I32Attr:$groups, TTCore_DataTypeAttr:$input_dtype, OptionalAttr<TTCore_DataTypeAttr>:$output_dtype,
    OptionalAttr<TTNN_Conv2dConfigAttr>:$conv2d_config, OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config,
    OptionalAttr<TTNN_Conv2dSliceConfigAttr>:$conv2d_slice_config);
  let results = (outs T:$result);
}
def TTNN_PrepareConv2dBiasOp : TTNN_Op<"prepare_conv2d_bias"> {
  let summary = "Brings a bias into the form that one convolution wants";
  let arguments = (ins T:$bias_tensor, TTNN_Device:$device, TTNN_MemoryConfigAttr:$input_memory_config,
    TTNN_LayoutAttr:$input_tensor_layout, I32Attr:$in_channels, I32Attr:$out_channels, I32Attr:$batch_size,
    I32Attr:$input_height, I32Attr:$input_width, DenseI32ArrayAttr:$kernel_size, DenseI32ArrayAttr:$stride,
    DenseI32ArrayAttr:$padding, DenseI32ArrayAttr:$dilation, I32Attr:$groups, TTCore_DataTypeAttr:$input_dtype,
    OptionalAttr<TTCore_DataTypeAttr>:$output_dtype, OptionalAttr<TTNN_Conv2dConfigAttr>:$conv2d_config,
    OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config,
    OptionalAttr<TTNN_Conv2dSliceConfigAttr>:$conv2d_slice_config);
  let results = (outs T:$result);
}

class TTNN_Pool<string mnemonic, dag extra> : TTNN_Meaningful<mnemonic> {
  let arguments = !con((ins T:$input, SI32Attr:$batch_size, SI32Attr:$input_height, SI32Attr:$input_width,
    SI32Attr:$channels, DenseI32ArrayAttr:$kernel_size, DenseI32ArrayAttr:$stride, DenseI32ArrayAttr:$padding,
    DenseI32ArrayAttr:$dilation, OptionalAttr<TTNN_TensorMemoryLayoutAttr>:$applied_shard_scheme, BoolAttr:$ceil_mode,
    DefaultValuedAttr<BoolAttr, "true">:$reallocate_halo_output, OptionalAttr<BoolAttr>:$config_tensors_in_dram), extra);
  let results = (outs T:$result);
}
def TTNN_MaxPool2dOp : TTNN_Pool<"max_pool2d", (ins)>;
def TTNN_AvgPool2dOp : TTNN_Pool<"avg_pool2d", (ins DefaultValuedAttr<BoolAttr, "true">:$count_include_pad)>;
def TTNN_MaxPool2dWithIndicesOp : TTNN_Op<"max_pool2d_with_indices"> {
  let arguments = (ins T:$input, SI32Attr:$batch_size, SI32Attr:$input_height, SI32Attr:$input_width,
    SI32Attr:$channels, DenseI32ArrayAttr:$kernel_size, DenseI32ArrayAttr:$stride, DenseI32ArrayAttr:$padding,
    DenseI32ArrayAttr:$dilation, OptionalAttr<TTNN_TensorMemoryLayoutAttr>:$applied_shard_scheme, BoolAttr:$ceil_mode,
    DefaultValuedAttr<BoolAttr, "true">:$reallocate_halo_output, OptionalAttr<BoolAttr>:$config_tensors_in_dram);
  let results = (outs T:$result, T:$result_indices);
}
def TTNN_Conv3dOp : TTNN_Op<"conv3d"> {
  let arguments = (ins T:$input, T:$weight, Optional<T>:$bias, TTNN_Device:$device, I32Attr:$in_channels,
    I32Attr:$out_channels, I32Attr:$batch_size, I32Attr:$input_depth, I32Attr:$input_height, I32Attr:$input_width,
    DenseI32ArrayAttr:$kernel_size, DenseI32ArrayAttr:$stride, DenseI32ArrayAttr:$padding,
    DefaultValuedOptionalAttr<StrAttr, "\"zeros\"">:$padding_mode, I32Attr:$groups,
    OptionalAttr<TTNN_Conv3dConfigAttr>:$conv3d_config, OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config);
  let results = (outs T:$result);
}
def TTNN_GlobalAvgPool2dOp : TTNN_Op<"global_avg_pool2d"> {
  let arguments = (ins T:$input);
  let results = (outs T:$result);
}
def TTNN_UpsampleOp : TTNN_Op<"upsample"> {
  let arguments = (ins T:$input, TTNN_ScaleFactor:$scale_factor, DefaultValuedAttr<StrAttr, "\"nearest\"">:$mode);
  let results = (outs T:$result);
}

//===----------------------------------------------------------------------===//
// Caches: written in place, no result
//===----------------------------------------------------------------------===//

def TTNN_UpdateCacheOp : TTNN_Op<"update_cache", []> {
  let arguments = (ins TTNN_Cache:$cache, T:$input, T:$update_index, I32Attr:$batch_offset);
}
def TTNN_FillCacheOp : TTNN_Op<"fill_cache", []> {
  let arguments = (ins TTNN_Cache:$cache, T:$input, I32Attr:$batch_offset);
}
def TTNN_PagedUpdateCacheOp : TTNN_Op<"paged_update_cache", []> {
  let arguments = (ins TTNN_Cache:$cache, T:$input, T:$update_index, Optional<T>:$page_table,
                       DefaultValuedAttr<BoolAttr, "false">:$share_cache);
}
def TTNN_PagedFillCacheOp : TTNN_Op<"paged_fill_cache", []> {
  let arguments = (ins TTNN_Cache:$cache, T:$input, T:$page_table, Optional<T>:$batch_idx_tensor);
}

//===----------------------------------------------------------------------===//
// Collectives over the mesh
//===----------------------------------------------------------------------===//

def TTNN_AllReduceOp : TTNN_Op<"all_reduce"> {
  let arguments = (ins T:$input, TTCore_ReduceTypeAttr:$reduce_type, UI32Attr:$cluster_axis,
                       OptionalAttr<UI32Attr>:$sub_device_id, OptionalAttr<UI32Attr>:$num_links,
                       OptionalAttr<TTCore_TopologyAttr>:$topology);
  let results = (outs T:$result);
}
def TTNN_AllGatherOp : TTNN_Op<"all_gather"> {
  let arguments = (ins T:$input, SI32Attr:$all_gather_dim, UI32Attr:$cluster_axis,
                       OptionalAttr<UI32Attr>:$sub_device_id, OptionalAttr<UI32Attr>:$num_links,
                       OptionalAttr<TTCore_TopologyAttr>:$topology);
  let results = (outs T:$result);
}
def TTNN_ReduceScatterOp : TTNN_Op<"reduce_scatter"> {
  let arguments = (ins T:$input, TTCore_ReduceTypeAttr:$reduce_type, SI32Attr:$scatter_dim, UI32Attr:$cluster_axis,
                       OptionalAttr<UI32Attr>:$sub_device_id, OptionalAttr<UI32Attr>:$num_links,
                       OptionalAttr<TTCore_TopologyAttr>:$topology,
                       OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config);
  let results = (outs T:$result);
}
def TTNN_MeshPartitionOp : TTNN_Op<"mesh_partition"> {
  let arguments = (ins T:$input, SI32Attr:$dim, OptionalAttr<UI32Attr>:$cluster_axis);
  let results = (outs T:$result);
}
def TTNN_CollectivePermuteOp : TTNN_Op<"collective_permute"> {
  let arguments = (ins T:$input, AnyAttr:$source_target_pairs);
  let results = (outs T:$result);
}
def TTNN_MeshShardOp : TTNN_Op<"mesh_shard"> {
  let arguments = (ins T:$input, Optional<TTNN_Device>:$device, TTCore_ShardDirectionAttr:$shard_direction,
                       TTCore_ShardTypeAttr:$shard_type, AnyAttr:$shard_shape, AnyAttr:$shard_dims);
  let results = (outs T:$result);
}
def TTNN_PointToPointOp : TTNN_Op<"point_to_point"> {
  let arguments = (ins T:$input, Optional<T>:$optional_output_tensor, DenseI64ArrayAttr:$sender_coord,
                       DenseI64ArrayAttr:$receiver_coord);
  let results = (outs T:$result);
}

#endif // ALCOVE_OPS_DIALECT_TTNN_TTNNOPS_TD
