//===- ScheduleTables.cpp - Ablation and scale of the graph scheduler -----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ScheduleTables ablation WORK FILE…     one row per technique, each added to those above it; work limit per run
//   ScheduleTables scale SECONDS [MOST]    random layered graphs and transformer stacks of 100 to 10,000 operations
//   ScheduleTables generate KIND OPS SEED FILE      writes one of them (KIND: random, transformer)
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Plan/GraphSchedule/Format/MLSys.h"
#include "alcove/Plan/GraphSchedule/Scheduler.h"
#include "testing/Plan/RandomGraphSchedule.h"

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>
#include <string_view>

using namespace alcove;
using namespace alcove::plan::schedule;

namespace {
struct Technique {
  const char *name;
  void (*enable)(SchedulerOptions &);
};
} // namespace

static constexpr Technique techniques[] = {
    {"unfused, power-of-two tiles", [](SchedulerOptions &) {}},
    {"+ greedy fusion", [](SchedulerOptions &o) { o.fusion = true; }},
    {"+ granularity search", [](SchedulerOptions &o) { o.searchGranularity = true; }},
    {"+ snakes", [](SchedulerOptions &o) { o.snakes = true; }},
    {"+ retention", [](SchedulerOptions &o) { o.retention = true; }},
    {"+ recomputation", [](SchedulerOptions &o) { o.recompute = true; }},
    {"+ dynamic programming", [](SchedulerOptions &o) { o.exact = true; }},
    {"+ large neighbourhoods", [](SchedulerOptions &o) { o.largeNeighbourhoods = true; }},
};

static int ablation(uint64_t work, int count, char **paths) {
  SchedulerOptions options;
  options.fusion = options.searchGranularity = options.snakes = options.retention = options.exact = options.recompute =
      options.largeNeighbourhoods = false;
  std::vector<double> last(static_cast<size_t>(count), 0);
  double product = 1;
  for (const Technique &technique : techniques) {
    technique.enable(options);
    fmt::print("{:<30}", technique.name);
    double logs = 0;
    for (int i = 0; i != count; ++i) {
      Result<std::string> text = readFile(paths[i]);
      Result<Problem> problem = text.ok() ? formats::readMLSysProblem(*text) : Result<Problem>(text.error());
      if (!problem.ok()) {
        fmt::print(stderr, "{}: {}\n", paths[i], problem.error().message);
        return 1;
      }
      Result<ScheduleResult> result = scheduleGraph(*problem, {.workUnits = work}, options);
      if (!result.ok()) {
        fmt::print(stderr, "{}: {}\n", paths[i], result.error().message);
        return 1;
      }
      fmt::print(" {:>12.1f}", result->cost);
      double &before = last[static_cast<size_t>(i)];
      logs += before > 0 ? std::log(before / result->cost) : 0;
      before = result->cost;
      std::fflush(stdout);
    }
    double factor = std::exp(logs / count);
    product *= factor;
    fmt::print("  x{:.4f} (x{:.4f})\n", factor, product);
  }
  return 0;
}

static void scaleRow(const char *name, const Problem &problem, double seconds) {
  SchedulerOptions greedy;
  greedy.largeNeighbourhoods = greedy.exact = false;
  plan::Budget budget{.seconds = seconds, .threads = 2};
  std::clock_t start = std::clock();
  Result<ScheduleResult> fused = scheduleGraph(problem, budget, greedy);
  double greedyCpu = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  start = std::clock();
  auto wallStart = std::chrono::steady_clock::now();
  Result<ScheduleResult> best = scheduleGraph(problem, budget);
  double cpu = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - wallStart).count();
  if (!fused.ok() || !best.ok()) {
    fmt::print("{:<14} {:>6} {}\n", name, problem.ops.size(), (fused.ok() ? best : fused).error().message);
    return;
  }
  Result<Evaluation> verdict = evaluate(problem, best->solution);
  double bound = best->bound;
  fmt::print(
      "{:<14} {:>6} greedy {:>13.0f} ({:.2f} s cpu)  best {:>13.0f}  bound {:>13.0f}  gap {:>6.1f} %  first {:.3f} s  "
      "wall {:.2f} s  cpu {:.2f} s  {}\n",
      name, problem.ops.size(), fused->cost, greedyCpu, best->cost, bound, 100 * (best->cost / bound - 1),
      best->firstSeconds, wall, cpu, verdict.ok() ? "valid" : verdict.error().message);
  std::fflush(stdout);
}

static Problem scaleProblem(bool transformer, int32_t ops, uint64_t seed) {
  if (transformer)
    return transformerStack((ops + 13) / 14, 512, 512, 300000, 60);
  Random random(seed);
  RandomGraphOptions options;
  options.ops = ops;
  options.extents = {128, 256, 512, 1024};
  options.nativeWidth = options.nativeHeight = 128;
  options.capacityLow = options.capacityHigh = 200000;
  options.bandwidthLow = options.bandwidthHigh = 40;
  options.costLow = 200;
  options.costHigh = 4000;
  return randomGraph(random, options);
}

static int scale(double seconds, int32_t most) {
  for (int32_t ops : {100, 300, 1000, 3000, 10000})
    if (ops <= most) {
      scaleRow("random", scaleProblem(false, ops, static_cast<uint64_t>(ops)), seconds);
      scaleRow("transformer", scaleProblem(true, ops, 0), seconds);
    }
  return 0;
}

static int generate(std::string_view kind, int32_t ops, uint64_t seed, const char *path) {
  Problem problem = scaleProblem(kind == "transformer", ops, seed);
  return writeFileAtomically(path, formats::writeMLSysProblem(problem)).ok() ? 0 : 1;
}

int main(int argc, char **argv) {
  if (argc > 3 && std::string_view(argv[1]) == "ablation")
    return ablation(std::strtoull(argv[2], nullptr, 10), argc - 3, argv + 3);
  if ((argc == 3 || argc == 4) && std::string_view(argv[1]) == "scale")
    return scale(std::strtod(argv[2], nullptr), argc == 4 ? std::atoi(argv[3]) : 10000);
  if (argc == 6 && std::string_view(argv[1]) == "generate")
    return generate(argv[2], std::atoi(argv[3]), std::strtoull(argv[4], nullptr, 10), argv[5]);
  fmt::print(stderr, "usage: ScheduleTables ablation WORK FILE... | scale SECONDS [MOST_OPS] | "
                     "generate random|transformer OPS SEED FILE\n");
  return 2;
}
