//===- Collective.cpp - Rules of ops between chips ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpView.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

/// What collectives can reduce by.
static OpView &checkReduceType(OpView &view) {
  auto type = view.operation()->getAttrOfType<ttcore::ReduceTypeAttr>("reduce_type");
  if (!type)
    return view;
  using enum ttcore::ReduceType;
  return view.require(llvm::is_contained({Sum, Max, Min}, type.getValue()),
                      "reduce_type must be one of sum, max, min, got '" + ttcore::stringifyReduceType(type.getValue()) +
                          "'");
}

static OpView &checkLinks(OpView &view) { return view.inRange("cluster_axis", 0, 1).inRange("num_links", 1, 64); }

/// The mesh of the device, two extents; nothing before there is one.
static std::optional<std::array<int64_t, 2>> meshOf(OpView &view) {
  ttcore::DeviceAttr device = ttcore::lookupDevice(view.operation());
  if (!device || device.getMeshShape().size() > 2)
    return std::nullopt;
  std::array<int64_t, 2> mesh = {1, 1};
  llvm::copy(device.getMeshShape(), mesh.begin());
  return mesh;
}

static std::string text(std::array<int64_t, 2> mesh) { return std::to_string(mesh[0]) + "x" + std::to_string(mesh[1]); }

constexpr StringLiteral remedy = "; name the mesh of the program with mesh-shape= or ttcore.meshes";

OpView &rules::checkPartsOfMesh(OpView &view, int64_t parts) {
  std::optional<std::array<int64_t, 2>> mesh = meshOf(view);
  if (view.failed() || !mesh)
    return view;
  int64_t axis = view.integer("cluster_axis", -1), chips = axis < 0 ? (*mesh)[0] * (*mesh)[1] : (*mesh)[axis];
  std::string where = axis < 0 ? "" : "along axis " + std::to_string(axis) + " of ";
  return view.require(parts == chips, Twine(parts) + " parts for " + Twine(chips) + " chip" + (chips == 1 ? "" : "s") +
                                          " " + where + "a mesh of " + text(*mesh) + remedy);
}

static OpView &checkChipsOfMesh(OpView &view, ArrayRef<int64_t> chips) {
  std::optional<std::array<int64_t, 2>> mesh = meshOf(view);
  if (!view.failed() && mesh)
    for (int64_t chip : chips)
      view.require(chip < (*mesh)[0] * (*mesh)[1],
                   "chip " + Twine(chip) + " is none of a mesh of " + text(*mesh) + remedy);
  return view;
}

static LogicalResult verifyAllReduce(Operation *op) {
  OpView view(op, "input -> result");
  return checkLinks(checkReduceType(view)).sameShape("input result").sameElement("input result").done();
}

/// `input` and `result` differ in one dimension, where `whole` is a multiple of `part`.
static OpView &checkPart(OpView &view, StringRef attribute, StringRef whole, StringRef part) {
  int64_t rank = view.shape("input").size();
  if (view.dimension(attribute, rank).rank("result", rank).sameElement("input result").failed())
    return view;
  int64_t at = *shape::normalizeDim(view.integer(attribute), rank);
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim != at)
      view.sameExtent("input", dim, "result", dim);
  view.divides(("dimension " + Twine(at) + " of " + whole).str(), view.extent(whole, at), ("that of " + part).str(),
               view.extent(part, at));
  int64_t extent = view.extent(part, at);
  return view.failed() || extent == 0 ? view : checkPartsOfMesh(view, view.extent(whole, at) / extent);
}

static LogicalResult verifyAllGather(Operation *op) {
  OpView view(op, "input -> result");
  return checkPart(checkLinks(view), "all_gather_dim", "result", "input").done();
}

static LogicalResult verifyReduceScatter(Operation *op) {
  OpView view(op, "input -> result");
  return checkPart(checkLinks(checkReduceType(view)), "scatter_dim", "input", "result").done();
}

static LogicalResult verifyMeshPartition(Operation *op) {
  OpView view(op, "input -> result");
  return checkPart(checkLinks(view), "dim", "input", "result").done();
}

/// A matrix of chips; -1 marks an absent one in a group.
static std::optional<SmallVector<int64_t>> chips(OpView &view, StringRef name, int64_t columns) {
  auto elements = view.operation()->getAttrOfType<DenseIntElementsAttr>(name);
  if (view.require(static_cast<bool>(elements), name + " must be a matrix of integers").failed())
    return std::nullopt;
  Shape shape = elements.getType().getShape();
  view.require(shape.size() == 2, name + " must have rank 2, got rank " + Twine(shape.size()));
  if (!view.failed() && columns)
    view.require(shape[1] == columns, name + " must have " + Twine(columns) + " columns, got " + Twine(shape[1]));
  view.require(elements.getNumElements() <= (1 << 16), name + " names more than 65536 chips");
  if (view.failed())
    return std::nullopt;
  SmallVector<int64_t> values;
  for (const APInt &value : elements.getValues<APInt>())
    values.push_back(value.sextOrTrunc(64).getSExtValue());
  return values;
}

static OpView &checkOnce(OpView &view, ArrayRef<int64_t> values, size_t from, size_t step, StringRef what,
                         bool mayMiss) {
  SmallVector<int64_t> seen;
  for (size_t i = from; i < values.size(); i += step) {
    view.require(values[i] >= 0 || (mayMiss && values[i] == -1),
                 what + " " + Twine(values[i]) + " is no chip: it must not be negative");
    view.require(values[i] == -1 || !llvm::is_contained(seen, values[i]),
                 what + " " + Twine(values[i]) + " is named twice");
    if (view.failed())
      return view;
    seen.push_back(values[i]);
  }
  return view;
}

static LogicalResult verifyCollectivePermute(Operation *op) {
  OpView view(op, "input -> result");
  if (view.sameShape("input result").sameElement("input result").failed())
    return failure();
  std::optional<SmallVector<int64_t>> pairs = chips(view, "source_target_pairs", 2);
  if (!pairs)
    return failure();
  checkOnce(view, *pairs, 0, 2, "source", false);
  checkOnce(view, *pairs, 1, 2, "target", false);
  return checkChipsOfMesh(view, *pairs).done();
}

static LogicalResult verifyCollectiveBroadcast(Operation *op) {
  OpView view(op, "input -> result");
  if (view.sameShape("input result").sameElement("input result").failed())
    return failure();
  std::optional<SmallVector<int64_t>> groups = chips(view, "replica_groups", 0);
  return groups ? checkChipsOfMesh(checkOnce(view, *groups, 0, 1, "chip", true), *groups).done() : failure();
}

/// Cuts the input into split_count parts along split_dim and joins those of the group along concat_dim.
static LogicalResult verifyAllToAll(Operation *op) {
  OpView view(op, "input -> result");
  int64_t rank = view.shape("input").size(), parts = view.integer("split_count");
  if (view.sameElement("input result")
          .rank("result", rank)
          .dimension("split_dim", rank)
          .dimension("concat_dim", rank)
          .inRange("split_count", 1)
          .failed())
    return failure();
  std::optional<SmallVector<int64_t>> groups = chips(view, "replica_groups", 0);
  if (!groups)
    return failure();
  int64_t width = op->getAttrOfType<DenseIntElementsAttr>("replica_groups").getType().getDimSize(1);
  int64_t split = *shape::normalizeDim(view.integer("split_dim"), rank),
          join = *shape::normalizeDim(view.integer("concat_dim"), rank);
  int64_t chipCount = groups->size();
  for (int64_t chip : *groups)
    view.require(chip < chipCount,
                 "chip " + Twine(chip) + " is outside the " + Twine(chipCount) + " of replica_groups");
  checkOnce(view, *groups, 0, 1, "chip", true)
      .equal("split_count", parts, "chips of a replica group", width)
      .divides(("dimension " + Twine(split) + " of input").str(), view.extent("input", split), "split_count", parts);
  if (checkChipsOfMesh(view, *groups).failed())
    return failure();
  SmallVector<int64_t> expected(view.shape("input"));
  expected[split] /= parts;
  expected[join] *= parts;
  return view.shapeIs("result", expected).done();
}

/// shard_shape: parts in each dimension; shard_dims: for each mesh dimension the tensor's, or -1.
static LogicalResult verifyMeshShard(Operation *op) {
  OpView view(op, isa<ttnn::TTNNDialect>(op->getDialect()) ? "input device? -> result" : "input -> result");
  int64_t rank = view.shape("input").size();
  auto type = op->getAttrOfType<ttcore::ShardTypeAttr>("shard_type");
  auto direction = op->getAttrOfType<ttcore::ShardDirectionAttr>("shard_direction");
  std::optional<SmallVector<int64_t>> parts = view.integers("shard_shape"), dims = view.integers("shard_dims");
  if (view.sameElement("input result")
          .rank("result", rank)
          .require(parts && dims, "shard_shape and shard_dims must hold integers")
          .failed())
    return failure();
  if (type.getValue() != ttcore::ShardType::Devices)
    return view.sameShape("input result").done();
  view.count("shard_shape", {rank}).inRange("shard_shape", 1);
  SmallVector<int64_t> seen;
  for (int64_t dim : *dims) {
    view.require(dim >= -1 && dim < rank,
                 "shard_dims names dimension " + Twine(dim) + " of a tensor of rank " + Twine(rank));
    view.require(dim == -1 || !llvm::is_contained(seen, dim), "shard_dims names dimension " + Twine(dim) + " twice");
    seen.push_back(dim);
  }
  std::optional<std::array<int64_t, 2>> mesh = meshOf(view);
  for (auto [dim, chips] : llvm::zip(*dims, mesh.value_or(std::array<int64_t, 2>{})))
    if (mesh && dim >= 0 && !view.failed())
      view.require((*parts)[dim] == chips, "dimension " + Twine(dim) + " is cut into " + Twine((*parts)[dim]) +
                                               " parts along " + Twine(chips) + " chips of a mesh of " + text(*mesh) +
                                               remedy);
  for (auto [dim, count] : llvm::enumerate(*parts))
    view.require(count == 1 || llvm::is_contained(*dims, static_cast<int64_t>(dim)),
                 "shard_shape cuts dimension " + Twine(dim) + " into " + Twine(count) +
                     " parts, but shard_dims does not name it");
  bool cut = direction.getValue() == ttcore::ShardDirection::FullToShard;
  for (int64_t dim = 0; dim < rank && !view.failed(); ++dim) {
    int64_t whole = view.extent(cut ? "input" : "result", dim), part = view.extent(cut ? "result" : "input", dim);
    view.require(part * (*parts)[dim] == whole, "dimension " + Twine(dim) + ": " + Twine((*parts)[dim]) + " parts of " +
                                                    Twine(part) + " are not " + Twine(whole));
  }
  return view.done();
}

static LogicalResult verifyPointToPoint(Operation *op) {
  OpView view(op, "input optional_output_tensor? -> result");
  std::optional<std::array<int64_t, 2>> mesh = meshOf(view);
  auto isOnMesh = [&](StringRef name) {
    std::optional<SmallVector<int64_t>> at = view.integers(name);
    return !mesh || !at || at->size() != 2 || ((*at)[0] < (*mesh)[0] && (*at)[1] < (*mesh)[1]);
  };
  return view.sameShape("input result optional_output_tensor")
      .sameElement("input result")
      .count("sender_coord", {2})
      .count("receiver_coord", {2})
      .inRange("sender_coord receiver_coord", 0)
      .require(view.attr("sender_coord") != view.attr("receiver_coord"),
               "sender_coord and receiver_coord are the same chip")
      .require(isOnMesh("sender_coord") && isOnMesh("receiver_coord"),
               "sender_coord or receiver_coord is outside of the mesh" + remedy)
      .done();
}

static LogicalResult verifyDistribute(Operation *op) {
  OpView view(op, "input mesh_device -> result");
  int64_t rank = view.shape("input").size();
  if (view.rank("result", rank).sameElement("input result").inRange("cq_id", 0, 1).failed())
    return failure();
  bool cuts = op->getName().stripDialect() == "distribute_tensor";
  StringRef whole = cuts ? "input" : "result", part = cuts ? "result" : "input";
  for (int64_t dim = 0; dim < rank; ++dim)
    view.divides(("dimension " + Twine(dim) + " of " + whole).str(), view.extent(whole, dim), ("that of " + part).str(),
                 view.extent(part, dim));
  return view.done();
}

void rules::addCollectiveRules(RuleTable &table) {
  addOfLibrary(table, {"all_reduce", "all_reduce_async"}, verifyAllReduce);
  addOfLibrary(table, {"all_gather"}, verifyAllGather);
  addOfLibrary(table, {"reduce_scatter"}, verifyReduceScatter);
  addOfLibrary(table, {"mesh_partition"}, verifyMeshPartition);
  addOfLibrary(table, {"collective_permute"}, verifyCollectivePermute);
  addOfLibrary(table, {"collective_broadcast"}, verifyCollectiveBroadcast);
  addOfLibrary(table, {"all_to_all"}, verifyAllToAll);
  addOfLibrary(table, {"mesh_shard"}, verifyMeshShard);
  addOfLibrary(table, {"point_to_point"}, verifyPointToPoint);
  addOfLibrary(table, {"distribute_tensor", "aggregate_tensor"}, verifyDistribute);
}
