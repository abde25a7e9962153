//===- LayoutStepsTest.cpp - Changes of layout, step by step --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/LayoutSteps.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::device;

static TensorLayout layoutOf(const std::string &rest) {
  Result<TensorSpec> parsed = parseTensorSpec("64x64|" + rest);
  EXPECT_TRUE(parsed.ok()) << rest;
  return parsed.ok() ? parsed->layout : TensorLayout();
}

/// Each step with the layout behind it.
static std::string steps(const std::string &from, const std::string &to) {
  std::string text;
  for (const LayoutStep &step : stepsBetween(layoutOf(from), layoutOf(to)))
    text +=
        (text.empty() ? "" : "; ") + std::string(opName(step.kind)) + " " + toString(TensorSpec{{64, 64}, step.layout});
  return text;
}

TEST(LayoutStepsTest, PictureOfTheHeader) {
  EXPECT_EQ(steps("row_major", "tile|bf16|l1|height_sharded|2x1"),
            "to_layout 64x64|tile|bf16|dram|interleaved|1x1; "
            "to_memory_config 64x64|tile|bf16|l1|height_sharded|2x1");
}

TEST(LayoutStepsTest, EqualLayoutsNeedNone) { EXPECT_EQ(steps("tile|bf16|l1", "tile|bf16|l1"), ""); }

TEST(LayoutStepsTest, ShardsLeaveL1BeforeTheyBecomeRows) {
  EXPECT_EQ(steps("tile|bf16|l1|height_sharded|2x1", "row_major"),
            "to_memory_config 64x64|tile|bf16|dram|interleaved|1x1; "
            "to_layout 64x64|row_major|bf16|dram|interleaved|1x1");
}

TEST(LayoutStepsTest, RowsOfRealsAreConvertedWhileTheyAreTilized) {
  EXPECT_EQ(steps("row_major|bf16", "tile|f32"), "to_layout 64x64|tile|f32|dram|interleaved|1x1");
}

TEST(LayoutStepsTest, IntegersBecomeRealsOnTiles) {
  EXPECT_EQ(steps("row_major|si32", "tile|bf16"), "to_layout 64x64|tile|si32|dram|interleaved|1x1; "
                                                  "typecast 64x64|tile|bf16|dram|interleaved|1x1");
}

TEST(LayoutStepsTest, TypesThatTheDeviceDoesNotTilizeGoByTheHost) {
  EXPECT_EQ(steps("row_major|u8", "tile|u8"), "from_device 64x64|row_major|u8|system_memory|interleaved|1x1; "
                                              "to_layout 64x64|tile|u8|system_memory|interleaved|1x1; "
                                              "to_device 64x64|tile|u8|dram|interleaved|1x1");
}

TEST(LayoutStepsTest, TheDeviceConvertsElementsAndNotTheHost) {
  // On tiles, before rows of another type are made of them.
  EXPECT_EQ(steps("tile|u8", "row_major|u32"), "typecast 64x64|tile|u32|dram|interleaved|1x1; "
                                               "to_layout 64x64|row_major|u32|dram|interleaved|1x1");
  EXPECT_EQ(steps("tile|u32", "row_major|u8"), "typecast 64x64|tile|u8|dram|interleaved|1x1; "
                                               "from_device 64x64|tile|u8|system_memory|interleaved|1x1; "
                                               "to_layout 64x64|row_major|u8|system_memory|interleaved|1x1; "
                                               "to_device 64x64|row_major|u8|dram|interleaved|1x1");
  // On tiles that came from the host, too.
  EXPECT_EQ(steps("row_major|u8", "tile|u32"), "from_device 64x64|row_major|u8|system_memory|interleaved|1x1; "
                                               "to_layout 64x64|tile|u8|system_memory|interleaved|1x1; "
                                               "to_device 64x64|tile|u8|dram|interleaved|1x1; "
                                               "typecast 64x64|tile|u32|dram|interleaved|1x1");
}

TEST(LayoutStepsTest, WhereATensorLies) {
  EXPECT_TRUE(samePlace(layoutOf("row_major|bf16|l1|height_sharded|2x1"), layoutOf("tile|f32|l1|height_sharded|2x1")));
  EXPECT_FALSE(samePlace(layoutOf("tile|bf16|l1|height_sharded|2x1"), layoutOf("tile|bf16|l1|height_sharded|1x1")));
  EXPECT_FALSE(samePlace(layoutOf("tile|bf16|l1"), layoutOf("tile|bf16|dram")));
  EXPECT_FALSE(samePlace(layoutOf("tile|bf16|l1|height_sharded|2x1"), layoutOf("tile|bf16|l1|width_sharded|2x1")));
}
