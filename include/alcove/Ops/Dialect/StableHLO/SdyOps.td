//===- SdyOps.td - Meshes and shardings beside StableHLO -*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_STABLEHLO_SDYOPS_TD
#define ALCOVE_OPS_DIALECT_STABLEHLO_SDYOPS_TD

include "alcove/Ops/Dialect/StableHLO/StableHLOBase.td"

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let summary = "Meshes and shardings, kept as they are written";
  let description = "Of the public dialect Shardy: the mesh and what JAX prints on functions and ops.";
  let cppNamespace = "::alcove::sdy";
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser, ::mlir::Type type) const override;
  }];
}

def Sdy_MeshOp : Op<Sdy_Dialect, "mesh", [Symbol]> {
  let arguments = (ins SymbolNameAttr:$sym_name, AnyAttr:$mesh);
  let assemblyFormat = "$sym_name `=` custom<Mesh>($mesh) attr-dict";
}
def Sdy_ReturnOp : Op<Sdy_Dialect, "return", [Pure, Terminator]> {
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "$operands attr-dict (`:` type($operands)^)?";
}
def Sdy_ConstantOp : Op<Sdy_Dialect, "constant", [Pure]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs StableHLO_Tensor:$output);
  let assemblyFormat = "attr-dict custom<ConstantValue>($value, type($output))";
}

//===----------------------------------------------------------------------===//
// Ops on whole tensors: what they say is where parts lie, and the value is that of the operand
//===----------------------------------------------------------------------===//

class Sdy_Identity<string mnemonic, dag attributes, string format, list<Trait> traits = [Pure]>
    : Op<Sdy_Dialect, mnemonic, traits> {
  let arguments = !con((ins StableHLO_Tensor:$input), attributes);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = format # " attr-dict `:` custom<OneType>(type($input), type($result))";
}
def Sdy_ShardingConstraintOp : Sdy_Identity<"sharding_constraint", (ins AnyAttr:$sharding),
                                            "$input custom<Sharding>($sharding)">;
def Sdy_ReshardOp : Sdy_Identity<"reshard", (ins AnyAttr:$sharding), "$input custom<Sharding>($sharding)">;
def Sdy_PropagationBarrierOp : Sdy_Identity<"propagation_barrier", (ins AnyAttr:$allowed_direction),
                                            "$input `allowed_direction` `=` custom<Word>($allowed_direction)">;
def Sdy_DataFlowEdgeOp : Sdy_Identity<"data_flow_edge", (ins OptionalAttr<AnyAttr>:$sharding),
                                      "$input (`sharding` `=` custom<Sharding>($sharding)^)?">;
def Sdy_ShardingGroupOp : Op<Sdy_Dialect, "sharding_group", []> {
  let arguments = (ins StableHLO_Tensor:$input, I64Attr:$group_id);
  let assemblyFormat = "$input `group_id` `=` $group_id attr-dict `:` type($input)";
}
// `sdy.all_gather [{}, {"x"}] %0 out_sharding=<@mesh, [{}, {}]> : T`: axes as they are written.
class Sdy_Collective<string mnemonic> : Sdy_Identity<mnemonic, (ins AnyAttr:$axes, AnyAttr:$out_sharding),
    "custom<Axes>($axes) $input `out_sharding` `=` custom<Sharding>($out_sharding)">;
def Sdy_AllGatherOp : Sdy_Collective<"all_gather">;
def Sdy_AllSliceOp : Sdy_Collective<"all_slice">;
def Sdy_AllToAllOp : Sdy_Collective<"all_to_all">;
def Sdy_AllReduceOp : Sdy_Collective<"all_reduce">;
def Sdy_ReduceScatterOp : Sdy_Collective<"reduce_scatter">;
def Sdy_CollectivePermuteOp : Sdy_Identity<"collective_permute", (ins AnyAttr:$out_sharding),
                                           "$input `out_sharding` `=` custom<Sharding>($out_sharding)">;

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

// `sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[..] manual_axes={"x"} (%a: T) { .. }
// : (U) -> U`: the body computes with the parts that each chip of the manual axes holds.
def Sdy_ManualComputationOp : Op<Sdy_Dialect, "manual_computation", [RecursiveMemoryEffects]> {
  let arguments = (ins Variadic<StableHLO_Tensor>:$tensors, AnyAttr:$in_shardings, AnyAttr:$out_shardings,
                       AnyAttr:$manual_axes);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}
// `sdy.named_computation<"name">(%0) in_shardings=[..] out_shardings=[..] (%a: T) { .. } : (T) -> U`.
def Sdy_NamedComputationOp : Op<Sdy_Dialect, "named_computation", [RecursiveMemoryEffects]> {
  let arguments = (ins Variadic<StableHLO_Tensor>:$operands, StrAttr:$name, OptionalAttr<AnyAttr>:$in_shardings,
                       OptionalAttr<AnyAttr>:$out_shardings);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let hasCustomAssemblyFormat = 1;
}

#endif // ALCOVE_OPS_DIALECT_STABLEHLO_SDYOPS_TD
