//===- Replay.h - Functions one after the other on one device ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a sequence of functions as the runtime does: what lives longer than a function (an item) is allocated when its
// life begins and freed when it ends, every call finds the items where they lie and allocates the rest for itself. With
// leftovers, buffers of earlier programs that nobody frees, it begins on a device that is not empty:
//
//     DRAM of a channel, before prefill            while decode runs
//     |left|      |left|                           |left|w3|   |left|cache|decode's|
//
// A call returns what it made to its caller, who has read it before the next call; only items stay. So a step that calls
// a function many times is executed once, and one that finds the device as an earlier step did is not executed again.
//
// Rules (docs/spec/JudgeMemory.md): those of Execution.h in every call, and
//   MEM-22  an item finds a free range when its life begins
//   MEM-23  on a device without leftovers an item gets the address that its plan gives
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_MEMORY_EXECUTION_REPLAY_H
#define ALCOVE_JUDGE_MEMORY_EXECUTION_REPLAY_H

#include "alcove/Judge/Memory/Execution/Execution.h"

namespace alcove::judge {

struct SessionItem {
  std::string name;
  Space space = Space::Dram;
  Bytes bytes = 0;                ///< per bank
  std::optional<Bytes> address{}; ///< as the plan says
  int32_t firstStep = 0, lastStep = 0;
};

struct SessionFunction {
  Program program;
  /// Beside program.entry: the item that a tensor is; -1 = the caller brings it for this call.
  std::vector<int32_t> items;
};

struct SessionStep {
  int32_t function = 0;
  int64_t times = 1;
};

struct Session {
  std::string name;
  Chip chip; ///< without what is reserved
  std::vector<SessionItem> items;
  std::vector<SessionFunction> functions;
  std::vector<SessionStep> order;
};

/// A buffer of an earlier program.
struct Leftover {
  Space space = Space::Dram;
  Range range;
};

/// One call, as the device looked then.
struct SessionCall {
  int32_t step = 0;
  Bytes heldDram = 0, heldL1 = 0; ///< by items and leftovers
  Bytes peakDram = 0, peakL1 = 0; ///< highest DRAM byte ever held in it; extent of L1, circular buffers included
  bool repeated = false;          ///< an earlier step found the same
};

struct SessionViolation {
  int32_t step = 0;
  const char *rule = "";
  std::string message; ///< begins with the function's or the item's name
};

struct SessionReport {
  std::vector<SessionCall> calls;
  std::vector<std::optional<Range>> items; ///< where each lay; nothing: it had no bytes or found no place
  std::vector<SessionViolation> violations;
  bool survives() const { return violations.empty(); }
};

/// `session` names functions and items that exist, lives lie inside the order. At most `maxViolations` are kept.
SessionReport replay(const Session &session, const std::vector<Leftover> &leftovers = {}, size_t maxViolations = 20);

/// Buffers that programs left: up to half of each bank was allocated in order, and half of that freed again. The same for
/// the same seed. L1 is left empty but by every fourth seed: programs end with it, and what stays there is declared.
std::vector<Leftover> randomLeftovers(const Chip &chip, uint64_t seed);

} // namespace alcove::judge

#endif // ALCOVE_JUDGE_MEMORY_EXECUTION_REPLAY_H
