//===- ParallelTest.cpp - Independent tasks on several threads ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/Parallel.h"

#include <gtest/gtest.h>

#include <barrier>
#include <vector>

using namespace alcove;

namespace {

TEST(ParallelTest, EveryTaskRunsOnceWithAnyNumberOfThreads) {
  for (int threads : {-1, 0, 1, 2, 7, 40}) {
    std::vector<int> runs(20);
    std::vector<std::function<void()>> tasks;
    for (int &count : runs)
      tasks.emplace_back([&count] { ++count; });
    inParallel(threads, tasks);
    EXPECT_EQ(runs, std::vector<int>(20, 1)) << threads;
  }
  inParallel(3, {});
}

TEST(ParallelTest, OneThreadKeepsTheOrder) {
  std::vector<int> order;
  std::vector<std::function<void()>> tasks;
  for (int i = 0; i < 5; ++i)
    tasks.emplace_back([&order, i] { order.push_back(i); });
  inParallel(1, tasks);
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(ParallelTest, AsManyAtOnceAsAllowed) {
  std::barrier all(3); // three tasks that wait for each other end only side by side
  std::vector<std::function<void()>> tasks(3, [&all] { all.arrive_and_wait(); });
  inParallel(3, tasks);
}

} // namespace
