//===- Machine.h - Cores, local memories and one slow memory ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a tiled program runs on: equal cores, each with a local memory, a transfer engine and a compute engine, that
// share one slow memory.
//
//        slow memory      slowGbps in all
//        │      │      │
//      engine engine engine     coreGbps each; transferStartNs before every tile; runs of at least burstBytes
//        │      │      │
//      local  local  local      localBytes each
//        │      │      │
//      core 0 core 1 core 2     rates: multiplications and vector operations per ns, by element
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_TILING_MACHINE_H
#define ALCOVE_PLAN_TILING_MACHINE_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Base/Support/Units.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace alcove::plan {

/// Elements that engines treat alike: integers of up to 8 bits, other integers up to 16 bits, 16-bit floating point,
/// all that is wider.
enum class ElementKind { I8, I16, F16, F32 };
inline constexpr size_t elementKindCount = 4;
/// `i8`, `i16`, `f16`, `f32`: the names in files.
const char *name(ElementKind kind);

/// What one core does in a nanosecond at best.
struct ComputeRate {
  /// Multiplications with their additions, of convolutions and matrix products.
  double macsPerNs = 0;
  /// Simple operations of everything else.
  double vectorOpsPerNs = 0;
  bool operator==(const ComputeRate &) const = default;
};

struct Machine {
  std::string name;
  /// Where the figures come from; for people.
  std::string source;
  int64_t cores = 1;
  /// Local memory of one core.
  Bytes localBytes = 0;
  /// 1 GBps = 1 byte per ns. What all cores together and what one core moves to and from the slow memory.
  double slowGbps = 0;
  double coreGbps = 0;
  /// One load may fill the local memories of all cores.
  bool multicast = false;
  /// Time until the first byte of a tile moves.
  double transferStartNs = 0;
  /// A contiguous run counts as a multiple of this.
  Bytes burstBytes = 1;
  /// Rates by ElementKind.
  std::array<ComputeRate, elementKindCount> rates{};
  /// Local bytes of classes of operation that have a memory of their own, by the names of op-budgets ("conv", "group").
  std::vector<std::pair<std::string, Bytes>> classBytes;

  const ComputeRate &rate(ElementKind kind) const { return rates[static_cast<size_t>(kind)]; }
  bool operator==(const Machine &) const = default;
};

/// TM-M1 to TM-M5 of docs/spec/TileTime.md. The error names the member as files do. O(members).
Status check(const Machine &machine);

} // namespace alcove::plan

#endif // ALCOVE_PLAN_TILING_MACHINE_H
