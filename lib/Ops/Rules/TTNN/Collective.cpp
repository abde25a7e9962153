//===- Collective.cpp - What TTNN asks of ops between chips ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Layouts.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

//===----------------------------------------------------------------------===//
// Meshes: no extent is asked, for no mesh says how many devices there are
//===----------------------------------------------------------------------===//

static OpView &checkReduceType(OpView &view) {
  auto given = view.operation()->getAttrOfType<ttcore::ReduceTypeAttr>("reduce_type");
  return view.require(given.getValue() == ttcore::ReduceType::Sum, "reduce_type must be sum");
}

static LogicalResult verifyAllReduce(Operation *op) {
  OpView view(op, "input -> result");
  return checkReduceType(view).done();
}

static LogicalResult verifyReduceScatter(Operation *op) {
  OpView view(op, "input -> result");
  return checkReduceType(view).dimension("scatter_dim", view.shape("input").size()).done();
}

static LogicalResult verifyAllGather(Operation *op) {
  OpView view(op, "input -> result");
  ttnn::TTNNLayoutAttr from = layoutOf(op->getOperand(0)), to = layoutOf(op->getResult(0));
  return view.dimension("all_gather_dim", view.shape("input").size())
      .require(!from || !to || from.isTiled() == to.isTiled(),
               "input and result must both lie in tiles or both in rows")
      .done();
}

static LogicalResult verifyPointToPoint(Operation *op) {
  OpView view(op, "input optional_output_tensor? -> result");
  return view.sameShape("input optional_output_tensor").sameElement("input optional_output_tensor").done();
}

static LogicalResult verifyDistribute(Operation *op) {
  OpView view(op, "input mesh_device -> result");
  return checkKept(view, "mapper_config", {"mesh_mapper_config"}, "placements =").done();
}

static LogicalResult verifyAggregate(Operation *op) {
  OpView view(op, "input mesh_device -> result");
  return checkKept(view, "composer_config", {"mesh_composer_config"}, "dims =").done();
}

void rules::addTTNNCollectiveRules(RuleTable &table) {
  add(table, {"ttnn.distribute_tensor"}, verifyDistribute);
  add(table, {"ttnn.aggregate_tensor"}, verifyAggregate);
  add(table, {"ttnn.all_reduce", "ttnn.all_reduce_async"}, verifyAllReduce);
  add(table, {"ttnn.reduce_scatter"}, verifyReduceScatter);
  add(table, {"ttnn.all_gather"}, verifyAllGather);
  add(table, {"ttnn.point_to_point"}, verifyPointToPoint);
}
