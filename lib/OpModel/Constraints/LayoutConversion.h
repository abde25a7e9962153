//===- LayoutConversion.h - Programs that change page layout or memory ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Building blocks for to_layout, to_memory_config and the many ops that are composed of them.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPMODEL_CONSTRAINTS_LAYOUTCONVERSION_H
#define ALCOVE_LIB_OPMODEL_CONSTRAINTS_LAYOUTCONVERSION_H

#include "Geometry.h"

namespace alcove::opmodel {

/// Circular buffers of untilize and tilize: a row of tiles in, a row out, narrower when a row does not fit.
void tilizeProgram(Evaluation &e, const TensorSpec &input, const TensorSpec &output);
/// Circular buffers of a move between memories: copy, shard, unshard, reshard.
void moveProgram(Evaluation &e, const TensorSpec &input, const TensorSpec &output);
/// A whole conversion of operand-like `input` to `layout` under the same shape; the last step allocates the result
/// and is not released. Refuses what the backend cannot do.
bool convert(Evaluation &e, const TensorSpec &input, const TensorLayout &layout);

} // namespace alcove::opmodel

#endif // ALCOVE_LIB_OPMODEL_CONSTRAINTS_LAYOUTCONVERSION_H
