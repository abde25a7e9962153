//===- DataTypeKinds.h - Reals and block floats -----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_DEVICE_DATATYPEKINDS_H
#define ALCOVE_DEVICE_DATATYPEKINDS_H

#include "alcove/Device/TensorLayout.h"

namespace alcove::device {

/// Floating point, block formats included; integers and Bool stand behind them in the enum.
constexpr bool isReal(DataType type) { return type <= DataType::BfpBf2; }
/// Formats whose elements share an exponent: they exist in tiles alone.
constexpr bool isBlockFloat(DataType type) { return type >= DataType::BfpF8 && type <= DataType::BfpBf2; }
/// Types that the device turns from tiles into rows and back.
constexpr bool convertsPages(DataType type) {
  return type == DataType::BF16 || type == DataType::F32 || type == DataType::U32 || type == DataType::SI32;
}

} // namespace alcove::device

#endif // ALCOVE_DEVICE_DATATYPEKINDS_H
