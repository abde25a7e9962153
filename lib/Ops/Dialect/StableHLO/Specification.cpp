//===- Specification.cpp - What the public specification asks of an op ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Ops/Dialect/StableHLO/StableHLO.h"

using namespace mlir;
using namespace alcove;
using namespace alcove::stablehlo;

LogicalResult stablehlo::verifyBySpecification(Operation *op) { return success(); }
