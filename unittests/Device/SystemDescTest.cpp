//===- SystemDescTest.cpp - Presets, strict reading, rules DEV-S1 to DEV-S14 -===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/SystemDesc.h"
#include "SourceDirectory.h"
#include "alcove/Base/Support/AtomicFile.h"

#include <fmt/format.h>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::device;
using testing::HasSubstr;

static SystemDesc preset(const char *name) {
  const SystemDesc *found = findPreset(name);
  EXPECT_NE(found, nullptr) << name;
  return found ? *found : SystemDesc();
}

TEST(PresetTest, CardsHaveShortNames) {
  EXPECT_EQ(findPreset("n150"), findPreset("wormhole-n150"));
  EXPECT_EQ(findPreset("p150"), findPreset("blackhole-p150"));
  EXPECT_NE(findPreset("n150"), nullptr);
  for (const char *none : {"", "150", "chip-", "nosuch", "-n150"})
    EXPECT_EQ(findPreset(none), nullptr) << none;
  for (const std::string &name : presetNames())
    ASSERT_NE(findPreset(name), nullptr) << name;
}

TEST(PresetTest, EveryFileIsCanonicalAndRoundTrips) {
  std::vector<std::string> names = presetNames();
  ASSERT_GE(names.size(), 11u);
  for (const std::string &name : names) {
    Result<std::string> text = readFile(std::string(ALCOVE_SOURCE_DIR "/devices/") + name + ".json");
    ASSERT_TRUE(text.ok()) << text.error().message;
    Result<SystemDesc> system = parseSystemDesc(*text);
    ASSERT_TRUE(system.ok()) << name << ": " << system.error().message;
    EXPECT_EQ(*system, *findPreset(name)) << name;
    EXPECT_EQ(writeSystemDesc(*system), *text) << name;
  }
}

TEST(PresetTest, GridsAndChips) {
  struct Row {
    const char *name;
    int64_t chips, rows, cols, usableL1;
  };
  for (const Row &row : {Row{"wormhole_b0", 1, 8, 8, 1498112}, Row{"blackhole", 1, 10, 13, 1474560},
                         Row{"wormhole-n150", 1, 8, 8, 1396928}, Row{"wormhole-n300-one-chip", 1, 8, 8, 1396928},
                         Row{"wormhole-n300", 2, 8, 8, 1396928}, Row{"wormhole-t3000", 8, 8, 8, 1396928},
                         Row{"wormhole-galaxy", 32, 9, 8, 1396928}, Row{"blackhole-p150", 1, 10, 13, 1474560},
                         Row{"blackhole-p150-harvested", 1, 10, 12, 1474560}, Row{"blackhole-p100", 1, 10, 11, 1474560},
                         Row{"blackhole-p150-x2", 2, 10, 13, 1474560}, Row{"blackhole-p150-x4", 4, 10, 13, 1474560},
                         Row{"blackhole-p150-x8", 8, 10, 13, 1474560}, Row{"blackhole-p300", 2, 10, 12, 1474560},
                         Row{"blackhole-quietbox", 4, 10, 12, 1474560},
                         Row{"blackhole-galaxy-8x4", 32, 10, 13, 1474560}, Row{"toy-2x2", 1, 2, 2, 131072}}) {
    SystemDesc system = preset(row.name);
    ASSERT_EQ(system.numChips(), row.chips) << row.name;
    EXPECT_EQ(system.chip(0).gridRows, row.rows) << row.name;
    EXPECT_EQ(system.chip(0).gridCols, row.cols) << row.name;
    EXPECT_EQ(system.chip(0).usableL1Bytes(), row.usableL1) << row.name;
  }
  EXPECT_EQ(meshOfChipCoords(preset("wormhole-n300")), std::pair(int64_t(1), int64_t(2)));
  EXPECT_EQ(meshOfChipCoords(preset("wormhole-t3000")), std::pair(int64_t(2), int64_t(4)));
  EXPECT_EQ(meshOfChipCoords(preset("wormhole-galaxy")), std::pair(int64_t(8), int64_t(4)));
}

// Neighbours in the mesh are linked, two links each in a t3000: 2 * 3 pairs in the rows, 4 in the column.
TEST(PresetTest, Reduced) {
  for (const std::string &name : presetNames()) {
    const SystemDesc &whole = preset(name.c_str());
    int64_t rows = (whole.chips[0].gridRows + 1) / 2, cols = whole.chips[0].gridCols;
    Bytes halfL1 = whole.chips[0].l1SizeBytes / 2;
    Result<SystemDesc> half = reduceChips(whole, halfL1, rows, cols);
    ASSERT_TRUE(half.ok()) << name << ": " << half.error().message;
    EXPECT_TRUE(verify(*half).ok());
    EXPECT_EQ(half->chips[0].l1SizeBytes, halfL1);
    EXPECT_EQ(half->chips[0].gridRows, rows);
    EXPECT_EQ(half->chips[0].gridCols, cols);
    EXPECT_EQ(*reduceChips(whole, 0, 0, 0), whole) << name;
  }
  SystemDesc n150 = preset("wormhole-n150");
  EXPECT_THAT(reduceChips(n150, 0, 9, 8).error().message, HasSubstr("cores: 9x8 asked for, the device has 8x8"));
  EXPECT_THAT(reduceChips(n150, 1000, 0, 0).error().message, HasSubstr("l1-bytes: 1000 leaves nothing"));
  EXPECT_FALSE(reduceChips(n150, -1, 0, 0).ok());
  Bytes all = n150.chips[0].l1SizeBytes;
  EXPECT_EQ(*reduceChips(n150, all, 0, 0), n150);
  EXPECT_THAT(reduceChips(n150, all + 1, 0, 0).error().message,
              HasSubstr(fmt::format("l1-bytes: {} asked for, a core of the device has {}", all + 1, all)));
}

TEST(PresetTest, LinksJoinNeighbours) {
  SystemDesc box = preset("wormhole-t3000");
  EXPECT_EQ(box.chipChannels.size(), 2u * (2 * 3 + 4));
  for (const ChipChannel &link : box.chipChannels) {
    ChipCoord a = box.chipCoords[link.chip0], b = box.chipCoords[link.chip1];
    EXPECT_EQ(std::abs(a.y - b.y) + std::abs(a.x - b.x), 1);
  }
}

TEST(PresetTest, ConstantsHaveSources) {
  EXPECT_EQ(preset("wormhole_b0").chip(0).constants.clockGhz, 1.0);
  EXPECT_EQ(preset("blackhole").chip(0).constants.clockGhz, 1.35);
  EXPECT_EQ(preset("blackhole-p100").chip(0).constants.dramSpecGbps, 448);
  EXPECT_THAT(constantSource(Arch::WormholeB0, "dram_achievable_gbps"), HasSubstr("DRAMTile"));
  EXPECT_EQ(constantSource(Arch::WormholeB0, "no_such_constant"), "");
  EXPECT_EQ(findConstants(Arch::Quasar), nullptr);
}

// The line of split_unified_thread_fanout.mlir:14 in tt-mlir, with its second bank list written out.
TEST(PresetTest, MockWormholeAttributeIsTheVendors) {
  EXPECT_EQ(
      systemDescAttributeText(preset("wormhole_b0")),
      "#ttcore.system_desc<[{role = host, target_triple = \"x86_64-pc-linux-gnu\"}], [{arch = <wormhole_b0>, grid = "
      "8x8, "
      "coord_translation_offsets = 18x18, l1_size = 1499136, num_dram_channels = 12, dram_channel_size = 1073741824, "
      "noc_l1_address_align_bytes = 16, pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, "
      "l1_unreserved_base = 1024, erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = "
      "1073741824, supported_data_types = [<f32>, <f16>, <bf16>, <bfp_f8>, <bfp_bf8>, <bfp_f4>, <bfp_bf4>, <bfp_f2>, "
      "<bfp_bf2>, <u32>, <u16>, <u8>, <si32>], supported_tile_sizes = [ 4x16,  16x16,  32x16,  4x32,  16x32,  32x32], "
      "dst_physical_size_tiles = 16, num_cbs = 32, num_compute_threads = 1, num_datamovement_threads = 2, dram_grid = "
      "1x12, dram_bank_to_logical_worker_noc0 = [(7, 3), (0, 0), (3, 0), (4, 0), (0, 4), (7, 7), (1, 4), (6, 4), (5, "
      "4), "
      "(2, 6), (3, 4), (4, 4)], dram_bank_to_logical_worker_noc1 = [(7, 3), (0, 0), (3, 0), (4, 0), (0, 4), (7, 7), "
      "(1, "
      "4), (6, 4), (5, 4), (2, 6), (3, 4), (4, 4)]}], [0], [1 : i32], [ 0x0x0x0]>");
}

TEST(PresetTest, AttributeOfTwoChipsNamesTheLinks) {
  EXPECT_THAT(systemDescAttributeText(preset("wormhole-n300")),
              testing::EndsWith(", [0, 0], [1 : i32, 0 : i32], [ 0x0x0x0,  0x0x0x1], "
                                "[<[0, 8, 0], [1, 0, 0]>, <[0, 9, 0], [1, 1, 0]>]>"));
}

TEST(PresetTest, LoadTakesNamesAndFilesAndListsTheNames) {
  EXPECT_EQ(loadSystemDesc("toy-2x2")->name, "toy-2x2");
  EXPECT_EQ(loadSystemDesc(ALCOVE_SOURCE_DIR "/devices/toy-2x2.json")->name, "toy-2x2");
  Result<SystemDesc> none = loadSystemDesc("wormhole-n151");
  ASSERT_FALSE(none.ok());
  EXPECT_THAT(none.error().message, HasSubstr("'wormhole-n151' is neither a device preset (blackhole, "));
  EXPECT_EQ(findPreset("n151"), nullptr);
}

TEST(SystemDescTest, MeshOfMockChips) {
  Result<SystemDesc> mesh = replicateChip(preset("wormhole_b0"), 2, 3);
  ASSERT_TRUE(mesh.ok());
  EXPECT_TRUE(verify(*mesh).ok());
  EXPECT_EQ(meshOfChipCoords(*mesh), std::pair(int64_t(2), int64_t(3)));
  EXPECT_EQ(mesh->chipChannels.size(), 2u * 2 + 3);
  EXPECT_FALSE(replicateChip(preset("wormhole-n300"), 1, 2).ok());
  EXPECT_FALSE(replicateChip(preset("wormhole_b0"), 1, 0).ok());
  EXPECT_FALSE(replicateChip(preset("wormhole_b0"), 1 << 20, 1 << 20).ok());
}

//===----------------------------------------------------------------------===//
// Rules: each breaks one thing in the toy device (or in the two chips of an n300) and names it.
//===----------------------------------------------------------------------===//

static void expectBroken(const char *base, const char *message, const std::function<void(SystemDesc &)> &breakIt) {
  SystemDesc system = preset(base);
  ASSERT_TRUE(verify(system).ok());
  breakIt(system);
  Status status = verify(system);
  ASSERT_FALSE(status.ok()) << message;
  EXPECT_EQ(status.error().message, message);
}

TEST(SystemDescTest, DEVS1_ListsAboutChipsHaveOneEntryPerChip) {
  expectBroken("toy-2x2", "chips: DEV-S1: 0 kinds of chip, not 1 to 64", [](SystemDesc &s) { s.chips.clear(); });
  expectBroken("toy-2x2", "chip_indices: DEV-S1: 0 chips, not 1 to 1024", [](SystemDesc &s) { s.chipIndices.clear(); });
  expectBroken("wormhole-n300", "chip_capabilities: DEV-S1: 1 entries for 2 chips",
               [](SystemDesc &s) { s.chipCapabilities.pop_back(); });
  expectBroken("wormhole-n300", "chip_coords: DEV-S1: 3 entries for 2 chips",
               [](SystemDesc &s) { s.chipCoords.push_back({0, 0, 0, 2}); });
}

TEST(SystemDescTest, DEVS2_KindOfChipExists) {
  expectBroken("wormhole-n300", "chip_indices[1]: DEV-S2: kind 1 does not exist (there are 1)",
               [](SystemDesc &s) { s.chipIndices[1] = 1; });
}

TEST(SystemDescTest, DEVS3_ZeroCores) {
  expectBroken("toy-2x2", "chips[0]: DEV-S3: worker grid 0x2: both sides must lie in [1, 256]",
               [](SystemDesc &s) { s.chips[0].gridRows = 0; });
}

TEST(SystemDescTest, DEVS4_NothingLeftOfL1) {
  expectBroken("toy-2x2", "chips[0]: DEV-S4: l1_unreserved_base_bytes 132096 leaves nothing of l1_size_bytes 132096",
               [](SystemDesc &s) { s.chips[0].l1UnreservedBaseBytes = 132096; });
}

TEST(SystemDescTest, DEVS5_DramRangeAndGrid) {
  expectBroken(
      "toy-2x2",
      "chips[0]: DEV-S5: [dram_unreserved_base_bytes 1024, dram_unreserved_end_bytes 16777217) is not a part of "
      "dram_channel_size_bytes 16777216",
      [](SystemDesc &s) { s.chips[0].dramUnreservedEndBytes++; });
  expectBroken("toy-2x2", "chips[0]: DEV-S5: dram_grid 1x3 does not hold the 2 DRAM channels",
               [](SystemDesc &s) { s.chips[0].dramGridCols = 3; });
}

TEST(SystemDescTest, DEVS6_AlignmentIsAPowerOfTwo) {
  expectBroken("toy-2x2", "chips[0]: DEV-S6: noc_dram_address_align_bytes 48 is not a power of two",
               [](SystemDesc &s) { s.chips[0].nocDramAddressAlignBytes = 48; });
}

TEST(SystemDescTest, DEVS7_NeighbourOfABankIsAWorker) {
  expectBroken("toy-2x2",
               "chips[0]: DEV-S7: dram_bank_to_logical_worker_noc1 names core (2, 0) outside the 2x2 worker grid",
               [](SystemDesc &s) { s.chips[0].dramBankToLogicalWorkerNoc1[0] = {2, 0}; });
  expectBroken("toy-2x2", "chips[0]: DEV-S7: dram_bank_to_logical_worker_noc0 names 1 cores for 2 DRAM channels",
               [](SystemDesc &s) { s.chips[0].dramBankToLogicalWorkerNoc0.pop_back(); });
}

TEST(SystemDescTest, DEVS8_TypesAndTiles) {
  expectBroken("toy-2x2", "chips[0]: DEV-S8: no supported data type",
               [](SystemDesc &s) { s.chips[0].supportedDataTypes.clear(); });
  expectBroken("toy-2x2", "chips[0]: DEV-S8: a data type is named twice",
               [](SystemDesc &s) { s.chips[0].supportedDataTypes.push_back(DataType::F32); });
  expectBroken("toy-2x2", "chips[0]: DEV-S8: tile size 0x32: both sides must lie in [1, 1024]",
               [](SystemDesc &s) { s.chips[0].supportedTileSizes[0].height = 0; });
}

TEST(SystemDescTest, DEVS9_CountsAndSizesInBounds) {
  expectBroken("toy-2x2", "chips[0]: DEV-S9: num_cbs is 0, outside [1, 1024]",
               [](SystemDesc &s) { s.chips[0].numCbs = 0; });
  expectBroken("toy-2x2", "chips[0]: DEV-S9: l1_size_bytes is -1, outside [1, 17592186044416]",
               [](SystemDesc &s) { s.chips[0].l1SizeBytes = -1; });
}

TEST(SystemDescTest, DEVS10_WorkersAreWhatHarvestingLeaves) {
  expectBroken("wormhole-n150",
               "chips[0]: DEV-S10: a 8x8 worker grid does not fit the 7x8 cores that harvesting and dispatch leave",
               [](SystemDesc &s) { s.chips[0].harvesting.harvestedRows = 2; });
}

TEST(SystemDescTest, DEVS11_TwoChipsInOnePlace) {
  expectBroken("wormhole-n300", "chip_coords[1]: DEV-S11: 0x0x0x0 is the place of another chip, too",
               [](SystemDesc &s) { s.chipCoords[1].x = 0; });
}

TEST(SystemDescTest, DEVS12_Links) {
  expectBroken("wormhole-n300", "chip_channels[0]: DEV-S12: chip 2 does not exist (there are 2)",
               [](SystemDesc &s) { s.chipChannels[0].chip1 = 2; });
  expectBroken("wormhole-n300", "chip_channels[1]: DEV-S12: Ethernet core (8, 0) of chip 0 is the end of another link",
               [](SystemDesc &s) { s.chipChannels[1].ethernetCore0 = {8, 0}; });
  expectBroken("wormhole-n300", "chip_channels[0]: DEV-S12: joins chip 0 to itself",
               [](SystemDesc &s) { s.chipChannels[0].chip1 = 0; });
}

TEST(SystemDescTest, DEVS13_CapabilitiesAreBits) {
  expectBroken("wormhole-n300", "chip_capabilities[0]: DEV-S13: -1 is outside [0, 2147483647]",
               [](SystemDesc &s) { s.chipCapabilities[0] = -1; });
}

TEST(SystemDescTest, DEVS14_ConstantsArePositive) {
  expectBroken("toy-2x2", "chips[0]: DEV-S14: constant clock_ghz is 0, not a positive number",
               [](SystemDesc &s) { s.chips[0].constants.clockGhz = 0; });
  expectBroken("toy-2x2", "chips[0]: DEV-S14: noc_bytes_per_cycle_by_transfer: row (128, 10.1) after size 128",
               [](SystemDesc &s) { s.chips[0].constants.nocBytesPerCycleByTransfer[1].first = 128; });
}

//===----------------------------------------------------------------------===//
// Strict reading
//===----------------------------------------------------------------------===//

static void expectParseError(const std::string &from, const std::string &to, const char *message) {
  std::string text = writeSystemDesc(preset("toy-2x2"));
  size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  Result<SystemDesc> system = parseSystemDesc(text);
  ASSERT_FALSE(system.ok()) << message;
  EXPECT_EQ(system.error().message, message);
}

TEST(SystemDescJsonTest, ErrorsCarryThePath) {
  expectParseError("\"arch\": \"wormhole_b0\"", "\"arch\": \"grayskull\"",
                   "chips[0].arch: unknown architecture 'grayskull' (wormhole_b0, blackhole, quasar)");
  expectParseError("\"l1_size_bytes\"", "\"l1_size\"", "chips[0]: unknown member 'l1_size'");
  expectParseError("\"l1_size_bytes\": 132096,", "", "chips[0]: member 'l1_size_bytes' is missing");
  expectParseError("132096", "\"132096\"", "chips[0].l1_size_bytes: expected an integer, found a string");
  expectParseError("132096", "132096.5", "chips[0].l1_size_bytes: expected an integer, found a number");
  expectParseError("\"grid\": [2, 2]", "\"grid\": [2, 0]", "chips[0].grid[1]: 0 is out of range [1, 256]");
  expectParseError("\"grid\": [2, 2]", "\"grid\": [2]", "chips[0].grid: expected 2 integers, found 1");
  expectParseError("\"f16\"", "\"f17\"", "chips[0].supported_data_types[1]: unknown data type 'f17'");
  expectParseError("\"role\": \"host\"", "\"role\": \"guest\"", "cpus[0].role: unknown role 'guest' (host, device)");
  expectParseError("\"chip_indices\": [0]", "\"chip_indices\": [3]",
                   "chip_indices[0]: DEV-S2: kind 3 does not exist (there are 1)");
  expectParseError("\"arch\": \"wormhole_b0\"", "\"arch\": \"quasar\"",
                   "chips[0].constants: member 'clock_ghz' is missing");
}

TEST(SystemDescJsonTest, EveryTruncationIsAnError) {
  std::string text = writeSystemDesc(preset("blackhole-p100"));
  for (size_t length = 0; length + 2 < text.size(); ++length)
    EXPECT_FALSE(parseSystemDesc(std::string_view(text).substr(0, length)).ok()) << length;
}

TEST(SystemDescJsonTest, OwnConstantsAreWrittenAndReadBack) {
  SystemDesc system = preset("toy-2x2");
  system.chips[0].constants.dramSpecGbps = 10.5;
  system.chips[0].constants.nocBytesPerCycleByTransfer = {{64, 1.0}, {128, 2.5}};
  std::string text = writeSystemDesc(system);
  EXPECT_THAT(text, HasSubstr("\"dram_spec_gbps\": 10.5"));
  Result<SystemDesc> again = parseSystemDesc(text);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(*again, system);
}

TEST(SystemDescJsonTest, FileErrorsBeginWithThePath) {
  Result<SystemDesc> none = readSystemDesc("/no/such/file.json");
  ASSERT_FALSE(none.ok());
  EXPECT_THAT(none.error().message, HasSubstr("/no/such/file.json"));
}
