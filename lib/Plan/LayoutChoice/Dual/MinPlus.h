//===- MinPlus.h - Inner loops of messages ----------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_MINPLUS_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_MINPLUS_H

#include <cstddef>

namespace alcove::plan::layout {

/// What stands for an impossible pair among doubles: finite, so that sums and differences stay ordered.
inline constexpr double infiniteDual = 1e30;

/// out[t] = min over s of costs[s][t] - from[s]; `costs` is row-major. The bits are the same on every machine.
void minOverRows(const double *costs, const double *from, size_t rows, size_t columns, double *out);
/// out[s] = min over t of costs[s][t] - from[t].
void minOverColumns(const double *costs, const double *from, size_t rows, size_t columns, double *out);

} // namespace alcove::plan::layout

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_DUAL_MINPLUS_H
