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

/// Names of the arguments that a constant is made of: `k0_weight+v0_weight` for what a const-eval function makes of two,
/// the own name of a parameter, `arg3` where the model has no name. Empty for what is made of none, and no constant.
std::string argumentNamesOf(mlir::Value constant);

} // namespace alcove::ttcore

#endif // ALCOVE_OPS_DIALECT_TTCORE_CACHEDNAMES_H
