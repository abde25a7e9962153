//===- Faults.h - Faults of one op, to test comparisons with ----- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fault says what an op gives instead of what it should: its result negated, the activation left out, the halves of a
// rotary embedding swapped, another epsilon. Harmless edits are the counterpart: what a compiler may do (other order of
// a sum, operands commuted), which no comparison may refuse.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_COMPARE_FAULTS_H
#define ALCOVE_JUDGE_NUMBERS_COMPARE_FAULTS_H

#include "alcove/Judge/Numbers/Compare/Replay.h"

namespace alcove {
class Random;
}

namespace alcove::reference {

struct FaultKind {
  using Apply = std::function<Result<std::optional<OpRecord>>(const Replay &replay, size_t at, Random &random)>;
  std::string name;
  bool harmless = false;
  Apply apply; ///< what the op gives with the fault; nothing where the kind does not apply to it
};

/// All kinds, in a fixed order.
const std::vector<FaultKind> &faultKinds();
/// Null for an unknown name.
const FaultKind *findFaultKind(llvm::StringRef name);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_COMPARE_FAULTS_H
