//===- Selection.cpp - Calls of ops that choose elements ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Calls.h"

using namespace alcove::emit;

llvm::ArrayRef<Row> alcove::emit::selectionRows() {
  static constexpr Row rows[] = {
      {"sampling", "", "input_values input_indices k p temp", "input_values input_indices k p temp seed=seed"},
      {"topk", "", "input", "input k dim largest sorted memory_config=@memory"},
      {"gather", "", "input index", "input dim index memory_config=@memory"},
      {"scatter", "", "input index source",
       "input=input dim=dim index=index src=source memory_config=@memory reduce=scatter_reduce_type%scatter"},
      {"sort", "", "input", "input dim|-1:int descending|False:bool stable|False:bool memory_config=@memory"},
      {"embedding", "", "input weight", "input weight layout=@layout dtype=@dtype memory_config=@memory"},
      {"embedding_bw", "", "input weight in_gradient", "input weight in_gradient dtype=@dtype memory_config=@memory"},
  };
  return rows;
}
