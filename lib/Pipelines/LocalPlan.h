//===- LocalPlan.h - What one chip's planned program takes ------ -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PIPELINES_LOCALPLAN_H
#define ALCOVE_LIB_PIPELINES_LOCALPLAN_H

#include "alcove/Mesh/Passes.h"

namespace alcove::transforms {

/// What the judge's walk of a planned module says; the first broken rule as an error.
Result<meshsplit::LocalPlan> localPlanOf(mlir::ModuleOp module);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_PIPELINES_LOCALPLAN_H
