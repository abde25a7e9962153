//===- Reduction.cpp - Calls of sums, extrema and scans -------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Calls.h"

using namespace alcove::emit;

llvm::ArrayRef<Row> alcove::emit::reductionRows() {
  static constexpr Row rows[] = {
      {"sum mean max min", "", "input",
       "input dim_arg keep_dim memory_config=@memory compute_kernel_config=compute_config"},
      {"prod", "", "input", "input dim_arg keep_dim memory_config=@memory"},
      {"argmax", "", "input", "input dim keep_dim memory_config=@memory"},
      {"cumsum cumprod", "", "input", "input dim dtype=@dtype memory_config=@memory"},
  };
  return rows;
}
