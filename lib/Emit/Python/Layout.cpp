//===- Layout.cpp - Calls of conversions ----------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Calls.h"

using namespace alcove::emit;

llvm::ArrayRef<Row> alcove::emit::layoutRows() {
  static constexpr Row rows[] = {
      {"typecast", "", "input", "input @dtype memory_config=@memory"},
      {"typecast@host", "to_dtype", "input", "input @dtype"},
      {"assign", "", "input", "input memory_config=@memory dtype=@dtype"},
      {"to_layout", "", "input", "input @layout dtype=@newdtype memory_config=@memory"},
      {"to_memory_config", "", "input", "input @memory"},
      {"to_device", "", "input device", "input device=@device memory_config=@memory"},
      {"from_device", "", "input", "input"},
  };
  return rows;
}
