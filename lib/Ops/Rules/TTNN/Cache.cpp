//===- Cache.cpp - What TTNN asks of caches of keys and values ------------===//
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
// Caches
//===----------------------------------------------------------------------===//

static OpView &checkCache(OpView &view) {
  return sameDataType(view.rank("cache input", 4).sameExtent("cache", 1, "input", 1).sameExtent("cache", 3, "input", 3),
                      "cache", "input");
}

static LogicalResult verifyUpdateCache(Operation *op) {
  OpView view(op, "cache input update_index");
  return checkUpdate(checkCache(view)).done();
}

static LogicalResult verifyFillCache(Operation *op) {
  OpView view(op, "cache input");
  return checkFill(checkCache(view)).done();
}

static LogicalResult verifyPagedUpdate(Operation *op) {
  OpView view(op, "cache input update_index page_table?");
  if (view.rank("cache input", 4)
          .rank("update_index", 1)
          .rank("page_table", 2)
          .isReal("input")
          .isInteger("update_index page_table")
          .failed())
    return failure();
  return checkPagedUpdate(view).done();
}

static LogicalResult verifyPagedFill(Operation *op) {
  OpView view(op, "cache input page_table batch_idx_tensor?");
  if (view.rank("cache input", 4)
          .isReal("cache")
          .sameElement("cache input")
          .sameExtent("cache", 1, "input", 1)
          .sameExtent("cache", 3, "input", 3)
          .rank("page_table", 2)
          .isInteger("page_table batch_idx_tensor")
          .rank("batch_idx_tensor", 1)
          .failed())
    return failure();
  return view.divides("block size of cache", view.extent("cache", 2), "rows of a tile", 32)
      .sameExtent("batch_idx_tensor", 0, "input", 0)
      .require(view.has("batch_idx_tensor") || view.extent("input", 0) == 1,
               "input holds " + Twine(view.extent("input", 0)) + " users, and there is no batch_idx_tensor")
      .done();
}

void rules::addTTNNCacheRules(RuleTable &table) {
  add(table, {"ttnn.update_cache"}, verifyUpdateCache);
  add(table, {"ttnn.fill_cache"}, verifyFillCache);
  add(table, {"ttnn.paged_update_cache"}, verifyPagedUpdate);
  add(table, {"ttnn.paged_fill_cache"}, verifyPagedFill);
}
