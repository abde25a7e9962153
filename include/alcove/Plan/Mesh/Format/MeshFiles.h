//===- MeshFiles.h - Files of mesh problems and plans -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   {"mesh_problem": {"name", "axes": [2, 4], "capacity",
//     "tensors": [{"name", "shape", "bytes", "kind": "parameter|input|value|result", "shardings": ["R,S0", ...],
//                  "conversions": [[...], ...]}],            a row per sharding; null = not possible
//     "ops": [{"name", "inputs", "outputs",
//              "strategies": [{"splits": ["whole", "columns"], "inputs", "outputs", "cost", "bytes"}]}],
//     "ties": [[a, b], ...]}}
//   {"mesh_plan": {"cost", "bound", "strategies": [...], "kept": [...]}}
//
// A certificate is the file of a layout choice (LayoutFiles.h). Readers are strict: an error names the JSON path.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PLAN_MESH_FORMAT_MESHFILES_H
#define ALCOVE_PLAN_MESH_FORMAT_MESHFILES_H

#include "alcove/Plan/Mesh/Problem.h"

namespace alcove::formats {

/// The result has passed `check`.
Result<plan::mesh::Problem> parseMeshProblem(std::string_view text);
/// parseMeshProblem gives the same problem back.
std::string writeMeshProblem(const plan::mesh::Problem &problem);
/// "bound" may be missing; only a certificate shows that it is true.
Result<plan::mesh::Plan> parseMeshPlan(std::string_view text);
/// `bound` = what was proved; -impossible = nothing.
std::string writeMeshPlan(const plan::mesh::Plan &plan, plan::mesh::Cost bound = -plan::mesh::impossible);

} // namespace alcove::formats

#endif // ALCOVE_PLAN_MESH_FORMAT_MESHFILES_H
