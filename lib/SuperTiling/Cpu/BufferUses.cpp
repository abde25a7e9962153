//===- BufferUses.cpp - Who reads and writes a buffer, and when -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BufferUses.h"

#include "Caches.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

namespace alcove::supertiling {

Value rootOf(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return buffer;
}

/// `visit` for every operation that touches the memory of `root`, with its view of it, until one returns false; false
/// also where the memory is handed on under another name. A return hands it on when the function ends.
static bool allUses(Value root, llvm::function_ref<bool(Operation *, Value)> visit) {
  auto argument = dyn_cast<BlockArgument>(root);
  if (argument ? !isa<FunctionOpInterface>(argument.getOwner()->getParentOp())
               : !isa<memref::AllocOp, memref::AllocaOp, memref::GetGlobalOp>(root.getDefiningOp()))
    return false;
  SmallVector<Value> views{root};
  for (size_t i = 0; i < views.size(); ++i)
    for (Operation *user : views[i].getUsers()) {
      if (isa<ViewLikeOpInterface>(user)) {
        llvm::append_range(views, user->getResults());
        continue;
      }
      if (user->hasTrait<OpTrait::ReturnLike>() && isa<FunctionOpInterface>(user->getParentOp()))
        continue;
      if (!isa<MemoryEffectOpInterface>(user) || llvm::any_of(user->getResultTypes(), llvm::IsaPred<BaseMemRefType>) ||
          !visit(user, views[i]))
        return false;
    }
  return true;
}

scf::ForOp outermostConstantLoop(Operation *op, Value buffer) {
  scf::ForOp found;
  if (!isa<MemRefType>(buffer.getType()))
    return found;
  Operation *inner = op;
  for (auto loop = dyn_cast<scf::ForOp>(inner->getParentOp()); loop;
       loop = dyn_cast<scf::ForOp>(inner->getParentOp())) {
    if (loop->isAncestor(buffer.getParentBlock()->getParentOp()))
      break;
    bool constant = allUses(rootOf(buffer), [&](Operation *user, Value view) {
      auto effects = cast<MemoryEffectOpInterface>(user);
      return !loop->isAncestor(user) || !(effects.getEffectOnValue<MemoryEffects::Write>(view) ||
                                          effects.getEffectOnValue<MemoryEffects::Free>(view));
    });
    if (!constant)
      break;
    found = loop;
    inner = loop;
  }
  return found;
}

int64_t executionsPerValue(Operation *op, Value buffer) {
  int64_t times = 1;
  scf::ForOp outermost = outermostConstantLoop(op, buffer);
  for (Operation *inner = op; outermost && inner != outermost;) {
    inner = inner->getParentOp();
    if (std::optional<APInt> trips = cast<scf::ForOp>(inner).getStaticTripCount())
      times *= trips->getSExtValue();
  }
  return times;
}

bool isOneStretch(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset = 0, elements = 1;
  if (!type.hasStaticShape() || failed(type.getStridesAndOffset(strides, offset)))
    return false;
  for (auto [extent, stride] : llvm::reverse(llvm::zip(type.getShape(), strides))) {
    if (extent != 1 && stride != elements)
      return false;
    elements *= extent;
  }
  return true;
}

bool isLargerThanCaches(Value root) {
  auto type = dyn_cast<MemRefType>(root.getType());
  return type && type.hasStaticShape() && type.getElementType().isIntOrFloat() &&
         type.getNumElements() * type.getElementTypeBitWidth() / 8 >= allCachesBytes;
}

bool isOnlyWritten(Value buffer) {
  Value root = rootOf(buffer);
  if (!root.getDefiningOp<memref::AllocOp>() || !isLargerThanCaches(root))
    return false;
  return allUses(root, [](Operation *user, Value view) {
    return !cast<MemoryEffectOpInterface>(user).getEffectOnValue<MemoryEffects::Read>(view);
  });
}

bool hasAlignedRows(Value buffer, int64_t bytes) {
  auto type = cast<MemRefType>(buffer.getType());
  auto [strides, offset] = type.getStridesAndOffset();
  int64_t element = type.getElementTypeBitWidth() / 8;
  for (int64_t stride : ArrayRef(strides).drop_back())
    if (ShapedType::isDynamic(stride) || stride * element % bytes != 0)
      return false;
  if (auto collapsed = buffer.getDefiningOp<memref::CollapseShapeOp>(); collapsed && type.getRank() == 1)
    buffer = collapsed.getSrc();
  if (auto alloc = buffer.getDefiningOp<memref::AllocOp>())
    return alloc.getAlignment().value_or(1) % bytes == 0;
  auto view = buffer.getDefiningOp<memref::SubViewOp>();
  if (!view || view.getSourceType().getRank() == 0 || view.getSourceType().getRank() != view.getType().getRank())
    return false;
  int64_t last = view.getStaticOffsets().back();
  return !ShapedType::isDynamic(last) && last * element % bytes == 0 && hasAlignedRows(view.getSource(), bytes);
}

} // namespace alcove::supertiling
