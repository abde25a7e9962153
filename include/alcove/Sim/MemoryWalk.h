//===- MemoryWalk.h - The judge walks the final schedule --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the final IR, the device and the op model alone, op by op: who is live in L1, what the op itself needs, how
// long it takes. No planner code is included; what the planner believed is not looked at.
//
//      step      3          4          5
//      %a    ====|==========x                    live until its deallocation
//      %b        |    ======|==========|==
//      op        | CBs+tmp  |                    totalPeakBytes of the op, its results included
//      need      = live(%a) + live(results so far) + totalPeak <= usable L1 of one core
//
// Rules (docs/spec/Judge.md):
//   M1  at every op, live bytes per core plus the op's own peak fit the usable L1
//   M2  every op accepts its operands' layouts, and produces the layouts its result types declare
//   M3  nothing is read after its deallocation
//   M4  nothing is deallocated twice
//   M5  what the function returns is alive
//   M6  an op that the model does not know touches no L1
//   M7  shards lie on cores of the device, one core each
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SIM_MEMORYWALK_H
#define ALCOVE_SIM_MEMORYWALK_H

#include "alcove/Queries/Queries.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace alcove::sim {

/// A broken rule, with what is needed to print it.
struct Violation {
  mlir::Operation *op = nullptr;
  const char *rule = "";
  std::string message;
  /// Live L1 tensors at that step, largest first: value and bytes per core.
  llvm::SmallVector<std::pair<mlir::Value, Bytes>> live;
};

enum class Placement : uint8_t { L1Sharded, L1Interleaved, Dram, Host };

/// One op of the walk.
struct Step {
  mlir::Operation *op = nullptr;
  bool activation = false; ///< its result depends on the function's inputs and lies on the device
  Placement placement = Placement::Dram;
  Bytes liveBytes = 0; ///< per core, before the op
  Bytes needBytes = 0; ///< liveBytes + the op's peak
  bool timed = false;
  opmodel::Runtime runtime;
};

struct FunctionWalk {
  std::vector<Step> steps;
  std::vector<Violation> violations;
  Bytes peakBytes = 0;
};

/// Walks one function. `capacity` is the usable L1 per core; at most `maxViolations` are kept. O(ops * live tensors).
FunctionWalk walkFunction(mlir::func::FuncOp function, const opmodel::OpModel &model, const queries::Machine &machine,
                          Bytes capacity, size_t maxViolations = 20);

/// True for functions that the device runs at each call; const-eval functions run once.
bool isForwardFunction(mlir::func::FuncOp function);

/// Sums over the forward functions of a module.
struct Totals {
  int64_t ops = 0, activations = 0, l1Sharded = 0, l1Interleaved = 0, dram = 0;
  int64_t timedOps = 0, untimedOps = 0, reshards = 0, spills = 0;
  Bytes peakL1Bytes = 0, capacityL1Bytes = 0, dramBytes = 0;
  Nanoseconds totalNs = 0, computeNs = 0, dramNs = 0, nocNs = 0, launchNs = 0;
  /// Time and count by op name, most time first.
  struct Kind {
    std::string name;
    int64_t count = 0;
    Nanoseconds totalNs = 0;
  };
  std::vector<Kind> kinds;
};
Totals totalsOf(mlir::Operation *module, const opmodel::OpModel &model, const queries::Machine &machine);

} // namespace alcove::sim

#endif // ALCOVE_SIM_MEMORYWALK_H
