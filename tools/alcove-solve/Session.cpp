//===- Session.cpp - alcove-solve session ---------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BudgetOptions.h"
#include "CertifiedCost.h"
#include "Commands.h"
#include "StopOnSignal.h"

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Print.h"
#include "alcove/Plan/Session/Certificate.h"
#include "alcove/Plan/Session/Format/SessionFiles.h"
#include "alcove/Plan/Session/Policy.h"

#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

// Not `using`: other commands have problems and plans, too, and are compiled in one go with this one.
namespace alcove::plan::session {
namespace {

struct SessionArguments {
  std::string input, out, certificate, policy = "exact";
  bool explain = false;
  solve::BudgetOptions budget;
};

struct CheckSessionArguments {
  std::string problem, plan, certificate;
};

/// One line per function, one per item that is not a matter of course.
void explainPlan(const Problem &problem, const Plan &plan) {
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

Error noPlan(const Problem &problem, const SessionResult &result, const std::string &policy) {
  if (Shortfall shortfall = shortfallOf(problem); shortfall.step >= 0)
    return Error{fmt::format("SE-V5: no plan exists: {}", toString(problem, shortfall))};
  return Error{fmt::format("{}: {}", policy, result.proved ? "no plan exists" : "no plan was found")};
}

Status runSession(const SessionArguments &arguments) {
  auto start = std::chrono::steady_clock::now();
  solve::stopOnSignal();
  ALCOVE_ASSIGN_OR_RETURN(Problem problem, [&] {
    solve::ReadingLimit limit(arguments.input, arguments.budget.timeout());
    return solve::readWith(arguments.input, formats::parseSessionProblem);
  }());
  ALCOVE_ASSIGN_OR_RETURN(std::unique_ptr<SessionPolicy> policy, makePolicy(arguments.policy));
  if (!arguments.certificate.empty() && arguments.policy != "exact")
    return Error{fmt::format("--certificate: {} proves nothing; --policy=exact does", arguments.policy)};
  plan::Budget budget = arguments.budget.begin(start, arguments.budget.marginAfter(solve::secondsSince(start)));
  SessionResult result = policy->run(problem, budget);
  if (!arguments.certificate.empty() && result.certificate)
    ALCOVE_RETURN_IF_ERROR(
        writeFileAtomically(arguments.certificate, formats::writeLayoutCertificate(*result.certificate)));
  if (!result.plan.found())
    return noPlan(problem, result, arguments.policy);
  Result<Account> account = verify(problem, result.plan);
  if (!account.ok())
    return Error{fmt::format("{}: {}", arguments.policy, account.error().message)};
  if (!arguments.out.empty())
    ALCOVE_RETURN_IF_ERROR(writeFileAtomically(arguments.out, formats::writeSessionPlan(result.plan, result.bound)));
  if (arguments.explain)
    explainPlan(problem, result.plan);
  double gap = result.bound > 0 ? static_cast<double>(account->cost) / static_cast<double>(result.bound) - 1
                                : (result.proved ? 0 : 1e9);
  std::string bound = result.bound <= -impossible ? "-" : std::to_string(result.bound);
  std::string line =
      fmt::format("cost={} calls={} copies={} once={} peak_dram={} peak_l1={} kept_twice={} {} seconds={:.3f}",
                  account->cost, account->calls, account->copies, account->once, account->peakDram, account->peakL1,
                  account->keptTwice, solve::outcomeText(result, bound, gap), solve::secondsSince(start));
  fmt::print(stderr, "{}\n", line);
  return arguments.budget.writeOutcome("session", line);
}

Status runSessionCheck(const CheckSessionArguments &arguments) {
  ALCOVE_ASSIGN_OR_RETURN(Problem problem, solve::readWith(arguments.problem, formats::parseSessionProblem));
  ALCOVE_ASSIGN_OR_RETURN(Plan plan, solve::readWith(arguments.plan, formats::parseSessionPlan));
  Result<Account> account = verify(problem, plan);
  if (!account.ok())
    return Error{fmt::format("{}: {}", arguments.plan, account.error().message)};
  ALCOVE_ASSIGN_OR_RETURN(std::string proved, solve::provedText(arguments.certificate, account->cost,
                                                                [&](const plan::LayoutCertificate &of) {
                                                                  return checkCertificate(problem, of);
                                                                }));
  alcove::print("valid: cost={} peak_dram={} peak_l1={}{}\n", account->cost, account->peakDram, account->peakL1,
                proved);
  return {};
}

} // namespace
} // namespace alcove::plan::session

using namespace alcove;
using namespace alcove::plan;

void solve::addSessionCommand(CLI::App &app, int &exitCode) {
  auto arguments = std::make_shared<session::SessionArguments>();
  CLI::App *command = app.add_subcommand("session", "Plan functions that share a device, with a lower bound");
  command->add_option("problem", arguments->input, "session_problem JSON")->required();
  command->add_option("-o,--out", arguments->out, "Write the plan here (session_plan JSON)");
  command->add_option("--policy", arguments->policy, fmt::format("{}", fmt::join(session::policyNames(), ", ")))
      ->capture_default_str();
  command->add_option("--certificate", arguments->certificate,
                      "Write here why nothing costs less than the bound, for check session");
  command->add_flag("--explain", arguments->explain, "Say which way every function takes, and how every item is kept");
  arguments->budget.addTo(*command, "table entries of the layout planner");
  arguments->budget.defaultTimeout(60, true);
  command->callback([arguments, &exitCode] {
    if (Status status = session::runSession(*arguments); !status.ok())
      exitCode = fail(status.error());
  });
}

void solve::addCheckSessionCommand(CLI::App &check, int &exitCode) {
  auto arguments = std::make_shared<session::CheckSessionArguments>();
  CLI::App *command = check.add_subcommand("session", "Rules SE-V1..V6 of docs/spec/Session.md, and the bound");
  command->add_option("problem", arguments->problem, "session_problem JSON")->required();
  command->add_option("plan", arguments->plan, "session_plan JSON")->required();
  command->add_option("--certificate", arguments->certificate, "re-derive the bound from the problem");
  command->callback([arguments, &exitCode] {
    if (Status status = session::runSessionCheck(*arguments); !status.ok())
      exitCode = fail(status.error());
  });
}
