//===- Propagation.h - First pass: layouts by beam search -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   forward, in program order                             backward
//
//   relu   beam  #0 l1|8 cores   #1 l1|4 cores  #2 dram   relu    #1: two of its three readers came from it
//            |         \ reshard      |
//   add    beam  #0 (l1|8, ...)   #1 (l1|4, ...)  ...     add     #1, chosen by its reader
//
// An entry of a beam knows which entry of each producer it was built from. Going back, an op takes the entry that its
// readers point to, the one with most references at a fork; the other readers get a conversion.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_PROPAGATION_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_PROPAGATION_H

#include "LayoutScore.h"
#include "RuleBooks.h"
#include "Uses.h"

#include "alcove/Plan/FunctionLayout/Policy.h"

namespace alcove::plan::beam {

/// A way to read an operand.
struct OperandChoice {
  int32_t layout = -1;
  int32_t entry = -1; ///< of the producer's beam; -1 = an argument
  bool reshard = false;
  Picoseconds time = 0; ///< TimeBeam: of the producer's entry and of the conversion
};

struct BeamEntry {
  int32_t candidate = -1;
  LayoutScore score;
  std::vector<int32_t> from; ///< per operand: entry of its producer, -1 for arguments
};

class Propagation {
public:
  Propagation(const FunctionLayout &problem, const FunctionUses &uses, const FunctionPolicyOptions &options,
              bool byTime, const Exclusions &exclusions)
      : problem(problem), uses(uses), options(options), byTime(byTime), exclusions(exclusions) {}

  /// A candidate per op. Conversions between what a producer makes and a reader asks for exist.
  /// O(ops * (operands + beam width)) plus the work for ops that differ in class or in the beams before them.
  std::vector<int32_t> run();

  int64_t evaluations = 0; ///< candidates asked for
  int64_t shortened = 0;   ///< ops whose operand candidates were cut by the work limit
  int64_t fallbacks = 0;   ///< modelled ops without any candidate
  int64_t forks = 0;       ///< ops whose readers disagreed

private:
  struct Combination {
    int32_t candidate = -1;
    LayoutScore score;
    std::vector<int32_t> picks; ///< per operand: into its choices
  };
  using Choices = std::vector<OperandChoice>;
  struct Search; // one op

  // Forward (Propagation.cpp).
  bool isSkipped(int32_t op) const;
  std::vector<BeamEntry> beamOf(int32_t op);
  const std::vector<Combination> &combinationsOf(int32_t op, const std::vector<Choices> &choices);
  BeamEntry fixedEntry(int32_t op, int32_t candidate) const;
  void normalizeTimes(std::vector<BeamEntry> &beam) const;
  void tell(std::string_view action, int32_t op, const std::string &detail) const;
  std::string describe(int32_t op, const BeamEntry &entry) const;

  // Operand candidates (OperandCandidates.cpp).
  Choices choicesOf(int32_t op, size_t operand);
  Choices sourcesOf(int32_t tensor) const;
  const Choices &reachableFrom(int32_t opClass, size_t operand, const std::vector<int32_t> &layouts, bool convert);

  // Backward (Consolidation.cpp).
  std::vector<int32_t> consolidate();
  int32_t resolve(int32_t op, const std::map<int32_t, int32_t> &references, const std::vector<int32_t> &chosen);
  bool reachesReaders(int32_t op, int32_t entry, const std::vector<int32_t> &chosen) const;
  bool reaches(int32_t tensor, int32_t from, int32_t to) const;
  void repair(std::vector<int32_t> &candidates) const;

  const FunctionLayout &problem;
  const FunctionUses &uses;
  const FunctionPolicyOptions &options;
  bool byTime;
  const Exclusions &exclusions;
  std::vector<std::vector<BeamEntry>> beams;
  std::map<std::vector<int64_t>, std::vector<Combination>> knownCombinations;
  std::map<std::vector<int32_t>, Choices> knownChoices;
};

} // namespace alcove::plan::beam

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_PROPAGATION_H
