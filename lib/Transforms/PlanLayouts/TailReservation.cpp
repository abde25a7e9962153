//===- TailReservation.cpp - Chain tails that need not go to DRAM ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TailReservation.h"
#include "PlannedLayouts.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

namespace {

class TailKeeper {
public:
  TailKeeper(FunctionPlan &plan, OpQuestions &questions, Bytes budget)
      : plan(plan), questions(questions), budget(budget), reserved(plan.order.size(), 0) {
    for (auto [index, op] : llvm::enumerate(plan.order))
      position[op] = index;
  }

  void run(const std::set<int> &barred) {
    for (const plan::Chain &chain : plan.chains)
      if (chain.state == plan::ChainState::Completed && !barred.count(chain.ops.back()))
        consider(plan.chainOps[chain.ops.back()]);
  }

private:
  void consider(Operation *tail) {
    OpPlan &decision = plan.ops[tail];
    Value result = tail->getResult(0);
    if (!decision.spill || !decision.config->output.isL1() || result.use_empty() || !usersMayReadShards(result))
      return;
    llvm::SmallDenseMap<Operation *, std::map<unsigned, device::TensorLayout>> before;
    for (Operation *user : result.getUsers())
      before[user] = plan.ops[user].reshards;
    std::optional<Nanoseconds> copied = timeOfUsers(result);
    decision.spill = false;
    if (usersAccept(result) && noSlower(timeOfUsers(result), copied) && fits(result))
      return;
    decision.spill = true;
    for (auto &[user, reshards] : before)
      plan.ops[user].reshards = reshards;
  }

  // R3, R4
  bool usersMayReadShards(Value result) const {
    return llvm::all_of(result.getUsers(), [&](Operation *user) {
      return position.count(user) && queries::isModelled(user) &&
             !isa<ttnn::MeanOp, ttnn::SumOp, ttnn::MaxOp, ttnn::MinOp>(user);
    });
  }

  // R1. A planned reshard is dropped where the user takes the tail as it lies.
  bool usersAccept(Value result) {
    device::TensorSpec spec = plannedResult(plan, result, questions.machine);
    for (OpOperand &use : result.getUses()) {
      Operation *user = use.getOwner();
      OpPlan &reader = plan.ops[user];
      auto planned = reader.reshards.extract(use.getOperandNumber());
      if (questions.need(user, plannedInputs(plan, user, questions.machine), reader.config))
        continue;
      if (planned.empty() || !questions.canConvert(spec, planned.mapped()))
        return false;
      reader.reshards.insert(std::move(planned));
    }
    return true;
  }

  // R5
  static bool noSlower(std::optional<Nanoseconds> kept, std::optional<Nanoseconds> copied) {
    return !kept || !copied || *kept <= *copied;
  }

  /// What the copy to DRAM, if there is one, the users and their conversions of `result` take together.
  std::optional<Nanoseconds> timeOfUsers(Value result) {
    OpPlan &producer = plan.ops[result.getDefiningOp()];
    device::TensorSpec made = plannedResult(plan, result, questions.machine);
    device::TensorSpec read = producer.spill ? *queries::specOf(result, questions.machine) : made;
    Nanoseconds sum = producer.spill ? questions.moveTime(made, read.layout) : 0;
    for (Operation *user : llvm::SmallSetVector<Operation *, 4>(result.user_begin(), result.user_end())) {
      const OpPlan &reader = plan.ops[user];
      std::optional<Nanoseconds> time =
          questions.time(user, plannedInputs(plan, user, questions.machine), reader.config);
      if (!time)
        return std::nullopt;
      sum += *time;
      for (const auto &[operand, layout] : reader.reshards)
        if (user->getOperand(operand) == result)
          sum += questions.moveTime(read, layout);
    }
    return sum;
  }

  // R2
  bool fits(Value result) {
    size_t first = position[result.getDefiningOp()] + 1, last = first;
    for (Operation *user : result.getUsers())
      last = std::max(last, position[user]);
    Bytes bytes = device::l1BytesPerCore(plannedResult(plan, result, questions.machine), questions.machine.numBanks());
    for (size_t at = first; at <= last; ++at) {
      std::optional<Bytes> need = needAt(at);
      if (!need || *need + reserved[at] + extra(result, plan.order[at], bytes) > budget)
        return false;
    }
    for (size_t at = first; at <= last; ++at)
      reserved[at] += extra(result, plan.order[at], bytes);
    return true;
  }

  /// What the tensor takes at `op` beyond what the op counts itself: nothing when the op reads it as it lies.
  Bytes extra(Value result, Operation *op, Bytes bytes) {
    for (OpOperand &operand : op->getOpOperands())
      if (operand.get() == result && !plan.ops[op].reshards.count(operand.getOperandNumber()))
        return 0;
    return bytes;
  }

  std::optional<Bytes> needAt(size_t at) {
    Operation *op = plan.order[at];
    if (!queries::isModelled(op))
      return 0;
    return questions.need(op, plannedInputs(plan, op, questions.machine), plan.ops[op].config);
  }

  FunctionPlan &plan;
  OpQuestions &questions;
  Bytes budget;
  std::vector<Bytes> reserved; // per position of the order
  llvm::DenseMap<Operation *, size_t> position;
};

} // namespace

void transforms::keepTails(FunctionPlan &plan, OpQuestions &questions, Bytes budget, const std::set<int> &barred) {
  TailKeeper(plan, questions, budget).run(barred);
}
