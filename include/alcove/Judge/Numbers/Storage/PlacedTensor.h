//===- PlacedTensor.h - A tensor as bytes on cores --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_STORAGE_PLACEDTENSOR_H
#define ALCOVE_JUDGE_NUMBERS_STORAGE_PLACEDTENSOR_H

#include "alcove/Judge/Numbers/Storage/PhysicalLayout.h"
#include "alcove/Judge/Numbers/Tensor/Tensor.h"

namespace alcove::reference {

/// What one core's L1, one DRAM bank or the host holds of a tensor.
struct CoreMemory {
  int64_t x = 0, y = 0; ///< column and row; of a bank: its number, 0
  std::vector<uint8_t> bytes;
};

/// A stored tensor. Nothing here knows the elements: they are in the bytes only.
struct Placed {
  PhysicalLayout layout;
  Shape shape;
  ElementType heldType = ElementType::F32; ///< of the tensor that readBack gives
  std::vector<CoreMemory> memories;        ///< one per shard or bank
};

/// Stores `tensor`: pads with poison, cuts into shards or pages, encodes. Elements of a tensor held in f32 are stored
/// as f32 where the layout names another float type (a module run in f32); others in the layout's type. Linear in the
/// padded size. Errors: ST-1..ST6, or more than maxTensorBytes.
Result<Placed> place(const Tensor &tensor, const PhysicalLayout &layout);

/// ST-9: whether readBack(place(tensor, layout)) is `tensor` again for every layout that passes checkLayout, and the
/// tensor so large (tooManyToStore elements with its padding) that it is not worth showing once more: floats,
/// interleaved, held in the very type that the layout stores. A 1x1 kernel in tiles takes 1024 times its elements.
constexpr int64_t tooManyToStore = int64_t(1) << 23;
bool readsBackAsIs(ElementType held, std::span<const int64_t> shape, const PhysicalLayout &layout);

/// The elements, found through the layout alone; padding is not looked at.
Result<Tensor> readBack(const Placed &placed);

/// Reads the same bytes through another layout and shape, as a view does, or a kernel that was told another layout than
/// the one that wrote them. An error when the layout does not describe the shape or needs bytes that the memories lack.
Result<Tensor> readAs(const Placed &placed, const PhysicalLayout &layout, const Shape &shape);

/// All of the padded 2-D view, poison included, row-major: what a kernel sees that reads its padding.
Result<Tensor> readPadded(const Placed &placed);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_STORAGE_PLACEDTENSOR_H
