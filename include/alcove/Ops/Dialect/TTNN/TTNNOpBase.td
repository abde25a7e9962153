//===- TTNNOpBase.td - Classes of TTNN ops --------*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTNN_TTNNOPBASE_TD
#define ALCOVE_OPS_DIALECT_TTNN_TTNNOPBASE_TD

include "alcove/Ops/Dialect/TTNN/TTNNBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TTNN_VerifiedByRules : NativeOpTrait<"VerifiedByRules"> { let cppNamespace = "::alcove"; }
def TTNN_Elementwise : NativeOpTrait<"ElementwiseShape"> { let cppNamespace = "::alcove"; }

class TTNN_Op<string mnemonic, list<Trait> traits = [Pure]>
    : Op<TTNN_Dialect, mnemonic, !listconcat(traits, [TTNN_VerifiedByRules])>;
// What such an op means asks more of its shapes than the dialect does: a rule of the library (alcove/Ops/Dialect/OpRules.h).
class TTNN_Meaningful<string mnemonic, list<Trait> traits = [Pure]> : TTNN_Op<mnemonic, traits> {
  let extraClassDeclaration = "::llvm::LogicalResult verifyMeaning();";
}

defvar T = AnyRankedTensor;
def TTNN_Cache : Arg<AnyRankedTensor, "cache, written in place", [MemWrite]>;

// Attributes of several kinds; C++ sees them as they are written.
class TTNN_AsWritten<Pred predicate, string summary> : Attr<predicate, summary> {
  let returnType = "::mlir::Attribute";
  let convertFromStorage = "$_self";
}
def TTNN_I32s : TTNN_AsWritten<I32ArrayAttr.predicate, "32-bit integer array attribute">;
def TTNN_Number
    : TTNN_AsWritten<Or<[F32Attr.predicate, I32Attr.predicate]>, "32-bit float or 32-bit signless integer attribute">;
def TTNN_ScaleFactor : TTNN_AsWritten<Or<[SI32Attr.predicate, DenseI32ArrayAttr.predicate]>,
                                      "32-bit signed integer or i32 dense array attribute">;
def TTNN_MatmulConfig
    : TTNN_AsWritten<Or<[TTNN_MatmulReuseAttr.predicate, TTNN_MatmulMcastAttr.predicate,
                         TTNN_MatmulMcast1DAttr.predicate, TTNN_MatmulDramShardedAttr.predicate]>,
                     "program configuration of a matrix product">;

class TTNN_Unary<string mnemonic> : TTNN_Op<mnemonic, [Pure, TTNN_Elementwise]> {
  let arguments = (ins T:$input);
  let results = (outs T:$result);
}
class TTNN_Binary<string mnemonic> : TTNN_Op<mnemonic, [Pure, TTNN_Elementwise]> {
  let arguments = (ins T:$lhs, T:$rhs);
  let results = (outs T:$result);
}

#endif // ALCOVE_OPS_DIALECT_TTNN_TTNNOPBASE_TD
