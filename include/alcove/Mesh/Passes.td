//===- Passes.td - Passes that split a model over a mesh ---*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_MESH_PASSES_TD
#define ALCOVE_MESH_PASSES_TD

include "mlir/Pass/PassBase.td"

def TTIRSplitOverMesh : Pass<"ttir-split-over-mesh", "::mlir::ModuleOp"> {
  let summary = "Splits a function of one chip over a mesh of chips";
  let description = [{
    The public function becomes a mesh problem (Plan/Mesh); the policy chooses a strategy per op and a sharding per tensor; the
    verifier accepts the plan; then the IR is changed once. A product by columns on a mesh 1x2:

        %0 = "ttir.matmul"(%x, %w) : (tensor<32x64xbf16>, tensor<64x128xbf16>) -> tensor<32x128xbf16>
        return %0

    becomes

        %1 = "ttir.mesh_shard"(%x) <{shard_type = replicate, ..}> : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
        %2 = "ttir.mesh_shard"(%w) <{shard_dims = [-1, 1], ..}>   : (tensor<64x128xbf16>) -> tensor<64x64xbf16>
        %3 = "ttir.matmul"(%1, %2)                                 : .. -> tensor<32x64xbf16>
        %4 = "ttir.mesh_shard"(%3) <{shard_direction = shard_to_full, ..}> : .. -> tensor<32x128xbf16>

    Assumes a module with one function that has a body, of one block and static shapes, on a mesh of one chip. Fails when the
    device has no such mesh, when no plan fits the DRAM of a chip, and when the verifier refuses the plan (a bug of the policy).
  }];
  let options = [
    Option<"mesh", "mesh", "std::string", "\"\"", "Rows x columns of chips, such as 2x4, or auto: every mesh of the device">,
    Option<"devices", "devices", "std::string", "\"\"", "Numbers of chips that auto tries, such as 1,2,4,8">,
    Option<"device", "device", "std::string", "\"wormhole_b0\"", "Device preset or descriptor file">,
    Option<"links", "links", "int64_t", "0", "Links between neighbours instead of those that the device says">,
    Option<"policy", "policy", "std::string", "\"exact\"",
           "exact, replicated, data-parallel, megatron, auto-sharding or random:SEED">,
    Option<"work", "work", "uint64_t", "3000000000", "Work limit of the planner">,
    Option<"rounds", "rounds", "int64_t", "0",
           "Plan every chip's program, and choose again by what it takes, at most so many times">,
    Option<"compare", "compare", "bool", "false", "Print what the other policies take">,
    Option<"explainMesh", "explain-mesh", "bool", "false", "Print how every op is split, and what is converted">,
    Option<"exportProblem", "export-mesh-problem", "std::string", "\"\"",
           "Write the problem to this JSON file (alcove-solve mesh)">
  ];
  let dependentDialects = ["::alcove::ttcore::TTCoreDialect"];
}

def TTIRResizeDims : Pass<"ttir-resize-dims", "::mlir::ModuleOp"> {
  let summary = "Rewrites a function for another batch or context";
  let description = [{
    New extents of dimensions of arguments go through the function: to the dimensions that ops tie to them, to the shapes
    that attributes state, to constants of one value and to counts (0, 1, 2 ..). With `dims=past_k0:2=256`

        func.func @decode(%cache: tensor<4x8x64x64xbf16> {ttir.name = "past_k0"}, %mask: tensor<4x1x1x64xbf16>, ..)

    becomes

        func.func @decode(%cache: tensor<4x8x256x64xbf16> {ttir.name = "past_k0"}, %mask: tensor<4x1x1x256xbf16>, ..)

    Assumes a module with one function that has a body, of one block and static shapes. Values that depend on an extent by a
    number (such as a mean by 1/64) stay as they are: the result is there to be planned. Fails, and names the op, where a
    result does not follow from its operands, and where one dimension would have two extents.
  }];
  let options = [
    Option<"dims", "dims", "std::string", "\"\"",
           "NAME:DIM=EXTENT or NAME:DIM=OLD->NEW of arguments, batch=EXTENT and context=EXTENT of all caches">,
    Option<"wherePresent", "where-present", "bool", "false", "Leave out what the function does not have">,
    Option<"printChanges", "print-changes", "bool", "false", "Print the dimensions of arguments that changed">,
    Option<"onlyPrint", "only-print", "bool", "false", "Print those that would change, and change nothing">
  ];
  let dependentDialects = ["::alcove::ttcore::TTCoreDialect"];
}

#endif // ALCOVE_MESH_PASSES_TD
