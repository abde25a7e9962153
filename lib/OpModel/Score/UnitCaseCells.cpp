//===- UnitCaseCells.cpp - The cells of the unit-case table ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "UnitCaseCells.h"

#include <algorithm>
#include <charconv>

using namespace alcove;
using namespace alcove::opmodel;
using namespace alcove::opmodel::cells;
using device::BufferType;
using device::DataType;
using device::MemoryLayout;
using device::PageLayout;
using Shape = std::vector<int64_t>;

static std::string trim(const std::string &text) {
  size_t start = text.find_first_not_of(" \n\t"), end = text.find_last_not_of(" \n\t");
  return start == std::string::npos ? "" : text.substr(start, end - start + 1);
}

static std::vector<std::string> splitOutside(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::string part;
  int depth = 0;
  for (char c : text) {
    if (c == '(' || c == '[' || c == '{')
      ++depth;
    if (c == ')' || c == ']' || c == '}')
      --depth;
    if (c == separator && depth <= 0) {
      parts.push_back(trim(part));
      part.clear();
      continue;
    }
    part += c;
  }
  if (!trim(part).empty())
    parts.push_back(trim(part));
  return parts;
}

std::vector<std::string> cells::splitArgs(const std::string &text) { return splitOutside(text, ';'); }

std::vector<std::string> cells::splitList(const std::string &text, const std::string &separator) {
  std::vector<std::string> parts;
  size_t start = 0;
  while (true) {
    size_t end = text.find(separator, start);
    parts.push_back(trim(text.substr(start, end - start)));
    if (end == std::string::npos)
      return parts;
    start = end + separator.size();
  }
}

std::string cells::stripLabel(const std::string &text) {
  size_t equals = text.find('='), bar = text.find('|');
  return equals != std::string::npos && (bar == std::string::npos || equals < bar) ? text.substr(equals + 1) : text;
}

std::optional<std::string> cells::named(const std::vector<std::string> &args, const std::string &name) {
  for (const std::string &arg : args)
    if (arg.starts_with(name + "="))
      return arg.substr(name.size() + 1);
  return std::nullopt;
}

std::optional<int64_t> cells::toInteger(const std::string &text) {
  std::string digits = text;
  size_t call = text.find("IntegerAttr(");
  if (call != std::string::npos && text.starts_with("builder."))
    digits = text.substr(call + 12, text.size() - call - 13);
  int64_t value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || digits.empty())
    return std::nullopt;
  return value;
}

std::optional<Shape> cells::toList(const std::string &text) {
  if (text.size() < 2 || text.front() != '[' || text.back() != ']')
    return std::nullopt;
  Shape list;
  for (const std::string &part : splitOutside(text.substr(1, text.size() - 2), ',')) {
    std::optional<int64_t> value = toInteger(part);
    if (!value)
      return std::nullopt;
    list.push_back(*value);
  }
  return list;
}

std::optional<AttributeValue> cells::toAttribute(const std::string &text) {
  if (text.starts_with("make_optional(") && text.ends_with(")"))
    return toAttribute(text.substr(14, text.size() - 15));
  if (text == "True" || text == "False")
    return text == "True";
  if (auto integer = toInteger(text))
    return *integer;
  if (auto list = toList(text))
    return *list;
  return std::nullopt;
}

std::optional<Shape> cells::firstList(const std::vector<std::string> &args) {
  for (const std::string &arg : args)
    for (size_t start = arg.find('['); start != std::string::npos; start = arg.find('[', start + 1)) {
      size_t end = arg.find(']', start);
      if (end == std::string::npos)
        break;
      if (auto list = toList(arg.substr(start, end - start + 1)); list && !list->empty())
        return list;
    }
  return std::nullopt;
}

static std::optional<Shape> parseShape(const std::string &text) {
  Shape shape;
  for (const std::string &part : splitList(text, "x")) {
    if (part.empty())
      return std::nullopt;
    if (part == "TILE_HEIGHT" || part == "TILE_WIDTH")
      shape.push_back(32);
    else if (auto size = toInteger(part))
      shape.push_back(*size);
    else
      return std::nullopt;
  }
  return shape;
}

std::optional<Shape> cells::shapeOfType(const std::vector<std::string> &args) {
  for (const std::string &arg : args)
    if (arg.find("getType()") != std::string::npos)
      if (auto shape = parseShape(arg.substr(0, arg.find('|'))))
        return shape;
  return std::nullopt;
}

std::vector<std::string> cells::callArguments(const std::string &text, const std::string &callee) {
  size_t start = text.find(callee + "(");
  if (start == std::string::npos)
    return {};
  start += callee.size() + 1;
  int depth = 1;
  size_t end = start;
  for (; end < text.size() && depth > 0; ++end)
    depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
  return splitOutside(text.substr(start, end - start - 1), ',');
}

TensorLayout cells::defaultL1(const ChipParameters &chip) {
  TensorLayout layout;
  layout.bufferType = BufferType::L1;
  layout.gridRows = chip.gridRows;
  layout.gridCols = chip.gridCols;
  return layout;
}

TensorLayout cells::layoutOf(PageLayoutName page) {
  TensorLayout layout;
  layout.pageLayout = page == PageLayoutName::Tile ? PageLayout::Tile : PageLayout::RowMajor;
  return layout;
}

static DataType parseTypeCell(const std::string &text) {
  if (text.find("elt builder.getI32Type") != std::string::npos || text == "int32" || text.find("Int32") != text.npos)
    return text.find("UInt32") != text.npos ? DataType::U32 : DataType::SI32;
  if (text == "uint32")
    return DataType::U32;
  if (text == "uint16" || text.find("getIntegerType(16") != text.npos)
    return DataType::U16;
  if (text == "uint8")
    return DataType::U8;
  if (text.find("F32Type") != text.npos || text.find("Float32") != text.npos)
    return DataType::F32;
  return device::parseDataType(text).value_or(DataType::BF16);
}

std::optional<TensorSpec> cells::parseTensorCell(const std::string &text, const ChipParameters &chip) {
  // The first six fields; a call behind them (`.withIgnorePhysicalLayout(True)`) is not part of the layout.
  std::vector<std::string> parts;
  int depth = 0;
  parts.emplace_back();
  for (char c : text) {
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (c == '|' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  if (parts.size() < 6)
    return std::nullopt;
  std::optional<Shape> shape = parseShape(parts[0]);
  if (!shape)
    return std::nullopt;
  TensorSpec tensor{*shape, TensorLayout{}};
  TensorLayout &layout = tensor.layout;
  layout.pageLayout = parts[1] == "row_major" ? PageLayout::RowMajor : PageLayout::Tile;
  layout.dataType = parseTypeCell(parts[2]);
  layout.bufferType = parts[3] == "L1"             ? BufferType::L1
                      : parts[3] == "SystemMemory" ? BufferType::SystemMemory
                                                   : BufferType::DRAM;
  layout.memoryLayout = parts[4] == "HeightSharded"  ? MemoryLayout::HeightSharded
                        : parts[4] == "WidthSharded" ? MemoryLayout::WidthSharded
                        : parts[4] == "BlockSharded" ? MemoryLayout::BlockSharded
                                                     : MemoryLayout::Interleaved;
  if (parts[5].starts_with("grid=")) {
    std::string grid = parts[5].substr(5);
    grid = grid.substr(0, grid.find_first_not_of("0123456789x"));
    std::optional<Shape> sizes = parseShape(grid);
    if (sizes && sizes->size() == 2) {
      layout.gridRows = (*sizes)[0];
      layout.gridCols = (*sizes)[1];
    } else if (layout.isL1() && !layout.isSharded()) {
      layout.gridRows = chip.gridRows;
      layout.gridCols = chip.gridCols;
    }
  }
  return tensor;
}

std::vector<int64_t> ResultShape::integers(const char *name) const {
  auto it = query.attributes.find(name);
  if (it == query.attributes.end())
    return {};
  if (auto *list = std::get_if<std::vector<int64_t>>(&it->second))
    return *list;
  if (auto *integer = std::get_if<int64_t>(&it->second))
    return {*integer};
  return {};
}

bool ResultShape::flag(const char *name) const {
  auto it = query.attributes.find(name);
  return it != query.attributes.end() && std::holds_alternative<bool>(it->second) && std::get<bool>(it->second);
}

std::optional<Shape> ResultShape::reduced() const {
  Shape shape = query.inputs[0].shape;
  std::vector<int64_t> dims = integers(query.attributes.count("dim_arg") ? "dim_arg" : "dim");
  std::sort(dims.rbegin(), dims.rend());
  for (int64_t dim : dims) {
    if (dim < 0)
      dim += static_cast<int64_t>(query.inputs[0].shape.size());
    if (dim < 0 || dim >= static_cast<int64_t>(shape.size()))
      return query.inputs[0].shape;
    if (flag("keep_dim"))
      shape[dim] = 1;
    else
      shape.erase(shape.begin() + dim);
  }
  return shape;
}

std::optional<Shape> ResultShape::infer() const {
  const std::string &op = query.op;
  if (query.inputs.empty())
    return created;
  Shape shape = query.inputs[0].shape;
  int64_t rank = static_cast<int64_t>(shape.size());
  if (op == "sum" || op == "mean" || op == "max" || op == "min" || op == "argmax" || op == "prod")
    return reduced();
  if (op == "transpose" && integers("dim0").size() == 1 && integers("dim1").size() == 1) {
    int64_t a = integers("dim0")[0], b = integers("dim1")[0];
    a += a < 0 ? rank : 0;
    b += b < 0 ? rank : 0;
    if (a >= 0 && b >= 0 && a < rank && b < rank)
      std::swap(shape[a], shape[b]);
    return shape;
  }
  if (op == "concat" && integers("dim").size() == 1) {
    int64_t dim = integers("dim")[0] + (integers("dim")[0] < 0 ? rank : 0);
    for (size_t i = 1; i < query.inputs.size() && dim >= 0 && dim < rank; ++i)
      if (static_cast<int64_t>(query.inputs[i].shape.size()) == rank)
        shape[dim] += query.inputs[i].shape[dim];
    return shape;
  }
  if (op == "pad" || op == "repeat") {
    std::vector<int64_t> list = integers(op == "pad" ? "padding" : "repeat_dims");
    for (size_t d = 0; d < shape.size(); ++d)
      shape[d] = op == "pad" ? shape[d] + list[2 * d] + list[2 * d + 1] : shape[d] * list[d];
    return shape;
  }
  if (op == "slice_static" && query.attributes.count("begins")) {
    std::vector<int64_t> begins = integers("begins"), ends = integers("ends"), step = integers("step");
    for (size_t d = 0; d < shape.size() && d < ends.size() && d < step.size(); ++d)
      shape[d] = step[d] > 0 ? ceilDiv(std::max<int64_t>(ends[d] - begins[d], 0), step[d]) : 0;
    return shape;
  }
  if (op == "reshape" && args.size() > 1)
    return toList(args[1]);
  if (op == "embedding" && query.inputs.size() > 1) {
    shape.push_back(query.inputs[1].shape.back());
    return shape;
  }
  return std::nullopt;
}
