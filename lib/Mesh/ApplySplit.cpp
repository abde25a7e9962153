//===- ApplySplit.cpp - A split written into a function ---------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ApplySplit.h"
#include "PlannedPrices.h"
#include "SplitRules.h"

#include "alcove/Ops/Dialect/OpNames.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace mlir;
using namespace alcove;
using namespace alcove::meshsplit;
using plan::mesh::Placement;
using plan::mesh::replicated;
using plan::mesh::Sharding;

namespace {

class Writer {
public:
  Writer(func::FuncOp function, const SplitProblem &split, const plan::mesh::Plan &plan, const MeshMachine &machine)
      : function(function), split(split), plan(plan), machine(machine), builder(function.getContext()) {}

  void run() {
    builder.setInsertionPointToStart(&function.getBody().front());
    for (BlockArgument argument : function.getArguments())
      enter(argument);
    for (size_t o = 0; o < split.ops.size(); ++o)
      rewrite(o);
    leave(function.getBody().front().getTerminator());
    for (Operation *op : llvm::reverse(split.ops))
      op->erase();
  }

private:
  const Sharding &sharding(Value value, int32_t index) const {
    return split.problem.tensors[split.tensors.lookup(value)].shardings[index];
  }
  int32_t keptOf(Value value) const { return plan.kept[split.tensors.lookup(value)]; }

  RankedTensorType localType(Value value, const Sharding &sharding) const {
    auto type = cast<RankedTensorType>(value.getType());
    std::vector<int64_t> shape(type.getShape().begin(), type.getShape().end());
    return RankedTensorType::get(localShape(machine, std::move(shape), sharding), type.getElementType());
  }

  /// Between the whole tensor and the parts of the chips.
  Value shard(Value value, RankedTensorType type, const Sharding &sharding, ttcore::ShardDirection direction) {
    std::vector<int64_t> counts(type.getRank(), 1), dims;
    for (size_t axis = 0; axis < sharding.size(); ++axis) {
      dims.push_back(sharding[axis]);
      if (sharding[axis] >= 0)
        counts[sharding[axis]] *= machine.axes[axis].chips;
    }
    bool copies = llvm::all_of(sharding, [](Placement placement) { return placement == replicated; });
    if (copies) {
      counts = {1};
      dims = {-1};
    }
    OperationState state(value.getLoc(), "ttir.mesh_shard");
    state.addOperands(value);
    state.addTypes(type);
    MLIRContext *context = builder.getContext();
    state.addAttribute("shard_type", ttcore::ShardTypeAttr::get(context, copies ? ttcore::ShardType::Replicate
                                                                                : ttcore::ShardType::Devices));
    state.addAttribute("shard_direction", ttcore::ShardDirectionAttr::get(context, direction));
    state.addAttribute("shard_shape", builder.getDenseI64ArrayAttr(counts));
    state.addAttribute("shard_dims", builder.getDenseI64ArrayAttr(dims));
    return builder.create(state)->getResult(0);
  }

  /// What a caller is told of an argument or a result: it hands over the whole, and this is a chip's part.
  SmallVector<NamedAttribute> told(RankedTensorType part) {
    MLIRContext *context = builder.getContext();
    return {{builder.getStringAttr("ttcore.shard_status"),
             ttcore::ShardStatusAttr::get(context, ttcore::ShardStatus::Unsharded)},
            {builder.getStringAttr("ttcore.local_shape"), ttcore::LocalShapeAttr::get(context, part)}};
  }

  void enter(BlockArgument argument) {
    const Sharding &kept = sharding(argument, keptOf(argument));
    for (NamedAttribute each : told(localType(argument, kept)))
      function.setArgAttr(argument.getArgNumber(), each.getName(), each.getValue());
    if (argument.use_empty())
      return;
    // A dimension that two axes cut is cut once by the host.
    Sharding first = kept;
    for (size_t axis = 1; axis < first.size(); ++axis)
      if (first[axis] >= 0 && llvm::is_contained(ArrayRef(kept).take_front(axis), first[axis]))
        first[axis] = replicated;
    Value part = shard(argument, localType(argument, first), first, ttcore::ShardDirection::FullToShard);
    local[argument] = converted(part, argument, first, kept);
  }

  Value move(Value value, Value whole, const Move &step, const Sharding &becomes) {
    static constexpr const char *names[] = {"ttir.all_gather", "ttir.all_reduce", "ttir.reduce_scatter",
                                            "ttir.mesh_partition"};
    static constexpr const char *dims[] = {"all_gather_dim", "", "scatter_dim", "dim"};
    size_t kind = static_cast<size_t>(step.kind);
    Operation *maker = whole.getDefiningOp();
    std::string name = nameOfConversion(maker ? opName(maker) : "");
    OperationState state(name.empty() ? whole.getLoc() : NameLoc::get(builder.getStringAttr(name), whole.getLoc()),
                         names[kind]);
    state.addOperands(value);
    state.addTypes(localType(whole, becomes));
    state.addAttribute("cluster_axis", IntegerAttr::get(builder.getIntegerType(32, false), step.axis));
    if (step.kind != Move::Kind::Reduce)
      state.addAttribute(dims[kind], IntegerAttr::get(builder.getIntegerType(32, true), step.dim));
    if (step.kind == Move::Kind::Reduce || step.kind == Move::Kind::Scatter)
      state.addAttribute("reduce_type", ttcore::ReduceTypeAttr::get(builder.getContext(), ttcore::ReduceType::Sum));
    return builder.create(state)->getResult(0);
  }

  /// `value` holds `whole` in `from`; the same in `to`.
  Value converted(Value value, Value whole, const Sharding &from, const Sharding &to) {
    Sharding now = from;
    std::vector<Move> moves = movesBetween(from, to).value();
    for (const Move &step : moves) {
      Sharding next = after(now, step);
      value = move(value, whole, step, next);
      now = std::move(next);
    }
    return value;
  }

  /// The local form that a reader wants; two readers share it.
  Value read(Value whole, int32_t wanted) {
    int32_t kept = keptOf(whole);
    if (kept == wanted)
      return local.lookup(whole);
    Value &known = readings[{split.tensors.lookup(whole), wanted}];
    if (!known)
      known = converted(local.lookup(whole), whole, sharding(whole, kept), sharding(whole, wanted));
    return known;
  }

  void rewrite(size_t o) {
    Operation *op = split.ops[o];
    const plan::mesh::Strategy &strategy = split.problem.ops[o].strategies[plan.strategies[o]];
    builder.setInsertionPoint(op);
    IRMapping mapping;
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      mapping.map(operand, read(operand, strategy.inputs[i]));
    Operation *copy = op->clone(mapping);
    // One value may be read in two ways.
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      copy->setOperand(static_cast<unsigned>(i), read(operand, strategy.inputs[i]));
    builder.insert(copy);
    for (auto [i, output] : llvm::enumerate(op->getResults()))
      copy->getResult(static_cast<unsigned>(i)).setType(localType(output, sharding(output, strategy.outputs[i])));
    localizeAttributes(copy);
    for (auto [i, output] : llvm::enumerate(op->getResults()))
      local[output] = converted(copy->getResult(static_cast<unsigned>(i)), output,
                                sharding(output, strategy.outputs[i]), sharding(output, keptOf(output)));
  }

  void leave(Operation *terminator) {
    builder.setInsertionPoint(terminator);
    for (OpOperand &operand : terminator->getOpOperands()) {
      Value whole = operand.get();
      for (NamedAttribute each : told(localType(whole, sharding(whole, keptOf(whole)))))
        function.setResultAttr(operand.getOperandNumber(), each.getName(), each.getValue());
      operand.set(shard(local.lookup(whole), cast<RankedTensorType>(whole.getType()), sharding(whole, keptOf(whole)),
                        ttcore::ShardDirection::ShardToFull));
    }
  }

  func::FuncOp function;
  const SplitProblem &split;
  const plan::mesh::Plan &plan;
  const MeshMachine &machine;
  OpBuilder builder;
  llvm::DenseMap<Value, Value> local; ///< every value as it is kept
  std::map<std::pair<int32_t, int32_t>, Value> readings;
};

} // namespace

void meshsplit::applySplit(func::FuncOp function, const SplitProblem &split, const plan::mesh::Plan &plan,
                           const MeshMachine &machine) {
  Writer(function, split, plan, machine).run();
  MLIRContext *context = function.getContext();
  SmallVector<int64_t> shape;
  for (const MeshAxis &axis : machine.axes)
    shape.push_back(axis.chips);
  auto mesh = ttcore::MeshAttr::get(context, StringAttr::get(context, "mesh"), shape);
  for (Operation *parent = function->getParentOp(); parent; parent = parent->getParentOp())
    if (isa<ModuleOp>(parent))
      parent->setAttr(ttcore::meshesAttrName, ttcore::MeshesAttr::get(context, {mesh}));
}
