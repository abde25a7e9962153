//===- Attention.cpp - What attention compute -----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/Attention.h"
#include "FirstElements.h"
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Kernels/Contraction.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"
#include "alcove/Judge/Numbers/Kernels/Normalization.h"
#include "alcove/Judge/Numbers/Kernels/Reductions.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <fmt/format.h>

namespace alcove::reference {

/// Queries at positions `start` and on against the pages: keys up to each query's position are seen.
static Result<Tensor> chunkedAttention(auto op, OpCall &call) {
  const Tensor &query = call.in(0);
  ALCOVE_ASSIGN_OR_RETURN(Tensor keys, joinPages(call.in(1), call.in(3)));
  ALCOVE_ASSIGN_OR_RETURN(Tensor values, joinPages(call.in(2), call.in(3)));
  int64_t held = keys.dim(2), chunk = query.dim(2);
  if (chunk > held)
    return Error{fmt::format("{} queries against pages of {} positions", chunk, held)};
  ALCOVE_ASSIGN_OR_RETURN(int64_t start, indexAt(call.in(4), 0, held - chunk + 1, "start of the chunk"));
  ALCOVE_ASSIGN_OR_RETURN(keys, firstOf(keys, 2, start + chunk));
  ALCOVE_ASSIGN_OR_RETURN(values, firstOf(values, 2, start + chunk));
  Attention options;
  options.causal = true;
  if (op.getScale())
    options.scale = op.getScale()->convertToDouble();
  return attention(query, keys, values, options, call.held());
}

/// Causal attention, as its default says; what else it can do serves training and is not known.
static Result<Tensor> forwardAttention(auto op, OpCall &call) {
  if (op.getMaskType() || op.getAttentionMask())
    return Error{"sdpa_fw is executed with its causal mask only, not with a mask_type or a mask"};
  if (op.getReturnIntermediates() || op.getDropoutProbability().convertToDouble() != 0)
    return Error{"sdpa_fw is executed without intermediates and dropout only"};
  Attention options;
  options.causal = true;
  return attention(call.in(0), call.in(1), call.in(2), options, call.held());
}

static void addLibraryAttention(OpTable &table) {
  table.add<ttnn::IndexerScoreDSAOp>("LibraryOps", "closed form", [](auto op, OpCall &call) -> Result<Tensor> {
    if (op.getClusterAxis())
      return Error{"indexer_score_dsa over the chips of an axis is not executed"};
    return indexerScore(call.in(0), call.in(1), call.in(2), op.getChunkStartIdx(), call.held());
  });
  table.add<ttir::SDPAFwOp, ttnn::SDPAFwOp>("LibraryOps", "scaled_dot_product_attention",
                                            [](auto op, OpCall &call) { return forwardAttention(op, call); });
  table.add<ttir::ChunkedScaledDotProductAttentionOp, ttnn::ChunkedScaledDotProductAttentionOp>(
      "LibraryOps", "whole causal attention, chunk by chunk",
      [](auto op, OpCall &call) { return chunkedAttention(op, call); });
  table.add<ttnn::FlashMLAPrefillOp>("LibraryOps", "attention with the values cut from the keys",
                                     [](auto op, OpCall &call) -> Result<Tensor> {
                                       Attention options;
                                       options.mask = call.find(op.getAttentionMask());
                                       options.causal = op.getIsCausal();
                                       if (op.getScale())
                                         options.scale = op.getScale()->convertToDouble();
                                       if (const Tensor *value = call.find(op.getValue()))
                                         return attention(call.in(0), call.in(1), *value, options, call.held());
                                       ALCOVE_ASSIGN_OR_RETURN(Tensor value, firstOf(call.in(1), 3, op.getHeadDimV()));
                                       return attention(call.in(0), call.in(1), value, options, call.held());
                                     });
}

static void addDialectAttention(OpTable &table) {
  constexpr const char *against = "matmul, softmax and matmul of the other kernels";
  auto options = [](auto op, OpCall &call) {
    Attention result;
    result.mask = call.find(op.getAttentionMask());
    result.sink = call.find(op.getAttentionSink());
    result.causal = op.getIsCausal();
    if (op.getScale())
      result.scale = op.getScale()->convertToDouble();
    return result;
  };
  // Queries are 1 x B x H x D; with a position per batch, keys up to it are seen.
  auto decode = [](OpCall &call, const Tensor &keys, const Tensor &values, const Tensor *positions,
                   Attention attentionOptions) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(Tensor query, transpose(call.in(0), 0, 1));
    ALCOVE_ASSIGN_OR_RETURN(Tensor heads, transpose(query, 1, 2));
    // Masks have heads where those of other attention have queries: (B, 1, H, keys).
    Tensor mask;
    if (attentionOptions.mask) {
      ALCOVE_ASSIGN_OR_RETURN(mask, transpose(*attentionOptions.mask, 1, 2));
      attentionOptions.mask = &mask;
    }
    if (positions) {
      std::vector<int64_t> last;
      for (int64_t i = 0; i < positions->numElements(); ++i) {
        ALCOVE_ASSIGN_OR_RETURN(int64_t at,
                                indexAt(*positions, i, keys.rank() == 4 ? keys.dim(2) : 0, "cache position"));
        last.push_back(at);
      }
      attentionOptions.lastKey = std::move(last);
    }
    ALCOVE_ASSIGN_OR_RETURN(Tensor result, attention(heads, keys, values, attentionOptions, call.held()));
    ALCOVE_ASSIGN_OR_RETURN(Tensor back, transpose(result, 1, 2));
    return transpose(back, 0, 1);
  };
  table.add<ttir::ScaledDotProductAttentionOp, ttnn::ScaledDotProductAttentionOp>(
      "Attention", against, [options](auto op, OpCall &call) -> Result<Tensor> {
        Attention attentionOptions = options(op, call);
        if (op.getSlidingWindowSize())
          attentionOptions.window = *op.getSlidingWindowSize();
        return attention(call.in(0), call.in(1), call.in(2), attentionOptions, call.held());
      });
  table.add<ttir::ScaledDotProductAttentionDecodeOp, ttnn::ScaledDotProductAttentionDecodeOp>(
      "Attention", against, [options, decode](auto op, OpCall &call) -> Result<Tensor> {
        return decode(call, call.in(1), call.in(2), call.find(op.getCurPosTensor()), options(op, call));
      });
  table.add<ttir::PagedScaledDotProductAttentionDecodeOp, ttnn::PagedScaledDotProductAttentionDecodeOp>(
      "Attention", "unpaged attention through the page table",
      [options, decode](auto op, OpCall &call) -> Result<Tensor> {
        const Tensor *positions = call.find(op.getCurPosTensor());
        Attention attentionOptions = options(op, call);
        if (op.getSlidingWindowSize())
          attentionOptions.window = *op.getSlidingWindowSize();
        ALCOVE_ASSIGN_OR_RETURN(Tensor keys, joinPages(call.in(1), call.in(3)));
        ALCOVE_ASSIGN_OR_RETURN(Tensor values, joinPages(call.in(2), call.in(3)));
        return decode(call, keys, values, positions, attentionOptions);
      });
  table.add<ttir::PagedFlashMultiLatentAttentionDecodeOp, ttnn::PagedFlashMultiLatentAttentionDecodeOp>(
      "LibraryOps", "paged attention with the values cut from the keys",
      [options, decode](auto op, OpCall &call) -> Result<Tensor> {
        const Tensor *positions = call.find(op.getCurPosTensor()), *table = call.find(op.getPageTable());
        ALCOVE_ASSIGN_OR_RETURN(Tensor keys, joinPages(call.in(1), *table));
        Shape ends = keys.shape();
        ends[3] = op.getHeadDimV();
        ALCOVE_ASSIGN_OR_RETURN(Tensor values, slice(keys, {0, 0, 0, 0}, ends, {1, 1, 1, 1}));
        if (const Tensor *given = call.find(op.getValue())) {
          ALCOVE_ASSIGN_OR_RETURN(values, joinPages(*given, *table));
        }
        return decode(call, keys, values, positions, options(op, call));
      });
}

void addAttentionOps(OpTable &table) {
  addLibraryAttention(table);
  addDialectAttention(table);
}

} // namespace alcove::reference
