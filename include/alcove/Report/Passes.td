//===- Passes.td - Passes that report ----------------------*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_REPORT_PASSES_TD
#define ALCOVE_REPORT_PASSES_TD

include "mlir/Pass/PassBase.td"

def TTNNSummary : Pass<"ttnn-summary", "::mlir::ModuleOp"> {
  let summary = "Prints what the plan gained beside the all-DRAM baseline";
  let description = [{
    Ops by placement, chains built and failed with reasons, reshards, spills, peak L1, DRAM bytes moved and modelled
    time, counted from the final IR; the baseline was recorded by the optimizer in the module attribute `alcove.plan`,
    which this pass removes. Changes nothing else.
  }];
  let options = [
    Option<"text", "text", "bool", "false", "Print the summary to standard error">,
    Option<"toStdout", "print-to-stdout", "bool", "false", "Print to standard output instead: the module goes to a file">,
    Option<"givenOptions", "given-options", "std::string", "\"\"", "What was given to the planner, for the reader">,
    Option<"modelFile", "model-file", "std::string", "\"\"", "Name of the model; else that of the module's location">,
    Option<"ops", "ops", "bool", "false", "Print a line per op too: place, time, bytes, why it is not in L1, remedy">,
    Option<"json", "json", "std::string", "\"\"", "Write the summary to this file">,
    Option<"report", "report", "std::string", "\"\"", "Write an HTML page of the plan to this file">,
    Option<"modelExplorer", "model-explorer", "std::string", "\"\"", "Write the plan as a graph for Model Explorer">,
  ];
}

def TTNNVisualizerReport : Pass<"ttnn-visualizer-report", "::mlir::ModuleOp"> {
  let summary = "Writes a report directory for ttnn-visualizer";
  let description = [{
    `db.sqlite`, `config.json` and `ops_perf_results_modelled.csv`: operations with the judge's memory (live buffers,
    chunks per core, captured graph with temporaries and circular buffers, lifetimes), the op model's times, reasons
    where the module still holds the plan's record, and broken rules in the vendor's wording. The directory is new,
    empty, or an earlier report, which is replaced whole. Changes nothing in the module.
  }];
  let options = [
    Option<"directory", "directory", "std::string", "\"\"", "Where the report goes">,
  ];
}

#endif // ALCOVE_REPORT_PASSES_TD
