//===- WindowSearch.h - Re-solving a stretch of a schedule ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_GRAPHSCHEDULE_DOWNSET_WINDOWSEARCH_H
#define ALCOVE_LIB_PLAN_GRAPHSCHEDULE_DOWNSET_WINDOWSEARCH_H

#include "../Groups/Improve.h"
#include "DownsetSearch.h"

namespace alcove::plan::schedule {

struct WindowOptions {
  bool fuse = false;
  bool recompute = true, retention = true;
  /// Moves of the annealer; 0: none.
  uint64_t moves = 0;
  uint64_t seed = 1;
  /// Exact search with at most this many sets visited and transitions tried; 0: none.
  size_t exactVisits = 0;
  uint64_t exactWork = 0;
};

struct WindowResult {
  bool improved = false;
  uint64_t work = 0;
};

/// Large neighbourhood: the groups [begin, end) of `sequence` are taken apart and scheduled anew as a problem of their
/// own; what lies before and after stays. Nothing happens if tensors are retained across the borders or an operation of
/// the window runs outside as well.
WindowResult improveWindow(const OpGraph &graph, const PricerOptions &pricing, std::vector<ScheduledGroup> &sequence,
                           size_t begin, size_t end, const WindowOptions &options, const StopSignal &stop);

} // namespace alcove::plan::schedule

#endif // ALCOVE_LIB_PLAN_GRAPHSCHEDULE_DOWNSET_WINDOWSEARCH_H
