//===- Allocate.cpp - alcove-solve allocate -------------------------------===//
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
#include "alcove/Plan/Allocation/Bound.h"
#include "alcove/Plan/Allocation/Format/AllocationFiles.h"
#include "alcove/Plan/Allocation/Policies.h"
#include "alcove/Report/SolverPage.h"

#include <fmt/format.h>

#include <algorithm>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <unistd.h>

using namespace alcove;
using namespace alcove::plan;

namespace {

using Clock = std::chrono::steady_clock;

struct AllocateOptions {
  std::string input;
  std::optional<Bytes> capacity;
  bool minimize = false;
  std::string output = "-";
  std::string conflict, report;
  std::string policy = "auto";
  std::string order = "size";
  solve::BudgetOptions budget;
  uint64_t seed = 1;
  uint64_t iterations = 2000;
};

const std::map<std::string, AllocationOrder> orderNames = {
    {"input", AllocationOrder::Input},       {"size", AllocationOrder::Size},   {"area", AllocationOrder::Area},
    {"lifetime", AllocationOrder::Lifetime}, {"start", AllocationOrder::Start}, {"hint", AllocationOrder::Hint}};

bool isJson(const std::string &path) { return path.ends_with(".json"); }

/// `file: message` around errors of the readers.
template <typename T>
Result<T> inFile(const std::string &path, Result<T> result) {
  if (result.ok())
    return result;
  return Error{fmt::format("{}: {}", path, result.error().message)};
}

Result<AllocationProblem> readProblem(const std::string &path, std::optional<Bytes> capacity, bool needsCapacity) {
  ALCOVE_ASSIGN_OR_RETURN(std::string text, readFile(path));
  ALCOVE_ASSIGN_OR_RETURN(AllocationProblem problem, inFile(path, isJson(path) ? formats::parseAllocationJson(text)
                                                                               : formats::parseMiniMallocCsv(text)));
  if (capacity)
    problem.capacity = *capacity;
  else if (needsCapacity && !isJson(path))
    return Error{fmt::format("{}: this format carries no capacity; give --capacity=BYTES{}", path,
                             needsCapacity ? " (or --minimize)" : "")};
  ALCOVE_RETURN_IF_ERROR(check(problem));
  return problem;
}

/// One line, rewritten in place; only on a terminal.
class ProgressLine : public AllocationObserver {
public:
  ~ProgressLine() override {
    if (last != Clock::time_point())
      fmt::print(stderr, "\r\033[K");
  }
  void progress(const RunProgress<Bytes, AllocationSolution> &at) override {
    if (!terminal || solve::secondsSince(last) < 0.3)
      return;
    last = Clock::now();
    fmt::print(stderr, "\rheight={} bound={} ", at.incumbent, at.bound);
  }

private:
  bool terminal = isatty(STDERR_FILENO);
  Clock::time_point last;
};

AllocationResult runGreedy(const AllocationProblem &problem, const AllocateOptions &options, AllocationFit fit) {
  AllocationResult result;
  result.solution = placeInOrder(problem, allocationOrder(problem, orderNames.at(options.order)), fit);
  result.height = allocationHeight(problem, result.solution);
  result.bound = allocationLowerBound(problem).bytes;
  result.work = problem.buffers.size();
  result.stage = fmt::format("{}-fit-by-{}", fit == AllocationFit::First ? "first" : "best", options.order);
  AllocationProblem unlimited = problem;
  unlimited.capacity = maxAllocationValue;
  if (!verify(unlimited, result.solution).ok()) {
    // Greedy placement breaks AL-S6 only when fixed buffers do.
    result.answer = AllocationAnswer::Infeasible;
    result.solution.offsets.clear();
  } else if (result.height <= problem.capacity || options.minimize) {
    result.answer = AllocationAnswer::Found;
  }
  result.settle();
  return result;
}

AllocationResult runTopDown(const AllocationProblem &problem, const Result<TopDownResult> &simulated) {
  AllocationResult result;
  result.bound = allocationLowerBound(problem).bytes;
  result.stage = "top-down";
  result.work = problem.buffers.size();
  if (!simulated->fits())
    return result;
  result.answer = AllocationAnswer::Found;
  result.solution = simulated->solution;
  result.height = problem.capacity - simulated->leastHeadroom;
  result.settle();
  return result;
}

Result<AllocationResult> runPolicy(const AllocationProblem &problem, const AllocateOptions &options,
                                   const Budget &budget, AllocationObserver &observer) {
  if (options.policy == "first-fit")
    return runGreedy(problem, options, AllocationFit::First);
  if (options.policy == "best-fit")
    return runGreedy(problem, options, AllocationFit::Best);
  if (options.policy == "top-down") {
    Result<TopDownResult> simulated = simulateTopDown(problem);
    if (!simulated.ok())
      return simulated.error();
    return runTopDown(problem, simulated);
  }
  if (options.policy == "greedy" || options.policy == "hill-climb") {
    AllocationResult result =
        options.policy == "greedy"
            ? allocateGreedily(problem)
            : hillClimbAllocation(problem, {options.seed, options.iterations, options.minimize}, budget);
    if (options.minimize && result.answer == AllocationAnswer::Open)
      result.answer = AllocationAnswer::Found;
    result.settle();
    return result;
  }
  if (options.minimize)
    return minimizeAllocation(problem, budget, &observer);
  return options.policy == "exact" ? allocateExactly(problem, budget) : allocate(problem, budget);
}

/// What `proved=yes` stands for: the capacity within which no offsets exist, or the height below which none do.
std::string spaceText(const AllocationResult &result, Bytes capacity) {
  if (!result.proved)
    return "";
  return result.answer == AllocationAnswer::Infeasible ? fmt::format(" space=offsets:all,within:{}", capacity)
                                                       : fmt::format(" space=offsets:all,below:{}", result.height);
}

std::string summaryLine(const AllocationResult &result, Bytes capacity, double seconds) {
  const char *status = result.answer == AllocationAnswer::Found        ? "found"
                       : result.answer == AllocationAnswer::Infeasible ? "infeasible"
                                                                       : "open";
  std::string height = result.solution.offsets.empty() && result.height == 0 && result.answer != AllocationAnswer::Found
                           ? "-"
                           : fmt::format("{}", result.height);
  double gap = height == "-" || result.bound == 0
                   ? (result.proved ? 0 : std::numeric_limits<double>::infinity())
                   : static_cast<double>(result.height - result.bound) / static_cast<double>(result.bound);
  return fmt::format("height={} {} seconds={:.3f} status={}{}", height,
                     solve::outcomeText(result, std::to_string(result.bound), gap), seconds, status,
                     spaceText(result, capacity));
}

Status writeSolution(const std::string &path, const AllocationProblem &problem, const AllocationSolution &solution) {
  // MiniMalloc's columns are for problems whose buffers lie on every core.
  bool byCore =
      std::ranges::any_of(problem.buffers, [](const AllocationBuffer &buffer) { return !buffer.cores.empty(); });
  if (isJson(path) || (path == "-" && byCore))
    return writeFileAtomically(path, formats::formatAllocationJson(problem, &solution));
  ALCOVE_ASSIGN_OR_RETURN(std::string text, formats::formatMiniMallocCsv(problem, &solution));
  return writeFileAtomically(path, text);
}

/// The conflict as a problem file of its own.
Status explain(const AllocationProblem &problem, const AllocateOptions &options, const Budget &budget) {
  AllocationConflict conflict = allocationConflict(problem, budget);
  if (conflict.buffers.empty()) {
    fmt::print(stderr, "alcove-solve: no conflict was found within the limits\n");
    return {};
  }
  AllocationProblem part;
  part.capacity = problem.capacity;
  for (size_t index : conflict.buffers)
    part.buffers.push_back(problem.buffers[index]);
  fmt::print(stderr, "conflict={} irreducible={} work={}\n", part.buffers.size(), conflict.irreducible ? "yes" : "no",
             conflict.work);
  if (isJson(options.conflict))
    return writeFileAtomically(options.conflict, formats::formatAllocationJson(part));
  ALCOVE_ASSIGN_OR_RETURN(std::string text, formats::formatMiniMallocCsv(part));
  return writeFileAtomically(options.conflict, text);
}

Status writePage(const AllocateOptions &options, const AllocationProblem &problem, const AllocationResult &result,
                 std::vector<report::RunPoint> points, double seconds) {
  bool found = result.answer == AllocationAnswer::Found;
  std::string claim = !result.proved ? "nothing"
                      : found        ? fmt::format("no offsets have a height below {} bytes", result.height)
                                     : fmt::format("no offsets exist within {} bytes", problem.capacity);
  report::SolverPage page{
      "Allocation: " + solve::fileName(options.input),
      {{"problem", fmt::format("{} buffers, {} bytes at every time", problem.buffers.size(), problem.capacity)},
       {"height", found ? fmt::format("{} bytes", result.height) : "none"},
       {"no offsets have a height below", fmt::format("{} bytes", result.bound)},
       {"proved", claim},
       {"stage, epochs, work", fmt::format("{}, {}, {} placements", result.stage, result.epochs, result.work)},
       {"seconds", fmt::format("{:.3f}", seconds)}},
      "bytes",
      std::move(points),
      "Buffers over time",
      found ? report::drawAllocation(problem, result.solution) : ""};
  return writeFileAtomically(options.report, report::solverPage(page));
}

Result<int> runAllocate(const AllocateOptions &options) {
  Clock::time_point start = Clock::now();
  solve::stopOnSignal(); // also while reading
  ALCOVE_ASSIGN_OR_RETURN(AllocationProblem problem, [&] {
    solve::ReadingLimit limit(options.input, options.budget.timeout());
    return readProblem(options.input, options.capacity, !options.minimize);
  }());
  Budget budget = options.budget.begin(start, options.budget.marginAfter(solve::secondsSince(start)));
  AllocationResult result;
  std::vector<report::RunPoint> points;
  {
    ProgressLine line;
    report::RunRecorder<Bytes, AllocationSolution> recorder(line);
    ALCOVE_ASSIGN_OR_RETURN(result, runPolicy(problem, options, budget, recorder));
    bool found = result.answer == AllocationAnswer::Found;
    recorder.add(found ? static_cast<double>(result.height) : INFINITY, static_cast<double>(result.bound));
    points = std::move(recorder.points);
  }
  if (options.minimize)
    problem.capacity = std::max(result.height, result.bound);
  if (result.answer == AllocationAnswer::Found) {
    if (Status status = verify(problem, result.solution); !status.ok())
      return Error{
          fmt::format("policy bug: {} gave offsets that do not hold: {}", result.stage, status.error().message)};
    ALCOVE_RETURN_IF_ERROR(writeSolution(options.output, problem, result.solution));
  }
  if (!options.report.empty())
    ALCOVE_RETURN_IF_ERROR(writePage(options, problem, result, std::move(points), solve::secondsSince(start)));
  std::string line = summaryLine(result, problem.capacity, solve::secondsSince(start));
  fmt::print(stderr, "{}\n", line);
  ALCOVE_RETURN_IF_ERROR(options.budget.writeOutcome("allocation", line));
  if (result.answer == AllocationAnswer::Infeasible && !options.conflict.empty())
    ALCOVE_RETURN_IF_ERROR(explain(problem, options, budget));
  return result.answer == AllocationAnswer::Found ? 0 : 1;
}

struct CheckOptions {
  std::string problem;
  std::string solution;
  std::optional<Bytes> capacity;
};

Result<int> runCheck(const CheckOptions &options) {
  ALCOVE_ASSIGN_OR_RETURN(AllocationProblem problem, readProblem(options.problem, options.capacity, true));
  ALCOVE_ASSIGN_OR_RETURN(std::string text, readFile(options.solution));
  ALCOVE_ASSIGN_OR_RETURN(AllocationSolution solution,
                          inFile(options.solution, isJson(options.solution)
                                                       ? formats::parseAllocationSolutionJson(text, problem)
                                                       : formats::parseMiniMallocSolution(text, problem)));
  if (Status status = verify(problem, solution); !status.ok())
    return Error{fmt::format("{}: {}", options.solution, status.error().message)};
  Bytes height = allocationHeight(problem, solution);
  Bytes live = maxLiveBytes(problem);
  print("ok buffers={} height={} capacity={} max-live={} minimal={}\n", problem.buffers.size(), height,
        problem.capacity, live, height == live ? "yes" : "unknown");
  return 0;
}

template <typename Run>
int exitCodeOf(Run run) {
  Result<int> code = run();
  return code.ok() ? code.value() : solve::fail(code.error());
}

} // namespace

void solve::addAllocateCommand(CLI::App &app, int &exitCode) {
  CLI::App *command =
      app.add_subcommand("allocate", "Offsets for buffers with known lifetimes (MiniMalloc CSV or JSON)");
  auto options = std::make_shared<AllocateOptions>();
  command->add_option("input", options->input, "Problem: .json, anything else is MiniMalloc CSV; - is standard input")
      ->required();
  CLI::Option *capacity =
      command->add_option("--capacity", options->capacity, "Bytes at every moment")->check(notNegative());
  command->add_flag("--minimize", options->minimize, "Find the smallest capacity instead")->excludes(capacity);
  command
      ->add_option(
          "--out", options->output,
          "Solution file: .json, anything else CSV with offsets; - is standard output, CSV unless buffers name cores")
      ->capture_default_str();
  command->add_option("--conflict", options->conflict,
                      "When no offsets exist: write a small set of buffers that cannot coexist");
  command->add_option("--report", options->report,
                      "Write an HTML page: height and bound over time, buffers over time and addresses");
  command
      ->add_option(
          "--policy", options->policy,
          "auto (greedy, hill climbing or skylines, exact), exact, hill-climb, greedy, first-fit, best-fit, or "
          "top-down (simulates a runtime that places buffers itself)")
      ->check(CLI::IsMember({"auto", "exact", "hill-climb", "greedy", "first-fit", "best-fit", "top-down"}))
      ->capture_default_str();
  command->add_option("--order", options->order, "Order of first-fit and best-fit")
      ->check(CLI::IsMember({"input", "size", "area", "lifetime", "start", "hint"}))
      ->capture_default_str();
  options->budget.addTo(*command, "placements that are tried");
  command->add_option("--seed", options->seed, "Of hill-climb")->check(notNegative())->capture_default_str();
  command->add_option("--iterations", options->iterations, "Of hill-climb")
      ->check(notNegative())
      ->capture_default_str();
  command->callback([options, &exitCode] { exitCode = exitCodeOf([&] { return runAllocate(*options); }); });
}

void solve::addCheckAllocationCommand(CLI::App &check, int &exitCode) {
  CLI::App *command = check.add_subcommand("allocation", "Offsets of a solution against rules AL-S1..AS6");
  auto options = std::make_shared<CheckOptions>();
  command->add_option("problem", options->problem, "Problem file")->required();
  command->add_option("solution", options->solution, "Solution file")->required();
  command->add_option("--capacity", options->capacity, "Bytes at every moment")->check(notNegative());
  command->callback([options, &exitCode] { exitCode = exitCodeOf([&] { return runCheck(*options); }); });
}
