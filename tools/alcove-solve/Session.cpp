//===- Session.cpp - alcove-solve session ---------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PlanCommand.h"

#include "alcove/Plan/Session/Certificate.h"
#include "alcove/Plan/Session/Format/SessionFiles.h"
#include "alcove/Plan/Session/Policy.h"

// Not `using`: other commands have problems and plans, too, and are compiled in one go with this one.
namespace alcove::plan::session {
namespace {

struct SessionCommand {
  using Problem = session::Problem;
  using Plan = session::Plan;
  using Account = session::Account;
  using Result = SessionResult;
  static constexpr auto impossible = session::impossible;
  static constexpr const char *name = "session", *purpose = "Plan functions that share a device, with a lower bound",
                              *rules = "SE-V1..V6 of docs/spec/Session.md",
                              *explained = "Say which way every function takes, and how every item is kept",
                              *workUnits = "table entries of the layout planner";
  static constexpr auto parseProblem = formats::parseSessionProblem;
  static constexpr auto parsePlan = formats::parseSessionPlan;
  static constexpr auto writePlan = formats::writeSessionPlan;
  static constexpr auto policyNames = session::policyNames;
  static auto makePolicy(const std::string &policy) { return session::makePolicy(policy); }
  static auto verify(const Problem &problem, const Plan &plan) { return session::verify(problem, plan); }
  static auto checkCertificate(const Problem &problem, const LayoutCertificate &of) {
    return session::checkCertificate(problem, of);
  }

  static std::string whyNone(const Problem &problem, const Result &result) {
    Shortfall shortfall = shortfallOf(problem);
    if (shortfall.step >= 0)
      return fmt::format("SE-V5: no plan exists: {}", toString(problem, shortfall));
    return result.why.empty() ? "" : "no plan was found: the bytes fit together, not in pieces: " + result.why;
  }

  /// One line per function, one per item that is not a matter of course.
  static void explain(const Problem &problem, const Plan &plan) {
    for (size_t f = 0; f < problem.functions.size(); ++f) {
      const Way &way = problem.functions[f].ways[plan.ways[f]];
      alcove::print("{} x {}: {}, cost {}\n", problem.functions[f].name, problem.functions[f].rate, way.name, way.cost);
    }
    for (size_t i = 0; i < problem.items.size(); ++i) {
      std::vector<std::string> kept;
      for (const Kept &each : plan.items[i])
        kept.push_back(fmt::format("{} at {}", problem.items[i].layouts[each.layout].name, each.address));
      alcove::print("{} ({}): {}\n", problem.items[i].name, toString(problem.items[i].kind), fmt::join(kept, ", "));
    }
  }

  static std::string summary(const Account &account) {
    return fmt::format("calls={} copies={} once={} peak_dram={} peak_l1={} kept_twice={}", account.calls,
                       account.copies, account.once, account.peakDram, account.peakL1, account.keptTwice);
  }
  static std::string checked(const Account &account) {
    return fmt::format("peak_dram={} peak_l1={}", account.peakDram, account.peakL1);
  }
};

} // namespace
} // namespace alcove::plan::session

using namespace alcove;

void solve::addSessionCommand(CLI::App &app, int &exitCode) {
  addPlanCommand<plan::session::SessionCommand>(app, exitCode);
}
void solve::addCheckSessionCommand(CLI::App &check, int &exitCode) {
  addPlanCheckCommand<plan::session::SessionCommand>(check, exitCode);
}
