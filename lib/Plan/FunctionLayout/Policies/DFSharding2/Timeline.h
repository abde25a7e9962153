//===- Timeline.h - L1 bytes of a chain plan, step by step ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every op has three steps, and each step a load: what the step needs itself, and every result that lies in L1 then.
//
//   x -> op 0 -> op 1 -> op 2     r0 (20 B) is copied to DRAM behind op 0; r1 (30 B) is converted before op 2
//
//                  op 0                    op 1                    op 2
//              before  run  behind     before  run  behind     before  run  behind
//   step          0     1      2          3     4      5          6     7      8
//   own                20                      30                30    30             the converted copy: 30 B
//   r0                        20
//   r1                                                30         30
//   load          0    20     20          0    30     30         60    30      0
//
// A result counts in its op's own need while the op runs, and by itself from the step behind it to the one that reads
// it last. A view adds nothing: it prolongs the life of what it shows. The figures are those of TimelineTest.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_DFSHARDING2_TIMELINE_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_DFSHARDING2_TIMELINE_H

#include "../DFSharding/ChainPlan.h"

#include <array>

namespace alcove::plan {

/// The timeline of reservations: loads under the decisions of a plan, kept up to date by recount().
class Timeline {
public:
  /// Counts all ops and tensors. `plan` outlives the timeline, and has its order. O(ops + length of all lives).
  explicit Timeline(const ChainPlan &plan);

  /// Must be called after the decisions about `ops` changed. Returns the tensors whose lives it counted again, for
  /// firstOverflow. O(degree of the ops + length of the lives).
  std::vector<int32_t> recount(const std::vector<int32_t> &ops);

  struct Overflow {
    int32_t op = -1; ///< at whose step; -1: before the return
    Bytes bytes = 0; ///< what would be needed there
  };
  /// The first step, among those of `ops` and of the lives of `tensors`, at which more than `capacity` is needed.
  std::optional<Overflow> firstOverflow(const std::vector<int32_t> &ops, const std::vector<int32_t> &tensors,
                                        Bytes capacity) const;
  /// Load while `op` runs.
  Bytes loadOf(int32_t op) const { return load[running(op)]; }
  /// All loads, by step; the last one is that of the return.
  const std::vector<Bytes> &loads() const { return load; }
  /// The candidate of `op` as last counted; -1 = refused.
  int32_t candidateOf(int32_t op) const { return candidates[op]; }

private:
  /// Bytes that lie there from step `first` to step `last`, both included.
  struct Life {
    int32_t first = 0, last = -1;
    Bytes bytes = 0;
  };

  int32_t before(int32_t op) const { return 3 * plan.position[op]; }
  int32_t running(int32_t op) const { return before(op) + 1; }
  int32_t behind(int32_t op) const { return before(op) + 2; }
  int32_t end() const { return 3 * static_cast<int32_t>(plan.order.size()); }

  Bytes needOf(const Candidate &candidate) const;
  void countOp(int32_t op);
  void setOwn(int32_t step, Bytes bytes);
  void countTensor(int32_t tensor);
  void setLife(Life &life, const Life &now);
  /// Tensors whose lives the decisions about `ops` can change: operands, results, and what these are views of.
  std::vector<int32_t> tensorsAround(const std::vector<int32_t> &ops) const;

  /// The operand tensor whose bytes the tensor's own copy shares, as its readers find it; -1 = none.
  int32_t sharedWith(int32_t tensor) const;
  int32_t lastRead(int32_t tensor) const;
  /// Last step at which the copy that readers of `tensor` find is needed, through views of it too.
  int32_t lastNeeded(int32_t tensor) const;
  bool isSpilled(int32_t tensor) const;
  Bytes bytesOf(int32_t tensor, int32_t layout) const { return problem.layoutOf(tensor, layout).l1Bytes; }

  const ChainPlan &plan;
  const FunctionLayout &problem;
  std::vector<Bytes> load, own;           ///< per step
  std::vector<int32_t> candidates;        ///< per op
  std::vector<std::array<Life, 2>> lives; ///< per tensor: as it was made, as it was copied behind its producer
};

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_DFSHARDING2_TIMELINE_H
