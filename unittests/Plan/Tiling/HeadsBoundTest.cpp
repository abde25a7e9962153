//===- HeadsBoundTest.cpp - Bounds of attention against every tiling ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Projections, scores, context and a projection behind them, of a few elements each: the same operations once for
// SpecTilings.h, which reads heads where they lie in the rows of a projection, and once as contractions.
//
//===----------------------------------------------------------------------===//
#include "MatrixProblem.h"
#include "SpecTilings.h"

#include "alcove/Base/Support/Random.h"
#include "alcove/Plan/Tiling/LoopBound.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::tiling;

namespace {

/// Elements of one byte.
struct Attention {
  struct Value {
    int tensor = -1, node = -1, contraction = -1, of = -1;
    std::vector<int64_t> shape;
    double size() const {
      double elements = 1;
      for (int64_t extent : shape)
        elements *= static_cast<double>(extent);
      return elements;
    }
  };
  struct Read {
    Value value;
    std::vector<AccessDim> dims;
    LoopLink link = LoopLink::None;
  };
  /// batch, rows, columns, depth
  using Extents = std::array<int64_t, 4>;

  Problem problem;
  LoopProblem loops;
  int tensors = 0;

  Value argument(std::vector<int64_t> shape) {
    Value made{tensors++, -1, -1, static_cast<int>(loops.inputBytes.size()), std::move(shape)};
    loops.inputBytes.push_back(made.size());
    return made;
  }

  Value contract(std::vector<int64_t> extents, std::vector<bool> parallel, const std::array<Read, 2> &reads,
                 std::vector<int64_t> shape, std::vector<AccessDim> dims, const Extents &sizes) {
    int index = static_cast<int>(problem.nodes.size());
    Value made{tensors++, index, static_cast<int>(loops.contractions.size()), static_cast<int>(loops.inputBytes.size()),
               std::move(shape)};
    Node node;
    LoopContraction own;
    std::tie(own.batch, own.rows, own.columns, own.depth) = std::tuple_cat(sizes);
    node.name = "contraction";
    node.kind = NodeKind::Structured;
    node.opClass = OpClass::Matmul;
    node.extents = std::move(extents);
    node.parallel = std::move(parallel);
    node.dynamic.assign(node.extents.size(), false);
    for (size_t side = 0; side < 2; ++side) {
      const auto &[value, read, link] = reads[side];
      node.inputs.push_back(accessOf(value, read));
      own.operands[side] = {value.of, value.contraction, value.contraction < 0 ? LoopLink::None : link, value.size(),
                            1};
      if (value.contraction < 0)
        continue;
      problem.nodes[value.node].users.push_back(index);
      loops.contractions[value.contraction].storeBytes = value.size();
    }
    node.results.push_back(accessOf({made.tensor, -1, -1, -1, made.shape}, std::move(dims)));
    problem.nodes.push_back(std::move(node));
    loops.contractions.push_back(own);
    loops.inputBytes.push_back(0);
    return made;
  }

  /// [tokens, depth] by new weights.
  Value project(const Value &x, int64_t columns) {
    int64_t rows = x.shape[0], depth = x.shape[1];
    Value weights = argument({depth, columns});
    return contract({rows, columns, depth}, {true, true, false},
                    {Read{x, {along(0), along(2)}, LoopLink::Straight}, Read{weights, {along(2), along(1)}}},
                    {rows, columns}, {along(0), along(1)}, {1, rows, columns, depth});
  }
  /// [heads, rows, keys] of [rows, heads x head] and [keys, heads x head].
  Value scores(const Value &q, const Value &k, int64_t heads) {
    int64_t head = q.shape[1] / heads, rows = q.shape[0], keys = k.shape[0];
    LoopLink straight = heads == 1 ? LoopLink::Straight : LoopLink::SplitStraight;
    AccessDim both{{{0, head}, {3, 1}}, 0, false};
    return contract({heads, rows, keys, head}, {true, true, true, false},
                    {Read{q, {along(1), both}, straight}, Read{k, {along(2), both}, straight}}, {heads, rows, keys},
                    {along(0), along(1), along(2)}, {heads, rows, keys, head});
  }
  /// [heads, rows, head] of the scores and [keys, heads x head].
  Value context(const Value &p, const Value &v) {
    int64_t heads = p.shape[0], rows = p.shape[1], keys = p.shape[2], head = v.shape[1] / heads;
    AccessDim both{{{0, head}, {2, 1}}, 0, false};
    return contract({heads, rows, head, keys}, {true, true, true, false},
                    {Read{p, {along(0), along(1), along(3)}, LoopLink::Straight},
                     Read{v, {along(3), both}, heads == 1 ? LoopLink::Crossed : LoopLink::SplitCrossed}},
                    {heads, rows, head}, {along(0), along(1), along(2)}, {heads, rows, head, keys});
  }
  /// The heads of a context, put together and projected.
  Value together(const Value &c, int64_t columns) {
    int64_t heads = c.shape[0], rows = c.shape[1], head = c.shape[2];
    Value weights = argument({heads, head, columns});
    return contract(
        {rows, columns, heads, head}, {true, true, false, false},
        {Read{c, {along(2), along(0), along(3)}, LoopLink::Joined}, Read{weights, {along(2), along(3), along(1)}}},
        {rows, columns}, {along(0), along(1)}, {1, rows, columns, heads * head});
  }
  void leaves(const Value &value) {
    problem.nodes[value.node].escapes = true;
    loops.outputBytes += value.size();
  }

private:
  static Access accessOf(const Value &value, std::vector<AccessDim> dims) {
    Access access;
    access.tensor = value.tensor;
    access.shape = value.shape;
    access.dims = std::move(dims);
    access.producer = value.node;
    return access;
  }
};

enum class Kind { Scores, ScoresAlone, Context, All, AllAndMore };

/// With each of queries, keys and values given or made of one input; as many rows of it as it has columns at most, so that
/// no result is larger than what makes it.
Attention attentionFrom(Random &random, Kind kind) {
  auto pick = [&](int64_t low, int64_t high) { return random.between(low, high); };
  Attention made;
  int64_t heads = pick(1, 2), head = pick(1, 2), tokens = pick(1, 3), width = heads * head;
  Attention::Value x = made.argument({tokens, std::max({tokens, width, pick(1, 3)})});
  auto part = [&](double chance) {
    return random.chance(chance) ? made.project(x, width) : made.argument({tokens, width});
  };
  bool context = kind == Kind::Context;
  Attention::Value p = context ? made.argument({heads, tokens, tokens}) : Attention::Value();
  if (kind == Kind::ScoresAlone) {
    Attention::Value q = made.project(x, width), k = part(0.8);
    made.leaves(made.scores(q, k, heads));
    return made;
  }
  Attention::Value v = made.project(x, width);
  if (!context) {
    Attention::Value q = part(kind == Kind::Scores ? 0.3 : 0), k = part(0.7);
    p = made.scores(q, k, heads);
  }
  Attention::Value last = made.context(p, v);
  if (kind != Kind::Scores)
    last = made.together(last, pick(1, 3));
  if (kind == Kind::AllAndMore)
    last = made.project(last, pick(1, 2));
  made.leaves(last);
  return made;
}

/// How many claims say what makers move, and how many bounds the best tiling reaches.
struct Tally {
  int made = 0, reached = 0;
};

void compare(uint64_t seed, int rounds, Kind kind, int64_t most, Tally &tally) {
  Random random(seed);
  for (int round = 0; round < rounds;) {
    Attention here = attentionFrom(random, kind);
    int64_t memory = random.between(3, most), least = spec::leastTraffic(here.problem, memory);
    if (least == spec::never)
      continue;
    ++round;
    here.loops.memory = static_cast<double>(memory);
    LoopCertificate found = boundLoops(here.loops);
    ASSERT_TRUE(verify(here.loops, found).ok()) << verify(here.loops, found).error().message;
    ASSERT_LE(found.bound, static_cast<double>(least) * (1 + 1e-9)) << "round " << round << " of seed " << seed;
    tally.made +=
        static_cast<int>(std::ranges::count_if(found.claims, [](const LoopClaim &claim) { return claim.made != 0; }));
    tally.reached += found.bound >= static_cast<double>(least) * (1 - 1e-9);
  }
}

std::string refusal(const LoopProblem &problem, const LoopCertificate &certificate) {
  Status status = verify(problem, certificate);
  return status.ok() ? "" : status.error().message.substr(0, 5);
}

/// Six tokens of a width of six, two heads of three: all of it made of one input, and put together.
Attention sixTokens(double memory) {
  Attention made;
  Attention::Value x = made.argument({6, 6});
  Attention::Value q = made.project(x, 6), k = made.project(x, 6), v = made.project(x, 6);
  made.leaves(made.together(made.context(made.scores(q, k, 2), v), 6));
  made.loops.memory = memory;
  return made;
}

} // namespace

TEST(HeadsBoundTest, BoundsAreAtMostTheBestOfEveryTiling) {
  Tally context, scores, alone;
  compare(2, 150, Kind::ScoresAlone, 14, alone);
  compare(3, 150, Kind::Context, 14, context);
  compare(4, 12, Kind::Scores, 20, scores);
  EXPECT_GT(alone.made, 20);
  EXPECT_GT(context.made, 100);
  EXPECT_GT(context.reached, 50);
  EXPECT_GT(scores.made, 20);
}
TEST(HeadsBoundTest, SlowBoundsAreAtMostTheBestOfEveryTiling) {
  Tally context, scores, all, more;
  compare(9, 1500, Kind::ScoresAlone, 18, context);
  compare(5, 1500, Kind::Context, 18, context);
  compare(6, 150, Kind::Scores, 20, scores);
  compare(7, 40, Kind::All, 12, all);
  compare(8, 20, Kind::AllAndMore, 12, more);
  printf("%d bounds reached of 3210\n", context.reached + scores.reached + all.reached + more.reached);
  EXPECT_GT(all.made, 100);
}

// Values of four tokens, two heads of two, are made of 16 elements each way; 16 weights put the heads together. In twelve
// elements a tile of the result of two rows and all four columns stays beside two elements of context: then values are made
// twice. With one tile for all rows sums do not stay: one head at a time, eight elements of context, and the 16 sums of
// the first head are stored and loaded again. Making values moves 48 in twelve elements, two tiles of four by two.
TEST(HeadsBoundTest, LBC7_WhatIsMadeAgainIsPaidAgain) {
  Attention four;
  Attention::Value x = four.argument({4, 4}), p = four.argument({2, 4, 4});
  four.leaves(four.together(four.context(p, four.project(x, 4)), 4));
  four.loops.memory = 12;
  LoopCertificate found = boundLoops(four.loops);
  ASSERT_EQ(refusal(four.loops, found), "");
  auto made =
      std::ranges::find_if(found.claims, [](const LoopClaim &claim) { return claim.made == 2 && claim.free == 1; });
  ASSERT_NE(made, found.claims.end());
  EXPECT_EQ(made->members, (std::vector<int>{1, 2}));
  EXPECT_DOUBLE_EQ(made->bytes, 48 + 16 + 2 * 16);
  made->bytes += 1;
  EXPECT_EQ(refusal(four.loops, found), "LB-C7");
}

TEST(HeadsBoundTest, LBC7_NoNestWithMakersMovesLess) {
  int made = 0;
  for (double memory : {20.0, 45.0, 70.0}) {
    Attention six = sixTokens(memory);
    LoopCertificate found = boundLoops(six.loops);
    ASSERT_EQ(refusal(six.loops, found), "");
    for (size_t c = 0; c < found.claims.size(); ++c)
      if (found.claims[c].made != 0) {
        LoopCertificate lie = found;
        lie.claims[c].bytes *= 1.001;
        EXPECT_EQ(refusal(six.loops, lie), "LB-C7") << c;
        ++made;
      }
    LoopCertificate more = found;
    more.bound *= 1.001;
    EXPECT_EQ(refusal(six.loops, more), "LB-C6");
  }
  EXPECT_GT(made, 50);
}

TEST(HeadsBoundTest, LBC1_MakersMakeWhatIsRead) {
  Attention six = sixTokens(45);
  LoopCertificate found = boundLoops(six.loops);
  // Contractions: queries, keys, values, scores, context, all heads.
  auto refused = [&](std::vector<int> members, unsigned free, unsigned made, std::vector<LoopMakers> makers) {
    LoopCertificate lie = found;
    lie.claims.push_back({std::move(members), true, -1, free, 1, made, std::move(makers)});
    return refusal(six.loops, lie);
  };
  EXPECT_EQ(refused({3, 4}, 0, 7, {{{0, 1, 2}, 0}}), "");
  EXPECT_EQ(refused({3, 4}, 1, 6, {{{0, 1, 2}, 0}}), "");
  EXPECT_EQ(refused({3, 4, 5}, 1, 10, {{{0, 1, 2}, 0}}), "");
  // Made and free; made by nobody; by one that counts twice, reads something else, or is there alone and shares.
  EXPECT_EQ(refused({3, 4}, 1, 7, {{{0, 1, 2}, 0}}), "LB-C1");
  EXPECT_EQ(refused({3, 4}, 0, 7, {{{1, 2}, 0}}), "LB-C1");
  EXPECT_EQ(refused({3, 4}, 0, 7, {{{0, 1, 2}, 0}, {{0}, -1}}), "LB-C1");
  EXPECT_EQ(refused({3, 4}, 0, 7, {{{0, 1, 2}, 1}}), "LB-C1");
  EXPECT_EQ(refused({3, 4}, 0, 1, {{{0}, 0}}), "LB-C1");
  EXPECT_EQ(refused({3, 4}, 0, 1, {{{9}, -1}}), "LB-C1");
  // Heads are put together: what the first keeps is not the same for all of them.
  EXPECT_EQ(refused({4, 5}, 0, 0, {}), "LB-C1");
  EXPECT_EQ(refused({4, 5}, 1, 0, {}), "");
  // Six rows of seven columns, larger than what makes them.
  Attention wide;
  Attention::Value x = wide.argument({6, 6}), p = wide.argument({1, 6, 6});
  wide.leaves(wide.together(wide.context(p, wide.project(x, 7)), 2));
  wide.loops.memory = 30;
  LoopCertificate lie = boundLoops(wide.loops);
  EXPECT_TRUE(std::ranges::none_of(lie.claims, [](const LoopClaim &claim) { return claim.made != 0; }));
  lie.claims.push_back({{1, 2}, true, -1, 1, 1, 2, {{{0}, -1}}});
  EXPECT_EQ(refusal(wide.loops, lie), "LB-C1");
}

// 64 x 96 by 96 x 384 by 384 x 96, and the input is added. In 1000 elements the result in between is stored, so that the
// input is read again; where everything fits it is not.
TEST(HeadsBoundTest, LBC8_WhatIsAddedBehindAStoredResultIsReadAgain) {
  auto chain = [](double memory, bool adds) {
    Attention made;
    Attention::Value x = made.argument({64, 96}), h = made.project(x, 384), y = made.project(h, 96);
    made.leaves(y);
    made.loops.memory = memory;
    if (adds)
      made.loops.addends.push_back({x.of, -1, y.contraction, x.size()});
    return made.loops;
  };
  EXPECT_DOUBLE_EQ(boundLoops(chain(1000, true)).bound, boundLoops(chain(1000, false)).bound + 64 * 96);
  EXPECT_DOUBLE_EQ(boundLoops(chain(1e6, true)).bound, boundLoops(chain(1e6, false)).bound);
  LoopProblem problem = chain(1000, true);
  LoopCertificate found = boundLoops(problem);
  ASSERT_EQ(refusal(problem, found), "");
  problem.addends.clear();
  EXPECT_EQ(refusal(problem, found), "LB-C6");
  problem.addends = {{0, 1, 1, 10}};
  EXPECT_EQ(refusal(problem, found), "LB-P1");
  problem.addends = {{0, -1, 1, 10}, {0, -1, 1, 10}};
  EXPECT_EQ(refusal(problem, found), "LB-P1");
}

// The first result of three is added to the third. In 1000 elements each is in a loop of its own, and what the second reads
// is read once more; in 8000 the second is in the loop of the first, which stores its result for the third alone.
TEST(HeadsBoundTest, LBC8_AResultIsStoredForWhatAddsIt) {
  auto chain = [](double memory, int64_t columns, bool adds) {
    Attention made;
    Attention::Value x = made.argument({64, 96}), first = made.project(x, 96);
    Attention::Value last = made.project(made.project(first, columns), 96);
    made.leaves(last);
    made.loops.memory = memory;
    if (adds)
      made.loops.addends.push_back({first.of, first.contraction, last.contraction, first.size()});
    return made.loops;
  };
  LoopCertificate found = boundLoops(chain(1000, 192, true));
  EXPECT_EQ(refusal(chain(1000, 192, true), found), "");
  EXPECT_DOUBLE_EQ(found.bound, boundLoops(chain(1000, 192, false)).bound + 64 * 96);
  EXPECT_DOUBLE_EQ(boundLoops(chain(8000, 384, true)).bound, boundLoops(chain(8000, 384, false)).bound + 2 * 64 * 96);
}
