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
}

#endif // ALCOVE_FRONTDOORS_STABLEHLO_PASSES_TD
