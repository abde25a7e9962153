//===- Remedies.cpp - What would help, by running it ----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Remedies.h"
#include "Model.h"
#include "PlannedOps.h"

#include "alcove/Base/Support/AtomicFile.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

using namespace alcove;
using namespace alcove::front;

namespace {

/// Options of the whole program that may make it faster, and what else they change.
struct Switch {
  const char *name, *value, *effect;
  bool ofLowering; ///< a module of TTNN is lowered already
};
constexpr Switch switches[] = {
    {"row-major-enabled", "true", "", false},
    {"tensor-l1-usage-cap", "1", "", false},
    {"layouts-per-sharding", "10", "", false},
    {"relaxed-arithmetic", "true", "results are rounded less often", true},
    {"experimental-weight-dtype", "bfp_bf8", "weights are rounded to eight bits", true},
};

constexpr const char *fixing = "override-output-layout";
constexpr double worthAReason = 0.01; ///< of the plan's time
constexpr double faster = 0.999;      ///< times the plan's; what is less is no help

/// One more option, and the plan that came out.
struct Trial {
  std::string name, value, effect;
  std::optional<PlannedProgram> plan; ///< nothing: it is refused
  std::string option() const { return fmt::format("{}={}", name, value); }
};

/// In quotes where a shell would not take it for one word.
std::string asWord(const std::string &text) {
  bool plain = !text.empty() && text.find_first_of(" \t'\"\\$`*?[](){}<>|&;#~!") == std::string::npos;
  std::string quoted = "'";
  for (char c : text)
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return plain ? text : quoted + "'";
}

class Remedies {
public:
  Remedies(Words arguments, size_t mostTrials) : arguments(std::move(arguments)), mostTrials(mostTrials) {}

  int run() {
    Words whole = arguments;
    whole.push_back("--summary-json=" + summary);
    Result<Words> words = compilation("explain", whole, isTTNN(modelOf(arguments)));
    if (!words)
      return wrongLine("explain", words.error().message);
    Outcome outcome = runToEnd(*words);
    std::fputs(outcome.output.c_str(), outcome.exitCode == 0 ? stdout : stderr);
    if (outcome.exitCode != 0)
      return outcome.exitCode;
    Result<PlannedProgram> read = readPlanned(summary);
    if (!read) {
      std::fprintf(stderr, "alcove explain: error: %s\n", read.error().message.c_str());
      return 1;
    }
    plan = std::move(*read);
    for (const PlannedOp &op : plan.ops)
      if (!op.reason.empty() && op.ns > worthAReason * plan.ns)
        reasons.push_back(&op);
    std::ranges::stable_sort(reasons, std::greater(), &PlannedOp::ns);
    chooseTrials();
    for (Trial &trial : trials)
      trial.plan = planWith(trial);
    if (interrupted() != 0)
      return interrupted();
    print();
    return 0;
  }

private:
  /// What the user gave is not tried otherwise.
  bool isGiven(const std::string &name) const {
    return std::ranges::any_of(
        arguments, [&](const std::string &word) { return word == "--" + name || word.starts_with("--" + name + "="); });
  }

  /// Switches, then what puts single ops into L1, longest first.
  void chooseTrials() {
    if (reasons.empty())
      return;
    for (const Switch &each : switches)
      if (trials.size() < mostTrials && !isGiven(each.name) && !(each.ofLowering && isTTNN(modelOf(arguments))))
        trials.push_back({each.name, each.value, each.effect, {}});
    if (isGiven(fixing))
      return;
    for (const PlannedOp *op : reasons)
      if (trials.size() < mostTrials && !op->toTry.empty() &&
          std::ranges::find(trials, op->toTry, &Trial::value) == trials.end())
        trials.push_back({fixing, op->toTry, "", {}});
  }

  std::optional<PlannedProgram> planWith(const Trial &trial) {
    Words further = arguments;
    further.insert(further.end(), {"--summary=false", "--summary-json=" + summary, "--" + trial.option()});
    Result<Words> words = compilation("plan", further, isTTNN(modelOf(arguments)));
    if (!words || runToEnd(*words).exitCode != 0)
      return std::nullopt;
    Result<PlannedProgram> read = readPlanned(summary);
    return read ? std::optional(std::move(*read)) : std::nullopt;
  }

  std::string command(const Trial &trial) const {
    std::string text = "alcove plan";
    for (const std::string &word : arguments)
      text += " " + asWord(word);
    return text + " " + asWord("--" + trial.option());
  }

  std::string total(const Trial &trial) const {
    return trial.plan ? fmt::format("{:.2f} us, {:+.2f} %", trial.plan->ns / 1000, 100 * (trial.plan->ns / plan.ns - 1))
                      : "refused";
  }

  bool isFaster(const Trial &trial) const { return trial.plan && trial.plan->ns < faster * plan.ns; }

  /// The plan is faster with it, and so is the op, or it lies in L1.
  bool helps(const Trial &trial, const PlannedOp &op) const {
    if (!isFaster(trial))
      return false;
    const PlannedOp *there = trial.plan->find(op.name);
    return there && (there->ns < op.ns || (there->place.starts_with("L1") && !op.place.starts_with("L1")));
  }

  /// Of those that are `wanted`; results that stay exact come first.
  template <typename Wanted>
  const Trial *bestOf(Wanted wanted) const {
    const Trial *best = nullptr;
    auto rank = [](const Trial &trial) { return std::pair(!trial.effect.empty(), trial.plan->ns); };
    for (const Trial &trial : trials)
      if (wanted(trial) && (!best || rank(trial) < rank(*best)))
        best = &trial;
    return best;
  }

  /// Whether it was tried for this op: for all of them, or for this one.
  static bool concerns(const Trial &trial, const PlannedOp &op) {
    return trial.name != fixing || trial.value == op.toTry;
  }

  void print() const {
    fmt::print("what would help: {} {} planned with one option more (--trials={} at most); as it is the plan takes "
               "{:.2f} us\n",
               trials.size(), trials.size() == 1 ? "program was" : "programs were", mostTrials, plan.ns / 1000);
    if (reasons.empty())
      fmt::print("  no op outside of L1 takes more than {:.0f} % of that\n", 100 * worthAReason);
    if (const Trial *best = bestOf([&](const Trial &trial) { return isFaster(trial); }))
      fmt::print("  the program: {}: {}{}{}\n", command(*best), total(*best), best->effect.empty() ? "" : "; ",
                 best->effect);
    for (const PlannedOp *op : reasons) {
      fmt::print("  {} ({:.2f} us, {:.1f} %, {}): ", op->name, op->ns / 1000, 100 * op->ns / plan.ns, op->reason);
      if (const Trial *best = bestOf([&](const Trial &trial) { return helps(trial, *op); })) {
        const PlannedOp *there = best->plan->find(op->name);
        fmt::print("{}: {}, the op {:.2f} us in {}{}{}\n", command(*best), total(*best), there->ns / 1000,
                   there->layout.empty() ? there->place : there->layout, best->effect.empty() ? "" : "; ",
                   best->effect);
        continue;
      }
      std::vector<std::string> inVain;
      for (const Trial &trial : trials)
        if (concerns(trial, *op))
          inVain.push_back(fmt::format("{} ({})", trial.option(), total(trial)));
      fmt::print("nothing tried helps this op: tried {}\n",
                 inVain.empty() ? "nothing" : fmt::format("{}", fmt::join(inVain, ", ")));
    }
  }

  const Words arguments;
  const size_t mostTrials;
  const ScratchFolder scratch{"explain"};
  const std::string summary = scratch.file("summary.json");
  PlannedProgram plan;
  std::vector<const PlannedOp *> reasons; ///< that weigh, longest first
  std::vector<Trial> trials;
};

} // namespace

int front::runExplain(const Words &arguments) {
  constexpr std::string_view option = "--trials=";
  size_t mostTrials = 12;
  Words others;
  for (const std::string &word : arguments) {
    if (!word.starts_with(option)) {
      others.push_back(word);
      continue;
    }
    std::string_view value = std::string_view(word).substr(option.size());
    auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), mostTrials);
    if (error != std::errc() || end != value.data() + value.size() || mostTrials > 1000)
      return wrongLine("explain",
                       fmt::format("{}: a whole number from 0 to 1000 is expected: so many programs are planned "
                                   "to find what helps",
                                   word));
  }
  return asksForOneOp(others) ? runModelCommand("explain", others) : Remedies(std::move(others), mostTrials).run();
}
