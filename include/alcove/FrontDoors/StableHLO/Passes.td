//===- Passes.td - From StableHLO to TTIR -*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_FRONTDOORS_STABLEHLO_PASSES_TD
#define ALCOVE_FRONTDOORS_STABLEHLO_PASSES_TD

include "mlir/Pass/PassBase.td"

def ExecuteStableHLO : Pass<"stablehlo-execute", "::mlir::ModuleOp"> {
  let summary = "Executes the test programs of a module: its public functions without arguments";
  let description = [{
    What a program expects of its results (`check.expect_eq`, custom calls `@check.expect_close`, ..) and does not hold
    is an error at the op with both numbers. Where there is a function @main only that runs.
  }];
  let options = [Option<"asTTIR", "as-ttir", "bool", "false",
                        "Convert @main to TTIR and execute both: on what @inputs returns, else on seeded arguments">];
  let dependentDialects = ["::alcove::ttcore::TTCoreDialect", "::alcove::ttir::TTIRDialect",
                           "::mlir::func::FuncDialect"];
}

def StableHLOCoverage : Pass<"stablehlo-coverage", "::mlir::ModuleOp"> {
  let summary = "Prints, per op of StableHLO and CHLO, whether it is verified, executed and converted";
  let description = "One line each, `name,verified,executed,converted`, to standard output: for tables of documents.";
  let dependentDialects = ["::alcove::stablehlo::StableHLODialect", "::alcove::chlo::CHLODialect"];
}

def ConvertStableHLOToTTIR : Pass<"convert-stablehlo-to-ttir", "::mlir::ModuleOp"> {
  let summary = "A module of StableHLO as a module of TTIR";
  let description = [{
    Calls, composites and loops with a bounded number of rounds are written out; what is known before a run is computed.
    Constants without data become parameters. Modules without StableHLO stay as they are.
  }];
  let options = [
    Option<"parameters", "parameters", "std::string", "\"\"",
           "Arguments that are weights: indices, ranges, names, such as 1,3-7,params; empty: by attribute, else guessed">,
    Option<"maxRounds", "max-rounds", "int64_t", "64", "Rounds of a loop that may happen, by what is known before a run, and are written out">];
  let dependentDialects = ["::alcove::ttcore::TTCoreDialect", "::alcove::ttir::TTIRDialect",
                           "::mlir::func::FuncDialect"];
}

#endif // ALCOVE_FRONTDOORS_STABLEHLO_PASSES_TD
