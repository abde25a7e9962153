//===- PatternsTest.cpp - Before = after, pattern by pattern --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every program runs as TTIR and as what the compiler makes of it, on the same numbers. In f32 the two must agree to
// rounding, because fusing and lowering may change the order of sums; programs that only move data must agree in every
// bit, in their own types.
//
//===----------------------------------------------------------------------===//
#include "Numbers.h"
#include "Programs.h"

#include <gtest/gtest.h>
#include <set>

using namespace mlir;
using namespace alcove;
using namespace alcove::testing;

/// Only moves, selects, compares or copies: no rounding anywhere.
static bool onlyMoves(ModuleOp module) {
  static const std::set<std::string> moves = {
      "reshape",     "permute",      "transpose",    "broadcast",  "repeat",     "repeat_interleave",
      "concat",      "slice_static", "index",        "squeeze",    "unsqueeze",  "pad",
      "embedding",   "gather",       "constant",     "full",       "zeros",      "ones",
      "arange",      "where",        "update_cache", "fill_cache", "max",        "min",
      "relu",        "neg",          "maximum",      "minimum",    "max_pool2d", "upsample2d",
      "logical_not", "gt",           "lt",           "eq",         "reduce_or",  "reduce_and",
      "argmax",      "clamp_scalar", "to_layout"};
  bool only = true;
  module.walk([&](Operation *op) {
    if (op->getName().getDialectNamespace() == "ttir")
      only &= moves.count(op->getName().stripDialect().str()) > 0;
  });
  return only;
}

/// `before` = `after`: in every bit when nothing is computed, to correlation 0.99999 in f32 otherwise.
static void expectSame(ModuleOp before, ModuleOp after, bool exact, const std::string &name) {
  Result<Difference> declared = compareRuns(before, after, 7);
  ASSERT_TRUE(declared.ok()) << name << ": " << declared.error().message;
  if (exact) {
    EXPECT_TRUE(declared->sameBits) << name << ": " << declared->first;
    return;
  }
  EXPECT_TRUE(declared->equal) << name << ": " << declared->first;
  Result<Difference> wide = compareRuns(before, after, 8, reference::Precision::AllFloatsF32);
  ASSERT_TRUE(wide.ok()) << name << ": " << wide.error().message;
  EXPECT_TRUE(wide->equal) << name << ": " << wide->first;
}

static void checkThroughThePipeline(const std::vector<Program> &programs) {
  Workshop workshop;
  for (const Program &program : programs) {
    auto before = workshop.parse(program.text);
    ASSERT_TRUE(before.ok()) << program.name << ": " << before.error().message;
    bool exact = onlyMoves(**before);
    for (int level : {0, 1, 2}) {
      std::string name = program.name + " at level " + std::to_string(level);
      auto after = workshop.compile(program.text, level);
      ASSERT_TRUE(after.ok()) << name << ": " << after.error().message;
      expectSame(**before, **after, exact, name);
    }
  }
}

/// The examples of a conversion test through that conversion alone, then through the whole pipeline.
static void checkExamples(const std::string &file, const std::string &pipeline, bool everyBit = false) {
  Workshop workshop;
  std::vector<Program> programs = conversionExamples(file);
  ASSERT_FALSE(programs.empty());
  for (const Program &program : programs) {
    // 2^40 has no place in si32 and saturates: documented, and no difference to find.
    if (program.name == "constants")
      continue;
    auto before = workshop.parse(program.text), after = workshop.parse(program.text);
    ASSERT_TRUE(before.ok() && after.ok()) << program.name;
    ASSERT_TRUE(workshop.run(**after, pipeline).ok()) << program.name;
    expectSame(**before, **after, everyBit || onlyMoves(**before), file + " " + program.name);
  }
}

TEST(PatternsTest, Decomposition) { checkExamples("decomposition.mlir", "ttir-to-ttir-decomposition"); }
TEST(PatternsTest, Fusing) { checkExamples("fusing.mlir", "ttir-fusing{conv2d-with-multiply=true}"); }
TEST(PatternsTest, AttentionFusing) { checkExamples("attention-fusing.mlir", "ttir-fusing{attention=true}"); }
TEST(PatternsTest, BroadcastFolding) { checkExamples("implicit-broadcast-fold.mlir", "ttir-implicit-broadcast-fold"); }
TEST(PatternsTest, InverseOps) { checkExamples("erase-inverse-ops.mlir", "ttir-erase-inverse-ops"); }
TEST(PatternsTest, NarrowRank) { checkExamples("narrow-rank.mlir", "ttir-narrow-rank"); }
TEST(PatternsTest, NarrowArithmetic) {
  checkExamples("narrow-arithmetic.mlir", "ttir-narrow-arithmetic", /*everyBit=*/true);
}
TEST(PatternsTest, ElementTypes) { checkExamples("element-types.mlir", "ttir-element-type-normalization"); }
TEST(PatternsTest, ConstEval) { checkExamples("const-eval.mlir", "const-eval-hoist-transform"); }
TEST(PatternsTest, OwnPatternsAtEveryLevel) { checkThroughThePipeline(goldenPatterns()); }
TEST(PatternsTest, ExamplesAtEveryLevel) {
  for (const char *file : {"decomposition.mlir", "fusing.mlir", "attention-fusing.mlir", "implicit-broadcast-fold.mlir",
                           "erase-inverse-ops.mlir", "narrow-rank.mlir", "narrow-arithmetic.mlir", "heads-fusing.mlir",
                           "decode-attention.mlir", "fold-strides.mlir", "softmax-of-one.mlir", "early-reductions.mlir",
                           "early-slices.mlir", "image-fusing.mlir"})
    checkThroughThePipeline(conversionExamples(file));
}
TEST(ModelsTest, OwnModelsAtEveryLevel) { checkThroughThePipeline(smallModels()); }
TEST(ModelsTest, SlowWideModelsAtEveryLevel) { checkThroughThePipeline(wideModels()); }
