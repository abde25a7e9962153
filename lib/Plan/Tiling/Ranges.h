//===- Ranges.h - What <algorithm> lacks ------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_TILING_RANGES_H
#define ALCOVE_LIB_PLAN_TILING_RANGES_H

#include <algorithm>
#include <ranges>

namespace alcove::plan::tiling {

template <typename Range, typename Value>
bool contains(const Range &range, const Value &value) {
  return std::ranges::find(range, value) != std::ranges::end(range);
}

} // namespace alcove::plan::tiling

#endif // ALCOVE_LIB_PLAN_TILING_RANGES_H
