//===- SystemDesc.h - The physical chips, as values -------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A system descriptor lists the chips that a host sees; it says nothing about how a program uses them (that is
// DeviceDesc). Chips of one kind share a ChipDesc:
//
//   chips           [ ChipDesc A ]                     what a chip is
//   chipIndices     [ 0, 0 ]                           chip i is of kind chips[chipIndices[i]]
//   chipCoords      [ 0x0x0x0, 0x0x0x1 ]               rack x shelf x y x x: how they lie
//   chipChannels    [ chip 0 (0,8) <-> chip 1 (0,0) ]  Ethernet links between them
//
// The fields are those of #ttcore.system_desc, with their unit in the name, plus what the attribute leaves out and an
// analytical op model needs: ChipConstants, taken from the architecture unless a file gives its own.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_DEVICE_SYSTEMDESC_H
#define ALCOVE_DEVICE_SYSTEMDESC_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Base/Support/Units.h"
#include "alcove/Device/TensorLayout.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace alcove::device {

enum class Arch : uint8_t { WormholeB0, Blackhole, Quasar };
/// `wormhole_b0`, `blackhole`, `quasar`, as in #ttcore.arch.
const char *toString(Arch arch);
std::optional<Arch> parseArch(std::string_view text);

/// A core by row and column.
struct CoreCoord {
  int64_t y = 0, x = 0;
  auto operator<=>(const CoreCoord &) const = default;
};

/// A core of a chip. `chip` is the position in the device's list of chip ids, not the id itself.
struct PhysicalCore {
  int64_t chip = 0, y = 0, x = 0;
  auto operator<=>(const PhysicalCore &) const = default;
};

struct TileShape {
  int64_t height = 0, width = 0;
  bool operator==(const TileShape &) const = default;
};

/// Physical constants of one architecture. Bandwidths: 1 GBps = 1e9 B/s = 1 B/ns. Every value and its source stands in
/// devices/constants/<arch>.json; a value without a public source for the architecture says so there.
struct ChipConstants {
  double clockGhz = 0; ///< AI clock: cycles per ns

  // Matrix engine and vector unit, per core.
  double matmulCyclesPerTileLofi = 0; ///< one 32x32x32 product of tiles
  double matmulCyclesPerTileHifi2 = 0;
  double matmulCyclesPerTileHifi3 = 0;
  double matmulCyclesPerTileHifi4 = 0;
  double fpuEltwiseElementsPerCycle = 0; ///< add and sub; mul divides by the number of fidelity phases
  double reduceFlopsPerCycleLofi = 0;
  double sfpuLanes = 0; ///< 32-bit lanes, one multiply-add each per cycle

  // Between L1 and the engines, per core.
  double unpackOneBytesPerCycle = 0;  ///< one unpacker busy
  double unpackBothBytesPerCycle = 0; ///< both unpackers busy, together
  double packBytesPerCycle = 0;       ///< all packers
  int64_t l1Banks = 0;
  double l1BankBytesPerCycle = 0;

  // DRAM, whole chip.
  double dramSpecGbps = 0;                  ///< data sheet
  double dramAchievableGbps = 0;            ///< measured with one well-placed reader per bank
  double dramScatteredGbps = 0;             ///< measured with readers anywhere, pages interleaved over all banks
  double dramReadBytesPerCyclePerBank = 0;  ///< what one bank's NoC port sends
  double dramWriteBytesPerCyclePerBank = 0; ///< what one bank's NoC port takes

  // Network on chip.
  double nocRawBytesPerCycle = 0;    ///< link width
  double nocLinkBytesPerCycle = 0;   ///< achievable on a link
  double nocWorkerBytesPerCycle = 0; ///< a worker's injection and absorption
  int64_t nocMaxPacketBytes = 0;
  /// Achievable B/cycle of one core by transfer size: (size in bytes, B/cycle), sizes rising. Between two rows
  /// interpolate; outside use the nearest.
  std::vector<std::pair<int64_t, double>> nocBytesPerCycleByTransfer;
  double nocReadLatencySameCoreCycles = 0;
  double nocReadLatencySameColumnCycles = 0;
  double nocReadLatencySameRowCycles = 0;
  double nocReadLatencyOtherCycles = 0;
  double nocWriteLatencyBaseCycles = 0;
  double nocWriteLatencyPerHopCycles = 0;
  double nocRouterHopCycles = 0;
  int64_t nocGridRows = 0, nocGridCols = 0; ///< all tiles: workers, DRAM, Ethernet, PCIe

  // Between programs and chips.
  double launchBriscOnlyNs = 0; ///< traced launch of a program with one kernel per core
  double launchNs = 0;          ///< traced launch of a program with all kernels on all cores
  double ethLinkGbps = 0;       ///< one link, one direction

  /// Bytes that a device opened for op-model queries keeps at the top of L1 for small buffers.
  Bytes l1SmallBytes = 0;
  /// Year and month (yyyymm) of the backend's kernels that times are estimated for: what the vendor has changed
  /// (tilize, untilize, pads, multiplication) depends on it.
  int64_t kernelRelease = 0;
  /// Constants of the op model that this chip does not share with its architecture, by name: what `alcove calibrate`
  /// found. The op model knows the names, and refuses others.
  std::map<std::string, double> opModel;

  bool operator==(const ChipConstants &) const = default;
};

/// Cores and memories on the die, and those of them that programs may use. All zero when unknown: the attribute does
/// not carry it.
///
///   Wormhole n150:  10 x 8 Tensix  - 1 harvested row - 1 dispatch row    = 8 x 8 workers
///   Blackhole p100: 10 x 14 Tensix - 2 harvested columns - 1 dispatch column = 10 x 11 workers
struct Harvesting {
  int64_t tensixRows = 0, tensixCols = 0;
  int64_t harvestedRows = 0, harvestedCols = 0;
  int64_t dispatchRows = 0, dispatchCols = 0;
  bool known() const { return tensixRows != 0; }
  bool operator==(const Harvesting &) const = default;
};

/// One kind of chip: the fields of #ttcore.chip_desc in its order, then what the attribute leaves out.
struct ChipDesc {
  Arch arch = Arch::WormholeB0;
  int64_t gridRows = 0, gridCols = 0; ///< worker cores
  /// What is added to a logical worker coordinate to get the virtual one of the NoC.
  CoreCoord coordTranslationOffset;
  Bytes l1SizeBytes = 0;
  int64_t numDramChannels = 0;
  Bytes dramChannelSizeBytes = 0;
  Bytes nocL1AddressAlignBytes = 0, pcieAddressAlignBytes = 0, nocDramAddressAlignBytes = 0;
  Bytes l1UnreservedBaseBytes = 0;      ///< first byte of a worker's L1 that tensors and CBs may use
  Bytes eriscL1UnreservedBaseBytes = 0; ///< the same on an Ethernet core
  Bytes dramUnreservedBaseBytes = 0, dramUnreservedEndBytes = 0; ///< per channel: [base, end)
  std::vector<DataType> supportedDataTypes;
  std::vector<TileShape> supportedTileSizes;
  int64_t dstPhysicalSizeTiles = 0; ///< 16-bit tiles in the destination registers, full sync
  int64_t numCbs = 0;
  int64_t numComputeThreads = 0, numDatamovementThreads = 0;
  int64_t dramGridRows = 0, dramGridCols = 0;
  /// For each DRAM bank the worker nearest to it, by NoC.
  std::vector<CoreCoord> dramBankToLogicalWorkerNoc0, dramBankToLogicalWorkerNoc1;

  Harvesting harvesting;
  ChipConstants constants;

  int64_t numWorkers() const { return gridRows * gridCols; }
  /// Bytes of one worker's L1 for tensors and CBs. Source: ChipDescAttr::getUsableL1Size in tt-mlir.
  Bytes usableL1Bytes() const { return l1SizeBytes - l1UnreservedBaseBytes; }
  Bytes usableDramBytes() const { return numDramChannels * (dramUnreservedEndBytes - dramUnreservedBaseBytes); }
  bool operator==(const ChipDesc &) const = default;
};

struct CpuDesc {
  std::string role = "host", targetTriple = "x86_64-pc-linux-gnu";
  bool operator==(const CpuDesc &) const = default;
};

/// Where a chip lies: printed `rack x shelf x y x x`.
struct ChipCoord {
  int64_t rack = 0, shelf = 0, y = 0, x = 0;
  auto operator<=>(const ChipCoord &) const = default;
};

/// One Ethernet link. Chips by position in chipIndices, Ethernet cores by logical coordinate.
struct ChipChannel {
  int64_t chip0 = 0;
  CoreCoord ethernetCore0;
  int64_t chip1 = 0;
  CoreCoord ethernetCore1;
  bool operator==(const ChipChannel &) const = default;
};

/// Bit of chipCapabilities: the host reaches the chip itself, not through another chip.
constexpr int64_t chipCapabilityHostMmio = 1;

struct SystemDesc {
  std::string name, description; ///< for people; not part of the attribute
  std::vector<CpuDesc> cpus;
  std::vector<ChipDesc> chips;           ///< kinds of chip
  std::vector<int64_t> chipIndices;      ///< chip i is chips[chipIndices[i]]
  std::vector<int64_t> chipCapabilities; ///< bits, one per chip
  std::vector<ChipCoord> chipCoords;     ///< one per chip
  std::vector<ChipChannel> chipChannels;

  int64_t numChips() const { return static_cast<int64_t>(chipIndices.size()); }
  const ChipDesc &chip(int64_t id) const { return chips[chipIndices[id]]; }
  bool operator==(const SystemDesc &) const = default;
};

/// Limits on what a file may ask for, so that no allocation or loop is governed by a file's number alone.
constexpr int64_t maxChips = 1024, maxChipKinds = 64, maxGridSide = 256, maxChannels = 65536;

/// Checks the numbered rules DEV-S1 to DEV-S12 of docs/spec/Device.md. Linear in the size of the descriptor.
Status verify(const SystemDesc &system);

/// `rows` x `cols` chips like the only chip of `system`, with one link between neighbours; the host reaches all of
/// them: what a mesh of mock chips is. Error when the system has several chips or the mesh is larger than maxChips.
Result<SystemDesc> replicateChip(const SystemDesc &system, int64_t rows, int64_t cols);

/// What if the chips were smaller: `l1Bytes` of L1 in every core (0 = as it is), `rows` x `cols` workers of every chip
/// (0 = as they are). The worker nearest to a DRAM channel is then the nearest that is left. Errors: more cores or
/// L1 than there are, L1 that its reserved part fills.
Result<SystemDesc> reduceChips(const SystemDesc &system, Bytes l1Bytes, int64_t rows, int64_t cols);

/// Rows x columns of chips by their y and x coordinates; nothing when they do not fill a rectangle of one shelf.
std::optional<std::pair<int64_t, int64_t>> meshOfChipCoords(const SystemDesc &system);

/// Reads the JSON form strictly: unknown or missing members, wrong types and broken rules are errors with a JSON path.
Result<SystemDesc> parseSystemDesc(std::string_view json);
/// Reads the description from a file of at most 16 MiB; an error begins with `path`.
Result<SystemDesc> readSystemDesc(const std::string &path);
/// The JSON form, byte for byte what devices/*.json hold. Constants are written only when they differ from those of the
/// architecture.
std::string writeSystemDesc(const SystemDesc &system);
/// `#ttcore.system_desc<...>` as tt-mlir prints it, on one line.
std::string systemDescAttributeText(const SystemDesc &system);

/// Constants of an architecture, from devices/constants/<arch>.json; nothing for one that has no such file.
const ChipConstants *findConstants(Arch arch);
/// Where constant `member` (its JSON name) of `arch` comes from; empty when unknown.
std::string constantSource(Arch arch, std::string_view member);

/// Names of the presets (devices/*.json, compiled in), sorted.
std::vector<std::string> presetNames();
/// A preset by name; nothing when there is none of that name. The reference stays valid.
const SystemDesc *findPreset(std::string_view name);
/// A preset by name, or the file of that path: what `--device=` takes. An argument that is neither names the presets.
Result<SystemDesc> loadSystemDesc(const std::string &presetOrPath);

} // namespace alcove::device

#endif // ALCOVE_DEVICE_SYSTEMDESC_H
