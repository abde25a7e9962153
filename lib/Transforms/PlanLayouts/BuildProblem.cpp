//===- BuildProblem.cpp - From IR to a chain problem and back -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BuildProblem.h"
#include "RunValue.h"
#include "TailReservation.h"
#include "alcove/Layouts/OpRules.h"
#include "alcove/Plan/Policy/ShardSolver.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

std::vector<Operation *> transforms::bodyOps(func::FuncOp function) {
  std::vector<Operation *> ops;
  for (Operation &op : function.getBody().front().without_terminator())
    ops.push_back(&op);
  return ops;
}

std::vector<plan::ChainOp> transforms::chainOpsOf(ArrayRef<Operation *> ops, OpQuestions &questions) {
  std::vector<plan::ChainOp> result(ops.size());
  llvm::DenseMap<Value, int> producer, lastWriter;
  llvm::DenseMap<Value, SmallVector<int>> readers;
  int lastEffect = -1;
  for (auto [index, op] : llvm::enumerate(ops)) {
    plan::ChainOp &node = result[index];
    int self = static_cast<int>(index);
    // Ops with effects keep their order among themselves and towards every reader of what they touch.
    bool effects = !isMemoryEffectFree(op);
    if (effects && lastEffect >= 0)
      node.after.push_back(lastEffect);
    for (Value operand : op->getOperands()) {
      auto made = producer.find(operand);
      if (isa<RankedTensorType>(operand.getType()))
        node.operands.push_back(made == producer.end() ? -1 : made->second);
      else if (made != producer.end())
        node.after.push_back(made->second);
      if (auto writer = lastWriter.find(operand); writer != lastWriter.end())
        node.after.push_back(writer->second);
      if (effects) {
        llvm::append_range(node.after, readers[operand]);
        lastWriter[operand] = self;
      }
      readers[operand].push_back(self);
    }
    llvm::erase(node.after, self);
    if (effects)
      lastEffect = self;
    for (Value value : op->getResults()) {
      producer[value] = self;
      for (Operation *user : value.getUsers())
        node.externalUses += user->hasTrait<OpTrait::IsTerminator>();
    }
    node.isConcat = isa<ttnn::ConcatOp>(op);
    node.scheduleEarly = isa<ttnn::ToLayoutOp, ttnn::ToTensorSpecOp>(op);
    node.shardable = layouts::isChainShardable(op) && op->getNumResults() == 1;
    if (node.shardable)
      for (const layouts::OpConfig &config : questions.configs(op))
        node.hasLegalConfigs |= config.output.isSharded();
  }
  return result;
}

namespace {

/// Answers the solver from the op model.
class ModelOracle : public plan::ShardOracle {
public:
  ModelOracle(ArrayRef<Operation *> chain, OpQuestions &questions) : chain(chain), questions(questions) {}

  plan::ConfigSet accepts(int edge, int producer) override {
    return toSet(chain[edge], questions.configs(chain[edge - 1])[producer].output);
  }

  plan::ConfigSet firstConfigs() override { return toSet(chain[0], std::nullopt); }

  bool firstAlwaysReshards() const override { return isa<ttnn::Conv2dOp, ttnn::ConvTranspose2dOp>(chain[0]); }

  std::vector<plan::ReshardCandidate> reshards(int edge) override {
    std::vector<plan::ReshardCandidate> candidates;
    std::optional<device::TensorSpec> from = queries::specOf(chain[edge]->getOperand(0), questions.machine);
    if (!from || (!from->layout.isDram() && !from->layout.isL1()))
      return candidates;
    for (const device::TensorLayout &layout :
         layouts::legalTensorLayouts(from->shape, from->layout.dataType, questions.machine, false)) {
      if (!layout.isSharded() || !questions.canConvert(*from, layout))
        continue;
      plan::ConfigSet consumers = toSet(chain[edge], layout);
      if (consumers.none())
        continue;
      candidates.push_back({static_cast<int>(layouts.size()), consumers, layout.pageLayout == from->layout.pageLayout});
      layouts.push_back(layout);
    }
    return candidates;
  }

  const device::TensorLayout &reshardLayout(int index) const { return layouts[index]; }
  const std::string &lastReason() const { return reason; }

private:
  /// Sharded configurations only: inside a chain nothing goes back to slow memory.
  plan::ConfigSet toSet(Operation *op, const std::optional<device::TensorLayout> &input) {
    plan::ConfigSet set;
    const std::vector<layouts::OpConfig> &configs = questions.configs(op);
    for (int index : questions.accepted(op, input, &reason))
      if (index < plan::maxShardConfigs && configs[index].output.isSharded())
        set.set(index);
    return set;
  }

  ArrayRef<Operation *> chain;
  OpQuestions &questions;
  std::vector<device::TensorLayout> layouts;
  std::string reason;
};

class FunctionPlanner {
public:
  FunctionPlanner(func::FuncOp function, OpQuestions &questions, const PolicyOptions &options,
                  const layouts::Overrides &overrides)
      : questions(questions), options(options), overrides(overrides), ops(bodyOps(function)) {}

  FunctionPlan run() {
    plan.chainOps = ops;
    std::vector<plan::ChainOp> nodes = chainOpsOf(ops, questions);
    if (!options.memoryLayoutAnalysis)
      for (plan::ChainOp &node : nodes)
        node.shardable = false;
    for (int barred : options.barredOps)
      nodes[barred].shardable = false;
    plan::ChainSchedule schedule = plan::buildChains(nodes);
    for (int index : schedule.order)
      plan.order.push_back(ops[index]);
    for (plan::Chain &chain : schedule.chains) {
      solve(chain);
      plan.chains.push_back(std::move(chain));
    }
    for (Operation *op : ops)
      if (!plan.ops.count(op))
        settleInSlowMemory(op);
    if (options.keepTails)
      keepTails(plan, questions, questions.budget, options.barredTails);
    if (options.dropLosingRuns)
      dropLosingRuns(plan, questions, [&](Operation *op) { settleInSlowMemory(op); });
    if (options.memoryLayoutAnalysis && options.l1InterleavedFallback)
      upgradeToL1Interleaved();
    return std::move(plan);
  }

private:
  void solve(plan::Chain &chain) {
    SmallVector<Operation *> members;
    std::vector<plan::ShardNode> nodes;
    for (int index : chain.ops) {
      members.push_back(ops[index]);
      plan::ShardNode node;
      for (const layouts::OpConfig &config : questions.configs(ops[index])) {
        node.cores.push_back(config.output.numCores());
        node.rank.push_back(config.output.memoryLayout == device::MemoryLayout::BlockSharded);
      }
      nodes.push_back(std::move(node));
    }
    ModelOracle oracle(members, questions);
    plan::ShardSolution solution = plan::solveShards(nodes, oracle, {options.allowReshards});
    if (!solution.resolved) {
      chain.state = plan::ChainState::Failed;
      chain.reason = solution.reason + (oracle.lastReason().empty() ? "" : ": " + oracle.lastReason());
      for (Operation *op : members)
        missed[op] = "its chain failed before op " + std::to_string(solution.failedEdge) + " of " +
                     std::to_string(members.size()) + ": " + chain.reason;
      return;
    }
    chain.state = plan::ChainState::Completed;
    for (auto [index, op] : llvm::enumerate(members)) {
      OpPlan &decision = plan.ops[op];
      decision.config = questions.configs(op)[solution.config[index]];
      if (solution.reshard[index])
        decision.reshards[0] = oracle.reshardLayout(*solution.reshard[index]);
    }
    plan.ops[members.back()].spill = true; // chains end in slow memory
  }

  /// Configuration of an op outside every completed chain: interleaved in DRAM unless the user says otherwise.
  void settleInSlowMemory(Operation *op) {
    OpPlan &decision = plan.ops[op];
    std::string why;
    bool overridden = overrides.outputLayouts.count(layouts::locationName(op).str()) ||
                      overrides.conv2dConfigs.count(layouts::locationName(op).str());
    bool configurable = isa<ttnn::Conv2dOp, ttnn::ConvTranspose2dOp>(op);
    decision.missed = missed.count(op)                ? missed[op]
                      : layouts::isChainShardable(op) ? "no chain holds it"
                                                      : "the policy does not shard this op";
    if (!queries::isModelled(op) || (!overridden && !configurable))
      return;
    const std::vector<layouts::OpConfig> &configs = questions.configs(op);
    for (const layouts::OpConfig &config : configs) {
      if (!overridden && !(config.output.isDram() && !config.output.isSharded()))
        continue;
      std::optional<device::TensorLayout> output = questions.produced(op, config, std::nullopt, &why);
      if (!output || !(*output == config.output))
        continue;
      decision.config = config;
      // What users fix keeps its place; what reads it may not accept that: they see the copy in DRAM.
      decision.spill = config.output.isL1();
      return;
    }
    decision.missed += why.empty() ? "" : "; in DRAM: " + why;
  }

  bool isBarred(Operation *op) const {
    return llvm::any_of(options.barredOps, [&](int index) { return ops[index] == op; });
  }

  /// Ops that take no part in the upgrade to L1 interleaved.
  static bool keepsToDram(Operation *op) {
    return isa<ttnn::MatmulOp, ttnn::LinearOp, ttnn::SliceStaticOp, ttnn::TypecastOp, ttnn::MaxPool2dOp,
               ttnn::UpsampleOp, ttnn::ReshapeOp>(op);
  }

  /// A DRAM result whose only user comes right behind it may stay in L1, spread over all banks, when both ops agree.
  void upgradeToL1Interleaved() {
    for (size_t i = 0; i + 1 < plan.order.size(); ++i) {
      Operation *op = plan.order[i], *next = plan.order[i + 1];
      OpPlan &decision = plan.ops[op];
      if (decision.config || !queries::isModelled(op) || op->getNumResults() != 1 || !op->getResult(0).hasOneUse() ||
          *op->getResult(0).getUsers().begin() != next || next->getOperand(0) != op->getResult(0) ||
          plan.ops[next].config || !plan.ops[next].reshards.empty() || isBarred(op) || keepsToDram(op) ||
          keepsToDram(next))
        continue;
      std::optional<device::TensorSpec> result = queries::specOf(op->getResult(0), questions.machine);
      std::optional<device::TensorSpec> nextResult =
          next->getNumResults() == 1 ? queries::specOf(next->getResult(0), questions.machine) : std::nullopt;
      if (!result || !nextResult || !result->layout.isDram() || !result->layout.isTiled())
        continue;
      layouts::OpConfig upgraded{result->layout, {}};
      upgraded.output.bufferType = device::BufferType::L1;
      std::tie(upgraded.output.gridRows, upgraded.output.gridCols) = questions.machine.workerGrid;
      std::optional<device::TensorLayout> output = questions.produced(op, upgraded, std::nullopt);
      if (!output || !(*output == upgraded.output))
        continue;
      layouts::OpConfig unchanged{nextResult->layout, {}};
      std::optional<device::TensorLayout> nextOutput = questions.produced(next, unchanged, upgraded.output);
      if (!nextOutput || !(*nextOutput == unchanged.output))
        continue;
      decision.config = upgraded;
      decision.missed.clear();
      ++i; // next reads L1 now: its own result stays where it is
    }
  }

  OpQuestions &questions;
  const PolicyOptions &options;
  const layouts::Overrides &overrides;
  std::vector<Operation *> ops;
  FunctionPlan plan;
  llvm::DenseMap<Operation *, std::string> missed;
};

} // namespace

FunctionPlan transforms::planFunction(func::FuncOp function, OpQuestions &questions, const PolicyOptions &options,
                                      const layouts::Overrides &overrides) {
  return FunctionPlanner(function, questions, options, overrides).run();
}
