//===- HubsTest.cpp - Branch and bound at nodes of many neighbours --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Plan/LayoutChoice/Branching/Relaxation.h"
#include "ProofChecks.h"
#include "alcove/Base/Support/Random.h"
#include "alcove/Plan/LayoutChoice/Planner.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

namespace {

constexpr int32_t hubs = 3, links = 20, hubLabels = 4, linkLabels = 3;

/// Hubs that every link of a chain reads; hubs have no bytes, a link lives until the next one does.
LayoutChoice hubProblem(uint64_t seed, Bytes capacity) {
  Random random(seed);
  auto some = [&](size_t count, int64_t most) {
    std::vector<int64_t> out;
    for (size_t k = 0; k < count; ++k)
      out.push_back(static_cast<int64_t>(random.below(most + 1)));
    return out;
  };
  LayoutChoice problem;
  problem.capacity = capacity;
  for (int32_t hub = 0; hub < hubs; ++hub)
    problem.addNode({0, links + 1}, some(hubLabels, 20), std::vector<Bytes>(hubLabels, 0));
  for (int32_t link = 0; link < links; ++link) {
    int32_t node = problem.addNode({link, link + 2}, some(linkLabels, 20), some(linkLabels, 6));
    for (int32_t hub = 0; hub < hubs; ++hub)
      problem.addEdge(hub, node, some(hubLabels * linkLabels, 30));
    if (link > 0)
      problem.addEdge(node - 1, node, some(linkLabels * linkLabels, 30));
  }
  return problem;
}

/// Many hubs, of which every link reads three.
LayoutChoice manyHubsProblem(uint64_t seed) {
  constexpr int32_t hubs = 12, links = 2100, labels = 3;
  Random random(seed);
  auto some = [&](size_t count, int64_t most) {
    std::vector<int64_t> out;
    for (size_t k = 0; k < count; ++k)
      out.push_back(static_cast<int64_t>(random.below(most + 1)));
    return out;
  };
  // Every label goes with one of the other node's. Which one differs from edge to edge, so that no choice suits all.
  auto moves = [&](uint64_t price) {
    std::vector<Cost> out;
    int32_t shift = static_cast<int32_t>(random.below(labels));
    for (int32_t s = 0; s < labels; ++s)
      for (int32_t t = 0; t < labels; ++t)
        out.push_back((s + shift) % labels == t ? 0 : static_cast<Cost>(price + random.below(20)));
    return out;
  };
  LayoutChoice problem;
  problem.capacity = 72;
  for (int32_t hub = 0; hub < hubs; ++hub)
    problem.addNode({0, links + 1}, some(labels, 2000), some(labels, 3));
  for (int32_t link = 0; link < links; ++link) {
    int32_t node = problem.addNode({link, link + 4}, some(labels, 200), some(labels, 20));
    int32_t first = static_cast<int32_t>(random.below(hubs));
    for (int32_t hub : {first, (first + 5) % hubs})
      problem.addEdge(hub, node, moves(random.below(60)));
    if (link > 0)
      problem.addEdge(node - 1, node, moves(random.below(120)));
  }
  return problem;
}

/// For every choice of the hubs the cheapest chain, link by link.
Cost cheapest(const LayoutChoice &problem) {
  auto edgeCost = [&](int32_t a, int32_t s, int32_t b, int32_t t) {
    for (size_t e = 0; e < problem.edges.size(); ++e)
      if (problem.edges[e].a == a && problem.edges[e].b == b)
        return problem.costsOfEdge(static_cast<int32_t>(e))[s * problem.numCandidates(b) + t];
    return Cost(0);
  };
  Cost best = infiniteCost;
  for (int32_t code = 0; code < hubLabels * hubLabels * hubLabels; ++code) {
    const int32_t chosen[hubs] = {code % hubLabels, code / hubLabels % hubLabels, code / hubLabels / hubLabels};
    std::vector<Cost> reached(linkLabels, 0);
    for (int32_t node = hubs; node < hubs + links; ++node) {
      std::vector<Cost> next(linkLabels, infiniteCost);
      for (int32_t t = 0; t < linkLabels; ++t) {
        for (int32_t s = 0; s < linkLabels; ++s)
          if (node == hubs)
            next[t] = 0;
          else if (problem.bytesOf(node - 1)[s] + problem.bytesOf(node)[t] <= problem.capacity)
            next[t] = std::min(next[t], reached[s] + edgeCost(node - 1, s, node, t));
        next[t] += problem.costsOf(node)[t];
        for (int32_t hub = 0; hub < hubs; ++hub)
          next[t] += edgeCost(hub, chosen[hub], node, t);
      }
      reached = next;
    }
    Cost sum = *std::ranges::min_element(reached);
    for (int32_t hub = 0; hub < hubs; ++hub)
      sum += problem.costsOf(hub)[chosen[hub]];
    best = std::min(best, sum);
  }
  return best;
}

/// The reductions, some sweeps and the tree.
struct Tree {
  explicit Tree(const LayoutChoice &problem, bool reduced) : kernel(buildKernel(problem)) {
    for (const LayoutChoice::Node &node : problem.nodes)
      position.push_back(node.live.begin);
    PresolveCounts counts;
    uint64_t work = 0;
    if (reduced)
      layout::presolve(kernel, {}, counts, work);
    Model model = buildModel(kernel, position);
    DualAscent ascent(model, {});
    ascent.run(30 * ascent.dual.workPerSweep(), infiniteCost);
    ClosingOptions options;
    options.hubs = true;
    options.frontier = false;
    branching.emplace(kernel, position, options, DualState(kernel, ascent.dual), -infiniteCost);
  }
  LayoutCertificate certificate() const {
    LayoutCertificate out;
    out.steps = kernel.log;
    branching->appendProof(out);
    out.bound = branching->bound();
    out.target = branching->target();
    return out;
  }
  Kernel kernel;
  std::vector<int64_t> position;
  std::optional<Branching> branching;
};

void expectShown(const LayoutChoice &problem, const LayoutCertificate &certificate) {
  for (const Result<Cost> &shown : {checkBound(problem, certificate), checkAlone(problem, certificate)}) {
    ASSERT_TRUE(shown.ok()) << shown.error().message;
    EXPECT_EQ(*shown, certificate.bound);
  }
}

} // namespace

TEST(LayoutHubsTest, ATreeAtHubsFindsAndProvesTheOptimum) {
  size_t branched = 0;
  for (uint64_t seed = 1; seed <= 40 && !HasFailure(); ++seed) {
    LayoutChoice problem = hubProblem(seed, seed % 2 ? 100 : 8);
    Tree tree(problem, seed % 4 < 2);
    tree.branching->run(UINT64_MAX, infiniteCost, nullptr);
    Cost optimum = cheapest(problem);
    EXPECT_EQ(tree.branching->bound(), optimum) << seed;
    EXPECT_EQ(tree.branching->solutionCost(), optimum) << seed;
    expectShown(problem, tree.certificate());
    branched += tree.branching->boxes() > 1;
  }
  EXPECT_GE(branched, 20u);
}

// Ended at any box, what the tree shows is shown to both checkers too, and none of its duals is left over.
TEST(LayoutHubsTest, EveryDualOfATreeIsNeeded) {
  size_t left = 0;
  for (uint64_t seed = 1; seed <= 10 && !HasFailure(); ++seed) {
    LayoutChoice problem = hubProblem(seed, 8);
    Tree tree(problem, false);
    for (uint64_t step = 0; step < seed && !tree.branching->finished(); ++step)
      tree.branching->run(1, infiniteCost, nullptr);
    LayoutCertificate whole = tree.certificate();
    EXPECT_LE(whole.bound, cheapest(problem));
    expectShown(problem, whole);
    for (size_t k = 0; k < whole.steps.size(); ++k) {
      if (whole.steps[k].kind != ProofStep::Kind::Dual)
        continue;
      ++left;
      LayoutCertificate less = whole;
      less.steps.erase(less.steps.begin() + static_cast<std::ptrdiff_t>(k));
      for (const Result<Cost> &shown : {checkBound(problem, less), checkAlone(problem, less)})
        EXPECT_FALSE(shown.ok() && *shown >= whole.bound) << seed << " without step " << k;
    }
  }
  EXPECT_GE(left, 20u);
}

// What a relaxation proves with its tree is never above the optimum and often above what its sweeps prove.
TEST(LayoutHubsTest, ARelaxationGoesOnAtHubs) {
  size_t raised = 0;
  for (uint64_t seed = 1; seed <= 20 && !HasFailure(); ++seed) {
    LayoutChoice problem = hubProblem(seed, 8);
    Kernel kernel = buildKernel(problem);
    std::vector<int64_t> position;
    for (const LayoutChoice::Node &node : problem.nodes)
      position.push_back(node.live.begin);
    Model model = buildModel(kernel, position);
    DualAscent ascent(model, {});
    ascent.run(100 * ascent.dual.workPerSweep(), infiniteCost);
    Relaxation::Options options;
    options.branch = true;
    Relaxation relaxation(position, options);
    uint64_t work = 0;
    relaxation.begin(kernel, ascent.dual, ascent.dual.pricesOfBest(), true, work, nullptr);
    ASSERT_TRUE(relaxation.begun());
    EXPECT_FALSE(relaxation.canBranch());
    Cost optimum = cheapest(problem);
    while (!relaxation.climbed())
      relaxation.climb(1'000'000, optimum, nullptr);
    relaxation.meet(optimum, nullptr);
    Cost bySweeps = relaxation.bound();
    expectShown(problem, relaxation.certificate());
    while (relaxation.canBranch())
      relaxation.branch(1, optimum, nullptr);
    EXPECT_LE(relaxation.bound(), optimum);
    EXPECT_GE(relaxation.bound(), bySweeps);
    expectShown(problem, relaxation.certificate());
    raised += relaxation.bound() > bySweeps;
  }
  EXPECT_GE(raised, 10u);
}

// Behind the sweeps of the relaxation, with the same result for any number of threads.
TEST(LayoutHubsTest, ThePlannerBranchesAtHubs) {
  LayoutChoice problem = manyHubsProblem(1);
  auto planned = [&](bool hubs, int threads) {
    PlannerOptions options;
    options.hubs = hubs;
    options.smooth = false;
    options.windows = options.restriction = options.freeForests = false; // little beside the bound
    return makeLayoutPlanner(options)->run(problem, {.workUnits = 300'000'000, .threads = threads}, nullptr);
  };
  auto branchesOf = [](const LayoutResult &result) {
    return std::ranges::count_if(result.certificate->steps,
                                 [](const ProofStep &step) { return step.kind == ProofStep::Kind::Branch; });
  };
  LayoutResult with = planned(true, 1), again = planned(true, 3), without = planned(false, 1);
  ASSERT_TRUE(with.certificate && without.certificate);
  EXPECT_GT(branchesOf(with), 0);
  EXPECT_EQ(branchesOf(without), 0);
  EXPECT_GT(with.bound, without.bound);
  EXPECT_EQ(again.bound, with.bound);
  EXPECT_EQ(again.solution.choice, with.solution.choice);
  expectShown(problem, *with.certificate);
  expectShown(problem, *without.certificate);
}

// Where gap closing has ended soft minima lead on, so that an epoch has more to do; for any number of threads the same.
TEST(LayoutHubsTest, ThePlannerGoesOnAtSmoothPrices) {
  LayoutChoice problem = manyHubsProblem(1);
  auto planned = [&](bool smooth, int threads) {
    PlannerOptions options;
    options.smooth = smooth;
    options.windows = options.hubs = options.frontier = options.branching = false;
    return makeLayoutPlanner(options)->run(problem, {.workUnits = 650'000'000, .threads = threads}, nullptr);
  };
  LayoutResult with = planned(true, 1), again = planned(true, 3), without = planned(false, 1);
  ASSERT_TRUE(with.certificate);
  EXPECT_LT(with.epochs, without.epochs);
  EXPECT_LE(with.bound, std::min(with.solution.cost, without.solution.cost));
  EXPECT_EQ(again.bound, with.bound);
  EXPECT_EQ(again.solution.choice, with.solution.choice);
  expectShown(problem, *with.certificate);
}
