//===- DeviceVerifyTest.cpp - Illegal devices, each with its error --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/DeviceDesc.h"

#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::device;

static AffineMap map(const char *text) {
  Result<AffineMap> parsed = AffineMap::parse(text);
  EXPECT_TRUE(parsed.ok()) << text;
  return *parsed;
}

// Breaks one thing in a legal device and compares the whole message. Mesh {1, 2} of an n300: grid 8x16.
static void expectBroken(const char *system, std::vector<int64_t> mesh, const char *message,
                         const std::function<void(DeviceDesc &)> &breakIt) {
  const SystemDesc *found = findPreset(system);
  ASSERT_NE(found, nullptr);
  DeviceDesc device = *buildDevice(*found, mesh);
  ASSERT_TRUE(verify(device, *found).ok());
  breakIt(device);
  Status status = verify(device, *found);
  ASSERT_FALSE(status.ok()) << message;
  EXPECT_EQ(status.error().message, message);
}

TEST(DeviceVerifyTest, DEVG1_GridShape) {
  expectBroken("toy-2x2", {}, "DEV-G1: a grid has 1 to 8 dimensions, not 0",
               [](DeviceDesc &d) { d.workerGrid.shape = {}; });
  expectBroken("toy-2x2", {}, "DEV-G1: grid 2x0: side 0 is below 1",
               [](DeviceDesc &d) { d.workerGrid.shape = {2, 0}; });
  expectBroken("toy-2x2", {}, "DEV-G1: grid 4294967296x4294967296 has more than 1048576 positions",
               [](DeviceDesc &d) { d.workerGrid.shape = {1ll << 32, 1ll << 32}; });
}

TEST(DeviceVerifyTest, DEVG2_VirtualToPhysicalRanks) {
  expectBroken(
      "toy-2x2", {},
      "DEV-G2: virtual-to-physical map (d0, d1) -> (d0, d1) has 2 dims, 0 symbols and 2 results; a grid of rank 2 "
      "needs 2, 0 and 3 (chip, y, x)",
      [](DeviceDesc &d) { d.workerGrid.virtualToPhysical = map("(d0, d1) -> (d0, d1)"); });
  expectBroken(
      "toy-2x2", {},
      "DEV-G2: virtual-to-physical map (d0, d1, d2) -> (d0, d1, d2) has 3 dims, 0 symbols and 3 results; a grid of "
      "rank 2 needs 2, 0 and 3 (chip, y, x)",
      [](DeviceDesc &d) { d.workerGrid.virtualToPhysical = map("(d0, d1, d2) -> (d0, d1, d2)"); });
  expectBroken("toy-2x2", {}, "DEV-G2: the worker grid of a device needs its virtual-to-physical map",
               [](DeviceDesc &d) { d.workerGrid.virtualToPhysical = d.workerGrid.physicalToVirtual = AffineMap(); });
}

TEST(DeviceVerifyTest, DEVG3_PhysicalToVirtualRanks) {
  expectBroken(
      "toy-2x2", {},
      "DEV-G3: physical-to-virtual map (d0, d1) -> (d0, d1) has 2 dims, 0 symbols and 2 results; a grid of rank 2 "
      "needs 3 (chip, y, x), 0 and 2",
      [](DeviceDesc &d) { d.workerGrid.physicalToVirtual = map("(d0, d1) -> (d0, d1)"); });
}

TEST(DeviceVerifyTest, DEVD1_ChipsExist) {
  expectBroken("wormhole-n300", {1, 2}, "DEV-D1: chip 2 does not exist: the system has 2 chips",
               [](DeviceDesc &d) { d.chipIds = {0, 2}; });
  expectBroken("toy-2x2", {}, "DEV-D1: chip -1 does not exist: the system has 1 chip",
               [](DeviceDesc &d) { d.chipIds = {-1}; });
  expectBroken("toy-2x2", {}, "DEV-D1: a device needs a chip, chipIds is empty", [](DeviceDesc &d) { d.chipIds = {}; });
}

TEST(DeviceVerifyTest, DEVD2_ChipsAreDistinct) {
  expectBroken("wormhole-n300", {1, 2}, "DEV-D2: chip 0 is listed twice", [](DeviceDesc &d) { d.chipIds = {0, 0}; });
}

TEST(DeviceVerifyTest, DEVD3_MeshVolumeIsTheChipCount) {
  expectBroken("wormhole-n300", {1, 2}, "DEV-D3: mesh 2x2 has 4 chips, but 2 are listed",
               [](DeviceDesc &d) { d.meshShape = {2, 2}; });
  expectBroken("wormhole-n300", {1, 2}, "DEV-D3: mesh  has 1 chips, but 2 are listed",
               [](DeviceDesc &d) { d.meshShape = {}; });
  expectBroken("wormhole-n300", {1, 2}, "DEV-D3: mesh -1x-2: side -1 is below 1",
               [](DeviceDesc &d) { d.meshShape = {-1, -2}; });
  expectBroken("wormhole-n300", {1, 2}, "DEV-D3: mesh 1x2 of rank 2 has 1 topologies",
               [](DeviceDesc &d) { d.meshTopology = {Topology::Ring}; });
  expectBroken("wormhole-n300", {1, 2}, "DEV-D3: mesh 4294967296x4294967296 has more chips than 64 bits count",
               [](DeviceDesc &d) { d.meshShape = {1ll << 32, 1ll << 32}; });
}

TEST(DeviceVerifyTest, DEVD4_EveryPositionLiesOnACoreThatExists) {
  expectBroken(
      "wormhole_b0", {},
      "DEV-D4: position (0, 7) lies on core (chip 0, y 0, x 8), which does not exist: chip 0 (id 0) has 8x8 workers",
      [](DeviceDesc &d) { d.workerGrid.virtualToPhysical = map("(d0, d1) -> (0, d0, d1 + 1)"); });
  expectBroken(
      "wormhole-n300", {1, 2},
      "DEV-D4: position (0, 0) lies on core (chip 2, y 0, x 0), which does not exist: the device lists 2 chips",
      [](DeviceDesc &d) { d.workerGrid.virtualToPhysical = map("(d0, d1) -> (2, d0, d1)"); });
  expectBroken("wormhole_b0", {}, "DEV-D4: grid 8x9 has 72 positions, the listed chips only 64 cores",
               [](DeviceDesc &d) { d.workerGrid.shape = {8, 9}; });
  expectBroken(
      "wormhole_b0", {},
      "DEV-D4: position (0, 0) lies on core (chip 0, y -1, x 0), which does not exist: chip 0 (id 0) has 8x8 workers",
      [](DeviceDesc &d) { d.workerGrid.virtualToPhysical = map("(d0, d1) -> (0, d0 - 1, d1)"); });
}

TEST(DeviceVerifyTest, DEVD4_AHarvestedCoreIsMissing) {
  expectBroken(
      "blackhole-p100", {},
      "DEV-D4: position (0, 11) lies on core (chip 0, y 0, x 11), which does not exist: chip 0 (id 0) has 10x11 "
      "workers",
      [](DeviceDesc &d) { d.workerGrid.shape = {9, 12}; });
}

TEST(DeviceVerifyTest, DEVD4_OneGridMustExistOnEveryChip) {
  SystemDesc system = *findPreset("wormhole-n300");
  DeviceDesc device = *buildSpmdDevice(system, {1, 2});
  system.chips.push_back(system.chips[0]);
  system.chips[1].gridRows = 7;
  system.chipIndices = {0, 1};
  EXPECT_EQ(
      verify(device, system).error().message,
      "DEV-D4: position (7, 0) lies on core (chip 0, y 7, x 0), which does not exist: chip 1 (id 1) has 7x8 workers");
}

TEST(DeviceVerifyTest, DEVD5_NoTwoPositionsShareACore) {
  expectBroken("wormhole_b0", {}, "DEV-D5: positions (0, 0) and (0, 4) both lie on core (chip 0, y 0, x 0)",
               [](DeviceDesc &d) { d.workerGrid.virtualToPhysical = map("(d0, d1) -> (0, d0, d1 mod 4)"); });
  expectBroken("wormhole-n300", {2, 1, 1},
               "DEV-D5: positions (0, 0, 0) and (1, 0, 0) both lie on core (chip 0, y 0, x 0)",
               [](DeviceDesc &d) { d.workerGrid.virtualToPhysical = map("(d0, d1, d2) -> (0, d1, d2)"); });
}

TEST(DeviceVerifyTest, DEVD6_InverseInverts) {
  expectBroken("wormhole_b0", {},
               "DEV-D6: position (0, 1) lies on core (chip 0, y 0, x 1), but the inverse map sends that core to (1, 0)",
               [](DeviceDesc &d) { d.workerGrid.physicalToVirtual = map("(d0, d1, d2) -> (d2, d1)"); });
}

TEST(DeviceVerifyTest, DEVD7_EveryListedChipIsUsed) {
  expectBroken("wormhole-n300", {1, 2},
               "DEV-D7: no position lies on chip 1 (id 1): its core (chip 1, y 0, x 0) is the first one missing",
               [](DeviceDesc &d) { d.workerGrid.shape = {8, 8}; });
}

TEST(DeviceVerifyTest, DEVD8_MapsHaveAValueEverywhere) {
  expectBroken(
      "toy-2x2", {},
      "DEV-D8: position (0, 1): d1 * 9223372036854775807 + d1 has no value at (0, 1): overflow, a divisor below 1 "
      "or an identifier without a value",
      [](DeviceDesc &d) {
        d.workerGrid.virtualToPhysical = map("(d0, d1) -> (0, d0, d1 * 9223372036854775807 + d1)");
      });
}

TEST(DeviceVerifyTest, DEVD9_WorkIsBounded) {
  auto sumOf = [](int terms) {
    AffineExpr sum = AffineExpr::dim(0);
    for (int i = 0; i < terms; ++i)
      sum = sum + floorDiv(AffineExpr::dim(1), i + 1000);
    return sum;
  };
  expectBroken("toy-2x2", {}, "DEV-D9: the L1 map has 2004 nodes of depth 502, at most 4096 of depth 128 are checked",
               [&](DeviceDesc &d) {
                 d.l1Map = AffineMap(3, 1, {sumOf(500), AffineExpr::dim(0), AffineExpr::dim(1), AffineExpr::dim(2)});
               });
  expectBroken("toy-2x2", {},
               "DEV-D9: 1048576 positions with maps of 1683 nodes need more than the 1073741824 steps that are checked",
               [&](DeviceDesc &d) {
                 d.workerGrid.shape = {1024, 1024};
                 d.l1Map = AffineMap(3, 1, {sumOf(100), sumOf(100), sumOf(100), sumOf(100)});
               });
}

TEST(DeviceVerifyTest, DEVD10_L1MapRanks) {
  expectBroken("toy-2x2", {},
               "DEV-D10: L1 map (d0, d1) -> (0, d0, d1) has 2 dims, 0 symbols and 3 results; a grid of rank 2 needs 3 "
               "(position and byte), 1 (base) and 4 (chip, y, x, address)",
               [](DeviceDesc &d) { d.l1Map = map("(d0, d1) -> (0, d0, d1)"); });
}

TEST(DeviceVerifyTest, DEVD11_L1MapNamesTheSameCore) {
  expectBroken("toy-2x2", {},
               "DEV-D11: position (0, 1) lies on core (chip 0, y 0, x 1), but the L1 map names (chip 0, y 1, x 0)",
               [](DeviceDesc &d) { d.l1Map = map("(d0, d1, d2)[s0] -> (0, d1, d0, d2 + s0)"); });
}

TEST(DeviceVerifyTest, DEVD12_L1AddressIsBasePlusByte) {
  expectBroken("toy-2x2", {},
               "DEV-D12: position (0, 0): the L1 map sends byte 4097 of base 65536 to address 4097, not 69633",
               [](DeviceDesc &d) { d.l1Map = map("(d0, d1, d2)[s0] -> (0, d0, d1, d2)"); });
}

TEST(DeviceVerifyTest, DEVD13_DramMap) {
  expectBroken(
      "toy-2x2", {},
      "DEV-D13: DRAM map (d0, d1, d2)[s0] -> (0, 0, 0, d2 + s0) has 3 dims, 1 symbols and 4 results; a grid of rank "
      "2 needs 3 (position and byte), 7 (grid shape, shard shape, page, base, element) and 4 (chip, 0, channel, "
      "address)",
      [](DeviceDesc &d) { d.dramMap = map("(d0, d1, d2)[s0] -> (0, 0, 0, d2 + s0)"); });
  expectBroken("toy-2x2", {}, "DEV-D13: the DRAM map sends byte 512 to channel (0, 2) of 1x2", [](DeviceDesc &d) {
    d.dramMap = map("(d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, d2 floordiv s4, d2 mod s4 + s5)");
  });
  expectBroken("toy-2x2", {}, "DEV-D13: the DRAM map sends page 2 to channel 0 address 4096, where another page lies",
               [](DeviceDesc &d) {
                 d.dramMap =
                     map("(d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, d2 mod s4 + s5)");
               });
  expectBroken("toy-2x2", {}, "DEV-D13: the DRAM map sends page 0 to channel 0 address 0, below the base",
               [](DeviceDesc &d) {
                 d.dramMap = map("(d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv s4) mod 2, d2)");
               });
  expectBroken("toy-2x2", {}, "DEV-D13: the DRAM map tears page 0 of 256 B apart: first byte at 4096, last at 4223",
               [](DeviceDesc &d) {
                 d.dramMap = map("(d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (d2 floordiv 128) mod 2, (d2 "
                                 "floordiv 256) * 128 + d2 mod 128 + s5)");
               });
}

TEST(DeviceVerifyTest, DEVD14_DramGridIsTheChips) {
  expectBroken("wormhole_b0", {}, "DEV-D14: DRAM grid 1x8 is not the 1x12 of chip 0",
               [](DeviceDesc &d) { d.dramGrid = {1, 8}; });
}

// Any single result of the map moved by one is caught: no test of the verifier against itself, only "not accepted".
TEST(DeviceVerifyTest, EveryOffByOneIsRefused) {
  const SystemDesc &system = *findPreset("wormhole-t3000");
  for (std::vector<int64_t> mesh : {std::vector<int64_t>{2, 4}, {2, 1, 2}, {1, 1}, {4, 1, 2}}) {
    DeviceDesc good = *buildDevice(system, mesh);
    for (size_t i = 0; i < 3; ++i)
      for (int64_t delta : {-1, 1}) {
        DeviceDesc bad = good;
        std::vector<AffineExpr> results = good.workerGrid.virtualToPhysical.results();
        results[i] = results[i] + delta;
        bad.workerGrid.virtualToPhysical = AffineMap(good.workerGrid.rank(), 0, results);
        EXPECT_FALSE(verify(bad, system).ok()) << bad.workerGrid.virtualToPhysical.str();
        bad = good;
        results = good.l1Map.results();
        results[i] = results[i] + delta;
        bad.l1Map = AffineMap(good.l1Map.numDims(), 1, results);
        EXPECT_FALSE(verify(bad, system).ok()) << bad.l1Map.str();
      }
  }
}
