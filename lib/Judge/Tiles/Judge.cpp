//===- Judge.cpp - The footprint of tiled IR, from the IR alone -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "JudgeBody.h"
#include "alcove/SuperTiling/Marks/FuseMarks.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/TilingInterface.h"

#include <algorithm>

using namespace mlir;

namespace alcove::supertiling {

using namespace judging;

namespace {

/// SUT-J9: `value` is the carried tensor `argument` with parts put into it.
bool carries(Value value, BlockArgument argument) {
  while (value != argument) {
    Operation *def = value.getDefiningOp();
    if (!def)
      return false;
    unsigned number = cast<OpResult>(value).getResultNumber();
    if (isa<tensor::InsertSliceOp>(def))
      value = cast<tensor::InsertSliceOp>(def).getDest();
    else if (auto loop = dyn_cast<scf::ForOp>(def))
      value = loop.getInitArgs()[number];
    else if (auto loop = dyn_cast<scf::ForallOp>(def))
      value = loop.getOutputs()[number];
    else if (auto dps = dyn_cast<DestinationStyleOpInterface>(def); dps && number < dps.getNumDpsInits())
      value = dps.getDpsInits()[number];
    else if (isAlias(def))
      value = def->getOperand(0);
    else
      return false;
  }
  return true;
}

void checkYields(scf::ForOp loop, LoopContext &context) {
  for (auto [argument, value] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getBody()->getTerminator()->getOperands()))
    if (isTensor(value) && !carries(value, argument))
      context.refuse(loop, "SUT-J9",
                     fmt::format("hands on a tensor that is not its argument {} with parts put into it",
                                 argument.getArgNumber() - 1));
}

bool onTensors(Operation *op) {
  return op->getNumResults() > 0 && llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
}

/// Classes of the principal operations among `ops`, by the UID of their marked group.
llvm::DenseMap<int64_t, OpClass> principals(ArrayRef<Operation *> ops) {
  llvm::DenseMap<int64_t, OpClass> found;
  for (Operation *op : ops)
    if (std::optional<int64_t> id = fuseGroupIdOf(op))
      found[*id] = classify(op);
  return found;
}

/// SUT-J5: the memory of the operation's class, or that of a marked group whose principal operation is with it.
Bytes availableTo(Operation *op, const Budget &budget, const llvm::DenseMap<int64_t, OpClass> &groups) {
  Bytes bytes = budget.of(classify(op));
  for (int64_t mark : fuseGroupsOf(op))
    if (auto found = groups.find(mark); found != groups.end())
      bytes = std::max(bytes, budget.ofGroup(found->second));
  return bytes;
}

Verdict judgeAlone(Operation *op, Bytes available) {
  Verdict verdict;
  verdict.op = op;
  verdict.available = available;
  IndexEvaluator indices;
  auto dps = dyn_cast<DestinationStyleOpInterface>(op);
  llvm::SmallPtrSet<Value, 8> counted;
  auto add = [&](Value value) {
    __int128 bytes = bytesPerElement(cast<RankedTensorType>(value.getType()).getElementType());
    for (int64_t d = 0; d < cast<RankedTensorType>(value.getType()).getRank(); ++d) {
      int64_t extent = indices.extent(value, d).high;
      verdict.unbounded |= extent >= Range::infinity;
      bytes = std::min<__int128>(bytes * extent, Range::infinity);
    }
    verdict.footprint += static_cast<Bytes>(bytes);
  };
  for (Value result : op->getResults())
    add(result);
  if (op->getNumResults() > 0 && verdict.footprint == 0) { // no element is computed, none is read
    verdict.unbounded = false;
    return verdict;
  }
  for (OpOperand &operand : op->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()) && !(dps && dps.isDpsInit(&operand)) &&
        counted.insert(operand.get()).second)
      add(operand.get());
  return verdict;
}

/// SUT-J7 outside of tile loops: control flow, what moves data within slow memory, and what carries no tensor.
bool holdsNothing(Operation *op) {
  bool tensors = llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>) ||
                 llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
  if (!tensors || op->hasTrait<OpTrait::ConstantLike>() || op->hasTrait<OpTrait::IsTerminator>())
    return true;
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, call.getCalleeAttr());
    return callee && !callee.isExternal();
  }
  return isa<tensor::TensorDialect, scf::SCFDialect, bufferization::BufferizationDialect>(op->getDialect());
}

Verdict refused(Operation *op, const char *why) {
  Verdict verdict;
  verdict.op = op;
  verdict.refusal = why;
  return verdict;
}

void judgeBlock(Block &block, const Budget &budget, std::vector<Verdict> &verdicts) {
  SmallVector<Operation *> outside;
  for (Operation &op : block)
    outside.push_back(&op);
  auto groups = principals(outside);
  for (Operation *op : outside) {
    if (op->hasAttr("alcove.tile_loop") && isa<scf::ForOp, scf::ForallOp>(op)) {
      verdicts.push_back(judgeLoop(op, budget));
      continue;
    }
    if (isa<TilingInterface>(op) || op->hasTrait<OpTrait::Elementwise>()) {
      if (onTensors(op) && hasSparseOperands(op)) {
        verdicts.push_back(refused(op, "SUT-J7: has a tensor in an encoding, whose bytes are not known"));
      } else if (onTensors(op)) {
        verdicts.push_back(judgeAlone(op, availableTo(op, budget, groups)));
        // SUT-J13
        Verdict &alone = verdicts.back();
        alone.cached = budget.cache && (alone.unbounded || alone.footprint > alone.available);
      }
      continue;
    }
    if (!holdsNothing(op)) {
      verdicts.push_back(refused(op, isa<CallOpInterface>(op)
                                         ? "SUT-J7: calls a function whose body is not in this module: give its body, "
                                           "and with --inline in front loops reach into it"
                                         : "SUT-J7: computes on tensors and is not understood"));
      continue;
    }
    for (Region &region : op->getRegions())
      for (Block &inner : region)
        judgeBlock(inner, budget, verdicts);
  }
}

Peak iterate(Operation *op, LoopContext &context) {
  if (auto parallel = dyn_cast<scf::ForallOp>(op))
    return context.parallel(parallel, nullptr);
  auto loop = cast<scf::ForOp>(op);
  // SUT-J1: what a tile loop carries is slow.
  Carried carried(loop.getNumRegionIterArgs(), false), yields(carried);
  Peak peak = context.iterations(loop, nullptr, carried, yields);
  checkYields(loop, context);
  return peak;
}

} // namespace

Verdict judgeLoop(Operation *op, const Budget &budget) {
  Verdict verdict;
  verdict.op = op;
  verdict.isLoop = true;
  verdict.available = budget.largest();
  SmallVector<Operation *> computing;
  op->walk([&](Operation *inner) {
    if ((isa<TilingInterface>(inner) || inner->hasTrait<OpTrait::Elementwise>()) && !isa<linalg::FillOp>(inner) &&
        onTensors(inner))
      computing.push_back(inner);
  });
  auto groups = principals(computing);
  for (Operation *inner : computing)
    verdict.available = std::min(verdict.available, availableTo(inner, budget, groups));
  LoopContext context(verdict);
  context.collectSizes(op);
  Peak peak = iterate(op, context);
  verdict.footprint = peak.bytes;
  verdict.buffers = std::move(peak.buffers);
  // SUT-J10: a loop that works with two buffers holds what it loads and stores twice.
  if (op->hasAttr("alcove.double_buffer")) {
    verdict.footprint += peak.streamed;
    verdict.buffers.push_back({peak.streamed, 0, std::max<int64_t>(peak.steps - 1, 0)});
  }
  return verdict;
}

std::vector<Verdict> judge(Operation *scope, const Budget &budget) {
  std::vector<Verdict> verdicts;
  for (Region &region : scope->getRegions())
    for (Block &block : region)
      judgeBlock(block, budget, verdicts);
  return verdicts;
}

} // namespace alcove::supertiling
