//===- ChainScheduleTest.cpp ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Policies/ChainSchedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace alcove::plan;
using testing::ElementsAre;

static ChainOp shardable(std::vector<int> operands, int externalUses = 0) {
  ChainOp op;
  op.operands = std::move(operands);
  op.shardable = op.hasLegalConfigs = true;
  op.externalUses = externalUses;
  return op;
}

static ChainOp plain(std::vector<int> operands, int externalUses = 0) {
  ChainOp op = shardable(std::move(operands), externalUses);
  op.shardable = false;
  return op;
}

// conv -> relu -> add(relu, argument): one chain of three.
TEST(ChainScheduleTest, ConvReluAddIsOneChain) {
  ChainSchedule result = buildChains({shardable({-1, -1}), shardable({0}), shardable({1, -1}, 1)});
  EXPECT_THAT(result.order, ElementsAre(0, 1, 2));
  ASSERT_EQ(result.chains.size(), 1u);
  EXPECT_THAT(result.chains[0].ops, ElementsAre(0, 1, 2));
  EXPECT_EQ(result.chains[0].state, ChainState::Built);
}

// a feeds b and c: the fork closes a's chain.
TEST(ChainScheduleTest, DFH1_ForkBreaksTheChain) {
  ChainSchedule result = buildChains({shardable({-1}), shardable({0}, 1), shardable({0}, 1)});
  ASSERT_EQ(result.chains.size(), 3u);
  EXPECT_THAT(result.chains[0].ops, ElementsAre(0));
  EXPECT_EQ(result.chains[0].reason, "its result has 2 uses");
}

// The function's return is a use like any other.
TEST(ChainScheduleTest, DFH1_ReturnedResultIsAFork) {
  ChainSchedule result = buildChains({shardable({-1}, 1), shardable({0}, 1)});
  ASSERT_EQ(result.chains.size(), 2u);
  EXPECT_EQ(result.chains[0].reason, "its result has 2 uses");
}

// Returned and read by nobody else: the chain ends there too.
TEST(ChainScheduleTest, DFH1_ReturnEndsTheChain) {
  ChainSchedule result = buildChains({shardable({-1}, 1)});
  EXPECT_EQ(result.chains[0].reason, "the function returns it");
}

// add(argument, a): a is operand 1, so a's chain ends.
TEST(ChainScheduleTest, DFH2_OtherOperandEndsTheChain) {
  ChainSchedule result = buildChains({shardable({-1}), shardable({-1, 0}, 1)});
  ASSERT_EQ(result.chains.size(), 2u);
  EXPECT_EQ(result.chains[0].reason, "its user reads it as another operand than the first");
}

// add(a, b) cannot run before b: a's chain ends although a is its operand 0.
TEST(ChainScheduleTest, DFH2_UserThatWaitsEndsTheChain) {
  ChainSchedule result = buildChains({shardable({-1}), shardable({-1}), shardable({0, 1}, 1)});
  EXPECT_THAT(result.order, ElementsAre(0, 1, 2));
  ASSERT_EQ(result.chains.size(), 3u);
  EXPECT_EQ(result.chains[0].reason, "its user waits for another operand");
}

// a, softmax, b: softmax is in no chain and separates two.
TEST(ChainScheduleTest, DFH3_UnshardableOpClosesTheChain) {
  ChainSchedule result = buildChains({shardable({-1}), plain({0}), shardable({1}, 1)});
  ASSERT_EQ(result.chains.size(), 2u);
  EXPECT_THAT(result.chains[0].ops, ElementsAre(0));
  EXPECT_EQ(result.chains[0].reason, "next op cannot be sharded");
  EXPECT_THAT(result.chains[1].ops, ElementsAre(2));
}

TEST(ChainScheduleTest, DFH4_OpWithoutLegalConfigurationClosesTheChain) {
  std::vector<ChainOp> ops = {shardable({-1}), shardable({0}, 1)};
  ops[1].hasLegalConfigs = false;
  ChainSchedule result = buildChains(ops);
  ASSERT_EQ(result.chains.size(), 1u);
  EXPECT_EQ(result.chains[0].reason, "next op has no legal configuration");
}

TEST(ChainScheduleTest, DFH5_ConcatStandsAlone) {
  std::vector<ChainOp> ops = {shardable({-1}), shardable({0, -1}), shardable({1}, 1)};
  ops[1].isConcat = true;
  ChainSchedule result = buildChains(ops);
  ASSERT_EQ(result.chains.size(), 3u);
  EXPECT_TRUE(result.chains[1].isConcat);
  EXPECT_THAT(result.chains[1].ops, ElementsAre(1));
}

// Two towers: the first is followed to its end before the second starts.
TEST(ChainScheduleTest, DepthFirst) {
  ChainSchedule result = buildChains({shardable({-1}), shardable({-1}), shardable({0}, 1), shardable({1}, 1)});
  EXPECT_THAT(result.order, ElementsAre(0, 2, 1, 3));
}

// A layout conversion that is ready goes before anything else while no chain is open.
TEST(ChainScheduleTest, ConversionsGoFirst) {
  std::vector<ChainOp> ops = {plain({-1}, 1), plain({-1}), plain({1}, 1)};
  ops[1].scheduleEarly = true;
  EXPECT_THAT(buildChains(ops).order, ElementsAre(1, 0, 2));
}

// Op 2 is followed by a user that still waits for op 3: it goes before op 0, which unlocks its user at once.
TEST(ChainScheduleTest, OpsThatLeaveUsersBlockedGoFirst) {
  EXPECT_THAT(buildChains({plain({-1}), plain({0}, 1), plain({-1}), plain({-1}), plain({2, 3}, 1)}).order,
              ElementsAre(2, 0, 1, 3, 4));
}

// 1 reads the cache that 0 writes: no data edge, but an order.
TEST(ChainScheduleTest, MemoryEffectsKeepTheirOrder) {
  std::vector<ChainOp> ops = {plain({-1}), plain({-1}, 1)};
  ops[1].after = {0};
  ops[1].scheduleEarly = true;
  EXPECT_THAT(buildChains(ops).order, ElementsAre(0, 1));
}
