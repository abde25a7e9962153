//===- Uses.h - Readers of the tensors of a function ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_USES_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_USES_H

#include "alcove/Plan/FunctionLayout/Problem.h"

namespace alcove::plan::beam {

struct Use {
  int32_t op = -1, operand = -1;
};

/// What a policy asks of the tensors of a function. O(size of the problem).
struct FunctionUses {
  explicit FunctionUses(const FunctionLayout &problem);

  std::vector<std::vector<Use>> readers; ///< per tensor, ops in order
  std::vector<bool> returned;            ///< per tensor
  std::vector<bool> constant;            ///< per tensor: derived from constants alone
  /// Per tensor: written in place by some op, or a base view of one that is. A copy would miss the write or get lost,
  /// so all readers take the tensor itself, in its base layout.
  std::vector<bool> written;
  /// Per tensor: made in its base layout and never spilled, as it is written or read by an operand that does not move.
  std::vector<bool> pinned;

  /// May the op read the tensor itself although it frees this operand (its flag is cleared when others read it, too)?
  /// Not when the bytes may have another name: views, and tensors that the caller keeps.
  bool mayConsume(const FunctionLayout &problem, int32_t op, size_t operand) const;
  /// May the op take the candidate as far as writes in place go: pinned results in their base layout, and around
  /// written tensors the views of the program as it stands.
  bool respectsWrites(const FunctionLayout &problem, int32_t op, int32_t candidate) const;
};

/// Layout in which `candidate` of the tensor's producer makes it; the base of an argument.
int32_t layoutMade(const FunctionLayout &problem, int32_t tensor, int32_t candidate);

/// Candidate that an op has when nothing is planned for it: the class's settled configuration, else the base.
int32_t startCandidate(const FunctionLayout &problem, int32_t op);

/// The same, in slow memory: for ops that must stay out of L1.
int32_t dramCandidate(const FunctionLayout &problem, int32_t op);

/// The layout in DRAM to which a tensor goes when it must leave L1: its base, else the first in DRAM with its page
/// order; -1 when there is none.
int32_t spillLayout(const FunctionLayout &problem, int32_t tensor);

} // namespace alcove::plan::beam

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_BEAM_USES_H
