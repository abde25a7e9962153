//===- Matmul.cpp - Time of matmul and linear -------------------*- C++ -*-===//
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

std::optional<Runtime> time::matmul(const Context &context) {
  const Query &query = context.query;
  if ((query.op != "matmul" && query.op != "linear" && query.op != "sparse_matmul") || query.inputs.size() < 2)
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
  double steps = subblocks * k;
  double products = outTiles * k;
  return products * matmulProductCycles(context, s.fidelity, s.in1TileBytes) + steps * p.matmulStep +
         subblocks * p.matmulSubblock +
         outTiles * (p.matmulPack +
                     (s.kBlocks() == 1 || s.accumulatesInL1 ? 0 : s.partialTileBytes / p.matmulSpillBytesPerCycle));
}

Runtime time::matmulRuntime(const Context &context, const MatmulSchedule &s) {
  const TimeParameters &p = context.p;
  double kBlocks = static_cast<double>(s.kBlocks());
  double passes = static_cast<double>(s.passesM * s.passesN * s.batches);
  double blocks = kBlocks * passes;
  double compute = matmulBlockCycles(context, s);

  auto operand = [&](MatmulSchedule::Source source, double tiles, double tileBytes) {
    double cycles = 0;
    switch (source) {
    case MatmulSchedule::Source::Resident:
      return 0.0;
    case MatmulSchedule::Source::Multicast: // sender of a shard, then the network
      return tiles * tileBytes / p.multicastBytesPerCycle;
    case MatmulSchedule::Source::Interleaved:
      cycles = tiles * std::max(p.matmulReadIssue, tileBytes / p.matmulReadBytesPerCycle);
      return cycles;
    }
    return cycles;
  };
  double in0 = operand(s.in0, static_cast<double>(s.blockM * s.blockK), s.in0TileBytes);
  double in1 = operand(s.in1, static_cast<double>(s.blockK * s.blockN), s.in1TileBytes);
  // Between K blocks the next read is under way during the handshake. With one K block the buffers are single: first
  // the read, then the handshake, if there is anybody to shake hands with.
  double sync =
      s.kBlocks() > 1 ? p.blockSync : p.dramLatencyNs * context.chip.clockGHz + (s.cores > 1 ? p.blockSync : 0);
  double read = std::max(in0, in1) + (in0 + in1 > 0 && (kBlocks > 1 || s.batches > 1) ? sync : 0);

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
  total += static_cast<double>(s.batches - 1) * p.blockSync + passes * outTiles * s.activationCycles;

  Runtime runtime;
  runtime.launchNs = context.ns(p.launch);
  double bound = context.dramBound(s.dramReadBytes * s.bankConflict, s.dramWriteBytes * s.writeConflict,
                                   s.dramReadBytes / std::max(1.0, s.dramReadPages));
  runtime.computeNs = context.ns(blocks * compute);
  runtime.dramNs = std::max(bound, context.ns(s.readsDram ? blocks * read : 0));
  runtime.nocNs = context.ns(s.readsDram ? 0 : blocks * read);
  runtime.totalNs = runtime.launchNs + std::max(context.ns(total), bound + context.ns(compute));
  runtime.dramBytes = static_cast<Bytes>(s.dramReadBytes + s.dramWriteBytes);
  runtime.cores = s.cores;
  if (context.why)
    context.explain(
        fmt::format("{}: {} cores, {}x{} output tiles per block, {} blocks of {} K tiles, sub-block {}x{}, "
                    "fidelity {}: per block read {:.0f}, compute {:.0f} cycles; write {:.0f}; DRAM bound {:.0f} ns",
                    s.name, s.cores, s.blockM, s.blockN, blocks, s.blockK, s.subblockH, s.subblockW, s.fidelity, read,
                    compute, write, bound));
  return runtime;
}
