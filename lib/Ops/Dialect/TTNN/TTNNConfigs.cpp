//===- TTNNConfigs.cpp - Op configurations and their schemas --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/Fields.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::ttnn;

//===----------------------------------------------------------------------===//
// Kinds of fields beyond Fields.h
//===----------------------------------------------------------------------===//

/// A keyword such as `hifi4` or `height_sharded`; legality of the word is the op model's business.
static FailureOr<Attribute> parseKeywordField(AsmParser &parser) {
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  return Attribute(parser.getBuilder().getStringAttr(keyword));
}
static void printKeywordField(AsmPrinter &printer, Attribute value) { printer << cast<StringAttr>(value).getValue(); }

static FailureOr<Attribute> parseDataTypeField(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<ttcore::DataType> type = ttcore::symbolizeDataType(keyword);
  if (!type)
    return parser.emitError(loc, "unknown data type '") << keyword << "'";
  return Attribute(ttcore::DataTypeAttr::get(parser.getContext(), *type));
}
static void printDataTypeField(AsmPrinter &printer, Attribute value) {
  printer << ttcore::stringifyDataType(cast<ttcore::DataTypeAttr>(value).getValue());
}

/// An attribute of ours, with or without its mnemonic. tt-mlir prints those of matmul configurations in full and most
/// of the others without their name.
template <typename AttrT>
static FailureOr<Attribute> parseAttrField(AsmParser &parser) {
  AttrT attr;
  if (parser.parseCustomAttributeWithFallback(attr))
    return failure();
  return Attribute(attr);
}
template <typename AttrT>
static void printStrippedField(AsmPrinter &printer, Attribute value) {
  cast<AttrT>(value).print(printer);
}
static void printFullField(AsmPrinter &printer, Attribute value) { printer << value; }

/// A grid of cores: `#ttnn.core_coord<8, 8>` (x, y), or `#ttcore.grid<8x8>`; either without its name.
static FailureOr<Attribute> parseGridField(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  Attribute attribute;
  OptionalParseResult full = parser.parseOptionalAttribute(attribute);
  if (full.has_value()) {
    if (failed(*full))
      return failure();
    if (!isa<CoreCoordAttr, ttcore::GridAttr>(attribute))
      return parser.emitError(loc, "expected a core coordinate or a grid, found ") << attribute;
    return attribute;
  }
  SmallVector<int64_t> extents;
  int64_t second;
  if (parser.parseLess() || parser.parseDimensionList(extents, /*allowDynamic=*/false, /*withTrailingX=*/false))
    return failure();
  if (extents.size() == 1 && succeeded(parser.parseOptionalComma())) {
    if (parser.parseInteger(second) || parser.parseGreater())
      return failure();
    return Attribute(CoreCoordAttr::get(parser.getContext(), extents[0], second));
  }
  if (parser.parseGreater())
    return failure();
  std::string text = "#ttcore.grid<";
  llvm::raw_string_ostream os(text);
  llvm::interleave(extents, os, "x");
  os << '>';
  Attribute grid = parseAttribute(text, parser.getContext());
  if (!grid)
    return failure();
  return grid;
}

#define BOOL_FIELD(name) {name, parseBoolField, printBoolField}
#define INT_FIELD(name) {name, parseIntField, printIntField}
#define KEYWORD_FIELD(name) {name, parseKeywordField, printKeywordField}
#define DATA_TYPE_FIELD(name) {name, parseDataTypeField, printDataTypeField}
#define STRIPPED_FIELD(name, Type) {name, parseAttrField<Type>, printStrippedField<Type>}
#define FULL_FIELD(name, Type) {name, parseAttrField<Type>, printFullField}
#define GRID_FIELD(name) {name, parseGridField, printFullField}

//===----------------------------------------------------------------------===//
// Schemas, in the order of tt-mlir's text (TTNNOpsAttrs.td, August 2026)
//===----------------------------------------------------------------------===//

static constexpr FieldSpec conv2dSchema[] = {
    DATA_TYPE_FIELD("weights_dtype"),
    STRIPPED_FIELD("activation", UnaryWithParamAttr),
    BOOL_FIELD("deallocate_activation"),
    BOOL_FIELD("reallocate_halo_output"),
    INT_FIELD("act_block_h_override"),
    INT_FIELD("act_block_w_div"),
    BOOL_FIELD("reshard_if_not_optimal"),
    BOOL_FIELD("override_sharding_config"),
    KEYWORD_FIELD("shard_layout"),
    STRIPPED_FIELD("core_grid", CoreRangeSetAttr),
    BOOL_FIELD("transpose_shards"),
    KEYWORD_FIELD("output_layout"),
    BOOL_FIELD("enable_act_double_buffer"),
    BOOL_FIELD("enable_weights_double_buffer"),
    BOOL_FIELD("enable_kernel_stride_folding"),
    BOOL_FIELD("config_tensors_in_dram"),
};
static constexpr FieldSpec conv3dSchema[] = {
    DATA_TYPE_FIELD("weights_dtype"),
    INT_FIELD("t_out_block"),
    INT_FIELD("w_out_block"),
    INT_FIELD("h_out_block"),
    INT_FIELD("c_out_block"),
    INT_FIELD("c_in_block"),
    GRID_FIELD("compute_with_storage_grid_size"),
};
static constexpr FieldSpec computeSchema[] = {
    KEYWORD_FIELD("math_fidelity"), BOOL_FIELD("math_approx_mode"), BOOL_FIELD("fp32_dest_acc_en"),
    BOOL_FIELD("packer_l1_acc"),    BOOL_FIELD("dst_full_sync_en"),
};
static constexpr FieldSpec matmulReuseSchema[] = {
    FULL_FIELD("compute_with_storage_grid_size", CoreCoordAttr),
    INT_FIELD("in0_block_w"),
    INT_FIELD("out_subblock_h"),
    INT_FIELD("out_subblock_w"),
    INT_FIELD("per_core_m"),
    INT_FIELD("per_core_n"),
};
static constexpr FieldSpec matmulMcastSchema[] = {
    FULL_FIELD("compute_with_storage_grid_size", CoreCoordAttr),
    INT_FIELD("in0_block_w"),
    INT_FIELD("out_subblock_h"),
    INT_FIELD("out_subblock_w"),
    INT_FIELD("out_block_h"),
    INT_FIELD("out_block_w"),
    INT_FIELD("per_core_m"),
    INT_FIELD("per_core_n"),
    BOOL_FIELD("transpose_mcast"),
    FULL_FIELD("fused_activation", UnaryWithParamAttr),
    BOOL_FIELD("fuse_batch"),
};
static constexpr FieldSpec matmulMcast1DSchema[] = {
    FULL_FIELD("compute_with_storage_grid_size", CoreCoordAttr),
    INT_FIELD("in0_block_w"),
    INT_FIELD("out_subblock_h"),
    INT_FIELD("out_subblock_w"),
    INT_FIELD("out_block_h"),
    INT_FIELD("out_block_w"),
    INT_FIELD("per_core_m"),
    INT_FIELD("per_core_n"),
    BOOL_FIELD("fuse_batch"),
    FULL_FIELD("fused_activation", UnaryWithParamAttr),
    BOOL_FIELD("mcast_in0"),
    BOOL_FIELD("gather_in0"),
    FULL_FIELD("hop_cores", CoreRangeSetAttr),
    INT_FIELD("num_global_cb_receivers"),
    BOOL_FIELD("untilize_out"),
};
static constexpr FieldSpec matmulDramShardedSchema[] = {
    INT_FIELD("in0_block_w"),
    INT_FIELD("per_core_m"),
    INT_FIELD("per_core_n"),
    FULL_FIELD("fused_activation", UnaryWithParamAttr),
};
static constexpr FieldSpec sdpaSchema[] = {
    STRIPPED_FIELD("compute_with_storage_grid_size", CoreCoordAttr),
    STRIPPED_FIELD("sub_core_grids", CoreRangeSetAttr),
    INT_FIELD("q_chunk_size"),
    INT_FIELD("k_chunk_size"),
    BOOL_FIELD("exp_approx_mode"),
    INT_FIELD("max_cores_per_head_batch"),
};
static constexpr FieldSpec layerNormSchema[] = {
    STRIPPED_FIELD("compute_with_storage_grid_size", CoreCoordAttr),
    INT_FIELD("subblock_w"),
    INT_FIELD("block_h"),
    INT_FIELD("block_w"),
    BOOL_FIELD("inplace"),
};

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

template <typename ConfigAttr>
static Attribute parseConfig(AsmParser &parser, ArrayRef<FieldSpec> schema) {
  if (parser.parseLess())
    return {};
  FailureOr<DictionaryAttr> fields =
      parseFields(parser, schema, [&] { return succeeded(parser.parseOptionalGreater()); });
  if (failed(fields))
    return {};
  return ConfigAttr::get(parser.getContext(), *fields);
}

static void printConfig(AsmPrinter &printer, ArrayRef<FieldSpec> schema, DictionaryAttr fields) {
  printer << '<';
  printFields(printer, schema, fields);
  printer << '>';
}

#define CONFIG_TEXT(AttrName, schema)                                                                                  \
  Attribute AttrName::parse(AsmParser &parser, Type) { return parseConfig<AttrName>(parser, schema); }                 \
  void AttrName::print(AsmPrinter &printer) const { printConfig(printer, schema, getFields()); }

CONFIG_TEXT(Conv2dConfigAttr, conv2dSchema)
CONFIG_TEXT(Conv3dConfigAttr, conv3dSchema)
CONFIG_TEXT(DeviceComputeKernelConfigAttr, computeSchema)
CONFIG_TEXT(MatmulMultiCoreReuseProgramConfigAttr, matmulReuseSchema)
CONFIG_TEXT(MatmulMultiCoreReuseMultiCastProgramConfigAttr, matmulMcastSchema)
CONFIG_TEXT(MatmulMultiCoreReuseMultiCast1DProgramConfigAttr, matmulMcast1DSchema)
CONFIG_TEXT(MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfigAttr, matmulDramShardedSchema)
CONFIG_TEXT(SDPAProgramConfigAttr, sdpaSchema)
CONFIG_TEXT(LayerNormShardedMultiCoreProgramConfigAttr, layerNormSchema)

Attribute Conv2dSliceConfigAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef type;
  int64_t slices;
  if (parser.parseLess() || parser.parseKeyword(&type) || parser.parseComma() || parser.parseInteger(slices) ||
      parser.parseGreater())
    return {};
  if (type != "l1_full" && type != "dram_height" && type != "dram_width") {
    parser.emitError(loc, "slice type must be l1_full, dram_height or dram_width, found '") << type << "'";
    return {};
  }
  return Conv2dSliceConfigAttr::get(parser.getContext(), parser.getBuilder().getStringAttr(type), slices);
}

void Conv2dSliceConfigAttr::print(AsmPrinter &printer) const {
  printer << '<' << getSliceType().getValue() << ", " << getNumSlices() << '>';
}
