//===- RandomStableHLO.h - Small random StableHLO programs ------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TESTING_OPS_RANDOMSTABLEHLO_H
#define ALCOVE_TESTING_OPS_RANDOMSTABLEHLO_H

#include "testing/Ops/RandomGraph.h"

namespace alcove::testing {

/// A legal program of up to `maxOps` ops as JAX prints them, @main of f32 arguments and results: elementwise, places of
/// elements, products, convolutions, windows, reductions in both forms, gathers, slices at known and unknown places,
/// sorts, loops, branches and calls. Every op of it has a converter to TTIR.
std::string randomStableHLO(Decisions &decisions, int maxOps);

} // namespace alcove::testing

#endif // ALCOVE_TESTING_OPS_RANDOMSTABLEHLO_H
