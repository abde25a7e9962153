//===- TTIRBase.td - TTIR dialect and classes of its ops --------*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTIR_TTIRBASE_TD
#define ALCOVE_OPS_DIALECT_TTIR_TTIRBASE_TD

include "alcove/Ops/Dialect/TTCore/TTCoreBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TTIR_Dialect : Dialect {
  let name = "ttir";
  let summary = "Tensor programs as front ends hand them over";
  let description = [{
    Textual IR of tt-mlir's dialect of the same name: value semantics, no layouts, generic form only. An op without a
    definition here is an error, or kept with all it carries where that is asked for (alcove/Ops/Dialect/UnknownOps.h). The
    dialect defines no attributes; those of other versions are kept as they are written.
  }];
  let cppNamespace = "::alcove::ttir";
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser, ::mlir::Type type) const override;
  }];
  let dependentDialects = ["::alcove::ttcore::TTCoreDialect"];
}

def TTIR_VerifiedByRules : NativeOpTrait<"VerifiedByRules"> { let cppNamespace = "::alcove"; }

class TTIR_Op<string mnemonic, list<Trait> traits = [Pure]>
    : Op<TTIR_Dialect, mnemonic, !listconcat(traits, [TTIR_VerifiedByRules])>;

// What such an op means asks more of its shapes than the dialect does: a rule of the library (alcove/Ops/Dialect/OpRules.h).
class TTIR_Meaningful<string mnemonic, list<Trait> traits = [Pure]> : TTIR_Op<mnemonic, traits> {
  let extraClassDeclaration = "::llvm::LogicalResult verifyMeaning();";
}

//===----------------------------------------------------------------------===//
// Attributes of several kinds; C++ sees them as they are written
//===----------------------------------------------------------------------===//

class TTIR_AsWritten<Attr kind> : Attr<kind.predicate, kind.summary> {
  let storageType = "::mlir::Attribute";
  let returnType = "::mlir::Attribute";
  let convertFromStorage = "$_self";
}
def TTIR_I32s : TTIR_AsWritten<I32ArrayAttr>;
def TTIR_DenseI32s : TTIR_AsWritten<DenseI32ArrayAttr>;
def TTIR_DenseI64s : TTIR_AsWritten<DenseI64ArrayAttr>;
def TTIR_I64Elements : TTIR_AsWritten<I64ElementsAttr>;
def TTIR_I32OrDense : AnyAttrOf<[I32Attr, DenseI32ArrayAttr]>;
def TTIR_SI32OrDense : AnyAttrOf<[SI32Attr, DenseI32ArrayAttr]>;
def TTIR_Number : AnyAttrOf<[F32Attr, I32Attr]>;

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

#endif // ALCOVE_OPS_DIALECT_TTIR_TTIRBASE_TD
