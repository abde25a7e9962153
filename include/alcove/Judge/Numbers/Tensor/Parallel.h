//===- Parallel.h - Loops in parts, on threads of the caller's --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels cut their loops into parts; the program chooses what runs the parts. Without an executor a program has one
// thread. What a part computes must not depend on how many there are, so that results are the same bytes.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_TENSOR_PARALLEL_H
#define ALCOVE_JUDGE_NUMBERS_TENSOR_PARALLEL_H

#include <algorithm>
#include <cstdint>
#include <functional>

namespace alcove::reference {

/// Calls body(0) ... body(parts - 1), in any order and at once, and returns when all have returned.
using Executor = std::function<void(int64_t parts, const std::function<void(int64_t)> &body)>;

/// Loops run in up to `threads` parts by `executor` from now on; not while one runs.
void setExecutor(Executor executor, int64_t threads);

/// Into how many parts a loop is cut at most: 1 inside a part.
int64_t mostParts();
void runParts(int64_t parts, const std::function<void(int64_t)> &body);

/// Runs fn(begin, end) over parts of [0, count), one per thread, or over all of it when `work` (about the number of
/// scalar operations) is small. What fn computes for an index must not depend on the split.
template <typename Fn>
void inParts(int64_t count, int64_t work, Fn fn) {
  constexpr int64_t worthAThread = 1 << 20;
  int64_t parts = std::min({count, mostParts(), work / worthAThread + 1});
  if (parts < 2) {
    fn(int64_t(0), count);
    return;
  }
  runParts(parts, [&](int64_t part) { fn(count * part / parts, count * (part + 1) / parts); });
}

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_TENSOR_PARALLEL_H
