//===- CheckOps.td - Ops of test programs -*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_STABLEHLO_CHECKOPS_TD
#define ALCOVE_OPS_DIALECT_STABLEHLO_CHECKOPS_TD

include "alcove/Ops/Dialect/StableHLO/StableHLOBase.td"

def Check_Dialect : Dialect {
  let name = "check";
  let summary = "Expected values in programs that test an interpreter of StableHLO";
  let cppNamespace = "::alcove::check";
}
def Interpreter_Dialect : Dialect {
  let name = "interpreter";
  let summary = "What such programs ask of the interpreter itself";
  let cppNamespace = "::alcove::interpreter";
}

class Check_Constant<string mnemonic> : Op<Check_Dialect, mnemonic> {
  let arguments = (ins AnyTensor:$lhs, ElementsAttr:$value, OptionalAttr<F64Attr>:$tolerance);
  let assemblyFormat = "$lhs `,` custom<ExpectedValue>($value, type($lhs)) attr-dict";
}
def Check_ExpectEqOp : Op<Check_Dialect, "expect_eq"> {
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` custom<SameTypes>(type($lhs), type($rhs))";
}
def Check_ExpectAlmostEqOp : Op<Check_Dialect, "expect_almost_eq"> {
  let arguments = (ins AnyTensor:$lhs, AnyTensor:$rhs, OptionalAttr<F64Attr>:$tolerance);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` custom<SameTypes>(type($lhs), type($rhs))";
}
def Check_ExpectCloseOp : Op<Check_Dialect, "expect_close"> {
  let arguments = (ins AnyTensor:$actual, AnyTensor:$expected, OptionalAttr<I64Attr>:$min_ulp_difference,
                       OptionalAttr<I64Attr>:$max_ulp_difference);
  let assemblyFormat = "$actual `,` $expected attr-dict `:` custom<SameTypes>(type($actual), type($expected))";
}
def Check_ExpectEqConstOp : Check_Constant<"expect_eq_const">;
def Check_ExpectAlmostEqConstOp : Check_Constant<"expect_almost_eq_const">;
def Check_ExpectSerializedEqOp : Op<Check_Dialect, "expect_serialized_eq"> {
  let arguments = (ins AnyTensor:$expected, StrAttr:$probe_id, OptionalAttr<I32Attr>:$iteration);
  let assemblyFormat = [{ $expected `,` `probe_id` `=` $probe_id (`,` `iter` `=` $iteration^)? attr-dict `:`
                          type($expected) }];
}

def Interpreter_ProbeOp : Op<Interpreter_Dialect, "probe"> {
  let arguments = (ins AnyTensor:$operand, StrAttr:$probe_id);
  let results = (outs AnyTensor:$result);
  let assemblyFormat = [{ $operand `,` `probe_id` `=` $probe_id attr-dict `:`
                          custom<SameTypes>(type($operand), type($result)) }];
}
def Interpreter_PrintOp : Op<Interpreter_Dialect, "print"> {
  let arguments = (ins AnyTensor:$operand);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
}
def Interpreter_RunParallelOp : Op<Interpreter_Dialect, "run_parallel"> {
  let arguments = (ins Variadic<AnyType>:$inputs, ArrayAttr:$programs, OptionalAttr<ArrayAttr>:$infeed);
  let results = (outs Variadic<AnyType>:$results);
}

#endif // ALCOVE_OPS_DIALECT_STABLEHLO_CHECKOPS_TD
