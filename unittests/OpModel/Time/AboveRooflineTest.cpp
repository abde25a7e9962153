//===- AboveRooflineTest.cpp - Rooflines that a pencil can check --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Analytical.h"
#include "alcove/OpModel/QueryText.h"
#include "alcove/OpModel/Roofline.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::opmodel;

namespace {

Query ask(const std::string &text) {
  Result<Query> query = parseQuery(text, {});
  EXPECT_TRUE(query.ok()) << text;
  return query.ok() ? *query : Query{};
}

Runtime timed(const Query &query) { return analyticalRuntime(query, {}).value_or(Runtime{}); }

} // namespace

TEST(AboveRooflineTest, AProductIsBoundByItsWeightsOrByItsProductsOfTiles) {
  // Operands in L1 cross no pins.
  Roofline decode = rooflineOf(ask("matmul 32x2048|l1 2048x8192 -> 32x8192|l1"), {});
  EXPECT_DOUBLE_EQ(decode.bytesNs, 2048.0 * 8192 * 2 / 288);
  EXPECT_DOUBLE_EQ(decode.operationsNs, 64.0 * 256 * 16 / 64);
  EXPECT_DOUBLE_EQ(decode.ns(), decode.bytesNs);
  Roofline large = rooflineOf(ask("matmul 4096x4096 4096x4096 -> 4096x4096"), {});
  EXPECT_DOUBLE_EQ(large.operationsNs, 128.0 * 128 * 128 * 16 / 64);
  EXPECT_DOUBLE_EQ(large.ns(), large.operationsNs);
  EXPECT_DOUBLE_EQ(rooflineOf(ask("matmul 2048x32 2048x64 -> 32x64 transpose_a=true"), {}).operationsNs,
                   64.0 * 2 * 16 / 64);
}

TEST(AboveRooflineTest, AttentionIsTwoProducts) {
  // 96 heads of 12 x 12 tiles of scores, of two tiles of depth each way.
  std::string text =
      "scaled_dot_product_attention 8x12x384x64|l1 8x12x384x64|l1 8x12x384x64|l1 -> 8x12x384x64|l1 is_causal=";
  EXPECT_DOUBLE_EQ(rooflineOf(ask(text + "false"), {}).operationsNs, 96.0 * 12 * 12 * 4 * 16 / 64);
  EXPECT_DOUBLE_EQ(rooflineOf(ask(text + "true"), {}).operationsNs, 96.0 * 12 * 12 * 2 * 16 / 64);
  // One token of 32 users with 32 heads each: 1,024 rows, each against 128 positions.
  EXPECT_DOUBLE_EQ(rooflineOf(ask("scaled_dot_product_attention_decode 1x32x32x128 32x8x128x128 32x8x128x128 -> "
                                  "1x32x32x128 is_causal=false"),
                              {})
                       .operationsNs,
                   32.0 * 4 * 8 * 16 / 64);
}

TEST(AboveRooflineTest, FormatsAndPaddingCount) {
  EXPECT_EQ(rooflineOf(ask("relu 64x64|bfp_bf8 -> 64x64|bfp_bf8"), {}).bytes, 2 * 4 * 1088);
  Roofline column = rooflineOf(ask("relu 1024x1 -> 1024x1"), {});
  EXPECT_EQ(column.bytes, 2 * 1024 * 2);
  EXPECT_EQ(column.paddedBytes, 2 * 1024 * 32 * 2);
  EXPECT_EQ(rooflineOf(ask("relu 1024x1|row_major -> 1024x1|row_major"), {}).paddedBytes, column.bytes);
}

TEST(AboveRooflineTest, WhatReadsAPartIsChargedThePart) {
  // 32 rows of 4,000 elements are read and written; the other rows of the table stay where they are.
  Roofline rows = rooflineOf(ask("embedding 1x32|row_major|u32|l1 2048x4000|row_major -> 1x32x4000|row_major"), {});
  EXPECT_EQ(rows.bytes, 2 * 32 * 4000 * 2);
  EXPECT_EQ(rows.operationsNs, 0);
}

TEST(AboveRooflineTest, TheReasonIsTheLargestPart) {
  auto reason = [](const std::string &text) {
    Query query = ask(text);
    return std::string(toString(whyAbove(rooflineOf(query, {}), timed(query), {})));
  };
  EXPECT_EQ(reason("argmax 32x256000|row_major dim=1 -> 32|row_major|u32"), "kernel");
  EXPECT_EQ(reason("max 32x256000 dim_arg=[1] -> 32x1"), "few-cores");
  EXPECT_EQ(reason("relu 32x32 -> 32x32"), "launch");
  EXPECT_EQ(reason("relu 65536x1 -> 65536x1"), "padding");
  EXPECT_EQ(reason("add 4096x4096 4096x4096 -> 4096x4096"), "dram");
  EXPECT_EQ(std::string(toString(whyAbove({100, 0, 0, 0}, {120, 0, 110, 0, 5, 0, 64}, {}))), "reached");
  EXPECT_EQ(std::string(toString(whyAbove({0, 10, 0, 0}, {1010, 10, 0, 0, 900, 0, 64}, {}))), "launch");
  EXPECT_EQ(std::string(toString(whyAbove({0, 10, 0, 0}, {1010, 10, 0, 900, 10, 0, 64}, {}))), "network");
}

TEST(AboveRooflineTest, TheWordsNameBothFigures) {
  Query query = ask("argmax 32x256000|row_major dim=1 -> 32|row_major|u32");
  Runtime runtime = timed(query);
  EXPECT_EQ(explainAbove(rooflineOf(query, {}), {5e5, 0, 10, 0, 10, 0, 12}, {}), "12 of 64 cores have work");
  EXPECT_NE(explainAbove(rooflineOf(query, {}), runtime, {}).find("the kernel computes for 2086"), std::string::npos);
}

// No answer of the model is below its roofline, whatever is asked.
TEST(AboveRooflineTest, NoTimeIsBelowItsRoofline) {
  for (const char *text :
       {"matmul 32x2048 2048x8192 -> 32x8192", "matmul 1024x1024 1024x1024 -> 1024x1024", "relu 2048x2048 -> 2048x2048",
        "add 512x512 512x512 -> 512x512", "softmax 1024x1024 dimension=1 -> 1024x1024",
        "transpose 512x1024 dim0=0 dim1=1 -> 1024x512", "argmax 32x4000|row_major dim=1 -> 32|row_major|u32",
        "topk 32x32768 k=32 -> 32x32 32x32|u16",
        "scaled_dot_product_attention 8x12x384x64 8x12x384x64 8x12x384x64 -> 8x12x384x64 is_causal=false",
        "scaled_dot_product_attention 1x8x2048x128 1x8x2048x128 1x8x2048x128 -> 1x8x2048x128 is_causal=true",
        "scaled_dot_product_attention_decode 1x32x32x128 32x8x128x128 32x8x128x128 -> 1x32x32x128 is_causal=false"}) {
    Query query = ask(text);
    EXPECT_GE(timed(query).totalNs, rooflineOf(query, {}).ns()) << text;
  }
}
