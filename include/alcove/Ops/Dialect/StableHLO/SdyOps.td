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
def Sdy_ShardingConstraintOp : Op<Sdy_Dialect, "sharding_constraint", [Pure]> {
  let arguments = (ins StableHLO_Tensor:$input, AnyAttr:$sharding);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "$input custom<Sharding>($sharding) attr-dict `:` custom<OneType>(type($input), type($result))";
}
def Sdy_ReshardOp : Op<Sdy_Dialect, "reshard", [Pure]> {
  let arguments = (ins StableHLO_Tensor:$input, AnyAttr:$sharding);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "$input custom<Sharding>($sharding) attr-dict `:` custom<OneType>(type($input), type($result))";
}
def Sdy_ReturnOp : Op<Sdy_Dialect, "return", [Pure, Terminator]> {
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "$operands attr-dict (`:` type($operands)^)?";
}

#endif // ALCOVE_OPS_DIALECT_STABLEHLO_SDYOPS_TD
