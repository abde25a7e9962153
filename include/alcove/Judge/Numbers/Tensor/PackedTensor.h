//===- PackedTensor.h - A tensor between its uses ---------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels compute on f32; what waits for its next use takes half of that where no bit is lost:
//
//   f32 bits   | sign | exponent 8 | fraction 7 |  0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 |
//              +--------- kept: 16 bits --------+------ not kept: all zero --------+
//
// That holds for every bf16, bfp8 and bfp4 number, and for f32 tensors made from such. A tensor with one element for
// which it does not hold, or of less than `worthPacking` elements, stays as it is.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_TENSOR_PACKEDTENSOR_H
#define ALCOVE_JUDGE_NUMBERS_TENSOR_PACKEDTENSOR_H

#include "alcove/Judge/Numbers/Tensor/Tensor.h"

namespace alcove::reference {

class PackedTensor {
public:
  /// Elements from which on a tensor is packed: 4 MiB of f32.
  static constexpr int64_t worthPacking = int64_t(1) << 20;

  PackedTensor() = default;
  /// Packs `tensor` where that is exact. Linear in the elements.
  explicit PackedTensor(Tensor tensor);

  bool isPacked() const { return words != nullptr; }
  /// The tensor, bit for bit: shared when it is not packed, a new one when it is.
  Tensor unpacked() const;
  /// A float tensor as f32, which holds every float: the same elements, shared.
  PackedTensor heldAsF32() const;
  /// Times 2^exponent, an integer tensor as it is. Linear in the elements.
  PackedTensor scaledBy(int exponent) const;
  /// Packed words as a packed tensor of a float type that holds them.
  static PackedTensor ofWords(ElementType type, Shape shape, std::vector<uint16_t> words);
  /// The kept halves of the elements; empty when it is not packed.
  std::span<const uint16_t> packedWords() const {
    return words ? std::span<const uint16_t>(*words) : std::span<const uint16_t>();
  }
  /// These elements under another shape of the same number of elements; shared. Not of a block format.
  PackedTensor reshaped(Shape shape) const;
  /// The given rows of a packed tensor, unpacked: one line of the last dimension for each entry of `rows`, which must
  /// be below the number of rows.
  Result<Tensor> rows(std::span<const int64_t> rows) const;
  /// Whether both are packed and one memory holds the elements of both.
  bool sharesElementsOf(const PackedTensor &other) const { return words && words == other.words; }
  int64_t numElements() const { return tensor.numElements(); }
  ElementType elementType() const { return tensor.elementType(); }
  const Shape &shape() const { return tensor.shape(); }
  /// Host bytes that it takes now, and when unpacked.
  int64_t bytes() const { return isPacked() ? 2 * tensor.numElements() : tensor.bytes(); }
  int64_t unpackedBytes() const { return tensor.bytes(); }

private:
  Tensor tensor; ///< without its elements when they are packed
  std::shared_ptr<std::vector<uint16_t>> words;
};

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_TENSOR_PACKEDTENSOR_H
