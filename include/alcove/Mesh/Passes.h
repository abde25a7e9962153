//===- Passes.h - Passes that split a model over a mesh ---------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_MESH_PASSES_H
#define ALCOVE_MESH_PASSES_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Base/Support/Units.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <functional>
#include <string>
#include <vector>

namespace alcove::meshsplit {

#define GEN_PASS_DECL
#include "alcove/Mesh/Passes.h.inc"

/// What the program of every chip takes once it is planned.
struct LocalPlan {
  struct Op {
    std::vector<std::string> names; ///< all that it answers to
    double ns = 0;
  };
  double ns = 0;       ///< of all ops
  Bytes dramBytes = 0; ///< of one chip at the fullest moment, as the judge has it
  std::vector<Op> ops;
};

/// Plans a program for one chip of a mesh, and says what it takes. Who owns pipelines makes it.
struct LocalPlanner {
  using Run = llvm::function_ref<llvm::LogicalResult(mlir::OpPassManager &, mlir::Operation *)>;
  /// `device`: preset or file. The module is changed.
  std::function<Result<LocalPlan>(mlir::ModuleOp, const std::string &device, Run)> plan;
  std::function<void(mlir::DialectRegistry &)> dialects;
};

std::unique_ptr<mlir::Pass> createTTIRSplitOverMesh(LocalPlanner planner);
/// Without a planner, `rounds` is refused.
void registerPasses(const LocalPlanner &planner);

} // namespace alcove::meshsplit

#endif // ALCOVE_MESH_PASSES_H
