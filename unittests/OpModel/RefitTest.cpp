//===- RefitTest.cpp - Constants of one chip from its own measurements ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Score/Refit.h"

#include "alcove/Base/Support/Random.h"
#include "alcove/OpModel/QueryText.h"

#include "gmock/gmock.h"

using namespace alcove;
using namespace alcove::opmodel;
using testing::HasSubstr;

namespace {

/// Softmax and exponentials of several shapes, with the times of a chip whose constants are `truth`, 1 % apart.
std::vector<TimeCase> asked(const TimeParameters &truth) {
  std::vector<TimeCase> cases;
  Random random(39);
  auto add = [&](const std::string &op, int64_t rows, int64_t columns) {
    std::string shape = std::to_string(rows) + "x" + std::to_string(columns);
    TimeCase c;
    c.family = op;
    c.shapeKey = shape;
    c.questionKey = op + " " + shape + "|tile|bf16|dram|interleaved -> " + shape + "|tile|bf16|dram|interleaved";
    Result<Query> query = parseQuery(c.questionKey, c.chip);
    ASSERT_TRUE(query) << query.error().message;
    c.queries = {*query};
    std::optional<double> ns = estimateCase(c, truth);
    ASSERT_TRUE(ns);
    c.measuredNs = *ns * (random.unit() < 0.5 ? 0.99 : 1.01);
    cases.push_back(std::move(c));
  };
  for (int64_t rows : {64, 256, 1024, 2048})
    for (int64_t columns : {64, 128, 512, 1024})
      for (const char *op : {"exp", "softmax"})
        add(op, rows, columns);
  return cases;
}

TimeParameters slowExponentials() {
  TimeParameters truth = timeParameters(Arch::WormholeB0);
  truth.sfpuExp *= 1.5;
  return truth;
}

} // namespace

TEST(RefitTest, MT12_WhatTheDataDeterminesIsFound) {
  Refit refit = refitConstants(asked(slowExponentials()), ChipParameters{});
  EXPECT_EQ(refit.questions, 32);
  EXPECT_TRUE(refit.isBetter());
  EXPECT_GT(refit.heldOutBefore, 2 * refit.heldOutAfter);
  // That constant, and no other for want of it.
  ASSERT_EQ(refit.constants.size(), 1u);
  EXPECT_EQ(refit.constants[0].name, "sfpuExp");
  EXPECT_EQ(refit.constants[0].before, timeParameters(Arch::WormholeB0).sfpuExp);
  EXPECT_NEAR(refit.constants[0].after / refit.constants[0].before, 1.5, 0.05);
  EXPECT_LT(refit.constants[0].disagreement, 1.1);
}

TEST(RefitTest, MT13_AChipAsItIsShippedKeepsItsConstants) {
  Refit refit = refitConstants(asked(timeParameters(Arch::WormholeB0)), ChipParameters{});
  EXPECT_FALSE(refit.isBetter()) << refit.constants.size() << " " << refit.heldOutBefore << " " << refit.heldOutAfter;
}

TEST(RefitTest, MT12_OneShapeDeterminesNothing) {
  std::vector<TimeCase> cases = asked(slowExponentials());
  std::erase_if(cases, [](const TimeCase &c) { return c.shapeKey != "256x512"; });
  Refit refit = refitConstants(cases, ChipParameters{});
  EXPECT_EQ(refit.questions, 0);
  EXPECT_TRUE(refit.constants.empty());
}

TEST(RefitTest, MT11_ADeviceFileBringsConstants) {
  device::SystemDesc system = *device::findPreset("wormhole-n150");
  system.chips[0].constants.opModel = {{"sfpuExp", 2800.0}};
  Result<device::SystemDesc> again = device::parseSystemDesc(device::writeSystemDesc(system));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, system);
  ChipParameters chip = ChipParameters::from(again->chip(0)), plain;
  EXPECT_EQ(timeParameters(chip).sfpuExp, 2800);
  EXPECT_EQ(timeParameters(chip).sfpuGelu, timeParameters(Arch::WormholeB0).sfpuGelu);
  EXPECT_TRUE(chip == ChipParameters::from(system.chip(0))); // equal constants are one object
  EXPECT_FALSE(chip == plain);
  Query exp = *parseQuery("exp 2048x1024|tile|bf16|l1|interleaved -> 2048x1024|tile|bf16|l1|interleaved", plain);
  EXPECT_GT(analyticalRuntime(exp, chip)->totalNs, 1.2 * analyticalRuntime(exp, plain)->totalNs);
}

TEST(RefitTest, MT11_UnknownConstantsAreRefused) {
  device::ChipConstants constants;
  constants.opModel = {{"sfpuExpp", 2800.0}};
  EXPECT_THAT(checkConstants(constants).error().message, HasSubstr("op_model.sfpuExpp: MT-11"));
  constants.opModel = {{"gatherFraction", 1.2}};
  EXPECT_THAT(checkConstants(constants).error().message, HasSubstr("1.2 of peak"));
  constants.opModel = {{"sfpuExp", 2800.0}};
  EXPECT_TRUE(checkConstants(constants));
  std::string text = device::writeSystemDesc(*device::findPreset("wormhole-n150"));
  size_t at = text.find("\"dst_physical_size_tiles\"");
  ASSERT_NE(at, std::string::npos);
  Result<device::SystemDesc> negative =
      device::parseSystemDesc(text.insert(at, "\"constants\": {\"op_model\": {\"sfpuExp\": -1}}, "));
  ASSERT_FALSE(negative);
  EXPECT_THAT(negative.error().message, HasSubstr("DEV-S14"));
}
