//===- QueryText.h - A query on one line ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   matmul 512x1024|tile|bf16|dram|interleaved 1024x512 -> 512x512|l1|block_sharded|grid=8x8 transpose_b=false
//   ------ ----------------------------------- -------- -- ------------------------------------ -----------------
//   op     operands: shape, then any of        defaults:   results; `?` or `?512x512` leaves    attributes:
//          page layout, element type, buffer,  tile, bf16, the layout to the backend,           integers, reals,
//          memory layout, grid=RowsxColumns,   dram,       `partial` fixes all but the grid     true/false, [1,2],
//          shard=HxW, cores=x0:y0-x1:y1+...    interleaved                                      words or "text"
//
// `?` alone leaves the shape to the model, too; behind `?512x512` only an element type may stand.
// A scalar's shape is written `scalar`. The attribute `live_l1_bytes` sets Query::liveL1BytesPerCore. L1 interleaved
// operands without a grid lie on the worker grid.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPMODEL_QUERYTEXT_H
#define ALCOVE_OPMODEL_QUERYTEXT_H

#include "alcove/OpModel/Analytical.h"

namespace alcove::opmodel {

/// Parses the line. Errors name the word. Sizes of results that are not given stay empty.
Result<Query> parseQuery(const std::string &text, const ChipParameters &chip);
/// The query in canonical form: parseQuery reads it back to an equal query. Serves as signature.
std::string toText(const Query &query);
/// One operand of the line (`512x1024|l1`).
Result<TensorSpec> parseTensor(const std::string &text, const ChipParameters &chip);
std::string toText(const TensorSpec &tensor);

} // namespace alcove::opmodel

#endif // ALCOVE_OPMODEL_QUERYTEXT_H
