//===- ShapeBuilder.h - Builds GroupShape from a set of operations -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_GRAPHSCHEDULE_PRICER_SHAPEBUILDER_H
#define ALCOVE_LIB_PLAN_GRAPHSCHEDULE_PRICER_SHAPEBUILDER_H

#include "alcove/Plan/GraphSchedule/GroupPricer.h"

namespace alcove::plan::schedule {

/// One pass from the sinks backwards; notes per tensor are valid for the current epoch only, so nothing is cleared.
class ShapeBuilder {
public:
  /// `byResults`: operations are connected by what one of them makes, not by an input that both read.
  ShapeBuilder(const OpGraph &graph, bool byResults)
      : graph(graph), byResults(byResults), notes(graph.tensors.size()) {}
  void build(std::span<const int32_t> ops, GroupShape &shape);

private:
  using Axis = GroupShape::Axis;
  struct TensorNote {
    uint64_t epoch = 0;
    int32_t madeAt = -1;
    bool consumed = false;
    int32_t firstOp = -1;
    struct {
      Axis rows, cols;
    } demand{Axis::Tile, Axis::Tile};
    bool asked = false, tileAsk = false, operandAsk = false;
  };

  void enter(std::span<const int32_t> ops);
  bool findGrid(std::span<const int32_t> ops, GroupShape &shape);
  bool visit(size_t i, const OpGraph::Op &op, GroupShape &shape);
  void ask(int32_t t, Axis rows, Axis cols, bool asOperand, GroupShape &shape);
  void addInput(int32_t t, Axis rows, Axis cols, bool onlyLast, GroupShape &shape);
  void addInnerCompute(const OpGraph::Op &op, Axis rows, Axis cols, GroupShape &shape);

  const OpGraph &graph;
  bool byResults;
  uint64_t epoch = 0;
  std::vector<TensorNote> notes;
  std::vector<int32_t> parent;
  std::vector<char> through;
  int64_t pointwiseDepth = 0;
};

} // namespace alcove::plan::schedule

#endif // ALCOVE_LIB_PLAN_GRAPHSCHEDULE_PRICER_SHAPEBUILDER_H
