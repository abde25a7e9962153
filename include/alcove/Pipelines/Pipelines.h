//===- Pipelines.h - Whole compilations -------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_PIPELINES_PIPELINES_H
#define ALCOVE_PIPELINES_PIPELINES_H

#include "alcove/Lower/Passes.h"
#include "alcove/Mesh/Passes.h"
#include "alcove/Optimize/Passes.h"
#include "alcove/Report/Passes.h"

namespace alcove::transforms {

/// `--ttir-to-ttnn-backend-pipeline` and its newer name `--ttir-to-ttnn-runtime-pipeline`, and `--ttnn-to-ttnn`.
void registerPipelines();

/// Plans one chip's program with the backend pipeline at level 2, as it is without further options.
meshsplit::LocalPlanner localPlanner();

} // namespace alcove::transforms

#endif // ALCOVE_PIPELINES_PIPELINES_H
