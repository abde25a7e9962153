//===- Quantization.cpp - Calls of quantizing ops -------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Calls.h"

using namespace alcove::emit;

llvm::ArrayRef<Row> alcove::emit::quantizationRows() {
  static constexpr Row rows[] = {
      {"quantize dequantize", "", "input scale zero_point",
       "input scale zero_point axis=axis dtype=@dtype memory_config=@memory"},
      {"requantize", "", "input in_scale in_zero_point out_scale out_zero_point",
       "input in_scale in_zero_point out_scale out_zero_point axis=axis dtype=@dtype memory_config=@memory"},
  };
  return rows;
}
