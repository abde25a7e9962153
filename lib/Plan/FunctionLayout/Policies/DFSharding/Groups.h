//===- Groups.h - Disjoint sets of small numbers ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_DFSHARDING_GROUPS_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_DFSHARDING_GROUPS_H

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace alcove::plan {

/// Disjoint sets of 0..count-1 with path halving; a set is named by one of its items.
class Groups {
public:
  explicit Groups(size_t count) : parent(count) { std::iota(parent.begin(), parent.end(), 0); }
  int32_t find(int32_t item) {
    while (parent[item] != item)
      item = parent[item] = parent[parent[item]];
    return item;
  }
  void join(int32_t a, int32_t b) { parent[find(a)] = find(b); }

private:
  std::vector<int32_t> parent;
};

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_DFSHARDING_GROUPS_H
