//===- RepeatProducersTest.cpp - Rows that are too long for one loop ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include "alcove/SuperTiling/Describe/TilingGraph.h"
#include "alcove/SuperTiling/Rewrite/RepeatProducers.h"
#include "testing/SuperTiling/ProgramWriter.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;

namespace {

/// exp(x) / sum exp(x) along rows of n.
std::string shares(int64_t n) {
  return fmt::format(R"(
#map = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%x: tensor<3x{0}xf32>) -> tensor<3x{0}xf32> {{
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x{0}xf32>
  %s = linalg.generic {{indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}}
      ins(%x : tensor<3x{0}xf32>) outs(%e : tensor<3x{0}xf32>) {{
  ^bb0(%a: f32, %o: f32):
    %v = math.sin %a : f32
    linalg.yield %v : f32
  }} -> tensor<3x{0}xf32>
  %p = linalg.generic {{indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}}
      ins(%s : tensor<3x{0}xf32>) outs(%e : tensor<3x{0}xf32>) {{
  ^bb0(%a: f32, %o: f32):
    %v = math.exp %a : f32
    linalg.yield %v : f32
  }} -> tensor<3x{0}xf32>
  %r = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%z : f32) outs(%r : tensor<3xf32>) -> tensor<3xf32>
  %t = linalg.generic {{indexing_maps = [#map, #row], iterator_types = ["parallel", "reduction"]}}
      ins(%p : tensor<3x{0}xf32>) outs(%f : tensor<3xf32>) {{
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %o : f32
    linalg.yield %v : f32
  }} -> tensor<3xf32>
  %q = linalg.generic {{indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]}}
      ins(%p, %t : tensor<3x{0}xf32>, tensor<3xf32>) outs(%e : tensor<3x{0}xf32>) {{
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.divf %a, %b : f32
    linalg.yield %v : f32
  }} -> tensor<3x{0}xf32>
  return %q : tensor<3x{0}xf32>
}})",
                     n);
}

// Rows of 40,000 B: x is read twice and the result written, where the elements in between would be stored and loaded
// twice.
TEST(RepeatProducersTest, SUTH8_LongRowsAreComputedForEachReader) {
  for (Bytes memory : {8 << 10, 16 << 10, 64 << 10}) {
    Outcome outcome = checkProgram(shares(10000), memory, PlanMode::Planned, true);
    EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
    double x = 4.0 * 3 * 10000;
    EXPECT_LE(outcome.summary.traffic, 3 * x + 200) << memory;
    EXPECT_EQ(outcome.summary.compulsory, 2 * x);
    EXPECT_EQ(outcome.summary.bound, 2 * x);
    // The sine and the exponential of every element, eight simple operations each.
    EXPECT_EQ(outcome.summary.extraOps, 16.0 * 3 * 10000);
  }
}

TEST(RepeatProducersTest, RowsThatFitAreComputedOnce) {
  Outcome outcome = checkProgram(shares(1000), 16 << 10, PlanMode::Planned, true);
  EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
  EXPECT_EQ(outcome.summary.extraOps, 0);
  EXPECT_EQ(outcome.summary.traffic, outcome.summary.compulsory);
}

int64_t exponentials(mlir::ModuleOp module) {
  int64_t found = 0;
  module.walk([&](mlir::Operation *op) { found += op->getName().getStringRef() == "math.exp"; });
  return found;
}

TEST(RepeatProducersTest, OnlyReadersOfElementsGetCopies) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(shares(1025), &context());
  mlir::IRRewriter rewriter(&context());
  Budget fits = *Budget::parse(4 * 1025 * 4, ""), less = *Budget::parse(4 * 1025 * 4 - 1, "");
  EXPECT_EQ(numLongRows(*module, fits), 0u);
  EXPECT_EQ(repeatProducersOfLongRows(rewriter, *module, fits), 0);
  EXPECT_GT(numLongRows(*module, less), 0u);
  EXPECT_EQ(repeatProducersOfLongRows(rewriter, *module, less), 16.0 * 3 * 1025);
  EXPECT_EQ(exponentials(*module), 2);
  EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
  // Each reader has its own now.
  EXPECT_EQ(numLongRows(*module, less), 0u);
}

// A schedule is for the program that came.
TEST(RepeatProducersTest, SchedulesRepeatNothing) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(shares(10000), &context());
  DriverOptions options = driverOptions(16 << 10);
  options.schedule = true;
  Summary summary;
  ASSERT_TRUE(mlir::succeeded(superTile(*module, options, summary)));
  EXPECT_EQ(summary.extraOps, 0);
  EXPECT_EQ(exponentials(*module), 1);
}

// No mark of the planner stays behind.
TEST(RepeatProducersTest, LeavesNoAttribute) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(shares(10000), &context());
  Summary summary;
  ASSERT_TRUE(mlir::succeeded(superTile(*module, driverOptions(16 << 10), summary)));
  EXPECT_EQ(exponentials(*module), 2);
  module->walk([](mlir::Operation *op) { EXPECT_FALSE(op->hasAttr(repeatedAttr)); });
}

/// A norm and a product of its result.
std::string normAndProduct() {
  ProgramWriter w;
  return w.finish({w.matmul(w.layerNorm(w.argument({48, 64})), w.argument({64, 128}))});
}

/// Elements that others read beside the sum of their squares, made of `x` or of the sum of two tensors.
std::string behindSquares(bool ofTwo) {
  ProgramWriter w;
  Tensor x = w.argument({48, 64}), y = w.argument({48, 64});
  Tensor centred = ofTwo ? w.sub(x, y) : w.scale(x, 0.5);
  Tensor squares = w.reduceLast(w.mul(centred, centred), "arith.addf");
  return w.finish({squares, w.matmul(centred, w.argument({64, 32}))});
}

/// Between the elements and their sum 2^60 paths: each step is a sum of two products of the one before.
std::string manyPathsToOneSum() {
  ProgramWriter w;
  Tensor centred = w.scale(w.argument({48, 64}), 0.5), x = centred;
  for (int step = 0; step < 60; ++step)
    x = w.sub(w.mul(x, x), w.scale(x, 0.25));
  return w.finish({w.reduceLast(x, "arith.addf"), w.matmul(centred, w.argument({64, 32}))});
}

int64_t copiesOfStatistics(const std::string &text) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context());
  mlir::IRRewriter rewriter(&context());
  size_t found = numStatistics(*module);
  auto elementwise = [&] {
    int64_t count = 0;
    module->walk([&](mlir::linalg::GenericOp op) { count += op.getNumReductionLoops() == 0; });
    return count;
  };
  int64_t before = elementwise();
  EXPECT_EQ(repeatBehindStatistics(rewriter, *module) > 0, found > 0);
  EXPECT_TRUE(mlir::succeeded(mlir::verify(*module)));
  // All that nothing but statistics is made of, and all that others read, is apart now.
  EXPECT_EQ(numStatistics(*module), 0u);
  EXPECT_EQ(elementwise() - before, static_cast<int64_t>(found));
  return elementwise() - before;
}

// In 4 KiB the product moves 139,264 B, whatever its rows are made of. The norm reads 12,288 B; its result would be
// written, as much again. What it subtracts and multiplies by is written and read, two numbers for each of 48 rows.
TEST(RepeatProducersTest, SUTH18_ANormHandsOnItsStatistics) {
  Outcome outcome = checkProgram(normAndProduct(), 4096, PlanMode::Planned, true);
  EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
  EXPECT_EQ(outcome.summary.traffic, 139264 + 12288 + 4 * 48 * 4);
  EXPECT_GT(outcome.summary.extraOps, 0);
}

TEST(RepeatProducersTest, SUTH18_ReadersOfOneTensorInstead) {
  EXPECT_EQ(copiesOfStatistics(normAndProduct()), 1);
  EXPECT_EQ(copiesOfStatistics(behindSquares(false)), 1);
  EXPECT_EQ(copiesOfStatistics(manyPathsToOneSum()), 1);
  // Two tensors are more to read than their difference.
  EXPECT_EQ(copiesOfStatistics(behindSquares(true)), 0);
  // What is reduced has no other reader.
  EXPECT_EQ(copiesOfStatistics(shares(100)), 0);
}

/// Heads of attention behind a norm.
std::string normAndHeads(int64_t tokens, int64_t heads, int64_t head) {
  ProgramWriter w;
  Tensor x = w.layerNorm(w.argument({tokens, heads * head}));
  auto split = [&] {
    Tensor projected = w.matmul(x, w.argument({heads * head, heads * head}));
    return w.transpose(w.expand(projected, {{0}, {1, 2}}, {tokens, heads, head}), {1, 0, 2});
  };
  Tensor q = split(), k = split(), v = split();
  Tensor weights = w.softmax(w.matmul(q, w.transpose(k, {0, 2, 1})));
  return w.finish({w.matmul(weights, v)});
}

// For each of 6 heads x passes once, as the norm of x would: 6 x 24,576 B, with weights of 110,592 and a result of 24,576.
// Siblings joined and statistics kept, and a head's rows and columns whole while panels pass: none of it helps alone.
TEST(RepeatProducersTest, SUTH18_HeadsBehindANormReadItsInput) {
  Outcome outcome = checkProgram(normAndHeads(64, 6, 16), 18 << 10, PlanMode::Planned, true);
  EXPECT_EQ(outcome.kind, Outcome::Equal) << outcome.message;
  double attention = 6 * 24576 + 110592 + 24576, statistics = 24576 + 4 * 64 * 4;
  EXPECT_EQ(outcome.summary.traffic, attention + statistics);
  EXPECT_EQ(outcome.summary.joined, 1);
}

} // namespace
