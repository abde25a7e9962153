//===- Selection.cpp - Rules of ops that choose elements by index ---------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpView.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"
#include "alcove/Ops/Dialect/TTCore/TTCore.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

//===----------------------------------------------------------------------===//
// Sorting
//===----------------------------------------------------------------------===//

static LogicalResult verifySort(Operation *op) {
  OpView view(op, "input -> values indices");
  int64_t rank = view.shape("input").size();
  int64_t dim = view.integer("dim", -1);
  return view.rankAtLeast("input", 1)
      .require(shape::normalizeDim(dim, rank).has_value(),
               "dim " + Twine(dim) + " is out of range for rank " + Twine(rank))
      .sameShape("input values indices")
      .sameElement("input values")
      .isIndex("indices")
      .done();
}

static LogicalResult verifyTopK(Operation *op) {
  OpView view(op, "input -> values indices");
  int64_t rank = view.shape("input").size(), given = view.integer("dim", -1), k = view.integer("k");
  std::optional<int64_t> dim = shape::normalizeDim(given, rank);
  if (view.rankAtLeast("input", 1)
          .require(dim.has_value(), "dim " + Twine(given) + " is out of range for rank " + Twine(rank))
          .failed())
    return failure();
  int64_t extent = view.extent("input", *dim);
  SmallVector<int64_t> expected(view.shape("input"));
  expected[*dim] = k;
  return view.require(k >= 1 && k <= extent, "k must be in [1, " + Twine(extent) + "], got " + Twine(k))
      .shapeIs("values", expected)
      .shapeIs("indices", expected)
      .sameElement("input values")
      .isIndex("indices")
      .done();
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

/// Extents of `small` do not exceed those of `big`, but for `skip`.
static OpView &checkWithin(OpView &view, StringRef small, StringRef big, std::optional<int64_t> skip) {
  if (view.failed())
    return view;
  for (size_t dim = 0; dim < view.shape(small).size(); ++dim)
    if (static_cast<int64_t>(dim) != skip)
      view.require(view.extent(small, dim) <= view.extent(big, dim),
                   "dimension " + Twine(dim) + " of " + small + " is " + Twine(view.extent(small, dim)) + ", of " +
                       big + " " + Twine(view.extent(big, dim)) + ": it must not be larger");
  return view;
}

static bool hasStableHLODims(Operation *op, StringRef name) {
  return !op->hasAttr("dim") && (op->hasAttr(name) || op->hasAttr("index_vector_dim"));
}

/// A list of integers that an older form may leave out.
static SmallVector<int64_t> listOf(OpView &view, StringRef name) {
  return view.integers(name).value_or(SmallVector<int64_t>());
}

/// Each of the lists of dimensions, or all of them together, names none twice.
static OpView &checkDistinct(OpView &view, StringRef names) {
  SmallVector<StringRef> lists;
  names.split(lists, ' ');
  SmallVector<int64_t> dims;
  for (StringRef list : lists)
    llvm::append_range(dims, listOf(view, list));
  llvm::sort(dims);
  auto *twice = std::adjacent_find(dims.begin(), dims.end());
  return view.require(twice == dims.end(), llvm::join(lists, " and ") + " name dimension " +
                                               (twice == dims.end() ? "" : std::to_string(*twice)) + " twice");
}

/// Extents of the indices but those of index_vector_dim, in which the components of one index lie.
static SmallVector<int64_t> indexBatches(Shape index, int64_t vector) {
  SmallVector<int64_t> batches;
  for (auto [dim, extent] : llvm::enumerate(index))
    if (static_cast<int64_t>(dim) != vector)
      batches.push_back(extent);
  return batches;
}

/// StableHLO: windows of slice_sizes at the indices; their dimensions that are neither collapsed nor batching lie at
/// offset_dims of the result, those of the indices but index_vector_dim elsewhere.
static LogicalResult verifyWindowGather(OpView &view) {
  Shape input = view.shape("input"), index = view.shape("index"), result = view.shape("result");
  int64_t vector = view.integer("index_vector_dim"), rank = input.size();
  SmallVector<int64_t> sizes = listOf(view, "slice_sizes"), offsets = listOf(view, "offset_dims");
  SmallVector<int64_t> gone = listOf(view, "collapsed_slice_dims");
  llvm::append_range(gone, listOf(view, "operand_batching_dims"));
  view.inRange("index_vector_dim", 0, index.size())
      .count("slice_sizes", {rank})
      .inRange("collapsed_slice_dims operand_batching_dims start_index_map", 0, rank - 1);
  checkDistinct(view, "collapsed_slice_dims operand_batching_dims");
  checkDistinct(checkDistinct(view, "start_index_map"), "offset_dims");
  for (int64_t dim = 0; dim < rank && !view.failed(); ++dim)
    view.require(sizes[dim] >= 0 && sizes[dim] <= input[dim], "slice_sizes takes " + Twine(sizes[dim]) + " of the " +
                                                                  Twine(input[dim]) + " in dimension " + Twine(dim));
  for (int64_t dim : gone)
    view.require(view.failed() || sizes[dim] <= 1, "collapsed dimension " + Twine(dim) + " of the window is " +
                                                       Twine(view.failed() ? 0 : sizes[dim]) + ": it must be 1");
  if (view.failed())
    return failure();
  SmallVector<int64_t> windows, batches = indexBatches(index, vector);
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(gone, dim))
      windows.push_back(sizes[dim]);
  int64_t starts = vector < static_cast<int64_t>(index.size()) ? index[vector] : 1;
  view.equal("length of an index", starts, "dimensions of start_index_map", listOf(view, "start_index_map").size())
      .equal("dimensions in offset_dims", offsets.size(), "dimensions of a window", windows.size())
      .rank("result", windows.size() + batches.size())
      .inRange("offset_dims", 0, static_cast<int64_t>(result.size()) - 1);
  if (view.failed())
    return failure();
  SmallVector<int64_t> expected;
  for (size_t dim = 0, window = 0, batch = 0; dim < result.size(); ++dim) {
    bool ofWindow = llvm::is_contained(offsets, static_cast<int64_t>(dim)) && window < windows.size();
    if (!ofWindow && batch == batches.size())
      return view
          .require(false, "offset_dims (" + text(offsets) + ") must lie in the result of rank " + Twine(result.size()))
          .done();
    expected.push_back(ofWindow ? windows[window++] : batches[batch++]);
  }
  return view.shapeIs("result", expected).done();
}

static LogicalResult verifyGather(Operation *op) {
  OpView view(op, "input index -> result");
  view.sameElement("input result").isIndex("index");
  if (view.failed() || hasStableHLODims(op, "offset_dims"))
    return view.failed() ? failure() : verifyWindowGather(view);
  int64_t rank = view.shape("input").size();
  if (view.require(isa_and_nonnull<IntegerAttr>(op->getAttr("dim")), "needs an integer dim")
          .dimension("dim", rank)
          .rank("index", rank)
          .sameShape("index result")
          .failed())
    return failure();
  return checkWithin(view, "index", "input", shape::normalizeDim(view.integer("dim"), rank)).done();
}

/// StableHLO: each update is a window of the input; its dimensions lie at update_window_dims of the source in the order
/// of the input's that are neither inserted nor batching, those of the indices but index_vector_dim elsewhere.
static LogicalResult verifyWindowScatter(OpView &view) {
  Shape input = view.shape("input"), index = view.shape("index"), source = view.shape("source");
  int64_t vector = view.integer("index_vector_dim"), rank = input.size();
  SmallVector<int64_t> updates = listOf(view, "update_window_dims"), gone = listOf(view, "inserted_window_dims");
  llvm::append_range(gone, listOf(view, "input_batching_dims"));
  view.inRange("index_vector_dim", 0, index.size())
      .inRange("inserted_window_dims input_batching_dims scatter_dims_to_operand_dims", 0, rank - 1)
      .inRange("update_window_dims", 0, static_cast<int64_t>(source.size()) - 1);
  checkDistinct(view, "inserted_window_dims input_batching_dims");
  checkDistinct(checkDistinct(view, "scatter_dims_to_operand_dims"), "update_window_dims");
  SmallVector<int64_t> batches = indexBatches(index, vector);
  int64_t starts = vector < static_cast<int64_t>(index.size()) ? index[vector] : 1;
  view.equal("length of an index", starts, "dimensions of scatter_dims_to_operand_dims",
             listOf(view, "scatter_dims_to_operand_dims").size())
      .equal("rank of input", rank, "dimensions in update_window_dims, inserted_window_dims and input_batching_dims",
             updates.size() + gone.size())
      .rank("source", updates.size() + batches.size());
  if (view.failed())
    return failure();
  llvm::sort(updates);
  size_t batch = 0;
  for (int64_t dim = 0, next = 0; dim < static_cast<int64_t>(source.size()); ++dim) {
    if (!llvm::is_contained(updates, dim)) {
      view.extentIs("source", dim, batches[batch++], "as many as there are indices");
      continue;
    }
    while (llvm::is_contained(gone, next))
      ++next;
    view.require(source[dim] <= input[next], "dimension " + Twine(dim) + " of source is " + Twine(source[dim]) +
                                                 ", of input " + Twine(input[next]) + ": it must not be larger");
    ++next;
  }
  return view.done();
}

static LogicalResult verifyScatter(Operation *op) {
  OpView view(op, "input index source -> result");
  using enum ttcore::ReduceType;
  auto reduce = op->getAttrOfType<ttcore::ReduceTypeAttr>("scatter_reduce_type");
  view.require(!reduce || llvm::is_contained({Sum, Prod, Max, Min, Invalid}, reduce.getValue()),
               "scatter_reduce_type must be one of sum, prod, max, min, invalid, got '" +
                   (reduce ? ttcore::stringifyReduceType(reduce.getValue()) : "") + "'");
  view.sameElement("input source").sameElement("input result").isIndex("index").sameShape("input result");
  if (view.failed() || hasStableHLODims(op, "update_window_dims"))
    return view.failed() ? failure() : verifyWindowScatter(view);
  int64_t rank = view.shape("input").size();
  if (view.require(isa_and_nonnull<IntegerAttr>(op->getAttr("dim")), "needs an integer dim")
          .dimension("dim", rank)
          .rank("index source", rank)
          .failed())
    return failure();
  checkWithin(view, "index", "source", std::nullopt);
  return checkWithin(view, "index", "input", shape::normalizeDim(view.integer("dim"), rank)).done();
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// Integers, or what the library's kernels take for them.
static OpView &checkIndices(OpView &view, StringRef name) {
  Type element = cast<ShapedType>(view.get(name).getType()).getElementType();
  return element.isBF16() ? view : view.isIndex(name);
}

static LogicalResult verifyEmbedding(Operation *op) {
  OpView view(op, "input weight -> result");
  bool library = op->getName().getDialectNamespace() == "ttnn"; // lowering of TTIR casts real indices
  return (library ? checkIndices(view, "input") : view).rankAtLeast("weight", 2).isReal("weight result").done();
}

static LogicalResult verifyEmbeddingBackward(Operation *op) {
  OpView view(op, "input weight in_gradient -> result");
  if ((op->getName().getDialectNamespace() == "ttnn" ? checkIndices(view, "input") : view)
          .rankAtLeast("weight in_gradient result", 2)
          .isReal("weight in_gradient result")
          .failed())
    return failure();
  int64_t width = view.extent("weight", -1);
  std::optional<int64_t> wanted = boundedVolume({view.volume("input"), width});
  return view.extentIs("in_gradient", -1, width, "the width of the table")
      .extentIs("result", -1, width, "the width of the table")
      .volumeIs("in_gradient", wanted.value_or(-1), "one row for each index")
      .volumeIs("result", view.volume("weight"), "those of the table")
      .done();
}

/// One token of each user out of its candidates, by top-k and top-p at its temperature.
static LogicalResult verifySampling(Operation *op) {
  OpView view(op, "input_values input_indices k p temp -> result");
  if (view.rankAtLeast("input_values", 2)
          .sameShape("input_values input_indices")
          .isReal("input_values p temp")
          .isIndex("input_indices k result")
          .failed())
    return failure();
  int64_t users = view.volume("input_values") / std::max<int64_t>(view.extent("input_values", -1), 1);
  return view.volumeIs("k", users, "one for each user")
      .volumeIs("p", users, "one for each user")
      .volumeIs("temp", users, "one for each user")
      .volumeIs("result", users, "one for each user")
      .done();
}

/// Logits = input * weight + bias; the k best experts of each token and their weights.
static LogicalResult verifyTopKRouter(Operation *op) {
  OpView view(op, "input weight bias -> expert_indices expert_weights");
  if (view.rankAtLeast("input weight expert_indices expert_weights", 2)
          .isReal("input weight bias expert_weights")
          .isIndex("expert_indices")
          .sameShape("expert_indices expert_weights")
          .inRange("num_experts", 1)
          .inRange("k", 1, view.integer("num_experts"))
          .failed())
    return failure();
  int64_t experts = view.integer("num_experts"), k = std::max<int64_t>(view.extent("expert_indices", -1), 1);
  int64_t width = view.extent("input", -1), tokens = view.volume("expert_indices") / k;
  return view.sameExtent("input", -1, "weight", -2)
      .extentIs("weight", -1, experts, "num_experts")
      .extentIs("bias", -1, experts, "num_experts")
      .sameExtent("input", -2, "expert_indices", -2)
      .volumeIs("input", boundedVolume({tokens, width}).value_or(-1), "a row for each token of expert_indices")
      .volumeIs("weight", boundedVolume({width, experts}).value_or(-1), "one matrix")
      .require(view.volume("bias") == experts || view.volume("bias") == boundedVolume({tokens, experts}),
               "bias has " + Twine(view.volume("bias")) + " elements, expected " + Twine(experts) +
                   " (num_experts), for all tokens or for each of the " + Twine(tokens))
      .require(view.extent("expert_indices", -1) >= view.integer("k"),
               "last dimension of expert_indices is " + Twine(view.extent("expert_indices", -1)) + ", k is " +
                   Twine(view.integer("k")) + ": it must not be less")
      .done();
}

void rules::addSelectionRules(RuleTable &table) {
  addOfLibrary(table, {"sort"}, verifySort);
  addOfLibrary(table, {"topk"}, verifyTopK);
  addOfLibrary(table, {"gather"}, verifyGather);
  addOfLibrary(table, {"scatter"}, verifyScatter);
  addOfLibrary(table, {"embedding"}, verifyEmbedding);
  addOfLibrary(table, {"embedding_backward", "embedding_bw"}, verifyEmbeddingBackward);
  addOfLibrary(table, {"sampling"}, verifySampling);
  addOfLibrary(table, {"topk_router_gpt"}, verifyTopKRouter);
}
