//===- TTNNLibraryOps.td - TTNN ops of experts, quantization, training, run time ---*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTNN_TTNNLIBRARYOPS_TD
#define ALCOVE_OPS_DIALECT_TTNN_TTNNLIBRARYOPS_TD

include "alcove/Ops/Dialect/TTNN/TTNNOpBase.td"

//===----------------------------------------------------------------------===//
// Data movement, quantization, contractions
//===----------------------------------------------------------------------===//

def TTNN_AssignOp : TTNN_Op<"assign"> {
  let arguments = (ins T:$input);
  let results = (outs T:$result);
}
def TTNN_BitcastConvertOp : TTNN_Unary<"bitcast_convert">;
def TTNN_CumProdOp : TTNN_Op<"cumprod"> {
  let arguments = (ins T:$input, SI32Attr:$dim);
  let results = (outs T:$result);
}
def TTNN_SparseMatmulOp : TTNN_Op<"sparse_matmul"> {
  let arguments = (ins T:$a, T:$b, T:$sparsity, DefaultValuedOptionalAttr<BoolAttr, "false">:$is_input_a_sparse,
                       DefaultValuedOptionalAttr<BoolAttr, "true">:$is_input_b_sparse, OptionalAttr<I64Attr>:$nnz,
                       OptionalAttr<TTNN_MatmulMcast1DAttr>:$program_config,
                       OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config);
  let results = (outs T:$result);
}
def TTNN_Conv1dOp : TTNN_Op<"conv1d"> {
  let arguments = (ins T:$input, T:$weight, Optional<T>:$bias, TTNN_Device:$device, I32Attr:$in_channels,
                       I32Attr:$out_channels, I32Attr:$batch_size, I32Attr:$input_length, I32Attr:$kernel_size,
                       I32Attr:$stride, DenseI32ArrayAttr:$padding, I32Attr:$dilation, I32Attr:$groups,
                       OptionalAttr<TTNN_Conv2dConfigAttr>:$conv2d_config,
                       OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config,
                       OptionalAttr<TTNN_Conv2dSliceConfigAttr>:$conv2d_slice_config);
  let results = (outs T:$result);
}
def TTNN_QuantizeOp : TTNN_Op<"quantize"> {
  let arguments = (ins T:$input, T:$scale, T:$zero_point, OptionalAttr<I32Attr>:$axis,
                       OptionalAttr<TTCore_DataTypeAttr>:$output_dtype);
  let results = (outs T:$result);
}
def TTNN_DequantizeOp : TTNN_Op<"dequantize"> {
  let arguments = (ins T:$input, T:$scale, T:$zero_point, OptionalAttr<I32Attr>:$axis,
                       OptionalAttr<TTCore_DataTypeAttr>:$output_dtype);
  let results = (outs T:$result);
}
def TTNN_RequantizeOp : TTNN_Op<"requantize"> {
  let arguments = (ins T:$input, T:$in_scale, T:$in_zero_point, T:$out_scale, T:$out_zero_point,
                       OptionalAttr<I32Attr>:$axis, OptionalAttr<TTCore_DataTypeAttr>:$output_dtype);
  let results = (outs T:$result);
}

//===----------------------------------------------------------------------===//
// Weights brought into the form of one kernel
//===----------------------------------------------------------------------===//

def TTNN_PrepareConvTranspose2dWeightsOp : TTNN_Op<"prepare_conv_transpose2d_weights"> {
  let arguments = (ins T:$weight_tensor, TTNN_Device:$device, TTNN_MemoryConfigAttr:$input_memory_config,
                       TTNN_LayoutAttr:$input_tensor_layout, StrAttr:$weights_format, I32Attr:$in_channels,
                       I32Attr:$out_channels, I32Attr:$batch_size, I32Attr:$input_height, I32Attr:$input_width,
                       DenseI32ArrayAttr:$kernel_size, DenseI32ArrayAttr:$stride, DenseI32ArrayAttr:$padding,
                       DefaultValuedOptionalAttr<DenseI32ArrayAttr, "{0, 0}">:$output_padding,
                       DenseI32ArrayAttr:$dilation, BoolAttr:$has_bias, I32Attr:$groups,
                       TTCore_DataTypeAttr:$input_dtype, OptionalAttr<TTCore_DataTypeAttr>:$output_dtype,
                       OptionalAttr<TTNN_Conv2dConfigAttr>:$conv2d_config,
                       OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config,
                       OptionalAttr<TTNN_Conv2dSliceConfigAttr>:$conv2d_slice_config,
                       DefaultValuedOptionalAttr<BoolAttr, "true">:$mirror_kernel);
  let results = (outs T:$result);
}
def TTNN_PrepareConvTranspose2dBiasOp : TTNN_Op<"prepare_conv_transpose2d_bias"> {
  let arguments = (ins T:$bias_tensor, TTNN_Device:$device, TTNN_MemoryConfigAttr:$input_memory_config,
                       TTNN_LayoutAttr:$input_tensor_layout, I32Attr:$in_channels, I32Attr:$out_channels,
                       I32Attr:$batch_size, I32Attr:$input_height, I32Attr:$input_width,
                       DenseI32ArrayAttr:$kernel_size, DenseI32ArrayAttr:$stride, DenseI32ArrayAttr:$padding,
                       DenseI32ArrayAttr:$dilation, I32Attr:$groups, TTCore_DataTypeAttr:$input_dtype,
                       OptionalAttr<TTCore_DataTypeAttr>:$output_dtype,
                       OptionalAttr<TTNN_Conv2dConfigAttr>:$conv2d_config,
                       OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config,
                       OptionalAttr<TTNN_Conv2dSliceConfigAttr>:$conv2d_slice_config);
  let results = (outs T:$result);
}
def TTNN_PrepareConv3dWeightsOp : TTNN_Op<"prepare_conv3d_weights"> {
  let arguments = (ins T:$weight_tensor, TTNN_Device:$device, I32Attr:$groups, I32Attr:$c_in_block,
                       I32Attr:$alignment);
  let results = (outs T:$result);
}
def TTNN_PrepareMoEComputeW0W1WeightsOp
    : TTNN_Op<"prepare_moe_compute_w0_w1_weights", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins T:$w0, T:$w1, Optional<T>:$bias_0, Optional<T>:$bias_1, TTNN_Device:$device,
                       UI32Attr:$hidden_size, UI32Attr:$intermediate_size);
  let results = (outs T:$result);
}
def TTNN_PrepareMoEComputeW2WeightsOp : TTNN_Op<"prepare_moe_compute_w2_weights"> {
  let arguments = (ins T:$w2, Optional<T>:$bias_2, TTNN_Device:$device, UI32Attr:$hidden_size,
                       UI32Attr:$intermediate_size);
  let results = (outs T:$result);
}

//===----------------------------------------------------------------------===//
// Normalization
//===----------------------------------------------------------------------===//

def TTNN_GroupNormOp : TTNN_Op<"group_norm", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins T:$input, Optional<T>:$input_mask, Optional<T>:$weight, Optional<T>:$bias, I64Attr:$num_groups,
                       DefaultValuedOptionalAttr<F32Attr, "1e-12f">:$epsilon);
  let results = (outs T:$result);
}
def TTNN_BatchNormTrainingOp : TTNN_Op<"batch_norm_training", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins T:$input, Optional<T>:$running_mean, Optional<T>:$running_var, Optional<T>:$weight,
                       Optional<T>:$bias, DefaultValuedOptionalAttr<F32Attr, "1e-05f">:$epsilon,
                       DefaultValuedOptionalAttr<F32Attr, "0.1f">:$momentum,
                       OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config);
  let results = (outs T:$result);
}
def TTNN_DiTRMSNormUnaryFusedOp : TTNN_Op<"dit_rms_norm_unary_fused", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins T:$input, Optional<T>:$weight, Optional<T>:$bias, Optional<T>:$residual_input,
                       DefaultValuedOptionalAttr<F32Attr, "1e-5f">:$epsilon, OptionalAttr<StrAttr>:$activation,
                       OptionalAttr<TTNN_MemoryConfigAttr>:$memory_config,
                       OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config);
  let results = (outs T:$result);
}
def TTNN_DistributedLayerNormOp : TTNN_Op<"distributed_layer_norm", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins T:$input, Optional<T>:$weight, Optional<T>:$bias, Optional<T>:$residual, TTNN_Device:$device,
                       UI32Attr:$cluster_axis, DefaultValuedOptionalAttr<F32Attr, "1e-05f">:$epsilon);
  let results = (outs T:$result);
}
def TTNN_LayerNormPreAllGatherOp : TTNN_Op<"layer_norm_pre_all_gather", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins T:$input, Optional<T>:$residual_input, Optional<T>:$recip,
                       OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config,
                       OptionalAttr<TTNN_LayerNormConfigAttr>:$program_config);
  let results = (outs T:$result);
}
def TTNN_LayerNormPostAllGatherOp : TTNN_Op<"layer_norm_post_all_gather", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins T:$input, T:$stats, Optional<T>:$weight, Optional<T>:$bias,
                       DefaultValuedOptionalAttr<F32Attr, "1e-12f">:$epsilon,
                       OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config,
                       OptionalAttr<TTNN_LayerNormConfigAttr>:$program_config);
  let results = (outs T:$result);
}
def TTNN_RMSNormPreAllGatherOp : TTNN_Op<"rms_norm_pre_all_gather"> {
  let arguments = (ins T:$input, Optional<T>:$residual, OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config,
                       OptionalAttr<TTNN_LayerNormConfigAttr>:$program_config,
                       OptionalAttr<BoolAttr>:$use_2d_core_grid);
  let results = (outs T:$result);
}

//===----------------------------------------------------------------------===//
// Attention and choice of tokens
//===----------------------------------------------------------------------===//

def TTNN_ChunkedScaledDotProductAttentionOp : TTNN_Op<"chunked_scaled_dot_product_attention"> {
  let arguments = (ins T:$query, T:$key, T:$value, T:$page_table, T:$chunk_start_idx, OptionalAttr<F32Attr>:$scale,
                       OptionalAttr<TTNN_SDPAConfigAttr>:$program_config);
  let results = (outs T:$result);
}
def TTNN_FlashMLAPrefillOp : TTNN_Op<"flash_mla_prefill", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins T:$query, T:$key, Optional<T>:$value, Optional<T>:$attention_mask, UI32Attr:$head_dim_v,
                       DefaultValuedOptionalAttr<BoolAttr, "true">:$is_causal, OptionalAttr<F32Attr>:$scale);
  let results = (outs T:$result);
}
def TTNN_PagedFlashMultiLatentAttentionDecodeOp
    : TTNN_Op<"paged_flash_multi_latent_attention_decode", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins T:$query, T:$key, Optional<T>:$value, T:$page_table, Optional<T>:$attention_mask,
                       Optional<T>:$cur_pos_tensor, Optional<T>:$attention_sink, UI32Attr:$head_dim_v,
                       DefaultValuedOptionalAttr<BoolAttr, "true">:$is_causal, OptionalAttr<F32Attr>:$scale);
  let results = (outs T:$result);
}
def TTNN_IndexerScoreDSAOp : TTNN_Op<"indexer_score_dsa"> {
  let arguments = (ins T:$query, T:$key, T:$weights, DefaultValuedOptionalAttr<UI32Attr, "0">:$chunk_start_idx,
                       OptionalAttr<UI32Attr>:$cluster_axis);
  let results = (outs T:$result);
}
def TTNN_NLPConcatHeadsOp : TTNN_Op<"nlp_concat_heads"> {
  let arguments = (ins T:$input);
  let results = (outs T:$result);
}
def TTNN_NLPCreateQKVHeadsDecodeOp : TTNN_Op<"nlp_create_qkv_heads_decode"> {
  let arguments = (ins T:$input, Optional<T>:$batch_offset, UI32Attr:$num_heads, OptionalAttr<UI32Attr>:$num_kv_heads,
                       OptionalAttr<BoolAttr>:$overlap_qk_coregrid, OptionalAttr<UI32Attr>:$slice_size);
  let results = (outs T:$query, T:$key, T:$value);
}
def TTNN_RotaryEmbeddingLlamaOp : TTNN_Op<"rotary_embedding_llama"> {
  let arguments = (ins T:$input, T:$cos_cache, T:$sin_cache, T:$trans_mat,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$is_decode_mode,
                       OptionalAttr<TTNN_ComputeConfigAttr>:$compute_config);
  let results = (outs T:$result);
}
def TTNN_SamplingOp : TTNN_Op<"sampling"> {
  let arguments = (ins T:$input_values, T:$input_indices, T:$k, T:$p, T:$temp, OptionalAttr<UI32Attr>:$seed);
  let results = (outs T:$result);
}
def TTNN_TopkRouterGPTOp : TTNN_Op<"topk_router_gpt"> {
  let arguments = (ins T:$input, T:$weight, T:$bias, I32Attr:$k, I32Attr:$num_experts);
  let results = (outs T:$expert_indices, T:$expert_weights);
}

//===----------------------------------------------------------------------===//
// Mixtures of experts
//===----------------------------------------------------------------------===//

def TTNN_AllToAllDispatchOp : TTNN_Op<"all_to_all_dispatch"> {
  let arguments = (ins T:$input_tensor, T:$expert_indices, T:$expert_mapping, I64Attr:$num_devices,
                       I64Attr:$cluster_axis);
  let results = (outs T:$dispatched, T:$metadata);
}
def TTNN_AllToAllDispatchMetadataOp : TTNN_Op<"all_to_all_dispatch_metadata", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins T:$input_tensor, T:$expert_indices, T:$expert_scores, T:$expert_mapping,
                       Optional<T>:$dispatched_buffer, Optional<T>:$indices_buffer, Optional<T>:$scores_buffer,
                       Optional<TTNN_GlobalSemaphore>:$cross_device_semaphore, I64Attr:$num_devices, I64Attr:$cluster_axis);
  let results = (outs T:$dispatched, T:$indices, T:$scores);
}
def TTNN_AllToAllCombineOp : TTNN_Op<"all_to_all_combine"> {
  let arguments = (ins T:$input_tensor, T:$expert_metadata, T:$expert_mapping, I64Attr:$num_devices,
                       I64Attr:$cluster_axis, I64Attr:$num_experts_per_tok,
                       DefaultValuedOptionalAttr<I64Attr, "2">:$output_shard_dim);
  let results = (outs T:$result);
}
def TTNN_MoEComputeOp : TTNN_Op<"moe_compute", [Pure, AttrSizedOperandSegments]> {
  let arguments = (ins T:$tilize_input_tensor, T:$tilize_expert_indices_tensor, T:$tilize_expert_scores_tensor,
                       T:$tilize_expert_mapping_tensor, T:$matmul_w0_w1_tensor, T:$matmul_w2_tensor,
                       Optional<T>:$optional_output_tensor, Optional<TTNN_GlobalSemaphore>:$cross_device_semaphore,
                       TTNN_Device:$device, UI32Attr:$layer_id, UI32Attr:$output_height_shard_dim,
                       UI32Attr:$intermediate_size, BoolAttr:$has_bias, OptionalAttr<AnyAttr>:$activation_function,
                       UI32Attr:$cluster_axis, OptionalAttr<UI32Attr>:$num_links,
                       OptionalAttr<TTCore_TopologyAttr>:$topology, TTNN_CoreRangeSetAttr:$mux_core_range_set);
  let results = (outs T:$combine_output);
}
def TTNN_MoEExpertTokenRemapOp : TTNN_Op<"moe_expert_token_remap"> {
  let arguments = (ins T:$topk_tensor, T:$expert_mapping, T:$expert_metadata, I64Attr:$reduction_size);
  let results = (outs T:$mapping, T:$reduced);
}
def TTNN_MoEGPTOp : TTNN_Op<"moe_gpt"> {
  let arguments = (ins T:$input_tensor, T:$expert_indices, T:$expert_scores, T:$expert_mapping, T:$w0_w1_tensor,
                       T:$w2_tensor, DefaultValuedOptionalAttr<UI32Attr, "4">:$output_height_shard_dim,
                       DefaultValuedOptionalAttr<UI32Attr, "3">:$output_width_shard_dim,
                       DefaultValuedOptionalAttr<UI32Attr, "2880">:$hidden_size,
                       OptionalAttr<UI32Attr>:$cluster_axis);
  let results = (outs T:$token_counts, T:$activation_records, T:$token_indices, T:$tilize_out, T:$tilize_out_rm);
}
def TTNN_SelectiveReduceCombineOp : TTNN_Op<"selective_reduce_combine"> {
  let arguments = (ins T:$dense_input_tensor, T:$dense_activations_tensor, T:$dense_token_maps_tensor,
                       T:$dense_token_counts_tensor, UI32Attr:$hidden_size, UI32Attr:$batch_size, UI32Attr:$seq_size,
                       UI32Attr:$select_experts_k, UI32Attr:$experts);
  let results = (outs T:$result);
}

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

def TTNN_AllReduceAsyncOp : TTNN_Op<"all_reduce_async"> {
  let arguments = (ins T:$input, TTCore_ReduceTypeAttr:$reduce_type, UI32Attr:$cluster_axis,
                       OptionalAttr<UI32Attr>:$sub_device_id, OptionalAttr<UI32Attr>:$num_links,
                       OptionalAttr<TTCore_TopologyAttr>:$topology);
  let results = (outs T:$result);
}
def TTNN_DistributeTensorOp : TTNN_Op<"distribute_tensor"> {
  let arguments = (ins T:$input, TTNN_Device:$mesh_device, AnyAttr:$mapper_config, OptionalAttr<UI32Attr>:$cq_id);
  let results = (outs T:$result);
}
def TTNN_AggregateTensorOp : TTNN_Op<"aggregate_tensor"> {
  let arguments = (ins T:$input, TTNN_Device:$mesh_device, AnyAttr:$composer_config);
  let results = (outs T:$result);
}

//===----------------------------------------------------------------------===//
// Training
//===----------------------------------------------------------------------===//

def TTNN_AdamWOp : TTNN_Op<"adamw", []> {
  let arguments = (ins T:$param, T:$grad, T:$exp_avg, T:$exp_avg_sq, Optional<T>:$max_exp_avg_sq, F32Attr:$lr,
                       F32Attr:$beta1, F32Attr:$beta2, F32Attr:$beta1_pow, F32Attr:$beta2_pow, F32Attr:$epsilon,
                       F32Attr:$weight_decay, DefaultValuedOptionalAttr<BoolAttr, "false">:$stochastic_rounding);
}
def TTNN_SDPAFwOp : TTNN_Op<"sdpa_fw"> {
  let arguments = (ins T:$query, T:$key, T:$value, Optional<T>:$attention_mask, OptionalAttr<TTCore_AttentionMaskTypeAttr>:$mask_type,
                       DefaultValuedOptionalAttr<F32Attr, "0.0f">:$dropout_probability,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$return_intermediates);
  let results = (outs T:$output, Optional<T>:$intermediates);
}
def TTNN_SDPABwOp : TTNN_Op<"sdpa_bw"> {
  let arguments = (ins T:$grad_output, T:$attn_output, T:$query, T:$key, T:$value, T:$intermediates,
                       Optional<T>:$attention_mask, OptionalAttr<TTCore_AttentionMaskTypeAttr>:$mask_type,
                       DefaultValuedOptionalAttr<F32Attr, "0.0f">:$dropout_probability);
  let results = (outs T:$grad_query, T:$grad_key, T:$grad_value);
}

//===----------------------------------------------------------------------===//
// Run time: buffers, files, semaphores, traces, foreign kernels. Kept whole, executed by nobody here.
//===----------------------------------------------------------------------===//

def TTNN_AllocOp : TTNN_Op<"alloc", []> {
  let arguments = (ins I64Attr:$address, I64Attr:$size, TTNN_BufferTypeAttr:$buffer_type);
  let results = (outs T:$result);
}
def TTNN_CopyOp : TTNN_Op<"copy", []> {
  let arguments = (ins T:$src, Arg<T, "written", [MemWrite]>:$dst);
}
def TTNN_WriteTensorOp : TTNN_Op<"write_tensor", []> {
  let arguments = (ins T:$host_tensor, Arg<T, "written", [MemWrite]>:$device_tensor, DefaultValuedOptionalAttr<BoolAttr, "false">:$blocking,
                       DefaultValuedOptionalAttr<UI32Attr, "0">:$cq_id);
}
def TTNN_LoadTensorOp : TTNN_Op<"load_tensor", []> {
  let arguments = (ins Optional<TTNN_Device>:$device, StrAttr:$file_path);
  let results = (outs T:$result);
}
def TTNN_DumpTensorOp : TTNN_Op<"dump_tensor", []> {
  let arguments = (ins T:$input, StrAttr:$file_path);
}
def TTNN_CreateGlobalSemaphoreOp : TTNN_Op<"create_global_semaphore", []> {
  let arguments = (ins TTNN_Device:$device, OptionalAttr<UI32Attr>:$initial_value,
                       TTNN_CoreRangeSetAttr:$core_range_set);
  let results = (outs TTNN_GlobalSemaphore:$result);
}
def TTNN_ResetGlobalSemaphoreOp : TTNN_Op<"reset_global_semaphore", []> {
  let arguments = (ins TTNN_GlobalSemaphore:$semaphore, UI32Attr:$value);
}
def TTNN_AllocateMoEComputeSemaphoreOp : TTNN_Op<"allocate_moe_compute_semaphore", []> {
  let arguments = (ins TTNN_Device:$device, UI32Attr:$output_height_shard_dim, UI32Attr:$hidden_size,
                       OptionalAttr<UI32Attr>:$initial_value, TTNN_CoreRangeSetAttr:$mux_core_range_set);
  let results = (outs TTNN_GlobalSemaphore:$result);
}
def TTNN_BeginTraceCaptureOp : TTNN_Op<"begin_trace_capture", []> {
  let arguments = (ins TTNN_Device:$device, DefaultValuedOptionalAttr<UI32Attr, "0">:$cq_id);
  let results = (outs T:$trace_id);
}
def TTNN_EndTraceCaptureOp : TTNN_Op<"end_trace_capture", []> {
  let arguments = (ins TTNN_Device:$device, T:$trace_id, DefaultValuedOptionalAttr<UI32Attr, "0">:$cq_id);
}
def TTNN_ExecuteTraceOp : TTNN_Op<"execute_trace", []> {
  let arguments = (ins TTNN_Device:$device, T:$trace_id, DefaultValuedOptionalAttr<UI32Attr, "0">:$cq_id,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$blocking);
}
def TTNN_CaptureOrExecuteTraceOp : TTNN_Op<"capture_or_execute_trace", [AttrSizedOperandSegments]> {
  let arguments = (ins TTNN_Device:$device, Variadic<T>:$inputs, Variadic<TTNN_GlobalSemaphore>:$semaphore_inputs,
                       FlatSymbolRefAttr:$allocate_slots_callee, FlatSymbolRefAttr:$capture_callee,
                       FlatSymbolRefAttr:$execute_callee);
  let results = (outs Variadic<T>:$results);
}
def TTNN_GenericOp : TTNN_Op<"generic", [AttrSizedOperandSegments]> {
  let arguments = (ins Variadic<T>:$inputs_and_outputs, Variadic<AnyType>:$additional_args, AnyAttr:$program);
}
def TTNN_D2MSubgraphOp : TTNN_Op<"d2m_subgraph", [AttrSizedOperandSegments]> {
  let arguments = (ins Variadic<T>:$inputs, Variadic<T>:$outputs, SymbolRefAttr:$d2m_func);
  let results = (outs Variadic<T>:$results);
  let assemblyFormat = [{
    $d2m_func `ins` `(` ($inputs^ `:` type($inputs))? `)` `outs` `(` ($outputs^ `:` type($outputs))? `)` attr-dict
    `:` type($results)
  }];
}

#endif // ALCOVE_OPS_DIALECT_TTNN_TTNNLIBRARYOPS_TD
