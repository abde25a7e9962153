//===- AllocateBench.cpp - All policies on MiniMalloc files ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   AllocateBench [--capacity=N] [--threads=N] [--minimize-seconds=S] [--limit-seconds=S] [--limit-work=N] [--ablation]
//   [--tilings] [--many=N] [--regions=N] FILE.csv...
//
// One line per file and policy: height, seconds of wall and of user time, work. Every solution is verified. Ends with
// the totals of the exact search. `--tilings` adds random tilings without waste (docs/rationale/Allocation.md),
// `--many=N` random problems of N buffers, with their gap and the memory that grew per buffer,
// `--regions=N` the least capacity of ten problems of N buffers on parts of 64 cores.
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Plan/Allocation/Format/AllocationFiles.h"
#include "alcove/Plan/Allocation/Policies.h"
#include "testing/Plan/AllocationGen.h"

#include <fmt/format.h>

#include <chrono>
#include <cstring>
#include <ctime>

using namespace alcove;
using namespace alcove::plan;

namespace {

double wallSeconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
double cpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Settings {
  Bytes capacity = 1048576;
  int threads = 2;
  double minimizeSeconds = 20;
  double limitSeconds = 60;
  uint64_t limitWork = std::numeric_limits<uint64_t>::max();
  bool ablation = false;
};

struct Totals {
  int solved = 0;
  int asked = 0;
  double wall = 0;
  double cpu = 0;
};

template <typename Run>
void measure(const std::string &name, std::string_view policy, const AllocationProblem &problem, bool anyHeight,
             Totals *totals, Run run) {
  double wall = wallSeconds();
  double cpu = cpuSeconds();
  AllocationResult result = run();
  wall = wallSeconds() - wall;
  cpu = cpuSeconds() - cpu;
  AllocationProblem checked = problem;
  if (anyHeight)
    checked.capacity = maxAllocationValue;
  std::string verdict = "open";
  if (result.answer == AllocationAnswer::Infeasible)
    verdict = "infeasible";
  else if (!result.solution.offsets.empty())
    verdict = verify(checked, result.solution).ok() ? "verified" : "too high";
  fmt::print("{:<14} {:<11} height={:<9} bound={:<9} {:<10} minimal={:<3} wall={:7.3f} cpu={:7.3f} work={}\n", name,
             policy, result.height, result.bound, verdict, result.proved ? "yes" : "no", wall, cpu, result.work);
  std::fflush(stdout);
  if (!totals)
    return;
  ++totals->asked;
  totals->solved += verdict == "verified";
  totals->wall += wall;
  totals->cpu += cpu;
}

/// The exact search with one technique left out at a time.
void runAblation(const std::string &name, const AllocationProblem &problem, const Settings &settings) {
  const std::pair<std::string_view, AllocationSwitches> variants[] = {
      {"-notFirst", {.notFirst = false}},
      {"-support", {.support = false}},
      {"-failed", {.failedStates = false}},
      {"-decompose", {.decomposition = false}},
      {"-all four", {.notFirst = false, .support = false, .failedStates = false, .decomposition = false}}};
  for (const auto &[label, switches] : variants) {
    Budget budget{.workUnits = settings.limitWork, .seconds = settings.limitSeconds, .threads = settings.threads};
    measure(name, label, problem, false, nullptr, [&] { return allocateExactly(problem, budget, switches); });
  }
}

void runAll(const std::string &name, const AllocationProblem &problem, const Settings &settings, Totals &totals) {
  Budget budget{.seconds = settings.limitSeconds, .threads = settings.threads};
  measure(name, "greedy", problem, true, nullptr, [&] { return allocateGreedily(problem); });
  measure(name, "hill-climb", problem, true, nullptr, [&] { return hillClimbAllocation(problem, {}, budget); });
  measure(name, "auto", problem, false, &totals, [&] { return allocate(problem, budget); });
  measure(name, "exact", problem, false, nullptr, [&] { return allocateExactly(problem, budget); });
  if (settings.ablation)
    runAblation(name, problem, settings);
  if (settings.minimizeSeconds <= 0)
    return;
  budget.seconds = settings.minimizeSeconds;
  measure(name, "minimize", problem, true, nullptr, [&] { return minimizeAllocation(problem, budget); });
}

/// The most memory that the process held since `forgetPeak`, in bytes; 0 where the system does not say.
Bytes peakMemory() {
  Result<std::string> status = readFile("/proc/self/status");
  size_t at = status.ok() ? status->find("VmHWM:") : std::string::npos;
  return at == std::string::npos ? 0 : std::atoll(status->c_str() + at + 6) * 1024;
}

void forgetPeak() {
  if (std::FILE *file = std::fopen("/proc/self/clear_refs", "w")) {
    std::fputs("5", file);
    std::fclose(file);
  }
}

/// Regions of one graph of conflicts: on up to eight of 64 cores, in some of 40 steps; sizes up to 32 KiB, at 32 bytes.
AllocationProblem regionsOnCores(size_t regions, uint64_t seed) {
  Random random(seed);
  AllocationProblem problem;
  for (size_t i = 0; i != regions; ++i) {
    AllocationBuffer &buffer = problem.buffers.emplace_back();
    buffer.id = std::to_string(i);
    buffer.lower = random.between(0, 39);
    buffer.upper = buffer.lower + random.between(1, 10);
    buffer.size = 32 * random.between(1, 1024);
    buffer.alignment = 32;
    auto first = static_cast<int32_t>(random.between(0, 63));
    buffer.cores = {{first, std::min(first + static_cast<int32_t>(random.between(1, 8)), 64)}};
  }
  return problem;
}

void runRegions(size_t regions, const Settings &settings) {
  for (uint64_t seed = 1; seed != 11; ++seed) {
    AllocationProblem problem = regionsOnCores(regions, seed);
    double cpu = cpuSeconds();
    AllocationResult result = minimizeAllocation(problem, {.seconds = settings.limitSeconds});
    cpu = cpuSeconds() - cpu;
    problem.capacity = result.height;
    fmt::print("regions-{}-{}: height={} bound={} proved={} {} {} cpu={:.3f}\n", regions, seed, result.height,
               result.bound, result.proved ? "yes" : "no", result.stage,
               verify(problem, result.solution).ok() ? "verified" : "WRONG", cpu);
    std::fflush(stdout);
  }
}

void runMany(size_t buffers, const Settings &settings) {
  constexpr std::pair<std::string_view, Lifetimes> families[] = {{"short", Lifetimes::Short},
                                                                 {"scaled", Lifetimes::Scaled},
                                                                 {"tenth", Lifetimes::Tenth},
                                                                 {"ends", Lifetimes::Ends},
                                                                 {"training", Lifetimes::Training}};
  for (auto [name, family] : families) {
    Random random(1);
    AllocationProblem problem = manyBuffers(family, buffers, random);
    forgetPeak();
    Bytes before = peakMemory();
    double wall = wallSeconds(), cpu = cpuSeconds();
    AllocationResult result = minimizeAllocation(problem, {.seconds = settings.limitSeconds});
    wall = wallSeconds() - wall;
    cpu = cpuSeconds() - cpu;
    Bytes memory = peakMemory() - before;
    problem.capacity = result.height;
    double verified = cpuSeconds();
    bool valid = verify(problem, result.solution).ok();
    verified = cpuSeconds() - verified;
    fmt::print(
        "{}-{}: height={} bound={} gap={:.2f}% {} {} wall={:.3f} cpu={:.3f} verifying={:.3f} {} bytes a buffer\n", name,
        buffers, result.height, result.bound,
        100.0 * static_cast<double>(result.height - result.bound) / static_cast<double>(result.bound), result.stage,
        valid ? "verified" : "WRONG", wall, cpu, verified, memory / static_cast<Bytes>(buffers));
    std::fflush(stdout);
  }
}

int fail(const std::string &message) {
  fmt::print(stderr, "AllocateBench: error: {}\n", message);
  return 1;
}

} // namespace

int main(int argc, char **argv) {
  Settings settings;
  Totals totals;
  for (int i = 1; i != argc; ++i) {
    std::string argument = argv[i];
    auto value = [&](const char *name) { return argument.c_str() + std::strlen(name); };
    if (argument.starts_with("--capacity=")) {
      settings.capacity = std::atoll(value("--capacity="));
    } else if (argument.starts_with("--threads=")) {
      settings.threads = std::atoi(value("--threads="));
    } else if (argument.starts_with("--minimize-seconds=")) {
      settings.minimizeSeconds = std::atof(value("--minimize-seconds="));
    } else if (argument.starts_with("--limit-seconds=")) {
      settings.limitSeconds = std::atof(value("--limit-seconds="));
    } else if (argument.starts_with("--limit-work=")) {
      settings.limitWork = std::strtoull(value("--limit-work="), nullptr, 10);
    } else if (argument == "--ablation") {
      settings.ablation = true;
    } else if (argument.starts_with("--many=")) {
      runMany(std::strtoull(value("--many="), nullptr, 10), settings);
    } else if (argument.starts_with("--regions=")) {
      runRegions(std::strtoull(value("--regions="), nullptr, 10), settings);
    } else if (argument == "--tilings") {
      Random random(1);
      for (size_t buffers : {50, 100, 200, 300, 400})
        for (int k = 0; k != 3; ++k)
          runAll(fmt::format("tiling-{}-{}", buffers, k), tiledAllocation(buffers, 1000, 1024, random), settings,
                 totals);
    } else {
      Result<std::string> text = readFile(argument);
      if (!text.ok())
        return fail(text.error().message);
      Result<AllocationProblem> problem = formats::parseMiniMallocCsv(*text);
      if (!problem.ok())
        return fail(problem.error().message);
      problem->capacity = settings.capacity;
      runAll(argument.substr(argument.find_last_of('/') + 1), *problem, settings, totals);
    }
  }
  fmt::print("total auto: {} of {} solved and verified, wall={:.3f} cpu={:.3f}\n", totals.solved, totals.asked,
             totals.wall, totals.cpu);
  return 0;
}
