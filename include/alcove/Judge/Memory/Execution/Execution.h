//===- Execution.h - A program's memory, executed address by address -*- C++ -*-//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the memory side of a program on plain values: which bytes of L1 and DRAM each tensor takes, where the circular
// buffers of each op reach, which op reads which tensor. One bank stands for all (BankAllocator.h). L1 of one core,
// capacity 1000, while %2 = add(%0, %1) runs (the test MemoryExecutionTest.PictureOfTheHeader holds the same numbers):
//
//      0         200       400       600       800      1000
//      |---------|---------|---------|---------|---------|
//      |=CBs====>|         |   %2    |   %1    |   %0    |     tensors from the top, circular buffers from the bottom
//
//      peak extent 200 + 600 = 800, peak live 200 + 600 = 800: no fragmentation
//
// After %1 is freed there is a hole between %2 and %0: 400 are live, the extent stays 600.
//
// Rules (docs/spec/JudgeMemory.md), found here: MEM-1, MEM-3, MEM-4, MEM-5, MEM-8..M15. MEM-2, MEM-6 and MEM-7 need the
// IR and the op model.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_MEMORY_EXECUTION_EXECUTION_H
#define ALCOVE_JUDGE_MEMORY_EXECUTION_EXECUTION_H

#include "alcove/Judge/Memory/Execution/BankAllocator.h"
#include "alcove/OpModel/OpModel.h"

#include <memory>
#include <string>
#include <vector>

namespace alcove::judge {

/// What of a chip the execution needs. Sizes per bank.
struct Chip {
  Bytes l1Bytes = 0; ///< usable L1 of one core
  Bytes l1Alignment = 32;
  Bytes dramBytes = 0; ///< usable DRAM of one channel; 0 = not checked
  Bytes dramAlignment = 32;
  int64_t gridRows = 8, gridCols = 8; ///< worker cores, for messages
};

enum class Space : uint8_t { L1, Dram, Host };

using TensorId = int32_t;
constexpr TensorId noTensor = -1;

struct Tensor {
  std::string name; ///< as the program prints it: `%12`
  Space space = Space::L1;
  Bytes bytes = 0; ///< per bank
  /// Given address, from the first usable byte of a bank; nothing = where the runtime's allocator puts it.
  std::optional<Bytes> address = {};
  /// The tensor is a view of this one, or an op's in-place result: it has no bytes of its own.
  TensorId aliasOf = noTensor;
  /// The caller keeps the buffer beyond the function: parameters, results of const-eval functions. A deallocation ends
  /// its name, not its bytes.
  bool resident = false;
  /// Cores of a sharded tensor; empty = all. For messages: addresses are the same on every core.
  std::vector<device::CoreRange> cores = {};
};

struct Instruction {
  enum class Kind : uint8_t { Execute, Deallocate, Return };
  Kind kind = Kind::Execute;
  std::string op;
  std::string name = {};         ///< of the op in its program; may be empty
  std::vector<TensorId> reads;   ///< operands, those written in place too; Deallocate: the one freed
  std::vector<TensorId> writes;  ///< operands written in place
  std::vector<TensorId> results; ///< those with aliasOf set share an operand's bytes
  bool force = false;            ///< Deallocate: views or not
  /// The L1 of an op while it runs; without events its peaks stand for them.
  std::vector<opmodel::L1Event> events;
  Bytes totalPeakBytes = 0; ///< the op's own peak, results included, for MEM-1
  /// Operand that the op frees itself, views or not, when it has read it.
  TensorId consumes = noTensor;
  std::optional<opmodel::Runtime> runtime;
};

/// A whole function as plain data.
struct Program {
  std::string name;
  std::vector<Tensor> tensors;
  std::vector<TensorId> entry; ///< alive when the function begins, in the order in which they were placed
  std::vector<Instruction> instructions;
};

/// A broken rule. `message` holds both values and the ranges; tensors by name.
struct Violation {
  int64_t step = -1; ///< instruction; -1 = at entry
  const char *rule = "";
  std::string message;
  TensorId tensor = noTensor, other = noTensor;
  /// Live L1 tensors then, largest first, with their ranges.
  std::vector<std::pair<TensorId, Range>> live;
};

/// One instruction of kind Execute on the timeline. Bytes are per bank.
struct StepRecord {
  int64_t step = 0;
  std::string op, name;
  Nanoseconds startNs = 0, durationNs = 0;
  std::optional<opmodel::Runtime> runtime;
  Bytes liveL1Bytes = 0;   ///< before the op
  Bytes peakL1Bytes = 0;   ///< most bytes held while it runs, circular buffers included
  Bytes peakExtent = 0;    ///< most bytes between circular buffers' end and bottom, and lowest tensor and top, together
  Bytes lowestAddress = 0; ///< of a tensor while it runs
  Bytes circularBufferBytes = 0;
  Bytes liveDramBytes = 0; ///< after the op
};

/// A rectangle of the picture: bytes held from one step to another.
struct Residence {
  TensorId tensor = noTensor; ///< noTensor: a temporary of the op at firstStep
  Space space = Space::L1;
  Range range;
  int64_t firstStep = 0; ///< -1 = before the first
  int64_t lastStep = 0;  ///< the step that frees it; the number of instructions when none does
};

/// One change of the banks. All of them, replayed in order, give every moment that was judged.
struct MemoryEvent {
  enum class Kind : uint8_t {
    Allocate,
    NoRoom,          ///< `bytes` found no place; `range` is the largest free one
    Free,            ///< of what was allocated at `range`
    CircularBuffers, ///< further buffers of the op's program: they end at `bytes` now
    EndProgram,
  };
  Kind kind = Kind::Allocate;
  int64_t step = 0; ///< instruction; -1 = at entry
  Space space = Space::L1;
  TensorId tensor = noTensor; ///< noTensor: a temporary of the op
  Range range = {};
  Bytes bytes = 0;
  Bytes freeBytes = 0; ///< NoRoom: of the bank, in all
};

/// Part of an extent of bytes that holds nothing, in [0, 1).
inline double fragmentation(Bytes held, Bytes extent) {
  return extent == 0 ? 0 : 1 - static_cast<double>(held) / static_cast<double>(extent);
}

struct Report {
  std::string name;
  Chip chip;
  std::vector<Tensor> tensors;
  std::vector<StepRecord> steps;
  std::vector<Residence> residences; ///< by first step
  std::vector<MemoryEvent> events;
  std::vector<Violation> violations;
  int64_t numInstructions = 0;
  Bytes peakSumBytes = 0;  ///< most of live bytes plus an op's own peak: what plans by sums see
  Bytes peakL1Bytes = 0;   ///< most bytes held at one moment
  Bytes peakExtent = 0;    ///< most bytes between the free middle and both ends
  Bytes peakDramBytes = 0; ///< highest byte of a DRAM channel ever held
  Nanoseconds totalNs = 0;
  int64_t timedSteps = 0;
  /// Empty share of the extent at its peak.
  double fragmentation() const { return judge::fragmentation(peakL1Bytes, peakExtent); }
};

struct Limits {
  size_t maxViolations = 20;
  /// MEM-14: what a function allocates it frees or returns.
  bool checkLeaks = true;
};

/// Executes instructions one by one, so that a caller can ask for live bytes in between.
class Execution {
public:
  Execution(std::string name, const Chip &chip, const Limits &limits = {});
  ~Execution();

  TensorId addTensor(Tensor tensor);
  // What becomes known of a tensor before the instruction that makes it runs, or before it enters.
  void setAlias(TensorId tensor, TensorId of);
  void setAddress(TensorId tensor, Bytes address);
  void setResident(TensorId tensor);
  void setName(TensorId tensor, std::string name);
  /// Tensors that live when the function begins. Before the first run().
  void enter(TensorId tensor);
  /// O(log n) per tensor in use, plus free ranges passed over.
  void run(Instruction instruction);
  /// Bytes of L1 per core from the lowest that is live now to the end: the backend counts what is free below it.
  Bytes liveL1Extent() const;
  /// Live L1 tensors with their ranges, largest first. O(n log n).
  std::vector<std::pair<TensorId, Range>> liveTensors() const;
  bool isFreed(TensorId tensor) const;
  /// The report; the execution is over.
  Report finish();

private:
  class Impl;
  std::unique_ptr<Impl> impl;
};

/// Executes a whole program. Ids out of range are errors of the caller and reported as `id` in the Result.
Result<Report> execute(const Program &program, const Chip &chip, const Limits &limits = {});

/// What is left of an op's own tensors when it ends: for each result (bytes, 0 = none of its own) the index of the
/// Allocate event that becomes it, -1 when no event does. Also, per Release event, the allocations that it frees.
struct EventPlan {
  std::vector<int> allocationOfResult;
  std::vector<std::vector<int>> freedBy; ///< by event; indices of Allocate events
};
EventPlan planEvents(const std::vector<opmodel::L1Event> &events, const std::vector<Bytes> &resultBytes);

} // namespace alcove::judge

#endif // ALCOVE_JUDGE_MEMORY_EXECUTION_EXECUTION_H
