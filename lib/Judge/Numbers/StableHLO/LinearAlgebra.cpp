//===- LinearAlgebra.cpp - Norms of batches, linear systems, Fourier transforms ------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Judge/Numbers/StableHLO/Evaluator.h"
#include "alcove/Ops/Dialect/StableHLO/StableHLO.h"

#include <cmath>
#include <numbers>

using namespace mlir;
using namespace alcove;
using namespace alcove::reference::arrays;
using alcove::stablehlo::integersOf;
namespace shlo = alcove::stablehlo;

namespace {
//===----------------------------------------------------------------------===//
// Batch norms
//===----------------------------------------------------------------------===//

/// Which feature an element belongs to, and how many share one.
struct Features {
  Features(const Array &input, int64_t dim)
      : stride(stridesOf(input.shape())[dim]), count(input.dim(dim)),
        each(double(input.size()) / double(std::max<int64_t>(1, count))) {}
  int64_t of(int64_t i) const { return i / stride % count; }
  /// The mean of `value(i)` per feature.
  template <typename Fn>
  std::vector<double> mean(int64_t size, Fn value) const {
    std::vector<double> means(count, 0.0);
    for (int64_t i = 0; i < size; ++i)
      means[of(i)] += value(i) / each;
    return means;
  }
  int64_t stride, count;
  double each;
};

Result<Array> batchNormInference(shlo::BatchNormInferenceOp op, Call &call) {
  const Array &input = call.in(0);
  Features features(input, op.getFeatureIndex());
  Array result = call.zeros();
  double epsilon = op.getEpsilon().convertToFloat();
  for (int64_t i = 0; i < input.size(); ++i) {
    int64_t f = features.of(i);
    double scale = call.in(1).real(f) / std::sqrt(call.in(4).real(f) + epsilon);
    result.setReal(i, (input.real(i) - call.in(3).real(f)) * scale + call.in(2).real(f));
  }
  return result;
}

Result<Items> batchNormTraining(shlo::BatchNormTrainingOp op, Call &call) {
  const Array &input = call.in(0);
  Features features(input, op.getFeatureIndex());
  double epsilon = op.getEpsilon().convertToFloat();
  std::vector<double> mean = features.mean(input.size(), [&](int64_t i) { return input.real(i); });
  std::vector<double> variance = features.mean(input.size(), [&](int64_t i) {
    double off = input.real(i) - mean[features.of(i)];
    return off * off;
  });
  Array result = call.zeros(), means = call.zeros(1), variances = call.zeros(2);
  for (int64_t i = 0; i < input.size(); ++i) {
    int64_t f = features.of(i);
    double scale = call.in(1).real(f) / std::sqrt(variance[f] + epsilon);
    result.setReal(i, (input.real(i) - mean[f]) * scale + call.in(2).real(f));
  }
  for (int64_t f = 0; f < features.count; ++f) {
    means.setReal(f, mean[f]);
    variances.setReal(f, variance[f]);
  }
  return Items{result, means, variances};
}

Result<Items> batchNormGrad(shlo::BatchNormGradOp op, Call &call) {
  const Array &input = call.in(0), &scale = call.in(1), &mean = call.in(2), &variance = call.in(3), &grad = call.in(4);
  Features features(input, op.getFeatureIndex());
  double epsilon = op.getEpsilon().convertToFloat();
  auto centred = [&](int64_t i) { return input.real(i) - mean.real(features.of(i)); };
  std::vector<double> gradMean = features.mean(input.size(), [&](int64_t i) { return grad.real(i); });
  std::vector<double> product = features.mean(input.size(), [&](int64_t i) { return grad.real(i) * centred(i); });
  Array gradInput = call.zeros(), gradScale = call.zeros(1), gradOffset = call.zeros(2);
  for (int64_t i = 0; i < input.size(); ++i) {
    int64_t f = features.of(i);
    double inverse = 1 / std::sqrt(variance.real(f) + epsilon);
    gradInput.setReal(i, scale.real(f) * inverse *
                             (grad.real(i) - gradMean[f] - centred(i) * inverse * inverse * product[f]));
  }
  for (int64_t f = 0; f < features.count; ++f) {
    gradScale.setReal(f, product[f] * features.each / std::sqrt(variance.real(f) + epsilon));
    gradOffset.setReal(f, gradMean[f] * features.each);
  }
  return Items{gradInput, gradScale, gradOffset};
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// One matrix of a batch as complex numbers.
class Matrix {
public:
  Matrix(int64_t rows, int64_t columns) : rows(rows), columns(columns), values(rows * columns) {}
  Matrix(const Array &array, int64_t batch) : Matrix(array.dim(array.rank() - 2), array.dim(array.rank() - 1)) {
    for (int64_t i = 0; i < rows * columns; ++i)
      values[i] = array.complex(batch * rows * columns + i);
  }
  Complex &at(int64_t row, int64_t column) { return values[row * columns + column]; }
  void store(Array &array, int64_t batch) const {
    for (int64_t i = 0; i < rows * columns; ++i)
      if (array.kind() == Kind::Complex)
        array.setComplex(batch * rows * columns + i, values[i]);
      else
        array.setReal(batch * rows * columns + i, values[i].real());
  }
  int64_t rows, columns;
  std::vector<Complex> values;
};

int64_t batchesOf(const Array &array) { return volumeOf(array.shape().drop_back(2)); }

Result<Array> cholesky(shlo::CholeskyOp op, Call &call) {
  Array result = call.zeros();
  for (int64_t batch = 0; batch < batchesOf(call.in(0)); ++batch) {
    Matrix a(call.in(0), batch), l(a.rows, a.rows);
    auto entry = [&](int64_t i, int64_t j) { return op.getLower() ? a.at(i, j) : std::conj(a.at(j, i)); };
    for (int64_t i = 0; i < a.rows; ++i)
      for (int64_t j = 0; j <= i; ++j) {
        Complex sum = entry(i, j);
        for (int64_t k = 0; k < j; ++k)
          sum -= l.at(i, k) * std::conj(l.at(j, k));
        l.at(i, j) = i == j ? std::sqrt(sum.real()) : sum / l.at(j, j);
      }
    if (!op.getLower()) {
      Matrix u(a.rows, a.rows);
      for (int64_t i = 0; i < a.rows; ++i)
        for (int64_t j = 0; j <= i; ++j)
          u.at(j, i) = std::conj(l.at(i, j));
      l = u;
    }
    l.store(result, batch);
  }
  return result;
}

/// op(a) x = b, or x op(a) = b as its transpose.
Result<Array> triangularSolve(shlo::TriangularSolveOp op, Call &call) {
  Array result = call.zeros();
  using enum shlo::Transpose;
  bool transposed = op.getTransposeA() != NO_TRANSPOSE, adjoint = op.getTransposeA() == ADJOINT;
  for (int64_t batch = 0; batch < batchesOf(call.in(0)); ++batch) {
    Matrix a(call.in(0), batch), b(call.in(1), batch);
    bool left = op.getLeftSide(), flipped = transposed == left, lower = op.getLower() != flipped;
    int64_t n = a.rows, others = left ? b.columns : b.rows;
    // The system's matrix, a triangle `lower` or not, is `a` or, flipped, its transpose.
    auto entry = [&](int64_t i, int64_t j) {
      Complex value = i == j && op.getUnitDiagonal() ? Complex(1) : flipped ? a.at(j, i) : a.at(i, j);
      return adjoint ? std::conj(value) : value;
    };
    auto unknown = [&](int64_t i, int64_t other) -> Complex & { return left ? b.at(i, other) : b.at(other, i); };
    for (int64_t other = 0; other < others; ++other)
      for (int64_t step = 0; step < n; ++step) {
        int64_t i = lower ? step : n - 1 - step;
        Complex sum = unknown(i, other);
        for (int64_t before = 0; before < step; ++before) {
          int64_t j = lower ? before : n - 1 - before;
          sum -= entry(i, j) * unknown(j, other);
        }
        unknown(i, other) = sum / entry(i, i);
      }
    b.store(result, batch);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Fourier transforms, by their definition
//===----------------------------------------------------------------------===//

/// All elements along `dim` transformed; `sign` -1 forward, 1 back (and divided).
std::vector<Complex> transform(std::vector<Complex> values, ArrayRef<int64_t> shape, int64_t dim, int sign) {
  int64_t length = shape[dim], stride = stridesOf(shape)[dim];
  std::vector<Complex> result(values.size());
  for (int64_t i = 0; i < int64_t(values.size()); ++i) {
    int64_t k = i / stride % length, begin = i - k * stride;
    Complex sum;
    for (int64_t n = 0; n < length; ++n)
      sum += values[begin + n * stride] *
             std::polar(1.0, sign * 2 * std::numbers::pi * double(k * n % length) / double(length));
    result[i] = sign > 0 ? sum / double(length) : sum;
  }
  return result;
}

Result<Array> fft(shlo::FftOp op, Call &call) {
  using enum shlo::FftType;
  const Array &input = call.in(0);
  Array result = call.zeros();
  Dims lengths = integersOf(op.getFftLength()), shape(input.shape());
  int64_t first = input.rank() - int64_t(lengths.size()), last = input.rank() - 1;
  int sign = op.getFftType() == FFT || op.getFftType() == RFFT ? -1 : 1;
  std::vector<Complex> values(input.size());
  for (int64_t i = 0; i < input.size(); ++i)
    values[i] = input.complex(i);
  auto others = [&] {
    for (int64_t dim = first; dim < last; ++dim)
      values = transform(values, shape, dim, sign);
  };
  if (op.getFftType() == IRFFT) {
    // The missing half of the last dimension is the conjugate of the other, once the other dimensions are done.
    others();
    Dims whole(result.shape());
    std::vector<Complex> full(volumeOf(whole));
    for (int64_t i = 0; i < int64_t(full.size()); ++i) {
      int64_t row = i / whole[last], k = i % whole[last];
      bool given = k < shape[last];
      Complex value = values[row * shape[last] + (given ? k : whole[last] - k)];
      full[i] = given ? value : std::conj(value);
    }
    // Imaginary parts of the first and the middle entry have no place in a real result.
    values = transform(full, whole, last, sign);
  } else {
    values = transform(values, shape, last, sign);
    others();
  }
  for (int64_t i = 0; i < result.size(); ++i) {
    int64_t width = result.dim(last), from = op.getFftType() == RFFT ? i / width * shape[last] + i % width : i;
    if (result.kind() == Kind::Complex)
      result.setComplex(i, values[from]);
    else
      result.setReal(i, values[from].real());
  }
  return result;
}
} // namespace

void reference::arrays::addLinearAlgebra(Table &table) {
  table.add<shlo::BatchNormInferenceOp>(batchNormInference);
  table.add<shlo::BatchNormTrainingOp>(batchNormTraining);
  table.add<shlo::BatchNormGradOp>(batchNormGrad);
  table.add<shlo::CholeskyOp>(cholesky);
  table.add<shlo::TriangularSolveOp>(triangularSolve);
  table.add<shlo::FftOp>(fft);
}
