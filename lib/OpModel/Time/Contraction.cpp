//===- Contraction.cpp - Time of matmul and linear -------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MatmulSchedule.h"

#include <fmt/format.h>

#include <algorithm>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::time;

std::optional<Runtime> time::contraction(const Context &context) {
  const Query &query = context.query;
  if ((query.op != "matmul" && query.op != "linear") || query.inputs.size() < 2)
    return std::nullopt;
  return matmulRuntime(context, planMatmul(context));
}

double time::matmulProductCycles(const Context &context, int64_t fidelity, double operandTileBytes) {
  const TimeParameters &p = context.p;
  return std::max(16.0 * static_cast<double>(fidelity), operandTileBytes / p.matmulUnpackBytesPerCycle);
}

double time::matmulBlockCycles(const Context &context, const MatmulSchedule &s) {
  const TimeParameters &p = context.p;
  double outTiles = static_cast<double>(s.blockM * s.blockN), k = static_cast<double>(s.blockK);
  double subblocks = static_cast<double>(ceilDiv(s.blockM, s.subblockH) * ceilDiv(s.blockN, s.subblockW));
  // Within a sub-block one operand stays in its register while the other streams; each change of the first is exposed.
  double steps = subblocks * k * static_cast<double>(std::min(s.subblockH, s.subblockW));
  double products = outTiles * k;
  double math = products * matmulProductCycles(context, s.fidelity, s.in1TileBytes) + steps * p.matmulStep +
                subblocks * p.matmulSubblock + outTiles * p.matmulPack;
  if (s.kBlocks() == 1)
    return math;
  // Partial sums travel back through the unpacker, or the packer adds them to what lies in L1: it reads and writes
  // every output tile once per K block, beside the math.
  double scale = s.partialTileBytes / 2048;
  if (!s.accumulatesInL1)
    return math + outTiles * s.partialTileBytes / p.matmulSpillBytesPerCycle;
  return std::max(math, outTiles * p.matmulAccumulateTile * scale);
}

namespace {

struct Operand {
  MatmulSchedule::Source source;
  double tileBytes;
  int64_t receivers;
  bool inDram;
  bool inBankShards = false; ///< a shard's tiles lie one after the other
};

/// Cycles until `tiles` of an operand, a block, are where they are needed.
double blockFetchCycles(const Context &context, const MatmulSchedule &s, const Operand &operand, double tiles) {
  const TimeParameters &p = context.p;
  double latency = operand.inDram ? p.dramLatencyNs * context.chip.clockGHz : p.l1Latency;
  double bytes = tiles * operand.tileBytes;
  double pass = operand.receivers > 0 ? bytes / p.multicastBytesPerCycle : 0;
  double share =
      operand.receivers > 0 ? p.matmulSync + p.matmulSyncReceiver * static_cast<double>(operand.receivers) : 0;
  double shareTile = operand.receivers > 0 && !operand.inBankShards ? p.matmulShareTile : 0;
  switch (operand.source) {
  case MatmulSchedule::Source::Resident:
    return 0;
  case MatmulSchedule::Source::Multicast: // sender of a shard, then the network
    return pass + share;
  case MatmulSchedule::Source::Interleaved: // a block is passed on while the next is fetched
    return std::max(latency + tiles * (std::max(p.matmulReadIssue, operand.tileBytes / p.matmulReadBytesPerCycle) +
                                       shareTile),
                    pass) +
           share;
  case MatmulSchedule::Source::Bank: // three blocks are under way: their latencies hide behind each other
    double rate = p.bankReadFraction * context.chip.dramPeakGBs / static_cast<double>(std::max<int64_t>(1, s.banks));
    return (bytes / rate + p.bankBlockNs) * context.chip.clockGHz;
  }
  return 0;
}

} // namespace

Runtime time::matmulRuntime(const Context &context, const MatmulSchedule &s) {
  const TimeParameters &p = context.p;
  double kBlocks = static_cast<double>(s.kBlocks());
  double passes = static_cast<double>(s.passesM * s.passesN * s.batches);
  double blocks = kBlocks * passes;
  double compute = matmulBlockCycles(context, s);
  Operand in0{s.in0, s.in0TileBytes, s.in0Receivers, s.in0InDram},
      in1{s.in1, s.in1TileBytes, s.in1Receivers, s.in1InDram, s.in1InBankShards};
  double read = std::max(blockFetchCycles(context, s, in0, static_cast<double>(s.blockM * s.blockK)),
                         blockFetchCycles(context, s, in1, static_cast<double>(s.blockK * s.blockN)));
  // A bias is fetched and passed on like a block of in1, once.
  Operand biasOperand{MatmulSchedule::Source::Interleaved, s.in1TileBytes, s.in1Receivers, true};
  double bias = s.biasTiles > 0 ? blockFetchCycles(context, s, biasOperand, s.biasTiles) : 0;

  double outTiles = static_cast<double>(s.blockM * s.blockN);
  double write = 0;
  if (s.out == MatmulSchedule::Source::Interleaved)
    write = (outTiles * std::max(p.writeIssue, s.outTileBytes / p.writeBytesPerCycle) +
             p.writeLatencyNs * context.chip.clockGHz);

  // With one K block the buffers are single: a block is read, computed and written before the next. Else the next
  // block is fetched while one computes, and an output block is written while the next pass computes.
  double total = 0;
  if (s.kBlocks() == 1) {
    total = blocks * (read + compute + write);
  } else {
    double loop = read + compute + (blocks - 1) * (std::max(read, compute) + p.overlapLoss * std::min(read, compute));
    total = loop + write + (passes - 1) * std::max(0.0, write - loop / passes);
  }
  total += bias + passes * outTiles * s.activationCycles;

  Runtime runtime;
  runtime.launchNs = context.ns(p.launch);
  // Readers that walk their columns side by side do not reach what well-placed ones do.
  double bound =
      context.dramBound(s.dramReadBytes * s.bankConflict / p.matmulReadFraction, s.dramWriteBytes * s.writeConflict,
                        s.dramReadBytes / std::max(1.0, s.dramReadPages) / p.matmulReadFraction);
  if (s.in1 == MatmulSchedule::Source::Bank)
    bound = 0; // the banks are what the blocks wait for
  runtime.computeNs = context.ns(blocks * compute);
  runtime.dramNs = std::max(bound, context.ns(s.readsDram ? blocks * read : 0));
  runtime.nocNs = context.ns(s.readsDram ? 0 : blocks * read);
  runtime.totalNs = runtime.launchNs + std::max(context.ns(total), bound + context.ns(compute));
  runtime.dramBytes = static_cast<Bytes>(s.dramReadBytes + s.dramWriteBytes) + s.biasBytes;
  runtime.cores = s.cores;
  if (context.why)
    context.explain(
        fmt::format("{}: {} cores, {}x{} output tiles per block, {} blocks of {} K tiles, sub-block {}x{}, "
                    "fidelity {}: per block read {:.0f}, compute {:.0f} cycles; write {:.0f}; DRAM bound {:.0f} ns",
                    s.name, s.cores, s.blockM, s.blockN, blocks, s.blockK, s.subblockH, s.subblockW, s.fidelity, read,
                    compute, write, bound));
  return runtime;
}
