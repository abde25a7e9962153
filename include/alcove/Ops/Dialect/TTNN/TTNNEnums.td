//===- TTNNEnums.td - Enums of the dialect ---------*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTNN_TTNNENUMS_TD
#define ALCOVE_OPS_DIALECT_TTNN_TTNNENUMS_TD

include "mlir/IR/EnumAttr.td"

class TTNN_Enum<string name, string summary, list<I32EnumAttrCase> cases> : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::alcove::ttnn";
  let genSpecializedAttr = 0;
}

// Orders are those of the enums in alcove/Device/TensorLayout.h.
def TTNN_BufferType : TTNN_Enum<"BufferType", "memory that a buffer lies in", [
  I32EnumAttrCase<"DRAM", 0, "dram">, I32EnumAttrCase<"L1", 1, "l1">,
  I32EnumAttrCase<"SystemMemory", 2, "system_memory">, I32EnumAttrCase<"L1Small", 3, "l1_small">,
  I32EnumAttrCase<"Trace", 4, "trace">]>;

def TTNN_TensorMemoryLayout : TTNN_Enum<"TensorMemoryLayout", "how pages are spread over banks or cores", [
  I32EnumAttrCase<"Interleaved", 0, "interleaved">, I32EnumAttrCase<"HeightSharded", 1, "height_sharded">,
  I32EnumAttrCase<"WidthSharded", 2, "width_sharded">, I32EnumAttrCase<"BlockSharded", 3, "block_sharded">,
  I32EnumAttrCase<"NdSharded", 4, "nd_sharded">]>;

def TTNN_Layout : TTNN_Enum<"Layout", "page layout", [
  I32EnumAttrCase<"RowMajor", 0, "row_major">, I32EnumAttrCase<"Tile", 1, "tile">,
  I32EnumAttrCase<"Invalid", 2, "invalid">]>;

def TTNN_ShardOrientation : TTNN_Enum<"ShardOrientation", "order in which shards are laid onto cores", [
  I32EnumAttrCase<"RowMajor", 0, "row_major">, I32EnumAttrCase<"ColMajor", 1, "col_major">]>;

def TTNN_ShardDistribution : TTNN_Enum<"ShardDistributionStrategy", "how n-dimensional shards meet cores", [
  I32EnumAttrCase<"Grid2D", 0, "grid_2d">, I32EnumAttrCase<"RoundRobin1D", 1, "round_robin_1d">]>;

#endif // ALCOVE_OPS_DIALECT_TTNN_TTNNENUMS_TD
