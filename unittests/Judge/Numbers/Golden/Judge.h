//===- Judge.h - All judges on one module -----------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_JUDGE_NUMBERS_GOLDEN_JUDGE_H
#define ALCOVE_UNITTESTS_JUDGE_NUMBERS_GOLDEN_JUDGE_H

#include "Programs.h"

namespace alcove::testing {

/// Storage: a rule ST of docs/spec/JudgeNumbersStorage.md. LastBits: different bits, but within the tolerance of
/// alcove-run.
enum class Judge : uint8_t { Nobody, Verifier, Memory, Storage, LastBits, Numbers };
const char *toString(Judge judge);
inline void PrintTo(Judge judge, std::ostream *out) { *out << toString(judge); }

struct Verdict {
  Judge by = Judge::Nobody; ///< the first that refuses
  std::string message;
  int64_t decidedByRounding = 0; ///< indices that differ and are excused by NUM-C5
};

/// The IR verifier, then the memory execution, then the numbers of every forward function against `reference`.
Verdict judge(Workshop &workshop, mlir::ModuleOp suspect, mlir::ModuleOp reference);

} // namespace alcove::testing

#endif // ALCOVE_UNITTESTS_JUDGE_NUMBERS_GOLDEN_JUDGE_H
