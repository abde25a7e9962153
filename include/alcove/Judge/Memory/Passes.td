//===- Passes.td - The judge as a pass ---------------------*- tablegen -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_MEMORY_PASSES_TD
#define ALCOVE_JUDGE_MEMORY_PASSES_TD

include "mlir/Pass/PassBase.td"

def TTNNVerifyMemory : Pass<"ttnn-verify-memory", "::mlir::ModuleOp"> {
  let summary = "Re-checks the final program against the device: memory, legality, lifetimes";
  let description = [{
    Executes the memory of every forward and const-eval function op by op, with the op model and nothing else: tensors
    lie where the runtime's allocator puts them (top-down first fit in L1, bottom-up in DRAM) or at the addresses of the
    attribute `alcove.address`, circular buffers grow from the bottom of L1, every op accepts its operands' layouts and
    produces what its result types say, every read finds the bytes of the tensor it reads. Fails when a rule of
    docs/spec/JudgeMemory.md is broken; changes nothing.

        %0 = "ttnn.relu"(%a) {alcove.address = array<i64: 4096>} : (..) -> tensor<.., #l1>   // %0 at [4096, ..)

    Assumes a system descriptor (--ttcore-register-device). Fails also when a file cannot be written.
  }];
  let options = [
    Option<"capacity", "l1-bytes-per-core", "int64_t", "0", "Usable L1 per core in bytes; 0 = what the device has">,
    Option<"checkLeaks", "check-leaks", "bool", "true",
           "What a function allocates it must free or return (MEM-14); off for programs without deallocations">,
    Option<"timeline", "timeline", "std::string", "\"\"", "Write steps, addresses and times to this JSON file">,
    Option<"chromeTrace", "chrome-trace", "std::string", "\"\"", "Write the same for chrome://tracing">,
  ];
}

#endif // ALCOVE_JUDGE_MEMORY_PASSES_TD
