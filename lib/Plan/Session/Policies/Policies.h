//===- Policies.h - Makers of the session policies --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_SESSION_POLICIES_POLICIES_H
#define ALCOVE_LIB_PLAN_SESSION_POLICIES_POLICIES_H

#include "alcove/Plan/Session/Policy.h"

namespace alcove::plan::session {

std::unique_ptr<SessionPolicy> makeAlone();
std::unique_ptr<SessionPolicy> makeInTurn();
std::unique_ptr<SessionPolicy> makeExact();

/// What one call pays for a use when the item is kept so; `impossible` when it cannot be had.
Cost priceOfUse(const Item &item, const Use &use, const std::vector<int32_t> &kept);

/// Gives every kept layout the address that the runtime's allocator gives: when its life begins, then as the items stand;
/// first fit, DRAM from the bottom, L1 from the top. Where nothing is free the address lies outside, and the verifier says so. Fills in the cost.
Plan planOf(const Problem &problem, std::vector<int32_t> ways, const std::vector<std::vector<int32_t>> &kept);

} // namespace alcove::plan::session

#endif // ALCOVE_LIB_PLAN_SESSION_POLICIES_POLICIES_H
