//===- CHLOOps.td - Ops that front ends print beside StableHLO -*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_STABLEHLO_CHLOOPS_TD
#define ALCOVE_OPS_DIALECT_STABLEHLO_CHLOOPS_TD

include "alcove/Ops/Dialect/StableHLO/StableHLOBase.td"

def CHLO_Dialect : Dialect {
  let name = "chlo";
  let summary = "Functions and broadcasts above StableHLO";
  let description = "The public dialect of the same name. Its attributes are kept as they are written.";
  let cppNamespace = "::alcove::chlo";
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser, ::mlir::Type type) const override;
  }];
}

class CHLO_Op<string mnemonic, list<Trait> traits = [Pure]> : Op<CHLO_Dialect, mnemonic, traits>;

class CHLO_Unary<string mnemonic> : CHLO_Op<mnemonic> {
  let arguments = (ins StableHLO_Tensor:$operand);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}
def CHLO_AcosOp : CHLO_Unary<"acos">;
def CHLO_AcoshOp : CHLO_Unary<"acosh">;
def CHLO_AsinOp : CHLO_Unary<"asin">;
def CHLO_AsinhOp : CHLO_Unary<"asinh">;
def CHLO_AtanOp : CHLO_Unary<"atan">;
def CHLO_AtanhOp : CHLO_Unary<"atanh">;
def CHLO_BesselI1eOp : CHLO_Unary<"bessel_i1e">;
def CHLO_ConjOp : CHLO_Unary<"conj">;
def CHLO_CoshOp : CHLO_Unary<"cosh">;
def CHLO_DigammaOp : CHLO_Unary<"digamma">;
def CHLO_ErfOp : CHLO_Unary<"erf">;
def CHLO_ErfInvOp : CHLO_Unary<"erf_inv">;
def CHLO_ErfcOp : CHLO_Unary<"erfc">;
def CHLO_IsInfOp : CHLO_Unary<"is_inf">;
def CHLO_IsNegInfOp : CHLO_Unary<"is_neg_inf">;
def CHLO_IsPosInfOp : CHLO_Unary<"is_pos_inf">;
def CHLO_LgammaOp : CHLO_Unary<"lgamma">;
def CHLO_SinhOp : CHLO_Unary<"sinh">;
def CHLO_SquareOp : CHLO_Unary<"square">;
def CHLO_TanOp : CHLO_Unary<"tan">;
def CHLO_AsinAcosKernelOp : CHLO_Unary<"_asin_acos_kernel">;

class CHLO_Binary<string mnemonic> : CHLO_Op<mnemonic> {
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)";
}
def CHLO_NextAfterOp : CHLO_Binary<"next_after">;
def CHLO_PolygammaOp : CHLO_Binary<"polygamma">;
def CHLO_ZetaOp : CHLO_Binary<"zeta">;
def CHLO_MulhiOp : CHLO_Binary<"mulhi">;

class CHLO_Broadcasting<string mnemonic> : CHLO_Op<mnemonic> {
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs,
                       OptionalAttr<StableHLO_Integers>:$broadcast_dimensions);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}
def CHLO_BroadcastAddOp : CHLO_Broadcasting<"broadcast_add">;
def CHLO_BroadcastAndOp : CHLO_Broadcasting<"broadcast_and">;
def CHLO_BroadcastAtan2Op : CHLO_Broadcasting<"broadcast_atan2">;
def CHLO_BroadcastComplexOp : CHLO_Broadcasting<"broadcast_complex">;
def CHLO_BroadcastDivOp : CHLO_Broadcasting<"broadcast_divide">;
def CHLO_BroadcastMaxOp : CHLO_Broadcasting<"broadcast_maximum">;
def CHLO_BroadcastMinOp : CHLO_Broadcasting<"broadcast_minimum">;
def CHLO_BroadcastMulOp : CHLO_Broadcasting<"broadcast_multiply">;
def CHLO_BroadcastNextAfterOp : CHLO_Broadcasting<"broadcast_next_after">;
def CHLO_BroadcastOrOp : CHLO_Broadcasting<"broadcast_or">;
def CHLO_BroadcastPolygammaOp : CHLO_Broadcasting<"broadcast_polygamma">;
def CHLO_BroadcastPowOp : CHLO_Broadcasting<"broadcast_power">;
def CHLO_BroadcastRemOp : CHLO_Broadcasting<"broadcast_remainder">;
def CHLO_BroadcastShiftLeftOp : CHLO_Broadcasting<"broadcast_shift_left">;
def CHLO_BroadcastShiftRightArithmeticOp : CHLO_Broadcasting<"broadcast_shift_right_arithmetic">;
def CHLO_BroadcastShiftRightLogicalOp : CHLO_Broadcasting<"broadcast_shift_right_logical">;
def CHLO_BroadcastSubOp : CHLO_Broadcasting<"broadcast_subtract">;
def CHLO_BroadcastXorOp : CHLO_Broadcasting<"broadcast_xor">;
def CHLO_BroadcastZetaOp : CHLO_Broadcasting<"broadcast_zeta">;
def CHLO_BroadcastCompareOp : CHLO_Op<"broadcast_compare"> {
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs,
                       OptionalAttr<StableHLO_Integers>:$broadcast_dimensions, AnyAttr:$comparison_direction,
                       OptionalAttr<AnyAttr>:$compare_type);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}
def CHLO_BroadcastSelectOp : CHLO_Op<"broadcast_select"> {
  let arguments = (ins StableHLO_Tensor:$pred, StableHLO_Tensor:$on_true, StableHLO_Tensor:$on_false);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "$pred `,` $on_true `,` $on_false attr-dict `:` functional-type(operands, results)";
}

def CHLO_ConstantOp : CHLO_Op<"constant"> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs StableHLO_Tensor:$output);
  let assemblyFormat = "attr-dict custom<ConstantValue>($value, type($output))";
}
def CHLO_ConstantLikeOp : CHLO_Op<"constant_like"> {
  let arguments = (ins TypedAttrInterface:$value, StableHLO_Tensor:$operand);
  let results = (outs StableHLO_Tensor:$result);
}
def CHLO_TopKOp : CHLO_Op<"top_k"> {
  let arguments = (ins StableHLO_Tensor:$operand, I64Attr:$k, OptionalAttr<BoolAttr>:$is_stable);
  let results = (outs StableHLO_Tensor:$values, StableHLO_TensorOf<[I32]>:$indices);
  let assemblyFormat = [{ `(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict `:`
                          type($operand) `->` `(` type($values) `,` type($indices) `)` }];
}
def CHLO_RaggedDotOp : CHLO_Op<"ragged_dot"> {
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs, StableHLO_IntTensor:$group_sizes,
                       AnyAttr:$ragged_dot_dimension_numbers, OptionalAttr<ArrayAttr>:$precision_config);
  let results = (outs StableHLO_Tensor:$result);
}

#endif // ALCOVE_OPS_DIALECT_STABLEHLO_CHLOOPS_TD
