//===- PlanCommand.h - Commands that plan, and check plans ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `alcove-solve NAME` and `alcove-solve check NAME` of problems whose exact policy is a reduction to LayoutChoice. A
// problem gives a type with what is its own:
//
//   Problem, Plan, Account, Result      its values
//   name, purpose, rules, explained,    words of the help: what the command does, which rules `check` applies, what
//   workUnits                           --explain says, what a unit of work is
//   parseProblem, parsePlan, writePlan  its files
//   policyNames, makePolicy, verify, checkCertificate
//   whyNone(problem, result)            "" where that is not known
//   explain(problem, plan)              prints
//   summary, checked(account)           fields behind `cost=`, of the plan and of the check
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_SOLVE_PLANCOMMAND_H
#define ALCOVE_TOOLS_ALCOVE_SOLVE_PLANCOMMAND_H

#include "BudgetOptions.h"
#include "CertifiedCost.h"
#include "Commands.h"
#include "StopOnSignal.h"

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Base/Support/Print.h"

#include <chrono>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace alcove::solve {

struct PlanArguments {
  std::string input, out, certificate, policy = "exact";
  bool explain = false;
  BudgetOptions budget;
};

template <typename Of>
Status runPlan(const PlanArguments &arguments) {
  auto start = std::chrono::steady_clock::now();
  stopOnSignal();
  ALCOVE_ASSIGN_OR_RETURN(typename Of::Problem problem, [&] {
    ReadingLimit limit(arguments.input, arguments.budget.timeout());
    return readWith(arguments.input, Of::parseProblem);
  }());
  ALCOVE_ASSIGN_OR_RETURN(auto policy, Of::makePolicy(arguments.policy));
  if (!arguments.certificate.empty() && arguments.policy != "exact")
    return Error{fmt::format("--certificate: {} proves nothing; --policy=exact does", arguments.policy)};
  plan::Budget budget = arguments.budget.begin(start, arguments.budget.marginAfter(secondsSince(start)));
  typename Of::Result result = policy->run(problem, budget);
  if (!arguments.certificate.empty() && result.certificate)
    ALCOVE_RETURN_IF_ERROR(
        writeFileAtomically(arguments.certificate, formats::writeLayoutCertificate(*result.certificate)));
  if (!result.plan.found()) {
    std::string why = Of::whyNone(problem, result);
    return Error{!why.empty()
                     ? why
                     : fmt::format("{}: {}", arguments.policy, result.proved ? "no plan exists" : "no plan was found")};
  }
  alcove::Result<typename Of::Account> account = Of::verify(problem, result.plan);
  if (!account.ok())
    return Error{fmt::format("{}: {}", arguments.policy, account.error().message)};
  if (!arguments.out.empty())
    ALCOVE_RETURN_IF_ERROR(writeFileAtomically(arguments.out, Of::writePlan(result.plan, result.bound)));
  if (arguments.explain)
    Of::explain(problem, result.plan);
  double gap = result.bound > 0 ? static_cast<double>(account->cost) / static_cast<double>(result.bound) - 1
                                : (result.proved ? 0 : 1e9);
  std::string bound = result.bound <= -Of::impossible ? "-" : std::to_string(result.bound);
  std::string line = fmt::format("cost={} {} {} seconds={:.3f}", account->cost, Of::summary(*account),
                                 outcomeText(result, bound, gap), secondsSince(start));
  fmt::print(stderr, "{}\n", line);
  return arguments.budget.writeOutcome(Of::name, line);
}

struct PlanCheckArguments {
  std::string problem, plan, certificate;
};

template <typename Of>
Status runPlanCheck(const PlanCheckArguments &arguments) {
  ALCOVE_ASSIGN_OR_RETURN(typename Of::Problem problem, readWith(arguments.problem, Of::parseProblem));
  ALCOVE_ASSIGN_OR_RETURN(typename Of::Plan plan, readWith(arguments.plan, Of::parsePlan));
  alcove::Result<typename Of::Account> account = Of::verify(problem, plan);
  if (!account.ok())
    return Error{fmt::format("{}: {}", arguments.plan, account.error().message)};
  ALCOVE_ASSIGN_OR_RETURN(std::string proved,
                          provedText(arguments.certificate, account->cost, [&](const plan::LayoutCertificate &of) {
                            return Of::checkCertificate(problem, of);
                          }));
  alcove::print("valid: cost={} {}{}\n", account->cost, Of::checked(*account), proved);
  return {};
}

template <typename Of>
void addPlanCommand(CLI::App &app, int &exitCode) {
  auto arguments = std::make_shared<PlanArguments>();
  CLI::App *command = app.add_subcommand(Of::name, Of::purpose);
  command->add_option("problem", arguments->input, fmt::format("{}_problem JSON", Of::name))->required();
  command->add_option("-o,--out", arguments->out, fmt::format("Write the plan here ({}_plan JSON)", Of::name));
  command->add_option("--policy", arguments->policy, fmt::format("{}", fmt::join(Of::policyNames(), ", ")))
      ->capture_default_str();
  command->add_option("--certificate", arguments->certificate,
                      fmt::format("Write here why nothing costs less than the bound, for check {}", Of::name));
  command->add_flag("--explain", arguments->explain, Of::explained);
  arguments->budget.addTo(*command, Of::workUnits);
  arguments->budget.defaultTimeout(60, true);
  command->callback([arguments, &exitCode] {
    if (Status status = runPlan<Of>(*arguments); !status.ok())
      exitCode = fail(status.error());
  });
}

template <typename Of>
void addPlanCheckCommand(CLI::App &check, int &exitCode) {
  auto arguments = std::make_shared<PlanCheckArguments>();
  CLI::App *command = check.add_subcommand(Of::name, fmt::format("Rules {}, and the bound", Of::rules));
  command->add_option("problem", arguments->problem, fmt::format("{}_problem JSON", Of::name))->required();
  command->add_option("plan", arguments->plan, fmt::format("{}_plan JSON", Of::name))->required();
  command->add_option("--certificate", arguments->certificate, "re-derive the bound from the problem");
  command->callback([arguments, &exitCode] {
    if (Status status = runPlanCheck<Of>(*arguments); !status.ok())
      exitCode = fail(status.error());
  });
}

} // namespace alcove::solve

#endif // ALCOVE_TOOLS_ALCOVE_SOLVE_PLANCOMMAND_H
