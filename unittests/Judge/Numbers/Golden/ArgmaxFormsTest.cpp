//===- ArgmaxFormsTest.cpp - Other forms of argmax are argmax, in every bit ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The twin of every program is found here by a loop over its row: the first NaN, else the first of the largest.
//
//===----------------------------------------------------------------------===//
#include "Programs.h"
#include "alcove/Base/Support/Random.h"
#include "alcove/Judge/Numbers/Interpreter/Interpreter.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace mlir;
using namespace alcove;
using namespace alcove::testing;
using reference::Tensor;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

std::string program(int64_t rows, int64_t width, bool keep) {
  std::string in = fmt::format("tensor<{}x{}xbf16>", rows, width);
  std::string out = keep ? fmt::format("tensor<{}x1xi32>", rows) : fmt::format("tensor<{}xi32>", rows);
  return fmt::format("func.func @f(%x: {}) -> {} {{\n"
                     "  %0 = \"ttir.argmax\"(%x) <{{dim_arg = [1 : i32], keep_dim = {}}}> : ({}) -> {}\n"
                     "  return %0 : {}\n}}\n",
                     in, out, keep, in, out, out);
}

/// Few different values, so that maxima meet again and again in one block and in several; in some rows nothing else.
std::vector<float> values(Random &random, int64_t rows, int64_t width) {
  static constexpr float special[] = {0.0f, -0.0f, 1.0f, -1.0f, infinity, -infinity, NAN, 3.0f};
  std::vector<float> result;
  for (int64_t row = 0; row < rows; ++row) {
    uint64_t kind = random.below(6);
    for (int64_t i = 0; i < width; ++i) {
      float number = static_cast<float>(random.below(40)) / 4 - 5;
      float value = number;
      if (kind == 0)
        value = special[random.below(8)];
      else if (kind == 1)
        value = -infinity;
      else if (kind == 2)
        value = random.below(2) ? 0.0f : -0.0f;
      else if (kind == 3)
        value = random.below(static_cast<uint64_t>(width)) ? number : NAN;
      else if (kind == 4)
        value = std::min(number, 0.0f);
      result.push_back(value);
    }
  }
  return result;
}

int64_t firstOfLargest(std::span<const float> row) {
  size_t best = 0;
  for (size_t i = 0; i < row.size(); ++i) {
    if (std::isnan(row[i]))
      return static_cast<int64_t>(i);
    if (row[i] > row[best])
      best = i;
  }
  return static_cast<int64_t>(best);
}

int64_t countOf(ModuleOp module, StringRef name) {
  int64_t count = 0;
  module.walk([&](Operation *op) { count += op->getName().stripDialect() == name; });
  return count;
}

/// Whether the pass gives the first of the largest for every row; adds to `count` how often it has an op `sign` then.
void expectFirstOfLargest(Workshop &workshop, Random &random, int64_t rows, int64_t width, StringRef sign,
                          int64_t &count) {
  std::string text = program(rows, width, random.below(2));
  auto module = workshop.parse(text);
  ASSERT_TRUE(module.ok()) << module.error().message;
  ASSERT_TRUE(workshop.run(**module, "ttir-op-forms").ok()) << workshop.takeErrors();
  count += countOf(**module, sign);
  std::vector<float> data = values(random, rows, width);
  Result<Tensor> input = Tensor::fromFloats(reference::ElementType::BF16, {rows, width}, data);
  ASSERT_TRUE(input.ok());
  auto function = *(**module).getOps<func::FuncOp>().begin();
  Result<reference::FunctionRun> run = reference::runFunction(function, {reference::PerChip{*input}});
  ASSERT_TRUE(run.ok()) << run.error().message;
  std::span<const int64_t> found = run->results[0][0].integers();
  ASSERT_EQ(static_cast<int64_t>(found.size()), rows);
  for (int64_t row = 0; row < rows; ++row)
    ASSERT_EQ(found[row], firstOfLargest(input->floats().subspan(row * width, width)))
        << rows << " x " << width << ", row " << row;
}

} // namespace

TEST(ArgmaxFormsTest, TwoHundredLongRowsGiveTheFirstOfTheLargest) {
  Workshop workshop;
  Random random(36);
  int64_t cut = 0;
  for (int i = 0; i < 200; ++i) {
    int64_t rows = 1 + static_cast<int64_t>(random.below(40));
    int64_t width = (32 + static_cast<int64_t>(random.below(40))) * (2 + static_cast<int64_t>(random.below(70)));
    ASSERT_NO_FATAL_FAILURE(expectFirstOfLargest(workshop, random, rows, width, "embedding", cut));
  }
  EXPECT_GT(cut, 180); // the widths are products of two numbers above 1, and few are short
}

TEST(ArgmaxFormsTest, TwoHundredShapesOfManyShortRowsToo) {
  Workshop workshop;
  Random random(43);
  int64_t onTiles = 0;
  for (int i = 0; i < 200; ++i) {
    int64_t width = 1 + static_cast<int64_t>(random.below(256)),
            rows = width + 1 + static_cast<int64_t>(random.below(40));
    ASSERT_NO_FATAL_FAILURE(expectFirstOfLargest(workshop, random, rows, width, "ne", onTiles));
  }
  EXPECT_EQ(onTiles, 200);
}

// Rows wider than the integers of bf16: their elements have two digits.
TEST(ArgmaxFormsTest, WiderRowsOnTilesToo) {
  Workshop workshop;
  Random random(44);
  int64_t onTiles = 0, shapes = 0;
  for (int64_t width : {257, 258, 300, 411, 511, 512, 513, 640, 768, 769})
    for (int i = 0; i < 4; ++i, ++shapes)
      ASSERT_NO_FATAL_FAILURE(expectFirstOfLargest(workshop, random, width + 1 + static_cast<int64_t>(random.below(9)),
                                                   width, "ne", onTiles));
  EXPECT_EQ(onTiles, shapes);
}

// By the prices of a chip: the pipeline takes it for a vocabulary, and leaves what is short alone.
TEST(ArgmaxFormsTest, VocabulariesAreCutWhereThatIsFaster) {
  Workshop workshop;
  auto stages = [&](int64_t width) -> int64_t {
    auto module = workshop.compile(program(32, width, true), 2);
    EXPECT_TRUE(module.ok()) << module.error().message;
    return module.ok() ? countOf(**module, "embedding") : -1;
  };
  EXPECT_EQ(stages(128256), 1);
  EXPECT_EQ(stages(1024), 0);
}

// Blocks and winners are few rows, which stay on tiles behind the maxima; what is searched there is still the argmax.
TEST(ArgmaxFormsTest, StagesSearchOnTilesWhereThatIsFaster) {
  Workshop workshop;
  Random random(45);
  constexpr int64_t rows = 32, width = 151936;
  auto module = workshop.compile(program(rows, width, false), 2);
  ASSERT_TRUE(module.ok()) << module.error().message;
  EXPECT_EQ(countOf(**module, "argmax"), 0);
  EXPECT_EQ(countOf(**module, "ne"), 2);
  std::vector<float> data = values(random, rows, width);
  Result<Tensor> input = Tensor::fromFloats(reference::ElementType::BF16, {rows, width}, data);
  ASSERT_TRUE(input.ok());
  func::FuncOp function;
  (**module).walk([&](func::FuncOp each) { function = each.getName() == "f" ? each : function; });
  Result<reference::FunctionRun> run = reference::runFunction(function, {reference::PerChip{*input}});
  ASSERT_TRUE(run.ok()) << run.error().message;
  std::span<const int64_t> found = run->results[0][0].integers();
  for (int64_t row = 0; row < rows; ++row)
    EXPECT_EQ(found[row], firstOfLargest(input->floats().subspan(row * width, width))) << "row " << row;
}

// So are the classes of every pixel; those of a few images are searched as they are.
TEST(ArgmaxFormsTest, PixelsStayOnTilesWhereThatIsFaster) {
  Workshop workshop;
  auto comparisons = [&](int64_t rows) -> int64_t {
    auto module = workshop.compile(program(rows, 21, true), 2);
    EXPECT_TRUE(module.ok()) << module.error().message;
    return module.ok() ? countOf(**module, "ne") : -1;
  };
  EXPECT_EQ(comparisons(65536), 1);
  EXPECT_EQ(comparisons(4), 0);
}
