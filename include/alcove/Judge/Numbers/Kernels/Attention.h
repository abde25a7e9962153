//===- Attention.h - Attention and its head shuffles -------- ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shapes: B batch, H heads, S positions, D head size. Grouped heads: head h of the query reads head h * HK / H of the
// keys.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_KERNELS_ATTENTION_H
#define ALCOVE_JUDGE_NUMBERS_KERNELS_ATTENTION_H

#include "alcove/Judge/Numbers/Tensor/Tensor.h"

#include <array>
#include <optional>

namespace alcove::reference {

struct Attention {
  const Tensor *mask = nullptr;                ///< added to the scores, broadcasts to B x H x S x SK
  const Tensor *sink = nullptr;                ///< one more score per head, H elements, that has no value
  bool causal = false;                         ///< position i sees keys up to i + SK - S
  std::optional<double> scale;                 ///< 1 / sqrt(D) when absent
  std::optional<int64_t> window;               ///< and only the last `window` of those
  std::optional<std::vector<int64_t>> lastKey; ///< per batch: the last key seen (decode)
};

/// softmax(q k^T * scale + mask) v. q: B x H x S x D, k and v: B x HK x SK x D. NUM-N12: f64 between operands and
/// result.
Result<Tensor> attention(const Tensor &query, const Tensor &key, const Tensor &value, const Attention &options,
                         ElementType type);
/// B x H x S x D -> B x S x (H * D).
/// Which keys the queries should look at, after DeepSeek-V3.2 (2025), equation 1: sum over heads h of weight(h, s)
/// max(0, query(h, s) . key(t)). query (B, H, S, D), key (B, 1, T, D), weight (B, H, S, 1), result (B, 1, S, T).
/// Query s is at position `start` + s; keys behind it get -infinity. Cost: B H S T D.
Result<Tensor> indexerScore(const Tensor &query, const Tensor &key, const Tensor &weight, int64_t start,
                            ElementType type);
Result<Tensor> concatenateHeads(const Tensor &input);
/// Rows of [q | k | v] (B x S x (H + 2 HK) D, or q alone with k | v in `keyValue`) -> q, k, v as B x H x S x D;
/// k as B x HK x D x S when `transposeKey`.
Result<std::array<Tensor, 3>> splitHeads(const Tensor &input, const Tensor *keyValue, int64_t heads, int64_t keyHeads,
                                         bool transposeKey);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_KERNELS_ATTENTION_H
