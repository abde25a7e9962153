//===- Conflict.cpp - What of a plan does not fit together ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Conflict.h"
#include "MemoryReplay.h"

#include <algorithm>

namespace alcove::plan {

namespace {

/// The buffers of a plan up to the step that fails, any of which can be left out.
class Buffers {
public:
  /// `shortOf`: the step that fails where less L1 is free than its price counts on; -1 = none.
  Buffers(const FunctionLayout &problem, const FunctionPlan &plan, int32_t shortOf)
      : problem(problem), plan(plan), steps(stepsOf(problem, plan)), bytesOf(plan.copies.size()),
        lastUse(plan.copies.size(), -1), numReads(plan.copies.size(), 0) {
    for (size_t copy = 0; copy < bytesOf.size(); ++copy)
      bytesOf[copy] = static_cast<int32_t>(copy);
    for (size_t at = 0; at < steps.size(); ++at)
      visit(static_cast<int32_t>(at));
    for (int32_t copy : plan.returns)
      use(copy, static_cast<int32_t>(steps.size()));
    for (size_t t = 0; t < problem.tensors.size(); ++t)
      if (auto tensor = static_cast<int32_t>(t);
          problem.tensors[t].producer < 0 && (problem.tensors[t].resident || numReads[tensor] == 0))
        lastUse[tensor] = static_cast<int32_t>(steps.size());
    dying.resize(steps.size() + 1);
    for (size_t copy = 0; copy < bytesOf.size(); ++copy)
      if (bytesOf[copy] == static_cast<int32_t>(copy) && lastUse[copy] >= 0)
        dying[lastUse[copy]].push_back(static_cast<int32_t>(copy));
    for (size_t at = 0; at < steps.size(); ++at)
      demands.push_back(demandOf(static_cast<int32_t>(at)));
    if (shortOf >= 0)
      demands[shortOf].freeBytes =
          problem.classOf(steps[shortOf].op).candidates[plan.candidate[steps[shortOf].op]].wantsFreeBytes;
  }

  size_t numSteps() const { return steps.size(); }
  const PlanStep &step(size_t at) const { return steps[at]; }
  Bytes l1BytesOf(int32_t copy) const {
    const Copy &made = plan.copies[copy];
    const Layout &layout = problem.layoutOf(made.tensor, made.layout);
    return layout.isL1() ? layout.l1Bytes : 0;
  }
  /// Copies with L1 bytes of their own that `at` makes; those that lie there at the beginning for -1.
  std::vector<int32_t> madeAt(int32_t at) const {
    std::vector<int32_t> made;
    for (int32_t copy : copiesOf(at))
      if (bytesOf[copy] == copy && l1BytesOf(copy) > 0)
        made.push_back(copy);
    return made;
  }

  /// The first step that fails with what is left; -1 = none up to `until`.
  int32_t firstFailure(int32_t until, const std::vector<bool> &copyGone, const std::vector<bool> &stepGone) const {
    MemoryReplay replay(problem.l1Bytes, problem.alignment);
    std::vector<int32_t> bufferOf(bytesOf.size(), -1);
    for (int32_t copy : madeAt(-1))
      if (!copyGone[copy] && replay.enter(l1BytesOf(copy), bufferOf[copy]))
        return 0;
    for (int32_t at = 0; at <= until; ++at) {
      if (!stepGone[at] && replay.freeBelow() < demands[at].freeBytes)
        return at;
      if (!run(demands[at], replay, bufferOf, copyGone, stepGone[at]))
        return at;
      for (int32_t copy : dying[at])
        if (bufferOf[copy] >= 0)
          replay.free(bufferOf[copy]);
    }
    return -1;
  }

private:
  void use(int32_t copy, int32_t at) {
    lastUse[bytesOf[copy]] = std::max(lastUse[bytesOf[copy]], at);
    ++numReads[copy];
  }

  std::vector<int32_t> copiesOf(int32_t at) const {
    if (at >= 0)
      return steps[at].op >= 0 ? problem.ops[steps[at].op].results : std::vector<int32_t>{steps[at].copy};
    std::vector<int32_t> arguments;
    for (size_t t = 0; t < problem.tensors.size(); ++t)
      if (problem.tensors[t].producer < 0)
        arguments.push_back(static_cast<int32_t>(t));
    return arguments;
  }

  void visit(int32_t at) {
    const PlanStep &step = steps[at];
    if (step.op < 0) {
      use(plan.copies[step.copy].source, at);
    } else {
      const CandidateTable &table = problem.classOf(step.op).candidates;
      for (int32_t copy : plan.reads[step.op])
        use(copy, at);
      std::span<const int32_t> aliases = table.aliasesOf(plan.candidate[step.op]);
      for (size_t r = 0; r < aliases.size(); ++r)
        if (aliases[r] >= 0)
          bytesOf[problem.ops[step.op].results[r]] = bytesOf[plan.reads[step.op][aliases[r]]];
    }
    for (int32_t copy : copiesOf(at))
      lastUse[bytesOf[copy]] = std::max(lastUse[bytesOf[copy]], at);
  }

  /// What a step asks of the replay while all of it is there; a search for a conflict replays it hundreds of times.
  struct Demand {
    std::vector<int32_t> copies; ///< that it makes
    std::vector<Bytes> bytes;    ///< of L1, of their own
    std::span<const L1Use> uses;
    std::vector<int32_t> resultOfUse;
    Bytes peakBytes = 0, freeBytes = 0;
    int32_t consumed = -1; ///< the copy whose bytes it frees itself
  };

  Demand demandOf(int32_t at) const {
    const PlanStep &step = steps[at];
    Demand demand{copiesOf(at), {}, {}, {}, 0, consumedBy(step)};
    for (int32_t copy : demand.copies)
      demand.bytes.push_back(bytesOf[copy] == copy ? l1BytesOf(copy) : 0);
    int32_t index = -1;
    if (step.op >= 0) {
      const Candidate &candidate = problem.classOf(step.op).candidates[plan.candidate[step.op]];
      index = candidate.uses;
      demand.peakBytes = candidate.peakBytes;
    } else {
      const Conversion &conversion = makerOf(problem, plan, step.copy);
      index = conversion.uses;
      demand.peakBytes = conversion.peakBytes;
    }
    if (index >= 0)
      demand.uses = problem.l1Uses[index];
    demand.resultOfUse = planUses(demand.uses, demand.bytes).resultOfUse;
    return demand;
  }

  int32_t consumedBy(const PlanStep &step) const {
    if (step.op < 0)
      return -1;
    int32_t operand = problem.classOf(step.op).candidates[plan.candidate[step.op]].consumes;
    int32_t copy = operand < 0 ? -1 : plan.reads[step.op][operand];
    return copy >= 0 && numReads[copy] == 1 ? bytesOf[copy] : -1;
  }

  bool run(const Demand &demand, MemoryReplay &replay, std::vector<int32_t> &bufferOf,
           const std::vector<bool> &copyGone, bool alone) const {
    MemoryReplay::Step step;
    step.consumed = demand.consumed < 0 ? -1 : bufferOf[demand.consumed];
    std::vector<Bytes> bytes(demand.bytes.size(), 0);
    Bytes own = 0, gone = 0;
    for (size_t r = 0; r < bytes.size(); ++r) {
      bytes[r] = copyGone[demand.copies[r]] ? 0 : demand.bytes[r];
      own += bytes[r];
      gone += demand.bytes[r] - bytes[r];
    }
    if (alone && own == 0 && step.consumed < 0)
      return true; // nothing of it is left
    step.peakBytes = alone ? own : demand.peakBytes - std::min(demand.peakBytes, gone);
    std::vector<L1Use> left;
    for (size_t i = 0; i < demand.uses.size(); ++i) {
      int32_t result = demand.resultOfUse[i];
      if (result < 0 ? !alone : !copyGone[demand.copies[result]])
        left.push_back(demand.uses[i]);
    }
    step.uses = left;
    step.resultBytes = bytes;
    std::vector<int32_t> results;
    if (replay.run(step, results))
      return false;
    if (step.consumed >= 0)
      bufferOf[demand.consumed] = -1;
    for (size_t r = 0; r < demand.copies.size(); ++r)
      if (results[r] >= 0)
        bufferOf[demand.copies[r]] = results[r];
    return true;
  }

  const FunctionLayout &problem;
  const FunctionPlan &plan;
  std::vector<PlanStep> steps;
  std::vector<int32_t> bytesOf, lastUse, numReads; ///< per copy
  std::vector<std::vector<int32_t>> dying;         ///< by step: bytes
  std::vector<Demand> demands;                     ///< by step
};

/// Takes members away as long as something still fails.
class Deletion {
public:
  explicit Deletion(const Buffers &buffers, size_t numCopies)
      : buffers(buffers), copyGone(numCopies, false), stepGone(buffers.numSteps(), false) {
    std::vector<bool> none(numCopies, false);
    until = buffers.firstFailure(static_cast<int32_t>(buffers.numSteps()) - 1, copyGone, stepGone);
    for (int32_t at = -1; at <= until; ++at) {
      for (int32_t copy : buffers.madeAt(at))
        members.push_back({copy, {}});
      if (at >= 0)
        members.push_back({-1, buffers.step(at)});
      stepOfMember.resize(members.size(), at);
    }
  }

  bool fails() const { return until >= 0; }

  /// Halves of what is left, then quarters, down to single members; the oldest first.
  std::vector<ConflictMember> run() {
    for (size_t size = members.size() / 2; size > 0; size /= 2)
      for (size_t begin = 0; begin < members.size(); begin += size)
        tryWithout(begin, std::min(begin + size, members.size()));
    std::vector<ConflictMember> left;
    for (size_t i = 0; i < members.size(); ++i)
      if (!isGone(i))
        left.push_back(members[i]);
    return left;
  }

private:
  bool isGone(size_t i) const { return members[i].copy >= 0 ? copyGone[members[i].copy] : stepGone[stepOfMember[i]]; }

  void tryWithout(size_t begin, size_t end) {
    std::vector<bool> copies = copyGone, steps = stepGone;
    for (size_t i = begin; i < end; ++i) {
      if (members[i].copy >= 0)
        copies[members[i].copy] = true;
      else
        steps[stepOfMember[i]] = true;
    }
    if (buffers.firstFailure(until, copies, steps) >= 0) {
      copyGone = std::move(copies);
      stepGone = std::move(steps);
    }
  }

  const Buffers &buffers;
  std::vector<bool> copyGone, stepGone;
  int32_t until = -1;
  std::vector<ConflictMember> members;
  std::vector<int32_t> stepOfMember;
};

} // namespace

std::vector<ConflictMember> findConflict(const FunctionLayout &problem, const FunctionPlan &plan,
                                         const PlanViolation &violation) {
  Buffers buffers(problem, plan, violation.isShortage() ? violation.step : -1);
  bool isOfMemory = violation.isMemory() || violation.isShortage();
  if (Deletion deletion(buffers, plan.copies.size()); isOfMemory && deletion.fails())
    return deletion.run();
  // FL-16, or bytes that this replay frees sooner than the verifier: everybody who is there.
  std::vector<ConflictMember> members;
  for (int32_t copy : violation.copies)
    members.push_back({copy, {}});
  if (violation.op >= 0)
    members.push_back({-1, {violation.op, -1}});
  return members;
}

} // namespace alcove::plan
