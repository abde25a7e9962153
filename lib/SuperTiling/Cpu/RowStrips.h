//===- RowStrips.h - Tile loops over rows in the first cache ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of rows that fits the second cache passes the first one with each operation of its loop. Where the rows do not
// need each other, the same loop takes fewer of them at a time:
//
//   for i = 0 to 16384 step 32                    for i = 0 to 16384 step 2
//     x = slice [i, 0] [32, 1024]   128 KiB         x = slice [i, 0] [2, 1024]    8 KiB
//     s = sums of rows of x                   ─►    s = sums of rows of x         from the first cache from here on
//     y = x / s
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_SUPERTILING_CPU_ROWSTRIPS_H
#define ALCOVE_LIB_SUPERTILING_CPU_ROWSTRIPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace alcove::supertiling {

/// Shortens the step of `loop` until what it computes on is at most `bytes`, or one row. False, and nothing changed: it is
/// already; a bound is not constant; an operation is no elementwise one, fill or reduction that reads each element once;
/// the rows need each other; or what divides the range is less than a quarter of the rows that fit. O(operations).
bool shortenToStrips(mlir::scf::ForOp loop, int64_t bytes);

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_SUPERTILING_CPU_ROWSTRIPS_H
