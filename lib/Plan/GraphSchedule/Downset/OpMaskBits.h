//===- OpMaskBits.h - Bits of a set of operations ---------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_GRAPHSCHEDULE_DOWNSET_OPMASKBITS_H
#define ALCOVE_LIB_PLAN_GRAPHSCHEDULE_DOWNSET_OPMASKBITS_H

#include "DownsetSearch.h"

namespace alcove::plan::schedule {

inline OpMask bit(size_t i) { return OpMask(1) << i; }

/// Index of the lowest bit of a set that is not empty.
inline size_t lowest(OpMask mask) {
  uint64_t low = static_cast<uint64_t>(mask);
  return low ? static_cast<size_t>(__builtin_ctzll(low))
             : 64 + static_cast<size_t>(__builtin_ctzll(static_cast<uint64_t>(mask >> 64)));
}

/// Per operation, everything that it depends on.
inline std::vector<OpMask> ancestorsOf(const OpGraph &graph) {
  std::vector<OpMask> before(graph.size(), 0);
  for (size_t o = 0; o != graph.size(); ++o)
    for (int32_t t : graph.ops[o].inputs)
      if (int32_t maker = graph.madeBy(t); maker >= 0)
        before[o] |= before[static_cast<size_t>(maker)] | bit(static_cast<size_t>(maker));
  return before;
}

} // namespace alcove::plan::schedule

#endif // ALCOVE_LIB_PLAN_GRAPHSCHEDULE_DOWNSET_OPMASKBITS_H
