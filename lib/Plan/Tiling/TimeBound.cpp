//===- TimeBound.cpp - Nanoseconds that no plan of a block is below -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Tiling/ProgramBound.h"
#include "alcove/Plan/Tiling/Simulate.h"

#include <algorithm>

namespace alcove::plan::tiling {

namespace {

/// Positions of each dimension of a result that every plan computes: those that the reader with the most of them reads.
using Need = std::vector<double>;

double product(const Need &need) {
  double all = 1;
  for (double count : need)
    all *= count;
  return all;
}

Need wholeOf(const Access &access) { return Need(access.shape.begin(), access.shape.end()); }

/// From the readers to what they read, each node once.
class Demand {
public:
  explicit Demand(const Problem &graph) : graph(graph), needs(graph.nodes.size()) {}

  /// Nanoseconds of one core for what must be computed.
  double computing(const Machine &machine) {
    double time = 0;
    for (size_t index = graph.nodes.size(); index-- > 0;) {
      const Node &node = graph.nodes[index];
      if (node.results.empty())
        continue;
      bool all = node.escapes || node.kind == NodeKind::Opaque;
      Need need = all ? wholeOf(node.results[0]) : needs[index];
      if (need.empty() && !node.results[0].shape.empty())
        continue;
      if (!all && node.users.empty())
        continue;
      std::vector<double> loops = loopsOf(node, need);
      double points = 1;
      for (double count : loops)
        points *= count;
      if (node.hasModel() && !node.attached)
        time += points * nsPerPoint(node, machine);
      for (const Access &input : node.inputs)
        if (input.producer >= 0 && input.producerResult == 0 && (input.initOf < 0 || input.read))
          ask(input.producer, read(node, input, need, loops));
    }
    return time;
  }

private:
  void ask(int producer, const Need &need) {
    Need &own = needs[producer];
    if (own.empty() || product(need) > product(own))
      own = need;
  }

  /// Iterations of each loop; of parallel loops as many as positions of the result are needed.
  static std::vector<double> loopsOf(const Node &node, const Need &need) {
    std::vector<double> loops;
    bool whole = need.size() == node.results[0].shape.size() && product(need) >= product(wholeOf(node.results[0]));
    for (unsigned loop = 0; loop < node.extents.size(); ++loop)
      loops.push_back(whole || !node.parallel[loop] ? static_cast<double>(node.extents[loop]) : 0);
    if (!whole && need.size() == node.results[0].dims.size())
      for (size_t d = 0; d < need.size(); ++d)
        if (const AccessDim &dim = node.results[0].dims[d]; dim.isLoop())
          loops[dim.terms[0].loop] = need[d];
    // Dynamic extents say nothing.
    for (unsigned loop = 0; loop < node.extents.size(); ++loop)
      if (node.dynamic[loop])
        loops[loop] = 0;
    return loops;
  }

  /// Distinct positions of a dimension. With all iterations of all its loops, runs that touch or overlap.
  static double positions(const Node &node, const AccessDim &dim, double extent, std::span<const double> loops) {
    if (dim.whole)
      return 1;
    double most = dim.terms.empty() ? 1 : 0;
    bool whole = dim.constant == 0;
    std::vector<AccessTerm> terms(dim.terms.begin(), dim.terms.end());
    for (const AccessTerm &term : terms) {
      most = std::max(most, loops[term.loop]);
      whole &= loops[term.loop] == static_cast<double>(node.extents[term.loop]) && term.coefficient > 0;
    }
    if (!whole)
      return std::min(most, extent);
    std::ranges::sort(terms, [](const AccessTerm &a, const AccessTerm &b) { return a.coefficient < b.coefficient; });
    double reach = 1;
    for (const AccessTerm &term : terms) {
      double step = static_cast<double>(term.coefficient), count = loops[term.loop];
      reach = step <= reach ? reach + step * (count - 1) : reach * count;
    }
    return std::min(std::max(reach, most), extent);
  }

  static Need read(const Node &node, const Access &input, const Need &need, std::span<const double> loops) {
    Need found(input.shape.size(), 0);
    const Access &result = node.results[0];
    bool whole = product(need) >= product(wholeOf(result));
    switch (node.kind) {
    case NodeKind::Structured:
      for (size_t d = 0; d < found.size(); ++d)
        found[d] = positions(node, input.dims[d], static_cast<double>(input.shape[d]), loops);
      return found;
    case NodeKind::Pad:
      // Some of what is needed is padding.
      for (size_t d = 0; d < found.size(); ++d)
        found[d] = std::max(need[d] - static_cast<double>(result.shape[d] - input.shape[d]), 0.0);
      return found;
    case NodeKind::Slice:
      return result.shape.size() == input.shape.size() ? need : found;
    case NodeKind::Expand:
    case NodeKind::Collapse:
    case NodeKind::Concat:
      return whole ? wholeOf(input) : found;
    default:
      return wholeOf(input);
    }
  }

  const Problem &graph;
  std::vector<Need> needs;
};

} // namespace

double timeBound(const Problem &graph, const Budget &budget, const Machine &machine) {
  Bytes together = saturatingMul(budget.largest(), machine.cores);
  TrafficProblem problem = trafficProblem(graph, together);
  TrafficCertificate certificate = plan::boundTraffic(problem);
  if (!plan::verify(problem, certificate).ok())
    return 0;
  double computing = Demand(graph).computing(machine) / static_cast<double>(machine.cores);
  return std::max(certificate.bound / machine.slowGbps, computing);
}

} // namespace alcove::plan::tiling
