//===- EventsTest.cpp - What an op's own tensors become -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Events.h"
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
