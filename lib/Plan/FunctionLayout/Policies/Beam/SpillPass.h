//===- SpillPass.h - Second pass: what does not fit leaves L1 ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ops are walked in program order with the set of live buffers and their addresses. Where something does not fit,
// the buffer that is needed longest goes to DRAM behind its producer, and the walk starts again from there:
//
//   capacity 100      op 0   op 1   op 2   op 3            %0 60 B   last used by op 3
//   %0                ======================>              %1 30 B   last used by op 2
//   %1                       =======>                      op 2 makes 50 B: 60 + 30 + 50 > 100
//                                                          %0 goes: op 3 reads DRAM, back to op 0
//
// What was walked already reads an L1 copy of a victim from then on; what comes later reads DRAM when it accepts that.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_SPILLPASS_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_SPILLPASS_H

#include "BeamDecisions.h"
#include "L1Tracker.h"

namespace alcove::plan::beam {

class SpillPass {
public:
  SpillPass(BeamDecisions &decisions, const FunctionPolicyOptions &options, const Exclusions &exclusions);
  /// O(ops * live buffers) plus the replayed ops, at most 64 per op and 4096; beyond that a victim goes without replay,
  /// and what was walked is not checked again (the verifier does).
  void run();

private:
  // The walk (SpillPass.cpp). The position behind the last op is the return.
  int32_t step(int32_t op);
  bool convertOperand(int32_t op, size_t operand);
  bool runOp(int32_t op);
  bool spillResults(int32_t op);
  bool returnResults();
  bool admit(int32_t op, Bytes peak, Bytes circular, std::span<const LiveBuffer> made);
  void forceIn(const LiveBuffer &buffer);
  void dropBehindConversion(int32_t op, size_t operand);
  int32_t makeRoom(int32_t op);
  int32_t evictForUnmodelled(int32_t op);
  int32_t rewind(int32_t to, int32_t op);
  void dropDead(int32_t op);

  // Lifetimes.
  /// Evictions shorten lives after the buffer was placed.
  int32_t endOf(const LiveBuffer &buffer) const { return buffer.id < numTensors ? lastUse[buffer.id] : buffer.lastUse; }
  int32_t edgeId(int32_t op, size_t operand) const;
  Use edgeOf(int32_t id) const;
  int32_t bufferRead(int32_t op, size_t operand) const;
  int32_t conversionOf(int32_t op, size_t operand) const;
  int32_t lastReaderOf(int32_t op, size_t operand) const;
  int32_t aliasUse(int32_t op, size_t operand) const;
  int32_t computeLastUse(int32_t tensor) const;
  void refreshLastUse(int32_t tensor);

  // Evictions (Eviction.cpp).
  bool canSpill(int32_t tensor) const;
  bool isEvictable(const LiveBuffer &buffer, int32_t op) const;
  bool acceptsSpilled(int32_t op, int32_t id) const;
  int32_t chooseVictim(int32_t op) const;
  void evict(int32_t id, int32_t op);
  void adaptReaders(int32_t tensor, int32_t op);
  bool adaptReader(int32_t reader, int32_t tensor, int32_t op);
  bool readSettled(int32_t reader, int32_t tensor);
  bool switchView(int32_t reader, int32_t tensor);
  int32_t resultInDram(int32_t op) const;
  bool isReached(int32_t op, int32_t candidate) const;
  bool demote(int32_t op);
  bool isAllowed(int32_t op, int32_t candidate) const;
  void setCandidate(int32_t op, int32_t candidate);
  void tell(std::string_view action, int32_t op, const std::string &detail) const;

  BeamDecisions &decisions;
  const FunctionLayout &problem;
  const FunctionUses &uses;
  const FunctionPolicyOptions &options;
  int32_t numOps, numTensors;
  L1Tracker tracker;
  std::vector<L1Tracker> moments;  ///< per op, before it
  std::vector<int32_t> lastUse;    ///< per tensor: op; that of its views included
  std::vector<int32_t> root;       ///< per tensor: the buffer that holds it
  std::vector<int32_t> edgeOffset; ///< per op: ids of its converted operands
  std::vector<bool> forced;        ///< per op: nothing helped, its rules are left to the verifier
  std::vector<uint8_t> demotions;  ///< per op: how far it went
  int64_t rewinds = 0, replayed = 0;
};

} // namespace alcove::plan::beam

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_SPILLPASS_H
