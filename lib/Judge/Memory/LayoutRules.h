//===- LayoutRules.h - Whether a layout is that of its tensor ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_JUDGE_MEMORY_LAYOUTRULES_H
#define ALCOVE_LIB_JUDGE_MEMORY_LAYOUTRULES_H

#include "alcove/Ops/Dialect/TTNN/TTNN.h"

namespace alcove::judge {

/// A broken rule: what is said of the tensor.
struct LayoutFault {
  const char *rule;
  std::string message;
};

/// MEM-16: the memref is the shard that the tensor's shape and the grid give. MEM-17: elements of tensor and layout are
/// the same. MEM-21: the map collapses all dimensions but the last. Layouts of more dimensions are not looked at.
std::optional<LayoutFault> checkLayoutOfType(mlir::RankedTensorType type);

/// MEM-17 to MEM-20 for one op: conversions keep the elements, what is computed from tensors on the device lies on the
/// device, to_layout changes pages alone, and weights are prepared on the host.
std::optional<LayoutFault> checkResultsOf(mlir::Operation *op);

} // namespace alcove::judge

#endif // ALCOVE_LIB_JUDGE_MEMORY_LAYOUTRULES_H
