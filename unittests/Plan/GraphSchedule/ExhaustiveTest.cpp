//===- ExhaustiveTest.cpp - Every schedule of tiny problems ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shortest paths over memory states, with every set of operations, every granularity and every set of retained tensors
// as a step, priced by the verifier: shares nothing with the policies. Left out on purpose, as the policies do: tiles
// larger than the grid; residents with retains within two tiles of the capacity; and tile orders other than row-major
// and the eight snakes (another order can hide one more load under compute, by fractions of a percent).
//
//===----------------------------------------------------------------------===//
#include "Plan/GraphSchedule/SubgraphAnalysis.h"
#include "alcove/Formats/MLSys.h"
#include "alcove/Plan/GraphSchedule/GroupPricer.h"
#include "alcove/Plan/GraphSchedule/Scheduler.h"
#include "alcove/Support/Units.h"
#include "alcove/Testing/Plan/RandomGraphSchedule.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

using namespace alcove;
using namespace alcove::plan::schedule;

namespace {

using Mask = uint32_t;

/// Tensors are named by their makers; every operation has one result.
struct Memory {
  Mask executed = 0, slow = 0, resident = 0, ephemeral = 0, readFromSlow = 0;
  auto operator<=>(const Memory &) const = default;
};

class Exhaustive {
public:
  Exhaustive(const Problem &problem, bool recompute)
      : problem(problem), recompute(recompute), producer(producers(problem)) {
    for (size_t o = 0; o != problem.ops.size(); ++o) {
      Mask users = 0;
      for (size_t u = 0; u != problem.ops.size(); ++u)
        for (int32_t t : problem.ops[u].inputs)
          if (t == problem.ops[o].outputs[0])
            users |= 1u << u;
      usersOf.push_back(users);
    }
  }

  double best() {
    Mask all = (1u << problem.ops.size()) - 1;
    std::map<Memory, double> cost;
    std::set<std::pair<double, Memory>> queue;
    cost[Memory()] = 0;
    queue.insert(std::pair(0.0, Memory()));
    while (!queue.empty()) {
      auto [here, state] = *queue.begin();
      queue.erase(queue.begin());
      if (cost[state] < here)
        continue;
      if (state.executed == all && finished(state))
        return here;
      for (Mask group = 1; group <= all; ++group)
        for (Mask kept = group;; kept = (kept - 1) & group) {
          if (std::optional<Memory> next = step(state, group, kept)) {
            double price = priceOf(group, state.resident, kept);
            if (price < infinite) {
              auto [place, isNew] = cost.try_emplace(*next, infinite);
              if (here + price < place->second) {
                place->second = here + price;
                queue.insert({here + price, *next});
              }
            }
          }
          if (!kept)
            break;
        }
    }
    return infinite;
  }

private:
  bool finished(const Memory &state) const {
    for (size_t o = 0; o != problem.ops.size(); ++o)
      if (!usersOf[o] && !(state.slow >> o & 1))
        return false;
    return true;
  }

  std::optional<Memory> step(const Memory &state, Mask group, Mask kept) const {
    if (!recompute && (group & state.executed))
      return std::nullopt;
    Memory next = state;
    next.executed |= group;
    next.resident = kept;
    for (size_t o = 0; o != problem.ops.size(); ++o) {
      Mask one = 1u << o;
      if (group & one) {
        bool inside = usersOf[o] & group;
        if ((kept & one) && !usersOf[o])
          return std::nullopt; // A graph output that nobody reads: never worth it.
        if (!inside && !(kept & one))
          next.slow |= one;
        if (inside && !(kept & one))
          next.ephemeral |= one;
      } else if (usersOf[o] & group) { // Read from outside.
        if (state.resident & one)
          continue;
        if (!(state.slow & one))
          return std::nullopt;
        next.readFromSlow |= one;
      }
    }
    if (next.ephemeral & next.readFromSlow)
      return std::nullopt;
    return next;
  }

  double priceOf(Mask group, Mask resident, Mask kept) {
    auto [place, isNew] = prices.try_emplace({group, resident, kept}, infinite);
    if (!isNew)
      return place->second;
    Subgraph subgraph;
    std::vector<int32_t> residents;
    for (size_t o = 0; o != problem.ops.size(); ++o) {
      if (group >> o & 1)
        subgraph.ops.push_back(static_cast<int32_t>(o));
      if (kept >> o & 1)
        subgraph.retained.push_back(problem.ops[o].outputs[0]);
      if (resident >> o & 1)
        residents.push_back(problem.ops[o].outputs[0]);
    }
    double best = infinite;
    for (int64_t w = 1; w <= problem.nativeWidth; ++w)
      for (int64_t h = 1; h <= problem.nativeHeight; ++h)
        for (int64_t k = 1; k <= problem.nativeWidth; ++k) {
          subgraph.granularity = {w, h, k};
          subgraph.traversal.reset();
          Result<SubgraphAnalysis> analysis = analyse(problem, producer, subgraph, {}, "");
          if (!analysis.ok() || w > analysis->gridWidth || h > analysis->gridHeight)
            continue;
          best = std::min(best, overOrders(subgraph, *analysis, residents));
        }
    return prices[{group, resident, kept}] = best;
  }

  double overOrders(Subgraph &subgraph, const SubgraphAnalysis &analysis, const std::vector<int32_t> &residents) {
    double best = infinite;
    auto attempt = [&] {
      Result<SubgraphReport> report = price(problem, subgraph, analysis, residents, {}, "");
      int64_t slack =
          !residents.empty() && !subgraph.retained.empty() ? 2 * subgraph.granularity.w * subgraph.granularity.h : 0;
      if (report.ok() && report->workingSet + slack <= problem.capacity)
        best = std::min(best, report->latency.toDouble());
      return report.ok();
    };
    if (!attempt() || analysis.columns == 1 || analysis.rows == 1)
      return best;
    for (TileOrder::Kind kind : {TileOrder::Kind::RowSnake, TileOrder::Kind::ColumnSnake})
      for (int corner = 0; corner != 4; ++corner) {
        subgraph.traversal =
            tileSequence({kind, (corner & 1) != 0, (corner & 2) != 0}, analysis.columns, analysis.rows);
        attempt();
      }
    return best;
  }

  const Problem &problem;
  bool recompute;
  std::vector<int32_t> producer;
  std::vector<Mask> usersOf;
  std::map<std::tuple<Mask, Mask, Mask>, double> prices;
};

} // namespace

static void compareWithExactMode(uint64_t seed, int wanted, int32_t mostOps) {
  Random random(seed);
  int compared = 0, recomputing = 0, retaining = 0;
  while (compared < wanted) {
    RandomGraphOptions options;
    options.ops = static_cast<int32_t>(random.between(1, mostOps));
    options.extents = random.chance(0.6) ? std::vector<int64_t>{2, 3, 4} : std::vector<int64_t>{1, 3, 5};
    options.nativeWidth = random.between(2, 3);
    options.nativeHeight = random.between(2, 3);
    options.capacityLow = 6;
    options.capacityHigh = 60;
    options.bandwidthHigh = 6;
    options.costHigh = 12;
    Problem problem = randomGraph(random, options);
    Result<ScheduleResult> result = scheduleGraph(problem, {.workUnits = 40000});
    double truth = Exhaustive(problem, true).best();
    if (!result.ok()) {
      ASSERT_FALSE(truth < infinite) << result.error().message;
      continue;
    }
    ++compared;
    std::string text = formats::writeMLSysProblem(problem);
    ASSERT_TRUE(result->policyBug.empty()) << result->policyBug << text;
    ASSERT_TRUE(result->proved) << text;
    ASSERT_NEAR(result->cost, truth, 1e-9 * truth) << "seed " << seed << " after " << compared << '\n'
                                                   << text << formats::writeMLSysSolution(result->solution);
    ASSERT_LE(
        std::max({result->bounds.compute, result->bounds.traffic, result->bounds.covering, result->bounds.pricing}),
        truth * (1 + 1e-9))
        << text;
    std::set<int32_t> seen;
    for (const Subgraph &subgraph : result->solution.subgraphs) {
      retaining += !subgraph.retained.empty();
      for (int32_t o : subgraph.ops)
        recomputing += !seen.insert(o).second;
    }
  }
  // The interesting transitions occur.
  EXPECT_GT(recomputing, 0);
  EXPECT_GT(retaining, 0);
}

TEST(ExhaustiveTest, ExactModeAgreesOnTinyProblems) { compareWithExactMode(11, 150, 4); }
TEST(ExhaustiveTest, SlowExactModeAgreesOnAThousandProblems) { compareWithExactMode(12, 1000, 6); }
