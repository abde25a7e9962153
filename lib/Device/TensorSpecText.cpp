//===- TensorSpecText.cpp - Layouts as one line of text ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Device/TensorLayout.h"

#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tuple>

namespace alcove::device {

std::string toString(const TensorSpec &tensor) {
  const TensorLayout &layout = tensor.layout;
  std::string text = fmt::format("{}|{}|{}|{}|{}|{}x{}", fmt::join(tensor.shape, "x"), toString(layout.pageLayout),
                                 toString(layout.dataType), toString(layout.bufferType), toString(layout.memoryLayout),
                                 layout.gridRows, layout.gridCols);
  if (layout.orientation == Orientation::ColMajor)
    text += "|col_major";
  if (layout.shardShape)
    text += fmt::format("|shard={}x{}", layout.shardShape->first, layout.shardShape->second);
  for (size_t i = 0; i < layout.cores.size(); ++i) {
    const CoreRange &range = layout.cores[i];
    text += fmt::format("{}({},{})-({},{})", i ? "+" : "|cores=", range.startX, range.startY, range.endX, range.endY);
  }
  return text;
}

static constexpr int64_t maxSide = (int64_t(1) << 40) - 1;

static std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos)
      return parts;
    text.remove_prefix(at + 1);
  }
}

static std::optional<int64_t> parseNumber(std::string_view text, int64_t low) {
  int64_t value = 0;
  auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size() || value < low || value > maxSide)
    return std::nullopt;
  return value;
}

// `4x5x6`; an error for anything else.
static Result<std::vector<int64_t>> parseSides(std::string_view text) {
  std::vector<int64_t> sides;
  for (std::string_view part : split(text, 'x')) {
    std::optional<int64_t> side = parseNumber(part, 1);
    if (!side)
      return Error{fmt::format("'{}' is not a list of positive numbers separated by x", text)};
    sides.push_back(*side);
  }
  return sides;
}

static Result<std::pair<int64_t, int64_t>> parsePair(std::string_view text) {
  ALCOVE_ASSIGN_OR_RETURN(std::vector<int64_t> sides, parseSides(text));
  if (sides.size() != 2)
    return Error{fmt::format("'{}' has {} sides, not 2", text, sides.size())};
  return std::pair(sides[0], sides[1]);
}

// `(x,y)-(x,y)`
static Result<CoreRange> parseCoreRange(std::string_view text) {
  Error malformed{fmt::format("'{}' is not a core range (x,y)-(x,y)", text)};
  int64_t numbers[4];
  size_t next = 0;
  for (std::string_view corner : split(text, '-')) {
    if (next == 4 || corner.size() < 5 || corner.front() != '(' || corner.back() != ')')
      return malformed;
    std::vector<std::string_view> parts = split(corner.substr(1, corner.size() - 2), ',');
    if (parts.size() != 2)
      return malformed;
    for (std::string_view part : parts) {
      std::optional<int64_t> number = parseNumber(part, 0);
      if (!number)
        return malformed;
      numbers[next++] = *number;
    }
  }
  if (next != 4)
    return malformed;
  return CoreRange{numbers[0], numbers[1], numbers[2], numbers[3]};
}

template <typename Enum>
static std::optional<Enum> parseEnum(std::string_view text, Enum last) {
  for (int i = 0; i <= static_cast<int>(last); ++i)
    if (text == toString(static_cast<Enum>(i)))
      return static_cast<Enum>(i);
  return std::nullopt;
}

static Status parseOption(std::string_view text, TensorLayout &layout) {
  if (text == "row_major" || text == "col_major") {
    layout.orientation = text == "row_major" ? Orientation::RowMajor : Orientation::ColMajor;
    return Status();
  }
  if (text.starts_with("shard=")) {
    ALCOVE_ASSIGN_OR_RETURN(layout.shardShape, parsePair(text.substr(6)));
    return Status();
  }
  if (text.starts_with("cores=")) {
    layout.cores.clear();
    for (std::string_view part : split(text.substr(6), '+')) {
      ALCOVE_ASSIGN_OR_RETURN(CoreRange range, parseCoreRange(part));
      layout.cores.push_back(range);
    }
    return Status();
  }
  return Error{fmt::format("unknown option '{}' (row_major, col_major, shard=HxW, cores=(x,y)-(x,y)+...)", text)};
}

static Status parseField(size_t field, std::string_view text, TensorLayout &layout) {
  auto unknown = [&](const char *what, const char *choices) {
    return Error{fmt::format("unknown {} '{}' ({})", what, text, choices)};
  };
  switch (field) {
  case 1: {
    std::optional<PageLayout> page = parseEnum(text, PageLayout::Tile);
    if (!page)
      return unknown("page layout", "tile, row_major");
    layout.pageLayout = *page;
    return Status();
  }
  case 2: {
    std::optional<DataType> type = parseDataType(std::string(text));
    if (!type)
      return unknown("data type", "f32, f16, bf16, bfp_bf8, bfp_bf4, u32, u16, u8, si32, ...");
    layout.dataType = *type;
    return Status();
  }
  case 3: {
    std::optional<BufferType> buffer = parseEnum(text, BufferType::Trace);
    if (!buffer)
      return unknown("buffer", "dram, l1, system_memory, l1_small, trace");
    layout.bufferType = *buffer;
    return Status();
  }
  case 4: {
    std::optional<MemoryLayout> memory = parseEnum(text, MemoryLayout::NdSharded);
    if (!memory)
      return unknown("memory layout", "interleaved, height_sharded, width_sharded, block_sharded, nd_sharded");
    layout.memoryLayout = *memory;
    return Status();
  }
  case 5: {
    ALCOVE_ASSIGN_OR_RETURN(auto grid, parsePair(text));
    std::tie(layout.gridRows, layout.gridCols) = grid;
    return Status();
  }
  default:
    return parseOption(text, layout);
  }
}

Result<TensorSpec> parseTensorSpec(const std::string &text) {
  TensorSpec tensor;
  std::vector<std::string_view> fields = split(text, '|');
  auto located = [&](const Error &error) {
    return Error{fmt::format("tensor '{}': {}", text.substr(0, 200), error.message)};
  };
  // A scalar has no sides: `|tile|f32`.
  if (!fields[0].empty() || fields.size() == 1) {
    Result<std::vector<int64_t>> shape = parseSides(fields[0]);
    if (!shape.ok())
      return located(shape.error());
    tensor.shape = std::move(shape).value();
  }
  for (size_t i = 1; i < fields.size(); ++i)
    if (Status status = parseField(i, fields[i], tensor.layout); !status.ok())
      return located(status.error());
  return tensor;
}

} // namespace alcove::device
