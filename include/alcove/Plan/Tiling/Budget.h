//===- Budget.h - Local memory per kind of operation ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_TILING_BUDGET_H
#define ALCOVE_PLAN_TILING_BUDGET_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Base/Support/Units.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace alcove::plan::tiling {

/// Kinds of operation that may have a budget of their own: engines of one chip often see different memories.
enum class OpClass { Conv, Matmul, Pool, Elementwise, Reduction, Softmax, Other };
inline constexpr size_t opClassCount = 7;

std::string_view name(OpClass opClass);

/// Bytes of local memory available to an operation, by class.
struct Budget {
  std::array<Bytes, opClassCount> bytes{};

  /// Of every operation of a marked group that is together with its principal operation; 0: that of the principal's
  /// class.
  Bytes group = 0;

  /// SUT-J13: the local memory is a cache. An operation outside of tile loops runs in it whatever it needs.
  bool cache = false;

  Bytes of(OpClass opClass) const { return bytes[static_cast<size_t>(opClass)]; }
  Bytes largest() const { return std::max(group, *std::max_element(bytes.begin(), bytes.end())); }
  /// This budget with no more than `most` for any operation.
  Budget atMost(Bytes most) const;
  /// Bytes for a marked group with a principal operation of `principal`.
  Bytes ofGroup(OpClass principal) const { return group > 0 ? group : of(principal); }
  /// `base` for every class, then `overrides` such as "conv=131072,elementwise=16384,group=524288".
  static Result<Budget> parse(Bytes base, std::string_view overrides);
};

/// At least 1.
inline Bytes largestPowerBelow(Bytes bytes) {
  Bytes power = 1;
  while (power * 2 < bytes)
    power *= 2;
  return power;
}

} // namespace alcove::plan::tiling

#endif // ALCOVE_PLAN_TILING_BUDGET_H
