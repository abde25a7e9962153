//===- TTNNOpBase.td - Classes of TTNN ops --------*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_DIALECT_TTNN_OPBASE_TD
#define ALCOVE_DIALECT_TTNN_OPBASE_TD

include "alcove/Dialect/TTNN/TTNNBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TTNN_StaticShapes : NativeOpTrait<"StaticShapes"> { let cppNamespace = "::alcove"; }
def TTNN_VerifiedByRules : NativeOpTrait<"VerifiedByRules"> { let cppNamespace = "::alcove"; }
def TTNN_Elementwise : NativeOpTrait<"ElementwiseShape"> { let cppNamespace = "::alcove"; }
def TTNN_Reduction : NativeOpTrait<"ReductionShape"> { let cppNamespace = "::alcove"; }

class TTNN_Op<string mnemonic, list<Trait> traits = [Pure]>
    : Op<TTNN_Dialect, mnemonic, !listconcat([TTNN_StaticShapes], traits, [TTNN_VerifiedByRules])>;
class TTNN_Verified<string mnemonic, list<Trait> traits = [Pure]> : TTNN_Op<mnemonic, traits> {
  let hasVerifier = 1;
}

defvar T = AnyRankedTensor;
def TTNN_Cache : Arg<AnyRankedTensor, "cache, written in place", [MemWrite]>;

// An integer of any type: its type changed between versions.
def TTNN_IntAttr : Attr<CPred<"::llvm::isa<::mlir::IntegerAttr>($_self)">, "integer attribute"> {
  let storageType = "::mlir::IntegerAttr";
  let returnType = "int64_t";
  let convertFromStorage = "$_self.getValue().sextOrTrunc(64).getSExtValue()";
  let constBuilderCall = "$_builder.getIntegerAttr($_builder.getIntegerType(32, true), $0)";
}

class TTNN_Unary<string mnemonic> : TTNN_Op<mnemonic, [Pure, TTNN_Elementwise]> {
  let arguments = (ins T:$input);
  let results = (outs T:$result);
}
class TTNN_Binary<string mnemonic> : TTNN_Op<mnemonic, [Pure, TTNN_Elementwise]> {
  let arguments = (ins T:$lhs, T:$rhs);
  let results = (outs T:$result);
}

#endif // ALCOVE_DIALECT_TTNN_OPBASE_TD
