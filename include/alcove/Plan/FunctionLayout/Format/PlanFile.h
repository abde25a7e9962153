//===- PlanFile.h - Plans that people read and edit -------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan by names instead of numbers (FunctionLayoutFiles.h has those), ops in the order in which they run:
//
//   {"format": "alcove.plan", "version": 1, "functions": [{"name": "forward",
//     "ops": [{"name": "dot.89", "kind": "matmul", "reads": ["reshape.88@1", "%arg3"],
//              "result": "32x512|tile|bf16|l1|width_sharded|1x16", "config": "matmul_program_config = ..."}, ...],
//     "copies": [{"copy": "reshape.88@1", "from": "reshape.88", "layout": "...", "before": "dot.89"}, ...],
//     "forms": [{"part": "dot.89", "form": "activation-apart"}],
//     "returns": ["reduce.530"]}]}
//
// Copies are called by their tensor, `tensor@1`, `tensor@2`, ... for conversions. A conversion stands `before` or
// `after` an op; `before` the `return`, `after` the `entry`. A function whose ops have no `reads` is a part of a plan:
// it fixes where the results of the ops that it lists lie. `forms` says which alternative is taken of a part that has
// some; of a whole function form 0 of those that it does not name, else whichever the planner chooses.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_FUNCTIONLAYOUT_FORMAT_PLANFILE_H
#define ALCOVE_PLAN_FUNCTIONLAYOUT_FORMAT_PLANFILE_H

#include "alcove/Plan/FunctionLayout/Solution.h"

#include <map>
#include <string_view>

namespace alcove::formats {

struct PlanFile {
  struct Op {
    std::string name, result, config;
    int64_t choice = 0; ///< among configurations of the same text and result
    std::vector<std::string> reads;
  };
  struct Copy {
    std::string copy, from, layout, op;
    bool before = true;
  };
  struct Function {
    std::string name;
    bool whole = false; ///< its ops have `reads`
    std::vector<Op> ops;
    std::vector<Copy> copies;
    std::vector<std::string> returns;
    std::map<std::string, std::string> forms; ///< by part
  };
  std::vector<Function> functions;

  const Function *find(std::string_view name) const;
};

/// Errors name the member: `functions[0].ops[3].result: must be a string`. Ops and functions listed twice are errors,
/// and so is a function of which some ops have `reads` and others have not.
Result<PlanFile> parsePlanFile(std::string_view json);

PlanFile::Function planByNames(const plan::FunctionLayout &problem, const plan::FunctionPlan &plan);
std::string writePlanFile(const PlanFile &file);

/// The plan that a whole function means. Errors: names that the problem lacks, ops that the file lacks, layouts and
/// configurations that the op or tensor does not have. That it is valid is for verify() to say.
Result<plan::FunctionPlan> planOf(const plan::FunctionLayout &problem, const PlanFile::Function &function);

} // namespace alcove::formats

#endif // ALCOVE_PLAN_FUNCTIONLAYOUT_FORMAT_PLANFILE_H
