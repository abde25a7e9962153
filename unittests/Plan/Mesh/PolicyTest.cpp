//===- PolicyTest.cpp - Policies of meshes against enumeration ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TwoProducts.h"

#include "alcove/Base/Support/Random.h"
#include "alcove/Plan/Mesh/Certificate.h"
#include "alcove/Plan/Mesh/Format/MeshFiles.h"
#include "alcove/Plan/Mesh/Policy.h"
#include "testing/Plan/CertificateForger.h"
#include "testing/Plan/Mesh/RandomMesh.h"

#include <gmock/gmock.h>

using namespace alcove;
using namespace alcove::plan::mesh;
using alcove::plan::Budget;
using testing::HasSubstr;

namespace {

MeshResult solve(const Problem &problem, std::string_view policy = "exact") {
  return makePolicy(policy).value()->run(problem, Budget{.workUnits = 50'000'000});
}

TEST(MeshPolicy, TwoProductsAreSplitAsMegatronDoes) {
  Problem problem = twoProducts();
  EXPECT_EQ(solve(problem, "replicated").plan.cost, 200);
  EXPECT_EQ(solve(problem, "data-parallel").plan.cost, 120);
  Plan megatron = solve(problem, "megatron").plan;
  EXPECT_EQ(megatron.strategies, (std::vector<int32_t>{2, 3}));
  EXPECT_EQ(megatron.cost, 130);
  // Columns twice, with a gather of h between them; y stays split: 50 + 10 + 50.
  EXPECT_EQ(solve(problem).plan.cost, 110);
  problem.tensors[2].conversions[split1 * 4 + whole] = 25; // a dearer gather
  EXPECT_EQ(solve(problem).plan.cost, 120);
  problem.tensors[0].shardings.erase(problem.tensors[0].shardings.begin() + 1); // x has two shardings: R, S1
  problem.tensors[0].conversions = {0, 0, 10, 0};
  problem.ops[0].strategies.erase(problem.ops[0].strategies.begin() + 1);
  problem.ops[0].strategies[2].inputs[0] = 1;
  MeshResult exact = solve(problem);
  // No batch: columns, contraction, and the summands of y go to a split y for 20 instead of 30.
  EXPECT_EQ(exact.plan.cost, 120);
  EXPECT_TRUE(exact.proved);
}

TEST(MeshPolicy, LessMemoryCostsTimeUntilNothingFits) {
  Problem problem = twoProducts();
  problem.capacity = leastBytes(problem);
  MeshResult exact = solve(problem);
  ASSERT_TRUE(exact.plan.found());
  EXPECT_TRUE(verify(problem, exact.plan).ok());
  problem.capacity -= 1;
  MeshResult none = solve(problem);
  EXPECT_FALSE(none.plan.found());
  EXPECT_TRUE(none.proved);
}

TEST(MeshPolicy, UnknownNamesAreRefused) {
  EXPECT_THAT(makePolicy("best").error().message, HasSubstr("replicated, data-parallel, megatron"));
}

TEST(MeshPolicy, ExactAgreesWithEnumerationOn2000Problems) {
  int solved = 0, open = 0;
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    Problem problem = randomMesh(seed, 4);
    ASSERT_TRUE(check(problem).ok()) << seed << ": " << check(problem).error().message;
    std::optional<Cost> least = leastCostByEnumeration(problem);
    MeshResult exact = solve(problem);
    ASSERT_EQ(exact.plan.found(), least.has_value()) << seed;
    open += !exact.proved;
    if (!least)
      continue;
    ++solved;
    Result<Account> account = verify(problem, exact.plan);
    ASSERT_TRUE(account.ok()) << seed << ": " << account.error().message;
    EXPECT_EQ(account->cost, *least) << seed;
    EXPECT_LE(exact.bound, *least) << seed;
    for (std::string_view policy : {"replicated", "data-parallel", "megatron", "auto-sharding"})
      if (Plan plan = solve(problem, policy).plan; plan.found() && verify(problem, plan).ok())
        EXPECT_GE(plan.cost, *least) << seed << " " << policy;
  }
  EXPECT_GT(solved, 500);
  EXPECT_LT(solved, 2000);
  EXPECT_EQ(open, 0);
}

TEST(MeshCertificate, MPX2_TwoThousandForgeriesAreRefused) {
  Random random(7);
  int forged = 0, accepted = 0;
  for (uint64_t seed = 1; forged < 2000; ++seed) {
    Problem problem = randomMesh(seed, 4);
    MeshResult exact = solve(problem);
    if (!exact.plan.found() || !exact.certificate || exact.plan.cost == 0)
      continue;
    Result<Cost> honest = checkCertificate(problem, *exact.certificate);
    ASSERT_TRUE(honest.ok()) << seed << ": " << honest.error().message;
    EXPECT_EQ(*honest, exact.plan.cost);
    int32_t nodes = static_cast<int32_t>(problem.tensors.size() + problem.ops.size());
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

TEST(MeshCertificate, MPX1_ACertificateOfAnotherProblemProvesNothingHere) {
  Problem problem = twoProducts(), cheaper = twoProducts();
  MeshResult exact = solve(problem);
  for (Strategy &strategy : cheaper.ops[0].strategies)
    strategy.cost /= 2;
  Result<Cost> bound = checkCertificate(cheaper, *exact.certificate);
  if (bound.ok())
    EXPECT_LE(*bound, solve(cheaper).plan.cost);
}

TEST(MeshFiles, ProblemsAndPlansComeBack) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    Problem problem = randomMesh(seed, 4);
    Result<Problem> again = formats::parseMeshProblem(formats::writeMeshProblem(problem));
    ASSERT_TRUE(again.ok()) << again.error().message;
    for (Problem *one : {&problem, &*again})
      for (Tensor &tensor : one->tensors)
        tensor.isParameter &= !tensor.isResult;
    EXPECT_EQ(*again, problem) << seed;
  }
  Plan plan{{1, 2}, {0, 3}, 17};
  EXPECT_EQ(*formats::parseMeshPlan(formats::writeMeshPlan(plan, 12)), plan);
}

TEST(MeshFiles, BadFilesNameThePlace) {
  std::string text = formats::writeMeshProblem(twoProducts());
  auto refusal = [&](const std::string &from, const std::string &to) {
    std::string bad = text;
    size_t at = bad.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    bad.replace(at, from.size(), to);
    Result<Problem> problem = formats::parseMeshProblem(bad);
    return problem.ok() ? std::string() : problem.error().message;
  };
  EXPECT_THAT(refusal("\"S0\"", "\"T0\""), HasSubstr("mesh_problem.tensors[0].shardings[1]: 'T0' is none of R, P"));
  EXPECT_THAT(refusal("\"columns\"", "\"colums\""), HasSubstr("'colums' is no split"));
  EXPECT_THAT(refusal("\"kind\": \"input\"", "\"kind\": \"weight\""), HasSubstr("'weight' is none of"));
  EXPECT_THAT(refusal("\"ties\"", "\"tied\""), HasSubstr("tied"));
  EXPECT_THAT(
      formats::parseMeshPlan(R"({"mesh_plan": {"cost": 3, "bound": 4, "strategies": [], "kept": []}})").error().message,
      HasSubstr("bound 4 is above the cost 3"));
}

} // namespace
