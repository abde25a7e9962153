//===- StopOnSignal.cpp - Ctrl-C ends a search, not the program -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "StopOnSignal.h"

#include <csignal>
#include <thread>

using namespace alcove;

namespace {

std::atomic<bool> requested{false};

void waitForSignals(sigset_t set) {
  for (int signal = 0; ::sigwait(&set, &signal) == 0;) {
    if (!requested.exchange(true))
      continue;
    // Once more: what it would do without us, here and now.
    ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    ::raise(signal);
  }
}

} // namespace

const std::atomic<bool> &solve::stopOnSignal() {
  static bool started = false;
  if (started)
    return requested;
  started = true;
  sigset_t set;
  ::sigemptyset(&set);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action;
    if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN)
      ::sigaddset(&set, signal);
  }
  ::pthread_sigmask(SIG_BLOCK, &set, nullptr);
  std::thread(waitForSignals, set).detach();
  return requested;
}
