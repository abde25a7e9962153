//===- LoopBoundTest.cpp - Bounds of tile loops against walked nests ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whole blocks are compared with every tiling in ExhaustiveTest.cpp. Here nests are walked tile by tile: what a tensor
// holds is what its tiles touch from one load to the next.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/LoopBound.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

using namespace alcove;
using namespace alcove::plan;

namespace {

/// One product of elements of one byte; its operands are inputs.
LoopProblem product(int64_t rows, int64_t columns, int64_t depth, double memory) {
  LoopProblem problem;
  problem.memory = memory;
  problem.inputBytes = {static_cast<double>(rows * depth), static_cast<double>(depth * columns)};
  problem.outputBytes = static_cast<double>(rows * columns);
  LoopContraction own;
  own.rows = rows;
  own.columns = columns;
  own.depth = depth;
  own.operands[0] = {0, -1, LoopLink::None, problem.inputBytes[0], 1};
  own.operands[1] = {1, -1, LoopLink::None, problem.inputBytes[1], 1};
  problem.contractions = {own};
  return problem;
}

/// x[m, k] w[k, h] v[h, n].
LoopProblem chain(int64_t m, int64_t k, int64_t h, int64_t n, double memory) {
  LoopProblem problem = product(m, h, k, memory);
  LoopContraction second;
  second.rows = m;
  second.columns = n;
  second.depth = h;
  problem.inputBytes.insert(problem.inputBytes.end(), {0, static_cast<double>(h * n)});
  second.operands[0] = {2, 0, LoopLink::Straight, static_cast<double>(m * h), 1};
  second.operands[1] = {3, -1, LoopLink::None, problem.inputBytes[3], 1};
  problem.contractions[0].storeBytes = static_cast<double>(m * h);
  problem.contractions.push_back(second);
  problem.outputBytes = static_cast<double>(m * n);
  return problem;
}

/// o[m, l] u[l, k] in front of a chain.
LoopProblem chainOfThree(int64_t m, int64_t l, int64_t k, int64_t h, int64_t n, double memory) {
  LoopProblem problem = chain(m, l, k, h, memory);
  LoopContraction last;
  last.rows = m;
  last.columns = n;
  last.depth = h;
  problem.inputBytes.insert(problem.inputBytes.end(), {0, static_cast<double>(h * n)});
  last.operands[0] = {4, 1, LoopLink::Straight, static_cast<double>(m * h), 1};
  last.operands[1] = {5, -1, LoopLink::None, problem.inputBytes[5], 1};
  problem.contractions[1].storeBytes = static_cast<double>(m * h);
  problem.contractions.push_back(last);
  problem.outputBytes = static_cast<double>(m * n);
  return problem;
}

/// `count` products with one left operand, each `columns` wide.
LoopProblem siblings(int count, int64_t rows, int64_t columns, int64_t depth, double memory) {
  LoopProblem problem = product(rows, columns, depth, memory);
  for (int i = 1; i < count; ++i) {
    problem.inputBytes.push_back(problem.inputBytes[1]);
    problem.contractions.push_back(problem.contractions[0]);
    problem.contractions.back().operands[1].of = i + 1;
  }
  problem.outputBytes *= count;
  return problem;
}

/// Loads and stores of one product: loops from outside in `order` (0 rows, 1 columns, 2 depth), tensors left, right and
/// result by the loop that they do not move with (1, 0, 2). One that stays is moved again when its part changes: all
/// that it touches while the loops inside of the one that it does not move with run.
double walked(const int64_t extent[3], const int64_t tile[3], const int order[3], const bool stays[3], double memory) {
  constexpr int missing[3] = {1, 0, 2};
  int place[3];
  for (int p = 0; p < 3; ++p)
    place[order[p]] = p;
  double held = 0, moved = 0;
  for (int tensor = 0; tensor < 3; ++tensor) {
    double part = 1;
    for (int loop = 0; loop < 3; ++loop)
      if (loop != missing[tensor])
        part *= static_cast<double>(stays[tensor] && place[loop] > place[missing[tensor]] ? extent[loop] : tile[loop]);
    held += stays[tensor] || tensor == 2 ? part : 1;
  }
  if (!stays[0] && !stays[1])
    held += static_cast<double>(std::min(tile[0], tile[1]) - 1);
  if (held > memory)
    return HUGE_VAL;
  std::set<std::vector<int64_t>> begun;
  int64_t at[3];
  for (at[order[0]] = 0; at[order[0]] < extent[order[0]]; at[order[0]] += tile[order[0]])
    for (at[order[1]] = 0; at[order[1]] < extent[order[1]]; at[order[1]] += tile[order[1]])
      for (at[order[2]] = 0; at[order[2]] < extent[order[2]]; at[order[2]] += tile[order[2]])
        for (int tensor = 0; tensor < 3; ++tensor) {
          std::vector<int64_t> here;
          double elements = 1;
          for (int loop = 0; loop < 3; ++loop)
            if (loop != missing[tensor]) {
              here.push_back(at[loop]);
              elements *= static_cast<double>(std::min(tile[loop], extent[loop] - at[loop]));
            }
          bool first = begun.insert({tensor, here[0], here[1]}).second;
          // Sums that went away are stored and come back.
          if (first || !stays[tensor])
            moved += tensor < 2 ? elements : first ? 0 : 2 * elements;
        }
  return moved + static_cast<double>(extent[0] * extent[1]);
}

double leastWalked(int64_t rows, int64_t columns, int64_t depth, double memory) {
  double best = HUGE_VAL;
  const int64_t extent[3] = {rows, columns, depth};
  int order[3] = {0, 1, 2};
  do
    for (int choice = 0; choice < 8; ++choice) {
      const bool stays[3] = {(choice & 1) != 0, (choice & 2) != 0, (choice & 4) != 0};
      int64_t tile[3];
      for (tile[0] = 1; tile[0] <= rows; ++tile[0])
        for (tile[1] = 1; tile[1] <= columns; ++tile[1])
          for (tile[2] = 1; tile[2] <= depth; ++tile[2])
            best = std::min(best, walked(extent, tile, order, stays, memory));
    }
  while (std::next_permutation(order, order + 3));
  return best;
}

std::string refusal(const LoopProblem &problem, const LoopCertificate &certificate) {
  Status status = verify(problem, certificate);
  return status.ok() ? "" : status.error().message.substr(0, 5);
}

} // namespace

TEST(LoopBoundTest, OneProductMovesWhatTheBestWalkedNestMoves) {
  std::mt19937_64 random(5);
  auto pick = [&](int64_t low, int64_t high) { return low + static_cast<int64_t>(random() % (high - low + 1)); };
  int above = 0;
  for (int round = 0; round < 60; ++round) {
    int64_t rows = pick(1, 7), columns = pick(1, 7), depth = pick(1, 7);
    double memory = static_cast<double>(pick(4, 24));
    double least = leastWalked(rows, columns, depth, memory);
    LoopProblem problem = product(rows, columns, depth, memory);
    LoopCertificate found = boundLoops(problem);
    ASSERT_TRUE(verify(problem, found).ok()) << verify(problem, found).error().message;
    ASSERT_DOUBLE_EQ(found.bound, least) << rows << " x " << columns << " x " << depth << " in " << memory;
    above += least > problem.inputBytes[0] + problem.inputBytes[1] + problem.outputBytes;
  }
  EXPECT_GT(above, 20);
}

TEST(LoopBoundTest, PairsByHand) {
  // 8 rows and 2 columns of depth: 16 elements of x, of y, of w and of v. Three rows of x and of y stay beside three
  // elements in between and one that passes, 16 in all; four rows would need 21. So w and v pass three times.
  LoopProblem problem = chain(8, 2, 8, 2, 16);
  LoopCertificate found = boundLoops(problem);
  ASSERT_TRUE(verify(problem, found).ok()) << verify(problem, found).error().message;
  EXPECT_DOUBLE_EQ(found.bound, 16 + 16 + 3 * (16 + 16));
  // With room for four rows twice, with room for all once.
  EXPECT_DOUBLE_EQ(boundLoops(chain(8, 2, 8, 2, 21)).bound, 16 + 16 + 2 * (16 + 16));
  EXPECT_DOUBLE_EQ(boundLoops(chain(8, 2, 8, 2, 41)).bound, 4 * 16);
}

TEST(LoopBoundTest, ThreeByHand) {
  // The 4 weights of the first stay beside four rows of one column of y, a column of four in between and what passes. So
  // they and o are read once, x is made again whenever it is asked for, w passes for two tiles of rows and two of columns,
  // and v for two of rows.
  LoopProblem problem = chainOfThree(8, 2, 2, 8, 2, 16);
  LoopCertificate found = boundLoops(problem);
  ASSERT_TRUE(verify(problem, found).ok()) << verify(problem, found).error().message;
  auto three = std::ranges::find_if(found.claims, [](const LoopClaim &claim) { return claim.members.size() == 3; });
  ASSERT_NE(three, found.claims.end());
  EXPECT_DOUBLE_EQ(three->bytes, 16 + 4 + 2 * 2 * 16 + 2 * 16);
  three->bytes += 1;
  EXPECT_EQ(refusal(problem, found), "LB-C3");
}

TEST(LoopBoundTest, LBP1_RefusesWhatIsNoProblem) {
  EXPECT_TRUE(check(chain(4, 2, 4, 2, 9)).ok());
  auto refused = [](auto change) {
    LoopProblem problem = chain(4, 2, 4, 2, 9);
    change(problem);
    Status status = check(problem);
    return !status.ok() && status.error().message.starts_with("LB-P1");
  };
  EXPECT_TRUE(refused([](LoopProblem &p) { p.memory = 0; }));
  EXPECT_TRUE(refused([](LoopProblem &p) { p.outputBytes = HUGE_VAL; }));
  EXPECT_TRUE(refused([](LoopProblem &p) { p.inputBytes[0] = -1; }));
  EXPECT_TRUE(refused([](LoopProblem &p) { p.contractions[0].rows = 0; }));
  EXPECT_TRUE(refused([](LoopProblem &p) { p.contractions[1].elementBytes = 0; }));
  EXPECT_TRUE(refused([](LoopProblem &p) { p.contractions[1].operands[0].from = 1; }));
  EXPECT_TRUE(refused([](LoopProblem &p) { p.contractions[1].operands[0].of = 4; }));
  EXPECT_TRUE(refused([](LoopProblem &p) { p.contractions[1].operands[1].of = -1; }));
  EXPECT_TRUE(refused([](LoopProblem &p) { p.contractions[1].operands[1].link = LoopLink::Crossed; }));
}

TEST(LoopBoundTest, LBC1_ClaimsAreAboutContractionsThatBelongTogether) {
  LoopProblem problem = chain(8, 2, 8, 2, 16);
  auto refused = [&](LoopClaim claim) {
    LoopCertificate lie = boundLoops(problem);
    lie.claims.push_back(std::move(claim));
    return refusal(problem, lie);
  };
  EXPECT_EQ(refused({{0, 1}, true, -1, 0, 1}), "");
  EXPECT_EQ(refused({{}, false, -1, 0, 1}), "LB-C1");
  EXPECT_EQ(refused({{2}, false, -1, 0, 1}), "LB-C1");
  EXPECT_EQ(refused({{0, 0}, false, -1, 0, 1}), "LB-C1");
  EXPECT_EQ(refused({{0, 1}, false, 0, 0, 1}), "LB-C1");
  EXPECT_EQ(refused({{0}, true, -1, 0, 1}), "LB-C1");
  problem = chainOfThree(8, 2, 2, 8, 2, 16);
  EXPECT_EQ(refused({{0, 1, 2}, true, -1, 1, 1}), "");
  problem.contractions[1].operands[0].link = LoopLink::None;
  EXPECT_EQ(refused({{0, 1, 2}, true, -1, 1, 1}), "LB-C1");
  EXPECT_EQ(refused({{0, 1}, true, -1, 0, 1}), "LB-C1");
  // Linked the other way round: 8 rows are 8 of the depth, but these are not the 2 columns.
  problem = chain(8, 2, 4, 2, 16);
  problem.contractions[1].operands[0].link = LoopLink::Crossed;
  EXPECT_EQ(refused({{0, 1}, true, -1, 0, 1}), "LB-C1");
}

TEST(LoopBoundTest, LBC2_NoNestOfABlockMovesLess) {
  for (double memory : {9.0, 20.0, 33.0}) {
    LoopProblem problem = siblings(3, 9, 5, 7, memory);
    LoopCertificate found = boundLoops(problem);
    ASSERT_EQ(refusal(problem, found), "");
    for (size_t c = 0; c < found.claims.size(); ++c) {
      LoopCertificate lie = found;
      lie.claims[c].bytes *= 1.001;
      EXPECT_EQ(refusal(problem, lie), "LB-C2") << c;
    }
  }
}

TEST(LoopBoundTest, LBC3_NoNestOfAPairMovesLess) {
  LoopProblem problem = chain(8, 2, 8, 2, 16);
  LoopCertificate found = boundLoops(problem);
  auto pair = std::ranges::find_if(found.claims, [](const LoopClaim &claim) { return claim.pair; });
  ASSERT_NE(pair, found.claims.end());
  EXPECT_DOUBLE_EQ(pair->bytes, 16 + 3 * 32);
  pair->bytes += 1;
  EXPECT_EQ(refusal(problem, found), "LB-C3");
}

TEST(LoopBoundTest, LBC4_DecisionsAreAboutResults) {
  LoopProblem problem = chain(8, 2, 8, 2, 16);
  LoopCertificate found = boundLoops(problem);
  ASSERT_EQ(found.decided.size(), 1u);
  LoopCertificate twice = found, input = found, nothing = found;
  twice.decided.push_back(found.decided[0]);
  EXPECT_EQ(refusal(problem, twice), "LB-C4");
  input.decided = {{1, 1}};
  EXPECT_EQ(refusal(problem, input), "LB-C4");
  // Nothing is decided: storing the result and reading it count as nothing, and so does what a pair needs.
  nothing.decided.clear();
  EXPECT_EQ(refusal(problem, nothing), "LB-C6");
}

TEST(LoopBoundTest, LBC5_SharedLoadsCountOnce) {
  // All of the left operand stays: three products read it once together.
  LoopProblem problem = siblings(3, 4, 6, 4, 40);
  LoopCertificate found = boundLoops(problem);
  ASSERT_EQ(refusal(problem, found), "");
  EXPECT_DOUBLE_EQ(found.bound, 16 + 3 * 24 + 3 * 24);
  found.bound += 16;
  EXPECT_EQ(refusal(problem, found), "LB-C6");
  // The third reads it as part of what the others compute, from slow memory: it has a load of its own.
  problem.contractions[2].operands[0].from = 1;
  problem.contractions[1].storeBytes = 1000;
  LoopCertificate apart = boundLoops(problem);
  ASSERT_EQ(refusal(problem, apart), "");
  EXPECT_DOUBLE_EQ(apart.bound, 16 + 3 * 24 + 3 * 24);
  problem.contractions[1].storeBytes = 0;
  EXPECT_DOUBLE_EQ(boundLoops(problem).bound, 16 + 3 * 24 + 3 * 24);
  // In the loop of the second it may cost nothing; without that decision it is not counted at all.
  EXPECT_EQ(apart.decided.size(), 1u);
}

TEST(LoopBoundTest, LBC6_TheBoundIsWhatTheClaimsAddUpTo) {
  LoopProblem problem = chain(8, 2, 8, 2, 16);
  LoopCertificate found = boundLoops(problem);
  LoopCertificate more = found, fewer = found;
  more.bound += 0.5;
  EXPECT_EQ(refusal(problem, more), "LB-C6");
  std::erase_if(fewer.claims, [](const LoopClaim &claim) { return claim.pair; });
  EXPECT_EQ(refusal(problem, fewer), "LB-C6");
  // An input that no contraction reads counts once.
  problem.inputBytes.push_back(7);
  EXPECT_DOUBLE_EQ(boundLoops(problem).bound, found.bound + 7);
}
