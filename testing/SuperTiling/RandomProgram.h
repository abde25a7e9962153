//===- RandomProgram.h - Random linalg programs that shrink -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A random program is a list of choices, and any list of choices is a program:
//
//   choices  [7, 3, 250, 12, ...]  ──►  argument 3-d, softmax of value 0, add of values 0 and 1, ...
//
// so shrinking is deletion and lowering of numbers, with no rule per operation: a choice that asks for something
// impossible is skipped.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TESTING_SUPERTILING_RANDOMPROGRAM_H
#define ALCOVE_TESTING_SUPERTILING_RANDOMPROGRAM_H

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace alcove::supertiling {

struct RandomProgram {
  /// Per operation: what, first operand, second operand, variant.
  struct Step {
    uint32_t what = 0, first = 0, second = 0, variant = 0;
  };
  uint32_t shape = 0;
  std::vector<Step> steps;

  std::string text() const;
};

RandomProgram randomProgram(uint64_t seed);

/// Smallest program found, by deleting steps and lowering choices, for which `fails` still holds. Calls it at most
/// `budget` times.
RandomProgram shrink(RandomProgram program, const std::function<bool(const RandomProgram &)> &fails, int budget);

} // namespace alcove::supertiling

#endif // ALCOVE_TESTING_SUPERTILING_RANDOMPROGRAM_H
