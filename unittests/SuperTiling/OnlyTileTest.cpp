//===- OnlyTileTest.cpp - Members that the only tile of a loop needs whole ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoadCounter.h"

#include "testing/SuperTiling/Corpus.h"
#include "testing/SuperTiling/ProgramWriter.h"

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;

namespace {

/// Every row of the second product reads all of the first.
std::string keysFromOneInput() {
  ProgramWriter w;
  Tensor x = w.argument({24, 32}), keys = w.matmul(x, w.argument({32, 16}));
  Tensor queries = w.matmul(x, w.argument({32, 16}));
  return w.finish({w.softmax(w.matmul(queries, w.transpose(keys, {1, 0})))});
}

/// Two networks, one behind the other, whose weights do not fit.
std::string twoNetworks() {
  ProgramWriter w;
  Tensor x = w.argument({8, 32});
  for (int i = 0; i < 2; ++i) {
    Tensor wide = w.tanh(w.matmul(w.layerNorm(x), w.argument({32, 256})));
    x = w.add(x, w.matmul(wide, w.argument({256, 32})));
  }
  return w.finish({x});
}

struct Case {
  const char *name;
  std::string text;
  Bytes memory = 0;
  /// Operations whose reductions run in panels.
  size_t cores = 0;
};

std::vector<Case> cases() {
  return {{"keys", keysFromOneInput(), 16 << 10, 0},
          {"networks", twoNetworks(), 192 << 10, 0},
          {"networks in panels", twoNetworks(), 16 << 10, 2},
          {"block", encoder(1, 24, 32, 2), 96 << 10, 0},
          {"block in panels", encoder(1, 24, 32, 2), 16 << 10, 2}};
}

// One loop moves what goes in and comes out, by its report and by its IR, and nothing else is changed.
TEST(OnlyTileTest, SUTH16_WhatFitsInPanelsMovesWhatIsCompulsory) {
  for (const Case &own : cases()) {
    Summary summary;
    double counted = countedBytes(own.text, driverOptions(own.memory), summary);
    EXPECT_EQ(summary.loops, 1) << own.name;
    EXPECT_EQ(summary.traffic, summary.compulsory) << own.name;
    EXPECT_EQ(counted, summary.traffic) << own.name;
    EXPECT_EQ(summary.replans, 0) << own.name;
    ASSERT_FALSE(summary.loopReports.empty()) << own.name;
    const std::string &cores = summary.loopReports[0].core;
    size_t names = cores.empty() ? 0 : 1 + static_cast<size_t>(std::ranges::count(cores, ','));
    EXPECT_EQ(names, own.cores) << own.name;
    Outcome outcome = checkProgram(own.text, own.memory, PlanMode::Planned, true);
    EXPECT_EQ(outcome.kind, Outcome::Equal) << own.name << outcome.message;
  }
}

// Loops of other compilers compute what every iteration needs in front of them, and so do those of schedules.
TEST(OnlyTileTest, SUTH16_NotInTheSimpleModesNorWithoutJoinedTiles) {
  std::string text = keysFromOneInput();
  for (PlanMode mode : {PlanMode::NoFuse, PlanMode::MaxProducers}) {
    Summary summary;
    countedBytes(text, driverOptions(16 << 10, mode), summary);
    EXPECT_GT(summary.traffic, summary.compulsory);
  }
  DriverOptions apart = driverOptions(16 << 10);
  apart.planner.costs.joinTiles = false;
  Summary summary;
  countedBytes(text, apart, summary);
  EXPECT_GT(summary.traffic, summary.compulsory);
}

} // namespace
