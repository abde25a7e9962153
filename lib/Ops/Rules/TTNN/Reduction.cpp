//===- Reduction.cpp - What TTNN asks of sums, extrema and scans ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Layouts.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

//===----------------------------------------------------------------------===//
// Reductions. Product and running ones ask nothing.
//===----------------------------------------------------------------------===//

/// `dims`: null for all of them.
static LogicalResult verifyReduced(OpView &view, const std::optional<SmallVector<int64_t>> &dims) {
  Shape input = view.shape("input");
  int64_t rank = input.size();
  SmallVector<bool> reduced(rank, !dims);
  for (int64_t dim : dims.value_or(SmallVector<int64_t>())) {
    std::optional<int64_t> at = shape::normalizeDim(dim, rank);
    if (view.require(at.has_value(), "dimension " + Twine(dim) + " is out of range for rank " + Twine(rank)).failed())
      return failure();
    reduced[*at] = true;
  }
  SmallVector<int64_t> expected;
  for (auto [extent, gone] : llvm::zip_equal(input, reduced))
    if (!gone || view.flag("keep_dim", false))
      expected.push_back(gone ? 1 : extent);
  return view.shapeIs("result", expected).done();
}

static LogicalResult verifyReduction(Operation *op) {
  OpView view(op, "input -> result");
  return verifyReduced(view, view.attr("dim_arg") ? view.integers("dim_arg") : std::nullopt);
}

static LogicalResult verifyArgMax(Operation *op) {
  OpView view(op, "input -> result");
  std::optional<SmallVector<int64_t>> dims;
  if (view.attr("dim"))
    dims = SmallVector<int64_t>{view.integer("dim")};
  return verifyReduced(view, dims);
}

void rules::addTTNNReductionRules(RuleTable &table) {
  add(table, {"ttnn.sum", "ttnn.mean", "ttnn.max", "ttnn.min"}, verifyReduction);
  add(table, {"ttnn.argmax"}, verifyArgMax);
}
