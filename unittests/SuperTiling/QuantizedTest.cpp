//===- QuantizedTest.cpp - Quantized TOSA programs, bit for bit -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;

namespace {

const char *const roundings[] = {"SINGLE_ROUND", "DOUBLE_ROUND", "INEXACT_ROUND"};
enum class Layer { Convolution, Depthwise, Matmul };
constexpr int layerKinds = 3;

/// A layer of i8 with i32 sums, rescaled to i8 and perhaps clamped, then one more rescale.
class QuantizedProgram {
public:
  explicit QuantizedProgram(int number)
      : random(number), layer(static_cast<Layer>(number % layerKinds)), rounding(roundings[number / layerKinds % 3]),
        perChannel(number / 2 % 2), clamped(number % 4 == 3) {}

  std::string write() {
    std::string sums, type, result;
    int64_t channels = pick(8, 40);
    if (layer == Layer::Matmul) {
      int64_t rows = pick(40, 150), depth = pick(16, 90);
      type = fmt::format("1x{}x{}", rows, channels);
      sums = fmt::format("  %s = tosa.matmul %x, %w, %xz, %wz : (tensor<1x{0}x{1}xi8>, tensor<1x{1}x{2}xi8>, "
                         "tensor<1xi8>, tensor<1xi8>) -> tensor<{3}xi32>\n",
                         rows, depth, channels, type);
      inputs = fmt::format("%x: tensor<1x{0}x{1}xi8>, %w: tensor<1x{1}x{2}xi8>", rows, depth, channels);
    } else {
      convolution(channels, type, sums);
    }
    std::string t = fmt::format("func.func @main({}) -> tensor<{}xi8> {{\n", inputs, type);
    t += constant("xz", "i8", {pick(-20, 20)}) + constant("wz", "i8", {0}) + sums;
    t += rescale("q", "s", type, "i32", channels);
    std::string last = "q";
    if (clamped) {
      t += fmt::format("  %c = tosa.clamp %q {{min_val = -100 : i8, max_val = 90 : i8}} : (tensor<{0}xi8>) -> "
                       "tensor<{0}xi8>\n",
                       type);
      last = "c";
    }
    t += rescale("r", last, type, "i8", channels);
    return t + fmt::format("  return %r : tensor<{}xi8>\n}}\n", type);
  }

private:
  int64_t pick(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(random); }

  std::string constant(const std::string &name, const std::string &type, const std::vector<int64_t> &values) {
    return fmt::format("  %{0} = \"tosa.const\"() <{{values = dense<[{1}]> : tensor<{2}x{3}>}}> : () -> "
                       "tensor<{2}x{3}>\n",
                       name, fmt::join(values, ", "), values.size(), type);
  }

  void convolution(int64_t channels, std::string &type, std::string &sums) {
    bool depthwise = layer == Layer::Depthwise;
    int64_t height = pick(12, 40), width = pick(12, 40), depth = depthwise ? channels : pick(3, 16),
            window = pick(1, 3);
    int64_t pad = window / 2, outHeight = height + 2 * pad - window + 1, outWidth = width + 2 * pad - window + 1;
    std::string image = fmt::format("tensor<1x{}x{}x{}xi8>", height, width, depth);
    std::string weights = depthwise ? fmt::format("tensor<{0}x{0}x{1}x1xi8>", window, channels)
                                    : fmt::format("tensor<{0}x{1}x{1}x{2}xi8>", channels, window, depth);
    type = fmt::format("1x{}x{}x{}", outHeight, outWidth, channels);
    inputs = fmt::format("%x: {}, %w: {}, %b: tensor<{}xi32>", image, weights, channels);
    sums = fmt::format("  %s = tosa.{0} %x, %w, %b, %xz, %wz {{acc_type = i32, dilation = array<i64: 1, 1>, pad = "
                       "array<i64: {1}, {1}, {1}, {1}>, stride = array<i64: 1, 1>}} : ({2}, {3}, tensor<{4}xi32>, "
                       "tensor<1xi8>, tensor<1xi8>) -> tensor<{5}xi32>\n",
                       depthwise ? "depthwise_conv2d" : "conv2d", pad, image, weights, channels, type);
  }

  std::string rescale(const std::string &result, const std::string &of, const std::string &type,
                      const std::string &from, int64_t channels) {
    std::vector<int64_t> multipliers, shifts;
    for (int64_t i = 0; i < (perChannel ? channels : 1); ++i) {
      multipliers.push_back(pick(int64_t(1) << 30, (int64_t(1) << 31) - 1));
      shifts.push_back(from == "i8" ? pick(30, 32) : pick(36, 40));
    }
    std::string t = constant(result + "m", "i32", multipliers) + constant(result + "s", "i8", shifts) +
                    constant(result + "i", from, {from == "i8" ? pick(-9, 9) : 0}) +
                    constant(result + "o", "i8", {pick(-9, 9)});
    return t + fmt::format("  %{0} = tosa.rescale %{1}, %{0}m, %{0}s, %{0}i, %{0}o {{input_unsigned = false, "
                           "output_unsigned = false, per_channel = {2}, rounding_mode = {3}, scale32 = true}} : "
                           "(tensor<{4}x{5}>, tensor<{6}xi32>, tensor<{6}xi8>, tensor<1x{5}>, tensor<1xi8>) -> "
                           "tensor<{4}xi8>\n",
                           result, of, perChannel, rounding, type, from, multipliers.size());
  }

  std::mt19937_64 random;
  Layer layer;
  std::string rounding, inputs;
  bool perChannel, clamped;
};

void expectEqual(int first, int step) {
  int fused = 0, programs = 0;
  std::set<std::string> seen;
  for (int number = first; number < 40; number += step) {
    std::string text = QuantizedProgram(number).write();
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context());
    ASSERT_TRUE(module) << text;
    mlir::PassManager manager(&context());
    ASSERT_TRUE(
        mlir::succeeded(mlir::parsePassPipeline("alcove-tosa-to-linalg,mark-patterns-for-super-tiling", manager)));
    ASSERT_TRUE(mlir::succeeded(manager.run(*module))) << text;
    Bytes memory = (4 << 10) << (number % 3);
    Outcome outcome = checkModule(*module, "main", memory, PlanMode::Planned, true);
    EXPECT_EQ(outcome.kind, Outcome::Equal) << memory << " B: " << outcome.message << "\n" << text;
    EXPECT_GT(outcome.summary.loops, 0) << text;
    fused += outcome.summary.fused > 0;
    seen.insert(text);
    ++programs;
  }
  // The layer and what rescales it share a loop.
  EXPECT_EQ(fused, programs);
  EXPECT_EQ(seen.size(), static_cast<size_t>(programs));
}

TEST(QuantizedTest, SampleIsFusedAndEqualToTheBit) { expectEqual(0, 5); }

TEST(QuantizedTest, SlowFortyProgramsAreFusedAndEqualToTheBit) { expectEqual(0, 1); }

} // namespace
