//===- SmoothRelaxation.cpp - A relaxation at other prices ----------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SmoothRelaxation.h"

using namespace alcove;
using namespace alcove::plan;
using namespace alcove::plan::layout;

void SmoothRelaxation::begin(const Dual &start, Cost incumbent) {
  own.emplace(start);
  ascent.emplace(*own, true, static_cast<double>(incumbent));
}

uint64_t SmoothRelaxation::run(const Kernel &base, uint64_t work, Cost incumbent, const Deadline *deadline) {
  if (!ascent->done())
    return ascent->run(work, static_cast<double>(incumbent), deadline);
  uint64_t spent = 0;
  if (!relaxed) {
    relaxed = true;
    relaxation.begin(base, *own, own->pricesOfBest(), true, spent, deadline);
  }
  if (!relaxation.climbed())
    spent += relaxation.climb(work, incumbent, deadline);
  else if (relaxation.canBranch())
    spent += relaxation.branch(work, incumbent, deadline);
  if (relaxation.begun())
    relaxation.meet(incumbent, deadline);
  return spent;
}
