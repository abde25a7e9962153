//===- LayoutBench.cpp - Layout policies on generated problems ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   LayoutBench table [WORK [TOPOLOGY]]
//                                 planner against every baseline: one Markdown row per topology, size and capacity;
//                                 4e9 work units (the default) are about 10 s of one core
//   LayoutBench ablation [WORK FILE...]
//                                 every switch of the planner off in turn, on generated problems or on files
//   LayoutBench one TOPOLOGY NODES CANDIDATES SHARE SEED [WORK [LIVE [SECONDS]]]
//                                 one generated problem, a line per epoch that changed something
//   LayoutBench families [WORK [MOST_NODES]]
//                                 ten generated families up to 100,000 nodes: cost, bound, gap, work, time, memory
//   LayoutBench wide [WORK]       what finds cost and bound where thousands of nodes are live at once: each off in turn
//   LayoutBench tamper COUNT FILE [WORK [FOLDER]]
//                                 solves a problem file, then changes its certificate COUNT times
//                                 (Gen/CertificateForger) so that it claims more than was shown: how many of each kind
//                                 the checker refuses
//   LayoutBench growth [SVG]      time to a proof or 400,000 work units a node, 1,000 to 100,000 nodes, and the slope
//
// Times are processor time of this process: the planner runs on one thread here.
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/AtomicFile.h"
#include "alcove/Plan/LayoutChoice/Certificate.h"
#include "alcove/Plan/LayoutChoice/Format/LayoutFiles.h"
#include "alcove/Plan/LayoutChoice/Planner.h"
#include "testing/Plan/CertificateForger.h"
#include "testing/Plan/LayoutGen.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fmt/format.h>
#include <sys/resource.h>

using namespace alcove;
using namespace alcove::plan;

namespace {

double processorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

constexpr Topology topologies[] = {Topology::Chain, Topology::Residual, Topology::UNet, Topology::Transformer};
constexpr Topology allTopologies[] = {Topology::Chain, Topology::Residual, Topology::UNet, Topology::Transformer,
                                      Topology::Wide};

// gap of `cost` above `bound` in percent; "-" when nothing was found.
std::string gapText(const LayoutResult &result, Cost bound) {
  if (!result.solution.found())
    return "-";
  return fmt::format("{:.2f}", 100.0 * static_cast<double>(result.solution.cost - bound) /
                                   std::max(1.0, std::abs(static_cast<double>(bound))));
}

// Seconds that the independent checker takes for the bound; "-" when it does not accept it.
std::string checkText(const LayoutChoice &problem, const LayoutResult &result) {
  double start = processorSeconds();
  if (!result.certificate)
    return "-";
  Result<Cost> bound = checkBound(problem, *result.certificate);
  return bound.ok() && *bound >= result.bound ? fmt::format("{:.2f}", processorSeconds() - start) : "-";
}

void table(double work, std::string_view only) {
  fmt::print(
      "| topology | nodes | candidates | capacity | planner gap % | proved | s | check s | greedy | beam | anneal | "
      "chain | belady |\n|---|---:|---:|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|\n");
  int proved = 0, small = 0, provedSmall = 0, total = 0;
  double worst = 0;
  for (Topology topology : topologies) {
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
        std::string row = fmt::format("| {} | {} | {} | {:.0f} % | {} | {} | {:.2f} | {} |", nameOf(topology), nodes,
                                      candidates, 100 * share, gapText(best, best.bound), best.proved ? "yes" : "no",
                                      spent, checkText(problem, best));
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

std::vector<LayoutChoice> generatedProblems() {
  std::vector<LayoutChoice> problems;
  for (Topology topology : topologies)
    for (double share : {0.15, 0.4})
      problems.push_back(generateLayout({topology, 300, 12, share, 5}));
  return problems;
}

void ablation(const std::vector<LayoutChoice> &problems, uint64_t workUnits) {
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
                             {"blocks of prices", &PlannerOptions::priceBlocks},
                             {"prices by shares", &PlannerOptions::shares},
                             {"leaps", &PlannerOptions::leaps},
                             {"repair", &PlannerOptions::repair},
                             {"windows", &PlannerOptions::windows},
                             {"forests", &PlannerOptions::forests},
                             {"forests without the capacity", &PlannerOptions::freeForests},
                             {"branching at hubs", &PlannerOptions::hubs},
                             {"restriction", &PlannerOptions::restriction},
                             {"smooth bounds", &PlannerOptions::smooth},
                             {"gap closing", &PlannerOptions::gapClosing},
                             {"frontier search", &PlannerOptions::frontier},
                             {"branching", &PlannerOptions::branching},
                             {"relaxation", &PlannerOptions::relaxation}};
  fmt::print("| switched off | proved | mean cost / with all | mean gap % | work (10^6) | s |\n"
             "|---|---:|---:|---:|---:|---:|\n");
  std::vector<double> best;
  for (const Switch &off : switches) {
    PlannerOptions options;
    if (off.flag)
      options.*off.flag = false;
    int proved = 0, count = 0;
    double gap = 0, work = 0, ratio = 0;
    double start = processorSeconds();
    for (const LayoutChoice &problem : problems) {
      Budget budget;
      budget.workUnits = workUnits;
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
    fmt::print("| {} | {}/{} | {:.6f} | {:.4f} | {:.1f} | {:.2f} |\n", off.name, proved, count, ratio / count,
               gap / count, work / count, (processorSeconds() - start) / count);
    std::fflush(stdout);
  }
}

double peakGigabytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1e6;
}

// From small to large, because the peak of memory is that of the whole process so far.
constexpr LayoutGenOptions graphFamilies[] = {
    {Topology::Transformer, 3000, 8, 0.5, 1},     {Topology::UNet, 5000, 8, 0.5, 1},
    {Topology::Wide, 10'000, 8, 0.6, 1, 1000},    {Topology::Wide, 20'000, 12, 0.3, 1, 3000},
    {Topology::Residual, 30'000, 8, 0.5, 1},      {Topology::Transformer, 30'000, 8, 0.4, 1},
    {Topology::Wide, 65'000, 8, 0.6, 1, 5000},    {Topology::Residual, 100'000, 8, 0.5, 1},
    {Topology::Wide, 100'000, 6, 0.4, 1, 20'000}, {Topology::Chain, 100'000, 8, 0.3, 1},
};

void families(uint64_t workUnits, int most) {
  fmt::print(
      "| family | cost | bound | gap % | proved | work (10^6) | s | GB |\n|---|---:|---:|---:|---|---:|---:|---:|\n");
  for (const LayoutGenOptions &family : graphFamilies) {
    if (family.nodes > most)
      continue;
    LayoutChoice problem = generateLayout(family);
    double start = processorSeconds();
    LayoutResult result = makeLayoutPlanner()->run(problem, {.workUnits = workUnits}, nullptr);
    if (!verify(problem, result.solution).ok())
      fmt::print("{}: policy bug\n", problem.name);
    fmt::print("| {}{} | {} | {} | {:.3f} | {} | {:.0f} | {:.0f} | {:.2f} |\n", problem.name,
               family.topology == Topology::Wide ? fmt::format(", {} live", family.live) : "", result.solution.cost,
               result.bound, 100 * gapOf(result), result.proved ? "yes" : "no", static_cast<double>(result.work) / 1e6,
               processorSeconds() - start, peakGigabytes());
    std::fflush(stdout);
  }
}

void ablationOfWide(uint64_t workUnits) {
  const std::pair<const char *, bool PlannerOptions::*> switches[] = {
      {"none", nullptr}, {"blocks of prices", &PlannerOptions::priceBlocks}, {"repair", &PlannerOptions::repair}};
  fmt::print("| family | off | cost | bound | gap % | s |\n|---|---|---:|---:|---:|---:|\n");
  for (const LayoutGenOptions &family : graphFamilies) {
    if (family.topology != Topology::Wide || family.nodes > 20'000)
      continue;
    LayoutChoice problem = generateLayout(family);
    for (auto [name, flag] : switches) {
      PlannerOptions options;
      if (flag)
        options.*flag = false;
      double start = processorSeconds();
      LayoutResult result = makeLayoutPlanner(options)->run(problem, {.workUnits = workUnits}, nullptr);
      fmt::print("| {} | {} | {} | {} | {:.3f} | {:.1f} |\n", problem.name, name, result.solution.cost, result.bound,
                 100 * gapOf(result), processorSeconds() - start);
      std::fflush(stdout);
    }
  }
}

int ablationOfFiles(double work, int count, char **paths) {
  std::vector<LayoutChoice> problems;
  for (int k = 0; k < count; ++k) {
    Result<LayoutChoice> problem = formats::readLayoutProblem(paths[k]);
    if (!problem.ok())
      return fmt::print(stderr, "{}\n", problem.error().message), 2;
    problems.push_back(std::move(*problem));
  }
  ablation(problems, static_cast<uint64_t>(work));
  return 0;
}

// Points and the fitted line on axes of powers of ten.
void drawGrowth(const std::string &path, const std::vector<std::pair<double, double>> &points, double slope,
                double offset) {
  auto x = [](double logNodes) { return 70 + (logNodes / std::log(10) - 3) * 180; };
  auto y = [](double logSeconds) { return 330 - (logSeconds / std::log(10) + 1) * 75; };
  std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 470 380\" font-family=\"sans-serif\" "
                    "font-size=\"12\">\n<rect width=\"470\" height=\"380\" fill=\"white\"/>\n";
  for (int decade = 3; decade <= 5; ++decade)
    out += fmt::format("<line x1=\"{0:.0f}\" y1=\"30\" x2=\"{0:.0f}\" y2=\"330\" stroke=\"#ccc\"/><text x=\"{0:.0f}\" "
                       "y=\"348\" text-anchor=\"middle\">{1:.0f}</text>\n",
                       x(decade * std::log(10)), std::pow(10, decade));
  for (int decade = -1; decade <= 3; ++decade)
    out += fmt::format("<line x1=\"70\" y1=\"{0:.0f}\" x2=\"430\" y2=\"{0:.0f}\" stroke=\"#ccc\"/><text x=\"62\" "
                       "y=\"{0:.0f}\" text-anchor=\"end\">{1:g}</text>\n",
                       y(decade * std::log(10)), std::pow(10, decade));
  double from = points.front().first, to = points.back().first;
  out += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#07c\"/>\n", x(from),
                     y(offset + slope * from), x(to), y(offset + slope * to));
  for (auto [a, b] : points)
    out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"#c40\"/>\n", x(a), y(b));
  out += fmt::format("<text x=\"250\" y=\"370\" text-anchor=\"middle\">nodes</text><text x=\"80\" y=\"22\">processor "
                     "seconds, slope {:.2f}</text>\n</svg>\n",
                     slope);
  if (std::FILE *file = std::fopen(path.c_str(), "w")) {
    std::fputs(out.c_str(), file);
    std::fclose(file);
  }
}

void growth(const char *svg) {
  fmt::print("| nodes | s | cost/bound - 1 |\n|---:|---:|---:|\n");
  std::vector<std::pair<double, double>> points;
  for (int nodes : {1000, 3000, 10000, 30000, 100000}) {
    LayoutChoice problem = generateLayout({Topology::Residual, nodes, 8, 0.5, 1});
    Budget budget;
    budget.workUnits = 400'000 * static_cast<uint64_t>(nodes);
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
  double slope = (n * xy - x * y) / (n * xx - x * x);
  fmt::print("\nslope on the log-log plot: {:.2f}\n", slope);
  if (svg)
    drawGrowth(svg, points, slope, (y - slope * x) / n);
}

class Progress : public LayoutObserver {
public:
  void progress(const LayoutProgress &state) override {
    if (state.incumbent == cost && state.bound == bound)
      return;
    cost = state.incumbent;
    bound = state.bound;
    fmt::print(stderr, "{:7.2f} s  epoch {:4}  {:6}  cost {}  bound {}\n", processorSeconds(), state.epoch, state.stage,
               cost, bound);
  }

private:
  Cost cost = 0, bound = 0;
};

int one(int argc, char **argv) {
  for (Topology topology : allTopologies)
    if (argc > 6 && nameOf(topology) == argv[2]) {
      LayoutChoice problem =
          generateLayout({topology, std::atoi(argv[3]), std::atoi(argv[4]), std::atof(argv[5]),
                          static_cast<uint64_t>(std::atoi(argv[6])), argc > 8 ? std::atoi(argv[8]) : 1000});
      Budget budget;
      budget.workUnits = static_cast<uint64_t>(argc > 7 ? std::atof(argv[7]) : 2.7e9);
      if (const char *seconds = argc > 9 ? argv[9] : nullptr)
        budget.seconds = std::atof(seconds);
      Progress progress;
      LayoutResult result = makeLayoutPlanner()->run(problem, budget, &progress);
      double seconds = processorSeconds();
      fmt::print("{} cost={} bound={} gap={:.4f}% proved={} work={:.3g} seconds={:.2f} check={}\n", problem.name,
                 result.solution.cost, result.bound, 100 * gapOf(result), result.proved ? "yes" : "no",
                 static_cast<double>(result.work), seconds, checkText(problem, result));
      return 0;
    }
  return fmt::print(stderr, "usage: LayoutBench one TOPOLOGY NODES CANDIDATES SHARE SEED [WORK]\n"), 2;
}

// A proved optimum: every bound above it is a lie. Returns the number of accepted lies.
int tamper(size_t count, const char *path, double work, const char *folder) {
  Result<LayoutChoice> problem = formats::readLayoutProblem(path);
  if (!problem.ok())
    return fmt::print(stderr, "{}\n", problem.error().message), 2;
  Budget budget;
  budget.workUnits = static_cast<uint64_t>(work);
  LayoutResult result = makeLayoutPlanner()->run(*problem, budget, nullptr);
  if (!result.proved || !result.certificate)
    return fmt::print(stderr, "{}: no proof within {} work units\n", path, work), 2;
  int32_t nodes = static_cast<int32_t>(problem->numNodes()), candidates = 1;
  for (int32_t n = 0; n < nodes; ++n)
    candidates = std::max(candidates, problem->numCandidates(n));
  size_t tried[forgeries] = {}, refused[forgeries] = {}, lies = 0;
  Random random(1);
  for (size_t k = 0; k < count; ++k) {
    Forgery forgery = static_cast<Forgery>(k % forgeries);
    Cost aim = result.solution.cost + (random.chance(0.5) ? 1 : random.between(1, result.solution.cost / 10 + 1));
    LayoutCertificate forged = forge(*result.certificate, forgery, aim, nodes, candidates, random);
    if (folder)
      if (Status written =
              writeFileAtomically(fmt::format("{}/{}.json", folder, k), formats::writeLayoutCertificate(forged));
          !written.ok())
        return fmt::print(stderr, "{}\n", written.error().message), 2;
    Result<Cost> bound = checkBound(*problem, forged, size_t(1) << 24);
    ++tried[k % forgeries];
    refused[k % forgeries] += !bound.ok() || *bound < aim;
    lies += bound.ok() && *bound > result.solution.cost;
  }
  for (size_t k = 0; k < forgeries; ++k)
    fmt::print("{:12} {:6} tried {:6} refused\n", nameOf(static_cast<Forgery>(k)), tried[k], refused[k]);
  fmt::print("{}: optimum {}, {} changed certificates, {} accepted above it, {:.1f} s\n", path, result.solution.cost,
             count, lies, processorSeconds());
  return lies > 0;
}

} // namespace

int main(int argc, char **argv) {
  std::string_view what = argc > 1 ? argv[1] : "table";
  if (what == "table")
    table(argc > 2 ? std::atof(argv[2]) : 4e9, argc > 3 ? argv[3] : "");
  else if (what == "ablation" && argc > 3)
    return ablationOfFiles(std::atof(argv[2]), argc - 3, argv + 3);
  else if (what == "ablation")
    ablation(generatedProblems(), 400'000'000);
  else if (what == "one")
    return one(argc, argv);
  else if (what == "tamper" && argc > 3)
    return tamper(static_cast<size_t>(std::atoi(argv[2])), argv[3], argc > 4 ? std::atof(argv[4]) : 4e9,
                  argc > 5 ? argv[5] : nullptr);
  else if (what == "families")
    families(static_cast<uint64_t>(argc > 2 ? std::atof(argv[2]) : 4e9), argc > 3 ? std::atoi(argv[3]) : 100'000);
  else if (what == "wide")
    ablationOfWide(static_cast<uint64_t>(argc > 2 ? std::atof(argv[2]) : 1e9));
  else if (what == "growth")
    growth(argc > 2 ? argv[2] : nullptr);
  else
    return fmt::print(stderr, "usage: LayoutBench table [WORK [TOPOLOGY]] | one ... | ablation [WORK FILE...] | tamper "
                              "... | families [WORK [MOST_NODES]] | wide [WORK] | growth [SVG]\n"),
           2;
}
