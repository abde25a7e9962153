//===- ProgramBoundTest.cpp - What every plan of a program reads ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs without contractions are bounded by the elements that they read and write, each once. Here the elements are
// counted one by one.
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include "alcove/SuperTiling/Rewrite/BeginProducts.h"
#include "testing/SuperTiling/Corpus.h"
#include "testing/SuperTiling/ProgramWriter.h"

#include "mlir/IR/PatternMatch.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;

namespace {

double boundOf(const std::string &text, Bytes memory = 1 << 10) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context());
  Summary summary;
  mlir::ScopedDiagnosticHandler silent(&context(), [](mlir::Diagnostic &) { return mlir::success(); });
  if (!module || mlir::failed(superTile(*module, driverOptions(memory), summary)))
    return -1;
  return summary.bound;
}

/// The maximum over a window, along one dimension.
std::string windowed(int64_t in, int64_t out, int64_t window, int64_t stride, int64_t dilation) {
  return fmt::format(R"(
func.func @main(%a: tensor<{0}xf32>) -> tensor<{1}xf32> {{
  %z = arith.constant 0.0 : f32
  %w = tensor.empty() : tensor<{2}xf32>
  %e = tensor.empty() : tensor<{1}xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<{1}xf32>) -> tensor<{1}xf32>
  %r = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i * {3} + j * {4})>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}}
      ins(%a, %w : tensor<{0}xf32>, tensor<{2}xf32>) outs(%f : tensor<{1}xf32>) {{
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.maximumf %x, %o : f32
    linalg.yield %m : f32
  }} -> tensor<{1}xf32>
  return %r : tensor<{1}xf32>
}})",
                     in, out, window, stride, dilation);
}

TEST(ProgramBoundTest, CountsTheElementsThatWindowsReach) {
  std::mt19937_64 random(7);
  auto pick = [&](int64_t low, int64_t high) { return low + static_cast<int64_t>(random() % (high - low + 1)); };
  int gaps = 0;
  for (int round = 0; round < 200; ++round) {
    int64_t out = pick(1, 40), window = pick(1, 5), stride = pick(1, 4), dilation = pick(1, 3);
    int64_t in = (out - 1) * stride + (window - 1) * dilation + 1 + pick(0, 3);
    std::set<int64_t> reads;
    for (int64_t i = 0; i < out; ++i)
      for (int64_t j = 0; j < window; ++j)
        reads.insert(i * stride + j * dilation);
    double expected = 4.0 * static_cast<double>(static_cast<int64_t>(reads.size()) + out);
    EXPECT_EQ(boundOf(windowed(in, out, window, stride, dilation)), expected)
        << in << " " << out << " " << window << " " << stride << " " << dilation;
    gaps += static_cast<int64_t>(reads.size()) < in;
  }
  EXPECT_GT(gaps, 50);
}

// A loop that moves both dimensions reads 12 elements, not 144.
TEST(ProgramBoundTest, DiagonalCountsOnce) {
  EXPECT_EQ(boundOf(R"(
func.func @main(%a: tensor<12x12xf32>) -> tensor<12xf32> {
  %e = tensor.empty() : tensor<12xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<12x12xf32>) outs(%e : tensor<12xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<12xf32>
  return %r : tensor<12xf32>
})"),
            4.0 * (12 + 12));
}

// 10 + 2 elements, of which a window of 2 with stride 2 reads all: at least 12 - 2 of the source, and 6 results.
TEST(ProgramBoundTest, PaddingIsNotRead) {
  std::string text = windowed(12, 6, 2, 2, 1);
  size_t end = text.find(") -> tensor<6xf32> {");
  text.replace(text.find("%a: tensor<12xf32>"), std::string("%a: tensor<12xf32>").size(), "%s: tensor<10xf32>");
  end = text.find("{", end) + 1;
  text.insert(end, R"(
  %p = arith.constant 1.0 : f32
  %a = tensor.pad %s low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %p : f32
  } : tensor<10xf32> to tensor<12xf32>)");
  EXPECT_EQ(boundOf(text), 4.0 * (10 + 6)) << text;
}

/// What of %s the mask lets pass, times %v: 40 x 400 times 400 x 40.
std::string maskedProduct(const std::string &mask, const std::string &body) {
  return fmt::format(R"(
func.func @main(%s: tensor<40x400xf32>, %m: tensor<40x400x{0}>, %v: tensor<400x40xf32>) -> tensor<40x40xf32> {{
  %z = arith.constant 0.0 : f32
  %d = tensor.empty() : tensor<40x400xf32>
  %p = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}}
      ins(%s, %m : tensor<40x400xf32>, tensor<40x400x{0}>) outs(%d : tensor<40x400xf32>) {{
  ^bb0(%x: f32, %b: {0}, %o: f32):
    %y = {1}
    linalg.yield %y : f32
  }} -> tensor<40x400xf32>
  %e = tensor.empty() : tensor<40x40xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<40x40xf32>) -> tensor<40x40xf32>
  %r = linalg.matmul ins(%p, %v : tensor<40x400xf32>, tensor<400x40xf32>) outs(%f : tensor<40x40xf32>) -> tensor<40x40xf32>
  return %r : tensor<40x40xf32>
}})",
                     mask, body);
}

// The result stays, of 6400 B, and everything passes once. A product needs an element of the mask, which is one byte:
// counted as the four of the product's operand, more would be asked for than a plan moves.
TEST(ProgramBoundTest, SmallElementsOnTheWayTakeLittleRoom) {
  const double others = 4.0 * (40 * 400 + 400 * 40 + 40 * 40);
  EXPECT_EQ(boundOf(maskedProduct("i1", "arith.select %b, %x, %z : f32"), 10'000), others + 40 * 400);
  EXPECT_EQ(boundOf(maskedProduct("f32", "arith.mulf %b, %x : f32"), 10'000), others + 4.0 * (40 * 400));
}

// Nobody reads more than the slice: 100 x 100 elements of the input need to be read.
TEST(ProgramBoundTest, WhatNobodyReadsIsNotCounted) {
  EXPECT_EQ(boundOf(R"(
func.func @main(%a: tensor<150x120xf32>) -> tensor<100x100xf32> {
  %e = tensor.empty() : tensor<150x120xf32>
  %x = linalg.exp ins(%a : tensor<150x120xf32>) outs(%e : tensor<150x120xf32>) -> tensor<150x120xf32>
  %s = tensor.extract_slice %x[10, 10] [100, 100] [1, 1] : tensor<150x120xf32> to tensor<100x100xf32>
  %d = tensor.empty() : tensor<100x100xf32>
  %r = linalg.negf ins(%s : tensor<100x100xf32>) outs(%d : tensor<100x100xf32>) -> tensor<100x100xf32>
  return %r : tensor<100x100xf32>
})"),
            4.0 * (10000 + 10000));
}

/// The sum of two parts of %x, of 40 x 30 elements each, that begin where it says.
std::string sumOfParts(std::pair<int64_t, int64_t> first, std::pair<int64_t, int64_t> second, bool computed) {
  return fmt::format(R"(
func.func @main(%a: tensor<100x90xf32>) -> tensor<40x30xf32> {{
  %e = tensor.empty() : tensor<100x90xf32>
  %x = linalg.exp ins(%a : tensor<100x90xf32>) outs(%e : tensor<100x90xf32>) -> tensor<100x90xf32>
  %s = tensor.extract_slice {4}[{0}, {1}] [40, 30] [1, 1] : tensor<100x90xf32> to tensor<40x30xf32>
  %t = tensor.extract_slice {4}[{2}, {3}] [40, 30] [1, 1] : tensor<100x90xf32> to tensor<40x30xf32>
  %d = tensor.empty() : tensor<40x30xf32>
  %r = linalg.add ins(%s, %t : tensor<40x30xf32>, tensor<40x30xf32>) outs(%d : tensor<40x30xf32>) -> tensor<40x30xf32>
  return %r : tensor<40x30xf32>
}})",
                     first.first, first.second, second.first, second.second, computed ? "%x" : "%a");
}

// Side by side, with ten rows in common, or the same; what differs along both dimensions counts as one of them.
TEST(ProgramBoundTest, PartsOfTwoReadersAreUnited) {
  for (bool computed : {true, false}) {
    EXPECT_EQ(boundOf(sumOfParts({0, 0}, {0, 30}, computed)), 4.0 * (2400 + 1200));
    EXPECT_EQ(boundOf(sumOfParts({10, 5}, {40, 5}, computed)), 4.0 * (70 * 30 + 1200));
    EXPECT_EQ(boundOf(sumOfParts({7, 8}, {7, 8}, computed)), 4.0 * (1200 + 1200));
    EXPECT_EQ(boundOf(sumOfParts({0, 0}, {50, 50}, computed)), 4.0 * (1200 + 1200));
  }
}

/// Four convolutions in a row, `relus`: each with one behind it, which writes over its result (SUT-H13).
std::string convolutions(bool relus) {
  ProgramWriter w;
  Tensor x = w.argument({1, 40, 40, 16});
  for (int i = 0; i < 4; ++i) {
    x = w.conv(x, w.argument({3, 3, 16, 16}));
    x = relus ? w.relu(x) : x;
  }
  return w.finish({x});
}

// Inputs, weights and the result are 102,400 + 4 x 9,216 + 65,536 B. Weights that do not stay pass for each tile.
TEST(ProgramBoundTest, GTC4_WhatIsWrittenOverIsRead) {
  double plain = boundOf(convolutions(false), 8192);
  EXPECT_GT(plain, 204800);
  EXPECT_EQ(boundOf(convolutions(true), 8192), plain);
}

// 64 x 96 by 96 x 384 by 384 x 96, and the input is added: in 1000 elements it is read again, also where the last product
// begins with it.
TEST(ProgramBoundTest, LBC8_WhatAProductBeginsWithIsAddedToIt) {
  auto chain = [](bool adds) {
    ProgramWriter w;
    Tensor x = w.argument({64, 96}), y = w.matmul(w.matmul(x, w.argument({96, 384})), w.argument({384, 96}));
    return w.finish({adds ? w.add(x, y) : y});
  };
  auto module = mlir::parseSourceString<mlir::ModuleOp>(chain(true), &context());
  mlir::IRRewriter rewriter(&context());
  beginProducts(rewriter, *module, 1 << 20);
  std::string begun;
  llvm::raw_string_ostream(begun) << *module;
  EXPECT_EQ(boundOf(chain(true), 4000), boundOf(chain(false), 4000) + 4 * 64 * 96);
  EXPECT_EQ(boundOf(begun, 4000), boundOf(chain(true), 4000));
}

// A bias and an activation share the tile that the product alone would have, all but a few rows or columns of it: they
// add their own operands, of 12 and 3 KB, and nothing to what the products move.
TEST(ProgramBoundTest, SUTP5_ProductsWithOthersInTheirLoopMoveTheLeast) {
  auto module = mlir::parseSourceString<mlir::ModuleOp>(feedForward(512, 768, 3072), &context());
  Summary summary;
  mlir::ScopedDiagnosticHandler silent(&context(), [](mlir::Diagnostic &) { return mlir::success(); });
  ASSERT_TRUE(mlir::succeeded(superTile(*module, driverOptions(64 << 10), summary)));
  EXPECT_LE(summary.traffic, summary.bound + 16000);
  EXPECT_EQ(summary.extraOps, 0);
}

} // namespace
