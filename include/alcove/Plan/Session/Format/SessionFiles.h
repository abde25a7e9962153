//===- SessionFiles.h - Files of session problems and plans -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   {"session_problem": {"name",
//     "dram": {"bytes", "alignment"}, "l1": {"bytes", "alignment"},
//     "reserves": [{"name", "space": "dram|l1", "bytes"}],
//     "items": [{"name", "kind": "weight|cache|value|buffer", "life": [first, last],
//                "layouts": [{"name", "space", "bytes", "once"}], "copies": [[...], ...]}],   a row per layout; null = not
//     "functions": [{"name", "rate",                                                          possible
//                    "ways": [{"name", "cost", "l1_bytes", "dram_bytes",
//                              "uses": [[item, layout], [item, layout, "writes"], ...]}]}],
//     "order": [["prefill", 1], ["decode", 20], ...]}}
//   {"session_plan": {"cost", "bound", "ways": [...], "items": [[[layout, address], ...], ...]}}
//
// A certificate is the file of a layout choice (LayoutFiles.h). Readers are strict: an error names the JSON path.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_SESSION_FORMAT_SESSIONFILES_H
#define ALCOVE_PLAN_SESSION_FORMAT_SESSIONFILES_H

#include "alcove/Plan/Session/Problem.h"

namespace alcove::formats {

/// The result has passed `check`.
Result<plan::session::Problem> parseSessionProblem(std::string_view text);
/// parseSessionProblem gives the same problem back.
std::string writeSessionProblem(const plan::session::Problem &problem);
/// "bound" may be missing; only a certificate shows that it is true.
Result<plan::session::Plan> parseSessionPlan(std::string_view text);
/// `bound` = what was proved; -impossible = nothing.
std::string writeSessionPlan(const plan::session::Plan &plan, plan::session::Cost bound = -plan::session::impossible);

} // namespace alcove::formats

#endif // ALCOVE_PLAN_SESSION_FORMAT_SESSIONFILES_H
