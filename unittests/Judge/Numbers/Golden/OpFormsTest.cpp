//===- OpFormsTest.cpp - Powers, scaled products and norms of groups in other forms ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two hundred random programs of each kind: as they are, and after ttir-op-forms, on the same numbers.
//
//===----------------------------------------------------------------------===//
#include "Programs.h"
#include "alcove/Base/Support/Random.h"
#include "alcove/Judge/Numbers/Interpreter/Interpreter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace mlir;
using namespace alcove;
using namespace alcove::testing;
using reference::ElementType;
using reference::Tensor;

namespace {

constexpr int numPrograms = 200;

std::string tensorOf(const std::vector<int64_t> &shape, const char *type = "f32") {
  return fmt::format("tensor<{}x{}>", fmt::join(shape, "x"), type);
}

int64_t below(Random &random, int64_t bound) {
  return static_cast<int64_t>(random.below(static_cast<uint64_t>(bound)));
}

Tensor numbers(Random &random, const std::vector<int64_t> &shape, ElementType type = ElementType::F32) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  std::vector<float> values;
  for (int64_t i = 0; i < count; ++i)
    values.push_back(static_cast<float>(below(random, 4001) - 2000) / 512);
  Result<Tensor> tensor = Tensor::fromFloats(type, shape, std::move(values));
  EXPECT_TRUE(tensor.ok());
  return std::move(*tensor);
}

Tensor resultOf(ModuleOp module, const std::vector<Tensor> &arguments) {
  std::vector<reference::PerChip> perChip;
  for (const Tensor &argument : arguments)
    perChip.push_back({argument});
  Result<reference::FunctionRun> run =
      reference::runFunction(*module.getOps<func::FuncOp>().begin(), std::move(perChip));
  EXPECT_TRUE(run.ok()) << run.error().message;
  return run.ok() ? run->results[0][0] : Tensor();
}

struct Twins {
  Tensor before, after;
  bool changed = false; ///< the pass wrote another form
};

Twins twins(Workshop &workshop, const std::string &text, const std::vector<Tensor> &arguments) {
  auto module = workshop.parse(text);
  EXPECT_TRUE(module.ok()) << module.error().message << text;
  if (!module.ok())
    return {};
  Twins found{resultOf(**module, arguments), {}, false};
  std::string before, after;
  llvm::raw_string_ostream(before) << **module;
  EXPECT_TRUE(workshop.run(**module, "ttir-op-forms").ok()) << workshop.takeErrors();
  llvm::raw_string_ostream(after) << **module;
  found.changed = before != after;
  found.after = resultOf(**module, arguments);
  return found;
}

/// Largest difference, beside the largest number.
double deviation(const Twins &found) {
  double largest = 0, error = 0;
  for (size_t i = 0; i < found.before.floats().size(); ++i) {
    largest = std::max(largest, std::fabs(static_cast<double>(found.before.floats()[i])));
    error = std::max(error, std::fabs(static_cast<double>(found.before.floats()[i]) - found.after.floats()[i]));
  }
  return largest == 0 ? error : error / largest;
}

} // namespace

TEST(OpFormsTest, ProductsArePowersUpToTheirRoundings) {
  static constexpr float infinity = std::numeric_limits<float>::infinity();
  Workshop workshop;
  Random random(61);
  for (int i = 0; i < numPrograms; ++i) {
    bool narrow = random.below(2);
    int64_t exponent = 2 + below(random, 3);
    std::vector<int64_t> shape{1 + below(random, 40), 2 + below(random, 40)};
    std::string type = tensorOf(shape, narrow ? "bf16" : "f32");
    std::string text = fmt::format(
        "func.func @f(%x: {0}) -> {0} {{\n  %e = \"ttir.full\"() <{{fill_value = {1}.0 : f32, shape = array<i32: {2}, "
        "{3}>}}> : () -> {0}\n  %0 = \"ttir.pow\"(%x, %e) : ({0}, {0}) -> {0}\n  return %0 : {0}\n}}\n",
        type, exponent, shape[0], shape[1]);
    Tensor x = numbers(random, shape, narrow ? ElementType::BF16 : ElementType::F32);
    std::span<float> values = x.mutableFloats();
    values[0] = random.below(2) ? infinity : -infinity;
    values[1] = random.below(2) ? NAN : -0.0f;
    Twins found = twins(workshop, text, {x});
    ASSERT_TRUE(found.changed);
    for (size_t k = 0; k < values.size(); ++k) {
      float a = found.before.floats()[k], b = found.after.floats()[k];
      ASSERT_EQ(std::isnan(a), std::isnan(b)) << values[k];
      if (!std::isfinite(a)) {
        ASSERT_TRUE(std::isnan(a) || a == b) << values[k];
        continue;
      }
      ASSERT_EQ(std::signbit(a), std::signbit(b)) << values[k];
      // Three roundings at most, of half a unit each, the inner ones raised to a power of 2 at most.
      ASSERT_LE(std::fabs(a - b), 4 * std::fabs(a) * (narrow ? 0x1p-8f : 0x1p-23f)) << values[k] << "^" << exponent;
    }
  }
}

TEST(OpFormsTest, NumbersBesideProductsGoToAnOperand) {
  Workshop workshop;
  Random random(62);
  int64_t changed = 0;
  for (int i = 0; i < numPrograms; ++i) {
    int64_t batch = 1 + below(random, 3), m = 1 + below(random, 40), k = 1 + below(random, 24),
            n = 1 + below(random, 40);
    bool turned = random.below(2), divides = random.below(2), known = random.below(2), powerOfTwo = random.below(2);
    double number = powerOfTwo ? std::exp2(static_cast<double>(below(random, 9)) - 4) : 5.656854;
    std::string a = tensorOf({batch, m, k}), b = tensorOf(turned ? std::vector{batch, n, k} : std::vector{batch, k, n});
    std::string product = tensorOf({batch, m, n}), scale = known ? product : "tensor<1xf32>";
    std::string text = fmt::format(
        "func.func @f(%a: {0}, %b: {1}, %s: tensor<1xf32>) -> {2} {{\n"
        "  %n = \"ttir.full\"() <{{fill_value = {4} : f32, shape = array<i32: {5}, {6}, {7}>}}> : () -> {2}\n"
        "  %0 = \"ttir.matmul\"(%a, %b) <{{transpose_a = false, transpose_b = {8}}}> : ({0}, {1}) -> {2}\n"
        "  %1 = \"ttir.{9}\"(%0, {10}) : ({2}, {3}) -> {2}\n  return %1 : {2}\n}}\n",
        a, b, product, scale, fmt::format("{:e}", number), batch, m, n, turned, divides ? "div" : "multiply",
        known ? "%n" : "%s");
    Result<Tensor> s = Tensor::fromFloats(ElementType::F32, {1}, {static_cast<float>(number)});
    ASSERT_TRUE(s.ok());
    Twins found = twins(workshop, text,
                        {numbers(random, {batch, m, k}),
                         numbers(random, turned ? std::vector{batch, n, k} : std::vector{batch, k, n}), *s});
    ASSERT_EQ(found.changed, m * k < m * n || k * n < m * n) << text;
    changed += found.changed;
    ASSERT_LE(deviation(found), powerOfTwo ? 0.0 : 1e-6) << text;
  }
  EXPECT_GT(changed, 100);
}

TEST(OpFormsTest, NormsOfGroupsAreTheSameOnTheImage) {
  Workshop workshop;
  Random random(63);
  for (int i = 0; i < numPrograms; ++i) {
    int64_t images = 1 + below(random, 3), groups = 1 + below(random, 5), each = 1 + below(random, 5);
    int64_t height = 2 + below(random, 6), width = 2 + below(random, 6);
    bool flat = random.below(2), kept = random.below(2);
    std::string image = tensorOf({images, groups * each, height, width});
    std::vector<int64_t> lead = flat ? std::vector{images * groups} : std::vector{images, groups};
    auto rowsOf = [&](int64_t last) {
      std::vector<int64_t> shape = lead;
      shape.push_back(last);
      return shape;
    };
    int64_t last = each * height * width;
    std::string rows = tensorOf(rowsOf(last)), column = tensorOf(rowsOf(1)), line = tensorOf(lead);
    auto reshape = [](const char *to, const char *from, const std::vector<int64_t> &shape, const std::string &before) {
      return fmt::format("  {} = \"ttir.reshape\"({}) <{{shape = [{} : i32]}}> : ({}) -> {}\n", to, from,
                         fmt::join(shape, " : i32, "), before, tensorOf(shape));
    };
    std::string text = fmt::format("func.func @f(%x: {0}) -> {0} {{\n", image);
    text += reshape("%r", "%x", rowsOf(last), image);
    text += fmt::format("  %m = \"ttir.mean\"(%r) <{{dim_arg = [{0} : i32], keep_dim = true}}> : ({1}) -> {2}\n"
                        "  %d = \"ttir.subtract\"(%r, %m) : ({1}, {2}) -> {1}\n"
                        "  %q = \"ttir.multiply\"(%d, %d) : ({1}, {1}) -> {1}\n"
                        "  %v = \"ttir.sum\"(%q) <{{dim_arg = [-1 : i32], keep_dim = {3}}}> : ({1}) -> {4}\n",
                        lead.size(), rows, column, kept, kept ? column : line);
    text += kept ? "" : reshape("%w", "%v", rowsOf(1), line);
    text += fmt::format("  %o = \"ttir.sqrt\"({2}) : ({1}) -> {1}\n  %y = \"ttir.div\"(%d, %o) : ({0}, {1}) -> {0}\n",
                        rows, column, kept ? "%v" : "%w");
    text += reshape("%z", "%y", {images, groups * each, height, width}, rows);
    text += fmt::format("  return %z : {}\n}}\n", image);
    Twins found = twins(workshop, text, {numbers(random, {images, groups * each, height, width})});
    ASSERT_TRUE(found.changed) << text;
    ASSERT_LE(deviation(found), 1e-5) << text;
  }
}
