//===- FuzzFunctionLayoutFiles.cpp - Problems and plans from any bytes ----===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytes are a problem, or edit one that is written from a seed (first byte odd): at each of up to eight places a token
// of the text is replaced by a number. What is accepted is planned, verified and written again without loss.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Format/FunctionLayoutFiles.h"
#include "alcove/Plan/FunctionLayout/Policy.h"
#include "testing/Plan/EditedText.h"
#include "testing/Plan/FunctionLayout/RandomFunction.h"

#include <cstdlib>

using namespace alcove;
using namespace alcove::plan;

static std::string textFrom(uint8_t seed) {
  Random random(seed);
  testing::RandomFunctionOptions options;
  options.maxOps = 5;
  options.maxShardings = 1;
  options.maxConcat = 2;
  FunctionLayout problem = testing::randomFunction(random, options);
  testing::materialize(problem);
  return formats::writeFunctionLayout(problem);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  bool edits = size > 1 && data[0] % 2 == 1;
  std::string text = edits ? testing::editedText(textFrom(data[1]), data + 2, size - 2)
                           : std::string(reinterpret_cast<const char *>(data), size);
  (void)formats::parseFunctionPlan(text);
  (void)formats::parseFunctionCertificate(text);
  Result<FunctionLayout> problem = formats::parseFunctionLayout(text);
  if (!problem.ok() || problem->numOps() > 64)
    return 0;
  std::string written = formats::writeFunctionLayout(*problem);
  Result<FunctionLayout> again = formats::parseFunctionLayout(written);
  if (!again.ok() || formats::writeFunctionLayout(*again) != written)
    std::abort();
  for (std::string_view name : functionPolicyNames()) {
    FunctionPolicyOptions options;
    options.budget.workUnits = 20'000;
    FunctionResult result = planFunction(*problem, **makeFunctionPolicy(name, options), 4);
    Result<FunctionPlan> plan = formats::parseFunctionPlan(formats::writeFunctionPlan(result.plan));
    if (!plan.ok() || (!result.broken && !verify(*problem, *plan).ok()))
      std::abort();
  }
  return 0;
}
