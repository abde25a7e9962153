//===- MatmulPrograms.h - Programs worth trying for a product ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every family of program configurations that TTNN has, with the block sizes that its kernels take. All sizes in tiles:
//
//   family          in0                    result                    which core computes what
//   1D, in0 passed  interleaved or width   interleaved or width      all rows, per_core_n columns
//   1D, in1 passed  interleaved or height  interleaved or height     per_core_m rows, all columns
//   2D              interleaved or block   interleaved or block      per_core_m x per_core_n
//   reuse           any but width           any but width             blocks of all products, nothing is passed on
//   DRAM-sharded    width, one tile high   width                     the core next to each bank, its shard of in1
//
// in0_block_w divides K, and in0's shard; out blocks divide per_core_m and per_core_n; a sub-block divides its out
// block, fits into the destination registers, and is one row high or as wide as the block when the result is sharded.
// Source: validate of tt-metal's matmul_op.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPTIMIZE_OPRULES_MATMULPROGRAMS_H
#define ALCOVE_LIB_OPTIMIZE_OPRULES_MATMULPROGRAMS_H

#include "OpRules.h"
#include "alcove/Base/Support/Divisors.h"

namespace alcove::transforms {

/// A product in tiles. Batch of the left side is part of `m` unless the right side has one too.
struct MatmulTiles {
  int64_t batch = 1, m = 1, k = 1, n = 1;
};
std::optional<MatmulTiles> matmulTilesOf(mlir::Operation *op);

/// Tiles that the destination registers hold: 8, twice with full sync, half with fp32 accumulation.
int64_t maxSubblockTiles(mlir::Operation *op);

/// Blocks of a program; `outBlock*` of 0: all that a core has.
struct MatmulBlocks {
  int64_t perCoreM = 1, perCoreN = 1, in0BlockW = 1, outBlockH = 0, outBlockW = 0, subblockH = 1, subblockW = 1;
};
/// `activation` may be null. The 1D forms offer the whole worker grid, as the others do the given one (rows, columns).
mlir::Attribute multicast1D(mlir::MLIRContext *context, std::pair<int64_t, int64_t> grid, const MatmulBlocks &blocks,
                            bool mcastIn0, bool fuseBatch, mlir::Attribute activation);
mlir::Attribute multicast2D(mlir::MLIRContext *context, std::pair<int64_t, int64_t> grid, const MatmulBlocks &blocks,
                            bool fuseBatch, mlir::Attribute activation);
/// The op's activation as program configurations carry it; null without one.
mlir::Attribute activationOf(mlir::Operation *op);

/// Every program worth trying; which of them run, and how fast, is the op model's to say.
std::vector<OpProgram> matmulPrograms(mlir::Operation *op, const ProgramRequest &request);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_OPTIMIZE_OPRULES_MATMULPROGRAMS_H
