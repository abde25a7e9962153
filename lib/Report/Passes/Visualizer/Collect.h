//===- Collect.h - What a report for ttnn-visualizer says -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_REPORT_PASSES_VISUALIZER_COLLECT_H
#define ALCOVE_LIB_REPORT_PASSES_VISUALIZER_COLLECT_H

#include "alcove/Optimize/PlanRecord.h"
#include "alcove/Report/Visualizer.h"

namespace alcove::transforms {

/// The forward functions of a walk, one behind the other. Every instruction but the return is an operation, with the
/// memory events that the judge saw; broken rules of allocation are worded as tt-metal words them. Reasons come from
/// the plan's record where there is one. O(ops x live tensors).
report::VisualizerReport visualizerReport(mlir::ModuleOp module, const judge::ModuleWalk &walk,
                                          const PlanRecord *record);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_REPORT_PASSES_VISUALIZER_COLLECT_H
