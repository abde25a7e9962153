//===- QueryText.cpp - A query on one line ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/QueryText.h"

#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>

using namespace alcove;
using namespace alcove::opmodel;
using device::BufferType;
using device::MemoryLayout;
using device::PageLayout;

namespace {

std::optional<int64_t> parseInteger(std::string_view text) {
  int64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty())
    return std::nullopt;
  return value;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  size_t start = 0;
  for (size_t i = 0; i <= text.size(); ++i)
    if (i == text.size() || text[i] == separator) {
      parts.emplace_back(text.substr(start, i - start));
      start = i + 1;
    }
  return parts;
}

std::optional<std::vector<int64_t>> parseSizes(std::string_view text, char separator) {
  std::vector<int64_t> sizes;
  for (const std::string &part : split(text, separator)) {
    std::optional<int64_t> size = parseInteger(part);
    if (!size)
      return std::nullopt;
    sizes.push_back(*size);
  }
  return sizes;
}

std::optional<std::vector<int64_t>> parseShape(std::string_view text) {
  if (text == "scalar")
    return std::vector<int64_t>{};
  return parseSizes(text, 'x');
}

/// `x0:y0-x1:y1`, joined by `+`.
std::optional<std::vector<device::CoreRange>> parseCores(std::string_view text) {
  std::vector<device::CoreRange> ranges;
  for (const std::string &part : split(text, '+')) {
    std::vector<std::string> ends = split(part, '-');
    if (ends.size() != 2)
      return std::nullopt;
    auto start = parseSizes(ends[0], ':'), end = parseSizes(ends[1], ':');
    if (!start || !end || start->size() != 2 || end->size() != 2)
      return std::nullopt;
    ranges.push_back({(*start)[0], (*start)[1], (*end)[0], (*end)[1]});
  }
  return ranges;
}

/// What a field of an operand may set, beside the shape.
struct LayoutFields {
  TensorLayout layout;
  bool gridGiven = false, partial = false;
};

bool setPair(std::string_view text, int64_t &first, int64_t &second) {
  auto sizes = parseSizes(text, 'x');
  if (!sizes || sizes->size() != 2)
    return false;
  first = (*sizes)[0];
  second = (*sizes)[1];
  return true;
}

bool setField(LayoutFields &fields, const std::string &field) {
  TensorLayout &layout = fields.layout;
  for (PageLayout page : {PageLayout::RowMajor, PageLayout::Tile})
    if (field == device::toString(page))
      return layout.pageLayout = page, true;
  for (int i = 0; i <= static_cast<int>(BufferType::Trace); ++i)
    if (field == device::toString(static_cast<BufferType>(i)))
      return layout.bufferType = static_cast<BufferType>(i), true;
  for (int i = 0; i <= static_cast<int>(MemoryLayout::NdSharded); ++i)
    if (field == device::toString(static_cast<MemoryLayout>(i)))
      return layout.memoryLayout = static_cast<MemoryLayout>(i), true;
  if (auto type = device::parseDataType(field))
    return layout.dataType = *type, true;
  if (field == "partial")
    return fields.partial = true, true;
  if (field == "col_major")
    return layout.orientation = device::Orientation::ColMajor, true;
  if (field.starts_with("grid="))
    return fields.gridGiven = setPair(field.substr(5), layout.gridRows, layout.gridCols);
  if (field.starts_with("shard=")) {
    int64_t height = 0, width = 0;
    if (!setPair(field.substr(6), height, width))
      return false;
    layout.shardShape = {height, width};
    return true;
  }
  if (field.starts_with("cores=")) {
    auto ranges = parseCores(field.substr(6));
    if (ranges)
      layout.cores = *ranges;
    return ranges.has_value();
  }
  return false;
}

Result<LayoutFields> parseFields(const std::vector<std::string> &parts, const ChipParameters &chip) {
  LayoutFields fields;
  for (size_t i = 1; i < parts.size(); ++i)
    if (!setField(fields, parts[i]))
      return Error{fmt::format("'{}' is no page layout, element type, buffer, memory layout, grid=, shard= or cores=",
                               parts[i])};
  if (!fields.gridGiven && fields.layout.isL1() && !fields.layout.isSharded()) {
    fields.layout.gridRows = chip.gridRows;
    fields.layout.gridCols = chip.gridCols;
  }
  if (!fields.gridGiven && fields.layout.isSharded() && !fields.partial)
    return Error{fmt::format("a sharded layout needs grid=RowsxColumns or partial")};
  return fields;
}

AttributeValue parseValue(const std::string &text) {
  if (text == "true" || text == "false")
    return text == "true";
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
    std::string inner = text.substr(1, text.size() - 2);
    if (inner.empty())
      return std::vector<int64_t>{};
    if (auto sizes = parseSizes(inner, ','))
      return *sizes;
  }
  if (auto integer = parseInteger(text))
    return *integer;
  double real = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), real);
  if (error == std::errc() && end == text.data() + text.size() && !text.empty())
    return real;
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    return text.substr(1, text.size() - 2);
  return text;
}

std::string valueText(const AttributeValue &value) {
  if (auto *integer = std::get_if<int64_t>(&value))
    return fmt::format("{}", *integer);
  if (auto *flag = std::get_if<bool>(&value))
    return *flag ? "true" : "false";
  if (auto *real = std::get_if<double>(&value)) {
    std::string text = fmt::format("{}", *real);
    return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
  }
  if (auto *list = std::get_if<std::vector<int64_t>>(&value))
    return fmt::format("[{}]", fmt::join(*list, ","));
  return fmt::format("\"{}\"", std::get<std::string>(value));
}

/// Words of the line; quotes and brackets keep blanks.
std::vector<std::string> words(const std::string &text) {
  std::vector<std::string> result;
  std::string word;
  bool quoted = false, bracketed = false;
  for (char c : text) {
    if (c == '"')
      quoted = !quoted;
    if (!quoted && (c == '[' || c == ']'))
      bracketed = c == '[';
    if (!quoted && (c == ' ' || c == '\t' || c == '\n')) {
      if (bracketed)
        continue;
      if (!word.empty())
        result.push_back(std::move(word));
      word.clear();
      continue;
    }
    word += c;
  }
  if (!word.empty())
    result.push_back(std::move(word));
  return result;
}

Result<OutputRequest> parseRequest(const std::string &word, const ChipParameters &chip) {
  OutputRequest request;
  std::vector<std::string> parts = split(word, '|');
  bool open = parts[0].starts_with("?");
  std::string shape = open ? parts[0].substr(1) : parts[0];
  if (!shape.empty()) {
    auto sizes = parseShape(shape);
    if (!sizes)
      return Error{fmt::format("'{}' is no shape", shape)};
    request.shape = *sizes;
  }
  for (size_t i = 1; open && i < parts.size(); ++i)
    if (!device::parseDataType(parts[i]))
      return Error{fmt::format("'{}' behind `?`: the backend chooses the layout, only an element type may be asked; to "
                               "ask for a layout leave the `?` out",
                               parts[i])};
  ALCOVE_ASSIGN_OR_RETURN(LayoutFields fields, parseFields(parts, chip));
  request.dataType = fields.layout.dataType;
  request.partial = fields.partial;
  if (!open)
    request.layout = fields.layout;
  return request;
}

std::string fieldsText(const TensorLayout &layout) {
  std::string text = fmt::format("|{}|{}|{}|{}|grid={}x{}", device::toString(layout.pageLayout),
                                 device::toString(layout.dataType), device::toString(layout.bufferType),
                                 device::toString(layout.memoryLayout), layout.gridRows, layout.gridCols);
  if (layout.shardShape)
    text += fmt::format("|shard={}x{}", layout.shardShape->first, layout.shardShape->second);
  if (layout.orientation == device::Orientation::ColMajor)
    text += "|col_major";
  for (size_t i = 0; i < layout.cores.size(); ++i) {
    const device::CoreRange &range = layout.cores[i];
    text += fmt::format("{}{}:{}-{}:{}", i == 0 ? "|cores=" : "+", range.startX, range.startY, range.endX, range.endY);
  }
  return text;
}

std::string shapeText(const std::vector<int64_t> &shape) {
  return shape.empty() ? "scalar" : fmt::format("{}", fmt::join(shape, "x"));
}

} // namespace

Result<TensorSpec> opmodel::parseTensor(const std::string &text, const ChipParameters &chip) {
  std::vector<std::string> parts = split(text, '|');
  auto shape = parseShape(parts[0]);
  if (!shape)
    return Error{fmt::format("'{}' is no shape", parts[0])};
  ALCOVE_ASSIGN_OR_RETURN(LayoutFields fields, parseFields(parts, chip));
  if (fields.partial)
    return Error{"an operand cannot be partial"};
  return TensorSpec{*shape, fields.layout};
}

std::string opmodel::toText(const TensorSpec &tensor) { return shapeText(tensor.shape) + fieldsText(tensor.layout); }

Result<Query> opmodel::parseQuery(const std::string &text, const ChipParameters &chip) {
  Query query;
  bool afterArrow = false;
  for (const std::string &word : words(text)) {
    if (query.op.empty()) {
      query.op = word;
      continue;
    }
    if (word == "->") {
      afterArrow = true;
      continue;
    }
    size_t equals = word.find('=');
    if (equals != std::string::npos && word.substr(0, equals).find('|') == std::string::npos) {
      std::string name = word.substr(0, equals);
      AttributeValue value = parseValue(word.substr(equals + 1));
      if (name == "live_l1_bytes" && std::holds_alternative<int64_t>(value))
        query.liveL1BytesPerCore = std::get<int64_t>(value);
      else
        query.attributes[name] = std::move(value);
      continue;
    }
    if (afterArrow) {
      if (word == "?")
        continue;
      Result<OutputRequest> request = parseRequest(word, chip);
      if (!request)
        return Error{fmt::format("result '{}': {}", word, request.error().message)};
      query.outputs.push_back(std::move(*request));
      continue;
    }
    Result<TensorSpec> tensor = parseTensor(word, chip);
    if (!tensor)
      return Error{fmt::format("operand '{}': {}", word, tensor.error().message)};
    query.inputs.push_back(std::move(*tensor));
  }
  if (query.op.empty())
    return Error{"an op name was expected"};
  return query;
}

std::string opmodel::toText(const Query &query) {
  std::string text = query.op;
  for (const TensorSpec &tensor : query.inputs)
    text += " " + toText(tensor);
  if (!query.outputs.empty())
    text += " ->";
  for (const OutputRequest &request : query.outputs) {
    if (request.layout)
      text += " " + shapeText(request.shape) + fieldsText(*request.layout) + (request.partial ? "|partial" : "");
    else
      text += fmt::format(" ?{}|{}", shapeText(request.shape), device::toString(request.dataType));
  }
  for (const auto &[name, value] : query.attributes)
    text += fmt::format(" {}={}", name, valueText(value));
  if (query.liveL1BytesPerCore != 0)
    text += fmt::format(" live_l1_bytes={}", query.liveL1BytesPerCore);
  return text;
}
