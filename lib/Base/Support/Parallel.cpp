//===- Parallel.cpp - Independent tasks on several threads ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/Parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

void alcove::inParallel(int threads, std::span<const std::function<void()>> tasks) {
  std::atomic<size_t> next = 0;
  auto takeTasks = [&] {
    for (size_t task = next++; task < tasks.size(); task = next++)
      tasks[task]();
  };
  size_t helpers = std::min(static_cast<size_t>(std::max(threads, 1)), std::max<size_t>(tasks.size(), 1)) - 1;
  std::vector<std::jthread> others;
  for (size_t k = 0; k < helpers; ++k)
    others.emplace_back(takeTasks);
  takeTasks();
}
