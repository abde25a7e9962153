//===- TrafficBoundTest.cpp - Bounds against exhaustive search ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/TrafficBound.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

using namespace alcove;
using namespace alcove::plan;

namespace {

struct Product {
  int64_t m = 1, n = 1, k = 1;
};

/// Elements that a tiled product moves, its loops in the order `order` (0 m, 1 n, 2 k from outside), or infinity when
/// the tile needs more than `memory`. Tiles are loaded when they change; sums that change are stored and loaded.
double moved(const Product &size, const int64_t tile[3], const int order[3], bool readsLeft, bool storesResult,
             double memory) {
  if (static_cast<double>(tile[0] * tile[2] + tile[2] * tile[1] + tile[0] * tile[1]) > memory)
    return HUGE_VAL;
  int64_t extent[3] = {size.m, size.n, size.k}, at[3] = {0, 0, 0};
  int64_t last[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
  double total = 0;
  for (at[order[0]] = 0; at[order[0]] < extent[order[0]]; at[order[0]] += tile[order[0]])
    for (at[order[1]] = 0; at[order[1]] < extent[order[1]]; at[order[1]] += tile[order[1]])
      for (at[order[2]] = 0; at[order[2]] < extent[order[2]]; at[order[2]] += tile[order[2]]) {
        int64_t part[3];
        for (int d = 0; d < 3; ++d)
          part[d] = std::min(tile[d], extent[d] - at[d]);
        auto changes = [&](int tensor, int a, int b) {
          bool changed = last[tensor][0] != at[a] || last[tensor][1] != at[b];
          last[tensor][0] = at[a];
          last[tensor][1] = at[b];
          return changed;
        };
        if (changes(0, 0, 2) && readsLeft)
          total += static_cast<double>(part[0] * part[2]);
        if (changes(1, 2, 1))
          total += static_cast<double>(part[2] * part[1]);
        bool again = at[2] > 0;
        if (changes(2, 0, 1))
          total +=
              static_cast<double>(part[0] * part[1]) * ((again ? 1 : 0) + (storesResult || at[2] + part[2] < size.k));
      }
  return total;
}

double bestAlone(const Product &size, double memory) {
  double best = HUGE_VAL;
  int order[3] = {0, 1, 2};
  do {
    for (int64_t m = 1; m <= size.m; ++m)
      for (int64_t n = 1; n <= size.n; ++n)
        for (int64_t k = 1; k <= size.k; ++k) {
          int64_t tile[3] = {m, n, k};
          best = std::min(best, moved(size, tile, order, true, true, memory));
        }
  } while (std::next_permutation(order, order + 3));
  return best;
}

/// x w1 w2 with the product of x and w1 never stored: rows of x by columns of w2, over parts of the hidden columns.
/// With its whole depth at hand each part of the hidden product is computed once for each block of columns of w2.
double bestFused(const Product &first, int64_t columns, double memory) {
  double best = HUGE_VAL;
  auto up = [](int64_t a, int64_t b) { return static_cast<double>((a + b - 1) / b); };
  for (int64_t m = 1; m <= first.m; ++m)
    for (int64_t h = 1; h <= first.n; ++h)
      for (int64_t n = 1; n <= columns; ++n) {
        double held = static_cast<double>(m * n + m * h) +
                      std::max<double>(static_cast<double>(m * first.k + first.k * h), static_cast<double>(h * n));
        if (held > memory)
          continue;
        double blocks = up(first.m, m) * up(columns, n);
        // x stays over the hidden parts only when it fits beside everything.
        bool stays = static_cast<double>(m * n + m * h + m * first.k + std::max(first.k * h, h * n)) <= memory;
        double x = static_cast<double>(first.m * first.k) * up(columns, n) * (stays ? 1 : up(first.n, h));
        double w1 = static_cast<double>(first.k * first.n) * blocks,
               w2 = static_cast<double>(first.n * columns) * up(first.m, m);
        best = std::min(best, x + w1 + w2 + static_cast<double>(first.m * columns));
      }
  return best;
}

TrafficContraction contraction(const Product &size, int left, int right) {
  TrafficContraction own;
  own.left = left;
  own.right = right;
  own.results = static_cast<double>(size.m * size.n);
  own.depth = static_cast<double>(size.k);
  own.points = own.results * own.depth;
  return own;
}

TrafficProblem chain(const Product &first, int64_t columns, double memory) {
  TrafficProblem problem;
  problem.memory = memory;
  problem.classes = {{static_cast<double>(first.m * first.k), -1}, {static_cast<double>(first.k * first.n), -1}};
  problem.contractions = {contraction(first, 0, 1)};
  problem.outputBytes = static_cast<double>(first.m * first.n);
  if (columns > 0) {
    problem.classes.push_back({0, 0});
    problem.classes.push_back({static_cast<double>(first.n * columns), -1});
    problem.contractions.push_back(contraction({first.m, columns, first.n}, 2, 3));
    problem.outputBytes = static_cast<double>(first.m * columns);
  }
  return problem;
}

// The figures of the header: 64 x 64 x 64 with 192 elements of memory, sqrt(192) = 13.86.
TEST(TrafficBoundTest, OneProduct) {
  TrafficProblem problem = chain({64, 64, 64}, 0, 192);
  TrafficCertificate found = boundTraffic(problem);
  EXPECT_TRUE(verify(problem, found).ok());
  ASSERT_EQ(found.stars.size(), 1u);
  // Reads 2 * 262144 / 13.856 + 0.6151 * 192 - 4096 fresh sums, and 4096 results written.
  EXPECT_NEAR(found.bound, 2 * 262144 / std::sqrt(192.0) + (1 - 2 / std::pow(3, 1.5)) * 192, 1e-6);
}

// With memory for everything only the compulsory bytes are left.
TEST(TrafficBoundTest, NeverBelowWhatIsCompulsory) {
  TrafficProblem problem = chain({8, 8, 8}, 0, 1000);
  TrafficCertificate found = boundTraffic(problem);
  EXPECT_TRUE(found.stars.empty());
  EXPECT_EQ(found.bound, 64 * 3);
}

TEST(TrafficBoundTest, NeverAboveTheBestOfExhaustiveSearch) {
  std::mt19937_64 random(19);
  auto pick = [&](int64_t low, int64_t high) { return low + static_cast<int64_t>(random() % (high - low + 1)); };
  int useful = 0, programs = 0;
  for (; programs < 2500; ++programs) {
    Product first{pick(1, 12), pick(1, 12), pick(1, 12)};
    double memory = static_cast<double>(pick(3, 48));
    int64_t columns = programs % 2 ? pick(1, 12) : 0;
    TrafficProblem problem = chain(first, columns, memory);
    TrafficCertificate found = boundTraffic(problem);
    ASSERT_TRUE(verify(problem, found).ok()) << verify(problem, found).error().message;
    double best = bestAlone(first, memory);
    if (columns > 0)
      best = std::min(best + bestAlone({first.m, columns, first.n}, memory), bestFused(first, columns, memory));
    EXPECT_LE(found.bound, best + 1e-9) << first.m << " x " << first.n << " x " << first.k << " x " << columns << " in "
                                        << memory;
    useful += !found.stars.empty();
  }
  // A bound that is always the compulsory bytes would test nothing.
  EXPECT_GT(useful, 300);
  printf("%d programs, %d of them bounded above their compulsory bytes\n", programs, useful);
}

/// x w1 w2 w3, rows of x by all columns: each product is accumulated over panels of one row of its weights.
double bestOfThree(const Product &first, int64_t second, int64_t third, double memory) {
  double best = HUGE_VAL;
  for (int64_t m = 1; m <= first.m; ++m) {
    int64_t held =
        std::max({m * first.n + m + first.n, m * first.n + m * second + second, m * second + m * third + third});
    double blocks = static_cast<double>((first.m + m - 1) / m);
    if (static_cast<double>(held) <= memory)
      best = std::min(best, static_cast<double>(first.m * first.k + first.m * third) +
                                blocks * static_cast<double>(first.k * first.n + first.n * second + second * third));
  }
  return best;
}

/// One star of three: each result is fresh once. Every way to fuse neighbours is an upper bound.
TEST(TrafficBoundTest, ChainsOfThreeAreNeverAboveTheBestOfExhaustiveSearch) {
  std::mt19937_64 random(23);
  auto pick = [&](int64_t low, int64_t high) { return low + static_cast<int64_t>(random() % (high - low + 1)); };
  int useful = 0, merged = 0;
  for (int program = 0; program < 1500; ++program) {
    Product first{pick(1, 12), pick(1, 12), pick(1, 12)};
    int64_t second = pick(1, 12), third = pick(1, 12);
    double memory = static_cast<double>(pick(3, 40));
    TrafficProblem problem = chain(first, second, memory);
    problem.classes.push_back({0, 1});
    problem.classes.push_back({static_cast<double>(second * third), -1});
    problem.contractions.push_back(contraction({first.m, third, second}, 4, 5));
    problem.outputBytes = static_cast<double>(first.m * third);
    TrafficCertificate found = boundTraffic(problem);
    ASSERT_TRUE(verify(problem, found).ok()) << verify(problem, found).error().message;
    double a = bestAlone(first, memory), b = bestAlone({first.m, second, first.n}, memory),
           c = bestAlone({first.m, third, second}, memory);
    double best =
        std::min({a + b + c, bestFused(first, second, memory) + c,
                  a + bestFused({first.m, second, first.n}, third, memory), bestOfThree(first, second, third, memory)});
    EXPECT_LE(found.bound, best + 1e-9) << first.m << " x " << first.k << " x " << first.n << " x " << second << " x "
                                        << third << " in " << memory;
    useful += !found.stars.empty();
    for (const std::vector<int> &star : found.stars)
      merged += star.size() > 1;
  }
  EXPECT_GT(useful, 200);
  EXPECT_GT(merged, 50);
  printf("1500 chains of three, %d bounded above their compulsory bytes, %d common stars\n", useful, merged);
}

// The product of a hidden layer counts once: 2 (64^3 + 64^3) / 13.86 + 118 - 4096 - 4096, and 4096 results written.
TEST(TrafficBoundTest, ProducerAndReaderAreOneStar) {
  TrafficProblem problem = chain({64, 64, 64}, 64, 192);
  TrafficCertificate found = boundTraffic(problem);
  ASSERT_EQ(found.stars.size(), 1u);
  EXPECT_EQ(found.stars[0].size(), 2u);
  EXPECT_NEAR(found.bound, 4 * 262144 / std::sqrt(192.0) + (1 - 2 / std::pow(3, 1.5)) * 192 - 4096, 1e-6);
}

TEST(TrafficBoundTest, TLP1_RefusesWhatIsNoProblem) {
  TrafficProblem problem = chain({8, 8, 8}, 0, 100);
  EXPECT_TRUE(check(problem).ok());
  problem.contractions[0].left = 7;
  EXPECT_NE(check(problem).error().message.find("TL-P1"), std::string::npos);
  problem = chain({8, 8, 8}, 0, 0);
  EXPECT_FALSE(check(problem).ok());
}

std::string refusal(const TrafficProblem &problem, const TrafficCertificate &forged) {
  Status status = verify(problem, forged);
  return status.ok() ? "accepted" : status.error().message.substr(0, 5);
}

TEST(TrafficBoundTest, TLC1_StarsShareOneClassAndNoMore) {
  TrafficProblem problem = chain({64, 64, 64}, 64, 192);
  EXPECT_EQ(refusal(problem, {{{0, 0}}, 0}), "TL-C1");
  EXPECT_EQ(refusal(problem, {{{0}, {0}}, 0}), "TL-C1");
  EXPECT_EQ(refusal(problem, {{{5}}, 0}), "TL-C1");
  EXPECT_EQ(refusal(problem, {{{}}, 0}), "TL-C1");
  // Two products of the same operands in stars of their own would count their loads twice.
  problem.contractions[1] = problem.contractions[0];
  EXPECT_EQ(refusal(problem, {{{0}, {1}}, 0}), "TL-C1");
  EXPECT_EQ(refusal(problem, {{{0, 1}}, 0}), "TL-C5");
}

TEST(TrafficBoundTest, TLC2_ProducerOfAnOperandIsInAStar) {
  TrafficProblem problem = chain({64, 64, 64}, 64, 192);
  EXPECT_EQ(refusal(problem, {{{0}, {1}}, 0}), "accepted");
  EXPECT_EQ(refusal(problem, {{{1}}, 0}), "TL-C2");
}

TEST(TrafficBoundTest, TLC3_ComputingAgainNeverPays) {
  // A hidden element costs 2 * 4 / 13.9 - 1 reads: less than none.
  TrafficProblem problem = chain({64, 64, 4}, 64, 192);
  EXPECT_EQ(refusal(problem, {{{0}, {1}}, 0}), "TL-C3");
}

// q and k from x, scores from q and k: each class of the scores, and q and k of the projections, is of two contractions
// when the scores are projected too.
TEST(TrafficBoundTest, TLC5_EdgesOfAStarHaveTwoSides) {
  TrafficProblem problem;
  problem.memory = 192;
  // x, wq, wk, q, k, scores, w
  problem.classes = {{4096, -1}, {4096, -1}, {4096, -1}, {0, 0}, {0, 1}, {0, 2}, {4096, -1}};
  Product size{64, 64, 64};
  problem.contractions = {contraction(size, 0, 1), contraction(size, 0, 2), contraction(size, 3, 4),
                          contraction(size, 5, 6)};
  EXPECT_EQ(refusal(problem, {{{0, 1}}, 0}), "accepted");
  EXPECT_EQ(refusal(problem, {{{0, 1}, {2, 3}}, 0}), "accepted");
  EXPECT_EQ(refusal(problem, {{{0, 1, 2}}, 0}), "TL-C5");
  EXPECT_EQ(refusal(problem, {{{0, 1, 2, 3}}, 0}), "TL-C5");
  // Three tensors, a product of each two.
  TrafficProblem circle;
  circle.memory = 192;
  circle.classes = {{4096, -1}, {4096, -1}, {4096, -1}};
  circle.contractions = {contraction(size, 0, 1), contraction(size, 1, 2), contraction(size, 2, 0)};
  EXPECT_EQ(refusal(circle, {{{0, 1, 2}}, 0}), "TL-C5");
  EXPECT_EQ(refusal(circle, {{{0, 1}}, 0}), "accepted");
}

TEST(TrafficBoundTest, TLC6_StarIsLongerThanItsFirstReads) {
  TrafficProblem problem = chain({4, 4, 4}, 0, 48);
  EXPECT_EQ(refusal(problem, {{{0}}, 0}), "accepted");
  problem.memory = 49;
  EXPECT_EQ(refusal(problem, {{{0}}, 0}), "TL-C6");
}

TEST(TrafficBoundTest, TLC4_BoundIsWhatTheStarsProve) {
  TrafficProblem problem = chain({64, 64, 64}, 64, 192);
  TrafficCertificate found = boundTraffic(problem);
  EXPECT_EQ(refusal(problem, found), "accepted");
  found.bound *= 1.0001;
  EXPECT_EQ(refusal(problem, found), "TL-C4");
  found.bound = NAN;
  EXPECT_EQ(refusal(problem, found), "TL-C4");
}

} // namespace
