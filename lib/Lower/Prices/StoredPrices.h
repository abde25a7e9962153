//===- StoredPrices.h - Products with weights that are stored for them -------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a product of one row of tiles takes when the optimizer stores its weights and chooses its program, before either
// is done. Two families of programs, and of each the sizes that are fastest as a rule:
//
//                    operand 0           weights                 result
//   from the banks   L1 width shards     DRAM, a shard per bank  L1 width shards
//   operand 0 passed L1 interleaved      DRAM interleaved        L1 or DRAM interleaved
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_PRICES_STOREDPRICES_H
#define ALCOVE_LIB_LOWER_PRICES_STOREDPRICES_H

#include "alcove/Lower/OpPrices.h"
#include "alcove/OpModel/OpModel.h"
#include "alcove/Ops/Queries/Queries.h"

namespace alcove::conversion {

/// `query`: a matmul or linear with one row of tiles on the left, every tensor as tiles interleaved in DRAM. Programs fit
/// into `l1Bytes` of every core, with operand 0. `joinedIn`: the result is moved there, interleaved, and joined with others.
/// About 60 questions to the model.
StoredProduct priceOfStored(const opmodel::OpModel &model, const queries::Machine &machine, Bytes l1Bytes,
                            opmodel::Query query, std::optional<device::BufferType> joinedIn);

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_PRICES_STOREDPRICES_H
