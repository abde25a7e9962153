//===- AttributeFinder.h - Attributes of one query, found fast --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPMODEL_ATTRIBUTEFINDER_H
#define ALCOVE_LIB_OPMODEL_ATTRIBUTEFINDER_H

#include "alcove/OpModel/OpModel.h"

#include <string_view>

namespace alcove::opmodel {

/// Finds attributes of a query by name. Most of what the model asks for is not there: a set of 64 bits, one for the
/// length and the last letter of each name that is, says so without a comparison.
class AttributeFinder {
public:
  explicit AttributeFinder(const Query &query) : query(query) {
    for (const auto &[name, value] : query.attributes)
      present |= bitOf(name);
  }

  /// Null when the query has none of this name. O(log attributes).
  const AttributeValue *find(std::string_view name) const {
    if ((present & bitOf(name)) == 0)
      return nullptr;
    auto found = query.attributes.find(name);
    return found == query.attributes.end() ? nullptr : &found->second;
  }

private:
  static uint64_t bitOf(std::string_view name) {
    return uint64_t{1} << ((name.size() * 11 + (name.empty() ? 0 : static_cast<unsigned char>(name.back()))) % 64);
  }

  const Query &query;
  uint64_t present = 0;
};

} // namespace alcove::opmodel

#endif // ALCOVE_LIB_OPMODEL_ATTRIBUTEFINDER_H
