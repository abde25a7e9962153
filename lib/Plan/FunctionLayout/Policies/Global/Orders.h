//===- Orders.h - Orders of the ops worth a try -----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_ORDERS_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_ORDERS_H

#include "alcove/Plan/FunctionLayout/Problem.h"

namespace alcove::plan {

struct NamedOrder {
  const char *name;
  std::vector<int32_t> ops;
};

/// Orders that keep data and `after`, each once and none equal to `known`: as written; depth-first (each op behind the
/// last of its operands, what is returned first coming first); least peak (of the ready ops the one that leaves the
/// fewest bytes behind, by the sizes of whole tensors). O(ops * ready ops).
std::vector<NamedOrder> ordersToTry(const FunctionLayout &problem, const std::vector<int32_t> &known);

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_ORDERS_H
