//===- Price.cpp - Working set and latency of one subgraph ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SubgraphAnalysis.h"

#include "alcove/Base/Support/Units.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace alcove::plan::schedule {

namespace {

using Wide = __int128;

/// Half-open ranges of rows and columns of one tensor.
struct Region {
  int32_t tensor;
  int64_t row0, row1, col0, col1;
  bool operator==(const Region &) const = default;
  int64_t elements() const { return (row1 - row0) * (col1 - col0); }
};

/// The position of the walk: tile and step.
struct Position {
  int64_t column, row, step;
};

class Walk {
public:
  Walk(const Problem &problem, const Subgraph &subgraph, const SubgraphAnalysis &analysis,
       std::span<const int32_t> resident, const Rules &rules, const std::string &where)
      : problem(problem), subgraph(subgraph), analysis(analysis), resident(resident), rules(rules), where(where) {}

  Result<SubgraphReport> run();

private:
  const Tensor &tensor(int32_t t) const { return problem.tensors[static_cast<size_t>(t)]; }
  bool isResident(int32_t t) const { return std::find(resident.begin(), resident.end(), t) != resident.end(); }
  bool isRetained(int32_t t) const {
    return std::find(subgraph.retained.begin(), subgraph.retained.end(), t) != subgraph.retained.end();
  }
  bool isWhole(const Region &region) const {
    const Tensor &shape = tensor(region.tensor);
    return region.elements() == shape.elements();
  }
  std::pair<int64_t, int64_t> range(DemandAxis axis, int64_t extent, int64_t tile, int64_t index, int64_t step) const;
  Region regionOf(int32_t t, DemandAxis rows, DemandAxis cols, const Position &at) const;
  int64_t workingSet() const;
  int64_t load(const Position &at);
  int64_t store(const Position &at) const;
  bool compute(const Position &at, Wide &numerator);
  bool findScale();
  bool innerFactor(DemandAxis axis, int64_t extent, int64_t native, int64_t step, Wide &factor) const;

  const Problem &problem;
  const Subgraph &subgraph;
  const SubgraphAnalysis &analysis;
  std::span<const int32_t> resident;
  const Rules &rules;
  const std::string &where;

  /// Denominator of all compute times of this subgraph: a common multiple of the reductions that are split.
  int64_t scale = 1;
  /// Input slices in fast memory, of the step before and of this one.
  std::vector<Region> previous, current;
  /// Per operation: the slice of its result at its last firing.
  std::vector<Region> fired;
};

} // namespace

std::pair<int64_t, int64_t> Walk::range(DemandAxis axis, int64_t extent, int64_t tile, int64_t index,
                                        int64_t step) const {
  switch (axis) {
  case DemandAxis::Whole:
    return {0, extent};
  case DemandAxis::Tile:
    return {std::min(extent, index * tile), std::min(extent, (index + 1) * tile)};
  case DemandAxis::Depth:
    return {std::min(extent, step * subgraph.granularity.k), std::min(extent, (step + 1) * subgraph.granularity.k)};
  }
  return {0, 0};
}

Region Walk::regionOf(int32_t t, DemandAxis rows, DemandAxis cols, const Position &at) const {
  auto [row0, row1] = range(rows, tensor(t).height, subgraph.granularity.h, at.row, at.step);
  auto [col0, col1] = range(cols, tensor(t).width, subgraph.granularity.w, at.column, at.step);
  return {t, row0, row1, col0, col1};
}

// GS-S15: distinct input slices, output slices, accumulators, and what stays whole, at the first (largest) tile and
// step.
int64_t Walk::workingSet() const {
  const Position first{0, 0, 0};
  int64_t elements = 0;
  for (int32_t t : resident)
    elements += tensor(t).elements();
  for (int32_t t : subgraph.retained)
    elements += tensor(t).elements();
  for (size_t i = 0; i != analysis.inputs.size(); ++i) {
    const InputSlice &slice = analysis.inputs[i];
    bool again = std::any_of(
        analysis.inputs.begin(), analysis.inputs.begin() + static_cast<ptrdiff_t>(i), [&](const InputSlice &other) {
          return other.tensor == slice.tensor && other.rows == slice.rows && other.cols == slice.cols;
        });
    if (!again && !isResident(slice.tensor))
      elements += regionOf(slice.tensor, slice.rows, slice.cols, first).elements();
  }
  for (int32_t t : analysis.outputs)
    if (!isRetained(t))
      elements += regionOf(t, DemandAxis::Tile, DemandAxis::Tile, first).elements();
  if (rules.chargeEphemeralAccumulator)
    for (int32_t t : analysis.ephemeralAccumulators)
      if (!isRetained(t))
        elements += regionOf(t, DemandAxis::Tile, DemandAxis::Tile, first).elements();
  return elements;
}

// GS-L5, GS-L6: slices that were there in the step before are free; GS-L3: pointwise inputs load at the last step of a
// tile.
int64_t Walk::load(const Position &at) {
  current.clear();
  int64_t elements = 0;
  for (const InputSlice &slice : analysis.inputs) {
    bool used = slice.onlyLast ? at.step == analysis.depthSteps - 1 : at.step < slice.steps;
    if (!used || isResident(slice.tensor))
      continue;
    Region region = regionOf(slice.tensor, slice.rows, slice.cols, at);
    if (std::find(current.begin(), current.end(), region) != current.end())
      continue;
    current.push_back(region);
    bool there = std::any_of(previous.begin(), previous.end(), [&](const Region &old) {
      return old == region || (rules.wholeTensorCoversSlices && old.tensor == region.tensor && isWhole(old));
    });
    if (!there)
      elements += region.elements();
  }
  std::swap(previous, current);
  return elements;
}

// GS-L7: outputs that are not retained leave at the last step of their tile.
int64_t Walk::store(const Position &at) const {
  int64_t elements = 0;
  if (at.step == analysis.depthSteps - 1)
    for (int32_t t : analysis.outputs)
      if (!isRetained(t))
        elements += regionOf(t, DemandAxis::Tile, DemandAxis::Tile, at).elements();
  return elements;
}

/// Native tiles along one axis of an inner MatMul's strip, times `scale` if the axis is split; false: does not fire.
bool Walk::innerFactor(DemandAxis axis, int64_t extent, int64_t native, int64_t step, Wide &factor) const {
  switch (axis) {
  case DemandAxis::Whole:
    factor *= ceilDiv(extent, native);
    return true;
  case DemandAxis::Tile:
    return true;
  case DemandAxis::Depth:
    auto [begin, end] = range(axis, extent, 0, 0, step);
    factor *= Wide(ceilDiv(extent, native)) * (end - begin);
    return end > begin;
  }
  return false;
}

/// Compute of one step times `scale` (GS-L1, GS-L2, GS-L4); false when it does not fit.
bool Walk::compute(const Position &at, Wide &numerator) {
  numerator = 0;
  for (size_t i = 0; i != subgraph.ops.size(); ++i) {
    const Operation &op = problem.ops[static_cast<size_t>(subgraph.ops[i])];
    const Demand &demand = analysis.demands[i];
    Wide share = op.baseCost;
    if (demand.throughTile && op.kind == OpKind::Pointwise) {
      if (at.step != analysis.depthSteps - 1)
        continue;
      share *= scale;
    } else if (demand.throughTile) {
      int64_t depth = tensor(op.inputs[0]).width;
      auto [begin, end] = range(DemandAxis::Depth, depth, 0, 0, at.step);
      share *= Wide(end - begin) * (scale / depth);
    } else {
      int32_t result = op.outputs[0];
      Region strip = regionOf(result, demand.rows, demand.cols, at);
      if (!rules.recomputeInnerStrips && fired[i] == strip)
        continue;
      fired[i] = strip;
      bool fires = innerFactor(demand.rows, tensor(result).height, problem.nativeHeight, at.step, share) &&
                   innerFactor(demand.cols, tensor(result).width, problem.nativeWidth, at.step, share);
      if (!fires)
        continue;
      if (op.kind == OpKind::Pointwise)
        share = op.baseCost; // GS-S9 keeps it within one tile: full cost.
      int64_t split = demand.rows == DemandAxis::Depth   ? tensor(result).height
                      : demand.cols == DemandAxis::Depth ? tensor(result).width
                                                         : 1;
      if (__builtin_mul_overflow(share, Wide(scale / split), &share))
        return false;
    }
    if (__builtin_add_overflow(numerator, share, &numerator))
      return false;
  }
  return true;
}

/// A common multiple of everything that is split along the steps; false when it is absurdly large.
bool Walk::findScale() {
  scale = 1;
  bool fits = true;
  auto include = [&](int64_t extent) {
    Wide multiple = Wide(scale / std::gcd(scale, extent)) * extent;
    fits = fits && multiple <= (Wide(1) << 40);
    scale = fits ? static_cast<int64_t>(multiple) : 1;
  };
  for (size_t i = 0; i != subgraph.ops.size(); ++i) {
    const Operation &op = problem.ops[static_cast<size_t>(subgraph.ops[i])];
    const Demand &demand = analysis.demands[i];
    if (op.kind == OpKind::MatMul && demand.throughTile)
      include(tensor(op.inputs[0]).width);
    if (demand.rows == DemandAxis::Depth)
      include(tensor(op.outputs[0]).height);
    if (demand.cols == DemandAxis::Depth)
      include(tensor(op.outputs[0]).width);
  }
  return fits;
}

Result<SubgraphReport> Walk::run() {
  SubgraphReport report;
  report.workingSet = workingSet();
  if (report.workingSet > problem.capacity)
    return Error{fmt::format("{}: working set of {} elements, the fast memory holds {} (GS-S15)", where,
                             report.workingSet, problem.capacity)};
  Wide steps = Wide(analysis.columns) * analysis.rows * analysis.depthSteps;
  if (steps > rules.stepLimit)
    return Error{fmt::format("{}: more than {} steps (GS-S18)", where, rules.stepLimit)};
  report.tiles = analysis.columns * analysis.rows;
  report.steps = static_cast<int64_t>(steps);

  if (!findScale())
    return Error{fmt::format("{}: the reductions have no common multiple below 2^40 (GS-S18)", where)};
  fired.assign(subgraph.ops.size(), {-1, 0, 0, 0, 0});

  Wide total = 0;
  for (int64_t n = 0; n != report.tiles; ++n) {
    int64_t tile = subgraph.traversal ? (*subgraph.traversal)[static_cast<size_t>(n)] : n;
    Position at{tile % analysis.columns, tile / analysis.columns, 0};
    for (; at.step != analysis.depthSteps; ++at.step) {
      int64_t loaded = load(at), stored = store(at);
      Wide busy;
      bool fits = compute(at, busy);
      report.computeTime += static_cast<double>(busy) / static_cast<double>(scale);
      fits = fits && !__builtin_mul_overflow(busy, Wide(problem.bandwidth), &busy);
      Wide moving = Wide(loaded + stored) * scale;
      fits = fits && !__builtin_add_overflow(total, std::max(busy, moving), &total);
      if (!fits)
        return Error{fmt::format("{}: the latency does not fit 128 bits (GS-S18)", where)};
      report.loadedElements += loaded;
      report.storedElements += stored;
      report.memoryBoundSteps += moving > busy;
    }
  }
  report.latency = makeRational(total, Wide(scale) * problem.bandwidth);
  return report;
}

Result<SubgraphReport> price(const Problem &problem, const Subgraph &subgraph, const SubgraphAnalysis &analysis,
                             std::span<const int32_t> resident, const Rules &rules, const std::string &where) {
  return Walk(problem, subgraph, analysis, resident, rules, where).run();
}

} // namespace alcove::plan::schedule
