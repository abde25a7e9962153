//===- GroupBoundTest.cpp - Bounds of groups against every way to deal ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small problems are dealt to groups in every way, each group with every number of turns, parts and outer turns up to a
// few and every choice of what stays: EveryGroup knows the rules of docs/spec/GroupBound.md and no code of the bound.
// Whole blocks are compared with every tiling in ExhaustiveTest.cpp, networks here with the plans that are made of them.
//
//===----------------------------------------------------------------------===//
#include "NetworkProblem.h"

#include "alcove/Base/Support/Random.h"
#include "alcove/Plan/Tiling/Planner.h"
#include "alcove/Plan/Tiling/ProgramBound.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::tiling;
using Image = NetworkBuilder::Image;

namespace {

/// What the best of all ways to deal moves.
class EveryGroup {
public:
  EveryGroup(const GroupProblem &problem, int most) : problem(problem), most(most) {
    size_t count = problem.operations.size();
    best.assign(size_t(1) << count, HUGE_VAL);
    for (unsigned members = 1; members < best.size(); ++members)
      for (int turns = 1; turns <= most; ++turns)
        for (int parts = 1; parts <= most; ++parts)
          for (int outer = 1; outer <= (parts == 1 ? 1 : turns); ++outer)
            for (unsigned cut = 0; cut < (parts == 1 ? 1u : 1u << count); ++cut)
              if ((cut & ~members) == 0 && agrees(members, cut))
                best[members] = std::min(best[members], weightsOf(members, turns, parts, outer, cut));
    all = problem.fixedBytes;
    for (const GroupTensor &tensor : problem.tensors)
      all -= tensor.producer < 0 ? tensor.readBytes : 0;
    all += deal((1u << count) - 1);
  }
  double least() const { return all; }

private:
  bool has(unsigned members, int op) const { return op >= 0 && (members >> op & 1) != 0; }

  /// No member needs all channels of what has tiles of a part of them.
  bool agrees(unsigned members, unsigned cut) const {
    for (size_t op = 0; op < problem.operations.size(); ++op)
      for (const GroupOperand &operand : problem.operations[op].operands) {
        int producer = problem.tensors[operand.tensor].producer;
        bool whole = operand.whole || !has(cut, static_cast<int>(op));
        if (has(members, static_cast<int>(op)) && has(members, producer) && has(cut, producer) && whole)
          return false;
      }
    return true;
  }

  /// Weights and operands of one group, over all choices of what stays.
  double weightsOf(unsigned members, int turns, int parts, int outer, unsigned cut) const {
    std::vector<double> often, once, room;
    double always = 0, needed = 0;
    auto add = [&](double pass, double stays, double takes) {
      often.push_back(pass), once.push_back(stays), room.push_back(takes);
    };
    std::vector<char> again(problem.tensors.size(), 0);
    for (size_t op = 0; op < problem.operations.size(); ++op) {
      const GroupOperation &own = problem.operations[op];
      if (!has(members, static_cast<int>(op)))
        continue;
      bool isCut = has(cut, static_cast<int>(op));
      if (own.weightBytes > 0)
        add(own.weightBytes * turns * (isCut ? 1 : parts), own.weightBytes, own.weightBytes);
      if (own.summed >= 0 && !isCut)
        needed = std::max(needed, std::min(own.operandHeld, own.resultHeld) / turns);
      for (const GroupOperand &operand : own.operands)
        if (!has(members, problem.tensors[operand.tensor].producer))
          again[operand.tensor] |= operand.whole || !isCut ? 2 : 1;
    }
    for (size_t t = 0; t < again.size(); ++t) {
      double bytes = problem.tensors[t].readBytes;
      if (again[t] & 2)
        add(bytes * parts, bytes, bytes / outer);
      else if (again[t])
        always += bytes;
    }
    // A part of the weights of the last operation may stay in place of all.
    double least = HUGE_VAL;
    for (unsigned kept = 0; kept < 1u << often.size(); ++kept)
      for (unsigned partly = 0; partly < 2; ++partly) {
        double moved = always, held = needed;
        size_t item = 0;
        for (size_t op = 0; op < problem.operations.size(); ++op)
          if (has(members, static_cast<int>(op)) && problem.operations[op].weightBytes > 0) {
            bool part = partly && has(cut, static_cast<int>(op));
            bool stays = kept >> item & 1;
            moved += !stays ? often[item] : part ? once[item] * outer : once[item];
            held += !stays ? 0 : part ? room[item] / parts : room[item];
            ++item;
          }
        for (; item < often.size(); ++item) {
          moved += kept >> item & 1 ? once[item] : often[item];
          held += kept >> item & 1 ? room[item] : 0;
        }
        if (held <= problem.memory)
          least = std::min(least, moved);
      }
    return least;
  }

  double storedFrom(unsigned members) const {
    double bytes = 0;
    for (size_t t = 0; t < problem.tensors.size(); ++t) {
      bool outside = false;
      for (size_t op = 0; op < problem.operations.size(); ++op)
        for (const GroupOperand &operand : problem.operations[op].operands)
          outside |= operand.tensor == static_cast<int>(t) && !has(members, static_cast<int>(op));
      if (has(members, problem.tensors[t].producer) && outside)
        bytes += problem.tensors[t].storeBytes;
    }
    return bytes;
  }

  double deal(unsigned rest) const {
    if (rest == 0)
      return 0;
    double least = HUGE_VAL;
    unsigned first = rest & ~(rest - 1);
    for (unsigned members = rest; members > 0; members = (members - 1) & rest)
      if ((members & first) != 0 && std::isfinite(best[members]))
        least = std::min(least, best[members] + storedFrom(members) + deal(rest & ~members));
    return least;
  }

  const GroupProblem &problem;
  int most;
  std::vector<double> best;
  double all = 0;
};

/// `steps` products of images in a row, one after the other or with results that are added to later ones.
GroupProblem randomGroups(Random &random, int steps, bool chain) {
  auto pick = [&](int64_t low, int64_t high) { return static_cast<double>(random.between(low, high)); };
  GroupProblem problem;
  problem.memory = pick(40, 200);
  problem.tensors.push_back({-1, 0, pick(40, 400)});
  problem.fixedBytes = problem.tensors[0].readBytes + pick(1, 100);
  int last = 0;
  for (int op = 0; op < steps; ++op) {
    GroupOperation own;
    bool sums = random.chance(0.7);
    own.operands.push_back({last, sums});
    if (!chain && op > 1 && random.chance(0.4))
      own.operands.push_back({static_cast<int>(random.between(0, last - 1)), false});
    own.weightBytes = sums ? pick(10, 150) : 0;
    own.summed = sums ? 0 : -1;
    own.operandHeld = problem.tensors[last].readBytes;
    own.resultHeld = pick(40, 400);
    if (op + 1 < steps) {
      own.result = last = static_cast<int>(problem.tensors.size());
      problem.tensors.push_back({op, own.resultHeld, own.resultHeld});
    }
    problem.operations.push_back(own);
  }
  return problem;
}

double compulsory(const GroupProblem &problem) {
  double bytes = problem.fixedBytes;
  for (const GroupOperation &own : problem.operations)
    bytes += own.weightBytes;
  return bytes;
}

std::string refusal(const GroupProblem &problem, const GroupCertificate &certificate) {
  Status status = verify(problem, certificate);
  return status.ok() ? "" : status.error().message.substr(0, 5);
}

Image block(NetworkBuilder &builder, const Image &x, int64_t channels, int64_t window, int64_t stride) {
  return builder.elementwise({builder.convolution(x, channels, window, stride)});
}

/// Two stages of residual blocks, with a side branch that is joined again and two outputs.
Problem smallDetector() {
  NetworkBuilder builder;
  Image x = block(builder, builder.argument(64, 3), 16, 3, 2);
  for (int stage = 0; stage < 2; ++stage) {
    x = block(builder, x, 2 * x.channels, 3, 2);
    int64_t half = x.channels / 2;
    Image side = block(builder, x, half, 1, 1), main = block(builder, x, half, 1, 1);
    for (int i = 0; i < 2; ++i)
      main = builder.elementwise({main, block(builder, block(builder, main, half, 1, 1), half, 3, 1)});
    x = block(builder, builder.concat(main, side), x.channels, 1, 1);
    builder.leaves(builder.convolution(x, 5, 1, 1));
  }
  return std::move(builder.problem);
}

Problem randomNetwork(Random &random) {
  NetworkBuilder builder;
  std::vector<Image> all{builder.argument(random.between(8, 24), random.between(1, 12))};
  for (int64_t steps = random.between(2, 9); steps > 0; --steps) {
    Image x = random.chance(0.7) ? all.back() : all[random.below(all.size())];
    std::vector<Image> alike;
    for (const Image &other : all)
      if (other.side == x.side && other.tensor != x.tensor)
        alike.push_back(other);
    int64_t kind = random.between(0, 9);
    int64_t window = random.chance(0.5) ? 1 : 3, stride = random.chance(0.2) && x.side > 6 ? 2 : 1;
    if (kind < 5) {
      all.push_back(builder.convolution(x, random.between(1, 24), window, stride));
    } else if (kind == 5) {
      all.push_back(builder.depthwise(x, 3));
    } else if (kind == 6 && !alike.empty()) {
      all.push_back(builder.concat(x, alike[random.below(alike.size())]));
    } else if (kind == 7 && !alike.empty() && alike.back().channels == x.channels) {
      all.push_back(builder.elementwise({x, alike.back()}));
    } else {
      all.push_back(builder.elementwise({x}));
    }
  }
  for (const Image &image : all)
    if (image.producer >= 0 && (builder.problem.nodes[image.producer].users.empty() || random.chance(0.1)))
      builder.leaves(image);
  return std::move(builder.problem);
}

} // namespace

TEST(GroupBoundTest, NeverAboveTheBestWayToDeal) {
  Random random(71);
  int above = 0, near = 0;
  for (int run = 0; run < 120; ++run) {
    GroupProblem problem = randomGroups(random, 2 + run % 3, run % 2 == 0);
    GroupCertificate found = boundGroups(problem);
    ASSERT_EQ(refusal(problem, found), "") << verify(problem, found).error().message;
    double least = EveryGroup(problem, 10).least();
    ASSERT_LE(found.bound, least * (1 + 1e-9)) << run;
    above += found.bound > compulsory(problem) * 1.001;
    near += found.bound > 0.95 * least;
  }
  printf("%d of 120 above what is compulsory, %d within a twentieth of the best\n", above, near);
  EXPECT_GT(above, 40);
  EXPECT_GT(near, 60);
}

TEST(GroupBoundTest, WeightsThatDoNotFitPassOrTheTensorIsStored) {
  // Two products over an image of 100 B with weights of 60 B each, in 80 B: tiles of an image take 20 B in five turns, so
  // that 60 B of weights stay and the others pass five times, or both groups keep theirs: 200 B to store and read.
  GroupProblem problem;
  problem.memory = 80;
  problem.tensors = {{-1, 0, 100}, {0, 100, 100}};
  problem.fixedBytes = 200;
  GroupOperation first{{{0, true}}, 1, 0, 60, 100, 100}, second{{{1, true}}, -1, 0, 60, 100, 100};
  problem.operations = {first, second};
  GroupCertificate found = boundGroups(problem);
  EXPECT_EQ(refusal(problem, found), "");
  // In two turns a tile takes 50 B, and both weights pass twice: 120 B more.
  EXPECT_DOUBLE_EQ(found.bound, 200 + 60 + 60 + 120);
  problem.memory = 400;
  EXPECT_DOUBLE_EQ(boundGroups(problem).bound, 200 + 60 + 60);
}

TEST(GroupBoundTest, NetworksAreNeverPlannedBelow) {
  Random random(5);
  int above = 0, planned = 0;
  for (int run = 0; run < 100; ++run) {
    Problem problem = randomNetwork(random);
    ASSERT_TRUE(check(problem).ok()) << check(problem).error().message;
    Bytes memory = random.between(1, 24) * 512;
    GroupProblem groups = groupProblem(problem, memory);
    GroupCertificate found = boundGroups(groups);
    ASSERT_EQ(refusal(groups, found), "") << verify(groups, found).error().message;
    ASSERT_GE(found.bound, compulsory(groups) * (1 - 1e-9)) << run;
    PlannerOptions options;
    options.budget = *Budget::parse(memory, "");
    Plan plan = Planner(options).plan(problem);
    std::set<int> once;
    bool unknown = false;
    for (const PlannedGroup &group : plan.groups) {
      unknown |= group.cutsAroundPanels(problem.nodes[group.members.back()]);
      for (int member : group.members)
        unknown |= !once.insert(member).second;
    }
    if (!plan.misfits.empty() || unknown)
      continue;
    ++planned;
    above += found.bound > compulsory(groups) * 1.001;
    ASSERT_LE(found.bound, plan.traffic * (1 + 1e-9)) << run << " in " << memory;
  }
  printf("%d networks planned, %d of them bounded above their compulsory bytes\n", planned, above);
  EXPECT_GT(planned, 50);
  EXPECT_GT(above, 15);
}

TEST(GroupBoundTest, OfADetectorMoreThanItsCompulsoryBytes) {
  Problem problem = smallDetector();
  double before = HUGE_VAL;
  for (Bytes memory : {4 << 10, 8 << 10, 16 << 10, 64 << 10, 1 << 20}) {
    GroupProblem groups = groupProblem(problem, memory);
    GroupCertificate found = boundGroups(groups);
    ASSERT_EQ(refusal(groups, found), "");
    EXPECT_LE(found.bound, before * (1 + 1e-9));
    before = found.bound;
    if (memory == 4 << 10)
      EXPECT_GT(found.bound, 2 * compulsoryTraffic(problem));
  }
  EXPECT_DOUBLE_EQ(before, compulsoryTraffic(problem));
}

TEST(GroupBoundTest, GTP1_RefusesWhatIsNoProblem) {
  Random random(3);
  GroupProblem good = randomGroups(random, 3, true);
  ASSERT_TRUE(check(good).ok());
  auto refused = [&](auto change) {
    GroupProblem bad = good;
    change(bad);
    return check(bad).ok() ? "" : check(bad).error().message.substr(0, 5);
  };
  EXPECT_EQ(refused([](GroupProblem &p) { p.memory = 0; }), "GT-P1");
  EXPECT_EQ(refused([](GroupProblem &p) { p.fixedBytes = -1; }), "GT-P1");
  EXPECT_EQ(refused([](GroupProblem &p) { p.tensors[1].readBytes = NAN; }), "GT-P1");
  EXPECT_EQ(refused([](GroupProblem &p) { p.tensors[1].producer = 1; }), "GT-P1");
  EXPECT_EQ(refused([](GroupProblem &p) { p.operations[0].operands[0].tensor = 1; }), "GT-P1");
  EXPECT_EQ(refused([](GroupProblem &p) { p.operations[0].operands[0].tensor = 9; }), "GT-P1");
  EXPECT_EQ(refused([](GroupProblem &p) { p.operations[2].result = 1; }), "GT-P1");
  EXPECT_EQ(refused([](GroupProblem &p) { p.operations[1].summed = 1; }), "GT-P1");
  EXPECT_EQ(refused([](GroupProblem &p) { p.operations[1].weightBytes = -1; }), "GT-P1");
}

TEST(GroupBoundTest, GTC1_CertificatesHaveAPriceForEachLabel) {
  Random random(4);
  GroupProblem problem = randomGroups(random, 3, true);
  auto refused = [&](auto change) {
    GroupCertificate lie = boundGroups(problem);
    change(lie);
    return refusal(problem, lie);
  };
  EXPECT_EQ(refused([](GroupCertificate &) {}), "");
  EXPECT_EQ(refused([](GroupCertificate &c) { c.turns.front() = 2; }), "GT-C1");
  EXPECT_EQ(refused([](GroupCertificate &c) { std::swap(c.turns[0], c.turns[1]); }), "GT-C1");
  EXPECT_EQ(refused([](GroupCertificate &c) { c.turnsOfParts.clear(); }), "GT-C1");
  EXPECT_EQ(refused([](GroupCertificate &c) { c.parts.front() = 3; }), "GT-C1");
  EXPECT_EQ(refused([](GroupCertificate &c) { c.levels = 0; }), "GT-C1");
  EXPECT_EQ(refused([](GroupCertificate &c) { c.resultPrices.pop_back(); }), "GT-C1");
  EXPECT_EQ(refused([](GroupCertificate &c) { c.resultPrices[0].pop_back(); }), "GT-C1");
  EXPECT_EQ(refused([](GroupCertificate &c) { c.operandPrices[1][0].pop_back(); }), "GT-C1");
  EXPECT_EQ(refused([](GroupCertificate &c) { c.operandPrices[1][0][0] = NAN; }), "GT-C1");
}

TEST(GroupBoundTest, GTC2_GTC3_NoPricesProveMoreThanTheBestWayToDeal) {
  Random random(72);
  for (int run = 0; run < 40; ++run) {
    GroupProblem problem = randomGroups(random, 2 + run % 3, run % 2 == 0);
    double least = EveryGroup(problem, 10).least();
    GroupCertificate forged = boundGroups(problem);
    auto shift = [&](std::vector<double> &prices) {
      for (double &price : prices)
        price += random.chance(0.3) ? static_cast<double>(random.between(-100, 100)) : 0;
    };
    // Paid by one side and not taken by the other would prove anything.
    for (size_t op = 0; op < problem.operations.size(); ++op) {
      shift(forged.resultPrices[op]);
      for (std::vector<double> &prices : forged.operandPrices[op])
        shift(prices);
    }
    forged.bound = least * 1.001 + 1;
    EXPECT_EQ(refusal(problem, forged), "GT-C4") << run;
  }
}

TEST(GroupBoundTest, GTC2_ChangedOperationsAreRefused) {
  Random random(73);
  int refused = 0;
  for (int run = 0; run < 40; ++run) {
    GroupProblem problem = randomGroups(random, 3, true);
    // A certificate for heavier weights is none for these.
    GroupProblem heavier = problem;
    for (GroupOperation &own : heavier.operations)
      own.weightBytes *= 1.5;
    refused += refusal(problem, boundGroups(heavier)) == "GT-C4";
  }
  EXPECT_GT(refused, 30);
}

TEST(GroupBoundTest, GTC3_ChangedTensorsAreRefused) {
  Random random(74);
  int refused = 0;
  for (int run = 0; run < 80; ++run) {
    GroupProblem problem = randomGroups(random, 4, true);
    GroupProblem larger = problem;
    for (GroupTensor &tensor : larger.tensors)
      tensor.storeBytes *= 3, tensor.readBytes *= tensor.producer < 0 ? 1 : 3;
    GroupCertificate found = boundGroups(larger);
    if (found.bound > boundGroups(problem).bound * 1.001)
      refused += refusal(problem, found) == "GT-C4" ? 1 : -100;
  }
  EXPECT_GT(refused, 10);
}

TEST(GroupBoundTest, GTC4_BoundIsWhatThePricesProve) {
  Random random(75);
  for (int run = 0; run < 20; ++run) {
    GroupProblem problem = randomGroups(random, 4, false);
    GroupCertificate lie = boundGroups(problem);
    lie.bound *= 1.001;
    EXPECT_EQ(refusal(problem, lie), "GT-C4");
    lie.bound = NAN;
    EXPECT_EQ(refusal(problem, lie), "GT-C4");
  }
}
