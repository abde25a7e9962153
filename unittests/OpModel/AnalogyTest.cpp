//===- AnalogyTest.cpp - Ops answered by those that do the same work ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Analogy.h"
#include "Ask.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::opmodel;
using alcove::opmodel::testing::refusal;

static Runtime timeOf(const std::string &text, Explanation *why = nullptr) {
  Result<Query> parsed = parseQuery(text, {});
  EXPECT_TRUE(parsed.ok()) << text << (parsed.ok() ? "" : parsed.error().message);
  if (!parsed.ok())
    return Runtime();
  Query query = *parsed;
  Answer answer = AnalyticalOpModel().constraints(query);
  EXPECT_TRUE(answer.legal()) << text << ": " << (answer.refusal ? answer.refusal->message : "");
  std::optional<Runtime> runtime = AnalyticalOpModel().runtime(query, why);
  EXPECT_TRUE(runtime.has_value()) << text;
  return runtime.value_or(Runtime());
}

/// One question that each of these ops answers.
static const std::pair<const char *, const char *> questions[] = {
    {"all_to_all_combine", "2x32x32x64 1x32x32x2|u16|row_major 1x1x16x8|u16|row_major -> 2x32x4x64 num_devices=8 "
                           "num_experts_per_tok=2"},
    {"all_to_all_dispatch",
     "4x1x32x64 4x1x32x2|u16|row_major 1x1x16x8|u16|row_major -> 1x32x32x64 1x32x32x2|u16|row_major num_devices=8"},
    {"all_to_all_dispatch_metadata", "4x1x32x64 4x1x32x2|u16|row_major 4x1x32x2 1x1x16x8|u16|row_major -> 1x32x32x64 "
                                     "1x32x32x2|u16|row_major 1x32x32x2 num_devices=8"},
    {"chunked_scaled_dot_product_attention",
     "1x8x64x64 16x2x32x64 16x2x32x64 1x8|si32|row_major 1|si32|row_major -> 1x8x64x64"},
    {"conv1d", "1x64x32|row_major 64x32x3|row_major|system_memory -> 1x1x64x64 batch_size=1 input_length=64 "
               "in_channels=32 out_channels=64 "
               "kernel_size=3 stride=1 padding=[1,1] dilation=1 groups=1"},
    {"copy", "64x64 64x64 ->"},
    {"dit_rms_norm_unary_fused", "1x1x256x512 512 -> 1x1x256x512 activation=silu operandSegmentSizes=[1,1,0,0]"},
    {"dropout", "256x512 -> 256x512"},
    {"flash_mla_prefill", "1x8x256x64 1x1x256x64 -> 1x8x256x32 head_dim_v=32"},
    {"indexer_score_dsa", "1x8x32x64 1x1x128x64 1x8x32x1 -> 1x1x32x128"},
    {"layer_norm_post_all_gather", "1x1x256x512 1x1x256x128 -> 1x1x256x512"},
    {"layer_norm_pre_all_gather", "1x1x256x512 -> 1x1x256x64"},
    {"paged_flash_multi_latent_attention_decode", "1x8x16x64 64x1x32x64 8x8|si32|row_major -> 1x8x16x32 head_dim_v=32"},
    {"rms_norm_pre_all_gather", "1x1x256x512 -> 1x1x256x32"},
    {"sampling",
     "1x1x32x1024 1x1x32x1024|si32|row_major 32|u32|row_major 32|row_major 32|row_major -> 1x1x1x32|u32|row_major"},
    {"sdpa_fw", "1x8x64x32 1x2x128x32 1x2x128x32 -> 1x8x64x32"},
    {"sparse_matmul", "1x4x32x64 1x8x64x128 1x1x4x8|row_major -> 1x4x8x32x128 nnz=6"},
    {"topk_router_gpt", "32x512 512x128 32x128 -> 32x4|u16 32x4 k=4 num_experts=128"},
    {"write_tensor", "64x64|system_memory 64x64 ->"},
};

// Each says that it stands on another op, and how loosely.
TEST(OpModelAnalogy, OMY2_EveryPriceSaysThatItIsOne) {
  EXPECT_EQ(std::size(questions), analogousOps().size());
  for (auto [op, rest] : questions) {
    ASSERT_TRUE(findAnalogous(op)) << op;
    Explanation why;
    Runtime runtime = timeOf(std::string(op) + " " + rest, &why);
    EXPECT_GT(runtime.totalNs, 0) << op;
    EXPECT_LE(runtime.lowNs, runtime.totalNs * 0.5) << op;
    EXPECT_GE(runtime.highNs, runtime.totalNs * 2) << op;
    ASSERT_FALSE(why.empty()) << op;
    EXPECT_NE(why.front().find("by analogy with"), std::string::npos) << op;
    EXPECT_NE(why.front().find("not calibrated"), std::string::npos) << op;
  }
  EXPECT_FALSE(findAnalogous("matmul"));
}

TEST(OpModelAnalogy, Conv1dIsAConvolutionOfHeightOne) {
  double line = timeOf("conv1d 2x64x32|row_major 64x32x3|row_major|system_memory -> 1x1x128x64 batch_size=2 "
                       "input_length=64 in_channels=32 "
                       "out_channels=64 kernel_size=3 stride=1 padding=[1,1] dilation=1 groups=1")
                    .totalNs;
  double image = timeOf("conv2d 1x1x128x32|row_major 64x32x1x3|row_major|system_memory -> ?1x1x128x64 batch_size=2 "
                        "input_height=1 input_width=64 "
                        "in_channels=32 out_channels=64 kernel_size=[1,3] stride=[1,1] padding=[0,0,1,1] "
                        "dilation=[1,1] groups=1")
                     .totalNs;
  EXPECT_DOUBLE_EQ(line, image);
}

// Arithmetic of the products that are made, and of no others.
TEST(OpModelAnalogy, SparseMatmulIsTheMatricesThatAreNotZero) {
  auto sparse = [](int nnz) {
    return timeOf("sparse_matmul 1x4x256x512 1x8x512x1024 1x1x4x8|row_major -> 1x4x8x256x1024 nnz=" +
                  std::to_string(nnz))
        .totalNs;
  };
  EXPECT_DOUBLE_EQ(sparse(6), timeOf("matmul 1x6x256x512 1x6x512x1024 -> ?").totalNs);
  EXPECT_LT(sparse(6), sparse(12));
  EXPECT_LT(sparse(12), sparse(32));
  EXPECT_EQ(sparse(32), sparse(1000)); // there are no more
}

TEST(OpModelAnalogy, RouterIsItsThreeSteps) {
  double sum = timeOf("linear 32x512 512x128 32x128 -> ?32x128").totalNs +
               timeOf("topk 32x128 -> ?32x4 ?32x4 k=4 dim=-1").totalNs +
               timeOf("softmax 32x4 -> ? dimension=-1").totalNs;
  EXPECT_DOUBLE_EQ(timeOf("topk_router_gpt 32x512 512x128 32x128 -> 32x4|u16 32x4 k=4 num_experts=128").totalNs, sum);
}

// The table names 8 pages of 32 rows: 256 keys, whatever the pool of pages holds.
TEST(OpModelAnalogy, ChunkedAttentionSeesThePagesOfItsTable) {
  double chunk =
      timeOf(
          "chunked_scaled_dot_product_attention 1x8x64x64 99x2x32x64 99x2x32x64 1x8|si32|row_major 1|si32|row_major -> "
          "1x8x64x64")
          .totalNs;
  EXPECT_DOUBLE_EQ(chunk,
                   timeOf("scaled_dot_product_attention 1x8x64x64 1x2x256x64 1x2x256x64 -> ? is_causal=false").totalNs);
}

TEST(OpModelAnalogy, OMY1_WhereAnAnalogyDoesNotHoldTheOpIsUnknown) {
  EXPECT_EQ(refusal("sdpa_fw 1x8x64 1x2x128x32 1x2x128x32 -> 1x8x64x32"), "unsupported.op");
  EXPECT_EQ(refusal("sdpa_fw 1x8x64x32 1x2x128x64 1x2x128x64 -> 1x8x64x32"), "unsupported.op");
  EXPECT_EQ(refusal("rms_norm_pre_all_gather 1x1x256x512"), "unsupported.op");
  EXPECT_EQ(refusal("dropout 256x512|l1|height_sharded|grid=8x1 -> 256x512"), "unsupported.op");
  EXPECT_EQ(refusal("dropout 256x512 -> 256x512|l1"), "unsupported.op");
  EXPECT_EQ(refusal("dropout 256x512|l1 -> 256x512"), "unsupported.op");
  EXPECT_EQ(refusal("dropout 256x512|l1 -> 256x512|l1"), "legal");
}
