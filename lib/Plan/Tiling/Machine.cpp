//===- Machine.cpp - Rules of a machine description -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/Machine.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

using namespace alcove;
using namespace alcove::plan;

const char *plan::name(ElementKind kind) {
  static constexpr const char *names[] = {"i8", "i16", "f16", "f32"};
  return names[static_cast<size_t>(kind)];
}

namespace {

// Far beyond any machine, far below what overflows.
constexpr int64_t mostCores = 1 << 16;
constexpr Bytes mostLocal = Bytes(1) << 40, mostBurst = 1 << 20;
constexpr double mostRate = 1e9, mostStart = 1e9;

Status whole(const char *rule, const std::string &member, int64_t value, int64_t most) {
  if (value >= 1 && value <= most)
    return {};
  return Error{fmt::format("{}: {} is {}, it must be from 1 to {}", rule, member, value, most)};
}

Status rate(const char *rule, const std::string &member, double value) {
  if (std::isfinite(value) && value > 0 && value <= mostRate)
    return {};
  return Error{fmt::format("{}: {} is {}, it must be above 0 and at most {}", rule, member, value, mostRate)};
}

} // namespace

Status plan::check(const Machine &machine) {
  // TM-M1
  ALCOVE_RETURN_IF_ERROR(whole("TM-M1", "cores", machine.cores, mostCores));
  ALCOVE_RETURN_IF_ERROR(whole("TM-M1", "local_bytes", machine.localBytes, mostLocal));
  // TM-M2
  ALCOVE_RETURN_IF_ERROR(rate("TM-M2", "slow_gbps", machine.slowGbps));
  ALCOVE_RETURN_IF_ERROR(rate("TM-M2", "core_gbps", machine.coreGbps));
  if (machine.coreGbps > machine.slowGbps)
    return Error{fmt::format("TM-M2: core_gbps is {}, slow_gbps is {}: one core cannot move more than all; give the "
                             "smaller of the two",
                             machine.coreGbps, machine.slowGbps)};
  // TM-M3
  if (!std::isfinite(machine.transferStartNs) || machine.transferStartNs < 0 || machine.transferStartNs > mostStart)
    return Error{
        fmt::format("TM-M3: transfer_start_ns is {}, it must be from 0 to {}", machine.transferStartNs, mostStart)};
  ALCOVE_RETURN_IF_ERROR(whole("TM-M3", "burst_bytes", machine.burstBytes, mostBurst));
  // TM-M4
  for (size_t kind = 0; kind < elementKindCount; ++kind) {
    const std::string of = std::string("rates.") + name(static_cast<ElementKind>(kind));
    ALCOVE_RETURN_IF_ERROR(rate("TM-M4", of + ".macs_per_ns", machine.rates[kind].macsPerNs));
    ALCOVE_RETURN_IF_ERROR(rate("TM-M4", of + ".vector_ops_per_ns", machine.rates[kind].vectorOpsPerNs));
  }
  // TM-M5
  static const std::set<std::string> classes = {"conv",      "matmul",  "pool",  "elementwise",
                                                "reduction", "softmax", "other", "group"};
  std::set<std::string> seen;
  for (const auto &[member, bytes] : machine.classBytes) {
    if (!classes.count(member))
      return Error{
          fmt::format("TM-M5: class_bytes.{} is no class of operations: {}", member, fmt::join(classes, ", "))};
    if (!seen.insert(member).second)
      return Error{fmt::format("TM-M5: class_bytes.{} is given twice", member)};
    ALCOVE_RETURN_IF_ERROR(whole("TM-M5", "class_bytes." + member, bytes, mostLocal));
  }
  return {};
}
