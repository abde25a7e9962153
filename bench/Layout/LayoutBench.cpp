//===- LayoutBench.cpp - Layout policies on generated problems ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   LayoutBench table [WORK [TOPOLOGY]]
//                                 planner against every baseline: one Markdown row per topology, size and capacity;
//                                 2.7e9 work units (the default) are about 10 s of one core
//   LayoutBench ablation          every switch of the planner off in turn
//   LayoutBench growth            time to the end of the planner from 1,000 to 100,000 nodes, and the slope
//
// Times are processor time of this process: the planner runs on one thread here.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Gen/LayoutGen.h"
#include "alcove/Plan/Policy/LayoutPlanner.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::plan;

namespace {

double processorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

constexpr Topology kTopologies[] = {Topology::Chain, Topology::Residual, Topology::UNet, Topology::Transformer};

// gap of `cost` above `bound` in percent; "-" when nothing was found.
std::string gapText(const LayoutResult &result, Cost bound) {
  if (!result.solution.found())
    return "-";
  return fmt::format("{:.2f}", 100.0 * static_cast<double>(result.solution.cost - bound) /
                                   std::max(1.0, std::abs(static_cast<double>(bound))));
}

void table(double work, std::string_view only) {
  fmt::print(
      "| topology | nodes | candidates | capacity | planner gap % | proved | s | greedy | beam | anneal | chain | "
      "belady |\n|---|---:|---:|---:|---:|---|---:|---:|---:|---:|---:|---:|\n");
  int proved = 0, small = 0, provedSmall = 0, total = 0;
  double worst = 0;
  for (Topology topology : kTopologies) {
    if (!only.empty() && only != nameOf(topology))
      continue;
    for (auto [nodes, candidates] : {std::pair{100, 8}, {500, 16}, {1500, 32}, {5000, 12}})
      for (double share : {0.1, 0.3, 0.6, 1.0}) {
        LayoutGenOptions options{topology, nodes, candidates, share, 1};
        LayoutChoice problem = generateLayout(options);
        Budget budget;
        budget.workUnits = static_cast<uint64_t>(work);
        double start = processorSeconds();
        LayoutResult best = makeLayoutPlanner()->run(problem, budget, nullptr);
        double spent = processorSeconds() - start;
        ++total;
        proved += best.proved;
        if (nodes <= 1500) {
          ++small;
          provedSmall += best.proved;
        }
        worst = std::max(worst, gapOf(best));
        std::string row =
            fmt::format("| {} | {} | {} | {:.0f} % | {} | {} | {:.2f} |", nameOf(topology), nodes, candidates,
                        100 * share, gapText(best, best.bound), best.proved ? "yes" : "no", spent);
        for (const char *name : {"greedy", "beam", "anneal", "chain", "belady"}) {
          Budget other;
          other.workUnits = 32'000'000;
          LayoutResult result = makeLayoutPolicy(name).value()->run(problem, other, nullptr);
          if (result.solution.found() && !verify(problem, result.solution).ok())
            std::abort();
          row += fmt::format(" {} |", gapText(result, best.bound));
        }
        fmt::print("{}\n", row);
        std::fflush(stdout);
      }
  }
  fmt::print("\nproved {} of {}; up to 1,500 nodes {} of {}; worst gap {:.2f} %\n", proved, total, provedSmall, small,
             100 * worst);
}

void ablation() {
  struct Switch {
    const char *name;
    bool PlannerOptions::*flag;
  };
  const Switch switches[] = {{"none", nullptr},
                             {"arc consistency", &PlannerOptions::arcConsistency},
                             {"capacity, labels", &PlannerOptions::capacityLabels},
                             {"capacity, pairs", &PlannerOptions::capacityPairs},
                             {"contraction", &PlannerOptions::contraction},
                             {"separable edges", &PlannerOptions::separableEdges},
                             {"dominance", &PlannerOptions::dominance},
                             {"elimination", &PlannerOptions::elimination},
                             {"prices", &PlannerOptions::prices},
                             {"windows", &PlannerOptions::windows},
                             {"closing", &PlannerOptions::closing},
                             {"baselines", &PlannerOptions::baselines}};
  fmt::print(
      "| switched off | proved | mean cost / best known | mean gap % | work (10^6) |\n|---|---:|---:|---:|---:|\n");
  std::vector<double> best;
  for (const Switch &off : switches) {
    PlannerOptions options;
    if (off.flag)
      options.*off.flag = false;
    int proved = 0, count = 0;
    double gap = 0, work = 0, ratio = 0;
    for (Topology topology : kTopologies)
      for (double share : {0.15, 0.4}) {
        LayoutChoice problem = generateLayout({topology, 300, 12, share, 5});
        Budget budget;
        budget.workUnits = 400'000'000;
        LayoutResult result = makeLayoutPlanner(options)->run(problem, budget, nullptr);
        double cost = result.solution.found() ? static_cast<double>(result.solution.cost) : INFINITY;
        if (!off.flag)
          best.push_back(cost);
        ratio += cost / best[count];
        gap += 100 * std::min(gapOf(result), 10.0);
        proved += result.proved;
        work += static_cast<double>(result.work) / 1e6;
        ++count;
      }
    fmt::print("| {} | {}/{} | {:.4f} | {:.3f} | {:.0f} |\n", off.name, proved, count, ratio / count, gap / count,
               work / count);
    std::fflush(stdout);
  }
}

void growth() {
  fmt::print("| nodes | s | cost/bound - 1 |\n|---:|---:|---:|\n");
  std::vector<std::pair<double, double>> points;
  for (int nodes : {1000, 3000, 10000, 30000, 100000}) {
    LayoutChoice problem = generateLayout({Topology::Residual, nodes, 8, 0.5, 1});
    Budget budget;
    budget.seconds = 120;
    double start = processorSeconds();
    LayoutResult result = makeLayoutPlanner()->run(problem, budget, nullptr);
    double spent = processorSeconds() - start;
    fmt::print("| {} | {:.2f} | {:.2g} |\n", nodes, spent, gapOf(result));
    std::fflush(stdout);
    points.emplace_back(std::log(nodes), std::log(spent));
  }
  double n = static_cast<double>(points.size()), x = 0, y = 0, xx = 0, xy = 0;
  for (auto [a, b] : points) {
    x += a;
    y += b;
    xx += a * a;
    xy += a * b;
  }
  fmt::print("\nslope on the log-log plot: {:.2f}\n", (n * xy - x * y) / (n * xx - x * x));
}

} // namespace

int main(int argc, char **argv) {
  std::string_view what = argc > 1 ? argv[1] : "table";
  if (what == "table")
    table(argc > 2 ? std::atof(argv[2]) : 2.7e9, argc > 3 ? argv[3] : "");
  else if (what == "ablation")
    ablation();
  else if (what == "growth")
    growth();
  else
    return fmt::print(stderr, "usage: LayoutBench table [WORK [TOPOLOGY]] | ablation | growth\n"), 2;
}
