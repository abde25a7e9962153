//===- Function.cpp - alcove-solve function --------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BudgetOptions.h"
#include "CertifiedCost.h"
#include "Commands.h"

#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Plan/FunctionLayout/Certificate.h"
#include "alcove/Plan/FunctionLayout/Format/FunctionLayoutFiles.h"
#include "alcove/Plan/FunctionLayout/Robustness.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <memory>

using namespace alcove;
using namespace alcove::plan;

namespace {

struct FunctionArguments {
  std::string input, out, check, certificate;
  bool events = false, oneOrder = false;
  std::vector<std::string> policies = {"all"};
  int draws = 0;
  double relativeError = 0.15;
  solve::BudgetOptions budget;
};

/// Prints what policies decide, in their order.
class EventPrinter : public PolicyObserver {
public:
  void event(const PolicyEvent &event) override {
    fmt::print("  {}{}: {}\n", event.action, event.op >= 0 ? fmt::format(" at op {}", event.op) : "", event.detail);
  }
};

/// A line of the table.
struct Row {
  std::string name;
  FunctionPlan plan;
  PlanFacts facts;
  std::optional<PlanViolation> broken;
  uint64_t rounds = 0;
  double milliseconds = 0;
};

Row runPolicy(const FunctionLayout &problem, FunctionPolicy &policy) {
  auto start = std::chrono::steady_clock::now();
  FunctionResult result = planFunction(problem, policy);
  std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
  return {std::string(policy.name()), std::move(result.plan), result.facts,
          std::move(result.broken),   result.epochs,          spent.count()};
}

/// A plan from a file, as if a policy had made it.
Row judge(const FunctionLayout &problem, FunctionPlan plan, const std::string &path) {
  PlanVerdict verdict = verify(problem, plan);
  return {path, std::move(plan), verdict.facts, std::move(verdict.violation), 0, 0};
}

Result<std::vector<std::unique_ptr<FunctionPolicy>>> makePolicies(const FunctionArguments &arguments,
                                                                  const FunctionPolicyOptions &options) {
  std::vector<std::string> names = arguments.policies;
  if (names == std::vector<std::string>{"all"}) {
    std::vector<std::string_view> all = functionPolicyNames();
    names.assign(all.begin(), all.end());
  }
  std::vector<std::unique_ptr<FunctionPolicy>> policies;
  for (const std::string &name : names) {
    ALCOVE_ASSIGN_OR_RETURN(std::unique_ptr<FunctionPolicy> policy, makeFunctionPolicy(name, options));
    policies.push_back(std::move(policy));
  }
  return policies;
}

void printTable(const std::vector<Row> &rows, Picoseconds base) {
  size_t width = 6;
  for (const Row &row : rows)
    width = std::max(width, row.name.size());
  fmt::print("{:<{}} {:>12} {:>8} {:>11} {:>6} {:>10} {:>6} {:>11}\n", "policy", width, "time us", "vs base",
             "conversions", "spills", "peak L1 B", "rounds", "planning ms");
  for (const Row &row : rows) {
    double ratio = base > 0 ? static_cast<double>(row.facts.time) / static_cast<double>(base) : 1;
    fmt::print("{:<{}} {:>12.3f} {:>8.3f} {:>11} {:>6} {:>10} {:>6} {:>11.1f}{}\n", row.name, width,
               static_cast<double>(row.facts.time) * 1e-6, ratio, row.facts.conversions, row.facts.spills,
               row.facts.peakSumBytes, row.rounds, row.milliseconds, row.broken ? " " + row.broken->rule : "");
  }
}

/// Every plan of the table against the best plans found of each draw. Prices of files bring no errors.
void printRobustness(const FunctionLayout &problem, const std::vector<Row> &rows,
                     const FunctionPolicyOptions &options) {
  PriceDraws draws{.count = options.draws, .relativeError = options.relativeError};
  std::vector<FunctionPlan> plans;
  for (const Row &row : rows)
    plans.push_back(row.plan);
  RobustnessReport report = compareUnder(problem, draws, plans, plansOfDraws(problem, draws, options, plans));
  fmt::print("{} draws of prices, nine in ten within {:.0f} %: more than the best plan found of each\n", draws.count,
             100 * *draws.relativeError);
  for (size_t i = 0; i < rows.size(); ++i)
    fmt::print("  {}: {:.3f} % in the mean, 90th percentile {:.3f} %, worst {:.3f} %\n", rows[i].name,
               100 * report.regrets[i].mean, 100 * report.regrets[i].percentile90, 100 * report.regrets[i].worst);
}

Status writeCertificate(const std::string &path, const std::vector<Row> &rows) {
  if (path.empty())
    return {};
  for (const Row &row : rows)
    if (row.plan.certificate)
      return writeFileAtomically(path, formats::writeFunctionCertificate(*row.plan.certificate));
  return Error{fmt::format("{}: none of the policies proved a bound (Global does)", path)};
}

Status runFunction(const FunctionArguments &arguments) {
  auto start = std::chrono::steady_clock::now();
  EventPrinter printer;
  ALCOVE_ASSIGN_OR_RETURN(FunctionLayout problem, [&] {
    solve::ReadingLimit limit(arguments.input, arguments.budget.timeout());
    return solve::readWith(arguments.input, formats::parseFunctionLayout);
  }());
  FunctionPolicyOptions options;
  uint64_t usualWork = options.budget.workUnits;
  options.budget = arguments.budget.begin(start, arguments.budget.marginAfter(solve::secondsSince(start)));
  if (options.budget.workUnits == plan::Budget().workUnits)
    options.budget.workUnits = usualWork;
  options.certificate = !arguments.certificate.empty();
  options.orders = !arguments.oneOrder;
  options.observer = arguments.events ? &printer : nullptr;
  options.relativeError = arguments.relativeError;
  if (arguments.draws > 0)
    options.draws = arguments.draws;
  auto policies = makePolicies(arguments, options);
  if (!policies.ok())
    return policies.error();
  std::vector<Row> rows;
  for (const std::unique_ptr<FunctionPolicy> &policy : *policies)
    rows.push_back(runPolicy(problem, *policy));
  if (!arguments.check.empty()) {
    ALCOVE_ASSIGN_OR_RETURN(FunctionPlan plan, solve::readWith(arguments.check, formats::parseFunctionPlan));
    rows.push_back(judge(problem, std::move(plan), arguments.check));
  }
  fmt::print("{}: {} ops, {} tensors, {} B of L1, {} for plans, {:.3f} us as it stands\n", problem.name,
             problem.numOps(), problem.tensors.size(), problem.l1Bytes, problem.capacity,
             static_cast<double>(asItStands(problem).time) * 1e-6);
  printTable(rows, asItStands(problem).time);
  auto fastest = std::min_element(rows.begin(), rows.end(), [](const Row &a, const Row &b) {
    return std::pair(a.broken.has_value(), a.facts.time) < std::pair(b.broken.has_value(), b.facts.time);
  });
  if (fastest != rows.end())
    ALCOVE_RETURN_IF_ERROR(arguments.budget.writeOutcome(
        "function", fmt::format("policy={} cost_ps={} base_ps={} conversions={} spills={} peak_l1_bytes={} rounds={} "
                                "valid={} seconds={:.3f}{}",
                                fastest->name, fastest->facts.time, asItStands(problem).time,
                                fastest->facts.conversions, fastest->facts.spills, fastest->facts.peakSumBytes,
                                fastest->rounds, fastest->broken ? "no" : "yes", solve::secondsSince(start),
                                fastest->plan.bound ? fmt::format(" bound_ps={}", *fastest->plan.bound) : "")));
  for (const Row &row : rows)
    if (row.broken)
      return Error{fmt::format("{}: {}: {}", row.name, row.broken->rule, row.broken->message)};
  if (arguments.draws > 0)
    printRobustness(problem, rows, options);
  ALCOVE_RETURN_IF_ERROR(writeCertificate(arguments.certificate, rows));
  if (arguments.out.empty())
    return {};
  auto best = std::min_element(rows.begin(), rows.end(),
                               [](const Row &a, const Row &b) { return a.facts.time < b.facts.time; });
  ALCOVE_RETURN_IF_ERROR(writeFileAtomically(arguments.out, formats::writeFunctionPlan(best->plan)));
  if (arguments.out != "-")
    fmt::print("{}: the plan of {}\n", arguments.out, best->name);
  return {};
}

/// Below zero for what is faster than the bound.
double gapOf(Picoseconds time, Picoseconds bound) {
  return static_cast<double>(time) / static_cast<double>(std::max(bound, Picoseconds(1))) - 1;
}

/// One sentence per state, and per state only one.
std::string standingText(const CertifiedPlan &certified, Picoseconds time) {
  if (!certified.bound)
    return "open: the certificate is about another order than the plan's and has no bound for any order";
  double gap = gapOf(time, *certified.bound);
  switch (certified.standing) {
  case Standing::Optimal:
    return certified.space.by == SpaceShare::By::All
               ? "optimal in the space: the plan is of it, and no plan of it is faster"
               : "optimal in the space of the rule: the plan is of it, and no plan of it is faster; what the rule "
                 "leaves "
                 "out was not looked at";
  case Standing::BetterThanSpace:
    return fmt::format("better than all of the space, without a bound of its own: {:.4f} % below the bound of the "
                       "space, which the plan is not of ({})",
                       -100 * gap, certified.outside);
  case Standing::Open:
    break;
  }
  std::string most = fmt::format("at most {:.4f} % above any plan of the space", 100 * gap);
  if (!certified.inSpace)
    return fmt::format("open: {}; this plan is outside of it ({})", most, certified.outside);
  return certified.space.by == SpaceShare::By::Part
             ? fmt::format("open: {}, which is a part that the certificate chose: nothing is optimal in it", most)
             : fmt::format("open: {}", most);
}

Status checkBounds(const FunctionLayout &problem, const FunctionPlan &plan, const std::string &path, Picoseconds time) {
  ALCOVE_ASSIGN_OR_RETURN(FunctionCertificate certificate, solve::readWith(path, formats::parseFunctionCertificate));
  if (Status status = checkCertificate(problem, certificate); !status.ok())
    return Error{fmt::format("{}: {}", path, status.error().message)};
  Result<CertifiedPlan> certified = certify(problem, plan, certificate);
  if (!certified.ok())
    return Error{fmt::format("{}: {}", path, certified.error().message)};
  auto picoseconds = [](std::optional<Picoseconds> bound) { return bound ? fmt::format("{}", *bound) : "none"; };
  std::string gap = "none", optimal = "no";
  if (certified->bound)
    gap = fmt::format("{:.6f}", gapOf(time, *certified->bound));
  if (certified->standing == Standing::Optimal)
    optimal = certified->space.by == SpaceShare::By::All ? "yes" : "in_space";
  fmt::print("space: {}; order: {}\n", certified->space.text(), certified->sameOrder ? "the plan's" : "another one");
  fmt::print("proved: bound_ps={} any_order_bound_ps={} gap={} in_space={} standing={} optimal={}\n", certificate.bound,
             picoseconds(certificate.anyOrderBound), gap, certified->inSpace ? "yes" : "no",
             toString(certified->standing), optimal);
  fmt::print("{}\n", standingText(*certified, time));
  return {};
}

Status runCheck(const std::string &problemPath, const std::string &planPath, const std::string &certificatePath) {
  ALCOVE_ASSIGN_OR_RETURN(FunctionLayout problem, solve::readWith(problemPath, formats::parseFunctionLayout));
  ALCOVE_ASSIGN_OR_RETURN(FunctionPlan plan, solve::readWith(planPath, formats::parseFunctionPlan));
  PlanVerdict verdict = verify(problem, plan);
  if (!verdict.ok())
    return Error{fmt::format("{}: {}: {}", planPath, verdict.violation->rule, verdict.violation->message)};
  fmt::print("valid: time_ps={} dram_bytes={} conversions={} spills={} peak_sum={} peak_held={} peak_extent={}\n",
             verdict.facts.time, verdict.facts.dramBytes, verdict.facts.conversions, verdict.facts.spills,
             verdict.facts.peakSumBytes, verdict.facts.peakHeldBytes, verdict.facts.peakExtentBytes);
  if (!certificatePath.empty())
    return checkBounds(problem, plan, certificatePath, verdict.facts.time);
  if (plan.bound)
    fmt::print("claimed: bound_ps={} in_space={}; nothing is proved without a certificate\n", *plan.bound,
               plan.inSpace ? "yes" : "no");
  return {};
}

} // namespace

void solve::addFunctionCommand(CLI::App &app, int &exitCode) {
  auto arguments = std::make_shared<FunctionArguments>();
  CLI::App *command = app.add_subcommand("function", "Layouts, candidates and conversions of a whole function");
  command->add_option("FILE", arguments->input, "Problem (alcove.function_layout JSON)")->required();
  command
      ->add_option("--policy", arguments->policies,
                   fmt::format("all, or some of {} and Robust", fmt::join(functionPolicyNames(), ", ")))
      ->delimiter(',')
      ->default_str("all");
  arguments->budget.addTo(*command, "table entries that the exact planner touches");
  command->add_flag("--one-order", arguments->oneOrder, "Global: only the scheduled order");
  command
      ->add_option("--robustness", arguments->draws,
                   "Draws of prices within their errors in which the plans are compared")
      ->check(CLI::Range(1, 1000));
  command
      ->add_option("--robustness-error", arguments->relativeError,
                   "Error of a price in draws, and for policy Robust: 0.15 = nine in ten within 15 %")
      ->check(CLI::Range(0.0, 10.0))
      ->capture_default_str();
  command->add_flag("--events", arguments->events, "Print what the policies decide (GreedyBeam, TimeBeam, Global)");
  command->add_option("--out", arguments->out, "Write the fastest plan of the table (alcove.function_plan JSON)");
  command->add_option("--certificate", arguments->certificate,
                      "Write what proves Global's bounds (alcove.function_certificate JSON)");
  command->add_option("--check", arguments->check, "Verify this plan and put it into the table");
  command->callback([arguments, &exitCode] {
    if (Status status = runFunction(*arguments); !status.ok())
      exitCode = fail(status.error());
  });
}

void solve::addCheckFunctionCommand(CLI::App &check, int &exitCode) {
  struct Arguments {
    std::string problem, plan, certificate;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App *command = check.add_subcommand(
      "function", "Rules FL-10..FL-24 of docs/spec/FunctionLayout.md, FP-1..FP-15 of FunctionProof.md");
  command->add_option("PROBLEM", arguments->problem, "Problem (alcove.function_layout JSON)")->required();
  command->add_option("PLAN", arguments->plan, "Plan (alcove.function_plan JSON)")->required();
  command->add_option("CERTIFICATE", arguments->certificate,
                      "What proves its bounds (alcove.function_certificate JSON)");
  command->callback([arguments, &exitCode] {
    if (Status status = runCheck(arguments->problem, arguments->plan, arguments->certificate); !status.ok())
      exitCode = fail(status.error());
  });
}
