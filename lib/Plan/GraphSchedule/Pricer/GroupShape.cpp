//===- GroupShape.cpp - Structure of a group, independent of tile sizes ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ShapeBuilder.h"

#include "alcove/Base/Support/Units.h"

#include <algorithm>

namespace alcove::plan::schedule {

using Axis = GroupShape::Axis;

void GroupShape::reset() {
  GroupShape empty;
  std::swap(empty.inputs, inputs);
  std::swap(empty.outputs, outputs);
  std::swap(empty.internal, internal);
  std::swap(empty.accumulators, accumulators);
  *this = std::move(empty);
  inputs.clear();
  outputs.clear();
  internal.clear();
  accumulators.clear();
}

static int32_t findRoot(std::vector<int32_t> &parent, int32_t i) {
  while (parent[static_cast<size_t>(i)] != i)
    i = parent[static_cast<size_t>(i)] = parent[static_cast<size_t>(parent[static_cast<size_t>(i)])];
  return i;
}

void ShapeBuilder::enter(std::span<const int32_t> ops) {
  ++epoch;
  parent.resize(ops.size());
  through.assign(ops.size(), false);
  for (size_t i = 0; i != ops.size(); ++i) {
    parent[i] = static_cast<int32_t>(i);
    const OpGraph::Op &op = graph.op(ops[i]);
    auto touch = [&](int32_t t) -> TensorNote & {
      TensorNote &note = notes[static_cast<size_t>(t)];
      if (note.epoch != epoch)
        note = {epoch, -1, false, static_cast<int32_t>(i), {}, false, false, false};
      if (!byResults || note.madeAt >= 0)
        parent[static_cast<size_t>(findRoot(parent, note.firstOp))] = findRoot(parent, static_cast<int32_t>(i));
      return note;
    };
    for (int32_t t : op.inputs)
      touch(t).consumed = true;
    for (int32_t t : op.outputs)
      touch(t).madeAt = static_cast<int32_t>(i);
  }
}

/// Two users of one result must ask for one slice (GS-S11); axes that differ must not be split.
void ShapeBuilder::ask(int32_t t, Axis rows, Axis cols, bool asOperand, GroupShape &shape) {
  TensorNote &note = notes[static_cast<size_t>(t)];
  if (note.madeAt < 0)
    return;
  (asOperand ? note.operandAsk : note.tileAsk) = true;
  if (!note.asked) {
    note.asked = true;
    note.demand = {rows, cols};
    return;
  }
  auto merge = [&](Axis &old, Axis next, bool &needOneTile) {
    if (old == next)
      return;
    needOneTile |= old == Axis::Tile || next == Axis::Tile;
    shape.needOneStep |= old == Axis::Depth || next == Axis::Depth;
    old = Axis::Whole;
  };
  merge(note.demand.rows, rows, shape.needOneRow);
  merge(note.demand.cols, cols, shape.needOneColumn);
}

bool ShapeBuilder::findGrid(std::span<const int32_t> ops, GroupShape &shape) {
  for (int32_t o : ops)
    for (int32_t t : graph.op(o).outputs) {
      if (notes[static_cast<size_t>(t)].consumed) {
        shape.internal.push_back(t);
        continue;
      }
      const Tensor &out = graph.tensor(t);
      if (!shape.outputs.empty() && (out.width != shape.gridWidth || out.height != shape.gridHeight))
        return false;
      shape.gridWidth = out.width;
      shape.gridHeight = out.height;
      shape.outputs.push_back(t);
    }
  return true;
}

void ShapeBuilder::addInput(int32_t t, Axis rows, Axis cols, bool onlyLast, GroupShape &shape) {
  if (notes[static_cast<size_t>(t)].madeAt >= 0)
    return;
  for (GroupShape::Slice &slice : shape.inputs)
    if (slice.tensor == t && slice.rows == rows && slice.cols == cols) {
      slice.onlyLast &= onlyLast;
      return;
    }
  shape.inputs.push_back({t, rows, cols, onlyLast});
}

/// Compute of an inner operation for one strip, as a share per step or per unit of the split depth (GS-L4).
void ShapeBuilder::addInnerCompute(const OpGraph::Op &op, Axis rows, Axis cols, GroupShape &shape) {
  double share = static_cast<double>(op.baseCost);
  if (op.kind == OpKind::Pointwise) { // GS-S9 keeps it within one tile.
    shape.perStep += share;
    return;
  }
  const Tensor &out = graph.tensor(op.outputs[0]);
  if (rows != Axis::Tile)
    share *= static_cast<double>(ceilDiv(out.height, graph.nativeHeight));
  if (cols != Axis::Tile)
    share *= static_cast<double>(ceilDiv(out.width, graph.nativeWidth));
  (rows == Axis::Depth || cols == Axis::Depth ? shape.perDepth : shape.perStep) += share;
}

bool ShapeBuilder::visit(size_t i, const OpGraph::Op &op, GroupShape &shape) {
  Axis rows = Axis::Tile, cols = Axis::Tile;
  bool operand = false, tile = false, first = true;
  for (int32_t t : op.outputs) {
    const TensorNote &note = notes[static_cast<size_t>(t)];
    if (!note.consumed)
      ask(t, Axis::Tile, Axis::Tile, false, shape);
    operand |= note.operandAsk;
    tile |= note.tileAsk;
    if (!first) { // Results of one operation are made together: one slice for all.
      auto merge = [&](Axis &old, Axis next, bool &needOneTile) {
        if (old == next)
          return;
        needOneTile |= old == Axis::Tile || next == Axis::Tile;
        shape.needOneStep |= old == Axis::Depth || next == Axis::Depth;
        old = Axis::Whole;
      };
      merge(rows, note.demand.rows, shape.needOneRow);
      merge(cols, note.demand.cols, shape.needOneColumn);
    } else {
      rows = note.demand.rows;
      cols = note.demand.cols;
    }
    first = false;
  }
  if (operand && tile)
    shape.needOneStep = true;
  through[i] = tile;
  if (op.kind == OpKind::Pointwise) {
    if (tile)
      shape.perTile += static_cast<double>(op.baseCost);
    else
      addInnerCompute(op, rows, cols, shape);
    for (int32_t t : op.inputs) {
      ask(t, rows, cols, !tile, shape);
      if (tile && operand) // GS-S11 leaves one step: both ways of asking are one.
        ask(t, rows, cols, true, shape);
      addInput(t, rows, cols, tile, shape);
    }
    return true;
  }
  shape.depthLimit = shape.depthLimit ? std::min(shape.depthLimit, op.depth) : op.depth;
  int32_t left = op.inputs[0], right = op.inputs[1];
  auto feed = [&](int32_t t, Axis r, Axis c, bool isLeft) {
    ask(t, r, c, true, shape);
    addInput(t, r, c, false, shape);
    int32_t maker = notes[static_cast<size_t>(t)].madeAt >= 0 ? graph.madeBy(t) : -1;
    if (maker >= 0 && graph.op(maker).kind == OpKind::Pointwise) {
      (isLeft ? shape.needWidth : shape.needHeight) = std::max(isLeft ? shape.needWidth : shape.needHeight, op.depth);
      pointwiseDepth = std::max(pointwiseDepth, op.depth);
    }
  };
  if (tile) {
    if (shape.depth && shape.depth != op.depth)
      return false;
    shape.depth = op.depth;
    ++shape.tileMatMuls;
    shape.perDepth += static_cast<double>(op.baseCost);
    feed(left, Axis::Tile, Axis::Depth, true);
    feed(right, Axis::Depth, Axis::Tile, false);
    if (notes[static_cast<size_t>(op.outputs[0])].consumed)
      shape.accumulators.push_back(op.outputs[0]);
  } else {
    addInnerCompute(op, rows, cols, shape);
    feed(left, rows, Axis::Whole, true);
    feed(right, Axis::Whole, cols, false);
  }
  return true;
}

void ShapeBuilder::build(std::span<const int32_t> ops, GroupShape &shape) {
  enter(ops);
  pointwiseDepth = 0;
  for (size_t i = 0; i != ops.size(); ++i)
    if (findRoot(parent, static_cast<int32_t>(i)) != findRoot(parent, 0)) {
      shape.broken = "GS-S7: not connected";
      return;
    }
  if (!findGrid(ops, shape)) {
    shape.broken = "GS-S8: outputs of different shapes";
    return;
  }
  for (size_t i = ops.size(); i-- > 0;)
    if (!visit(i, graph.op(ops[i]), shape)) {
      shape.broken = "GS-S10: split MatMuls of different depths";
      return;
    }
  if (pointwiseDepth) {
    shape.needOneStep = true;
    if (pointwiseDepth != shape.depth || shape.depthLimit != shape.depth || pointwiseDepth > graph.nativeWidth ||
        shape.needWidth > std::min(graph.nativeWidth, shape.gridWidth) ||
        shape.needHeight > std::min(graph.nativeHeight, shape.gridHeight))
      shape.broken = "GS-S9: pointwise operand larger than a tile";
  }
  if (shape.needOneStep && shape.depth > std::min(shape.depthLimit, graph.nativeWidth))
    shape.broken = "GS-S11: an axis that must not be split is longer than a tile";
  if ((shape.needOneColumn && shape.gridWidth > graph.nativeWidth) ||
      (shape.needOneRow && shape.gridHeight > graph.nativeHeight))
    shape.broken = "GS-S11: an axis that must not be split is longer than a tile";
}

} // namespace alcove::plan::schedule
