//===- ModelExplorer.h - A plan for Model Explorer --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_REPORT_PASSES_SUMMARY_MODELEXPLORER_H
#define ALCOVE_LIB_REPORT_PASSES_SUMMARY_MODELEXPLORER_H

#include "OpTable.h"

namespace alcove::transforms {

/// `{"label", "graphs"}`, a graph per function with a node per op: the format of Model Explorer's JSON loader, which
/// the MLIR page of ttnn-visualizer reads too. Nodes have every key and string values only, as that page wants them;
/// modules of the model are layers, by the names around the op's; ops in DRAM and in L1 differ by colour, edges out of DRAM are an overlay.
std::string modelExplorerJson(llvm::StringRef module, const std::vector<OpLine> &lines);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_REPORT_PASSES_SUMMARY_MODELEXPLORER_H
