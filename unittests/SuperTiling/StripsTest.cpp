//===- StripsTest.cpp - The last operation of a loop in strips of its tile ---===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoadCounter.h"

#include "testing/SuperTiling/ProgramWriter.h"

using namespace alcove;
using namespace alcove::supertiling;
using namespace alcove::supertiling::testing;
using alcove::plan::tiling::CostModel;

namespace {

/// A product behind which what `other` makes of two tensors of its shape is added.
std::string behindAProduct(const std::function<Tensor(ProgramWriter &, const Tensor &)> &other) {
  ProgramWriter w;
  Tensor product = w.matmul(w.argument({96, 80}), w.argument({80, 64}));
  return w.finish({other(w, product)});
}

std::string residual() {
  return behindAProduct([](ProgramWriter &w, const Tensor &x) { return w.add(w.argument({96, 64}), x); });
}

/// The product is cut along both dimensions, the last tiles are smaller.
std::string raggedResidual() {
  ProgramWriter w;
  Tensor product = w.matmul(w.argument({101, 300}), w.argument({300, 67}));
  return w.finish({w.add(w.withBroadcast(product, w.argument({67}), {1}, "add"), w.argument({101, 67}))});
}

std::string behindAConvolution() {
  ProgramWriter w;
  Tensor x = w.argument({1, 14, 14, 64});
  return w.finish({w.add(w.conv(x, w.argument({1, 1, 64, 64})), w.argument({1, 14, 14, 64}))});
}

// The report, the loops and the program's numbers agree, and less is moved.
TEST(StripsTest, SUTH17_WhatIsAddedIsHeldInStrips) {
  const Budgeted programs[] = {{"residual", residual(), {4096, 8192, 16384}},
                               {"ragged", raggedResidual(), {4096, 8192, 12288}},
                               {"convolution", behindAConvolution(), {4096, 6144, 8192}}};
  expectLessMoved(programs, &CostModel::strips);
}

// What stays for several tiles, or is read by others too, is held whole: strips would load it again.
TEST(StripsTest, SUTH17_NotWhatStaysNorWhatOthersRead) {
  std::string bias = behindAProduct(
      [](ProgramWriter &w, const Tensor &x) { return w.withBroadcast(x, w.argument({64}), {1}, "add"); });
  ProgramWriter w;
  Tensor x = w.argument({96, 64});
  std::string twice = w.finish({w.add(w.matmul(x, w.argument({64, 64})), x)});
  for (const std::string &text : {bias, twice})
    for (Bytes memory : {4096, 8192}) {
      Moved strips = moved(text, memory, &CostModel::strips, true);
      EXPECT_LE(strips.summary.traffic, moved(text, memory, &CostModel::strips, false).summary.traffic);
      EXPECT_LE(strips.counted, strips.summary.traffic);
      EXPECT_EQ(strips.summary.replans, 0);
      EXPECT_EQ(checkProgram(text, memory, PlanMode::Planned, true).kind, Outcome::Equal);
    }
}

TEST(StripsTest, SUTH17_NotInTheSimpleModes) {
  for (PlanMode mode : {PlanMode::NoFuse, PlanMode::MaxProducers})
    EXPECT_EQ(moved(residual(), 4096, &CostModel::strips, true, mode).summary.traffic,
              moved(residual(), 4096, &CostModel::strips, false, mode).summary.traffic);
}

} // namespace
