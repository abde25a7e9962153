//===- Schedule.cpp - alcove-solve schedule --------------------------------===//
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
#include "alcove/Base/Support/Print.h"
#include "alcove/Plan/GraphSchedule/Format/MLSys.h"
#include "alcove/Plan/GraphSchedule/Scheduler.h"
#include "alcove/Report/ScheduleReport.h"
#include "alcove/Report/SolverPage.h"

#include <chrono>
#include <fmt/format.h>
#include <memory>

using namespace alcove;
using namespace alcove::plan::schedule;

namespace {

struct ScheduleArguments {
  std::string input, output;
  SchedulerOptions options;
  solve::BudgetOptions budget;
  bool explain = false;
  std::string svg, report, tiles = "any";
};

struct CheckArguments {
  std::string problem, solution;
  bool quiet = false;
};

/// Keeps the file at the best schedule so far.
class BestSoFar : public ScheduleObserver {
public:
  explicit BestSoFar(const std::string &path) : path(path) {}
  void progress(const plan::RunProgress<double, Solution> &at) override {
    if (isReplaceable(path))
      written = writeFileAtomically(path, formats::writeMLSysSolution(*at.solution));
    if (first == 0)
      first = solve::secondsSince(start);
    best = solve::secondsSince(start);
  }
  Status written;
  double first = 0, best = 0; ///< seconds until the first and the best schedule were handed out

private:
  const std::string &path;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

} // namespace

template <typename T>
static Result<T> readWith(const std::string &path, Result<T> (*parse)(std::string_view)) {
  ALCOVE_ASSIGN_OR_RETURN(std::string text, readFile(path, size_t(1) << 30));
  Result<T> parsed = parse(text);
  if (!parsed.ok())
    return Error{fmt::format("{}: {}", path, parsed.error().message)};
  return parsed;
}

static Status writePage(const ScheduleArguments &arguments, const Problem &problem, const ScheduleResult &result,
                        std::vector<report::RunPoint> points, const std::pair<double, std::string> &secondsAndPicture) {
  report::SolverPage page{
      "Graph schedule: " + solve::fileName(arguments.input),
      {{"problem", fmt::format("{} operations, {} tensors, fast memory of {} elements, {} elements per time unit",
                               problem.ops.size(), problem.tensors.size(), problem.capacity, problem.bandwidth)},
       {"latency", fmt::format("{:.10g} time units in {} subgraphs", result.cost, result.solution.subgraphs.size())},
       {"no schedule is faster than", fmt::format("{:.10g} time units", result.bound)},
       {"proved", result.proved ? "yes: nothing is faster among the schedules of " + result.space : "no"},
       {"stage, epochs, work", fmt::format("{}, {}, {}", result.stage, result.epochs, result.work)},
       {"seconds", fmt::format("{:.3f}", secondsAndPicture.first)}},
      "time units",
      std::move(points),
      "Subgraphs over time",
      secondsAndPicture.second};
  return writeFileAtomically(arguments.report, report::solverPage(page));
}

static Status runSchedule(ScheduleArguments &arguments) {
  auto start = std::chrono::steady_clock::now();
  ALCOVE_ASSIGN_OR_RETURN(Problem problem, [&] {
    solve::ReadingLimit limit(arguments.input, arguments.budget.timeout());
    return readWith(arguments.input, formats::readMLSysProblem);
  }());
  // The limit is for the whole program: reading is over, writing and the steps that do not look at the clock come yet.
  double limit = arguments.budget.timeout();
  double margin = std::min(0.1 * limit, 0.05 + 0.01 * limit + 2e-5 * static_cast<double>(problem.ops.size()));
  plan::Budget budget = arguments.budget.begin(start, margin);
  // A file always holds the best schedule so far; a stream takes one text, so the last.
  BestSoFar file(arguments.output);
  report::RunRecorder<double, Solution> recorder(file);
  ALCOVE_ASSIGN_OR_RETURN(ScheduleResult result, scheduleGraph(problem, budget, arguments.options, &recorder));
  recorder.add(result.cost, result.bound);
  ALCOVE_RETURN_IF_ERROR(file.written);
  if (!isReplaceable(arguments.output) || problem.ops.empty())
    ALCOVE_RETURN_IF_ERROR(writeFileAtomically(arguments.output, formats::writeMLSysSolution(result.solution)));
  double gap = result.bound > 0 ? result.cost / result.bound - 1 : 0;
  std::string line =
      fmt::format("cost={:.10g} {} seconds={:.3f}{} proved_without_recomputation={} first={:.3f} best={:.3f}",
                  result.cost, solve::outcomeText(result, fmt::format("{:.10g}", result.bound), gap),
                  solve::secondsSince(start), problem.ops.empty() ? "" : " space=" + result.space,
                  result.provedWithoutRecomputation ? "yes" : "no", file.first, file.best);
  print("{}\n", line);
  ALCOVE_RETURN_IF_ERROR(arguments.budget.writeOutcome("schedule", line));
  if (!result.policyBug.empty())
    fmt::print(stderr, "alcove-solve: warning: policy bug, a schedule was dropped: {}\n", result.policyBug);
  if (arguments.explain || !arguments.svg.empty() || !arguments.report.empty()) {
    ALCOVE_ASSIGN_OR_RETURN(Evaluation evaluation, evaluate(problem, result.solution));
    ALCOVE_ASSIGN_OR_RETURN(std::vector<std::string> names, readWith(arguments.input, formats::readMLSysNames));
    if (arguments.explain)
      print("{}", report::explainSchedule(problem, result.solution, evaluation, names));
    if (!arguments.svg.empty())
      ALCOVE_RETURN_IF_ERROR(
          writeFileAtomically(arguments.svg, report::drawSchedule(problem, result.solution, evaluation, names)));
    if (!arguments.report.empty())
      ALCOVE_RETURN_IF_ERROR(writePage(
          arguments, problem, result, std::move(recorder.points),
          {solve::secondsSince(start), report::drawWorkingSets(problem, result.solution, evaluation, names)}));
  }
  return {};
}

void solve::addScheduleCommand(CLI::App &app, int &exitCode) {
  auto arguments = std::make_shared<ScheduleArguments>();
  CLI::App *command = app.add_subcommand("schedule", "MLSys-2026 graph scheduling: fuse, tile, retain");
  command->add_option("IN", arguments->input, "Problem (JSON)")->required();
  command->add_option("OUT", arguments->output, "Schedule (JSON); replaced atomically by every better one")->required();
  arguments->budget.addTo(*command, "moves of the annealer, transitions of the exact search, groups that are listed");
  arguments->budget.defaultTimeout(10, true);
  command->add_option("--seed", arguments->options.seed, "Seed of the random moves")
      ->check(notNegative())
      ->default_val(1);
  command
      ->add_option("--tiles", arguments->tiles,
                   "any, or dividing: only tiles that divide the tensor and depths that divide the reduction")
      ->check(CLI::IsMember({"any", "dividing"}))
      ->capture_default_str();
  command->add_flag(
      "--strict", arguments->options.strict,
      "Only what every public evaluator accepts: --tiles=dividing, at most one split MatMul per subgraph, "
      "operations connected by what they make");
  command->add_flag("--explain", arguments->explain, "Say why every subgraph is as it is, and what else it could cost");
  command->add_option("--svg", arguments->svg, "Draw the schedule into this file");
  command->add_option("--report", arguments->report,
                      "Write an HTML page: latency and bound over time, the schedule as a drawing");
  command->callback([arguments, &exitCode] {
    arguments->options.dividing = arguments->tiles == "dividing";
    if (Status status = runSchedule(*arguments); !status.ok())
      exitCode = fail(status.error());
  });
}

static Status runCheck(const CheckArguments &arguments) {
  ALCOVE_ASSIGN_OR_RETURN(Problem problem, readWith(arguments.problem, formats::readMLSysProblem));
  ALCOVE_ASSIGN_OR_RETURN(Solution solution, readWith(arguments.solution, formats::readMLSysSolution));
  Result<Evaluation> evaluation = evaluate(problem, solution);
  if (!evaluation.ok())
    return Error{fmt::format("{}: {}", arguments.solution, evaluation.error().message)};
  if (Status claims = checkClaims(solution, *evaluation); !claims.ok())
    return Error{fmt::format("{}: {}", arguments.solution, claims.error().message)};
  for (size_t s = 0; s != evaluation->subgraphs.size() && !arguments.quiet; ++s) {
    const SubgraphReport &report = evaluation->subgraphs[s];
    const Subgraph &subgraph = solution.subgraphs[s];
    print("subgraphs[{}]: latency {:.10g}, working set {} of {}, {} ops, [{}, {}, {}], {} tiles, {} steps ({} "
          "memory-bound), loaded {}, stored {}\n",
          s, report.latency.toDouble(), report.workingSet, problem.capacity, subgraph.ops.size(),
          subgraph.granularity.w, subgraph.granularity.h, subgraph.granularity.k, report.tiles, report.steps,
          report.memoryBoundSteps, report.loadedElements, report.storedElements);
  }
  print("valid latency={:.12g}\n", evaluation->latency);
  return {};
}

void solve::addCheckScheduleCommand(CLI::App &check, int &exitCode) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App *command = check.add_subcommand("schedule", "Re-price an MLSys-2026 schedule, rule by rule");
  command->add_option("PROBLEM", arguments->problem, "Problem (JSON)")->required();
  command->add_option("SOLUTION", arguments->solution, "Schedule (JSON)")->required();
  command->add_flag("--quiet", arguments->quiet, "Only the last line");
  command->callback([arguments, &exitCode] {
    if (Status status = runCheck(*arguments); !status.ok())
      exitCode = fail(status.error());
  });
}
