//===- Parallel.cpp - Loops in parts, on threads of the caller's ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Tensor/Parallel.h"

namespace alcove::reference {

namespace {
struct State {
  Executor executor;
  int64_t threads = 1;
};
State &state() {
  static State one;
  return one;
}
thread_local bool insideAPart = false;
} // namespace

void setExecutor(Executor executor, int64_t threads) { state() = {std::move(executor), std::max<int64_t>(1, threads)}; }

int64_t mostParts() { return insideAPart || !state().executor ? 1 : state().threads; }

void runParts(int64_t parts, const std::function<void(int64_t)> &body) {
  state().executor(parts, [&](int64_t part) {
    insideAPart = true; // a pool that waits for itself would wait forever
    body(part);
    insideAPart = false;
  });
}

} // namespace alcove::reference
