//===- FuzzSchedule.cpp - Readers, verifier and solver on any bytes -------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes are a problem and a schedule, separated by a zero byte or a line of dashes. A problem that reads must be
// solved validly; a schedule that reads must be accepted or refused, not crash.
//
//===----------------------------------------------------------------------===//
#include "alcove/Plan/GraphSchedule/Format/MLSys.h"
#include "alcove/Plan/GraphSchedule/Scheduler.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace alcove;
using namespace alcove::plan::schedule;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  size_t cut = text.find("---");
  Result<Problem> problem = formats::readMLSysProblem(text.substr(0, cut));
  Result<Solution> solution = formats::readMLSysSolution(cut == std::string_view::npos ? text : text.substr(cut + 3));
  if (!problem.ok() || problem->ops.size() > 40)
    return 0;
  Rules rules;
  rules.stepLimit = 4096;
  if (solution.ok())
    (void)evaluate(*problem, *solution, rules);
  Result<ScheduleResult> result = scheduleGraph(*problem, {.workUnits = 300});
  if (result.ok() && !result->policyBug.empty() && result->policyBug.find("GS-S18") == std::string::npos)
    std::abort();
  return 0;
}
