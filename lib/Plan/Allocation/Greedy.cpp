//===- Greedy.cpp - First fit and best fit in a given order -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Placer.h"
#include "alcove/Plan/Allocation/Bound.h"
#include "alcove/Plan/Allocation/Policies.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::allocation;

namespace {

struct NamedOrder {
  AllocationOrder order;
  std::string_view name;
};

constexpr NamedOrder namedOrders[] = {{AllocationOrder::Size, "size"},         {AllocationOrder::Area, "area"},
                                      {AllocationOrder::Lifetime, "lifetime"}, {AllocationOrder::Start, "start"},
                                      {AllocationOrder::Input, "input"},       {AllocationOrder::Hint, "hint"}};

/// The key by which smaller comes first. Areas exceed 64 bits.
__int128 orderKey(const AllocationBuffer &buffer, AllocationOrder order) {
  __int128 lifetime = static_cast<__int128>(buffer.upper) - buffer.lower;
  switch (order) {
  case AllocationOrder::Input:
    return 0;
  case AllocationOrder::Size:
    return -static_cast<__int128>(buffer.size);
  case AllocationOrder::Area:
    return -lifetime * buffer.size;
  case AllocationOrder::Lifetime:
    return -lifetime;
  case AllocationOrder::Start:
    return buffer.lower;
  case AllocationOrder::Hint:
    return buffer.hint.value_or(maxAllocationValue);
  }
  return 0;
}

} // namespace

std::vector<size_t> plan::allocationOrder(const AllocationProblem &problem, AllocationOrder order) {
  std::vector<std::pair<__int128, size_t>> keyed;
  for (size_t i = 0; i != problem.buffers.size(); ++i)
    keyed.emplace_back(orderKey(problem.buffers[i], order), i);
  std::sort(keyed.begin(), keyed.end());
  std::vector<size_t> result;
  for (const auto &[key, index] : keyed)
    result.push_back(index);
  return result;
}

AllocationSolution plan::placeInOrder(const AllocationProblem &problem, const std::vector<size_t> &order,
                                      AllocationFit fit) {
  return Placer(problem).place(order, fit);
}

AllocationResult plan::allocateGreedily(const AllocationProblem &problem, const Deadline *deadline) {
  Placer placer(problem);
  AllocationResult best;
  best.bound = allocationLowerBound(problem).bytes;
  best.height = std::numeric_limits<Bytes>::max();
  bool hasHints = std::any_of(problem.buffers.begin(), problem.buffers.end(),
                              [](const AllocationBuffer &buffer) { return buffer.hint.has_value(); });
  uint64_t work = 0;
  for (const NamedOrder &named : namedOrders) {
    if (named.order == AllocationOrder::Hint && !hasHints)
      continue;
    std::vector<size_t> order = allocationOrder(problem, named.order);
    for (AllocationFit fit : {AllocationFit::First, AllocationFit::Best}) {
      if (work > 0 && passed(deadline))
        break;
      AllocationSolution solution = placer.place(order, fit);
      work += problem.buffers.size();
      Bytes height = allocationHeight(problem, solution);
      if (height >= best.height)
        continue;
      best.height = height;
      best.solution = std::move(solution);
      best.stage = fmt::format("{}-fit-by-{}", fit == AllocationFit::First ? "first" : "best", named.name);
    }
    if (best.height <= best.bound)
      break;
  }
  best.work = work;
  if (placer.fixedBuffersOverlap()) {
    best.answer = AllocationAnswer::Infeasible;
    best.solution.offsets.clear();
    best.height = 0;
    best.settle();
    return best;
  }
  best.answer = best.height <= problem.capacity ? AllocationAnswer::Found : AllocationAnswer::Open;
  best.settle();
  return best;
}
