//===- Reduction.h - Sums, extrema and choices along rows -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What long rows cost. The figures are tt-metal's own, device kernel times, each named by its pull request or issue;
// unittests/OpModel/Time/LongRowsTest.cpp has them as rows.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPMODEL_TIME_REDUCTION_H
#define ALCOVE_LIB_OPMODEL_TIME_REDUCTION_H

#include "Context.h"

namespace alcove::opmodel::time {

/// Sum, mean, max and min of an interleaved tensor, dimension by dimension from the last (OM-R3, OM-R4).
Runtime reduction(const Context &context, const TensorSpec &in, const TensorSpec &out);
/// Row-major input on all cores that the width has granules for; tiles on one core.
Runtime argmax(const Context &context, const TensorSpec &in);
/// One core per row of tiles, or, for some powers of two, a local sort on several and a merge on one.
Runtime topK(const Context &context, const TensorSpec &in);

} // namespace alcove::opmodel::time

#endif // ALCOVE_LIB_OPMODEL_TIME_REDUCTION_H
