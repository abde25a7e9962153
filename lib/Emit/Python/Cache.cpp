//===- Cache.cpp - Calls of caches ----------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Calls.h"

using namespace alcove::emit;

llvm::ArrayRef<Row> alcove::emit::cacheRows() {
  static constexpr Row rows[] = {
      {"fill_cache", "", "cache input", "cache input batch_offset"},
      {"update_cache", "", "cache input update_index", "cache input update_index%scalar batch_offset=batch_offset"},
      {"paged_update_cache", "experimental.paged_update_cache", "cache input update_index page_table?",
       "cache input update_idxs_tensor=update_index share_cache=share_cache page_table=page_table"},
      {"paged_fill_cache", "experimental.paged_fill_cache", "cache input page_table batch_idx_tensor?",
       "cache input page_table batch_idx_tensor=batch_idx_tensor"},
  };
  return rows;
}
