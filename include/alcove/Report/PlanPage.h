//===- PlanPage.h - A plan as one HTML page ---------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_REPORT_PLANPAGE_H
#define ALCOVE_REPORT_PLANPAGE_H

#include <string>
#include <string_view>

namespace alcove::report {

/// One file without links to others: L1 of a core by address and step, ops with time, place and reason, their graph in
/// order, time by kind, policies. Its figures are those of the summary (`summary-json`, with `ops`) and of the judge's
/// timeline (`timeline`), which it holds as they are; both must be JSON.
std::string planPage(std::string_view summaryJson, std::string_view timelineJson);

} // namespace alcove::report

#endif // ALCOVE_REPORT_PLANPAGE_H
