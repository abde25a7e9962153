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
      own.operands[side] = {value.of, value.contraction, value.contraction < 0 ? LoopLink::None : link, value.size(), 1};
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
    AccessDim both{{{0, head}, {3, 1}}, 0, false};
    return contract({heads, rows, keys, head}, {true, true, true, false},
                    {Read{q, {along(1), both}, LoopLink::SplitStraight}, Read{k, {along(2), both}, LoopLink::SplitStraight}},
                    {heads, rows, keys}, {along(0), along(1), along(2)}, {heads, rows, keys, head});
  }
  /// [heads, rows, head] of the scores and [keys, heads x head].
  Value context(const Value &p, const Value &v) {
    int64_t heads = p.shape[0], rows = p.shape[1], keys = p.shape[2], head = v.shape[1] / heads;
    AccessDim both{{{0, head}, {2, 1}}, 0, false};
    return contract({heads, rows, head, keys}, {true, true, true, false},
                    {Read{p, {along(0), along(1), along(3)}, LoopLink::Straight},
                     Read{v, {along(3), both}, LoopLink::SplitCrossed}},
                    {heads, rows, head}, {along(0), along(1), along(2)}, {heads, rows, head, keys});
  }
  /// The heads of a context, put together and projected.
  Value together(const Value &c, int64_t columns) {
    int64_t heads = c.shape[0], rows = c.shape[1], head = c.shape[2];
    Value weights = argument({heads, head, columns});
    return contract({rows, columns, heads, head}, {true, true, false, false},
                    {Read{c, {along(2), along(0), along(3)}, LoopLink::Joined},
                     Read{weights, {along(2), along(3), along(1)}}},
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

enum class Kind { Scores, Context, All, AllAndMore };

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
    tally.made += static_cast<int>(std::ranges::count_if(found.claims, [](const LoopClaim &claim) { return claim.made != 0; }));
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
  Tally context, scores;
  compare(3, 150, Kind::Context, 14, context);
  compare(4, 12, Kind::Scores, 20, scores);
  EXPECT_GT(context.made, 100);
  EXPECT_GT(context.reached, 50);
  EXPECT_GT(scores.made, 20);
}
TEST(HeadsBoundTest, SlowBoundsAreAtMostTheBestOfEveryTiling) {
  Tally context, scores, all, more;
  compare(5, 1500, Kind::Context, 18, context);
  compare(6, 150, Kind::Scores, 20, scores);
  compare(7, 40, Kind::All, 12, all);
  compare(8, 20, Kind::AllAndMore, 12, more);
  printf("%d bounds reached of 1710\n", context.reached + scores.reached + all.reached + more.reached);
  EXPECT_GT(all.made, 100);
}
