//===- Attention.cpp - Attention, heads, caches as calls ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Calls.h"

using namespace alcove::emit;

#define MASKED "is_causal=is_causal attn_mask=attention_mask "
#define ATTENDED                                                                                                       \
  "scale=scale sliding_window_size=sliding_window_size memory_config=@memory program_config=program_config"

llvm::ArrayRef<Row> alcove::emit::attentionRows() {
  static constexpr Row rows[] = {
      {"scaled_dot_product_attention", "transformer.scaled_dot_product_attention",
       "query key value attention_mask? attention_sink?",
       "query key value " MASKED "attention_sink=attention_sink " ATTENDED},
      {"scaled_dot_product_attention_decode", "transformer.scaled_dot_product_attention_decode",
       "query key value attention_mask? cur_pos_tensor? attention_sink?",
       "query key value " MASKED "cur_pos_tensor=cur_pos_tensor attention_sink=attention_sink " ATTENDED},
      {"paged_scaled_dot_product_attention_decode", "transformer.paged_scaled_dot_product_attention_decode",
       "query key value page_table attention_mask? cur_pos_tensor? attention_sink?",
       "query key value page_table " MASKED "cur_pos_tensor=cur_pos_tensor attention_sink=attention_sink " ATTENDED},
      {"chunked_scaled_dot_product_attention", "transformer.chunked_scaled_dot_product_attention",
       "query key value page_table chunk_start_idx",
       "query key value page_table chunk_start_idx_tensor=chunk_start_idx scale=scale memory_config=@memory "
       "program_config=program_config"},
      {"flash_mla_prefill", "transformer.flash_mla_prefill", "query key value? attention_mask?",
       "query key head_dim_v " MASKED "scale=scale memory_config=@memory"},
      {"paged_flash_multi_latent_attention_decode", "transformer.paged_flash_multi_latent_attention_decode",
       "query key value? page_table attention_mask? cur_pos_tensor? attention_sink?",
       "query key input_tensor_v=value head_dim_v=head_dim_v page_table_tensor=page_table " MASKED
       "cur_pos_tensor=cur_pos_tensor attention_sink=attention_sink scale=scale memory_config=@memory"},
      {"concatenate_heads", "transformer.concatenate_heads", "input", "input memory_config=@memory"},
      {"split_query_key_value_and_split_heads", "transformer.split_query_key_value_and_split_heads",
       "input_tensor kv_input_tensor?",
       "input_tensor kv_input_tensor num_heads=num_heads num_kv_heads=num_kv_heads transpose_key=transpose_key "
       "memory_config=@memory"},
      {"nlp_concat_heads", "experimental.nlp_concat_heads", "input", "input memory_config=@memory"},
      {"nlp_concat_heads_decode", "experimental.nlp_concat_heads_decode", "input",
       "input num_heads=num_heads memory_config=@memory"},
      {"nlp_create_qkv_heads_decode", "experimental.nlp_create_qkv_heads_decode", "input batch_offset?",
       "input num_heads=num_heads num_kv_heads=num_kv_heads overlap_qk_coregrid=overlap_qk_coregrid "
       "batch_offset=batch_offset slice_size=slice_size memory_config=@memory"},
      {"rotary_embedding", "experimental.rotary_embedding", "input cos sin",
       "input cos sin token_index memory_config=@memory compute_kernel_config=compute_config"},
      {"rotary_embedding_llama", "experimental.rotary_embedding_llama", "input cos_cache sin_cache trans_mat",
       "input cos_cache sin_cache trans_mat is_decode_mode=is_decode_mode memory_config=@memory "
       "compute_kernel_config=compute_config"},
      {"fill_cache", "", "cache input", "cache input batch_offset"},
      {"update_cache", "", "cache input update_index", "cache input update_index%scalar batch_offset=batch_offset"},
      {"paged_update_cache", "experimental.paged_update_cache", "cache input update_index page_table?",
       "cache input update_idxs_tensor=update_index share_cache=share_cache page_table=page_table"},
      {"paged_fill_cache", "experimental.paged_fill_cache", "cache input page_table batch_idx_tensor?",
       "cache input page_table batch_idx_tensor=batch_idx_tensor"},
      {"sampling", "", "input_values input_indices k p temp", "input_values input_indices k p temp seed=seed"},
  };
  return rows;
}
