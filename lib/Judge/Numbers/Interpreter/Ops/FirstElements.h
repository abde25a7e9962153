//===- FirstElements.h - The first elements along a dimension ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_JUDGE_NUMBERS_INTERPRETER_OPS_FIRSTELEMENTS_H
#define ALCOVE_LIB_JUDGE_NUMBERS_INTERPRETER_OPS_FIRSTELEMENTS_H

#include "alcove/Judge/Numbers/Kernels/DataMovement.h"

namespace alcove::reference {

/// The first `count` elements of each line along `dim`.
inline Result<Tensor> firstOf(const Tensor &tensor, int64_t dim, int64_t count) {
  Shape ends = tensor.shape();
  ends[dim] = count;
  return slice(tensor, Shape(tensor.rank(), 0), ends, Shape(tensor.rank(), 1));
}

} // namespace alcove::reference

#endif // ALCOVE_LIB_JUDGE_NUMBERS_INTERPRETER_OPS_FIRSTELEMENTS_H
