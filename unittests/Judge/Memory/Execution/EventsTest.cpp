//===- EventsTest.cpp - What an op's own tensors become -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Events.h"
#include "alcove/Base/Support/Random.h"
#include "alcove/Judge/Memory/Execution/Execution.h"
#include "alcove/OpModel/Analytical.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::judge;
using opmodel::L1Event;
using Kind = L1Event::Kind;

TEST(EventsTest, WhatIsNeverReleasedIsTheResult) {
  EventPlan plan = planEvents({{Kind::Allocate, 4096}, {Kind::Allocate, 2048}, {Kind::Release, 4096}}, {2048});
  EXPECT_EQ(plan.allocationOfResult, std::vector<int>{1});
  EXPECT_EQ(plan.freedBy[2], std::vector<int>{0});
}

TEST(EventsTest, AReleaseMayFreeSeveral) {
  // A convolution: input shard, halo, halo configuration; the first and the third go together.
  EventPlan plan = planEvents({{Kind::Allocate, 1000},
                               {Kind::Allocate, 3000},
                               {Kind::Allocate, 64},
                               {Kind::Release, 1064},
                               {Kind::Allocate, 500},
                               {Kind::Release, 3000}},
                              {500});
  EXPECT_EQ(plan.freedBy[3], (std::vector<int>{0, 2}));
  EXPECT_EQ(plan.freedBy[5], std::vector<int>{1});
  EXPECT_EQ(plan.allocationOfResult, std::vector<int>{4});
}

TEST(EventsTest, OfEqualAllocationsTheEarliestIsReleased) {
  EventPlan plan = planEvents({{Kind::Allocate, 64}, {Kind::Allocate, 64}, {Kind::Release, 64}}, {64});
  EXPECT_EQ(plan.freedBy[2], std::vector<int>{0});
  EXPECT_EQ(plan.allocationOfResult, std::vector<int>{1});
}

TEST(EventsTest, ThreeEqualResultsKeepTheirOrder) {
  EventPlan plan = planEvents({{Kind::Allocate, 64}, {Kind::Allocate, 64}, {Kind::Allocate, 64}}, {64, 64, 64});
  EXPECT_EQ(plan.allocationOfResult, (std::vector<int>{0, 1, 2}));
}

TEST(EventsTest, AResultWithoutAnAllocationStandsAlone) {
  EXPECT_EQ(planEvents({{Kind::Allocate, 32}}, {64, 0}).allocationOfResult, (std::vector<int>{-1, -1}));
}

/// The four numbers of a list of events, folded as the backend folds its trace.
static opmodel::Constraints peaksOf(const std::vector<L1Event> &events) {
  opmodel::Constraints peaks;
  Bytes tensors = 0, circular = 0;
  bool ended = false;
  for (const L1Event &event : events) {
    if (event.kind == Kind::Allocate)
      tensors += event.bytes;
    else if (event.kind == Kind::Release)
      tensors -= event.bytes;
    else if (event.kind == Kind::CircularBuffers)
      circular = std::exchange(ended, false) ? event.bytes : circular + event.bytes;
    else if (event.kind == Kind::EndProgram)
      ended = true;
    peaks.cbPeakBytes = std::max(peaks.cbPeakBytes, circular);
    peaks.tensorPeakBytes = std::max(peaks.tensorPeakBytes, tensors);
    peaks.totalPeakBytes = std::max(peaks.totalPeakBytes, tensors + circular);
  }
  return peaks;
}

TEST(EventsTest, EventsFromPeaksHaveThosePeaks) {
  opmodel::Constraints c;
  c.cbPeakBytes = 8192;
  c.tensorPeakBytes = 6144;
  c.totalPeakBytes = 12288; // the circular buffers peak beside 4096 of tensors
  c.outputBytes = 2048;
  opmodel::Constraints peaks = peaksOf(opmodel::eventsOf(c));
  EXPECT_EQ(peaks.cbPeakBytes, c.cbPeakBytes);
  EXPECT_EQ(peaks.tensorPeakBytes, c.tensorPeakBytes);
  EXPECT_EQ(peaks.totalPeakBytes, c.totalPeakBytes);
}

// The events of the analytical model say the same as its peaks: over ops with temporaries, programs and views.
TEST(EventsTest, TheModelsEventsHaveItsPeaks) {
  struct Case {
    const char *op;
    std::vector<std::string> inputs;
    std::string output;
    std::map<std::string, opmodel::AttributeValue, std::less<>> attributes;
  };
  std::vector<Case> cases = {
      {"relu", {"64x1024|tile|bf16|l1|height_sharded|2x1"}, "64x1024|tile|bf16|l1|height_sharded|2x1", {}},
      {"add", {"64x1024|tile|bf16|l1", "64x1024|tile|bf16"}, "64x1024|tile|bf16|l1", {}},
      {"linear", {"256x256|tile|bf16|l1", "256x256|tile|bf16|l1", "1x256|tile|bf16|l1"}, "256x256|tile|bf16|l1", {}},
      {"matmul", {"512x512|tile|bf16", "512x512|tile|bf16"}, "512x512|tile|bf16|l1", {}},
      {"softmax", {"512x512|tile|bf16|l1"}, "512x512|tile|bf16|l1", {{"dimension", int64_t(1)}}},
      {"sum", {"512x512|tile|bf16|l1"}, "512x1|tile|bf16|l1", {{"dim_arg", int64_t(1)}, {"keep_dim", true}}},
      {"concat", {"64x512|tile|bf16|l1", "64x512|tile|bf16|l1"}, "64x1024|tile|bf16|l1", {{"dim", int64_t(1)}}},
      {"to_memory_config", {"64x512|tile|bf16"}, "64x512|tile|bf16|l1|height_sharded|2x1", {}},
  };
  opmodel::AnalyticalOpModel model;
  int withEvents = 0;
  for (const Case &c : cases) {
    opmodel::Query query;
    query.op = c.op;
    for (const std::string &input : c.inputs)
      query.inputs.push_back(*device::parseTensorSpec(input));
    device::TensorSpec output = *device::parseTensorSpec(c.output);
    query.outputs = {{output.shape, output.layout.dataType, output.layout}};
    query.attributes = c.attributes;
    opmodel::Answer answer = model.constraints(query);
    ASSERT_TRUE(answer.legal()) << c.op << ": " << answer.refusal->message;
    opmodel::Constraints peaks = peaksOf(answer.constraints.events);
    EXPECT_EQ(peaks.cbPeakBytes, answer.constraints.cbPeakBytes) << c.op;
    EXPECT_EQ(peaks.tensorPeakBytes, answer.constraints.tensorPeakBytes) << c.op;
    EXPECT_EQ(peaks.totalPeakBytes, answer.constraints.totalPeakBytes) << c.op;
    withEvents += !answer.constraints.events.empty();
  }
  EXPECT_EQ(withEvents, static_cast<int>(cases.size()));
}

TEST(EventsTest, AReleasedBufferLeavesAHole) {
  // The input shard (1000) lies above the halo (3000); when it goes, the circular buffers do not fit into its place.
  std::vector<L1Event> pool = {{Kind::Allocate, 1000}, {Kind::Allocate, 3000},       {Kind::Release, 1000},
                               {Kind::Allocate, 1500}, {Kind::CircularBuffers, 900}, {Kind::EndProgram, 0}};
  EXPECT_EQ(opmodel::extentOf(pool, 32), 1024 + 3008 + 1504 + 900);
  pool[3].bytes = 1024; // fills the hole
  EXPECT_EQ(opmodel::extentOf(pool, 32), 1024 + 3008 + 900);
  pool.insert(pool.begin() + 3, {Kind::MoveUp, 0});
  pool[4].bytes = 1500;
  EXPECT_EQ(opmodel::extentOf(pool, 32), 3008 + 1504 + 900);
}

// As the allocator of the judge places them.
TEST(EventsTest, ExtentsAreThoseOfTheAllocator) {
  Random random(11);
  int withHoles = 0;
  for (int round = 0; round < 2000; ++round) {
    std::vector<L1Event> events;
    BankAllocator bank(1 << 20, 32, BankAllocator::Direction::TopDown);
    std::map<Owner, Range> live;
    std::map<Owner, Bytes> bytesOf;
    Bytes circular = 0, most = 0, peak = 0, held = 0;
    for (int step = 0; step < 12; ++step) {
      size_t what = random.below(4);
      if (what < 2) {
        Bytes bytes = 1 + static_cast<Bytes>(random.below(5000)) * 16 + step; // no two sums are equal
        live[step] = *bank.allocate(step, bytes);
        bytesOf[step] = bytes;
        held += bytes;
        events.push_back({Kind::Allocate, bytes});
      } else if (what == 2 && !live.empty()) {
        auto gone = std::next(live.begin(), static_cast<std::ptrdiff_t>(random.below(live.size())));
        events.push_back({Kind::Release, bytesOf[gone->first]});
        held -= bytesOf[gone->first];
        bank.release(gone->first, gone->second);
        live.erase(gone);
      } else {
        circular = static_cast<Bytes>(random.below(3)) * 2048;
        events.push_back({Kind::EndProgram, 0});
        events.push_back({Kind::CircularBuffers, circular});
      }
      most = std::max(most, circular + bank.capacity() - bank.lowestHeld());
      peak = std::max(peak, circular + held);
    }
    EXPECT_EQ(opmodel::extentOf(events, 32), most) << "round " << round;
    withHoles += most > peak + 12 * 31;
  }
  EXPECT_GT(withHoles, 200);
}
