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
#include <optional>
#include <span>
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

  /// A flag is 0 or 1, a list of one its number.
  int64_t integer(std::string_view name, int64_t fallback) const {
    const AttributeValue *value = find(name);
    if (!value)
      return fallback;
    if (auto *number = std::get_if<int64_t>(value))
      return *number;
    if (auto *flag = std::get_if<bool>(value))
      return *flag;
    if (auto *list = std::get_if<std::vector<int64_t>>(value); list && list->size() == 1)
      return list->front();
    return fallback;
  }

  /// An integer is a list of one; nothing for another attribute, or none. Lives as long as the query.
  std::optional<std::span<const int64_t>> integers(std::string_view name) const {
    const AttributeValue *value = find(name);
    if (!value)
      return std::nullopt;
    if (auto *list = std::get_if<std::vector<int64_t>>(value))
      return std::span<const int64_t>(*list);
    if (auto *number = std::get_if<int64_t>(value))
      return std::span<const int64_t>(number, 1);
    return std::nullopt;
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
