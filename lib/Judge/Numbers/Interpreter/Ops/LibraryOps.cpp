//===- LibraryOps.cpp - Ops that stand for one kernel of the library ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"

#include "alcove/Judge/Numbers/Kernels/Attention.h"
#include "alcove/Judge/Numbers/Kernels/Contraction.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"
#include "alcove/Judge/Numbers/Kernels/Normalization.h"
#include "alcove/Judge/Numbers/Kernels/Reductions.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include <fmt/format.h>

namespace alcove::reference {

static Result<Tensor> firstOf(const Tensor &tensor, int64_t dim, int64_t count) {
  Shape ends = tensor.shape();
  ends[dim] = count;
  return slice(tensor, Shape(tensor.rank(), 0), ends, Shape(tensor.rank(), 1));
}

//===----------------------------------------------------------------------===//
// Convolution over one dimension
//===----------------------------------------------------------------------===//

/// A convolution of rows of height 1: input N x L x C, weight O x C/groups x K, result N x L' x O.
static Result<Tensor> conv1d(const Tensor &input, const Tensor &weight, const Tensor *bias, Window window,
                             int64_t groups, ElementType type) {
  if (input.rank() != 3 || weight.rank() != 3)
    return Error{fmt::format("conv1d of {} with weights {}", toString(input.shape()), toString(weight.shape()))};
  ALCOVE_ASSIGN_OR_RETURN(Tensor image, input.reshaped({input.dim(0), 1, input.dim(1), input.dim(2)}));
  ALCOVE_ASSIGN_OR_RETURN(Tensor kernel, weight.reshaped({weight.dim(0), weight.dim(1), 1, weight.dim(2)}));
  Epilogue epilogue;
  Tensor flat;
  if (bias) {
    ALCOVE_ASSIGN_OR_RETURN(flat, bias->reshaped({bias->numElements()}));
    epilogue.bias = &flat;
  }
  ALCOVE_ASSIGN_OR_RETURN(Tensor result, conv2d(image, kernel, window, groups, type, epilogue));
  return result.reshaped({result.dim(0), result.dim(2), result.dim(3)});
}

/// One number, and one or two of padding: those in front and those behind.
static Result<Window> windowOfLine(mlir::Attribute stride, mlir::Attribute padding, mlir::Attribute dilation) {
  ALCOVE_ASSIGN_OR_RETURN(Shape strides, integersOf(stride));
  ALCOVE_ASSIGN_OR_RETURN(Shape paddings, integersOf(padding));
  ALCOVE_ASSIGN_OR_RETURN(Shape dilations, integersOf(dilation));
  if (strides.size() != 1 || dilations.size() != 1 || paddings.empty() || paddings.size() > 2)
    return Error{fmt::format("a window of {} strides, {} paddings, {} dilations over one dimension", strides.size(),
                             paddings.size(), dilations.size())};
  Window window;
  window.strideW = strides[0];
  window.dilationW = dilations[0];
  window.left = paddings.front();
  window.right = paddings.back();
  return window;
}

static void addConv1d(OpTable &table) {
  constexpr const char *against = "closed form, differences as a kernel";
  table.add<ttir::Conv1dOp>("LibraryOps", against, [](auto op, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(Window window, windowOfLine(op.getStride(), op.getPadding(), op.getDilation()));
    Shape order{static_cast<int64_t>(op.getBatchDim()), static_cast<int64_t>(op.getLengthDim()),
                static_cast<int64_t>(op.getChannelDim())},
        back(3);
    ALCOVE_ASSIGN_OR_RETURN(Tensor lines, permute(call.in(0), order));
    for (size_t i = 0; i < order.size(); ++i)
      back[order[i]] = static_cast<int64_t>(i);
    ALCOVE_ASSIGN_OR_RETURN(Tensor result,
                            conv1d(lines, call.in(1), call.find(op.getBias()), window, op.getGroups(), call.held()));
    return permute(result, back);
  });
  table.add<ttnn::Conv1dOp>("LibraryOps", against, [](auto op, OpCall &call) -> Result<Tensor> {
    if (op.getConv2dConfigAttr())
      return Error{"conv1d with a conv2d_config is not executed"};
    ALCOVE_ASSIGN_OR_RETURN(Window window, windowOfLine(op.getStrideAttr(), op.getPaddingAttr(), op.getDilationAttr()));
    ALCOVE_ASSIGN_OR_RETURN(Tensor lines,
                            call.in(0).reshaped({op.getBatchSize(), op.getInputLength(), op.getInChannels()}));
    ALCOVE_ASSIGN_OR_RETURN(Tensor result,
                            conv1d(lines, call.in(1), call.find(op.getBias()), window, op.getGroups(), call.held()));
    return result.reshaped(call.shape());
  });
}

//===----------------------------------------------------------------------===//
// Heads and attention
//===----------------------------------------------------------------------===//

/// x * cos + (x T) * sin, with T of 32 x 32 on every 32 columns: the exchange within a pair that rotates it.
static Result<Tensor> rotateByMatrix(const Tensor &input, const Tensor &cos, const Tensor &sin, const Tensor &matrix,
                                     ElementType type) {
  constexpr int64_t tile = 32;
  if (input.rank() != 4 || matrix.rank() != 4 || matrix.dim(2) < tile || matrix.dim(3) != tile ||
      input.dim(3) % tile != 0)
    return Error{fmt::format("rotation of {} by a matrix {}", toString(input.shape()), toString(matrix.shape()))};
  ALCOVE_ASSIGN_OR_RETURN(Tensor first, firstOf(matrix, 2, tile)); // one for each core in decode mode, all the same
  ALCOVE_ASSIGN_OR_RETURN(Tensor square, first.reshaped({tile, tile}));
  ALCOVE_ASSIGN_OR_RETURN(Tensor blocks, input.reshaped({input.numElements() / tile, tile}));
  ALCOVE_ASSIGN_OR_RETURN(Tensor product, matmul(blocks, square, false, false, ElementType::F32));
  ALCOVE_ASSIGN_OR_RETURN(Tensor turned, product.reshaped(input.shape()));
  const BinaryKernel &multiply = *findBinary("multiply"), &add = *findBinary("add");
  ALCOVE_ASSIGN_OR_RETURN(Tensor straight, applyBinary(multiply, input, cos, ElementType::F32));
  ALCOVE_ASSIGN_OR_RETURN(Tensor across, applyBinary(multiply, turned, sin, ElementType::F32));
  return applyBinary(add, straight, across, type);
}

/// 1 x 1 x B x (H + 2 HK) D -> queries 1 x B x H x D, keys and values 1 x B x HK x D.
static Result<std::vector<Tensor>> decodeHeads(const Tensor &input, int64_t heads, int64_t keyHeads) {
  int64_t parts = heads + 2 * keyHeads, first = 0;
  if (input.rank() != 4 || heads < 1 || keyHeads < 1 || input.dim(3) % parts != 0)
    return Error{fmt::format("heads {} and 2 * {} of {}", heads, keyHeads, toString(input.shape()))};
  int64_t users = input.dim(2), size = input.dim(3) / parts;
  std::vector<Tensor> results;
  for (int64_t count : {heads, keyHeads, keyHeads}) {
    ALCOVE_ASSIGN_OR_RETURN(Tensor columns,
                            slice(input, {0, 0, 0, first * size}, {1, 1, users, (first + count) * size}, {1, 1, 1, 1}));
    ALCOVE_ASSIGN_OR_RETURN(Tensor split, columns.reshaped({1, users, count, size}));
    results.push_back(std::move(split));
    first += count;
  }
  return results;
}

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

static void addHeadsAndAttention(OpTable &table) {
  table.add<ttnn::IndexerScoreDSAOp>("LibraryOps", "closed form", [](auto op, OpCall &call) -> Result<Tensor> {
    if (op.getClusterAxis())
      return Error{"indexer_score_dsa over the chips of an axis is not executed"};
    return indexerScore(call.in(0), call.in(1), call.in(2), op.getChunkStartIdx(), call.held());
  });
  table.add<ttir::SDPAFwOp, ttnn::SDPAFwOp>("LibraryOps", "scaled_dot_product_attention",
                                            [](auto op, OpCall &call) { return forwardAttention(op, call); });
  table.add<ttnn::NLPConcatHeadsOp>("LibraryOps", "concatenate_heads", [](auto, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(Tensor joined, concatenateHeads(call.in(0)));
    return joined.reshaped(call.shape());
  });
  table.add<ttnn::NLPCreateQKVHeadsDecodeOp>(
      "LibraryOps", "closed form", [](auto op, OpCall &call) -> Result<std::vector<Tensor>> {
        if (op.getBatchOffset() || op.getSliceSize())
          return Error{"nlp_create_qkv_heads_decode of a part of the batch is not executed"};
        return decodeHeads(call.in(0), op.getNumHeads(), op.getNumKvHeads().value_or(op.getNumHeads()));
      });
  table.add<ttnn::RotaryEmbeddingLlamaOp>(
      "LibraryOps", "closed form of rotated pairs", [](auto op, OpCall &call) -> Result<Tensor> {
        Tensor cos = call.in(1), sin = call.in(2);
        for (Tensor *factors : {&cos, &sin}) // tables may be longer than the sequence; decode has a row for each head
          if (factors->rank() == 4 && call.in(0).rank() == 4 && factors->dim(2) > call.in(0).dim(2)) {
            ALCOVE_ASSIGN_OR_RETURN(*factors, firstOf(*factors, 2, op.getIsDecodeMode() ? 1 : call.in(0).dim(2)));
          }
        return rotateByMatrix(call.in(0), cos, sin, call.in(3), call.held());
      });
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

//===----------------------------------------------------------------------===//
// Choosing tokens and experts
//===----------------------------------------------------------------------===//

/// Where k is 1 the index of the largest value. More candidates are drawn from at random.
static Result<Tensor> sample(OpCall &call) {
  const Tensor &values = call.in(0), &indices = call.in(1), &k = call.in(2);
  int64_t users = k.numElements(), width = values.shape().back();
  if (users < 1 || values.numElements() != users * width || indices.shape() != values.shape())
    return Error{fmt::format("sampling of {} among {} for {} users", toString(values.shape()),
                             toString(indices.shape()), users)};
  std::vector<int64_t> chosen;
  for (int64_t user = 0; user < users; ++user) {
    if (k.at(user) != 1)
      return Error{
          fmt::format("sampling of user {} draws among k = {} at random: only k = 1 is executed", user, k.at(user))};
    int64_t best = 0;
    for (int64_t i = 1; i < width; ++i)
      if (values.at(user * width + i) > values.at(user * width + best))
        best = i;
    chosen.push_back(static_cast<int64_t>(indices.at(user * width + best)));
  }
  return Tensor::fromIntegers(call.held(), call.shape(), std::move(chosen));
}

/// The k largest of x w + b, and the softmax among these.
static Result<std::vector<Tensor>> route(const Tensor &input, const Tensor &weight, const Tensor &bias, int64_t k,
                                         OpCall &call) {
  ALCOVE_ASSIGN_OR_RETURN(Tensor logits, matmul(input, weight, false, false, ElementType::F32, {&bias}));
  ALCOVE_ASSIGN_OR_RETURN(auto best, topK(logits, k, -1, /*largest=*/true, ElementType::F32, call.held(0)));
  ALCOVE_ASSIGN_OR_RETURN(Tensor weights, softmax(best.first, -1, call.held(1)));
  return std::vector<Tensor>{std::move(best.second), std::move(weights)};
}

/// Products of the matrices that `sparsity` does not hold a zero for; zeros elsewhere.
static Result<Tensor> sparseMatmul(const Tensor &a, const Tensor &b, const Tensor &sparsity, bool expertsInA,
                                   OpCall &call) {
  if (a.rank() != 4 || b.rank() != 4 || b.dim(0) != 1 || a.dim(3) != b.dim(2) || (expertsInA && a.dim(1) != b.dim(1)))
    return Error{fmt::format("sparse_matmul of {} and {}", toString(a.shape()), toString(b.shape()))};
  Tensor left = a;
  if (!expertsInA) { // every matrix of a meets every expert
    ALCOVE_ASSIGN_OR_RETURN(left, a.reshaped({a.dim(0), a.dim(1), 1, a.dim(2), a.dim(3)}));
  }
  ALCOVE_ASSIGN_OR_RETURN(Tensor all, matmul(left, b, false, false, ElementType::F32));
  int64_t each = a.dim(2) * b.dim(3), count = each ? all.numElements() / each : 0;
  if (sparsity.numElements() != count)
    return Error{fmt::format("sparsity of {} for {} products", toString(sparsity.shape()), count)};
  std::vector<float> values = all.toFloatVector();
  for (int64_t i = 0; i < count; ++i)
    if (sparsity.at(i) == 0)
      std::fill_n(values.begin() + i * each, each, 0.0f);
  ALCOVE_ASSIGN_OR_RETURN(Tensor wide, Tensor::fromFloats(ElementType::F32, call.shape(), std::move(values)));
  return wide.convertedTo(call.held());
}

static void addChoices(OpTable &table) {
  table.add<ttir::SamplingOp, ttnn::SamplingOp>("LibraryOps", "closed form",
                                                [](auto, OpCall &call) { return sample(call); });
  table.add<ttir::TopkRouterGPTOp, ttnn::TopkRouterGPTOp>("LibraryOps", "closed form", [](auto op, OpCall &call) {
    return route(call.in(0), call.in(1), call.in(2), op.getK(), call);
  });
  table.add<ttir::SparseMatmulOp, ttnn::SparseMatmulOp>("LibraryOps", "closed form", [](auto op, OpCall &call) {
    return sparseMatmul(call.in(0), call.in(1), call.in(2), op.getIsInputASparse(), call);
  });
}

void addLibraryOps(OpTable &table) {
  addConv1d(table);
  addHeadsAndAttention(table);
  addChoices(table);
  table.add<ttir::GetDimensionSizeOp>("LibraryOps", "closed form", [](auto op, OpCall &call) -> Result<Tensor> {
    ALCOVE_ASSIGN_OR_RETURN(int64_t dim, normalizeDim(op.getDimensionAttr().getInt(), call.in(0).rank()));
    return Tensor::fromIntegers(call.held(), call.shape(), {call.in(0).dim(dim)});
  });
  table.add<ttnn::AssignOp>("LibraryOps", "closed form",
                            [](auto, OpCall &call) { return call.in(0).convertedTo(call.held()); });
}

} // namespace alcove::reference
