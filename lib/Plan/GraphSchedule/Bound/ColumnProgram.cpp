//===- ColumnProgram.cpp - Linear programs of columns ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ColumnProgram.h"

#include "alcove/Base/Support/Random.h"

#include <algorithm>
#include <cmath>

namespace alcove::plan::schedule {

/// Reduced costs and pivots below these, relative to ceilings of about 1, are rounding.
static constexpr double gainTolerance = 1e-10, pivotTolerance = 1e-9;

ColumnProgram::ColumnProgram(std::vector<double> demands, std::vector<double> ceilings)
    : rows(demands.size()), demand(std::move(demands)), ceiling(std::move(ceilings)), first(1, 0), price(ceiling) {
  Random random(rows);
  for (size_t i = 0; i != rows; ++i) {
    demand[i] += 1e-5 * static_cast<double>(random.between(1, 1000)) / 1000;
    basis.push_back(ceilingOf(i));
  }
  value = demand;
  inverse.assign(rows * rows, 0);
  for (size_t i = 0; i != rows; ++i)
    inverse[i * rows + i] = 1;
  direction.resize(rows);
}

void ColumnProgram::add(std::span<const Entry> column, double cost) {
  double square = 1;
  for (const Entry &entry : column) {
    entries.push_back(entry);
    square += entry.value * entry.value;
  }
  first.push_back(entries.size());
  costs.push_back(cost);
  norms.push_back(std::sqrt(square));
}

std::span<const ColumnProgram::Entry> ColumnProgram::entriesOf(int32_t variable) {
  if (variable >= 0) {
    size_t column = static_cast<size_t>(variable);
    return std::span(entries).subspan(first[column], first[column + 1] - first[column]);
  }
  size_t index = static_cast<size_t>(-1 - variable);
  unit = {static_cast<int32_t>(index % rows), index < rows ? -1.0 : 1.0};
  return {&unit, 1};
}

double ColumnProgram::costOf(int32_t variable) const {
  if (variable >= 0)
    return costs[static_cast<size_t>(variable)];
  size_t index = static_cast<size_t>(-1 - variable);
  return index < rows ? 0 : ceiling[index - rows];
}

double ColumnProgram::reducedCost(int32_t variable) {
  double cost = costOf(variable);
  for (const Entry &entry : entriesOf(variable))
    cost -= entry.value * price[static_cast<size_t>(entry.row)];
  return cost;
}

/// The variable of the largest gain for its length.
bool ColumnProgram::chooseEntering(int32_t &variable) {
  double best = -gainTolerance;
  auto offer = [&](int32_t other, double gain) {
    if (gain < best) {
      best = gain;
      variable = other;
    }
  };
  for (size_t c = 0; c != costs.size(); ++c)
    offer(static_cast<int32_t>(c), reducedCost(static_cast<int32_t>(c)) / norms[c]);
  for (size_t i = 0; i != rows; ++i) {
    offer(surplus(i), price[i]);
    offer(ceilingOf(i), ceiling[i] - price[i]);
  }
  return best < -gainTolerance;
}

/// False if no row limits the variable, which only rounding can bring about.
bool ColumnProgram::pivot(int32_t entering) {
  double gain = reducedCost(entering);
  std::fill(direction.begin(), direction.end(), 0);
  for (const Entry &entry : entriesOf(entering))
    for (size_t i = 0; i != rows; ++i)
      direction[i] += entry.value * inverse[i * rows + static_cast<size_t>(entry.row)];
  size_t leaving = rows;
  double step = infinite;
  for (size_t i = 0; i != rows; ++i)
    if (direction[i] > pivotTolerance) {
      double limit = std::max(value[i], 0.0) / direction[i];
      if (limit < step || (limit == step && direction[i] > direction[leaving])) {
        step = limit;
        leaving = i;
      }
    }
  if (leaving == rows)
    return false;
  double *row = &inverse[leaving * rows], inverted = 1 / direction[leaving];
  for (size_t k = 0; k != rows; ++k) {
    row[k] *= inverted;
    price[k] += gain * row[k];
  }
  for (size_t i = 0; i != rows; ++i) {
    if (i == leaving || direction[i] == 0)
      continue;
    double factor = direction[i], *other = &inverse[i * rows];
    for (size_t k = 0; k != rows; ++k)
      other[k] -= factor * row[k];
    value[i] -= factor * step;
  }
  value[leaving] = step;
  basis[leaving] = entering;
  ++pivotCount;
  return true;
}

/// Anew from the basis, by Gauss-Jordan elimination with the largest pivot of each column.
void ColumnProgram::invert() {
  std::vector<double> matrix(rows * rows, 0), result(rows * rows, 0);
  for (size_t i = 0; i != rows; ++i) {
    for (const Entry &entry : entriesOf(basis[i]))
      matrix[static_cast<size_t>(entry.row) * rows + i] += entry.value;
    result[i * rows + i] = 1;
  }
  for (size_t c = 0; c != rows; ++c) {
    size_t best = c;
    for (size_t i = c + 1; i != rows; ++i)
      if (std::abs(matrix[i * rows + c]) > std::abs(matrix[best * rows + c]))
        best = i;
    if (std::abs(matrix[best * rows + c]) < 1e-12)
      return; // Too close to singular: the product form stays.
    for (std::vector<double> *list : {&matrix, &result})
      if (best != c)
        std::swap_ranges(list->begin() + static_cast<ptrdiff_t>(best * rows),
                         list->begin() + static_cast<ptrdiff_t>((best + 1) * rows),
                         list->begin() + static_cast<ptrdiff_t>(c * rows));
    double inverted = 1 / matrix[c * rows + c];
    for (size_t k = 0; k != rows; ++k) {
      matrix[c * rows + k] *= inverted;
      result[c * rows + k] *= inverted;
    }
    for (size_t i = 0; i != rows; ++i) {
      double factor = matrix[i * rows + c];
      if (i == c || factor == 0)
        continue;
      for (size_t k = c; k != rows; ++k)
        matrix[i * rows + k] -= factor * matrix[c * rows + k];
      for (size_t k = 0; k != rows; ++k)
        result[i * rows + k] -= factor * result[c * rows + k];
    }
  }
  inverse = std::move(result);
  std::fill(price.begin(), price.end(), 0);
  for (size_t i = 0; i != rows; ++i) {
    double cost = costOf(basis[i]);
    value[i] = 0;
    for (size_t k = 0; k != rows; ++k) {
      value[i] += inverse[i * rows + k] * demand[k];
      price[k] += cost * inverse[i * rows + k];
    }
  }
}

const std::vector<double> &ColumnProgram::solve(const StopSignal &stop) {
  int32_t entering = 0;
  while (chooseEntering(entering) && !(pivotCount % 16 == 0 && stop()) && pivot(entering))
    if (++sinceInversion >= 400) {
      sinceInversion = 0;
      invert();
    }
  return price;
}

} // namespace alcove::plan::schedule
