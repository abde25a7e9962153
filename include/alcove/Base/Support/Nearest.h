//===- Nearest.h - Which name was meant -------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_SUPPORT_NEAREST_H
#define ALCOVE_BASE_SUPPORT_NEAREST_H

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace alcove {

/// Letters to change, add or leave out between two words (Levenshtein's distance). O(|a| |b|).
inline size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

/// The first of the nearest `names`, which `nameOf` reads off the range's elements; empty without any.
template <typename Range, typename NameOf>
std::string nearestName(std::string_view word, const Range &names, NameOf nameOf) {
  auto nearest =
      std::ranges::min_element(names, {}, [&](const auto &each) { return editDistance(word, nameOf(each)); });
  return nearest == std::ranges::end(names) ? "" : std::string(nameOf(*nearest));
}

} // namespace alcove

#endif // ALCOVE_BASE_SUPPORT_NEAREST_H
