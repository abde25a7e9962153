//===- LayoutSteps.h - A change of layout as single ops ---------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TTNN has one op that changes everything about a layout (to_tensor_spec) and five that change one thing each. The
// library runs the five: to_layout changes pages and element type where the tensor lies, to_memory_config moves it.
//
//   rows in DRAM  ->  tiles, height-sharded in L1
//     to_layout         rows in DRAM   ->  tiles in DRAM
//     to_memory_config  tiles in DRAM  ->  tiles in L1, height_sharded
//
// Source of the order: tt-mlir TTNNDecomposeLayouts.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_DEVICE_LAYOUTSTEPS_H
#define ALCOVE_DEVICE_LAYOUTSTEPS_H

#include "alcove/Device/TensorLayout.h"

namespace alcove::device {

struct LayoutStep {
  enum class Kind : uint8_t { ToDevice, FromDevice, ToLayout, Typecast, ToMemoryConfig };
  Kind kind = Kind::ToLayout;
  TensorLayout layout; ///< after the step
};

/// `to_device`, `from_device`, `to_layout`, `typecast` or `to_memory_config`.
const char *opName(LayoutStep::Kind kind);

/// Both lie in the same kind of buffer, spread alike over the same grid: what to_layout may not change. Cores are not
/// compared. Source: the verifier of ttnn.to_layout in tt-mlir (#9065).
bool samePlace(const TensorLayout &a, const TensorLayout &b);

/// The steps from one layout to another, at most five; none when the layouts differ in nothing that a step changes
/// (cores of what is not sharded). The last step's layout is `to` but for what no step tells apart (shard shapes).
std::vector<LayoutStep> stepsBetween(const TensorLayout &from, const TensorLayout &to);

} // namespace alcove::device

#endif // ALCOVE_DEVICE_LAYOUTSTEPS_H
