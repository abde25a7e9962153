//===- MemoryWalk.h - The judge walks the final schedule --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the final IR, the device and the op model alone, op by op: where every tensor lies in L1 and DRAM, how far the
// op's circular buffers reach, how long it takes. The walk turns each op into an instruction of Execution/Execution.h,
// which holds the picture; no planner code is included, and what the planner believed is not looked at.
//
//      %0 = relu(%a)          op model: legal? circular buffers, temporaries, layouts produced, time
//      deallocate(%a)    -->  Instruction {reads %a, results %0, events, runtime}  -->  addresses, violations, timeline
//
// Rules (docs/spec/JudgeMemory.md): MEM-2, MEM-6 and MEM-7 are found here, the others by the execution.
//   MEM-1  at every op, live bytes per core plus the op's own peak fit the usable L1
//   MEM-2  every op accepts its operands' layouts, and produces the layouts its result types declare
//   MEM-3  nothing is read after its deallocation
//   MEM-4  nothing is deallocated twice
//   MEM-5  what the function returns is alive
//   MEM-6  an op that the model does not know touches no L1
//   MEM-7  shards lie on cores of the device, one core each
//   MEM-8  every tensor in L1, temporaries too, finds a free range
//   MEM-9  circular buffers, from the bottom, end below the lowest live tensor
//   MEM-10 the bytes of a tensor that is read still belong to it
//   MEM-11 a given address takes no byte from a live tensor
//   MEM-12 given addresses are aligned, inside the bank, one per result
//   MEM-13 every tensor in DRAM finds a free range
//   MEM-14 what a function allocates it frees or returns
//   MEM-15 after a write in place, no older tensor on the same bytes is read
//   MEM-16 a memref is the shard that shape and grid give
//   MEM-17 tensor, layout and conversions agree on the elements
//   MEM-18 what is computed on the device lies there
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_MEMORY_MEMORYWALK_H
#define ALCOVE_JUDGE_MEMORY_MEMORYWALK_H

#include "alcove/Judge/Memory/Execution/Execution.h"
#include "alcove/OpModel/TimeSums.h"
#include "alcove/Ops/Queries/Queries.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace alcove::judge {

/// Attribute of an op (`array<i64>`, one per result, -1 = as the runtime allocates) or of an argument (integer):
/// address in bytes from the first usable one of an L1 core, or of a DRAM channel.
constexpr llvm::StringLiteral addressAttrName = "alcove.address";

/// A broken rule, with what is needed to print it.
struct WalkViolation {
  mlir::Operation *op = nullptr;
  const char *rule = "";
  std::string message;
  /// Live L1 tensors at that step, largest first: value and addresses on every core.
  llvm::SmallVector<std::pair<mlir::Value, judge::Range>> live;
};

enum class Placement : uint8_t { L1Sharded, L1Interleaved, Dram, Host };

/// One op of the walk.
struct Step {
  mlir::Operation *op = nullptr;
  bool activation = false; ///< its result depends on the function's inputs and lies on the device
  Placement placement = Placement::Dram;
  bool timed = false;
  opmodel::Runtime runtime;
};

struct FunctionWalk {
  bool isForward = true; ///< runs at each call; const-eval functions run once
  std::vector<Step> steps;
  std::vector<WalkViolation> violations; ///< in program order
  judge::Report memory;
  std::vector<mlir::Value> values; ///< beside memory.tensors
};

/// Walks one function. `capacity` is the usable L1 per core; at most `maxViolations` of the memory rules are kept.
/// One question to the op model per op; else O(n log n), plus free ranges passed over.
FunctionWalk walkFunction(mlir::func::FuncOp function, const opmodel::OpModel &model, const queries::Machine &machine,
                          Bytes capacity, size_t maxViolations = 20);

/// Sums over the forward functions of a module.
struct Totals {
  int64_t ops = 0, activations = 0, l1Sharded = 0, l1Interleaved = 0, dram = 0;
  int64_t timedOps = 0, untimedOps = 0, reshards = 0, spills = 0;
  Bytes peakL1Bytes = 0;                        ///< most of live bytes plus an op's own peak: sums, as plans see it
  Bytes peakHeldBytes = 0, peakExtentBytes = 0; ///< by addresses: judge::Report::peakL1Bytes, peakExtent
  Bytes capacityL1Bytes = 0, dramBytes = 0;
  Nanoseconds totalNs = 0, computeNs = 0, dramNs = 0, nocNs = 0, launchNs = 0;
  opmodel::TimeSums times; ///< the same sum by what errs together
  /// Time and count by op name, most time first.
  struct Kind {
    std::string name;
    int64_t count = 0;
    Nanoseconds totalNs = 0;
  };
  std::vector<Kind> kinds;
  /// Empty share of the extent at its peak.
  double fragmentation() const { return judge::fragmentation(peakHeldBytes, peakExtentBytes); }
};
Totals totalsOf(mlir::Operation *module, const opmodel::OpModel &model, const queries::Machine &machine);
/// The same; of a module with nothing in L1 yet, `hopeless` has what breaks MEM-13 in any plan.
Totals totalsOf(mlir::Operation *module, const opmodel::OpModel &model, const queries::Machine &machine,
                std::vector<WalkViolation> &hopeless);

/// The walk of a module's device functions. An analysis: passes that change nothing share one, by
/// `getAnalysis<judge::ModuleWalk>()`.
struct ModuleWalk {
  explicit ModuleWalk(mlir::Operation *module, Bytes capacity = 0);
  /// The machine of the module; empty without a system descriptor, and then there are no functions either.
  std::optional<queries::Machine> machine;
  std::vector<FunctionWalk> functions;
  Totals totals;
};

} // namespace alcove::judge

#endif // ALCOVE_JUDGE_MEMORY_MEMORYWALK_H
