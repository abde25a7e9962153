//===- Events.cpp - The L1 of one op while it runs ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/Events.h"

using namespace alcove;
using namespace alcove::opmodel;

static std::vector<L1Event> eventsFromPeaks(const Constraints &constraints) {
  std::vector<L1Event> events;
  Bytes output = constraints.outputBytes, temporary = constraints.tensorPeakBytes - output;
  Bytes beside = constraints.totalPeakBytes - constraints.tensorPeakBytes;
  auto add = [&](L1Event::Kind kind, Bytes bytes) {
    if (bytes > 0)
      events.push_back({kind, bytes});
  };
  add(L1Event::Kind::Allocate, temporary);
  add(L1Event::Kind::Allocate, output);
  add(L1Event::Kind::CircularBuffers, beside);
  events.push_back({L1Event::Kind::EndProgram, 0});
  add(L1Event::Kind::Release, temporary);
  // The peak of the circular buffers was reached beside fewer tensors.
  if (constraints.cbPeakBytes > beside) {
    add(L1Event::Kind::CircularBuffers, constraints.cbPeakBytes);
    events.push_back({L1Event::Kind::EndProgram, 0});
  }
  return events;
}

std::vector<L1Event> opmodel::eventsOf(const Constraints &constraints) {
  return constraints.events.empty() ? eventsFromPeaks(constraints) : constraints.events;
}
