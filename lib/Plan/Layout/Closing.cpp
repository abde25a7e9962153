//===- Closing.cpp - From a small gap to a proof --------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Closing.h"
#include "Certify.h"

#include <algorithm>
#include <numeric>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {
constexpr size_t kGreatestWidth = size_t(1) << 20;
}

uint64_t Closing::run(const Kernel &base, uint64_t work, Cost incumbent) {
  found.clear();
  uint64_t spent = 0;
  if (!model || incumbent < aimedAt) {
    if (!model)
      begin(base);
    aimedAt = incumbent;
    if (!ascent->converged())
      ascent->restart(0.05);
  }
  if (!ascent->converged()) {
    spent += ascent->run(work, aimedAt);
    RoundedDual dual = ascent->rounded(aimedAt);
    if (std::min(dual.costBound(), aimedAt) > best) {
      best = std::min(dual.costBound(), aimedAt);
      proofSteps = kernel.log.size();
      proofDual = certifyDual(kernel, *model, dual);
      proofOrder.clear();
    }
    if (!ascent->decoded().empty() && ascent->decodedCost() < aimedAt)
      offer(ascent->decoded(), incumbent);
    if (best >= aimedAt)
      done = true;
    else if (ascent->converged() && fixings < 12)
      fix(aimedAt);
    return spent;
  }
  return spent + searchAll(aimedAt);
}

void Closing::begin(const Kernel &base) {
  kernel = base;
  model = std::make_unique<Model>(buildModel(kernel, position));
  ascent = std::make_unique<DualAscent>(*model, true);
}

void Closing::offer(const std::vector<int32_t> &labels, Cost incumbent) {
  std::vector<int32_t> choice(problem.numNodes(), 0);
  for (int32_t n = 0; n < model->numNodes(); ++n)
    choice[model->kernelNode[n]] = kernel.nodes[model->kernelNode[n]].labels[labels[n]];
  kernel.lift(choice);
  if (plan::costOf(problem, choice) < incumbent)
    found = std::move(choice);
}

// Removes labels by excess and reduces; true when something fell.
bool Closing::fix(Cost incumbent) {
  RoundedDual dual = ascent->rounded(incumbent);
  int64_t limit = dual.limitFor(incumbent - 1);
  bool any = false;
  duals.push_back(certifyDual(kernel, *model, dual));
  kernel.log.push_back({ProofStep::Kind::Dual, static_cast<int32_t>(duals.size()) - 1});
  for (int32_t n = 0; n < model->numNodes(); ++n) {
    std::vector<char> keep(model->size(n), 1);
    bool all = true;
    for (int32_t s = 0; s < model->size(n); ++s) {
      int64_t excess = dual.node[model->labelBegin[n] + s];
      for (const Model::Adjacent &adjacent : model->neighbours(n)) {
        if (excess > limit)
          break;
        size_t stride;
        const int64_t *row = dual.edge.data() + (model->row(adjacent, n, s, stride) - model->costs.data());
        int64_t least = kNever;
        for (int32_t t = 0; t < model->size(adjacent.other); ++t)
          least = std::min(least, row[t * stride]);
        excess += least;
      }
      if (excess > limit)
        all = keep[s] = 0;
    }
    if (!all) {
      any = true;
      const KernelNode &node = kernel.nodes[model->kernelNode[n]];
      for (size_t s = 0; s < keep.size(); ++s)
        if (!keep[s])
          kernel.log.push_back({ProofStep::Kind::Bound, model->kernelNode[n], node.labels[s]});
      kernel.keepLabels(model->kernelNode[n], keep);
    }
  }
  if (!any)
    return false;
  ++fixings;
  warmPrices.clear();
  for (size_t r = 0; r < kernel.rowTimes.size(); ++r)
    warmPrices[kernel.rowTimes[r]] = ascent->dual.price[r];
  ReduceCounts counts;
  uint64_t work = 0;
  if (!kernel.infeasible)
    layout::reduce(kernel, options, counts, work);
  if (kernel.infeasible) { // nothing cheaper exists
    best = incumbent;
    proofSteps = kernel.log.size();
    proofDual.reset();
    proofOrder.clear();
    done = true;
    return true;
  }
  model = std::make_unique<Model>(buildModel(kernel, position));
  ascent = std::make_unique<DualAscent>(*model, true);
  std::vector<double> prices;
  for (int64_t time : kernel.rowTimes)
    prices.push_back(warmPrices.count(time) ? warmPrices[time] : 0.0);
  ascent->dual.setPrices(prices);
  ascent->restart(0.1);
  width = 1024;
  return true;
}

uint64_t Closing::searchAll(Cost incumbent) {
  RoundedDual dual = ascent->rounded(incumbent);
  FrontierSearch search(*model, dual);
  std::vector<int32_t> all(model->numNodes());
  std::iota(all.begin(), all.end(), 0);
  search.free(all, {}, {});
  SearchLimits limits;
  limits.width = width;
  limits.excess = dual.limitFor(incumbent - 1);
  limits.work = uint64_t(1) << 31;
  SearchOutcome outcome = search.run(limits);
  if (!outcome.labels.empty())
    offer(outcome.labels, incumbent);
  if (!outcome.gaveUp) {
    // Nothing below `discarded` was missed: all that is cheaper than the incumbent was found or costs at least this.
    Cost missed = incumbent;
    if (outcome.discarded < kNever) {
      __int128 scaled = dual.bound + outcome.discarded;
      missed = std::min<Cost>(incumbent,
                              static_cast<Cost>((scaled + (__int128(1) << dual.scaleBits) - 1) >> dual.scaleBits));
    }
    Cost foundCost = found.empty() ? incumbent : plan::costOf(problem, found);
    if (std::min(missed, foundCost) > best) {
      best = std::min(missed, foundCost);
      proofSteps = kernel.log.size();
      proofDual = certifyDual(kernel, *model, dual);
      proofOrder = model->kernelNode;
    }
    if (outcome.discarded == kNever)
      done = true;
  }
  if (outcome.gaveUp || 2 * width > kGreatestWidth)
    done = true;
  width *= 2;
  return outcome.work + model->unary.size();
}

LayoutCertificate Closing::certificate() const {
  LayoutCertificate out;
  out.bound = out.target = best;
  out.duals = duals;
  out.steps.assign(kernel.log.begin(), kernel.log.begin() + static_cast<std::ptrdiff_t>(proofSteps));
  // Later fixings are not part of this proof.
  out.duals.resize(std::count_if(out.steps.begin(), out.steps.end(),
                                 [](const ProofStep &step) { return step.kind == ProofStep::Kind::Dual; }));
  if (proofDual) {
    out.duals.push_back(*proofDual);
    out.steps.push_back({ProofStep::Kind::Dual, static_cast<int32_t>(out.duals.size()) - 1});
  }
  if (!proofOrder.empty()) {
    out.order = proofOrder;
    out.steps.push_back({ProofStep::Kind::Search});
  }
  return out;
}
