//===- Contraction.cpp - What TTIR asks of products -----------------------===//
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
// Products
//===----------------------------------------------------------------------===//

static LogicalResult verifyMatmul(Operation *op) {
  OpView view(op, "a b bias? -> result");
  if (view.rankAtLeast("a b bias", 1)
          .require(!view.shape("result").empty(),
                   "result must not be a scalar: two vectors make a tensor of one element")
          .failed())
    return failure();
  if (view.has("bias") && view.shape("a").size() == 1 && view.shape("b").size() == 1)
    view.shapeIs("result", view.shape("bias"));
  if (view.failed())
    return failure();
  return shape::verifyMatmul(op, view.flag("transpose_a", false), view.flag("transpose_b", false));
}

/// Experts E of weights b (1, E, K, N); whose products depends on which operand is sparse.
static LogicalResult verifySparseMatmul(Operation *op) {
  OpView view(op, "a b sparsity -> result");
  bool aSparse = view.flag("is_input_a_sparse", false), bSparse = view.flag("is_input_b_sparse", true);
  if (view.rankAtLeast("a", 4)
          .rank("b sparsity", 4)
          .extentIs("b", 0, 1, "experts lie in dimension 1")
          .sameExtent("a", -1, "b", 2)
          .extentIs("sparsity", 3, view.extent("b", 1), "experts of b")
          .require(aSparse || bSparse, "is_input_a_sparse and is_input_b_sparse are both false")
          .require(!view.attr("nnz") || view.integer("nnz") != 0, "nnz is 0: it must not be")
          .failed())
    return failure();
  Shape a = view.shape("a");
  int64_t experts = view.extent("b", 1), rows = a[a.size() - 2], columns = view.extent("b", 3);
  if (aSparse && bSparse)
    return view.shapeIs("result", {1, experts, rows, columns}).done();
  if (aSparse)
    return view.shapeIs("result", {a[0], experts, rows, columns}).done();
  return view.shapeIs("result", {a[0], a[1], 1, experts, rows, columns}).done();
}

void rules::addTTIRContractionRules(RuleTable &table) {
  add(table, {"ttir.matmul", "ttir.linear"}, verifyMatmul);
  add(table, {"ttir.sparse_matmul"}, verifySparseMatmul);
}
