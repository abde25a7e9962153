//===- RandomSession.h - Small sessions, and their least cost ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TESTING_PLAN_SESSION_RANDOMSESSION_H
#define ALCOVE_TESTING_PLAN_SESSION_RANDOMSESSION_H

#include "alcove/Plan/Session/Problem.h"

#include <optional>

namespace alcove::plan::session {

/// Up to three functions over up to `items` items: weights and caches in one to three layouts, copies and ways that are
/// not possible, reserves, buffers in L1 that live for a part of the order, capacities from too small to ample. Passes
/// `check`; some have no plan. The same for the same seed.
Problem randomSession(uint64_t seed, int32_t items);

/// The least cost over every combination of ways and kept layouts whose bytes fit as sums; nothing when none is possible.
/// Written from docs/spec/Session.md, calls nothing of lib/Plan. Exponential.
std::optional<Cost> leastCostByEnumeration(const Problem &problem);

} // namespace alcove::plan::session

#endif // ALCOVE_TESTING_PLAN_SESSION_RANDOMSESSION_H
