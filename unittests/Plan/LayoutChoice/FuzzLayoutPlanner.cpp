//===- FuzzLayoutPlanner.cpp - Solvers against the verifiers --------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Switches.h"
#include "alcove/Plan/LayoutChoice/Certificate.h"

#include <cstdlib>
#include <cstring>

using namespace alcove::plan;

// The bytes choose a problem and the switches; every solution must verify, every bound must be re-derivable and must
// not lie above any policy's cost.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  uint64_t words[2] = {0, 0};
  std::memcpy(words, data, std::min(size, sizeof(words)));
  LayoutChoice problem = problemOf(words[0], words[1]);
  if (!check(problem).ok())
    std::abort();
  Budget budget;
  budget.workUnits = 5'000'000;
  LayoutResult result = makeLayoutPlanner(optionsOf(words[1]))->run(problem, budget, nullptr);
  if (result.solution.found() && !verify(problem, result.solution).ok())
    std::abort();
  if (result.certificate) {
    alcove::Result<Cost> bound = checkBound(problem, *result.certificate, 1 << 20);
    if (bound.ok() ? *bound < result.bound : bound.error().message.find("not checked") == std::string::npos)
      std::abort();
  }
  for (std::string_view name : {"greedy", "beam", "chain", "belady"}) {
    LayoutResult other = makeLayoutPolicy(name).value()->run(problem, budget, nullptr);
    if (!other.solution.found())
      continue;
    if (!verify(problem, other.solution).ok() || other.solution.cost < result.bound)
      std::abort();
    if (result.proved && !result.solution.found())
      std::abort();
  }
  return 0;
}
