//===- Values.cpp - Layouts and attributes as tables ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Values.h"

#include <fmt/format.h>

using namespace mlir;
using namespace alcove;
using namespace alcove::emit;

using Tables = emit::flatbuffer::Values;
using flatbuffer::Item;
using flatbuffer::Items;
using flatbuffer::Node;
using flatbuffer::NodePtr;

std::string flatbuffer::plain(StringRef word) {
  std::string text;
  for (char letter : word)
    if (letter != '_')
      text += llvm::toLower(letter);
  return text;
}

Result<NodePtr> Tables::make(const std::string &type, const std::map<std::string, Item> &fields) const {
  const flatbuffer::Record *record = schema.record(type);
  if (!record)
    return Error{fmt::format("schema {} has no {}", schema.version(), type)};
  for (const auto &[name, item] : fields)
    if (!record->field(name))
      return Error{fmt::format("{} of schema {} has no field '{}'", type, schema.version(), name)};
  return std::make_shared<Node>(Node{record, fields});
}

Result<Item> Tables::member(const std::string &enumeration, StringRef word) const {
  const flatbuffer::Enumeration *made = schema.enumeration(enumeration);
  for (const auto &[name, value] : made ? made->members : std::map<std::string, int64_t>())
    if (plain(name) == plain(word))
      return Item{value};
  return Error{fmt::format("schema {} has no {} {}", schema.version(), enumeration, word.str())};
}

Result<Item> Tables::list(ArrayRef<int64_t> values) const {
  Items items;
  for (int64_t value : values)
    items.push_back({value});
  return Item{items};
}

//===----------------------------------------------------------------------===//
// Where tensors lie
//===----------------------------------------------------------------------===//

Result<Item> Tables::dataTypeOf(ttcore::DataType type) const {
  using enum ttcore::DataType;
  static const std::map<ttcore::DataType, const char *> names = {
      {F32, "Float32"}, {BF16, "BFloat16"}, {BfpBf8, "BFP_BFloat8"}, {BfpBf4, "BFP_BFloat4"}, {U32, "UInt32"},
      {U16, "UInt16"},  {U8, "UInt8"},      {SI32, "Int32"},         {I1, "BFloat16"}};
  auto found = names.find(type);
  if (found == names.end())
    return Error{fmt::format("no DataType is known for {}", ttcore::stringifyDataType(type).str())};
  return member("DataType", found->second);
}

Result<Item> Tables::dataType(Type element) const {
  std::optional<device::DataType> held = ttcore::dataTypeOf(element);
  if (!held)
    return Error{"has elements that no data type stands for"};
  return dataTypeOf(ttcore::fromDevice(*held));
}

Result<NodePtr> Tables::coordinate(int64_t x, int64_t y) const { return make("CoreCoord", {{"x", {x}}, {"y", {y}}}); }

Result<NodePtr> Tables::coreRanges(ttnn::CoreRangeSetAttr cores) const {
  Items ranges;
  for (ttnn::CoreRangeAttr range : cores.getCoreRanges()) {
    ALCOVE_ASSIGN_OR_RETURN(NodePtr start, coordinate(range.getStartX(), range.getStartY()));
    ALCOVE_ASSIGN_OR_RETURN(NodePtr end, coordinate(range.getEndX(), range.getEndY()));
    ALCOVE_ASSIGN_OR_RETURN(NodePtr made, make("CoreRange", {{"start_coord", {start}}, {"end_coord", {end}}}));
    ranges.push_back({made});
  }
  return make("CoreRangeSet", {{"core_ranges", {ranges}}});
}

Result<NodePtr> Tables::shards(ttnn::CoreRangeSetAttr cores, ArrayRef<int64_t> shape, StringRef orientation) const {
  ALCOVE_ASSIGN_OR_RETURN(NodePtr ranges, coreRanges(cores));
  ALCOVE_ASSIGN_OR_RETURN(Item extents, list(shape));
  ALCOVE_ASSIGN_OR_RETURN(Item order, member("ShardOrientation", orientation));
  return make("ShardSpec", {{"core_range_set", {ranges}}, {"shape", extents}, {"orientation", order}});
}

Result<NodePtr> Tables::memory(StringRef layout, StringRef buffer, NodePtr shardSpec, NodePtr ndShardSpec) const {
  std::map<std::string, Item> fields;
  ALCOVE_ASSIGN_OR_RETURN(fields["tensor_memory_layout"], member("TensorMemoryLayout", layout));
  ALCOVE_ASSIGN_OR_RETURN(fields["buffer_type"], member("BufferType", buffer));
  if (shardSpec)
    fields["shard_spec"] = {shardSpec};
  if (ndShardSpec)
    fields["nd_shard_spec"] = {ndShardSpec};
  return make("MemoryConfig", fields);
}

Result<NodePtr> Tables::ndMemory(ttnn::TTNNNDLayoutAttr layout) const {
  return Error{"an n-dimensional layout has no form in the flatbuffer that was seen"};
}

Result<NodePtr> Tables::memoryConfig(RankedTensorType type) const {
  if (auto nd = dyn_cast_or_null<ttnn::TTNNNDLayoutAttr>(type.getEncoding()))
    return ndMemory(nd);
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(type);
  if (!layout)
    return Error{"has no layout: plan the module first"};
  if (layout.getBufferType() == ttnn::BufferType::SystemMemory)
    return NodePtr();
  auto spread = layout.getMemLayout() ? layout.getMemLayout().getValue() : ttnn::TensorMemoryLayout::Interleaved;
  NodePtr spec;
  if (layout.isSharded()) {
    device::TensorSpec held = ttnn::specOf(type);
    ttnn::CoreRangeSetAttr cores = layout.getCoreRangeSet();
    if (!cores) {
      SmallVector<ttnn::CoreRangeAttr> ranges;
      for (const device::CoreRange &range :
           ttnn::canonicalCores(held.layout.memoryLayout, held.layout.gridRows, held.layout.gridCols, workerGrid))
        ranges.push_back(
            ttnn::CoreRangeAttr::get(type.getContext(), range.startX, range.startY, range.endX, range.endY));
      cores = ttnn::CoreRangeSetAttr::get(type.getContext(), ranges);
    }
    auto [height, width] = device::shardShape2D(held);
    bool columns = held.layout.orientation == device::Orientation::ColMajor;
    ALCOVE_ASSIGN_OR_RETURN(spec, shards(cores, {height, width}, columns ? "col_major" : "row_major"));
  }
  return memory(stringifyTensorMemoryLayout(spread), stringifyBufferType(layout.getBufferType()), spec, nullptr);
}

Result<NodePtr> Tables::memory(ttnn::MemoryConfigAttr attribute) const {
  NodePtr spec;
  if (ttnn::ShardSpecAttr given = attribute.getShardSpec()) {
    ALCOVE_ASSIGN_OR_RETURN(spec, shards(given.getCoreRangeSet(), given.getShape(),
                                         ttnn::stringifyShardOrientation(given.getOrientation())));
  } else if (attribute.getNdShardSpec()) {
    return Error{"an n-dimensional shard specification has no form in the flatbuffer that was seen"};
  }
  auto spread = attribute.getTensorMemoryLayout() ? attribute.getTensorMemoryLayout().getValue()
                                                  : ttnn::TensorMemoryLayout::Interleaved;
  return memory(stringifyTensorMemoryLayout(spread), stringifyBufferType(attribute.getBufferType().getValue()), spec,
                nullptr);
}

Result<NodePtr> Tables::tensorDesc(RankedTensorType type, bool presharded) const {
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(type);
  std::map<std::string, Item> desc;
  ALCOVE_ASSIGN_OR_RETURN(NodePtr place, memoryConfig(type));
  if (layout) {
    ALCOVE_ASSIGN_OR_RETURN(desc["data_type"], dataTypeOf(layout.getDataType()));
  }
  int64_t tile = layout && layout.isTiled() ? 32 : 1;
  ALCOVE_ASSIGN_OR_RETURN(NodePtr tileShape, make("Dim2d", {{"y", {tile}}, {"x", {tile}}}));
  ALCOVE_ASSIGN_OR_RETURN(desc["storage_type"], member("StorageType", place ? "Device" : "Host"));
  desc["tile_shape"] = {tileShape};
  if (place)
    desc["memory_config"] = {place};
  ALCOVE_ASSIGN_OR_RETURN(NodePtr memoryDesc, make("MemoryDesc", desc));
  ALCOVE_ASSIGN_OR_RETURN(Item undefined, member("OOBVal", "Undef"));
  ALCOVE_ASSIGN_OR_RETURN(NodePtr layoutDesc,
                          make("LayoutDesc", {{"oob_val", undefined}, {"memory_desc", {memoryDesc}}}));
  ALCOVE_ASSIGN_OR_RETURN(Item shape, list(type.getShape()));
  ALCOVE_ASSIGN_OR_RETURN(Item mesh, list({1, 1}));
  ALCOVE_ASSIGN_OR_RETURN(Item status, member("ShardStatus", presharded ? "Presharded" : "Unsharded"));
  return make("TensorDesc", {{"shape", shape},
                             {"mesh_shape", mesh},
                             {"layout", {layoutDesc}},
                             {"shard_status", status},
                             {"local_shape", shape}});
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

Result<NodePtr> Tables::unary(ttnn::UnaryWithParamAttr attribute) const {
  std::map<std::string, Item> fields;
  ALCOVE_ASSIGN_OR_RETURN(fields["op_type"], member("UnaryOpType", attribute.getOpType().getValue()));
  Items params;
  for (Attribute each : attribute.getParams() ? attribute.getParams().getValue() : ArrayRef<Attribute>()) {
    auto real = dyn_cast<FloatAttr>(each);
    if (!real)
      return Error{"a parameter of an activation is no float"};
    params.push_back({real.getValueAsDouble()});
  }
  fields["params"] = {params};
  return make("UnaryWithParam", fields);
}

Result<NodePtr> Tables::configuration(const std::string &type, DictionaryAttr given) const {
  const flatbuffer::Record *record = schema.record(type);
  std::map<std::string, Item> fields;
  for (NamedAttribute each : given) {
    const flatbuffer::Field *field = record ? record->field(each.getName().str()) : nullptr;
    if (!field)
      return Error{fmt::format("{} of schema {} has no field '{}'", type, schema.version(), each.getName().str())};
    ALCOVE_ASSIGN_OR_RETURN(fields[field->name], of(each.getValue(), field->type));
  }
  return make(type, fields);
}

Result<Item> Tables::configured(Attribute attribute, const std::string &type) const {
  using namespace ttnn;
  auto made = [&](const std::string &name, DictionaryAttr fields) -> Result<Item> {
    ALCOVE_ASSIGN_OR_RETURN(NodePtr node, configuration(name, fields));
    return Item{node};
  };
  if (auto config = dyn_cast<DeviceComputeKernelConfigAttr>(attribute))
    return made("DeviceComputeKernelConfig", config.getFields());
  if (auto config = dyn_cast<Conv2dConfigAttr>(attribute))
    return made("Conv2dConfig", config.getFields());
  if (auto config = dyn_cast<Conv3dConfigAttr>(attribute))
    return made("Conv3dConfig", config.getFields());
  if (auto config = dyn_cast<MatmulMultiCoreReuseProgramConfigAttr>(attribute))
    return made("MatmulMultiCoreReuseProgramConfig", config.getFields());
  if (auto config = dyn_cast<MatmulMultiCoreReuseMultiCastProgramConfigAttr>(attribute))
    return made("MatmulMultiCoreReuseMultiCastProgramConfig", config.getFields());
  if (auto config = dyn_cast<MatmulMultiCoreReuseMultiCast1DProgramConfigAttr>(attribute))
    return made("MatmulMultiCoreReuseMultiCast1DProgramConfig", config.getFields());
  if (auto config = dyn_cast<MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfigAttr>(attribute))
    return made("MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig", config.getFields());
  if (auto config = dyn_cast<SDPAProgramConfigAttr>(attribute))
    return made("SDPAConfig", config.getFields());
  if (auto config = dyn_cast<LayerNormShardedMultiCoreProgramConfigAttr>(attribute))
    return made("LayerNormShardedMultiCoreProgramConfig", config.getFields());
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  return Error{fmt::format("no {} stands for {}", type, text)};
}

/// Numbers and lists of numbers.
static std::optional<Item> ofNumbers(Attribute attribute) {
  if (auto value = dyn_cast<BoolAttr>(attribute))
    return Item{int64_t{value.getValue()}};
  if (auto value = dyn_cast<IntegerAttr>(attribute))
    return Item{value.getType().isUnsignedInteger() ? static_cast<int64_t>(value.getValue().getZExtValue())
                                                    : value.getValue().getSExtValue()};
  if (auto value = dyn_cast<FloatAttr>(attribute))
    return Item{value.getValueAsDouble()};
  Items items;
  if (auto value = dyn_cast<DenseI32ArrayAttr>(attribute)) {
    for (int32_t each : value.asArrayRef())
      items.push_back({int64_t{each}});
    return Item{items};
  }
  ArrayRef<int64_t> longs;
  if (auto value = dyn_cast<DenseI64ArrayAttr>(attribute))
    longs = value.asArrayRef();
  else if (auto shape = dyn_cast<ttnn::ShapeAttr>(attribute))
    longs = shape.getShape();
  else
    return std::nullopt;
  for (int64_t each : longs)
    items.push_back({each});
  return Item{items};
}

Result<Item> Tables::of(Attribute attribute, const std::string &type) const {
  std::string element = flatbuffer::elementOf(type);
  if (auto array = dyn_cast<ArrayAttr>(attribute); array && !element.empty()) {
    Items items;
    for (Attribute each : array) {
      ALCOVE_ASSIGN_OR_RETURN(Item item, of(each, element));
      items.push_back(item);
    }
    return Item{items};
  }
  if (type == "NumberType") {
    bool real = isa<FloatAttr>(attribute);
    std::optional<Item> number = ofNumbers(attribute);
    if (!number)
      return Error{"is no number"};
    ALCOVE_ASSIGN_OR_RETURN(NodePtr made, make(real ? "FloatingPointNumber" : "IntegralNumber", {{"value", *number}}));
    return Item{made};
  }
  if (type == "Scale2D") {
    std::optional<Item> scale = ofNumbers(attribute);
    if (!scale)
      return Error{"is no scale"};
    bool uniform = std::holds_alternative<int64_t>(scale->value);
    ALCOVE_ASSIGN_OR_RETURN(NodePtr made, make(uniform ? "UniformScale2D" : "NonUniformScale2D", {{"scale", *scale}}));
    return Item{made};
  }
  if (std::optional<Item> number = ofNumbers(attribute)) {
    if (!element.empty() && !std::holds_alternative<Items>(number->value))
      return Item{Items{*number}};
    return *number;
  }
  if (auto word = dyn_cast<StringAttr>(attribute))
    return type == "string" ? Result<Item>(Item{word.getValue().str()}) : member(type, word.getValue());
  if (auto value = dyn_cast<ttcore::DataTypeAttr>(attribute))
    return dataTypeOf(value.getValue());
  if (auto value = dyn_cast<ttnn::LayoutAttr>(attribute))
    return member(type, stringifyLayout(value.getValue()));
  if (auto value = dyn_cast<ttnn::TensorMemoryLayoutAttr>(attribute))
    return member(type, stringifyTensorMemoryLayout(value.getValue()));
  if (auto value = dyn_cast<ttcore::ReduceTypeAttr>(attribute))
    return type == "ScatterReduceType" ? member(type, ttcore::stringifyReduceType(value.getValue()))
                                       : Result<Item>(Item{static_cast<int64_t>(value.getValue())});
  if (auto value = dyn_cast<ttcore::TopologyAttr>(attribute))
    return member(type, ttcore::stringifyTopology(value.getValue()));
  Result<NodePtr> node = NodePtr();
  if (auto value = dyn_cast<ttnn::MemoryConfigAttr>(attribute))
    node = memory(value);
  else if (auto cores = dyn_cast<ttnn::CoreRangeSetAttr>(attribute))
    node = coreRanges(cores);
  else if (auto core = dyn_cast<ttnn::CoreCoordAttr>(attribute))
    node = coordinate(core.getX(), core.getY());
  else if (auto activation = dyn_cast<ttnn::UnaryWithParamAttr>(attribute))
    node = unary(activation);
  else if (auto slicing = dyn_cast<ttnn::Conv2dSliceConfigAttr>(attribute)) {
    ALCOVE_ASSIGN_OR_RETURN(Item kind, member("Conv2dSliceType", slicing.getSliceType().getValue()));
    node = make("Conv2dSliceConfig", {{"slice_type", kind}, {"num_slices", {int64_t{slicing.getNumSlices()}}}});
  } else {
    return configured(attribute, type);
  }
  ALCOVE_ASSIGN_OR_RETURN(NodePtr made, node);
  return Item{made};
}
