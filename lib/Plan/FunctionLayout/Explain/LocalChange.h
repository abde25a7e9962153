//===- LocalChange.h - A plan with one op moved -----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_EXPLAIN_LOCALCHANGE_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_EXPLAIN_LOCALCHANGE_H

#include "alcove/Plan/FunctionLayout/Explain.h"

#include <set>

namespace alcove::plan {

/// Prices and makes the local changes of one op.
class ChangesOf {
public:
  using Reader = Explainer::Reader;
  /// `readersOf`: per copy of the plan.
  ChangesOf(const FunctionLayout &problem, const FunctionPlan &plan, const std::vector<std::vector<Reader>> &readersOf,
            int32_t op);

  /// Price with `candidate` of op's class; nothing when operands or readers cannot be served.
  std::optional<LocalChange> price(int32_t candidate);
  /// The operand, or the reader, that keeps `candidate` from having a price.
  std::string whyNotReached(int32_t candidate);
  /// The changed plan. `change` must come from `price`.
  FunctionPlan apply(const LocalChange &change);
  /// Candidates with result 0 in `space`: with operands as they are read, asked for, and what the table knows.
  std::vector<int32_t> candidatesIn(Space space);
  /// The same with operands in one of each kind of layout (space, sharding, pages), one at a time or all alike.
  std::vector<int32_t> candidatesElsewhere(Space space);
  /// Candidates with result 0 in one of `layouts`: with operands in any layout, one at a time or all alike.
  std::vector<int32_t> candidatesMaking(std::span<const int32_t> layouts);

private:
  /// How readers take the result in another layout.
  struct Service {
    std::vector<std::optional<Picoseconds>> direct; ///< per reader: difference of time; nothing = not possible
    std::optional<Picoseconds> price;               ///< of the cheaper way
    bool spilled = false;
  };

  std::vector<int32_t> readLayouts() const;
  /// Layouts of all operands: as they are read, and those with one operand, or all of a kind, in one that is `tried`.
  template <typename Tried>
  std::set<std::vector<int32_t>> operandsWith(Tried tried) const;
  /// Asks each configuration whose result 0 is wanted with each of `operands`; all that make a wanted one.
  template <typename Wanted>
  std::vector<int32_t> candidatesOf(const std::set<std::vector<int32_t>> &operands, int32_t configs, Wanted wanted);
  template <typename Wanted>
  std::vector<int32_t> knownCandidates(Wanted wanted) const;
  const Service &serviceIn(int32_t layout);
  std::optional<Picoseconds> directPrice(const Reader &reader, int32_t layout) const;
  int32_t readerCandidate(int32_t reader, int32_t layout) const;
  /// Conversion of operand k to `wanted`: what it costs, less the one that it takes the place of.
  std::optional<Picoseconds> operandPrice(size_t operand, int32_t wanted) const;
  std::optional<Picoseconds> operandsPrice(std::span<const int32_t> wanted) const;
  /// Whether the converted copy of operand k that the op reads has no other reader.
  bool dropsConversion(size_t operand) const;

  const FunctionLayout &problem;
  const FunctionPlan &plan;
  const std::vector<std::vector<Reader>> &readersOf;
  int32_t op, tensor;
  const std::vector<Reader> &readers;
  std::map<int32_t, Service> services; ///< by layout of the result
};

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_EXPLAIN_LOCALCHANGE_H
