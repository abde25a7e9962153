//===- SpaceTest.cpp - Which space a bound is one of ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forgers of spaces leave out what would be better, or claim another order, and prove what is left honestly. Whatever
// they do is refused, or the space is printed as a part, and nothing is optimal in it.
//
//===----------------------------------------------------------------------===//
#include "Pencil.h"
#include "PictureProblem.h"
#include "SpecSpace.h"
#include "alcove/Plan/FunctionLayout/Certificate.h"
#include "alcove/Plan/FunctionLayout/Format/FunctionLayoutFiles.h"
#include "alcove/Plan/FunctionLayout/Policies/SearchSpace.h"
#include "alcove/Plan/FunctionLayout/Policy.h"
#include "alcove/Plan/LayoutChoice/Planner.h"
#include "testing/Plan/FunctionLayout/RandomFunction.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::testing;
using alcove::plan::testing::Pencil;
using ::testing::HasSubstr;
using By = SpaceShare::By;

namespace {

FunctionPlan globalPlan(const FunctionLayout &problem, const FunctionPolicyOptions &given = {}) {
  FunctionPolicyOptions options = given;
  options.certificate = true;
  options.budget = {.workUnits = 4'000'000};
  return planFunction(problem, *makeFunctionPolicy("Global", options).value()).plan;
}

/// The picture of Problem.h, whose ops have a model.
FunctionLayout picture() {
  FunctionLayout problem = plan::testing::pictureProblem();
  for (OpClass &opClass : problem.classes)
    opClass.traits.modelled = true;
  return problem;
}

FunctionLayout drawFunction(uint64_t seed, int32_t mostOps) {
  Random random(seed);
  RandomFunctionOptions options;
  options.minOps = 2;
  options.maxOps = mostOps;
  return randomFunction(random, options);
}

/// Proves the greatest bounds of the lists and the order that stand in `forged`.
void proveAgain(const FunctionLayout &problem, FunctionCertificate &forged) {
  PlannerOptions options;
  options.certificate = true;
  auto prove = [&](bool anyOrder) {
    return makeLayoutPlanner(options)->run(relaxationOf(problem, forged, anyOrder), Budget{.workUnits = 4'000'000},
                                           nullptr);
  };
  LayoutResult inOrder = prove(false);
  forged.bound = std::max<Picoseconds>(inOrder.bound, 0);
  forged.proof = *inOrder.certificate;
  if (!forged.anyOrderBound)
    return;
  LayoutResult any = prove(true);
  forged.anyOrderBound = std::max<Picoseconds>(any.bound, 0);
  forged.anyOrderProof = *any.certificate;
}

/// What the checker says of a plan and a certificate that went through their files.
Result<CertifiedPlan> ask(const FunctionLayout &problem, const FunctionPlan &plan,
                          const FunctionCertificate &certificate) {
  ALCOVE_ASSIGN_OR_RETURN(FunctionPlan read, formats::parseFunctionPlan(formats::writeFunctionPlan(plan)));
  ALCOVE_ASSIGN_OR_RETURN(FunctionCertificate proof,
                          formats::parseFunctionCertificate(formats::writeFunctionCertificate(certificate)));
  if (PlanVerdict verdict = verify(problem, read); !verdict.ok())
    return Error{verdict.violation->rule + ": " + verdict.violation->message};
  ALCOVE_RETURN_IF_ERROR(checkCertificate(problem, proof));
  return certify(problem, read, proof);
}

/// The lists hold what `plan` takes and, with chance `more`, each other one.
void keepOnlyThoseOf(const FunctionLayout &problem, const FunctionPlan &plan, double more, Random &random,
                     FunctionCertificate &forged) {
  std::set<std::pair<int32_t, int32_t>> candidates, layouts;
  for (size_t op = 0; op < problem.numOps(); ++op)
    candidates.insert({problem.ops[op].opClass, plan.candidate[op]});
  for (const Copy &copy : plan.copies)
    layouts.insert({problem.tensors[copy.tensor].kind, copy.layout});
  auto keep = [&](std::vector<std::vector<int32_t>> &lists, const std::set<std::pair<int32_t, int32_t>> &used) {
    for (int32_t i = 0; i < static_cast<int32_t>(lists.size()); ++i)
      std::erase_if(lists[i], [&](int32_t item) { return !used.contains({i, item}) && !random.chance(more); });
  };
  keep(forged.candidates, candidates);
  keep(forged.layouts, layouts);
}

struct Forgery {
  FunctionPlan plan;
  FunctionCertificate certificate;
};

/// One way to make a plan look better than it is.
Forgery forge(const FunctionLayout &problem, const FunctionPlan &honest, Random &random) {
  Forgery forged{honest, *honest.certificate};
  FunctionCertificate &certificate = forged.certificate;
  bool slow = random.chance(0.6); // a plan that is worse, in a space of its own
  if (slow)
    forged.plan = asItStands(problem);
  forged.plan.bound.reset();
  forged.plan.inSpace = true;
  switch (random.below(6)) {
  case 0: // its own candidates and layouts only, and no rule
    certificate.layoutsPerSharding.reset();
    keepOnlyThoseOf(problem, forged.plan, 0, random, certificate);
    break;
  case 1: // the same under the rule's name
    keepOnlyThoseOf(problem, forged.plan, 0, random, certificate);
    break;
  case 2: // some that would be better left out
    keepOnlyThoseOf(problem, forged.plan, 0.5, random, certificate);
    break;
  case 3: // the same lists, and a rule that takes more
    certificate.layoutsPerSharding = *certificate.layoutsPerSharding + 1 + static_cast<int32_t>(random.below(5));
    break;
  case 4: // another order
    certificate.order = randomPlan(random, problem).order;
    break;
  default: // the plan says what the certificate does not
    forged.plan.bound = random.chance(0.5) ? forged.plan.time : forged.plan.time * 10;
    forged.plan.inSpace = random.chance(0.5);
    break;
  }
  proveAgain(problem, certificate);
  return forged;
}

struct Tally {
  int refused = 0, parts = 0, named = 0, honest = 0, better = 0;
};

/// `Optimal` is true of no forgery but in a space that holds all or that a rule names, and there nothing is faster.
void forgeSpaces(uint64_t firstSeed, int forgeries, Tally &tally) {
  for (uint64_t seed = firstSeed; tally.refused + tally.parts + tally.named + tally.honest < forgeries; ++seed) {
    FunctionLayout problem = drawFunction(seed, 6);
    FunctionPlan honest = globalPlan(problem);
    ASSERT_TRUE(honest.certificate) << "seed " << seed;
    Random random(seed);
    for (int i = 0; i < 8; ++i) {
      Forgery forged = forge(problem, honest, random);
      Result<CertifiedPlan> answer = ask(problem, forged.plan, forged.certificate);
      if (!answer.ok()) {
        ++tally.refused;
        continue;
      }
      std::string where = "seed " + std::to_string(seed) + ", forgery " + std::to_string(i) + ": " +
                          answer->space.text() + "; " + answer->outside;
      bool optimal = answer->standing == Standing::Optimal;
      bool part = answer->space.by == By::Part;
      EXPECT_FALSE(optimal && (part || !answer->inSpace || !answer->bound)) << where;
      EXPECT_EQ(answer->sameOrder, forged.plan.order == forged.certificate.order) << where;
      if (optimal) { // then it is: the planner's own plan is in the same space, or outside of it
        EXPECT_LE(forged.plan.time, honest.inSpace ? honest.time : maxTime) << where;
      }
      if (answer->standing == Standing::BetterThanSpace)
        EXPECT_FALSE(answer->inSpace) << where;
      tally.parts += part;
      tally.named += !part && !answer->sameOrder;
      tally.honest += !part && answer->sameOrder;
      tally.better += answer->standing == Standing::BetterThanSpace;
    }
  }
}

std::string refusal(const FunctionLayout &problem, const FunctionPlan &plan, const FunctionCertificate &certificate) {
  Result<CertifiedPlan> answer = ask(problem, plan, certificate);
  return answer.ok() ? "" : answer.error().message;
}

} // namespace

TEST(SpaceTest, ForgedSpacesAreRefusedOrParts) {
  Tally tally;
  forgeSpaces(1, 200, tally);
  EXPECT_GT(tally.refused, 40);
  EXPECT_GT(tally.parts, 20);
  EXPECT_GT(tally.named, 5);
}

TEST(SpaceTest, SlowForgedSpacesAreRefusedOrParts) {
  Tally tally;
  forgeSpaces(1000, 2000, tally);
  EXPECT_GT(tally.refused, 400);
  EXPECT_GT(tally.parts, 200);
  EXPECT_GT(tally.named, 50);
  printf("%d refused, %d parts, %d orders named, %d true as they stand, %d better than their space\n", tally.refused,
         tally.parts, tally.named, tally.honest, tally.better);
}

/// The planner's plan and its certificate say the same of its standing.
TEST(SpaceTest, PlannerAndCheckerAgreeOnTheStanding) {
  int counts[3] = {};
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    FunctionLayout problem = drawFunction(seed, 12);
    FunctionPlan plan = globalPlan(problem);
    Result<CertifiedPlan> answer = ask(problem, plan, *plan.certificate);
    ASSERT_TRUE(answer.ok()) << "seed " << seed << ": " << answer.error().message;
    EXPECT_NE(answer->space.by, By::Part) << "seed " << seed;
    if (!answer->sameOrder)
      continue;
    EXPECT_EQ(answer->inSpace, plan.inSpace) << "seed " << seed << ": " << answer->outside;
    EXPECT_EQ(answer->bound, plan.bound) << "seed " << seed;
    EXPECT_EQ(answer->standing, standingOf(plan.time, *plan.bound, plan.inSpace)) << "seed " << seed;
    ++counts[static_cast<size_t>(answer->standing)];
  }
  for (int count : counts)
    EXPECT_GT(count, 0);
}

/// Whatever the planner lists, for any number of layouts and with what other plans add, holds what the rule takes.
TEST(SpaceTest, FP12_ThePlannersSpaceIsTheRules) {
  int64_t missing = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    FunctionLayout problem = drawFunction(seed, 8);
    for (int perSharding : {1, 2, 3}) {
      SearchSpace space = enumerate(problem, perSharding, {});
      FunctionCertificate lists;
      lists.layouts = space.layouts;
      lists.candidates = space.candidates;
      lists.layoutsPerSharding = perSharding;
      Result<SpaceShare> share = shareOf(problem, lists);
      ASSERT_TRUE(share.ok()) << "seed " << seed << ", " << perSharding << ": " << share.error().message;
      EXPECT_NE(share->by, By::Part);
      EXPECT_LE(share->candidates, share->candidatesOf);
      // One that the rule takes, and no other spares, is missed.
      for (std::vector<int32_t> &list : lists.candidates)
        if (list.size() > 1) {
          int32_t gone = list.back();
          list.pop_back();
          missing += !shareOf(problem, lists).ok();
          list.push_back(gone);
        }
    }
  }
  EXPECT_GT(missing, 500);
}

/// How often a source is asked that answers as `accepts` says, about an op with three programs for each layout of its
/// result in L1; and what the space then has.
int64_t questionsOf(bool areFurther, const Pencil::Accepts &accepts, std::vector<std::vector<int32_t>> &candidates) {
  Pencil pencil(100);
  pencil.returns(pencil.op("f", OpKind::Binary, {pencil.argument("%a"), pencil.argument("%b")}));
  pencil.accept("f", accepts);
  for (const char *name : {"l1", "h8", "w8", "h4"})
    for (int rank = 0; rank < 3; ++rank)
      pencil.classNamed("f").configs.push_back(
          {fmt::format("program {}", rank), pencil.layout(name), areFurther && rank > 0});
  candidates = enumerate(pencil.finish(), 3, {}).candidates;
  return pencil.questions;
}

TEST(SpaceTest, FurtherConfigurationsAreAskedForWhereThoseBeforeThemRun) {
  std::vector<std::vector<int32_t>> all, left;
  auto onlyH8 = [](const Pencil::Names &, const std::string &made) { return made == "dram" || made == "h8"; };
  int64_t asked = questionsOf(false, onlyH8, all);
  EXPECT_LT(questionsOf(true, onlyH8, left), asked);
  EXPECT_EQ(left, all);
  auto any = [](const Pencil::Names &, const std::string &) { return true; };
  asked = questionsOf(false, any, all);
  EXPECT_EQ(questionsOf(true, any, left), asked);
  EXPECT_EQ(left, all);
}

TEST(SpaceTest, FP12_WhatTheRuleTakesIsListed) {
  FunctionLayout problem = picture();
  FunctionPlan plan = globalPlan(problem);
  FunctionCertificate certificate = *plan.certificate;
  ASSERT_TRUE(ask(problem, plan, certificate).ok());
  EXPECT_EQ(ask(problem, plan, certificate)->space.by, By::All);
  std::erase(certificate.candidates[0], 2); // relu reads %a in L1 no more
  EXPECT_THAT(refusal(problem, plan, certificate), HasSubstr("FP-12: candidates[0] ('relu') lacks 2"));
  certificate.layouts[0] = {plan::testing::layoutInDram};
  EXPECT_THAT(refusal(problem, plan, certificate), HasSubstr("FP-12: layouts[0] lacks 1 ('l1')"));
  certificate = *plan.certificate;
  certificate.layoutsPerSharding.reset();
  std::erase(certificate.candidates[0], 2);
  proveAgain(problem, certificate);
  plan.bound.reset();
  Result<CertifiedPlan> part = ask(problem, plan, certificate);
  ASSERT_TRUE(part.ok()) << part.error().message;
  EXPECT_EQ(part->space.text(), "a part that the certificate chose: 1 of 1 L1 layouts, 4 of 5 candidates");
  EXPECT_TRUE(part->inSpace);
  EXPECT_EQ(part->standing, Standing::Open);
}

/// The program as it stands is 21,000, and in a space of its own nothing is faster.
TEST(SpaceTest, FP13_APlanIsOfTheSpaceOrNot) {
  FunctionLayout problem = picture();
  FunctionPlan best = globalPlan(problem), slow = asItStands(problem);
  FunctionCertificate own = *best.certificate;
  own.layoutsPerSharding.reset();
  own.candidates = {{0}, {0}};
  own.layouts[0] = {plan::testing::layoutInDram};
  proveAgain(problem, own);
  EXPECT_EQ(own.bound, slow.time);
  Result<CertifiedPlan> answer = ask(problem, slow, own);
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_TRUE(answer->inSpace);
  EXPECT_EQ(answer->standing, Standing::Open); // of a part
  best.bound.reset();
  answer = ask(problem, best, own);
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_FALSE(answer->inSpace);
  EXPECT_THAT(answer->outside, HasSubstr("which is not listed for its class"));
  EXPECT_EQ(answer->standing, Standing::BetterThanSpace);
  best.bound = 1;
  EXPECT_THAT(refusal(problem, best, own), HasSubstr("FP-13: the plan says that it is of the space"));
}

TEST(SpaceTest, FP14_NoPlanClaimsMoreThanIsProved) {
  FunctionLayout problem = picture();
  FunctionPlan plan = globalPlan(problem);
  EXPECT_EQ(refusal(problem, plan, *plan.certificate), "");
  FunctionCertificate weaker = *plan.certificate;
  weaker.bound -= 1;
  weaker.anyOrderBound.reset();
  EXPECT_THAT(refusal(problem, plan, weaker), HasSubstr("FP-14: the plan says that nothing takes less than"));
}

TEST(SpaceTest, FL21_ABoundIsNotAboveThePlan) {
  FunctionLayout problem = picture();
  FunctionPlan plan = globalPlan(problem);
  plan.bound = plan.time;
  EXPECT_TRUE(verify(problem, plan).ok());
  for (Picoseconds forged : {plan.time + 1, plan.time * 10, Picoseconds(-1)}) {
    plan.bound = forged;
    ASSERT_FALSE(verify(problem, plan).ok()) << forged;
    EXPECT_EQ(verify(problem, plan).violation->rule, "FL-21");
  }
  plan.inSpace = false; // then it is one on others, which take no longer than the program as it stands
  plan.bound = asItStands(problem).time;
  EXPECT_TRUE(verify(problem, plan).ok());
  plan.bound = *plan.bound + 1;
  EXPECT_FALSE(verify(problem, plan).ok());
}
