//===- ConsecutiveMoves.cpp - Two moves of one kind -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %1 = reshape(%0), ..., %2 = reshape(%1)   ->   %2 = reshape(%0), or %0 itself where the types are equal
//
// tt-mlir's canonicalizer does so for these ops, whoever else reads %1, and does not ask whether %0 still lives: done
// here, before anything is freed, there is nothing left for it to do.
//
//===----------------------------------------------------------------------===//
#include "ConsecutiveMoves.h"
#include "../ComputeShapes/Shapes.h"
#include "../Functions.h"

#include "alcove/Device/DataTypeKinds.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;
using device::DataType;

/// Every value of `source` has its own in `middle`. Types without layout are as their elements are.
static bool keepsValues(RankedTensorType source, RankedTensorType middle) {
  ttnn::TTNNLayoutAttr from = ttnn::layoutOf(source), to = ttnn::layoutOf(middle);
  if (!from || !to)
    return source.getElementType() == middle.getElementType();
  DataType narrow = ttnn::specOf(source).layout.dataType, wide = ttnn::specOf(middle).layout.dataType;
  return narrow == wide || (wide == DataType::F32 && device::isReal(narrow));
}

/// Where no plan put it, and not changed in place: in L1 it takes bytes that others may be planned to take, and the
/// steps to shards are priced one by one.
static bool isUnplanned(Value value) {
  if (isWrittenInPlace(value))
    return false;
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(value.getType());
  return !layout || (layout.getBufferType() != ttnn::BufferType::L1 &&
                     !ttnn::specOf(cast<RankedTensorType>(value.getType())).layout.isSharded());
}

/// Rows of tiles under another shape, in the same place (OM-D1): the bytes are shared.
static bool isView(RankedTensorType from, RankedTensorType to) {
  if (!ttnn::layoutOf(from) || !ttnn::layoutOf(to) || from.getRank() < 2 || to.getRank() < 2)
    return false;
  device::TensorSpec in = ttnn::specOf(from), out = ttnn::specOf(to);
  return in.layout == out.layout && in.layout.isTiled() && rank::isTileView(from.getShape(), to.getShape()) &&
         (!in.layout.isSharded() || device::shardShape2D(in) == device::shardShape2D(out));
}

/// One of two reshapes moves nothing: the other does all, in the same bytes, as long as nobody else reads what it made.
static bool isBesideView(ttnn::ReshapeOp first, ttnn::ReshapeOp second) {
  auto source = cast<RankedTensorType>(first.getInput().getType()),
       middle = cast<RankedTensorType>(second.getInput().getType()),
       result = cast<RankedTensorType>(second.getResult().getType());
  return !isWrittenInPlace(first.getInput()) && !isWrittenInPlace(second.getInput()) &&
         !isWrittenInPlace(second.getResult()) &&
         (isView(source, middle) || (isView(middle, result) && second.getInput().hasOneUse()));
}

namespace {
template <typename OpTy>
struct ReadsSourceOfFirst : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &rewriter) const override {
    if (isIdentity(op) && op.getInput().getType() == op.getResult().getType()) {
      rewriter.replaceOp(op, op.getInput());
      return success();
    }
    auto first = op.getInput().template getDefiningOp<OpTy>();
    bool isFree = first && isUnplanned(first.getInput()) && isUnplanned(op.getInput()) && isUnplanned(op.getResult());
    if constexpr (std::is_same_v<OpTy, ttnn::ReshapeOp>)
      isFree |= first && isBesideView(first, op);
    if (!isFree || !keepsValues(cast<RankedTensorType>(first.getInput().getType()),
                                cast<RankedTensorType>(op.getInput().getType())))
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      compose(first, op);
      op->setOperand(0, first.getInput());
    });
    return success();
  }

private:
  static bool isIdentity(OpTy op) {
    if constexpr (std::is_same_v<OpTy, ttnn::PermuteOp>)
      return llvm::equal(op.getPermutation(), llvm::seq<int64_t>(0, op.getPermutation().size()));
    return true;
  }

  /// What the second op says is relative to the first.
  static void compose(OpTy first, OpTy second) {
    if constexpr (std::is_same_v<OpTy, ttnn::PermuteOp>) {
      SmallVector<int64_t> both;
      for (int64_t dim : second.getPermutation())
        both.push_back(first.getPermutation()[dim]);
      second.setPermutation(both);
    }
  }
};
} // namespace

void conversion::populateConsecutiveMoves(RewritePatternSet &patterns) {
  patterns.add<ReadsSourceOfFirst<ttnn::ReshapeOp>, ReadsSourceOfFirst<ttnn::PermuteOp>,
               ReadsSourceOfFirst<ttnn::TypecastOp>, ReadsSourceOfFirst<ttnn::ToLayoutOp>,
               ReadsSourceOfFirst<ttnn::ToTensorSpecOp>>(patterns.getContext());
}
