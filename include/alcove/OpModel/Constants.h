//===- Constants.h - Numbers of the machine, each with its source ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table for both halves of the analytical model. A row is `name = value; // unit, source`. Sources are short
// names of section "2. Hardware constants" of the op-model fact sheet.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_CONSTANTS_H
#define ALCOVE_OPMODEL_CONSTANTS_H

#include <cstdint>

namespace alcove::opmodel::constants {

/// Constraints half.
constexpr int64_t circularBuffersPerCore = 32; // count, tt-mlir ChipDesc numCBs
constexpr int64_t dstTilesFullSync = 16;       // 16-bit tiles in DST, tt-metal tech_reports/matrix_engine

/// Time half.

} // namespace alcove::opmodel::constants

#endif // ALCOVE_OPMODEL_CONSTANTS_H
