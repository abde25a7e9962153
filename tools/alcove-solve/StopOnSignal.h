//===- StopOnSignal.h - Ctrl-C ends a search, not the program ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_SOLVE_STOPONSIGNAL_H
#define ALCOVE_TOOLS_ALCOVE_SOLVE_STOPONSIGNAL_H

#include <atomic>

namespace alcove::solve {

/// From now on the first SIGINT, SIGTERM or SIGHUP sets `requested`: the search hands out the best solution and bound
/// that it has, and both are written. The second one ends the program as usual. The signals are blocked in every thread
/// started afterwards, so none of them interrupts the writing of a file; one thread waits for them. Signals that were
/// ignored before (nohup) stay ignored.
const std::atomic<bool> &stopOnSignal();

} // namespace alcove::solve

#endif // ALCOVE_TOOLS_ALCOVE_SOLVE_STOPONSIGNAL_H
