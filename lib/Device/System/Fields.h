//===- Fields.h - Members of the descriptor structs by name --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table per struct, walked by the JSON reader, the JSON writer, the attribute printer and the checks: a member that
// is added to a struct and here is read, written and checked everywhere.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_DEVICE_SYSTEM_FIELDS_H
#define ALCOVE_LIB_DEVICE_SYSTEM_FIELDS_H

#include "alcove/Device/SystemDesc.h"

#include <array>

namespace alcove::device {

/// An integer member of a chip: its JSON name (with unit), its name in #ttcore.chip_desc, and its bounds.
struct ChipField {
  const char *jsonName, *attributeName;
  int64_t ChipDesc::*member;
  int64_t low, high;
};

constexpr int64_t maxBytes = int64_t(1) << 44;
/// Between coord_translation_offsets and supported_data_types, in the attribute's order.
constexpr std::array<ChipField, 10> memoryFields = {{
    {"l1_size_bytes", "l1_size", &ChipDesc::l1SizeBytes, 1, maxBytes},
    {"num_dram_channels", "num_dram_channels", &ChipDesc::numDramChannels, 1, 4096},
    {"dram_channel_size_bytes", "dram_channel_size", &ChipDesc::dramChannelSizeBytes, 1, maxBytes},
    {"noc_l1_address_align_bytes", "noc_l1_address_align_bytes", &ChipDesc::nocL1AddressAlignBytes, 1, 1 << 20},
    {"pcie_address_align_bytes", "pcie_address_align_bytes", &ChipDesc::pcieAddressAlignBytes, 1, 1 << 20},
    {"noc_dram_address_align_bytes", "noc_dram_address_align_bytes", &ChipDesc::nocDramAddressAlignBytes, 1, 1 << 20},
    {"l1_unreserved_base_bytes", "l1_unreserved_base", &ChipDesc::l1UnreservedBaseBytes, 0, maxBytes},
    {"erisc_l1_unreserved_base_bytes", "erisc_l1_unreserved_base", &ChipDesc::eriscL1UnreservedBaseBytes, 0, maxBytes},
    {"dram_unreserved_base_bytes", "dram_unreserved_base", &ChipDesc::dramUnreservedBaseBytes, 0, maxBytes},
    {"dram_unreserved_end_bytes", "dram_unreserved_end", &ChipDesc::dramUnreservedEndBytes, 1, maxBytes},
}};
/// Between supported_tile_sizes and dram_grid.
constexpr std::array<ChipField, 4> threadFields = {{
    {"dst_physical_size_tiles", "dst_physical_size_tiles", &ChipDesc::dstPhysicalSizeTiles, 1, 1024},
    {"num_cbs", "num_cbs", &ChipDesc::numCbs, 1, 1024},
    {"num_compute_threads", "num_compute_threads", &ChipDesc::numComputeThreads, 1, 64},
    {"num_datamovement_threads", "num_datamovement_threads", &ChipDesc::numDatamovementThreads, 1, 64},
}};

/// A constant: a positive real number or a positive integer.
struct ConstantField {
  const char *jsonName;
  double ChipConstants::*real;
  int64_t ChipConstants::*integer;
};

constexpr std::array<ConstantField, 37> constantFields = {{
    {"clock_ghz", &ChipConstants::clockGhz, nullptr},
    {"matmul_cycles_per_tile_lofi", &ChipConstants::matmulCyclesPerTileLofi, nullptr},
    {"matmul_cycles_per_tile_hifi2", &ChipConstants::matmulCyclesPerTileHifi2, nullptr},
    {"matmul_cycles_per_tile_hifi3", &ChipConstants::matmulCyclesPerTileHifi3, nullptr},
    {"matmul_cycles_per_tile_hifi4", &ChipConstants::matmulCyclesPerTileHifi4, nullptr},
    {"fpu_eltwise_elements_per_cycle", &ChipConstants::fpuEltwiseElementsPerCycle, nullptr},
    {"reduce_flops_per_cycle_lofi", &ChipConstants::reduceFlopsPerCycleLofi, nullptr},
    {"sfpu_lanes", &ChipConstants::sfpuLanes, nullptr},
    {"unpack_one_bytes_per_cycle", &ChipConstants::unpackOneBytesPerCycle, nullptr},
    {"unpack_both_bytes_per_cycle", &ChipConstants::unpackBothBytesPerCycle, nullptr},
    {"pack_bytes_per_cycle", &ChipConstants::packBytesPerCycle, nullptr},
    {"l1_banks", nullptr, &ChipConstants::l1Banks},
    {"l1_bank_bytes_per_cycle", &ChipConstants::l1BankBytesPerCycle, nullptr},
    {"dram_spec_gbps", &ChipConstants::dramSpecGbps, nullptr},
    {"dram_achievable_gbps", &ChipConstants::dramAchievableGbps, nullptr},
    {"dram_scattered_gbps", &ChipConstants::dramScatteredGbps, nullptr},
    {"dram_read_bytes_per_cycle_per_bank", &ChipConstants::dramReadBytesPerCyclePerBank, nullptr},
    {"dram_write_bytes_per_cycle_per_bank", &ChipConstants::dramWriteBytesPerCyclePerBank, nullptr},
    {"noc_raw_bytes_per_cycle", &ChipConstants::nocRawBytesPerCycle, nullptr},
    {"noc_link_bytes_per_cycle", &ChipConstants::nocLinkBytesPerCycle, nullptr},
    {"noc_worker_bytes_per_cycle", &ChipConstants::nocWorkerBytesPerCycle, nullptr},
    {"noc_max_packet_bytes", nullptr, &ChipConstants::nocMaxPacketBytes},
    {"noc_bytes_per_cycle_by_transfer", nullptr, nullptr}, // the one table: nocBytesPerCycleByTransfer
    {"noc_read_latency_same_core_cycles", &ChipConstants::nocReadLatencySameCoreCycles, nullptr},
    {"noc_read_latency_same_column_cycles", &ChipConstants::nocReadLatencySameColumnCycles, nullptr},
    {"noc_read_latency_same_row_cycles", &ChipConstants::nocReadLatencySameRowCycles, nullptr},
    {"noc_read_latency_other_cycles", &ChipConstants::nocReadLatencyOtherCycles, nullptr},
    {"noc_write_latency_base_cycles", &ChipConstants::nocWriteLatencyBaseCycles, nullptr},
    {"noc_write_latency_per_hop_cycles", &ChipConstants::nocWriteLatencyPerHopCycles, nullptr},
    {"noc_router_hop_cycles", &ChipConstants::nocRouterHopCycles, nullptr},
    {"noc_grid_rows", nullptr, &ChipConstants::nocGridRows},
    {"noc_grid_cols", nullptr, &ChipConstants::nocGridCols},
    {"launch_brisc_only_ns", &ChipConstants::launchBriscOnlyNs, nullptr},
    {"launch_ns", &ChipConstants::launchNs, nullptr},
    {"eth_link_gbps", &ChipConstants::ethLinkGbps, nullptr},
    {"l1_small_bytes", nullptr, &ChipConstants::l1SmallBytes},
    {"kernel_release", nullptr, &ChipConstants::kernelRelease},
}};

} // namespace alcove::device

#endif // ALCOVE_LIB_DEVICE_SYSTEM_FIELDS_H
