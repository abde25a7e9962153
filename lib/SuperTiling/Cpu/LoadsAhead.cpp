//===- LoadsAhead.cpp - What a pass over memory asks for early ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoadsAhead.h"

#include "BufferUses.h"
#include "Caches.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace alcove::supertiling {

namespace {

/// Bytes on their way while the first of them travels: about 100 ns from memory at about 32 GB/s of a core, rounded up to
/// a page, at whose end hardware stops.
constexpr int64_t bytesInFlight = 4096;

struct Reader {
  linalg::LinalgOp op;
  unsigned input = 0;
  /// Every element once, in the order of memory.
  bool inOrder = false;
};

int64_t arithmeticOf(linalg::LinalgOp op) { return static_cast<int64_t>(op.getBlock()->getOperations().size()); }

LoadAhead aheadOf(Value view, const Reader &chosen, bool alone) {
  auto type = cast<MemRefType>(view.getType());
  int64_t element = type.getElementTypeBitWidth() / 8, tile = type.getNumElements() * element;
  LoadAhead ahead;
  ahead.input = chosen.input;
  ahead.elements = bytesInFlight / element;
  ahead.toFirstCache = true;
  auto loop = chosen.op->getParentOfType<scf::ForOp>();
  bool moves = loop && view.getDefiningOp() && loop->isAncestor(view.getDefiningOp());
  // Where others read the tile again it takes its time; what of it comes next has been read, or is needed at once.
  if (alone || !moves || tile > secondCacheBytes / 2)
    return ahead;
  // What the last elements ask for travels while the operations behind run, which may be short: a flight more than a tile.
  ahead.elements = tile / element * (1 + llvm::divideCeil(bytesInFlight, tile));
  ahead.toFirstCache = tile <= firstCacheBytes / 2;
  return ahead;
}

} // namespace

llvm::DenseMap<Operation *, SmallVector<LoadAhead>> chooseLoadsAhead(Operation *root) {
  llvm::MapVector<std::pair<Block *, Value>, SmallVector<Reader>> views;
  root->walk([&](linalg::LinalgOp op) {
    if (!op.hasPureBufferSemantics() || op.hasDynamicShape())
      return;
    for (OpOperand *operand : op.getDpsInputOperands()) {
      auto type = dyn_cast<MemRefType>(operand->get().getType());
      if (!type || !isOneStretch(type) || !isLargerThanCaches(rootOf(operand->get())))
        continue;
      bool inOrder = op.getMatchingIndexingMap(operand).isIdentity();
      Value view = operand->get();
      while (auto collapsed = view.getDefiningOp<memref::CollapseShapeOp>())
        view = collapsed.getSrc();
      views[{op->getBlock(), view}].push_back({op, operand->getOperandNumber(), inOrder});
    }
  });
  llvm::DenseMap<Operation *, SmallVector<LoadAhead>> found;
  for (auto &[where, readers] : views) {
    const Reader *chosen = nullptr;
    for (const Reader &reader : readers)
      if (reader.inOrder && (!chosen || arithmeticOf(reader.op) > arithmeticOf(chosen->op)))
        chosen = &reader;
    if (chosen)
      found[chosen->op].push_back(aheadOf(where.second, *chosen, readers.size() == 1));
  }
  return found;
}

} // namespace alcove::supertiling
