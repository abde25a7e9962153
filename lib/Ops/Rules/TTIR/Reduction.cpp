//===- Reduction.cpp - What TTIR asks of sums, extrema and scans ----------===//
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

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

/// No dim_arg reduces all dimensions, an empty one none. A dimension may be named twice if once from the end.
static LogicalResult verifyReduction(Operation *op) {
  OpView view(op, "input -> result");
  Shape input = view.shape("input");
  int64_t rank = input.size();
  SmallVector<int64_t> dims = view.integers("dim_arg").value_or(llvm::to_vector(llvm::seq<int64_t>(0, rank)));
  view.inRange("dim_arg", -rank, rank - 1);
  llvm::sort(dims);
  if (view.require(std::adjacent_find(dims.begin(), dims.end()) == dims.end(), "dim_arg names a dimension twice")
          .failed())
    return failure();
  SmallVector<bool> gone(rank, false);
  for (int64_t dim : dims)
    gone[*shape::normalizeDim(dim, rank)] = true;
  SmallVector<int64_t> expected;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!gone[dim] || view.flag("keep_dim", false))
      expected.push_back(gone[dim] ? 1 : input[dim]);
  return view.shapeIs("result", expected).done();
}

static LogicalResult verifyScan(Operation *op) {
  OpView view(op, "input -> result");
  return view.dimension("dim", view.shape("input").size()).done();
}

void rules::addTTIRReductionRules(RuleTable &table) {
  add(table,
      {"ttir.sum", "ttir.mean", "ttir.max", "ttir.min", "ttir.prod", "ttir.argmax", "ttir.reduce_and",
       "ttir.reduce_or"},
      verifyReduction);
  add(table, {"ttir.cumsum", "ttir.cumprod"}, verifyScan);
}
