//===- GlobalTest.cpp - The exact planner against brute force -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Brute force writes every plan of the space on its own (candidate per op; where the readers of each tensor find it)
// and asks the verifier. It shares the search space with the planner and nothing of the reduction.
//
//===----------------------------------------------------------------------===//
#include "../../../lib/Plan/FunctionLayout/Policies/DFSharding/ChainPlan.h"
#include "alcove/Plan/FunctionLayout/Policies/SearchSpace.h"
#include "alcove/Plan/FunctionLayout/Policy.h"
#include "alcove/Plan/LayoutChoice/Problem.h"
#include "alcove/Testing/FunctionLayout/RandomFunction.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::testing;

namespace {

/// The cheapest accepted plan of the space in one order.
class BruteForce {
public:
  BruteForce(const FunctionLayout &problem, const SearchSpace &space, const std::vector<int32_t> &order)
      : problem(problem), space(space), order(order), pinned(pinnedTensors(problem)), candidate(problem.numOps(), -1),
        found(problem.tensors.size(), -1), lastReader(problem.tensors.size(), -1),
        firstReader(problem.tensors.size(), -1), numReaders(problem.tensors.size(), 0) {
    for (int32_t op : order)
      for (int32_t tensor : problem.ops[op].operands) {
        if (firstReader[tensor] < 0)
          firstReader[tensor] = op;
        numReaders[tensor] += lastReader[tensor] != op;
        lastReader[tensor] = op;
      }
  }

  /// Nothing when there are more than `limit` plans to try.
  std::optional<Picoseconds> cheapest(int64_t limit) {
    left = limit;
    chooseOp(0);
    return left > 0 ? std::optional(best) : std::nullopt;
  }

private:
  void chooseOp(size_t at) {
    if (left <= 0)
      return;
    if (at == order.size())
      return chooseTensor(0);
    for (int32_t index : space.candidates[problem.ops[order[at]].opClass]) {
      candidate[order[at]] = index;
      chooseOp(at + 1);
    }
  }

  bool isFree(size_t tensor) const {
    return !pinned[tensor] && !problem.tensors[tensor].constant && numReaders[tensor] > 0;
  }

  /// -1: in its base layout; otherwise the layout, kept when the producer makes it and loaded when it does not.
  void chooseTensor(size_t tensor) {
    if (left <= 0)
      return;
    if (tensor == problem.tensors.size())
      return tryPlan();
    found[tensor] = -1;
    chooseTensor(tensor + 1);
    if (isFree(tensor))
      for (int32_t layout : space.layouts[problem.tensors[tensor].kind])
        if (problem.layoutOf(static_cast<int32_t>(tensor), layout).isL1()) {
          found[tensor] = layout;
          chooseTensor(tensor + 1);
        }
  }

  void tryPlan() {
    --left;
    PlanBuilder builder(problem);
    builder.setOrder(order);
    for (int32_t op : order)
      builder.choose(op, candidate[op]);
    std::vector<int32_t> copies(problem.tensors.size());
    for (size_t t = 0; t < copies.size(); ++t) {
      auto tensor = static_cast<int32_t>(t);
      int32_t made = builder.current().copies[t].layout, base = problem.tensors[t].base;
      copies[t] = tensor;
      if (pinned[t] && made != base)
        return; // stays as its producer makes it in the program as it stands
      if (found[t] >= 0 && found[t] != made) {
        if (made != base || numReaders[t] < 2)
          return; // the space loads only what lies in its base layout, for several readers
        copies[t] = builder.copyBefore(firstReader[t], tensor, found[t]);
      } else if (found[t] < 0 && made != base && (numReaders[t] > 0 || isReturned(tensor))) {
        copies[t] = builder.copyAfterProducer(tensor, base);
      }
    }
    for (int32_t op : order)
      if (!readInto(builder, op, copies))
        return;
    for (size_t i = 0; i < problem.returns.size(); ++i) {
      int32_t tensor = problem.returns[i], copy = copies[tensor];
      if (builder.current().copies[copy].layout != problem.tensors[tensor].base)
        copy = builder.copyBefore(-1, copy, problem.tensors[tensor].base);
      builder.returnCopy(i, copy);
    }
    FunctionPlan plan = std::move(builder).finish("brute force");
    if (plan.time < best && verify(problem, plan).ok())
      best = plan.time;
  }

  bool isReturned(int32_t tensor) const {
    return std::find(problem.returns.begin(), problem.returns.end(), tensor) != problem.returns.end();
  }

  bool readInto(PlanBuilder &builder, int32_t op, const std::vector<int32_t> &copies) {
    std::span<const int32_t> wanted = problem.classOf(op).candidates.operandsOf(candidate[op]);
    std::map<std::pair<int32_t, int32_t>, int32_t> converted;
    for (size_t k = 0; k < wanted.size(); ++k) {
      int32_t tensor = problem.ops[op].operands[k], copy = copies[tensor];
      if (builder.current().copies[copy].layout != wanted[k]) {
        if (pinned[tensor] && !problem.tensors[tensor].constant)
          return false;
        auto [at, isNew] = converted.try_emplace({tensor, wanted[k]}, -1);
        if (isNew)
          at->second = builder.copyBefore(op, copy, wanted[k]);
        copy = at->second;
      }
      builder.read(op, k, copy);
    }
    return true;
  }

  const FunctionLayout &problem;
  const SearchSpace &space;
  const std::vector<int32_t> &order;
  std::vector<bool> pinned;
  std::vector<int32_t> candidate, found, lastReader, firstReader, numReaders;
  int64_t left = 0;
  Picoseconds best = kMaxTime;
};

struct Counts {
  int solved = 0, proved = 0, conflicts = 0, gains = 0;
};

/// What the planner says it did, in order.
class Events : public PolicyObserver {
public:
  void event(const PolicyEvent &event) override { all.emplace_back(event.action, event.detail); }
  std::vector<std::pair<std::string, std::string>> all;
};

/// "..., 123 units": 123; zero for what did no work.
int64_t unitsOf(const std::string &detail) {
  size_t at = detail.rfind(", ");
  return at != std::string::npos && detail.ends_with(" units") ? std::stoll(detail.substr(at + 2)) : 0;
}

} // namespace

static void compareWithBruteForce(uint64_t firstSeed, int problems, Counts &counts) {
  RandomFunctionOptions small;
  small.maxOps = 4;
  small.maxShardings = 1;
  small.maxConcat = 2;
  for (uint64_t seed = firstSeed; seed < firstSeed + static_cast<uint64_t>(problems); ++seed) {
    Random random(seed);
    FunctionLayout problem = randomFunction(random, small);
    problem.capacity = problem.l1Bytes; // the verifier knows no other limit
    FunctionPolicyOptions oneOrder;
    oneOrder.orders = false;
    auto policy = makeFunctionPolicy("Global", oneOrder);
    FunctionResult result = planFunction(problem, *policy.value());
    ASSERT_FALSE(result.broken) << "seed " << seed << ": " << result.broken->message;
    ASSERT_TRUE(result.plan.bound) << "seed " << seed;
    auto start = makeFunctionPolicy("DFSharding");
    FunctionResult chains = planFunction(problem, *start.value());
    auto merged = makeFunctionPolicy("DFSharding2");
    std::vector<FunctionPlan> known = {chains.plan, planFunction(problem, *merged.value()).plan};
    SearchSpace space = enumerate(problem, FunctionPolicyOptions().layoutsPerSharding, known);
    BruteForce search(problem, space, chains.plan.order);
    std::optional<Picoseconds> cheapest = search.cheapest(30'000);
    if (!cheapest)
      continue;
    ++counts.solved;
    EXPECT_LE(*result.plan.bound, *cheapest) << "the bound cuts off a plan, seed " << seed;
    EXPECT_LE(result.facts.time, chains.facts.time) << "worse than the chain policy, seed " << seed;
    // Without a conflict by addresses the planner's plan is the cheapest of the space.
    if (result.plan.counts.at("conflicts") == 0)
      EXPECT_LE(result.facts.time, *cheapest) << "not the cheapest of its space, seed " << seed;
    counts.proved += result.facts.time == *result.plan.bound;
    counts.conflicts += result.plan.counts.at("conflicts") > 0;
    counts.gains += result.facts.time < chains.facts.time;
  }
}

TEST(GlobalTest, BoundAndPlanHoldAgainstBruteForce) {
  Counts counts;
  compareWithBruteForce(1, 150, counts);
  EXPECT_GT(counts.solved, 60);
  EXPECT_GT(counts.proved, 50);
  EXPECT_GT(counts.gains, 10);
}

TEST(GlobalTest, SlowBoundAndPlanHoldAgainstBruteForce) {
  Counts counts;
  compareWithBruteForce(10'000, 5'000, counts);
  EXPECT_GT(counts.solved, 2'000);
  EXPECT_GT(counts.conflicts, 0);
}

TEST(GlobalTest, SameWorkSamePlan) {
  Random random(11);
  RandomFunctionOptions options;
  options.minOps = options.maxOps = 30;
  FunctionLayout problem = randomFunction(random, options);
  auto first = makeFunctionPolicy("Global"), second = makeFunctionPolicy("Global");
  FunctionResult a = planFunction(problem, *first.value()), b = planFunction(problem, *second.value());
  EXPECT_EQ(a.plan.candidate, b.plan.candidate);
  EXPECT_EQ(a.plan.copies, b.plan.copies);
  EXPECT_EQ(a.plan.bound, b.plan.bound);
}

/// Other orders are tried only where the bound for any order leaves room, and never make a plan worse.
TEST(GlobalTest, SlowOtherOrdersNeverCost) {
  int better = 0;
  for (uint64_t seed = 1; seed <= 25; ++seed) {
    Random random(seed);
    RandomFunctionOptions small;
    small.minOps = small.maxOps = 8;
    small.tightest = 60;
    small.loosest = 200;
    FunctionLayout problem = randomFunction(random, small);
    FunctionPolicyOptions options;
    options.budget.workUnits = 8'000'000;
    Picoseconds with = planFunction(problem, *makeFunctionPolicy("Global", options).value()).facts.time;
    options.orders = false;
    Picoseconds without = planFunction(problem, *makeFunctionPolicy("Global", options).value()).facts.time;
    EXPECT_LE(with, without) << "seed " << seed;
    better += with < without;
  }
  EXPECT_GT(better, 0);
}

/// A limit that does not even suffice for the reductions is raised, as long as there is work left.
TEST(GlobalTest, ARepairGoesOnUntilSomethingIsFound) {
  const std::string notFound = std::to_string(kInfiniteCost) + " ps";
  int raised = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    Random random(seed);
    RandomFunctionOptions tight;
    tight.minOps = tight.maxOps = 30;
    tight.tightest = 60;
    tight.loosest = 200;
    FunctionPolicyOptions options;
    options.budget.workUnits = 1'000'000;
    Events events;
    options.observer = &events;
    planFunction(randomFunction(random, tight), *makeFunctionPolicy("Global", options).value());
    int64_t failedWith = 0; // work of the repair before, when it found nothing
    for (const auto &[action, detail] : events.all) {
      int64_t units = unitsOf(detail);
      if (failedWith > 0) {
        EXPECT_TRUE(units >= failedWith || failedWith >= 300'000)
            << "seed " << seed << ": given up before '" << action << ": " << detail << "'";
        ++raised;
      }
      failedWith = action == "repair" && detail.starts_with(notFound) && detail.find("presolve") != std::string::npos
                       ? units
                       : 0;
    }
  }
  EXPECT_GT(raised, 0);
}
