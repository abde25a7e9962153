//===- Values.cpp - Attributes and layouts as expressions of Python -------===//
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

//===----------------------------------------------------------------------===//
// Plain values
//===----------------------------------------------------------------------===//

Expression emit::none() { return {"None", "None"}; }
Expression emit::ofBool(bool value) { return {value ? "True" : "False", "bool"}; }
Expression emit::ofInt(int64_t value) { return {std::to_string(value), "int"}; }

Expression emit::ofFloat(double value) {
  if (std::isnan(value))
    return {"float(\"nan\")", "float"};
  if (std::isinf(value))
    return {value < 0 ? "float(\"-inf\")" : "float(\"inf\")", "float"};
  std::string text = fmt::format("{}", value);
  bool real = text.find_first_of(".e") != std::string::npos;
  return {real ? text : text + ".0", "float"};
}

Expression emit::ofString(StringRef value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '"';
  os.write_escaped(value, /*UseHexEscapes=*/true);
  os << '"';
  return {text, "str"};
}

Expression emit::ofList(ArrayRef<Expression> values) {
  std::string text;
  for (const Expression &value : values)
    text += (text.empty() ? "" : ", ") + value.text;
  return {"[" + text + "]", values.empty() ? "list[]" : "list[" + values[0].kind + "]"};
}

Expression emit::ofInts(ArrayRef<int64_t> values) {
  SmallVector<Expression> all;
  for (int64_t value : values)
    all.push_back(ofInt(value));
  return ofList(all);
}

//===----------------------------------------------------------------------===//
// Names of enumerations
//===----------------------------------------------------------------------===//

static std::string upper(StringRef word) { return word.upper(); }
/// `hifi4` is HiFi4, `lofi` LoFi, `sum` Sum.
static std::string capital(StringRef word) {
  if (word.starts_with("hifi"))
    return "HiFi" + word.drop_front(4).str();
  return word == "lofi" ? "LoFi" : upper(word.take_front()) + word.drop_front().str();
}

Result<Expression> Values::member(const std::string &enumeration, StringRef word) {
  bool capitals = enumeration == "MathFidelity" || enumeration == "ReduceType" || enumeration == "Topology";
  return table.member(enumeration, capitals ? capital(word) : upper(word));
}

Result<Expression> Values::dataTypeOf(ttcore::DataType type) {
  using enum ttcore::DataType;
  static const std::map<ttcore::DataType, const char *> names = {
      {F32, "FLOAT32"}, {BF16, "BFLOAT16"}, {BfpBf8, "BFLOAT8_B"}, {BfpBf4, "BFLOAT4_B"}, {U32, "UINT32"},
      {U16, "UINT16"},  {U8, "UINT8"},      {SI32, "INT32"},       {I1, "BFLOAT16"}}; // truth values lie as bf16
  auto found = names.find(type);
  if (found == names.end())
    return Error{
        fmt::format("ttnn has no data type for {}: write the model in f32, bf16 or integers of at most 32 bits",
                    ttcore::stringifyDataType(type).str())};
  return table.member("DataType", found->second);
}

//===----------------------------------------------------------------------===//
// Where tensors lie
//===----------------------------------------------------------------------===//

Expression Values::named(const std::string &name, const Expression &value) {
  auto [found, isNew] = nameOf.try_emplace(value.text, name);
  if (isNew) {
    int number = 1;
    auto taken = [&](const Named &each) { return each.name == found->second; };
    while (llvm::any_of(definitions, taken))
      found->second = fmt::format("{}_{}", name, ++number);
    definitions.push_back({found->second, value.text});
  }
  return {found->second, value.kind};
}

Result<Expression> Values::coreRanges(ttnn::CoreRangeSetAttr cores) {
  SmallVector<Expression> ranges;
  for (ttnn::CoreRangeAttr range : cores.getCoreRanges()) {
    ALCOVE_ASSIGN_OR_RETURN(
        Expression start,
        table.construct({"CoreCoord", {{"", ofInt(range.getStartX())}, {"", ofInt(range.getStartY())}}}));
    ALCOVE_ASSIGN_OR_RETURN(
        Expression end, table.construct({"CoreCoord", {{"", ofInt(range.getEndX())}, {"", ofInt(range.getEndY())}}}));
    ALCOVE_ASSIGN_OR_RETURN(Expression made, table.construct({"CoreRange", {{"", start}, {"", end}}}));
    ranges.push_back(made);
  }
  return table.construct({"CoreRangeSet", {{"", ofList(ranges)}}});
}

Result<Expression> Values::shardSpec(ttnn::CoreRangeSetAttr cores, ArrayRef<int64_t> shape, bool columnMajor) {
  ALCOVE_ASSIGN_OR_RETURN(Expression grid, coreRanges(cores));
  ALCOVE_ASSIGN_OR_RETURN(Expression orientation,
                          table.member("ShardOrientation", columnMajor ? "COL_MAJOR" : "ROW_MAJOR"));
  return table.construct({"ShardSpec", {{"", grid}, {"", ofInts(shape)}, {"", orientation}}});
}

Result<Expression> Values::ndShardSpec(ttnn::CoreRangeSetAttr cores, ArrayRef<int64_t> shape,
                                       ttnn::ShardOrientation orientation,
                                       ttnn::ShardDistributionStrategy distribution) {
  ALCOVE_ASSIGN_OR_RETURN(Expression grid, coreRanges(cores));
  ALCOVE_ASSIGN_OR_RETURN(Expression order, member("ShardOrientation", stringifyShardOrientation(orientation)));
  ALCOVE_ASSIGN_OR_RETURN(Expression strategy,
                          member("ShardDistributionStrategy", stringifyShardDistributionStrategy(distribution)));
  return table.construct(
      {"NdShardSpec",
       {{"", ofInts(shape)}, {"", grid}, {"orientation", order}, {"shard_distribution_strategy", strategy}}});
}

Result<Expression> Values::memoryConfig(ttnn::BufferType buffer, ttnn::TensorMemoryLayout layout,
                                        std::optional<Expression> shards, const std::string &suffix) {
  if (buffer == ttnn::BufferType::SystemMemory)
    return none();
  ALCOVE_ASSIGN_OR_RETURN(Expression memory, member("BufferType", stringifyBufferType(buffer)));
  std::string name = upper(stringifyBufferType(buffer));
  Call call{"MemoryConfig", {}};
  if (shards && shards->kind == "NdShardSpec") {
    call.arguments = {{"", memory}, {"", *shards}};
  } else {
    ALCOVE_ASSIGN_OR_RETURN(Expression spread, member("TensorMemoryLayout", stringifyTensorMemoryLayout(layout)));
    call.arguments = {{"", spread}, {"", memory}};
    if (shards)
      call.arguments.push_back({"", *shards});
  }
  if (shards)
    name += "_" + upper(stringifyTensorMemoryLayout(layout)).substr(0, stringifyTensorMemoryLayout(layout).find('_')) +
            "_" + suffix;
  ALCOVE_ASSIGN_OR_RETURN(Expression made, table.construct(call));
  return named(name, made);
}

static std::string dimensions(ArrayRef<int64_t> shape) {
  std::string text;
  for (int64_t extent : shape)
    text += (text.empty() ? "" : "x") + std::to_string(extent);
  return text;
}

Result<Expression> Values::ndMemoryConfig(ttnn::TTNNNDLayoutAttr layout) {
  MemRefType memref = layout.getMemref();
  auto buffer = dyn_cast_or_null<ttnn::BufferTypeAttr>(memref.getMemorySpace());
  ArrayRef<int64_t> grid = layout.getGridShape();
  if (!buffer || grid.size() != 2)
    return Error{"an n-dimensional layout names no cores that can be written: its grid is not of rank 2"};
  SmallVector<int64_t> shape(memref.getShape());
  if (isa<ttcore::TileType>(memref.getElementType()) && shape.size() >= 2)
    for (size_t i = shape.size() - 2; i < shape.size(); ++i)
      shape[i] *= 32;
  MLIRContext *context = layout.getContext();
  auto cores = ttnn::CoreRangeSetAttr::get(context, ttnn::CoreRangeAttr::get(context, 0, 0, grid[1] - 1, grid[0] - 1));
  ALCOVE_ASSIGN_OR_RETURN(Expression spec,
                          ndShardSpec(cores, shape, layout.getOrientation(), layout.getDistribution()));
  return memoryConfig(buffer.getValue(), ttnn::TensorMemoryLayout::NdSharded, spec, dimensions(shape));
}

Result<Expression> Values::interleavedInDram() {
  return memoryConfig(ttnn::BufferType::DRAM, ttnn::TensorMemoryLayout::Interleaved, std::nullopt, "");
}

Result<Expression> Values::memoryConfig(RankedTensorType type) {
  if (auto nd = dyn_cast_or_null<ttnn::TTNNNDLayoutAttr>(type.getEncoding()))
    return ndMemoryConfig(nd);
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(type);
  if (!layout)
    return Error{"has no layout: plan the module first"};
  auto spread = layout.getMemLayout() ? layout.getMemLayout().getValue() : ttnn::TensorMemoryLayout::Interleaved;
  if (!layout.isSharded())
    return memoryConfig(layout.getBufferType(), spread, std::nullopt, "");
  device::TensorSpec spec = ttnn::specOf(type);
  ttnn::CoreRangeSetAttr cores = layout.getCoreRangeSet();
  if (!cores) {
    SmallVector<ttnn::CoreRangeAttr> ranges;
    for (const device::CoreRange &range :
         ttnn::canonicalCores(spec.layout.memoryLayout, spec.layout.gridRows, spec.layout.gridCols, workerGrid))
      ranges.push_back(ttnn::CoreRangeAttr::get(type.getContext(), range.startX, range.startY, range.endX, range.endY));
    cores = ttnn::CoreRangeSetAttr::get(type.getContext(), ranges);
  }
  auto [height, width] = device::shardShape2D(spec);
  ALCOVE_ASSIGN_OR_RETURN(Expression shards,
                          shardSpec(cores, {height, width}, spec.layout.orientation == device::Orientation::ColMajor));
  return memoryConfig(layout.getBufferType(), spread, shards, dimensions({height, width}));
}

Result<Expression> Values::memoryConfig(ttnn::MemoryConfigAttr attribute) {
  std::optional<Expression> shards;
  std::string suffix;
  if (ttnn::ShardSpecAttr spec = attribute.getShardSpec()) {
    ALCOVE_ASSIGN_OR_RETURN(shards, shardSpec(spec.getCoreRangeSet(), spec.getShape(),
                                              spec.getOrientation() == ttnn::ShardOrientation::ColMajor));
    suffix = dimensions(spec.getShape());
  } else if (ttnn::NDShardSpecAttr nd = attribute.getNdShardSpec()) {
    ALCOVE_ASSIGN_OR_RETURN(
        shards, ndShardSpec(nd.getCoreRangeSet(), nd.getShape(), nd.getOrientation(), nd.getDistribution()));
    suffix = dimensions(nd.getShape());
  }
  auto layout = attribute.getTensorMemoryLayout() ? attribute.getTensorMemoryLayout().getValue()
                                                  : ttnn::TensorMemoryLayout::Interleaved;
  return memoryConfig(attribute.getBufferType().getValue(), layout, shards, suffix);
}

Result<Expression> Values::dataType(RankedTensorType type) {
  if (auto nd = dyn_cast_or_null<ttnn::TTNNNDLayoutAttr>(type.getEncoding())) {
    std::optional<device::DataType> held = ttcore::dataTypeOf(nd.getMemref().getElementType());
    return held ? dataTypeOf(ttcore::fromDevice(*held))
                : Result<Expression>(Error{"has elements that no data type stands for"});
  }
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(type);
  return layout ? dataTypeOf(layout.getDataType()) : Result<Expression>(Error{"has no layout: plan the module first"});
}

Result<Expression> Values::pageLayout(RankedTensorType type) {
  auto nd = dyn_cast_or_null<ttnn::TTNNNDLayoutAttr>(type.getEncoding());
  ttnn::TTNNLayoutAttr layout = ttnn::layoutOf(type);
  if (!nd && !layout)
    return Error{"has no layout: plan the module first"};
  bool tiled = nd ? isa<ttcore::TileType>(nd.getMemref().getElementType()) : layout.isTiled();
  return table.member("Layout", tiled ? "TILE" : "ROW_MAJOR");
}

//===----------------------------------------------------------------------===//
// Configurations
//===----------------------------------------------------------------------===//

Result<Expression> Values::ofUnary(ttnn::UnaryWithParamAttr unary) {
  ALCOVE_ASSIGN_OR_RETURN(Expression type, table.member("UnaryOpType", upper(unary.getOpType().getValue())));
  Call call{"UnaryWithParam", {{"", type}}};
  for (Attribute parameter : unary.getParams() ? unary.getParams().getValue() : ArrayRef<Attribute>()) {
    ALCOVE_ASSIGN_OR_RETURN(Expression value, of(parameter));
    call.arguments.push_back({"", value});
  }
  return table.construct(call);
}

Result<Expression> Values::ofSlicing(ttnn::Conv2dSliceConfigAttr slicing) {
  // Members of the enumeration are names of the module.
  static const std::map<std::string, const char *> names = {{"l1_full", "ttnn.Conv2dL1Full"},
                                                            {"dram_height", "ttnn.Conv2dDRAMSliceHeight"},
                                                            {"dram_width", "ttnn.Conv2dDRAMSliceWidth"}};
  Expression type{names.at(slicing.getSliceType().getValue().str()), "Conv2dSliceType"};
  return table.construct({"Conv2dSliceConfig", {{"slice_type", type}, {"num_slices", ofInt(slicing.getNumSlices())}}});
}

/// Fields that Python spells otherwise.
static std::string pythonName(StringRef field) {
  static const std::map<std::string, std::string> others = {
      {"per_core_m", "per_core_M"},   {"per_core_n", "per_core_N"},   {"t_out_block", "T_out_block"},
      {"w_out_block", "W_out_block"}, {"h_out_block", "H_out_block"}, {"c_out_block", "C_out_block"},
      {"c_in_block", "C_in_block"}};
  auto found = others.find(field.str());
  return found == others.end() ? field.str() : found->second;
}

Result<Expression> Values::configuration(const std::string &callee, const std::string &name, DictionaryAttr fields) {
  static const std::map<std::string, std::string> enumerations = {
      {"math_fidelity", "MathFidelity"}, {"shard_layout", "TensorMemoryLayout"}, {"output_layout", "Layout"}};
  Call call{callee, {}};
  for (NamedAttribute field : fields) {
    auto enumeration = enumerations.find(field.getName().str());
    auto word = dyn_cast<StringAttr>(field.getValue());
    ALCOVE_ASSIGN_OR_RETURN(Expression value, enumeration != enumerations.end() && word
                                                  ? member(enumeration->second, word.getValue())
                                                  : of(field.getValue()));
    call.arguments.push_back({pythonName(field.getName()), value});
  }
  ALCOVE_ASSIGN_OR_RETURN(Expression made, table.construct(call));
  return named(name, made);
}

Result<Expression> Values::ofConfiguration(Attribute attribute) {
  using namespace ttnn;
  if (auto config = dyn_cast<DeviceComputeKernelConfigAttr>(attribute))
    return configuration("WormholeComputeKernelConfig", "COMPUTE", config.getFields());
  if (auto config = dyn_cast<Conv2dConfigAttr>(attribute))
    return configuration("Conv2dConfig", "CONV2D", config.getFields());
  if (auto config = dyn_cast<Conv3dConfigAttr>(attribute))
    return configuration("Conv3dConfig", "CONV3D", config.getFields());
  if (auto config = dyn_cast<MatmulMultiCoreReuseProgramConfigAttr>(attribute))
    return configuration("MatmulMultiCoreReuseProgramConfig", "MATMUL_REUSE", config.getFields());
  if (auto config = dyn_cast<MatmulMultiCoreReuseMultiCastProgramConfigAttr>(attribute))
    return configuration("MatmulMultiCoreReuseMultiCastProgramConfig", "MATMUL_2D", config.getFields());
  if (auto config = dyn_cast<MatmulMultiCoreReuseMultiCast1DProgramConfigAttr>(attribute))
    return configuration("MatmulMultiCoreReuseMultiCast1DProgramConfig", "MATMUL_1D", config.getFields());
  if (auto config = dyn_cast<MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfigAttr>(attribute))
    return configuration("MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig", "MATMUL_DRAM", config.getFields());
  if (auto config = dyn_cast<SDPAProgramConfigAttr>(attribute))
    return configuration("SDPAProgramConfig", "ATTENTION", config.getFields());
  if (auto config = dyn_cast<LayerNormShardedMultiCoreProgramConfigAttr>(attribute))
    return configuration("LayerNormShardedMultiCoreProgramConfig", "NORM", config.getFields());
  if (auto slicing = dyn_cast<Conv2dSliceConfigAttr>(attribute))
    return ofSlicing(slicing);
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  return Error{fmt::format("no expression of Python stands for {}", text)};
}

Result<Expression> Values::ofArray(ArrayAttr array) {
  SmallVector<Expression> values;
  for (Attribute each : array) {
    ALCOVE_ASSIGN_OR_RETURN(Expression value, of(each));
    values.push_back(value);
  }
  return ofList(values);
}

Result<Expression> Values::of(Attribute attribute) {
  if (auto value = dyn_cast<BoolAttr>(attribute))
    return ofBool(value.getValue());
  if (auto value = dyn_cast<IntegerAttr>(attribute))
    return ofInt(value.getType().isUnsignedInteger() ? static_cast<int64_t>(value.getValue().getZExtValue())
                                                     : value.getValue().getSExtValue());
  if (auto value = dyn_cast<FloatAttr>(attribute)) {
    // 1e-05 is 1e-05, not 9.999999747378752e-06: the library holds it in float32 again.
    if (value.getType().isF32() && std::isfinite(value.getValueAsDouble()))
      return ofFloat(std::stod(fmt::format("{}", static_cast<float>(value.getValueAsDouble()))));
    return ofFloat(value.getValueAsDouble());
  }
  if (auto value = dyn_cast<StringAttr>(attribute))
    return ofString(value.getValue());
  if (auto value = dyn_cast<ArrayAttr>(attribute))
    return ofArray(value);
  if (auto value = dyn_cast<DenseI32ArrayAttr>(attribute))
    return ofInts(llvm::to_vector_of<int64_t>(value.asArrayRef()));
  if (auto value = dyn_cast<DenseI64ArrayAttr>(attribute))
    return ofInts(value.asArrayRef());
  if (auto value = dyn_cast<ttnn::ShapeAttr>(attribute))
    return ofInts(value.getShape());
  if (auto value = dyn_cast<ttcore::DataTypeAttr>(attribute))
    return dataTypeOf(value.getValue());
  if (auto value = dyn_cast<ttnn::LayoutAttr>(attribute))
    return member("Layout", stringifyLayout(value.getValue()));
  if (auto value = dyn_cast<ttnn::TensorMemoryLayoutAttr>(attribute))
    return member("TensorMemoryLayout", stringifyTensorMemoryLayout(value.getValue()));
  if (auto value = dyn_cast<ttcore::ReduceTypeAttr>(attribute))
    return member("ReduceType", ttcore::stringifyReduceType(value.getValue()));
  if (auto value = dyn_cast<ttcore::TopologyAttr>(attribute))
    return member("Topology", ttcore::stringifyTopology(value.getValue()));
  if (auto value = dyn_cast<ttnn::MemoryConfigAttr>(attribute))
    return memoryConfig(value);
  if (auto value = dyn_cast<ttnn::CoreRangeSetAttr>(attribute))
    return coreRanges(value);
  if (auto value = dyn_cast<ttnn::CoreCoordAttr>(attribute))
    return table.construct({"CoreCoord", {{"", ofInt(value.getX())}, {"", ofInt(value.getY())}}});
  if (auto value = dyn_cast<ttnn::UnaryWithParamAttr>(attribute))
    return ofUnary(value);
  return ofConfiguration(attribute);
}
