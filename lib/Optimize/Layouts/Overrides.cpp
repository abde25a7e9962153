//===- Overrides.cpp - What the user decides instead of the policy --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Optimize/Layouts/Overrides.h"
#include "alcove/Ops/Dialect/OpNames.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/IR/Builders.h"

#include <fmt/format.h>
#include <set>

using namespace mlir;
using namespace alcove;
using namespace alcove::layouts;

/// Splits `a=x,b=y` and hands each pair on.
static Status forEachEntry(StringRef text, llvm::function_ref<Status(StringRef, StringRef)> take) {
  SmallVector<StringRef> entries;
  text.split(entries, ',', -1, /*KeepEmpty=*/false);
  for (StringRef entry : entries) {
    auto [name, value] = entry.split('=');
    if (name.empty() || value.empty())
      return Error{fmt::format("Invalid override format: '{}', expected name=parameters", entry.str())};
    if (Status status = take(name, value); !status.ok())
      return status;
  }
  return Status();
}

template <typename T>
static Status setOnce(std::optional<T> &slot, T value, const char *what, StringRef text) {
  if (slot)
    return Error{fmt::format("Multiple {} parameters provided: {}", what, text.str())};
  slot = value;
  return Status();
}

/// `4x4`: nothing when the text is no grid at all, an error when it is a bad one.
static Result<std::optional<std::pair<int64_t, int64_t>>> parseGrid(StringRef text) {
  if (!text.contains('x') || text.find_first_not_of("0123456789x") != StringRef::npos)
    return std::optional<std::pair<int64_t, int64_t>>();
  SmallVector<StringRef> dims;
  text.split(dims, 'x');
  int64_t rows, cols;
  if (dims.size() != 2 || dims[0].getAsInteger(10, rows) || dims[1].getAsInteger(10, cols) || rows < 1 || cols < 1 ||
      rows > 1024 || cols > 1024)
    return Error{fmt::format("Invalid grid size: {}", text.str())};
  return std::optional(std::pair(rows, cols));
}

static Status parseLayoutParameter(StringRef text, LayoutOverride &layout) {
  ALCOVE_ASSIGN_OR_RETURN(auto grid, parseGrid(text));
  if (grid)
    return setOnce(layout.grid, *grid, "grid", text);
  if (auto buffer = ttnn::symbolizeBufferType(text))
    return setOnce(layout.bufferType, static_cast<device::BufferType>(*buffer), "buffer type", text);
  if (auto memory = ttnn::symbolizeTensorMemoryLayout(text))
    return setOnce(layout.memoryLayout, static_cast<device::MemoryLayout>(*memory), "tensor memory layout", text);
  if (text == "tile" || text == "row_major")
    return setOnce(layout.pageLayout, text == "tile" ? device::PageLayout::Tile : device::PageLayout::RowMajor,
                   "memory layout", text);
  if (auto type = device::parseDataType(text.str()))
    return setOnce(layout.dataType, *type, "data type", text);
  return Error{fmt::format("Invalid layout parameter: {}; expected a grid such as 8x8, dram or l1, interleaved, "
                           "height_sharded, width_sharded or block_sharded, tile or row_major, or an element type",
                           text.str())};
}

Result<std::map<std::string, LayoutOverride>> layouts::parseLayoutOverrides(StringRef text) {
  std::map<std::string, LayoutOverride> result;
  Status status = forEachEntry(text, [&](StringRef name, StringRef value) -> Status {
    SmallVector<StringRef> parameters;
    // A layout as tables and errors write it, `256x512|tile|bf16|l1|interleaved|8x8`: the shape is the op's.
    bool whole = value.contains('|');
    value.split(parameters, whole ? '|' : ':');
    if (whole)
      parameters.erase(parameters.begin());
    LayoutOverride &layout = result[name.str()];
    for (StringRef parameter : parameters)
      ALCOVE_RETURN_IF_ERROR(parseLayoutParameter(parameter, layout));
    return Status();
  });
  if (!status.ok())
    return status.error();
  return result;
}

Result<std::map<std::string, Conv2dOverride>> layouts::parseConv2dOverrides(StringRef text) {
  static const std::set<std::string> booleans = {
      "deallocate_activation", "reallocate_halo_output",   "reshard_if_not_optimal",      "override_sharding_config",
      "transpose_shards",      "enable_act_double_buffer", "enable_weights_double_buffer"};
  static const std::set<std::string> integers = {"act_block_h_override", "act_block_w_div"};
  std::map<std::string, Conv2dOverride> result;
  Status status = forEachEntry(text, [&](StringRef name, StringRef value) -> Status {
    SmallVector<StringRef> parameters;
    value.split(parameters, ':');
    for (StringRef parameter : parameters) {
      auto [field, word] = parameter.split('#');
      std::string key = field.str();
      unsigned number;
      bool valid;
      if (booleans.count(key))
        valid = word == "true" || word == "false";
      else if (integers.count(key))
        valid = !word.getAsInteger(10, number);
      else if (key == "weights_dtype")
        valid = device::parseDataType(word.str()).has_value();
      else if (key == "activation")
        valid = word == "none" || word == "relu";
      else if (key == "shard_layout")
        valid = ttnn::symbolizeTensorMemoryLayout(word).has_value();
      else if (key == "output_layout")
        valid = word == "tile" || word == "row_major";
      else if (key == "core_grid")
        return Error{"Invalid core_grid: overriding the core grid is not supported"};
      else
        return Error{fmt::format("Invalid override parameter: {}", key)};
      if (!valid)
        return Error{fmt::format("Invalid {}: {}", key, word.str())};
      if (!result[name.str()].emplace(key, word.str()).second)
        return Error{fmt::format("Duplicate {}: {}", key, word.str())};
    }
    return Status();
  });
  if (!status.ok())
    return status.error();
  return result;
}

Result<std::map<std::string, std::vector<int64_t>>> layouts::parseMemReconfigs(StringRef text) {
  std::map<std::string, std::vector<int64_t>> result;
  Status status = forEachEntry(text, [&](StringRef name, StringRef value) -> Status {
    SmallVector<StringRef> indices;
    value.split(indices, ':');
    for (StringRef index : indices) {
      int64_t operand;
      if (index.getAsInteger(10, operand) || operand < 0)
        return Error{fmt::format("Invalid operand index: {}", index.str())};
      result[name.str()].push_back(operand);
    }
    return Status();
  });
  if (!status.ok())
    return status.error();
  return result;
}

bool LayoutOverride::matches(const device::TensorLayout &layout) const {
  return (!grid || *grid == std::pair(layout.gridRows, layout.gridCols)) &&
         (!bufferType || *bufferType == layout.bufferType) && (!memoryLayout || *memoryLayout == layout.memoryLayout) &&
         (!pageLayout || *pageLayout == layout.pageLayout) && (!dataType || *dataType == layout.dataType);
}

Attribute layouts::applyConv2dOverride(MLIRContext *context, Attribute config, const Conv2dOverride &fields) {
  Builder builder(context);
  NamedAttrList list;
  if (auto given = dyn_cast_or_null<ttnn::Conv2dConfigAttr>(config))
    list.append(given.getFields().begin(), given.getFields().end());
  for (const auto &[field, word] : fields) {
    unsigned number;
    if (word == "true" || word == "false")
      list.set(field, builder.getBoolAttr(word == "true"));
    else if (!StringRef(word).getAsInteger(10, number))
      list.set(field, builder.getI64IntegerAttr(number));
    else if (field == "weights_dtype")
      list.set(field, ttcore::DataTypeAttr::get(context, *ttcore::symbolizeDataType(word)));
    else if (field == "activation" && word == "none")
      list.erase(field);
    else if (field == "activation")
      list.set(field, ttnn::UnaryWithParamAttr::get(context, builder.getStringAttr(word), ArrayAttr()));
    else
      list.set(field, builder.getStringAttr(word));
  }
  return ttnn::Conv2dConfigAttr::get(context, list.getDictionary(context));
}

Status layouts::checkOverrideFits(const LayoutOverride &given, std::pair<int64_t, int64_t> workers) {
  if (!given.grid)
    return Status();
  auto [height, width] = *given.grid;
  auto [rows, columns] = workers;
  // Height and width sharding fill the grid row by row.
  bool isLine = (height == 1 || width == 1) && given.memoryLayout != device::MemoryLayout::BlockSharded;
  if ((height <= rows && width <= columns) || (isLine && height * width <= rows * columns))
    return Status();
  return Error{fmt::format("override-output-layout: a grid of {}x{} does not fit the {}x{} worker cores of the device",
                           height, width, rows, columns)};
}

/// `table` with the names of ops for keys.
template <typename Value>
static Status resolveKeys(const OpIndex &index, const char *option, std::map<std::string, Value> &table) {
  std::map<std::string, Value> resolved;
  for (auto &[key, value] : table) {
    Result<Operation *> op = index.find(key);
    if (!op.ok())
      return Error{fmt::format("{}: {}", option, op.error().message)};
    if (!resolved.emplace(opName(*op), std::move(value)).second)
      return Error{fmt::format("{}: '{}' and another name mean the same op, '{}'", option, key, opName(*op))};
  }
  table = std::move(resolved);
  return Status();
}

Status layouts::resolveNames(Operation *root, Overrides &overrides) {
  if (overrides.empty())
    return Status();
  OpIndex index(root);
  ALCOVE_RETURN_IF_ERROR(resolveKeys(index, "override-output-layout", overrides.outputLayouts));
  ALCOVE_RETURN_IF_ERROR(resolveKeys(index, "override-conv2d-config", overrides.conv2dConfigs));
  return resolveKeys(index, "insert-memreconfig", overrides.memReconfigs);
}
