//===- SpecSpace.h - Every plan of a certificate's space --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Written from docs/spec/FunctionProof.md alone ("The space", FP-4): a candidate per op, and where the readers of each
// tensor find it. Whether a plan is one, and what it takes, the verifier says. Shares nothing with the planner's
// reduction and the checker's relaxation.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_PLAN_FUNCTIONLAYOUT_SPECSPACE_H
#define ALCOVE_UNITTESTS_PLAN_FUNCTIONLAYOUT_SPECSPACE_H

#include "alcove/Plan/FunctionLayout/Solution.h"

#include <algorithm>
#include <set>

namespace alcove::plan::testing {

class SpecSpace {
public:
  using Lists = std::vector<std::vector<int32_t>>;

  /// Layouts per kind and candidates per class; plans keep `order`.
  SpecSpace(const FunctionLayout &problem, const Lists &layouts, const Lists &candidates,
            const std::vector<int32_t> &order)
      : problem(problem), layouts(layouts), candidates(candidates), order(order), candidate(problem.numOps(), -1),
        found(problem.tensors.size(), -1), readers(problem.tensors.size()) {
    for (int32_t op : order)
      for (int32_t tensor : problem.ops[op].operands)
        if (readers[tensor].empty() || readers[tensor].back() != op)
          readers[tensor].push_back(op);
    findPinned();
  }

  /// The least time of an accepted plan; nothing when there are more than `limit` to try.
  std::optional<Picoseconds> cheapest(int64_t limit) {
    // Counted before the first is built: most drawn spaces are too large, and a plan takes long beside a count.
    left = limit;
    chooseOp(0);
    if (left <= 0)
      return std::nullopt;
    building = true;
    chooseOp(0);
    return best;
  }

private:
  void findPinned() {
    for (size_t t = 0; t < problem.tensors.size(); ++t)
      if (problem.tensors[t].resident)
        pinned.insert(static_cast<int32_t>(t));
    for (const PlanOp &op : problem.ops) {
      for (size_t k = 0; k < op.operands.size(); ++k)
        if (!problem.classes[op.opClass].movable[k] || std::ranges::count(op.writes, static_cast<int32_t>(k)) > 0)
          pinned.insert(op.operands[k]);
    }
    for (size_t before = 0; before != pinned.size();) { // what pinned views show
      before = pinned.size();
      for (const PlanOp &op : problem.ops) {
        const OpClass &of = problem.classes[op.opClass];
        for (size_t r = 0; r < op.results.size(); ++r)
          if (int32_t shown = of.candidates.aliasesOf(of.base)[r]; shown >= 0 && pinned.contains(op.results[r]))
            pinned.insert(op.operands[shown]);
      }
    }
  }

  void chooseOp(size_t at) {
    if (left <= 0)
      return;
    if (at == order.size())
      return chooseTensors();
    bool any = false;
    for (int32_t index : candidates[problem.ops[order[at]].opClass])
      if (isChoice(order[at], index)) {
        any = true;
        candidate[order[at]] = index;
        chooseOp(at + 1);
      }
    if (any)
      return;
    candidate[order[at]] = problem.classOf(order[at]).base; // FP-6: without any choice left
    chooseOp(at + 1);
  }

  /// FP-6: pinned tensors are made and written in their base layouts, and operands that are not free can be had.
  bool isChoice(int32_t op, int32_t index) const {
    const CandidateTable &table = problem.classOf(op).candidates;
    const PlanOp &planned = problem.ops[op];
    for (size_t k = 0; k < planned.operands.size(); ++k) {
      int32_t tensor = planned.operands[k], base = problem.tensors[tensor].base, wanted = table.operandsOf(index)[k];
      if (isFree(tensor) || wanted == base)
        continue;
      const Conversion &conversion = problem.conversion(problem.tensors[tensor].kind, base, wanted);
      bool fits = conversion.peakBytes + problem.layoutOf(tensor, base).l1Bytes <= problem.capacity;
      if (std::ranges::count(planned.writes, static_cast<int32_t>(k)) > 0 || !conversion.legal || !fits)
        return false;
    }
    for (size_t r = 0; r < planned.results.size(); ++r)
      if (pinned.contains(planned.results[r]) && table.resultsOf(index)[r] != problem.tensors[planned.results[r]].base)
        return false;
    return true;
  }

  bool isFree(int32_t tensor) const {
    return !pinned.contains(tensor) && !problem.tensors[tensor].constant && !readers[tensor].empty();
  }

  void chooseTensors() {
    PlanBuilder chosen(problem);
    chosen.setOrder(order);
    for (int32_t op : order)
      chosen.choose(op, candidate[op]);
    for (int32_t tensor : pinned)
      if (chosen.current().copies[tensor].layout != problem.tensors[tensor].base)
        return; // stays as its producer makes it in the program as it stands
    chooseTensor(0, chosen);
  }

  /// -1: in its base layout; otherwise the layout, in which the producer makes it or, for several readers, it is moved.
  void chooseTensor(int32_t tensor, const PlanBuilder &chosen) {
    if (left <= 0)
      return;
    if (tensor == static_cast<int32_t>(problem.tensors.size())) {
      if (building)
        tryPlan(chosen);
      else
        --left;
      return;
    }
    found[tensor] = -1;
    chooseTensor(tensor + 1, chosen);
    if (!isFree(tensor))
      return;
    int32_t made = chosen.current().copies[tensor].layout;
    bool isMoved = readers[tensor].size() >= 2;
    for (int32_t layout : layouts[problem.tensors[tensor].kind])
      if (problem.layoutOf(tensor, layout).isL1() && (layout == made || isMoved)) {
        found[tensor] = layout;
        chooseTensor(tensor + 1, chosen);
      }
  }

  void tryPlan(PlanBuilder builder) {
    std::vector<int32_t> copies(problem.tensors.size());
    for (int32_t t = 0; t < static_cast<int32_t>(copies.size()); ++t) {
      int32_t made = builder.current().copies[t].layout, base = problem.tensors[t].base;
      copies[t] = t;
      if (found[t] >= 0 && found[t] != made) // loaded, or moved on behind its producer
        copies[t] =
            made == base ? builder.copyBefore(readers[t].front(), t, found[t]) : builder.copyAfterProducer(t, found[t]);
      else if (found[t] < 0 && made != base && (!readers[t].empty() || isReturned(t)))
        copies[t] = builder.copyAfterProducer(t, base);
    }
    for (int32_t op : order)
      if (!readInto(builder, op, copies))
        return;
    for (size_t i = 0; i < problem.returns.size(); ++i) {
      int32_t tensor = problem.returns[i], copy = copies[tensor];
      if (builder.current().copies[copy].layout != problem.tensors[tensor].base)
        copy = copies[tensor] = builder.copyBefore(-1, copy, problem.tensors[tensor].base);
      builder.returnCopy(i, copy);
    }
    FunctionPlan plan = std::move(builder).finish("every plan");
    if (plan.time < best && verify(problem, plan).ok())
      best = plan.time;
  }

  bool isReturned(int32_t tensor) const { return std::ranges::count(problem.returns, tensor) > 0; }

  bool readInto(PlanBuilder &builder, int32_t op, const std::vector<int32_t> &copies) {
    std::span<const int32_t> wanted = problem.classOf(op).candidates.operandsOf(candidate[op]);
    std::map<std::pair<int32_t, int32_t>, int32_t> converted;
    for (size_t k = 0; k < wanted.size(); ++k) {
      int32_t tensor = problem.ops[op].operands[k], copy = copies[tensor];
      if (builder.current().copies[copy].layout != wanted[k]) {
        if (std::ranges::count(problem.ops[op].writes, static_cast<int32_t>(k)) > 0)
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
  const Lists &layouts, &candidates;
  const std::vector<int32_t> &order;
  std::set<int32_t> pinned;
  std::vector<int32_t> candidate, found;
  std::vector<std::vector<int32_t>> readers; ///< per tensor, in order
  int64_t left = 0;                          ///< of the plans that may be counted
  bool building = false;                     ///< counting first
  Picoseconds best = maxTime;
};

} // namespace alcove::plan::testing

#endif // ALCOVE_UNITTESTS_PLAN_FUNCTIONLAYOUT_SPECSPACE_H
