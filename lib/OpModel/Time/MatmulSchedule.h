//===- MatmulSchedule.h - How a matmul is spread over cores and time ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One core computes passesM x passesN output blocks, each a sum over K blocks; a block is done sub-block by sub-block:
//
//            <- blockN ->
//           +------------+   for every pass, for every K block:
//   blockM  | sb | sb |  |     fetch in0 (blockM x blockK) and in1 (blockK x blockN)
//           +----+----+--+     for every sub-block: blockK x subblockH x subblockW tile products
//           | sb | sb |  |     keep or spill the partial sums
//           +------------+
//
// in0 and in1 are resident (own shard), multicast from the core that holds the shard, read from interleaved pages, or
// streamed by the core next to a DRAM bank from the bank's own shard. What is read may be passed on to a row, a column
// or a line of cores:
//
//   fetch    |latency| tile | tile | ... |            one barrier per block
//   share                                |sync| every receiver reports with an atomic increment, one after the other
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPMODEL_TIME_MATMULSCHEDULE_H
#define ALCOVE_LIB_OPMODEL_TIME_MATMULSCHEDULE_H

#include "Context.h"

#include "alcove/OpModel/Fidelity.h"

namespace alcove::opmodel::time {

struct MatmulSchedule {
  enum class Source : uint8_t { Resident, Multicast, Interleaved, Bank };

  const char *name = "matmul";
  int64_t cores = 1;
  bool tileByTile = false; ///< every tile of the result fetches its own row of in0 and column of in1
  int64_t blockM = 1, blockN = 1, blockK = 1, kTiles = 1; ///< tiles
  int64_t subblockH = 1, subblockW = 1;
  int64_t passesM = 1, passesN = 1; ///< output blocks of a core: in1 is fetched passesM times, in0 passesN times
  int64_t batches = 1;              ///< products a core computes one after the other
  /// Without a multicast every column of blocks reads in0, and every row of blocks in1.
  int64_t in0Readers = 1, in1Readers = 1;
  int64_t fidelity = 2; ///< phases: LoFi 1 ... HiFi4 4
  Source in0 = Source::Interleaved, in1 = Source::Interleaved, out = Source::Interleaved;
  int64_t in0Receivers = 0, in1Receivers = 0; ///< cores that a block of the operand is passed on to; 0: none
  bool in0InDram = false, in1InDram = false, in1InBankShards = false;
  double in0TileBytes = 2048, in1TileBytes = 2048, outTileBytes = 2048;
  bool accumulatesInL1 = true;    ///< partial sums are added by the packer instead of travelling back through DST
  double partialTileBytes = 2048; ///< a tile of partial sums
  double activationCycles = 0;    ///< per output tile
  bool readsDram = false;
  /// Readers that walk in0 row by row with a stride of kTiles pages meet in few banks when the stride and the number
  /// of banks have a common factor: factor on the bytes of in0 and in1.
  double bankConflict = 1;
  /// The same for a tall output that all cores write row by row, in step: factor on its bytes.
  double writeConflict = 1;
  double dramReadBytes = 0, dramWriteBytes = 0; ///< whole chip
  double dramReadPages = 0;
  int64_t banks = 1;    ///< DRAM banks that the shards of in1 lie in
  double biasTiles = 0; ///< of a fused bias, fetched once
  Bytes biasBytes = 0;  ///< of the same, from DRAM; whole chip

  int64_t kBlocks() const { return ceilDiv(kTiles, blockK); }
};

/// The schedule that the program config of the query, or the automatic choice, leads to.
MatmulSchedule planMatmul(const Context &context);
/// Cycles of one block of one core.
double matmulBlockCycles(const Context &context, const MatmulSchedule &schedule);
/// Cycles of one 32x32x32 product in a long loop.
double matmulProductCycles(const Context &context, int64_t fidelity, double operandTileBytes);
Runtime matmulRuntime(const Context &context, const MatmulSchedule &schedule);

/// The accumulator keeps fp32: partial sums are twice as large, and it holds half as many tiles.
bool fp32Accumulation(const Context &context);
/// Where partial sums stay between K blocks, and their type.
void keepPartials(const Context &context, MatmulSchedule &schedule);
/// First entry of the vendor's preference list that divides the block and fits `dstTiles`.
std::pair<int64_t, int64_t> chooseSubblock(int64_t blockM, int64_t blockN, int64_t dstTiles);

} // namespace alcove::opmodel::time

#endif // ALCOVE_LIB_OPMODEL_TIME_MATMULSCHEDULE_H
