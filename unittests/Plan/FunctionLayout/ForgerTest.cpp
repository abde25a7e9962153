//===- ForgerTest.cpp - Corrupted plans -----------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Valid plans are corrupted at random. What verify() still accepts must compute what the program computes: both are
// executed on symbols, buffer by buffer, by code that knows nothing of the rules.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Policy.h"
#include "testing/Plan/FunctionLayout/RandomFunction.h"

#include "gtest/gtest.h"

#include <numeric>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::testing;

namespace {

/// Runs a plan on 64-bit symbols: what is returned, and what the caller finds in arguments and resident tensors.
class SymbolicRun {
public:
  SymbolicRun(const FunctionLayout &problem, const FunctionPlan &plan)
      : problem(problem), plan(plan), buffer(plan.copies.size()), content(plan.copies.size(), 0),
        views(plan.copies.size()) {
    std::iota(buffer.begin(), buffer.end(), 0);
  }

  std::vector<uint64_t> run() {
    for (size_t t = 0; t < problem.tensors.size(); ++t)
      content[t] = mix64(t + 1);
    for (const PlanStep &step : stepsOf(problem, plan))
      if (step.op >= 0)
        runOp(step.op);
      else
        content[step.copy] = read(plan.copies[step.copy].source);
    std::vector<uint64_t> seen;
    for (int32_t copy : plan.returns)
      seen.push_back(read(copy));
    for (size_t t = 0; t < problem.tensors.size(); ++t)
      if (problem.tensors[t].producer < 0)
        seen.push_back(read(static_cast<int32_t>(t)));
    return seen;
  }

private:
  /// A view is an op on what lies there when it is read.
  uint64_t read(int32_t copy) const {
    uint64_t value = content[buffer[copy]];
    for (uint64_t op : views[copy])
      value = mix64(value + op);
    return value;
  }

  void runOp(int32_t index) {
    const PlanOp &op = problem.ops[index];
    const std::vector<int32_t> &reads = plan.reads[index];
    uint64_t value = 0;
    for (int32_t copy : reads)
      value = mix64(value * 3 + read(copy));
    value = mix64(value ^ static_cast<uint64_t>(index) << 32);
    for (int32_t operand : op.writes) {
      content[buffer[reads[operand]]] = value;
      views[reads[operand]].clear();
    }
    std::span<const int32_t> aliases = problem.classOf(index).candidates.aliasesOf(plan.candidate[index]);
    for (size_t r = 0; r < op.results.size(); ++r) {
      int32_t result = op.results[r];
      content[result] = mix64(value + r);
      // Reshapes are one operand's view whether they copy or not.
      bool isReshape = problem.classOf(index).traits.kind == OpKind::Reshape;
      if (isReshape)
        content[result] = mix64(read(reads[0]) + static_cast<uint64_t>(index));
      if (aliases[r] < 0)
        continue;
      buffer[result] = buffer[reads[aliases[r]]];
      views[result] = views[reads[aliases[r]]];
      if (isReshape)
        views[result].push_back(static_cast<uint64_t>(index));
    }
  }

  const FunctionLayout &problem;
  const FunctionPlan &plan;
  std::vector<int32_t> buffer;
  std::vector<uint64_t> content;            ///< by buffer
  std::vector<std::vector<uint64_t>> views; ///< by copy: ops between its buffer and what is read
};

/// One field of the plan, changed at random; possibly to what it was.
void corrupt(Random &random, const FunctionLayout &problem, FunctionPlan &plan) {
  auto any = [&](auto &list) -> auto & { return list[random.below(list.size())]; };
  auto nudge = [&](int32_t &value) {
    value = random.chance(0.5) ? value + static_cast<int32_t>(random.between(-1, 1))
                               : static_cast<int32_t>(random.between(-1, static_cast<int64_t>(plan.copies.size())));
  };
  switch (random.below(10)) {
  case 0:
    std::swap(any(plan.order), any(plan.order));
    break;
  case 1:
    nudge(any(plan.order));
    break;
  case 2:
    nudge(any(plan.candidate));
    break;
  case 3:
  case 4:
    if (std::vector<int32_t> &reads = any(plan.reads); !reads.empty())
      nudge(any(reads));
    break;
  case 5:
    if (!plan.returns.empty())
      nudge(any(plan.returns));
    break;
  case 6:
    nudge(any(plan.copies).source);
    break;
  case 7:
    nudge(any(plan.copies).op);
    break;
  case 8: {
    Copy &copy = any(plan.copies);
    copy.place = copy.place == Copy::Place::AfterOp ? Copy::Place::BeforeOp : Copy::Place::AfterOp;
    break;
  }
  case 9:
    nudge(any(plan.copies).layout);
    break;
  }
}

struct Tally {
  int accepted = 0, refused = 0;
  std::map<std::string, int> rules;
};

void forge(uint64_t seed, Tally &tally) {
  Random random(seed);
  FunctionLayout problem = randomFunction(random);
  FunctionPlan base = asItStands(problem), plan = randomPlan(random, problem);
  std::vector<uint64_t> expected = SymbolicRun(problem, base).run();
  if (verify(problem, plan).ok())
    ASSERT_EQ(SymbolicRun(problem, plan).run(), expected) << "a plan that nobody corrupted, seed " << seed;
  for (int i = 0; i < 10; ++i) {
    FunctionPlan forged = plan;
    for (int64_t changes = random.between(1, 2); changes > 0; --changes)
      corrupt(random, problem, forged);
    PlanVerdict verdict = verify(problem, forged);
    if (!verdict.ok() && verdict.violation->rule == "FL-20") {
      forged.time = verdict.facts.time; // a forger who can add
      verdict = verify(problem, forged);
    }
    if (!verdict.ok()) {
      ++tally.refused;
      ++tally.rules[verdict.violation->rule];
      continue;
    }
    ++tally.accepted;
    ASSERT_EQ(timeOf(problem, forged), verdict.facts.time) << "seed " << seed;
    ASSERT_EQ(SymbolicRun(problem, forged).run(), expected) << "verify accepts a wrong plan, seed " << seed;
  }
}

} // namespace

TEST(FunctionLayoutForgerTest, WhatIsAcceptedComputesTheSame) {
  Tally tally;
  for (uint64_t seed = 1; seed <= 1'500 && !HasFatalFailure(); ++seed)
    forge(seed, tally);
  EXPECT_GT(tally.accepted, 1'000);
  EXPECT_GT(tally.refused, 5'000);
  for (const char *rule : {"FL-10", "FL-11", "FL-12", "FL-13", "FL-14", "FL-15", "FL-17", "FL-18", "FL-19"})
    EXPECT_GT(tally.rules[rule], 0) << rule << " is never broken";
}

TEST(FunctionLayoutForgerTest, SlowWhatIsAcceptedComputesTheSame) {
  Tally tally;
  for (uint64_t seed = 10'000; seed <= 60'000 && !HasFatalFailure(); ++seed)
    forge(seed, tally);
  EXPECT_GT(tally.accepted, 30'000);
  EXPECT_GT(tally.rules["FL-16"], 0);
}
