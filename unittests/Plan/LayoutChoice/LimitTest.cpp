//===- LimitTest.cpp - Runs that end early --------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/Random.h"
#include "alcove/Plan/LayoutChoice/Certificate.h"
#include "alcove/Plan/LayoutChoice/Planner.h"
#include "testing/Plan/LayoutGen.h"

#include <chrono>
#include <gtest/gtest.h>
#include <thread>

using namespace alcove;
using namespace alcove::plan;

namespace {

LayoutChoice generated(Topology topology, int32_t nodes, int32_t live = 0) {
  LayoutGenOptions options;
  options.topology = topology;
  options.nodes = nodes;
  options.candidates = 8;
  options.capacityShare = 0.4;
  options.seed = 3;
  if (live > 0)
    options.live = live;
  return generateLayout(options);
}

LayoutResult run(const LayoutChoice &problem, const Budget &budget) {
  return makeLayoutPlanner()->run(problem, budget, nullptr);
}

/// What a run that was stopped says is true, whatever it had done by then.
void expectTrue(const LayoutChoice &problem, const LayoutResult &result, Cost optimum, const std::string &when) {
  EXPECT_LE(result.bound, optimum) << when;
  if (result.solution.found()) {
    EXPECT_TRUE(verify(problem, result.solution).ok()) << when;
    EXPECT_GE(result.solution.cost, optimum) << when;
  }
  if (result.proved)
    EXPECT_EQ(result.solution.cost, optimum) << when;
  if (result.bound <= -infiniteCost)
    return;
  ASSERT_TRUE(result.certificate) << when;
  Result<Cost> shown = checkBound(problem, *result.certificate);
  ASSERT_TRUE(shown.ok()) << when << ": " << shown.error().message;
  EXPECT_GE(*shown, result.bound) << when;
}

/// Runs that are stopped after `count` random times up to the time of a whole run.
void expectTrueWhenStopped(const LayoutChoice &problem, int count) {
  auto start = std::chrono::steady_clock::now();
  LayoutResult whole = run(problem, {.workUnits = 3'000'000'000, .threads = 2});
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ASSERT_TRUE(whole.proved) << problem.name;
  Random random(11);
  for (int k = 0; k < count; ++k) {
    double at = seconds * random.unit() * random.unit();
    std::string when = fmt::format("{}, {} s of {} s", problem.name, at, seconds);
    if (k % 2 == 0) {
      expectTrue(problem, run(problem, {.seconds = at, .threads = 2}), whole.solution.cost, when);
      continue;
    }
    std::atomic<bool> stop = false;
    std::thread user([&] {
      std::this_thread::sleep_for(std::chrono::duration<double>(at));
      stop = true;
    });
    expectTrue(problem, run(problem, {.threads = 2, .cancelled = &stop}), whole.solution.cost, when);
    user.join();
  }
}

TEST(LayoutLimitTest, StoppedAtAnyTimeWhatItSaysIsTrue) {
  expectTrueWhenStopped(generated(Topology::Residual, 40), 12);
  expectTrueWhenStopped(generated(Topology::Chain, 400), 12);
}

TEST(LayoutLimitTest, SlowStoppedAtAnyTimeWhatItSaysIsTrue) {
  for (Topology topology : {Topology::Chain, Topology::Residual, Topology::UNet, Topology::Transformer})
    expectTrueWhenStopped(generated(topology, 1500), 40);
}

TEST(LayoutLimitTest, NoTimeAtAllIsNoAnswer) {
  LayoutChoice problem = generated(Topology::Transformer, 300);
  std::atomic<bool> stop = true;
  for (const Budget &budget : {Budget{.seconds = 0}, Budget{.cancelled = &stop}}) {
    LayoutResult result = run(problem, budget);
    EXPECT_FALSE(result.solution.found());
    EXPECT_FALSE(result.proved);
    EXPECT_EQ(result.bound, -infiniteCost);
    EXPECT_EQ(result.epochs, 0u);
  }
}

// The summary's number of epochs as a limit gives what the clock gave, on a machine of any speed and load.
TEST(LayoutLimitTest, EpochsAreTheTwinOfTheClock) {
  LayoutChoice problem = generated(Topology::Wide, 400, 80);
  LayoutResult timed = run(problem, {.seconds = 0.4, .threads = 2});
  if (timed.epochs == 0)
    GTEST_SKIP() << "the machine is too busy for one epoch";
  LayoutResult twin = run(problem, {.epochs = timed.epochs, .threads = 1});
  EXPECT_EQ(twin.bound, timed.bound);
  EXPECT_EQ(twin.work, timed.work);
  if (timed.solution.found())
    EXPECT_EQ(twin.solution.choice, timed.solution.choice);
}

// Sweeps of 8 million entries, 20 an epoch: the last one is shorter.
TEST(LayoutLimitTest, WorkLimitsHold) {
  LayoutChoice problem = generateLayout({Topology::Transformer, 3000, 32, 0.4, 3});
  uint64_t before = 0;
  for (uint64_t limit : {500'000'000u, 700'000'000u, 900'000'000u}) {
    LayoutResult result = run(problem, {.workUnits = limit});
    EXPECT_LE(result.work, limit + 120'000'000) << limit; // small epochs stay whole
    EXPECT_GT(result.work, before) << limit;
    before = result.work;
  }
}

} // namespace
