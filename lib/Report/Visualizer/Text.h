//===- Text.h - TTNN's spelling of layouts ----------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_REPORT_VISUALIZER_TEXT_H
#define ALCOVE_LIB_REPORT_VISUALIZER_TEXT_H

#include "alcove/Report/Visualizer.h"

namespace alcove::report {

/// `BFLOAT16`.
std::string dataTypeText(device::DataType type);
/// `HEIGHT_SHARDED`.
std::string memoryLayoutText(device::MemoryLayout layout);
/// `L1`.
std::string bufferTypeText(device::BufferType type);
/// The program that runs for an operation, as profilers call it: `MatmulDeviceOperation`; empty when it takes no time.
std::string deviceOperation(const VisualizerReport &report, const VisualizerReport::Operation &operation);
/// What an operation did, as nodes of tt-metal's graph capture: JSON.
std::string capturedGraph(const VisualizerReport &report, const VisualizerReport::Operation &operation);

} // namespace alcove::report

#endif // ALCOVE_LIB_REPORT_VISUALIZER_TEXT_H
