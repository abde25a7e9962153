//===- Families.h - The family of an op, by its name ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_FAMILIES_H
#define ALCOVE_OPS_FAMILIES_H

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace alcove {

enum class OpFamily : uint8_t {
#define ALCOVE_OP_FAMILY(family, ops) family,
#include "alcove/Ops/Families.def"
};

struct OpFamilyRow {
  OpFamily family;
  std::string_view name;
  std::string_view ops; ///< names without dialect, one blank between
};
inline constexpr OpFamilyRow opFamilies[] = {
#define ALCOVE_OP_FAMILY(family, ops) {OpFamily::family, #family, ops},
#include "alcove/Ops/Families.def"
};

constexpr std::string_view toString(OpFamily family) { return opFamilies[static_cast<size_t>(family)].name; }

/// Family of an op by its name without dialect, as in `matmul`; nothing for a name that Families.def does not have. O(1).
inline std::optional<OpFamily> familyOf(std::string_view op) {
  static const std::unordered_map<std::string_view, OpFamily> table = [] {
    std::unordered_map<std::string_view, OpFamily> map;
    for (const OpFamilyRow &row : opFamilies)
      for (std::string_view rest = row.ops; !rest.empty();) {
        std::string_view name = rest.substr(0, rest.find(' '));
        map.emplace(name, row.family);
        rest.remove_prefix(name.size() + (name.size() < rest.size()));
      }
    return map;
  }();
  auto found = table.find(op);
  return found == table.end() ? std::nullopt : std::optional(found->second);
}

} // namespace alcove

#endif // ALCOVE_OPS_FAMILIES_H
