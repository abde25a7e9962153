//===- Cache.cpp - What caches compute ------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Kernels/Indexing.h"
#include "alcove/Ops/Dialect/TTIR/TTIR.h"
#include "alcove/Ops/Dialect/TTNN/TTNN.h"

namespace alcove::reference {

void addCacheOps(OpTable &table) {
  constexpr const char *against = "closed form";
  table.add<ttir::FillCacheOp, ttnn::FillCacheOp>("Cache", against, [](auto op, OpCall &call) -> Status {
    return fillCache(call.inPlace(op.getCache()), call.in(1), op.getBatchOffset());
  });
  table.add<ttir::UpdateCacheOp, ttnn::UpdateCacheOp>("Cache", against, [](auto op, OpCall &call) -> Status {
    return updateCache(call.inPlace(op.getCache()), call.in(1), call.in(2), op.getBatchOffset());
  });
  table.add<ttir::PagedUpdateCacheOp, ttnn::PagedUpdateCacheOp>("Cache", against, [](auto op, OpCall &call) -> Status {
    return pagedUpdateCache(call.inPlace(op.getCache()), call.in(1), call.in(2), call.find(op.getPageTable()),
                            op.getShareCache());
  });
  table.add<ttir::PagedFillCacheOp, ttnn::PagedFillCacheOp>("Cache", against, [](auto op, OpCall &call) -> Status {
    return pagedFillCache(call.inPlace(op.getCache()), call.in(1), call.in(2), call.find(op.getBatchIdxTensor()));
  });
}

} // namespace alcove::reference
