//===- JoinTilesTest.cpp - One tile for what several readers need ---------===//
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

/// Windows of 5 and of 3 rows and columns around the same elements.
std::string windowsOfTwoWidths() {
  ProgramWriter w;
  Tensor x = w.argument({1, 36, 36, 8});
  Tensor wide = w.pool(x, 5, 1, "max"), narrow = w.pool(x, 3, 1, "max");
  return w.finish({w.add(wide, w.slice(narrow, {0, 1, 1, 0}, {1, 32, 32, 8}))});
}

/// Windows in front of each element and behind it: neither tile has the other.
std::string windowsApart() {
  ProgramWriter w;
  Tensor x = w.argument({1, 32, 32, 8});
  Tensor before = w.pool(w.pad(x, {{0, 0}, {2, 0}, {2, 0}, {0, 0}}), 3, 1, "max");
  return w.finish({w.add(before, w.pool(w.pad(x, {{0, 0}, {0, 2}, {0, 2}, {0, 0}}), 3, 1, "max"))});
}

/// A window over a padding of `x`, or of what is computed from it, and that itself.
std::string residual(bool computed) {
  ProgramWriter w;
  Tensor x = w.argument({1, 32, 32, 8});
  if (computed)
    x = w.relu(w.conv(x, w.argument({1, 1, 8, 8})));
  Tensor h = w.relu(w.conv(w.padSpatial(x, 1), w.argument({3, 3, 8, 8})));
  return w.finish({w.add(x, w.conv(w.padSpatial(h, 1), w.argument({3, 3, 8, 8})))});
}

/// Every element is read by two windows with their own halos and in between by itself.
std::string threeWidths() {
  ProgramWriter w;
  Tensor x = w.argument({1, 30, 34, 6});
  Tensor wide = w.pool(w.padSpatial(x, 2), 5, 1, "max"), narrow = w.pool(w.padSpatial(x, 1), 3, 1, "max");
  return w.finish({w.add(w.add(wide, narrow), w.scale(x, 0.5))});
}

// The report, the loops and the program's numbers agree, and less is moved.
TEST(JoinTilesTest, SUTH15_WhatSeveralReadersNeedIsLoadedOnce) {
  const Budgeted programs[] = {{"windows of two widths", windowsOfTwoWidths(), {8192, 16384}},
                               {"windows apart", windowsApart(), {4096, 8192}},
                               {"residual", residual(false), {8192, 16384}},
                               {"computed residual", residual(true), {8192, 16384}},
                               {"three widths", threeWidths(), {4096, 8192}}};
  expectLessMoved(programs, &CostModel::joinTiles);
}

} // namespace
