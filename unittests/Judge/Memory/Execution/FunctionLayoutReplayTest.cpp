//===- FunctionLayoutReplayTest.cpp - Two executions of one memory --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verifier of plans replays memory with code of its own. Random plans go through it and, written as instructions
// with deallocations, through the execution that judges IR: verdicts, places of the first violation and peaks are
// equal.
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Memory/Execution/Execution.h"
#include "testing/Plan/FunctionLayout/RandomFunction.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::testing;
using opmodel::L1Event;

namespace {

/// A plan as a program: one tensor per copy, freed behind its last use.
class Translation {
public:
  Translation(const FunctionLayout &problem, const FunctionPlan &plan)
      : problem(problem), plan(plan), steps(stepsOf(problem, plan)), sharesWith(plan.copies.size(), -1),
        lastUse(plan.copies.size(), -1), uses(plan.copies.size(), 0), isWritten(plan.copies.size(), false) {
    findUses();
    for (size_t c = 0; c < plan.copies.size(); ++c)
      program.tensors.push_back(tensorOf(static_cast<int32_t>(c)));
    for (size_t t = 0; t < problem.tensors.size(); ++t)
      if (problem.tensors[t].producer < 0)
        program.entry.push_back(static_cast<int32_t>(t));
    for (size_t step = 0; step < steps.size(); ++step) {
      stepOfInstruction.push_back(static_cast<int64_t>(step));
      program.instructions.push_back(steps[step].op >= 0 ? execute(steps[step].op) : convert(steps[step].copy));
      deallocate(static_cast<int64_t>(step));
    }
  }

  judge::Program program;
  std::vector<int64_t> stepOfInstruction;
  /// The copy whose bytes a copy has.
  int32_t rootOf(int32_t copy) const { return sharesWith[copy] < 0 ? copy : rootOf(sharesWith[copy]); }

private:
  void use(int32_t copy, size_t step) {
    lastUse[copy] = static_cast<int64_t>(step);
    ++uses[copy];
  }

  void findUses() {
    for (size_t step = 0; step < steps.size(); ++step) {
      if (steps[step].op < 0) {
        lastUse[steps[step].copy] = static_cast<int64_t>(step);
        use(plan.copies[steps[step].copy].source, step);
        continue;
      }
      int32_t index = steps[step].op;
      const PlanOp &op = problem.ops[index];
      for (int32_t copy : plan.reads[index])
        use(copy, step);
      for (int32_t operand : op.writes)
        isWritten[plan.reads[index][operand]] = true;
      for (size_t r = 0; r < op.results.size(); ++r) {
        int32_t alias = problem.classOf(index).candidates.aliasesOf(plan.candidate[index])[r];
        sharesWith[op.results[r]] = alias < 0 ? -1 : plan.reads[index][alias];
        lastUse[op.results[r]] = static_cast<int64_t>(step);
      }
    }
    for (int32_t copy : plan.returns)
      use(copy, steps.size());
  }

  judge::Tensor tensorOf(int32_t copy) const {
    const Layout &layout = problem.layoutOf(plan.copies[copy].tensor, plan.copies[copy].layout);
    judge::Tensor tensor;
    tensor.name = std::to_string(copy);
    tensor.space = layout.isL1() ? judge::Space::L1 : judge::Space::Dram;
    tensor.bytes = layout.isL1() ? layout.l1Bytes : 64;
    tensor.aliasOf = sharesWith[copy];
    tensor.resident = plan.copies[copy].source < 0 && problem.tensors[plan.copies[copy].tensor].resident;
    return tensor;
  }

  std::vector<L1Event> eventsOf(int32_t index) const {
    std::vector<L1Event> events;
    if (index >= 0)
      for (const L1Use &use : problem.l1Uses[index])
        events.push_back({static_cast<L1Event::Kind>(use.kind), use.bytes});
    return events;
  }

  judge::Instruction execute(int32_t index) const {
    const PlanOp &op = problem.ops[index];
    const Candidate &candidate = problem.classOf(index).candidates[plan.candidate[index]];
    judge::Instruction instruction;
    instruction.op = op.name;
    instruction.reads = plan.reads[index];
    instruction.results = op.results;
    for (int32_t operand : op.writes)
      instruction.writes.push_back(plan.reads[index][operand]);
    instruction.events = eventsOf(candidate.uses);
    instruction.totalPeakBytes = candidate.peakBytes;
    if (candidate.consumes >= 0 && uses[plan.reads[index][candidate.consumes]] == 1)
      instruction.consumes = plan.reads[index][candidate.consumes];
    return instruction;
  }

  judge::Instruction convert(int32_t copy) const {
    const Copy &made = plan.copies[copy];
    const Conversion &conversion =
        problem.conversion(problem.tensors[made.tensor].kind, plan.copies[made.source].layout, made.layout);
    judge::Instruction instruction;
    instruction.op = "to_memory_config";
    instruction.reads = {made.source};
    instruction.results = {copy};
    instruction.events = eventsOf(conversion.uses);
    instruction.totalPeakBytes = conversion.peakBytes;
    return instruction;
  }

  void deallocate(int64_t step) {
    int32_t consumed = program.instructions.back().consumes;
    for (size_t c = 0; c < plan.copies.size(); ++c) {
      if (lastUse[c] != step || isWritten[c] || static_cast<int32_t>(c) == consumed)
        continue;
      judge::Instruction instruction;
      instruction.kind = judge::Instruction::Kind::Deallocate;
      instruction.reads = {static_cast<int32_t>(c)};
      program.instructions.push_back(instruction);
      stepOfInstruction.push_back(step);
    }
  }

  const FunctionLayout &problem;
  const FunctionPlan &plan;
  std::vector<PlanStep> steps;
  std::vector<int32_t> sharesWith;
  std::vector<int64_t> lastUse;
  std::vector<int32_t> uses;
  std::vector<bool> isWritten;
};

const char *ruleOfJudge(const std::string &rule) {
  return rule == "FL-17" ? "MEM-1" : rule == "FL-18" ? "MEM-8" : rule == "FL-19" ? "MEM-9" : "none";
}

void expectSameLiveBuffers(const Translation &translation, const PlanViolation &violation,
                           const judge::Violation &judged) {
  std::set<int32_t> mine, judges;
  for (int32_t copy : violation.copies)
    mine.insert(translation.rootOf(copy));
  for (const auto &[tensor, range] : judged.live)
    judges.insert(tensor);
  for (int32_t tensor : judges)
    EXPECT_TRUE(mine.count(tensor)) << tensor << " is live for the judge alone";
  // A conversion's own copy stands in the list although it has no place.
  EXPECT_LE(mine.size(), judges.size() + 1);
}

/// Counts what was seen, so that a test that compares nothing cannot pass.
struct Seen {
  int valid = 0;
  std::map<std::string, int> violations;
};

void compare(const FunctionLayout &problem, const FunctionPlan &plan, Seen &seen) {
  PlanVerdict verdict = verify(problem, plan);
  if (!verdict.ok() && !verdict.violation->isMemory()) {
    // Bytes that copies share, written or freed: the one thing that random plans do not look after.
    ASSERT_THAT(verdict.violation->rule, ::testing::AnyOf("FL-14", "FL-16")) << verdict.violation->message;
    ++seen.violations[verdict.violation->rule];
    return;
  }
  Translation translation(problem, plan);
  judge::Chip chip;
  chip.l1Bytes = problem.l1Bytes;
  chip.l1Alignment = problem.alignment;
  Result<judge::Report> report = judge::execute(translation.program, chip, {20, false});
  ASSERT_TRUE(report.ok()) << report.error().message;
  ASSERT_EQ(verdict.ok(), report->violations.empty())
      << (verdict.ok() ? std::string(report->violations[0].rule) + " " + report->violations[0].message
                       : verdict.violation->message);
  if (verdict.ok()) {
    ++seen.valid;
    EXPECT_EQ(verdict.facts.peakSumBytes, report->peakSumBytes);
    EXPECT_EQ(verdict.facts.peakHeldBytes, report->peakL1Bytes);
    EXPECT_EQ(verdict.facts.peakExtentBytes, report->peakExtent);
    return;
  }
  ++seen.violations[verdict.violation->rule];
  const judge::Violation &judged = report->violations[0];
  EXPECT_STREQ(ruleOfJudge(verdict.violation->rule), judged.rule) << verdict.violation->message << judged.message;
  int64_t step = translation.stepOfInstruction[judged.step];
  EXPECT_NE(verdict.violation->message.find("at step " + std::to_string(step) + ":"), std::string::npos)
      << verdict.violation->message << "; the judge: step " << step;
  expectSameLiveBuffers(translation, *verdict.violation, judged);
}

/// Inserts uses that no backend would tell: releases of sums of several allocations or of none, moves, programs without
/// end. Both sides must read them alike.
void scramble(Random &random, FunctionLayout &problem) {
  for (std::vector<L1Use> &uses : problem.l1Uses)
    for (int64_t i = random.between(0, 6); i > 0; --i) {
      std::vector<Bytes> allocated{0, random.between(1, problem.l1Bytes / 8 + 1)};
      for (const L1Use &use : uses)
        if (use.kind == L1Use::Kind::Allocate)
          allocated.push_back(use.bytes);
      L1Use use{static_cast<L1Use::Kind>(random.below(6)), 0};
      for (int64_t summands = random.between(1, use.kind == L1Use::Kind::Release ? 6 : 1); summands > 0; --summands)
        use.bytes += allocated[random.below(allocated.size())];
      uses.insert(uses.begin() + static_cast<std::ptrdiff_t>(random.below(uses.size() + 1)), use);
    }
}

void compareMany(uint64_t firstSeed, int count, Seen &seen) {
  for (uint64_t seed = firstSeed; seed < firstSeed + static_cast<uint64_t>(count); ++seed) {
    Random random(seed);
    RandomFunctionOptions options;
    options.maxOps = 20;
    FunctionLayout problem = randomFunction(random, options);
    for (int plan = 0; plan < 4; ++plan) {
      FunctionPlan drawn = randomPlan(random, problem);
      if (plan >= 2)
        scramble(random, problem);
      compare(problem, drawn, seen);
      ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed << ", plan " << plan;
    }
  }
}

} // namespace

TEST(FunctionLayoutReplayTest, SameVerdictsAndPeaksAsTheJudge) {
  Seen seen;
  compareMany(1, 1'000, seen);
  EXPECT_GT(seen.valid, 1'000);
  EXPECT_GT(seen.violations["FL-17"], 50);
  EXPECT_GT(seen.violations["FL-18"], 50);
  EXPECT_GT(seen.violations["FL-19"], 20);
}

TEST(FunctionLayoutReplayTest, SlowSameVerdictsAndPeaksAsTheJudge) {
  Seen seen;
  compareMany(10'000, 20'000, seen);
  EXPECT_GT(seen.valid, 20'000);
}
