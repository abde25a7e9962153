//===- SharedHeads.cpp - Queries that share keys, as rows of one product ---------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where several heads of queries share one of keys or values, and no kernel of attention does it, models repeat the keys:
//
//   keys  B x 4 x L x D  ─ repeated ─►  B x 8 x L x D  ─ layers ─►  (B x 8 x S x D) times (B x 8 x D x L)
//
// The queries of one head of keys are rows of one product instead, since they lie side by side:
//
//   keys  B x 4 x L x D  ─ layers ─►  (B x 4 x 2S x D) times (B x 4 x D x L)
//
// Each number is the same sum in the same order: equal in every bit.
//
//===----------------------------------------------------------------------===//
#include "Forms.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {
/// Matrices that are repeated, head by head, in front of a product.
struct SharedHeads {
  Value keys;                              ///< (..., heads, rows, columns), or with an extent of one behind the heads
  SmallVector<int64_t> shape;              ///< without that extent
  SmallVector<Operation *> layers, repeat; ///< behind the repetition, from the product on; and the repetition itself
};
} // namespace

/// Works on each matrix of the last two dimensions for itself, in operand 0 alone.
static bool isPerMatrix(Operation *op) {
  if (auto permute = dyn_cast<ttir::PermuteOp>(op)) {
    ArrayRef<int64_t> order = permute.getPermutation();
    return order.size() >= 3 && isIdentity(order.drop_back(2));
  }
  if (isa<ttir::MultiplyOp, ttir::DivOp>(op))
    return (splatOf(op->getOperand(1)) || isNumber(op->getOperand(1))) &&
           op->getOperand(0).getType() == op->getResult(0).getType();
  return isa<ttir::TypecastOp>(op);
}

/// `shape` with `heads` of its matrices.
static SmallVector<int64_t> withHeads(ArrayRef<int64_t> shape, int64_t heads) {
  SmallVector<int64_t> result(shape);
  result.end()[-3] = heads;
  return result;
}

/// reshape(broadcast to (..., heads, times, rows, columns)), or repeat_interleave of the heads.
static bool findRepetition(Value value, SharedHeads &found) {
  ArrayRef<int64_t> whole = shape::of(value);
  Operation *op = value.getDefiningOp();
  if (auto repeat = dyn_cast<ttir::RepeatInterleaveOp>(op)) {
    found.keys = repeat.getInput();
    found.repeat = {op};
    found.shape.assign(shape::of(found.keys).begin(), shape::of(found.keys).end());
    return static_cast<size_t>(repeat.getDim() + (repeat.getDim() < 0 ? whole.size() : 0)) + 3 == whole.size();
  }
  auto broadcast = isa<ttir::ReshapeOp>(op) ? op->getOperand(0).getDefiningOp<ttir::BroadcastOp>() : nullptr;
  if (!broadcast || !broadcast->hasOneUse())
    return false;
  ArrayRef<int64_t> many = shape::of(broadcast.getResult()), one = shape::of(broadcast.getInput());
  if (many.size() != whole.size() + 1 || one.size() != many.size() || one.end()[-3] != 1)
    return false;
  found.keys = broadcast.getInput();
  found.repeat = {op, broadcast};
  found.shape = llvm::to_vector(one.drop_back(3));
  found.shape.append({one.end()[-2], one.end()[-1]});
  SmallVector<int64_t> expected(one);
  expected.end()[-3] = many.end()[-3];
  return many == ArrayRef(expected) && whole == ArrayRef(withHeads(found.shape, one.end()[-4] * many.end()[-3]));
}

static std::optional<SharedHeads> sharedHeads(ttir::MatmulOp op) {
  RankedTensorType queries = tensorTypeOf(op.getA()), keys = tensorTypeOf(op.getB());
  if (!queries.hasStaticShape() || !keys.hasStaticShape() || queries.getRank() < 3 ||
      queries.getRank() != keys.getRank() || op.getTransposeA() ||
      queries.getShape().drop_back(2) != keys.getShape().drop_back(2))
    return std::nullopt;
  SharedHeads found;
  Value value = op.getB();
  while (value.hasOneUse() && value.getDefiningOp() && isPerMatrix(value.getDefiningOp())) {
    found.layers.push_back(value.getDefiningOp());
    value = found.layers.back()->getOperand(0);
  }
  if (!value.hasOneUse() || !value.getDefiningOp() || !findRepetition(value, found) ||
      found.shape.end()[-3] == keys.getShape().end()[-3])
    return std::nullopt;
  return found;
}

static Replacements inRows(OpBuilder &builder, ttir::MatmulOp op, const SharedHeads &shared) {
  const int64_t heads = shared.shape.end()[-3];
  Value keys = reshape(builder, suffixed(op.getLoc(), "_keys"), shared.keys, shared.shape);
  for (Operation *layer : llvm::reverse(shared.layers)) {
    Operation *once = builder.clone(*layer);
    once->setOperand(0, keys);
    once->getResult(0).setType(
        withShape(tensorTypeOf(layer->getResult(0)), withHeads(shape::of(layer->getResult(0)), heads)));
    keys = once->getResult(0);
  }
  auto joined = [&](Value value) {
    SmallVector<int64_t> shape = withHeads(shape::of(value), heads);
    shape.end()[-2] *= shape::of(value).end()[-3] / heads;
    return shape;
  };
  Value queries = reshape(builder, suffixed(op.getLoc(), "_queries"), op.getA(), joined(op.getA()));
  Operation *product = builder.clone(*op);
  product->setLoc(suffixed(op.getLoc(), "_ofHeads"));
  product->setOperands({queries, keys});
  product->getResult(0).setType(withShape(tensorTypeOf(op.getResult()), joined(op.getResult())));
  return {{op, reshape(builder, op.getLoc(), product->getResult(0), shape::of(op.getResult()))}};
}

void conversion::addSharedHeadForms(Operation *op, Forms &forms) {
  auto product = dyn_cast<ttir::MatmulOp>(op);
  std::optional<SharedHeads> shared = product ? sharedHeads(product) : std::nullopt;
  if (!shared)
    return;
  SmallVector<Operation *> replaced = llvm::to_vector(llvm::reverse(shared->repeat));
  llvm::append_range(replaced, llvm::reverse(shared->layers));
  replaced.push_back(op);
  forms.push_back({LoweringPattern::SharedHeads, replaced,
                   [product, shared = *shared](OpBuilder &builder) { return inRows(builder, product, shared); },
                   /*withoutPrices=*/false});
}
