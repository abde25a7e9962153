//===- JoinChoice.h - Which siblings are worth joining ----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_SUPERTILING_PASS_JOINCHOICE_H
#define ALCOVE_LIB_SUPERTILING_PASS_JOINCHOICE_H

#include "alcove/Plan/Tiling/Planner.h"
#include "alcove/SuperTiling/Describe/TilingGraph.h"
#include "alcove/SuperTiling/Rewrite/JoinSiblings.h"

namespace alcove::supertiling {

/// Siblings of a function, and whether its plan has them in several loops.
struct SiblingsInPlan {
  Siblings siblings;
  bool apart = false;
};

/// Marks those of `sets` that `plan` has apart: in one loop they share what they read already. O(members).
void findApart(const TilingGraph &graph, const Plan &plan, std::vector<SiblingsInPlan> &sets);

/// SUT-S3: a joined operation that fits is one tile of a loop of its own, since parts outside of loops share nothing.
/// False where that cannot be: it fits nowhere, is tiled by trial, would tear a marked group, what fits is to stay, or
/// there is a machine.
bool giveLoops(const TilingGraph &graph, const PlannerOptions &options, Plan &plan);

/// Structures of the siblings that are apart, those that share most bytes first; at most six.
std::vector<std::string> structuresToJoin(const std::vector<SiblingsInPlan> &sets);

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_SUPERTILING_PASS_JOINCHOICE_H
