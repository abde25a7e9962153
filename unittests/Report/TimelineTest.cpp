//===- TimelineTest.cpp - An execution as files ---------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Report/Timeline.h"

#include "alcove/Base/Json/Json.h"

#include <gtest/gtest.h>

using namespace alcove;
using namespace alcove::judge;
using opmodel::L1Event;

/// x makes %0 in 1000 ns, y reads it for 500 ns; then it is freed.
static Report twoOps() {
  Program program;
  program.name = "f";
  program.tensors = {{"%0", Space::L1, 64}, {"%1", Space::L1, 0}};
  Instruction x;
  x.op = "x";
  x.results = {0};
  x.events = {{L1Event::Kind::Allocate, 64}, {L1Event::Kind::CircularBuffers, 32}};
  x.runtime = opmodel::Runtime{1000, 800, 100, 50, 20, 4096, 64};
  Instruction y;
  y.op = "y";
  y.reads = {0};
  y.results = {1};
  y.runtime = opmodel::Runtime{500, 0, 0, 0, 0, 0, 1};
  Instruction free;
  free.kind = Instruction::Kind::Deallocate;
  free.reads = {0};
  program.instructions = {x, y, free};
  Chip chip;
  chip.l1Bytes = 128;
  return *execute(program, chip);
}

TEST(TimelineTest, JsonHoldsStepsAndRectangles) {
  JsonDocument document;
  std::string text = timelineJson({twoOps()});
  ASSERT_TRUE(document.parse(text).ok()) << text;
  JsonCursor f = document.root().field("functions").element(0);
  EXPECT_EQ(*f.field("peak_l1_bytes").asInt(0, 1000), 96);
  EXPECT_EQ(*f.field("time_ns").asDouble(), 1500);
  JsonCursor second = f.field("steps").element(1);
  EXPECT_EQ(*second.field("start_ns").asDouble(), 1000);
  EXPECT_EQ(*second.field("duration_ns").asDouble(), 500);
  EXPECT_EQ(*f.field("steps").element(0).field("dram_bytes").asInt(0, 10000), 4096);
  JsonCursor tensor = f.field("tensors").element(0);
  EXPECT_EQ(*tensor.field("begin").asInt(0, 1000), 64);
  EXPECT_EQ(*tensor.field("end").asInt(0, 1000), 128);
  EXPECT_EQ(*tensor.field("last_step").asInt(0, 1000), 2);
  EXPECT_EQ(*tensor.field("end_ns").asDouble(), 1500);
}

TEST(TimelineTest, ChromeTraceHasASlicePerOp) {
  JsonDocument document;
  std::string text = chromeTrace({twoOps()});
  ASSERT_TRUE(document.parse(text).ok()) << text;
  JsonCursor events = document.root().field("traceEvents");
  size_t slices = 0, resources = 0, begins = 0, ends = 0;
  for (size_t i = 0; i < *events.arraySize(); ++i) {
    std::string phase = *events.element(i).field("ph").asString();
    bool opTrack = *events.element(i).field("tid").asInt() == 0;
    slices += phase == "X" && opTrack;
    resources += phase == "X" && !opTrack;
    begins += phase == "b";
    ends += phase == "e";
  }
  EXPECT_EQ(slices, 2u);
  EXPECT_EQ(resources, 4u) << "what the first op needs of compute, DRAM and launch, and the second of compute";
  EXPECT_EQ(begins, 1u);
  EXPECT_EQ(ends, 1u);
}
