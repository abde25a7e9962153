//===- AttributeFinder.h - Attributes of one query, found fast --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPMODEL_ATTRIBUTEFINDER_H
#define ALCOVE_LIB_OPMODEL_ATTRIBUTEFINDER_H

#include "alcove/OpModel/OpModel.h"

#include <array>
#include <string_view>

namespace alcove::opmodel {

/// Finds attributes of a query by name. A slot for each length and last letter of a name, of which there are 64, has the
/// attribute: most of what the model asks for is not there, and its slot is empty.
class AttributeFinder {
public:
  explicit AttributeFinder(const Query &query) : query(query) {
    for (const auto &attribute : query.attributes) {
      const Attribute *&slot = slots[slotOf(attribute.first)];
      isShared |= uint64_t{slot != nullptr} << slotOf(attribute.first);
      slot = &attribute;
    }
  }

  /// Null when the query has none of this name. One comparison; O(log attributes) where names share a slot.
  const AttributeValue *find(std::string_view name) const {
    const Attribute *candidate = slots[slotOf(name)];
    if (candidate == nullptr || candidate->first == name)
      return candidate == nullptr ? nullptr : &candidate->second;
    if ((isShared >> slotOf(name) & 1) == 0)
      return nullptr;
    auto found = query.attributes.find(name);
    return found == query.attributes.end() ? nullptr : &found->second;
  }

private:
  using Attribute = decltype(Query::attributes)::value_type;

  static size_t slotOf(std::string_view name) {
    return (name.size() * 11 + (name.empty() ? 0 : static_cast<unsigned char>(name.back()))) % 64;
  }

  const Query &query;
  std::array<const Attribute *, 64> slots{}; ///< the last attribute of each
  uint64_t isShared = 0;                     ///< bit per slot: by several attributes
};

} // namespace alcove::opmodel

#endif // ALCOVE_LIB_OPMODEL_ATTRIBUTEFINDER_H
