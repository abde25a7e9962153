//===- BudgetOptions.cpp - Limits and results, the same everywhere --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BudgetOptions.h"

#include "Commands.h"
#include "StopOnSignal.h"

#include <cmath>
#include <cstdlib>

using namespace alcove;

double solve::secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void solve::BudgetOptions::addTo(CLI::App &command, const std::string &workIs, const std::string &timeoutName) {
  // Every comparison with NaN is false, so that it passes as not negative.
  auto refuseNaN = [](const std::string &text) {
    return std::isnan(std::strtod(text.c_str(), nullptr)) ? text + " is no number of seconds" : std::string();
  };
  command.add_option(timeoutName, budget.seconds, "Seconds of wall clock for the whole program; 0 = no limit")
      ->check(CLI::NonNegativeNumber)
      ->check(CLI::Validator(refuseNaN, ""));
  command
      .add_option("--work", budget.workUnits,
                  fmt::format("Stop after this much work: {}; the same on every machine", workIs))
      ->check(CLI::NonNegativeNumber);
  command.add_option("--epochs", budget.epochs, "Stop after so many epochs (the summary says how many there were)")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--threads", budget.threads, "Threads; the result is the same")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
}

void solve::BudgetOptions::defaultTimeout(double seconds, bool butNotBesideOthers) {
  defaultSeconds = seconds;
  onlyAlone = butNotBesideOthers;
}

double solve::BudgetOptions::timeout() const {
  if (budget.seconds == 0)
    return std::numeric_limits<double>::infinity();
  const plan::Budget none;
  bool others = budget.workUnits != none.workUnits || budget.epochs != none.epochs;
  return budget.seconds == none.seconds && !(onlyAlone && others) ? defaultSeconds : budget.seconds;
}

double solve::BudgetOptions::marginAfter(double secondsOfReading) const {
  return std::min(2.0, 0.02 * timeout()) + 0.2 * secondsOfReading;
}

solve::ReadingLimit::ReadingLimit(const std::string &path, double seconds) {
  if (seconds >= 1e8)
    return;
  watch = std::thread([this, path, seconds] {
    std::unique_lock lock(mutex);
    if (changed.wait_for(lock, std::chrono::duration<double>(seconds), [this] { return done; }))
      return;
    fail(Error{fmt::format("{}: the limit of {} s passed while the problem was read", path, seconds)});
    std::_Exit(1);
  });
}

solve::ReadingLimit::~ReadingLimit() {
  {
    std::lock_guard lock(mutex);
    done = true;
  }
  changed.notify_all();
  if (watch.joinable())
    watch.join();
}

plan::Budget solve::BudgetOptions::begin(std::chrono::steady_clock::time_point start, double margin) const {
  plan::Budget result = budget;
  double limit = timeout();
  result.seconds = std::max(0.05 * limit, limit - secondsSince(start) - margin);
  result.cancelled = &stopOnSignal();
  return result;
}
