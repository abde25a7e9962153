//===- Expert.cpp - Calls of ops of experts -------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Calls.h"

using namespace alcove::emit;

llvm::ArrayRef<Row> alcove::emit::expertRows() {
  static constexpr Row rows[] = {
      {"all_to_all_dispatch", "", "input_tensor expert_indices expert_mapping",
       "input_tensor expert_indices expert_mapping cluster_axis=cluster_axis memory_config=@memory"},
      {"all_to_all_combine", "", "input_tensor expert_metadata expert_mapping",
       "input_tensor expert_mapping expert_metadata cluster_axis=cluster_axis output_shard_dim=output_shard_dim "
       "memory_config=@memory"},
      {"moe_expert_token_remap", "", "topk_tensor expert_mapping expert_metadata",
       "topk_tensor expert_mapping expert_metadata reduction_size=reduction_size memory_config=@memory"},
  };
  return rows;
}
