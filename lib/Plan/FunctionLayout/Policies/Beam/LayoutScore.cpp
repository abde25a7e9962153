//===- LayoutScore.cpp - Which of two candidates is better ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LayoutScore.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace alcove::plan::beam {

namespace {

constexpr int64_t cyclesPerTileProduct = 32;     // tt-mlir#9046: HiFi2
constexpr int64_t l1BytesPerCoreAndCycle = 1000; // tt-mlir#8915: about 1 TB/s per core at 1 GHz
/// 1 MB/s moves a byte in 1,000,000 ps; a cycle of 1 MHz takes as long.
constexpr int64_t psOfOneMega = 1'000'000;

/// amount * 1,000,000 / rate, rounded up; 0 when the rate is not known. `amount` below 2^70, so nothing overflows.
Picoseconds atRate(__int128 amount, __int128 rate) {
  if (rate <= 0)
    return 0;
  return static_cast<Picoseconds>(std::min<__int128>((amount * psOfOneMega + rate - 1) / rate, maxTime));
}

Picoseconds dramTime(const FunctionLayout &problem, Bytes bytes) { return atRate(bytes, problem.machine.dramMBs); }

Picoseconds l1Time(const FunctionLayout &problem, Bytes bytes, int64_t cores) {
  return atRate(bytes,
                static_cast<__int128>(std::max<int64_t>(cores, 1)) * problem.machine.clockMHz * l1BytesPerCoreAndCycle);
}

auto keyOf(const LayoutScore &s) {
  return std::make_tuple(s.time, !s.isL1, !s.isSharded, s.inputDramBytes, s.requiresReshard, -s.cores, s.outputL1Bytes,
                         -s.shardedInputs, s.configRank);
}

} // namespace

bool isBetter(const LayoutScore &a, const LayoutScore &b) { return keyOf(a) < keyOf(b); }

std::string toString(const LayoutScore &score) {
  return fmt::format("{}{} {}, {} B from DRAM, {}, {} cores, {} B",
                     score.time ? fmt::format("{} ps, ", score.time) : "", score.isL1 ? "L1" : "DRAM",
                     score.isSharded ? "sharded" : "interleaved", score.inputDramBytes,
                     score.requiresReshard ? "reshard" : "no reshard", score.cores, score.outputL1Bytes);
}

int32_t configRank(const OpConfig &config) {
  static constexpr std::string_view key = "act_block_h_override";
  size_t at = config.name.find(key);
  if (at == std::string::npos)
    return 0;
  at = config.name.find_first_of("0123456789", at + key.size());
  std::string_view digits = at == std::string::npos ? "" : std::string_view(config.name).substr(at);
  digits = digits.substr(0, digits.find_first_not_of("0123456789"));
  return digits == "0" ? 0 : digits == "64" ? 1 : digits == "32" ? 2 : 3;
}

LayoutScore scoreOf(const FunctionLayout &problem, const OpClass &opClass, int32_t candidate, bool requiresReshard) {
  LayoutScore score;
  score.requiresReshard = requiresReshard;
  std::span<const int32_t> operands = opClass.candidates.operandsOf(candidate);
  for (size_t k = 0; k < operands.size(); ++k) {
    const Layout &layout = problem.kinds[opClass.operandKinds[k]].layouts[operands[k]];
    score.inputDramBytes += layout.space == Space::Dram ? layout.totalBytes : 0;
    score.shardedInputs += layout.isL1() && layout.isSharded();
  }
  std::span<const int32_t> results = opClass.candidates.resultsOf(candidate);
  for (size_t r = 0; r < results.size(); ++r) {
    const Layout &layout = problem.kinds[opClass.resultKinds[r]].layouts[results[r]];
    score.outputL1Bytes += layout.l1Bytes;
    if (r > 0)
      continue;
    score.isL1 = layout.isL1();
    score.isSharded = layout.isSharded();
    score.cores = layout.cores();
  }
  int32_t config = opClass.candidates[candidate].config;
  score.configRank = config >= 0 ? configRank(opClass.configs[config]) : 0;
  return score;
}

Picoseconds rooflineOf(const FunctionLayout &problem, const OpClass &opClass, int32_t candidate) {
  Picoseconds memory = 0;
  std::span<const int32_t> operands = opClass.candidates.operandsOf(candidate);
  for (size_t k = 0; k < operands.size(); ++k) {
    const Layout &layout = problem.kinds[opClass.operandKinds[k]].layouts[operands[k]];
    memory = addTimes(memory, layout.space == Space::Dram ? dramTime(problem, layout.totalBytes) : 0);
  }
  // Interleaved results are computed by the whole grid.
  int64_t cores = problem.machine.cores();
  std::span<const int32_t> results = opClass.candidates.resultsOf(candidate);
  for (size_t r = 0; r < results.size(); ++r) {
    const Layout &layout = problem.kinds[opClass.resultKinds[r]].layouts[results[r]];
    memory = addTimes(memory, layout.isL1() ? l1Time(problem, layout.totalBytes, layout.cores())
                                            : dramTime(problem, layout.totalBytes));
    if (r == 0 && layout.isL1() && layout.isSharded())
      cores = layout.cores();
  }
  Picoseconds compute = atRate(static_cast<__int128>(opClass.tileProducts) * cyclesPerTileProduct,
                               static_cast<__int128>(cores) * problem.machine.clockMHz);
  return std::max(compute, memory);
}

Picoseconds reshardTime(const FunctionLayout &problem, const Layout &from, const Layout &to) {
  if (from.isL1() && to.isL1())
    return l1Time(problem, from.totalBytes, from.cores());
  return dramTime(problem, from.totalBytes);
}

} // namespace alcove::plan::beam
