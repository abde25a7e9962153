//===- Timeline.h - An execution as files -----------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// timeline.json: one object per function. Addresses and bytes are per bank (an L1 core, a DRAM channel), times in ns:
//
//   {"functions": [{"name": "forward", "l1_bytes_per_core": 1498112, "peak_l1_bytes": ..., "peak_extent_bytes": ...,
//      "fragmentation": 0.03, "peak_dram_bytes_per_channel": ..., "time_ns": ...,
//      "steps":   [{"step": 4, "op": "relu", "start_ns": 0, "duration_ns": 812, "compute_ns": ..., "dram_ns": ...,
//                   "noc_ns": ..., "launch_ns": ..., "dram_bytes": ..., "cores": 64, "live_l1_bytes": ...,
//                   "peak_l1_bytes": ..., "peak_extent_bytes": ..., "lowest_address": ..., "cb_bytes": ...,
//                   "live_dram_bytes": ...}],
//      "tensors": [{"name": "%3", "space": "l1", "begin": 512, "end": 1024, "first_step": 4, "last_step": 9,
//                   "start_ns": 0, "end_ns": 4000}]}]}
//
// last_step is the instruction that frees the bytes; the number of instructions when none does.
// The Chrome trace (chrome://tracing, Perfetto) shows ops as slices, bytes held as counters, tensors as async slices.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_REPORT_TIMELINE_H
#define ALCOVE_REPORT_TIMELINE_H

#include "alcove/Judge/Memory/Execution/Execution.h"

namespace alcove::judge {

/// timeline.json of the functions of one module. O(steps + residences, with a logarithm for times).
std::string timelineJson(const std::vector<Report> &functions);
/// The timeline for chrome://tracing: one process per function.
std::string chromeTrace(const std::vector<Report> &functions);

} // namespace alcove::judge

#endif // ALCOVE_REPORT_TIMELINE_H
