//===- Shape.cpp - Calls of ops that move elements ------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Calls.h"

using namespace alcove::emit;

llvm::ArrayRef<Row> alcove::emit::shapeRows() {
  static constexpr Row rows[] = {
      {"reshape", "", "input", "input shape memory_config=@memory"},
      {"permute", "", "input", "input permutation memory_config=@memory pad_value=pad_value"},
      {"transpose", "", "input", "input dim0 dim1 memory_config=@memory"},
      {"concat", "", "inputs*", "inputs dim memory_config=@memory"},
      {"slice_static", "slice", "input", "input begins ends step memory_config=@memory"},
      {"slice_dynamic", "slice", "input begins ends", "input begins ends step memory_config=@memory"},
      {"pad", "", "input", "input padding%pairs value use_multicore=use_multicore memory_config=@memory"},
      {"repeat", "", "input", "input repeat_dims memory_config=@memory"},
      {"repeat_interleave", "", "input", "input repeats dim memory_config=@memory"},
  };
  return rows;
}
