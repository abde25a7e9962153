//===- LegalLayouts.h - The search space of layouts -------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is possible, before anything is chosen:
//
//   scalarDataTypes        data types that occur in the module
//   legalTensorLayouts     page layout x memory layout x buffer x grid, some hundreds per tensor
//   legalOpLayouts         of those, what one op's result may take: interleaved in DRAM and L1, and the first
//                          max-legal-layouts sharded ones
//
// An op's own configurations come on top: Optimize/OpRules. Source of the enumeration: tt-mlir
// LegalTensorLayoutAnalysis / LegalOpLayoutAnalysis (August 2026), with stable orders instead of std::sort's.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPTIMIZE_LAYOUTS_LEGALLAYOUTS_H
#define ALCOVE_OPTIMIZE_LAYOUTS_LEGALLAYOUTS_H

#include "alcove/Ops/Queries/Queries.h"
#include "alcove/Optimize/Layouts/Overrides.h"

#include <set>

namespace alcove::layouts {

using device::TensorLayout;

struct LegalLayoutOptions {
  int64_t maxLegalLayouts = 64; ///< sharded layouts per op; 0 = none
  bool rowMajorEnabled = false;
};

/// Data types of the tensors that ops of `root` produce (ScalarDataTypeAnalysis).
std::set<device::DataType> scalarDataTypes(mlir::Operation *root);

/// All layouts of a tensor of `shape` and `type`: interleaved ones first, then sharded by number of cores,
/// descending; among grids with the same shard shape only the smallest is kept. O(cores^2) at most.
std::vector<TensorLayout> legalTensorLayouts(llvm::ArrayRef<int64_t> shape, device::DataType type,
                                             const queries::Machine &machine, bool rowMajorEnabled);

/// Rows in L1 of a tensor that to_layout makes tiles of where it lies, or makes of tiles: interleaved, and the sharded
/// layouts of `legalTensorLayouts` whose shards are whole tiles without padding. Behind them up to `mostSharded` other
/// shards of rows, those on most cores first: what computes on rows takes them.
std::vector<TensorLayout> rowLayouts(llvm::ArrayRef<int64_t> shape, device::DataType type,
                                     const queries::Machine &machine, int64_t mostSharded);

/// Result layouts of one op, its override applied.
std::vector<TensorLayout> legalOpLayouts(mlir::Operation *op, const queries::Machine &machine,
                                         const LegalLayoutOptions &options, const LayoutOverride *override);

} // namespace alcove::layouts

#endif // ALCOVE_OPTIMIZE_LAYOUTS_LEGALLAYOUTS_H
