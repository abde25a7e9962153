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
                        "Convert @main to TTIR and execute both: on what @inputs returns, else on seeded arguments">,
                 Option<"seed", "seed", "uint64_t", "1", "Seed of the arguments' data">];
  let dependentDialects = ["::alcove::ttcore::TTCoreDialect", "::alcove::ttir::TTIRDialect",
                           "::mlir::func::FuncDialect"];
}

def StableHLOCoverage : Pass<"stablehlo-coverage", "::mlir::ModuleOp"> {
  let summary = "Prints, per op of StableHLO and CHLO, whether it is verified, executed and converted";
  let description = "One line each, `name,verified,executed,to TTIR,to linalg`, to standard output: for tables of documents.";
  let dependentDialects = ["::alcove::stablehlo::StableHLODialect", "::alcove::chlo::CHLODialect"];
}

def ConvertStableHLOToTTIR : Pass<"convert-stablehlo-to-ttir", "::mlir::ModuleOp"> {
  let summary = "A module of StableHLO as a module of TTIR";
  let description = [{
    Calls, composites and loops with a bounded number of rounds are written out; what is known before a run is computed.
    Constants without data become parameters. Modules without StableHLO stay as they are, but for the arguments of a
    program of TTIR that `parameters` names: these are parameters then.
  }];
  let options = [
    Option<"parameters", "parameters", "std::string", "\"\"",
           "Arguments that are weights: indices, ranges, names, such as 1,3-7,params; empty: by attribute, else guessed">,
    Option<"maxRounds", "max-rounds", "int64_t", "64", "Rounds of a loop that may happen, by what is known before a run, and are written out">];
  let dependentDialects = ["::alcove::ttcore::TTCoreDialect", "::alcove::ttir::TTIRDialect",
                           "::mlir::func::FuncDialect"];
}

def ConvertStableHLOToLinalg : Pass<"convert-stablehlo-to-linalg", "::mlir::ModuleOp"> {
  let summary = "A module of StableHLO as linalg on tensors, for super tiling";
  let description = [{
    The program is followed as `convert-stablehlo-to-ttir` does it. Integers lose their sign, in arguments and results
    too: the ops that are written read them as the program did. Narrow floats are summed in f32. Modules without
    StableHLO stay as they are.
  }];
  let options = [
    Option<"maxRounds", "max-rounds", "int64_t", "64", "Rounds of a loop that are written out">,
    Option<"testProgram", "test-program", "bool", "false",
           "@main of a public test program: @inputs returns its arguments, @expected what it must return">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ConvertTosaToTTIR : Pass<"convert-tosa-to-ttir", "::mlir::ModuleOp"> {
  let summary = "A module of TOSA as a module of TTIR";
  let description = [{
    As `convert-stablehlo-to-ttir` does it. Activations stay NHWC. Quantized forms are refused by name: zero points other
    than 0, rescaling, tables, products of integers. Modules without TOSA stay as they are.
  }];
  let options = [
    Option<"parameters", "parameters", "std::string", "\"\"",
           "Arguments that are weights: indices, ranges, names, such as 1,3-7,params; empty: by attribute, else guessed">,
    Option<"maxRounds", "max-rounds", "int64_t", "64", "Rounds of a loop that are written out">];
  let dependentDialects = ["::alcove::ttcore::TTCoreDialect", "::alcove::ttir::TTIRDialect",
                           "::mlir::func::FuncDialect"];
}

#endif // ALCOVE_FRONTDOORS_STABLEHLO_PASSES_TD
