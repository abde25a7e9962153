//===- MarkPatterns.cpp - Operations that an engine executes as one -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Passes.h"

#include "alcove/SuperTiling/Marks/Classify.h"
#include "alcove/SuperTiling/Marks/FuseMarks.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace alcove::supertiling {

#define GEN_PASS_DEF_MARKPATTERNSFORSUPERTILING
#include "alcove/SuperTiling/Passes.h.inc"

namespace {

struct FuseGroup {
  Operation *principal = nullptr;
  /// In program order, the principal among them.
  llvm::SetVector<Operation *> members;
};

bool onTensors(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.hasPureTensorSemantics();
}

bool isElementwise(Operation *op) {
  return onTensors(op) && !isa<linalg::FillOp>(op) && classify(op) == OpClass::Elementwise;
}

Operation *onlyUser(Operation *op) {
  if (op->getNumResults() != 1)
    return nullptr;
  llvm::SmallPtrSet<Operation *, 2> users(op->user_begin(), op->user_end());
  if (users.size() != 1 || (*users.begin())->getBlock() != op->getBlock())
    return nullptr;
  return *users.begin();
}

void sortByProgramOrder(FuseGroup &group) {
  SmallVector<Operation *> sorted(group.members.begin(), group.members.end());
  llvm::sort(sorted, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  group.members.clear();
  group.members.insert(sorted.begin(), sorted.end());
}

/// A convolution or contraction with what stands around it: fill or bias below, padding in front, and the chain of
/// elementwise operations (bias, activation, rescale) behind. Of two branches that meet in an addition the first in
/// program order has it: no engine executes one operation with both. `taken` holds what stands behind earlier ones.
std::optional<FuseGroup> matchPrincipal(Operation *op, llvm::DenseSet<Operation *> &taken) {
  OpClass opClass = onTensors(op) ? classify(op) : OpClass::Other;
  if (opClass != OpClass::Conv && opClass != OpClass::Matmul && opClass != OpClass::Pool)
    return std::nullopt;
  FuseGroup group;
  group.principal = op;
  group.members.insert(op);
  for (Value operand : op->getOperands()) {
    Operation *def = operand.getDefiningOp();
    if (!def || def->getBlock() != op->getBlock())
      continue;
    bool init = llvm::is_contained(cast<DestinationStyleOpInterface>(op).getDpsInits(), operand);
    if (isa<linalg::FillOp, linalg::BroadcastOp>(def) ? init : isa<tensor::PadOp>(def) && onlyUser(def) == op)
      group.members.insert(def);
    else if (init && isElementwise(def) && onlyUser(def) == op)
      group.members.insert(def);
  }
  constexpr int longestChain = 8;
  Operation *last = op;
  for (int i = 0; i < longestChain; ++i) {
    Operation *next = onlyUser(last);
    if (!next || !isElementwise(next) || !taken.insert(next).second)
      break;
    group.members.insert(next);
    last = next;
  }
  if (group.members.size() < 2)
    return std::nullopt;
  sortByProgramOrder(group);
  return group;
}

/// Softmax, layer norm and their relatives: elementwise operations around reductions of the same rows, closed under
/// use. `op` is the last elementwise operation.
std::optional<FuseGroup> matchNormalization(Operation *op) {
  if (!isElementwise(op))
    return std::nullopt;
  FuseGroup group;
  group.principal = op;
  group.members.insert(op);
  bool reduces = false;
  for (size_t i = 0; i < group.members.size(); ++i)
    for (Value operand : group.members[i]->getOperands()) {
      Operation *def = operand.getDefiningOp();
      if (!def || def->getBlock() != op->getBlock() || !onTensors(def))
        continue;
      OpClass opClass = classify(def);
      bool joins = opClass == OpClass::Elementwise || opClass == OpClass::Reduction;
      bool closed = llvm::all_of(def->getUsers(), [&](Operation *user) { return group.members.contains(user); });
      if (!joins || !closed || group.members.size() >= 24)
        continue;
      reduces |= opClass == OpClass::Reduction;
      group.members.insert(def);
    }
  if (!reduces)
    return std::nullopt;
  // A longer group would contain this one: the last operation of the normalization is not followed by another that
  // only it feeds.
  sortByProgramOrder(group);
  return group;
}

std::vector<FuseGroup> matchAll(Operation *scope) {
  std::vector<FuseGroup> groups;
  llvm::DenseSet<Operation *> normalized;
  std::vector<Operation *> ops;
  scope->walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  std::vector<FuseGroup> fromBelow;
  for (Operation *op : llvm::reverse(ops)) {
    if (normalized.contains(op))
      continue;
    if (std::optional<FuseGroup> group = matchNormalization(op)) {
      normalized.insert(group->members.begin(), group->members.end());
      fromBelow.push_back(std::move(*group));
    }
  }
  llvm::DenseSet<Operation *> taken;
  for (Operation *op : ops)
    if (std::optional<FuseGroup> group = matchPrincipal(op, taken))
      groups.push_back(std::move(*group));
  for (FuseGroup &group : llvm::reverse(fromBelow))
    groups.push_back(std::move(group));
  return groups;
}

struct MarkPass : public impl::MarkPatternsForSuperTilingBase<MarkPass> {
  using MarkPatternsForSuperTilingBase::MarkPatternsForSuperTilingBase;

  void runOnOperation() override {
    if (mode != "mark" && mode != "rewrite") {
      getOperation().emitError("mark-patterns-for-super-tiling: mode '")
          << mode.getValue() << "' is not mark or rewrite";
      return signalPassFailure();
    }
    std::vector<FuseGroup> groups = matchAll(getOperation());
    // Marks that came with the program keep their UIDs.
    int64_t next = 0;
    getOperation().walk([&](Operation *op) {
      for (int64_t mark : fuseGroupsOf(op))
        next = std::max(next, mark + 1);
    });
    for (const FuseGroup &group : groups) {
      if (mode == "mark")
        mark(group, next++);
      else
        next += outline(group, next);
    }
  }

  void mark(const FuseGroup &group, int64_t uid) {
    Builder builder(&getContext());
    for (Operation *op : group.members) {
      SmallVector<int64_t, 2> marks = fuseGroupsOf(op);
      marks.push_back(uid);
      op->removeAttr("torq-fuse-group");
      op->setAttr(fuseGroupAttr, builder.getI64ArrayAttr(marks));
    }
    group.principal->setAttr(fuseGroupIdAttr, builder.getI64IntegerAttr(uid));
  }

  /// Members in front of the last one are used by the group alone, except fills and broadcasts, which are copied.
  bool outline(const FuseGroup &group, int64_t uid) {
    // Addresses of erased operations stay in `outlined`: a later group that names one must not look at it.
    if (llvm::any_of(group.members, [&](Operation *op) { return outlined.contains(op); }))
      return false;
    auto shared = [](Operation *op) { return isa<linalg::FillOp, linalg::BroadcastOp>(op); };
    for (Operation *op : group.members)
      if (!shared(op))
        outlined.insert(op);
    IRRewriter rewriter(&getContext());
    Operation *last = group.members.back();
    rewriter.setInsertionPoint(last);
    auto region = scf::ExecuteRegionOp::create(rewriter, last->getLoc(), last->getResultTypes());
    region->setAttr(fuseGroupIdAttr, rewriter.getI64IntegerAttr(uid));
    rewriter.replaceAllUsesWith(last->getResults(), region.getResults());
    rewriter.createBlock(&region.getRegion());
    IRMapping mapping;
    Operation *copy = nullptr;
    for (Operation *op : group.members)
      copy = rewriter.clone(*op, mapping);
    scf::YieldOp::create(rewriter, last->getLoc(), copy->getResults());
    for (Operation *op : llvm::reverse(group.members))
      if (op->use_empty() && !shared(op))
        rewriter.eraseOp(op);
    return true;
  }

  llvm::DenseSet<Operation *> outlined;
};

} // namespace

} // namespace alcove::supertiling
