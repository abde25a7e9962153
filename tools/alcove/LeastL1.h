//===- LeastL1.h - With how much L1 does a model run? -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_LEASTL1_H
#define ALCOVE_TOOLS_ALCOVE_LEASTL1_H

#include "Programs.h"

namespace alcove::front {

/// The value of `name=` in the pipeline of a command line of alcove-opt; empty without it.
std::string pipelineOption(const Words &words, const std::string &name);

/// Runs alcove-opt. When it fails under `l1-bytes`, and would not with the whole L1, says the least `l1-bytes` with which
/// the model runs at all, every tensor in DRAM: found by halving, to 4 KiB. Returns its exit status.
int runWithLessL1(const Words &words);

} // namespace alcove::front

#endif // ALCOVE_TOOLS_ALCOVE_LEASTL1_H
