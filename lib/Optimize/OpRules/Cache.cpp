//===- Cache.cpp - Caches of keys and values, as the planner sees them ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "OpRules.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::transforms;

ArrayRef<OpRulesRow> transforms::cacheRows() {
  static const OpRules cache(plan::OpKind::Cache);
  static const OpRulesRow rows[] = {
      {"update_cache", &cache},
      {"fill_cache", &cache},
      {"paged_update_cache", &cache},
      {"paged_fill_cache", &cache},
  };
  return rows;
}
