//===- PropertyTest.cpp - What must hold for every query ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RandomQueries.h"

#include "alcove/OpModel/Backends.h"
#include "alcove/OpModel/QueryText.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <thread>

using namespace alcove;
using namespace alcove::opmodel;
using opmodel::testing::RandomQueries;

namespace {

bool sameAnswer(const Answer &a, const Answer &b) {
  if (a.legal() != b.legal())
    return false;
  if (a.refusal)
    return a.refusal->id == b.refusal->id && a.refusal->message == b.refusal->message;
  const Constraints &x = a.constraints, &y = b.constraints;
  return x.cbPeakBytes == y.cbPeakBytes && x.tensorPeakBytes == y.tensorPeakBytes &&
         x.totalPeakBytes == y.totalPeakBytes && x.outputBytes == y.outputBytes && x.outputLayouts == y.outputLayouts &&
         x.aliases == y.aliases;
}

/// Stable reason ids: words of lower case, digits and dashes, joined by dots.
bool isReasonId(const std::string &id) {
  if (id.find('.') == std::string::npos)
    return false;
  for (char c : id)
    if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '.' && c != '-' && c != '_')
      return false;
  return true;
}

/// Checks one answer; returns true when it was legal.
bool check(const Query &query, const Answer &answer) {
  SCOPED_TRACE(toText(query));
  if (answer.refusal) {
    EXPECT_TRUE(isReasonId(answer.refusal->id)) << answer.refusal->id;
    EXPECT_FALSE(answer.refusal->message.empty());
    return false;
  }
  const Constraints &c = answer.constraints;
  EXPECT_GE(c.cbPeakBytes, 0);
  EXPECT_GE(c.tensorPeakBytes, 0);
  EXPECT_GE(c.outputBytes, 0);
  EXPECT_GE(c.totalPeakBytes, std::max(c.cbPeakBytes, c.tensorPeakBytes));
  EXPECT_LE(c.totalPeakBytes, c.cbPeakBytes + c.tensorPeakBytes);
  EXPECT_EQ(c.outputLayouts.size(), c.aliases.size());
  EXPECT_GE(c.outputLayouts.size(), query.outputs.size());
  // An output that is no view was allocated by the op.
  if (!c.aliases.empty() && c.aliases[0] < 0) {
    EXPECT_LE(c.outputBytes, c.tensorPeakBytes);
  }
  return true;
}

/// Bytes per core by layout arithmetic, independent of TensorLayout.cpp.
Bytes arithmetic(const std::vector<int64_t> &shape, const TensorLayout &layout, int64_t banks) {
  if (layout.bufferType != device::BufferType::L1)
    return 0;
  int64_t height = 1, width = shape.empty() ? 1 : shape.back();
  for (size_t i = 0; i + 1 < shape.size(); ++i)
    height *= i + 2 == shape.size() && layout.isTiled() ? (shape[i] + 31) / 32 * 32 : shape[i];
  if (layout.isTiled() && shape.size() < 2)
    height = 32;
  int64_t unit = layout.isTiled() ? 32 : 1;
  auto up = [](int64_t a, int64_t b) { return (a + b - 1) / b; };
  int64_t rows = up(height, unit), cols = up(width, unit);
  Bytes page = layout.isTiled() ? device::tileBytes(layout.dataType) : device::scalarBytes(layout.dataType);
  if (!layout.isSharded())
    return layout.isTiled() ? up(rows * cols, banks) * page : up(rows, banks) * cols * page;
  if (layout.shardShape)
    return up(layout.shardShape->first, unit) * up(layout.shardShape->second, unit) * page;
  return up(rows, layout.gridRows) * up(cols, layout.gridCols) * page;
}

} // namespace

TEST(OpModelFuzz, EveryAnswerIsSoundAndEveryRefusalHasAReason) {
  RandomQueries queries(20261121);
  AnalyticalOpModel model;
  int64_t legal = 0;
  constexpr int64_t count = 60000;
  for (int64_t i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
    Query query = queries.next();
    legal += check(query, model.constraints(query));
  }
  // The generator reaches both sides.
  EXPECT_GT(legal, count / 20);
  EXPECT_LT(legal, count);
}

// ALCOVE_FUZZ_SECONDS sets the length; both halves are asked.
TEST(OpModelFuzz, SlowRandomQueriesForAWhile) {
  const char *text = std::getenv("ALCOVE_FUZZ_SECONDS");
  std::chrono::seconds length(text ? std::max(std::atoi(text), 1) : 5);
  auto end = std::chrono::steady_clock::now() + length;
  AnalyticalOpModel model;
  int64_t asked = 0, legal = 0, timed = 0;
  for (uint64_t seed = 1; std::chrono::steady_clock::now() < end && !::testing::Test::HasFailure(); ++seed) {
    RandomQueries queries(seed);
    for (int i = 0; i < 256; ++i, ++asked) {
      Query query = queries.next();
      if (!check(query, model.constraints(query)))
        continue;
      ++legal;
      std::optional<Runtime> runtime = model.runtime(query);
      timed += runtime.has_value();
      EXPECT_TRUE(!runtime || runtime->totalNs >= 0) << toText(query);
    }
  }
  RecordProperty("queries", std::to_string(asked));
  std::printf("%lld queries, %lld legal, %lld timed\n", static_cast<long long>(asked), static_cast<long long>(legal),
              static_cast<long long>(timed));
}

TEST(OpModelFuzz, EveryOpHasLegalQueriesOrIsKnownToNeedMore) {
  AnalyticalOpModel model;
  RandomQueries queries(7);
  std::vector<std::string> never;
  for (const std::string &op : knownOps()) {
    bool legal = false;
    for (int i = 0; i < 3000 && !legal; ++i)
      legal = model.constraints(queries.next(op)).legal();
    if (!legal)
      never.push_back(op);
  }
  // Ops whose operands are related in ways the generator does not know.
  std::vector<std::string> expected = {"conv1d",
                                       "nlp_concat_heads_decode",
                                       "paged_fill_cache",
                                       "paged_update_cache",
                                       "paged_scaled_dot_product_attention_decode",
                                       "requantize"};
  for (const std::string &op : never)
    EXPECT_NE(std::find(expected.begin(), expected.end(), op), expected.end()) << op << " is never legal";
}

TEST(OpModelProperty, SameQueryHasTheSameAnswer) {
  RandomQueries queries(3);
  auto base = std::make_shared<AnalyticalOpModel>();
  CachedOpModel cached(base);
  std::vector<Query> asked;
  std::vector<Answer> answers;
  for (int i = 0; i < 3000; ++i) {
    asked.push_back(queries.next());
    answers.push_back(base->constraints(asked.back()));
  }
  auto work = [&](bool &ok) {
    ok = true;
    for (size_t i = 0; i < asked.size(); ++i) {
      Explanation why;
      ok &= sameAnswer(answers[i], base->constraints(asked[i], &why));
      ok &= sameAnswer(answers[i], cached.constraints(asked[i]));
    }
  };
  bool first = false, second = false;
  std::thread other(work, std::ref(second));
  work(first);
  other.join();
  EXPECT_TRUE(first);
  EXPECT_TRUE(second);
  // Two threads may miss the same question; once both are done, every answer is there.
  int64_t before = cached.hits();
  work(first);
  EXPECT_TRUE(first);
  EXPECT_EQ(cached.hits() - before, 3000);
}

TEST(OpModelProperty, OutputBytesAreLayoutArithmetic) {
  RandomQueries queries(11);
  AnalyticalOpModel model;
  int64_t checked = 0;
  for (int i = 0; i < 40000; ++i) {
    Query query = queries.next();
    if (query.outputs.empty())
      continue;
    Answer answer = model.constraints(query);
    if (!answer.legal() || answer.constraints.outputLayouts.empty())
      continue;
    // Convolutions and pools compute their own shape.
    std::string family = opFamily(query.op);
    if (family == "conv" || family == "pool" || family == "cache" || family == "transformer" ||
        family == "collective" || family == "indexing" || query.op.starts_with("repeat") ||
        query.op == "mesh_partition")
      continue;
    ++checked;
    const TensorLayout &layout = answer.constraints.outputLayouts[0];
    EXPECT_LE(answer.constraints.outputBytes,
              std::max(arithmetic(query.outputs[0].shape, layout, 64),
                       query.inputs.empty() ? 0 : arithmetic(query.inputs[0].shape, layout, 64)))
        << toText(query);
  }
  EXPECT_GT(checked, 2000);
}

namespace {

/// Queries of one op by a scale; all interleaved in L1.
struct Family {
  const char *name;
  std::string (*line)(int64_t height, int64_t width);
  /// Buffers are planned by the free L1 too, so only tensors are monotone.
  bool plansBuffers;
};

const Family monotone[] = {
    {"relu", [](int64_t h, int64_t w) { return fmt::format("relu {0}x{1}|l1 -> {0}x{1}|l1", h, w); }, false},
    {"add", [](int64_t h, int64_t w) { return fmt::format("add {0}x{1}|l1 {0}x{1} -> {0}x{1}|l1", h, w); }, false},
    {"where", [](int64_t h, int64_t w) { return fmt::format("where {0}x{1}|l1 {0}x{1} {0}x{1} -> {0}x{1}|l1", h, w); },
     false},
    {"sum",
     [](int64_t h, int64_t w) { return fmt::format("sum {0}x{1}|l1 dim_arg=[1] keep_dim=true -> {0}x1|l1", h, w); },
     false},
    {"min",
     [](int64_t h, int64_t w) { return fmt::format("min {0}x{1}|l1 dim_arg=[0] keep_dim=true -> 1x{1}|l1", h, w); },
     false},
    {"rms_norm", [](int64_t h, int64_t w) { return fmt::format("rms_norm {0}x{1}|l1 {1} -> {0}x{1}|l1", h, w); }, true},
    {"softmax", [](int64_t h, int64_t w) { return fmt::format("softmax {0}x{1}|l1 dimension=-1 -> {0}x{1}|l1", h, w); },
     true},
    {"transpose",
     [](int64_t h, int64_t w) { return fmt::format("transpose {0}x{1}|l1 dim0=0 dim1=1 -> {1}x{0}|l1", h, w); }, false},
    {"to_layout",
     [](int64_t h, int64_t w) { return fmt::format("to_layout {0}x{1}|l1 -> {0}x{1}|l1|row_major", h, w); }, true},
    {"matmul", [](int64_t h, int64_t w) { return fmt::format("matmul {0}x64|l1 64x{1} -> {0}x{1}|l1", h, w); }, true},
    {"concat",
     [](int64_t h, int64_t w) { return fmt::format("concat {0}x{1}|l1 {0}x{1}|l1 dim=0 -> {2}x{1}|l1", h, w, 2 * h); },
     true},
    {"embedding",
     [](int64_t h, int64_t w) { return fmt::format("embedding 1x{0}|u32|row_major 256x{1} -> 1x{0}x{1}|l1", h, w); },
     true}};

Constraints must(const std::string &line) {
  Result<Query> query = parseQuery(line, {});
  EXPECT_TRUE(query.ok()) << line;
  Answer answer = analyticalConstraints(*query, {});
  EXPECT_TRUE(answer.legal()) << line << ": " << (answer.refusal ? answer.refusal->message : "");
  return answer.constraints;
}

} // namespace

TEST(OpModelProperty, BytesAreMonotoneInShape) {
  const int64_t sizes[] = {1, 31, 32, 33, 64, 100, 128, 255, 256, 512, 1000, 1024, 2048, 4096};
  for (const Family &family : monotone)
    for (bool alongHeight : {true, false})
      for (int64_t other : {32, 96, 1024}) {
        Constraints previous;
        for (int64_t size : sizes) {
          std::string line = alongHeight ? family.line(size, other) : family.line(other, size);
          Constraints now = must(line);
          EXPECT_GE(now.outputBytes, previous.outputBytes) << line;
          // Alignment decides between tiles and rows here: the temporaries are not ordered.
          std::string_view name = family.name;
          if (name != "concat" && name != "embedding") {
            EXPECT_GE(now.tensorPeakBytes, previous.tensorPeakBytes) << line;
          }
          if (!family.plansBuffers) {
            EXPECT_GE(now.cbPeakBytes, previous.cbPeakBytes) << line;
            EXPECT_GE(now.totalPeakBytes, previous.totalPeakBytes) << line;
          }
          previous = now;
        }
      }
}

TEST(OpModelProperty, MoreCoresNeverRaisePerCoreBytes) {
  const char *unary = "relu 2048x2048|l1|{0} -> 2048x2048|l1|{0}";
  const char *reshard = "to_memory_config 2048x2048 -> 2048x2048|l1|{0}";
  const char *binary = "add 2048x2048|l1|{0} 2048x2048|l1|{0} -> 2048x2048|l1|{0}";
  for (const char *line : {unary, reshard, binary})
    for (const char *kind : {"height_sharded|grid={}x1", "width_sharded|grid=1x{}", "block_sharded|grid=8x{}",
                             "block_sharded|grid={}x8"}) {
      bool block = std::string_view(kind).starts_with("block");
      Bytes previous = INT64_MAX;
      for (int64_t cores = 1; cores <= (block ? 8 : 64); ++cores) {
        std::string layout = fmt::format(fmt::runtime(kind), cores);
        Constraints c = must(fmt::format(fmt::runtime(line), layout));
        EXPECT_LE(c.outputBytes, previous) << line << " " << layout;
        previous = c.outputBytes;
      }
    }
}
