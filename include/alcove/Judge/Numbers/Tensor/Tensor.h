//===- Tensor.h - A tensor of numbers as a value ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What flows through the reference interpreter. No MLIR. Elements lie row-major without padding:
//
//   shape 2x3:   | 0,0 | 0,1 | 0,2 | 1,0 | 1,1 | 1,2 |      index = i * 3 + j
//
// Floats of every type are held as f32 (bf16, f16, bfp8, bfp4 are subsets of it), integers and booleans as int64.
// Invariant NUM-N5: every element is a value of the element type; it holds because construction rounds.
//
// Judge/Numbers/Storage lays a tensor out on cores and reads it back:
//
//   Result<Placed> place(const Tensor &tensor, LAYOUT layout);     pads with poison, shards, tiles, encodes
//   Result<Tensor> readBack(const Placed &placed);                 the inverse, reading logical elements only
//   Result<Tensor> throughLayout(const Tensor &, mlir::RankedTensorType);   both, called by the interpreter on each
//                                                                  result whose type has a ttnn_layout
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_TENSOR_TENSOR_H
#define ALCOVE_JUDGE_NUMBERS_TENSOR_TENSOR_H

#include "alcove/Base/Support/Result.h"
#include "alcove/Judge/Numbers/Tensor/ElementType.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace alcove::reference {

using Shape = std::vector<int64_t>;

/// Bytes of host memory that one tensor may take; a larger one is an error, not an allocation.
constexpr int64_t maxTensorBytes = int64_t(8) << 30;

/// Product of the sizes; an error for a negative size or for more than maxTensorBytes at `bytesPerElement`.
Result<int64_t> countElements(std::span<const int64_t> shape, int64_t bytesPerElement = 8);
/// `2x3x4`, `scalar` for rank 0.
std::string toString(std::span<const int64_t> shape);
/// Row-major strides in elements.
Shape stridesOf(std::span<const int64_t> shape);

/// Copying shares the elements; writing through mutableFloats/mutableIntegers first makes them one's own.
class Tensor {
public:
  Tensor() = default;
  static Result<Tensor> zeros(ElementType type, Shape shape);
  /// Rounds `values` to `type`, a float type; their number must be that of `shape`.
  static Result<Tensor> fromFloats(ElementType type, Shape shape, std::vector<float> values);
  /// Wraps `values` to `type`, an integer type or i1.
  static Result<Tensor> fromIntegers(ElementType type, Shape shape, std::vector<int64_t> values);

  ElementType elementType() const { return type; }
  const Shape &shape() const { return dims; }
  int64_t rank() const { return static_cast<int64_t>(dims.size()); }
  int64_t dim(int64_t i) const { return dims[i]; }
  int64_t numElements() const { return count; }
  bool isFloat() const { return reference::isFloat(type); }
  /// Host bytes of the elements.
  int64_t bytes() const { return count * (isFloat() ? 4 : 8); }
  bool isScalar() const { return count == 1; }

  /// Elements of a float tensor, empty for an integer tensor; and the reverse.
  std::span<const float> floats() const {
    return floatData ? std::span<const float>(*floatData) : std::span<const float>();
  }
  std::span<const int64_t> integers() const {
    return integerData ? std::span<const int64_t>(*integerData) : std::span<const int64_t>();
  }
  /// Writable elements; what is written must be of the element type (call roundAll() after writing others).
  std::span<float> mutableFloats();
  std::span<int64_t> mutableIntegers();
  void roundAll();

  /// One element of either kind as a double: exact for floats and up to 2^53.
  double at(int64_t index) const {
    return isFloat() ? (*floatData)[index] : static_cast<double>((*integerData)[index]);
  }

  /// These elements under another shape of the same number of elements; no copy.
  Result<Tensor> reshaped(Shape shape) const;
  /// NUM-N4: converted to another element type: float to float rounds, float to integer truncates and saturates,
  /// integer to float rounds to f32 and then to the type, integer to integer wraps.
  Result<Tensor> convertedTo(ElementType target) const;
  /// All elements as f32, whatever the type.
  std::vector<float> toFloatVector() const;

private:
  friend class PackedTensor; // keeps the elements elsewhere for a while
  ElementType type = ElementType::F32;
  Shape dims = {0};
  int64_t count = 0;
  std::shared_ptr<std::vector<float>> floatData;
  std::shared_ptr<std::vector<int64_t>> integerData;
};

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_TENSOR_TENSOR_H
