//===- Analytical.h - The op model that needs no vendor stack ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two halves, each a dispatcher by op name to one file per op family:
//
//   Query ──► analyticalConstraints ──► Analytical/<Family>.cpp        legal? bytes? layouts?
//         └─► analyticalRuntime     ──► Analytical/Time/<Family>.cpp   nanoseconds
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_ANALYTICAL_H
#define ALCOVE_OPMODEL_ANALYTICAL_H

#include "alcove/Device/SystemDesc.h"
#include "alcove/OpModel/OpModel.h"

#include <string_view>

namespace alcove::opmodel {

using device::Arch;
struct TimeParameters;

/// What the analytical model needs to know of one chip. Defaults: Wormhole n150, as tt-mlir describes it.
struct ChipParameters {
  Arch arch = Arch::WormholeB0;
  int64_t gridRows = 8, gridCols = 8; ///< worker grid
  int64_t l1Banks = 64;               ///< banks that share the pages of an L1 interleaved tensor
  Bytes l1BytesPerCore = 1499136;
  Bytes l1UnreservedBase = 102208; ///< first byte a program or tensor may use
  Bytes l1SmallBytes = 65536;      ///< L1_SMALL region at the top of every bank
  int64_t l1AlignmentBytes = 16, dramAlignmentBytes = 32;
  int64_t dramBanks = 12;
  double clockGHz = 1.0;
  double dramPeakGBs = 288;       ///< data-sheet bandwidth of all channels, 1 GB/s = 1 B/ns
  int64_t kernelRelease = 202608; ///< yyyymm of the backend's kernels
  /// Constants of time that a device file brings; null: those of the architecture. Equal ones are one object, which
  /// lives as long as the program.
  const TimeParameters *times = nullptr;

  /// The same of a chip of a system descriptor: the one construction, for compiler, calibration and tools. A test walks
  /// every preset and every field.
  static ChipParameters from(const device::ChipDesc &chip);
  /// Of a preset or a device file. Errors name what cannot be read, and a constant that the op model does not know.
  static Result<ChipParameters> load(const std::string &presetOrPath);

  bool operator==(const ChipParameters &) const = default;
  int64_t numCores() const { return gridRows * gridCols; }
  Bytes usableL1Bytes() const { return l1BytesPerCore - l1UnreservedBase; }
};

/// First half: legality with reason, circular buffers, L1 peaks, layouts produced. O(tensors of the op).
Answer analyticalConstraints(const Query &query, const ChipParameters &chip, Explanation *why = nullptr);

/// Second half: kernel time of a legal query; nothing for ops without a time model.
std::optional<Runtime> analyticalRuntime(const Query &query, const ChipParameters &chip, Explanation *why = nullptr);

/// Family of an op (`unary`, `matmul`, ...), or null for an op that the analytical model does not know.
const char *opFamily(std::string_view op);
/// Every op the analytical model knows, sorted.
std::vector<std::string> knownOps();

/// The default backend. Stateless but for the chip, hence thread-safe.
class AnalyticalOpModel : public OpModel {
public:
  explicit AnalyticalOpModel(ChipParameters chip = {}) : chip(chip) {}
  Answer constraints(const Query &query, Explanation *why = nullptr) const override {
    return analyticalConstraints(query, chip, why);
  }
  std::optional<Runtime> runtime(const Query &query, Explanation *why = nullptr) const override {
    return analyticalRuntime(query, chip, why);
  }
  const ChipParameters &parameters() const { return chip; }

private:
  ChipParameters chip;
};

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_ANALYTICAL_H
