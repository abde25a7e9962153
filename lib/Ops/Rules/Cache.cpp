//===- Cache.cpp - Rules of caches of keys and values ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpView.h"
#include "alcove/Ops/Dialect/AsmHelpers.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::rules;

OpView &rules::checkPagedUpdate(OpView &view) {
  return view.divides("block size of cache", view.extent("cache", 2), "rows of a tile", 32)
      .extentIs("input", 0, 1, "one token")
      .sameExtent("cache", 3, "input", 3)
      .sameExtent("input", 1, "update_index", 0)
      .sameExtent("page_table", 0, "update_index", 0);
}

OpView &rules::checkUpdate(OpView &view) { return view.failed() ? view : view.extentIs("input", 0, 1, "one token"); }

OpView &rules::checkFill(OpView &view) {
  if (view.failed())
    return view;
  int64_t given = view.extent("input", 2), room = view.extent("cache", 2);
  return view.require(given <= room, "dimension 2 of input is " + Twine(given) + ", of cache " + Twine(room));
}

/// cache (B, H, S, D); a token of each user (1, H, B', D).
static LogicalResult verifyUpdate(Operation *op) {
  OpView view(op, "cache input update_index");
  if (view.rank("cache input", 4)
          .sameKind("cache input")
          .isIndex("update_index")
          .rank("update_index", 1)
          .volumeIs("update_index", 1, "one position")
          .failed())
    return failure();
  int64_t batch = view.extent("cache", 0);
  return view.extentIs("input", 0, 1, "one token")
      .sameExtent("cache", 1, "input", 1)
      .sameExtent("cache", 3, "input", 3)
      .inRange("batch_offset", 0, batch - 1)
      .require(view.extent("input", 2) <= (batch + 31) / 32 * 32, "dimension 2 of input is " +
                                                                      Twine(view.extent("input", 2)) +
                                                                      ", the cache has " + Twine(batch) + " users")
      .done();
}

/// The first positions of one user or some.
static LogicalResult verifyFill(Operation *op) {
  OpView view(op, "cache input");
  if (view.rank("cache input", 4).sameKind("cache input").failed())
    return failure();
  int64_t batch = view.extent("cache", 0);
  return view.sameExtent("cache", 1, "input", 1)
      .sameExtent("cache", 3, "input", 3)
      .require(view.extent("input", 2) <= view.extent("cache", 2),
               "dimension 2 of input is " + Twine(view.extent("input", 2)) + ", the cache has " +
                   Twine(view.extent("cache", 2)) + " positions")
      .inRange("batch_offset", 0, batch - 1)
      .require(view.integer("batch_offset") + view.extent("input", 0) <= batch,
               "batch_offset " + Twine(view.integer("batch_offset")) + " and " + Twine(view.extent("input", 0)) +
                   " users exceed the cache's " + Twine(batch))
      .done();
}

/// Pages (blocks, H, block, D) of whole tiles.
static OpView &checkPages(OpView &view) {
  return view.divides("block size of cache", view.extent("cache", 2), "rows of a tile", 32)
      .divides("head size of cache", view.extent("cache", 3), "columns of a tile", 32);
}

/// cache (blocks, H, block, D); a token of each user (1, B, heads, D).
static LogicalResult verifyPagedUpdate(Operation *op) {
  OpView view(op, "cache input update_index page_table?");
  if (view.rank("cache input", 4)
          .rank("update_index", 1)
          .rank("page_table", 2)
          .sameKind("cache input")
          .isIndex("update_index page_table")
          .failed())
    return failure();
  return checkPages(view)
      .extentIs("input", 0, 1, "one token")
      .sameExtent("cache", 3, "input", 3)
      .sameExtent("update_index", 0, "input", 1)
      .sameExtent("page_table", 0, "input", 1)
      .done();
}

/// Positions of one user in the blocks that its row of the table names.
static LogicalResult verifyPagedFill(Operation *op) {
  OpView view(op, "cache input page_table batch_idx_tensor?");
  if (view.rank("cache input", 4)
          .rank("page_table", 2)
          .sameKind("cache input")
          .isIndex("page_table batch_idx_tensor")
          .failed())
    return failure();
  std::optional<int64_t> held = boundedVolume({view.extent("page_table", 1), view.extent("cache", 2)});
  return checkPages(view)
      .sameExtent("cache", 1, "input", 1)
      .sameExtent("cache", 3, "input", 3)
      .volumeIs("batch_idx_tensor", view.extent("input", 0), "one for each user of the input")
      .require(held && view.extent("input", 2) <= *held, "the page table holds " + Twine(held.value_or(-1)) +
                                                             " positions, the input has " +
                                                             Twine(view.extent("input", 2)))
      .done();
}

void rules::addCacheRules(RuleTable &table) {
  addOfLibrary(table, {"update_cache"}, verifyUpdate);
  addOfLibrary(table, {"fill_cache"}, verifyFill);
  addOfLibrary(table, {"paged_update_cache"}, verifyPagedUpdate);
  addOfLibrary(table, {"paged_fill_cache"}, verifyPagedFill);
}
