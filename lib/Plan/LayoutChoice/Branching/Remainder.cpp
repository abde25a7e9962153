//===- Remainder.cpp - What reductions leave of a changed problem ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Remainder.h"
#include "../Dual/DualState.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

std::unique_ptr<Remainder> Remainder::of(Kernel changed, const Kernel &base, const Dual &dual,
                                         const std::vector<int64_t> &position, const PresolveOptions &reductions,
                                         const AscentOptions &options, double step, uint64_t &work,
                                         const Deadline *deadline) {
  PresolveCounts counts;
  uint64_t entries = 0;
  layout::presolve(changed, reductions, counts, entries, deadline);
  work += entries / presolvePace;
  if (passed(deadline) || changed.infeasible || changed.aliveNodes() == 0)
    return nullptr;
  auto left = std::make_unique<Remainder>(std::move(changed), position, options);
  DualState(base, dual).apply(left->kernel, left->ascent.dual);
  left->ascent.restart(step);
  work += left->ascent.run(1, infiniteCost, deadline);
  return left;
}

std::vector<int32_t> Remainder::labelsOf(const std::vector<int32_t> &choice) const {
  std::vector<int32_t> labels = ascent.last();
  for (int32_t n = 0; n < model.numNodes(); ++n) {
    const std::vector<int32_t> &own = kernel.nodes[model.kernelNode[n]].labels;
    auto place = std::ranges::lower_bound(own, choice[model.kernelNode[n]]);
    if (place != own.end() && *place == choice[model.kernelNode[n]])
      labels[n] = static_cast<int32_t>(place - own.begin());
  }
  return labels;
}

std::vector<int32_t> Remainder::choiceOf(const std::vector<int32_t> &labels, size_t nodes) const {
  std::vector<int32_t> choice(nodes, 0);
  for (int32_t n = 0; n < model.numNodes(); ++n)
    choice[model.kernelNode[n]] = kernel.nodes[model.kernelNode[n]].labels[labels[n]];
  kernel.postsolve(choice);
  return choice;
}

void Remainder::judge(uint64_t searched, uint64_t sweeps, double leastGain) {
  spent += searched;
  if (spent < workOf(sweeps))
    return;
  Cost now = forests->bestCost();
  double gap = static_cast<double>(now - guide.costBound());
  bool gains = isInfinite(reached) || static_cast<double>(reached - now) > leastGain * gap;
  stale = gains ? 0 : stale + 1;
  reached = now;
  spent = 0;
}
