//===- MatchSoftmax.h - The softmax that a contraction reads ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_SUPERTILING_DESCRIBE_MATCHSOFTMAX_H
#define ALCOVE_LIB_SUPERTILING_DESCRIBE_MATCHSOFTMAX_H

#include "alcove/SuperTiling/Describe/TilingGraph.h"

namespace alcove::supertiling {

/// The softmax that the contraction `product` reads; nothing when it reads none, or when another operation sees an
/// intermediate result. Needs the graph connected. O(operands).
std::optional<SoftmaxParts> matchSoftmax(const TilingGraph &graph, int product);

} // namespace alcove::supertiling

#endif // ALCOVE_LIB_SUPERTILING_DESCRIBE_MATCHSOFTMAX_H
