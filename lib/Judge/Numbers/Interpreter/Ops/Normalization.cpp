//===- Normalization.cpp - Norms, softmax, attention ------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Kernels/Normalization.h"
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Kernels/Attention.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"

#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <fmt/format.h>

namespace alcove::reference {

static void addAttention(OpTable &table) {
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
  table.add<ttir::ScaledDotProductAttentionOp, ttnn::ScaledDotProductAttentionOp>(
      "Attention", against, [options](auto op, OpCall &call) -> Result<Tensor> {
        Attention attentionOptions = options(op, call);
        if (op.getSlidingWindowSize())
          attentionOptions.window = *op.getSlidingWindowSize();
        return attention(call.in(0), call.in(1), call.in(2), attentionOptions, call.held());
      });
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
  table.add<ttir::ConcatenateHeadsOp, ttnn::ConcatenateHeadsOp>(
      "Attention", "closed form", [](auto, OpCall &call) { return concatenateHeads(call.in(0)); });
  table.add<ttir::NLPConcatHeadsDecodeOp, ttnn::NLPConcatHeadsDecodeOp>(
      "Attention", "closed form", [](auto op, OpCall &call) -> Result<Tensor> {
        // 1 x B x paddedHeads x D -> 1 x 1 x B x (heads * D).
        const Tensor &input = call.in(0);
        int64_t heads = op.getNumHeads();
        if (input.rank() != 4 || heads > input.dim(2))
          return Error{fmt::format("{} heads of {}", heads, toString(input.shape()))};
        ALCOVE_ASSIGN_OR_RETURN(
            Tensor used, slice(input, {0, 0, 0, 0}, {input.dim(0), input.dim(1), heads, input.dim(3)}, {1, 1, 1, 1}));
        return used.reshaped({input.dim(0), 1, input.dim(1), heads * input.dim(3)});
      });
  table.add<ttir::SplitQueryKeyValueAndSplitHeadsOp, ttnn::SplitQueryKeyValueAndSplitHeadsOp>(
      "Attention", "concatenate_heads gives the operand back",
      [](auto op, OpCall &call) -> Result<std::vector<Tensor>> {
        ALCOVE_ASSIGN_OR_RETURN(auto parts,
                                splitHeads(call.in(0), call.find(op.getKvInputTensor()), op.getNumHeads(),
                                           op.getNumKvHeads().value_or(op.getNumHeads()), op.getTransposeKey()));
        return std::vector<Tensor>(std::make_move_iterator(parts.begin()), std::make_move_iterator(parts.end()));
      });
}

void addNormalizationOps(OpTable &table) {
  addAttention(table);
  constexpr const char *against = "closed forms, mean and variance of the result";
  table.add<ttir::SoftmaxOp, ttnn::SoftmaxOp>(
      "Normalization", "closed form, shift invariance, lines that sum to one",
      [](auto op, OpCall &call) { return softmax(call.in(0), op.getDimension(), call.held()); });
  auto norm = [](bool centered) {
    return [centered](auto op, OpCall &call) -> Result<Tensor> {
      int64_t dims = 1;
      if constexpr (requires { op.getNormalizedShape(); })
        dims = static_cast<int64_t>(op.getNormalizedShape().size());
      return normalize(call.in(0), call.find(op.getWeight()), call.find(op.getBias()), dims, centered,
                       op.getEpsilon().convertToDouble(), call.held());
    };
  };
  table.add<ttir::RMSNormOp, ttnn::RMSNormOp>("Normalization", against, norm(false));
  table.add<ttir::LayerNormOp, ttnn::LayerNormOp>("Normalization", against, norm(true));
  table.add<ttir::BatchNormInferenceOp>("Normalization", against, [](auto op, OpCall &call) -> Result<Tensor> {
    return batchNorm(call.in(0), &call.in(1), &call.in(2), &call.in(3), &call.in(4), op.getDimension(),
                     op.getEpsilon().convertToDouble(), call.held());
  });
  table.add<ttnn::BatchNormInferenceOp>("Normalization", against, [](auto op, OpCall &call) -> Result<Tensor> {
    return batchNorm(call.in(0), call.find(op.getWeight()), call.find(op.getBias()), call.find(op.getRunningMean()),
                     call.find(op.getRunningVar()), 1, op.getEpsilon().convertToDouble(), call.held());
  });
  table.add<ttir::RotaryEmbeddingOp, ttnn::RotaryEmbeddingOp>(
      "Normalization", "closed form, rotations keep lengths", [](auto op, OpCall &call) -> Result<Tensor> {
        Tensor cos = call.in(1), sin = call.in(2);
        const Tensor &input = call.in(0);
        // Tables may be longer than the sequence; a token index picks one row of them.
        int64_t row = 0, rows = input.rank() >= 2 ? input.dim(input.rank() - 2) : 1;
        if constexpr (requires { op.getTokenIndex(); })
          if (op.getTokenIndex()) {
            row = *op.getTokenIndex();
            rows = 1;
          }
        for (Tensor *factors : {&cos, &sin}) {
          if (factors->rank() < 2)
            continue;
          int64_t at = factors->rank() - 2;
          if (factors->dim(at) == 1 && row == 0)
            continue;
          if (row + rows > factors->dim(at))
            return Error{
                fmt::format("rotary embedding of rows {} to {} with a table of {}", row, row + rows, factors->dim(at))};
          Shape begins(factors->rank(), 0), ends = factors->shape(), steps(factors->rank(), 1);
          begins[at] = row;
          ends[at] = row + rows;
          ALCOVE_ASSIGN_OR_RETURN(*factors, slice(*factors, begins, ends, steps));
        }
        return rotaryEmbedding(input, cos, sin, call.held());
      });
}

} // namespace alcove::reference
