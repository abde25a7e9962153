//===- PatternMatrixTest.cpp - Every pattern: applied, equal, and not too eager ---------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One row per pattern: a function of a lit test that it rewrites, and a near miss that it must leave alone. Each runs
// in bf16 (tensors declared as f32 are declared as bf16), before and after its pass, as declared and with every float
// held in f32. Patterns without a row are errors: those of LoweringPatterns.def, and every pattern struct of
// lib/Lower/Fusing.
//
//===----------------------------------------------------------------------===//
#include "Numbers.h"
#include "Programs.h"
#include "SourceDirectory.h"

#include "alcove/Lower/LoweringPatterns.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <sstream>

using namespace mlir;
using namespace alcove;
using namespace alcove::testing;

namespace {
struct Row {
  const char *pattern; ///< option of LoweringPatterns.def, or struct of lib/Lower/Fusing
  const char *pipeline;
  const char *applied, *nearMiss; ///< file below the source's root : function
  /// How the pattern is seen: `+op` is there more often than before, `-op` less often, `~text` is new. Empty: its
  /// count.
  const char *sign = "";
  double maxAbsolute = 0; ///< where the results differ in f32 by design, by how much
};

constexpr const char *fusing = "ttir-fusing{conv2d-with-multiply=true}";
constexpr const char *wholeLowering = "ttir-to-ttnn-common-pipeline{optimization-level=2}";

#define LIT "test/Lower/"
#define GOLDEN "unittests/Judge/Numbers/Golden/Patterns.mlir:"
#define NEAR LIT "near-misses.mlir:"

const Row rows[] = {
    {"narrow-rank", "ttir-narrow-rank", LIT "narrow-rank.mlir:mlp", LIT "narrow-rank.mlir:partial_broadcast"},
    {"narrow-arithmetic", "ttir-narrow-arithmetic", LIT "narrow-arithmetic.mlir:silu",
     LIT "narrow-arithmetic.mlir:inexact"},
    {"row-major-moves", wholeLowering, GOLDEN "logits_in_rows", "test/Lower/row-major-moves.mlir:whole_tiles"},
    {"split-heads", "ttir-heads-fusing", LIT "heads-fusing.mlir:attention", LIT "heads-fusing.mlir:unknown_weight"},
    {"decode-attention", "ttir-heads-fusing", LIT "decode-attention.mlir:token",
     LIT "decode-attention.mlir:two_tokens"},
    {"join-heads", "ttir-heads-fusing", LIT "heads-fusing.mlir:token_heads", LIT "heads-fusing.mlir:two_tokens"},
    {"space-to-depth", "ttir-fold-strides", LIT "fold-strides.mlir:blocks", LIT "fold-strides.mlir:stride_one"},
    {"argmax-in-stages", "ttir-op-forms", LIT "argmax-forms.mlir:rows", LIT "argmax-forms.mlir:near_misses"},
    {"argmax-on-tiles", "ttir-op-forms", LIT "argmax-forms.mlir:pixels", LIT "argmax-forms.mlir:near_misses"},
    {"scale-before-product", "ttir-op-forms", LIT "op-forms.mlir:scores", LIT "op-forms.mlir:other_scales"},
    {"product-by-columns", wholeLowering, LIT "product-by-columns.mlir:logits", LIT "product-by-columns.mlir:narrow"},
    {"whole-tiles", wholeLowering, LIT "whole-tiles.mlir:joined", LIT "whole-tiles.mlir:near_misses"},
    {"shared-heads", wholeLowering, LIT "shared-heads.mlir:scores", LIT "shared-heads.mlir:near_misses"},
    {"product-by-matrices", wholeLowering, LIT "product-by-matrices.mlir:experts",
     LIT "product-by-matrices.mlir:small"},
    {"group-statistics", "ttir-op-forms", LIT "op-forms.mlir:group_norm", LIT "op-forms.mlir:no_groups"},
    {"tanh-gelu", fusing, LIT "tanh-gelu.mlir:powers", LIT "tanh-gelu.mlir:other_factor", "", 6e-4},
    // With narrow-rank on the reshape is out of the way before.
    {"activation-before-reshape", "ttir-to-ttnn-common-pipeline{optimization-level=2 enable-narrow-rank=false}",
     GOLDEN "activation_before_reshape", NEAR "reshaped_for_two"},
    {"softmax-of-one", fusing, LIT "softmax-of-one.mlir:token", LIT "softmax-of-one.mlir:two_keys"},
    {"early-reductions", fusing, LIT "early-reductions.mlir:image", LIT "early-reductions.mlir:padded"},
    {"early-slices", fusing, LIT "early-slices.mlir:class_token", LIT "early-slices.mlir:half"},
    {"pad-into-window", fusing, LIT "image-fusing.mlir:conv", LIT "image-fusing.mlir:zeros"},
    {"nearest-upsample", fusing, LIT "image-fusing.mlir:channels_first", LIT "image-fusing.mlir:tiled_image"},
    {"prepare-conv-weights", wholeLowering, LIT "prepare-conv-weights.mlir:conv",
     LIT "prepare-conv-weights.mlir:inputs"},
    {"SoftmaxOfOne", fusing, LIT "softmax-of-one.mlir:token", LIT "softmax-of-one.mlir:two_keys", "-ttir.softmax"},
    {"GuardedSoftmaxOfOne", fusing, LIT "softmax-of-one.mlir:guarded", LIT "softmax-of-one.mlir:masked",
     "-ttir.softmax"},
    {"ProductWithOnes", fusing, LIT "softmax-of-one.mlir:repeated", LIT "softmax-of-one.mlir:two_keys", "-ttir.matmul"},
    {"ReduceBeforeReshape", fusing, LIT "early-reductions.mlir:image", LIT "early-reductions.mlir:part",
     "-ttir.reshape"},
    {"ReduceNeighbours", fusing, LIT "early-reductions.mlir:batch", LIT "early-reductions.mlir:whole_tiles",
     "+ttir.reshape"},
    {"MergeReductions", fusing, LIT "early-reductions.mlir:two", LIT "early-reductions.mlir:mixed", "-ttir.mean"},
    {"PadIntoWindow", fusing, LIT "image-fusing.mlir:average", LIT "image-fusing.mlir:uncounted", "-ttir.pad"},
    {"NearestUpsample", fusing, LIT "image-fusing.mlir:channels_last", LIT "image-fusing.mlir:tiled_image",
     "+ttir.upsample2d"},
    {"Softmax", fusing, LIT "fusing.mlir:softmax_stable", NEAR "softmax_of_another", "+ttir.softmax"},
    {"SoftmaxOfShifted", fusing, GOLDEN "softmax_of_shifted", NEAR "shifted_by_columns", "-ttir.max"},
    {"GuardedSoftmax", fusing, LIT "fusing.mlir:guarded", NEAR "guarded_argument", "-ttir.where"},
    {"KeepDim", fusing, GOLDEN "keep_dim", NEAR "regrouped", "-ttir.reshape"},
    {"DropUnitDims", fusing, NEAR "drop_dim_of_one", NEAR "keep_dim_of_three", "~dim_arg = [2 : i32]"},
    {"ScaledSumToMean", fusing, LIT "fusing.mlir:mean", LIT "fusing.mlir:rounded_factor", "+ttir.mean"},
    {"Norm", fusing, LIT "fusing.mlir:rms_norm", NEAR "norm_of_columns", "+ttir.rms_norm"},
    {"Norm", fusing, LIT "fusing.mlir:layer_norm", NEAR "layer_norm_of_another", "+ttir.layer_norm"},
    {"NormWeight", fusing, GOLDEN "norm_weight_bias", NEAR "scaled_by_rows", "-ttir.multiply"},
    {"LayerNormBias", fusing, GOLDEN "norm_weight_bias", NEAR "scaled_by_rows", "-ttir.add"},
    {"Linear", fusing, LIT "fusing.mlir:linear", LIT "fusing.mlir:not_linear", "+ttir.linear"},
    {"ConvBias", fusing, GOLDEN "conv_bias", NEAR "pixels", "-ttir.add"},
    {"ConvMultiply", fusing, LIT "fusing.mlir:conv", NEAR "pixels", "+ttir.reshape"},
    {"RotaryEmbedding", fusing, LIT "fusing.mlir:rotary", LIT "fusing.mlir:rotary_of_part_of_a_tile",
     "+ttir.rotary_embedding"},
    {"Silu", fusing, LIT "fusing.mlir:activations", NEAR "near_activations", "+ttir.silu"},
    {"Gelu", fusing, LIT "fusing.mlir:activations", NEAR "near_activations", "+ttir.gelu"},
    {"Mish", fusing, LIT "fusing.mlir:mish", NEAR "near_mish", "+ttir.mish"},
    {"Relu", fusing, NEAR "relu", NEAR "near_activations", "+ttir.relu"},
    {"Relu6", fusing, LIT "fusing.mlir:activations", NEAR "near_activations", "+ttir.relu6"},
    {"ClampToRelu6", fusing, NEAR "clamp_to_six", NEAR "near_activations", "+ttir.relu6"},
    {"Attention", "ttir-fusing{attention=true}", LIT "attention-fusing.mlir:plain",
     LIT "attention-fusing.mlir:probabilities_are_used", "+ttir.scaled_dot_product_attention"},
};

std::string contentsOf(const std::string &path) {
  std::ifstream in(path);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The function in bf16; empty when the file has none of that name.
std::string functionAt(const std::string &place) {
  size_t colon = place.find(':');
  std::string text = contentsOf(ALCOVE_SOURCE_DIR "/" + place.substr(0, colon));
  size_t begin = text.find("func.func @" + place.substr(colon + 1) + "(%");
  size_t end = text.find("\n}\n", begin);
  if (begin == std::string::npos || end == std::string::npos)
    return "";
  std::string aliases, function = text.substr(begin, end + 3 - begin);
  std::regex alias("\n(#\\w+ = [^\n]*\n)");
  for (std::sregex_iterator match(text.begin(), text.end(), alias), none; match != none; ++match)
    aliases += (*match)[1];
  // Conversions between the types are what some patterns are about.
  bool converts = function.find("ttir.typecast") != std::string::npos;
  return aliases + (converts ? function : std::regex_replace(function, std::regex("xf32>"), "xbf16>"));
}

int64_t countOf(ModuleOp module, StringRef name) {
  int64_t count = 0;
  module.walk([&](Operation *op) { count += op->getName().getStringRef() == name; });
  return count;
}

bool contains(ModuleOp module, StringRef wanted) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return StringRef(text).contains(wanted);
}

bool isApplied(const Row &row, ModuleOp before, ModuleOp after) {
  StringRef sign = row.sign;
  if (sign.consume_front("+"))
    return countOf(after, sign) > countOf(before, sign);
  if (sign.consume_front("-"))
    return countOf(after, sign) < countOf(before, sign);
  if (sign.consume_front("~"))
    return contains(after, sign) && !contains(before, sign);
  int64_t times = 0;
  after.walk([&](ModuleOp module) {
    for (auto [option, count] : conversion::PatternCounts::detachFrom(module))
      times += option == row.pattern ? count : 0;
  });
  return times > 0;
}

void expectSameNumbers(const Row &row, ModuleOp before, ModuleOp after) {
  Result<Difference> declared = compareRuns(before, after, 3),
                     wide = compareRuns(before, after, 4, reference::Precision::AllFloatsF32);
  ASSERT_TRUE(declared.ok()) << declared.error().message;
  ASSERT_TRUE(wide.ok()) << wide.error().message;
  EXPECT_TRUE(declared->equal) << "in bf16: " << declared->first;
  if (row.maxAbsolute > 0)
    EXPECT_LE(wide->maxAbsolute, row.maxAbsolute) << "in f32: " << wide->first;
  else
    EXPECT_TRUE(wide->equal) << "in f32: " << wide->first;
}

void check(Workshop &workshop, const Row &row, const char *place, bool wanted) {
  SCOPED_TRACE(std::string(row.pattern) + ", " + place);
  std::string text = functionAt(place);
  ASSERT_FALSE(text.empty()) << "there is no such function";
  auto before = workshop.parse(text), after = workshop.parse(text);
  ASSERT_TRUE(before.ok() && after.ok()) << before.error().message;
  Status status = workshop.run(**after, row.pipeline);
  ASSERT_TRUE(status.ok()) << status.error().message;
  EXPECT_EQ(isApplied(row, **before, **after), wanted);
  expectSameNumbers(row, **before, **after);
}
} // namespace

TEST(PatternMatrixTest, AppliedAndEqualInBothTypes) {
  Workshop workshop;
  for (const Row &row : rows)
    check(workshop, row, row.applied, true);
}

TEST(PatternMatrixTest, NearMissesStay) {
  Workshop workshop;
  for (const Row &row : rows)
    check(workshop, row, row.nearMiss, false);
}

TEST(PatternMatrixTest, EveryPatternHasARow) {
  std::set<std::string> known, found;
  for (const Row &row : rows)
    known.insert(row.pattern);
  for (const conversion::LoweringPatternInfo &info : conversion::loweringPatterns)
    found.insert(info.option.str());
  std::regex structs("struct (\\w+) : OpRewritePattern");
  for (const auto &file : std::filesystem::directory_iterator(ALCOVE_SOURCE_DIR "/lib/Lower/Fusing")) {
    std::string text = contentsOf(file.path().string());
    for (std::sregex_iterator match(text.begin(), text.end(), structs), end; match != end; ++match)
      found.insert((*match)[1]);
  }
  EXPECT_EQ(known, found);
}
