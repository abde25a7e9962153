//===- Collective.cpp - What TTIR asks of ops between chips ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../OpView.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

static OpView &checkReduceType(OpView &view, ArrayRef<ttcore::ReduceType> known) {
  ttcore::ReduceType type = view.operation()->getAttrOfType<ttcore::ReduceTypeAttr>("reduce_type").getValue();
  std::string names;
  llvm::raw_string_ostream os(names);
  llvm::interleaveComma(known, os, [&](ttcore::ReduceType one) { os << ttcore::stringifyReduceType(one); });
  return view.require(llvm::is_contained(known, type),
                      "reduce_type must be one of " + names + ", got '" + ttcore::stringifyReduceType(type) + "'");
}

static LogicalResult verifyAllReduce(Operation *op) {
  OpView view(op, "input -> result");
  return checkReduceType(view, ttcore::ReduceType::Sum).done();
}

static LogicalResult verifyReduceScatter(Operation *op) {
  using enum ttcore::ReduceType;
  OpView view(op, "input -> result");
  return checkReduceType(view, {Sum, Max, Min}).dimension("scatter_dim", view.shape("input").size()).done();
}

static LogicalResult verifyAllGather(Operation *op) {
  OpView view(op, "input -> result");
  return view.dimension("all_gather_dim", view.shape("input").size()).done();
}

static LogicalResult verifyMeshPartition(Operation *op) {
  OpView view(op, "input -> result");
  return view.dimension("dim", view.shape("input").size()).inRange("cluster_axis", 0, 1).done();
}

static LogicalResult verifyMeshShard(Operation *op) {
  auto type = op->getAttrOfType<ttcore::ShardTypeAttr>("shard_type");
  return OpView(op, "input -> result")
      .require(type.getValue() != ttcore::ShardType::Maximal, "shard_type must not be maximal")
      .done();
}

/// A matrix of chips.
static SmallVector<int64_t> chips(OpView &view, StringRef name) {
  auto elements = view.operation()->getAttrOfType<DenseIntElementsAttr>(name);
  if (view.require(static_cast<bool>(elements), name + " must be a dense matrix of integers")
          .require(elements && elements.getType().getRank() == 2, name + " must have rank 2")
          .failed())
    return {};
  SmallVector<int64_t> values;
  for (const APInt &value : elements.getValues<APInt>())
    values.push_back(value.getSExtValue());
  return values;
}

static OpView &checkDistinct(OpView &view, SmallVector<int64_t> values, StringRef what) {
  llvm::sort(values);
  return view.require(std::adjacent_find(values.begin(), values.end()) == values.end(), what + " are named twice");
}

static OpView &checkGroups(OpView &view, ArrayRef<int64_t> values) {
  int64_t count = values.size();
  for (int64_t chip : values)
    view.require(chip >= 0 && chip < count,
                 "chip " + Twine(chip) + " is outside the " + Twine(count) + " of replica_groups");
  return checkDistinct(view, SmallVector<int64_t>(values), "chips of replica_groups");
}

static LogicalResult verifyCollectivePermute(Operation *op) {
  OpView view(op, "input -> result");
  SmallVector<int64_t> pairs = chips(view, "source_target_pairs"), sources, targets;
  for (size_t at = 0; at + 1 < pairs.size(); at += 2) {
    sources.push_back(pairs[at]);
    targets.push_back(pairs[at + 1]);
  }
  return checkDistinct(checkDistinct(view, sources, "sources"), targets, "targets").done();
}

static LogicalResult verifyCollectiveBroadcast(Operation *op) {
  OpView view(op, "input -> result");
  return checkGroups(view.sameType("input result"), chips(view, "replica_groups")).done();
}

/// Cuts the input into split_count parts along split_dim and joins those of the group along concat_dim.
static LogicalResult verifyAllToAll(Operation *op) {
  OpView view(op, "input -> result");
  int64_t rank = view.shape("input").size(), parts = view.integer("split_count");
  SmallVector<int64_t> groups = chips(view, "replica_groups");
  if (view.inRange("split_dim concat_dim", 0, rank - 1).inRange("split_count", 1).sameElement("input result").failed())
    return failure();
  int64_t split = view.integer("split_dim"), join = view.integer("concat_dim");
  int64_t width = op->getAttrOfType<DenseIntElementsAttr>("replica_groups").getType().getDimSize(1);
  if (checkGroups(view, groups)
          .equal("split_count", parts, "chips of a replica group", width)
          .divides("extent of split_dim", view.extent("input", split), "split_count", parts)
          .failed())
    return failure();
  SmallVector<int64_t> expected(view.shape("input"));
  expected[split] /= parts;
  expected[join] *= parts;
  return view.shapeIs("result", expected).done();
}

void rules::addTTIRCollectiveRules(RuleTable &table) {
  add(table, {"ttir.all_reduce", "ttir.all_reduce_async"}, verifyAllReduce);
  add(table, {"ttir.reduce_scatter"}, verifyReduceScatter);
  add(table, {"ttir.all_gather"}, verifyAllGather);
  add(table, {"ttir.mesh_partition", "ttnn.mesh_partition"}, verifyMeshPartition);
  add(table, {"ttir.mesh_shard"}, verifyMeshShard);
  add(table, {"ttir.collective_permute"}, verifyCollectivePermute);
  add(table, {"ttir.collective_broadcast"}, verifyCollectiveBroadcast);
  add(table, {"ttir.all_to_all"}, verifyAllToAll);
}
