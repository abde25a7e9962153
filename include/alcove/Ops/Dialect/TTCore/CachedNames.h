//===- CachedNames.h - What people call a cached constant -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTCORE_CACHEDNAMES_H
#define ALCOVE_OPS_DIALECT_TTCORE_CACHEDNAMES_H

#include "alcove/Ops/Dialect/TTCore/TTCore.h"

#include <string>

namespace alcove::ttcore {

/// Names of the arguments that a load hands to its const-eval function: `k0_weight+v0_weight`, `arg3` where the model has
/// no name; empty when it hands none.
std::string argumentNamesOf(LoadCachedOp load);

} // namespace alcove::ttcore

#endif // ALCOVE_OPS_DIALECT_TTCORE_CACHEDNAMES_H
