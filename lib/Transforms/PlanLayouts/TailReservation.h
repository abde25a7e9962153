//===- TailReservation.h - Chain tails that need not go to DRAM -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A chain's tail goes to DRAM because its users lie outside the chain: at a fork, or as operand 1 of another chain's
// op. After all chains are solved, each tail is looked at again in schedule order:
//
//      chain A:  conv1 conv2 conv3 add relu         relu has two users, so chain A ends there (H1)
//                                      |  |
//      chain B:  conv1 <---------------+  |         R1  every user accepts the tail where it lies
//                conv2                    |         R2  at every op from the tail to its last user there is room for
//                conv3                    |             it beside what that op needs and what was kept before
//                add <--------------------+
//
// When both hold, the tail stays and its bytes are reserved until the last user: A and B are one run in L1.
// Source: fork reservations and chain merges of tt-mlir's DFSharding 2.0. Reductions are no users of shards (R3,
// tt-metal#34951); results of the function always go to DRAM (R4). Shards may be slower to read than a tensor in DRAM,
// so the users' modelled time must not grow by more than the copy saves (R5).
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_TAILRESERVATION_H
#define ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_TAILRESERVATION_H

#include "FunctionPlan.h"
#include "OpQuestions.h"

#include <set>

namespace alcove::transforms {

/// Clears `spill` of every tail that may stay, within `budget` bytes per core, but those in `barred` (indices into
/// chainOps). O(tails * schedule length).
void keepTails(FunctionPlan &plan, OpQuestions &questions, Bytes budget, const std::set<int> &barred);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_TRANSFORMS_PLANLAYOUTS_TAILRESERVATION_H
