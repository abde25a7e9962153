//===- IndexTrailTest.cpp - Rule NUM-C5 on whole functions ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both functions get their scores as an argument, so that a test says to the bit what rounding did on each side.
//
//===----------------------------------------------------------------------===//
#include "Program.h"

#include "alcove/Judge/Numbers/Compare/Differential.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

using namespace alcove;
using namespace alcove::reference;
using ::testing::HasSubstr;

namespace {

constexpr float unit = 0x1p-7f; // of bf16 in [1, 2)

/// 3 lines of 8 scores; in the line `tie` the places 2 and 5 are the largest, one unit apart. `first`: 2 is larger.
Tensor scores(int64_t tie, bool first, ElementType type = ElementType::BF16) {
  std::vector<float> values(24);
  for (int i = 0; i < 24; ++i)
    values[i] = static_cast<float>((i * 5) % 8) / 8.0f - static_cast<float>(i / 8) / 4.0f;
  values[tie * 8 + 2] = first ? 1.5f + unit : 1.5f;
  values[tie * 8 + 5] = first ? 1.5f : 1.5f + unit;
  return floats({3, 8}, values, type);
}

Tensor transposed(const Tensor &tensor) {
  std::vector<float> values(tensor.numElements());
  for (int64_t i = 0; i < tensor.dim(0); ++i)
    for (int64_t j = 0; j < tensor.dim(1); ++j)
      values[j * tensor.dim(0) + i] = tensor.floats()[i * tensor.dim(1) + j];
  return floats({tensor.dim(1), tensor.dim(0)}, values, tensor.elementType());
}

const std::string rows = R"(
  func.func @main(%a: tensor<3x8xbf16>) -> tensor<3xi32> {
    %0 = "ttir.argmax"(%a) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<3x8xbf16>) -> tensor<3xi32>
    return %0 : tensor<3xi32>
  })";

/// Result 0 on a chip.
Comparison compareOn(size_t chip, Program &left, const Tensor &leftScores, Program &right, const Tensor &rightScores) {
  RunOptions options;
  options.keepScores = true;
  Result<FunctionRun> a = left.run({leftScores}, options), b = right.run({rightScores}, options);
  EXPECT_TRUE(a.ok() && b.ok()) << (a.ok() ? "" : a.error().message) << (b.ok() ? "" : b.error().message);
  if (!a.ok() || !b.ok())
    return {};
  Result<Comparison> comparison = compareResult(*a, *b, 0, chip, Tolerance::forBf16(), Tolerance::forF32());
  EXPECT_TRUE(comparison.ok()) << (comparison.ok() ? "" : comparison.error().message);
  return comparison.ok() ? *comparison : Comparison();
}

/// argmax of rows, of which line 1 has the tie, against another function of the same scores but for the tie.
Comparison against(const std::string &text) {
  Program left(rows), right(text);
  bool turned = text.find("%a: tensor<8x3") != std::string::npos;
  return compareOn(0, left, scores(1, true), right, turned ? transposed(scores(1, false)) : scores(1, false));
}

void expectOneExcused(const Comparison &c) {
  EXPECT_TRUE(c.equal) << c.reason;
  EXPECT_EQ(c.different, 1);
  EXPECT_EQ(c.decidedByRounding, 1);
}

/// argmax of rows as maxima, `isNaN` in the place of the scores that are told from NaN.
std::string onTiles(const std::string &isNaN) {
  return R"(
  func.func @main(%a: tensor<3x8xbf16>) -> tensor<3xi32> {
    %m = "ttir.max"(%a) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<3x8xbf16>) -> tensor<3x1xbf16>
    %e = "ttir.eq"(%a, %m) : (tensor<3x8xbf16>, tensor<3x1xbf16>) -> tensor<3x8xbf16>
    %n = "ttir.ne"()" +
         isNaN + ", " + isNaN + R"() : (tensor<3x8xbf16>, tensor<3x8xbf16>) -> tensor<3x8xbf16>
    %f = "ttir.add"(%e, %n) : (tensor<3x8xbf16>, tensor<3x8xbf16>) -> tensor<3x8xbf16>
    %t = "ttir.constant"() <{value = dense<[[8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0]]> : tensor<1x8xbf16>}> : () -> tensor<1x8xbf16>
    %l = "ttir.multiply"(%f, %t) : (tensor<3x8xbf16>, tensor<1x8xbf16>) -> tensor<3x8xbf16>
    %b = "ttir.max"(%l) <{dim_arg = [-1 : i32], keep_dim = true}> : (tensor<3x8xbf16>) -> tensor<3x1xbf16>
    %w = "ttir.full"() <{fill_value = 8.0 : f32, shape = array<i32: 1, 1>}> : () -> tensor<1x1xbf16>
    %i = "ttir.subtract"(%w, %b) : (tensor<1x1xbf16>, tensor<3x1xbf16>) -> tensor<3x1xbf16>
    %c = "ttir.typecast"(%i) : (tensor<3x1xbf16>) -> tensor<3x1xi32>
    %r = "ttir.reshape"(%c) <{shape = [3 : i32]}> : (tensor<3x1xi32>) -> tensor<3xi32>
    return %r : tensor<3xi32>
  })";
}

} // namespace

TEST(IndexTrail, NUMC5_AnIndexFoundOnTilesHasScoresToo) {
  expectOneExcused(against(onTiles("%a")));
  // Of other scores nothing is known, although the index is the same.
  Comparison c = against(onTiles("%e"));
  EXPECT_FALSE(c.equal);
  EXPECT_EQ(c.decidedByRounding, 0);
}

TEST(IndexTrail, NUMC5_ATieOfArgmaxIsDecidedByRounding) {
  Comparison c = against(rows);
  expectOneExcused(c);
  EXPECT_EQ(c.firstIndex, 1);
  EXPECT_EQ(c.rounding, "index 2 scores 1.5078125 here and 1.5 there, index 5 1.5 here and 1.5078125 there: 1 units of "
                        "bf16 apart here");
}

TEST(IndexTrail, NUMC5_WithoutScoresC1Stays) {
  Program program(rows);
  FunctionRun a = *program.run({scores(1, true)}), b = *program.run({scores(1, false)});
  EXPECT_FALSE(compareResult(a, b, 0, 0, Tolerance::forBf16(), Tolerance::forF32())->equal);
  EXPECT_EQ(a.indices, nullptr);
}

TEST(IndexTrail, NUMC5_OtherDialectOtherDimensionOtherTypes) {
  expectOneExcused(against(R"(
    func.func @main(%a: tensor<3x8xbf16>) -> tensor<3xsi32> {
      %0 = "ttnn.argmax"(%a) <{dim = 1 : si32, keep_dim = true}> : (tensor<3x8xbf16>) -> tensor<3x1xui32>
      %1 = "ttnn.typecast"(%0) : (tensor<3x1xui32>) -> tensor<3x1xsi32>
      %2 = "ttnn.reshape"(%1) <{shape = [3 : i32]}> : (tensor<3x1xsi32>) -> tensor<3xsi32>
      return %2 : tensor<3xsi32>
    })"));
  expectOneExcused(against(R"(
    func.func @main(%a: tensor<8x3xbf16>) -> tensor<3xi64> {
      %0 = "ttir.typecast"(%a) : (tensor<8x3xbf16>) -> tensor<8x3xf32>
      %1 = "ttir.argmax"(%0) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<8x3xf32>) -> tensor<3xi32>
      %2 = "ttir.typecast"(%1) : (tensor<3xi32>) -> tensor<3xi64>
      return %2 : tensor<3xi64>
    })"));
}

// Twice behind each other, every second one taken, turned around twice.
TEST(IndexTrail, NUMC5_FollowsEveryOpThatOnlyMovesElements) {
  expectOneExcused(against(R"(
    func.func @main(%a: tensor<3x8xbf16>) -> tensor<3xi32> {
      %0 = "ttir.argmax"(%a) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<3x8xbf16>) -> tensor<3xi32>
      %1 = "ttir.unsqueeze"(%0) <{dim = 1 : si32}> : (tensor<3xi32>) -> tensor<3x1xi32>
      %c = "ttir.full"() <{shape = array<i32: 3, 1>, fill_value = 7 : i32}> : () -> tensor<3x1xi32>
      %2 = "ttir.concat"(%c, %1, %c) <{dim = 1 : si32}> : (tensor<3x1xi32>, tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x3xi32>
      %3 = "ttir.permute"(%2) <{permutation = array<i64: 1, 0>}> : (tensor<3x3xi32>) -> tensor<3x3xi32>
      %4 = "ttir.reverse"(%3) <{dimensions = array<i64: 1>}> : (tensor<3x3xi32>) -> tensor<3x3xi32>
      %5 = "ttir.slice_static"(%4) <{begins = [1 : i32, 0 : i32], ends = [2 : i32, 3 : i32], step = [1 : i32, 1 : i32]}> : (tensor<3x3xi32>) -> tensor<1x3xi32>
      %6 = "ttir.broadcast"(%5) <{broadcast_dimensions = array<i64: 2, 1>}> : (tensor<1x3xi32>) -> tensor<2x3xi32>
      %7 = "ttir.index"(%6) <{dim = 0 : i32, begin = 1 : i32, end = 2 : i32, step = 1 : i32}> : (tensor<2x3xi32>) -> tensor<1x3xi32>
      %8 = "ttir.reverse"(%7) <{dimensions = array<i64: 1>}> : (tensor<1x3xi32>) -> tensor<1x3xi32>
      %9 = "ttir.reshape"(%8) <{shape = [3 : i32]}> : (tensor<1x3xi32>) -> tensor<3xi32>
      return %9 : tensor<3xi32>
    })"));
}

TEST(IndexTrail, NUMC5_FollowsCallsAndTellsThemApart) {
  expectOneExcused(against(R"(
    func.func private @turned(%x: tensor<3xi32>) -> tensor<3xi32> {
      %0 = "ttir.reverse"(%x) <{dimensions = array<i64: 0>}> : (tensor<3xi32>) -> tensor<3xi32>
      return %0 : tensor<3xi32>
    }
    func.func private @choose(%x: tensor<3x8xbf16>) -> tensor<3xi32> {
      %0 = "ttir.argmax"(%x) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<3x8xbf16>) -> tensor<3xi32>
      return %0 : tensor<3xi32>
    }
    func.func @main(%a: tensor<3x8xbf16>) -> tensor<3xi32> {
      %n = "ttir.neg"(%a) : (tensor<3x8xbf16>) -> tensor<3x8xbf16>
      %0 = func.call @choose(%a) : (tensor<3x8xbf16>) -> tensor<3xi32>
      %1 = func.call @choose(%n) : (tensor<3x8xbf16>) -> tensor<3xi32>
      %2 = "ttir.concat"(%1, %0) <{dim = 0 : si32}> : (tensor<3xi32>, tensor<3xi32>) -> tensor<6xi32>
      %3 = "ttir.slice_static"(%2) <{begins = [3 : i32], ends = [6 : i32], step = [1 : i32]}> : (tensor<6xi32>) -> tensor<3xi32>
      %4 = func.call @turned(%3) : (tensor<3xi32>) -> tensor<3xi32>
      %5 = func.call @turned(%4) : (tensor<3xi32>) -> tensor<3xi32>
      return %5 : tensor<3xi32>
    })"));
}

TEST(IndexTrail, NUMC5_FollowsTheChipsOfAMesh) {
  auto onMesh = [](const std::string &dim) {
    return R"(
      module attributes {ttcore.meshes = #ttcore.meshes<[<"mesh" = 1x2>]>} {
        func.func @main(%a: tensor<4x8xbf16>) -> tensor<4xi32> {
          %0 = "ttir.mesh_partition"(%a) <{cluster_axis = 1 : ui32, dim = 0 : si32}> : (tensor<4x8xbf16>) -> tensor<2x8xbf16>
          %1 = "ttir.argmax"(%0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<2x8xbf16>) -> tensor<2xi32>
          %2 = "ttir.all_gather"(%1) <{all_gather_dim = )" +
           dim + R"( : si32, cluster_axis = 1 : ui32}> : (tensor<2xi32>) -> tensor<4xi32>
          return %2 : tensor<4xi32>
        }
      })";
  };
  std::vector<float> more = scores(1, true).toFloatVector(), fewer = scores(1, false).toFloatVector();
  // The line with the tie is the last of four: chip 1 chooses it, both return it.
  auto four = [](std::vector<float> three) {
    std::vector<float> lines(three.begin() + 16, three.end());
    lines.insert(lines.end(), three.begin(), three.begin() + 8);
    lines.insert(lines.end(), three.begin(), three.begin() + 16);
    return floats({4, 8}, lines, ElementType::BF16);
  };
  Program left(onMesh("0")), right(onMesh("0"));
  for (size_t chip : {0, 1}) {
    Comparison c = compareOn(chip, left, four(more), right, four(fewer));
    expectOneExcused(c);
    EXPECT_EQ(c.firstIndex, 3);
  }
}

TEST(IndexTrail, NUMC5_TopKAndSort) {
  for (const std::string &op :
       {std::string(R"("ttir.topk"(%a) <{k = 8 : i32, dim = 1 : i32, largest = true, sorted = true}>)"),
        std::string(R"("ttir.sort"(%a) <{dim = 1 : si32, descending = true}>)"),
        std::string(R"("ttir.sort"(%a) <{dim = 1 : si32, descending = false}>)")}) {
    std::string text = "func.func @main(%a: tensor<3x8xbf16>) -> tensor<3x8xi32> {\n  %0, %1 = " + op +
                       " : (tensor<3x8xbf16>) -> (tensor<3x8xbf16>, tensor<3x8xi32>)\n  return %1 : tensor<3x8xi32>\n}";
    Program left(text), right(text);
    Comparison c = compareOn(0, left, scores(2, true), right, scores(2, false));
    EXPECT_TRUE(c.equal) << op << c.reason;
    EXPECT_EQ(c.different, 2) << op; // two neighbours of the order have changed places
    EXPECT_EQ(c.decidedByRounding, 2) << op;
  }
}

TEST(IndexTrail, NoScoresAreNoIndices) {
  for (const std::string shape : {"0x3", "3x0"}) {
    std::string type = "tensor<" + shape + "x";
    Program program("func.func @main(%a: " + type + "f32>) -> " + type +
                    "i32> {\n  %0, %1 = \"ttir.sort\"(%a) <{dim = 1 : " + "si32, descending = true}> : (" + type +
                    "f32>) -> (" + type + "f32>, " + type + "i32>)\n  return %1 : " + type + "i32>\n}");
    Tensor none = floats(shape == "0x3" ? Shape{0, 3} : Shape{3, 0}, {});
    EXPECT_TRUE(compareOn(0, program, none, program, none).equal);
  }
}

TEST(IndexTrail, NUMC5_FaultsStayErrors) {
  struct Fault {
    const char *what, *body, *says;
  };
  for (const Fault &fault : {
           Fault{"the smallest instead of the largest", R"(
             %n = "ttir.neg"(%a) : (tensor<3x8xbf16>) -> tensor<3x8xbf16>
             %r = "ttir.argmax"(%n) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<3x8xbf16>) -> tensor<3xi32>)",
                 "scores differ: correlation"},
           Fault{"lines in another order", R"(
             %0 = "ttir.slice_static"(%a) <{begins = [0 : i32, 0 : i32], ends = [1 : i32, 8 : i32], step = [1 : i32, 1 : i32]}> : (tensor<3x8xbf16>) -> tensor<1x8xbf16>
             %1 = "ttir.slice_static"(%a) <{begins = [1 : i32, 0 : i32], ends = [3 : i32, 8 : i32], step = [1 : i32, 1 : i32]}> : (tensor<3x8xbf16>) -> tensor<2x8xbf16>
             %n = "ttir.concat"(%1, %0) <{dim = 0 : si32}> : (tensor<2x8xbf16>, tensor<1x8xbf16>) -> tensor<3x8xbf16>
             %r = "ttir.argmax"(%n) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<3x8xbf16>) -> tensor<3xi32>)",
                 "rounding decided 0 of them"},
           Fault{"the wrong dimension", R"(
             %s = "ttir.slice_static"(%a) <{begins = [0 : i32, 0 : i32], ends = [3 : i32, 3 : i32], step = [1 : i32, 1 : i32]}> : (tensor<3x8xbf16>) -> tensor<3x3xbf16>
             %r = "ttir.argmax"(%s) <{dim_arg = [0 : i32], keep_dim = false}> : (tensor<3x3xbf16>) -> tensor<3xi32>)",
                 "chosen from 8 and from 3 scores"},
           Fault{"an index that is computed on", R"(
             %0 = "ttir.argmax"(%a) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<3x8xbf16>) -> tensor<3xi32>
             %r = "ttir.neg"(%0) : (tensor<3xi32>) -> tensor<3xi32>)",
                 "3 of 3 integers differ"},
           Fault{"an index of integers", R"(
             %0 = "ttir.typecast"(%a) : (tensor<3x8xbf16>) -> tensor<3x8xi32>
             %r = "ttir.argmax"(%0) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<3x8xi32>) -> tensor<3xi32>)",
                 "integers differ"},
           Fault{"scores that a bias moved", R"(
             %b = "ttir.constant"() <{value = dense<[[0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]]> : tensor<1x8xbf16>}> : () -> tensor<1x8xbf16>
             %s = "ttir.add"(%a, %b) : (tensor<3x8xbf16>, tensor<1x8xbf16>) -> tensor<3x8xbf16>
             %r = "ttir.argmax"(%s) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<3x8xbf16>) -> tensor<3xi32>)",
                 "scores differ: correlation"},
       }) {
    Comparison c = against(std::string("func.func @main(%a: tensor<3x8xbf16>) -> tensor<3xi32> {") + fault.body +
                           "\n  return %r : tensor<3xi32>\n}");
    EXPECT_FALSE(c.equal) << fault.what;
    EXPECT_THAT(c.reason, HasSubstr(fault.says)) << fault.what;
  }
}

// A chain as long as a module likes, and calls that call twice, sixteen deep: the walk has an end.
TEST(IndexTrail, LongChainsAndManyCallsAreWalked) {
  std::string chain =
      "func.func @main(%a: tensor<3x8xbf16>) -> tensor<3xi32> {\n  %0 = \"ttir.argmax\"(%a) <{dim_arg = [1 "
      ": i32], keep_dim = false}> : (tensor<3x8xbf16>) -> tensor<3xi32>\n";
  for (int i = 0; i < 5000; ++i)
    chain += fmt::format("  %{} = \"ttir.reverse\"(%{}) <{{dimensions = array<i64: 0>}}> : (tensor<3xi32>) -> "
                         "tensor<3xi32>\n",
                         i + 1, i);
  expectOneExcused(against(chain + "  return %5000 : tensor<3xi32>\n}"));

  std::string tree = "func.func private @f0(%x: tensor<1xi32>) -> tensor<1xi32> { return %x : tensor<1xi32> }\n";
  for (int i = 1; i <= 20; ++i)
    tree += fmt::format("func.func private @f{0}(%x: tensor<1xi32>) -> tensor<1xi32> {{\n  %0 = func.call @f{1}(%x) : "
                        "(tensor<1xi32>) -> tensor<1xi32>\n  %1 = func.call @f{1}(%0) : (tensor<1xi32>) -> "
                        "tensor<1xi32>\n  return %1 : tensor<1xi32>\n}}\n",
                        i, i - 1);
  Program program(tree + "func.func @main(%x: tensor<1xi32>) -> tensor<1xi32> {\n  %0 = func.call @f20(%x) : "
                         "(tensor<1xi32>) -> tensor<1xi32>\n  return %0 : tensor<1xi32>\n}");
  IndexTrail trail(program.function(), {1, 1}, Precision::AsDeclared);
  EXPECT_EQ((*trail.originsOf(0))->size(), 0u);
}

TEST(IndexTrail, NUME5_ScoresCountAgainstTheMemoryLimit) {
  // Ten times new scores of 4 MiB; the indices of all of them are returned.
  std::string body, names, types, last = "a";
  for (int i = 0; i < 10; ++i) {
    body += fmt::format("  %s{0} = \"ttir.neg\"(%{1}) : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>\n"
                        "  %i{0} = \"ttir.argmax\"(%s{0}) <{{dim_arg = [1 : i32], keep_dim = false}}> : "
                        "(tensor<1024x1024xf32>) -> tensor<1024xi32>\n",
                        i, last);
    last = fmt::format("s{}", i);
    names += fmt::format("{}%i{}", i ? ", " : "", i);
    types += fmt::format("{}tensor<1024xi32>", i ? ", " : "");
  }
  Program program(fmt::format("func.func @main(%a: tensor<1024x1024xf32>) -> ({1}) {{\n{0}  return {2} : {1}\n}}\n",
                              body, types, names));
  Tensor input = random({1024, 1024}, 3);
  RunOptions options;
  options.memoryLimit = int64_t(32) << 20;
  Result<FunctionRun> without = program.run({input}, options);
  ASSERT_TRUE(without.ok()) << without.error().message;
  options.keepScores = true;
  EXPECT_THAT(program.error({input}, options), HasSubstr("NUM-E5"));
  options.memoryLimit = int64_t(128) << 20;
  Result<FunctionRun> with = program.run({input}, options);
  ASSERT_TRUE(with.ok()) << with.error().message;
  EXPECT_EQ(with->bytes() - without->bytes(), 10 * ((int64_t(4) << 20) + 8 * 1024));
}
