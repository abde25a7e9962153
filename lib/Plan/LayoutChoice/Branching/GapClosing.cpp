//===- GapClosing.cpp - From a small gap to a proof --------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GapClosing.h"
#include "../Dual/Certify.h"

#include <algorithm>
#include <numeric>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {
constexpr size_t leastWidth = 1024, greatestWidth = size_t(1) << 20;
constexpr uint64_t searchWork = uint64_t(1) << 29, nodeSearchWork = uint64_t(1) << 17;
} // namespace

uint64_t GapClosing::run(const Kernel &base, Dual &start, uint64_t work, uint64_t most, Cost incumbent,
                         const Deadline *deadline) {
  found.clear();
  uint64_t spent = 0;
  if (!model || incumbent < aimedAt) {
    bool first = !model;
    if (first && !begin(base, start, deadline))
      return spent;
    aimedAt = incumbent;
    if (!ascent->converged() && !(first && ascent->large()))
      ascent->restart(0.05);
  }
  if (!branching && options.branch && options.frontier &&
      model->hasOpenHighDegree()) // nothing else gets on before they are decided
    endSearch();
  if (branching)
    return runBranching(work, deadline);
  if (!ascent->converged()) {
    spent += ascent->run(work, aimedAt, deadline);
    RoundedDual dual = ascent->rounded(aimedAt, deadline);
    if (passed(deadline))
      return spent;
    if (std::min(dual.costBound(), aimedAt) > best) {
      best = rootProved = std::min(dual.costBound(), aimedAt);
      proofSteps = kernel.log.size();
      proofDual = certifyDual(kernel, *model, dual);
      proofOrder.clear();
    }
    if (!ascent->decoded().empty() && ascent->decodedCost() < aimedAt)
      offer(ascent->decoded(), incumbent);
    if (best >= aimedAt)
      done = true;
    else if (ascent->converged() && fixings < 12)
      fix(aimedAt, deadline);
    return spent;
  }
  if (model->isWide()) { // neither a search nor a few decided nodes get on; the windows have the time
    done = true;
    return spent;
  }
  if (options.frontier)
    return spent + searchAll(aimedAt, most, deadline);
  endSearch();
  return spent;
}

bool GapClosing::begin(const Kernel &base, Dual &start, const Deadline *deadline) {
  kernel = base;
  if (passed(deadline))
    return false;
  model = std::make_unique<Model>(buildModel(kernel, position));
  ascent = std::make_unique<DualAscent>(*model, AscentOptions{.shares = options.shares, .leaps = options.leaps});
  if (passed(deadline))
    return false;
  if (ascent->large())
    start.restoreBest();
  DualState(kernel, start).apply(kernel, ascent->dual);
  if (ascent->large())
    ascent->settle(deadline);
  else
    ascent->restart(0.3);
  return true;
}

uint64_t GapClosing::leastWork() const { return branching ? branching->boxWork() : 0; }

uint64_t GapClosing::runBranching(uint64_t work, const Deadline *deadline) {
  uint64_t spent = branching->run(work, aimedAt, deadline);
  if (!branching->solution().empty()) {
    aimedAt = branching->solutionCost();
    found.assign(problem.numNodes(), 0);
    for (auto [node, candidate] : branching->solution())
      found[node] = candidate;
    kernel.postsolve(found);
  }
  if (branching->bound() > best) {
    best = branching->bound();
    proofByTree = true;
  }
  done = branching->finished();
  return spent;
}

void GapClosing::offer(const std::vector<int32_t> &labels, Cost incumbent) {
  std::vector<int32_t> choice(problem.numNodes(), 0);
  for (int32_t n = 0; n < model->numNodes(); ++n)
    choice[model->kernelNode[n]] = kernel.nodes[model->kernelNode[n]].labels[labels[n]];
  kernel.postsolve(choice);
  if (plan::costOf(problem, choice) < incumbent)
    found = std::move(choice);
}

// Removes labels by reduced cost and reduces; true when something fell.
bool GapClosing::fix(Cost incumbent, const Deadline *deadline) {
  RoundedDual dual = ascent->rounded(incumbent, deadline);
  if (passed(deadline))
    return false;
  duals.push_back(certifyDual(kernel, *model, dual));
  kernel.log.push_back({ProofStep::Kind::Dual, static_cast<int32_t>(duals.size()) - 1});
  ascent->dual.restoreBest();
  DualState state(kernel, ascent->dual);
  if (fixByReducedCost(kernel, *model, dual, incumbent) == 0)
    return false;
  ++fixings;
  PresolveCounts counts;
  uint64_t work = 0;
  if (!kernel.infeasible)
    layout::presolve(kernel, options.reductions, counts, work, deadline);
  if (kernel.infeasible) { // nothing cheaper exists
    best = rootProved = incumbent;
    proofSteps = kernel.log.size();
    proofDual.reset();
    proofOrder.clear();
    done = true;
    return true;
  }
  if (passed(deadline))
    return true;
  model = std::make_unique<Model>(buildModel(kernel, position));
  ascent = std::make_unique<DualAscent>(*model, AscentOptions{.shares = options.shares, .leaps = options.leaps});
  state.apply(kernel, ascent->dual);
  ascent->restart(0.1);
  width = leastWidth;
  missedReducedCost = 0;
  return true;
}

// What the search over everything did not settle is for branch and bound.
void GapClosing::endSearch() {
  done = !options.branch;
  if (options.branch)
    branching = std::make_unique<Branching>(kernel, position, options, DualState(kernel, ascent->dual), best);
}

uint64_t GapClosing::searchAll(Cost incumbent, uint64_t most, const Deadline *deadline) {
  RoundedDual dual = ascent->rounded(incumbent, deadline);
  FrontierSearch search(*model, dual);
  std::vector<int32_t> all(model->numNodes());
  std::iota(all.begin(), all.end(), 0);
  search.free(all, {}, {}, deadline);
  if (passed(deadline))
    return 0;
  SearchLimits limits;
  limits.width = width;
  limits.reducedCost = dual.limitFor(incumbent - 1);
  limits.work = std::min(most, searchWork + nodeSearchWork * static_cast<uint64_t>(model->numNodes()));
  limits.blocks = true;
  limits.deadline = deadline;
  SearchOutcome outcome = search.run(limits);
  if (!outcome.labels.empty())
    offer(outcome.labels, incumbent);
  if (passed(deadline))
    return outcome.work;
  if (!outcome.gaveUp) {
    // Nothing below `discarded` was missed: all that is cheaper than the incumbent was found or costs at least this.
    Cost missed = incumbent;
    if (outcome.discarded < infiniteReducedCost)
      missed = std::min(incumbent, dual.costAbove(outcome.discarded));
    Cost foundCost = found.empty() ? incumbent : plan::costOf(problem, found);
    if (std::min(missed, foundCost) > best) {
      best = rootProved = std::min(missed, foundCost);
      proofSteps = kernel.log.size();
      proofDual = certifyDual(kernel, *model, dual);
      proofOrder = model->kernelNode;
      proofBounds = search.bounds(kernel);
    }
    if (outcome.discarded == infiniteReducedCost)
      done = true;
  }
  // Four times the width is worth trying while the bound gets on.
  bool slow = missedReducedCost + (limits.reducedCost - missedReducedCost) / 8 > outcome.discarded;
  for (int32_t n = 0; n < model->numNodes(); ++n)
    slow |= model->isHighDegree(n); // many are open: tables and stretches stay far from what they cost together
  missedReducedCost = std::min(outcome.discarded, limits.reducedCost);
  width *= 4;
  if (!done && (outcome.gaveUp || width > greatestWidth || (options.branch && slow)))
    endSearch();
  return outcome.work + model->unary.size();
}

LayoutCertificate GapClosing::certificate() const {
  LayoutCertificate out;
  bool byTree = proofByTree && branching->hasProof();
  out.bound = out.target = byTree ? best : rootProved;
  out.duals = duals;
  size_t steps = byTree ? kernel.log.size() : proofSteps;
  out.steps.assign(kernel.log.begin(), kernel.log.begin() + static_cast<std::ptrdiff_t>(steps));
  // Later fixings are not part of this proof.
  out.duals.resize(std::count_if(out.steps.begin(), out.steps.end(),
                                 [](const ProofStep &step) { return step.kind == ProofStep::Kind::Dual; }));
  if (proofDual && !byTree) {
    out.duals.push_back(*proofDual);
    out.steps.push_back({ProofStep::Kind::Dual, static_cast<int32_t>(out.duals.size()) - 1});
  }
  if (byTree) {
    out.target = aimedAt;
    branching->appendProof(out);
  } else if (!proofOrder.empty()) {
    out.order = proofOrder;
    out.searches.push_back(proofBounds);
    out.steps.push_back({ProofStep::Kind::Search, -1, 0});
  }
  return out;
}
