//===- Oracle.cpp - The cheapest plan, by trying all ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Depth first over what may come next: any op that is ready, with any candidate and any copies that it can read, or any
// conversion of a tensor that is still needed. What costs as much as the best plan so far, with the fastest candidates
// for the rest, is cut. Memory is left to verify(), which sees every complete plan that is cheaper.
//
//===----------------------------------------------------------------------===//
#include "RandomFunction.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::testing;

namespace {

class Oracle {
public:
  Oracle(const FunctionLayout &problem, int64_t maxSteps)
      : problem(problem), maxSteps(maxSteps), plan(asItStands(problem)), current(problem.tensors.size()),
        readsLeft(problem.tensors.size(), 0), waitsFor(problem.numOps(), 0), next(problem.numOps()),
        firstPending(problem.tensors.size()) {
    plan.order.clear();
    plan.policy = "oracle";
    for (size_t t = 0; t < problem.tensors.size(); ++t)
      if (problem.tensors[t].producer < 0)
        current[t] = {static_cast<int32_t>(t)};
    for (int32_t tensor : problem.returns)
      ++readsLeft[tensor];
    for (size_t op = 0; op < problem.numOps(); ++op)
      prepare(static_cast<int32_t>(op));
  }

  OracleResult run() {
    FunctionPlan base = asItStands(problem);
    if (verify(problem, base).ok()) {
      best = base.time;
      result.plan = std::move(base);
      result.found = true;
    }
    result.complete = true;
    search(0);
    return std::move(result);
  }

private:
  void prepare(int32_t index) {
    const PlanOp &op = problem.ops[index];
    const CandidateTable &table = problem.classOf(index).candidates;
    Picoseconds least = maxTime;
    for (int32_t i = 0; i < table.size(); ++i)
      least = std::min(least, table[i].time);
    fastest.push_back(least);
    restBound += least;
    std::vector<int32_t> before = op.after;
    for (int32_t tensor : op.operands) {
      ++readsLeft[tensor];
      if (problem.tensors[tensor].producer >= 0)
        before.push_back(problem.tensors[tensor].producer);
    }
    for (int32_t other : before) {
      next[other].push_back(index);
      ++waitsFor[index];
    }
  }

  /// Everything that may come behind what stands so far, which costs `cost`.
  void search(Picoseconds cost) {
    if (cost + restBound >= best)
      return;
    if (++result.steps > maxSteps) {
      result.complete = false;
      return;
    }
    if (plan.order.size() == problem.numOps())
      finish(0, cost);
    for (int32_t op = 0; op < static_cast<int32_t>(problem.numOps()); ++op)
      if (waitsFor[op] == 0)
        tryOp(op, cost);
    for (size_t tensor = 0; tensor < current.size(); ++tensor)
      if (readsLeft[tensor] > 0)
        tryConversions(static_cast<int32_t>(tensor), cost);
  }

  void tryOp(int32_t op, Picoseconds cost) {
    waitsFor[op] = -1; // runs
    size_t pending = firstPending;
    for (size_t copy = firstPending; copy < plan.copies.size(); ++copy)
      plan.copies[copy].op = op;
    firstPending = plan.copies.size();
    plan.order.push_back(op);
    for (int32_t tensor : problem.ops[op].operands)
      --readsLeft[tensor];
    restBound -= fastest[op];
    const CandidateTable &table = problem.classOf(op).candidates;
    for (int32_t candidate = 0; candidate < table.size(); ++candidate)
      if (cost + table[candidate].time + restBound < best)
        chooseCopies(op, candidate, 0, cost + table[candidate].time);
    restBound += fastest[op];
    for (int32_t tensor : problem.ops[op].operands)
      ++readsLeft[tensor];
    plan.order.pop_back();
    firstPending = pending;
    for (size_t copy = firstPending; copy < plan.copies.size(); ++copy)
      plan.copies[copy].op = -1;
    waitsFor[op] = 0;
  }

  void chooseCopies(int32_t op, int32_t candidate, size_t operand, Picoseconds cost) {
    const std::vector<int32_t> &operands = problem.ops[op].operands;
    if (operand == operands.size())
      return runOp(op, candidate, cost);
    int32_t wanted = problem.classOf(op).candidates.operandsOf(candidate)[operand];
    const std::vector<int32_t> copies = current[operands[operand]]; // changes below
    for (int32_t copy : copies)
      if (plan.copies[copy].layout == wanted) {
        plan.reads[op][operand] = copy;
        chooseCopies(op, candidate, operand + 1, cost);
      }
  }

  void runOp(int32_t index, int32_t candidate, Picoseconds cost) {
    const PlanOp &op = problem.ops[index];
    plan.candidate[index] = candidate;
    std::vector<int32_t> reads = plan.reads[index];
    std::vector<std::pair<int32_t, std::vector<int32_t>>> before;
    auto replace = [&](int32_t tensor, std::vector<int32_t> copies) {
      before.emplace_back(tensor, current[tensor]);
      current[tensor] = std::move(copies);
    };
    for (int32_t operand : op.writes)
      replace(op.operands[operand], {reads[operand]});
    for (size_t r = 0; r < op.results.size(); ++r) {
      plan.copies[op.results[r]].layout = problem.classOf(index).candidates.resultsOf(candidate)[r];
      replace(op.results[r], {op.results[r]});
    }
    for (int32_t other : next[index])
      --waitsFor[other];
    search(cost);
    for (int32_t other : next[index])
      ++waitsFor[other];
    for (auto old = before.rbegin(); old != before.rend(); ++old)
      current[old->first] = old->second;
    plan.candidate[index] = candidate;
    plan.reads[index] = reads;
  }

  void tryConversions(int32_t tensor, Picoseconds cost) {
    int32_t kind = problem.tensors[tensor].kind;
    const std::vector<int32_t> sources = current[tensor];
    for (int32_t source : sources)
      for (int32_t to = 0; to < static_cast<int32_t>(problem.kinds[kind].layouts.size()); ++to) {
        const Conversion &conversion = problem.conversion(kind, plan.copies[source].layout, to);
        if (to == plan.copies[source].layout || !conversion.legal)
          continue;
        current[tensor].push_back(static_cast<int32_t>(plan.copies.size()));
        plan.copies.push_back({tensor, to, source, Copy::Place::BeforeOp, -1});
        // A conversion that is free could be repeated without end.
        if (plan.copies.size() < problem.tensors.size() + 12)
          search(cost + conversion.time);
        else
          result.complete = false;
        plan.copies.pop_back();
        current[tensor].pop_back();
      }
  }

  /// All copies that may be returned.
  void finish(size_t index, Picoseconds cost) {
    if (index == problem.returns.size()) {
      plan.time = cost;
      if (cost < best && everyCopyIsRead() && verify(problem, plan).ok()) {
        best = cost;
        result.plan = plan;
        result.found = true;
      }
      return;
    }
    int32_t tensor = problem.returns[index];
    for (int32_t copy : current[tensor])
      if (plan.copies[copy].layout == problem.tensors[tensor].base) {
        plan.returns[index] = copy;
        finish(index + 1, cost);
      }
  }

  /// A plan with a copy that nobody reads has a cheaper twin without it.
  bool everyCopyIsRead() const {
    std::vector<char> isRead(plan.copies.size(), 0);
    for (const std::vector<int32_t> &reads : plan.reads)
      for (int32_t copy : reads)
        isRead[copy] = 1;
    for (const Copy &copy : plan.copies)
      if (copy.source >= 0)
        isRead[copy.source] = 1;
    for (int32_t copy : plan.returns)
      isRead[copy] = 1;
    return std::all_of(isRead.begin() + static_cast<std::ptrdiff_t>(problem.tensors.size()), isRead.end(),
                       [](char read) { return read != 0; });
  }

  const FunctionLayout &problem;
  int64_t maxSteps;
  FunctionPlan plan; ///< what stands so far
  std::vector<std::vector<int32_t>> current;
  std::vector<int32_t> readsLeft, waitsFor; ///< per tensor; per op, -1 = runs already
  std::vector<std::vector<int32_t>> next;
  size_t firstPending; ///< conversions from here on stand before the op that comes next
  std::vector<Picoseconds> fastest;
  Picoseconds restBound = 0, best = maxTime;
  OracleResult result;
};

} // namespace

OracleResult testing::cheapestPlan(const FunctionLayout &problem, int64_t maxSteps) {
  return Oracle(problem, maxSteps).run();
}
