//===- SoftMin.cpp - Inner loops of smooth messages -----------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SoftMin.h"
#include "MinPlus.h"
#include "WideLoops.h"

#include <algorithm>

using namespace alcove::plan;
using namespace alcove::plan::layout;

// out holds the minima.
ALCOVE_WIDE static void cloneOverRows(const double *costs, const double *from, size_t rows, size_t columns,
                                      double perUnit, double *sums, const double *out) {
  for (size_t t = 0; t < columns; ++t)
    sums[t] = 0;
  for (size_t s = 0; s < rows; ++s) {
    const double *row = costs + s * columns;
    double own = from[s];
    for (size_t t = 0; t < columns; ++t)
      sums[t] += expOfNegative((out[t] - (row[t] - own)) * perUnit);
  }
}

// Four running sums, so that the order of addition is fixed and wide.
ALCOVE_WIDE static double cloneOfRow(const double *row, const double *from, size_t columns, double perUnit,
                                     double least) {
  double sum[4] = {0, 0, 0, 0};
  size_t t = 0;
  for (; t + 4 <= columns; t += 4)
    for (size_t k = 0; k < 4; ++k)
      sum[k] += expOfNegative((least - (row[t + k] - from[t + k])) * perUnit);
  for (; t < columns; ++t)
    sum[0] += expOfNegative((least - (row[t] - from[t])) * perUnit);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void layout::softMinOverRows(const double *costs, const double *from, size_t rows, size_t columns, double temperature,
                             double *scratch, double *out) {
  minOverRows(costs, from, rows, columns, out);
  cloneOverRows(costs, from, rows, columns, 1 / temperature, scratch, out);
  for (size_t t = 0; t < columns; ++t)
    out[t] -= temperature * logOfLarge(std::max(scratch[t], 1.0));
}

void layout::softMinOverColumns(const double *costs, const double *from, size_t rows, size_t columns,
                                double temperature, double *out) {
  minOverColumns(costs, from, rows, columns, out);
  for (size_t s = 0; s < rows; ++s)
    out[s] -= temperature *
              logOfLarge(std::max(cloneOfRow(costs + s * columns, from, columns, 1 / temperature, out[s]), 1.0));
}
