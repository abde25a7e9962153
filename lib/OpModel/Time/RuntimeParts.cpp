//===- RuntimeParts.cpp - What of a time is which resource's ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/OpModel/RuntimeParts.h"
#include "alcove/OpModel/TimeIntervals.h"

#include <algorithm>

using namespace alcove;
using namespace alcove::opmodel;

void opmodel::fitParts(Runtime &runtime) {
  runtime.launchNs = std::min(runtime.launchNs, runtime.totalNs);
  Nanoseconds longest = std::max({runtime.computeNs, runtime.dramNs, runtime.nocNs});
  Nanoseconds room = runtime.totalNs - runtime.launchNs;
  if (longest <= room)
    return;
  double factor = room / longest;
  for (Nanoseconds *part : {&runtime.computeNs, &runtime.dramNs, &runtime.nocNs})
    *part = std::min(*part * factor, room);
}

void opmodel::setTotal(Runtime &runtime, Nanoseconds totalNs) {
  if (runtime.totalNs > 0)
    for (Nanoseconds *part : {&runtime.computeNs, &runtime.dramNs, &runtime.nocNs, &runtime.launchNs})
      *part *= totalNs / runtime.totalNs;
  runtime.totalNs = totalNs;
  fitParts(runtime);
}

const char *opmodel::boundBy(const Runtime &runtime) {
  if (!(runtime.totalNs > 0))
    return "";
  switch (regimeOf(runtime)) {
  case TimeRegime::Launch:
    return "launch";
  case TimeRegime::Compute:
    return "compute";
  case TimeRegime::Dram:
    return "DRAM";
  case TimeRegime::Noc:
    return "NoC";
  }
  return "";
}
