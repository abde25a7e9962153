//===- BeginProductsTest.cpp - Sums that begin as what is added to them ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoadCounter.h"

#include "alcove/SuperTiling/Rewrite/BeginProducts.h"
#include "testing/SuperTiling/Corpus.h"
#include "testing/SuperTiling/ProgramWriter.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;

namespace {

enum class Residual { Argument, Made, ReadBehind };

/// A network behind a norm, to which what the norm reads is added: 32 x 64, of which a tile has 8192 B.
std::string network(Residual residual) {
  ProgramWriter w;
  Tensor h = w.argument({32, 64});
  if (residual != Residual::Argument)
    h = w.matmul(h, w.argument({64, 64}));
  Tensor wide = w.tanh(w.matmul(w.layerNorm(h), w.argument({64, 256})));
  Tensor sums = w.withBroadcast(w.matmul(wide, w.argument({256, 64})), w.argument({64}), {1}, "add");
  Tensor y = w.add(h, sums);
  return w.finish({residual == Residual::ReadBehind ? w.mul(y, h) : y});
}

/// Two tiles, and 4 KiB for panels.
constexpr Bytes twoTiles = 20 << 10;

// The norm's input stays until it is added, its result until the last panel. Sums of their own are a third tile.
TEST(BeginProductsTest, SUTH19_SumsNeedNoRoomBesideWhatIsAdded) {
  for (Residual residual : {Residual::Argument, Residual::Made}) {
    std::string text = network(residual);
    Summary summary;
    double counted = countedBytes(text, driverOptions(twoTiles), summary);
    EXPECT_EQ(summary.loops, 1);
    EXPECT_EQ(summary.traffic, summary.compulsory);
    EXPECT_EQ(summary.bound, summary.compulsory);
    EXPECT_EQ(counted, summary.traffic);
    EXPECT_EQ(summary.replans, 0);
    Outcome outcome = checkProgram(text, twoTiles, PlanMode::Planned, true);
    EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
  }
}

// What is read once more behind the sums stays beside them.
TEST(BeginProductsTest, SUTH19_NotOverWhatIsReadBehind) {
  std::string text = network(Residual::ReadBehind);
  for (Bytes memory : {twoTiles, twoTiles + 8192}) {
    Outcome outcome = checkProgram(text, memory, PlanMode::Planned, true);
    EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
    EXPECT_EQ(outcome.summary.traffic == outcome.summary.compulsory, memory > twoTiles) << memory;
  }
}

// Panels that read what the sums would be written over need it beside them.
TEST(BeginProductsTest, SUTH19_NotOverWhatPanelsRead) {
  ProgramWriter w;
  Tensor h = w.argument({32, 64}), wide = w.tanh(w.matmul(h, w.argument({64, 256})));
  std::string text = w.finish({w.add(h, w.matmul(wide, w.argument({256, 64})))});
  for (Bytes memory : {Bytes(12 << 10), twoTiles}) {
    Outcome outcome = checkProgram(text, memory, PlanMode::Planned, true);
    EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
    EXPECT_EQ(outcome.summary.traffic == outcome.summary.compulsory, memory == twoTiles) << memory;
    EXPECT_EQ(outcome.summary.replans, 0);
  }
}

// A schedule is for the program that came; the simple modes are other compilers'.
TEST(BeginProductsTest, SUTH19_NotInSchedulesNorSimpleModes) {
  std::string text = network(Residual::Argument);
  DriverOptions scheduled = driverOptions(twoTiles);
  scheduled.schedule = true;
  for (const DriverOptions &options : {scheduled, driverOptions(twoTiles, PlanMode::MaxProducers)}) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context());
    Summary summary;
    ASSERT_TRUE(mlir::succeeded(superTile(*module, options, summary)));
    EXPECT_GT(summary.traffic, summary.compulsory);
    module->walk([](mlir::linalg::LinalgOp op) { EXPECT_FALSE(op->hasAttr(splitReductionAttr)); });
  }
}

// A tensor of the caller that is read, too, is not written over: loops carry memory of their own.
TEST(BeginProductsTest, SUTH19_ArgumentsAreNotCarried) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(network(Residual::Argument), &context());
  Summary summary;
  ASSERT_TRUE(mlir::succeeded(superTile(*module, driverOptions(twoTiles), summary)));
  int64_t begun = 0;
  module->walk([&](mlir::Operation *op) {
    begun += mlir::isa<mlir::linalg::LinalgOp>(op) && op->hasAttr(splitReductionAttr);
    if (auto loop = mlir::dyn_cast<mlir::scf::ForOp>(op); loop && loop->hasAttr(tileLoopAttr))
      for (mlir::Value init : loop.getInitArgs())
        EXPECT_TRUE(init.getDefiningOp());
  });
  EXPECT_GT(begun, 0);
}

/// Products in `text` that begin with another tensor, where `memory` is for their results.
size_t begun(const std::string &text, Bytes memory = 1 << 20) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context());
  mlir::IRRewriter rewriter(&context());
  size_t found = numToBegin(*module, memory);
  beginProducts(rewriter, *module, memory);
  EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
  size_t marked = 0;
  module->walk([&](mlir::linalg::LinalgOp op) { marked += op->hasAttr(splitReductionAttr); });
  EXPECT_EQ(numToBegin(*module, memory), 0u);
  EXPECT_LE(marked, found);
  return marked;
}

TEST(BeginProductsTest, SUTH19_WhatIsAddedAndNothingElse) {
  auto with = [](auto end) {
    ProgramWriter w;
    Tensor x = w.argument({8, 16}), product = w.matmul(x, w.argument({16, 16}));
    return w.finish(end(w, x, product));
  };
  using Results = std::vector<Tensor>;
  EXPECT_EQ(begun(with([](auto &w, auto x, auto p) { return Results{w.add(p, x)}; })), 1u);
  EXPECT_EQ(begun(with([](auto &w, auto x, auto p) { return Results{w.relu(w.add(x, p))}; })), 1u);
  // The memory holds a result and more.
  EXPECT_EQ(begun(with([](auto &w, auto x, auto p) { return Results{w.add(p, x)}; }), 8 * 16 * 4), 0u);
  // Other operations in between, other readers of the sums, another operation at the end, another shape, twice the sums.
  EXPECT_EQ(begun(with([](auto &w, auto x, auto p) { return Results{w.add(w.relu(p), x)}; })), 0u);
  EXPECT_EQ(begun(with([](auto &w, auto x, auto p) { return Results{w.add(p, x), p}; })), 0u);
  EXPECT_EQ(begun(with([](auto &w, auto x, auto p) { return Results{w.sub(p, x)}; })), 0u);
  EXPECT_EQ(
      begun(with([](auto &w, auto, auto p) { return Results{w.withBroadcast(p, w.argument({16}), {1}, "add")}; })), 0u);
  EXPECT_EQ(begun(with([](auto &w, auto, auto p) { return Results{w.add(p, p)}; })), 0u);
  // Of two products one begins with the other; what is made of the sums is no beginning.
  EXPECT_EQ(begun(with([](auto &w, auto x, auto p) { return Results{w.add(p, w.matmul(x, w.argument({16, 16})))}; })),
            1u);
  EXPECT_EQ(
      begun(with([](auto &w, auto x, auto p) { return Results{w.add(p, w.relu(w.matmul(p, w.argument({16, 16}))))}; })),
      0u);
}

// Bits that are joined, not added.
TEST(BeginProductsTest, SUTH19_NotWhereNothingIsAddedUp) {
  auto with = [](const char *join, const char *part) {
    return fmt::format(R"(
#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#ij = affine_map<(i, j, k) -> (i, j)>
#same = affine_map<(i, j) -> (i, j)>
func.func @main(%x: tensor<8x8xi32>, %y: tensor<8x8xi32>, %r: tensor<8x8xi32>) -> tensor<8x8xi32> {{
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<8x8xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<8x8xi32>) -> tensor<8x8xi32>
  %p = linalg.generic {{indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}}
      ins(%x, %y : tensor<8x8xi32>, tensor<8x8xi32>) outs(%f : tensor<8x8xi32>) {{
  ^bb0(%a: i32, %b: i32, %o: i32):
    %m = arith.{1} %a, %b : i32
    %s = arith.{0} %o, %m : i32
    linalg.yield %s : i32
  }} -> tensor<8x8xi32>
  %t = linalg.generic {{indexing_maps = [#same, #same, #same], iterator_types = ["parallel", "parallel"]}}
      ins(%p, %r : tensor<8x8xi32>, tensor<8x8xi32>) outs(%e : tensor<8x8xi32>) {{
  ^bb0(%a: i32, %b: i32, %o: i32):
    %s = arith.addi %a, %b : i32
    linalg.yield %s : i32
  }} -> tensor<8x8xi32>
  return %t : tensor<8x8xi32>
}})",
                       join, part);
  };
  EXPECT_EQ(begun(with("addi", "muli")), 1u);
  EXPECT_EQ(begun(with("ori", "andi")), 0u);
}

// Named operations add as generic ones do.
TEST(BeginProductsTest, SUTH19_NamedAdditions) {
  auto with = [](const char *name) {
    return fmt::format(R"(
func.func @main(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>, %r: tensor<8x8xf32>) -> tensor<8x8xf32> {{
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = linalg.matmul ins(%x, %y : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %t = linalg.{} ins(%r, %p : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %t : tensor<8x8xf32>
}})",
                       name);
  };
  EXPECT_EQ(begun(with("add")), 1u);
  EXPECT_EQ(begun(with("sub")), 0u);
}

struct Block {
  int64_t tokens, width, heads;
};

/// In memory for so many bytes for each of its elements.
void expectEqual(Block block, std::initializer_list<Bytes> bytes) {
  for (Bytes each : bytes) {
    std::string text = encoder(1, block.tokens, block.width, block.heads);
    Outcome outcome = checkProgram(text, block.tokens * block.width * each, PlanMode::Planned, true);
    EXPECT_EQ(outcome.kind, Outcome::Equal) << block.tokens << " " << each << outcome.message;
    EXPECT_LE(outcome.summary.bound, outcome.summary.traffic);
  }
}

// In 5 B for each element a softmax that is written over is carried over panels, too.
TEST(BeginProductsTest, BlocksOfTransformersStayWhatTheyAre) { expectEqual({24, 32, 2}, {5, 10}); }

TEST(BeginProductsTest, SlowBlocksOfTransformersStayWhatTheyAre) {
  for (Block block : {Block{32, 48, 12}, Block{24, 32, 2}, Block{16, 32, 4}, Block{20, 24, 3}})
    expectEqual(block, {4, 6, 8, 12, 14});
}

} // namespace
