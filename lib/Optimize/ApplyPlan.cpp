//===- ApplyPlan.cpp - A verified plan becomes IR -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ApplyPlan.h"
#include "Constants/StoreConstants.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

/// Location of an inserted op: that of `op` with a suffix to its name.
static Location suffixed(Operation *op, StringRef suffix) {
  auto name = dyn_cast<NameLoc>(op->getLoc());
  if (!name)
    return op->getLoc();
  return NameLoc::get(StringAttr::get(op->getContext(), name.getName().getValue() + suffix), name.getChildLoc());
}

namespace {

class Applier {
public:
  Applier(func::FuncOp function, const FunctionProblem &built, const plan::FunctionPlan &plan,
          const queries::Machine &machine)
      : built(built), problem(built.problem), plan(plan), machine(machine),
        terminator(function.getBody().front().getTerminator()), builder(function.getContext()), store(function),
        copies(built.tensors.begin(), built.tensors.end()) {
    copies.resize(plan.copies.size());
  }

  void run() {
    for (const plan::PlanStep &step : plan::stepsOf(problem, plan)) {
      if (step.op >= 0)
        place(step.op);
      else
        convert(step.copy);
    }
    for (size_t i = 0, next = 0; i < terminator->getNumOperands(); ++i)
      if (isa<RankedTensorType>(terminator->getOperand(i).getType()))
        terminator->setOperand(i, copies[plan.returns[next++]]);
    // Only now is it known who reads what.
    for (int32_t op : plan.order)
      OpRules::of(built.ops[op]).finish(built.ops[op], isConfigured(op), readsAlone(built.ops[op]));
    store.finish();
  }

private:
  bool isConfigured(int32_t op) const {
    const plan::OpClass &opClass = problem.classOf(op);
    return opClass.candidates[plan.candidate[op]].config != opClass.baseConfig;
  }

  /// Nobody else reads the bytes of operand 0, be it by another name.
  bool readsAlone(Operation *op) const {
    for (Value value = op->getNumOperands() > 0 ? op->getOperand(0) : Value(); value; value = viewed.lookup(value))
      if (!value.hasOneUse())
        return false;
    return true;
  }

  void place(int32_t index) {
    Operation *op = built.ops[index];
    op->moveBefore(terminator);
    SmallVector<OpOperand *> operands = queries::tensorOperands(op);
    for (auto [operand, copy] : llvm::zip(operands, plan.reads[index]))
      operand->set(copies[copy]);
    const plan::OpClass &opClass = problem.classOf(index);
    for (int32_t tensor : problem.ops[index].results)
      setLayout(built.tensors[tensor], tensor, plan.copies[tensor].layout);
    for (auto [tensor, alias] :
         llvm::zip(problem.ops[index].results, opClass.candidates.aliasesOf(plan.candidate[index])))
      if (alias >= 0)
        viewed[built.tensors[tensor]] = operands[alias]->get();
    const plan::Candidate &candidate = opClass.candidates[plan.candidate[index]];
    if (!isConfigured(index))
      return;
    OpProgram program = built.answers->programOf(
        problem.ops[index].opClass, opClass.candidates.operandsOf(plan.candidate[index]), candidate.config);
    for (NamedAttribute attribute : program.attributes)
      op->setAttr(attribute.getName(), attribute.getValue());
    auto fits = [&](RankedTensorType from, RankedTensorType to) {
      return built.answers->converts(ttnn::specOf(from), ttnn::specOf(to));
    };
    for (const auto &[number, layout] : program.constants) {
      auto type = cast<RankedTensorType>(operands[number]->get().getType());
      operands[number]->set(store.storedAs(operands[number]->get(), typeWith(type, layout), fits));
    }
  }

  /// Base layouts stay as they are written.
  void setLayout(Value value, int32_t tensor, int32_t layout) {
    if (layout != problem.tensors[tensor].base)
      value.setType(typeOf(value, tensor, layout));
  }

  RankedTensorType typeOf(Value value, int32_t tensor, int32_t layout) {
    return typeWith(cast<RankedTensorType>(value.getType()),
                    built.answers->kinds[problem.tensors[tensor].kind].layouts[layout]);
  }

  RankedTensorType typeWith(RankedTensorType type, const device::TensorLayout &layout) const {
    return ttnn::withLayout(type,
                            ttnn::TTNNLayoutAttr::get(type.getContext(), type.getShape(), layout, machine.workerGrid));
  }

  void convert(int32_t index) {
    const plan::Copy &copy = plan.copies[index];
    builder.setInsertionPoint(terminator);
    bool behind = copy.place == plan::Copy::Place::AfterOp;
    Operation *at = copy.op >= 0 ? built.ops[copy.op] : terminator;
    RankedTensorType type = typeOf(built.tensors[copy.tensor], copy.tensor, copy.layout);
    if (plan::isMove(plan, index))
      copies[index] = ttnn::AssignOp::create(builder, suffixed(at, "_move"), type, copies[copy.source]);
    else
      copies[index] = ttnn::ToMemoryConfigOp::create(builder, suffixed(at, behind ? "_spill" : "_mem_reconfig"), type,
                                                     copies[copy.source]);
  }

  const FunctionProblem &built;
  const plan::FunctionLayout &problem;
  const plan::FunctionPlan &plan;
  const queries::Machine &machine;
  Operation *terminator;
  OpBuilder builder;
  ConstantStore store;
  std::vector<Value> copies;           ///< by copy of the plan
  llvm::DenseMap<Value, Value> viewed; ///< what shares its bytes with an operand, to that operand
};

} // namespace

void transforms::applyPlan(func::FuncOp function, const FunctionProblem &built, const plan::FunctionPlan &plan,
                           const queries::Machine &machine) {
  Applier(function, built, plan, machine).run();
}
