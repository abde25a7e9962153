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

/// Legal programs are read, and compute the same as StableHLO and as TTIR.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Decisions decisions(data, size);
  std::string text = randomStableHLO(decisions, 10);
  Reader reader;
  auto module = reader.read(text);
  if (module && reader.executesEqually(*module))
    return 0;
  std::fprintf(stderr, "%s\n%s", text.c_str(), reader.errors.c_str());
  std::abort();
}
