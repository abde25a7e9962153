//===- BudgetOptions.cpp - Limits and results, the same everywhere --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BudgetOptions.h"

#include "Commands.h"
#include "StopOnSignal.h"
#include "alcove/Base/CommandLine/CLI11/Parse.h"
#include "alcove/Base/CommandLine/Help.h"
#include "alcove/Base/Json/Json.h"
#include "alcove/Base/Support/AtomicFile.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <sstream>

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
      ->check(notNegative())
      ->check(CLI::Validator(refuseNaN, ""));
  command
      .add_option("--work", budget.workUnits,
                  fmt::format("Stop after this much work: {}; the same on every machine", workIs))
      ->check(notNegative());
  command.add_option("--epochs", budget.epochs, "Stop after so many epochs (the summary says how many there were)")
      ->check(notNegative());
  command.add_option("--threads", budget.threads, "Threads; the result is the same")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command.add_option("--json", json, "Write the outcome to this file as JSON, under the names of the printed line");
}

Status solve::BudgetOptions::writeOutcome(const std::string &problem, const std::string &line) const {
  if (json.empty())
    return {};
  JsonWriter out;
  out.beginObject();
  out.field("format", "alcove-outcome");
  out.field("version", int64_t{1});
  out.field("alcove", std::string(version()));
  out.field("problem", problem);
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    size_t equals = word.find('=');
    std::string name = word.substr(0, equals), value = word.substr(equals + 1);
    bool isPercent = value.ends_with('%');
    char *end = nullptr;
    double number = std::strtod(value.c_str(), &end);
    size_t read = static_cast<size_t>(end - value.c_str());
    if (value == "-") // not known
      continue;
    else if (value == "yes" || value == "no")
      out.field(name, value == "yes");
    else if (int64_t whole = 0;
             std::from_chars(value.data(), value.data() + value.size(), whole).ptr == value.data() + value.size() &&
             !value.empty())
      out.field(name, whole);
    else if (!value.empty() && read + (isPercent ? 1 : 0) == value.size() && std::isfinite(number))
      out.field(name, isPercent ? number / 100 : number);
    else
      out.field(name, value);
  }
  out.endObject();
  return writeFileAtomically(json, out.str());
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
