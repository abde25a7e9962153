//===- Places.h - Where ops want their operands before a plan ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_LAYOUT_PLACES_H
#define ALCOVE_LIB_LOWER_LAYOUT_PLACES_H

#include "alcove/Lower/Rows.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"

namespace alcove::conversion {

enum class Place { DramTile, DramRowMajor, HostRowMajor };

/// Weight or bias of a convolution: the library takes them from the host and prepares them itself.
inline bool wantsHost(mlir::OpOperand &use) {
  return mlir::isa<ttir::Conv2dOp, ttir::ConvTranspose2dOp>(use.getOwner()) && use.getOperandNumber() > 0;
}

/// The table of an embedding: of one in tiles the library makes rows, the whole table at every call.
inline bool isTable(mlir::OpOperand &use) {
  return mlir::isa<ttir::EmbeddingOp>(use.getOwner()) && use.getOperandNumber() == 1;
}

/// Where an op of TTIR takes an operand.
inline Place wantedPlace(mlir::OpOperand &use) {
  return wantsHost(use) ? Place::HostRowMajor : takesRows(use) || isTable(use) ? Place::DramRowMajor : Place::DramTile;
}

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_LAYOUT_PLACES_H
