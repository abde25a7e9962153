//===- PlanToSolution.h - From groups to the solution format ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_GRAPHSCHEDULE_GROUPS_PLANTOSOLUTION_H
#define ALCOVE_LIB_PLAN_GRAPHSCHEDULE_GROUPS_PLANTOSOLUTION_H

#include "GroupPlan.h"

namespace alcove::plan::schedule {

/// Granularities and traversals are those of `pricer`, or of `fine` where given and better.
Solution toSolution(GroupPricer &pricer, const std::vector<ScheduledGroup> &sequence, const PricerOptions *fine);

} // namespace alcove::plan::schedule

#endif // ALCOVE_LIB_PLAN_GRAPHSCHEDULE_GROUPS_PLANTOSOLUTION_H
