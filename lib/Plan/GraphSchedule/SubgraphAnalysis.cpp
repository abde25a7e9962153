//===- SubgraphAnalysis.cpp - Structure of one subgraph -------------------===//
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

/// The subgraph under analysis, with the few look-ups that every rule needs.
struct View {
  const Problem &problem;
  const std::vector<int32_t> &producer;
  const Subgraph &subgraph;
  const Rules &rules;
  const std::string &where;

  const Operation &op(int32_t o) const { return problem.ops[static_cast<size_t>(o)]; }
  const Tensor &tensor(int32_t t) const { return problem.tensors[static_cast<size_t>(t)]; }
  /// Position in the subgraph of the operation that makes `t`, -1 if it comes from outside.
  int64_t madeAt(int32_t t) const {
    for (size_t i = 0; i != subgraph.ops.size(); ++i)
      if (producer[static_cast<size_t>(t)] == subgraph.ops[i])
        return static_cast<int64_t>(i);
    return -1;
  }
  bool consumedInside(int32_t t) const {
    for (int32_t o : subgraph.ops)
      for (int32_t input : op(o).inputs)
        if (input == t)
          return true;
    return false;
  }
  int64_t reduction(int32_t matmul) const { return tensor(op(matmul).inputs[0]).width; }
};

} // namespace

// GS-S2: no operation twice; GS-S3: producers stand before their consumers.
static Status checkOrder(const View &view) {
  for (size_t i = 0; i != view.subgraph.ops.size(); ++i) {
    for (size_t j = 0; j != i; ++j)
      if (view.subgraph.ops[i] == view.subgraph.ops[j])
        return Error{fmt::format("{}: operation {} is listed twice (GS-S2)", view.where, view.subgraph.ops[i])};
    for (int32_t t : view.op(view.subgraph.ops[i]).inputs)
      if (view.madeAt(t) > static_cast<int64_t>(i))
        return Error{fmt::format("{}: operation {} stands before operation {}, which makes its input {} (GS-S3)",
                                 view.where, view.subgraph.ops[i], view.producer[static_cast<size_t>(t)], t)};
  }
  return {};
}

// GS-S5: tiles and steps are positive and not larger than native; GS-S6: no step is deeper than a reduction.
static Status checkGranularity(const View &view) {
  const Granularity &g = view.subgraph.granularity;
  const Problem &p = view.problem;
  for (auto [name, value, native] : {std::tuple{"width", g.w, p.nativeWidth}, std::tuple{"height", g.h, p.nativeHeight},
                                     std::tuple{"depth", g.k, p.nativeWidth}})
    if (value < 1 || value > native)
      return Error{fmt::format("{}: {} {} is out of range [1, {}] (GS-S5)", view.where, name, value, native)};
  for (int32_t o : view.subgraph.ops)
    if (view.op(o).kind == OpKind::MatMul && g.k > view.reduction(o))
      return Error{fmt::format("{}: depth {} exceeds the reduction {} of operation {} (GS-S6)", view.where, g.k,
                               view.reduction(o), o)};
  return {};
}

// GS-S7: the operations hang together by shared tensors.
static Status checkConnected(const View &view) {
  const std::vector<int32_t> &ops = view.subgraph.ops;
  std::vector<bool> reached(ops.size(), false);
  std::vector<size_t> queue{0};
  reached[0] = true;
  auto touch = [&](size_t a, size_t b) {
    const Operation &first = view.op(ops[a]), &second = view.op(ops[b]);
    auto meet = [](const std::vector<int32_t> &x, const std::vector<int32_t> &y) {
      return std::find_first_of(x.begin(), x.end(), y.begin(), y.end()) != x.end();
    };
    return meet(first.outputs, second.inputs) || meet(first.inputs, second.outputs) ||
           (view.rules.coConsumersAreConnected && meet(first.inputs, second.inputs));
  };
  for (size_t next = 0; next != queue.size(); ++next)
    for (size_t i = 0; i != ops.size(); ++i)
      if (!reached[i] && touch(queue[next], i)) {
        reached[i] = true;
        queue.push_back(i);
      }
  for (size_t i = 0; i != ops.size(); ++i)
    if (!reached[i])
      return Error{fmt::format("{}: operation {} shares no tensor with the part that holds operation {} (GS-S7)",
                               view.where, ops[i], ops[0])};
  return {};
}

// GS-S8: all results that leave have one shape, that of the grid.
static Status findGrid(const View &view, SubgraphAnalysis &analysis) {
  int32_t first = -1;
  for (int32_t o : view.subgraph.ops)
    for (int32_t t : view.op(o).outputs) {
      if (view.consumedInside(t)) {
        analysis.internal.push_back(t);
        continue;
      }
      analysis.outputs.push_back(t);
      const Tensor &shape = view.tensor(t);
      if (first < 0) {
        first = t;
        analysis.gridWidth = shape.width;
        analysis.gridHeight = shape.height;
      } else if (shape.width != analysis.gridWidth || shape.height != analysis.gridHeight) {
        return Error{fmt::format("{}: outputs {} ({} x {}) and {} ({} x {}) cannot share a grid (GS-S8)", view.where,
                                 first, analysis.gridWidth, analysis.gridHeight, t, shape.width, shape.height)};
      }
    }
  analysis.columns = ceilDiv(analysis.gridWidth, view.subgraph.granularity.w);
  analysis.rows = ceilDiv(analysis.gridHeight, view.subgraph.granularity.h);
  return {};
}

static DemandAxis normal(DemandAxis axis, int64_t tiles, int64_t steps) {
  if ((axis == DemandAxis::Tile && tiles == 1) || (axis == DemandAxis::Depth && steps == 1))
    return DemandAxis::Whole;
  return axis;
}

/// The operations whose results leave through the output tile, directly or through pointwise operations.
static std::vector<bool> throughTile(const View &view) {
  const std::vector<int32_t> &ops = view.subgraph.ops;
  std::vector<bool> through(ops.size(), false);
  for (size_t i = ops.size(); i-- > 0;)
    for (int32_t t : view.op(ops[i]).outputs) {
      bool inside = false;
      for (size_t j = i + 1; j != ops.size(); ++j) {
        const std::vector<int32_t> &inputs = view.op(ops[j]).inputs;
        if (std::find(inputs.begin(), inputs.end(), t) == inputs.end())
          continue;
        inside = true;
        if (view.op(ops[j]).kind == OpKind::Pointwise && through[j])
          through[i] = true;
      }
      if (!inside)
        through[i] = true;
    }
  return through;
}

// GS-S10: the MatMuls that are split have one reduction depth.
static Status findDepth(const View &view, const std::vector<bool> &through, SubgraphAnalysis &analysis) {
  int32_t first = -1;
  for (size_t i = 0; i != view.subgraph.ops.size(); ++i) {
    int32_t o = view.subgraph.ops[i];
    if (view.op(o).kind != OpKind::MatMul || !through[i])
      continue;
    int64_t depth = view.reduction(o);
    if (first >= 0 && depth != view.reduction(first) && !view.rules.allowMixedDepth)
      return Error{fmt::format("{}: operations {} and {} would be split over reductions of {} and {} (GS-S10)",
                               view.where, first, o, view.reduction(first), depth)};
    first = first < 0 ? o : first;
    analysis.depth = std::max(analysis.depth, depth);
  }
  if (analysis.depth)
    analysis.depthSteps = ceilDiv(analysis.depth, view.subgraph.granularity.k);
  return {};
}

// GS-S9: a pointwise result that feeds a MatMul inside must fit one tile along the reduction.
static Status checkPointwiseOperand(const View &view, const SubgraphAnalysis &analysis, int32_t pointwise,
                                    int32_t matmul, bool left) {
  const Granularity &g = view.subgraph.granularity;
  int64_t depth = view.reduction(matmul), extent = left ? g.w : g.h;
  if (extent < depth)
    return Error{fmt::format("{}: pointwise operation {} feeds MatMul {} inside, whose reduction {} exceeds the tile's "
                             "{} {} (GS-S9)",
                             view.where, pointwise, matmul, depth, left ? "width" : "height", extent)};
  if (view.rules.pointwiseOperandNeedsFullDepth && (analysis.depthSteps != 1 || g.k < depth))
    return Error{
        fmt::format("{}: pointwise operation {} feeds MatMul {} inside, but depth {} splits a reduction (GS-S9)",
                    view.where, pointwise, matmul, g.k)};
  return {};
}

/// From the sinks backwards: how every result is asked for. GS-S11: one way only.
static Status findDemands(const View &view, const std::vector<bool> &through, SubgraphAnalysis &analysis) {
  const std::vector<int32_t> &ops = view.subgraph.ops;
  analysis.demands.assign(ops.size(), {});
  // Of each operation, the slices of its inputs, parallel to `inputs`.
  std::vector<std::vector<Demand>> asked(ops.size());
  for (size_t i = ops.size(); i-- > 0;) {
    const Operation &op = view.op(ops[i]);
    std::optional<Demand> demand;
    auto ask = [&](Demand next, int32_t t) -> Status {
      next.rows = normal(next.rows, analysis.rows, analysis.depthSteps);
      next.cols = normal(next.cols, analysis.columns, analysis.depthSteps);
      // Through the tile and as an operand are the same only if nothing is split.
      bool same = !demand || (demand->rows == next.rows && demand->cols == next.cols &&
                              (demand->throughTile == next.throughTile || analysis.depthSteps == 1));
      if (!same)
        return Error{fmt::format("{}: tensor {} is needed in two different slices inside (GS-S11)", view.where, t)};
      demand = next;
      return {};
    };
    for (int32_t t : op.outputs) {
      if (std::find(analysis.outputs.begin(), analysis.outputs.end(), t) != analysis.outputs.end())
        ALCOVE_RETURN_IF_ERROR(ask({DemandAxis::Tile, DemandAxis::Tile, true}, t));
      for (size_t j = i + 1; j != ops.size(); ++j) {
        const Operation &user = view.op(ops[j]);
        for (size_t n = 0; n != user.inputs.size(); ++n) {
          if (user.inputs[n] != t)
            continue;
          if (op.kind == OpKind::Pointwise && user.kind == OpKind::MatMul)
            ALCOVE_RETURN_IF_ERROR(checkPointwiseOperand(view, analysis, ops[i], ops[j], n == 0));
          ALCOVE_RETURN_IF_ERROR(ask(asked[j][n], t));
        }
      }
    }
    demand->throughTile = through[i];
    analysis.demands[i] = *demand;
    if (op.kind == OpKind::Pointwise) {
      asked[i].assign(op.inputs.size(), *demand);
    } else if (through[i]) {
      asked[i] = {{DemandAxis::Tile, DemandAxis::Depth, false}, {DemandAxis::Depth, DemandAxis::Tile, false}};
    } else {
      asked[i] = {{demand->rows, DemandAxis::Whole, false}, {DemandAxis::Whole, demand->cols, false}};
    }
    int64_t ownSteps = op.kind == OpKind::MatMul && through[i]
                           ? ceilDiv(view.reduction(ops[i]), view.subgraph.granularity.k)
                           : analysis.depthSteps;
    for (size_t n = 0; n != op.inputs.size(); ++n)
      if (view.madeAt(op.inputs[n]) < 0)
        analysis.inputs.push_back({op.inputs[n], normal(asked[i][n].rows, analysis.rows, analysis.depthSteps),
                                   normal(asked[i][n].cols, analysis.columns, analysis.depthSteps), ownSteps,
                                   op.kind == OpKind::Pointwise && through[i]});
    if (op.kind == OpKind::MatMul && through[i] && ownSteps > 1 && view.consumedInside(op.outputs[0]))
      analysis.ephemeralAccumulators.push_back(op.outputs[0]);
  }
  return {};
}

Result<SubgraphAnalysis> analyse(const Problem &problem, const std::vector<int32_t> &producer, const Subgraph &subgraph,
                                 const Rules &rules, const std::string &where) {
  View view{problem, producer, subgraph, rules, where};
  SubgraphAnalysis analysis;
  ALCOVE_RETURN_IF_ERROR(checkOrder(view));
  ALCOVE_RETURN_IF_ERROR(checkGranularity(view));
  ALCOVE_RETURN_IF_ERROR(checkConnected(view));
  ALCOVE_RETURN_IF_ERROR(findGrid(view, analysis));
  std::vector<bool> through = throughTile(view);
  ALCOVE_RETURN_IF_ERROR(findDepth(view, through, analysis));
  ALCOVE_RETURN_IF_ERROR(findDemands(view, through, analysis));
  return analysis;
}

} // namespace alcove::plan::schedule
