//===- FuzzTest.cpp - Random programs: compile, judge, run, compare -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ALCOVE_FUZZ_SECONDS=1200 ALCOVE_FUZZ_SEED=1 SuperTilingTests --gtest_filter='*SlowRandom*' runs longer.
//
//===----------------------------------------------------------------------===//
#include "Harness.h"

#include "alcove/SuperTiling/Describe/MachinePreset.h"
#include "testing/SuperTiling/RandomProgram.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;

namespace {

constexpr PlanMode modes[] = {PlanMode::Planned, PlanMode::MaxProducers, PlanMode::NoFuse};

/// By traffic in one of the modes, on caches of that size, or by time on a machine.
struct Case {
  Bytes memory = 0;
  PlanMode mode = PlanMode::Planned;
  bool cache = false;
  bool machine = false;
  std::string name() const {
    return fmt::format("{} B, mode {}{}{}", memory, static_cast<int>(mode), cache ? ", cache" : "",
                       machine ? ", machine" : "");
  }
};

Case caseOf(uint64_t seed) {
  constexpr Bytes memories[] = {256, 1024, 4096, 10000, 16384, 65536};
  Case setup{memories[seed % 6], modes[seed / 6 % 5 < 3 ? 0 : seed / 6 % 5 - 2]};
  setup.cache = seed / 30 % 7 == 5;
  setup.machine = seed / 30 % 7 == 6;
  return setup;
}

DriverOptions optionsOf(const Case &setup) {
  DriverOptions options = driverOptions(setup.memory, setup.cache || setup.machine ? PlanMode::Planned : setup.mode);
  if (setup.cache) {
    options.planner.budget.cache = true;
    options.planner.costs = devicePrices("cpu")->costs;
    CachePrices &caches = options.planner.costs.caches;
    caches.levels = {{setup.memory / 2, 0, 0.1}, {2 * setup.memory, 0, 1}};
    caches.margin = 0;
    caches.bytesPerInnerLoop = 0;
  }
  if (setup.machine)
    options.planner.machine = *loadMachine("npu-16");
  return options;
}

/// Empty when the program is served correctly: tiled, judged and equal, or refused as too large.
int outcomes[3] = {};

std::string failureOf(const RandomProgram &program, Case setup) {
  Outcome outcome = checkProgram(program.text(), optionsOf(setup), true);
  ++outcomes[outcome.kind];
  return outcome.kind == Outcome::Failed ? outcome.message : "";
}

void checkSeed(uint64_t seed) {
  RandomProgram program = randomProgram(seed);
  Case setup = caseOf(seed);
  std::string failure = failureOf(program, setup);
  if (failure.empty())
    return;
  RandomProgram small = shrink(program, [&](const RandomProgram &p) { return !failureOf(p, setup).empty(); }, 200);
  ADD_FAILURE() << "seed " << seed << ", " << setup.name() << ": " << failureOf(small, setup) << "\n" << small.text();
}

TEST(FuzzTest, RandomProgramsAreServed) {
  for (uint64_t seed = 1; seed <= 30; ++seed)
    checkSeed(seed);
  // A generator whose programs never fit would test nothing.
  EXPECT_GT(outcomes[Outcome::Equal], outcomes[Outcome::CannotFit]);
}

TEST(FuzzTest, SlowRandomProgramsAreServed) {
  const char *seconds = getenv("ALCOVE_FUZZ_SECONDS"), *first = getenv("ALCOVE_FUZZ_SEED");
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds ? atoi(seconds) : 60);
  uint64_t seed = first ? strtoull(first, nullptr, 10) : 1000, start = seed;
  for (; std::chrono::steady_clock::now() < end && !HasFailure(); ++seed)
    checkSeed(seed);
  printf("%llu random programs: %d equal, %d cannot fit\n", static_cast<unsigned long long>(seed - start),
         outcomes[Outcome::Equal], outcomes[Outcome::CannotFit]);
}

// The shrinker itself: the smallest program that still has a softmax is that softmax.
TEST(FuzzTest, ShrinkerKeepsTheCauseOnly) {
  RandomProgram program;
  for (uint64_t seed = 1;; ++seed) {
    program = randomProgram(seed);
    if (program.steps.size() > 8 && program.text().find("math.exp") != std::string::npos)
      break;
  }
  RandomProgram small =
      shrink(program, [](const RandomProgram &p) { return p.text().find("math.exp") != std::string::npos; }, 500);
  EXPECT_EQ(small.steps.size(), 1u);
}

} // namespace
