//===- TTIRBase.td - TTIR dialect and classes of its ops --------*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_DIALECT_TTIR_BASE_TD
#define ALCOVE_DIALECT_TTIR_BASE_TD

include "alcove/Dialect/TTCore/TTCoreBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TTIR_Dialect : Dialect {
  let name = "ttir";
  let summary = "Tensor programs as front ends hand them over";
  let description = [{
    Textual IR of tt-mlir's dialect of the same name: value semantics, no layouts, generic form only. An op without a
    definition here is an error, or kept with all it carries where that is asked for (alcove/Dialect/UnknownOps.h). The
    dialect defines no attributes; those of other versions are kept as they are written.
  }];
  let cppNamespace = "::alcove::ttir";
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser, ::mlir::Type type) const override;
  }];
  let dependentDialects = ["::alcove::ttcore::TTCoreDialect"];
}

def TTIR_StaticShapes : NativeOpTrait<"StaticShapes"> { let cppNamespace = "::alcove"; }
def TTIR_VerifiedByRules : NativeOpTrait<"VerifiedByRules"> { let cppNamespace = "::alcove"; }

class TTIR_Op<string mnemonic, list<Trait> traits = [Pure]>
    : Op<TTIR_Dialect, mnemonic, !listconcat([TTIR_StaticShapes], traits, [TTIR_VerifiedByRules])>;

class TTIR_Verified<string mnemonic, list<Trait> traits = [Pure]> : TTIR_Op<mnemonic, traits> {
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Elementwise: the result's shape is the numpy broadcast of the operands'
//===----------------------------------------------------------------------===//

def TTIR_Elementwise : NativeOpTrait<"ElementwiseShape"> { let cppNamespace = "::alcove"; }

class TTIR_Unary<string mnemonic> : TTIR_Op<mnemonic, [Pure, TTIR_Elementwise]> {
  let arguments = (ins AnyRankedTensor:$input);
  let results = (outs AnyRankedTensor:$result);
}
class TTIR_Binary<string mnemonic> : TTIR_Op<mnemonic, [Pure, TTIR_Elementwise]> {
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs);
  let results = (outs AnyRankedTensor:$result);
}

#endif // ALCOVE_DIALECT_TTIR_BASE_TD
