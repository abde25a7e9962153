//===- Passes.td - The judge as a pass ---------------------*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SIM_PASSES_TD
#define ALCOVE_SIM_PASSES_TD

include "mlir/Pass/PassBase.td"

def TTNNVerifyMemory : Pass<"ttnn-verify-memory", "::mlir::ModuleOp"> {
  let summary = "Re-checks the final program against the device: memory, legality, lifetimes";
  let description = [{
    Walks every forward function op by op with the op model and nothing else: at every op the live L1 tensors and the
    op's own needs fit one core; every op accepts its operands' layouts and produces what its result types say; nothing
    is read after its deallocation. Fails when a rule of docs/spec/Judge.md is broken; changes nothing.

    Assumes a system descriptor (--ttcore-register-device).
  }];
  let options = [
    Option<"capacity", "l1-bytes-per-core", "int64_t", "0", "Usable L1 per core in bytes; 0 = what the device has">,
  ];
}

#endif // ALCOVE_SIM_PASSES_TD
