//===- OnlineSoftmaxTest.cpp - Softmax carried over panels ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoadCounter.h"

#include "testing/SuperTiling/ProgramWriter.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;
using alcove::plan::tiling::CostModel;

namespace {

struct Attention {
  int64_t heads = 2, queries = 48, keys = 80, width = 16;
  /// Condition on row %i and key %j under which a score is -inf; empty: never.
  std::string masked = "";
  /// e * (1 / l) instead of e / l.
  bool reciprocal = false;
  /// exp(x - m) in one operation.
  bool together = false;
  std::string largest = "maximumf";
  /// What the maximum starts at.
  std::string start = "0xFF800000";
  /// One more user of the sum.
  bool seen = false;
  std::string accumulate = "addf";
};

std::string elementwise(const std::string &result, const std::string &ins, const std::string &maps,
                        const std::string &types, const std::string &arguments, const std::string &body,
                        const std::string &type) {
  return fmt::format(
      "  %{0}e = tensor.empty() : {6}\n  %{0} = linalg.generic {{indexing_maps = [{2}], iterator_types = "
      "[\"parallel\", \"parallel\", \"parallel\"]}} ins({1} : {3}) outs(%{0}e : {6}) {{\n  ^bb0({4}, %o: "
      "f32):\n{5}  }} -> {6}\n",
      result, ins, maps, types, arguments, body, type);
}

std::string text(const Attention &a) {
  const std::string id = "affine_map<(i, j, k) -> (i, j, k)>", row = "affine_map<(i, j, k) -> (i, j)>";
  std::string x = fmt::format("tensor<{}x{}x{}xf32>", a.heads, a.queries, a.keys),
              r = fmt::format("tensor<{}x{}xf32>", a.heads, a.queries),
              q = fmt::format("tensor<{}x{}x{}xf32>", a.heads, a.queries, a.width),
              k = fmt::format("tensor<{}x{}x{}xf32>", a.heads, a.width, a.keys),
              v = fmt::format("tensor<{}x{}x{}xf32>", a.heads, a.keys, a.width);
  std::string t =
      fmt::format("func.func @main(%q: {}, %k: {}, %v: {}) -> ({}{}) {{\n", q, k, v, q, a.seen ? ", " + r : "");
  t += "  %zero = arith.constant 0.0 : f32\n  %one = arith.constant 1.0 : f32\n  %least = arith.constant 0xFF800000 : "
       "f32\n";
  t += "  %start = arith.constant " + a.start + " : f32\n";
  auto reduce = [&](const std::string &result, const std::string &of, const std::string &start, const std::string &op) {
    t += fmt::format("  %{0}e = tensor.empty() : {1}\n  %{0}f = linalg.fill ins(%{2} : f32) outs(%{0}e : {1}) -> {1}\n",
                     result, r, start);
    t += fmt::format(
        "  %{0} = linalg.generic {{indexing_maps = [{1}, {2}], iterator_types = [\"parallel\", \"parallel\", "
        "\"reduction\"]}} ins(%{3} : {4}) outs(%{0}f : {5}) {{\n  ^bb0(%a: f32, %o: f32):\n    %y = arith.{6} %a, "
        "%o : f32\n    linalg.yield %y : f32\n  }} -> {5}\n",
        result, id, row, of, x, r, op);
  };
  auto product = [&](const std::string &result, const std::string &ins, const std::string &types,
                     const std::string &type) {
    t += fmt::format(
        "  %{0}e = tensor.empty() : {3}\n  %{0}f = linalg.fill ins(%zero : f32) outs(%{0}e : {3}) -> {3}\n  %{0} = "
        "linalg.batch_matmul ins({1} : {2}) outs(%{0}f : {3}) -> {3}\n",
        result, ins, types, type);
  };
  product("scores", "%q, %k", q + ", " + k, x);
  std::string mask = "    linalg.yield %a : f32\n";
  if (!a.masked.empty())
    mask = "    %i = linalg.index 1 : index\n    %j = linalg.index 2 : index\n" + a.masked +
           "    %y = arith.select %c, %least, %a : f32\n    linalg.yield %y : f32\n";
  t += elementwise("x", "%scores", id + ", " + id, x, "%a: f32", mask, x);
  reduce("m", "x", "start", a.largest);
  const std::string three = id + ", " + row + ", " + id, both = x + ", " + r;
  const std::string subtract = "    %shifted = arith.subf %a, %b : f32\n";
  if (a.together) {
    t += elementwise("p", "%x, %m", three, both, "%a: f32, %b: f32",
                     subtract + "    %y = math.exp %shifted : f32\n    linalg.yield %y : f32\n", x);
  } else {
    t += elementwise("d", "%x, %m", three, both, "%a: f32, %b: f32", subtract + "    linalg.yield %shifted : f32\n", x);
    t += elementwise("p", "%d", id + ", " + id, x, "%a: f32", "    %y = math.exp %a : f32\n    linalg.yield %y : f32\n",
                     x);
  }
  reduce("l", "p", "zero", a.accumulate);
  std::string by = "l", combine = "divf";
  if (a.reciprocal) {
    t += fmt::format(
        "  %re = tensor.empty() : {0}\n  %r = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, "
        "affine_map<(i, j) -> (i, j)>], iterator_types = [\"parallel\", \"parallel\"]}} ins(%l : {0}) outs(%re : "
        "{0}) {{\n  ^bb0(%a: f32, %o: f32):\n    %y = arith.divf %one, %a : f32\n    linalg.yield %y : f32\n  }} -> "
        "{0}\n",
        r);
    by = "r";
    combine = "mulf";
  }
  t += elementwise("n", "%p, %" + by, three, both, "%a: f32, %b: f32",
                   "    %y = arith." + combine + " %a, %b : f32\n    linalg.yield %y : f32\n", x);
  product("z", "%n, %v", x + ", " + v, q);
  return t + fmt::format("  return %z{} : {}{}\n}}\n", a.seen ? ", %l" : "", q, a.seen ? ", " + r : "");
}

/// Loops that carry three tensors of their tile: the accumulator, the maximum and the sum. A loop that assembles three
/// results in slow memory hands on those of the loop around it.
int carrying(const Attention &a, Bytes memory, bool allowed = true) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text(a), &context());
  DriverOptions options = driverOptions(memory);
  options.planner.onlineSoftmax = allowed;
  Summary summary;
  EXPECT_TRUE(mlir::succeeded(superTile(*module, options, summary)));
  int found = 0;
  module->walk([&](mlir::scf::ForOp loop) {
    found += loop.getNumRegionIterArgs() == 3 && !loop->hasAttr(tileLoopAttr) &&
             llvm::none_of(loop.getInits(), llvm::IsaPred<mlir::BlockArgument>);
  });
  return found;
}

void expectServed(const Attention &a, Bytes memory) {
  EXPECT_GT(carrying(a, memory), 0) << text(a);
  Outcome outcome = checkProgram(text(a), memory, PlanMode::Planned, true);
  EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message << "\n" << text(a);
}

TEST(OnlineSoftmaxTest, SUTH7_CarriedAndEqual) {
  expectServed({}, 8 << 10);
  expectServed({.together = true}, 8 << 10);
  expectServed({.reciprocal = true}, 8 << 10);
  expectServed({.largest = "maxnumf"}, 8 << 10);
}

// maxnum has NaN for a neutral element, and linalg.softmax is decomposed with it: exp(NaN - m) would be carried on.
TEST(OnlineSoftmaxTest, SUTH7_MaximumThatStartsAtNaN) {
  expectServed({.largest = "maxnumf", .start = "0xFFC00000"}, 8 << 10);
}

// Extents without divisors: rows and panels end in smaller ones.
TEST(OnlineSoftmaxTest, SUTH7_RaggedRowsAndPanels) {
  for (Bytes memory : {4 << 10, 6 << 10, 10 << 10})
    expectServed({.heads = 1, .queries = 53, .keys = 71, .width = 17}, memory);
}

// A causal mask, and keys that are masked from the first one on: whole panels are -inf before the first score.
TEST(OnlineSoftmaxTest, SUTH7_MaskedRowsKeepTheirValues) {
  expectServed({.masked = "    %c = arith.cmpi ugt, %j, %i : index\n"}, 8 << 10);
  expectServed({.masked = "    %seventy = arith.constant 70 : index\n    %c = arith.cmpi ult, %j, %seventy : index\n"},
               8 << 10);
}

// What others see, or what is no softmax, is left as it is.
TEST(OnlineSoftmaxTest, SUTH7_OnlyASoftmaxThatNobodyElseReads) {
  EXPECT_EQ(carrying({.seen = true}, 8 << 10), 0);
  EXPECT_EQ(carrying({.largest = "minimumf"}, 8 << 10), 0);
  EXPECT_EQ(carrying({.largest = "addf"}, 8 << 10), 0);
  EXPECT_EQ(carrying({.accumulate = "mulf"}, 8 << 10), 0);
  EXPECT_EQ(carrying({.accumulate = "maximumf"}, 8 << 10), 0);
  EXPECT_EQ(carrying({}, 8 << 10, /*allowed=*/false), 0);
}

// 12 heads of 1024 tokens and 64 channels: at 512 KiB half of the rows stay, and keys and values pass twice.
TEST(OnlineSoftmaxTest, SUTH7_AttentionMovesOneAndAHalfTimesTheCompulsoryBytes) {
  Outcome outcome = checkProgram(text({.heads = 12, .queries = 1024, .keys = 1024, .width = 64}), 512 << 10,
                                 PlanMode::Planned, false);
  ASSERT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
  EXPECT_EQ(outcome.summary.compulsory, 4.0 * 12 * 1024 * 64 * 4);
  EXPECT_LE(outcome.summary.traffic, 1.5 * outcome.summary.compulsory);
}

// 12 heads of 512 tokens and 64 channels at 256 KiB: keys stay, and half of the channels of the values at a time, for which
// the queries come twice and the scores are done again.
TEST(OnlineSoftmaxTest, SUTP5_ScoresAreDoneAgainWhereThatMovesLess) {
  std::string attention = text({.heads = 12, .queries = 512, .keys = 512, .width = 64});
  Moved plan = moved(attention, 256 << 10, &CostModel::strips, true);
  EXPECT_EQ(plan.summary.compulsory, 4.0 * 12 * 512 * 64 * 4);
  EXPECT_EQ(plan.summary.traffic, 1.25 * plan.summary.compulsory);
}

/// Heads are columns of what is given, and of the result.
std::string attentionOfColumns(int64_t rows, int64_t count, int64_t width) {
  ProgramWriter w;
  auto heads = [&] {
    Tensor x = w.argument({rows, count * width});
    return w.transpose(w.expand(x, {{0}, {1, 2}}, {rows, count, width}), {1, 0, 2});
  };
  Tensor q = heads(), k = heads(), v = heads();
  Tensor scores = w.softmax(w.scale(w.matmul(q, w.transpose(k, {0, 2, 1})), 0.125));
  return w.finish({w.collapse(w.transpose(w.matmul(scores, v), {1, 0, 2}), {{0}, {1, 2}})});
}

// 4 heads of 256 rows and 32 columns: 32 KiB of each tensor are of one head. The queries are transposed in front of the
// panels, where their rows are not held any more: beside what adds up and panels 96 KiB hold them for a head, and all that
// moves are 3 inputs and a result of 128 KiB.
TEST(OnlineSoftmaxTest, SUTH6_WhatDoesNotMoveWithPanelsIsMadeInFrontOfThem) {
  std::string text = attentionOfColumns(256, 4, 32);
  Moved plan = moved(text, 96 << 10, &CostModel::strips, true);
  EXPECT_EQ(plan.summary.loops, 1);
  EXPECT_EQ(plan.summary.replans, 0);
  EXPECT_EQ(plan.summary.traffic, 4 * (128 << 10));
  EXPECT_EQ(plan.counted, plan.summary.traffic);
  for (Bytes memory : {16 << 10, 24 << 10}) {
    Outcome outcome = checkProgram(attentionOfColumns(50, 3, 16), memory, PlanMode::Planned, true);
    EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
  }
}

} // namespace
