//===- AllocationFiles.h - MiniMalloc CSV and allocation JSON ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CSV of google/minimalloc: a header line names the columns, in any order; then one buffer per line.
//
//   column                         value                                             absent or empty
//   id | buffer | buffer_id        any text without comma, quote or line break       an error
//   lower | start                  first moment of the lifetime                      an error
//   upper                          first moment after it                             `end` must be there
//   end                            last moment of the lifetime (the older format)    `upper` must be there
//   size                           bytes                                             an error
//   alignment                      bytes                                             1
//   hint                           bytes; -1 = none                                  none
//   gaps                           `7-9 12-15@0:4`: [7, 9) without bytes,            none
//                                  [12, 15) with bytes [0, 4) of its own
//   offset                         problem: fixed offset, -1 = free;                 free
//                                  solution: the offset                              an error
//
// Problems carry no capacity in CSV. Readers check AL-P1..AL-P9; errors start with `line L, column C:`, columns counted
// in bytes from 1, or with the JSON path.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_ALLOCATION_FORMAT_ALLOCATIONFILES_H
#define ALCOVE_PLAN_ALLOCATION_FORMAT_ALLOCATIONFILES_H

#include "alcove/Plan/Allocation/Problem.h"

#include <string>
#include <string_view>

namespace alcove::formats {

Result<plan::AllocationProblem> parseMiniMallocCsv(std::string_view text);

/// Offsets by id. Columns of the problem that are present must hold the values of `problem`; each buffer must occur
/// exactly once.
Result<plan::AllocationSolution> parseMiniMallocSolution(std::string_view text, const plan::AllocationProblem &problem);

/// Columns that no buffer needs are left out; with a solution there is an offset for each buffer, otherwise the fixed
/// ones. An error when an id or cores cannot be written.
Result<std::string> formatMiniMallocCsv(const plan::AllocationProblem &problem,
                                        const plan::AllocationSolution *solution = nullptr);

/// {"capacity": 12, "buffers": [{"id": "b1", "lower": 0, "upper": 3, "size": 4, "alignment": 1, "hint": 0,
///   "offset": 8, "cores": [[0, 8]], "gaps": [{"lower": 1, "upper": 2, "window": [0, 2]}]}]}; alignment, hint, offset,
/// cores, gaps and window may be left out. In a solution each buffer carries its offset.
///
/// Instead of lifetimes, gaps and cores a problem may hold pairs of ids that may not share bytes, as in
/// {"capacity": 12, "buffers": [{"id": "a", "size": 4}, {"id": "b", "size": 8}], "conflicts": [["a", "b"]]}: all buffers
/// then live at one moment, and sets of them of which each two conflict get a core each.
Result<plan::AllocationProblem> parseAllocationJson(std::string_view text);
std::string formatAllocationJson(const plan::AllocationProblem &problem,
                                 const plan::AllocationSolution *solution = nullptr);

/// The form above with an offset at each buffer; everything but capacity and hints must equal the problem.
Result<plan::AllocationSolution> parseAllocationSolutionJson(std::string_view text,
                                                             const plan::AllocationProblem &problem);

} // namespace alcove::formats

#endif // ALCOVE_PLAN_ALLOCATION_FORMAT_ALLOCATIONFILES_H
