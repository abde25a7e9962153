//===- ModelAlone.h - The op model without measured times -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_QUERIES_MODELALONE_H
#define ALCOVE_OPS_QUERIES_MODELALONE_H

#include "alcove/OpModel/OpModel.h"

#include "mlir/IR/Operation.h"

namespace alcove::queries {

/// As makeOpModel, whatever table of measured times the module names.
std::unique_ptr<opmodel::OpModel> makeModelAlone(mlir::Operation *op);

} // namespace alcove::queries

#endif // ALCOVE_OPS_QUERIES_MODELALONE_H
