//===- GreedyBeamSpillTest.cpp - Second pass of the beam, rule by rule ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules GB-10..GB-20 and GB-22 of docs/spec/GreedyBeam.md. Results take 60 B in h8; ops read DRAM where they accept it.
//
//===----------------------------------------------------------------------===//
#include "../../../lib/Plan/FunctionLayout/Policies/Beam/L1Tracker.h"
#include "Pencil.h"
#include "testing/Plan/FunctionLayout/RandomFunction.h"

#include <gmock/gmock.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::testing;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Names = Pencil::Names;

namespace {

struct Run {
  FunctionLayout problem;
  FunctionPlan plan;
  DecisionLines recorder;
};

/// One run of the policy, verified.
std::unique_ptr<Run> run(Pencil &pencil, FunctionPolicyOptions options = {}, Exclusions exclusions = {}) {
  auto run = std::make_unique<Run>();
  run->problem = pencil.finish();
  options.observer = &run->recorder;
  auto policy = makeFunctionPolicy("GreedyBeam", options);
  EXPECT_TRUE(policy.ok());
  run->plan = (*policy)->run(run->problem, exclusions);
  PlanVerdict verdict = verify(run->problem, run->plan);
  EXPECT_TRUE(verdict.ok()) << verdict.violation->rule << " " << verdict.violation->message;
  return run;
}

std::string layoutOf(const Run &run, int32_t copy) {
  const Copy &c = run.plan.copies[copy];
  return run.problem.layoutOf(c.tensor, c.layout).name;
}
std::string readLayout(const Run &run, int32_t op, size_t operand) {
  return layoutOf(run, run.plan.reads[op][operand]);
}
/// `%0 h8->dram after 0`, `%0 dram->h8 before 3`, ...
std::vector<std::string> conversions(const Run &run) {
  std::vector<std::string> lines;
  for (size_t c = run.problem.tensors.size(); c < run.plan.copies.size(); ++c) {
    const Copy &copy = run.plan.copies[c];
    lines.push_back(fmt::format("{} {}->{} {} {}", run.problem.tensors[copy.tensor].name, layoutOf(run, copy.source),
                                layoutOf(run, static_cast<int32_t>(c)),
                                copy.place == Copy::Place::AfterOp ? "after" : "before", copy.op));
  }
  return lines;
}

/// An op that reads %a in DRAM and makes h8.
int32_t load(Pencil &pencil) {
  if (pencil.problem.tensors.empty())
    pencil.argument("%a");
  pencil.accept("load", [](const Names &operands, const std::string &) { return operands[0] == "dram"; });
  return pencil.op("load", OpKind::Unary, {0});
}

const Names dramAndH8 = {"dram", "h8"};

} // namespace

TEST(GreedyBeamSpillTest, GB10_SumOfLiveBytesAndPeak) {
  // %0 60 B is live while op 1 needs 60 B: 120 B fit into 134 B, whose tenth, 13 B, is cushion; not into 119 B.
  for (Bytes capacity : {134, 119}) {
    Pencil pencil(capacity, dramAndH8);
    int32_t x = load(pencil);
    pencil.returns(pencil.op("exp", OpKind::Unary, {x}));
    auto planned = run(pencil);
    if (capacity == 134)
      EXPECT_THAT(planned->recorder.of({"oom", "evict", "fragmentation"}), IsEmpty());
    else
      EXPECT_THAT(planned->recorder.of({"oom"}), Contains("oom 1 60 B live + 60 B > 119 B"));
  }
}

TEST(GreedyBeamSpillTest, GB11_ViewsExtendTheLifeOfTheirSource) {
  // %1 is a view of %0 and read by op 3: %0 stays until then.
  Pencil pencil(1000, dramAndH8);
  int32_t x = load(pencil);
  int32_t view = pencil.op("reshape", OpKind::Reshape, {x});
  pencil.classNamed("reshape").traits.isView = true;
  pencil.use("reshape", [](const Names &, const std::string &, PencilUse &use) { use.alias = 0; });
  int32_t other = load(pencil);
  pencil.returns(pencil.op("add", OpKind::Binary, {other, view}));
  pencil.accept("reshape", [](const Names &operands, const std::string &result) { return operands[0] == result; });
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.of({"live 0", "live 1"}), ElementsAre("live 0 %0 60 B at 940 until op 3"));
  EXPECT_EQ(readLayout(*planned, 3, 1), "h8");
}

TEST(GreedyBeamSpillTest, GB11_AnEvictedSourceTakesItsViewsAlong) {
  // 200 B hold three results. %0 (seen through %1) is needed longest: source, view and reader move to DRAM.
  Pencil pencil(200, dramAndH8);
  int32_t x = load(pencil);
  int32_t view = pencil.op("reshape", OpKind::Reshape, {x});
  pencil.classNamed("reshape").traits.isView = true;
  pencil.use("reshape", [](const Names &, const std::string &, PencilUse &use) { use.alias = 0; });
  pencil.accept("reshape", [](const Names &operands, const std::string &result) { return operands[0] == result; });
  int32_t p = load(pencil), q = load(pencil), r = load(pencil);
  int32_t s = pencil.op("add", OpKind::Binary, {q, r});
  int32_t t = pencil.op("add", OpKind::Binary, {s, p});
  pencil.returns(pencil.op("add", OpKind::Binary, {t, view}));
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.of({"evict"})[0], "evict 4 %0 (last used by op 7)");
  EXPECT_EQ(readLayout(*planned, 1, 0), "dram");
  EXPECT_EQ(layoutOf(*planned, view), "dram");
  EXPECT_EQ(readLayout(*planned, 7, 1), "dram");
}

TEST(GreedyBeamSpillTest, GB12_TopDownFirstFit) {
  beam::L1Tracker tracker(1000, 32);
  // 1000 is no multiple of 32: the first buffer ends at 992.
  EXPECT_EQ(tracker.findPlace(60), 928);
  tracker.add({0, 60, 928, 0, 9});
  tracker.add({1, 60, 864, 0, 9});
  tracker.add({2, 60, 800, 0, 9});
  EXPECT_EQ(tracker.findPlace(32), 768);
  tracker.removeIf([](const beam::LiveBuffer &b) { return b.id == 1; });
  EXPECT_EQ(tracker.findPlace(64), 864); // the gap, exactly
  EXPECT_EQ(tracker.findPlace(65), 704); // 96 B do not fit into it
  EXPECT_EQ(tracker.findPlace(10), 896); // the upper end of the gap
  EXPECT_EQ(tracker.findPlace(800), 0);
  EXPECT_EQ(tracker.findPlace(801), std::nullopt);
  EXPECT_EQ(tracker.sum(), 120);
  EXPECT_EQ(tracker.lowest(), 800);
}

TEST(GreedyBeamSpillTest, GB12_AGapTooSmallEvictsAlthoughTheSumFits) {
  // 300 B: %0 at 240, %1 at 180, %2 at 120. %1 dies: 60 B free between and 120 B below. A result of 121 B in two gaps.
  beam::L1Tracker tracker(300, 1);
  for (int32_t id : {0, 1, 2})
    tracker.add({id, 60, *tracker.findPlace(60), 0, 9});
  tracker.removeIf([](const beam::LiveBuffer &b) { return b.id == 1; });
  EXPECT_EQ(tracker.findPlace(121), std::nullopt);
  EXPECT_LE(tracker.sum() + 121, 300);
}

TEST(GreedyBeamSpillTest, GB13_CushionBelowTheLowestTensor) {
  // Capacity 200, cushion 20; %0 at 140, %1 at 80: circular buffers may take 60 B and not one more.
  for (Bytes circular : {60, 61}) {
    Pencil pencil(200, dramAndH8);
    int32_t x = load(pencil);
    pencil.returns(pencil.op("exp", OpKind::Unary, {x}));
    pencil.use("exp", [circular](const Names &, const std::string &result, PencilUse &use) {
      use.circularBytes = result == "h8" ? circular : 0;
    });
    auto planned = run(pencil);
    if (circular == 60)
      EXPECT_THAT(planned->recorder.of({"fragmentation"}), IsEmpty());
    else
      EXPECT_THAT(planned->recorder.of({"fragmentation", "oom"})[0],
                  "fragmentation 1 circular buffers 61 B + cushion 20 B > 80 B");
  }
}

// Capacity 200: three results fit (140, 80, 20 leaves the cushion of 20 free), the fourth does not.
TEST(GreedyBeamSpillTest, GB14_FarthestLastUseGoesFirst) {
  Pencil pencil(200, dramAndH8);
  int32_t p = load(pencil), q = load(pencil), r = load(pencil), s = load(pencil);
  int32_t t = pencil.op("add", OpKind::Binary, {s, r});
  t = pencil.op("add", OpKind::Binary, {t, q});
  t = pencil.op("add", OpKind::Binary, {t, p});
  pencil.returns(t);
  auto planned = run(pencil);
  EXPECT_THAT(
      planned->recorder.of({"live", "oom", "fragmentation", "evict", "read_dram", "reload", "rewind", "demote"}),
      ElementsAre("live 0 %0 60 B at 140 until op 6", //
                  "live 1 %1 60 B at 80 until op 5",  //
                  "live 2 %2 60 B at 20 until op 4",  //
                  "oom 3 180 B live + 60 B > 200 B",  //
                  "evict 3 %0 (last used by op 6)",   //
                  "read_dram 6 %0",                   //
                  "rewind 0 from op 3",               //
                  "live 0 %0 60 B at 140 until op 0", //
                  "live 1 %1 60 B at 140 until op 5", //
                  "live 2 %2 60 B at 80 until op 4",  //
                  "live 3 %3 60 B at 20 until op 4",  //
                  "oom 4 180 B live + 60 B > 200 B",  //
                  "evict 4 %1 (last used by op 5)",   //
                  "read_dram 5 %1",                   //
                  "rewind 1 from op 4",               //
                  "live 1 %1 60 B at 140 until op 1", //
                  "live 2 %2 60 B at 140 until op 4", //
                  "live 3 %3 60 B at 80 until op 4",  //
                  "live 4 %4 60 B at 20 until op 5",  //
                  "live 5 %5 60 B at 140 until op 6", //
                  "live 6 %6 60 B at 80 until op 7"));
  EXPECT_THAT(conversions(*planned),
              ElementsAre("%0 h8->dram after 0", "%1 h8->dram after 1", "%6 h8->dram before -1"));
  EXPECT_EQ(planned->plan.counts.at("evictions"), 2);
  EXPECT_EQ(planned->plan.reasons[0], "evicted for %3");
}

TEST(GreedyBeamSpillTest, GB15_NothingStaysBesideAnOpWithoutModel) {
  Pencil pencil(1000, dramAndH8);
  int32_t x = load(pencil), y = load(pencil);
  int32_t z = pencil.op("mystery", OpKind::Other, {y});
  pencil.classNamed("mystery").traits.modelled = false;
  pencil.accept("mystery", [](const Names &, const std::string &) { return false; });
  pencil.returns(pencil.op("add", OpKind::Binary, {x, z}));
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.of({"evict"}), ElementsAre("evict 2 %0 (last used by op 3)"));
  EXPECT_THAT(conversions(*planned), Contains("%0 h8->dram after 0"));
  EXPECT_EQ(readLayout(*planned, 3, 0), "dram");
}

TEST(GreedyBeamSpillTest, GB15_CachedConstantsEvictNothing) {
  Pencil pencil(1000, dramAndH8);
  int32_t x = load(pencil);
  int32_t w = pencil.op("load_cached", OpKind::Other, {pencil.argument("%w", true)});
  pencil.classNamed("load_cached").traits.modelled = false;
  pencil.returns(pencil.op("add", OpKind::Binary, {x, w}));
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.of({"evict"}), IsEmpty());
  EXPECT_EQ(readLayout(*planned, 2, 0), "h8");
}

TEST(GreedyBeamSpillTest, GB16_WalkedReadersReloadAndLaterOnesReadDram) {
  // %0 is read by op 1, which has been walked when op 4 does not fit, and by op 7.
  Pencil pencil(200, dramAndH8);
  int32_t p = load(pencil);
  int32_t early = pencil.op("exp", OpKind::Unary, {p});
  int32_t q = load(pencil), r = load(pencil);
  int32_t t = pencil.op("add", OpKind::Binary, {r, q});
  t = pencil.op("add", OpKind::Binary, {t, early});
  pencil.returns(pencil.op("add", OpKind::Binary, {t, p}));
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.of({"evict", "reload", "read_dram"})[0], "evict 3 %0 (last used by op 6)");
  EXPECT_THAT(planned->recorder.of({"reload", "read_dram"}), Contains("reload 1 %0"));
  EXPECT_THAT(planned->recorder.of({"reload", "read_dram"}), Contains("read_dram 6 %0"));
  EXPECT_THAT(conversions(*planned), Contains("%0 h8->dram after 0"));
  EXPECT_THAT(conversions(*planned), Contains("%0 dram->h8 before 1"));
  EXPECT_EQ(readLayout(*planned, 6, 1), "dram");
  EXPECT_FALSE(planned->plan.reads[6][1] == p);
}

TEST(GreedyBeamSpillTest, GB16_ALaterReaderThatRejectsDramReloads) {
  Pencil pencil(200, dramAndH8);
  int32_t p = load(pencil), q = load(pencil), r = load(pencil), s = load(pencil);
  int32_t t = pencil.op("add", OpKind::Binary, {s, r});
  t = pencil.op("add", OpKind::Binary, {t, q});
  t = pencil.op("picky", OpKind::Binary, {t, p});
  pencil.accept("picky", [](const Names &operands, const std::string &) { return operands[1] == "h8"; });
  pencil.returns(t);
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.of({"reload", "read_dram"})[0], "reload 6 %0");
  EXPECT_THAT(conversions(*planned), Contains("%0 dram->h8 before 6"));
}

TEST(GreedyBeamSpillTest, GB17_OwnOutputIsDemotedWhenNothingIsLeftToEvict) {
  Pencil pencil(59, dramAndH8);
  int32_t x = load(pencil);
  pencil.returns(x);
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.of({"oom", "demote"}), ElementsAre("oom 0 0 B live + 60 B > 59 B", //
                                                                   "demote 0 result to DRAM"));
  EXPECT_EQ(layoutOf(*planned, x), "dram");
  EXPECT_THAT(conversions(*planned), IsEmpty());
  EXPECT_EQ(planned->plan.reasons[0], "no room for the result");
}

TEST(GreedyBeamSpillTest, GB17_ThenTheOpAsItStands) {
  // The op reads %a in h8 only, converted; 60 B + 60 B do not fit into 70 B, and neither into DRAM from h8.
  Pencil pencil(70, dramAndH8);
  int32_t x = pencil.op("exp", OpKind::Unary, {pencil.argument("%a")});
  pencil.accept("exp",
                [](const Names &operands, const std::string &result) { return operands[0] == "h8" && result == "h8"; });
  pencil.returns(x);
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.of({"demote"}).size(), 1u);
  EXPECT_EQ(readLayout(*planned, 0, 0), "dram");
  EXPECT_EQ(planned->plan.candidate[0], planned->problem.classes[0].base);
}

TEST(GreedyBeamSpillTest, GB18_WhatTheVictimsReadersBecameIsCheckedAgain) {
  // After the eviction for op 3 the walk starts again at op 0, and the reload before op 1 has to fit as well: 190 B
  // hold the cushion (19 B) and two results; %0, its reload and the result of op 1 are never live together.
  Pencil pencil(190, dramAndH8);
  int32_t p = load(pencil);
  int32_t early = pencil.op("exp", OpKind::Unary, {p});
  int32_t q = load(pencil);
  int32_t t = pencil.op("add", OpKind::Binary, {q, early});
  pencil.returns(pencil.op("add", OpKind::Binary, {t, p}));
  auto planned = run(pencil);
  std::vector<std::string> lines = planned->recorder.of({"evict", "rewind", "reload", "oom", "fragmentation"});
  ASSERT_GE(lines.size(), 4u);
  EXPECT_EQ(lines[0], "fragmentation 2 circular buffers 0 B + cushion 19 B > 10 B");
  EXPECT_EQ(lines[1], "evict 2 %0 (last used by op 4)");
  EXPECT_EQ(lines[2], "reload 1 %0");
  EXPECT_EQ(lines[3], "rewind 0 from op 2");
  EXPECT_GE(planned->plan.counts.at("rewinds"), 1);
}

TEST(GreedyBeamSpillTest, GB18_WithoutTheSecondPassNothingIsEvicted) {
  Pencil pencil(1000, dramAndH8);
  int32_t x = load(pencil);
  pencil.returns(pencil.op("exp", OpKind::Unary, {x}));
  FunctionPolicyOptions off;
  off.spill = false;
  auto planned = run(pencil, off);
  EXPECT_THAT(planned->recorder.of({"live"}), IsEmpty());
  EXPECT_EQ(readLayout(*planned, 1, 0), "h8");
}

TEST(GreedyBeamSpillTest, GB19_ConversionsPerReaderOrShared) {
  // %0 is h8; two readers want h4. tt-mlir emits one conversion per reader, its #8970 one in all.
  for (bool share : {false, true}) {
    Pencil pencil(2000, {"dram", "h8", "h4"});
    int32_t x = load(pencil);
    pencil.accept("load", [](const Names &operands, const std::string &result) {
      return operands[0] == "dram" && result == "h8";
    });
    for (int i = 0; i < 2; ++i)
      pencil.returns(pencil.op("wants_h4", OpKind::Unary, {x}));
    pencil.accept("wants_h4", [](const Names &operands, const std::string &result) {
      return operands[0] == "h4" && result == "h4";
    });
    FunctionPolicyOptions options;
    options.shareConversions = share;
    auto planned = run(pencil, options);
    std::vector<std::string> lines = conversions(*planned);
    EXPECT_EQ(std::count_if(lines.begin(), lines.end(), [](auto &l) { return l.rfind("%0 h8->h4", 0) == 0; }),
              share ? 1 : 2);
  }
}

TEST(GreedyBeamSpillTest, GB19_WhatIsReturnedGoesToItsBaseLayout) {
  Pencil pencil(1000, dramAndH8);
  pencil.returns(load(pencil));
  auto planned = run(pencil);
  EXPECT_THAT(conversions(*planned), ElementsAre("%0 h8->dram before -1"));
  EXPECT_EQ(layoutOf(*planned, planned->plan.returns[0]), "dram");
}

TEST(GreedyBeamSpillTest, GB20_ExclusionsAreKept) {
  Pencil pencil(1000, dramAndH8);
  int32_t x = load(pencil);
  int32_t y = pencil.op("exp", OpKind::Unary, {x});
  pencil.returns(y);
  Exclusions result;
  result.results = {x};
  auto planned = run(pencil, {}, result);
  EXPECT_THAT(conversions(*planned), Contains("%0 h8->dram after 0"));
  EXPECT_EQ(readLayout(*planned, 1, 0), "dram");
  Exclusions op;
  op.ops = {0};
  planned = run(pencil, {}, op);
  EXPECT_EQ(planned->plan.candidate[0], planned->problem.classes[0].base);
  Exclusions argument;
  argument.results = {0};
  planned = run(pencil, {}, argument);
  EXPECT_EQ(readLayout(*planned, 0, 0), "dram");
  Exclusions all;
  all.everything = true;
  planned = run(pencil, {}, all);
  EXPECT_EQ(planned->plan.candidate, asItStands(planned->problem).candidate);
}

TEST(GreedyBeamSpillTest, GB20_ExcludesWhatWaitsAtAViolation) {
  Pencil pencil(1000, dramAndH8);
  int32_t x = load(pencil), y = load(pencil);
  pencil.returns(pencil.op("add", OpKind::Binary, {x, y}));
  FunctionLayout problem = pencil.finish();
  auto policy = makeFunctionPolicy("GreedyBeam");
  FunctionPlan plan = (*policy)->run(problem, {});
  Exclusions exclusions;
  PlanViolation violation{"FL-17", "", 1, {x, y}};
  // At op 1, %0 waits for op 2 and %1 is its own result: first what waits, then the op.
  EXPECT_TRUE((*policy)->exclude(problem, plan, violation, exclusions));
  EXPECT_EQ(exclusions.results, std::set<int32_t>{x});
  EXPECT_TRUE(exclusions.ops.empty());
  EXPECT_TRUE((*policy)->exclude(problem, plan, violation, exclusions));
  EXPECT_EQ(exclusions.ops, std::set<int32_t>{1});
}

TEST(GreedyBeamSpillTest, GB20_RepeatedLayersAreExcludedTogether) {
  Pencil pencil(1000, dramAndH8);
  std::vector<int32_t> loads;
  for (int i = 0; i < 8; ++i)
    loads.push_back(load(pencil));
  for (int32_t x : loads)
    pencil.returns(pencil.op("exp", OpKind::Unary, {x}));
  FunctionLayout problem = pencil.finish();
  auto policy = makeFunctionPolicy("GreedyBeam");
  FunctionPlan plan = (*policy)->run(problem, {});
  Exclusions exclusions;
  // One by one at first; with four exclusions, all that run like the one at fault.
  for (int32_t op : {0, 1, 2, 3}) {
    EXPECT_TRUE((*policy)->exclude(problem, plan, {"FL-17", "", op, {}}, exclusions));
    EXPECT_EQ(exclusions.ops.size(), static_cast<size_t>(op) + 1);
  }
  EXPECT_TRUE((*policy)->exclude(problem, plan, {"FL-17", "", 4, {}}, exclusions));
  EXPECT_EQ(exclusions.ops, (std::set<int32_t>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_TRUE(exclusions.results.empty());
}

TEST(GreedyBeamSpillTest, GB22_AnOpThatFreesItsInputReadsNoViewItself) {
  // The convolution frees operand 0 in L1. %1 shares the bytes of %0, which op 3 reads: it would read what is freed.
  for (bool isView : {true, false}) {
    Pencil pencil(1000, dramAndH8);
    int32_t x = load(pencil);
    int32_t y = pencil.op("reshape", OpKind::Unary, {x});
    pencil.classNamed("reshape").traits.isView = isView;
    pencil.accept("reshape", [](const Names &operands, const std::string &result) { return operands[0] == result; });
    pencil.use("reshape",
               [isView](const Names &, const std::string &, PencilUse &use) { use.alias = isView ? 0 : -1; });
    int32_t z = pencil.op("conv2d", OpKind::Convolution, {y});
    pencil.use("conv2d", [](const Names &operands, const std::string &, PencilUse &use) {
      use.consumes = operands[0] == "dram" ? -1 : 0;
    });
    pencil.returns(pencil.op("add", OpKind::Binary, {z, x}));
    auto planned = run(pencil);
    EXPECT_EQ(readLayout(*planned, 2, 0), isView ? "dram" : "h8");
  }
}

TEST(GreedyBeamSpillTest, GB6_WhatIsWrittenInPlaceIsReadItself) {
  // update_cache writes %cache; the reader behind it must see the write, so no copy of %cache is made.
  Pencil pencil(1000, dramAndH8);
  int32_t cache = pencil.argument("%cache");
  int32_t x = load(pencil);
  int32_t sink = pencil.sink("update_cache", {cache, x});
  pencil.problem.ops[sink].writes = {0};
  pencil.classNamed("update_cache").movable[0] = false;
  int32_t y = pencil.op("exp", OpKind::Unary, {cache});
  pencil.problem.ops[pencil.problem.tensors[y].producer].after = {sink};
  pencil.returns(y);
  auto planned = run(pencil);
  EXPECT_EQ(planned->plan.reads[2][0], cache);
  EXPECT_EQ(layoutOf(*planned, y), "h8");
}

/// What is demoted reads its operands where they lie: conversions that the backend refuses are in no plan.
TEST(GreedyBeamSpillTest, GB17_ADemotedOpIsReached) {
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    Random random(seed);
    alcove::testing::RandomFunctionOptions options;
    options.minOps = 6;
    options.refusedMoves = 0.5;
    options.tightest = 60;
    options.loosest = 200;
    FunctionLayout problem = alcove::testing::randomFunction(random, options);
    FunctionPlan plan = makeFunctionPolicy("GreedyBeam").value()->run(problem, {});
    PlanVerdict verdict = verify(problem, plan);
    EXPECT_TRUE(verdict.ok() || verdict.violation->isMemory())
        << "seed " << seed << ": " << verdict.violation->rule << ": " << verdict.violation->message;
  }
}
