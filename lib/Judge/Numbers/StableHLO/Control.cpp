//===- Control.cpp - Branches, loops, calls, tuples ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/StableHLO/Evaluator.h"
#include "alcove/Ops/Dialect/StableHLO/Sdy.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::reference::arrays;
namespace shlo = alcove::stablehlo;

namespace {
Result<Items> callFunction(Operation *from, FlatSymbolRefAttr name, Call &call) {
  auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(from, name);
  if (!function)
    return Error{fmt::format("there is no function @{}", name.getValue().str())};
  return call.evaluator.run(function, Items(call.operands));
}

Result<Items> loop(shlo::WhileOp op, Call &call) {
  Items state(call.operands);
  while (true) {
    Result<Items> goes = call.evaluator.run(op.getCond(), state);
    if (!goes)
      return goes.error();
    if (!goes->at(0).array.isTrue(0))
      return state;
    Result<Items> after = call.evaluator.run(op.getBody(), state);
    if (!after)
      return after.error();
    state = std::move(*after);
  }
}

Result<Items> choose(shlo::CaseOp op, Call &call) {
  int64_t index = call.in(0).integer(0), count = op.getBranches().size();
  return call.evaluator.run(op.getBranches()[index < 0 || index >= count ? count - 1 : index], {});
}
} // namespace

void reference::arrays::addControl(Table &table) {
  table.add<shlo::WhileOp>(loop);
  table.add<shlo::CaseOp>(choose);
  table.add<shlo::IfOp>([](auto op, Call &call) {
    return call.evaluator.run(call.in(0).isTrue(0) ? op.getTrueBranch() : op.getFalseBranch(), {});
  });
  table.add<func::CallOp>([](auto op, Call &call) { return callFunction(op, op.getCalleeAttr(), call); });
  table.add<shlo::CompositeOp>([](auto op, Call &call) { return callFunction(op, op.getDecompositionAttr(), call); });
  auto same = [](auto, Call &call) -> Result<Items> { return Items(call.operands); };
  table.add<shlo::OptimizationBarrierOp>(same);
  table.add<sdy::ShardingConstraintOp, sdy::ReshardOp, sdy::PropagationBarrierOp, sdy::DataFlowEdgeOp, sdy::AllGatherOp,
            sdy::AllSliceOp, sdy::AllToAllOp, sdy::AllReduceOp, sdy::ReduceScatterOp, sdy::CollectivePermuteOp>(same);
  table.add<sdy::NamedComputationOp>(
      [](auto op, Call &call) { return call.evaluator.run(op.getBody(), Items(call.operands)); });
  table.add<shlo::TupleOp>([](auto, Call &call) -> Result<Items> {
    Item tuple;
    tuple.tuple = Items(call.operands);
    return Items{tuple};
  });
  table.add<shlo::GetTupleElementOp>([](auto op, Call &call) -> Result<Items> {
    if (op.getIndex() >= call.operands[0].tuple.size())
      return Error{fmt::format("element {} of a tuple of {}", op.getIndex(), call.operands[0].tuple.size())};
    return Items{call.operands[0].tuple[op.getIndex()]};
  });
  auto token = [](auto, Call &) -> Result<Items> { return Items(1); };
  table.add<shlo::CreateTokenOp, shlo::AfterAllOp>(token);
}
