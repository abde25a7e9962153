//===- StableHLOEnums.td - Enums of StableHLO -*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_STABLEHLO_STABLEHLOENUMS_TD
#define ALCOVE_OPS_DIALECT_STABLEHLO_STABLEHLOENUMS_TD

include "mlir/IR/EnumAttr.td"

class StableHLO_Enum<string name, list<I32EnumAttrCase> cases> : I32EnumAttr<name, "", cases> {
  let cppNamespace = "::alcove::stablehlo";
  let genSpecializedAttr = 0;
}
class Case<string symbol, int value> : I32EnumAttrCase<symbol, value>;

def StableHLO_Precision : StableHLO_Enum<"Precision", [Case<"DEFAULT", 0>, Case<"HIGH", 1>, Case<"HIGHEST", 2>]>;
def StableHLO_FftType : StableHLO_Enum<"FftType", [Case<"FFT", 0>, Case<"IFFT", 1>, Case<"RFFT", 2>, Case<"IRFFT", 3>]>;
def StableHLO_Transpose : StableHLO_Enum<"Transpose", [
  Case<"TRANSPOSE_INVALID", 0>, Case<"NO_TRANSPOSE", 1>, Case<"TRANSPOSE", 2>, Case<"ADJOINT", 3>]>;
def StableHLO_RngDistribution : StableHLO_Enum<"RngDistribution", [Case<"UNIFORM", 1>, Case<"NORMAL", 2>]>;
def StableHLO_RngAlgorithm : StableHLO_Enum<"RngAlgorithm", [
  Case<"DEFAULT", 0>, Case<"THREE_FRY", 1>, Case<"PHILOX", 2>]>;
def StableHLO_ComparisonDirection : StableHLO_Enum<"ComparisonDirection", [
  Case<"EQ", 0>, Case<"NE", 1>, Case<"GE", 2>, Case<"GT", 3>, Case<"LE", 4>, Case<"LT", 5>]>;
def StableHLO_ComparisonType : StableHLO_Enum<"ComparisonType", [
  Case<"NOTYPE", 0>, Case<"FLOAT", 1>, Case<"TOTALORDER", 2>, Case<"SIGNED", 3>, Case<"UNSIGNED", 4>]>;

#endif // ALCOVE_OPS_DIALECT_STABLEHLO_STABLEHLOENUMS_TD
