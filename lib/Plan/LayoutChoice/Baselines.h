//===- Baselines.h - What is done without the planner -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Five policies that compilers use today, on the same problem and the same evaluator. All work on the unreduced model
// in schedule order, and all end in the same repair when their choice does not fit, because none of them knows the
// capacity of later rows; without it the comparison would be with nothing.
//
//  greedy   each node takes what is cheapest with the choices before it
//  beam     the cheapest prefixes by accumulated cost
//  anneal   simulated annealing on single changes, overflow at a price
//  chain    exact dynamic programming along paths of the graph, longest first, the rest given
//  belady   ignores the capacity, then evicts what is used again last
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_BASELINES_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_BASELINES_H

#include "alcove/Plan/LayoutChoice/Policy.h"

namespace alcove::plan {

/// Null when there is no baseline of this name.
std::unique_ptr<LayoutPolicy> makeLayoutBaseline(std::string_view name);

} // namespace alcove::plan

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_BASELINES_H
