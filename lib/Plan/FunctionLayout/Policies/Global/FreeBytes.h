//===- FreeBytes.h - L1 that a program's price counts on ------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The backend chooses some programs by the L1 that is free, and the price of such a candidate is that of one program
// (Candidate::wantsFreeBytes). The verifier does not look at that, and the choice problem counts a copy that an op
// reads beside the kept tensor as nothing; so a plan that both accept may be slower than it says:
//
//   t kept in L1 for a later reader   200 kB ┐
//   t converted for this op           260 kB ├ 1660 kB of 1500 kB: the backend takes a slower program
//   wanted by the program priced     1200 kB ┘
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_FREEBYTES_H
#define ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_FREEBYTES_H

#include "../../Conflict.h"

namespace alcove::plan {

/// Per op: bytes that are missing of the L1 that its price counts on: what is live at its step, operands included, and
/// what it wants, beyond l1Bytes. Bytes that a view shares with its source count twice. O(steps + copies).
std::vector<Bytes> missingFreeBytes(const FunctionLayout &problem, const FunctionPlan &plan);

/// The first op for which bytes are missing, and live copies that together take too much, minimal by deletion; empty
/// when nothing is missing. O(steps + copies).
std::vector<ConflictMember> findFreeBytesConflict(const FunctionLayout &problem, const FunctionPlan &plan);

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_FUNCTIONLAYOUT_POLICIES_GLOBAL_FREEBYTES_H
