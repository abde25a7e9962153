//===- Array.h - A tensor of any element type of StableHLO -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor (../Tensor/Tensor.h) holds what chips compute with, f32 at most. StableHLO also has f64, complex numbers and
// every 8-bit float: an Array holds real and imaginary parts as f64, rounded to the element type after each op, and
// integers as int64 wrapped to theirs (unsigned ones below 64 bits as their value). Quantized elements are held as
// their storage.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_STABLEHLO_ARRAY_H
#define ALCOVE_JUDGE_NUMBERS_STABLEHLO_ARRAY_H

#include "alcove/Base/Support/Result.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <complex>
#include <memory>
#include <vector>

namespace alcove::reference::arrays {

using Dims = llvm::SmallVector<int64_t>;
using Complex = std::complex<double>;

enum class Kind : uint8_t { Integer, Real, Complex };
Kind kindOf(mlir::Type element);

/// An integer element type: i1 and ui8 are unsigned.
struct IntegerBits {
  unsigned width = 64;
  bool isSigned = true;
  int64_t wrap(int64_t value) const;
};
IntegerBits bitsOf(mlir::Type element);
/// `value` in the float type `element`, to nearest even.
double roundTo(mlir::Type element, double value);

/// Copying shares the elements.
class Array {
public:
  Array() = default;
  static Array zeros(mlir::RankedTensorType type);
  /// Fails for elements without data (`dense_resource` of a block that is not there).
  static Result<Array> fromAttribute(mlir::ElementsAttr attribute);

  mlir::RankedTensorType type() const { return tensor; }
  mlir::Type element() const { return tensor.getElementType(); }
  llvm::ArrayRef<int64_t> shape() const { return tensor.getShape(); }
  int64_t rank() const { return tensor.getRank(); }
  int64_t dim(int64_t i) const { return tensor.getDimSize(i); }
  int64_t size() const { return count; }
  Kind kind() const { return elements; }

  // One element by its row-major index.
  int64_t integer(int64_t i) const { return (*integers)[i]; }
  double real(int64_t i) const { return (*reals)[i]; }
  Complex complex(int64_t i) const { return {(*reals)[i], imaginaries ? (*imaginaries)[i] : 0.0}; }
  /// Integers, reals and real parts alike.
  double number(int64_t i) const;
  bool isTrue(int64_t i) const { return integer(i) != 0; }
  void setInteger(int64_t i, int64_t value) { (*own(integers))[i] = bits.wrap(value); }
  void setReal(int64_t i, double value) { (*own(reals))[i] = roundTo(element(), value); }
  void setComplex(int64_t i, Complex value);
  /// Element `from` of an array with the same element type.
  void copy(int64_t i, const Array &other, int64_t from);
  /// Both are the same number; NaN equals NaN.
  bool same(int64_t i, const Array &other, int64_t from) const;

  /// These elements as another type of as many elements with the same representation.
  Array as(mlir::RankedTensorType type) const;
  Array scalar(int64_t i) const;
  mlir::DenseElementsAttr attribute() const;

private:
  template <typename T>
  std::vector<T> *own(std::shared_ptr<std::vector<T>> &data) {
    if (data.use_count() > 1)
      data = std::make_shared<std::vector<T>>(*data);
    return data.get();
  }

  mlir::RankedTensorType tensor;
  int64_t count = 0;
  Kind elements = Kind::Integer;
  IntegerBits bits;
  std::shared_ptr<std::vector<int64_t>> integers;
  std::shared_ptr<std::vector<double>> reals, imaginaries;
};

/// Row-major strides.
Dims stridesOf(llvm::ArrayRef<int64_t> shape);
int64_t volumeOf(llvm::ArrayRef<int64_t> shape);
/// Steps to the next index of `shape` in row-major order; false behind the last one.
bool next(Dims &index, llvm::ArrayRef<int64_t> shape);
int64_t flat(llvm::ArrayRef<int64_t> index, llvm::ArrayRef<int64_t> strides);

} // namespace alcove::reference::arrays

#endif // ALCOVE_JUDGE_NUMBERS_STABLEHLO_ARRAY_H
