//===- HillClimb.cpp - Search over orders -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After the tensor allocator of Arm's Vela (ethos-u-vela, hillclimb_allocation.py): the same idea of a bottleneck and
// of those that hold it up, on our placement (which knows holes, gaps and alignments) and our generator.
//
//===----------------------------------------------------------------------===//
#include "Placer.h"
#include "alcove/Base/Support/Random.h"
#include "alcove/Plan/Allocation/Bound.h"
#include "alcove/Plan/Allocation/Policies.h"
#include "alcove/Plan/Common/Deadline.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::allocation;

namespace {

/// The buffer that ends highest (ties: a random one), the buffers directly below it, and those below them.
std::vector<size_t> bottleneck(const AllocationProblem &problem, const AllocationSolution &solution, Bytes height,
                               const std::vector<std::vector<uint32_t>> &neighbours, Random &random) {
  std::vector<size_t> highest;
  for (size_t i = 0; i != problem.buffers.size(); ++i)
    if (solution.offsets[i] + problem.buffers[i].size == height && problem.buffers[i].size > 0)
      highest.push_back(i);
  std::vector<size_t> involved = {highest[random.below(highest.size())]};
  for (size_t step = 0, begin = 0; step != 2; ++step) {
    size_t end = involved.size();
    for (; begin != end; ++begin)
      for (uint32_t other : neighbours[involved[begin]])
        if (solution.offsets[other] < solution.offsets[involved[begin]])
          involved.push_back(other);
  }
  std::sort(involved.begin(), involved.end());
  involved.erase(std::unique(involved.begin(), involved.end()), involved.end());
  return involved;
}

} // namespace

AllocationResult plan::hillClimbAllocation(const AllocationProblem &problem, const HillClimbOptions &options,
                                           const Budget &budget) {
  Placer placer(problem);
  const std::vector<std::vector<uint32_t>> *neighbours = placer.neighbours();
  if (!neighbours)
    return allocateMany(problem, budget, options.least);
  Deadline deadline(budget);
  AllocationResult result = allocateGreedily(problem, &deadline);
  Bytes goal = options.least ? result.bound : std::max(problem.capacity, result.bound);
  if (result.answer == AllocationAnswer::Infeasible)
    return result;

  // A placement is reproduced by first fit in order of its offsets.
  std::vector<size_t> order = allocationOrder(problem, AllocationOrder::Input);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(result.solution.offsets[a], a) < std::pair(result.solution.offsets[b], b);
  });
  std::vector<size_t> position(order.size());
  for (size_t i = 0; i != order.size(); ++i)
    position[order[i]] = i;

  Random random(options.seed);
  AllocationSolution current = placer.place(order, AllocationFit::First);
  Bytes currentHeight = allocationHeight(problem, current);
  auto swapInOrder = [&](size_t a, size_t b) {
    std::swap(order[position[a]], order[position[b]]);
    std::swap(position[a], position[b]);
  };
  for (uint64_t i = 0; i != options.iterations && result.height > goal; ++i) {
    if (result.work + problem.buffers.size() > budget.workUnits || deadline.passed())
      break;
    std::vector<size_t> involved = bottleneck(problem, current, currentHeight, *neighbours, random);
    size_t first = involved[random.below(involved.size())];
    // Now and then a partner from anywhere, against closed sets of the involved.
    size_t second = random.chance(0.1) ? random.below(order.size()) : involved[random.below(involved.size())];
    if (first == second)
      continue;
    swapInOrder(first, second);
    AllocationSolution next = placer.place(order, AllocationFit::First);
    result.work += problem.buffers.size();
    Bytes nextHeight = allocationHeight(problem, next);
    if (nextHeight > currentHeight) {
      swapInOrder(first, second);
      continue;
    }
    current = std::move(next);
    currentHeight = nextHeight;
    if (currentHeight < result.height) {
      result.height = currentHeight;
      result.solution = current;
      result.stage = "hill-climb";
    }
  }
  result.answer = options.least || result.height <= problem.capacity ? AllocationAnswer::Found : AllocationAnswer::Open;
  result.settle();
  return result;
}
