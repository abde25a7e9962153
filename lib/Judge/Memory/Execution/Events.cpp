//===- Events.cpp - The L1 of one op while it runs ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Memory/Execution/Execution.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::judge;
using opmodel::L1Event;

/// The allocations in `live` whose sizes add up to `bytes`, the earliest first; nothing when no set does. A release
/// names only its sum: one allocation, or a few. Sets of up to four are tried.
static std::vector<int> allocationsOf(Bytes bytes, const std::vector<int> &live, const std::vector<L1Event> &events) {
  struct Choice {
    size_t next;
    Bytes rest;
    std::vector<int> chosen;
  };
  std::vector<Choice> open{{0, bytes, {}}};
  for (size_t at = 0; at < open.size() && at < 4096; ++at) {
    Choice choice = open[at]; // breadth first: the smallest set wins, among those the earliest
    for (size_t i = choice.next; i < live.size(); ++i) {
      Bytes size = events[live[i]].bytes;
      if (size > choice.rest)
        continue;
      Choice longer{i + 1, choice.rest - size, choice.chosen};
      longer.chosen.push_back(live[i]);
      if (longer.rest == 0)
        return longer.chosen;
      if (longer.chosen.size() < 4)
        open.push_back(std::move(longer));
    }
  }
  return {};
}

EventPlan judge::planEvents(const std::vector<L1Event> &events, const std::vector<Bytes> &resultBytes) {
  EventPlan plan;
  plan.freedBy.resize(events.size());
  plan.allocationOfResult.assign(resultBytes.size(), -1);
  std::vector<int> live;
  for (size_t i = 0; i < events.size(); ++i) {
    if (events[i].kind == L1Event::Kind::Allocate)
      live.push_back(static_cast<int>(i));
    if (events[i].kind != L1Event::Kind::Release)
      continue;
    plan.freedBy[i] = allocationsOf(events[i].bytes, live, events);
    for (int freed : plan.freedBy[i])
      live.erase(std::find(live.begin(), live.end(), freed));
  }
  // What is never released is the results; among equal ones the last allocation is the last result.
  for (size_t result = resultBytes.size(); result-- > 0;)
    for (size_t i = live.size(); i-- > 0 && plan.allocationOfResult[result] < 0;)
      if (resultBytes[result] > 0 && events[live[i]].bytes == resultBytes[result]) {
        plan.allocationOfResult[result] = live[i];
        live.erase(live.begin() + static_cast<std::ptrdiff_t>(i));
      }
  return plan;
}
