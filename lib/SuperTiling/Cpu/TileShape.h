//===- TileShape.h - Which loops run in registers, and how far --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_SUPERTILING_CPU_TILESHAPE_H
#define ALCOVE_LIB_SUPERTILING_CPU_TILESHAPE_H

#include "VectorOperand.h"

#include "alcove/SuperTiling/Cpu/RegisterTiles.h"

namespace alcove::supertiling {

/// A structured operation on buffers, as far as its register tile depends on it.
struct VectorLoops {
  mlir::linalg::LinalgOp op;
  llvm::SmallVector<int64_t> extents;
  llvm::SmallVector<bool> parallel;
  llvm::SmallVector<VectorOperand> inputs, inits;
  /// What adds to the only result; null when nothing is reduced.
  mlir::Operation *combiner = nullptr;
  /// Its order does not matter.
  bool reorders = false;
  /// Inputs that are asked for ahead of their loads.
  llvm::SmallVector<LoadAhead> ahead;

  bool reduces() const { return combiner != nullptr; }
};

/// None: see lowerToRegisterTiles.
std::optional<VectorLoops> describeVectorLoops(mlir::linalg::LinalgOp op, const VectorUnit &unit);

struct TileShape {
  /// The loop along the lanes of vectors, the lanes of one and the vectors of a row of the tile.
  unsigned lanesLoop = 0;
  int64_t lanes = 1;
  int64_t vectors = 1;
  /// The loop over rows of the tile; none: one row.
  std::optional<unsigned> rowsLoop;
  int64_t rows = 1;
  /// What crosses memory is read along `rowsLoop`, `lanes` rows at once, and transposed in registers.
  bool transposes = false;
  /// Inputs that are read in packed form, by the loop of their blocks.
  llvm::SmallVector<std::pair<unsigned, unsigned>> packed;
  /// Iterations of a reduction and of `rowsLoop` whose operands stay in the first and second cache; 0: all.
  unsigned panelLoop = 0;
  int64_t panel = 0, rowsPerBlock = 0;
};

/// `trips(input)`: how often the operation runs without that input being written. None: no loop has neighbours in
/// memory that the others allow.
std::optional<TileShape> chooseTileShape(const VectorLoops &loops, const VectorUnit &unit,
                                         llvm::function_ref<int64_t(unsigned)> trips);

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_SUPERTILING_CPU_TILESHAPE_H
