//===- DeviceBuildTest.cpp - Every construction, core by core -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each test states where a position must lie in plain arithmetic of its own and compares every position of the grid.
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/DeviceDesc.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

using namespace alcove;
using namespace alcove::device;
using Position = std::vector<int64_t>;

static const SystemDesc &preset(const char *name) {
  const SystemDesc *found = findPreset(name);
  EXPECT_NE(found, nullptr) << name;
  return *found;
}

// Visits every position: the core is `expected`, exists, is met once, and leads back. Returns the cores as chip ids.
static std::set<PhysicalCore> enumerate(const DeviceDesc &device, const SystemDesc &system, const Position &shape,
                                        PhysicalCore (*expected)(const Position &)) {
  EXPECT_EQ(device.workerGrid.shape, shape);
  EXPECT_TRUE(verify(device, system).ok());
  std::set<PhysicalCore> cores;
  Status status = forEachPosition(shape, [&](const Position &position) -> Status {
    ALCOVE_ASSIGN_OR_RETURN(PhysicalCore core, coreAt(device.workerGrid, position));
    EXPECT_EQ(core, expected(position)) << testing::PrintToString(position);
    ALCOVE_ASSIGN_OR_RETURN(Position back, positionOf(device.workerGrid, core));
    EXPECT_EQ(back, position);
    EXPECT_TRUE(core.chip >= 0 && core.chip < static_cast<int64_t>(device.chipIds.size()));
    const ChipDesc &chip = system.chip(device.chipIds[core.chip]);
    EXPECT_TRUE(core.y >= 0 && core.y < chip.gridRows && core.x >= 0 && core.x < chip.gridCols);
    EXPECT_TRUE(cores.insert({device.chipIds[core.chip], core.y, core.x}).second) << testing::PrintToString(position);
    return Status();
  });
  EXPECT_TRUE(status.ok());
  return cores;
}

static DeviceDesc build(const SystemDesc &system, Position mesh, Position chips = {}) {
  Result<DeviceDesc> device = buildDevice(system, mesh, chips);
  EXPECT_TRUE(device.ok()) << device.error().message;
  return *device;
}

// The line of rope_key_llama3.2_sharding.mlir:16 in tt-mlir.
TEST(DeviceBuildTest, OneChipIsTheVendorsDefaultDevice) {
  const SystemDesc &system = preset("wormhole_b0");
  DeviceDesc device = build(system, {});
  EXPECT_EQ(enumerate(device, system, {8, 8}, [](const Position &p) { return PhysicalCore{0, p[0], p[1]}; }).size(),
            64u);
  EXPECT_EQ(
      deviceAttributeText(device),
      "<workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = "
      "(d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), "
      "dramMap = (d0, d1, d2)[s0, s1, s2, s3, s4, s5, s6] -> (0, 0, (((d0 * s1) * (s2 * (s3 * s6)) + d1 * (s2 * "
      "(s3 * s6)) + d2) floordiv s4) mod 12, ((((d0 * s1) * (s2 * (s3 * s6)) + d1 * (s2 * (s3 * s6)) + d2) floordiv "
      "s4) floordiv 12) * s4 + ((d0 * s1) * (s2 * (s3 * s6)) + d1 * (s2 * (s3 * s6)) + d2) mod s4 + s5), meshShape "
      "= , chipIds = [0]>");
  EXPECT_EQ(build(system, {1, 1}).workerGrid, device.workerGrid);
}

TEST(DeviceBuildTest, IdentityOfEveryOneChipPreset) {
  for (const char *name : {"blackhole", "blackhole-p100", "blackhole-p150", "blackhole-p150-harvested", "toy-2x2",
                           "wormhole-n150", "wormhole-n300-one-chip"}) {
    const SystemDesc &system = preset(name);
    enumerate(build(system, {1, 1}), system, {system.chip(0).gridRows, system.chip(0).gridCols},
              [](const Position &p) { return PhysicalCore{0, p[0], p[1]}; });
  }
}

TEST(DeviceBuildTest, DataParallelOverBatchOnTwoChips) {
  const SystemDesc &system = preset("wormhole-n300");
  DeviceDesc device = build(system, {2, 1, 1});
  EXPECT_EQ(
      enumerate(device, system, {2, 8, 8}, [](const Position &p) { return PhysicalCore{p[0], p[1], p[2]}; }).size(),
      128u);
  EXPECT_EQ(device.workerGrid.virtualToPhysical.str(), "(d0, d1, d2) -> (d0, d1, d2)");
}

TEST(DeviceBuildTest, TwoChipsSideBySide) {
  const SystemDesc &system = preset("wormhole-n300");
  DeviceDesc device = build(system, {1, 2});
  enumerate(device, system, {8, 16}, [](const Position &p) { return PhysicalCore{p[1] / 8, p[0], p[1] % 8}; });
  EXPECT_EQ(device.workerGrid.virtualToPhysical.str(), "(d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)");
  EXPECT_EQ(device.workerGrid.physicalToVirtual.str(), "(d0, d1, d2) -> (d1, d0 * 8 + d2)");
  EXPECT_EQ(build(system, {2}).workerGrid, device.workerGrid) << "a mesh of rank one is a row";
}

TEST(DeviceBuildTest, TwoByEightBySixteenOnFourChips) {
  const SystemDesc &system = preset("wormhole-t3000");
  DeviceDesc device = build(system, {2, 1, 2});
  EXPECT_EQ(enumerate(device, system, {2, 8, 16},
                      [](const Position &p) { return PhysicalCore{p[0] * 2 + p[2] / 8, p[1], p[2] % 8}; })
                .size(),
            256u);
  EXPECT_EQ(device.workerGrid.virtualToPhysical.str(), "(d0, d1, d2) -> (d0 * 2 + d2 floordiv 8, d1, d2 mod 8)");
}

TEST(DeviceBuildTest, TwoNonOverlappingDevicesOfFourChipsOutOfEight) {
  const SystemDesc &system = preset("wormhole-t3000");
  DeviceDesc first = build(system, {2, 1, 2}, {0, 1, 2, 3}), second = build(system, {2, 2}, {4, 5, 6, 7});
  std::set<PhysicalCore> all = enumerate(
      first, system, {2, 8, 16}, [](const Position &p) { return PhysicalCore{p[0] * 2 + p[2] / 8, p[1], p[2] % 8}; });
  std::set<PhysicalCore> other = enumerate(second, system, {16, 16}, [](const Position &p) {
    return PhysicalCore{p[0] / 8 * 2 + p[1] / 8, p[0] % 8, p[1] % 8};
  });
  EXPECT_EQ(second.workerGrid.virtualToPhysical.str(),
            "(d0, d1) -> ((d0 floordiv 8) * 2 + d1 floordiv 8, d0 mod 8, d1 mod 8)");
  size_t sum = all.size() + other.size();
  all.insert(other.begin(), other.end());
  EXPECT_EQ(sum, 512u);
  EXPECT_EQ(all.size(), sum) << "the devices share a core";
}

TEST(DeviceBuildTest, ThirtyTwoChipMeshAsOneGrid) {
  const SystemDesc &system = preset("wormhole-galaxy");
  EXPECT_EQ(enumerate(build(system, {8, 4}), system, {72, 32},
                      [](const Position &p) { return PhysicalCore{p[0] / 9 * 4 + p[1] / 8, p[0] % 9, p[1] % 8}; })
                .size(),
            32u * 72u);
  enumerate(build(system, {2, 4, 4}), system, {2, 36, 32},
            [](const Position &p) { return PhysicalCore{p[0] * 16 + p[1] / 9 * 4 + p[2] / 8, p[1] % 9, p[2] % 8}; });
}

TEST(DeviceBuildTest, TransposedReinterpretation) {
  const SystemDesc &system = preset("wormhole-n300");
  DeviceDesc device = *transposeGrid(build(system, {1, 2}), system);
  enumerate(device, system, {16, 8}, [](const Position &p) { return PhysicalCore{p[0] / 8, p[1], p[0] % 8}; });
  EXPECT_EQ(*transposeGrid(device, system), build(system, {1, 2})) << "twice is nothing";
}

TEST(DeviceBuildTest, ExtraWide) {
  const SystemDesc &system = preset("wormhole_b0");
  DeviceDesc device = *reshapeGrid(build(system, {}), system, {1, 64});
  enumerate(device, system, {1, 64}, [](const Position &p) { return PhysicalCore{0, p[1] / 8, p[1] % 8}; });
  EXPECT_EQ(device.workerGrid.virtualToPhysical.str(), "(d0, d1) -> (0, d1 floordiv 8, d1 mod 8)");
}

TEST(DeviceBuildTest, ExtraTall) {
  const SystemDesc &system = preset("wormhole_b0");
  DeviceDesc device = *reshapeGrid(build(system, {}), system, {64, 1});
  enumerate(device, system, {64, 1}, [](const Position &p) { return PhysicalCore{0, p[0] / 8, p[0] % 8}; });
  enumerate(*reshapeGrid(build(preset("wormhole-n300"), {1, 2}), preset("wormhole-n300"), {128, 1}),
            preset("wormhole-n300"), {128, 1},
            [](const Position &p) { return PhysicalCore{p[0] % 16 / 8, p[0] / 16, p[0] % 8}; });
}

TEST(DeviceBuildTest, SkewedStartOfARingMatmul) {
  const SystemDesc &system = preset("wormhole_b0");
  DeviceDesc device = *skewGrid(build(system, {}), system);
  enumerate(device, system, {8, 8}, [](const Position &p) { return PhysicalCore{0, p[0], (p[0] + p[1]) % 8}; });
  EXPECT_EQ(device.workerGrid.virtualToPhysical.str(), "(d0, d1) -> (0, d0, (d0 + d1) mod 8)");
  EXPECT_FALSE(skewGrid(build(preset("blackhole"), {}), preset("blackhole")).ok()) << "10x13 is no ring";
}

TEST(DeviceBuildTest, OneGridForEveryChipOfAMesh) {
  const SystemDesc &system = preset("wormhole-t3000");
  Result<DeviceDesc> device = buildSpmdDevice(system, {2, 4});
  ASSERT_TRUE(device.ok()) << device.error().message;
  EXPECT_TRUE(isSpmd(*device));
  enumerate(*device, system, {8, 8}, [](const Position &p) { return PhysicalCore{0, p[0], p[1]}; });
  EXPECT_FALSE(isSpmd(build(system, {2, 4})));
  EXPECT_FALSE(isSpmd(build(system, {})));
}

// Chips of different harvesting share the rows and columns that all of them have.
TEST(DeviceBuildTest, UnequalChipsShareTheirCommonGrid) {
  SystemDesc system = preset("wormhole-n300");
  system.chips.push_back(system.chips[0]);
  system.chips[1].gridRows = 7;
  system.chips[1].dramBankToLogicalWorkerNoc0.clear();
  system.chips[1].dramBankToLogicalWorkerNoc1.clear();
  system.chipIndices = {0, 1};
  ASSERT_TRUE(verify(system).ok());
  enumerate(build(system, {1, 2}), system, {7, 16},
            [](const Position &p) { return PhysicalCore{p[1] / 8, p[0], p[1] % 8}; });
}

TEST(DeviceBuildTest, RefusesWhatCannotBe) {
  const SystemDesc &system = preset("wormhole-n300");
  EXPECT_EQ(buildDevice(system, {1, 3}).error().message,
            "DEV-D3: mesh 1x3 does not fit the 2 chips of system 'wormhole-n300'");
  EXPECT_EQ(buildDevice(system, {1, 0}).error().message,
            "DEV-D3: mesh 1x0 does not fit the 2 chips of system 'wormhole-n300'");
  EXPECT_EQ(buildDevice(system, {1, 2}, {0, 2}).error().message, "DEV-D1: chip 2 does not exist: the system has 2");
  EXPECT_EQ(buildDevice(system, {1, 2}, {0}).error().message, "DEV-D3: mesh 1x2 has 2 chips, but 1 are listed");
  EXPECT_EQ(buildDevice(system, {1, 2}, {1, 1}).error().message, "DEV-D2: chip 1 is listed twice");
  EXPECT_EQ(reshapeGrid(build(system, {}), system, {8, 9}).error().message,
            "a reinterpretation keeps the number of cores: grid 8x8 has 64, grid 8x9 has 72");
}
