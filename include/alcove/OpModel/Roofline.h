//===- Roofline.h - What an op takes at least, and why it takes more ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The roofline of an op (Williams, Waterman, Patterson 2009) on the layouts that a plan gives it: bytes that must cross
// the DRAM's pins at the data sheet's rate, or operations at the peak of all cores, whatever takes longer.
//
//   matmul 32x2048 (L1) * 2048x8192 (DRAM) -> 32x8192 (L1)
//   bytes        2048 * 8192 * 2 = 33.6 MB        at 288 GB/s     116.5 us   <- the roofline
//   operations   64 * 256 products of tiles       at 16 cycles, 64 cores, 1 GHz    4.1 us
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_ROOFLINE_H
#define ALCOVE_OPMODEL_ROOFLINE_H

#include "alcove/OpModel/OpModel.h"

namespace alcove::opmodel {

/// Peaks of one chip.
struct ChipPeaks {
  int64_t cores = 64;
  double clockGHz = 1, dramGBs = 288;
  double cyclesPerProduct = 16;  ///< of 32x32x32, at the lowest fidelity
  double elementsPerCycle = 128; ///< elementwise, per core
};

/// What keeps an op above its roofline.
enum class AboveRoofline : uint8_t {
  Reached,  ///< at most `nearFactor` times the roofline
  Launch,   ///< the kernel's start is most of the excess
  FewCores, ///< less than half of the cores have work
  Padding,  ///< tiles hold at least twice as many bytes as the tensors
  Kernel,   ///< arithmetic below the peak: data movement cores, vector unit, unpacking, fidelity
  Dram,     ///< reads and writes of pages below the banks' rate
  Network,  ///< between cores
};

/// A stable word: `few-cores`.
const char *toString(AboveRoofline reason);

struct Roofline {
  static constexpr double nearFactor = 1.25;
  Nanoseconds bytesNs = 0, operationsNs = 0;
  Bytes paddedBytes = 0, bytes = 0; ///< of the tensors in DRAM, as they lie and without padding
  Nanoseconds ns() const { return bytesNs > operationsNs ? bytesNs : operationsNs; }
};

/// Of a question with its layouts. An op that reads a part of an operand (embedding, slice, cache update) is charged that
/// part. O(operands).
Roofline rooflineOf(const Query &query, const ChipPeaks &peaks);

/// The largest part of what `runtime` has above the roofline.
AboveRoofline whyAbove(const Roofline &roofline, const Runtime &runtime, const ChipPeaks &peaks);
/// In words, with its figures: "12 of 64 cores have work".
std::string explainAbove(const Roofline &roofline, const Runtime &runtime, const ChipPeaks &peaks);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_ROOFLINE_H
