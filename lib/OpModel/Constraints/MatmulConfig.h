//===- MatmulConfig.h - Which matmul program runs, and its blocking ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//            N tiles                      per_core_M x per_core_N   block of C that one core makes
//        +--------------+                 out_block_h x out_block_w what it holds in L1 at a time
//   K    |      B       | in0_block_w     in0_block_w               K tiles per step
//        +--------------+
//   +---+--------------+
//   | A |      C       |  M tiles, batch folded in when B has none
//   +---+--------------+
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPMODEL_CONSTRAINTS_MATMULCONFIG_H
#define ALCOVE_LIB_OPMODEL_CONSTRAINTS_MATMULCONFIG_H

#include "Evaluation.h"

namespace alcove::opmodel {

enum class MatmulKind : uint8_t { MultiCore, Reuse, Mcast2D, Mcast1DIn0, Mcast1DIn1, DramSharded };
const char *toString(MatmulKind kind);

struct MatmulConfig {
  MatmulKind kind = MatmulKind::MultiCore;
  int64_t perCoreM = 1, perCoreN = 1, outBlockH = 1, outBlockW = 1, in0BlockW = 1;
  int64_t gridRows = 1, gridCols = 1; ///< cores offered
  bool foldsBatch = true;             ///< A's batch is part of M; else the program runs once per batch of A
  bool given = false;                 ///< written on the op, not the backend's choice
  int64_t subblockH = 1, subblockW = 1;
  bool transposeMcast = false;
};

/// The problem in tiles.
struct MatmulProblem {
  int64_t batch = 1; ///< products of matrices; 1 when A's batch is folded into `m`
  int64_t m = 1, k = 1, n = 1;
  bool batchedB = false; ///< B has a batch of its own
  int64_t batchA = 1;    ///< batch of A that is folded into `m`
  Bytes tileA = 0, tileB = 0, tileOut = 0, tileIntermediate = 0, tileBias = 0;
  /// A's batch as products of its own, when the program does not fold it.
  void follow(const MatmulConfig &config) {
    if (!config.foldsBatch && batchA > 1 && batch == 1) {
      m = ceilDiv(m, batchA);
      batch = batchA;
    }
  }
  int64_t blocks(const MatmulConfig &config) const { return ceilDiv(m, config.perCoreM) * ceilDiv(n, config.perCoreN); }
};

/// The config that tt-metal picks when none is given (matmul_op.cpp: get_matmul_program_config when A is sharded,
/// create_simple_matmul_program_config otherwise). `freeL1Bytes` is what live tensors leave.
MatmulConfig automaticMatmulConfig(const MatmulProblem &problem, const TensorSpec &a, const TensorSpec &b,
                                   const TensorLayout &out, const ChipParameters &chip, Bytes freeL1Bytes);

/// The config written on the op (attributes `matmul_program_config...`); nothing when there is none, refused when it
/// is broken.
std::optional<MatmulConfig> givenMatmulConfig(Evaluation &e, const MatmulProblem &problem);

/// OM-M16 to OM-M19: what the program of a given config asks of sub-blocks and shards.
bool checkGivenConfig(Evaluation &e, const MatmulProblem &problem, const MatmulConfig &config);

/// OM-M14: what a DRAM-sharded product asks of its operands. OM-M15: its circular buffers; the shards cost nothing
/// extra.
bool checkDramSharded(Evaluation &e, const MatmulProblem &problem, const MatmulConfig &config);
void dramShardedBuffers(Evaluation &e, const MatmulProblem &problem, const MatmulConfig &config);

} // namespace alcove::opmodel

#endif // ALCOVE_LIB_OPMODEL_CONSTRAINTS_MATMULCONFIG_H
