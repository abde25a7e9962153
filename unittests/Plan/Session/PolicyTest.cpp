//===- PolicyTest.cpp - Policies of sessions against enumeration ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PrefillDecode.h"

#include "alcove/Base/Support/Random.h"
#include "alcove/Plan/Session/Certificate.h"
#include "alcove/Plan/Session/Format/SessionFiles.h"
#include "alcove/Plan/Session/Policy.h"
#include "testing/Plan/CertificateForger.h"
#include "testing/Plan/Session/RandomSession.h"

#include <gmock/gmock.h>

using namespace alcove;
using namespace alcove::plan::session;
using alcove::plan::Budget;
using testing::HasSubstr;

namespace {

SessionResult solve(const Problem &problem, std::string_view policy = "exact") {
  return makePolicy(policy).value()->run(problem, Budget{.workUnits = 50'000'000});
}

TEST(SessionPolicy, TwoLayoutsWhereTheyFitAndPay) {
  Problem problem = prefillDecode();
  // 900 bytes: both layouts and the cache take 1000. Rows for both: 100 + 20 * 14 + 5; a copy in prefill has no room.
  SessionResult exact = solve(problem);
  EXPECT_EQ(exact.plan.cost, 385);
  EXPECT_TRUE(exact.proved);
  EXPECT_FALSE(solve(problem, "alone").plan.found());
  // Decode comes first (200 against 100) and keeps the weight sharded; prefill's copy does not fit.
  EXPECT_FALSE(solve(problem, "in-turn").plan.found());
  problem.dram.bytes = 1350;                // sharded 400, cache 200, prefill 250 + 400
  EXPECT_EQ(solve(problem).plan.cost, 312); // both kept take the same: 800 + 200 + 250
  EXPECT_EQ(solve(problem, "in-turn").plan.cost, 337);
  EXPECT_EQ(solve(problem, "alone").plan.cost, 312);
  problem.items[0].layouts[rows].once = 31; // dearer to make than to copy once
  EXPECT_EQ(solve(problem).plan.cost, 337);
}

TEST(SessionPolicy, WhatIsMissingIsNamed) {
  Problem problem = prefillDecode();
  EXPECT_EQ(shortfallOf(problem).step, -1);
  problem.items[2].layouts[0].bytes = 500; // a prefetcher's buffer, beside decode's 600 of 950
  Shortfall shortfall = shortfallOf(problem);
  EXPECT_EQ(shortfall.needed - shortfall.there, 150);
  EXPECT_THAT(
      toString(problem, shortfall),
      HasSubstr("decode needs 1100 bytes of l1 in each bank (600 for itself, 500 for what lives beside it: largest "
                "buffer 500), there are 950: 150 too few"));
  SessionResult none = solve(problem);
  EXPECT_FALSE(none.plan.found());
  EXPECT_TRUE(none.proved);
}

// At step 1 b, c and f take 2 + 6 + 2 of 10 bytes, and b lies behind a, which is gone: [.. b b c c c c c c]. c goes to L1.
TEST(SessionPolicy, PiecesThatDoNotFitAreLookedForAgain) {
  Problem problem;
  problem.dram = problem.l1 = {10, 1};
  problem.order = {{0, 1}, {0, 1}};
  problem.items = {
      {"a", ItemKind::Buffer, {0, 0}, {{"dram", Space::Dram, 2, 0}}, {0}},
      {"b", ItemKind::Buffer, {0, 1}, {{"dram", Space::Dram, 2, 0}}, {0}},
      {"c", ItemKind::Value, {1, 1}, {{"dram", Space::Dram, 6, 0}, {"l1", Space::L1, 6, 5}}, {0, 0, 0, 0}}};
  problem.functions = {{"f", 1, {{"only", 0, 0, 2, {}}}}};
  SessionResult found = solve(problem);
  ASSERT_TRUE(found.plan.found());
  EXPECT_EQ(found.plan.cost, 5);
  EXPECT_EQ(found.bound, 0);
  EXPECT_FALSE(found.proved);
  std::swap(problem.items[0], problem.items[1]); // b is first, and nothing lies between
  EXPECT_EQ(solve(problem).plan.cost, 0);
  EXPECT_TRUE(solve(problem).proved);
  std::swap(problem.items[0], problem.items[1]);
  problem.l1.bytes = 5;
  SessionResult none = solve(problem);
  EXPECT_FALSE(none.plan.found());
  EXPECT_THAT(none.why, HasSubstr("SE-V5: order[1]: f needs 2 bytes of dram in one piece, 0 are left"));
}

TEST(SessionPolicy, UnknownNamesAreRefused) {
  EXPECT_THAT(makePolicy("best").error().message, HasSubstr("alone, in-turn, exact"));
}

TEST(SessionPolicy, ExactAgreesWithEnumerationOn2000Problems) {
  int solved = 0, pieces = 0, none = 0, twice = 0, open = 0;
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    Problem problem = randomSession(seed, 4);
    ASSERT_TRUE(check(problem).ok()) << seed << ": " << check(problem).error().message;
    std::optional<Cost> least = leastCostByEnumeration(problem);
    SessionResult exact = solve(problem);
    if (!least) {
      ++none;
      EXPECT_FALSE(exact.plan.found()) << seed;
      open += !exact.proved; // the work ended before the search did
      continue;
    }
    EXPECT_EQ(exact.bound, *least) << seed;
    if (!exact.proved) { // the sums fit, the pieces do not
      ++pieces;
      EXPECT_FALSE(exact.plan.found() && exact.plan.cost <= *least) << seed;
      continue;
    }
    ++solved;
    Result<Account> account = verify(problem, exact.plan);
    ASSERT_TRUE(account.ok()) << seed << ": " << account.error().message;
    EXPECT_EQ(account->cost, *least) << seed;
    twice += account->keptTwice > 0;
    for (std::string_view policy : {"alone", "in-turn"})
      if (Plan plan = solve(problem, policy).plan; plan.found()) {
        EXPECT_GE(plan.cost, *least) << seed << " " << policy;
      }
  }
  EXPECT_GT(solved, 800);
  EXPECT_GT(none, 200);
  EXPECT_GT(twice, 50);
  EXPECT_LT(pieces, 20);
  EXPECT_LE(open, 1);
}

TEST(SessionCertificate, SEX2_TwoThousandForgeriesAreRefused) {
  Random random(7);
  int forged = 0, accepted = 0;
  for (uint64_t seed = 1; forged < 2000; ++seed) {
    Problem problem = randomSession(seed, 4);
    SessionResult exact = solve(problem);
    if (!exact.proved || !exact.plan.found() || !exact.certificate || exact.plan.cost == 0)
      continue;
    Result<Cost> honest = checkCertificate(problem, *exact.certificate);
    ASSERT_TRUE(honest.ok()) << seed << ": " << honest.error().message;
    EXPECT_EQ(*honest, exact.plan.cost);
    int32_t nodes = static_cast<int32_t>(problem.items.size() + problem.functions.size() * (1 + problem.items.size()));
    for (size_t f = 0; f < plan::forgeries; ++f, ++forged) {
      // No certificate may prove more than the best plan costs, which enumeration knows.
      plan::LayoutCertificate lie = plan::forge(*exact.certificate, static_cast<plan::Forgery>(f),
                                                exact.plan.cost + random.between(1, 20), nodes, 3, random);
      Result<Cost> bound = checkCertificate(problem, lie);
      accepted += bound.ok() && *bound > exact.plan.cost;
    }
  }
  EXPECT_EQ(accepted, 0);
}

TEST(SessionCertificate, SEX1_ACertificateOfAnotherProblemProvesNothingHere) {
  Problem dear = prefillDecode(), cheap = prefillDecode();
  cheap.functions[1].ways[1].cost = 7;
  Result<Cost> bound = checkCertificate(cheap, *solve(dear).certificate);
  if (bound.ok())
    EXPECT_LE(*bound, solve(cheap).plan.cost);
}

TEST(SessionFiles, ProblemsAndPlansComeBack) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    Problem problem = randomSession(seed, 4);
    Result<Problem> again = formats::parseSessionProblem(formats::writeSessionProblem(problem));
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(*again, problem) << seed;
  }
  EXPECT_EQ(*formats::parseSessionPlan(formats::writeSessionPlan(shardedOnce(), 300)), shardedOnce());
}

TEST(SessionFiles, BadFilesNameThePlace) {
  std::string text = formats::writeSessionProblem(prefillDecode());
  auto refusal = [&](const std::string &from, const std::string &to) {
    std::string bad = text;
    size_t at = bad.rfind(from);
    EXPECT_NE(at, std::string::npos) << from;
    bad.replace(at, from.size(), to);
    Result<Problem> problem = formats::parseSessionProblem(bad);
    return problem.ok() ? std::string() : problem.error().message;
  };
  EXPECT_THAT(refusal("\"rate\": 20", "\"rate\": \"often\""), HasSubstr("session_problem.functions[1].rate"));
  EXPECT_THAT(refusal("\"decode\"", "\"decoder\""), HasSubstr("'decoder' is no function: prefill, decode (SE-C2)"));
  EXPECT_THAT(refusal("\"buffer\"", "\"bufer\""), HasSubstr("'bufer' is no kind of item"));
  EXPECT_THAT(refusal("\"l1\"", "\"l2\""), HasSubstr("'l2' is none of dram, l1"));
  EXPECT_THAT(refusal("\"writes\"", "\"reads\""), HasSubstr("only \"writes\" may stand here"));
  EXPECT_THAT(formats::parseSessionPlan(R"({"session_plan": {"cost": 3, "bound": 4, "ways": [], "items": []}})")
                  .error()
                  .message,
              HasSubstr("bound 4 is above the cost 3"));
}

} // namespace
