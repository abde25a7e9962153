//===- VerifyMemory.cpp - Does a plan fit into L1? ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FL-17..FL-19: the plan's memory, executed. A copy is freed right behind the last step that reads it, one that nobody
// reads behind the step that makes it; not at all: what is returned, what was written in place, arguments that nobody
// reads, bytes kept outside. These are the deallocations that the compiler writes later.
//
//===----------------------------------------------------------------------===//
#include "MemoryReplay.h"
#include "Verify.h"

#include <algorithm>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::plan;

namespace {

class MemoryVerifier {
public:
  MemoryVerifier(const FunctionLayout &problem, const FunctionPlan &plan, const PlanFlow &flow)
      : problem(problem), plan(plan), flow(flow), replay(problem.l1Bytes, problem.alignment),
        bufferOf(plan.copies.size(), -1), references(plan.copies.size(), 0), isFreed(plan.copies.size(), 0) {}

  std::optional<PlanViolation> run(PlanFacts &facts) {
    findDeaths();
    facts.liveBytes.assign(problem.numOps(), 0);
    std::optional<PlanViolation> violation = enter();
    for (step = 0; !violation && step < static_cast<int32_t>(flow.steps.size()); ++step) {
      const PlanStep &at = flow.steps[step];
      if (at.op >= 0) {
        facts.liveBytes[at.op] = replay.liveBytes();
        noteShortage(at.op, facts);
      }
      violation = at.op >= 0 ? runOp(at.op) : convert(at.copy);
      for (int32_t copy : dying[step])
        free(copy);
    }
    facts.peakSumBytes = replay.peakSum();
    facts.peakHeldBytes = replay.peakHeld();
    facts.peakExtentBytes = replay.peakExtent();
    return violation;
  }

private:
  Bytes l1BytesOf(int32_t copy) const {
    return problem.layoutOf(plan.copies[copy].tensor, plan.copies[copy].layout).l1Bytes;
  }
  bool isL1(int32_t copy) const { return problem.layoutOf(plan.copies[copy].tensor, plan.copies[copy].layout).isL1(); }

  void findDeaths() {
    dying.resize(flow.steps.size());
    for (size_t c = 0; c < plan.copies.size(); ++c) {
      if (!isL1(static_cast<int32_t>(c)) || flow.isWritten[c])
        continue;
      int32_t last = flow.lastRead[c] == PlanFlow::atNoStep ? flow.madeAt[c] : flow.lastRead[c];
      if (last >= 0 && last < static_cast<int32_t>(flow.steps.size()))
        dying[last].push_back(static_cast<int32_t>(c));
    }
  }

  std::optional<PlanViolation> enter() {
    for (size_t t = 0; t < problem.tensors.size(); ++t) {
      auto copy = static_cast<int32_t>(t);
      if (flow.madeAt[copy] != PlanFlow::atEntry || !isL1(copy))
        continue;
      std::optional<MemoryReplay::Failure> failure = replay.enter(l1BytesOf(copy), bufferOf[copy]);
      ++references[copy];
      if (failure)
        return violated(*failure, -1, fmt::format("argument '{}'", problem.tensors[t].name), copy);
    }
    return std::nullopt;
  }

  std::span<const L1Use> usesOf(int32_t index) const {
    return index < 0 ? std::span<const L1Use>() : std::span<const L1Use>(problem.l1Uses[index]);
  }

  void noteShortage(int32_t index, PlanFacts &facts) const {
    Bytes wanted = problem.classOf(index).candidates[plan.candidate[index]].wantsFreeBytes;
    Bytes missing = wanted - replay.freeBelow();
    if (wanted <= 0 || missing <= 0)
      return;
    facts.shortages.push_back({index, missing, wanted <= replay.freeInAll()});
    if (!facts.shortage)
      facts.shortage =
          violated({"free L1", fmt::format("its price counts on {} B of free L1, {} B are missing", wanted, missing)},
                   index, nameOfOp(problem, index), -1);
  }

  std::optional<PlanViolation> runOp(int32_t index) {
    const PlanOp &op = problem.ops[index];
    const Candidate &candidate = problem.classOf(index).candidates[plan.candidate[index]];
    std::vector<Bytes> resultBytes;
    for (int32_t result : op.results)
      resultBytes.push_back(flow.bytesOf[result] == result ? l1BytesOf(result) : 0);
    int32_t consumed = flow.freedCopy(plan, index, candidate);
    std::vector<int32_t> buffers;
    std::optional<MemoryReplay::Failure> failure = replay.run({candidate.peakBytes, usesOf(candidate.uses), resultBytes,
                                                               consumed < 0 ? -1 : bufferOf[flow.bytesOf[consumed]]},
                                                              buffers);
    for (size_t r = 0; r < op.results.size(); ++r)
      define(op.results[r], buffers[r]);
    if (failure)
      return violated(*failure, index, nameOfOp(problem, index), -1);
    if (consumed >= 0)
      bufferOf[flow.bytesOf[consumed]] = -1;
    return std::nullopt;
  }

  std::optional<PlanViolation> convert(int32_t copy) {
    const Copy &made = plan.copies[copy];
    const Conversion &conversion = makerOf(problem, plan, copy);
    Bytes bytes = l1BytesOf(copy);
    std::vector<int32_t> buffers;
    std::optional<MemoryReplay::Failure> failure =
        replay.run({conversion.peakBytes, usesOf(conversion.uses), {&bytes, 1}, -1}, buffers);
    define(copy, buffers[0]);
    if (failure)
      return violated(*failure, made.op, fmt::format("the conversion to {}", nameOfCopy(problem, plan, copy)), copy);
    return std::nullopt;
  }

  void define(int32_t copy, int32_t buffer) {
    if (flow.bytesOf[copy] == copy)
      bufferOf[copy] = buffer;
    ++references[flow.bytesOf[copy]];
  }

  /// Bytes go with the last copy that has them.
  void free(int32_t copy) {
    int32_t bytes = flow.bytesOf[copy];
    isFreed[copy] = 1;
    if (--references[bytes] == 0 && !flow.isKeptOutside[bytes] && bufferOf[bytes] >= 0) {
      replay.free(bufferOf[bytes]);
      bufferOf[bytes] = -1;
    }
  }

  /// Copies whose bytes lie in L1 now, largest first; `beside`, which finds no place, among them.
  std::vector<int32_t> liveCopies(int32_t beside) const {
    std::vector<int32_t> live;
    std::vector<int32_t> placed = replay.live();
    std::sort(placed.begin(), placed.end());
    auto isPlaced = [&](int32_t bytes) {
      return bufferOf[bytes] >= 0 && std::binary_search(placed.begin(), placed.end(), bufferOf[bytes]);
    };
    for (size_t c = 0; c < plan.copies.size(); ++c) {
      auto copy = static_cast<int32_t>(c);
      if (flow.madeAt[c] > step || flow.madeAt[c] == PlanFlow::atNoStep || !isL1(copy))
        continue;
      // Bytes that stay although their names are gone are shown by the first of these.
      bool named = !isFreed[c] || (flow.bytesOf[c] == copy && references[c] == 0);
      if (copy == beside || (named && isPlaced(flow.bytesOf[c])))
        live.push_back(copy);
    }
    std::stable_sort(live.begin(), live.end(),
                     [&](int32_t a, int32_t b) { return l1BytesOf(flow.bytesOf[a]) > l1BytesOf(flow.bytesOf[b]); });
    return live;
  }

  PlanViolation violated(const MemoryReplay::Failure &failure, int32_t op, const std::string &where,
                         int32_t beside) const {
    PlanViolation violation{failure.rule, fmt::format("{} at step {}: {}", where, step, failure.message), op,
                            liveCopies(beside), step};
    // The message names a few; the list has them all.
    for (size_t i = 0; i < std::min<size_t>(violation.copies.size(), 4); ++i)
      violation.message +=
          fmt::format("{}{}: {} B", i == 0 ? "; live: " : ", ", nameOfCopy(problem, plan, violation.copies[i]),
                      l1BytesOf(flow.bytesOf[violation.copies[i]]));
    if (violation.copies.size() > 4)
      violation.message += fmt::format(" and {} more", violation.copies.size() - 4);
    return violation;
  }

  const FunctionLayout &problem;
  const FunctionPlan &plan;
  const PlanFlow &flow;
  MemoryReplay replay;
  int32_t step = -1;
  std::vector<std::vector<int32_t>> dying; ///< by step
  std::vector<int32_t> bufferOf;           ///< by bytes; -1 = none, or freed
  std::vector<int32_t> references;         ///< by bytes: copies that have them and are not freed
  std::vector<char> isFreed;
};

} // namespace

std::optional<PlanViolation> plan::verifyMemory(const FunctionLayout &problem, const FunctionPlan &plan,
                                                const PlanFlow &flow, PlanFacts &facts) {
  return MemoryVerifier(problem, plan, flow).run(facts);
}

std::optional<Picoseconds> plan::timeWithShortages(const FunctionLayout &problem, const FunctionPlan &plan,
                                                   std::span<const FreeL1Shortage> shortages) {
  Picoseconds time = plan.time;
  for (const FreeL1Shortage &shortage : shortages) {
    const Candidate &taken = problem.classOf(shortage.op).candidates[plan.candidate[shortage.op]];
    if (taken.shortTime == 0 || taken.wantsFreeBytes - shortage.bytes < leastOfWanted(taken.wantsFreeBytes))
      return std::nullopt;
    time += taken.shortTime - taken.time;
  }
  return time;
}
