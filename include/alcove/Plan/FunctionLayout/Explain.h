//===- Explain.h - Why a tensor is not in L1, and what it would take -*- C++ -*===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each op whose result is not in L1, one reason from the list below, found by trying: the op with each of its
// candidates in L1, its operands converted where that needs it, its readers on the new layout or on a copy back in
// DRAM, all else as the plan has it. A *local change* is that, and its price is what the whole plan's time changes by.
//
//   relu: dram -> dram 9 ns   add: dram dram -> dram 12 ns          plan 21 ns
//   relu: dram -> l1 6 ns     add: l1 dram -> dram 8 ns             local change -7 ns: kept out for want of room
//
// A local change is tried on the plan as it is; that none pays does not prove that no plan is better: for that there is
// the bound.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_FUNCTIONLAYOUT_EXPLAIN_H
#define ALCOVE_PLAN_FUNCTIONLAYOUT_EXPLAIN_H

#include "alcove/Plan/FunctionLayout/Solution.h"

namespace alcove::plan {

/// docs/guide/reasons.md has a line for each.
enum class WhyNotL1 : uint8_t {
  NoTensor,    ///< `no-tensor`: no result on the device
  Host,        ///< `host`: the result lies in the memory of the host
  Constant,    ///< `constant`: computed once, stays in DRAM between calls
  NotPriced,   ///< `not-priced`: the op model has no figure for the op; it runs as it stands
  FixedByUser, ///< `fixed`: an override says so
  View,        ///< `view`: shares the bytes of an operand, which is not in L1
  NoLayout,    ///< `no-layout`: no layout in L1 is among its configurations
  Refused,     ///< `refused`: the backend accepts none of its layouts in L1
  NotReached,  ///< `not-reached`: a layout in L1 is legal, but operands or readers cannot be converted
  Slower,      ///< `slower`: the plan would take longer
  NoRoom,      ///< `no-room`: the plan would be faster, and does not fit
  NotTried,    ///< `not-tried`: the plan would be faster; the work was spent before it was known whether it fits
  NotTaken,    ///< `not-taken`: the plan would be faster and fits: the policy left it
};
inline constexpr WhyNotL1 allReasons[] = {
    WhyNotL1::NoTensor, WhyNotL1::Host,     WhyNotL1::Constant, WhyNotL1::NotPriced,  WhyNotL1::FixedByUser,
    WhyNotL1::View,     WhyNotL1::NoLayout, WhyNotL1::Refused,  WhyNotL1::NotReached, WhyNotL1::Slower,
    WhyNotL1::NoRoom,   WhyNotL1::NotTried, WhyNotL1::NotTaken};
/// The id as it is printed.
const char *toString(WhyNotL1 reason);

/// One candidate of an op in place of the planned one, all else as the plan has it.
struct LocalChange {
  int32_t candidate = -1;
  Picoseconds delta = 0; ///< of the whole plan; below 0 = faster
  bool spilled = false;  ///< the result is copied to where it lay, for readers that do not take it
};

struct Explanation {
  int32_t op = -1;
  WhyNotL1 reason = WhyNotL1::NoTensor;
  std::string why;                   ///< a sentence with the numbers
  std::string remedy;                ///< what it would take; empty when nothing is known to help
  std::optional<LocalChange> change; ///< the best one, where one is legal
  /// Ops, and the layouts of their results 0, that a user would fix to see it in L1; empty when no such layout is legal.
  std::vector<std::pair<int32_t, int32_t>> toFix = {};
};

/// Explains one plan. The plan has been verified; both outlive the explainer.
class Explainer {
public:
  /// Steps of plans that explanations verify together, about a second's. Each reason verifies the whole plan a few
  /// times, so that those of n ops take O(n * n); behind the limit reasons say that nothing was tried.
  static constexpr int64_t defaultWork = 4'000'000;
  /// O(ops + copies).
  Explainer(const FunctionLayout &problem, const FunctionPlan &plan, int64_t work = defaultWork);

  /// All legal local changes of `op` that put result 0 into L1, fastest first. O(candidates * readers).
  std::vector<LocalChange> changesIntoL1(int32_t op) const;
  /// Legal local changes of `op` that put result 0 into one of `layouts`, fastest first: its operands in any layout
  /// that the op accepts and that they can be converted to, one of them or all alike. O(layouts of the operands'
  /// kinds).
  std::vector<LocalChange> changesInto(int32_t op, std::span<const int32_t> layouts) const;
  /// The plan with `change` made.
  FunctionPlan changed(int32_t op, const LocalChange &change) const;
  bool isInL1(int32_t op) const; ///< result 0
  /// Why result 0 of `op` is not in L1; nothing when it is. Verifies the plan with at most `trials` local changes.
  std::optional<Explanation> explain(int32_t op) const;
  static constexpr int trials = 3;

  /// What reads a copy.
  struct Reader {
    enum class Kind : uint8_t { Operand, Conversion, Return } kind;
    int32_t index = -1; ///< op, copy, or number of the returned value
  };
  std::span<const Reader> readers(int32_t copy) const { return readersOf[copy]; }

private:
  PlanVerdict verdictOn(const FunctionPlan &other) const;
  void spend(const FunctionPlan &other) const;
  Explanation because(int32_t op, WhyNotL1 reason, std::string why) const;
  std::optional<Explanation> withoutChoice(int32_t op) const;
  Explanation noRoom(int32_t op, const std::vector<LocalChange> &changes, const PlanViolation &violation) const;
  void addRemedy(Explanation &why, const PlanViolation &violation) const;
  int32_t madeBy(int32_t op, const LocalChange &change) const;
  std::string refusalOf(int32_t op) const;
  std::string describe(int32_t op, const LocalChange &change) const;

  const FunctionLayout &problem;
  const FunctionPlan &plan;
  std::vector<std::vector<Reader>> readersOf; ///< per copy
  mutable int64_t work;                       ///< steps that may still be spent
};

} // namespace alcove::plan

#endif // ALCOVE_PLAN_FUNCTIONLAYOUT_EXPLAIN_H
