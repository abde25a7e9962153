//===- DFSharding2Test.cpp - Its rules, on problems for a pencil ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layouts d, i, h, g, w, b and the candidates' text are those of Sketch.h.
//
//===----------------------------------------------------------------------===//
#include "Sketch.h"

#include <gmock/gmock.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Texts = std::vector<std::string>;

namespace {

/// An op of one operand that runs from DRAM in 10 ns, from DRAM to shards in 5, between shards in 2.
const Texts unary = {"d > d 10", "d > h 5", "h > h 2"};

/// Runs DFSharding2 once; the plan obeys every rule.
struct Outcome {
  explicit Outcome(FunctionLayout given, FunctionPolicyOptions options = {}, const Exclusions &exclusions = {})
      : problem(std::move(given)) {
    options.observer = &recorder;
    Result<std::unique_ptr<FunctionPolicy>> policy = makeFunctionPolicy("DFSharding2", options);
    plan = (*policy)->run(problem, exclusions);
    PlanVerdict verdict = verify(problem, plan);
    EXPECT_TRUE(verdict.ok()) << verdict.violation->rule << ": " << verdict.violation->message;
  }
  std::string flow(const std::string &op) const { return flowOf(problem, plan, op); }
  std::string copies(const std::string &tensor) const { return copiesOf(problem, plan, tensor); }
  std::string detail(const std::string &action) const { return recorder.detailOf(action); }
  int64_t count(const std::string &name) const {
    auto found = plan.counts.find(name);
    return found == plan.counts.end() ? 0 : found->second;
  }

  FunctionLayout problem;
  Recorder recorder;
  FunctionPlan plan;
};

} // namespace

//===----------------------------------------------------------------------===//
// A change: accepted, room, no slower, fragmentation
//===----------------------------------------------------------------------===//

//   x -> a0 -> a1 -------+        chain A: a0 a1
//   y -> b0 -> b1 -> add(b1, a1)  chain B: b0 b1 add
//
// Every tensor takes 30 B; a1 waits in L1 while b0 and b1 run.
static Sketch twoChains(Bytes capacity, const Texts &b1 = unary,
                        const Texts &add = {"d d > d 15", "h d > h 8", "h h > h 3"}) {
  Sketch sketch(capacity);
  int32_t x = sketch.argument(30), y = sketch.argument(30);
  int32_t a0 = sketch.op("a0", {x}, 30, unary), a1 = sketch.op("a1", {a0}, 30, unary);
  int32_t b0 = sketch.op("b0", {y}, 30, unary), b = sketch.op("b1", {b0}, 30, b1);
  sketch.returns(sketch.op("add", {b, a1}, 30, add, chainOp(OpKind::Binary)));
  return sketch;
}

// add runs with b1 in shards and a1 in DRAM only: a1 goes there.
TEST(DFSharding2Test, DS2_1_ReaderRefusesTheShard) {
  Outcome outcome(twoChains(90, unary, {"d d > d 15", "h d > h 8"}).finish());
  EXPECT_EQ(outcome.detail("merges_refused"), "add does not accept it where it would lie");
  EXPECT_EQ(outcome.flow("add"), "hd > h");
  EXPECT_EQ(outcome.copies("%a1"), "h>d");
  EXPECT_EQ(outcome.plan.reasons[1], "its chain ends here, and add does not accept it where it would lie");
}

// a is read by c and by d. d reads shards on 2x1 cores only: its chain begins with a conversion, which now starts from
// a's shards instead of DRAM. Kept: c 2, h>g 1, d 2. In DRAM: copy 1, c 5, d>g 1, d 2.
TEST(DFSharding2Test, DS2_1_PlannedConversionStartsFromTheKeptResult) {
  Sketch sketch(100);
  int32_t a = sketch.op("a", {sketch.argument(30)}, 30, unary);
  sketch.returns(sketch.op("c", {a}, 30, unary));
  sketch.returns(sketch.op("d", {a}, 30, {"d > d 10", "g > g 2"}));
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.count("forks_sharded"), 1);
  EXPECT_EQ(outcome.flow("c"), "h > h");
  EXPECT_EQ(outcome.flow("d"), "g > g");
  EXPECT_EQ(outcome.copies("%a"), "h>g");
}

// An op that a plan excludes reads what it reads as the program stands.
TEST(DFSharding2Test, DS2_1_ExcludedOpReadsDram) {
  Exclusions exclusions;
  exclusions.ops = {4}; // add
  Outcome outcome(twoChains(90).finish(), {}, exclusions);
  EXPECT_EQ(outcome.flow("add"), "dd > d");
  EXPECT_EQ(outcome.flow("b1"), "h > h");
  EXPECT_EQ(outcome.count("merges"), 0);
}

// An op without figures, and an operand that does not move, take nothing from L1.
TEST(DFSharding2Test, DS2_1_UnmodelledOpReadsDram) {
  for (bool movable : {true, false}) {
    Sketch sketch(100);
    int32_t a = sketch.op("a", {sketch.argument(30)}, 30, unary);
    OpTraits traits = plainOp();
    traits.modelled = !movable;
    sketch.returns(sketch.op("u", {a}, 30, {"d > d 10", "h > d 1"}, traits));
    sketch.returns(sketch.op("v", {a}, 30, {"d > d 10", "h > d 1"}, plainOp()));
    sketch.problem.classes[1].movable[0] = movable;
    if (!movable)
      sketch.keepFirst(1);
    Outcome outcome(sketch.finish());
    EXPECT_EQ(outcome.flow("u"), "d > d");
    EXPECT_EQ(outcome.flow("v"), "d > d");
    // What does not move is read itself, so that its producer makes it in DRAM.
    EXPECT_EQ(outcome.flow("a"), movable ? "d > h" : "d > d");
  }
}

// What an op writes in place stays where it is: w writes a, and r reads it afterwards.
TEST(DFSharding2Test, DS2_1_WrittenTensorStays) {
  Sketch sketch(100);
  int32_t a = sketch.op("a", {sketch.argument(30)}, 30, unary);
  sketch.returns(sketch.op("w", {a}, 30, {"d > d 10", "h > d 1"}, plainOp()));
  sketch.returns(sketch.op("r", {a}, 30, {"d > d 10", "h > d 1"}, plainOp()));
  sketch.problem.ops[1].writes = {0};
  sketch.problem.ops[2].after = {1};
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.flow("a"), "d > d");
  EXPECT_EQ(outcome.flow("r"), "d > d");
}

// b1 frees what it reads. That is no reason to refuse: nobody else reads it.
TEST(DFSharding2Test, DS2_1_OpMayFreeWhatItAloneReads) {
  Sketch sketch = twoChains(90);
  for (int32_t i = 0; i < 3; ++i)
    sketch.consume(3, i, 0);
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.flow("b1"), "h > h");
}

// v is a view of s, which r reads as well: f, which frees what it reads, must not get v in L1.
//   s -> v (view) -> f (frees)        the reservation of v is refused: r would read bytes that are gone
//   s -> r
TEST(DFSharding2Test, DS2_1_OpMustNotFreeBytesThatOthersRead) {
  for (bool frees : {true, false}) {
    Sketch sketch(100);
    int32_t s = sketch.op("s", {sketch.argument(30)}, 30, unary);
    int32_t v = sketch.op("v", {s}, 30, {"d > d 9", "h = h 0"}, chainOp(OpKind::Reshape));
    sketch.returns(sketch.op("f", {v}, 30, {"d > d 10", "d > h 5", "h > h 2"}));
    sketch.returns(sketch.op("r", {s}, 30, {"d > d 10", "h > d 1"}, plainOp()));
    if (frees)
      for (int32_t i = 1; i < 3; ++i)
        sketch.consume(2, i, 0);
    Outcome outcome(sketch.finish());
    EXPECT_EQ(outcome.flow("f"), frees ? "d > d" : "h > h");
  }
}

// Fits to the byte: while b1 runs, a1, b0 and b1 lie there; add holds b1, a1 and its result. 90 B each.
TEST(DFSharding2Test, DS2_2_FitsToTheByte) {
  Outcome outcome(twoChains(90).finish());
  EXPECT_EQ(outcome.count("merges"), 1);
  EXPECT_EQ(verify(outcome.problem, outcome.plan).facts.peakSumBytes, 90);
  Outcome less(twoChains(89).finish());
  EXPECT_EQ(less.detail("merges_refused"), "at b1 90 B of L1 would be needed, 89 B may be used");
  EXPECT_EQ(less.copies("%a1"), "h>d");
}

// The reservation fails in the middle of its range: b0 (a1 30 + result 30) and add (30 + 30 + 30) have room in 100 B,
// b1 between them needs a1 30 + b0 30 + result 30 + 11 of its own = 101 B.
TEST(DFSharding2Test, DS2_2_NoRoomInTheMiddleOfTheRange) {
  Outcome fits(twoChains(100, {"d > d 10", "d > h 5", "h > h 2 +10"}).finish());
  EXPECT_EQ(fits.count("merges"), 1);
  Outcome outcome(twoChains(100, {"d > d 10", "d > h 5", "h > h 2 +11"}).finish());
  EXPECT_EQ(outcome.detail("merges_refused"), "at b1 101 B of L1 would be needed, 100 B may be used");
  // Everything is as without the attempt: a1 in DRAM, add reads it there. 5+2+1, 5+2+8+1.
  EXPECT_EQ(outcome.flow("add"), "hd > h");
  EXPECT_EQ(outcome.plan.time, 24'000);
}

// Two reservations at once. t (20 B, read by p and r) waits from its op to r; u (20 B, read by q and r) lies inside:
//   t -> p,   u -> q,   r(t, u)
// At q: t 20 + u 20 + q 20 = 60, and r holds t, u and its result: 60 as well. With 59 B the second one is refused.
TEST(DFSharding2Test, DS2_2_LiveReservationsCount) {
  auto twoForks = [](Bytes capacity) {
    Sketch sketch(capacity);
    int32_t t = sketch.op("t", {sketch.argument(20)}, 20, unary);
    sketch.returns(sketch.op("p", {t}, 20, {"d > d 10", "h > d 1"}, plainOp()));
    int32_t u = sketch.op("u", {sketch.argument(20)}, 20, unary);
    sketch.returns(sketch.op("q", {u}, 20, {"d > d 10", "h > d 1 +20"}, plainOp()));
    sketch.returns(sketch.op("r", {t, u}, 20, {"d d > d 10", "h d > d 8", "d h > d 8", "h h > d 1 +20"}, plainOp()));
    return sketch.finish();
  };
  Outcome both(twoForks(60));
  EXPECT_EQ(both.count("forks_sharded"), 2);
  EXPECT_EQ(both.flow("r"), "hh > d");
  Outcome one(twoForks(59));
  EXPECT_EQ(one.count("forks_sharded"), 1);
  EXPECT_EQ(one.flow("r"), "hd > d");
  EXPECT_THAT(one.detail("forks_in_dram"), HasSubstr("sharded: at q 60 B of L1 would be needed, 59 B may be used"));
}

// b1's backend chooses the program that is priced only where 41 B are free beside a1 (30 B) and b0 (30 B).
TEST(DFSharding2Test, DS2_2_ProgramThatWantsFreeBytes) {
  for (Bytes wanted : {40, 41}) {
    Sketch sketch = twoChains(100);
    sketch.wantFree(3, 2, wanted);
    Outcome outcome(sketch.finish());
    EXPECT_EQ(outcome.count("merges"), wanted == 40);
  }
}

// add takes 20 ns from two shards, 8 + 1 for the copy otherwise: not merged, unless times do not matter.
TEST(DFSharding2Test, DS2_3_SlowerIsRefused) {
  const Texts add = {"d d > d 15", "h d > h 8", "h h > h 20"};
  Outcome outcome(twoChains(90, unary, add).finish());
  EXPECT_EQ(outcome.detail("merges_refused"), "its users would take 23000 ps with it, 12000 ps without");
  FunctionPolicyOptions options;
  options.dropLosingRuns = false;
  Outcome merged(twoChains(90, unary, add).finish(), options);
  EXPECT_EQ(merged.count("merges"), 1);
  EXPECT_EQ(merged.flow("add"), "hh > h");
  EXPECT_GT(merged.plan.time, outcome.plan.time);
}

// As much time as without: taken, as what lies in L1 frees DRAM.
TEST(DFSharding2Test, DS2_3_EqualTimeIsTaken) {
  Outcome outcome(twoChains(90, unary, {"d d > d 15", "h d > h 8", "h h > h 9"}).finish());
  EXPECT_EQ(outcome.count("merges"), 1);
}

// Behind the join comes n, which needs add's 30 B, its result's 30 and `own` besides. The 30 B that were merged may
// have left holes: with them n has 90 + own.
TEST(DFSharding2Test, DS2_4_OpBehindTheMergeHasRoomForTheHoles) {
  auto withNext = [](Bytes own) {
    Sketch sketch = twoChains(100);
    sketch.problem.returns.clear();
    int32_t add = static_cast<int32_t>(sketch.problem.tensors.size()) - 1;
    sketch.returns(sketch.op("n", {add}, 30, {"d > d 10", "d > h 5", "h > h 2 +" + std::to_string(own)}));
    return sketch.finish();
  };
  Outcome fits(withNext(10));
  EXPECT_EQ(fits.count("merges"), 1);
  EXPECT_EQ(fits.count("fragmentation_checks"), 1);
  EXPECT_EQ(fits.count("fragmentation_refusals"), 0);
  Outcome outcome(withNext(11));
  EXPECT_EQ(outcome.count("merges"), 0);
  EXPECT_EQ(outcome.count("fragmentation_refusals"), 1);
  EXPECT_EQ(outcome.detail("merges_refused"), "n, behind the merge, would need 101 B of L1 with the 30 B that were "
                                              "merged, 100 B may be used");
  EXPECT_EQ(outcome.copies("%a1"), "h>d");
  FunctionPolicyOptions options;
  options.checkFragmentation = false;
  Outcome unchecked(withNext(11), options);
  EXPECT_EQ(unchecked.count("merges"), 1);
  EXPECT_EQ(unchecked.count("fragmentation_checks"), 0);
}

//===----------------------------------------------------------------------===//
// Chains and their states
//===----------------------------------------------------------------------===//

// Completed: the end goes to DRAM behind it. 5 + 2 + 1 ns instead of 20.
TEST(DFSharding2Test, DS2_5_CompletedChainEndsInDram) {
  Sketch sketch(60);
  int32_t a0 = sketch.op("a0", {sketch.argument(30)}, 30, unary);
  sketch.returns(sketch.op("a1", {a0}, 30, unary));
  Outcome outcome(sketch.finish());
  EXPECT_THAT(outcome.plan.chains, ElementsAre(ElementsAre(0, 1)));
  EXPECT_EQ(outcome.flow("a1"), "h > h");
  EXPECT_EQ(outcome.copies("%a1"), "h>d");
  EXPECT_EQ(outcome.plan.time, 8000);
  EXPECT_EQ(outcome.plan.reasons[0], "");
  EXPECT_EQ(outcome.plan.reasons[1], "its chain ends here, and the function returns it");
}

// Failed by the solver: a1 accepts no shard of a0 and no conversion of it.
TEST(DFSharding2Test, DS2_5_ChainFailsInTheSolver) {
  Sketch sketch(60);
  int32_t a0 = sketch.op("a0", {sketch.argument(30)}, 30, unary);
  sketch.returns(sketch.op("a1", {a0}, 30, {"d > d 10", "d > h 5"}));
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.count("chains_failed"), 1);
  EXPECT_THAT(outcome.plan.reasons[0], HasSubstr("its chain failed before op 1 of 2"));
  EXPECT_EQ(outcome.plan.time, 20'000);
}

// Failed because what it ends in cannot be brought to DRAM.
TEST(DFSharding2Test, DS2_5_ChainWithoutWayToDramFails) {
  Sketch sketch(60);
  sketch.conversion(30, 'h', 'd', std::nullopt);
  sketch.returns(sketch.op("a", {sketch.argument(30)}, 30, unary));
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.plan.failures.at("a conversion is missing"), 1);
  EXPECT_EQ(outcome.plan.reasons[0], "its chain failed: %a cannot be converted from h to d at a");
  EXPECT_EQ(outcome.flow("a"), "d > d");
}

// a1 reads shards on 2x1 cores: a0's 60 B are converted, both lie there, 120 B.
TEST(DFSharding2Test, DS2_5_ConversionInsideAChainNeedsRoom) {
  auto resharded = [](Bytes capacity) {
    Sketch sketch(capacity);
    int32_t a0 = sketch.op("a0", {sketch.argument(60)}, 60, unary);
    sketch.returns(sketch.op("a1", {a0}, 30, {"d > d 10", "g > g 2"}));
    return sketch.finish();
  };
  Outcome fits(resharded(120));
  EXPECT_EQ(fits.copies("%a0"), "h>g");
  Outcome outcome(resharded(119));
  EXPECT_EQ(outcome.plan.failures.at("its conversions do not fit"), 1);
  EXPECT_EQ(outcome.plan.reasons[0], "its chain failed: at a1 120 B of L1 would be needed, 119 B may be used");
  EXPECT_EQ(outcome.flow("a0"), "d > d");
}

//===----------------------------------------------------------------------===//
// Concatenations
//===----------------------------------------------------------------------===//

//   x0 -> p0 --+
//   x1 -> p1 --+-- cat (80 B)          four branches of 20 B
//   x2 -> p2 --+
//   x3 -> p3 --+
static Sketch fourBranches(Bytes capacity, const Texts &branch = {"d > d 10", "d > w 5", "d > h 5"}, int8_t dim = 0,
                           const Texts &cat = {"d d d d > d 40", "h h h h > h 4", "w w w w > w 4"}) {
  Sketch sketch(capacity);
  std::vector<int32_t> parts;
  for (int i = 0; i < 4; ++i)
    parts.push_back(sketch.op("p" + std::to_string(i), {sketch.argument(20)}, 20, branch));
  sketch.returns(sketch.op("cat", parts, 80, cat, concatOp(dim)));
  return sketch;
}

// Each branch takes w first, as it uses as many cores as h; along the last dimension h is asked of it, along the one
// before w.
TEST(DFSharding2Test, DS2_6_ConcatAsksForASharding) {
  EXPECT_EQ(Outcome(fourBranches(160).finish()).flow("cat"), "hhhh > h");
  EXPECT_EQ(Outcome(fourBranches(160, {"d > d 10", "d > h 5", "d > w 5"}, 1).finish()).flow("cat"), "wwww > w");
}

// No branch can be height sharded: they stay width sharded for themselves, and the concatenation is not resolved.
TEST(DFSharding2Test, DS2_6_PreferenceIsDroppedWhereItFails) {
  Outcome outcome(fourBranches(160, {"d > d 10", "d > w 5"}).finish());
  EXPECT_EQ(outcome.count("preferences_dropped"), 4);
  EXPECT_EQ(outcome.detail("concats_refused"), "%p0 lies w");
  EXPECT_EQ(outcome.flow("p0"), "d > w");
  EXPECT_EQ(outcome.flow("cat"), "dddd > d");
}

// The end of a chain is chosen first, so that equal branches get equal grids: p1 -> q1 would use 4 cores and then 2;
// with the end first it is 2 and then 4.
TEST(DFSharding2Test, DS2_6_EndIsChosenBeforeTheRest) {
  Sketch sketch(200);
  int32_t p0 = sketch.op("p0", {sketch.argument(20)}, 20, unary);
  int32_t p1 = sketch.op("p1", {sketch.argument(20)}, 20, {"d > d 10", "d > h 3", "d > g 3"});
  int32_t q1 = sketch.op("q1", {p1}, 20, {"d > d 10", "h > g 2", "g > h 2"}, chainOp(OpKind::Pool));
  sketch.returns(sketch.op("cat", {p0, q1}, 40, {"d d > d 20", "h h > h 2"}, concatOp(0)));
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.flow("q1"), "g > h");
  EXPECT_EQ(outcome.count("concats"), 1);
}

// The refusals, one by one.
TEST(DFSharding2Test, DS2_7_InputsOfAConcat) {
  const Texts cat = {"d d > d 20", "h h > h 2", "d d > h 3"};
  auto build = [&](auto second, int8_t dim = 0) {
    Sketch sketch(200);
    int32_t p0 = sketch.op("p0", {sketch.argument(20)}, 20, unary), p1 = second(sketch);
    sketch.returns(sketch.op("cat", {p0, p1}, 40, cat, concatOp(dim)));
    return Outcome(sketch.finish()).detail("concats_refused");
  };
  EXPECT_EQ(build([](Sketch &sketch) { return sketch.argument(20); }), "%arg2 is not the end of a completed chain");
  EXPECT_EQ(build([](Sketch &sketch) { return sketch.op("p1", {sketch.argument(20)}, 20, {"d > d 10"}); }),
            "%p1 is not the end of a completed chain");
  EXPECT_EQ(build([](Sketch &sketch) { return sketch.op("p1", {sketch.argument(20)}, 20, {"d > d 10", "d > g 2"}); }),
            "%p1 lies on a grid of 2x1, the first input on 4x1");
  EXPECT_EQ(build([](Sketch &sketch) {
              int32_t p1 = sketch.op("p1", {sketch.argument(20)}, 20, unary);
              sketch.returns(p1);
              return p1;
            }),
            "%p1 has 2 uses");
  EXPECT_EQ(build([](Sketch &sketch) { return sketch.op("p1", {sketch.argument(20)}, 20, unary); }, 2),
            "a concatenation shards along the last two dimensions only");
  EXPECT_EQ(build([](Sketch &sketch) { return sketch.op("p1", {sketch.argument(20)}, 20, unary); }), "-");
}

// The same tensor twice is read twice.
TEST(DFSharding2Test, DS2_7_TensorTwiceIsAFork) {
  Sketch sketch(200);
  int32_t p = sketch.op("p", {sketch.argument(20)}, 20, unary);
  sketch.returns(sketch.op("cat", {p, p}, 40, {"d d > d 20", "h h > h 2"}, concatOp(0)));
  EXPECT_EQ(Outcome(sketch.finish()).detail("concats_refused"), "%p has 2 uses");
}

// Four inputs of 20 B and the result of 80: 160 B at the concatenation. 4 x 5 ns, 4, and the copy of the result.
TEST(DFSharding2Test, DS2_8_FourBranchesAreAddedUp) {
  Outcome outcome(fourBranches(160).finish());
  EXPECT_EQ(outcome.count("concats"), 1);
  EXPECT_EQ(outcome.plan.time, (4 * 5 + 4 + 1) * 1000);
  EXPECT_EQ(verify(outcome.problem, outcome.plan).facts.peakSumBytes, 160);
  Outcome less(fourBranches(159).finish());
  EXPECT_EQ(less.detail("concats_refused"), "at cat 160 B of L1 would be needed, 159 B may be used");
  EXPECT_EQ(less.flow("cat"), "dddd > d");
  EXPECT_EQ(less.copies("%p0"), "h>d");
}

// The last branch has no room while the other three wait: p3 needs 3 x 20 + 20 + 81 = 161 B.
TEST(DFSharding2Test, DS2_8_BranchHasNoRoomWhileOthersWait) {
  Sketch sketch(160);
  std::vector<int32_t> parts;
  for (int i = 0; i < 4; ++i)
    parts.push_back(sketch.op("p" + std::to_string(i), {sketch.argument(20)}, 20,
                              {"d > d 10", i == 3 ? "d > h 5 +81" : "d > h 5"}));
  sketch.returns(sketch.op("cat", parts, 80, {"d d d d > d 40", "h h h h > h 4"}, concatOp(0)));
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.detail("concats_refused"), "at p3 161 B of L1 would be needed, 160 B may be used");
}

// Among the results that are accepted, most cores win: g (2 cores) is tried after h (4 cores).
TEST(DFSharding2Test, DS2_8_ResultWithMostCores) {
  Outcome outcome(fourBranches(160, {"d > d 10", "d > h 5"}, 0,
                               {"d d d d > d 40", "h h h h > g 1", "h h h h > b 1", "h h h h > h 4"})
                      .finish());
  EXPECT_EQ(outcome.flow("cat"), "hhhh > h");
}

// A concatenation that does not get its inputs from L1 is solved like any chain of one op, from DRAM.
TEST(DFSharding2Test, DS2_8_UnresolvedConcatReadsDram) {
  Outcome outcome(
      fourBranches(159, {"d > d 10", "d > h 5"}, 0, {"d d d d > d 40", "h h h h > h 4", "d d d d > h 20"}).finish());
  EXPECT_EQ(outcome.flow("cat"), "dddd > h");
}

// cat0 feeds cat1, which asks for height shards: cat0's choice follows, although b comes first among equals.
TEST(DFSharding2Test, DS2_8_ConcatOfConcats) {
  Sketch sketch(200);
  auto part = [&](const std::string &name) { return sketch.op(name, {sketch.argument(20)}, 20, unary); };
  int32_t p0 = part("p0"), p1 = part("p1");
  int32_t cat0 = sketch.op("cat0", {p0, p1}, 40, {"d d > d 20", "h h > w 2", "h h > h 2"}, concatOp(0));
  int32_t p2 = part("p2");
  sketch.returns(sketch.op("cat1", {cat0, p2}, 60, {"d d > d 20", "h h > h 2"}, concatOp(0)));
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.count("concats"), 2);
  EXPECT_EQ(outcome.flow("cat0"), "hh > h");
  EXPECT_EQ(outcome.flow("cat1"), "hh > h");
}

TEST(DFSharding2Test, DS2_8_SwitchedOff) {
  FunctionPolicyOptions options;
  options.concatChains = false;
  Outcome outcome(fourBranches(160).finish(), options);
  EXPECT_EQ(outcome.count("concats"), 0);
  EXPECT_EQ(outcome.flow("p0"), "d > w");
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

const Texts viewTexts = {"d = d 0", "i = i 0"};

//   x -> a0 -> a1 -> v (reshape)              a1 goes to L1 interleaved, v shows it
//   y -> q                                    q runs in between, as it must come behind v
//   r(q, v)                                   and r reads v: the reservation lasts until here
static Sketch behindAChain(Bytes capacity, const Texts &view = viewTexts) {
  Sketch sketch(capacity);
  int32_t a0 = sketch.op("a0", {sketch.argument(30)}, 30, unary), a1 = sketch.op("a1", {a0}, 30, unary);
  int32_t v = sketch.op("v", {a1}, 30, view, viewOp());
  int32_t q = sketch.op("q", {sketch.argument(30)}, 30, {"d > d 10 +50"}, plainOp());
  sketch.problem.ops.back().after = {2};
  sketch.returns(sketch.op("r", {q, v}, 30, {"d d > d 10", "d i > d 4"}, plainOp()));
  return sketch;
}

// q needs 50 B of its own beside the 30 that v shows. a0 5, a1 2, copy to i 1, v 0, q 10, r 4.
TEST(DFSharding2Test, DS2_9_ReservationFollowsTheView) {
  Outcome outcome(behindAChain(80).finish());
  EXPECT_EQ(outcome.count("views"), 1);
  EXPECT_EQ(outcome.detail("views"), "until the last reader of %v");
  EXPECT_EQ(outcome.copies("%a1"), "h>i");
  EXPECT_EQ(outcome.flow("v"), "i > i");
  EXPECT_EQ(outcome.flow("r"), "di > d");
  EXPECT_EQ(outcome.plan.time, 22'000);
  EXPECT_EQ(verify(outcome.problem, outcome.plan).facts.peakSumBytes, 80);
}

// q stands behind the last reader of a1 and before the last reader of v: there the reservation fails.
TEST(DFSharding2Test, DS2_9_NoRoomBehindTheView) {
  Outcome outcome(behindAChain(79).finish());
  EXPECT_EQ(outcome.detail("views_refused"), "at q 80 B of L1 would be needed, 79 B may be used");
  EXPECT_EQ(outcome.copies("%a1"), "h>d");
  EXPECT_EQ(outcome.flow("v"), "d > d");
  EXPECT_EQ(outcome.plan.reasons[1], "its chain ends here, and at q 80 B of L1 would be needed, 79 B may be used");
}

// A reshape that moves data makes 30 B of its own; a1's copy goes with it. In between both lie there: 60 B.
TEST(DFSharding2Test, DS2_9_ReshapeThatCopies) {
  Outcome outcome(behindAChain(80, {"d > d 3", "i > i 1"}).finish());
  EXPECT_EQ(outcome.flow("v"), "i > i");
  EXPECT_EQ(verify(outcome.problem, outcome.plan).facts.peakSumBytes, 80);
}

TEST(DFSharding2Test, DS2_9_ViewThatCannotBeShownInL1) {
  Outcome outcome(behindAChain(80, {"d = d 0"}).finish());
  EXPECT_EQ(outcome.detail("views_refused"), "v cannot show it interleaved in L1");
}

// A view of a view: the reservation follows both, to the last of several readers.
//   a -> v -> w -> r, s
TEST(DFSharding2Test, DS2_9_ViewOfAView) {
  Sketch sketch(100);
  int32_t a = sketch.op("a", {sketch.argument(30)}, 30, unary);
  int32_t v = sketch.op("v", {a}, 30, viewTexts, viewOp()), w = sketch.op("w", {v}, 30, viewTexts, viewOp());
  sketch.returns(sketch.op("r", {w}, 30, {"d > d 10", "i > d 4"}, plainOp()));
  sketch.returns(sketch.op("s", {w}, 30, {"d > d 10 +70", "i > d 4 +70"}, plainOp()));
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.detail("views"), "until the last reader of %w");
  EXPECT_EQ(outcome.flow("s"), "i > d");
  EXPECT_EQ(verify(outcome.problem, outcome.plan).facts.peakSumBytes, 100);
}

TEST(DFSharding2Test, DS2_9_SwitchedOff) {
  FunctionPolicyOptions options;
  options.reserveViews = false;
  EXPECT_EQ(Outcome(behindAChain(80).finish(), options).copies("%a1"), "h>d");
}

// A view that is returned is left out, and only that: the original gave up all chains behind it.
//   x -> a -> v -> return            y -> c -> w -> r
TEST(DFSharding2Test, DS2_10_ReturnedViewLeavesOthersAlone) {
  Sketch sketch(100);
  int32_t a = sketch.op("a", {sketch.argument(30)}, 30, unary);
  sketch.returns(sketch.op("v", {a}, 30, viewTexts, viewOp()));
  int32_t c = sketch.op("c", {sketch.argument(30)}, 30, unary), w = sketch.op("w", {c}, 30, viewTexts, viewOp());
  sketch.returns(sketch.op("r", {w}, 30, {"d > d 10", "i > d 4"}, plainOp()));
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.detail("views_refused"), "%v is returned");
  EXPECT_EQ(outcome.copies("%a"), "h>d");
  EXPECT_EQ(outcome.count("views"), 1);
  EXPECT_EQ(outcome.copies("%c"), "h>i");
}

// A view inside a reserved range. a waits for the join j; meanwhile c goes to L1 interleaved, v shows it, and s reads
// it with 40 B of its own: a 30 + v 30 + 40 = 100 B.
//   x -> a ----------------------------+
//   y -> c -> v -> s                   |
//   z -> b -> j(b, a)  <---------------+      (s runs before b: b waits for it)
TEST(DFSharding2Test, DS2_10_ViewInsideAReservedRange) {
  auto build = [](Bytes capacity) {
    Sketch sketch(capacity);
    int32_t a = sketch.op("a", {sketch.argument(30)}, 30, unary);
    int32_t c = sketch.op("c", {sketch.argument(30)}, 30, unary), v = sketch.op("v", {c}, 30, viewTexts, viewOp());
    sketch.returns(sketch.op("s", {v}, 30, {"d > d 10", "i > d 4 +40"}, plainOp()));
    int32_t b = sketch.op("b", {sketch.argument(30)}, 30, unary);
    sketch.returns(sketch.op("j", {b, a}, 30, {"d d > d 15", "h d > h 8", "h h > h 3"}, chainOp(OpKind::Binary)));
    sketch.problem.ops[4].after = {3};
    return sketch.finish();
  };
  Outcome both(build(100));
  EXPECT_EQ(both.count("views"), 1);
  EXPECT_EQ(both.count("merges"), 1);
  EXPECT_EQ(verify(both.problem, both.plan).facts.peakSumBytes, 100);
  Outcome one(build(99));
  EXPECT_EQ(one.count("views"), 1);
  EXPECT_EQ(one.detail("merges_refused"), "at s 100 B of L1 would be needed, 99 B may be used");
}

//===----------------------------------------------------------------------===//
// Forks
//===----------------------------------------------------------------------===//

//   x -> a -> p, q
static Sketch fork(const Texts &p, const Texts &q, Bytes capacity = 100) {
  Sketch sketch(capacity);
  int32_t a = sketch.op("a", {sketch.argument(30)}, 30, unary);
  sketch.returns(sketch.op("p", {a}, 30, p, plainOp()));
  sketch.returns(sketch.op("q", {a}, 30, q, plainOp()));
  return sketch;
}
const Texts readsAll = {"d > d 10", "h > d 2", "i > d 4"}, readsInterleaved = {"d > d 10", "i > d 4"},
            readsDram = {"d > d 10"};

// Every user takes the shards: 5 + 2 + 2.
TEST(DFSharding2Test, DS2_11_ForkStaysSharded) {
  Outcome outcome(fork(readsAll, readsAll).finish());
  EXPECT_EQ(outcome.count("forks_sharded"), 1);
  EXPECT_EQ(outcome.copies("%a"), "");
  EXPECT_EQ(outcome.flow("p"), "h > d");
  EXPECT_EQ(outcome.plan.time, 9000);
}

// q takes no shards, but L1 interleaved: one copy for both. 5 + 1 + 4 + 4.
TEST(DFSharding2Test, DS2_11_ForkGoesToL1Interleaved) {
  Outcome outcome(fork(readsAll, readsInterleaved).finish());
  EXPECT_EQ(outcome.count("forks_interleaved"), 1);
  EXPECT_EQ(outcome.detail("forks_interleaved"), "q does not accept it where it would lie");
  EXPECT_EQ(outcome.copies("%a"), "h>i");
  EXPECT_EQ(outcome.flow("p"), "i > d");
  EXPECT_EQ(outcome.plan.time, 14'000);
}

// q reads DRAM only.
TEST(DFSharding2Test, DS2_11_ForkGoesToDram) {
  Outcome outcome(fork(readsAll, readsDram).finish());
  EXPECT_EQ(outcome.count("forks_in_dram"), 1);
  EXPECT_EQ(outcome.copies("%a"), "h>d");
  EXPECT_EQ(outcome.flow("p"), "d > d");
  EXPECT_EQ(outcome.plan.reasons[0], "its chain ends here, and sharded: q does not accept it where it would lie; "
                                     "interleaved: q does not accept it where it would lie");
}

// No room for shards at p is no room for the interleaved copy either; DRAM.
TEST(DFSharding2Test, DS2_11_ForkWithoutRoomGoesToDram) {
  Outcome outcome(fork({"d > d 10", "h > d 2 +71", "i > d 4 +71"}, readsAll).finish());
  EXPECT_EQ(outcome.detail("forks_in_dram"), "sharded: at p 101 B of L1 would be needed, 100 B may be used; "
                                             "interleaved: at p 101 B of L1 would be needed, 100 B may be used");
}

// A reduction reads no shards although its backend accepts them (tt-metal#34951); interleaved it does.
TEST(DFSharding2Test, DS2_11_ReductionsReadNoShards) {
  Sketch sketch = fork(readsAll, readsAll);
  sketch.problem.classes[2].traits.readsShards = false;
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.detail("forks_interleaved"), "q may not read it where it would lie");
  EXPECT_EQ(outcome.flow("q"), "i > d");
}

// What the function returns goes to DRAM for all.
TEST(DFSharding2Test, DS2_11_ReturnedForkGoesToDram) {
  Sketch sketch(100);
  int32_t a = sketch.op("a", {sketch.argument(30)}, 30, unary);
  sketch.returns(a);
  sketch.returns(sketch.op("p", {a}, 30, readsAll, plainOp()));
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.detail("forks_in_dram"), "the function returns it");
  EXPECT_EQ(outcome.copies("%a"), "h>d");
}

TEST(DFSharding2Test, DS2_11_SwitchedOff) {
  FunctionPolicyOptions options;
  options.reserveForks = false;
  EXPECT_EQ(Outcome(fork(readsAll, readsAll).finish(), options).copies("%a"), "h>d");
}

//===----------------------------------------------------------------------===//
// Merges
//===----------------------------------------------------------------------===//

// twoChains: 9 ns for a1's copy and add from DRAM, 3 from L1.
TEST(DFSharding2Test, DS2_12_EndOfOneChainIsReadInsideAnother) {
  Outcome outcome(twoChains(90).finish());
  EXPECT_EQ(outcome.detail("merges"), "%a1");
  EXPECT_EQ(outcome.flow("add"), "hh > h");
  EXPECT_EQ(outcome.copies("%a1"), "");
  EXPECT_EQ(outcome.copies("%add"), "h>d"); // the end of chain B
  EXPECT_EQ(outcome.plan.time, (5 + 2 + 5 + 2 + 3 + 1) * 1000);
}

TEST(DFSharding2Test, DS2_12_SwitchedOff) {
  FunctionPolicyOptions options;
  options.mergeChains = false;
  EXPECT_EQ(Outcome(twoChains(90).finish(), options).copies("%a1"), "h>d");
}

// As operand 0 of an op with two, an end does not go into a chain. (c, which no chain holds, runs behind a and ends a's
// chain; so there are not three ways either.)
TEST(DFSharding2Test, DS2_12_OperandZeroOfABinaryOpIsNoMerge) {
  Sketch sketch(200);
  int32_t a = sketch.op("a", {sketch.argument(60)}, 60, unary);
  int32_t c = sketch.op("c", {sketch.argument(30)}, 30, {"d > d 10"}, plainOp());
  sketch.returns(sketch.op("join", {a, c}, 30, {"d d > d 15", "d d > h 8", "h d > h 3"}, chainOp(OpKind::Binary)));
  sketch.problem.ops[1].after = {0};
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.count("merges"), 0);
  EXPECT_EQ(outcome.flow("join"), "dd > h");
}

// The result of a concatenation does, as operand 0.
TEST(DFSharding2Test, DS2_12_ConcatIsReadAsOperandZero) {
  Sketch sketch(200);
  int32_t c = sketch.op("c", {sketch.argument(30)}, 30, {"d > d 10"}, plainOp());
  int32_t p = sketch.op("p", {sketch.argument(30)}, 30, unary), q = sketch.op("q", {sketch.argument(30)}, 30, unary);
  int32_t a = sketch.op("a", {p, q}, 60, {"d d > d 10", "h h > h 2"}, concatOp(0));
  sketch.returns(sketch.op("join", {a, c}, 30, {"d d > d 15", "d d > h 8", "h d > h 3"}, chainOp(OpKind::Binary)));
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.count("merges"), 1);
  EXPECT_EQ(outcome.flow("join"), "hd > h");
  EXPECT_EQ(outcome.copies("%a"), "");
}

// So it does before a unary op.
TEST(DFSharding2Test, DS2_12_EndIsReadByAUnaryOp) {
  Sketch sketch(200);
  int32_t p = sketch.op("p", {sketch.argument(30)}, 30, unary), q = sketch.op("q", {sketch.argument(30)}, 30, unary);
  int32_t a = sketch.op("a", {p, q}, 60, {"d d > d 10", "h h > h 2"}, concatOp(0));
  sketch.returns(sketch.op("u", {a}, 60, unary));
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.count("merges"), 1);
  EXPECT_EQ(outcome.flow("u"), "h > h");
}

// Chain B takes one end only: of a (20 B) and c (40 B) the larger.
//   y -> b -> m(b, a) -> n(m, c)
TEST(DFSharding2Test, DS2_13_LargerEndFirstAndOnePerChain) {
  Sketch sketch(200);
  int32_t a = sketch.op("a", {sketch.argument(20)}, 20, unary), c = sketch.op("c", {sketch.argument(40)}, 40, unary);
  int32_t b = sketch.op("b", {sketch.argument(30)}, 30, unary);
  const Texts binary = {"d d > d 15", "h d > h 8", "h h > h 3"};
  int32_t m = sketch.op("m", {b, a}, 30, binary, chainOp(OpKind::Binary));
  sketch.returns(sketch.op("n", {m, c}, 30, binary, chainOp(OpKind::Binary)));
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.count("merges"), 1);
  EXPECT_EQ(outcome.detail("merges"), "%c");
  EXPECT_EQ(outcome.flow("m"), "hd > h");
  EXPECT_EQ(outcome.flow("n"), "hh > h");
}

//   x -> a0 -> a1 --+
//   y -> c0 -> c1 --+-- join(a1, c1) -> b       chain B begins with join
static Sketch threeWays(Bytes capacity, const Texts &c1 = unary) {
  Sketch sketch(capacity);
  int32_t a0 = sketch.op("a0", {sketch.argument(30)}, 30, unary), a1 = sketch.op("a1", {a0}, 30, unary);
  int32_t c0 = sketch.op("c0", {sketch.argument(30)}, 30, unary), c = sketch.op("c1", {c0}, 30, c1);
  int32_t join =
      sketch.op("join", {a1, c}, 30, {"d d > d 15", "d d > h 8", "d h > h 5", "h h > h 3"}, chainOp(OpKind::Binary));
  sketch.returns(sketch.op("b", {join}, 30, unary));
  return sketch;
}

// a1 waits while c0 and c1 run (30 + 30 + 30), join holds both and its result (90), and b, behind it, would need 60 B
// beside the 60 that were merged: 120 B. 5+2, 5+2, 3, 2 and the copy.
TEST(DFSharding2Test, DS2_14_BothOperandsOfTheFirstOp) {
  Outcome outcome(threeWays(120).finish());
  EXPECT_EQ(outcome.detail("three_way_merges"), "%a1, %c1");
  EXPECT_EQ(outcome.flow("join"), "hh > h");
  EXPECT_EQ(outcome.plan.time, 20'000);
  EXPECT_EQ(verify(outcome.problem, outcome.plan).facts.peakSumBytes, 90);
}

// The fragmentation check of a merge three ways counts both ends.
TEST(DFSharding2Test, DS2_14_FragmentationCountsBothEnds) {
  Outcome outcome(threeWays(119).finish());
  EXPECT_EQ(outcome.detail("three_way_merges_refused"),
            "b, behind the merge, would need 120 B of L1 with the 60 B that were merged, 119 B may be used");
}

// c1 has no room beside a1: 30 + 30 + 30 + 31 = 121 B. Then c1 alone goes into chain B, as operand 1.
TEST(DFSharding2Test, DS2_14_RefusedThreeWaysTwoWaysAreTried) {
  Outcome outcome(threeWays(120, {"d > d 10", "d > h 5", "h > h 2 +31"}).finish());
  EXPECT_EQ(outcome.detail("three_way_merges_refused"), "at c1 121 B of L1 would be needed, 120 B may be used");
  EXPECT_EQ(outcome.detail("merges"), "%c1");
  EXPECT_EQ(outcome.flow("join"), "dh > h");
  EXPECT_EQ(outcome.copies("%a1"), "h>d");
}

// With room for two merges per chain, both ends of the problem above are read from L1.
TEST(DFSharding2Test, DS2_13_MergesPerChainIsASwitch) {
  const Texts binary = {"d d > d 15", "h d > h 8", "h h > h 3"};
  Sketch sketch(200);
  int32_t a = sketch.op("a", {sketch.argument(20)}, 20, unary), c = sketch.op("c", {sketch.argument(40)}, 40, unary);
  int32_t b = sketch.op("b", {sketch.argument(30)}, 30, unary);
  int32_t m = sketch.op("m", {b, a}, 30, binary, chainOp(OpKind::Binary));
  sketch.returns(sketch.op("n", {m, c}, 30, binary, chainOp(OpKind::Binary)));
  FunctionPolicyOptions options;
  options.mergesPerChain = 2;
  Outcome outcome(sketch.finish(), options);
  EXPECT_EQ(outcome.count("merges"), 2);
  EXPECT_EQ(outcome.flow("m"), "hh > h");
  EXPECT_EQ(outcome.flow("n"), "hh > h");
}

//===----------------------------------------------------------------------===//
// Limitations that are switches
//===----------------------------------------------------------------------===//

// s, which no chain holds, alone reads a. The original copies a to DRAM: 5 + 1 + 10; with the switch 5 + 2.
TEST(DFSharding2Test, DS2_17_SingleReaderOutsideEveryChain) {
  auto build = [](Bytes own) {
    Sketch sketch(100);
    int32_t a = sketch.op("a", {sketch.argument(30)}, 30, unary);
    sketch.returns(sketch.op("s", {a}, 30, {"d > d 10", "h > d 2 +" + std::to_string(own)}, plainOp()));
    return sketch.finish();
  };
  EXPECT_EQ(Outcome(build(70)).plan.time, 16'000);
  FunctionPolicyOptions options;
  options.keepSingleReaders = true;
  Outcome kept(build(70), options);
  EXPECT_EQ(kept.plan.time, 7'000);
  EXPECT_EQ(kept.count("single_readers"), 1);
  Outcome refused(build(71), options);
  EXPECT_EQ(refused.plan.time, 16'000);
  EXPECT_THAT(refused.plan.reasons[0], HasSubstr("at s 101 B of L1 would be needed, 100 B may be used"));
}

// a -> b -> c -> d; c accepts no shard of b. The original gives up all four; cut before c, two chains of two complete.
TEST(DFSharding2Test, DS2_18_ChainIsCutWhereItFails) {
  auto build = [] {
    Sketch sketch(100);
    int32_t a = sketch.op("a", {sketch.argument(30)}, 30, unary), b = sketch.op("b", {a}, 30, unary);
    int32_t c = sketch.op("c", {b}, 30, {"d > d 10", "d > h 5"});
    sketch.returns(sketch.op("d", {c}, 30, unary));
    return sketch.finish();
  };
  EXPECT_EQ(Outcome(build()).plan.time, 40'000);
  FunctionPolicyOptions options;
  options.splitFailedChains = true;
  Outcome outcome(build(), options);
  EXPECT_THAT(outcome.plan.chains, ElementsAre(ElementsAre(0, 1), ElementsAre(2, 3)));
  EXPECT_EQ(outcome.plan.time, (5 + 2 + 1 + 5 + 2 + 1) * 1000);
}

// The first op fails: it alone is left out.
TEST(DFSharding2Test, DS2_18_FirstOpIsLeftOut) {
  Sketch sketch(100);
  int32_t a = sketch.op("a", {sketch.argument(30)}, 30, {"d > d 10", "w > h 5"});
  sketch.conversion(30, 'd', 'w', std::nullopt);
  sketch.returns(sketch.op("b", {a}, 30, unary));
  FunctionPolicyOptions options;
  options.splitFailedChains = true;
  Outcome outcome(sketch.finish(), options);
  EXPECT_THAT(outcome.plan.chains, ElementsAre(ElementsAre(1)));
  EXPECT_EQ(outcome.count("chains_failed"), 1);
}

//===----------------------------------------------------------------------===//
// Losing runs, the upgrade
//===----------------------------------------------------------------------===//

// In shards a takes 5 ns and the copy back 6, in DRAM 10: given up, unless the switch is off.
TEST(DFSharding2Test, DS2_15_LosingRunIsGivenUp) {
  auto build = [](int64_t back) {
    Sketch sketch(100);
    sketch.conversion(30, 'h', 'd', back);
    sketch.returns(sketch.op("a", {sketch.argument(30)}, 30, unary));
    return sketch.finish();
  };
  Outcome outcome(build(6));
  EXPECT_EQ(outcome.flow("a"), "d > d");
  EXPECT_EQ(outcome.count("given_up"), 1);
  EXPECT_EQ(outcome.plan.reasons[0], "its run would take 11000 ps in L1, 10000 ps in DRAM");
  EXPECT_EQ(outcome.plan.failures.at("it would take longer in L1 than in DRAM"), 1);
  EXPECT_EQ(Outcome(build(5)).flow("a"), "d > h"); // a tie stays
  FunctionPolicyOptions options;
  options.dropLosingRuns = false;
  EXPECT_EQ(Outcome(build(6), options).flow("a"), "d > h");
}

// Merged, A and B are one run: A loses 30 ns (40 instead of 10), B wins 16 (5 + 3 + 1 instead of 10 + 15). Together
// they lose: A, the worse, is given up, B stays, and reads what A makes in DRAM.
TEST(DFSharding2Test, DS2_15_WorstPartOfARunIsGivenUp) {
  Sketch sketch(100);
  int32_t a = sketch.op("a", {sketch.argument(30)}, 30, {"d > d 10", "d > h 40"});
  int32_t b = sketch.op("b", {sketch.argument(30)}, 30, unary);
  sketch.returns(sketch.op("add", {b, a}, 30, {"d d > d 15", "h d > h 5", "h h > h 3"}, chainOp(OpKind::Binary)));
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.count("merges"), 1);
  EXPECT_EQ(outcome.count("given_up"), 1);
  EXPECT_EQ(outcome.flow("a"), "d > d");
  EXPECT_EQ(outcome.flow("add"), "hd > h");
  EXPECT_EQ(outcome.plan.time, (10 + 5 + 5 + 1) * 1000);
}

// Three ways: a loses 60, the rest wins 29. When a goes to DRAM, the join does not run with c alone in L1: c follows.
TEST(DFSharding2Test, DS2_15_OperandsThatOnlyGoTogether) {
  Sketch sketch(200);
  int32_t a = sketch.op("a", {sketch.argument(30)}, 30, {"d > d 10", "d > h 70"});
  int32_t c = sketch.op("c", {sketch.argument(30)}, 30, unary);
  int32_t join = sketch.op("join", {a, c}, 30, {"d d > d 15", "d d > h 8", "h h > h 3"}, chainOp(OpKind::Binary));
  sketch.returns(sketch.op("b", {join}, 30, unary));
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.count("three_way_merges"), 1);
  EXPECT_EQ(outcome.flow("a"), "d > d");
  EXPECT_EQ(outcome.flow("c"), "d > h");
  EXPECT_EQ(outcome.copies("%c"), "h>d");
  EXPECT_EQ(outcome.flow("join"), "dd > h");
  EXPECT_EQ(outcome.plan.time, (10 + 5 + 1 + 8 + 2 + 1) * 1000);
}

// A chain that loses takes its view with it: a 50 + 1, r 2 from L1, 30 + 10 in DRAM.
TEST(DFSharding2Test, DS2_15_ViewGoesWithItsChain) {
  Sketch sketch(100);
  int32_t a = sketch.op("a", {sketch.argument(30)}, 30, {"d > d 30", "d > h 50"});
  int32_t v = sketch.op("v", {a}, 30, viewTexts, viewOp());
  sketch.returns(sketch.op("r", {v}, 30, {"d > d 10", "i > d 2"}, plainOp()));
  Outcome outcome(sketch.finish());
  EXPECT_EQ(outcome.count("views"), 1);
  EXPECT_EQ(outcome.flow("a"), "d > d");
  EXPECT_EQ(outcome.flow("v"), "d > d");
  EXPECT_EQ(outcome.flow("r"), "d > d");
  EXPECT_EQ(outcome.plan.time, 40'000);
}

// p -> q in DRAM, neither of a chain: p's result may stay interleaved in L1 for q when that is switched on.
TEST(DFSharding2Test, DS2_15_UpgradeToL1Interleaved) {
  auto build = [](Bytes capacity) {
    Sketch sketch(capacity);
    OpTraits traits = plainOp();
    traits.mayUpgrade = true;
    int32_t p = sketch.op("p", {sketch.argument(30)}, 30, {"d > d 10", "d > i 8"}, traits);
    sketch.returns(sketch.op("q", {p}, 30, {"d > d 10", "i > d 7 +20"}, traits));
    return sketch.finish();
  };
  EXPECT_EQ(Outcome(build(50)).flow("q"), "d > d");
  FunctionPolicyOptions options;
  options.l1InterleavedFallback = true;
  EXPECT_EQ(Outcome(build(50), options).flow("q"), "i > d");
  EXPECT_EQ(Outcome(build(49), options).flow("q"), "d > d"); // no room for 30 + 20
}

//===----------------------------------------------------------------------===//
// Exclusions
//===----------------------------------------------------------------------===//

//   x -> (a0 20 B ->) a1 30 B ------+           At b: a1 30 + b 60 = 90 of 100 B, whatever came before.
//   y -> b 60 B -> join(b, a1) 10 B +           Behind it a second pair, of 10 B each: c and d -> k(d, c).
//
//   without a0:  a1 at [70, 100), b below it           with a0: a0 at [80, 100), a1 at [50, 80), then a0 goes:
//                                                      20 and 50 B are free, 60 in one piece are not
static FunctionLayout addressConflict(bool withA0) {
  const Texts binary = {"d d > d 15", "h d > h 8", "h h > h 3"};
  Sketch sketch(100);
  int32_t a0 = withA0 ? sketch.op("a0", {sketch.argument(20)}, 20, unary) : sketch.argument(20);
  int32_t a1 = sketch.op("a1", {a0}, 30, unary);
  int32_t b = sketch.op("b", {sketch.argument(60)}, 60, unary);
  sketch.returns(sketch.op("join", {b, a1}, 10, binary, chainOp(OpKind::Binary)));
  auto join = static_cast<int32_t>(sketch.problem.ops.size()) - 1;
  int32_t c = sketch.op("c", {sketch.argument(10)}, 10, unary), d = sketch.op("d", {sketch.argument(10)}, 10, unary);
  sketch.problem.ops[join + 1].after = sketch.problem.ops[join + 2].after = {join};
  sketch.returns(sketch.op("k", {d, c}, 10, binary, chainOp(OpKind::Binary)));
  return sketch.finish();
}

// Equal sums, other addresses: only a1 goes to DRAM, the other merge stays.
TEST(DFSharding2Test, DS2_16_AddressConflictAtEqualSums) {
  Result<std::unique_ptr<FunctionPolicy>> policy = makeFunctionPolicy("DFSharding2");
  FunctionLayout fits = addressConflict(false), clashes = addressConflict(true);
  FunctionResult result = planFunction(fits, **policy);
  EXPECT_EQ(result.epochs, 1);
  EXPECT_EQ(result.plan.counts["merges"], 2);
  EXPECT_EQ(result.facts.peakSumBytes, 100);

  FunctionPlan first = (*policy)->run(clashes, {});
  EXPECT_EQ(first.counts["merges"], 2);
  PlanVerdict verdict = verify(clashes, first);
  ASSERT_FALSE(verdict.ok());
  EXPECT_EQ(verdict.violation->rule, "FL-18");
  result = planFunction(clashes, **policy);
  EXPECT_EQ(result.epochs, 2);
  EXPECT_FALSE(result.broken);
  EXPECT_EQ(result.plan.counts["merges"], 1);
  EXPECT_EQ(copiesOf(clashes, result.plan, "%a1"), "h>d");
  EXPECT_EQ(copiesOf(clashes, result.plan, "%c"), "");
  EXPECT_EQ(flowOf(clashes, result.plan, "join"), "hd > h");
}

// x (20 B) and s (10 B) wait while b (65 B) runs, 95 of 100 B in all:
//   with both    [80, 100) x   [50, 80) was t, is free   [40, 50) s   [0, 40) free       b finds no place
//   without x                  [70, 100) was t           [60, 70) s   [0, 60) free       nor here
//   without s    [80, 100) x                                          [0, 80) free       but here
// s goes, although x is larger.
TEST(DFSharding2Test, DS2_16_OnlyWhatLiesInTheWayGoes) {
  Sketch sketch(100);
  int32_t x = sketch.op("x", {sketch.argument(20)}, 20, unary), t = sketch.op("t", {sketch.argument(30)}, 30, unary);
  int32_t s = sketch.op("s", {t}, 10, unary);
  sketch.returns(sketch.op("b", {sketch.argument(65)}, 65, unary));
  const Texts reads = {"d d > d 10", "h d > d 7", "d h > d 7", "h h > d 4"};
  sketch.returns(sketch.op("p", {x, s}, 30, reads, plainOp()));
  sketch.returns(sketch.op("q", {x, s}, 30, reads, plainOp()));
  for (int32_t op : {1, 3, 4, 5})
    sketch.problem.ops[op].after = {op - 1};
  FunctionLayout problem = sketch.finish();
  Result<std::unique_ptr<FunctionPolicy>> policy = makeFunctionPolicy("DFSharding2");
  FunctionPlan first = (*policy)->run(problem, {});
  EXPECT_EQ(first.counts["forks_sharded"], 2);
  ASSERT_FALSE(verify(problem, first).ok());
  EXPECT_EQ(verify(problem, first).violation->rule, "FL-18");
  FunctionResult result = planFunction(problem, **policy);
  EXPECT_EQ(result.epochs, 2);
  EXPECT_EQ(flowOf(problem, result.plan, "p"), "hd > d");
  EXPECT_EQ(copiesOf(problem, result.plan, "%s"), "h>d");
}

// Nothing waits, and yet there is no place: a1 lies at [30, 50) beside a0, and a2's circular buffers take [0, 60). Only
// a2 leaves; the chain is cut there.
TEST(DFSharding2Test, DS2_16_ChainIsCutAtTheOp) {
  Sketch sketch(100);
  int32_t a0 = sketch.op("a0", {sketch.argument(50)}, 50, unary), a1 = sketch.op("a1", {a0}, 20, unary);
  int32_t a2 = sketch.op("a2", {a1}, 20, {"d > d 10", "h > h 2 ~60"});
  sketch.returns(sketch.op("a3", {a2}, 20, unary));
  FunctionLayout problem = sketch.finish();
  Result<std::unique_ptr<FunctionPolicy>> policy = makeFunctionPolicy("DFSharding2");
  PlanVerdict verdict = verify(problem, (*policy)->run(problem, {}));
  ASSERT_FALSE(verdict.ok());
  EXPECT_EQ(verdict.violation->rule, "FL-19");
  FunctionResult result = planFunction(problem, **policy);
  EXPECT_EQ(result.epochs, 2);
  EXPECT_FALSE(result.broken);
  EXPECT_THAT(result.plan.chains, ElementsAre(ElementsAre(0, 1), ElementsAre(3)));
  EXPECT_EQ(flowOf(problem, result.plan, "a2"), "d > d");
}

// Excluded results go to DRAM in every kind of reservation.
TEST(DFSharding2Test, DS2_16_ExcludedResultIsNotKept) {
  Exclusions exclusions;
  exclusions.results = {3}; // a1, behind x, y, a0
  Outcome merge(twoChains(90).finish(), {}, exclusions);
  EXPECT_EQ(merge.detail("merges_refused"), "it found no place by addresses");
  exclusions.results = {2}; // a1, behind x, a0
  EXPECT_EQ(Outcome(behindAChain(80).finish(), {}, exclusions).copies("%a1"), "h>d");
  exclusions.results = {3}; // v
  EXPECT_EQ(Outcome(behindAChain(80).finish(), {}, exclusions).copies("%a1"), "h>d");
  exclusions.results = {1}; // a
  EXPECT_EQ(Outcome(fork(readsAll, readsAll).finish(), {}, exclusions).copies("%a"), "h>d");
  exclusions.results = {3}; // p1
  EXPECT_EQ(Outcome(fourBranches(160).finish(), {}, exclusions).flow("cat"), "dddd > d");
}

TEST(DFSharding2Test, DS2_16_EverythingExcluded) {
  Exclusions exclusions;
  exclusions.everything = true;
  FunctionPolicyOptions options;
  options.l1InterleavedFallback = true;
  Outcome outcome(behindAChain(80).finish(), options, exclusions);
  EXPECT_EQ(outcome.plan.time, asItStands(outcome.problem).time);
  EXPECT_EQ(verify(outcome.problem, outcome.plan).facts.peakSumBytes, 50);
}
