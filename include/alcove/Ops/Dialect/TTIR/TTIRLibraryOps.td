//===- TTIRLibraryOps.td - TTIR ops that stand for one kernel of the library ---*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTIR_TTIRLIBRARYOPS_TD
#define ALCOVE_OPS_DIALECT_TTIR_TTIRLIBRARYOPS_TD

include "alcove/Ops/Dialect/TTIR/TTIRBase.td"

def TTIR_TensorOrMemRef : AnyTypeOf<[AnyRankedTensor, AnyMemRef], "tensor or memref">;

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

def TTIR_Exp2Op : TTIR_Unary<"exp2">;
def TTIR_FracOp : TTIR_Unary<"frac">;
def TTIR_SignbitOp : TTIR_Unary<"signbit">;
def TTIR_SquareOp : TTIR_Unary<"square">;
def TTIR_BitcastConvertOp : TTIR_Unary<"bitcast_convert">;
def TTIR_RightShiftOp : TTIR_Binary<"right_shift">;
def TTIR_SeluOp : TTIR_Op<"selu", [Pure, TTIR_Elementwise]> {
  let arguments = (ins AnyRankedTensor:$input, DefaultValuedOptionalAttr<F32Attr, "1.0507009873390197f">:$scale,
                       DefaultValuedOptionalAttr<F32Attr, "1.6732635498046875f">:$alpha);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_GeluBwOp : TTIR_Op<"gelu_bw", [Pure, TTIR_Elementwise]> {
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs,
                       DefaultValuedOptionalAttr<StrAttr, "\"none\"">:$approximate);
  let results = (outs AnyRankedTensor:$result);
}

//===----------------------------------------------------------------------===//
// Reductions, contractions, shapes
//===----------------------------------------------------------------------===//

def TTIR_CumProdOp : TTIR_Op<"cumprod"> {
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$dim);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_SparseMatmulOp : TTIR_Op<"sparse_matmul"> {
  let arguments = (ins AnyRankedTensor:$a, AnyRankedTensor:$b, AnyRankedTensor:$sparsity,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_input_a_sparse,
                       DefaultValuedOptionalAttr<BoolAttr, "true">:$is_input_b_sparse, OptionalAttr<I64Attr>:$nnz);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_Conv1dOp : TTIR_Op<"conv1d"> {
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$weight, Optional<AnyRankedTensor>:$bias,
                       TTIR_I32OrDense:$stride, TTIR_I32OrDense:$padding, TTIR_I32OrDense:$dilation, I32Attr:$groups,
                       DefaultValuedOptionalAttr<I64Attr, "0">:$batch_dim,
                       DefaultValuedOptionalAttr<I64Attr, "1">:$length_dim,
                       DefaultValuedOptionalAttr<I64Attr, "2">:$channel_dim);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_RearrangeOp : TTIR_Op<"rearrange"> {
  let arguments = (ins AnyRankedTensor:$input, StrAttr:$pattern);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_GetDimensionSizeOp : TTIR_Op<"get_dimension_size"> {
  let arguments = (ins AnyRankedTensor:$operand, I32Attr:$dimension);
  let results = (outs AnyRankedTensor:$result);
}

//===----------------------------------------------------------------------===//
// Quantization: of tensors whose element type says how, and with scale and zero point as tensors
//===----------------------------------------------------------------------===//

def TTIR_QuantizeOp : TTIR_Op<"quantize"> {
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_DequantizeOp : TTIR_Op<"dequantize"> {
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_RequantizeOp : TTIR_Op<"requantize"> {
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_QuantizeUnrolledOp : TTIR_Op<"quantize_unrolled"> {
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$scale, AnyRankedTensor:$zero_point,
                       OptionalAttr<I32Attr>:$axis);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_DequantizeUnrolledOp : TTIR_Op<"dequantize_unrolled"> {
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$scale, AnyRankedTensor:$zero_point,
                       OptionalAttr<I32Attr>:$axis);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_RequantizeUnrolledOp : TTIR_Op<"requantize_unrolled"> {
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$in_scale, AnyRankedTensor:$in_zero_point,
                       AnyRankedTensor:$out_scale, AnyRankedTensor:$out_zero_point, OptionalAttr<I32Attr>:$axis);
  let results = (outs AnyRankedTensor:$result);
}

//===----------------------------------------------------------------------===//
// Attention, normalization, choice of tokens and experts
//===----------------------------------------------------------------------===//

def TTIR_ChunkedScaledDotProductAttentionOp : TTIR_Op<"chunked_scaled_dot_product_attention"> {
  let arguments = (ins AnyRankedTensor:$query, AnyRankedTensor:$key, AnyRankedTensor:$value,
                       AnyRankedTensor:$page_table, AnyRankedTensor:$chunk_start_idx, AnyRankedTensor:$output,
                       OptionalAttr<F32Attr>:$scale);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_PagedFlashMultiLatentAttentionDecodeOp
    : TTIR_Op<"paged_flash_multi_latent_attention_decode", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins AnyRankedTensor:$query, AnyRankedTensor:$key, Optional<AnyRankedTensor>:$value,
                       AnyRankedTensor:$page_table, Optional<AnyRankedTensor>:$attention_mask,
                       Optional<AnyRankedTensor>:$cur_pos_tensor, Optional<AnyRankedTensor>:$attention_sink,
                       UI32Attr:$head_dim_v, DefaultValuedOptionalAttr<BoolAttr, "true">:$is_causal,
                       OptionalAttr<F32Attr>:$scale);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_DistributedLayerNormOp : TTIR_Op<"distributed_layer_norm", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins AnyRankedTensor:$input, Optional<AnyRankedTensor>:$weight, Optional<AnyRankedTensor>:$bias,
                       Optional<AnyRankedTensor>:$residual, UI32Attr:$cluster_axis,
                       DefaultValuedOptionalAttr<F32Attr, "1e-05f">:$epsilon);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_SamplingOp : TTIR_Op<"sampling"> {
  let arguments = (ins AnyRankedTensor:$input_values, AnyRankedTensor:$input_indices, AnyRankedTensor:$k,
                       AnyRankedTensor:$p, AnyRankedTensor:$temp, OptionalAttr<UI32Attr>:$seed);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_TopkRouterGPTOp : TTIR_Op<"topk_router_gpt"> {
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$weight, AnyRankedTensor:$bias, I32Attr:$k,
                       I32Attr:$num_experts);
  let results = (outs AnyRankedTensor:$expert_indices, AnyRankedTensor:$expert_weights);
}

//===----------------------------------------------------------------------===//
// Mixtures of experts
//===----------------------------------------------------------------------===//

def TTIR_AllToAllDispatchOp : TTIR_Op<"all_to_all_dispatch"> {
  let arguments = (ins AnyRankedTensor:$input_tensor, AnyRankedTensor:$expert_indices,
                       AnyRankedTensor:$expert_mapping, I64Attr:$num_devices, I64Attr:$cluster_axis);
  let results = (outs AnyRankedTensor:$dispatched, AnyRankedTensor:$metadata);
}
def TTIR_AllToAllDispatchMetadataOp : TTIR_Op<"all_to_all_dispatch_metadata"> {
  let arguments = (ins AnyRankedTensor:$input_tensor, AnyRankedTensor:$expert_indices, AnyRankedTensor:$expert_scores,
                       AnyRankedTensor:$expert_mapping, I64Attr:$num_devices, I64Attr:$cluster_axis);
  let results = (outs AnyRankedTensor:$dispatched, AnyRankedTensor:$indices, AnyRankedTensor:$scores);
}
def TTIR_AllToAllCombineOp : TTIR_Op<"all_to_all_combine"> {
  let arguments = (ins AnyRankedTensor:$input_tensor, AnyRankedTensor:$expert_metadata,
                       AnyRankedTensor:$expert_mapping, I64Attr:$num_devices, I64Attr:$cluster_axis,
                       I64Attr:$num_experts_per_tok, DefaultValuedOptionalAttr<I64Attr, "2">:$output_shard_dim);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_MoEComputeOp : TTIR_Op<"moe_compute", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins AnyRankedTensor:$tilize_input_tensor, AnyRankedTensor:$tilize_expert_indices_tensor,
                       AnyRankedTensor:$tilize_expert_scores_tensor, AnyRankedTensor:$tilize_expert_mapping_tensor,
                       AnyRankedTensor:$w0, AnyRankedTensor:$w1, AnyRankedTensor:$w2,
                       Optional<AnyRankedTensor>:$bias_0, Optional<AnyRankedTensor>:$bias_1,
                       Optional<AnyRankedTensor>:$bias_2, UI32Attr:$layer_id, UI32Attr:$output_height_shard_dim,
                       UI32Attr:$intermediate_size, OptionalAttr<TTCore_MoEActivationFunctionAttr>:$activation_function,
                       UI32Attr:$cluster_axis);
  let results = (outs AnyRankedTensor:$combine_output);
}
def TTIR_MoEExpertTokenRemapOp : TTIR_Op<"moe_expert_token_remap"> {
  let arguments = (ins AnyRankedTensor:$topk_tensor, AnyRankedTensor:$expert_mapping,
                       AnyRankedTensor:$expert_metadata, I64Attr:$reduction_size);
  let results = (outs AnyRankedTensor:$mapping, AnyRankedTensor:$reduced);
}
def TTIR_MoEGPTOp : TTIR_Op<"moe_gpt"> {
  let arguments = (ins AnyRankedTensor:$input_tensor, AnyRankedTensor:$expert_indices, AnyRankedTensor:$expert_scores,
                       AnyRankedTensor:$expert_mapping, AnyRankedTensor:$w0_w1_tensor, AnyRankedTensor:$w2_tensor,
                       DefaultValuedOptionalAttr<UI32Attr, "4">:$output_height_shard_dim,
                       DefaultValuedOptionalAttr<UI32Attr, "3">:$output_width_shard_dim,
                       DefaultValuedOptionalAttr<UI32Attr, "2880">:$hidden_size,
                       OptionalAttr<UI32Attr>:$cluster_axis);
  let results = (outs AnyRankedTensor:$token_counts, AnyRankedTensor:$activation_records,
                      AnyRankedTensor:$token_indices, AnyRankedTensor:$tilize_out, AnyRankedTensor:$tilize_out_rm);
}
def TTIR_SelectiveReduceCombineOp : TTIR_Op<"selective_reduce_combine"> {
  let arguments = (ins AnyRankedTensor:$dense_input_tensor, AnyRankedTensor:$dense_activations_tensor,
                       AnyRankedTensor:$dense_token_maps_tensor, AnyRankedTensor:$dense_token_counts_tensor,
                       UI32Attr:$hidden_size, UI32Attr:$batch_size, UI32Attr:$seq_size, UI32Attr:$select_experts_k,
                       UI32Attr:$experts);
  let results = (outs AnyRankedTensor:$result);
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

def TTIR_AllReduceAsyncOp : TTIR_Op<"all_reduce_async"> {
  let arguments = (ins AnyRankedTensor:$input, TTCore_ReduceTypeAttr:$reduce_type, UI32Attr:$cluster_axis);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_AllToAllOp : TTIR_Op<"all_to_all"> {
  let arguments = (ins AnyRankedTensor:$input, SI32Attr:$split_dim, SI32Attr:$concat_dim, SI32Attr:$split_count,
                       I64ElementsAttr:$replica_groups);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_CollectiveBroadcastOp : TTIR_Op<"collective_broadcast"> {
  let arguments = (ins AnyRankedTensor:$input, I64ElementsAttr:$replica_groups);
  let results = (outs AnyRankedTensor:$result);
}

//===----------------------------------------------------------------------===//
// Training
//===----------------------------------------------------------------------===//

def TTIR_AdamWOp : TTIR_Op<"adamw"> {
  let arguments = (ins AnyRankedTensor:$param, AnyRankedTensor:$grad, AnyRankedTensor:$exp_avg,
                       AnyRankedTensor:$exp_avg_sq, Optional<AnyRankedTensor>:$max_exp_avg_sq, F32Attr:$lr,
                       F32Attr:$beta1, F32Attr:$beta2, F32Attr:$beta1_pow, F32Attr:$beta2_pow, F32Attr:$epsilon,
                       F32Attr:$weight_decay, DefaultValuedOptionalAttr<BoolAttr, "false">:$stochastic_rounding);
  let results = (outs AnyRankedTensor:$param_out, AnyRankedTensor:$exp_avg_out, AnyRankedTensor:$exp_avg_sq_out,
                      Optional<AnyRankedTensor>:$max_exp_avg_sq_out);
}
def TTIR_SDPAFwOp : TTIR_Op<"sdpa_fw"> {
  let arguments = (ins AnyRankedTensor:$query, AnyRankedTensor:$key, AnyRankedTensor:$value,
                       Optional<AnyRankedTensor>:$attention_mask, OptionalAttr<TTCore_AttentionMaskTypeAttr>:$mask_type,
                       DefaultValuedOptionalAttr<F32Attr, "0.0f">:$dropout_probability,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$return_intermediates);
  let results = (outs AnyRankedTensor:$output, Optional<AnyRankedTensor>:$intermediates);
}
def TTIR_SDPABwOp : TTIR_Op<"sdpa_bw"> {
  let arguments = (ins AnyRankedTensor:$grad_output, AnyRankedTensor:$attn_output, AnyRankedTensor:$query,
                       AnyRankedTensor:$key, AnyRankedTensor:$value, AnyRankedTensor:$intermediates,
                       Optional<AnyRankedTensor>:$attention_mask, OptionalAttr<TTCore_AttentionMaskTypeAttr>:$mask_type,
                       DefaultValuedOptionalAttr<F32Attr, "0.0f">:$dropout_probability);
  let results = (outs AnyRankedTensor:$grad_query, AnyRankedTensor:$grad_key, AnyRankedTensor:$grad_value);
}

//===----------------------------------------------------------------------===//
// Buffers and foreign kernels: kept whole, executed by nobody here
//===----------------------------------------------------------------------===//

def TTIR_AllocOp : TTIR_Op<"alloc", []> {
  let arguments = (ins I64Attr:$address, I64Attr:$size, TTCore_MemorySpaceAttr:$memory_space);
  let results = (outs AnyRankedTensor:$result);
}
def TTIR_DeallocOp : TTIR_Op<"dealloc", []> {
  let arguments = (ins TTIR_TensorOrMemRef:$result);
}
def TTIR_ToLayoutOp : TTIR_Op<"to_layout"> {
  let summary = "The input in the layout of the result's type; into `output` where there is one";
  let arguments = (ins TTIR_TensorOrMemRef:$input, Optional<TTIR_TensorOrMemRef>:$output,
                       OptionalAttr<AnyAttr>:$layout);
  let results = (outs Variadic<TTIR_TensorOrMemRef>:$results);
  let assemblyFormat = [{
    $input (`,` $output^)? `:` type($input) (`into` type($output)^)? (`hostInfo` `=` $layout^)? attr-dict
    (`->` type($results)^)?
  }];
}
def TTIR_TTNNMetalLayoutCastOp : TTIR_Op<"ttnn_metal_layout_cast"> {
  let arguments = (ins TTIR_TensorOrMemRef:$input, OptionalAttr<AffineMapAttr>:$virtual_grid_inverse_mapping,
                       OptionalAttr<AffineMapAttr>:$virtual_grid_forward_mapping);
  let results = (outs TTIR_TensorOrMemRef:$result);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($result)";
}
def TTIR_TTLangOp : TTIR_Op<"tt_lang_op", []> {
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, StrAttr:$kernel_id, StrAttr:$version_tag,
                       StrAttr:$arg_roles, DefaultValuedOptionalAttr<StrAttr, "\"\"">:$shard_spec);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = "`(` $inputs `)` attr-dict `:` `(` type($inputs) `)` `->` `(` type($results) `)`";
}

#endif // ALCOVE_OPS_DIALECT_TTIR_TTIRLIBRARYOPS_TD
