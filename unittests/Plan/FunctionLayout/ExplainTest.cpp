//===- ExplainTest.cpp - Reasons with their numbers -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every reason of Explain.h on the smallest plan that has it: op 0 is relu, op 1 exp, each 9 us in DRAM. A result
// takes 60 B in L1 interleaved.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Explain.h"
#include "Pencil.h"
#include "alcove/Base/Support/Random.h"

#include <gmock/gmock.h>
#include <random>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::testing;
using ::testing::HasSubstr;
using Names = Pencil::Names;

namespace {

constexpr Picoseconds us = 1'000'000;

/// %0 = relu(%a), %1 = exp(%0), returned. In L1 relu makes in 6 us, exp reads in 8.
void buildChain(Pencil &pencil) {
  int32_t x = pencil.op("relu", OpKind::Unary, {pencil.argument("%a")});
  pencil.returns(pencil.op("exp", OpKind::Unary, {x}));
  pencil.use("relu", [](const Names &, const std::string &result, PencilUse &use) {
    use.time = result == "dram" ? 9 * us : 6 * us;
  });
  pencil.use("exp", [](const Names &operands, const std::string &, PencilUse &use) {
    use.time = operands[0] == "dram" ? 9 * us : 8 * us;
  });
}

/// Why relu of the plan "all in DRAM" is there.
Explanation whyRelu(const FunctionLayout &problem) {
  FunctionPlan plan = asItStands(problem);
  EXPECT_TRUE(verify(problem, plan).ok());
  std::optional<Explanation> why = Explainer(problem, plan).explain(0);
  EXPECT_TRUE(why.has_value());
  return why.value_or(Explanation());
}

const Names dramAndL1 = {"dram", "l1"};

} // namespace

TEST(ExplainTest, PictureOfTheHeader) {
  // 9 + 9 us -> 6 + 8 us: 4 us less, and 60 B are there.
  Pencil pencil(100, dramAndL1);
  buildChain(pencil);
  FunctionLayout problem = pencil.finish();
  Explanation why = whyRelu(problem);
  EXPECT_EQ(why.reason, WhyNotL1::NotTaken);
  EXPECT_EQ(why.why, "in l1 it takes 6.00 us instead of 9.00 us, the plan -4.00 us, and it fits");
  FunctionPlan plan = asItStands(problem);
  plan.bound = plan.time; // of some space: nothing that the changed plan says
  FunctionPlan changed = Explainer(problem, plan).changed(0, *why.change);
  EXPECT_FALSE(changed.bound);
  EXPECT_TRUE(verify(problem, changed).ok());
  EXPECT_EQ(changed.time - plan.time, -4 * us);
  EXPECT_EQ(Explainer(problem, changed).explain(0), std::nullopt) << "it is in L1 now";
}

TEST(ExplainTest, Slower) {
  // exp reads L1 in 19 us; a copy back (1000 ps) lets it read DRAM: 6 + 0.001 + 9 us would be faster, if it were legal.
  Pencil pencil(100, dramAndL1);
  buildChain(pencil);
  pencil.use("exp", [](const Names &operands, const std::string &, PencilUse &use) {
    use.time = operands[0] == "dram" ? 9 * us : 19 * us;
  });
  pencil.converts = [](const std::string &, const std::string &) { return false; };
  Explanation why = whyRelu(pencil.finish());
  EXPECT_EQ(why.reason, WhyNotL1::Slower);
  EXPECT_EQ(why.why, "in l1 it takes 6.00 us instead of 9.00 us, the plan +7.00 us");
}

TEST(ExplainTest, NotTriedOnceTheWorkIsSpent) {
  // relu and exp would be faster in L1. The plan has 2 ops and 3 copies: 5 steps of work pay for one verification.
  Pencil pencil(100, dramAndL1);
  buildChain(pencil);
  pencil.use("exp", [](const Names &, const std::string &result, PencilUse &use) {
    use.time = result == "dram" ? 9 * us : 6 * us;
  });
  FunctionLayout problem = pencil.finish();
  FunctionPlan plan = asItStands(problem);
  Explainer explainer(problem, plan, /*work=*/5);
  EXPECT_EQ(explainer.explain(0)->reason, WhyNotL1::NotTaken);
  std::optional<Explanation> late = explainer.explain(1);
  ASSERT_TRUE(late);
  EXPECT_EQ(late->reason, WhyNotL1::NotTried);
  EXPECT_THAT(late->why, HasSubstr("whether it fits was not tried: reasons of longer ops took the work"));
  EXPECT_EQ(late->remedy, "explain=%1 tries it");
}

TEST(ExplainTest, ChangesIntoALayoutConvertOperands) {
  // relu makes h8 of h8 alone; its argument lies in DRAM. With the argument converted it is made, and it fits.
  Pencil pencil(200, {"dram", "h8"});
  buildChain(pencil);
  pencil.accept("relu", [](const Names &operands, const std::string &result) { return operands[0] == result; });
  FunctionLayout problem = pencil.finish();
  FunctionPlan plan = asItStands(problem);
  Explainer explainer(problem, plan);
  EXPECT_THAT(explainer.changesIntoL1(0), ::testing::IsEmpty()) << "with operands as they stand";
  const int32_t wanted[] = {1};
  Explainer fresh(problem, plan);
  std::vector<LocalChange> changes = fresh.changesInto(0, wanted);
  ASSERT_FALSE(changes.empty());
  FunctionPlan changed = fresh.changed(0, changes[0]);
  EXPECT_TRUE(verify(problem, changed).ok());
  EXPECT_EQ(changed.copies[problem.ops[0].results[0]].layout, 1);
  EXPECT_EQ(changed.time - plan.time, changes[0].delta);
}

TEST(ExplainTest, SpilledBehindIt) {
  // exp takes no L1 at all: a copy back behind relu costs 0.001 us and relu gains 3.
  Pencil pencil(100, dramAndL1);
  buildChain(pencil);
  pencil.accept("exp", [](const Names &operands, const std::string &) { return operands[0] == "dram"; });
  FunctionLayout problem = pencil.finish();
  Explanation why = whyRelu(problem);
  EXPECT_EQ(why.reason, WhyNotL1::NotTaken);
  ASSERT_TRUE(why.change);
  EXPECT_TRUE(why.change->spilled);
  EXPECT_EQ(why.change->delta, -3 * us + 1000);
  EXPECT_TRUE(verify(problem, Explainer(problem, asItStands(problem)).changed(0, *why.change)).ok());
}

TEST(ExplainTest, NotReached) {
  // A sharded result needs a sharded operand, and nothing can be converted.
  Pencil pencil(100, {"dram", "h8"});
  buildChain(pencil);
  pencil.accept("relu", [](const Names &operands, const std::string &result) { return operands[0] == result; });
  pencil.converts = [](const std::string &, const std::string &) { return false; };
  FunctionLayout problem = pencil.finish();
  (void)problem.find(0, std::vector<int32_t>{1}, 1); // a policy asked about h8 -> h8
  Explanation why = whyRelu(problem);
  EXPECT_EQ(why.reason, WhyNotL1::NotReached);
  EXPECT_EQ(why.why, "h8 is legal, but operand 0 ('%a') has no conversion from dram to h8");
}

TEST(ExplainTest, Refused) {
  Pencil pencil(100, dramAndL1);
  buildChain(pencil);
  pencil.accept("relu", [](const Names &, const std::string &result) { return result == "dram"; });
  Explanation why = whyRelu(pencil.finish());
  EXPECT_EQ(why.reason, WhyNotL1::Refused);
  EXPECT_THAT(why.why, HasSubstr("refused by the test"));
}

TEST(ExplainTest, NoLayout) {
  Pencil pencil(100, {"dram"});
  buildChain(pencil);
  EXPECT_EQ(whyRelu(pencil.finish()).reason, WhyNotL1::NoLayout);
}

TEST(ExplainTest, NoRoomAndWhoIsInTheWay) {
  // %0 and %1 wait for add in DRAM, %2 in L1 (60 B of 100 B): %1 in L1 would save 3 us and needs 60 B beside it.
  Pencil pencil(100, dramAndL1);
  int32_t a = pencil.argument("%a");
  int32_t x = pencil.op("relu", OpKind::Unary, {a}), y = pencil.op("exp", OpKind::Unary, {a});
  pencil.returns(pencil.op("add", OpKind::Binary, {x, y}));
  auto faster = [](const Names &, const std::string &result, PencilUse &use) {
    use.time = result == "dram" ? 9 * us : 6 * us;
  };
  pencil.use("relu", faster);
  pencil.use("exp", faster);
  FunctionLayout problem = pencil.finish();
  FunctionPlan dram = asItStands(problem);
  std::optional<Explanation> first = Explainer(problem, dram).explain(0);
  ASSERT_TRUE(first && first->change);
  FunctionPlan plan = Explainer(problem, dram).changed(0, *first->change);
  ASSERT_TRUE(verify(problem, plan).ok());
  std::optional<Explanation> why = Explainer(problem, plan).explain(1);
  ASSERT_TRUE(why);
  EXPECT_EQ(why->reason, WhyNotL1::NoRoom);
  EXPECT_THAT(why->why, HasSubstr("in l1 it takes 6.00 us instead of 9.00 us, the plan -3.00 us; "));
  EXPECT_THAT(why->why, HasSubstr("live: copy 1 ('%0' in 'l1'): 60 B"));
  EXPECT_EQ(why->remedy, "fits when %0 (%0) lies in DRAM: +3.00 us, the plan +0.00 us");
}

TEST(ExplainTest, NoRoomWithinWhatPlansMayFill) {
  Pencil pencil(100, dramAndL1);
  buildChain(pencil);
  FunctionLayout problem = pencil.finish();
  problem.capacity = 50;
  Explanation why = whyRelu(problem);
  EXPECT_EQ(why.reason, WhyNotL1::NoRoom);
  EXPECT_THAT(why.why, HasSubstr("needs 60 B of L1 per core, plans may fill 50 B"));
  EXPECT_EQ(why.remedy, "fits when plans may fill 60 B of L1 per core (tensor-l1-usage-cap)");
}

TEST(ExplainTest, SeveralAreInTheWay) {
  // relu and neg hold 60 B each of 250 B; exp gains in h2 only, with 240 B: neither of the two alone makes the room.
  Pencil pencil(250, {"dram", "l1", "h2"});
  int32_t a = pencil.argument("%a");
  int32_t x = pencil.op("relu", OpKind::Unary, {a}), y = pencil.op("neg", OpKind::Unary, {a});
  int32_t z = pencil.op("exp", OpKind::Unary, {a});
  int32_t sum = pencil.op("add", OpKind::Binary, {x, y});
  pencil.returns(pencil.op("sum", OpKind::Binary, {sum, z}));
  auto fasterIn = [&](const char *op, std::string layout) {
    pencil.use(op, [layout](const Names &, const std::string &result, PencilUse &use) {
      use.time = result == layout ? 6 * us : 9 * us;
    });
  };
  fasterIn("relu", "l1");
  fasterIn("neg", "l1");
  fasterIn("exp", "h2");
  FunctionLayout problem = pencil.finish();
  FunctionPlan plan = asItStands(problem);
  for (int32_t op : {0, 1}) {
    std::optional<Explanation> why = Explainer(problem, plan).explain(op);
    ASSERT_TRUE(why && why->change);
    plan = Explainer(problem, plan).changed(op, *why->change);
    ASSERT_TRUE(verify(problem, plan).ok());
  }
  std::optional<Explanation> why = Explainer(problem, plan).explain(2);
  ASSERT_TRUE(why);
  EXPECT_EQ(why->reason, WhyNotL1::NoRoom);
  EXPECT_EQ(why->remedy, "fits when %0 (%0) and %1 (%1) lie in DRAM: +6.00 us, the plan +3.00 us");
}

TEST(ExplainTest, ReasonsThatHoldWhateverThePlanIs) {
  auto reasonWith = [](auto change) {
    Pencil pencil(100, dramAndL1);
    buildChain(pencil);
    FunctionLayout problem = pencil.finish();
    change(problem);
    return whyRelu(problem).reason;
  };
  EXPECT_EQ(reasonWith([](FunctionLayout &problem) { problem.classes[0].traits.modelled = false; }),
            WhyNotL1::NotPriced);
  EXPECT_EQ(reasonWith([](FunctionLayout &problem) { problem.classes[0].userFixed = true; }), WhyNotL1::FixedByUser);
  EXPECT_EQ(reasonWith([](FunctionLayout &problem) { problem.tensors[1].constant = true; }), WhyNotL1::Constant);
}

TEST(ExplainTest, View) {
  Pencil pencil(100, dramAndL1);
  buildChain(pencil);
  pencil.use("relu", [](const Names &, const std::string &, PencilUse &use) { use.alias = 0; });
  Explanation why = whyRelu(pencil.finish());
  EXPECT_EQ(why.reason, WhyNotL1::View);
  EXPECT_EQ(why.why, "shares the bytes of %a, which lies in dram");
}

TEST(ExplainTest, NoTensorAndHost) {
  Pencil pencil(100, dramAndL1);
  int32_t sink = pencil.sink("write", {pencil.argument("%a")});
  FunctionLayout problem = pencil.finish();
  FunctionPlan plan = asItStands(problem);
  EXPECT_EQ(Explainer(problem, plan).explain(sink)->reason, WhyNotL1::NoTensor);

  Pencil other(100, dramAndL1);
  buildChain(other);
  FunctionLayout host = other.finish();
  host.kinds[0].layouts[0].space = Space::Host;
  FunctionPlan hostPlan = asItStands(host);
  EXPECT_EQ(Explainer(host, hostPlan).explain(0)->reason, WhyNotL1::Host);
}

TEST(ExplainTest, EveryReasonHasAnId) {
  std::set<std::string> ids;
  for (WhyNotL1 reason : allReasons)
    EXPECT_TRUE(ids.insert(toString(reason)).second) << toString(reason);
  EXPECT_EQ(ids.size(), 13u);
}

namespace {
/// A random graph of unary and binary ops with random times, on layouts of 60 to 120 B.
FunctionLayout randomProblem(uint64_t seed, Pencil &pencil) {
  std::mt19937_64 random(seed);
  auto below = [&](uint64_t n) { return static_cast<int32_t>(random() % n); };
  std::vector<int32_t> values = {pencil.argument("%a"), pencil.argument("%b")};
  for (int i = 0; i < 8; ++i) {
    std::string name = fmt::format("op{}", i);
    std::vector<int32_t> operands = {values[below(values.size())]};
    if (below(2))
      operands.push_back(values[below(values.size())]);
    values.push_back(pencil.op(name, OpKind::Binary, operands));
    uint64_t salt = random();
    pencil.use(name, [salt](const Names &reads, const std::string &made, PencilUse &use) {
      uint64_t hash = salt;
      for (const std::string &read : reads)
        hash = hash * 31 + read.size() * 7 + static_cast<uint64_t>(read[0]);
      use.time = static_cast<Picoseconds>(1000 + (hash * 2654435761u + made.size() * 977) % 9000);
    });
    pencil.accept(name, [salt](const Names &reads, const std::string &made) {
      return (salt ^ (reads[0].size() * 5 + made.size())) % 4 != 0;
    });
  }
  pencil.returns(values.back());
  pencil.returns(values[values.size() - 3]);
  return pencil.finish();
}
} // namespace

/// Whatever is promised is what the verifier finds: the changed plan is valid but for memory, and costs `delta` more.
TEST(ExplainTest, PricesAreThoseOfTheChangedPlans) {
  int64_t changes = 0;
  for (uint64_t seed = 0; seed < 16; ++seed) {
    Pencil pencil(400, {"dram", "l1", "h8", "w4"});
    pencil.converts = [seed](const std::string &from, const std::string &to) {
      return (seed + from.size() * 3 + static_cast<uint64_t>(to[0])) % 5 != 0;
    };
    FunctionLayout problem = randomProblem(seed, pencil);
    for (const char *policy : {"AllDram", "DFSharding", "GreedyBeam", "Global"}) {
      FunctionResult result = planFunction(problem, **makeFunctionPolicy(policy));
      ASSERT_FALSE(result.broken);
      Explainer explainer(problem, result.plan);
      for (int32_t op = 0; op < static_cast<int32_t>(problem.numOps()); ++op)
        for (const LocalChange &change : explainer.changesIntoL1(op)) {
          FunctionPlan changed = explainer.changed(op, change);
          EXPECT_EQ(changed.time - result.plan.time, change.delta) << policy << " seed " << seed << " op " << op;
          PlanVerdict verdict = verify(problem, changed);
          EXPECT_TRUE(verdict.ok() || verdict.violation->mayBeExcluded())
              << policy << " seed " << seed << " op " << op << ": " << verdict.violation->message;
          ++changes;
        }
    }
  }
  EXPECT_GT(changes, 1000);
}
