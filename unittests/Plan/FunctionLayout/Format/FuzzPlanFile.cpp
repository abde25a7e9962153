//===- FuzzPlanFile.cpp - Bytes as the file of a plan ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Odd first byte: the other bytes change numbers in the plan of a random function; even: the bytes are the text. What is
// read comes back as it is written, and becomes a plan of that function, which is verified, or is refused.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/FunctionLayout/Format/PlanFile.h"
#include "alcove/Plan/FunctionLayout/Policy.h"
#include "testing/Plan/EditedText.h"
#include "testing/Plan/FunctionLayout/RandomFunction.h"

#include <cstdlib>

using namespace alcove;
using namespace alcove::plan;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2)
    return 0;
  Random random(data[1]);
  testing::RandomFunctionOptions options;
  options.maxOps = 6;
  options.maxShardings = 2;
  FunctionLayout problem = testing::randomFunction(random, options);
  testing::materialize(problem);
  std::string text(reinterpret_cast<const char *>(data), size);
  if (data[0] % 2 == 1) {
    FunctionPolicyOptions policy;
    policy.budget.workUnits = 2'000;
    FunctionPlan plan = planFunction(problem, **makeFunctionPolicy("GreedyBeam", policy), 4).plan;
    text = testing::editedText(formats::writePlanFile({{formats::planByNames(problem, plan)}}), data + 2, size - 2);
  }
  Result<formats::PlanFile> file = formats::parsePlanFile(text);
  if (!file.ok()) {
    if (file.error().message.empty())
      std::abort();
    return 0;
  }
  std::string written = formats::writePlanFile(*file);
  Result<formats::PlanFile> again = formats::parsePlanFile(written);
  if (!again.ok() || formats::writePlanFile(*again) != written)
    std::abort();
  for (const formats::PlanFile::Function &function : file->functions)
    if (Result<FunctionPlan> plan = formats::planOf(problem, function); plan.ok())
      (void)verify(problem, *plan);
  return 0;
}
