//===- BudgetOptions.h - Limits and results, the same everywhere -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_SOLVE_BUDGETOPTIONS_H
#define ALCOVE_TOOLS_ALCOVE_SOLVE_BUDGETOPTIONS_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Plan/Common/Budget.h"
#include "alcove/Plan/Common/Outcome.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <condition_variable>
#include <fmt/format.h>
#include <mutex>
#include <thread>

namespace alcove::solve {

/// The limits of one run of the program, by the names that every subcommand uses.
class BudgetOptions {
public:
  /// Adds --timeout, --work, --epochs, --threads and --json; `workIs` says what a unit of work is. `timeoutName` may name a
  /// positional as well.
  void addTo(CLI::App &command, const std::string &workIs, const std::string &timeoutName = "--timeout");
  /// Seconds when --timeout is not given (and, with `butNotBeside`, no other limit is either).
  void defaultTimeout(double seconds, bool butNotBesideOthers);

  /// The budget of a search that begins now and is over `margin` seconds before the limit of the whole program, which
  /// began at `start`. Stops at the first signal.
  plan::Budget begin(std::chrono::steady_clock::time_point start, double margin) const;
  /// A margin for checking and writing the result of a problem that took so long to read, and for steps that look at
  /// the clock seldom.
  double marginAfter(double secondsOfReading) const;
  double timeout() const;
  /// Writes the line of a run, `cost=12 proved=yes ...`, to the file that --json names: an object with the same names.
  /// Nothing without --json.
  Status writeOutcome(const std::string &problem, const std::string &line) const;

private:
  std::string json;
  plan::Budget budget{.threads = 2};
  double defaultSeconds = std::numeric_limits<double>::infinity();
  bool onlyAlone = false;
};

double secondsSince(std::chrono::steady_clock::time_point start);

/// While it lives a problem is read: no reader looks at the clock, so when the limit passes the program ends here, with
/// an error and exit code 1. Nothing has been written by then.
class ReadingLimit {
public:
  ReadingLimit(const std::string &path, double seconds);
  ~ReadingLimit();

private:
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  std::thread watch;
};

/// `bound=… gap=…% proved=… stage=… epochs=… work=…`: what stands behind the cost, for every kind of problem. `gap` is
/// relative to the bound.
template <typename Number>
std::string outcomeText(const plan::RunOutcome<Number> &outcome, const std::string &bound, double gap) {
  return fmt::format("bound={} gap={} proved={} stage={} epochs={} work={}", bound,
                     gap < 1e9 ? fmt::format("{:.4g}%", 100 * gap) : "-", outcome.proved ? "yes" : "no", outcome.stage,
                     outcome.epochs, outcome.work);
}

} // namespace alcove::solve

#endif // ALCOVE_TOOLS_ALCOVE_SOLVE_BUDGETOPTIONS_H
