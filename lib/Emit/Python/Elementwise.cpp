//===- Elementwise.cpp - Calls of ops that look at one element ------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Calls.h"

using namespace alcove::emit;

llvm::ArrayRef<Row> alcove::emit::elementwiseRows() {
  static constexpr Row rows[] = {
      {"abs acos asin asinh atan bitwise_not cbrt ceil cos erf erfc exp expm1 floor gelu hardsigmoid isfinite log "
       "log1p "
       "logical_not mish neg reciprocal relu relu6 rsqrt sigmoid sign silu sin sqrt tan tanh",
       "", "input", "input memory_config=@memory"},
      {"add subtract multiply divide eq ne ge gt le lt logical_and logical_or logical_xor logical_right_shift maximum "
       "minimum",
       "", "lhs rhs", "lhs rhs dtype=@dtype memory_config=@memory"},
      {"pow_tensor", "pow", "lhs rhs", "lhs rhs dtype=@dtype memory_config=@memory"},
      // No data type: the binding of remainder has none, nor have those on bits, nor pow with a number.
      {"remainder bitwise_and bitwise_or bitwise_xor logical_left_shift atan2", "", "lhs rhs",
       "lhs rhs memory_config=@memory"},
      {"pow_scalar", "pow", "lhs", "lhs rhs memory_config=@memory"},
      {"leaky_relu", "", "input", "input parameter memory_config=@memory"},
      {"clamp_scalar", "clamp", "input", "input min max memory_config=@memory"},
      {"clamp_tensor", "clamp", "input min max", "input min max memory_config=@memory"},
      {"where", "", "first second third", "first second third memory_config=@memory"},
      {"gelu_bw", "experimental.gelu_bw", "lhs rhs", "lhs rhs approximate=approximate memory_config=@memory"},
      {"dropout", "experimental.dropout", "input",
       "input probability=prob|0.0:float scale=scale|1.0:float seed=seed|0:int memory_config=@memory"},
  };
  return rows;
}
