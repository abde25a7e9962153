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

/// What of the totals the record keeps, in the order of its numbers: counts and bytes, then times in picoseconds.
static constexpr int64_t sim::Totals::*recordedCounts[] = {
    &sim::Totals::ops,      &sim::Totals::activations, &sim::Totals::l1Sharded,     &sim::Totals::l1Interleaved,
    &sim::Totals::dram,     &sim::Totals::timedOps,    &sim::Totals::untimedOps,    &sim::Totals::reshards,
    &sim::Totals::spills,   &sim::Totals::peakL1Bytes, &sim::Totals::peakHeldBytes, &sim::Totals::peakExtentBytes,
    &sim::Totals::dramBytes};
static constexpr Nanoseconds sim::Totals::*recordedTimes[] = {
    &sim::Totals::totalNs, &sim::Totals::computeNs, &sim::Totals::dramNs, &sim::Totals::nocNs, &sim::Totals::launchNs};

static int64_t picoseconds(Nanoseconds value) { return static_cast<int64_t>(value * 1000); }
static Nanoseconds nanoseconds(int64_t picoseconds) { return static_cast<double>(picoseconds) / 1000; }

static SmallVector<int64_t> flatten(const sim::Totals &totals) {
  SmallVector<int64_t> numbers;
  for (auto count : recordedCounts)
    numbers.push_back(totals.*count);
  for (auto time : recordedTimes)
    numbers.push_back(picoseconds(totals.*time));
  return numbers;
}

/// Nothing when there are not as many numbers as flatten() writes.
static std::optional<sim::Totals> unflatten(ArrayRef<int64_t> numbers) {
  if (numbers.size() != std::size(recordedCounts) + std::size(recordedTimes))
    return std::nullopt;
  sim::Totals totals;
  const int64_t *next = numbers.begin();
  for (auto count : recordedCounts)
    totals.*count = *next++;
  for (auto time : recordedTimes)
    totals.*time = nanoseconds(*next++);
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
    record.set("beliefs", builder.getDenseI64ArrayAttr({beliefs->peakL1Bytes, picoseconds(beliefs->timeNs)}));
  record.set("failures", reasons.getDictionary(module->getContext()));
  module->setAttr(planAttrName, record.getDictionary(module->getContext()));
}

std::optional<PlanRecord> PlanRecord::detachFrom(Operation *module) {
  auto record = dyn_cast_or_null<DictionaryAttr>(module->removeAttr(planAttrName));
  if (!record)
    return std::nullopt;
  auto numbers = record.getAs<DenseI64ArrayAttr>("baseline"), chains = record.getAs<DenseI64ArrayAttr>("chains");
  auto reasons = record.getAs<DictionaryAttr>("failures");
  std::optional<sim::Totals> baseline = numbers ? unflatten(numbers.asArrayRef()) : std::nullopt;
  if (!baseline || !chains || chains.size() != 5 || !reasons)
    return std::nullopt;
  PlanRecord result;
  result.baseline = *baseline;
  result.chainsCompleted = chains[0];
  result.chainsFailed = chains[1];
  result.longestChain = chains[2];
  result.keptTails = chains[3];
  result.longestRun = chains[4];
  if (auto believed = record.getAs<DenseI64ArrayAttr>("beliefs"); believed && believed.size() == 2)
    result.beliefs = Beliefs{believed[0], nanoseconds(believed[1])};
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
