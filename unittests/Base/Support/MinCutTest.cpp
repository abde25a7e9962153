//===- MinCutTest.cpp -----------------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/MinCut.h"
#include "alcove/Base/Support/Random.h"

#include <gtest/gtest.h>

using namespace alcove;

namespace {

struct Problem {
  int variables = 0;
  std::vector<int64_t> ifFalse, ifTrue;
  std::vector<std::tuple<int, int, int64_t>> pairs; ///< a false and b true

  int64_t costOf(unsigned assignment) const {
    auto isTrue = [&](int variable) { return (assignment >> variable & 1) != 0; };
    int64_t cost = 0;
    for (int i = 0; i < variables; ++i)
      cost += isTrue(i) ? ifTrue[i] : ifFalse[i];
    for (auto [a, b, price] : pairs)
      if (!isTrue(a) && isTrue(b))
        cost += price;
    return cost;
  }
};

Problem randomProblem(Random &random) {
  Problem problem;
  problem.variables = 1 + static_cast<int>(random.below(8));
  for (int i = 0; i < problem.variables; ++i) {
    problem.ifFalse.push_back(static_cast<int64_t>(random.below(12)));
    problem.ifTrue.push_back(static_cast<int64_t>(random.below(12)));
  }
  for (uint64_t left = random.below(14); left > 0; --left)
    problem.pairs.emplace_back(static_cast<int>(random.below(problem.variables)),
                               static_cast<int>(random.below(problem.variables)),
                               random.below(5) == 0 ? MinCut::never / 64 : static_cast<int64_t>(random.below(10)));
  return problem;
}

unsigned solve(const Problem &problem) {
  MinCut cut;
  std::vector<int> variables;
  for (int i = 0; i < problem.variables; ++i) {
    variables.push_back(cut.addVariable());
    cut.costIfFalse(variables[i], problem.ifFalse[i]);
    cut.costIfTrue(variables[i], problem.ifTrue[i]);
  }
  for (auto [a, b, price] : problem.pairs)
    cut.costIfFalseAndTrue(variables[a], variables[b], price);
  std::vector<bool> isTrue = cut.solve();
  unsigned assignment = 0;
  for (int i = 0; i < problem.variables; ++i)
    assignment |= static_cast<unsigned>(isTrue[variables[i]]) << i;
  return assignment;
}

// x alone would be true (2 against 5); beside y, which is cheap only when false, the pair costs 4: both stay false.
TEST(MinCutTest, PairDecides) {
  MinCut cut;
  int x = cut.addVariable(), y = cut.addVariable();
  cut.costIfFalse(x, 5);
  cut.costIfTrue(x, 2);
  cut.costIfTrue(y, 100);
  cut.costIfFalseAndTrue(y, x, 4);
  std::vector<bool> isTrue = cut.solve();
  EXPECT_FALSE(isTrue[x]);
  EXPECT_FALSE(isTrue[y]);
}

// The cost of every assignment is tried: the answer has the least, and of several the fewest true variables.
TEST(MinCutTest, LeastOfAllAssignments) {
  Random random(17);
  for (int round = 0; round < 3000; ++round) {
    Problem problem = randomProblem(random);
    int64_t least = INT64_MAX;
    int fewest = 0;
    for (unsigned assignment = 0; assignment < 1u << problem.variables; ++assignment) {
      int64_t cost = problem.costOf(assignment);
      int isTrue = __builtin_popcount(assignment);
      if (cost < least || (cost == least && isTrue < fewest)) {
        least = cost;
        fewest = isTrue;
      }
    }
    unsigned answer = solve(problem);
    ASSERT_EQ(problem.costOf(answer), least) << "round " << round;
    ASSERT_EQ(__builtin_popcount(answer), fewest) << "round " << round;
  }
}

} // namespace
