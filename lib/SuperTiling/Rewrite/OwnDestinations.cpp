//===- OwnDestinations.cpp - Destinations that nothing else names ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Rewrite/OwnDestinations.h"

#include "alcove/SuperTiling/Describe/JoinedParts.h"
#include "alcove/SuperTiling/Rewrite/MakeTileable.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace alcove::supertiling {

/// Some use of `value` hands it out of its block.
static bool leaves(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) { return user->hasTrait<OpTrait::IsTerminator>(); });
}

/// The tensor that `value` is a destination of, without changes of its type.
static Value source(Value value) {
  while (auto cast = value.getDefiningOp<tensor::CastOp>())
    value = cast.getSource();
  return value;
}

static bool mustBeOwn(linalg::LinalgOp op, OpOperand &destination) {
  auto type = dyn_cast<RankedTensorType>(destination.get().getType());
  if (!type || type.getEncoding() || op.payloadUsesValueFromOperand(&destination) || !writesWhole(op, destination))
    return false;
  Value from = source(destination.get());
  Operation *def = from.getDefiningOp();
  // Loops carry their destinations, and put parts into them.
  bool carried = !def && isa<LoopLikeOpInterface>(from.getParentBlock()->getParentOp());
  if (isa_and_present<tensor::EmptyOp>(def) || carried || op->getParentOfType<LoopLikeOpInterface>())
    return false;
  bool given = !def || def->hasTrait<OpTrait::ConstantLike>();
  return !given || !destination.get().hasOneUse() || !leaves(op.getTiedOpResult(&destination));
}

/// Erases those of `ops` that nothing uses any more, and what only they used. True when one of them computes.
static bool eraseUnused(RewriterBase &rewriter, llvm::SetVector<Operation *> ops) {
  bool computes = false;
  while (!ops.empty()) {
    Operation *op = ops.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *def = operand.getDefiningOp())
        ops.insert(def);
    computes |= isa<TilingInterface>(op);
    rewriter.eraseOp(op);
  }
  return computes;
}

size_t dropEmptyDomains(RewriterBase &rewriter, Operation *function) {
  SmallVector<linalg::LinalgOp> found;
  function->walk([&](linalg::LinalgOp op) {
    if (op.hasPureTensorSemantics() && llvm::is_contained(op.getStaticLoopRanges(), 0))
      found.push_back(op);
  });
  for (linalg::LinalgOp op : found)
    rewriter.replaceOp(op, SmallVector<Value>(op.getDpsInits()));
  return found.size();
}

/// An elementwise operation that adds to what others use too, a result of an operation: it cannot be done in place.
static bool readsShared(linalg::GenericOp op, OpOperand &destination) {
  Operation *def = source(destination.get()).getDefiningOp();
  return op.getNumReductionLoops() == 0 && isa<RankedTensorType>(destination.get().getType()) &&
         op.payloadUsesValueFromOperand(&destination) && writesWhole(op, destination) && def &&
         !def->hasTrait<OpTrait::ConstantLike>() && !destination.get().hasOneUse() &&
         !op->getParentOfType<LoopLikeOpInterface>();
}

/// `destination` becomes the last input; what is written is memory of its own.
static void readAsInput(RewriterBase &rewriter, linalg::GenericOp op, OpOperand &destination) {
  rewriter.setInsertionPoint(op);
  Value old = destination.get();
  unsigned number = destination.getOperandNumber(), inputs = op.getNumDpsInputs();
  SmallVector<Value> ins(op.getInputs()), outs(op.getOutputs());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.insert(maps.begin() + inputs, op.getMatchingIndexingMap(&destination));
  ins.push_back(old);
  outs[number - inputs] =
      tensor::EmptyOp::create(rewriter, op.getLoc(), tensor::getMixedSizes(rewriter, op.getLoc(), old),
                              cast<RankedTensorType>(old.getType()).getElementType());
  auto fresh = linalg::GenericOp::create(rewriter, op.getLoc(), op.getResultTypes(), ins, outs, maps,
                                         op.getIteratorTypesArray());
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    fresh->setDiscardableAttr(attribute.getName(), attribute.getValue());
  rewriter.inlineRegionBefore(op.getRegion(), fresh.getRegion(), fresh.getRegion().begin());
  Block &body = *fresh.getBody();
  BlockArgument written = body.getArgument(number);
  BlockArgument read = body.insertArgument(inputs, written.getType(), written.getLoc());
  rewriter.replaceAllUsesWith(written, read);
  rewriter.replaceOp(op, fresh.getResults());
}

static void readSharedAsInputs(RewriterBase &rewriter, Operation *function) {
  SmallVector<linalg::GenericOp> found;
  function->walk([&](linalg::GenericOp op) {
    if (op.hasPureTensorSemantics() && op->getNumResults() == 1 && readsShared(op, op.getDpsInitsMutable()[0]))
      found.push_back(op);
  });
  for (linalg::GenericOp op : found)
    readAsInput(rewriter, op, op.getDpsInitsMutable()[0]);
}

bool ownDestinations(RewriterBase &rewriter, Operation *function) {
  llvm::SetVector<Operation *> replaced;
  function->walk([&](linalg::LinalgOp op) {
    if (!op.hasPureTensorSemantics())
      return;
    for (OpOperand &destination : op.getDpsInitsMutable()) {
      if (!mustBeOwn(op, destination))
        continue;
      Value old = destination.get();
      rewriter.setInsertionPoint(op);
      Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), tensor::getMixedSizes(rewriter, op.getLoc(), old),
                                            cast<RankedTensorType>(old.getType()).getElementType());
      rewriter.modifyOpInPlace(op, [&] { destination.set(empty); });
      if (Operation *def = old.getDefiningOp())
        replaced.insert(def);
    }
  });
  bool erased = eraseUnused(rewriter, std::move(replaced));
  readSharedAsInputs(rewriter, function);
  return erased;
}

/// `op` alone reads what `input` does, all of its operands by one map; where it is of parts by one operand.
static bool onlyReads(linalg::GenericOp op, OpOperand &input) {
  Value value = input.get();
  if (value.hasOneUse() || partsOf(op))
    return value.hasOneUse();
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    return use.getOwner() == op && op.isDpsInput(&use) &&
           op.getMatchingIndexingMap(&use) == op.getMatchingIndexingMap(&input);
  });
}

/// The one of inputs [first, end) of `op` that it can write result `result` over: what a product, or an operation behind
/// it in place, computes for `op` alone, element by element. -1: none.
static int overwritable(linalg::GenericOp op, unsigned result, unsigned first, unsigned end,
                        const llvm::SmallPtrSetImpl<Operation *> &products) {
  OpOperand &destination = op.getDpsInitsMutable()[result];
  if (op.payloadUsesValueFromOperand(&destination) || !destination.get().getDefiningOp<tensor::EmptyOp>())
    return -1;
  for (unsigned number = first; number < end; ++number) {
    OpOperand &input = op->getOpOperand(number);
    if (Operation *def = input.get().getDefiningOp();
        def && products.contains(def) && onlyReads(op, input) && def->getBlock() == op->getBlock() &&
        input.get().getType() == destination.get().getType() &&
        op.getMatchingIndexingMap(&input) == op.getMatchingIndexingMap(&destination))
      return static_cast<int>(number);
  }
  return -1;
}

/// Input `number`, and what is equal to it, becomes the destination of `result`. The operation itself stays: sets of siblings
/// and marks name it.
static void writeOver(RewriterBase &rewriter, linalg::GenericOp op, unsigned result, unsigned number) {
  rewriter.modifyOpInPlace(op, [&] {
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    Block &body = *op.getBody();
    Value over = op->getOperand(number);
    op.getDpsInitsMutable()[result].set(over);
    for (unsigned equal = op.getNumDpsInputs(); equal-- > 0;) {
      if (op->getOperand(equal) != over)
        continue;
      maps.erase(maps.begin() + equal);
      body.getArgument(equal).replaceAllUsesWith(body.getArgument(op.getNumDpsInputs() + result));
      body.eraseArgument(equal);
      op.getInputsMutable().erase(equal);
    }
    op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  });
}

/// What a joined operation knows of its part is one input less.
static DictionaryAttr withoutInput(DictionaryAttr part, unsigned number) {
  Builder builder(part.getContext());
  NamedAttrList attributes(part.getAs<DictionaryAttr>("attributes")), own(part);
  int64_t inputs = part.getAs<IntegerAttr>("inputs").getInt() - 1;
  SmallVector<Attribute> maps(cast<ArrayAttr>(attributes.get("indexing_maps")).getValue());
  maps.erase(maps.begin() + number);
  attributes.set("indexing_maps", builder.getArrayAttr(maps));
  attributes.set("operandSegmentSizes", builder.getDenseI32ArrayAttr({static_cast<int32_t>(inputs), 1}));
  own.set("inputs", builder.getI64IntegerAttr(inputs));
  own.set("attributes", attributes.getDictionary(part.getContext()));
  return own.getDictionary(part.getContext());
}

/// Each part of `op` over what it alone reads. True where all of its results are then in place.
static bool writeOverParts(RewriterBase &rewriter, linalg::GenericOp op,
                           const llvm::SmallPtrSetImpl<Operation *> &products) {
  SmallVector<Attribute> parts(partsOf(op).getValue());
  unsigned result = op.getNumDpsInits(), end = op.getNumDpsInputs(), changed = 0;
  for (Attribute &part : llvm::reverse(parts)) {
    auto own = cast<DictionaryAttr>(part);
    unsigned first = end - own.getAs<IntegerAttr>("inputs").getInt();
    bool generic = own.getAs<StringAttr>("name").getValue() == linalg::GenericOp::getOperationName();
    result -= own.getAs<IntegerAttr>("results").getInt();
    int number = generic && own.getAs<IntegerAttr>("results").getInt() == 1
                     ? overwritable(op, result, first, end, products)
                     : -1;
    end = first;
    if (number < 0)
      continue;
    writeOver(rewriter, op, result, number);
    part = withoutInput(own, number - first);
    ++changed;
  }
  if (changed == 0)
    return false;
  NamedAttrList joined(op->getAttrOfType<DictionaryAttr>(joinedAttr));
  joined.set("parts", rewriter.getArrayAttr(parts));
  op->setAttr(joinedAttr, joined.getDictionary(op.getContext()));
  return changed == parts.size();
}

bool writeOverProducts(RewriterBase &rewriter, Operation *function, const Budget &budget, bool all) {
  llvm::SmallPtrSet<Operation *, 16> products;
  bool wasLarge = false;
  function->walk([&](linalg::LinalgOp op) {
    bool joined = partsOf(op) != nullptr;
    if (!op.hasPureTensorSemantics() || (op->getNumResults() != 1 && !joined) ||
        op->getParentOfType<LoopLikeOpInterface>())
      return;
    if (OpClass own = classOfParts(op).value_or(classify(op)); own == OpClass::Matmul || own == OpClass::Conv)
      products.insert(op);
    auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
    if (!generic || op.getNumReductionLoops() > 0)
      return;
    if (all && !joined)
      products.insert(op);
    if (joined) {
      if (writeOverParts(rewriter, generic, products))
        products.insert(generic);
      return;
    }
    int number = overwritable(generic, 0, 0, generic.getNumDpsInputs(), products);
    if (number < 0)
      return;
    wasLarge |= isLarge(generic, budget);
    writeOver(rewriter, generic, 0, number);
    products.insert(generic);
  });
  return wasLarge;
}

} // namespace alcove::supertiling
