//===- CpuPipelineTest.cpp - Code in register tiles computes the same ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The other side is upstream's lowering, which has no part of it.
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include "alcove/Base/Support/Random.h"

#include "testing/SuperTiling/Corpus.h"
#include "testing/SuperTiling/ProgramWriter.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace alcove;
using namespace alcove::supertiling;
using alcove::supertiling::testing::context;

namespace {

template <typename Build>
std::string program(Build build, bool reassociate = false) {
  ProgramWriter w;
  w.reassociate = reassociate;
  return w.finish({build(w)});
}

/// The error of the lowering, or what differs; empty: equal.
std::string difference(const std::string &text, const std::string &tile, const std::string &lower, double tolerance) {
  auto module = parseSourceString<ModuleOp>(text, &context());
  if (!module)
    return "does not parse";
  OwningOpRef<ModuleOp> tiled(cast<ModuleOp>(module.get()->clone()));
  if (!tile.empty()) {
    PassManager manager(&context());
    if (failed(parsePassPipeline(tile, manager)) || failed(manager.run(*tiled)))
      return "cannot be tiled";
  }
  RunOptions plain, own;
  plain.optLevel = own.optLevel = 1;
  own.lowering = lower;
  auto before = Program::compile(*module, "main", plain), after = Program::compile(*tiled, "main", own);
  if (!before || !after)
    return before ? after.error().message : before.error().message;
  std::vector<TensorData> arguments = (*before)->arguments(3);
  auto expected = (*before)->run(arguments), actual = (*after)->run(arguments);
  if (!expected || !actual)
    return "does not run";
  Comparison comparison = compare(*expected, *actual, tolerance);
  return comparison.wrong ? comparison.firstWrong : "";
}

struct Small {
  const char *name;
  std::string text;
};

/// One operation each, with extents that are no multiples of vectors or of tiles.
std::vector<Small> smallPrograms() {
  std::vector<Small> all;
  auto add = [&](const char *name, auto build, bool reassociate = false) {
    all.push_back({name, program(build, reassociate)});
  };
  auto matmul = [](int64_t m, int64_t k, int64_t n, const char *element = "f32") {
    return [=](ProgramWriter &w) { return w.matmul(w.argument({m, k}, element), w.argument({k, n}, element)); };
  };
  add("matmul", matmul(37, 29, 83));
  add("one row", matmul(1, 64, 100));
  add("one column", matmul(40, 64, 1));
  add("rows that meet in a cache, packed", matmul(70, 1024, 1029));
  add("panels of the reduction, blocks of rows", matmul(600, 1300, 40));
  add("i8", matmul(19, 33, 45, "i8"));
  add("f64", matmul(19, 33, 45, "f64"));
  add("transposed", [](ProgramWriter &w) { return w.matmulTransposed(w.argument({45, 50}), w.argument({71, 50})); });
  add("batches", [](ProgramWriter &w) { return w.matmul(w.argument({3, 21, 18}), w.argument({3, 18, 35})); });
  add("batches, transposed", [](ProgramWriter &w) {
    return w.matmul(w.argument({3, 40, 18}), w.transpose(w.argument({3, 35, 18}), {0, 2, 1}));
  });
  add("filters last",
      [](ProgramWriter &w) { return w.conv(w.argument({1, 15, 17, 5}), w.argument({3, 3, 5, 20}), 1, 2); });
  add("filters first",
      [](ProgramWriter &w) { return w.convFhwc(w.argument({2, 15, 17, 5}), w.argument({40, 3, 3, 5}), 2); });
  add("channels first",
      [](ProgramWriter &w) { return w.convNchw(w.argument({1, 5, 15, 37}), w.argument({20, 5, 3, 3})); });
  add("depthwise", [](ProgramWriter &w) { return w.depthwise(w.argument({1, 15, 27, 37}), w.argument({3, 3, 37})); });
  add("maxima of windows", [](ProgramWriter &w) { return w.pool(w.argument({1, 15, 17, 21}), 3, 2, "max"); });
  add("sums of windows", [](ProgramWriter &w) { return w.pool(w.argument({1, 15, 17, 21}), 3, 1, "sum"); });
  for (bool reassociate : {false, true}) {
    add("row sums", [](ProgramWriter &w) { return w.reduceLast(w.argument({9, 131}), "sum"); }, reassociate);
    add("row maxima", [](ProgramWriter &w) { return w.reduceLast(w.argument({9, 131}), "max"); }, reassociate);
    add("softmax", [](ProgramWriter &w) { return w.softmax(w.argument({9, 131})); }, reassociate);
    add("norm", [](ProgramWriter &w) { return w.layerNorm(w.argument({9, 131})); }, reassociate);
  }
  add("named softmax", [](ProgramWriter &w) { return w.namedSoftmax(w.argument({5, 37})); });
  add("transpose", [](ProgramWriter &w) { return w.transpose(w.argument({37, 53}), {1, 0}); });
  add("transpose of the first two", [](ProgramWriter &w) { return w.transpose(w.argument({7, 5, 19}), {1, 0, 2}); });
  add("transpose of three", [](ProgramWriter &w) { return w.transpose(w.argument({17, 5, 19}), {2, 1, 0}); });
  add("sum with a transpose",
      [](ProgramWriter &w) { return w.add(w.argument({37, 53}), w.transpose(w.argument({53, 37}), {1, 0})); });
  add("tanh", [](ProgramWriter &w) { return w.tanh(w.argument({11, 45})); });
  add("bias", [](ProgramWriter &w) { return w.withBroadcast(w.argument({11, 45}), w.argument({45}), {1}, "add"); });
  add("scale of rows",
      [](ProgramWriter &w) { return w.withBroadcast(w.argument({11, 45}), w.argument({11}), {0}, "mul"); });
  add("joined", [](ProgramWriter &w) { return w.concat({w.argument({3, 45}), w.argument({5, 45})}, 0); });
  add("padded", [](ProgramWriter &w) { return w.padSpatial(w.argument({1, 7, 9, 21}), 1); });
  add("rescale", [](ProgramWriter &w) { return w.rescale(w.argument({11, 45}, "i32"), 77, 9); });
  return all;
}

TEST(CpuPipelineTest, SUTK1_NumbersOfSmallPrograms) {
  for (const Small &small : smallPrograms())
    for (int bytes : {16, 32, 64})
      EXPECT_EQ(difference(small.text, "", fmt::format("cpu-pipeline{{vector-bytes={}}}", bytes), 1e-5), "")
          << small.name << ", vectors of " << bytes << " B";
}

// Without contraction and polynomials every sum has its order: the same bits.
TEST(CpuPipelineTest, SUTK1_StrictCodeHasTheSameBits) {
  for (const Small &small : smallPrograms())
    if (small.text.find("reassoc") == std::string::npos)
      EXPECT_EQ(difference(small.text, "", "cpu-pipeline{vector-bytes=32 contract=false polynomials=false}", 0), "")
          << small.name;
}

/// The larger one by IEEE 754-2019: NaN if one is, and +0 is more than -0.
float maximumOf(float a, float b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<float>::quiet_NaN();
  if (a == b)
    return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

// Zeros of both signs, infinities and NaN, in every lane and as the first and last of a row.
TEST(CpuPipelineTest, SUTK1_MaximaOfSpecialValues) {
  constexpr int64_t rows = 64, width = 37;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const float special[] = {0.0F, -0.0F, infinity, -infinity, std::numeric_limits<float>::quiet_NaN(), -1.0F, 1e-45F};
  std::string text = program([=](ProgramWriter &w) { return w.reduceLast(w.argument({rows, width}), "max"); });
  auto module = parseSourceString<ModuleOp>(text, &context());
  for (int bytes : {16, 32, 64}) {
    RunOptions options;
    options.lowering = fmt::format("cpu-pipeline{{vector-bytes={}}}", bytes);
    auto compiled = Program::compile(*module, "main", options);
    ASSERT_TRUE(compiled);
    std::vector<TensorData> arguments = (*compiled)->arguments(1);
    std::vector<float> x(rows * width), expected;
    Random random(bytes);
    for (int64_t row = 0; row < rows; ++row) {
      // Rows of zeros alone, of few special values, and of many.
      for (int64_t i = 0; i < width; ++i)
        x[row * width + i] = row % 3 == 0 ? special[random.below(2)]
                             : static_cast<int64_t>(random.below(12)) < row % 3
                                 ? special[random.below(std::size(special))]
                                 : -1.0F - static_cast<float>(random.below(5));
      float most = -1e30F;
      for (int64_t i = 0; i < width; ++i)
        most = maximumOf(most, x[row * width + i]);
      expected.push_back(most);
    }
    memcpy(arguments[0].bytes.data(), x.data(), x.size() * sizeof(float));
    auto results = (*compiled)->run(arguments);
    ASSERT_TRUE(results);
    for (int64_t row = 0; row < rows; ++row) {
      float found = 0;
      memcpy(&found, results->front().bytes.data() + row * sizeof(float), sizeof(float));
      EXPECT_EQ(std::isnan(found), std::isnan(expected[row])) << row << ", vectors of " << bytes << " B";
      if (!std::isnan(expected[row])) {
        EXPECT_EQ(found, expected[row]) << row;
        EXPECT_EQ(std::signbit(found), std::signbit(expected[row])) << row;
      }
    }
  }
}

// Tiles of 60 rows that pass a first cache, taken as strips.
TEST(CpuPipelineTest, SUTK2_NumbersOfStrips) {
  std::string tile = "super-tiling-pipeline{device=cpu reassociate=true memory-bytes=262144 mode=max-producers}";
  for (bool reassociate : {false, true}) {
    for (const std::string &text :
         {program([](ProgramWriter &w) { return w.softmax(w.argument({240, 300})); }, reassociate),
          program([](ProgramWriter &w) { return w.layerNorm(w.argument({240, 300})); }, reassociate)})
      EXPECT_EQ(difference(text, tile, "cpu-pipeline", 1e-5), "") << text;
  }
}

// In loops: slices are views, and what a loop does not change is packed in front of it.
TEST(CpuPipelineTest, SlowCorpus) {
  int run = 0;
  for (const CorpusProgram &test : corpus())
    for (const char *tile : {"super-tiling-pipeline{device=cpu memory-bytes=32768 mode=max-producers}",
                             "super-tiling-pipeline{device=cpu reassociate=true}"}) {
      std::string found = difference(test.text, tile, "cpu-pipeline", 1e-3);
      EXPECT_EQ(found, "") << test.name << ", " << tile;
      ++run;
    }
  printf("%d programs\n", run);
}

} // namespace
