//===- FuzzStableHLOGraphs.cpp - libFuzzer over random programs -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "../ProgramRunner.h"
#include "testing/Ops/RandomStableHLO.h"

#include <cstdio>
#include <cstdlib>

using namespace alcove::testing;

/// Legal programs are read, and compute the same as StableHLO and as TTIR: on one of three sets of data, because where
/// the terms of a sum cancel, what f32 leaves of it is rounding. What is converted wrongly differs on all.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Decisions decisions(data, size);
  std::string text = randomStableHLO(decisions, 10);
  Reader reader;
  for (uint64_t seed : {1, 2, 3})
    if (auto module = reader.read(text); module && reader.executesEqually(*module, seed))
      return 0;
  std::fprintf(stderr, "%s\n%s", text.c_str(), reader.errors.c_str());
  std::abort();
}
