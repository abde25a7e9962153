//===- FuzzPipeline.cpp - libFuzzer over the whole pipeline ---------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PipelineRunner.h"
#include "testing/Ops/RandomGraph.h"

#include <cstdio>
#include <cstdlib>

using namespace alcove::testing;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2)
    return 0;
  Decisions decisions(data + 1, size - 1);
  std::string text = randomTTIR(decisions, 10);
  std::string compiled, errors = compile(text, "optimization-level=" + std::to_string(data[0] % 3), &compiled);
  if (errors.empty() && data[0] % 4 == 0)
    errors = planAgain(compiled, data[0] % 8 == 0);
  if (!errors.empty()) { // legal programs must compile, and the judge must accept them
    std::fprintf(stderr, "%s\n%s", text.c_str(), errors.c_str());
    std::abort();
  }
  return 0;
}
