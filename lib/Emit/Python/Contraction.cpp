//===- Contraction.cpp - Calls of products --------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Calls.h"

using namespace alcove::emit;

llvm::ArrayRef<Row> alcove::emit::contractionRows() {
  static constexpr Row rows[] = {
      {"matmul", "", "a b",
       "a b transpose_a=transpose_a transpose_b=transpose_b memory_config=@memory dtype=@dtype "
       "program_config=matmul_program_config activation=activation compute_kernel_config=compute_config"},
      {"linear", "", "a b bias?",
       "a b bias=bias transpose_a=transpose_a transpose_b=transpose_b memory_config=@memory dtype=@dtype "
       "program_config=matmul_program_config activation=activation compute_kernel_config=compute_config"},
      {"sparse_matmul", "", "a b sparsity",
       "a b sparsity=sparsity program_config=program_config nnz=nnz is_input_a_sparse=is_input_a_sparse "
       "is_input_b_sparse=is_input_b_sparse memory_config=@memory dtype=@dtype compute_kernel_config=compute_config"},
  };
  return rows;
}
