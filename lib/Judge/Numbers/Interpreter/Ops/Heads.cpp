//===- Heads.cpp - What heads and rotary embeddings compute ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FirstElements.h"
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

static void addLibraryHeads(OpTable &table) {
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
}

static void addSplitsAndJoins(OpTable &table) {
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

static void addRotary(OpTable &table) {
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

void addHeadsOps(OpTable &table) {
  addLibraryHeads(table);
  addSplitsAndJoins(table);
  addRotary(table);
}

} // namespace alcove::reference
