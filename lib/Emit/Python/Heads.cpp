//===- Heads.cpp - Calls of heads and rotary embeddings -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Calls.h"

using namespace alcove::emit;

llvm::ArrayRef<Row> alcove::emit::headsRows() {
  static constexpr Row rows[] = {
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
  };
  return rows;
}
