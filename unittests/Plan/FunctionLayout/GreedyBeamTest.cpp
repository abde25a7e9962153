//===- GreedyBeamTest.cpp - First pass of the beam, rule by rule ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules GB-1..GB-9 and GB-21 of docs/spec/GreedyBeam.md on problems small enough for a pencil: each test says what
// every step must choose.
//
//===----------------------------------------------------------------------===//
#include "../../../lib/Plan/FunctionLayout/Policies/Beam/LayoutScore.h"
#include "../../../lib/Plan/FunctionLayout/Policies/Beam/RuleBooks.h"
#include "Pencil.h"

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
  FunctionResult result;
  DecisionLines recorder;
};

/// Plans with an observer; the plan must be accepted.
std::unique_ptr<Run> run(Pencil &pencil, FunctionPolicyOptions options = {}, const char *policy = "GreedyBeam") {
  auto run = std::make_unique<Run>();
  run->problem = pencil.finish();
  options.observer = &run->recorder;
  auto made = makeFunctionPolicy(policy, options);
  EXPECT_TRUE(made.ok());
  run->result = planFunction(run->problem, **made);
  EXPECT_FALSE(run->result.broken) << run->result.broken->message;
  return run;
}

std::string layoutOf(const Run &run, int32_t copy) {
  const Copy &c = run.result.plan.copies[copy];
  return run.problem.layoutOf(c.tensor, c.layout).name;
}
/// Layout that the op reads its operand in.
std::string readLayout(const Run &run, int32_t op, size_t operand) {
  return layoutOf(run, run.result.plan.reads[op][operand]);
}
bool isConversion(const Run &run, int32_t op, size_t operand) {
  return run.result.plan.reads[op][operand] >= static_cast<int32_t>(run.problem.tensors.size());
}

} // namespace

TEST(GreedyBeamTest, GB1_ScoreElementByElement) {
  using Score = beam::LayoutScore;
  // Each row wins by one element although it loses by every later one.
  Score worst{0, false, false, 480, true, 1, 960};
  Score inL1 = worst, sharded = worst, lessDram = worst, noReshard = worst, moreCores = worst, lessL1 = worst;
  inL1.isL1 = true;
  sharded.isSharded = true;
  lessDram.inputDramBytes = 479;
  noReshard.requiresReshard = false;
  moreCores.cores = 2;
  lessL1.outputL1Bytes = 959;
  std::vector<Score> order = {inL1, sharded, lessDram, noReshard, moreCores, lessL1, worst};
  for (size_t i = 0; i < order.size(); ++i)
    for (size_t j = 0; j < order.size(); ++j)
      EXPECT_EQ(beam::isBetter(order[i], order[j]), i < j) << i << " " << j;
  // An earlier element decides against all later ones together.
  Score onlyL1{0, true, false, 1000, true, 1, 1000}, allElse{0, false, true, 0, false, 64, 0};
  EXPECT_TRUE(beam::isBetter(onlyL1, allElse));
  Score onlySharded{0, true, true, 1000, true, 1, 1000}, later{0, true, false, 0, false, 64, 0};
  EXPECT_TRUE(beam::isBetter(onlySharded, later));
  Score onlyBytes{0, true, true, 0, true, 1, 1000}, moreBytes{0, true, true, 1, false, 64, 0};
  EXPECT_TRUE(beam::isBetter(onlyBytes, moreBytes));
}

TEST(GreedyBeamTest, GB2_TiesByShardedInputsThenConfigurationThenOrder) {
  beam::LayoutScore a, b;
  a.shardedInputs = 2;
  b.shardedInputs = 1;
  EXPECT_TRUE(beam::isBetter(a, b));
  b.shardedInputs = 2;
  EXPECT_FALSE(beam::isBetter(a, b) || beam::isBetter(b, a));
  b.configRank = 1;
  EXPECT_TRUE(beam::isBetter(a, b));
  auto rank = [](const char *name) { return beam::configRank({name, 0}); };
  EXPECT_EQ(rank(""), 0);
  EXPECT_EQ(rank("act_block_h_override = 0"), 0);
  EXPECT_EQ(rank("act_block_h_override = 64, deallocate_activation = true"), 1);
  EXPECT_EQ(rank("act_block_h_override = 32"), 2);
  EXPECT_EQ(rank("act_block_h_override = 320"), 3);
  // h8 and w8 score alike: the one found first stays in front.
  Pencil pencil(1000, {"dram", "w8", "h8"});
  int32_t x = pencil.op("relu", OpKind::Unary, {pencil.argument("%a")});
  pencil.returns(x);
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.of({"beam 0"})[0], HasSubstr("#0 w8 -> w8"));
}

// %a lies in DRAM. Sharded operands give a result of the same arrangement; from DRAM come DRAM and L1 interleaved.
TEST(GreedyBeamTest, GB3_BackendPutsTheResultWhereOperandZeroLies) {
  Pencil pencil(1000);
  int32_t x = pencil.op("relu", OpKind::Unary, {pencil.argument("%a")});
  int32_t y = pencil.op("exp", OpKind::Unary, {x});
  pencil.returns(y);
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.of({"beam", "choose"}),
              ElementsAre("beam 0 #0 h8 -> h8 (L1 sharded, 0 B from DRAM, reshard, 8 cores, 60 B)",
                          "beam 0 #1 w8 -> w8 (L1 sharded, 0 B from DRAM, reshard, 8 cores, 60 B)",
                          "beam 0 #2 h4 -> h4 (L1 sharded, 0 B from DRAM, reshard, 4 cores, 120 B)",
                          "beam 0 #3 dram -> l1 (L1 interleaved, 480 B from DRAM, no reshard, 8 cores, 60 B)",
                          "beam 0 #4 dram -> dram (DRAM interleaved, 480 B from DRAM, no reshard, 1 cores, 0 B)",
                          "beam 1 #0 h8 -> h8 (L1 sharded, 0 B from DRAM, no reshard, 8 cores, 60 B)",
                          "beam 1 #1 w8 -> w8 (L1 sharded, 0 B from DRAM, no reshard, 8 cores, 60 B)",
                          "beam 1 #2 h4 -> h4 (L1 sharded, 0 B from DRAM, no reshard, 4 cores, 120 B)",
                          "beam 1 #3 l1 -> l1 (L1 interleaved, 0 B from DRAM, no reshard, 8 cores, 60 B)",
                          "beam 1 #4 dram -> l1 (L1 interleaved, 480 B from DRAM, no reshard, 8 cores, 60 B)",
                          "beam 1 #5 l1 -> dram (DRAM interleaved, 0 B from DRAM, no reshard, 1 cores, 0 B)",
                          "beam 1 #6 dram -> dram (DRAM interleaved, 480 B from DRAM, no reshard, 1 cores, 0 B)",
                          "choose 1 #0", "choose 0 #0"));
  EXPECT_EQ(readLayout(*planned, 0, 0), "h8");
  EXPECT_EQ(readLayout(*planned, 1, 0), "h8");
  EXPECT_FALSE(isConversion(*planned, 1, 0));
}

TEST(GreedyBeamTest, GB3_ShardedConfigurationsOnlyWhenNoShardedResultAppeared) {
  // The op reads DRAM alone, so the backend's own answers are interleaved: then h8, w8, h4 are asked for as well.
  Pencil pencil(1000);
  int32_t x = pencil.op("relu", OpKind::Unary, {pencil.argument("%a")});
  pencil.accept("relu", [](const Names &operands, const std::string &) { return operands[0] == "dram"; });
  pencil.returns(x);
  auto planned = run(pencil);
  std::vector<std::string> lines = planned->recorder.of({"beam 0"});
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_THAT(lines[0], HasSubstr("#0 dram -> h8"));
  EXPECT_THAT(lines[4], HasSubstr("#4 dram -> dram"));
  // It reads h4 as well: the backend answers h4, and h8 is not asked for although it has more cores.
  Pencil second(1000);
  x = second.op("relu", OpKind::Unary, {second.argument("%a")});
  second.accept(
      "relu", [](const Names &operands, const std::string &) { return operands[0] == "dram" || operands[0] == "h4"; });
  second.returns(x);
  planned = run(second);
  EXPECT_THAT(planned->recorder.lines, Not(Contains(HasSubstr("-> h8"))));
  EXPECT_THAT(planned->recorder.of({"beam 0"})[0], HasSubstr("#0 h4 -> h4"));
}

TEST(GreedyBeamTest, GB3_MatmulAsksForEveryConfiguration) {
  Pencil pencil(1000);
  int32_t a = pencil.argument("%a"), b = pencil.argument("%b", true);
  pencil.returns(pencil.op("matmul", OpKind::Matmul, {a, b}));
  pencil.accept("matmul", [](const Names &operands, const std::string &result) {
    return operands[0] == "dram" || (operands[0] == "h8" && result == "w8");
  });
  auto planned = run(pencil);
  // h8 -> w8 would never be the backend's choice.
  EXPECT_THAT(planned->recorder.of({"beam 0"}),
              ElementsAre("beam 0 #0 h8 dram -> w8 (L1 sharded, 480 B from DRAM, reshard, 8 cores, 60 B)",
                          "beam 0 #1 dram dram -> h8 (L1 sharded, 960 B from DRAM, no reshard, 8 cores, 60 B)",
                          "beam 0 #2 dram dram -> w8 (L1 sharded, 960 B from DRAM, no reshard, 8 cores, 60 B)",
                          "beam 0 #3 dram dram -> h4 (L1 sharded, 960 B from DRAM, no reshard, 4 cores, 120 B)",
                          "beam 0 #4 dram dram -> dram (DRAM interleaved, 960 B from DRAM, no reshard, 1 cores, 0 B)"));
}

TEST(GreedyBeamTest, GB4_BeamOfEight) {
  Pencil pencil(2000, {"dram", "l1", "h8", "w8", "b8", "h4", "w4", "b4", "h2", "w2"});
  pencil.returns(pencil.op("relu", OpKind::Unary, {pencil.argument("%a")}));
  auto planned = run(pencil);
  // Eight sharded results; L1 interleaved and DRAM are cut.
  std::vector<std::string> lines = planned->recorder.of({"beam 0"});
  ASSERT_EQ(lines.size(), 8u);
  EXPECT_THAT(lines[7], HasSubstr("#7 w2 -> w2"));
  FunctionPolicyOptions two;
  two.beamWidth = 2;
  planned = run(pencil, two);
  EXPECT_EQ(planned->recorder.of({"beam 0"}).size(), 2u);
}

TEST(GreedyBeamTest, GB5_FourReshardsPerKindOfSharding) {
  Pencil pencil(2000, {"dram", "h48", "h40", "w40", "h24", "h20", "h12"});
  pencil.returns(pencil.op("relu", OpKind::Unary, {pencil.argument("%a")}));
  auto planned = run(pencil);
  std::vector<std::string> lines = planned->recorder.of({"beam 0"});
  ASSERT_EQ(lines.size(), 6u);
  for (auto [index, name] : {std::pair(0, "h48"), {1, "h40"}, {2, "w40"}, {3, "h24"}, {4, "h20"}, {5, "dram"}})
    EXPECT_THAT(lines[index], HasSubstr(fmt::format("#{} {} ->", index, name)));
  // A conversion that the backend refuses takes no place.
  Pencil refusing(2000, {"dram", "h48", "h40", "w40", "h24", "h20", "h12"});
  refusing.converts = [](const std::string &, const std::string &to) { return to != "h48"; };
  refusing.returns(refusing.op("relu", OpKind::Unary, {refusing.argument("%a")}));
  planned = run(refusing);
  EXPECT_THAT(planned->recorder.lines, Contains(HasSubstr("h12 -> h12")));
  FunctionPolicyOptions one;
  one.maxReshardsPerType = 1;
  planned = run(pencil, one);
  EXPECT_EQ(planned->recorder.of({"beam 0"}).size(), 3u); // h48, w40, dram
  FunctionPolicyOptions narrow;
  narrow.maxOperandCandidates = 2;
  planned = run(pencil, narrow);
  EXPECT_EQ(planned->recorder.of({"beam 0"}).size(), 2u); // from dram and h48
}

TEST(GreedyBeamTest, GB5_InterleavedIsShardedOnlyWhenNoShardedCandidateSurvived) {
  // relu makes h8, l1 and dram. Conversions to w8 start from DRAM only, so exp would read w8 only from there.
  auto build = [](Pencil &pencil, OpKind kind) {
    int32_t x = pencil.op("relu", OpKind::Unary, {pencil.argument("%a")});
    int32_t y = pencil.op("exp", kind, {x});
    pencil.returns(y);
    pencil.accept("relu", [](const Names &operands, const std::string &result) {
      return operands[0] == "dram" && result != "w8" && result != "h4";
    });
    pencil.converts = [](const std::string &from, const std::string &to) { return from == "dram" || to == "dram"; };
  };
  Pencil pencil(1000);
  build(pencil, OpKind::Unary);
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.of({"beam 1"}), Not(Contains(HasSubstr(" w8 ->"))));
  // The same where the producer's h8 is filtered out: rms_norm wants full boxes, 8 cores on rows of 5 are none; h4 is.
  Pencil filtered(1000, {"dram", "l1", "h8", "h4"});
  build(filtered, OpKind::Normalization);
  filtered.classNamed("exp").op = "rms_norm";
  filtered.problem.machine.gridCols = 5;
  planned = run(filtered);
  EXPECT_THAT(planned->recorder.of({"beam 1"})[0],
              "beam 1 #0 h4 -> h4 (L1 sharded, 0 B from DRAM, reshard, 4 cores, 120 B)");
}

TEST(GreedyBeamTest, GB5_OneInterleavedFallbackPerShardedProducer) {
  // The right side of a matmul is never sharded; its producer makes h8 alone.
  Pencil pencil(1000);
  int32_t a = pencil.argument("%a");
  int32_t b = pencil.op("relu", OpKind::Unary, {a});
  pencil.accept("relu",
                [](const Names &operands, const std::string &result) { return operands[0] == "h8" && result == "h8"; });
  pencil.returns(pencil.op("matmul", OpKind::Matmul, {a, b}));
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.of({"beam 1"})[0],
              "beam 1 #0 h8 l1 -> h8 (L1 sharded, 0 B from DRAM, reshard, 8 cores, 60 B)");
  EXPECT_EQ(readLayout(*planned, 1, 1), "l1");
}

TEST(GreedyBeamTest, GB5_PageOrderIsKept) {
  Pencil pencil(1000, {"dram", "h8", "w8"});
  pencil.problem.kinds[0].layouts[2].tiled = false;
  pencil.returns(pencil.op("relu", OpKind::Unary, {pencil.argument("%a")}));
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.lines, Not(Contains(HasSubstr("w8 ->"))));
  EXPECT_THAT(planned->recorder.lines, Contains(HasSubstr("h8 ->")));
}

TEST(GreedyBeamTest, GB6_ConstantsAreNeverConverted) {
  Pencil pencil(1000);
  int32_t a = pencil.argument("%a"), w = pencil.argument("%w", true);
  pencil.returns(pencil.op("add", OpKind::Binary, {a, w}));
  auto planned = run(pencil);
  EXPECT_EQ(readLayout(*planned, 0, 0), "h8");
  EXPECT_EQ(readLayout(*planned, 0, 1), "dram");
}

TEST(GreedyBeamTest, GB6_SkippedOps) {
  // Nothing is asked about: an op on constants alone, one that the op model does not know.
  Pencil pencil(1000);
  int32_t a = pencil.argument("%a"), w = pencil.argument("%w", true);
  int32_t v = pencil.op("neg", OpKind::Unary, {w});
  int32_t x = pencil.op("add", OpKind::Binary, {a, v});
  int32_t y = pencil.op("mystery", OpKind::Other, {x});
  pencil.returns(y);
  pencil.classNamed("mystery").traits.modelled = false;
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.of({"beam 0", "beam 2"}),
              ElementsAre("beam 0 #0 dram -> dram (DRAM interleaved, 480 B from DRAM, no reshard, 1 cores, 0 B)",
                          "beam 2 #0 dram -> dram (DRAM interleaved, 480 B from DRAM, no reshard, 1 cores, 0 B)"));
  // %v is derived from constants: it is not converted either. The reader of x, which cannot change, gets DRAM.
  EXPECT_EQ(readLayout(*planned, 1, 1), "dram");
  EXPECT_EQ(planned->result.plan.copies[x].layout, planned->problem.tensors[x].base);
}

TEST(GreedyBeamTest, GB6_FallbackToSlowMemory) {
  Pencil pencil(1000);
  int32_t x = pencil.op("relu", OpKind::Unary, {pencil.argument("%a")});
  pencil.accept("relu", [](const Names &operands, const std::string &result) {
    return operands[0] == "h8" && result == "h8"; // besides the op as it stands
  });
  int32_t y = pencil.op("hard", OpKind::Unary, {x});
  pencil.accept("hard", [](const Names &, const std::string &) { return false; });
  pencil.returns(y);
  auto planned = run(pencil);
  // relu's beam: h8 -> h8, and DRAM as it stands. `hard` reads DRAM as it stands, which is a candidate of the beam.
  EXPECT_EQ(readLayout(*planned, 1, 0), "dram");
  Pencil strict(1000, {"dram", "h8"});
  x = strict.op("relu", OpKind::Unary, {strict.argument("%a")});
  strict.classNamed("relu").configs[0].name = "as it stands";
  strict.classNamed("relu").configs = {{"", 1}, {"as it stands", 0}};
  strict.classNamed("relu").numLegalConfigs = 1;
  strict.classNamed("relu").baseConfig = strict.classNamed("relu").settledConfig = 1;
  y = strict.op("hard", OpKind::Unary, {x});
  strict.accept("hard", [](const Names &, const std::string &) { return false; });
  strict.returns(y);
  planned = run(strict);
  // relu makes h8 only. No candidate of `hard` reads that: the op as it stands, with a conversion to DRAM.
  EXPECT_THAT(planned->recorder.lines, Contains("dram_fallback 1 no candidate"));
  EXPECT_TRUE(isConversion(*planned, 1, 0));
  EXPECT_EQ(readLayout(*planned, 1, 0), "dram");
}

TEST(GreedyBeamTest, GB6_SinksDriveTheLayoutOfWhatTheyRead) {
  Pencil pencil(1000);
  int32_t x = pencil.op("relu", OpKind::Unary, {pencil.argument("%a")});
  pencil.sink("fill_cache", {pencil.argument("%cache"), x});
  pencil.problem.ops[1].writes = {0};
  pencil.classNamed("fill_cache").movable[0] = false;
  pencil.accept("fill_cache", [](const Names &operands, const std::string &) { return operands[1] == "h4"; });
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.of({"beam 1"})[0],
              "beam 1 #0 dram h4 ->  (DRAM interleaved, 480 B from DRAM, no reshard, 0 cores, 0 B)");
  EXPECT_EQ(readLayout(*planned, 1, 1), "h4");
  EXPECT_FALSE(isConversion(*planned, 1, 1));
}

TEST(GreedyBeamTest, GB7_WorkLimitShortensTheLongestList) {
  // Operands: dram h8 w8 h4 each, two interleaved configurations: 32 questions at most; 8 with a limit of 8.
  Pencil pencil(2000);
  int32_t a = pencil.argument("%a"), b = pencil.argument("%b");
  pencil.returns(pencil.op("add", OpKind::Binary, {a, b}));
  auto planned = run(pencil);
  EXPECT_EQ(planned->result.plan.counts["evaluations"], 4 * 3 + 4 * 2); // sharded operand 0: one; DRAM: two
  EXPECT_EQ(planned->result.plan.counts["shortened_products"], 0);
  FunctionPolicyOptions limited;
  limited.maxCombinations = 8;
  planned = run(pencil, limited);
  EXPECT_EQ(planned->result.plan.counts["shortened_products"], 1);
  EXPECT_EQ(planned->result.plan.counts["evaluations"], 2 * 1 + 2 * 2); // dram and h8, twice
  EXPECT_FALSE(planned->result.broken);
}

namespace {

OpClass classOf(OpKind kind, const char *op = "", bool isView = false) {
  OpClass opClass;
  opClass.op = op;
  opClass.traits.kind = kind;
  opClass.traits.isView = isView;
  return opClass;
}

Layout layout(Space space, Sharding sharding, int64_t rows = 1, int64_t cols = 1) {
  Layout result;
  result.space = space;
  result.sharding = sharding;
  result.gridRows = rows;
  result.gridCols = cols;
  return result;
}

} // namespace

TEST(GreedyBeamTest, GB8_RuleBookOfEveryFamily) {
  using namespace beam;
  const Layout dram = layout(Space::Dram, Sharding::Interleaved), l1 = layout(Space::L1, Sharding::Interleaved, 1, 8);
  const Layout height = layout(Space::L1, Sharding::Height, 8, 1), width = layout(Space::L1, Sharding::Width, 1, 8);
  const Layout twelve = layout(Space::L1, Sharding::Width, 1, 12), height4 = layout(Space::L1, Sharding::Height, 4, 1);
  auto reads = [](const OpClass &opClass, size_t k, const Layout &l) {
    return acceptsOperand(ruleBookOf(opClass), k, l, 8);
  };
  auto makes = [](const OpClass &opClass, const Layout &from, const Layout &to) {
    const Layout *operands[] = {&from};
    return acceptsResult(ruleBookOf(opClass), operands, to);
  };
  OpClass matmul = classOf(OpKind::Matmul);
  EXPECT_EQ(ruleBookOf(matmul).hints, Hints::Explicit);
  EXPECT_TRUE(reads(matmul, 0, height) && reads(matmul, 1, l1) && makes(matmul, dram, width) &&
              makes(matmul, dram, dram));
  EXPECT_FALSE(reads(matmul, 1, width) || makes(matmul, dram, l1));
  OpClass conv = classOf(OpKind::Convolution);
  EXPECT_EQ(ruleBookOf(conv).hints, Hints::Explicit);
  EXPECT_TRUE(makes(conv, height, height4) && makes(conv, dram, width) && makes(conv, height, dram));
  EXPECT_FALSE(makes(conv, height, width));
  for (OpKind kind : {OpKind::Slice, OpKind::Pad}) {
    OpClass unsharded = classOf(kind);
    EXPECT_TRUE(reads(unsharded, 0, l1) && makes(unsharded, l1, l1));
    EXPECT_FALSE(reads(unsharded, 0, height) || makes(unsharded, l1, height));
  }
  for (OpKind kind : {OpKind::Reshape, OpKind::Permute}) {
    OpClass view = classOf(kind, "", true), copy = classOf(kind);
    EXPECT_EQ(ruleBookOf(view).hints, Hints::BackendOnly);
    EXPECT_TRUE(reads(view, 0, height) && makes(view, height, height) && reads(copy, 0, height) &&
                makes(copy, height, l1));
    EXPECT_FALSE(reads(view, 0, width) || reads(copy, 0, width) || makes(copy, height, height));
  }
  OpClass repeat = classOf(OpKind::Repeat);
  EXPECT_TRUE(makes(repeat, height, height) && makes(repeat, dram, l1));
  EXPECT_FALSE(makes(repeat, height, height4) || makes(repeat, dram, height));
  for (OpKind kind : {OpKind::Attention, OpKind::Heads, OpKind::Rotary}) {
    EXPECT_EQ(ruleBookOf(classOf(kind)).hints, Hints::BackendOnly);
    EXPECT_EQ(ruleBookOf(classOf(kind)).reshards, kind != OpKind::Rotary);
  }
  OpClass norm = classOf(OpKind::Normalization, "rms_norm");
  EXPECT_TRUE(reads(norm, 0, height) && reads(norm, 0, dram));
  EXPECT_FALSE(reads(norm, 0, twelve)); // 12 cores on rows of 8: the second row is half full
  EXPECT_TRUE(reads(classOf(OpKind::Normalization, "layer_norm"), 0, twelve));
  OpClass concat = classOf(OpKind::Concat);
  const Layout *equal[] = {&height, &height}, *mixed[] = {&height, &height4}, *half[] = {&dram, &height},
               *none[] = {&dram, &l1};
  EXPECT_TRUE(acceptsOperands(ruleBookOf(concat), equal) && acceptsOperands(ruleBookOf(concat), none));
  EXPECT_FALSE(acceptsOperands(ruleBookOf(concat), mixed) || acceptsOperands(ruleBookOf(concat), half));
  EXPECT_TRUE(acceptsOperands(ruleBookOf(classOf(OpKind::Binary)), mixed));
  OpClass partition = classOf(OpKind::Collective, "mesh_partition");
  EXPECT_TRUE(reads(partition, 0, dram) && makes(partition, dram, dram));
  EXPECT_FALSE(reads(partition, 0, l1) || makes(partition, dram, l1));
  EXPECT_TRUE(ruleBookOf(classOf(OpKind::Reduction, "argmax")).rowMajorSiblings);
  EXPECT_FALSE(ruleBookOf(classOf(OpKind::Reduction, "sum")).rowMajorSiblings);
}

TEST(GreedyBeamTest, GB8_ArgmaxMayReadRowMajorSiblings) {
  Pencil pencil(1000, {"dram", "h8", "r8"});
  Layout &rowMajor = pencil.problem.kinds[0].layouts[2];
  rowMajor = pencil.problem.kinds[0].layouts[0];
  rowMajor.name = "dram rows";
  rowMajor.tiled = false;
  pencil.returns(pencil.op("argmax", OpKind::Reduction, {pencil.argument("%a")}));
  pencil.accept("argmax", [](const Names &operands, const std::string &result) {
    return operands[0] == "dram rows" && result == "h8";
  });
  auto planned = run(pencil);
  EXPECT_EQ(readLayout(*planned, 0, 0), "dram rows");
  // Another reduction does not look at them.
  pencil.classNamed("argmax").op = "sum";
  pencil.accept("sum", [](const Names &operands, const std::string &) { return operands[0] == "dram rows"; });
  planned = run(pencil);
  EXPECT_EQ(readLayout(*planned, 0, 0), "dram");
}

TEST(GreedyBeamTest, GB8_RotaryExploresNoReshards) {
  Pencil pencil(1000);
  pencil.returns(pencil.op("rotary_embedding", OpKind::Rotary, {pencil.argument("%a")}));
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.of({"beam 0"}),
              ElementsAre("beam 0 #0 dram -> l1 (L1 interleaved, 480 B from DRAM, no reshard, 8 cores, 60 B)",
                          "beam 0 #1 dram -> dram (DRAM interleaved, 480 B from DRAM, no reshard, 1 cores, 0 B)"));
}

namespace {

/// relu makes h8 #0, w8 #1, h4 #2, ...; each reader accepts one layout.
void buildFork(Pencil &pencil, const std::vector<std::string> &wanted) {
  int32_t x = pencil.op("relu", OpKind::Unary, {pencil.argument("%a")});
  pencil.accept("relu", [](const Names &operands, const std::string &) { return operands[0] == "dram"; });
  for (const std::string &layout : wanted) {
    pencil.returns(pencil.op("reads_" + layout, OpKind::Unary, {x}));
    pencil.accept("reads_" + layout, [layout](const Names &operands, const std::string &result) {
      return operands[0] == layout && result == layout;
    });
  }
}

} // namespace

TEST(GreedyBeamTest, GB9_ForkTakesTheEntryWithMostReferences) {
  Pencil pencil(1000);
  buildFork(pencil, {"h8", "h4", "h4"});
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.of({"fork", "choose"}),
              ElementsAre("choose 3 #0", "choose 2 #0", "choose 1 #0", "fork 0 #2 for 2 of 3 readers", "choose 0 #2"));
  EXPECT_EQ(readLayout(*planned, 2, 0), "h4");
  EXPECT_FALSE(isConversion(*planned, 2, 0) || isConversion(*planned, 3, 0));
  // The outvoted reader gets a conversion.
  EXPECT_TRUE(isConversion(*planned, 1, 0));
  EXPECT_EQ(readLayout(*planned, 1, 0), "h8");
}

TEST(GreedyBeamTest, GB9_TieGoesToTheBetterEntry) {
  Pencil pencil(1000);
  buildFork(pencil, {"h4", "w8"});
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.of({"fork"}), ElementsAre("fork 0 #1 for 1 of 2 readers")); // w8 before h4
}

TEST(GreedyBeamTest, GB9_SingleReaderDecides) {
  Pencil pencil(1000);
  buildFork(pencil, {"h4"});
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.of({"fork", "choose"}), ElementsAre("choose 1 #0", "choose 0 #2"));
  EXPECT_FALSE(isConversion(*planned, 1, 0));
  // Without the backward pass the best entry stays, and the reader converts.
  FunctionPolicyOptions off;
  off.consolidateForks = false;
  planned = run(pencil, off);
  EXPECT_TRUE(isConversion(*planned, 1, 0));
}

TEST(GreedyBeamTest, GB9_AnEntryFromWhichAReaderIsOutOfReachLoses) {
  // Two readers want h4, but there is no way from h4 to the third one's h8.
  Pencil pencil(1000);
  buildFork(pencil, {"h8", "h4", "h4"});
  pencil.converts = [](const std::string &from, const std::string &to) { return from != "h4" || to != "h8"; };
  auto planned = run(pencil);
  EXPECT_THAT(planned->recorder.of({"fork"}), ElementsAre("fork 0 #0 for 1 of 3 readers"));
  // No way either way: the one that is outvoted falls back to slow memory.
  Pencil neither(1000);
  buildFork(neither, {"h8", "h4", "h4"});
  neither.converts = [](const std::string &from, const std::string &to) { return from == "dram" || to == "dram"; };
  planned = run(neither);
  EXPECT_EQ(readLayout(*planned, 2, 0), "h4");
  EXPECT_EQ(readLayout(*planned, 1, 0), "dram");
}

// Machine: 1 GHz, 480 MB/s, 8 cores. 480 B over DRAM: 1,000,000 ps; from 8 cores' L1: 60 ps; from 4: 120 ps.
TEST(GreedyBeamTest, GB21_FormulasOfTheTimeObjective) {
  Pencil pencil(1000);
  int32_t a = pencil.argument("%a"), b = pencil.argument("%b", true);
  pencil.returns(pencil.op("matmul", OpKind::Matmul, {a, b}));
  pencil.problem.machine = {1000, 480, 2, 4};
  pencil.classNamed("matmul").tileProducts = 100; // 3,200 cycles on one core
  FunctionLayout problem = pencil.finish();
  auto roofline = [&](const char *lhs, const char *result) {
    std::vector<int32_t> operands = {pencil.layout(lhs), 0};
    return beam::rooflineOf(problem, problem.classes[0], problem.find(0, operands, pencil.layout(result)));
  };
  EXPECT_EQ(roofline("dram", "dram"), 3'000'000); // three transfers hide 3,200 / 8 cycles = 400,000 ps
  EXPECT_EQ(roofline("dram", "h8"), 2'000'060);
  EXPECT_EQ(roofline("h8", "h4"), 1'000'120);
  problem.classes[0].tileProducts = 1000;
  EXPECT_EQ(roofline("h8", "h8"), 4'000'000); // 32,000 cycles / 8 cores
  EXPECT_EQ(roofline("h8", "h4"), 8'000'000);
  EXPECT_EQ(roofline("dram", "dram"), 4'000'000); // interleaved: all 8 cores
  const std::vector<Layout> &layouts = problem.kinds[0].layouts;
  auto reshard = [&](const char *from, const char *to) {
    return beam::reshardTime(problem, layouts[pencil.layout(from)], layouts[pencil.layout(to)]);
  };
  EXPECT_EQ(reshard("dram", "h8"), 1'000'000);
  EXPECT_EQ(reshard("h8", "dram"), 1'000'000);
  EXPECT_EQ(reshard("h4", "h8"), 120); // the producer's cores
  EXPECT_EQ(reshard("h8", "h4"), 60);
  problem.machine = {};
  EXPECT_EQ(roofline("dram", "h8"), 0); // nothing known, nothing counted
}

TEST(GreedyBeamTest, GB21_TimeTradesAReshardForCores) {
  // relu makes h4 alone. The matmul takes 800,000 ps on its 4 cores or 400,000 ps on 8 behind a reshard of 120 ps.
  Pencil pencil(1000, {"dram", "h8", "h4"});
  int32_t x = pencil.op("relu", OpKind::Unary, {pencil.argument("%a")});
  pencil.accept(
      "relu", [](const Names &operands, const std::string &result) { return operands[0] == "dram" && result == "h4"; });
  int32_t w = pencil.argument("%w", true);
  int32_t y = pencil.op("matmul", OpKind::Matmul, {x, w});
  pencil.accept("matmul", [](const Names &operands, const std::string &result) {
    return operands[0] == result && result != "dram";
  });
  pencil.returns(y);
  pencil.problem.machine = {1000, 480'000, 2, 4};
  pencil.classNamed("matmul").tileProducts = 100;
  auto greedy = run(pencil);
  EXPECT_EQ(readLayout(*greedy, 1, 0), "h4"); // no reshard comes before more cores
  auto timed = run(pencil, {}, "TimeBeam");
  EXPECT_THAT(timed->recorder.of({"beam 1"})[0],
              "beam 1 #0 h8 dram -> h8 (400120 ps, L1 sharded, 480 B from DRAM, reshard, 8 cores, 60 B)");
  EXPECT_EQ(readLayout(*timed, 1, 0), "h8");
}

TEST(GreedyBeamTest, GB21_SumsStayBelowTheLimitThroughManyForks) {
  // x = add(x, x), 100 times: the draft's sums would double 100 times.
  Pencil pencil(4000);
  int32_t x = pencil.argument("%a");
  for (int i = 0; i < 100; ++i)
    x = pencil.op("add", OpKind::Binary, {x, x});
  pencil.returns(x);
  pencil.problem.machine = {1000, 480, 2, 4};
  auto timed = run(pencil, {}, "TimeBeam");
  EXPECT_EQ(readLayout(*timed, 99, 0), "h8");
  EXPECT_FALSE(isConversion(*timed, 99, 0));
}
