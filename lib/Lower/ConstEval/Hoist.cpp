//===- Hoist.cpp - Const-eval functions ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../Evaluable.h"
#include "../Functions.h"
#include "../Layout/Places.h"
#include "../TTIRBuilder.h"
#include "alcove/Lower/GivenLayouts.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"

namespace alcove::conversion {
#define GEN_PASS_DEF_CONSTEVALHOIST
#include "alcove/Lower/Passes.h.inc"
} // namespace alcove::conversion

using namespace mlir;
using namespace alcove;
using namespace alcove::conversion;

namespace {
/// Ops that are computed together, in the order of the function, and what they take from and give to it.
struct Group {
  SmallVector<Operation *> ops;
  llvm::SetVector<Value> inputs, outputs;
};

struct ConstEvalHoistPass : conversion::impl::ConstEvalHoistBase<ConstEvalHoistPass> {
  void runOnOperation() override {
    bool changed = false;
    for (func::FuncOp function : deviceFunctions(getOperation()))
      if (!ttcore::isConstEvalFunction(function) && llvm::hasSingleElement(function.getBody())) {
        changed |= moveGivenParameters(function);
        changed |= moveTables(function);
        changed |= hoist(function);
      }
    if (!changed)
      markAllAnalysesPreserved();
  }

private:
  static Place placeOf(ttnn::TTNNLayoutAttr layout) {
    if (layout.isTiled() && layout.getBufferType() != ttnn::BufferType::SystemMemory)
      return Place::DramTile;
    return layout.getBufferType() == ttnn::BufferType::SystemMemory ? Place::HostRowMajor : Place::DramRowMajor;
  }

  /// A tensor of its own, which is placed as its readers want it.
  static Value copyOf(OpBuilder &builder, Location loc, Value value) {
    OperationState state(loc, ttir::ToLayoutOp::getOperationName(), value, value.getType());
    return builder.create(state)->getResult(0);
  }

  /// A parameter whose callers keep it elsewhere than its readers want it is moved once, not at each call.
  static bool moveGivenParameters(func::FuncOp function) {
    OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
    bool any = false;
    for (BlockArgument argument : function.getArguments()) {
      auto given = function.getArgAttrOfType<ttnn::TTNNLayoutAttr>(argument.getArgNumber(), givenLayoutAttrName);
      if (!given || !isConstEvaluable(argument))
        continue;
      llvm::SmallMapVector<Place, SmallVector<OpOperand *>, 4> elsewhere;
      for (OpOperand &use : argument.getUses())
        if (use.getOwner()->getName().getDialectNamespace() == "ttir" && !isa<ttir::ToLayoutOp>(use.getOwner()) &&
            wantedPlace(use) != placeOf(given))
          elsewhere[wantedPlace(use)].push_back(&use);
      for (auto &[place, uses] : elsewhere) {
        Value moved = copyOf(builder, argument.getLoc(), argument);
        for (OpOperand *use : uses)
          use->set(moved);
        any = true;
      }
    }
    return any;
  }

  /// A table that other ops read as well is a tensor of its own, in rows.
  static bool moveTables(func::FuncOp function) {
    DenseMap<Value, Value> moved;
    function.walk([&](ttir::EmbeddingOp op) {
      OpOperand &use = op.getWeightMutable();
      if (llvm::all_of(use.get().getUses(), isTable) || !isConstEvaluable(use.get()))
        return;
      Value &slot = moved[use.get()];
      if (!slot) {
        OpBuilder builder(op->getContext());
        builder.setInsertionPointAfterValue(use.get());
        slot = copyOf(builder, suffixed(op.getLoc(), "_table"), use.get());
      }
      use.set(slot);
    });
    return !moved.empty();
  }

  /// Marks evaluable ops in one pass over the block: every operand stands before.
  static llvm::SetVector<Operation *> evaluable(Block &block) {
    llvm::SetVector<Operation *> ops;
    auto isKnown = [&](Value value) {
      if (Operation *op = value.getDefiningOp())
        return ops.contains(op);
      return isConstEvaluable(value);
    };
    for (Operation &op : block)
      if (isEvaluableOp(&op) && llvm::all_of(op.getOperands(), isKnown))
        ops.insert(&op);
    return ops;
  }

  /// A power whose exponent is one value becomes pow_scalar: the exponent must stay in sight.
  static bool isExponent(Operation *op) {
    return isa<ttir::FullOp>(op) &&
           llvm::all_of(op->getUsers(), [](Operation *user) { return isa<ttir::PowOp>(user); });
  }

  /// True when there was something to hoist.
  bool hoist(func::FuncOp function) {
    Block &block = function.getBody().front();
    llvm::SetVector<Operation *> ops = evaluable(block);
    // Groups are connected through computed values; creation ops belong to whoever uses them.
    llvm::EquivalenceClasses<Operation *> classes;
    for (Operation *op : ops) {
      if (isCreationOp(op))
        continue;
      classes.insert(op);
      for (Value operand : op->getOperands())
        if (Operation *source = operand.getDefiningOp(); source && !isCreationOp(source))
          classes.unionSets(op, source);
    }
    llvm::MapVector<Operation *, Group> groups;
    for (Operation *op : ops)
      if (!isCreationOp(op))
        groups[classes.getLeaderValue(op)].ops.push_back(op);
    // A creation op that the rest of the function reads is a group of its own.
    for (Operation *op : ops)
      if (isCreationOp(op) && !isExponent(op) &&
          llvm::any_of(op->getUsers(), [&](Operation *user) { return !ops.contains(user); }))
        groups[op].ops.push_back(op);
    int64_t index = 0;
    for (auto &[leader, group] : groups)
      outline(function, group, ops, index);
    bool any = !ops.empty();
    for (Operation *op : llvm::reverse(ops))
      if (op->use_empty())
        op->erase();
    return any;
  }

  /// `index` counts the functions that were made.
  void outline(func::FuncOp function, Group &group, const llvm::SetVector<Operation *> &hoisted, int64_t &index) {
    for (Operation *op : group.ops) {
      for (Value operand : op->getOperands())
        if (isa<BlockArgument>(operand))
          group.inputs.insert(operand);
      for (Value result : op->getResults())
        // Hoisted ops read copies or their own group: only the rest of the function reads cached values.
        if (llvm::any_of(result.getUsers(), [&](Operation *user) { return !hoisted.contains(user); }))
          group.outputs.insert(result);
    }
    if (group.outputs.empty())
      return;
    func::FuncOp callee = makeFunction(function, group, index);
    OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
    builder.setInsertionPoint(group.ops.front());
    SmallVector<Type> types;
    for (Value output : group.outputs)
      types.push_back(output.getType());
    auto load =
        ttcore::LoadCachedOp::create(builder, group.outputs.front().getLoc(), types,
                                     FlatSymbolRefAttr::get(callee.getSymNameAttr()), group.inputs.getArrayRef());
    for (auto [output, cached] : llvm::zip(group.outputs, load.getResults()))
      Value(output).replaceUsesWithIf(cached, [&](OpOperand &use) { return !hoisted.contains(use.getOwner()); });
  }

  func::FuncOp makeFunction(func::FuncOp function, Group &group, int64_t &index) {
    OpBuilder builder(function);
    SmallVector<Type> inputs, outputs;
    for (Value value : group.inputs)
      inputs.push_back(value.getType());
    for (Value value : group.outputs)
      outputs.push_back(value.getType());
    func::FuncOp callee = makeConstEvalFunction(builder, function, inputs, outputs, index);
    Block *body = callee.addEntryBlock();
    IRMapping mapping;
    for (auto [index, value] : llvm::enumerate(group.inputs)) {
      mapping.map(value, body->getArgument(index));
      if (Attribute type = function.getArgAttr(cast<BlockArgument>(value).getArgNumber(), ttcore::argumentTypeAttrName))
        callee.setArgAttr(index, ttcore::argumentTypeAttrName, type);
    }
    builder.setInsertionPointToStart(body);
    for (Operation *op : group.ops) {
      for (Value operand : op->getOperands())
        if (Operation *source = operand.getDefiningOp(); source && isCreationOp(source) && !mapping.contains(operand))
          builder.clone(*source, mapping);
      builder.clone(*op, mapping);
    }
    SmallVector<Value> results;
    for (Value value : group.outputs)
      results.push_back(mapping.lookup(value));
    func::ReturnOp::create(builder, function.getLoc(), results);
    return callee;
  }
};
} // namespace
