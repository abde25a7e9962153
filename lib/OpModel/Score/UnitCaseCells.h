//===- UnitCaseCells.h - The cells of the unit-case table ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPMODEL_SCORE_UNITCASECELLS_H
#define ALCOVE_LIB_OPMODEL_SCORE_UNITCASECELLS_H

#include "alcove/OpModel/Analytical.h"

namespace alcove::opmodel::cells {

enum class PageLayoutName : uint8_t { RowMajor, Tile };

/// `a ; b ; [1,2]` -> a, b, [1,2]. Separators inside brackets do not count.
std::vector<std::string> splitArgs(const std::string &text);
/// Splits at a literal separator.
std::vector<std::string> splitList(const std::string &text, const std::string &separator);
/// `weight=64x3|...` -> `64x3|...`.
std::string stripLabel(const std::string &text);
/// Value of `name=value` among the arguments.
std::optional<std::string> named(const std::vector<std::string> &args, const std::string &name);
/// `3`, `-1`, `builder.getI32IntegerAttr(3)`.
std::optional<int64_t> toInteger(const std::string &text);
/// `[1,2]`.
std::optional<std::vector<int64_t>> toList(const std::string &text);
/// List, integer or True / False; nothing for None and the rest.
std::optional<AttributeValue> toAttribute(const std::string &text);
/// First list of integers anywhere in the arguments.
std::optional<std::vector<int64_t>> firstList(const std::vector<std::string> &args);
/// Shape in an argument `64x1024|...|....getType()`.
std::optional<std::vector<int64_t>> shapeOfType(const std::vector<std::string> &args);
/// Arguments of the first call `callee(...)` in the text.
std::vector<std::string> callArguments(const std::string &text, const std::string &callee);

/// The fixture's default: L1 interleaved bf16 tiles on the worker grid.
TensorLayout defaultL1(const ChipParameters &chip);
/// DRAM interleaved bf16.
TensorLayout layoutOf(PageLayoutName page);
/// `64x1024|tile|bf16|L1|Interleaved|grid=8x8*`; `?` takes the default.
std::optional<TensorSpec> parseTensorCell(const std::string &text, const ChipParameters &chip);

/// Shape of a result that operands and attributes determine.
struct ResultShape {
  const Query &query;
  const std::vector<std::string> &args;
  const std::optional<std::vector<int64_t>> &created;

  std::optional<std::vector<int64_t>> infer() const;

private:
  std::vector<int64_t> integers(const char *name) const;
  bool flag(const char *name) const;
  std::optional<std::vector<int64_t>> reduced() const;
};

} // namespace alcove::opmodel::cells

#endif // ALCOVE_LIB_OPMODEL_SCORE_UNITCASECELLS_H
