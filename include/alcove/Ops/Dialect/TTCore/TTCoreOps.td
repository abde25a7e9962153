//===- TTCoreOps.td - Module structure and cached calls ----*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTCORE_TTCOREOPS_TD
#define ALCOVE_OPS_DIALECT_TTCORE_TTCOREOPS_TD

include "alcove/Ops/Dialect/TTCore/TTCoreBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class TTCore_Op<string mnemonic, list<Trait> traits = []> : Op<TTCore_Dialect, mnemonic, traits>;

def TTCore_DeviceOp : TTCore_Op<"device", [Symbol]> {
  let summary = "Declares the device that the module's functions run on";
  let arguments = (ins SymbolNameAttr:$sym_name, TTCore_DeviceAttr:$device_attr);
  let assemblyFormat = "$sym_name `=` custom<StrippedDevice>($device_attr) attr-dict";
  let hasVerifier = 1;
}

class TTCore_ModuleWrapper<string mnemonic> : TTCore_Op<mnemonic,
    [SymbolTable, NoTerminator, NoRegionArguments, SingleBlock, IsolatedFromAbove,
     DeclareOpInterfaceMethods<RegionKindInterface, ["getRegionKind"]>]> {
  let regions = (region SizedRegion<1>:$bodyRegion);
  let assemblyFormat = "attr-dict-with-keyword $bodyRegion";
  let extraClassDefinition = [{
    ::mlir::RegionKind $cppClass::getRegionKind(unsigned) { return ::mlir::RegionKind::Graph; }
  }];
}
def TTCore_DeviceModuleOp : TTCore_ModuleWrapper<"device_module"> {
  let summary = "Holds the one module that runs on the device";
  let hasVerifier = 1;
}
def TTCore_CPUModuleOp : TTCore_ModuleWrapper<"cpu_module"> {
  let summary = "Holds the module of functions that run on the host";
}

def TTCore_LoadCachedOp : TTCore_Op<"load_cached", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Results of a const-eval function, computed once and kept";
  let description = [{
    `%0:2 = ttcore.load_cached(@forward_const_eval_0, [%a, %b]) : (types) -> types`. The callee depends on nothing
    but its operands; a run time calls it on first use and keeps the results.
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyRankedTensor>:$inputs);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    `(` $callee `,` `[` $inputs `]` `)` attr-dict `:` functional-type($inputs, $results)
  }];
}

def TTCore_OptimizationBarrierOp : TTCore_Op<"optimization_barrier", [Pure]> {
  let summary = "Its operands, as results that nothing before it knows";
  let description = [{
    `%0:2 = ttcore.optimization_barrier %a, %b : tensor<2xf32>, tensor<4xf32>`. Front ends keep what they compute twice
    on purpose behind it. Printed in the generic form; read, too, without results' types, or as a function's.
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  // No printer: other readers know the generic form alone.
  let extraClassDeclaration = [{
    static ::mlir::ParseResult parse(::mlir::OpAsmParser &parser, ::mlir::OperationState &state);
  }];
}

def TTCore_CompositeOp : TTCore_Op<"composite", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "A named computation, and the function that says what it computes";
  let description = [{
    A back end that knows `composite_name` may run a kernel of its own; everybody else calls `decomposition`, which the
    lowering inlines.
  }];
  let arguments = (ins Variadic<AnyType>:$inputs, StrAttr:$composite_name, FlatSymbolRefAttr:$decomposition,
                       OptionalAttr<DictionaryAttr>:$composite_attributes);
  let results = (outs Variadic<AnyType>:$results);
}

//===----------------------------------------------------------------------===//
// Globals, dictionaries and tuples of generated host code: kept whole, executed by nobody here
//===----------------------------------------------------------------------===//

def TTCore_Key : AnyAttrOf<[StrAttr, IndexAttr]>;

def TTCore_GlobalOp : TTCore_Op<"global", [Symbol]> {
  let summary = "Declares a value of the module";
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttr:$type, OptionalAttr<SI32Attr>:$index);
  let assemblyFormat = "$sym_name `=` $type (`[` $index^ `]`)? attr-dict";
  let hasVerifier = 1;
}
def TTCore_GetGlobalOp : TTCore_Op<"get_global"> {
  let arguments = (ins SymbolNameAttr:$sym_name);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$sym_name attr-dict `:` type($result)";
}
def TTCore_GetKeyValueOp : TTCore_Op<"get_key_value"> {
  let arguments = (ins AnyType:$dict, TTCore_Key:$key);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = "$dict `[` $key `]` attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}
def TTCore_SetKeyValueOp : TTCore_Op<"set_key_value"> {
  let arguments = (ins AnyType:$dict, Variadic<AnyType>:$values, TTCore_Key:$key);
  let assemblyFormat = "$dict `[` $key `]` `=` $values attr-dict `:` type($dict) `,` type($values)";
  let hasVerifier = 1;
}
def TTCore_TupleOp : TTCore_Op<"tuple", [Pure]> {
  let arguments = (ins Variadic<AnyType>:$operands);
  let results = (outs AnyTuple:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}
def TTCore_GetTupleElementOp : TTCore_Op<"get_tuple_element", [Pure]> {
  let arguments = (ins AnyTuple:$operand, ConfinedAttr<I32Attr, [IntNonNegative]>:$index);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$operand `[` $index `]` attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

#endif // ALCOVE_OPS_DIALECT_TTCORE_TTCOREOPS_TD
