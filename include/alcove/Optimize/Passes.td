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
  // Options: OptimizerOptions.def, from which the pipelines have theirs too.
  let constructor = "alcove::transforms::createTTNNOptimizer({})";
}

def TTNNStoredConstants : Pass<"ttnn-stored-constants", "::mlir::ModuleOp"> {
  let summary = "Takes constants in the layouts in which another function keeps them";
  let description = [{
    A line of the file is a layout and what the constant is made of, the names of the const-eval function's arguments:
    `2048x3072|tile|bf16|dram|width_sharded|1x12 k0_weight+q0_weight+v0_weight`. The const-eval function then stores it
    so, and each call converts it: an op like others, which the optimizer places.

        %w = ttcore.load_cached(@f_const_eval_0, [%arg1]) : tensor<2048x3072xbf16, #dram>
        "ttnn.matmul"(%x, %w)

    becomes

        %w = ttcore.load_cached(@f_const_eval_0, [%arg1]) : tensor<2048x3072xbf16, #dram_width_sharded>
        %1 = "ttnn.to_memory_config"(%w)                  : tensor<2048x3072xbf16, #dram>
        "ttnn.matmul"(%x, %1)

    Assumes a system descriptor and a #ttnn.ttnn_layout on every tensor. Fails on a line that names no constant or is
    malformed.
  }];
  let options = [
    Option<"file", "file", "std::string", "\"\"", "Lines of LAYOUT ARGUMENT+ARGUMENT..">,
  ];
}

def TTNNProposeForms : Pass<"ttnn-propose-forms", "::mlir::ModuleOp"> {
  let summary = "Marks other op sequences for parts of a function";
  let description = [{
    What `ttnn-optimizer` does by itself where alternatives are wanted, to be looked at: behind an op that rules know
    another form for, that form, marked. Nobody reads its result.

        %0 = "ttnn.matmul"(%a, %w) <{activation = "silu"}>

    becomes

        %0 = "ttnn.matmul"(%a, %w) <{activation = "silu"}>  {alcove.form = {form = "as-it-stands", number = 0, ...}}
        %1 = "ttnn.matmul"(%a, %w)                          {alcove.form = {form = "activation-apart", number = 1, ...}}
        %2 = "ttnn.silu"(%1)                                {alcove.form = {form = "activation-apart", number = 1, ...}}

    The rules: epilogues of products in and out, small powers as products, permutes in two moves, reshapes and permutes
    of tiles on rows, rows of constants repeated before the run.

    Assumes named ops. Ops that are marked stay as they are.
  }];
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
