//===- TTNNBase.td - TTNN dialect: layouts, configurations -*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTNN_TTNNBASE_TD
#define ALCOVE_OPS_DIALECT_TTNN_TTNNBASE_TD

include "alcove/Ops/Dialect/TTNN/TTNNEnums.td"

include "alcove/Ops/Dialect/TTCore/TTCoreBase.td"
include "mlir/IR/TensorEncoding.td"

def TTNN_Dialect : Dialect {
  let name = "ttnn";
  let summary = "Ops of the TTNN library on tensors with explicit layouts";
  let description = [{
    Textual IR of tt-mlir's dialect of the same name at August 2026. An op without a definition here is an error, or
    kept with all it carries where that is asked for (alcove/Ops/Dialect/UnknownOps.h). Attributes and types of the run
    time (programs, mesh mappers, semaphores) are kept as they are written.
  }];
  let cppNamespace = "::alcove::ttnn";
  let dependentDialects = ["::alcove::ttcore::TTCoreDialect"];
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser, ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute, ::mlir::DialectAsmPrinter &printer) const override;
    ::mlir::Type parseType(::mlir::DialectAsmParser &parser) const override;
    void printType(::mlir::Type type, ::mlir::DialectAsmPrinter &printer) const override;
  }];
}

class TTNN_EnumAttr<EnumAttrInfo info, string mnemonic> : EnumAttr<TTNN_Dialect, info, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def TTNN_BufferTypeAttr : TTNN_EnumAttr<TTNN_BufferType, "buffer_type">;

def TTNN_TensorMemoryLayoutAttr : TTNN_EnumAttr<TTNN_TensorMemoryLayout, "tensor_memory_layout">;

def TTNN_LayoutAttr : TTNN_EnumAttr<TTNN_Layout, "layout">;

def TTNN_ShardOrientationAttr : TTNN_EnumAttr<TTNN_ShardOrientation, "shard_orientation">;

def TTNN_ShardDistributionAttr : TTNN_EnumAttr<TTNN_ShardDistribution, "shard_distribution_strategy">;

//===----------------------------------------------------------------------===//
// Small attributes
//===----------------------------------------------------------------------===//

class TTNN_Attr<string name, string mnemonicText, list<Trait> traits = []> : AttrDef<TTNN_Dialect, name, traits> {
  let mnemonic = mnemonicText;
}

def TTNN_ShapeAttr : TTNN_Attr<"Shape", "shape"> {
  let summary = "`#ttnn.shape<1x32x512>`";
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape);
  let hasCustomAssemblyFormat = 1;
}
def TTNN_MeshShapeAttr : TTNN_Attr<"MeshShape", "mesh_shape"> {
  let summary = "`#ttnn<mesh_shape 1x1>`";
  let parameters = (ins "int64_t":$y, "int64_t":$x);
  let hasCustomAssemblyFormat = 1;
}
def TTNN_MeshOffsetAttr : TTNN_Attr<"MeshOffset", "mesh_offset"> {
  let summary = "`#ttnn<mesh_offset 0x0>`";
  let parameters = (ins "int64_t":$y, "int64_t":$x);
  let hasCustomAssemblyFormat = 1;
}
def TTNN_CoreCoordAttr : TTNN_Attr<"CoreCoord", "core_coord"> {
  let summary = "`#ttnn.core_coord<x, y>`: column, row";
  let parameters = (ins "int64_t":$x, "int64_t":$y);
  let assemblyFormat = "`<` $x `,` $y `>`";
}
def TTNN_CoreRangeAttr : TTNN_Attr<"CoreRange", "core_range"> {
  let summary = "Inclusive rectangle of cores, `#ttnn.core_range<(0,0), (7,0)>`";
  let parameters = (ins "int64_t":$startX, "int64_t":$startY, "int64_t":$endX, "int64_t":$endY);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getNumCores() const { return (getEndX() - getStartX() + 1) * (getEndY() - getStartY() + 1); }
  }];
}
def TTNN_CoreRangeSetAttr : TTNN_Attr<"CoreRangeSet", "core_range_set"> {
  let summary = "Disjoint core ranges";
  let parameters = (ins ArrayRefParameter<"CoreRangeAttr">:$coreRanges);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getNumCores() const;
    /// `<[...]>` without the mnemonic, or the full attribute.
    static CoreRangeSetAttr parseStripped(::mlir::AsmParser &parser);
  }];
}
def TTNN_ShardSpecAttr : TTNN_Attr<"ShardSpec", "shard_spec"> {
  let summary = "`#ttnn.shard_spec<CORE_RANGES, <32x32>, <row_major>>`";
  let parameters = (ins "CoreRangeSetAttr":$coreRangeSet, ArrayRefParameter<"int64_t">:$shape,
                        EnumParameter<TTNN_ShardOrientation>:$orientation);
  let hasCustomAssemblyFormat = 1;
}
def TTNN_NDShardSpecAttr : TTNN_Attr<"NDShardSpec", "nd_shard_spec"> {
  let summary = "Shard specification of n-dimensional shards";
  let parameters = (ins "CoreRangeSetAttr":$coreRangeSet, ArrayRefParameter<"int64_t">:$shape,
                        EnumParameter<TTNN_ShardOrientation>:$orientation,
                        EnumParameter<TTNN_ShardDistribution>:$distribution);
  let hasCustomAssemblyFormat = 1;
}
def TTNN_MemoryConfigAttr : TTNN_Attr<"MemoryConfig", "memory_config"> {
  let summary = "`#ttnn.memory_config<#l1, <height_sharded>, #ttnn.shard_spec<...>>`";
  let parameters = (ins "BufferTypeAttr":$bufferType,
                        OptionalParameter<"TensorMemoryLayoutAttr">:$tensorMemoryLayout,
                        OptionalParameter<"ShardSpecAttr">:$shardSpec,
                        OptionalParameter<"NDShardSpecAttr">:$ndShardSpec);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}
def TTNN_TraceIdAttr : TTNN_Attr<"TraceId", "trace_id"> {
  let summary = "Encoding of the scalar that names a captured trace";
}
def TTNN_UnaryWithParamAttr : TTNN_Attr<"UnaryWithParam", "unary_with_param"> {
  let summary = "Fused activation, `<op_type = silu, params = [1.0 : f32]>`";
  let parameters = (ins "::mlir::StringAttr":$opType, OptionalParameter<"::mlir::ArrayAttr">:$params);
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Tensor encodings
//===----------------------------------------------------------------------===//

def TTNN_LayoutEncodingAttr : TTNN_Attr<"TTNNLayout", "ttnn_layout",
                                      [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "Where and how a tensor lies";
  let description = [{
    `#ttnn.ttnn_layout<MAP, <8x8>, memref<1x1x!ttcore.tile<32x32, bf16>, #l1>, <block_sharded>,
      core_ranges = <[#ttnn.core_range<(0,0), (7,7)>]>>`

    `linear` collapses the tensor to the rank of the grid; `memref` is the shard. Both printing eras are read: until
    May 2026 the grid carried an affine map and `exactGrid`; the new one is printed.
  }];
  let parameters = (ins "::mlir::AffineMap":$linear, ArrayRefParameter<"int64_t">:$gridShape, "::mlir::MemRefType":$memref,
                        OptionalParameter<"TensorMemoryLayoutAttr">:$memLayout,
                        OptionalParameter<"::mlir::StringAttr">:$tensorMesh,
                        DefaultValuedParameter<"bool", "false">:$ignorePhysicalLayout,
                        OptionalParameter<"CoreRangeSetAttr">:$coreRangeSet);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Encoding of a tensor of `shape` for a layout given as a value. `workerGrid` (rows, columns) is where sharded
    /// tensors are placed when the value names no cores.
    static TTNNLayoutAttr get(::mlir::MLIRContext *context, llvm::ArrayRef<int64_t> shape,
                              const ::alcove::device::TensorLayout &layout, std::pair<int64_t, int64_t> workerGrid);
    /// The layout as a value; what it does not express (linear map, mesh) is lost.
    ::alcove::device::TensorLayout toDevice() const;
    BufferType getBufferType() const;
    bool isTiled() const;
    ::alcove::ttcore::DataType getDataType() const;
    bool isSharded() const;
    bool isDeviceMemory() const { return getBufferType() != BufferType::SystemMemory; }
    /// Bytes of the memref, one shard.
    int64_t getShardBytes() const;
  }];
}

def TTNN_NDLayoutEncodingAttr : TTNN_Attr<"TTNNNDLayout", "ttnn_nd_layout"> {
  let summary = "Encoding of n-dimensionally sharded tensors";
  let parameters = (ins ArrayRefParameter<"int64_t">:$gridShape, "::mlir::MemRefType":$memref,
                        "TensorMemoryLayoutAttr":$memLayout, EnumParameter<TTNN_ShardOrientation>:$orientation,
                        EnumParameter<TTNN_ShardDistribution>:$distribution);
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Op configurations: dictionaries with a schema (alcove/Ops/Dialect/Fields.h)
//===----------------------------------------------------------------------===//

class TTNN_ConfigAttr<string name, string mnemonicText> : TTNN_Attr<name, mnemonicText> {
  let parameters = (ins "::mlir::DictionaryAttr":$fields);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// Value of a field, null when absent.
    ::mlir::Attribute getField(llvm::StringRef name) const { return getFields().get(name); }
    std::optional<int64_t> getInt(llvm::StringRef name) const {
      auto value = getFields().getAs<::mlir::IntegerAttr>(name);
      return value ? std::optional<int64_t>(value.getInt()) : std::nullopt;
    }
    std::optional<bool> getBool(llvm::StringRef name) const {
      auto value = getFields().getAs<::mlir::BoolAttr>(name);
      return value ? std::optional<bool>(value.getValue()) : std::nullopt;
    }
  }];
}
def TTNN_Conv2dConfigAttr : TTNN_ConfigAttr<"Conv2dConfig", "conv2d_config">;
def TTNN_Conv3dConfigAttr : TTNN_ConfigAttr<"Conv3dConfig", "conv3d_config">;
def TTNN_ComputeConfigAttr : TTNN_ConfigAttr<"DeviceComputeKernelConfig", "device_compute_kernel_config">;
def TTNN_MatmulReuseAttr
    : TTNN_ConfigAttr<"MatmulMultiCoreReuseProgramConfig", "matmul_multi_core_reuse_program_config">;
def TTNN_MatmulMcastAttr : TTNN_ConfigAttr<"MatmulMultiCoreReuseMultiCastProgramConfig",
                                           "matmul_multi_core_reuse_multi_cast_program_config">;
def TTNN_MatmulMcast1DAttr : TTNN_ConfigAttr<"MatmulMultiCoreReuseMultiCast1DProgramConfig",
                                             "matmul_multi_core_reuse_multi_cast_1d_program_config">;
def TTNN_MatmulDramShardedAttr : TTNN_ConfigAttr<"MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig",
                                                 "matmul_multi_core_reuse_multi_cast_dram_sharded_program_config">;
def TTNN_SDPAConfigAttr : TTNN_ConfigAttr<"SDPAProgramConfig", "sdpa_program_config">;
def TTNN_LayerNormConfigAttr
    : TTNN_ConfigAttr<"LayerNormShardedMultiCoreProgramConfig", "layernorm_sharded_multicore_program_config">;

def TTNN_Conv2dSliceConfigAttr : TTNN_Attr<"Conv2dSliceConfig", "conv2d_slice_config"> {
  let summary = "`#ttnn.conv2d_slice_config<l1_full, 0>`";
  let parameters = (ins "::mlir::StringAttr":$sliceType, "int64_t":$numSlices);
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def TTNN_Device : TypeDef<TTNN_Dialect, "Device"> {
  let mnemonic = "device";
  let summary = "Handle of the device, operand of creation ops and convolutions";
}
def TTNN_GlobalSemaphore : TypeDef<TTNN_Dialect, "GlobalSemaphore"> {
  let mnemonic = "global_semaphore";
  let summary = "Counter at one address of all cores that take part in an op";
}

#endif // ALCOVE_OPS_DIALECT_TTNN_TTNNBASE_TD
