//===- SubsetSum.h - A few numbers with a given sum -------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_SUPPORT_SUBSETSUM_H
#define ALCOVE_BASE_SUPPORT_SUBSETSUM_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace alcove {

/// Finds which of `sizes` (>= 0) add up to a sum: the fewest, at most four, among those the first in the order of the
/// list. Gives up after 4,096 sets, since a list of thousands is no op's.
class SubsetSum {
public:
  explicit SubsetSum(std::vector<int64_t> sizes) : sizes(std::move(sizes)) {}

  /// Their places in `sizes`, rising; empty when no set is found.
  std::vector<size_t> find(int64_t sum) {
    for (size_t count = 1; count <= 4; ++count)
      if (extend(0, sum, count))
        return chosen;
    return {};
  }

private:
  /// Chooses `count` more from `first` on, `rest` together.
  bool extend(size_t first, int64_t rest, size_t count) {
    if (count == 1 && ++visited > 4096)
      return false;
    for (size_t i = first; i < sizes.size(); ++i) {
      if (sizes[i] > rest)
        continue;
      chosen.push_back(i);
      if (count == 1 ? sizes[i] == rest : extend(i + 1, rest - sizes[i], count - 1))
        return true;
      chosen.pop_back();
      if (visited > 4096)
        return false;
    }
    return false;
  }

  std::vector<int64_t> sizes;
  std::vector<size_t> chosen;
  int visited = 0;
};

} // namespace alcove

#endif // ALCOVE_BASE_SUPPORT_SUBSETSUM_H
