//===- Parallel.h - Independent tasks on several threads --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place where the planners start threads. Of our own and not oneTBB's, which Debian has no archive of: `mlsys`
// is linked statically.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_SUPPORT_PARALLEL_H
#define ALCOVE_BASE_SUPPORT_PARALLEL_H

#include <functional>
#include <span>

namespace alcove {

/// Runs all tasks, as many at a time as `threads` allows, on this thread among others, and returns when all are done.
/// With one thread they run in order. Tasks that share nothing that any of them writes give results that do not depend
/// on the number of threads. A task throws nothing.
void inParallel(int threads, std::span<const std::function<void()>> tasks);

} // namespace alcove

#endif // ALCOVE_BASE_SUPPORT_PARALLEL_H
