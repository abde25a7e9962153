//===- PackedMovement.cpp - Large tensors moved as they are packed --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PackedMovement.h"

#include "alcove/Judge/Numbers/Interpreter/ThroughLayout.h"
#include "alcove/Judge/Numbers/Kernels/DataMovement.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"
#include "alcove/Judge/Numbers/Tensor/Parallel.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "llvm/ADT/TypeSwitch.h"

#include <bit>
#include <numeric>

namespace alcove::reference {

static bool isEmbedding(mlir::Operation *op) { return mlir::isa<ttir::EmbeddingOp, ttnn::EmbeddingOp>(op); }

/// The order that `op` gives the dimensions of operand 0 in; nothing for an op that does more.
static std::optional<Shape> orderOf(mlir::Operation *op) {
  auto from = mlir::dyn_cast<mlir::RankedTensorType>(op->getOperand(0).getType());
  if (!from)
    return std::nullopt;
  Shape same(from.getRank());
  std::iota(same.begin(), same.end(), 0);
  return llvm::TypeSwitch<mlir::Operation *, std::optional<Shape>>(op)
      .Case<ttir::PermuteOp, ttnn::PermuteOp>(
          [](auto permute) { return Shape(permute.getPermutation().begin(), permute.getPermutation().end()); })
      .Case<ttir::TransposeOp, ttnn::TransposeOp>([&](auto transpose) -> std::optional<Shape> {
        Result<int64_t> first = normalizeDim(transpose.getDim0(), from.getRank()),
                        second = normalizeDim(transpose.getDim1(), from.getRank());
        if (!first || !second)
          return std::nullopt;
        std::swap(same[*first], same[*second]);
        return same;
      })
      .Case<ttir::ReshapeOp, ttnn::ReshapeOp, ttir::SqueezeOp, ttir::UnsqueezeOp, ttnn::ToDeviceOp, ttnn::FromDeviceOp,
            ttnn::ToLayoutOp, ttnn::ToMemoryConfigOp, ttnn::ToTensorSpecOp, ttir::TypecastOp, ttnn::TypecastOp>(
          [&](auto) { return same; })
      .Default([](mlir::Operation *) { return std::nullopt; });
}

std::optional<unsigned> packedOperand(mlir::Operation *op, Precision precision) {
  if (op->getNumOperands() == 0 || op->getNumResults() != 1)
    return std::nullopt;
  unsigned number = isEmbedding(op) ? 1 : 0;
  auto from = mlir::dyn_cast<mlir::RankedTensorType>(op->getOperand(number).getType());
  auto to = mlir::dyn_cast<mlir::RankedTensorType>(op->getResult(0).getType());
  if (!from || !to || (!isEmbedding(op) && !orderOf(op)))
    return std::nullopt;
  Result<ElementType> held = heldTypeOf(from, precision), made = heldTypeOf(to, precision);
  // Blocks of a block format follow the rows, and those may be new. What is made is packed too.
  bool packs = made.ok() && (isBlockFloat(*made) || *made == ElementType::BF16 || *made == ElementType::F32);
  if (!held || !packs || !isFloat(*held) || isBlockFloat(*held) || (isEmbedding(op) && *held != *made))
    return std::nullopt;
  if (!isEmbedding(op) && from.getNumElements() != to.getNumElements())
    return std::nullopt;
  return isStoredAsIs(*made, to) ? std::optional<unsigned>(number) : std::nullopt;
}

bool rightMayBePacked(mlir::Operation *op) {
  return mlir::isa<ttir::MatmulOp, ttir::LinearOp, ttir::DotGeneralOp, ttnn::MatmulOp, ttnn::LinearOp>(op) &&
         llvm::count(op->getOperands(), op->getOperand(1)) == 1;
}

/// A packed tensor as bf16, bfp8, bfp4 or f32, which the kept halves hold too: what Tensor::convertedTo gives, a row at
/// a time.
static PackedTensor cast(const PackedTensor &from, ElementType type) {
  if (type == from.elementType())
    return from;
  if (type == ElementType::F32)
    return from.heldAsF32();
  std::span<const uint16_t> words = from.packedWords();
  std::vector<uint16_t> made(words.size());
  int64_t row = from.shape().empty() ? 1 : std::max<int64_t>(1, from.shape().back());
  inParts(from.numElements() / row, 4 * from.numElements(), [&](int64_t begin, int64_t end) {
    std::vector<float> values(row);
    for (int64_t at = begin * row; at < end * row; at += row) {
      for (int64_t i = 0; i < row; ++i)
        values[i] = std::bit_cast<float>(static_cast<uint32_t>(words[at + i]) << 16);
      roundRows(type, values, row);
      for (int64_t i = 0; i < row; ++i)
        made[at + i] = static_cast<uint16_t>(std::bit_cast<uint32_t>(values[i]) >> 16);
    }
  });
  return PackedTensor::ofWords(type, from.shape(), std::move(made));
}

std::optional<PackedTensor> movedPacked(mlir::Operation *op, Precision precision, const PackedTensor &from,
                                        const Tensor *indices) {
  auto type = mlir::cast<mlir::RankedTensorType>(op->getResult(0).getType());
  Shape shape(type.getShape().begin(), type.getShape().end());
  if (!isEmbedding(op)) {
    bool reshapes = mlir::isa<ttir::ReshapeOp, ttnn::ReshapeOp, ttir::SqueezeOp, ttir::UnsqueezeOp>(op);
    Result<PackedTensor> moved = permute(from, *orderOf(op));
    if (!moved || (!reshapes && moved->shape() != shape))
      return std::nullopt;
    return cast(moved->reshaped(std::move(shape)), *heldTypeOf(type, precision));
  }
  const Shape &table = from.shape();
  if (table.size() < 2 || !indices || type.getNumElements() != indices->numElements() * table.back())
    return std::nullopt;
  std::vector<int64_t> rows;
  for (int64_t i = 0; i < indices->numElements(); ++i) {
    Result<int64_t> row = indexAt(*indices, i, from.numElements() / table.back(), "embedding index");
    if (!row)
      return std::nullopt;
    rows.push_back(*row);
  }
  Result<Tensor> chosen = from.rows(rows);
  Result<Tensor> shaped = chosen.ok() ? chosen->reshaped(std::move(shape)) : chosen;
  return shaped.ok() ? std::optional(PackedTensor(std::move(*shaped))) : std::nullopt;
}

} // namespace alcove::reference
