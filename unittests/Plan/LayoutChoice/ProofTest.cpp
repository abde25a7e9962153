//===- ProofTest.cpp - The rules of docs/spec/LayoutProof.md --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For every rule the step that it allows and the step that it forbids, for both checkers.
//
//===----------------------------------------------------------------------===//
#include "Exhaustive.h"
#include "ProofChecks.h"

#include <gmock/gmock.h>

using namespace alcove;
using namespace alcove::plan;
using testing::HasSubstr;
using Kind = ProofStep::Kind;

namespace {

constexpr Cost x = infiniteCost;

/// Node 0 of costs 1, 4 and node 1 of costs 2, 3; bytes 6, 2 and 5, 1; both live at times 0 to 4.
LayoutChoice twoNodes(Bytes capacity, std::vector<Cost> pairs) {
  LayoutChoice problem;
  problem.capacity = capacity;
  problem.addNode({0, 4}, std::vector<Cost>{1, 4}, std::vector<Bytes>{6, 2});
  problem.addNode({0, 4}, std::vector<Cost>{2, 3}, std::vector<Bytes>{5, 1});
  problem.addEdge(0, 1, pairs);
  return problem;
}

class Steps {
public:
  explicit Steps(LayoutChoice problem) : problem(std::move(problem)) { certificate.duals = {DualCertificate{}}; }
  Steps &add(Kind kind, int32_t i = -1, int32_t j = -1, int32_t t = -1) {
    certificate.steps.push_back({kind, i, j, t});
    return *this;
  }
  Steps &dual() { return add(Kind::Dual, 0); }
  Steps &aim(Cost target) {
    certificate.target = target;
    return *this;
  }
  /// Both checkers prove `bound`, and exhaustive search agrees that it is one.
  void prove(Cost bound) {
    EXPECT_LE(bound, exhaustive(problem));
    for (const Result<Cost> &found : {checkBound(problem, certificate), checkAlone(problem, certificate)}) {
      ASSERT_TRUE(found.ok()) << found.error().message;
      EXPECT_EQ(*found, bound);
    }
  }
  void failWith(const char *reason) {
    for (const Result<Cost> &found : {checkBound(problem, certificate), checkAlone(problem, certificate)}) {
      ASSERT_FALSE(found.ok()) << *found;
      EXPECT_THAT(found.error().message, HasSubstr(reason));
    }
  }
  LayoutChoice problem;
  LayoutCertificate certificate;
};

} // namespace

TEST(LayoutProofTest, LP1_LabelWithoutPartner) {
  Steps(twoNodes(20, {x, x, 0, 0})).add(Kind::Arc, 0, 0).dual().prove(6);
  Steps(twoNodes(20, {x, 0, 0, 0})).add(Kind::Arc, 0, 0).failWith("partner");
}

TEST(LayoutProofTest, LP2_LabelThatDoesNotFit) {
  Steps(twoNodes(6, {0, 0, 0, 0})).add(Kind::Capacity, 0, 0).dual().prove(6);
  Steps(twoNodes(7, {0, 0, 0, 0})).add(Kind::Capacity, 0, 0).failWith("fits");
}

TEST(LayoutProofTest, LP3_PairThatDoesNotFit) {
  // 6 + 5 bytes are too many: the cheapest pair is impossible, then no dual of the pair counts it.
  LayoutChoice problem = twoNodes(10, {-9, 0, 0, 0});
  Steps(problem).add(Kind::Conflict, 0, 1).dual().prove(3);
  Steps(problem).dual().prove(-6);
  Steps(problem).add(Kind::Conflict, 0, 0).failWith("no such edge");
}

TEST(LayoutProofTest, LP4_DominatedLabel) {
  // Label 1 of node 1 is dearer by one and has fewer bytes: it dominates nothing but is dominated where bytes are free.
  Steps(twoNodes(20, {0, 0, 0, 0})).add(Kind::Dominated, 1, 1, 0).dual().prove(3);
  Steps(twoNodes(10, {0, 0, 0, 0})).add(Kind::Dominated, 1, 1, 0).failWith("more bytes");
  Steps(twoNodes(20, {2, 0, 0, 0})).add(Kind::Dominated, 1, 1, 0).failWith("dearer");
  Steps(twoNodes(20, {x, 0, 0, 0})).add(Kind::Dominated, 1, 1, 0).failWith("partner");
}

TEST(LayoutProofTest, LP5_Contraction) {
  Steps(twoNodes(20, {0, x, x, 0})).add(Kind::Contract, 1, 0).dual().prove(3);
  Steps(twoNodes(20, {0, 0, x, 0})).add(Kind::Contract, 1, 0).failWith("leaves a choice");
}

TEST(LayoutProofTest, LP6_SeparableEdge) {
  Steps(twoNodes(20, {1, 5, 3, 7})).add(Kind::Separable, 0, 1).dual().prove(4);
  Steps(twoNodes(20, {1, 5, 3, 8})).add(Kind::Separable, 0, 1).failWith("not a sum");
}

TEST(LayoutProofTest, LP7_Elimination) {
  Steps(twoNodes(20, {0, 5, 5, 0})).add(Kind::Eliminate, 1).dual().prove(3);
  Steps(twoNodes(10, {0, 5, 5, 0})).add(Kind::Eliminate, 1).failWith("bytes matter");
}

TEST(LayoutProofTest, LP8_Dual) {
  // Capacity 10 and a price of 1 per byte: nodes cost 7 or 6 and 7 or 4, less 10.
  Steps steps(twoNodes(10, {0, 0, 0, 0}));
  steps.certificate.duals[0].multipliers = {{2, 1}};
  steps.dual().prove(0);
  steps.certificate.duals[0].multipliers = {{2, -1}};
  for (const Result<Cost> &found :
       {checkBound(steps.problem, steps.certificate), checkAlone(steps.problem, steps.certificate)})
    EXPECT_FALSE(found.ok());
  Steps wrong(twoNodes(20, {0, 5, 5, 0}));
  wrong.certificate.duals[0].potentials = {{0, 1, {1}, {1, 2}}};
  wrong.dual().failWith("one number per label");
}

TEST(LayoutProofTest, LP9_LabelAboveTheTarget) {
  Steps(twoNodes(20, {0, 0, 0, 0})).aim(4).dual().add(Kind::Bound, 0, 1).dual().prove(3);
  Steps(twoNodes(20, {0, 0, 0, 0})).aim(7).dual().add(Kind::Bound, 0, 1).failWith("cheaper than the target");
}

TEST(LayoutProofTest, LP10_Search) {
  // The dual alone says 3; together the cheap ones do not fit.
  auto searched = [](Cost target) {
    Steps steps(twoNodes(10, {0, 0, 0, 0}));
    steps.certificate.order = {0, 1};
    return steps.aim(target).dual().add(Kind::Search);
  };
  searched(4).prove(4);
  searched(5).failWith("left");
  Steps steps = searched(4);
  steps.certificate.order = {0};
  steps.failWith("order");
}

TEST(LayoutProofTest, LP11_Branches) {
  auto branched = [](bool joined) {
    Steps steps(twoNodes(20, {0, 9, 9, 0}));
    steps.certificate.halves = {{0}};
    steps.add(Kind::Branch, 0, 0).dual().add(Kind::Otherwise).dual();
    return joined ? steps.add(Kind::Join) : steps;
  };
  branched(true).prove(3);
  branched(false).failWith("not joined");
  Steps(twoNodes(20, {0, 9, 9, 0})).add(Kind::Otherwise).failWith("branch");
}

TEST(LayoutProofTest, LP12_Impossible) {
  Steps(twoNodes(2, {0, 0, 0, 0})).prove(infiniteCost);
  Steps(twoNodes(20, {x, x, x, x})).add(Kind::Arc, 0, 0).add(Kind::Arc, 0, 1).prove(infiniteCost);
}

TEST(LayoutProofTest, LP13_CapacityAsCost) {
  auto relaxed = [](int scaleBits, std::vector<DualCertificate::Multiplier> multipliers) {
    Steps steps(twoNodes(10, {0, 0, 0, 0}));
    steps.certificate.duals.push_back({scaleBits, 0, std::move(multipliers), {}});
    return steps.add(Kind::Relax, 1);
  };
  // A price of 1: the nodes cost 5 or 4 and 6 or 3, the constant is 2 + 1 - 10. Nobody has bytes any more.
  relaxed(0, {{2, 1}}).dual().prove(0);
  relaxed(0, {{2, 1}}).add(Kind::Dominated, 0, 0, 1).add(Kind::Eliminate, 1).dual().prove(0);
  Steps tight(twoNodes(6, {0, 0, 0, 0})); // 6 bytes do not fit beside the least of node 1, until there are none
  tight.certificate.duals.push_back({0, 0, {{2, 1}}, {}});
  tight.add(Kind::Relax, 1).add(Kind::Capacity, 0, 0).failWith("fits");
  // A price of 1/2: 3 or 4 and 4 or 3, and -3.5 is rounded down.
  relaxed(1, {{2, 1}}).dual().prove(2);
  relaxed(1, {{2, 1}}).add(Kind::Dominated, 0, 0, 1).failWith("dearer");
  // 3/4 for a byte: 4 or 4 and 5 or 3, and -5.25 is rounded down.
  relaxed(2, {{2, 3}}).add(Kind::Dominated, 0, 0, 1).add(Kind::Dominated, 1, 0, 1).dual().prove(1);
  // Forged prices; a negative one is no text that layout-proof reads.
  Steps negative = relaxed(0, {{2, -1}});
  for (const Result<Cost> &found :
       {checkBound(negative.problem, negative.certificate), checkAlone(negative.problem, negative.certificate)})
    EXPECT_FALSE(found.ok());
  relaxed(0, {{2, INT64_MAX}, {2, 1}}).failWith("too large");
  relaxed(0, {{2, int64_t(1) << 61}}).failWith("not checked");
  relaxed(0, {{2, 1}}).add(Kind::Relax, 2).failWith("no such dual");
  Steps(twoNodes(10, {0, 0, 0, 0})).aim(7).dual().add(Kind::Relax, 0).add(Kind::Bound, 0, 1).failWith("no dual");
}

// The capacity is 6. With label 0 of node 1 the price makes 4 + 2 + 2 + 5 - 6; in the other half the rows are back.
TEST(LayoutProofTest, LP13_EndsWithItsBranch) {
  Steps steps(twoNodes(6, {0, 0, 0, 0}));
  steps.certificate.duals.push_back({0, 0, {{2, 1}}, {}});
  steps.certificate.halves = {{0}};
  steps.add(Kind::Branch, 1, 0).add(Kind::Relax, 1).dual();
  steps.add(Kind::Otherwise).add(Kind::Capacity, 0, 0).dual().add(Kind::Join).prove(7);
}

TEST(LayoutProofTest, SolutionsAreJudgedToo) {
  layoutproof::Problem problem = layoutproof::readProblem(formats::writeLayoutChoice(twoNodes(10, {0, 7, 0, 0})));
  EXPECT_EQ(layoutproof::costOfSolution(problem, "[1, 0]"), 6);
  EXPECT_EQ(layoutproof::costOfSolution(problem, "{\"layout_solution\": {\"cost\": 0, \"choice\": [0, 1]}}"), 11);
  auto reason = [&](const char *text) {
    try {
      layoutproof::costOfSolution(problem, text);
    } catch (const layoutproof::Rejected &rejected) {
      return rejected.reason;
    }
    return std::string("accepted");
  };
  EXPECT_THAT(reason("[0, 0]"), HasSubstr("LC-V3"));
  EXPECT_THAT(reason("[0]"), HasSubstr("LC-V1"));
  EXPECT_THAT(reason("[0, 2]"), HasSubstr("LC-V1"));
  EXPECT_THAT(reason("[0, 0.5]"), HasSubstr("not an integer"));
}
