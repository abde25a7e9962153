//===- Attention.cpp - Calls of attention ---------------------------------===//
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
  };
  return rows;
}
