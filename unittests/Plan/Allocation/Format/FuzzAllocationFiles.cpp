//===- FuzzAllocationFiles.cpp - Readers, writers, policies on any bytes --===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Any text is read or refused; what was read is written and read back unchanged; small problems are solved, and each
// answer must verify.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/Allocation/Format/AllocationFiles.h"
#include "alcove/Plan/Allocation/Policies.h"

#include <cstdlib>

using namespace alcove;
using namespace alcove::plan;

namespace {

void require(bool condition) {
  if (!condition)
    std::abort();
}

void solveAndVerify(AllocationProblem problem) {
  if (problem.buffers.size() > 40)
    return;
  for (const AllocationBuffer &buffer : problem.buffers)
    if (buffer.gaps.size() > 20)
      return;
  AllocationResult minimal = minimizeAllocation(problem, {.workUnits = 3000});
  if (minimal.answer == AllocationAnswer::Infeasible)
    return;
  require(minimal.bound <= minimal.height);
  problem.capacity = minimal.height;
  require(verify(problem, minimal.solution).ok());
  require(maxLiveBytes(problem) <= minimal.height);
  AllocationResult found = allocateExactly(problem, {.workUnits = 3000});
  require(found.answer != AllocationAnswer::Infeasible);
  if (found.answer == AllocationAnswer::Found)
    require(verify(problem, found.solution).ok());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  if (Result<AllocationProblem> problem = formats::parseMiniMallocCsv(text); problem.ok()) {
    Result<std::string> written = formats::formatMiniMallocCsv(*problem);
    if (written.ok()) {
      Result<AllocationProblem> again = formats::parseMiniMallocCsv(*written);
      require(again.ok() && again->buffers == problem->buffers);
    }
    (void)formats::parseMiniMallocSolution(text, *problem).ok();
    solveAndVerify(*problem);
  }
  if (Result<AllocationProblem> problem = formats::parseAllocationJson(text); problem.ok()) {
    Result<AllocationProblem> again = formats::parseAllocationJson(formats::formatAllocationJson(*problem));
    require(again.ok() && again->buffers == problem->buffers && again->capacity == problem->capacity);
    (void)formats::parseAllocationSolutionJson(text, *problem).ok();
    solveAndVerify(*problem);
  }
  return 0;
}
