//===- LayoutFiles.h - Files of layout problems and solutions ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two problem formats, told apart by their first member:
//  * IOPDDL, of the ASPLOS 2025 contest "Intra-Operator Parallelism for Distributed Deep Learning":
//      {"problem": {"name", "nodes": {"intervals", "costs", "usages"}, "edges": {"nodes", "costs"}, "usage_limit"}}
//  * ours, which adds what IOPDDL cannot say:
//      {"layout_choice": {"name", "capacity", "nodes": [{"interval", "costs", "bytes"}],
//                         "edges": [{"nodes", "costs"}], "extra_usages", "colocations", "in_places"}}
// Either may be compressed with gzip. Readers are strict: an error names the JSON path or the byte.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_LAYOUTCHOICE_FORMAT_LAYOUTFILES_H
#define ALCOVE_PLAN_LAYOUTCHOICE_FORMAT_LAYOUTFILES_H

#include "alcove/Plan/LayoutChoice/Certificate.h"
#include "alcove/Plan/LayoutChoice/Problem.h"

#include <string>
#include <string_view>

namespace alcove::formats {

/// Reads IOPDDL text. Members may come in any order, a member "solution" beside "problem" is skipped. Costs of 10^18
/// and more are infinite, whatever their length. An edge that names one node (once or twice) is added to that node's
/// costs. The result has passed `plan::check`. One pass over the text, about 8 bytes per entry.
Result<plan::LayoutChoice> parseIopddl(std::string_view text);
/// Reads our own format; the result has passed `plan::check`.
Result<plan::LayoutChoice> parseLayoutChoice(std::string_view text);
/// Our own format; parseLayoutChoice gives the same problem back.
std::string writeLayoutChoice(const plan::LayoutChoice &problem);

/// A file of either format, plain or gzip; errors start with the path of the file.
Result<plan::LayoutChoice> readLayoutProblem(const std::string &path);

/// {"layout_solution": {"cost", "bound", "choice": [...]}}, or a bare list of choices as the contest's programs print.
/// "bound" may be missing; it must not be above the cost, and only a certificate shows that it is true.
Result<plan::LayoutSolution> parseLayoutSolution(std::string_view text);
/// `bound` = what was proved when the solution was written; -infiniteCost = nothing.
std::string writeLayoutSolution(const plan::LayoutSolution &solution, plan::Cost bound = -plan::infiniteCost);

/// {"layout_certificate": {"bound", "target", "order", "steps": [[kind, i, j, t], ...], "duals": [...]}}; kinds are
/// numbered as in plan::ProofStep. What the steps mean is judged by plan::checkBound, not here.
std::string writeLayoutCertificate(const plan::LayoutCertificate &certificate);
Result<plan::LayoutCertificate> parseLayoutCertificate(std::string_view text);

} // namespace alcove::formats

#endif // ALCOVE_PLAN_LAYOUTCHOICE_FORMAT_LAYOUTFILES_H
