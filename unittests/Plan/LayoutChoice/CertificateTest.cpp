//===- CertificateTest.cpp - Every bound is re-derived --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/LayoutChoice/Certificate.h"
#include "ProofChecks.h"
#include "Switches.h"
#include "alcove/Base/Support/Random.h"
#include "testing/Plan/LayoutGen.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::plan;

namespace {

// Solves one problem under one choice of switches; its bound must follow from the certificate. True = was checked.
bool solvesAndCertifies(uint64_t seed, uint64_t word) {
  LayoutChoice problem = problemOf(seed, word);
  Budget budget;
  budget.workUnits = 5'000'000;
  LayoutResult result = makeLayoutPlanner(optionsOf(word))->run(problem, budget, nullptr);
  if (result.solution.found()) {
    Result<Cost> verified = verify(problem, result.solution);
    EXPECT_TRUE(verified.ok()) << seed << " " << word << ": " << verified.error().message;
  }
  if (!result.certificate)
    return false;
  Result<Cost> bound = checkBound(problem, *result.certificate, 1 << 20);
  if (!bound.ok() && bound.error().message.find("not checked") != std::string::npos)
    return false;
  EXPECT_TRUE(bound.ok()) << "seed " << seed << " word " << word << ": " << bound.error().message;
  if (bound.ok())
    EXPECT_GE(*bound, result.bound) << "seed " << seed << " word " << word;
  Result<Cost> alone = checkAlone(problem, *result.certificate, 1 << 20);
  EXPECT_TRUE(alone.ok()) << "seed " << seed << " word " << word << ": " << alone.error().message;
  if (alone.ok())
    EXPECT_GE(*alone, result.bound) << "seed " << seed << " word " << word;
  return true;
}

size_t certifiedOf(uint64_t start, size_t runs) {
  Random random(start);
  size_t certified = 0;
  for (size_t k = 0; k < runs && !testing::Test::HasFailure(); ++k) {
    uint64_t seed = random.next();
    certified += solvesAndCertifies(seed, random.next() & 0xffffff);
  }
  return certified;
}

} // namespace

// Without arc consistency potentials may be infinite and the bound so low that reduced costs are cut below the limit: a
// cut reduced cost proves nothing.
TEST(LayoutCertificateTest, CutReducedCostRemovesNoLabel) {
  solvesAndCertifies(0x0da2a2a2a2a2a2a2, 0xfdf300); // has no bound at all
  EXPECT_TRUE(solvesAndCertifies(0x0da2a2a2a2a2a2a2, 0xfdf3));
}

// What a certificate says about the nodes behind a place is tried, not believed: claims that are too high prove
// nothing, and without any the search is the same, only longer.
TEST(LayoutCertificateTest, BoundsBehindNodesAreDerivedAgain) {
  LayoutChoice problem = generateLayout({Topology::Transformer, 100, 8, 0.3, 1});
  LayoutResult result = makeLayoutPlanner()->run(problem, Budget{}, nullptr);
  ASSERT_TRUE(result.proved);
  ASSERT_FALSE(result.certificate->searches.empty());
  Result<Cost> honest = checkBound(problem, *result.certificate);
  ASSERT_TRUE(honest.ok()) << honest.error().message;
  EXPECT_EQ(*honest, result.solution.cost);

  LayoutCertificate forged = *result.certificate;
  for (SearchBounds &search : forged.searches)
    for (SearchBounds::Behind &behind : search.behind)
      behind.least.assign(behind.least.size(), int64_t(1) << 50);
  Result<Cost> tried = checkBound(problem, forged);
  EXPECT_TRUE(tried.ok() && *tried == result.solution.cost);
  forged.target = forged.bound = result.solution.cost + 1000;
  Result<Cost> more = checkBound(problem, forged, size_t(1) << 24);
  EXPECT_TRUE(!more.ok() || *more <= result.solution.cost);

  LayoutCertificate bare = *result.certificate;
  bare.searches.assign(bare.searches.size(), {});
  Result<Cost> alone = checkBound(problem, bare, size_t(1) << 24);
  EXPECT_TRUE(alone.ok() ? *alone == result.solution.cost
                         : alone.error().message.find("not checked") != std::string::npos);
}

// A follower that lives longer than its leader cuts the leader's time where nothing changes.
TEST(LayoutCertificateTest, CutsWithoutChangeAreNone) { EXPECT_TRUE(solvesAndCertifies(8649800256139532354u, 132883)); }

// Of two times one never holds more bytes than the other; a contraction hides it from a comparison of what begins there.
TEST(LayoutCertificateTest, TimesImpliedBeforeAContractionDoNotBind) {
  EXPECT_TRUE(solvesAndCertifies(0x624f4f4f4f4f4f4f, 0xba));
}

// A time can be implied by another one only because candidates of infinite cost do not count.
TEST(LayoutCertificateTest, ImpliedTimesDoNotBind) { EXPECT_TRUE(solvesAndCertifies(468757355949144208u, 1020822)); }

// The checker may see earlier than the solver that a half of a branch is impossible.
TEST(LayoutCertificateTest, ImpossibleHalfEndsEarly) { EXPECT_TRUE(solvesAndCertifies(14826643551226471949u, 93963)); }

TEST(LayoutCertificateTest, RandomSwitches) { EXPECT_GE(certifiedOf(1, 500), 400u); }

TEST(LayoutCertificateTest, SlowRandomSwitches) { EXPECT_GE(certifiedOf(2, 20'000), 16'000u); }
