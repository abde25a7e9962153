//===- PictureTest.cpp - The picture in Picture.h, and its SVG -----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/Picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::device;
using testing::HasSubstr;

static std::vector<PictureChip> draw(const char *system, const char *layout, const DeviceDesc *given = nullptr) {
  DeviceDesc device = given ? *given : *buildDevice(*findPreset(system), {});
  if (!layout)
    return *drawChips(device, *findPreset(system));
  Result<TensorPlacement> placed = placeTensor(*parseTensorSpec(layout), device);
  EXPECT_TRUE(placed.ok());
  return *drawChips(device, *findPreset(system), &*placed);
}

TEST(PictureTest, PictureOfTheHeader) {
  EXPECT_EQ(textPicture(draw("toy-2x2", "96x32|tile|bf16|l1|height_sharded|3x1")),
            "chip 0 (id 0, 0x0x0x0), 2 x 2 workers\n"
            "         x0  x1\n"
            "    y0    0   1\n"
            "    y1    2   .\n");
}

TEST(PictureTest, PositionsPaddingPagesAndCoresOutside) {
  EXPECT_EQ(textPicture(draw("toy-2x2", nullptr)), "chip 0 (id 0, 0x0x0x0), 2 x 2 workers\n"
                                                   "          x0   x1\n"
                                                   "    y0   0,0  0,1\n"
                                                   "    y1   1,0  1,1\n");
  EXPECT_EQ(textPicture(draw("toy-2x2", "160x32|tile|bf16|l1|height_sharded|4x1")),
            "chip 0 (id 0, 0x0x0x0), 2 x 2 workers\n"
            "          x0   x1\n"
            "    y0     0    1\n"
            "    y1     2  (3)\n");
  EXPECT_EQ(textPicture(draw("toy-2x2", "160x32")), "chip 0 (id 0, 0x0x0x0), 2 x 2 workers\n"
                                                    "         x0  x1\n"
                                                    "    y0    .   .\n"
                                                    "    y1    .   .\n"
                                                    "  DRAM   3p  2p\n");
  DeviceDesc narrow = *buildDevice(*findPreset("toy-2x2"), {});
  narrow.workerGrid.shape = {2, 1};
  ASSERT_TRUE(verify(narrow, *findPreset("toy-2x2")).ok());
  EXPECT_EQ(textPicture(draw("toy-2x2", "160x32|tile|bf16|l1", &narrow)), "chip 0 (id 0, 0x0x0x0), 2 x 2 workers\n"
                                                                          "         x0  x1\n"
                                                                          "    y0   3p   -\n"
                                                                          "    y1   2p   -\n");
}

TEST(PictureTest, SlicesOfOneGridAreNamed) {
  DeviceDesc device = *buildDevice(*findPreset("wormhole-n300"), {2, 1, 1});
  std::vector<PictureChip> chips = draw("wormhole-n300", "64x32|tile|bf16|l1|height_sharded|2x1", &device);
  EXPECT_EQ(chips[1].cells[1].label, "1:1");
  EXPECT_EQ(chips[1].cells[2].label, ".");
}

TEST(PictureTest, SvgHasEveryCoreAndEscapes) {
  DeviceDesc device = *buildDevice(*findPreset("toy-2x2"), {});
  std::string svg = svgPicture(draw("toy-2x2", "96x32|tile|bf16|l1|height_sharded|3x1"), device, "a<b & \"c\"");
  EXPECT_THAT(svg, testing::StartsWith("<svg xmlns="));
  EXPECT_THAT(svg, testing::EndsWith("</svg>\n"));
  EXPECT_THAT(svg, HasSubstr("a&lt;b &amp; &quot;c&quot;"));
  EXPECT_THAT(svg, HasSubstr("slice 0, shard (2, 0): rows [64, 96), columns [0, 32), 2048 B"));
  size_t cells = 0;
  for (size_t at = svg.find("<g>"); at != std::string::npos; at = svg.find("<g>", at + 1))
    ++cells;
  EXPECT_EQ(cells, 4u);
}

TEST(PictureTest, SizeIsBounded) {
  SystemDesc system = *findPreset("wormhole-galaxy");
  DeviceDesc device = *buildSpmdDevice(system, {8, 4});
  ChipDesc &chip = system.chips[0];
  chip.harvesting = {};
  chip.gridRows = chip.gridCols = maxGridSide;
  EXPECT_EQ(drawChips(device, system).error().message, "2097152 cores, at most 262144 are drawn");
}
