//===- TTCoreEnums.td - Enums of the dialect ---------*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTCORE_TTCOREENUMS_TD
#define ALCOVE_OPS_DIALECT_TTCORE_TTCOREENUMS_TD

include "mlir/IR/EnumAttr.td"

class TTCore_Enum<string name, string summary, list<I32EnumAttrCase> cases> : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::alcove::ttcore";
  let genSpecializedAttr = 0;
}

def TTCore_Arch : TTCore_Enum<"Arch", "chip generation", [
  I32EnumAttrCase<"WormholeB0", 0, "wormhole_b0">, I32EnumAttrCase<"Blackhole", 1, "blackhole">,
  I32EnumAttrCase<"Quasar", 2, "quasar">]>;

// The order is that of alcove::device::DataType.
def TTCore_DataType : TTCore_Enum<"DataType", "element types of the device", [
  I32EnumAttrCase<"F32", 0, "f32">, I32EnumAttrCase<"F16", 1, "f16">, I32EnumAttrCase<"BF16", 2, "bf16">,
  I32EnumAttrCase<"BfpF8", 3, "bfp_f8">, I32EnumAttrCase<"BfpBf8", 4, "bfp_bf8">,
  I32EnumAttrCase<"BfpF4", 5, "bfp_f4">, I32EnumAttrCase<"BfpBf4", 6, "bfp_bf4">,
  I32EnumAttrCase<"BfpF2", 7, "bfp_f2">, I32EnumAttrCase<"BfpBf2", 8, "bfp_bf2">,
  I32EnumAttrCase<"U32", 9, "u32">, I32EnumAttrCase<"U16", 10, "u16">, I32EnumAttrCase<"U8", 11, "u8">,
  I32EnumAttrCase<"SI32", 12, "si32">, I32EnumAttrCase<"I1", 13, "i1">]>;

def TTCore_ArgumentType : TTCore_Enum<"ArgumentType", "what a function argument is to the model", [
  I32EnumAttrCase<"Input", 1, "input">, I32EnumAttrCase<"Parameter", 2, "parameter">,
  I32EnumAttrCase<"Constant", 3, "constant">, I32EnumAttrCase<"Default", 4, "default">]>;

def TTCore_ShardStatus : TTCore_Enum<"ShardStatus", "is the argument split over the mesh already", [
  I32EnumAttrCase<"Presharded", 0, "presharded">, I32EnumAttrCase<"Unsharded", 1, "unsharded">]>;

def TTCore_ShardType : TTCore_Enum<"ShardType", "how a tensor is spread over the mesh", [
  I32EnumAttrCase<"Identity", 0, "identity">, I32EnumAttrCase<"Replicate", 1, "replicate">,
  I32EnumAttrCase<"Maximal", 2, "maximal">, I32EnumAttrCase<"Devices", 3, "devices">]>;

def TTCore_ShardDirection : TTCore_Enum<"ShardDirection", "whole tensor to parts or back", [
  I32EnumAttrCase<"FullToShard", 0, "full_to_shard">, I32EnumAttrCase<"ShardToFull", 1, "shard_to_full">]>;

def TTCore_ReduceType : TTCore_Enum<"ReduceType", "reduction of a collective", [
  I32EnumAttrCase<"Sum", 0, "sum">, I32EnumAttrCase<"Mean", 1, "mean">, I32EnumAttrCase<"Max", 2, "max">,
  I32EnumAttrCase<"Min", 3, "min">, I32EnumAttrCase<"Std", 4, "std">, I32EnumAttrCase<"Var", 5, "var">,
  I32EnumAttrCase<"Prod", 6, "prod">, I32EnumAttrCase<"Invalid", 7, "invalid">]>;

def TTCore_Topology : TTCore_Enum<"Topology", "how the chips of a mesh dimension are connected", [
  I32EnumAttrCase<"Ring", 0, "ring">, I32EnumAttrCase<"Linear", 1, "linear">,
  I32EnumAttrCase<"Mesh", 2, "mesh">, I32EnumAttrCase<"Torus", 3, "torus">, I32EnumAttrCase<"Disabled", 4, "disabled">]>;

def TTCore_MemorySpace : TTCore_Enum<"MemorySpace", "memories of the device", [
  I32EnumAttrCase<"System", 0, "system">, I32EnumAttrCase<"SystemMMIO", 1, "mmio">,
  I32EnumAttrCase<"DeviceDRAM", 2, "dram">, I32EnumAttrCase<"DeviceL1", 3, "l1">,
  I32EnumAttrCase<"RegisterDst", 4, "dst">]>;

def TTCore_AttentionMaskType : TTCore_Enum<"AttentionMaskType", "what attention sees", [
  I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"Causal", 1, "causal">,
  I32EnumAttrCase<"Arbitrary", 2, "arbitrary">]>;

def TTCore_MoEActivationFunction : TTCore_Enum<"MoEActivationFunction", "activation of an expert", [
  I32EnumAttrCase<"Silu", 0, "silu">, I32EnumAttrCase<"Swiglu", 1, "swiglu">]>;

def TTCore_TensorMemoryLayout : TTCore_Enum<"TensorMemoryLayout", "how a tensor lies on the device", [
  I32EnumAttrCase<"Interleaved", 0, "interleaved">, I32EnumAttrCase<"Sharded", 1, "sharded">]>;

def TTCore_CPURole : TTCore_Enum<"CPURole", "what a CPU is to the device", [
  I32EnumAttrCase<"Host", 0, "host">, I32EnumAttrCase<"Device", 1, "device">]>;

#endif // ALCOVE_OPS_DIALECT_TTCORE_TTCOREENUMS_TD
