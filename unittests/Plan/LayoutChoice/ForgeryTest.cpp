//===- ForgeryTest.cpp - Certificates that lie are refused ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First the holes that forged certificates once came through, each with that certificate; then thousands of changes of
// honest ones, judged by exhaustive search. Every certificate goes to both checkers: the planner's and the program
// layout-proof, which reads it as text.
//
//===----------------------------------------------------------------------===//
#include "Exhaustive.h"
#include "ProofChecks.h"
#include "alcove/Plan/LayoutChoice/Certificate.h"
#include "alcove/Plan/LayoutChoice/Planner.h"
#include "testing/Plan/CertificateForger.h"
#include "testing/Plan/LayoutGen.h"

#include <gmock/gmock.h>

using namespace alcove;
using namespace alcove::plan;
using testing::HasSubstr;
using Kind = ProofStep::Kind;

namespace {

constexpr Cost big = Cost(1) << 50;

int32_t addNode(LayoutChoice &problem, LiveInterval live, std::vector<Cost> costs, std::vector<Bytes> bytes) {
  return problem.addNode(live, costs, bytes);
}

/// Two nodes of two candidates, every pair costs `cost`.
LayoutChoice pairOf(Cost cost) {
  LayoutChoice problem;
  addNode(problem, {0, 1}, {0, 0}, {0, 0});
  addNode(problem, {0, 1}, {0, 0}, {0, 0});
  problem.addEdge(0, 1, std::vector<Cost>(4, cost));
  EXPECT_TRUE(check(problem).ok());
  return problem;
}

LayoutCertificate certificateOf(std::vector<ProofStep> steps, DualCertificate dual = {}) {
  LayoutCertificate certificate;
  certificate.steps = std::move(steps);
  certificate.duals = {std::move(dual)};
  return certificate;
}

/// The bound that both checkers accept; an error accepts nothing.
Cost accepted(const LayoutChoice &problem, const LayoutCertificate &certificate) {
  Result<Cost> bound = checkBound(problem, certificate), alone = checkAlone(problem, certificate);
  EXPECT_EQ(bound.ok(), alone.ok()) << (bound.ok() ? alone : bound).error().message;
  if (bound.ok() && alone.ok())
    EXPECT_EQ(*bound, *alone);
  return bound.ok() ? *bound : -infiniteCost;
}

/// Both checkers refuse it, for the same reason.
void expectRefused(const LayoutChoice &problem, const LayoutCertificate &certificate, const char *reason) {
  for (const Result<Cost> &bound : {checkBound(problem, certificate), checkAlone(problem, certificate)}) {
    ASSERT_FALSE(bound.ok()) << *bound;
    EXPECT_THAT(bound.error().message, HasSubstr(reason));
  }
}

} // namespace

// 2^50 * 2^60 = 2^110 once was the mark of an impossible pair.
TEST(LayoutForgeryTest, LargeFiniteCostIsNotInfinite) {
  LayoutChoice problem = pairOf(big);
  DualCertificate dual;
  dual.scaleBits = 60;
  EXPECT_EQ(accepted(problem, certificateOf({{Kind::Dual, 0}}, dual)), big);
  // 3.9e17 * 2^60 is more than 2^118; the bound is still exact.
  problem = pairOf(390'000'000'000'000'000);
  EXPECT_EQ(accepted(problem, certificateOf({{Kind::Dual, 0}}, dual)), 390'000'000'000'000'000);
}

TEST(LayoutForgeryTest, LowPotentialsAreNotInfinite) {
  LayoutChoice problem = pairOf(7);
  DualCertificate dual;
  dual.potentialShift = 46;
  int64_t low = INT64_MIN;
  dual.potentials = {{0, 1, {low, low}, {low, low}}};
  EXPECT_EQ(accepted(problem, certificateOf({{Kind::Dual, 0}}, dual)), 7);
  // The pair (0, 0) alone has a reduced cost of 2^110: the others must not make the label impossible.
  dual.potentials = {{0, 1, {low, 0}, {low, 0}}};
  LayoutCertificate forged = certificateOf({{Kind::Dual, 0}, {Kind::Bound, 0, 0}, {Kind::Bound, 0, 1}}, dual);
  forged.target = 8;
  EXPECT_LE(accepted(problem, forged), 7);
}

// Sums over many nodes: each number is legal, their sum is not, and is refused instead of wrapping round.
TEST(LayoutForgeryTest, SlowSumsBeyond128BitsAreRefused) {
  LayoutChoice problem;
  DualCertificate dual;
  dual.scaleBits = 60;
  dual.potentialShift = 46;
  addNode(problem, {0, 1}, {390'000'000'000'000'000}, {0}); // 2^118 in units of 2^-60
  for (int32_t n = 1; n < (1 << 18); ++n) {
    addNode(problem, {0, 1}, {0}, {0});
    problem.addEdge(0, n, std::vector<Cost>{0});
    dual.potentials.push_back({0, n, {INT64_MAX}, {0}});
  }
  ASSERT_TRUE(check(problem).ok());
  Result<Cost> bound = checkBound(problem, certificateOf({{Kind::Dual, 0}}, dual));
  ASSERT_FALSE(bound.ok());
  EXPECT_THAT(bound.error().message, HasSubstr("too large for sums of 128 bits"));
}

TEST(LayoutForgeryTest, MultipliersBeyond63BitsAreRefused) {
  DualCertificate dual;
  dual.multipliers = {{0, INT64_MAX}, {0, INT64_MAX}};
  Result<Cost> bound = checkBound(pairOf(1), certificateOf({{Kind::Dual, 0}}, dual));
  ASSERT_FALSE(bound.ok());
  EXPECT_THAT(bound.error().message, HasSubstr("multipliers are too large"));
}

TEST(LayoutForgeryTest, RangesAreRefused) {
  LayoutChoice problem = pairOf(1);
  for (auto [bits, shift] : {std::pair(61, 0), std::pair(-1, 0), std::pair(0, 47), std::pair(0, -1)}) {
    DualCertificate dual;
    dual.scaleBits = bits;
    dual.potentialShift = shift;
    Result<Cost> bound = checkBound(problem, certificateOf({{Kind::Dual, 0}}, dual));
    ASSERT_FALSE(bound.ok());
    EXPECT_THAT(bound.error().message, HasSubstr("scale out of range"));
  }
  LayoutCertificate certificate = certificateOf({{Kind::Dual, 0}});
  certificate.target = INT64_MAX;
  EXPECT_THAT(checkBound(problem, certificate).error().message, HasSubstr("target"));
}

// Node 0 takes 10 bytes at time 0 and perhaps one at time 2. While time 2 was tested, its 10 bytes once counted twice;
// time 0 seemed fuller than time 1, and time 1, where the cheap candidate of node 1 does not fit, was dropped.
//
//   bytes of capacity 22     time 0   time 1   time 2
//   node 0                     10        .      0 / 1
//   node 1                   10 / 0   10 / 0      .
//   node 2                      .       15        .
TEST(LayoutForgeryTest, EliminationTestsAllStretchesBeforeItAddsThem) {
  LayoutChoice problem;
  problem.capacity = 22;
  addNode(problem, {0, 1}, {0, 0}, {10, 10});
  addNode(problem, {0, 2}, {0, 100}, {10, 0});
  addNode(problem, {1, 2}, {0}, {15});
  problem.extraUsages.push_back({0, 1, {2, 3}, 1});
  ASSERT_TRUE(check(problem).ok());
  ASSERT_EQ(exhaustive(problem), 100);
  expectRefused(problem, certificateOf({{Kind::Eliminate, 0}, {Kind::Dominated, 1, 1, 0}}), "more bytes");
}

// Node 0 can be eliminated: time 0 cannot be exceeded. But the dual prices its 5 bytes, and the search that follows
// once took them for unused.
TEST(LayoutForgeryTest, EliminationEndsTheDual) {
  LayoutChoice problem;
  problem.capacity = 100;
  addNode(problem, {0, 1}, {0, 1000}, {5, 0});
  addNode(problem, {0, 1}, {0, 0}, {1, 2});
  ASSERT_EQ(exhaustive(problem), 0);
  DualCertificate dual;
  dual.multipliers = {{0, 1}};
  LayoutCertificate forged = certificateOf({{Kind::Dual, 0}, {Kind::Eliminate, 0}, {Kind::Search, -1, -1}}, dual);
  forged.order = {1};
  forged.target = forged.bound = 5;
  expectRefused(problem, forged, "no dual before it");
}

namespace {

/// A proof that makes a cost of 4 G from one edge of greatest magnitude G: moving an edge to its nodes leaves its first
/// entry, here -G or 2 G, with one node, and what is left can be moved again once its first label is gone.
///
///   p0 --h-- w      h = -G, G, -G, G by the label of p0; p0 = p1 = p2 = p3; p3 can only take its last label
///   z collects 2 G from p1 and again from p3; u and v see it when z is eliminated
LayoutChoice growingCosts(Cost g) {
  LayoutChoice problem;
  std::vector<Cost> same(16, infiniteCost), h, none(8, 0);
  for (size_t s = 0; s < 4; ++s)
    same[s * 5] = 0;
  for (Cost cost : {-g, g, -g, g})
    h.insert(h.end(), {cost, cost});
  for (int32_t p = 0; p < 4; ++p)
    addNode(problem, {0, 1},
            p < 3 ? std::vector<Cost>(4, 0) : std::vector<Cost>{infiniteCost, infiniteCost, infiniteCost, 0},
            std::vector<Bytes>(4, 0));
  for (int32_t n = 4; n < 8; ++n) // w = 4, z = 5, u = 6, v = 7
    addNode(problem, {0, 1}, {0, 0}, {0, 0});
  problem.addEdge(0, 4, h);
  for (int32_t p = 0; p < 3; ++p)
    problem.addEdge(p, p + 1, same);
  problem.addEdge(0, 5, none);
  problem.addEdge(1, 4, none);
  problem.addEdge(2, 5, none);
  problem.addEdge(5, 6, std::vector<Cost>(4, 0));
  problem.addEdge(5, 7, std::vector<Cost>(4, 0));
  return problem;
}

} // namespace

// 4 G is above 10^18 and once was cut to "infinite".
TEST(LayoutForgeryTest, CostsThatGrowStayExact) {
  constexpr Cost g = 390'000'000'000'000'000;
  LayoutChoice problem = growingCosts(g);
  ASSERT_TRUE(check(problem).ok());
  ASSERT_EQ(exhaustive(problem), g);
  std::vector<ProofStep> steps = {{Kind::Separable, 4, 0}, {Kind::Eliminate, 0},    {Kind::Arc, 2, 0},
                                  {Kind::Arc, 1, 0},       {Kind::Separable, 5, 1}, {Kind::Eliminate, 1},
                                  {Kind::Arc, 2, 1},       {Kind::Separable, 4, 2}, {Kind::Eliminate, 2},
                                  {Kind::Separable, 5, 3}, {Kind::Eliminate, 5}};
  std::vector<ProofStep> honest = steps;
  honest.push_back({Kind::Dual, 0});
  EXPECT_EQ(accepted(problem, certificateOf(honest)), g);
  steps.push_back({Kind::Arc, 6, 0});
  steps.push_back({Kind::Arc, 6, 1});
  expectRefused(problem, certificateOf(steps), "partner on every edge");
}

namespace {

/// Costs times `factor`, infinite ones as they are.
LayoutChoice scaled(LayoutChoice problem, Cost factor) {
  for (std::vector<Cost> *costs : {&problem.candidateCosts, &problem.edgeCosts})
    for (Cost &cost : *costs)
      if (!isInfinite(cost))
        cost *= factor;
  return problem;
}

/// Honest certificates of small problems, `wanted` changes in all; none may be accepted above the optimum.
void forgeSmallOnes(uint64_t seed, size_t wanted) {
  Random random(seed);
  size_t tried[forgeries] = {}, refused[forgeries] = {};
  for (size_t count = 0; count < wanted && !testing::Test::HasFailure();) {
    uint64_t which = random.next();
    int32_t candidates = static_cast<int32_t>(random.between(2, 5));
    LayoutChoice problem = randomLayout(which, 6, candidates);
    if (Cost factor = Cost(1) << random.between(0, 52); random.chance(0.5) && check(scaled(problem, factor)).ok())
      problem = scaled(problem, factor);
    PlannerOptions options;
    options.dominance = random.chance(0.5);
    options.elimination = options.contraction = options.separableEdges = random.chance(0.5);
    options.gapClosing = random.chance(0.8);
    options.frontier = random.chance(0.7);
    options.branching = random.chance(0.7); // without either the rest is for the relaxation
    Budget budget;
    budget.workUnits = 2'000'000;
    LayoutResult result = makeLayoutPlanner(options)->run(problem, budget, nullptr);
    Cost optimum = exhaustive(problem);
    if (!result.certificate || isInfinite(optimum))
      continue;
    for (int k = 0; k < 24; ++k, ++count) {
      Forgery forgery = static_cast<Forgery>(count % forgeries);
      Cost aim = random.chance(0.5) ? optimum + 1 : optimum + random.between(1, 1 << 20);
      LayoutCertificate forged =
          forge(*result.certificate, forgery, aim, static_cast<int32_t>(problem.numNodes()), candidates, random);
      for (int more = 0; more < 2 && random.chance(0.3); ++more)
        forged = forge(forged, static_cast<Forgery>(random.below(forgeries)), aim,
                       static_cast<int32_t>(problem.numNodes()), candidates, random);
      ++tried[static_cast<size_t>(forgery)];
      bool accepts = false;
      for (const Result<Cost> &bound : {checkBound(problem, forged, 1 << 20), checkAlone(problem, forged, 1 << 20)}) {
        accepts |= bound.ok() && *bound >= aim;
        ASSERT_TRUE(!bound.ok() || *bound <= optimum)
            << nameOf(forgery) << " seed " << seed << " problem " << which << " after " << count << ": accepted "
            << *bound << " above the optimum " << optimum;
      }
      refused[static_cast<size_t>(forgery)] += !accepts;
    }
  }
  for (size_t k = 0; k < forgeries && !testing::Test::HasFailure(); ++k) {
    EXPECT_GT(tried[k], wanted / forgeries / 2);
    EXPECT_EQ(refused[k], tried[k]) << nameOf(static_cast<Forgery>(k));
  }
}

} // namespace

TEST(LayoutForgeryTest, ChangedCertificatesProveNothingMore) { forgeSmallOnes(1, 5'000); }
TEST(LayoutForgeryTest, SlowChangedCertificatesProveNothingMore) { forgeSmallOnes(2, 100'000); }
