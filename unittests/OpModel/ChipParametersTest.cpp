//===- ChipParametersTest.cpp - Every field of every preset arrives -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Analytical.h"

#include <gtest/gtest.h>

using namespace alcove;
using opmodel::ChipParameters;

TEST(ChipParametersTest, EveryFieldOfEveryPresetArrives) {
  for (const std::string &name : device::presetNames()) {
    SCOPED_TRACE(name);
    for (const device::ChipDesc &chip : device::findPreset(name)->chips) {
      ChipParameters parameters = ChipParameters::from(chip);
      EXPECT_EQ(parameters.arch, chip.arch);
      EXPECT_EQ(parameters.gridRows, chip.gridRows);
      EXPECT_EQ(parameters.gridCols, chip.gridCols);
      EXPECT_EQ(parameters.l1Banks, chip.gridRows * chip.gridCols);
      EXPECT_EQ(parameters.l1BytesPerCore, chip.l1SizeBytes);
      EXPECT_EQ(parameters.l1UnreservedBase, chip.l1UnreservedBaseBytes);
      EXPECT_EQ(parameters.l1SmallBytes, chip.constants.l1SmallBytes);
      EXPECT_EQ(parameters.l1AlignmentBytes, chip.nocL1AddressAlignBytes);
      EXPECT_EQ(parameters.dramAlignmentBytes, chip.nocDramAddressAlignBytes);
      EXPECT_EQ(parameters.dramBanks, chip.numDramChannels);
      EXPECT_EQ(parameters.clockGHz, chip.constants.clockGhz);
      EXPECT_EQ(parameters.dramPeakGBs, chip.constants.dramSpecGbps);
      EXPECT_EQ(parameters.kernelRelease, chip.constants.kernelRelease);
    }
  }
}

// Figures of the public documents, written down a second time.
TEST(ChipParametersTest, KnownChips) {
  auto of = [](const char *name) { return ChipParameters::from(device::findPreset(name)->chip(0)); };
  ChipParameters p150 = of("blackhole-p150"), p100 = of("blackhole-p100"), n150 = of("wormhole-n150");
  EXPECT_EQ(p150.dramPeakGBs, 512);
  EXPECT_EQ(p100.dramPeakGBs, 448); // seven of eight channels
  EXPECT_EQ(n150.dramPeakGBs, 288);
  EXPECT_EQ(p150.clockGHz, 1.35);
  EXPECT_EQ(n150.clockGHz, 1.0);
  EXPECT_EQ(p150.dramAlignmentBytes, 64);
  EXPECT_EQ(n150.dramAlignmentBytes, 32);
  EXPECT_EQ(n150, ChipParameters{}); // the defaults are an n150
}
