//===- Overrides.h - What the user decides instead of the policy -*- C++ -*-==//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   override-output-layout   add_0=1x1,add_1=l1:interleaved,add_2=4x4:l1:block_sharded:tile:bf16
//   override-conv2d-config   conv2d_1=act_block_h_override#64:deallocate_activation#true
//   insert-memreconfig       op1=0,op2=0:1          operand indices
//
// Ops are named by any of their names (alcove/Ops/Dialect/OpNames.h). Grammar and messages: tt-mlir PassOverrides.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPTIMIZE_LAYOUTS_OVERRIDES_H
#define ALCOVE_OPTIMIZE_LAYOUTS_OVERRIDES_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Device/TensorLayout.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>

namespace alcove::layouts {

/// Parts of a layout that are fixed; the rest stays free.
struct LayoutOverride {
  std::optional<std::pair<int64_t, int64_t>> grid;
  std::optional<device::BufferType> bufferType;
  std::optional<device::MemoryLayout> memoryLayout;
  std::optional<device::PageLayout> pageLayout;
  std::optional<device::DataType> dataType;

  bool matches(const device::TensorLayout &layout) const;
  /// Buffer, memory layout, page layout and grid are all given: the layout is built, not searched.
  bool isFull() const { return grid && bufferType && memoryLayout && pageLayout; }
};

/// Values by field name, as text.
using Conv2dOverride = std::map<std::string, std::string>;

struct Overrides {
  std::map<std::string, LayoutOverride> outputLayouts;
  std::map<std::string, Conv2dOverride> conv2dConfigs;
  std::map<std::string, std::vector<int64_t>> memReconfigs;
  bool empty() const { return outputLayouts.empty() && conv2dConfigs.empty() && memReconfigs.empty(); }
};

Result<std::map<std::string, LayoutOverride>> parseLayoutOverrides(llvm::StringRef text);
Result<std::map<std::string, Conv2dOverride>> parseConv2dOverrides(llvm::StringRef text);
Result<std::map<std::string, std::vector<int64_t>>> parseMemReconfigs(llvm::StringRef text);

/// Fails when a grid that is given has more cores than the device's `workers` (rows, columns) can take.
Status checkOverrideFits(const LayoutOverride &given, std::pair<int64_t, int64_t> workers);

/// `config` (may be null) with the override's fields set.
mlir::Attribute applyConv2dOverride(mlir::MLIRContext *context, mlir::Attribute config, const Conv2dOverride &fields);

/// Every key becomes the name of the op inside `root` that it means. Errors: no such op, several, one op by two names.
Status resolveNames(mlir::Operation *root, Overrides &overrides);

} // namespace alcove::layouts

#endif // ALCOVE_OPTIMIZE_LAYOUTS_OVERRIDES_H
