//===- Budget.cpp - Local memory per kind of operation --------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/Budget.h"

#include <fmt/format.h>

#include <charconv>

namespace alcove::plan::tiling {

std::string_view name(OpClass opClass) {
  switch (opClass) {
  case OpClass::Conv:
    return "conv";
  case OpClass::Matmul:
    return "matmul";
  case OpClass::Pool:
    return "pool";
  case OpClass::Elementwise:
    return "elementwise";
  case OpClass::Reduction:
    return "reduction";
  case OpClass::Softmax:
    return "softmax";
  case OpClass::Other:
    break;
  }
  return "other";
}

Budget Budget::atMost(Bytes most) const {
  Budget capped = *this;
  for (Bytes &own : capped.bytes)
    own = std::min(own, most);
  capped.group = std::min(group, most);
  return capped;
}

static std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\n\v\f\r";
  size_t first = text.find_first_not_of(blanks);
  return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/// One "class=bytes".
static Status setOne(Budget &budget, std::string_view part) {
  size_t equals = std::min(part.find('='), part.size());
  std::string_view key = trimmed(part.substr(0, equals));
  std::string_view text = part.substr(std::min(equals + 1, part.size()));
  Bytes value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value <= 0)
    return Error{fmt::format("op-budgets: '{}' is not of the form class=bytes with bytes > 0", part)};
  bool known = key == "group";
  if (known)
    budget.group = value;
  for (size_t i = 0; i < opClassCount; ++i)
    if (name(static_cast<OpClass>(i)) == key) {
      budget.bytes[i] = value;
      known = true;
    }
  if (!known)
    return Error{fmt::format("op-budgets: '{}' is not a class of operation (conv, matmul, pool, elementwise, "
                             "reduction, softmax, other, group)",
                             key)};
  return {};
}

Result<Budget> Budget::parse(Bytes base, std::string_view overrides) {
  Budget budget;
  budget.bytes.fill(base);
  while (!overrides.empty()) {
    size_t comma = std::min(overrides.find(','), overrides.size());
    std::string_view part = overrides.substr(0, comma);
    overrides.remove_prefix(std::min(comma + 1, overrides.size()));
    if (!part.empty())
      ALCOVE_RETURN_IF_ERROR(setOne(budget, part));
  }
  return budget;
}

} // namespace alcove::plan::tiling
