//===- SolverPage.cpp - What a solver run proved, and when ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Report/SolverPage.h"
#include "alcove/Base/Support/Html.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace alcove::report {

using namespace plan;

namespace {

/// Round numbers, about `count` of them, from `low` to `high`.
std::vector<double> ticks(double low, double high, int count) {
  double raw = std::max(high - low, 1e-9) / count, power = std::pow(10.0, std::floor(std::log10(raw)));
  double step = raw <= power ? power : raw <= 2 * power ? 2 * power : raw <= 5 * power ? 5 * power : 10 * power;
  std::vector<double> list;
  for (double at = std::ceil(low / step) * step; at <= high + 1e-9 * step; at += step)
    list.push_back(at);
  return list;
}

/// A plot area with both axes, their names and grid lines.
class Plot {
public:
  Plot(double left, double right, double bottom, double top, std::string acrossName, std::string upName)
      : left(left), right(std::max(right, left + 1e-9)), bottom(bottom), top(std::max(top, bottom + 1e-9)) {
    for (double at : ticks(this->left, this->right, 8))
      body += fmt::format("<line x1='{0:.1f}' x2='{0:.1f}' y1='{1}' y2='{2}' stroke='#ddd'/><text x='{0:.1f}' y='{3}' "
                          "text-anchor='middle'>{4:.10g}</text>\n",
                          x(at), marginTop, marginTop + high, marginTop + high + 16, at);
    for (double at : ticks(this->bottom, this->top, 6))
      body += fmt::format("<line x1='{0}' x2='{1}' y1='{2:.1f}' y2='{2:.1f}' stroke='#ddd'/><text x='{3}' y='{4:.1f}' "
                          "text-anchor='end'>{5:.10g}</text>\n",
                          marginLeft, marginLeft + wide, y(at), marginLeft - 6, y(at) + 4, at);
    body += fmt::format("<text x='{}' y='{}' text-anchor='middle'>{}</text>\n", marginLeft + wide / 2,
                        marginTop + high + 36, escapedForHtml(acrossName));
    body += fmt::format("<text x='14' y='{0}' text-anchor='middle' transform='rotate(-90 14 {0})'>{1}</text>\n",
                        marginTop + high / 2, escapedForHtml(upName));
  }

  double x(double at) const { return marginLeft + wide * (at - left) / (right - left); }
  double y(double at) const { return marginTop + high * (1 - (at - bottom) / (top - bottom)); }

  /// A value that holds until the next one; NaN: a hole.
  void stairs(const std::vector<std::pair<double, double>> &points, const char *colour) {
    std::string path;
    bool open = false;
    for (size_t k = 0; k != points.size(); ++k) {
      auto [at, value] = points[k];
      if (!std::isfinite(value)) {
        open = false;
        continue;
      }
      path += fmt::format("{}{:.1f},{:.1f}", open ? "H" : "M", x(at), y(value));
      if (open)
        path.replace(path.rfind(','), 1, "V");
      double until = k + 1 == points.size() ? right : points[k + 1].first;
      path += fmt::format("H{:.1f}", x(until));
      open = true;
    }
    body += fmt::format("<path d='{}' fill='none' stroke='{}' stroke-width='1.5'/>\n", path, colour);
  }
  void level(double at, const std::string &name, const char *colour) {
    body += fmt::format("<line x1='{0}' x2='{1}' y1='{2:.1f}' y2='{2:.1f}' stroke='{3}' stroke-dasharray='6 3'/><text "
                        "x='{1}' y='{4:.1f}' text-anchor='end' fill='{3}'>{5}</text>\n",
                        marginLeft, marginLeft + wide, y(at), colour, y(at) - 4, escapedForHtml(name));
  }
  void box(double from, double to, double lower, double upper, const std::string &name, const std::string &tip,
           size_t number) {
    double w = x(to) - x(from), h = y(lower) - y(upper);
    body += fmt::format("<g><title>{}</title><rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' "
                        "fill='hsl({},55%,78%)' stroke='#555' stroke-width='0.5'/>",
                        escapedForHtml(tip), x(from), y(upper), w, h, number * 47 % 360);
    if (w > 7 * static_cast<double>(name.size()) && h > 11)
      body += fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='middle'>{}</text>", x(from) + w / 2,
                          y(upper) + h / 2 + 4, escapedForHtml(name));
    body += "</g>\n";
  }
  std::string svg() const {
    return fmt::format("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {} {}' font-family='sans-serif' "
                       "font-size='11'>\n{}</svg>\n",
                       marginLeft + wide + 20, marginTop + high + 46, body);
  }

private:
  static constexpr double marginLeft = 110, marginTop = 18, wide = 850, high = 300;
  double left, right, bottom, top;
  std::string body;
};

std::string drawRun(const SolverPage &page) {
  double low = INFINITY, high = -INFINITY;
  for (const RunPoint &point : page.points)
    for (double value : {point.cost, point.bound})
      if (std::isfinite(value)) {
        low = std::min(low, value);
        high = std::max(high, value);
      }
  if (!(low <= high))
    return "<p>Neither a solution nor a bound was found.</p>\n";
  double air = std::max(0.05 * (high - low), 1e-3 * std::abs(high) + 1e-9);
  Plot plot(0, page.points.back().seconds, low - air, high + air, "seconds since the start",
            "cost and bound, " + page.unit);
  std::vector<std::pair<double, double>> costs, bounds;
  for (const RunPoint &point : page.points) {
    costs.emplace_back(point.seconds, point.cost);
    bounds.emplace_back(point.seconds, point.bound);
  }
  plot.stairs(costs, "#c0392b");
  plot.stairs(bounds, "#2471a3");
  return plot.svg();
}

} // namespace

std::string solverPage(const SolverPage &page) {
  std::string out = fmt::format("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title>\n"
                                "<style>body{{font:14px sans-serif;max-width:1000px;margin:2em auto}}"
                                "td{{padding:2px 12px 2px 0;vertical-align:top}}svg{{width:100%}}"
                                ".c{{color:#c0392b}}.b{{color:#2471a3}}</style></head><body>\n<h1>{0}</h1>\n<table>\n",
                                escapedForHtml(page.title));
  for (const auto &[name, value] : page.facts)
    out += fmt::format("<tr><td>{}</td><td>{}</td></tr>\n", escapedForHtml(name), escapedForHtml(value));
  out += "</table>\n<h2><span class=\"c\">Best cost</span> and <span class=\"b\">bound</span> over time</h2>\n";
  out += drawRun(page);
  if (!page.picture.empty())
    out += fmt::format("<h2>{}</h2>\n{}", escapedForHtml(page.pictureTitle), page.picture);
  return out + "</body></html>\n";
}

std::string drawAllocation(const AllocationProblem &problem, const AllocationSolution &solution) {
  double first = INFINITY, last = -INFINITY, top = 0;
  for (size_t i = 0; i != problem.buffers.size(); ++i) {
    const AllocationBuffer &buffer = problem.buffers[i];
    first = std::min(first, static_cast<double>(buffer.lower));
    last = std::max(last, static_cast<double>(buffer.upper));
    top = std::max(top, static_cast<double>(solution.offsets[i] + buffer.size));
  }
  if (problem.buffers.empty())
    return "";
  bool showCapacity = static_cast<double>(problem.capacity) < 2 * top;
  Plot plot(first, last, 0, showCapacity ? std::max(top, static_cast<double>(problem.capacity)) : top,
            "time (steps of the schedule)", "address, bytes");
  for (size_t i = 0; i != problem.buffers.size(); ++i) {
    const AllocationBuffer &buffer = problem.buffers[i];
    std::string tip = fmt::format("{}: [{}, {}), {} bytes at {}", buffer.id, buffer.lower, buffer.upper, buffer.size,
                                  solution.offsets[i]);
    for (const AllocationPiece &piece : allocationPieces(buffer))
      plot.box(static_cast<double>(piece.lower), static_cast<double>(piece.upper),
               static_cast<double>(solution.offsets[i] + piece.bottom),
               static_cast<double>(solution.offsets[i] + piece.top), buffer.id, tip, i);
  }
  if (showCapacity)
    plot.level(static_cast<double>(problem.capacity), fmt::format("capacity {}", problem.capacity), "#000");
  return plot.svg();
}

std::string drawWorkingSets(const schedule::Problem &problem, const schedule::Solution &solution,
                            const schedule::Evaluation &evaluation, const OperationNames &names) {
  Plot plot(0, evaluation.latency, 0, 1.05 * static_cast<double>(problem.capacity), "time units",
            "working set, elements");
  auto nameOf = [&](int32_t op) {
    if (static_cast<size_t>(op) < names.size())
      return names[static_cast<size_t>(op)];
    bool matmul = problem.ops[static_cast<size_t>(op)].kind == schedule::OpKind::MatMul;
    return fmt::format("{} {}", matmul ? "MatMul" : "Pointwise", op);
  };
  double begin = 0;
  for (size_t s = 0; s != solution.subgraphs.size(); ++s) {
    const schedule::Subgraph &subgraph = solution.subgraphs[s];
    const schedule::SubgraphReport &report = evaluation.subgraphs[s];
    std::string ops;
    for (int32_t op : subgraph.ops)
      ops += (ops.empty() ? "" : ", ") + nameOf(op);
    double latency = report.latency.toDouble();
    std::string tip = fmt::format("subgraph {}: {}; {:.10g} time units, {} steps ({} memory-bound), tiles {} x {} x "
                                  "{}, working set {} of {} elements, {} tensors retained",
                                  s, ops, latency, report.steps, report.memoryBoundSteps, subgraph.granularity.w,
                                  subgraph.granularity.h, subgraph.granularity.k, report.workingSet, problem.capacity,
                                  subgraph.retained.size());
    bool several = subgraph.ops.size() > 1;
    std::string name = nameOf(subgraph.ops.front()) + (several ? fmt::format(" + {}", subgraph.ops.size() - 1) : "");
    plot.box(begin, begin + latency, 0, static_cast<double>(report.workingSet), name, tip, s);
    begin += latency;
  }
  plot.level(static_cast<double>(problem.capacity), fmt::format("capacity {}", problem.capacity), "#000");
  return plot.svg();
}

std::vector<std::pair<int64_t, Bytes>> liveBytes(const LayoutChoice &problem, const std::vector<int32_t> &choice) {
  std::map<int64_t, Bytes> change;
  auto hold = [&](int64_t begin, int64_t end, Bytes bytes) {
    if (begin < end) {
      change[begin] += bytes;
      change[end] -= bytes;
    }
  };
  std::vector<std::vector<LiveInterval>> live;
  for (const LayoutChoice::Node &node : problem.nodes)
    live.push_back({node.live});
  for (const LayoutChoice::Colocation &pair : problem.colocations) {
    live[pair.leader].push_back(problem.nodes[pair.follower].live);
    live[pair.follower].clear();
  }
  for (size_t n = 0; n != problem.numNodes(); ++n) {
    std::vector<LiveInterval> parts = live[n];
    std::sort(parts.begin(), parts.end(), [](auto &a, auto &b) { return a.begin < b.begin; });
    int64_t from = std::numeric_limits<int64_t>::min();
    for (const LayoutChoice::InPlace &place : problem.inPlaces)
      if (static_cast<size_t>(place.node) == n && place.candidate == choice[n])
        from = problem.nodes[place.donor].live.end;
    for (const LiveInterval &part : parts) { // together, each time once
      hold(std::max(from, part.begin), part.end, problem.bytesOf(static_cast<int32_t>(n))[choice[n]]);
      from = std::max(from, part.end);
    }
  }
  for (const LayoutChoice::ExtraUsage &usage : problem.extraUsages)
    if (choice[usage.node] == usage.candidate)
      hold(usage.interval.begin, usage.interval.end, usage.bytes);
  std::vector<std::pair<int64_t, Bytes>> result;
  Bytes bytes = 0;
  for (auto [time, by] : change)
    result.emplace_back(time, bytes += by);
  return result;
}

std::string drawLayoutMemory(const LayoutChoice &problem, const std::vector<int32_t> &choice) {
  std::vector<std::pair<int64_t, Bytes>> live = liveBytes(problem, choice);
  if (live.empty())
    return "";
  // A picture has a thousand columns: the most of each.
  double first = static_cast<double>(live.front().first), last = static_cast<double>(live.back().first);
  constexpr size_t columns = 1000;
  std::vector<std::pair<double, double>> points;
  double most = static_cast<double>(problem.capacity);
  for (auto [time, bytes] : live) {
    double at = static_cast<double>(time), value = static_cast<double>(bytes);
    most = std::max(most, value);
    if (!points.empty() && (at - points.back().first) * columns < last - first && live.size() > columns)
      points.back().second = std::max(points.back().second, value);
    else
      points.emplace_back(at, value);
  }
  Plot plot(first, last, 0, most * 1.05, "time (position in the schedule)", "bytes live");
  plot.stairs(points, "#2471a3");
  plot.level(static_cast<double>(problem.capacity), fmt::format("capacity {}", problem.capacity), "#000");
  return plot.svg();
}

} // namespace alcove::report
