//===- PlanRecord.cpp - What the summary says of a plan -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlanRecord.h"
#include "PlannedLayouts.h"
#include "alcove/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

/// Ops of the longest run: chains that kept tails connect.
static int64_t longestRunOf(const FunctionPlan &plan) {
  std::vector<int> runs = runsOfChains(plan);
  std::map<int, int64_t> ops;
  int64_t longest = 0;
  for (auto [index, chain] : llvm::enumerate(plan.chains))
    if (runs[index] >= 0)
      longest = std::max(longest, ops[runs[index]] += static_cast<int64_t>(chain.ops.size()));
  return longest;
}

void PlanRecord::add(const FunctionPlan &plan, const Beliefs &believed) {
  if (!beliefs)
    beliefs.emplace();
  beliefs->peakL1Bytes = std::max(beliefs->peakL1Bytes, believed.peakL1Bytes);
  beliefs->timeNs += believed.timeNs;
  longestRun = std::max(longestRun, longestRunOf(plan));
  for (const plan::Chain &chain : plan.chains) {
    if (chain.state == plan::ChainState::Completed) {
      ++chainsCompleted;
      keptTails += !plan.ops.find(plan.chainOps[chain.ops.back()])->second.spill;
      longestChain = std::max<int64_t>(longestChain, chain.ops.size());
    } else {
      ++chainsFailed;
      ++failures[chain.reason];
    }
  }
}

// The totals of the baseline travel as numbers in a fixed order, times in picoseconds.
static SmallVector<int64_t> flatten(const sim::Totals &totals) {
  auto picoseconds = [](Nanoseconds value) { return static_cast<int64_t>(value * 1000); };
  return {totals.ops,
          totals.activations,
          totals.l1Sharded,
          totals.l1Interleaved,
          totals.dram,
          totals.timedOps,
          totals.untimedOps,
          totals.reshards,
          totals.spills,
          totals.peakL1Bytes,
          totals.peakHeldBytes,
          totals.peakExtentBytes,
          totals.dramBytes,
          picoseconds(totals.totalNs),
          picoseconds(totals.computeNs),
          picoseconds(totals.dramNs),
          picoseconds(totals.nocNs),
          picoseconds(totals.launchNs)};
}

static sim::Totals unflatten(ArrayRef<int64_t> n) {
  auto nanoseconds = [](int64_t value) { return static_cast<double>(value) / 1000; };
  sim::Totals totals;
  totals.ops = n[0];
  totals.activations = n[1];
  totals.l1Sharded = n[2];
  totals.l1Interleaved = n[3];
  totals.dram = n[4];
  totals.timedOps = n[5];
  totals.untimedOps = n[6];
  totals.reshards = n[7];
  totals.spills = n[8];
  totals.peakL1Bytes = n[9];
  totals.peakHeldBytes = n[10];
  totals.peakExtentBytes = n[11];
  totals.dramBytes = n[12];
  totals.totalNs = nanoseconds(n[13]);
  totals.computeNs = nanoseconds(n[14]);
  totals.dramNs = nanoseconds(n[15]);
  totals.nocNs = nanoseconds(n[16]);
  totals.launchNs = nanoseconds(n[17]);
  return totals;
}

void PlanRecord::attachTo(Operation *module) const {
  Builder builder(module->getContext());
  NamedAttrList reasons;
  for (const auto &[reason, count] : failures)
    reasons.set(reason, builder.getI64IntegerAttr(count));
  NamedAttrList record;
  record.set("baseline", builder.getDenseI64ArrayAttr(flatten(baseline)));
  record.set("chains",
             builder.getDenseI64ArrayAttr({chainsCompleted, chainsFailed, longestChain, keptTails, longestRun}));
  if (beliefs)
    record.set("beliefs",
               builder.getDenseI64ArrayAttr({beliefs->peakL1Bytes, static_cast<int64_t>(beliefs->timeNs * 1000)}));
  record.set("failures", reasons.getDictionary(module->getContext()));
  module->setAttr(planAttrName, record.getDictionary(module->getContext()));
}

std::optional<PlanRecord> PlanRecord::detachFrom(Operation *module) {
  auto record = dyn_cast_or_null<DictionaryAttr>(module->removeAttr(planAttrName));
  if (!record)
    return std::nullopt;
  auto numbers = record.getAs<DenseI64ArrayAttr>("baseline"), chains = record.getAs<DenseI64ArrayAttr>("chains");
  auto reasons = record.getAs<DictionaryAttr>("failures");
  if (!numbers || numbers.size() != 18 || !chains || chains.size() != 5 || !reasons)
    return std::nullopt;
  PlanRecord result;
  result.baseline = unflatten(numbers.asArrayRef());
  result.chainsCompleted = chains[0];
  result.chainsFailed = chains[1];
  result.longestChain = chains[2];
  result.keptTails = chains[3];
  result.longestRun = chains[4];
  if (auto believed = record.getAs<DenseI64ArrayAttr>("beliefs"); believed && believed.size() == 2)
    result.beliefs = Beliefs{believed[0], static_cast<double>(believed[1]) / 1000};
  for (NamedAttribute reason : reasons)
    if (auto count = dyn_cast<IntegerAttr>(reason.getValue()))
      result.failures[reason.getName().str()] = count.getInt();
  return result;
}

/// Remarks print a place only for plain file locations: look through names.
static Location plainLocation(Location loc) {
  while (auto name = dyn_cast<NameLoc>(loc))
    loc = name.getChildLoc();
  return loc;
}

void transforms::emitRemarks(const FunctionPlan &plan) {
  for (Operation *op : plan.order) {
    const OpPlan &decision = plan.ops.find(op)->second;
    if (decision.missed.empty() || !queries::isModelled(op) || op->getNumResults() == 0)
      continue;
    std::string name = op->getName().getStringRef().str();
    remark::missed(plainLocation(op->getLoc()), remark::RemarkOpts::name(name).category("alcove.layout"))
        << "stays in DRAM: " << decision.missed;
  }
  for (const plan::Chain &chain : plan.chains) {
    if (chain.state != plan::ChainState::Completed)
      continue;
    Operation *head = plan.chainOps[chain.ops.front()];
    remark::passed(plainLocation(head->getLoc()), remark::RemarkOpts::name("chain").category("alcove.layout"))
        << "chain stays in L1" << remark::metric("Ops", static_cast<int64_t>(chain.ops.size()));
  }
}
