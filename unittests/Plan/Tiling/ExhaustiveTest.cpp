//===- ExhaustiveTest.cpp - Bounds beside every tiling --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is printed as a bound on traffic or time is at most what the best of all tilings takes; SpecTilings.h lists them
// from the specification. Certificates whose stars and bound are changed prove nothing above it either, and plans whose
// figures are changed are not accepted below the bound.
//
//===----------------------------------------------------------------------===//
#include "MatrixProblem.h"
#include "SpecTilings.h"

#include "alcove/Base/Support/Random.h"
#include "alcove/Plan/Tiling/Planner.h"
#include "alcove/Plan/Tiling/ProgramBound.h"
#include "alcove/Plan/Tiling/Simulate.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::tiling;

namespace {

constexpr Bytes elementBytes = 4;

/// One to three steps on matrices of up to `most` rows and columns: products, convolutions, windows, elementwise
/// operations; operands are shared, and results leave the block where they like.
Problem smallBlock(Random &random, int64_t most) {
  auto pick = [&](int64_t low, int64_t high) { return random.between(low, high); };
  Builder builder;
  std::vector<Builder::Matrix> all{builder.argument(pick(1, most), pick(1, most))};
  for (int64_t steps = pick(1, 3); steps > 0; --steps) {
    Builder::Matrix x = all[random.below(all.size())];
    std::vector<Builder::Matrix> inputs{x}, rights;
    for (const Builder::Matrix &other : all) {
      if (other.tensor != x.tensor && other.rows == x.rows && other.columns == x.columns && inputs.size() < 2)
        inputs.push_back(other);
      if (other.tensor != x.tensor && other.rows == x.columns)
        rights.push_back(other);
    }
    int64_t kind = pick(0, 9);
    if (kind < 6) {
      if (rights.empty() || random.chance(0.5))
        rights = {builder.argument(x.columns, pick(1, most))};
      all.push_back(rights.back());
      all.push_back(builder.matmul(x, rights.back()));
    } else if (kind == 6 && x.rows > 2) {
      all.push_back(builder.window(x));
    } else if (kind == 7 && x.rows > 1) {
      all.push_back(builder.convolution(x, pick(2, std::min<int64_t>(3, x.rows)), pick(1, most)));
    } else {
      all.push_back(builder.elementwise(inputs));
    }
  }
  for (const Builder::Matrix &matrix : all)
    if (matrix.producer >= 0 && (builder.problem.nodes[matrix.producer].users.empty() || random.chance(0.1)))
      builder.leaves(matrix);
  return std::move(builder.problem);
}

/// A block, a memory, and the bytes that the best tiling moves in it.
struct Instance {
  Problem problem;
  int64_t memory = 0;
  double least = 0;
  TrafficProblem traffic() const { return trafficProblem(problem, elementBytes * memory); }
};

/// With a tiling in its memory; more often with one that is small beside the block.
Instance instanceFrom(Random &random, int64_t most) {
  while (true) {
    Instance made{smallBlock(random, most), random.between(3, random.chance(0.7) ? 9 : 24), 0};
    if (int64_t least = spec::leastTraffic(made.problem, made.memory); least != spec::never) {
      made.least = static_cast<double>(elementBytes * least);
      return made;
    }
  }
}

std::string described(const Instance &instance) {
  std::string text = fmt::format("in {} elements, at best {} B:\n", instance.memory, instance.least);
  for (const Node &node : instance.problem.nodes)
    if (!node.attached) {
      text += fmt::format("  {} of", node.signature);
      for (const Access &input : node.inputs)
        text += input.initOf < 0 ? fmt::format(" {} by {}", input.tensor, input.producer) : "";
      text += node.escapes ? " leaves\n" : "\n";
    }
  return text;
}

Machine machineOf(int64_t cores, Bytes local) {
  Machine machine;
  machine.cores = cores;
  machine.localBytes = local;
  machine.slowGbps = machine.coreGbps = 1;
  machine.rates.fill({1e9, 1e9});
  return machine;
}

struct Tally {
  int problems = 0, aboveCompulsory = 0, reached = 0, planned = 0, reachedByLoops = 0, loopsAbove = 0,
      reachedByGroups = 0, groupsAbove = 0;
  double worstPlan = 1;
};

void compareWithEveryTiling(uint64_t seed, int wanted, int64_t most, Tally &tally) {
  Random random(seed);
  for (; tally.problems < wanted; ++tally.problems) {
    Instance here = instanceFrom(random, most);
    ASSERT_TRUE(check(here.problem).ok()) << described(here);
    TrafficProblem traffic = here.traffic();
    TrafficCertificate found = boundTraffic(traffic);
    ASSERT_TRUE(verify(traffic, found).ok()) << verify(traffic, found).error().message << described(here);
    ASSERT_LE(found.bound, here.least * (1 + 1e-9)) << "seed " << seed << ' ' << described(here);
    LoopProblem loops = loopProblem(here.problem, elementBytes * here.memory);
    LoopCertificate nests = boundLoops(loops);
    ASSERT_TRUE(verify(loops, nests).ok()) << verify(loops, nests).error().message << described(here);
    ASSERT_LE(nests.bound, here.least * (1 + 1e-9)) << "seed " << seed << ' ' << described(here);
    GroupProblem groups = groupProblem(here.problem, elementBytes * here.memory);
    GroupCertificate dealt = boundGroups(groups);
    ASSERT_TRUE(verify(groups, dealt).ok()) << verify(groups, dealt).error().message << described(here);
    ASSERT_LE(dealt.bound, here.least * (1 + 1e-9)) << "seed " << seed << ' ' << described(here);
    tally.reachedByGroups += dealt.bound >= here.least * (1 - 1e-9);
    tally.groupsAbove +=
        dealt.bound > std::max({found.bound, nests.bound, compulsoryTraffic(here.problem)}) * (1 + 1e-9);
    tally.reachedByLoops += nests.bound >= here.least * (1 - 1e-9);
    tally.loopsAbove += nests.bound > std::max(found.bound, compulsoryTraffic(here.problem)) * (1 + 1e-9);
    ASSERT_LE(compulsoryTraffic(here.problem), here.least) << described(here);
    tally.aboveCompulsory += found.bound > compulsoryTraffic(here.problem) * (1 + 1e-9);
    tally.reached += found.bound >= here.least * (1 - 1e-9);
    // Arithmetic costs nothing here, so that a bound on time is one on bytes: 1 ns each. Two cores of half the memory.
    Budget budget = *Budget::parse(elementBytes * here.memory, "");
    ASSERT_LE(timeBound(here.problem, budget, machineOf(1, elementBytes * here.memory)), here.least * (1 + 1e-6) + 1)
        << described(here);
    PlannerOptions options;
    options.budget = budget;
    Plan plan = Planner(options).plan(here.problem);
    ASSERT_TRUE(verify(here.problem, budget, plan).ok()) << described(here);
    if (!plan.misfits.empty())
      continue;
    ++tally.planned;
    ASSERT_GE(plan.traffic, found.bound * (1 - 1e-9)) << described(here);
    tally.worstPlan = std::max(tally.worstPlan, plan.traffic / here.least);
  }
  printf(
      "%d blocks: %d bounds above what is compulsory, %d equal to the best tiling; %d planned, at most %.2f times it; "
      "bounds of loops: %d above both, %d equal to the best tiling; of groups: %d above all, %d equal\n",
      tally.problems, tally.aboveCompulsory, tally.reached, tally.planned, tally.worstPlan, tally.loopsAbove,
      tally.reachedByLoops, tally.groupsAbove, tally.reachedByGroups);
}

} // namespace

TEST(TilingExhaustiveTest, BoundsAreAtMostTheBestOfEveryTiling) {
  Tally tally;
  compareWithEveryTiling(31, 300, 7, tally);
  // A bound that is always the compulsory bytes would test nothing.
  EXPECT_GT(tally.aboveCompulsory, 50);
  EXPECT_GT(tally.reached, 50);
  EXPECT_GT(tally.planned, 200);
}
TEST(TilingExhaustiveTest, SlowBoundsAreAtMostTheBestOfEveryTiling) {
  Tally small, larger;
  compareWithEveryTiling(32, 2500, 7, small);
  compareWithEveryTiling(33, 2500, 9, larger);
}

namespace {

using Stars = std::vector<std::vector<int>>;

/// What TL-C4 says that these stars prove, if they were stars.
double claimOf(const TrafficProblem &problem, const Stars &stars) {
  double bytes = problem.outputBytes;
  std::vector<char> read(problem.classes.size(), 0);
  for (const std::vector<int> &star : stars) {
    double element = HUGE_VAL, work = 0, fresh = 0;
    std::set<int> operands;
    for (int member : star) {
      const TrafficContraction &own = problem.contractions[static_cast<size_t>(member)];
      element = std::min(element, own.elementBytes);
      work += own.points / std::sqrt(own.window);
      fresh += own.results;
      operands.insert({own.left, own.right});
    }
    for (int c : operands) {
      int producer = problem.classes[static_cast<size_t>(c)].producer;
      if (producer >= 0 && std::ranges::find(star, producer) == star.end())
        fresh += problem.contractions[static_cast<size_t>(producer)].results;
      read[static_cast<size_t>(c)] = 1;
    }
    double s = problem.memory / element;
    bytes += element * (2 * work / std::sqrt(s) + (1 - 2 / std::sqrt(27.0)) * s - fresh);
  }
  for (size_t c = 0; c < read.size(); ++c)
    bytes += read[c] ? 0 : problem.classes[c].inputBytes;
  return bytes;
}

/// Stars joined, torn, left out, named twice, or made of contractions that were in none.
void changeStars(Random &random, int contractions, Stars &stars) {
  auto any = [&](auto &list) -> auto & { return list[random.below(list.size())]; };
  int member = static_cast<int>(random.between(0, contractions - 1));
  switch (random.below(6)) {
  case 0:
    stars.push_back({member});
    break;
  case 1:
    if (!stars.empty())
      any(stars).push_back(member);
    break;
  case 2:
    if (stars.size() > 1) {
      stars[0].insert(stars[0].end(), stars.back().begin(), stars.back().end());
      stars.pop_back();
    }
    break;
  case 3:
    if (!stars.empty() && any(stars).size() > 1) {
      std::vector<int> &torn = any(stars);
      stars.push_back({torn.back()});
      torn.pop_back();
    }
    break;
  case 4:
    if (!stars.empty())
      stars.erase(stars.begin() + static_cast<ptrdiff_t>(random.below(stars.size())));
    break;
  case 5:
    stars.assign(1, {});
    for (int all = 0; all < contractions; ++all)
      stars[0].push_back(all);
    break;
  }
}

struct Forged {
  int tried = 0, accepted = 0;
  std::map<std::string, int> refusedBy;

  void note(const Status &status) {
    ++tried;
    accepted += status.ok();
    if (!status.ok())
      ++refusedBy[status.error().message.substr(0, 5)];
  }
  void print(const char *what) const {
    printf("%d %s, %d of them accepted; refused by:", tried, what, accepted);
    for (const auto &[rule, times] : refusedBy)
      printf(" %s %d", rule.c_str(), times);
    printf("\n");
  }
};

/// Certificates that claim just what their stars would prove, or one byte more than the best tiling moves.
void forgeCertificates(uint64_t seed, int wanted, Forged &forged) {
  Random random(seed);
  while (forged.tried < wanted && !testing::Test::HasFatalFailure()) {
    Instance here = instanceFrom(random, 7);
    TrafficProblem traffic = here.traffic();
    if (traffic.contractions.empty())
      continue;
    TrafficCertificate honest = boundTraffic(traffic);
    for (int k = 0; k < 8; ++k) {
      TrafficCertificate lie = honest;
      for (int64_t changes = random.between(0, 3); changes > 0; --changes)
        changeStars(random, static_cast<int>(traffic.contractions.size()), lie.stars);
      lie.bound = random.chance(0.7) ? claimOf(traffic, lie.stars) : here.least + 1;
      Status status = verify(traffic, lie);
      forged.note(status);
      ASSERT_TRUE(!status.ok() || lie.bound <= here.least * (1 + 1e-9))
          << "accepted " << lie.bound << ", seed " << seed << ' ' << described(here);
    }
  }
}

/// One figure of a plan, changed; where it says less traffic, so do the sums.
void changePlan(Random &random, Plan &plan) {
  PlannedGroup &group = plan.groups[random.below(plan.groups.size())];
  switch (random.below(7)) {
  case 0:
    if (!group.tile.empty())
      group.tile[random.below(group.tile.size())] += random.between(-2, 2);
    break;
  case 1: {
    double share = random.unit();
    plan.traffic -= group.evaluation.traffic * share;
    group.evaluation.traffic *= 1 - share;
    break;
  }
  case 2:
    group.members.erase(group.members.begin() + static_cast<ptrdiff_t>(random.below(group.members.size())));
    break;
  case 3:
    if (!group.yields.empty())
      group.yields.pop_back();
    else
      group.recomputed.push_back(group.members.front());
    break;
  case 4:
    if (group.evaluation.order.size() > 1)
      std::swap(group.evaluation.order.front(), group.evaluation.order.back());
    break;
  case 5:
    plan.traffic -= group.evaluation.traffic;
    plan.groups.erase(plan.groups.begin() + (&group - plan.groups.data()));
    break;
  case 6:
    plan.traffic *= random.unit();
    break;
  }
}

void forgePlans(uint64_t seed, int wanted, Forged &forged) {
  Random random(seed);
  while (forged.tried < wanted && !testing::Test::HasFatalFailure()) {
    Instance here = instanceFrom(random, 7);
    PlannerOptions options;
    options.budget = *Budget::parse(elementBytes * here.memory, "");
    Plan honest = Planner(options).plan(here.problem);
    if (!honest.misfits.empty() || honest.groups.empty())
      continue;
    double bound = boundTraffic(here.traffic()).bound;
    for (int k = 0; k < 8; ++k) {
      Plan lie = honest;
      changePlan(random, lie);
      Status status = verify(here.problem, options.budget, lie);
      forged.note(status);
      ASSERT_TRUE(!status.ok() || lie.traffic >= bound * (1 - 1e-9) - 0.5)
          << "accepted " << lie.traffic << " B below the bound " << bound << ", seed " << seed << ' '
          << described(here);
    }
  }
}

} // namespace

TEST(TilingExhaustiveTest, ChangedCertificatesProveNothingAboveTheBestTiling) {
  Forged forged;
  forgeCertificates(41, 1500, forged);
  forged.print("certificates of traffic");
  EXPECT_GT(forged.accepted, 100);
  for (const char *rule : {"TL-C1", "TL-C2", "TL-C4", "TL-C5", "TL-C6"})
    EXPECT_GT(forged.refusedBy[rule], 0) << rule;
}
TEST(TilingExhaustiveTest, SlowChangedCertificatesProveNothingAboveTheBestTiling) {
  Forged forged;
  forgeCertificates(42, 20'000, forged);
  forged.print("certificates of traffic");
  EXPECT_GT(forged.refusedBy["TL-C3"], 0);
}

TEST(TilingExhaustiveTest, ChangedPlansAreNotAcceptedBelowTheBound) {
  Forged forged;
  forgePlans(43, 500, forged);
  forged.print("plans");
  EXPECT_GT(forged.tried - forged.accepted, 250);
}
TEST(TilingExhaustiveTest, SlowChangedPlansAreNotAcceptedBelowTheBound) {
  Forged forged;
  forgePlans(44, 10'000, forged);
  forged.print("plans");
}
