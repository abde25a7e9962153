//===- SystemDescAttr.cpp - Devices as attributes and as values ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Conversion/SystemDescAttr.h"

#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace alcove;

// Device writes the text of both attributes itself; parsing it keeps one description of the format.
ttcore::SystemDescAttr conversion::toAttr(MLIRContext *context, const device::SystemDesc &system) {
  context->loadDialect<ttcore::TTCoreDialect>();
  return dyn_cast_or_null<ttcore::SystemDescAttr>(parseAttribute(device::systemDescAttributeText(system), context));
}

ttcore::DeviceAttr conversion::toAttr(MLIRContext *context, const device::DeviceDesc &device) {
  context->loadDialect<ttcore::TTCoreDialect>();
  return dyn_cast_or_null<ttcore::DeviceAttr>(
      parseAttribute("#ttcore.device" + device::deviceAttributeText(device), context));
}

static std::vector<device::CoreCoord> coresOf(ArrayRef<int64_t> pairs) {
  std::vector<device::CoreCoord> cores;
  for (size_t i = 0; i + 1 < pairs.size(); i += 2)
    cores.push_back({pairs[i], pairs[i + 1]});
  return cores;
}

static std::pair<int64_t, int64_t> pairOf(ArrayRef<int64_t> values) {
  return values.size() == 2 ? std::pair(values[0], values[1]) : std::pair<int64_t, int64_t>(0, 0);
}

static Result<device::ChipDesc> chipOf(ttcore::ChipDescAttr attribute) {
  device::ChipDesc chip;
  chip.arch = static_cast<device::Arch>(attribute.getArch());
  std::tie(chip.gridRows, chip.gridCols) = pairOf(attribute.getInts("grid"));
  std::tie(chip.coordTranslationOffset.y, chip.coordTranslationOffset.x) =
      pairOf(attribute.getInts("coord_translation_offsets"));
  chip.l1SizeBytes = attribute.getInt("l1_size");
  chip.numDramChannels = attribute.getInt("num_dram_channels");
  chip.dramChannelSizeBytes = attribute.getInt("dram_channel_size");
  chip.nocL1AddressAlignBytes = attribute.getInt("noc_l1_address_align_bytes");
  chip.pcieAddressAlignBytes = attribute.getInt("pcie_address_align_bytes");
  chip.nocDramAddressAlignBytes = attribute.getInt("noc_dram_address_align_bytes");
  chip.l1UnreservedBaseBytes = attribute.getInt("l1_unreserved_base");
  chip.eriscL1UnreservedBaseBytes = attribute.getInt("erisc_l1_unreserved_base");
  chip.dramUnreservedBaseBytes = attribute.getInt("dram_unreserved_base");
  chip.dramUnreservedEndBytes = attribute.getInt("dram_unreserved_end");
  if (auto types = attribute.getFields().getAs<ArrayAttr>("supported_data_types"))
    for (Attribute type : types)
      chip.supportedDataTypes.push_back(ttcore::toDevice(cast<ttcore::DataTypeAttr>(type).getValue()));
  ArrayRef<int64_t> tiles = attribute.getInts("supported_tile_sizes");
  for (size_t i = 0; i + 1 < tiles.size(); i += 2)
    chip.supportedTileSizes.push_back({tiles[i], tiles[i + 1]});
  chip.dstPhysicalSizeTiles = attribute.getInt("dst_physical_size_tiles");
  chip.numCbs = attribute.getInt("num_cbs");
  chip.numComputeThreads = attribute.getInt("num_compute_threads");
  chip.numDatamovementThreads = attribute.getInt("num_datamovement_threads");
  std::tie(chip.dramGridRows, chip.dramGridCols) = pairOf(attribute.getInts("dram_grid"));
  chip.dramBankToLogicalWorkerNoc0 = coresOf(attribute.getInts("dram_bank_to_logical_worker_noc0"));
  chip.dramBankToLogicalWorkerNoc1 = coresOf(attribute.getInts("dram_bank_to_logical_worker_noc1"));
  const device::ChipConstants *constants = device::findConstants(chip.arch);
  if (!constants)
    return Error{std::string("no physical constants for architecture ") + device::toString(chip.arch)};
  chip.constants = *constants;
  return chip;
}

Result<device::SystemDesc> conversion::fromAttr(ttcore::SystemDescAttr attribute) {
  device::SystemDesc system;
  for (ttcore::CPUDescAttr cpu : attribute.getCpuDescs())
    system.cpus.push_back({ttcore::stringifyCPURole(cpu.getRole()).str(), cpu.getTargetTriple().str()});
  for (ttcore::ChipDescAttr chipAttr : attribute.getChipDescs()) {
    ALCOVE_ASSIGN_OR_RETURN(device::ChipDesc chip, chipOf(chipAttr));
    system.chips.push_back(std::move(chip));
  }
  system.chipIndices.assign(attribute.getChipDescIndices().begin(), attribute.getChipDescIndices().end());
  system.chipCapabilities.assign(attribute.getChipCapabilities().begin(), attribute.getChipCapabilities().end());
  ArrayRef<int64_t> coords = attribute.getChipCoords();
  for (size_t i = 0; i + 3 < coords.size(); i += 4)
    system.chipCoords.push_back({coords[i], coords[i + 1], coords[i + 2], coords[i + 3]});
  for (Attribute channel : attribute.getChipChannels()) {
    ArrayRef<int64_t> ends = cast<DenseI64ArrayAttr>(channel).asArrayRef();
    system.chipChannels.push_back({ends[0], {ends[1], ends[2]}, ends[3], {ends[4], ends[5]}});
  }
  ALCOVE_RETURN_IF_ERROR(device::verify(system));
  return system;
}
