//===- StripsTest.cpp - The end of a loop in strips of its tile ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoadCounter.h"

#include "testing/SuperTiling/ProgramWriter.h"

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;
using alcove::plan::tiling::CostModel;

namespace {

/// A product behind which what `other` makes of two tensors of its shape is added.
std::string behindAProduct(const std::function<Tensor(ProgramWriter &, const Tensor &)> &other) {
  ProgramWriter w;
  Tensor product = w.matmul(w.argument({96, 80}), w.argument({80, 64}));
  return w.finish({other(w, product)});
}

std::string residual() {
  return behindAProduct([](ProgramWriter &w, const Tensor &x) { return w.add(w.argument({96, 64}), x); });
}

/// The product is cut along both dimensions, the last tiles are smaller.
std::string raggedResidual() {
  ProgramWriter w;
  Tensor product = w.matmul(w.argument({101, 300}), w.argument({300, 67}));
  return w.finish({w.add(w.withBroadcast(product, w.argument({67}), {1}, "add"), w.argument({101, 67}))});
}

std::string behindAConvolution() {
  ProgramWriter w;
  Tensor x = w.argument({1, 14, 14, 64});
  return w.finish({w.add(w.conv(x, w.argument({1, 1, 64, 64})), w.argument({1, 14, 14, 64}))});
}

/// Heads of `width` columns each of `rows` rows.
Tensor heads(ProgramWriter &w, const Tensor &x, int64_t count, int64_t width) {
  return w.transpose(w.expand(x, {{0}, {1, 2}}, {x.shape[0], count, width}), {1, 0, 2});
}

/// Attention of `rows` rows by heads that are made of it by products with a bias.
std::string attentionOfHeads(int64_t rows, int64_t count, int64_t width) {
  ProgramWriter w;
  int64_t columns = count * width;
  Tensor x = w.argument({rows, columns});
  auto part = [&] {
    Tensor product = w.matmul(x, w.argument({columns, columns}));
    return heads(w, w.withBroadcast(product, w.argument({columns}), {1}, "add"), count, width);
  };
  Tensor q = part(), k = part(), v = part();
  Tensor scores = w.softmax(w.scale(w.matmul(q, w.transpose(k, {0, 2, 1})), 0.125));
  return w.finish({w.transpose(w.matmul(scores, v), {1, 0, 2})});
}

/// A product whose result is shown with its dimensions the other way round.
std::string transposedProduct(int64_t rows, int64_t columns) {
  ProgramWriter w;
  return w.finish({w.transpose(w.matmul(w.argument({rows, 80}), w.argument({80, columns})), {1, 0})});
}

/// What normalizes its rows stands behind a product of all of a row.
std::string normBehindAProduct() {
  ProgramWriter w;
  Tensor x = w.argument({96, 64});
  Tensor sum = w.add(w.matmul(x, w.argument({64, 64})), w.argument({96, 64}));
  return w.finish({w.layerNorm(sum), sum});
}

// The report, the loops and the program's numbers agree, and less is moved.
TEST(StripsTest, SUTH17_WhatIsAddedIsHeldInStrips) {
  const Budgeted programs[] = {{"residual", residual(), {4096, 8192, 16384}},
                               {"ragged", raggedResidual(), {4096, 8192, 12288}},
                               {"convolution", behindAConvolution(), {4096, 6144, 8192}}};
  expectLessMoved(programs, &CostModel::strips);
}

// Members that make what the root reads point by point run in its strips; what all strips need stands in front of them.
TEST(StripsTest, SUTH17_MembersRunInStripsWithTheRoot) {
  const Budgeted programs[] = {{"heads", attentionOfHeads(64, 4, 12), {16384}},
                               {"ragged heads", attentionOfHeads(50, 3, 16), {20480}},
                               {"transposed", transposedProduct(96, 64), {4096, 8192}},
                               {"ragged transposed", transposedProduct(101, 67), {4096, 8192}}};
  expectLessMoved(programs, &CostModel::strips);
}

// What is handed on from the middle of the tile is whole, and the strips behind it read it.
TEST(StripsTest, SUTH17_WhatIsHandedOnIsNotInStrips) {
  for (Bytes memory : {4096, 8192, 16384, 32768}) {
    Moved strips = moved(normBehindAProduct(), memory, &CostModel::strips, true);
    EXPECT_LE(strips.summary.traffic, moved(normBehindAProduct(), memory, &CostModel::strips, false).summary.traffic);
    EXPECT_LE(strips.counted, strips.summary.traffic);
    EXPECT_EQ(checkProgram(normBehindAProduct(), memory, PlanMode::Planned, true).kind, Outcome::Equal);
  }
}

// What stays for several tiles, or is read by others too, is held whole: strips would load it again.
TEST(StripsTest, SUTH17_NotWhatStaysNorWhatOthersRead) {
  std::string bias = behindAProduct(
      [](ProgramWriter &w, const Tensor &x) { return w.withBroadcast(x, w.argument({64}), {1}, "add"); });
  ProgramWriter w;
  Tensor x = w.argument({96, 64});
  std::string twice = w.finish({w.add(w.matmul(x, w.argument({64, 64})), x)});
  for (const std::string &text : {bias, twice})
    for (Bytes memory : {4096, 8192}) {
      Moved strips = moved(text, memory, &CostModel::strips, true);
      EXPECT_LE(strips.summary.traffic, moved(text, memory, &CostModel::strips, false).summary.traffic);
      EXPECT_LE(strips.counted, strips.summary.traffic);
      EXPECT_EQ(strips.summary.replans, 0);
      EXPECT_EQ(checkProgram(text, memory, PlanMode::Planned, true).kind, Outcome::Equal);
    }
}

TEST(StripsTest, SUTH17_NotInTheSimpleModes) {
  for (PlanMode mode : {PlanMode::NoFuse, PlanMode::MaxProducers})
    EXPECT_EQ(moved(residual(), 4096, &CostModel::strips, true, mode).summary.traffic,
              moved(residual(), 4096, &CostModel::strips, false, mode).summary.traffic);
}

std::string productPair(int64_t rows, int64_t columns, int64_t between, int64_t width) {
  ProgramWriter w;
  Tensor hidden = w.matmul(w.argument({rows, columns}), w.argument({columns, between}));
  return w.finish({w.matmul(hidden, w.argument({between, width}))});
}

// 64 rows of 128 columns, and of the result, are 32 KiB, both weights 256 KiB. Of the 512 columns in between 103 at a time
// stay while both products pass: the input comes 5 times, the sums are stored 5 times and loaded again 4 times. All of the
// columns in between would be stored and loaded in two loops.
TEST(StripsTest, SUTH20_SumsOfStripsAreStoredBetweenTilesOfTheReduction) {
  std::string text = productPair(64, 128, 512, 128);
  Moved plan = moved(text, 32 << 10, &CostModel::strips, true);
  EXPECT_EQ(plan.summary.traffic, 2 * (256 << 10) + 14 * (32 << 10));
  EXPECT_EQ(plan.summary.loops, 1);
  EXPECT_EQ(plan.summary.replans, 0);
  EXPECT_GT(moved(text, 32 << 10, &CostModel::strips, false).summary.traffic, plan.summary.traffic);
}

TEST(StripsTest, SUTH20_TheFirstTileBeginsTheSums) {
  const std::tuple<std::string, Bytes> programs[] = {{productPair(64, 128, 512, 128), 32 << 10},
                                                     {productPair(61, 120, 500, 131), 32 << 10},
                                                     {productPair(64, 128, 512, 128), 40 << 10}};
  for (const auto &[text, memory] : programs) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context());
    Summary summary;
    ASSERT_TRUE(succeeded(superTile(*module, driverOptions(memory), summary)));
    EXPECT_EQ(summary.replans, 0);
    // Nothing is filled in slow memory.
    mlir::func::FuncOp function = *module->getOps<mlir::func::FuncOp>().begin();
    for (mlir::Operation &op : function.getBody().front())
      EXPECT_FALSE(mlir::isa<mlir::linalg::FillOp>(op));
    Outcome outcome = checkProgram(text, memory, PlanMode::Planned, true);
    EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
  }
}

} // namespace
