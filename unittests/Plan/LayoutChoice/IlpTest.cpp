//===- IlpTest.cpp - The planner against an ILP solver --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The equality local-polytope model: binary x per candidate, continuous y per pair of an edge with
// sum_t y(s, t) = x_i(s) and sum_s y(s, t) = x_j(t); one capacity row per begin of an interval.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/LayoutChoice/Planner.h"
#include "testing/Plan/LayoutGen.h"

#include <cmath>
#include <gtest/gtest.h>
#include <set>

#ifdef ALCOVE_HAVE_CBC
#include <coin/Cbc_C_Interface.h>
#endif

using namespace alcove;
using namespace alcove::plan;

namespace {

#ifdef ALCOVE_HAVE_CBC

struct Rows {
  std::vector<std::vector<std::pair<int, double>>> columns; ///< entries (row, value) per column
  std::vector<double> objective, least, most;
  std::vector<char> integer;
  int column(double cost, bool isInteger) {
    columns.emplace_back();
    objective.push_back(cost);
    integer.push_back(isInteger);
    return static_cast<int>(columns.size()) - 1;
  }
  int row(double low, double high) {
    least.push_back(low);
    most.push_back(high);
    return static_cast<int>(least.size()) - 1;
  }
};

// Bytes that candidate s of node n holds at a time, by docs/spec/LayoutChoice.md.
Bytes bytesAt(const LayoutChoice &problem, int32_t n, int32_t s, int64_t time) {
  Bytes sum = 0;
  for (const LayoutChoice::ExtraUsage &extra : problem.extraUsages)
    if (extra.node == n && extra.candidate == s && extra.interval.contains(time))
      sum += extra.bytes;
  bool live = problem.nodes[n].live.contains(time);
  for (const LayoutChoice::Colocation &pair : problem.colocations) {
    if (pair.follower == n)
      return sum;
    live |= pair.leader == n && problem.nodes[pair.follower].live.contains(time);
  }
  for (const LayoutChoice::InPlace &place : problem.inPlaces)
    if (place.node == n && place.candidate == s && time < problem.nodes[place.donor].live.end)
      return sum;
  return sum + (live ? problem.bytesOf(n)[s] : 0);
}

Cost solveIlp(const LayoutChoice &problem) {
  Rows rows;
  std::vector<std::vector<int>> x(problem.numNodes());
  for (int32_t n = 0; n < static_cast<int32_t>(problem.numNodes()); ++n) {
    int one = rows.row(1, 1);
    for (Cost cost : problem.costsOf(n)) {
      x[n].push_back(isInfinite(cost) ? -1 : rows.column(static_cast<double>(cost), true));
      if (x[n].back() >= 0)
        rows.columns[x[n].back()].emplace_back(one, 1.0);
    }
  }
  for (size_t e = 0; e < problem.edges.size(); ++e) {
    const LayoutChoice::Edge &edge = problem.edges[e];
    std::vector<int> left, right;
    for (int column : x[edge.a]) {
      left.push_back(rows.row(0, 0));
      if (column >= 0)
        rows.columns[column].emplace_back(left.back(), -1.0);
    }
    for (int column : x[edge.b]) {
      right.push_back(rows.row(0, 0));
      if (column >= 0)
        rows.columns[column].emplace_back(right.back(), -1.0);
    }
    for (size_t s = 0; s < left.size(); ++s)
      for (size_t t = 0; t < right.size(); ++t) {
        Cost cost = problem.costsOfEdge(static_cast<int32_t>(e))[s * right.size() + t];
        if (isInfinite(cost))
          continue;
        int y = rows.column(static_cast<double>(cost), false);
        rows.columns[y] = {{left[s], 1.0}, {right[t], 1.0}};
      }
  }
  for (const LayoutChoice::InPlace &place : problem.inPlaces)
    for (size_t t = 0; t < x[place.donor].size(); ++t)
      if (problem.bytesOf(place.donor)[t] < problem.bytesOf(place.node)[place.candidate]) {
        int row = rows.row(0, 1);
        for (int column : {x[place.node][place.candidate], x[place.donor][t]})
          if (column >= 0)
            rows.columns[column].emplace_back(row, 1.0);
      }
  std::set<int64_t> times;
  for (const LayoutChoice::Node &node : problem.nodes)
    times.insert({node.live.begin, node.live.end});
  for (const LayoutChoice::ExtraUsage &extra : problem.extraUsages)
    times.insert(extra.interval.begin);
  for (int64_t time : times) {
    int row = rows.row(0, static_cast<double>(problem.capacity));
    for (int32_t n = 0; n < static_cast<int32_t>(problem.numNodes()); ++n)
      for (int32_t s = 0; s < problem.numCandidates(n); ++s)
        if (x[n][s] >= 0 && bytesAt(problem, n, s, time) > 0)
          rows.columns[x[n][s]].emplace_back(row, static_cast<double>(bytesAt(problem, n, s, time)));
  }
  std::vector<CoinBigIndex> starts{0};
  std::vector<int> indices;
  std::vector<double> values, low(rows.columns.size(), 0.0), high(rows.columns.size(), 1.0);
  for (const auto &column : rows.columns) {
    for (auto [row, value] : column) {
      indices.push_back(row);
      values.push_back(value);
    }
    starts.push_back(static_cast<CoinBigIndex>(indices.size()));
  }
  Cbc_Model *model = Cbc_newModel();
  Cbc_setParameter(model, "log", "0");
  Cbc_loadProblem(model, static_cast<int>(rows.columns.size()), static_cast<int>(rows.least.size()), starts.data(),
                  indices.data(), values.data(), low.data(), high.data(), rows.objective.data(), rows.least.data(),
                  rows.most.data());
  for (size_t k = 0; k < rows.integer.size(); ++k)
    if (rows.integer[k])
      Cbc_setInteger(model, static_cast<int>(k));
  Cbc_setParameter(model, "ratioGap", "0");
  Cbc_setParameter(model, "allowableGap", "0");
  Cbc_solve(model);
  Cost result = Cbc_isProvenOptimal(model) ? static_cast<Cost>(std::llround(Cbc_getObjValue(model))) : infiniteCost;
  Cbc_deleteModel(model);
  return result;
}

TEST(LayoutIlpTest, SlowEqualsCbc) {
  int solved = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    LayoutChoice problem = seed % 4 == 0 ? generateLayout({static_cast<Topology>(seed / 4 % 4), 24, 6, 0.4, seed})
                                         : randomLayout(50'000 + seed, 22, 6);
    Cost optimum = solveIlp(problem);
    Budget budget;
    budget.workUnits = 1'000'000'000;
    LayoutResult result = makeLayoutPlanner()->run(problem, budget, nullptr);
    ASSERT_TRUE(result.proved) << problem.name;
    EXPECT_EQ(result.solution.found() ? result.solution.cost : infiniteCost, optimum) << problem.name;
    solved += optimum < infiniteCost;
  }
  EXPECT_GE(solved, 100);
}

#else

TEST(LayoutIlpTest, SlowEqualsCbc) { GTEST_SKIP() << "coinor-libcbc-dev is not installed: no ILP cross-check"; }

#endif

} // namespace
