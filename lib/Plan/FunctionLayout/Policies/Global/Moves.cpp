//===- Moves.cpp - Room made by moving buffers ----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Moves.h"

#include <algorithm>
#include <limits>

namespace alcove::plan {

namespace {

class Mover {
public:
  Mover(const FunctionLayout &problem, FunctionPlan plan, Picoseconds cutoff, int64_t mostSteps)
      : problem(problem), cutoff(cutoff), stepsLeft(mostSteps), at(problem.numOps(), 0) {
    for (size_t position = 0; position < plan.order.size(); ++position)
      at[plan.order[position]] = static_cast<int32_t>(position);
    now.reset(new State{std::move(plan), {}});
    now->verdict = verified(now->plan);
  }

  std::optional<FunctionPlan> run() {
    for (int moves = 0; const PlanViolation *trouble = now->trouble(); ++moves) {
      bool isOfPlaces = trouble->isShortage() ? now->verdict.facts.shortages[0].scattered
                                              : trouble->rule == "FL-18" || trouble->rule == "FL-19";
      if (moves == mostMoves || stepsLeft < 0 || !isOfPlaces || !takeBestMove(*trouble))
        return std::nullopt;
    }
    dropNeedless();
    return std::move(now->plan);
  }

private:
  PlanVerdict verified(const FunctionPlan &plan) {
    stepsLeft -= static_cast<int64_t>(plan.order.size() + plan.copies.size());
    return verify(problem, plan);
  }

  struct State {
    FunctionPlan plan;
    PlanVerdict verdict;
    /// A broken rule; when there is none, an op with less free L1 than its price counts on; else null.
    const PlanViolation *trouble() const {
      return verdict.violation ? &*verdict.violation : verdict.facts.shortage ? &*verdict.facts.shortage : nullptr;
    }
    /// The steps that go well: first all must fit, then the ops must have the L1 that they want.
    std::pair<bool, int32_t> reach() const {
      const PlanViolation *at = trouble();
      return {verdict.ok(), at ? at->step : std::numeric_limits<int32_t>::max()};
    }
    bool isBeyond(std::pair<bool, int32_t> other) const { return reach() > std::pair(other.first, other.second + 1); }
  };

  bool takeBestMove(const PlanViolation &violation) {
    std::unique_ptr<State> best;
    int32_t end = violation.op < 0 ? static_cast<int32_t>(at.size()) - 1 : at[violation.op];
    for (int32_t copy : violation.copies)
      for (int32_t position = std::max(firstBehind(copy), end - mostPlaces); position <= end; ++position)
        if (std::unique_ptr<State> moved = mayStandAt(position) ? withMove(copy, now->plan.order[position]) : nullptr)
          // One step more is in front of the conflict.
          if (moved->isBeyond(now->reach()) && (!best || isBetter(*moved, *best)))
            best = std::move(moved);
    if (!best)
      return false;
    now = std::move(best);
    return true;
  }

  /// The load of a constant may stand anywhere and be moved with nothing else: no anchor for a move, which is as good in
  /// front of the next op.
  bool mayStandAt(int32_t position) const {
    return std::ranges::any_of(problem.ops[now->plan.order[position]].results,
                               [&](int32_t tensor) { return !problem.tensors[tensor].constant; });
  }

  static bool isBetter(const State &a, const State &b) {
    return a.reach() != b.reach() ? a.reach() > b.reach() : a.plan.time < b.plan.time;
  }

  /// The position of the first op in front of which the copy may be moved.
  int32_t firstBehind(int32_t copy) const {
    const Copy &made = now->plan.copies[copy];
    if (made.source < 0) {
      int32_t producer = problem.tensors[made.tensor].producer;
      return producer < 0 ? 0 : at[producer] + 1;
    }
    if (made.op < 0)
      return made.place == Copy::Place::AfterOp ? 0 : static_cast<int32_t>(at.size());
    return at[made.op] + 1;
  }

  /// Who reads `copy` in front of `op` or later reads its move from then on.
  std::unique_ptr<State> withMove(int32_t copy, int32_t op) {
    const FunctionPlan &plan = now->plan;
    const Conversion &move = problem.move(problem.tensors[plan.copies[copy].tensor].kind, plan.copies[copy].layout);
    if (!move.legal || plan.time + move.time >= cutoff || stepsLeft < 0)
      return nullptr;
    auto state = std::make_unique<State>(State{plan, {}});
    FunctionPlan &moved = state->plan;
    auto added = static_cast<int32_t>(plan.copies.size());
    auto take = [&](int32_t &read) { read = read == copy ? added : read; };
    for (Copy &other : moved.copies)
      if (other.source == copy && isFrom(other, at[op]))
        other.source = added;
    for (size_t position = at[op]; position < moved.order.size(); ++position)
      std::ranges::for_each(moved.reads[moved.order[position]], take);
    std::ranges::for_each(moved.returns, take);
    const Copy &from = plan.copies[copy];
    moved.copies.push_back({from.tensor, from.layout, copy, Copy::Place::BeforeOp, op});
    moved.time += move.time;
    state->verdict = verified(moved);
    if (!state->verdict.ok() && !state->verdict.violation->isMemory())
      return nullptr; // it must not move, or its bytes are written in place
    return state;
  }

  /// Made behind a conversion that is added in front of the op at `position`, as the last one there.
  bool isFrom(const Copy &copy, int32_t position) const {
    if (copy.op < 0)
      return copy.place == Copy::Place::BeforeOp;
    return copy.place == Copy::Place::BeforeOp ? at[copy.op] > position : at[copy.op] >= position;
  }

  /// A move that made room for one conflict may have been made needless by a later one.
  void dropNeedless() {
    for (auto copy = static_cast<int32_t>(now->plan.copies.size()) - 1; copy >= 0; --copy)
      if (isMove(now->plan, copy)) {
        FunctionPlan without = withoutCopy(problem, now->plan, copy, now->plan.copies[copy].source);
        if (PlanVerdict verdict = verify(problem, without); verdict.ok() && !verdict.facts.shortage)
          now->plan = std::move(without);
      }
  }

  static constexpr int mostMoves = 64;
  static constexpr int32_t mostPlaces = 24; ///< ops in front of the conflict
  const FunctionLayout &problem;
  const Picoseconds cutoff;
  int64_t stepsLeft;
  std::vector<int32_t> at; ///< position by op
  std::unique_ptr<State> now;
};

} // namespace

bool hasMoves(const FunctionPlan &plan) {
  for (int32_t copy = 0, end = static_cast<int32_t>(plan.copies.size()); copy < end; ++copy)
    if (isMove(plan, copy))
      return true;
  return false;
}

std::optional<FunctionPlan> fitByMoves(const FunctionLayout &problem, FunctionPlan plan, Picoseconds cutoff,
                                       int64_t mostSteps) {
  return Mover(problem, std::move(plan), cutoff, mostSteps).run();
}

} // namespace alcove::plan
