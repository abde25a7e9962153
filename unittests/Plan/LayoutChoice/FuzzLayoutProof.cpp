//===- FuzzLayoutProof.cpp - Edited certificates, for both checkers -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The certificate of a random problem with numbers of its text changed, or any bytes (first byte even). Both checkers
// read it; what both accept they prove alike, and never above the cost of the best solution.
//
//===----------------------------------------------------------------------===//
#include "Exhaustive.h"
#include "LayoutProof.h"
#include "alcove/Plan/LayoutChoice/Certificate.h"
#include "alcove/Plan/LayoutChoice/Format/LayoutFiles.h"
#include "alcove/Plan/LayoutChoice/Planner.h"
#include "testing/Plan/EditedText.h"
#include "testing/Plan/LayoutGen.h"

#include <cstdlib>

using namespace alcove;
using namespace alcove::plan;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 2)
    return 0;
  LayoutChoice problem = randomLayout(data[1], 6, 4);
  std::string text(reinterpret_cast<const char *>(data), size);
  if (data[0] % 2 == 1) {
    LayoutResult result = makeLayoutPlanner(PlannerOptions())->run(problem, {.workUnits = 200'000}, nullptr);
    if (!result.certificate)
      return 0;
    text = testing::editedText(formats::writeLayoutCertificate(*result.certificate), data + 2, size - 2);
  }
  constexpr uint64_t maxStates = 1 << 16;
  Cost alone = -infiniteCost;
  bool rejected = false;
  try {
    alone = layoutproof::provedBound(layoutproof::readProblem(formats::writeLayoutChoice(problem)),
                                     layoutproof::readCertificate(text), maxStates);
  } catch (const layoutproof::Rejected &) {
    rejected = true;
  }
  Result<LayoutCertificate> certificate = formats::parseLayoutCertificate(text);
  if (!certificate.ok())
    return 0;
  Result<Cost> bound = checkBound(problem, *certificate, maxStates);
  Cost optimum = exhaustive(problem);
  if ((bound.ok() && *bound > optimum) || (!rejected && alone > optimum))
    std::abort();
  if (!rejected && bound.ok() && *bound != alone)
    std::abort();
  return 0;
}
