//===- ThroughRows.h - Moves of tiles that the library makes on rows --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPMODEL_CONSTRAINTS_THROUGHROWS_H
#define ALCOVE_LIB_OPMODEL_CONSTRAINTS_THROUGHROWS_H

#include "../AttributeFinder.h"
#include "alcove/OpModel/Analytical.h"

namespace alcove::opmodel {

/// The operands are tiles that no program moves whole: the library makes rows of them, moves those, and makes tiles of
/// the result. So it does with parts of tiles that are concatenated, with slices that begin inside a tile or step, with
/// padding in front, and with every repeat (OM-A3, OM-A4, OM-A6, OM-A7, OM-A8). `attributes` are those of `query`.
bool worksOnRows(const Query &query, const AttributeFinder &attributes);

/// What `tiles` holds as interleaved rows in the same memory; block floats have no rows, theirs are bf16.
TensorSpec asRows(const TensorSpec &tiles, const ChipParameters &chip);

} // namespace alcove::opmodel

#endif // ALCOVE_LIB_OPMODEL_CONSTRAINTS_THROUGHROWS_H
