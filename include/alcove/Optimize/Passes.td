//===- Passes.td - Passes that plan and unplan -------------*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPTIMIZE_PASSES_TD
#define ALCOVE_OPTIMIZE_PASSES_TD

include "mlir/Pass/PassBase.td"

def TTNNOptimizer : Pass<"ttnn-optimizer", "::mlir::ModuleOp"> {
  let summary = "Chooses layouts, op configurations and the schedule";
  let description = [{
    Every forward function becomes a problem of plain values (Plan/FunctionLayout); the chosen policy plans it; the
    verifier executes the plan's memory and accepts it; then the IR is changed once: result types, op configurations,
    `to_memory_config` where the plan converts, order of ops.

    Before, everything lies interleaved in DRAM:

        %1 = "ttnn.relu"(%0) : (tensor<.., #dram>) -> tensor<.., #dram>

    After, on a chain:

        %in = "ttnn.to_memory_config"(%0)   : (tensor<.., #dram>) -> tensor<.., #l1_height_sharded>
        %1  = "ttnn.relu"(%in)              : (tensor<.., #l1_height_sharded>) -> tensor<.., #l1_height_sharded>
        %2  = "ttnn.to_memory_config"(%1)   : (tensor<.., #l1_height_sharded>) -> tensor<.., #dram>

    Assumes a system descriptor and a #ttnn.ttnn_layout on every tensor. Fails when an override names no op or is
    malformed, and when the verifier refuses a plan for another reason than memory (a bug of the policy); a plan that
    does not fit by addresses is made again without what was in the way. Remarks of category `alcove.layout` say for each op that stayed in DRAM why.
  }];
  let options = [
    Option<"memoryLayoutAnalysisEnabled", "memory-layout-analysis-enabled", "bool", "false",
           "Keep tensors in L1 where a policy finds it possible">,
    Option<"memoryLayoutAnalysisPolicy", "memory-layout-analysis-policy", "std::string", "\"Global\"",
           "Global, AllDram, DFSharding, DFSharding2, GreedyL1Interleaved, BFInterleaved, GreedyBeam or TimeBeam">,
    Option<"policies", "policies", "std::string", "\"\"",
           "Policies to compare with, comma-separated, or `all`; the summary shows the table">,
    Option<"memReconfigEnabled", "memreconfig-enabled", "bool", "true", "Allow reshards inside chains">,
    Option<"tailReservationEnabled", "tail-reservation-enabled", "bool", "true",
           "Keep chain tails in L1 for their users where there is room">,
    Option<"dropLosingChains", "drop-losing-chains", "bool", "true",
           "Give up chains whose modelled time in L1 exceeds that in DRAM">,
    Option<"l1InterleavedFallback", "l1-interleaved-fallback-analysis-enabled", "bool", "false",
           "Upgrade DRAM results that the next op alone uses to L1 interleaved">,
    Option<"recordReasons", "record-reasons", "bool", "false",
           "Leave in `alcove.plan` why each op that is not in L1 is not, for the summary">,
    Option<"explain", "explain", "std::string", "\"\"",
           "Name of an op: print what the plan does with it, why, and its other choices with their prices">,
    Option<"explainToStdout", "explain-to-stdout", "bool", "false",
           "Print the explanation to standard output instead of standard error: the module goes to a file">,
    Option<"planIn", "plan-in", "std::string", "\"\"",
           "Apply the plan of this file (plan-out), once verified; functions whose ops have no `reads` fix results only">,
    Option<"planOut", "plan-out", "std::string", "\"\"",
           "Write the plan that is applied to this file, by names, to be read, edited and given back">,
    Option<"exportPlanProblem", "export-plan-problem", "std::string", "\"\"",
           "Write each function's layout problem, with all that the policies asked of the backend, to this JSON file for "
           "alcove-solve function; with several functions the name goes before the extension">,
    Option<"exportPlan", "export-plan", "std::string", "\"\"",
           "Write each function's plan to this JSON file for alcove-solve check function; named as above">,
    Option<"planCertificate", "plan-certificate", "std::string", "\"\"",
           "Global: write what proves each function's bound to this JSON file for alcove-solve check function; named as "
           "above">,
    Option<"layoutsPerSharding", "layouts-per-sharding", "int64_t", "3",
           "Global: layouts searched of each kind of sharding, per tensor shape">,
    Option<"plannerWork", "planner-work", "int64_t", "300000000",
           "Global: work limit, about one touched table entry each">,
    Option<"storeConstants", "store-constants", "bool", "true",
           "Constants may be stored in any layout in DRAM by const-eval functions; off where those are unwanted">,
    Option<"maxLegalLayouts", "max-legal-layouts", "int64_t", "64", "Sharded layouts looked at per op">,
    Option<"rowMajorEnabled", "row-major-enabled", "bool", "false", "Look at row-major layouts too">,
    Option<"tensorL1UsageCap", "tensor-l1-usage-cap", "double", "0.95", "Part of the usable L1 that plans may fill">,
    Option<"overrideOutputLayout", "override-output-layout", "std::string", "\"\"",
           "op=parameters,...: grid, buffer type, memory layout, page layout, data type">,
    Option<"overrideConv2dConfig", "override-conv2d-config", "std::string", "\"\"",
           "op=field#value:...,...: fields of conv2d_config">,
    Option<"insertMemReconfig", "insert-memreconfig", "std::string", "\"\"",
           "op=operand:operand,...: operands to reshard in any case">,
  ];
}

def TTNNTakeBackPlan : Pass<"ttnn-take-back-plan", "::mlir::ModuleOp"> {
  let summary = "Makes a planned TTNN module one that can be planned";
  let description = [{
    What a plan added goes: deallocations, moves between memories, layouts in L1 and shards, configurations that say
    where and in which blocks. Every tensor on the device lies interleaved in DRAM again, with the same pages and data
    type; steps of one change of layout are one `to_tensor_spec`. What functions promise their callers stays.

        %1 = "ttnn.to_memory_config"(%0) : (tensor<.., #dram>) -> tensor<.., #l1_height_sharded>
        %2 = "ttnn.relu"(%1)             : (tensor<.., #l1_height_sharded>) -> tensor<.., #l1_height_sharded>
        %3 = "ttnn.to_memory_config"(%2) : (tensor<.., #l1_height_sharded>) -> tensor<.., #dram>
        "ttnn.deallocate"(%2)            : (tensor<.., #l1_height_sharded>) -> ()

    becomes

        %2 = "ttnn.relu"(%0)             : (tensor<.., #dram>) -> tensor<.., #dram>

    With `keep-layouts` only the deallocations go, and ops with a result in L1 or in shards are marked: the optimizer
    leaves layout and configuration of these as they are.

    Assumes a system descriptor and a #ttnn.ttnn_layout on every tensor. Fails on functions of several blocks.
  }];
  let options = [
    Option<"keepLayouts", "keep-layouts", "bool", "false", "Placements in L1 and in shards are given, not free">,
    Option<"keepComputeConfigs", "keep-compute-configs", "std::string", "\"auto\"",
           "compute_config (fidelity, accumulation): true keeps all, false none, auto all but what level 0 writes on "
           "every op (hifi4, fp32_dest_acc_en)">,
  ];
}

#endif // ALCOVE_OPTIMIZE_PASSES_TD
