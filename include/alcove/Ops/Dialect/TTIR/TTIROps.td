//===- TTIROps.td - Tensor programs before lowering --------*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTIR_TTIROPS_TD
#define ALCOVE_OPS_DIALECT_TTIR_TTIROPS_TD

include "alcove/Ops/Dialect/TTIR/TTIRLibraryOps.td"

def TTIR_AbsOp : TTIR_Unary<"abs">;
def TTIR_CbrtOp : TTIR_Unary<"cbrt">;
def TTIR_CeilOp : TTIR_Unary<"ceil">;
def TTIR_CosOp : TTIR_Unary<"cos">;
def TTIR_ErfOp : TTIR_Unary<"erf">;
def TTIR_ExpOp : TTIR_Unary<"exp">;
def TTIR_Expm1Op : TTIR_Unary<"expm1">;
def TTIR_FloorOp : TTIR_Unary<"floor">;
def TTIR_GeluOp : TTIR_Unary<"gelu">;
def TTIR_HardsigmoidOp : TTIR_Unary<"hardsigmoid">;
def TTIR_IsfiniteOp : TTIR_Unary<"isfinite">;
def TTIR_LogOp : TTIR_Unary<"log">;
def TTIR_Log1pOp : TTIR_Unary<"log1p">;
def TTIR_LogicalNotOp : TTIR_Unary<"logical_not">;
def TTIR_MishOp : TTIR_Unary<"mish">;
def TTIR_NegOp : TTIR_Unary<"neg">;
def TTIR_ReciprocalOp : TTIR_Unary<"reciprocal">;
def TTIR_ReluOp : TTIR_Unary<"relu">;
def TTIR_Relu6Op : TTIR_Unary<"relu6">;
def TTIR_RsqrtOp : TTIR_Unary<"rsqrt">;
def TTIR_SigmoidOp : TTIR_Unary<"sigmoid">;
def TTIR_SignOp : TTIR_Unary<"sign">;
def TTIR_SiluOp : TTIR_Unary<"silu">;
def TTIR_SinOp : TTIR_Unary<"sin">;
def TTIR_SqrtOp : TTIR_Unary<"sqrt">;
def TTIR_TanOp : TTIR_Unary<"tan">;
def TTIR_TanhOp : TTIR_Unary<"tanh">;
def TTIR_BitwiseNotOp : TTIR_Unary<"bitwise_not">;
def TTIR_AcosOp : TTIR_Unary<"acos">;
def TTIR_AcoshOp : TTIR_Unary<"acosh">;
def TTIR_AsinOp : TTIR_Unary<"asin">;
def TTIR_AsinhOp : TTIR_Unary<"asinh">;
def TTIR_AtanOp : TTIR_Unary<"atan">;
def TTIR_AtanhOp : TTIR_Unary<"atanh">;
def TTIR_CoshOp : TTIR_Unary<"cosh">;
def TTIR_SinhOp : TTIR_Unary<"sinh">;
def TTIR_ErfcOp : TTIR_Unary<"erfc">;
def TTIR_HardswishOp : TTIR_Unary<"hardswish">;
def TTIR_SoftplusOp : TTIR_Unary<"softplus">;
def TTIR_SoftsignOp : TTIR_Unary<"softsign">;
def TTIR_TruncOp : TTIR_Unary<"trunc">;

def TTIR_AddOp : TTIR_Binary<"add">;
def TTIR_SubtractOp : TTIR_Binary<"subtract">;
def TTIR_MultiplyOp : TTIR_Binary<"multiply">;
def TTIR_DivOp : TTIR_Binary<"div">;
def TTIR_MaximumOp : TTIR_Binary<"maximum">;
def TTIR_MinimumOp : TTIR_Binary<"minimum">;
def TTIR_RemainderOp : TTIR_Binary<"remainder">;
def TTIR_PowOp : TTIR_Binary<"pow">;
def TTIR_EqOp : TTIR_Binary<"eq">;
def TTIR_NeOp : TTIR_Binary<"ne">;
def TTIR_LtOp : TTIR_Binary<"lt">;
def TTIR_LeOp : TTIR_Binary<"le">;
def TTIR_GtOp : TTIR_Binary<"gt">;
def TTIR_GeOp : TTIR_Binary<"ge">;
def TTIR_LogicalAndOp : TTIR_Binary<"logical_and">;
def TTIR_LogicalOrOp : TTIR_Binary<"logical_or">;
def TTIR_LogicalXorOp : TTIR_Binary<"logical_xor">;
def TTIR_BitwiseAndOp : TTIR_Binary<"bitwise_and">;
def TTIR_BitwiseOrOp : TTIR_Binary<"bitwise_or">;
def TTIR_BitwiseXorOp : TTIR_Binary<"bitwise_xor">;
def TTIR_Atan2Op : TTIR_Binary<"atan2">;
def TTIR_LogicalLeftShiftOp : TTIR_Binary<"logical_left_shift">;
def TTIR_LogicalRightShiftOp : TTIR_Binary<"logical_right_shift">;
def TTIR_GeluBackwardOp : TTIR_Op<"gelu_backward", [Pure, TTIR_Elementwise]> {
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs,
                       DefaultValuedOptionalAttr<StrAttr, "\"none\"">:$approximate);
  let results = (outs AnyRankedTensor:$result);
}

def TTIR_TypecastOp : TTIR_Op<"typecast", [Pure, TTIR_Elementwise]> {
  let arguments = (ins AnyRankedTensor:$input, DefaultValuedOptionalAttr<BoolAttr, "false">:$conservative_folding);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_LeakyReluOp : TTIR_Op<"leaky_relu", [Pure, TTIR_Elementwise]> {
  let arguments = (ins AnyRankedTensor:$input, F32Attr:$parameter);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_EluOp : TTIR_Op<"elu", [Pure, TTIR_Elementwise]> {
  let arguments = (ins AnyRankedTensor:$input, DefaultValuedOptionalAttr<F32Attr, "1.0f">:$alpha);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_DropoutOp : TTIR_Op<"dropout", [Pure, TTIR_Elementwise]> {
  let arguments = (ins AnyRankedTensor:$input, DefaultValuedAttr<F32Attr, "0.0f">:$prob,
                       DefaultValuedAttr<F32Attr, "1.0f">:$scale,
                       DefaultValuedOptionalAttr<UI32Attr, "0">:$seed,
                       DefaultValuedOptionalAttr<BoolAttr, "true">:$use_per_device_seed);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_ClampScalarOp : TTIR_Op<"clamp_scalar", [Pure, TTIR_Elementwise]> {
  let arguments = (ins AnyRankedTensor:$input, TTIR_Number:$min, TTIR_Number:$max);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_ClampTensorOp : TTIR_Op<"clamp_tensor", [Pure, TTIR_Elementwise]> {
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$min, AnyRankedTensor:$max);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_WhereOp : TTIR_Op<"where", [Pure, TTIR_Elementwise]> {
  let arguments = (ins AnyRankedTensor:$first, AnyRankedTensor:$second, AnyRankedTensor:$third);
  let results = (outs AnyRankedTensor:$result);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

class TTIR_Reduce<string mnemonic> : TTIR_Op<mnemonic> {
  let arguments = (ins AnyRankedTensor:$input, BoolAttr:$keep_dim, OptionalAttr<TTIR_I32s>:$dim_arg);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_SumOp : TTIR_Reduce<"sum">;
def TTIR_MeanOp : TTIR_Reduce<"mean">;
def TTIR_MaxOp : TTIR_Reduce<"max">;
def TTIR_MinOp : TTIR_Reduce<"min">;
def TTIR_ProdOp : TTIR_Reduce<"prod">;
def TTIR_ReduceOrOp : TTIR_Reduce<"reduce_or">;
def TTIR_ReduceAndOp : TTIR_Reduce<"reduce_and">;
def TTIR_ArgMaxOp : TTIR_Reduce<"argmax">;
def TTIR_CumSumOp : TTIR_Meaningful<"cumsum"> {
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$dim);
  let results = (outs AnyRankedTensor:$result);
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

def TTIR_MatmulOp : TTIR_Meaningful<"matmul"> {
  let arguments = (ins AnyRankedTensor:$a, AnyRankedTensor:$b, DefaultValuedAttr<BoolAttr, "false">:$transpose_a,
                       DefaultValuedAttr<BoolAttr, "false">:$transpose_b);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_LinearOp : TTIR_Meaningful<"linear"> {
  let arguments = (ins AnyRankedTensor:$a, AnyRankedTensor:$b, Optional<AnyRankedTensor>:$bias,
                       DefaultValuedAttr<BoolAttr, "false">:$transpose_a,
                       DefaultValuedAttr<BoolAttr, "false">:$transpose_b);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_DotGeneralOp : TTIR_Meaningful<"dot_general"> {
  let summary = "Contraction; result dimensions are batch, rest of lhs, rest of rhs";
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs, DenseI64ArrayAttr:$batch_dims_lhs,
                       DenseI64ArrayAttr:$contract_dims_lhs, DenseI64ArrayAttr:$batch_dims_rhs,
                       DenseI64ArrayAttr:$contract_dims_rhs);
  let results = (outs AnyRankedTensor:$result);
}

//===----------------------------------------------------------------------===//
// Data movement
//===----------------------------------------------------------------------===//

def TTIR_ReshapeOp : TTIR_Meaningful<"reshape"> {
  let arguments = (ins AnyRankedTensor:$input, TTIR_I32s:$shape);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_PermuteOp : TTIR_Meaningful<"permute"> {
  let arguments = (ins AnyRankedTensor:$input, DenseI64ArrayAttr:$permutation);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_TransposeOp : TTIR_Meaningful<"transpose"> {
  let arguments = (ins AnyRankedTensor:$input, SI32Attr:$dim0, SI32Attr:$dim1);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_BroadcastOp : TTIR_Meaningful<"broadcast"> {
  let summary = "Repeats dimensions: broadcast_dimensions[i] copies along dimension i";
  let arguments = (ins AnyRankedTensor:$input, DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_RepeatOp : TTIR_Meaningful<"repeat"> {
  let arguments = (ins AnyRankedTensor:$input, DenseI64ArrayAttr:$repeat_dimensions);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_RepeatInterleaveOp : TTIR_Meaningful<"repeat_interleave"> {
  let arguments = (ins AnyRankedTensor:$input, UI32Attr:$repeats, SI32Attr:$dim);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_ConcatOp : TTIR_Meaningful<"concat"> {
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, SI32Attr:$dim);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_SliceStaticOp : TTIR_Meaningful<"slice_static"> {
  let arguments = (ins AnyRankedTensor:$input, TTIR_I32s:$begins, TTIR_I32s:$ends, TTIR_I32s:$step);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_IndexOp : TTIR_Meaningful<"index"> {
  let arguments = (ins AnyRankedTensor:$input, I32Attr:$dim, I32Attr:$begin, I32Attr:$end, I32Attr:$step);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_SqueezeOp : TTIR_Meaningful<"squeeze"> {
  let arguments = (ins AnyRankedTensor:$input, SI32Attr:$dim);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_UnsqueezeOp : TTIR_Meaningful<"unsqueeze"> {
  let arguments = (ins AnyRankedTensor:$input, SI32Attr:$dim);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_PadOp : TTIR_Meaningful<"pad"> {
  let arguments = (ins AnyRankedTensor:$input, DenseI32ArrayAttr:$padding, F32Attr:$value);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_ReverseOp : TTIR_Meaningful<"reverse"> {
  let summary = "Turns dimensions around";
  let arguments = (ins AnyRankedTensor:$input, DenseI64ArrayAttr:$dimensions);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_SelectOp : TTIR_Meaningful<"select"> {
  let summary = "`length` elements from `begin` on, again every `stride` elements, along `dim`";
  let arguments = (ins AnyRankedTensor:$input, SI32Attr:$dim, SI32Attr:$begin, SI32Attr:$length,
                       DefaultValuedOptionalAttr<SI32Attr, "0">:$stride);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_IndexSelectOp : TTIR_Meaningful<"index_select"> {
  let summary = "The rows along `dim` that a vector of indices names, or those of ttir.select";
  let arguments = (ins AnyRankedTensor:$input, Optional<AnyRankedTensor>:$indices, SI32Attr:$dim,
                       OptionalAttr<SI32Attr>:$begin, OptionalAttr<SI32Attr>:$length, OptionalAttr<SI32Attr>:$stride);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_SliceDynamicOp : TTIR_Op<"slice_dynamic"> {
  let summary = "Slice whose bounds are tensors";
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$begins, AnyRankedTensor:$ends,
                       OptionalAttr<TTIR_I32s>:$step);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_SortOp : TTIR_Meaningful<"sort"> {
  let arguments = (ins AnyRankedTensor:$input, DefaultValuedOptionalAttr<SI32Attr, "-1">:$dim,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$descending,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$stable);
  let results = (outs AnyRankedTensor:$values, AnyRankedTensor:$indices);
}
def TTIR_ScatterOp : TTIR_Op<"scatter"> {
  let summary = "Scatter along `dim`, or with StableHLO's dimension numbers in older dumps";
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$index, AnyRankedTensor:$source,
                       OptionalAttr<AnyAttr>:$dim, OptionalAttr<AnyAttr>:$scatter_reduce_type,
                       OptionalAttr<AnyAttr>:$update_window_dims, OptionalAttr<AnyAttr>:$inserted_window_dims,
                       OptionalAttr<AnyAttr>:$input_batching_dims,
                       OptionalAttr<AnyAttr>:$scatter_indices_batching_dims,
                       OptionalAttr<AnyAttr>:$scatter_dims_to_operand_dims, OptionalAttr<AnyAttr>:$index_vector_dim,
                       OptionalAttr<AnyAttr>:$indices_are_sorted, OptionalAttr<AnyAttr>:$unique_indices);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_EmbeddingBackwardOp : TTIR_Op<"embedding_backward"> {
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$weight, AnyRankedTensor:$in_gradient);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_EmbeddingOp : TTIR_Meaningful<"embedding"> {
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$weight);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_GatherOp : TTIR_Op<"gather"> {
  let summary = "Gather along `dim`, or with StableHLO's dimension numbers in older dumps";
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$index, OptionalAttr<AnyAttr>:$dim,
                       OptionalAttr<AnyAttr>:$offset_dims, OptionalAttr<AnyAttr>:$collapsed_slice_dims,
                       OptionalAttr<AnyAttr>:$operand_batching_dims,
                       OptionalAttr<AnyAttr>:$start_indices_batching_dims, OptionalAttr<AnyAttr>:$start_index_map,
                       OptionalAttr<AnyAttr>:$index_vector_dim, OptionalAttr<AnyAttr>:$slice_sizes,
                       OptionalAttr<AnyAttr>:$indices_are_sorted);
  let results = (outs AnyRankedTensor:$result);
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

def TTIR_ConstantOp : TTIR_Meaningful<"constant", [Pure, ConstantLike]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyRankedTensor:$result);
  let hasFolder = 1;
}
def TTIR_FullOp : TTIR_Op<"full"> {
  let arguments = (ins TTIR_DenseI32s:$shape, TTIR_Number:$fill_value);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_ZerosOp : TTIR_Op<"zeros"> {
  let arguments = (ins TTIR_DenseI32s:$shape);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_OnesOp : TTIR_Op<"ones"> {
  let arguments = (ins TTIR_DenseI32s:$shape);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_EmptyOp : TTIR_Op<"empty"> {
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "`(` `)` attr-dict `:` type($result)";
}
def TTIR_RandOp : TTIR_Op<"rand", []> {
  let summary = "Uniform random numbers in [low, high)";
  let arguments = (ins TTIR_I32s:$size, OptionalAttr<TypeAttr>:$dtype, DefaultValuedOptionalAttr<F32Attr, "0.0f">:$low,
                       DefaultValuedOptionalAttr<F32Attr, "1.0f">:$high,
                       DefaultValuedOptionalAttr<UI32Attr, "0">:$seed);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_ArangeOp : TTIR_Meaningful<"arange"> {
  let arguments = (ins SI64Attr:$start, SI64Attr:$end, SI64Attr:$step, I64Attr:$arange_dimension);
  let results = (outs AnyRankedTensor:$result);
}

//===----------------------------------------------------------------------===//
// Normalization and attention
//===----------------------------------------------------------------------===//

def TTIR_SoftmaxOp : TTIR_Meaningful<"softmax"> {
  let arguments = (ins AnyRankedTensor:$input, SI32Attr:$dimension,
                       DefaultValuedAttr<BoolAttr, "false">:$numericStable);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_RMSNormOp : TTIR_Meaningful<"rms_norm", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins AnyRankedTensor:$input, Optional<AnyRankedTensor>:$weight, Optional<AnyRankedTensor>:$bias,
                       DenseI64ArrayAttr:$normalized_shape, DefaultValuedAttr<F32Attr, "1e-05f">:$epsilon);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_LayerNormOp : TTIR_Meaningful<"layer_norm", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins AnyRankedTensor:$input, Optional<AnyRankedTensor>:$weight, Optional<AnyRankedTensor>:$bias,
                       DenseI64ArrayAttr:$normalized_shape, DefaultValuedAttr<F32Attr, "1e-05f">:$epsilon);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_DistributedRMSNormOp : TTIR_Op<"distributed_rms_norm", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins AnyRankedTensor:$input, Optional<AnyRankedTensor>:$weight, Optional<AnyRankedTensor>:$residual,
                       UI32Attr:$cluster_axis, DefaultValuedAttr<F32Attr, "1e-05f">:$epsilon);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_BatchNormInferenceOp : TTIR_Meaningful<"batch_norm_inference"> {
  let arguments = (ins AnyRankedTensor:$operand, AnyRankedTensor:$scale, AnyRankedTensor:$offset,
                       AnyRankedTensor:$mean, AnyRankedTensor:$variance, I32Attr:$dimension, F32Attr:$epsilon);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_BatchNormTrainingOp : TTIR_Meaningful<"batch_norm_training"> {
  let summary = "Normalizes by the statistics of the batch; returns the running ones moved towards them by `momentum`";
  let arguments = (ins AnyRankedTensor:$operand, AnyRankedTensor:$scale, AnyRankedTensor:$offset,
                       AnyRankedTensor:$running_mean, AnyRankedTensor:$running_variance, I32Attr:$dimension,
                       F32Attr:$epsilon, F32Attr:$momentum);
  let results = (outs AnyRankedTensor:$result, AnyRankedTensor:$batch_mean, AnyRankedTensor:$batch_variance);
}
def TTIR_GroupNormOp : TTIR_Meaningful<"group_norm", [Pure, AttrSizedOperandSegments]> {
  let summary = "Normalizes (N, .., C) over groups of channels and everything between";
  let arguments = (ins AnyRankedTensor:$input, Optional<AnyRankedTensor>:$input_mask,
                       Optional<AnyRankedTensor>:$weight, Optional<AnyRankedTensor>:$bias, I64Attr:$num_groups,
                       DefaultValuedOptionalAttr<F32Attr, "1e-12f">:$epsilon, DefaultValuedOptionalAttr<I64Attr, "3">:$channel_dim);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_ScaledDotProductAttentionDecodeOp
    : TTIR_Op<"scaled_dot_product_attention_decode", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins AnyRankedTensor:$query, AnyRankedTensor:$key, AnyRankedTensor:$value,
                       Optional<AnyRankedTensor>:$attention_mask, Optional<AnyRankedTensor>:$cur_pos_tensor,
                       Optional<AnyRankedTensor>:$attention_sink,
                       DefaultValuedOptionalAttr<BoolAttr, "true">:$is_causal, OptionalAttr<F32Attr>:$scale,
                       OptionalAttr<UI32Attr>:$sliding_window_size);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_PagedScaledDotProductAttentionDecodeOp
    : TTIR_Op<"paged_scaled_dot_product_attention_decode", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins AnyRankedTensor:$query, AnyRankedTensor:$key, AnyRankedTensor:$value,
                       AnyRankedTensor:$page_table, Optional<AnyRankedTensor>:$output,
                       Optional<AnyRankedTensor>:$attention_mask,
                       Optional<AnyRankedTensor>:$cur_pos_tensor, Optional<AnyRankedTensor>:$attention_sink,
                       DefaultValuedOptionalAttr<BoolAttr, "true">:$is_causal, OptionalAttr<F32Attr>:$scale,
                       OptionalAttr<UI32Attr>:$sliding_window_size);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_SplitQueryKeyValueAndSplitHeadsOp : TTIR_Op<"split_query_key_value_and_split_heads"> {
  let arguments = (ins AnyRankedTensor:$input_tensor, Optional<AnyRankedTensor>:$kv_input_tensor, UI32Attr:$num_heads,
                       OptionalAttr<UI32Attr>:$num_kv_heads, DefaultValuedOptionalAttr<BoolAttr, "false">:$transpose_key);
  let results = (outs AnyRankedTensor:$query, AnyRankedTensor:$key, AnyRankedTensor:$value);
}
def TTIR_NLPConcatHeadsDecodeOp : TTIR_Op<"nlp_concat_heads_decode"> {
  let arguments = (ins AnyRankedTensor:$input, UI32Attr:$num_heads);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_ScaledDotProductAttentionOp : TTIR_Op<"scaled_dot_product_attention", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins AnyRankedTensor:$query, AnyRankedTensor:$key, AnyRankedTensor:$value,
                       Optional<AnyRankedTensor>:$attention_mask, Optional<AnyRankedTensor>:$attention_sink,
                       DefaultValuedAttr<BoolAttr, "true">:$is_causal, OptionalAttr<F32Attr>:$scale,
                       OptionalAttr<UI32Attr>:$sliding_window_size);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_RotaryEmbeddingOp : TTIR_Op<"rotary_embedding"> {
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$cos, AnyRankedTensor:$sin);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_ConcatenateHeadsOp : TTIR_Op<"concatenate_heads"> {
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_TopKOp : TTIR_Op<"topk"> {
  let arguments = (ins AnyRankedTensor:$input, I32Attr:$k, DefaultValuedAttr<I32Attr, "-1">:$dim,
                       DefaultValuedAttr<BoolAttr, "true">:$largest, DefaultValuedAttr<BoolAttr, "false">:$sorted);
  let results = (outs AnyRankedTensor:$values, AnyRankedTensor:$indices);
}

//===----------------------------------------------------------------------===//
// Sliding windows. Padding is top, left, bottom, right. With `flattened_image = [N, H, W]` activations have the shape
// (1, 1, N*H*W, C) that TTNN wants. The `.._dim` attributes say where batch, height, width and channels of input and
// result are, when not in this order.
//===----------------------------------------------------------------------===//

class TTIR_Dim<string dim> : DefaultValuedOptionalAttr<I64Attr, dim>;
def TTIR_Image : OptionalAttr<DenseI64ArrayAttr>;
// What tt-mlir writes for it: #ttir<flattened_compat batch_size = N, input_height = H, input_width = W>.
def TTIR_Compat : OptionalAttr<AnyAttr>;

def TTIR_Conv2dOp : TTIR_Meaningful<"conv2d"> {
  let summary = "2-D convolution; activations NHWC unless the dimension attributes say otherwise, weights OIHW";
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$weight, Optional<AnyRankedTensor>:$bias,
                       TTIR_I32OrDense:$stride, TTIR_I32OrDense:$padding, TTIR_I32OrDense:$dilation, I32Attr:$groups,
                       DefaultValuedAttr<I64Attr, "0">:$batch_dim, DefaultValuedAttr<I64Attr, "1">:$height_dim,
                       DefaultValuedAttr<I64Attr, "2">:$width_dim, DefaultValuedAttr<I64Attr, "3">:$channel_dim,
                       TTIR_Image:$flattened_image, TTIR_Compat:$flattened_compat_info);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_ConvTranspose2dOp : TTIR_Meaningful<"conv_transpose2d"> {
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$weight, Optional<AnyRankedTensor>:$bias,
                       TTIR_I32OrDense:$stride, TTIR_I32OrDense:$padding, TTIR_I32OrDense:$output_padding, TTIR_I32OrDense:$dilation, I32Attr:$groups,
                       TTIR_Dim<"0">:$batch_dim, TTIR_Dim<"1">:$height_dim, TTIR_Dim<"2">:$width_dim,
                       TTIR_Dim<"3">:$channel_dim, TTIR_Image:$flattened_image, TTIR_Compat:$flattened_compat_info);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_Conv3dOp : TTIR_Meaningful<"conv3d"> {
  let summary = "3-D convolution; activations NDHWC, weights OIDHW";
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$weight, Optional<AnyRankedTensor>:$bias,
                       TTIR_I32OrDense:$stride, TTIR_I32OrDense:$padding, I32Attr:$groups,
                       DefaultValuedOptionalAttr<StrAttr, "\"zeros\"">:$padding_mode, TTIR_Dim<"0">:$batch_dim,
                       TTIR_Dim<"1">:$depth_dim, TTIR_Dim<"2">:$height_dim, TTIR_Dim<"3">:$width_dim,
                       TTIR_Dim<"4">:$channel_dim);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_GlobalAvgPool2dOp : TTIR_Meaningful<"global_avg_pool2d"> {
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_MaxPool2dWithIndicesOp : TTIR_Meaningful<"max_pool2d_with_indices"> {
  let arguments = (ins AnyRankedTensor:$input, TTIR_I32OrDense:$kernel, TTIR_I32OrDense:$stride, TTIR_I32OrDense:$dilation, TTIR_I32OrDense:$padding,
                       BoolAttr:$ceil_mode, TTIR_Image:$flattened_image, TTIR_Compat:$flattened_compat_info, TTIR_Dim<"0">:$batch_dim,
                       TTIR_Dim<"1">:$height_dim, TTIR_Dim<"2">:$width_dim, TTIR_Dim<"3">:$channel_dim);
  let results = (outs AnyRankedTensor:$result, AnyRankedTensor:$result_indices);
}
def TTIR_MaxPool2dOp : TTIR_Meaningful<"max_pool2d"> {
  let arguments = (ins AnyRankedTensor:$input, TTIR_I32OrDense:$kernel, TTIR_I32OrDense:$stride, TTIR_I32OrDense:$dilation, TTIR_I32OrDense:$padding,
                       BoolAttr:$ceil_mode, TTIR_Image:$flattened_image, TTIR_Compat:$flattened_compat_info, TTIR_Dim<"0">:$batch_dim,
                       TTIR_Dim<"1">:$height_dim, TTIR_Dim<"2">:$width_dim, TTIR_Dim<"3">:$channel_dim);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_AvgPool2dOp : TTIR_Meaningful<"avg_pool2d"> {
  let arguments = (ins AnyRankedTensor:$input, TTIR_I32OrDense:$kernel, TTIR_I32OrDense:$stride, TTIR_I32OrDense:$dilation, TTIR_I32OrDense:$padding,
                       BoolAttr:$ceil_mode, DefaultValuedAttr<BoolAttr, "true">:$count_include_pad,
                       TTIR_Image:$flattened_image, TTIR_Compat:$flattened_compat_info, TTIR_Dim<"0">:$batch_dim,
                       TTIR_Dim<"1">:$height_dim, TTIR_Dim<"2">:$width_dim, TTIR_Dim<"3">:$channel_dim);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_Upsample2dOp : TTIR_Meaningful<"upsample2d"> {
  let arguments = (ins AnyRankedTensor:$input, TTIR_SI32OrDense:$scale_factor, DefaultValuedAttr<StrAttr, "\"nearest\"">:$mode);
  let results = (outs AnyRankedTensor:$result);
}

//===----------------------------------------------------------------------===//
// Windows in StableHLO's terms, of older dumps; alcove/Ops/Dialect/TTIR/GeneralWindows.h reads them
//===----------------------------------------------------------------------===//

def TTIR_ConvolutionOp : TTIR_Meaningful<"convolution"> {
  let summary = "Convolution over any number of dimensions in any order";
  let description = [{
    `convolution_layout = #ttir<convolution_layout input_batch = 0, input_feature = 1, input_spatial_dimensions = 2x3,
    kernel_output_feature = 0, ...>`; padding holds low and high of each spatial dimension.
  }];
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$weight, Optional<AnyRankedTensor>:$bias,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides, OptionalAttr<DenseI64ArrayAttr>:$padding,
                       OptionalAttr<DenseI64ArrayAttr>:$input_dilation,
                       OptionalAttr<DenseI64ArrayAttr>:$weight_dilation,
                       OptionalAttr<DenseBoolArrayAttr>:$window_reversal, AnyAttr:$convolution_layout,
                       DefaultValuedOptionalAttr<I64Attr, "1">:$feature_group_count,
                       DefaultValuedOptionalAttr<I64Attr, "1">:$batch_group_count);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_PoolingOp : TTIR_Meaningful<"pooling"> {
  let summary = "Maximum, sum or average of windows over any dimensions, of each input; an average counts padding";
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, AnyAttr:$pooling_method,
                       DenseI64ArrayAttr:$window_dimensions, OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dilations, OptionalAttr<DenseI64ArrayAttr>:$padding);
  let results = (outs Variadic<AnyRankedTensor>:$results);
}

//===----------------------------------------------------------------------===//
// Caches: written in place, no result
//===----------------------------------------------------------------------===//

def TTIR_UpdateCacheOp : TTIR_Meaningful<"update_cache", []> {
  let arguments = (ins Arg<AnyRankedTensor, "cache", [MemWrite]>:$cache, AnyRankedTensor:$input,
                       AnyRankedTensor:$update_index, I32Attr:$batch_offset);
}
def TTIR_FillCacheOp : TTIR_Meaningful<"fill_cache", []> {
  let arguments = (ins Arg<AnyRankedTensor, "cache", [MemWrite]>:$cache, AnyRankedTensor:$input,
                       I32Attr:$batch_offset);
}

def TTIR_PagedUpdateCacheOp : TTIR_Op<"paged_update_cache", []> {
  let arguments = (ins Arg<AnyRankedTensor, "cache", [MemWrite]>:$cache, AnyRankedTensor:$input,
                       AnyRankedTensor:$update_index, Optional<AnyRankedTensor>:$page_table,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$share_cache);
}
def TTIR_PagedFillCacheOp : TTIR_Op<"paged_fill_cache", []> {
  let arguments = (ins Arg<AnyRankedTensor, "cache", [MemWrite]>:$cache, AnyRankedTensor:$input,
                       AnyRankedTensor:$page_table, Optional<AnyRankedTensor>:$batch_idx_tensor);
}

//===----------------------------------------------------------------------===//
// Collectives over the mesh
//===----------------------------------------------------------------------===//

def TTIR_AllReduceOp : TTIR_Meaningful<"all_reduce"> {
  let arguments = (ins AnyRankedTensor:$input, TTCore_ReduceTypeAttr:$reduce_type, UI32Attr:$cluster_axis);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_AllGatherOp : TTIR_Op<"all_gather"> {
  let arguments = (ins AnyRankedTensor:$input, SI32Attr:$all_gather_dim, UI32Attr:$cluster_axis);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_ReduceScatterOp : TTIR_Op<"reduce_scatter"> {
  let arguments = (ins AnyRankedTensor:$input, TTCore_ReduceTypeAttr:$reduce_type, SI32Attr:$scatter_dim,
                       UI32Attr:$cluster_axis);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_MeshPartitionOp : TTIR_Op<"mesh_partition"> {
  let arguments = (ins AnyRankedTensor:$input, SI32Attr:$dim, OptionalAttr<UI32Attr>:$cluster_axis);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_CollectivePermuteOp : TTIR_Meaningful<"collective_permute"> {
  let arguments = (ins AnyRankedTensor:$input, TTIR_I64Elements:$source_target_pairs);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_MeshShardOp : TTIR_Op<"mesh_shard"> {
  let summary = "From the whole tensor to the part of each device, or back";
  let arguments = (ins AnyRankedTensor:$input, TTCore_ShardTypeAttr:$shard_type,
                       TTCore_ShardDirectionAttr:$shard_direction, TTIR_DenseI64s:$shard_shape, TTIR_DenseI64s:$shard_dims);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_PointToPointOp : TTIR_Op<"point_to_point"> {
  let arguments = (ins AnyRankedTensor:$input, Optional<AnyRankedTensor>:$optional_output_tensor,
                       DenseI64ArrayAttr:$sender_coord, DenseI64ArrayAttr:$receiver_coord);
  let results = (outs AnyRankedTensor:$result);
}

#endif // ALCOVE_OPS_DIALECT_TTIR_TTIROPS_TD
