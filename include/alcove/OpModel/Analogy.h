//===- Analogy.h - Ops answered by those that do the same work ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No measurement of these ops is at hand, so no constant is theirs: their work is put into questions about measured
// ops that move the same bytes and multiply the same tiles, and the answers are joined:
//
//   conv1d            N x L x C              conv2d of images 1 x L
//   flash_mla_prefill q, k, head_dim_v       scaled_dot_product_attention with values cut from the keys
//   topk_router_gpt   x, w, b, k             linear, topk, softmax, one after another
//
// A price by analogy says so: in the explanation, and by an interval of at least half to twice the estimate. An analogy
// forbids nothing: where it does not hold, as for tensors that lie in shards, the op is one that the model does not know
// (`unsupported.op`).
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_ANALOGY_H
#define ALCOVE_OPMODEL_ANALOGY_H

#include "alcove/OpModel/OpModel.h"

#include <span>
#include <string_view>

namespace alcove::opmodel {

/// Questions whose answers together stand for that of another op.
struct Analogy {
  struct Part {
    Query query;
    bool fused = false; ///< in the same kernel as the part before: only its arithmetic counts
  };
  std::vector<Part> parts; ///< run one after another
};

/// Op without a measurement and what stands for it, in words.
struct AnalogousOp {
  const char *name;
  const char *family;
  int minInputs, maxInputs; ///< tensors
  const char *relative;
};
/// All of them, sorted by name.
std::span<const AnalogousOp> analogousOps();
/// Entry of an op, or null: the op has answers of its own.
const AnalogousOp *findAnalogous(std::string_view op);
/// The questions for `query`; nothing when its op is none of those or its operands do not fit.
std::optional<Analogy> analogyOf(const Query &query);

/// Least and greatest factor on an estimate by analogy, for its interval.
constexpr double analogyLow = 0.5, analogyHigh = 2;

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_ANALOGY_H
