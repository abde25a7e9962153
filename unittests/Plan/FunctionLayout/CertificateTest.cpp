//===- CertificateTest.cpp - Bounds of functions, re-derived and forged ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Certificate.h"
#include "../../../lib/Plan/FunctionLayout/Policies/DFSharding/ChainPlan.h"
#include "../../../lib/Plan/FunctionLayout/Policies/Global/Reduction.h"
#include "PictureProblem.h"
#include "alcove/Plan/FunctionLayout/Policy.h"
#include "alcove/Plan/LayoutChoice/Policy.h"
#include "testing/Plan/FunctionLayout/RandomFunction.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::testing;
using ::testing::HasSubstr;

namespace {

FunctionPlan planOf(const FunctionLayout &problem) {
  FunctionPolicyOptions options;
  options.certificate = true;
  options.budget = {.workUnits = 4'000'000}; // cut short, the bound is lower and still proved
  return planFunction(problem, *makeFunctionPolicy("Global", options).value()).plan;
}

FunctionLayout smallFunction(uint64_t seed, int32_t ops) {
  Random random(seed);
  RandomFunctionOptions options;
  options.minOps = options.maxOps = ops;
  return randomFunction(random, options);
}

/// A space and an order as a certificate states them, without proofs.
FunctionCertificate spaceOf(const FunctionLayout &problem, const SearchSpace &space, std::vector<int32_t> order) {
  FunctionCertificate certificate;
  certificate.order = std::move(order);
  certificate.layouts = space.layouts;
  certificate.candidates = space.candidates;
  return certificate;
}

using UsageKey = std::tuple<int32_t, int32_t, int64_t>;

/// Bytes by node, candidate and time: how they are cut into intervals does not matter.
std::map<UsageKey, Bytes> usagesOf(const LayoutChoice &choice) {
  std::map<UsageKey, Bytes> usages;
  for (const LayoutChoice::ExtraUsage &usage : choice.extraUsages)
    for (int64_t time = usage.interval.begin; time < usage.interval.end; ++time)
      usages[{usage.node, usage.candidate, time}] += usage.bytes;
  return usages;
}

void expectSame(const LayoutChoice &planner, const LayoutChoice &checker, uint64_t seed) {
  ASSERT_EQ(planner.numNodes(), checker.numNodes()) << "seed " << seed;
  EXPECT_EQ(planner.capacity, checker.capacity);
  for (int32_t node = 0; node < static_cast<int32_t>(planner.numNodes()); ++node)
    EXPECT_TRUE(std::ranges::equal(planner.costsOf(node), checker.costsOf(node)))
        << "node " << node << ", seed " << seed;
  ASSERT_EQ(planner.edges.size(), checker.edges.size()) << "seed " << seed;
  for (size_t i = 0; i < planner.edges.size(); ++i) {
    EXPECT_EQ(planner.edges[i].a, checker.edges[i].a);
    EXPECT_EQ(planner.edges[i].b, checker.edges[i].b);
  }
  EXPECT_EQ(planner.edgeCosts, checker.edgeCosts) << "seed " << seed;
  EXPECT_EQ(usagesOf(planner), usagesOf(checker)) << "seed " << seed;
}

struct Drawn {
  FunctionLayout problem;
  SearchSpace space;
  std::vector<int32_t> order;
  std::vector<bool> pinned;
};

Drawn draw(uint64_t seed) {
  Random random(seed);
  RandomFunctionOptions options;
  options.maxOps = 6;
  Drawn drawn{randomFunction(random, options), {}, {}, {}};
  drawn.order.resize(drawn.problem.numOps());
  std::iota(drawn.order.begin(), drawn.order.end(), 0);
  drawn.space = enumerate(drawn.problem, 2, {});
  drawn.pinned = pinnedTensors(drawn.problem);
  return drawn;
}

/// A choice without infinite costs, node by node at random; nothing when it gets stuck.
std::optional<LayoutSolution> randomChoice(const LayoutChoice &choice, Random &random) {
  LayoutSolution solution;
  for (int32_t node = 0; node < static_cast<int32_t>(choice.numNodes()); ++node)
    solution.choice.push_back(static_cast<int32_t>(random.below(choice.numCandidates(node))));
  for (int sweep = 0; sweep < 40; ++sweep) {
    solution.cost = costOf(choice, solution.choice);
    if (!isInfinite(solution.cost))
      return solution;
    int32_t node = static_cast<int32_t>(random.below(choice.numNodes()));
    Cost best = infiniteCost;
    int32_t kept = solution.choice[node];
    for (int32_t s = 0; s < choice.numCandidates(node); ++s) { // the label with the fewest broken edges
      solution.choice[node] = s;
      Cost broken = isInfinite(choice.costsOf(node)[s]) ? 100 : 0;
      for (int32_t e = 0; e < static_cast<int32_t>(choice.edges.size()); ++e) {
        const LayoutChoice::Edge &edge = choice.edges[e];
        if (edge.a == node || edge.b == node)
          broken += 4 * isInfinite(choice.costsOfEdge(
                            e)[static_cast<size_t>(solution.choice[edge.a]) * choice.numCandidates(edge.b) +
                               solution.choice[edge.b]]);
      }
      broken += static_cast<Cost>(random.below(3));
      if (broken < best) {
        best = broken;
        kept = s;
      }
    }
    solution.choice[node] = kept;
  }
  return std::nullopt;
}

struct Reduced {
  int drawn = 0, fitting = 0;
};

/// Function -> choice and back: a choice and its plan cost the same, and a plan that fits keeps every row.
void compareReductions(uint64_t firstSeed, int problems, Reduced &counts) {
  for (uint64_t seed = firstSeed; seed < firstSeed + static_cast<uint64_t>(problems); ++seed) {
    Drawn drawn = draw(seed);
    Reduction reduction(drawn.problem, drawn.space, drawn.order, drawn.pinned);
    FunctionCertificate space = spaceOf(drawn.problem, drawn.space, drawn.order);
    expectSame(reduction.choice(), relaxationOf(drawn.problem, space, false), seed);
    Reduction anyOrder(drawn.problem, drawn.space, drawn.order, drawn.pinned, Reduction::Rows::AnyOrder);
    expectSame(anyOrder.choice(), relaxationOf(drawn.problem, space, true), seed);
    Random random(seed + 77);
    for (int i = 0; i < 3; ++i)
      if (std::optional<LayoutSolution> solution = randomChoice(reduction.choice(), random)) {
        ++counts.drawn;
        FunctionPlan plan = reduction.decode(*solution);
        EXPECT_EQ(plan.time, solution->cost) << "seed " << seed;
        EXPECT_EQ(timeOf(drawn.problem, plan), solution->cost) << "seed " << seed;
        PlanVerdict verdict = verify(drawn.problem, plan);
        EXPECT_TRUE(verdict.ok() || verdict.violation->mayBeExcluded()) << "seed " << seed;
        if (!verdict.ok() || verdict.facts.peakSumBytes > drawn.problem.capacity)
          continue;
        ++counts.fitting;
        EXPECT_TRUE(verify(reduction.choice(), *solution).ok()) << "a row forbids a plan that fits, seed " << seed;
        EXPECT_TRUE(verify(anyOrder.choice(), *solution).ok()) << "a row of every order does, seed " << seed;
      }
  }
}

} // namespace

TEST(CertificateTest, PlannerAndCheckerDeriveTheSameChoice) {
  Reduced counts;
  compareReductions(1, 300, counts);
  EXPECT_GT(counts.drawn, 300);
  EXPECT_GT(counts.fitting, 100);
}

TEST(CertificateTest, SlowPlannerAndCheckerDeriveTheSameChoice) {
  Reduced counts;
  compareReductions(10'000, 5'000, counts);
  EXPECT_GT(counts.drawn, 5'000);
  EXPECT_GT(counts.fitting, 1'500);
}

TEST(CertificateTest, PlansAreProved) {
  int proved = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    FunctionLayout problem = smallFunction(seed, 10);
    FunctionPlan plan = planOf(problem);
    ASSERT_TRUE(plan.certificate) << "seed " << seed;
    Status status = checkCertificate(problem, *plan.certificate);
    EXPECT_TRUE(status.ok()) << "seed " << seed << ": " << status.error().message;
    EXPECT_EQ(plan.certificate->anyOrderBound, plan.anyOrderBound); // whatever is said is proved
    EXPECT_EQ(std::max(plan.certificate->bound, plan.anyOrderBound.value_or(0)), *plan.bound);
    proved += standingOf(plan.time, *plan.bound, plan.inSpace) == Standing::Optimal;
  }
  EXPECT_GT(proved, 5);
}

/// Of all orders and plans, the cheapest undercuts no bound for every order when it lies in the space.
TEST(CertificateTest, FP9_AnyOrderBoundHoldsForOtherOrders) {
  int orders = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    Drawn drawn = draw(seed);
    Reduction anyOrder(drawn.problem, drawn.space, drawn.order, drawn.pinned, Reduction::Rows::AnyOrder);
    LayoutResult least = makeLayoutPolicy("planner").value()->run(anyOrder.choice(), Budget{}, nullptr);
    Random random(seed);
    for (int i = 0; i < 4; ++i) {
      std::vector<int32_t> order = randomPlan(random, drawn.problem).order;
      Reduction reduction(drawn.problem, drawn.space, order, drawn.pinned);
      LayoutResult result = makeLayoutPolicy("planner").value()->run(reduction.choice(), Budget{}, nullptr);
      if (!result.solution.found())
        continue;
      FunctionPlan plan = reduction.decode(result.solution);
      PlanVerdict verdict = verify(drawn.problem, plan);
      if (!verdict.ok() || verdict.facts.peakSumBytes > drawn.problem.capacity)
        continue;
      ++orders;
      EXPECT_LE(least.bound, plan.time) << "seed " << seed;
    }
  }
  EXPECT_GT(orders, 80);
}

namespace {

/// The first seed whose proof has steps of many kinds.
struct Proved {
  FunctionLayout problem;
  FunctionCertificate certificate;
};
Proved provedFunction(uint64_t seed) {
  FunctionLayout problem = smallFunction(seed, 10);
  FunctionPlan plan = planOf(problem);
  return {std::move(problem), *plan.certificate};
}

std::string refusal(const FunctionLayout &problem, const FunctionCertificate &certificate) {
  Status status = checkCertificate(problem, certificate);
  return status.ok() ? "" : status.error().message;
}

} // namespace

//===----------------------------------------------------------------------===//
// The picture of Problem.h: %0 = relu(%a), %1 = add(%0, %a), return %1. Nodes: relu, add, %a (base, loaded), %0 (base,
// kept); %1 is returned and read by nobody.
//===----------------------------------------------------------------------===//

namespace {

using plan::testing::layoutInDram;
using plan::testing::layoutInL1;
using plan::testing::pictureProblem;
enum PictureNode : int32_t { reluOp, addOp, kA, zero };

FunctionLayout pictureWithMoves() {
  FunctionLayout problem = pictureProblem();
  Conversion load, spill;
  load.legal = spill.legal = true;
  load.time = 4000;
  load.peakBytes = 60;
  spill.time = 3000;
  problem.addConversion(0, layoutInDram, layoutInL1, load);
  problem.addConversion(0, layoutInL1, layoutInDram, spill);
  return problem;
}

LayoutChoice pictureChoice(const FunctionLayout &problem, bool anyOrder = false) {
  FunctionCertificate certificate;
  certificate.order = {0, 1};
  certificate.layouts = {{layoutInDram, layoutInL1}};
  certificate.candidates = {{0, 1, 2}, {0, 1}};
  return relaxationOf(problem, certificate, anyOrder);
}

std::vector<Cost> costsBetween(const LayoutChoice &choice, int32_t a, int32_t b) {
  for (int32_t e = 0; e < static_cast<int32_t>(choice.edges.size()); ++e)
    if (choice.edges[e].a == a && choice.edges[e].b == b)
      return {choice.costsOfEdge(e).begin(), choice.costsOfEdge(e).end()};
  return {};
}

std::vector<Cost> costsOf(const LayoutChoice &choice, int32_t node) {
  return {choice.costsOf(node).begin(), choice.costsOf(node).end()};
}

constexpr Cost forbiddenPair = infiniteCost;

} // namespace

TEST(CertificateTest, FP4_FreeTensorsAreFoundInThreeWays) {
  FunctionLayout problem = pictureWithMoves();
  LayoutChoice choice = pictureChoice(problem);
  ASSERT_EQ(choice.numNodes(), 4u);
  EXPECT_EQ(choice.numCandidates(kA), 2);   // base, loaded: an argument is never kept
  EXPECT_EQ(choice.numCandidates(zero), 2); // base, kept: one reader, so never loaded
  problem.classes[1].movable[1] = false;    // add reads %a where it lies: %a is pinned
  EXPECT_EQ(pictureChoice(problem).numNodes(), 3u);
}

TEST(CertificateTest, FP5_MovesAreLegalAndFit) {
  FunctionLayout problem = pictureWithMoves();
  EXPECT_EQ(costsOf(pictureChoice(problem), kA), (std::vector<Cost>{0, 4000}));
  EXPECT_EQ(costsOf(pictureChoice(pictureProblem()), kA), (std::vector<Cost>{0, forbiddenPair})); // no such conversion
  Conversion large = problem.conversion(0, layoutInL1, layoutInDram);
  large.peakBytes = 41; // beside its source of 60 B one byte more than the capacity
  problem.addConversion(0, layoutInL1, layoutInDram, large);
  EXPECT_EQ(costsBetween(pictureChoice(problem), reluOp, zero)[2], forbiddenPair);
}

TEST(CertificateTest, FP6_ChoicesOfAnOp) {
  FunctionLayout problem = pictureWithMoves();
  EXPECT_EQ(costsOf(pictureChoice(problem), reluOp), (std::vector<Cost>{9000, 6000, 2000}));
  problem.tensors[0].resident = true; // pinned: relu reads in L1 what it makes of it for 4,000
  EXPECT_EQ(costsOf(pictureChoice(problem), reluOp), (std::vector<Cost>{9000, 6000, 6000}));
  problem.ops[reluOp].writes = {0}; // of the tensor itself
  EXPECT_EQ(costsOf(pictureChoice(problem), reluOp), (std::vector<Cost>{9000, 6000}));
}

TEST(CertificateTest, FP7_CostsBetweenOpsAndTensors) {
  LayoutChoice choice = pictureChoice(pictureWithMoves());
  // Rows: relu makes DRAM, L1, L1. Columns: %0 in base, kept.
  EXPECT_EQ(costsBetween(choice, reluOp, zero), (std::vector<Cost>{0, forbiddenPair, 3000, 0, 3000, 0}));
  // Rows: %0 in base, kept. Columns: add reads DRAM, L1.
  EXPECT_EQ(costsBetween(choice, zero, addOp), (std::vector<Cost>{0, 4000, 3000, 0}));
  // Rows: %a in base, loaded. Columns: relu reads DRAM, DRAM, L1.
  EXPECT_EQ(costsBetween(choice, kA, reluOp), (std::vector<Cost>{0, 0, 4000, 3000, 3000, 0}));
}

/// %0 in other shards of L1: 500 from the one to the other.
FunctionLayout pictureWithShards() {
  FunctionLayout problem = pictureWithMoves();
  problem.kinds[0].layouts.push_back(problem.kinds[0].layouts[layoutInL1]);
  problem.kinds[0].layouts.back().name = "l1 in shards";
  Conversion reshard;
  reshard.legal = true;
  reshard.time = 500;
  problem.addConversion(0, layoutInL1, layoutInL1 + 1, reshard);
  return problem;
}

TEST(CertificateTest, FP7_SeveralReadersShareAMoveBehindTheProducer) {
  FunctionLayout problem = pictureWithShards();
  FunctionCertificate certificate;
  certificate.order = {0, 1};
  certificate.layouts = {{layoutInDram, layoutInL1, layoutInL1 + 1}};
  certificate.candidates = {{0, 1, 2}, {0, 1}};
  // Rows: relu makes DRAM, L1, L1. Columns: %0 in base, kept, kept in shards. One reader moves it for itself.
  EXPECT_EQ(costsBetween(relaxationOf(problem, certificate, false), reluOp, zero),
            (std::vector<Cost>{0, forbiddenPair, forbiddenPair, 3000, 0, forbiddenPair, 3000, 0, forbiddenPair}));
  problem.ops.push_back({"%2", 1, {1, 0}, {3}, {}, {}});
  problem.tensors.push_back({"%2", 0, layoutInDram, 2});
  certificate.order = {0, 1, 2};
  // Further columns: loaded, behind each kept one; what is made in DRAM is loaded, and not moved on.
  EXPECT_EQ(costsBetween(relaxationOf(problem, certificate, false), reluOp, zero + 1),
            (std::vector<Cost>{0, forbiddenPair, 4000, forbiddenPair, forbiddenPair, //
                               3000, 0, forbiddenPair, 500, forbiddenPair,           //
                               3000, 0, forbiddenPair, 500, forbiddenPair}));
}

/// %0 in L1, moved to shards for both readers: behind its producer or before the first, not before the second alone.
TEST(CertificateTest, FP13_AMoveForAllReadersIsOfTheSpace) {
  FunctionLayout problem = pictureWithShards();
  const int32_t inShards = layoutInL1 + 1;
  int32_t readsShards =
      plan::testing::addCandidate(problem.classes[1], {inShards, layoutInDram}, layoutInDram, 7, problem);
  problem.ops.push_back({"%2", 1, {1, 0}, {3}, {}, {}});
  problem.tensors.push_back({"%2", 0, layoutInDram, 2});
  problem.returns.push_back(3);
  FunctionCertificate certificate;
  certificate.order = {0, 1, 2};
  certificate.layouts = {{layoutInDram, layoutInL1, inShards}};
  certificate.candidates = {{0, 1, 2}, {0, 1, readsShards}};
  enum class At : uint8_t { BehindProducer, BeforeFirst, BeforeSecond };
  auto isOfSpace = [&](At at) {
    PlanBuilder builder(problem);
    builder.choose(0, 1);
    bool both = at != At::BeforeSecond;
    builder.choose(1, both ? readsShards : 1);
    builder.choose(2, readsShards);
    int32_t moved = at == At::BehindProducer ? builder.copyAfterProducer(1, inShards)
                                             : builder.copyBefore(both ? 1 : 2, 1, inShards);
    if (both)
      builder.read(1, 0, moved);
    builder.read(2, 0, moved);
    return choiceFor(problem, certificate, std::move(builder).finish("by hand"), /*anyOrder=*/false);
  };
  for (At at : {At::BehindProducer, At::BeforeFirst}) {
    Result<std::vector<int32_t>> choice = isOfSpace(at);
    ASSERT_TRUE(choice.ok()) << choice.error().message;
    EXPECT_EQ((*choice)[3 + 1], 3); // of %0: base, kept, loaded, kept in shards, loaded in shards
  }
  // The first reads %0 where it was made, the second in shards of its own: kept in L1, and moved by that one.
  Result<std::vector<int32_t>> own = isOfSpace(At::BeforeSecond);
  ASSERT_TRUE(own.ok()) << own.error().message;
  EXPECT_EQ((*own)[3 + 1], 1);
  problem.ops.push_back({"%3", 1, {1, 0}, {4}, {}, {}});
  problem.tensors.push_back({"%3", 0, layoutInDram, 3});
  problem.returns.push_back(4);
  certificate.order = {0, 1, 2, 3};
  PlanBuilder shared(problem);
  shared.choose(0, 1);
  shared.choose(1, 1);
  int32_t moved = shared.copyBefore(2, 1, inShards);
  for (int32_t op : {2, 3}) {
    shared.choose(op, readsShards);
    shared.read(op, 0, moved);
  }
  Result<std::vector<int32_t>> some = choiceFor(problem, certificate, std::move(shared).finish("by hand"), false);
  ASSERT_FALSE(some.ok()); // shared by some readers, while another reads what was made
  EXPECT_THAT(some.error().message, HasSubstr("('%0') is not found in one of the ways of the space"));
}

TEST(CertificateTest, FP8_BytesInTheOrder) {
  std::map<UsageKey, Bytes> bytes = usagesOf(pictureChoice(pictureWithMoves()));
  EXPECT_EQ(bytes, (std::map<UsageKey, Bytes>{{{reluOp, 1, 0}, 60}, // its result
                                              {{reluOp, 2, 0}, 60}, // %a is not read last here: it counts by itself
                                              {{addOp, 1, 1}, 60},  // %0 is read last here
                                              {{kA, 1, 0}, 60}}));  // loaded for relu, until before add
}

TEST(CertificateTest, FP9_BytesInEveryOrder) {
  std::map<UsageKey, Bytes> bytes = usagesOf(pictureChoice(pictureWithMoves(), /*anyOrder=*/true));
  EXPECT_EQ(bytes, (std::map<UsageKey, Bytes>{{{reluOp, 1, 0}, 60}, // its result
                                              {{reluOp, 2, 0}, 60}, // add reads %a behind it in every order
                                              {{addOp, 1, 1}, 60},  // %0 is read last here in every order
                                              {{kA, 1, 0}, 60}}));  // loaded by relu, until before add
}

/// Bytes at the step of each op under one label for each node; `place`: of the ops in the order of `choice`.
std::vector<Bytes> bytesAtOps(const LayoutChoice &choice, const std::vector<int32_t> &place,
                              const std::vector<uint64_t> &labels) {
  size_t ops = place.size();
  std::vector<int32_t> labelOf(choice.numNodes());
  auto label = [&](int32_t node, size_t drawn) {
    return static_cast<int32_t>(labels[drawn] % choice.numCandidates(node));
  };
  for (size_t op = 0; op < ops; ++op)
    labelOf[place[op]] = label(place[op], op);
  for (size_t node = ops; node < choice.numNodes(); ++node)
    labelOf[node] = label(static_cast<int32_t>(node), node);
  std::vector<Bytes> bytes(ops, 0);
  for (const LayoutChoice::ExtraUsage &usage : choice.extraUsages)
    for (size_t op = 0; op < ops; ++op)
      if (labelOf[usage.node] == usage.candidate && usage.interval.contains(place[op]))
        bytes[op] += usage.bytes;
  return bytes;
}

/// A valid order, drawn; and the place of each op in it.
std::vector<int32_t> randomOrder(const FunctionLayout &problem, Random &random, std::vector<int32_t> &place) {
  std::vector<int32_t> order;
  place.assign(problem.numOps(), -1);
  while (order.size() < problem.numOps()) {
    int32_t op = static_cast<int32_t>(random.below(problem.numOps()));
    bool ready = place[op] < 0;
    for (int32_t tensor : problem.ops[op].operands)
      ready &= problem.tensors[tensor].producer < 0 || place[problem.tensors[tensor].producer] >= 0;
    for (int32_t earlier : problem.ops[op].after)
      ready &= place[earlier] >= 0;
    if (ready) {
      place[op] = static_cast<int32_t>(order.size());
      order.push_back(op);
    }
  }
  return order;
}

TEST(CertificateTest, FP9_IsAtMostFP8InEveryOrder) {
  int different = 0;
  for (uint64_t seed = 1; seed <= 2000; ++seed) {
    Drawn drawn = draw(seed);
    Random random(seed * 31 + 7);
    std::vector<int32_t> place;
    std::vector<int32_t> order = randomOrder(drawn.problem, random, place);
    LayoutChoice every = relaxationOf(drawn.problem, spaceOf(drawn.problem, drawn.space, drawn.order), true);
    LayoutChoice inOrder = relaxationOf(drawn.problem, spaceOf(drawn.problem, drawn.space, order), false);
    ASSERT_EQ(every.numNodes(), inOrder.numNodes());
    std::vector<uint64_t> labels(every.numNodes());
    for (uint64_t &label : labels)
      label = random.below(1 << 20);
    std::vector<Bytes> least = bytesAtOps(every, drawn.order, labels), bytes = bytesAtOps(inOrder, place, labels);
    for (size_t op = 0; op < bytes.size(); ++op)
      EXPECT_LE(least[op], bytes[op]) << "seed " << seed << ", op " << op;
    different += least != bytes;
  }
  EXPECT_GT(different, 100) << "the two are hardly ever different: nothing was tried";
}

TEST(CertificateTest, FP1_OrderMustKeepDataAndAfter) {
  Proved proved = provedFunction(3);
  FunctionCertificate forged = proved.certificate;
  forged.order.pop_back();
  EXPECT_THAT(refusal(proved.problem, forged), HasSubstr("FP-1: order: 9 ops, the problem has 10"));
  forged = proved.certificate;
  forged.order[1] = forged.order[0];
  EXPECT_THAT(refusal(proved.problem, forged), HasSubstr("FP-1: order[1]"));
  forged = proved.certificate;
  std::reverse(forged.order.begin(), forged.order.end());
  EXPECT_THAT(refusal(proved.problem, forged), HasSubstr("must stand behind op"));
}

TEST(CertificateTest, FP2_LayoutsExistOnce) {
  Proved proved = provedFunction(3);
  FunctionCertificate forged = proved.certificate;
  forged.layouts[0].push_back(forged.layouts[0][0]);
  EXPECT_THAT(refusal(proved.problem, forged), HasSubstr("FP-2: layouts[0]"));
  forged.layouts[0].back() = 1000;
  EXPECT_THAT(refusal(proved.problem, forged), HasSubstr("FP-2: layouts[0]: 1000 does not exist"));
  forged.layouts.pop_back();
  EXPECT_THAT(refusal(proved.problem, forged), HasSubstr("FP-2: layouts:"));
}

TEST(CertificateTest, FP3_CandidatesExistOnce) {
  Proved proved = provedFunction(3);
  FunctionCertificate forged = proved.certificate;
  forged.candidates[0].push_back(-1);
  EXPECT_THAT(refusal(proved.problem, forged), HasSubstr("FP-3: candidates[0]: -1 does not exist"));
}

TEST(CertificateTest, FP10_BoundIsProved) {
  Proved proved = provedFunction(3);
  FunctionCertificate forged = proved.certificate;
  ++forged.bound;
  EXPECT_THAT(refusal(proved.problem, forged), HasSubstr("FP-10: claims bound"));
  forged.proof.steps.clear();
  EXPECT_THAT(refusal(proved.problem, forged), HasSubstr("FP-10"));
}

TEST(CertificateTest, FP11_AnyOrderBoundIsProved) {
  Proved proved = provedFunction(3);
  ASSERT_TRUE(proved.certificate.anyOrderBound);
  FunctionCertificate forged = proved.certificate;
  ++*forged.anyOrderBound;
  EXPECT_THAT(refusal(proved.problem, forged), HasSubstr("FP-11: claims bound"));
}

namespace {

class Forger {
public:
  explicit Forger(uint64_t seed) : random(seed) {}

  /// Changes one thing so that the certificate claims more, or rests on less.
  FunctionCertificate forge(const FunctionCertificate &honest) {
    FunctionCertificate forged = honest;
    bool order = random.below(2) == 0 && honest.anyOrderBound;
    LayoutCertificate &proof = order ? forged.anyOrderProof : forged.proof;
    Picoseconds &bound = order ? *forged.anyOrderBound : forged.bound;
    switch (random.below(7)) {
    case 0: // claims more
      bound += 1 + static_cast<Picoseconds>(random.below(1000));
      break;
    case 1: // the proof claims more as well
      bound += 1 + static_cast<Picoseconds>(random.below(1000));
      proof.bound = proof.target = bound;
      break;
    case 2: // a step left out
      if (!proof.steps.empty())
        proof.steps.erase(proof.steps.begin() + static_cast<std::ptrdiff_t>(random.below(proof.steps.size())));
      break;
    case 3: // a step about another candidate
      if (!proof.steps.empty())
        proof.steps[random.below(proof.steps.size())].j += 1;
      break;
    case 4: // a step about another node
      if (!proof.steps.empty())
        proof.steps[random.below(proof.steps.size())].i += 1;
      break;
    case 5: // another order of the candidates, so that the numbers mean others
      for (std::vector<int32_t> &list : forged.candidates)
        std::reverse(list.begin(), list.end());
      break;
    default: // a cheaper candidate kept back
      for (std::vector<int32_t> &list : forged.candidates)
        if (list.size() > 1)
          list.erase(list.begin());
      break;
    }
    return forged;
  }

private:
  Random random;
};

} // namespace

/// A tampered certificate is refused, or what it still claims is true: no plan of its space is faster.
TEST(CertificateTest, ForgedCertificatesAreRefused) {
  int refused = 0, harmless = 0;
  for (uint64_t seed = 1; seed <= 18; ++seed) {
    Proved proved = provedFunction(seed);
    ASSERT_EQ(refusal(proved.problem, proved.certificate), "") << "seed " << seed;
    Forger forger(seed);
    for (int i = 0; i < 20; ++i) {
      FunctionCertificate forged = forger.forge(proved.certificate);
      if (!refusal(proved.problem, forged).empty()) {
        ++refused;
        continue;
      }
      ++harmless; // a step that was not needed, or a space without the candidate: solved again, the claim must hold
      for (bool anyOrder : {false, true}) {
        LayoutResult again =
            makeLayoutPolicy("planner").value()->run(relaxationOf(proved.problem, forged, anyOrder), Budget{}, nullptr);
        Picoseconds claimed = anyOrder ? forged.anyOrderBound.value_or(0) : forged.bound;
        if (again.solution.found())
          EXPECT_LE(claimed, again.solution.cost) << "seed " << seed << ", forgery " << i;
      }
    }
  }
  EXPECT_GT(refused, 200);
  EXPECT_LT(harmless, refused);
}
