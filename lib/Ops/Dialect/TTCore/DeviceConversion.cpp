//===- DeviceConversion.cpp - Attributes to device values and back -------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/TTCore/DeviceConversion.h"

#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::ttcore;

static Result<device::AffineMap> affineMapOf(AffineMap map) {
  if (!map)
    return device::AffineMap();
  std::string text;
  llvm::raw_string_ostream stream(text);
  map.print(stream);
  return device::AffineMap::parse(text);
}

Result<device::WorkerGrid> ttcore::workerGridOf(ArrayRef<int64_t> shape, AffineMap virtToPhysical,
                                                AffineMap physicalToVirt) {
  device::WorkerGrid grid;
  grid.shape.assign(shape.begin(), shape.end());
  ALCOVE_ASSIGN_OR_RETURN(grid.virtualToPhysical, affineMapOf(virtToPhysical));
  ALCOVE_ASSIGN_OR_RETURN(grid.physicalToVirtual, affineMapOf(physicalToVirt));
  return grid;
}

Result<device::DeviceDesc> ttcore::deviceDescOf(DeviceAttr attr) {
  return deviceDescOf(attr.getWorkerGrid(), attr.getDramGrid(), attr.getL1Map(), attr.getDramMap(), attr.getMeshShape(),
                      attr.getChipIds(), attr.getMeshTopology());
}

Result<device::DeviceDesc> ttcore::deviceDescOf(GridAttr grid, GridAttr dramGrid, AffineMap l1Map, AffineMap dramMap,
                                                ArrayRef<int64_t> meshShape, ArrayRef<int64_t> chipIds,
                                                ArrayRef<Topology> meshTopology) {
  device::DeviceDesc desc;
  ALCOVE_ASSIGN_OR_RETURN(desc.workerGrid,
                          workerGridOf(grid.getShape(), grid.getVirtToPhysicalMap(), grid.getPhysicalToVirtMap()));
  desc.dramGrid = dramGrid.getShape().vec();
  ALCOVE_ASSIGN_OR_RETURN(desc.l1Map, affineMapOf(l1Map));
  ALCOVE_ASSIGN_OR_RETURN(desc.dramMap, affineMapOf(dramMap));
  desc.meshShape = meshShape.vec();
  desc.chipIds = chipIds.vec();
  for (Topology topology : meshTopology)
    desc.meshTopology.push_back(static_cast<device::Topology>(topology));
  return desc;
}

static std::vector<device::CoreCoord> coresOf(ArrayRef<int64_t> flat) {
  std::vector<device::CoreCoord> cores;
  for (size_t i = 0; i + 1 < flat.size(); i += 2)
    cores.push_back({flat[i], flat[i + 1]});
  return cores;
}

/// Constants are those of a chip with all its DRAM channels; the attribute of a chip with fewer (a p100 has seven of
/// eight) says how many are left, and a channel brings its share.
static void scaleDramBandwidth(device::ChipDesc &chip, int64_t allChannels) {
  if (allChannels <= 0 || chip.numDramChannels <= 0 || chip.numDramChannels == allChannels)
    return;
  double share = static_cast<double>(chip.numDramChannels) / static_cast<double>(allChannels);
  chip.constants.dramSpecGbps *= share;
  chip.constants.dramAchievableGbps *= share;
  chip.constants.dramScatteredGbps *= share;
}

Result<device::ChipDesc> ttcore::chipDescOf(ChipDescAttr attr) {
  device::ChipDesc chip;
  auto arch = static_cast<device::Arch>(attr.getArch());
  // The mock Wormhole also stands for architectures without a mock of their own.
  const device::SystemDesc *mock = device::findPreset(device::toString(arch));
  if (!mock)
    mock = device::findPreset(device::toString(device::Arch::WormholeB0));
  if (mock)
    chip = mock->chip(0);
  chip.arch = arch;
  const device::ChipConstants *constants = device::findConstants(arch);
  chip.constants = constants ? *constants : device::ChipConstants();
  int64_t allChannels = chip.numDramChannels;

  auto integer = [&](StringRef name, int64_t &into) {
    if (attr.getFields().get(name))
      into = attr.getInt(name);
  };
  auto pair = [&](StringRef name, int64_t &first, int64_t &second) -> Status {
    if (!attr.getFields().get(name))
      return Status();
    ArrayRef<int64_t> values = attr.getInts(name);
    if (values.size() != 2)
      return Error{"chip descriptor: " + name.str() + " has " + std::to_string(values.size()) + " dimensions, not 2"};
    first = values[0], second = values[1];
    return Status();
  };
  ALCOVE_RETURN_IF_ERROR(pair("grid", chip.gridRows, chip.gridCols));
  ALCOVE_RETURN_IF_ERROR(
      pair("coord_translation_offsets", chip.coordTranslationOffset.y, chip.coordTranslationOffset.x));
  integer("l1_size", chip.l1SizeBytes);
  integer("num_dram_channels", chip.numDramChannels);
  scaleDramBandwidth(chip, allChannels);
  integer("dram_channel_size", chip.dramChannelSizeBytes);
  integer("noc_l1_address_align_bytes", chip.nocL1AddressAlignBytes);
  integer("pcie_address_align_bytes", chip.pcieAddressAlignBytes);
  integer("noc_dram_address_align_bytes", chip.nocDramAddressAlignBytes);
  integer("l1_unreserved_base", chip.l1UnreservedBaseBytes);
  integer("erisc_l1_unreserved_base", chip.eriscL1UnreservedBaseBytes);
  integer("dram_unreserved_base", chip.dramUnreservedBaseBytes);
  chip.dramUnreservedEndBytes = chip.dramChannelSizeBytes;
  integer("dram_unreserved_end", chip.dramUnreservedEndBytes);
  integer("dst_physical_size_tiles", chip.dstPhysicalSizeTiles);
  integer("num_cbs", chip.numCbs);
  integer("num_compute_threads", chip.numComputeThreads);
  integer("num_datamovement_threads", chip.numDatamovementThreads);
  chip.dramGridRows = 1, chip.dramGridCols = chip.numDramChannels;
  ALCOVE_RETURN_IF_ERROR(pair("dram_grid", chip.dramGridRows, chip.dramGridCols));
  chip.dramBankToLogicalWorkerNoc0 = coresOf(attr.getInts("dram_bank_to_logical_worker_noc0"));
  chip.dramBankToLogicalWorkerNoc1 = coresOf(attr.getInts("dram_bank_to_logical_worker_noc1"));
  if (auto types = attr.getFields().getAs<ArrayAttr>("supported_data_types")) {
    chip.supportedDataTypes.clear();
    for (Attribute type : types)
      chip.supportedDataTypes.push_back(toDevice(cast<DataTypeAttr>(type).getValue()));
  }
  if (attr.getFields().get("supported_tile_sizes")) {
    chip.supportedTileSizes.clear();
    for (const device::CoreCoord &size : coresOf(attr.getInts("supported_tile_sizes")))
      chip.supportedTileSizes.push_back({size.y, size.x});
  }
  chip.harvesting = {};
  return chip;
}

Result<device::SystemDesc> ttcore::systemDescOf(SystemDescAttr attr) {
  ALCOVE_ASSIGN_OR_RETURN(device::SystemDesc system,
                          systemDescOf(attr.getChipDescs(), attr.getChipDescIndices(), attr.getChipCapabilities(),
                                       attr.getChipCoords(), attr.getChipChannels()));
  for (CPUDescAttr cpu : attr.getCpuDescs())
    system.cpus.push_back({stringifyCPURole(cpu.getRole()).str(), cpu.getTargetTriple().getValue().str()});
  return system;
}

Result<device::SystemDesc> ttcore::systemDescOf(ArrayRef<ChipDescAttr> chips, ArrayRef<int64_t> chipIndices,
                                                ArrayRef<int64_t> capabilities, ArrayRef<int64_t> coords,
                                                ArrayAttr channels) {
  device::SystemDesc system;
  for (ChipDescAttr chipAttr : chips) {
    ALCOVE_ASSIGN_OR_RETURN(device::ChipDesc chip, chipDescOf(chipAttr));
    system.chips.push_back(std::move(chip));
  }
  system.chipIndices = chipIndices.vec();
  system.chipCapabilities = capabilities.vec();
  for (size_t i = 0; i + 3 < coords.size(); i += 4)
    system.chipCoords.push_back({coords[i], coords[i + 1], coords[i + 2], coords[i + 3]});
  for (Attribute channel : channels) {
    ArrayRef<int64_t> ends = cast<DenseI64ArrayAttr>(channel).asArrayRef();
    system.chipChannels.push_back({ends[0], {ends[1], ends[2]}, ends[3], {ends[4], ends[5]}});
  }
  return system;
}

SystemDescAttr ttcore::systemDescAttrOf(MLIRContext *context, const device::SystemDesc &system) {
  context->getOrLoadDialect<TTCoreDialect>();
  return dyn_cast_or_null<SystemDescAttr>(parseAttribute(device::systemDescAttributeText(system), context));
}

DeviceAttr ttcore::deviceAttrOf(MLIRContext *context, const device::DeviceDesc &device) {
  context->getOrLoadDialect<TTCoreDialect>();
  return dyn_cast_or_null<DeviceAttr>(parseAttribute("#ttcore.device" + device::deviceAttributeText(device), context));
}
