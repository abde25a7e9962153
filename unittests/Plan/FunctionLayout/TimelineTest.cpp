//===- TimelineTest.cpp - Loads of a chain plan ---------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../../../lib/Plan/FunctionLayout/Policies/DFSharding2/Timeline.h"
#include "Sketch.h"

#include <gmock/gmock.h>

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::testing;
using ::testing::ElementsAre;

namespace {
/// A plan with every op settled; `decide` puts ops elsewhere by the names of layouts in Sketch.h.
struct Drawing {
  explicit Drawing(FunctionLayout given) : problem(std::move(given)), plan(problem) {
    plan.schedule({});
    for (int32_t op : plan.order)
      plan.settle(op, "");
  }
  OpDecision &make(int32_t op, char layout) {
    const OpClass &opClass = problem.classOf(op);
    for (int32_t config = 0; config < opClass.numLegalConfigs; ++config)
      if (opClass.configs[config].result == Sketch::layout(layout))
        plan.ops[op].config = config;
    return plan.ops[op];
  }
  FunctionLayout problem;
  ChainPlan plan;
};
} // namespace

static Sketch picture() {
  Sketch sketch(100);
  int32_t r0 = sketch.op("op 0", {sketch.argument(20)}, 20, {"d > d 1", "d > h 1"});
  int32_t r1 = sketch.op("op 1", {r0}, 30, {"d > d 1", "d > h 1"});
  sketch.returns(sketch.op("op 2", {r1}, 30, {"d > d 1", "g > d 1"}));
  return sketch;
}

// The picture of Timeline.h.
TEST(TimelineTest, DS2_2_PictureOfTheHeader) {
  Drawing drawing(picture().finish());
  drawing.make(0, 'h').spill = true;
  drawing.make(1, 'h');
  drawing.plan.ops[2].reshards[0] = Sketch::layout('g');
  Timeline timeline(drawing.plan);
  EXPECT_THAT(timeline.loads(), ElementsAre(0, 20, 20, 0, 30, 30, 60, 30, 0, 0));
  EXPECT_EQ(timeline.loadOf(2), 30);
}

// Counting again after a change, and after taking it back, gives what counting from scratch gives.
TEST(TimelineTest, DS2_2_RecountingIsCounting) {
  Drawing drawing(picture().finish());
  Timeline timeline(drawing.plan);
  EXPECT_THAT(timeline.loads(), ::testing::Each(0));
  drawing.make(0, 'h').spill = true;
  drawing.make(1, 'h');
  drawing.plan.ops[2].reshards[0] = Sketch::layout('g');
  timeline.recount({0, 1, 2});
  EXPECT_EQ(timeline.loads(), Timeline(drawing.plan).loads());
  for (int32_t op : {0, 1, 2})
    drawing.plan.settle(op, "");
  timeline.recount({0, 1, 2});
  EXPECT_THAT(timeline.loads(), ::testing::Each(0));
}

// a (30 B) -> v, a view -> r. v has no bytes of its own; a's lie there until r has read them, and while q runs.
TEST(TimelineTest, DS2_2_ViewProlongsALife) {
  Sketch sketch(100);
  int32_t a = sketch.op("a", {sketch.argument(30)}, 30, {"d > d 1", "d > i 1"}, plainOp());
  int32_t v = sketch.op("v", {a}, 30, {"d = d 0", "i = i 0"}, viewOp());
  sketch.op("q", {sketch.argument(30)}, 30, {"d > d 1 +50"}, plainOp());
  sketch.returns(sketch.op("r", {v}, 30, {"d > d 1", "i > d 1"}, plainOp()));
  for (int32_t op : {1, 2, 3})
    sketch.problem.ops[op].after = {op - 1};
  Drawing drawing(sketch.finish());
  drawing.make(0, 'i');
  drawing.make(1, 'i');
  Timeline timeline(drawing.plan);
  EXPECT_THAT(timeline.loads(), ElementsAre(0, 30, 30, 30, 30, 30, 30, 80, 30, 30, 30, 0, 0));
  std::optional<Timeline::Overflow> overflow = timeline.firstOverflow({0}, {a}, 79);
  ASSERT_TRUE(overflow);
  EXPECT_EQ(overflow->op, 2);
  EXPECT_EQ(overflow->bytes, 80);
  EXPECT_FALSE(timeline.firstOverflow({0}, {a}, 80));
}
