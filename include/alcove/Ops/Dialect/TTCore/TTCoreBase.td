//===- TTCoreBase.td - Dialect of devices, grids and tiles -*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTCORE_TTCOREBASE_TD
#define ALCOVE_OPS_DIALECT_TTCORE_TTCOREBASE_TD

include "alcove/Ops/Dialect/TTCore/TTCoreEnums.td"

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def TTCore_Dialect : Dialect {
  let name = "ttcore";
  let summary = "Devices, grids, tiles and module structure shared by TTIR and TTNN";
  let description = [{
    Textual IR of tt-mlir's dialect of the same name. A *device* is one entity to the program although it may span
    chips; its logical worker grid maps by an affine function to physical cores.

    Attributes and types that this dialect does not define are kept as they are written.
  }];
  let cppNamespace = "::alcove::ttcore";
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerTypes();
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser, ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute, ::mlir::DialectAsmPrinter &printer) const override;
    ::mlir::Type parseType(::mlir::DialectAsmParser &parser) const override;
    void printType(::mlir::Type type, ::mlir::DialectAsmPrinter &printer) const override;
  }];
}

//===----------------------------------------------------------------------===//
// Enums
//===----------------------------------------------------------------------===//

class TTCore_EnumAttr<EnumAttrInfo info, string mnemonic> : EnumAttr<TTCore_Dialect, info, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def TTCore_ArchAttr : TTCore_EnumAttr<TTCore_Arch, "arch">;

def TTCore_DataTypeAttr : TTCore_EnumAttr<TTCore_DataType, "supportedDataTypes">;

def TTCore_ArgumentTypeAttr : TTCore_EnumAttr<TTCore_ArgumentType, "argument_type">;

def TTCore_ShardStatusAttr : TTCore_EnumAttr<TTCore_ShardStatus, "shard_status">;

def TTCore_ReduceTypeAttr : TTCore_EnumAttr<TTCore_ReduceType, "reduce_type">;
def TTCore_ShardTypeAttr : TTCore_EnumAttr<TTCore_ShardType, "shard_type">;
def TTCore_ShardDirectionAttr : TTCore_EnumAttr<TTCore_ShardDirection, "shard_direction">;

def TTCore_TopologyAttr : TTCore_EnumAttr<TTCore_Topology, "topology">;

def TTCore_MemorySpaceAttr : TTCore_EnumAttr<TTCore_MemorySpace, "memory_space">;

def TTCore_AttentionMaskTypeAttr : TTCore_EnumAttr<TTCore_AttentionMaskType, "attention_mask_type">;
def TTCore_MoEActivationFunctionAttr : TTCore_EnumAttr<TTCore_MoEActivationFunction, "moe_activation_function">;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

class TTCore_Attr<string name, string mnemonicText, list<Trait> traits = []> : AttrDef<TTCore_Dialect, name, traits> {
  let mnemonic = mnemonicText;
}

def TTCore_GridAttr : TTCore_Attr<"Grid", "grid"> {
  let summary = "Logical grid of cores with affine maps to and from physical cores";
  let description = [{
    `#ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>`;
    physical coordinates are (chip, y, x). Both maps may be absent. The text `<8x8, (d0, d1) -> (0, d0, d1)>` of
    dumps before May 2026 is read too.
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::AffineMap":$virtToPhysicalMap,
                        "::mlir::AffineMap":$physicalToVirtMap);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getVolume() const;
  }];
}

def TTCore_MeshAttr : TTCore_Attr<"Mesh", "mesh"> {
  let summary = "Named mesh of devices";
  let parameters = (ins "::mlir::StringAttr":$name, ArrayRefParameter<"int64_t">:$shape);
  let hasCustomAssemblyFormat = 1;
}

def TTCore_MeshesAttr : TTCore_Attr<"Meshes", "meshes"> {
  let summary = "Meshes of a module";
  let parameters = (ins ArrayRefParameter<"MeshAttr">:$meshes);
  let hasCustomAssemblyFormat = 1;
}

def TTCore_LocalShapeAttr : TTCore_Attr<"LocalShape", "local_shape"> {
  let summary = "Shape of an argument on one device of the mesh";
  let parameters = (ins "::mlir::RankedTensorType":$localShape);
  let hasCustomAssemblyFormat = 1;
}

def TTCore_CPUDescAttr : TTCore_Attr<"CPUDesc", "cpu_desc"> {
  let parameters = (ins EnumParameter<TTCore_CPURole>:$role, "::mlir::StringAttr":$targetTriple);
  let hasCustomAssemblyFormat = 1;
}

def TTCore_ChipDescAttr : TTCore_Attr<"ChipDesc", "chip_desc"> {
  let summary = "One kind of chip: grid, memories, alignments";
  let description = [{
    The text is `{name = value, ...}` in any order. Values lie in a dictionary in the order and with the names of
    the text: grids as i64 arrays, byte counts as i64; see chipFields() for the schema.
  }];
  let parameters = (ins "::mlir::DictionaryAttr":$fields);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Value of an integer field, 0 when absent.
    int64_t getInt(llvm::StringRef name) const;
    /// Value of an array field, empty when absent.
    llvm::ArrayRef<int64_t> getInts(llvm::StringRef name) const;
    Arch getArch() const;
    /// l1_size - l1_unreserved_base, bytes per core.
    int64_t getUsableL1Bytes() const;
  }];
}

def TTCore_SystemDescAttr : TTCore_Attr<"SystemDesc", "system_desc"> {
  let summary = "The physical chips of the system";
  let description = [{
    `#ttcore.system_desc<[cpus], [chips], [chip index per device], [capabilities], [coordinates] (, [channels])?>`
  }];
  let parameters = (ins ArrayRefParameter<"CPUDescAttr">:$cpuDescs, ArrayRefParameter<"ChipDescAttr">:$chipDescs,
                        ArrayRefParameter<"int64_t">:$chipDescIndices,
                        ArrayRefParameter<"int64_t">:$chipCapabilities,
                        ArrayRefParameter<"int64_t">:$chipCoords, "::mlir::ArrayAttr":$chipChannels);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Chip descriptor of physical chip `chip`.
    ChipDescAttr getChip(int64_t chip) const;
    int64_t getNumChips() const;
  }];
}

def TTCore_DeviceAttr : TTCore_Attr<"Device", "device"> {
  let summary = "One logical device, possibly over several chips";
  let description = [{
    `<workerGrid = GRID, dramGrid = GRID, l1Map = MAP, dramMap = MAP, meshShape = 2x4, chipIds = [0]
      (, meshTopology = [ring, linear])?>`; an empty mesh shape prints as nothing.
  }];
  let parameters = (ins "GridAttr":$workerGrid, "GridAttr":$dramGrid, "::mlir::AffineMap":$l1Map, "::mlir::AffineMap":$dramMap,
                        ArrayRefParameter<"int64_t">:$meshShape, ArrayRefParameter<"int64_t">:$chipIds,
                        ArrayRefParameter<"Topology">:$meshTopology);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def TTCore_MetalLayoutAttr : TTCore_Attr<"MetalLayout", "metal_layout"> {
  let summary = "A tensor whose shape is a grid of shards, and the shape that it stands for";
  let description = [{
    `<logical_shape = 64x64, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>,
      l1, sharded>`
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$logicalShape, ArrayRefParameter<"int64_t">:$dimAlignments,
                        "::mlir::DenseIntElementsAttr":$collapsedIntervals, "MemorySpace":$memorySpace,
                        "TensorMemoryLayout":$memoryLayout);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def TTCore_Tile : TypeDef<TTCore_Dialect, "Tile", [MemRefElementTypeInterface]> {
  let mnemonic = "tile";
  let summary = "A 32x32 (or smaller) block of elements, the unit of tiled pages";
  let parameters = (ins "int64_t":$height, "int64_t":$width, EnumParameter<TTCore_DataType>:$dataType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Bytes of one tile with its exponents: bf16 2048, bfp_bf8 1088, ...
    int64_t getSizeBytes() const;
  }];
}

#endif // ALCOVE_OPS_DIALECT_TTCORE_TTCOREBASE_TD
