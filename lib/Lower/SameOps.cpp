//===- SameOps.cpp - Ops that TTIR and TTNN share -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SameOps.h"

#include "llvm/ADT/StringExtras.h"

using namespace alcove;
using llvm::StringLiteral;
using llvm::StringRef;

/// Separated by spaces; `a=b` is a in TTIR and b in TTNN.
static constexpr StringLiteral sameOps[] = {
    // Of one tensor, element by element.
    "abs acos acosh asin asinh atan atanh bitcast_convert bitwise_not cbrt ceil clamp_scalar cos cosh dropout elu erf "
    "erfc exp expm1 floor gelu hardsigmoid isfinite leaky_relu log log1p logical_not mish neg reciprocal relu relu6 "
    "rsqrt sigmoid sign silu sin sinh softplus softsign sqrt tan tanh trunc",
    // Of several.
    "add atan2 bitwise_and bitwise_or bitwise_xor clamp_tensor div=divide eq ge gelu_bw gt le logical_and "
    "logical_left_shift logical_or logical_right_shift logical_xor lt maximum minimum multiply ne remainder subtract "
    "where",
    // Data movement.
    "embedding repeat_interleave slice_dynamic transpose upsample2d=upsample",
    // Caches, heads and attention.
    "concatenate_heads fill_cache nlp_concat_heads_decode paged_fill_cache paged_flash_multi_latent_attention_decode "
    "paged_update_cache rotary_embedding scaled_dot_product_attention scaled_dot_product_attention_decode sdpa_bw "
    "sdpa_fw softmax split_query_key_value_and_split_heads update_cache",
    // Between devices.
    "all_gather all_reduce all_reduce_async all_to_all_combine all_to_all_dispatch collective_permute mesh_partition "
    "point_to_point reduce_scatter",
    // Experts and sampling.
    "moe_expert_token_remap moe_gpt sampling selective_reduce_combine sparse_matmul topk_router_gpt",
};

void conversion::forEachSameOp(llvm::function_ref<void(StringRef ttir, StringRef ttnn)> visit) {
  for (StringRef group : sameOps)
    for (StringRef entry : llvm::split(group, ' ')) {
      auto [ttir, ttnn] = entry.split('=');
      visit(ttir, ttnn.empty() ? ttir : ttnn);
    }
}
