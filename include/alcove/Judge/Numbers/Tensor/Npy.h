//===- Npy.h - Tensors in NumPy files --------------------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The .npy format, versions 1.0 to 3.0, C order, little-endian: `<f4 <f2 <f8 |i1 |u1 <u2 <i2 <i4 <u4 <i8 <u8 |b1`.
// Source: numpy/lib/format.py.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_JUDGE_NUMBERS_TENSOR_NPY_H
#define ALCOVE_JUDGE_NUMBERS_TENSOR_NPY_H

#include "alcove/Judge/Numbers/Tensor/Tensor.h"

#include <string_view>

namespace alcove::reference {

/// Reads a tensor: f8 as f32, i2 as i32, u8 as i64. Errors name the byte or the part of the header.
Result<Tensor> readNpy(std::string_view bytes);
/// bf16 and block formats are written as f4, i1 as b1.
std::string writeNpy(const Tensor &tensor);

} // namespace alcove::reference

#endif // ALCOVE_JUDGE_NUMBERS_TENSOR_NPY_H
