//===- Creation.cpp - Calls that make tensors of nothing ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Calls.h"

using namespace alcove::emit;

llvm::ArrayRef<Row> alcove::emit::creationRows() {
  static constexpr Row rows[] = {
      {"full", "", "device?",
       "shape=shape fill_value=fill_value dtype=@dtype layout=@layout device=@device memory_config=@memory"},
      {"zeros ones empty", "", "device?",
       "shape=shape dtype=@dtype layout=@layout device=@device memory_config=@memory"},
      {"arange", "", "device?", "start end step dtype=@dtype device=@device memory_config=@memory layout=@layout"},
      {"rand", "", "device?",
       "shape=size device=@device dtype=@dtype layout=@layout memory_config=@memory low=low high=high seed=seed"},
      {"constant", "Tensor", "device?",
       "data=value%flat shape=@shape data_type=@dtype layout=@layout device=@device memory_config=@memory"},
  };
  return rows;
}
