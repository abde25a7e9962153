//===- ScheduleReport.cpp - A graph schedule in words and as a drawing ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Report/ScheduleReport.h"

#include "alcove/Base/Support/Html.h"
#include "alcove/Base/Support/Units.h"
#include "alcove/Plan/GraphSchedule/GroupPricer.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace alcove::report {

using namespace plan::schedule;

static std::string nameOf(const Problem &problem, const OperationNames &names, int32_t op) {
  if (static_cast<size_t>(op) < names.size())
    return names[static_cast<size_t>(op)];
  return fmt::format("{} {}", problem.ops[static_cast<size_t>(op)].kind == OpKind::MatMul ? "MatMul" : "Pointwise", op);
}

namespace {

/// What else could have been done with one subgraph.
class Alternatives {
public:
  Alternatives(const Problem &problem, const Solution &solution)
      : graph(problem), pricer(graph, options()), solution(solution) {
    position.resize(graph.size());
    for (size_t o = 0; o != graph.size(); ++o)
      position[static_cast<size_t>(graph.ops[o].original)] = static_cast<int32_t>(o);
  }

  std::string describe(size_t s, double latency) {
    const Subgraph &subgraph = solution.subgraphs[s];
    std::vector<int32_t> ops;
    for (int32_t o : subgraph.ops)
      ops.push_back(position[static_cast<size_t>(o)]);
    std::sort(ops.begin(), ops.end());
    std::vector<int32_t> resident = s ? solution.subgraphs[s - 1].retained : std::vector<int32_t>();
    std::string text = nextGranularity(ops, resident, subgraph, latency);
    if (!resident.empty() || !subgraph.retained.empty())
      text += priced("without retention", pricer.price(ops, {}, {}).cost, latency);
    if (ops.size() > 1) {
      double apart = 0;
      for (int32_t o : ops)
        apart += pricer.price(std::span(&o, 1), {}, {}).cost;
      text += priced("operations one by one", apart, latency);
    }
    return text;
  }

private:
  static PricerOptions options() {
    PricerOptions result;
    result.fine = true;
    return result;
  }
  static std::string priced(const std::string &what, double cost, double latency) {
    if (!(cost < GroupPrice().cost))
      return fmt::format("    {}: not possible\n", what);
    return fmt::format("    {}: {:.6g} ({:+.1f} %)\n", what, cost, 100 * (cost / latency - 1));
  }

  /// The cheapest granularity with another width, height or depth: one size changed by a factor or to a neighbour.
  std::string nextGranularity(const std::vector<int32_t> &ops, const std::vector<int32_t> &resident,
                              const Subgraph &subgraph, double latency) {
    double best = GroupPrice().cost;
    Granularity chosen = subgraph.granularity, found;
    auto sizes = [](int64_t size) {
      return std::vector<int64_t>{size, size / 2, size * 2, size * 3 / 4, ceilDiv(size * 4, 3)};
    };
    for (int64_t w : sizes(chosen.w))
      for (int64_t h : sizes(chosen.h))
        for (int64_t k : sizes(chosen.k)) {
          Granularity g{w, h, k};
          if (g == chosen || w < 1 || h < 1 || k < 1)
            continue;
          for (TileOrder::Kind kind :
               {TileOrder::Kind::Raster, TileOrder::Kind::RowSnake, TileOrder::Kind::ColumnSnake})
            if (double cost = pricer.latency(ops, resident, subgraph.retained, g, {kind, false, false}); cost < best) {
              best = cost;
              found = g;
            }
        }
    return priced(fmt::format("next-best granularity [{}, {}, {}]", found.w, found.h, found.k), best, latency);
  }

  OpGraph graph;
  GroupPricer pricer;
  const Solution &solution;
  std::vector<int32_t> position;
};

} // namespace

std::string explainSchedule(const Problem &problem, const Solution &solution, const Evaluation &evaluation,
                            const OperationNames &names) {
  std::string text;
  Alternatives alternatives(problem, solution);
  for (size_t s = 0; s != solution.subgraphs.size(); ++s) {
    const Subgraph &subgraph = solution.subgraphs[s];
    const SubgraphReport &report = evaluation.subgraphs[s];
    std::vector<std::string> list;
    for (int32_t o : subgraph.ops)
      list.push_back(nameOf(problem, names, o));
    double latency = report.latency.toDouble();
    text += fmt::format("subgraph {}: {}\n", s, fmt::join(list, ", "));
    text +=
        fmt::format("    latency {:.10g} ({:.1f} % of the schedule), tiles [{}, {}, {}], {} tiles, {} steps\n", latency,
                    evaluation.latency > 0 ? 100 * latency / evaluation.latency : 0, subgraph.granularity.w,
                    subgraph.granularity.h, subgraph.granularity.k, report.tiles, report.steps);
    text += fmt::format("    working set {} of {} elements ({:.1f} %)\n", report.workingSet, problem.capacity,
                        100 * static_cast<double>(report.workingSet) / static_cast<double>(problem.capacity));
    text += fmt::format(
        "    {} steps memory-bound, {} compute-bound; compute {:.6g}, traffic {:.6g} ({} loaded, {} stored)\n",
        report.memoryBoundSteps, report.steps - report.memoryBoundSteps, report.computeTime,
        static_cast<double>(report.loadedElements + report.storedElements) / static_cast<double>(problem.bandwidth),
        report.loadedElements, report.storedElements);
    if (!subgraph.retained.empty())
      text += fmt::format("    keeps tensors {} for the next subgraph\n", fmt::join(subgraph.retained, ", "));
    text += alternatives.describe(s, latency);
  }
  return text;
}

std::string drawSchedule(const Problem &problem, const Solution &solution, const Evaluation &evaluation,
                         const OperationNames &names) {
  constexpr double width = 1200, top = 40, height = 260, left = 10;
  double total = std::max(evaluation.latency, 1e-9), x = left;
  std::string body;
  for (size_t s = 0; s != solution.subgraphs.size(); ++s) {
    const SubgraphReport &report = evaluation.subgraphs[s];
    double w = width * report.latency.toDouble() / total;
    double share = static_cast<double>(report.workingSet) / static_cast<double>(problem.capacity);
    bool memory = 2 * report.memoryBoundSteps > report.steps;
    std::vector<std::string> list;
    for (int32_t o : solution.subgraphs[s].ops)
      list.push_back(nameOf(problem, names, o));
    body +=
        fmt::format("<g><title>subgraph {}: {}&#10;latency {:.6g}, working set {:.1f} %</title>", s,
                    escapedForHtml(fmt::format("{}", fmt::join(list, ", "))), report.latency.toDouble(), 100 * share);
    body +=
        fmt::format("<rect x=\"{:.2f}\" y=\"{:.0f}\" width=\"{:.2f}\" height=\"{:.0f}\" fill=\"#eee\" stroke=\"#555\" "
                    "stroke-width=\"0.5\"/>",
                    x, top, w, height);
    body += fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"{}\"/>", x,
                        top + height * (1 - share), w, height * share, memory ? "#d98c5f" : "#5f8fd9");
    if (w > 26)
      body += fmt::format("<text x=\"{:.2f}\" y=\"{:.0f}\" font-size=\"11\">{}</text>", x + 3, top + 14, s);
    body += "</g>\n";
    if (!solution.subgraphs[s].retained.empty())
      body += fmt::format("<path d=\"M {0:.2f} {1:.0f} q 6 14 12 0\" transform=\"translate(-6,0)\" fill=\"none\" "
                          "stroke=\"#2a7\" stroke-width=\"2\"><title>keeps {2}</title></path>\n",
                          x + w, top + height + 4, fmt::join(solution.subgraphs[s].retained, ", "));
    x += w;
  }
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0f}\" height=\"{:.0f}\" "
      "font-family=\"sans-serif\">\n<text x=\"{:.0f}\" y=\"20\" font-size=\"13\">{} operations, {} subgraphs, "
      "latency {:.10g}. Filled: working set of capacity. Blue: compute-bound. Orange: memory-bound. "
      "Green: retained.</text>\n{}</svg>\n",
      width + 2 * left, top + height + 30, left, problem.ops.size(), solution.subgraphs.size(), evaluation.latency,
      body);
}

} // namespace alcove::report
