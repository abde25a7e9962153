//===- Beliefs.cpp - What the planner believes of its plan ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Beliefs.h"
#include "PlannedLayouts.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

namespace {
/// A tensor in L1 from its producer to the last op that reads it there.
struct Waiting {
  Value value;
  size_t from, to; // positions in the order
  Bytes bytes;
};
} // namespace

static std::vector<Waiting> tensorsInL1(const FunctionPlan &plan, OpQuestions &questions) {
  llvm::DenseMap<Operation *, size_t> position;
  for (auto [index, op] : llvm::enumerate(plan.order))
    position[op] = index;
  std::vector<Waiting> tensors;
  for (auto [index, op] : llvm::enumerate(plan.order)) {
    const OpPlan &decision = plan.ops.find(op)->second;
    for (Value result : op->getResults()) {
      if (!queries::specOf(result, questions.machine))
        continue;
      Bytes bytes =
          device::l1BytesPerCore(plannedResult(plan, result, questions.machine), questions.machine.numBanks());
      if (bytes == 0)
        continue;
      size_t last = index;
      if (!decision.spill)
        for (Operation *user : result.getUsers())
          if (auto at = position.find(user); at != position.end())
            last = std::max(last, at->second);
      tensors.push_back({result, index, last, bytes});
    }
  }
  return tensors;
}

Beliefs transforms::beliefsOf(const FunctionPlan &plan, OpQuestions &questions) {
  Beliefs beliefs;
  std::vector<Waiting> tensors = tensorsInL1(plan, questions), waiting; // by `from`
  size_t next = 0;
  for (auto [index, op] : llvm::enumerate(plan.order)) {
    llvm::erase_if(waiting, [&](const Waiting &tensor) { return tensor.to < index; });
    if (queries::isModelled(op)) {
      const OpPlan &decision = plan.ops.find(op)->second;
      std::vector<device::TensorLayout> inputs = plannedInputs(plan, op, questions.machine);
      Bytes need = questions.need(op, inputs, decision.config).value_or(0);
      for (const Waiting &tensor : waiting) { // what the op reads as it lies is in its need already
        bool isInput = llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
          return operand.get() == tensor.value && !decision.reshards.count(operand.getOperandNumber());
        });
        need += isInput ? 0 : tensor.bytes;
      }
      beliefs.peakL1Bytes = std::max(beliefs.peakL1Bytes, need);
      beliefs.timeNs += questions.time(op, inputs, decision.config).value_or(0) + conversionTime(plan, op, questions);
    }
    for (; next < tensors.size() && tensors[next].from == index; ++next)
      waiting.push_back(tensors[next]);
  }
  return beliefs;
}
