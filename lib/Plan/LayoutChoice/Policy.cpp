//===- Policy.cpp - The policies by name ----------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/LayoutChoice/Policy.h"
#include "Baselines.h"
#include "alcove/Plan/LayoutChoice/Planner.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

using namespace alcove;
using namespace alcove::plan;

double plan::gapOf(const LayoutResult &result) {
  if (!result.solution.found() || result.bound <= -infiniteCost)
    return std::numeric_limits<double>::infinity();
  double difference = static_cast<double>(result.solution.cost - result.bound);
  return difference / std::max(1.0, std::abs(static_cast<double>(result.bound)));
}

std::vector<std::string_view> plan::layoutPolicyNames() {
  return {"planner", "greedy", "beam", "anneal", "chain", "belady"};
}

Result<std::unique_ptr<LayoutPolicy>> plan::makeLayoutPolicy(std::string_view name) {
  if (name == "planner")
    return makeLayoutPlanner();
  if (std::unique_ptr<LayoutPolicy> baseline = makeLayoutBaseline(name))
    return baseline;
  return Error{fmt::format("policy '{}' does not exist; there are: {}", name, fmt::join(layoutPolicyNames(), ", "))};
}
