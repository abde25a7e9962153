//===- Layout.cpp - alcove-solve layout -----------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BudgetOptions.h"
#include "Commands.h"
#include "StopOnSignal.h"

#include "alcove/Base/CommandLine/CLI11/Parse.h"
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Plan/LayoutChoice/Certificate.h"
#include "alcove/Plan/LayoutChoice/Format/LayoutFiles.h"
#include "alcove/Plan/LayoutChoice/Planner.h"
#include "alcove/Report/SolverPage.h"

#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

using namespace alcove;
using namespace alcove::plan;

namespace {

std::string costText(Cost cost) { return cost >= infiniteCost ? "none" : fmt::format("{}", cost); }
std::string boundText(Cost bound) {
  return bound <= -infiniteCost ? "none" : bound >= infiniteCost ? "infeasible" : fmt::format("{}", bound);
}

// One line, rewritten in place; only on a terminal, four times a second.
class ProgressLine : public LayoutObserver {
public:
  explicit ProgressLine(std::chrono::steady_clock::time_point start) : start(start), shown(isatty(STDERR_FILENO)) {}
  ~ProgressLine() override {
    if (lastWidth > 0)
      std::fprintf(stderr, "\r%*s\r", static_cast<int>(lastWidth), "");
  }
  void progress(const LayoutProgress &at) override {
    double now = solve::secondsSince(start);
    if (!shown || now < next)
      return;
    next = now + 0.25;
    double gap = at.incumbent < infiniteCost && at.bound > -infiniteCost
                     ? 100.0 * static_cast<double>(at.incumbent - at.bound) / std::max(1.0, std::abs(double(at.bound)))
                     : 100.0;
    std::string line = fmt::format("{:6.1f} s  {:<8} epoch {:<6} cost {}  bound {}  gap {:.3f} %", now, at.stage,
                                   at.epoch, costText(at.incumbent), boundText(at.bound), gap);
    std::fprintf(stderr, "\r%-*s", static_cast<int>(lastWidth), line.c_str());
    lastWidth = std::max(lastWidth, line.size());
  }

private:
  std::chrono::steady_clock::time_point start;
  bool shown;
  double next = 0;
  size_t lastWidth = 0;
};

/// Keeps the file at the best solution so far, with the bound of that moment: also a killed run leaves what it had.
/// Spends at most a twentieth of the time.
class BestSoFar : public LayoutObserver {
public:
  BestSoFar(const LayoutChoice &problem, const std::string &path, LayoutObserver &next)
      : problem(problem), path(path), next(next), active(!path.empty() && isReplaceable(path)) {}
  void progress(const LayoutProgress &at) override {
    next.progress(at);
    auto now = std::chrono::steady_clock::now();
    if (!active || !at.solution || (at.incumbent == cost && at.bound == bound) || now < again)
      return;
    // What the judge does not accept is a bug, reported at the end of the run.
    if (verify(problem, *at.solution).ok() &&
        writeFileAtomically(path, formats::writeLayoutSolution(*at.solution, at.bound)).ok()) {
      cost = at.incumbent;
      bound = at.bound;
    }
    again = now + std::chrono::milliseconds(100) + 20 * (std::chrono::steady_clock::now() - now);
  }

private:
  const LayoutChoice &problem;
  const std::string &path;
  LayoutObserver &next;
  bool active;
  Cost cost = infiniteCost, bound = -infiniteCost;
  std::chrono::steady_clock::time_point again;
};

struct LayoutArguments {
  std::string input, out, policy = "planner", certificate, report;
  uint64_t seed = 1;
  solve::BudgetOptions budget;
};

std::string summaryLine(const LayoutResult &result, double seconds) {
  return fmt::format("cost={} {} seconds={:.3f}", costText(result.solution.cost),
                     solve::outcomeText(result, boundText(result.bound), gapOf(result)), seconds);
}

Status writePage(const LayoutArguments &arguments, const LayoutChoice &problem, const LayoutResult &result,
                 std::vector<report::RunPoint> points, double seconds) {
  size_t candidates = problem.candidateCosts.size();
  report::SolverPage page{
      "Layout choice: " + solve::fileName(arguments.input),
      {{"problem", fmt::format("{} nodes, {} candidates, {} edges, {} bytes at every time", problem.numNodes(),
                               candidates, problem.edges.size(), problem.capacity)},
       {"cost", costText(result.solution.cost)},
       {"no assignment costs less than", boundText(result.bound)},
       {"proved", result.proved ? "yes: nothing is cheaper among all valid assignments" : "no"},
       {"stage, epochs, work", fmt::format("{}, {}, {} table entries", result.stage, result.epochs, result.work)},
       {"seconds", fmt::format("{:.3f}", seconds)}},
      "units of the problem's costs",
      std::move(points),
      "Memory over time",
      report::drawLayoutMemory(problem, result.solution.choice)};
  return writeFileAtomically(arguments.report, report::solverPage(page));
}

int runLayout(const LayoutArguments &arguments) {
  auto start = std::chrono::steady_clock::now();
  solve::stopOnSignal(); // also while reading
  Result<LayoutChoice> problem = [&] {
    solve::ReadingLimit limit(arguments.input, arguments.budget.timeout());
    return formats::readLayoutProblem(arguments.input);
  }();
  if (!problem.ok())
    return solve::fail(problem.error());
  std::unique_ptr<LayoutPolicy> policy;
  if (arguments.policy == "planner") {
    PlannerOptions options;
    options.seed = arguments.seed;
    options.certificate = !arguments.certificate.empty();
    policy = makeLayoutPlanner(options);
  } else {
    Result<std::unique_ptr<LayoutPolicy>> made = makeLayoutPolicy(arguments.policy);
    if (!made.ok())
      return solve::fail(made.error());
    policy = std::move(made).value();
  }
  // The limit is for the whole program: what reading took is gone, and writing needs a little.
  Budget budget = arguments.budget.begin(start, arguments.budget.marginAfter(solve::secondsSince(start)));
  LayoutResult result;
  std::vector<report::RunPoint> points;
  {
    ProgressLine line(start);
    BestSoFar file(*problem, arguments.out, line);
    report::RunRecorder<Cost, LayoutSolution> recorder(file);
    result = policy->run(*problem, budget, arguments.report.empty() ? static_cast<LayoutObserver *>(&file) : &recorder);
    recorder.add(static_cast<double>(result.solution.cost), static_cast<double>(result.bound));
    points = std::move(recorder.points);
  }
  double seconds = solve::secondsSince(start);
  auto tell = [&]() -> Status {
    std::string line = summaryLine(result, seconds);
    fmt::print(stderr, "{}\n", line);
    return arguments.budget.writeOutcome("layout", line);
  };
  if (!result.solution.found()) {
    if (Status written = tell(); !written.ok())
      return solve::fail(written.error());
    return solve::fail(Error{arguments.input + (result.proved ? ": no assignment satisfies the capacity and the edges"
                                                              : ": no feasible assignment was found")});
  }
  // Habit 1: nothing leaves that the judge has not accepted.
  if (Result<Cost> verified = verify(*problem, result.solution); !verified.ok())
    return solve::fail(Error{"policy bug: " + verified.error().message});
  if (!arguments.out.empty())
    if (Status written =
            writeFileAtomically(arguments.out, formats::writeLayoutSolution(result.solution, result.bound));
        !written.ok())
      return solve::fail(written.error());
  if (!arguments.certificate.empty()) {
    if (!result.certificate)
      return solve::fail(Error{fmt::format("policy {} gives no certificate", policy->name())});
    std::string text = formats::writeLayoutCertificate(*result.certificate);
    if (Status written = writeFileAtomically(arguments.certificate, text); !written.ok())
      return solve::fail(written.error());
  }
  if (!arguments.report.empty())
    if (Status written = writePage(arguments, *problem, result, std::move(points), seconds); !written.ok())
      return solve::fail(written.error());
  if (Status written = tell(); !written.ok())
    return solve::fail(written.error());
  if (!arguments.out.empty())
    return 0; // the summary says enough
  std::string list;
  for (int32_t choice : result.solution.choice)
    list += (list.empty() ? "" : ", ") + std::to_string(choice);
  std::printf("[%s]\n", list.c_str());
  return 0;
}

// The bound that the file claims, once the steps have shown it.
Result<Cost> checkCertificate(const LayoutChoice &problem, const std::string &path) {
  ALCOVE_ASSIGN_OR_RETURN(std::string text, readFile(path));
  ALCOVE_ASSIGN_OR_RETURN(LayoutCertificate certificate, formats::parseLayoutCertificate(text));
  ALCOVE_ASSIGN_OR_RETURN(Cost bound, checkBound(problem, certificate));
  if (bound < certificate.bound)
    return Error{fmt::format("claims bound {}, its steps prove {}", certificate.bound, bound)};
  return certificate.bound;
}

} // namespace

void solve::addLayoutCommand(CLI::App &app, int &exitCode) {
  auto arguments = std::make_shared<LayoutArguments>();
  CLI::App *layout = app.add_subcommand("layout", "One candidate per node at least cost under one capacity");
  layout->add_option("input", arguments->input, "IOPDDL or layout_choice JSON, plain or gzip")->required();
  arguments->budget.addTo(*layout, "table entries that are touched", "timeout,--timeout");
  layout->add_option("--seed", arguments->seed, "of the window search")->check(notNegative());
  layout->add_option("--policy", arguments->policy, "planner (default), greedy, beam, anneal, chain, belady");
  layout->add_option("--out", arguments->out, "write the solution as JSON");
  layout->add_option("--certificate", arguments->certificate, "write what check needs to re-derive the bound");
  layout->add_option("--report", arguments->report, "write an HTML page: cost and bound over time, memory over time");
  layout->callback([arguments, &exitCode] { exitCode = runLayout(*arguments); });
}

void solve::addCheckLayoutCommand(CLI::App &check, int &exitCode) {
  struct Arguments {
    std::string problem, solution, certificate;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App *layout = check.add_subcommand("layout", "Rules LC-V1..V5 of docs/spec/LayoutChoice.md, and the bound");
  layout->add_option("problem", arguments->problem, "IOPDDL or layout_choice JSON, plain or gzip")->required();
  layout->add_option("solution", arguments->solution, "layout_solution JSON or a bare list of choices")->required();
  layout->add_option("--certificate", arguments->certificate, "re-derive this bound from the problem");
  layout->callback([arguments, &exitCode] {
    Result<LayoutChoice> problem = formats::readLayoutProblem(arguments->problem);
    if (!problem.ok()) {
      exitCode = fail(problem.error());
      return;
    }
    Result<std::string> text = readFile(arguments->solution);
    Result<LayoutSolution> solution =
        text.ok() ? formats::parseLayoutSolution(*text) : Result<LayoutSolution>(text.error());
    if (!solution.ok()) {
      exitCode = fail(Error{arguments->solution + ": " + solution.error().message});
      return;
    }
    if (solution->cost >= infiniteCost && solution->choice.size() == problem->numNodes()) {
      bool inRange = true;
      for (size_t i = 0; i < problem->numNodes(); ++i)
        inRange &= solution->choice[i] < problem->numCandidates(static_cast<int32_t>(i));
      if (inRange)
        solution->cost = costOf(*problem, solution->choice);
    }
    Result<Cost> cost = verify(*problem, *solution);
    if (!cost.ok()) {
      exitCode = fail(cost.error());
      return;
    }
    if (arguments->certificate.empty()) {
      std::printf("valid: cost=%lld\n", static_cast<long long>(*cost));
      return;
    }
    Result<Cost> bound = checkCertificate(*problem, arguments->certificate);
    if (!bound.ok()) {
      exitCode = fail(Error{arguments->certificate + ": " + bound.error().message});
      return;
    }
    if (*bound > *cost) {
      exitCode = fail(Error{fmt::format("{}: proves bound {} above the cost {} of a valid solution: checker bug",
                                        arguments->certificate, *bound, *cost)});
      return;
    }
    std::printf("valid: cost=%lld bound=%lld proved=%s\n", static_cast<long long>(*cost),
                static_cast<long long>(*bound), *bound == *cost ? "yes" : "no");
  });
}
