//===- MinPlus.cpp - Inner loops of messages ------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "MinPlus.h"
#include "WideLoops.h"

#include <algorithm>

using namespace alcove::plan;

// out[t] = min over s of costs[s][t] - from[s].
ALCOVE_WIDE static void cloneOverRows(const double *costs, const double *from, size_t rows, size_t columns,
                                      double *out) {
  for (size_t t = 0; t < columns; ++t)
    out[t] = costs[t] - from[0];
  for (size_t s = 1; s < rows; ++s) {
    const double *row = costs + s * columns;
    double own = from[s];
    for (size_t t = 0; t < columns; ++t) {
      double value = row[t] - own;
      out[t] = value < out[t] ? value : out[t];
    }
  }
}

// out[s] = min over t of costs[s][t] - from[t]. Four running minima, so that the order of comparison is fixed and wide.
ALCOVE_WIDE static void cloneOverColumns(const double *costs, const double *from, size_t rows, size_t columns,
                                         double *out) {
  for (size_t s = 0; s < rows; ++s) {
    const double *row = costs + s * columns;
    double least[4] = {4e30, 4e30, 4e30, 4e30};
    size_t t = 0;
    for (; t + 4 <= columns; t += 4)
      for (size_t k = 0; k < 4; ++k) {
        double value = row[t + k] - from[t + k];
        least[k] = value < least[k] ? value : least[k];
      }
    for (; t < columns; ++t)
      least[0] = std::min(least[0], row[t] - from[t]);
    out[s] = std::min(std::min(least[0], least[1]), std::min(least[2], least[3]));
  }
}

void layout::minOverRows(const double *costs, const double *from, size_t rows, size_t columns, double *out) {
  cloneOverRows(costs, from, rows, columns, out);
}

void layout::minOverColumns(const double *costs, const double *from, size_t rows, size_t columns, double *out) {
  cloneOverColumns(costs, from, rows, columns, out);
}
