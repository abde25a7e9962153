//===- TwoProducts.h - A mesh problem for a pencil --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   x [32, 64] -> up (w1 [64, 128]) -> h [32, 128] -> down (w2 [128, 64]) -> y [32, 64]     two chips
//
//   a product takes 100 whole and 50 split; a gather costs 10, a reduction 30, a slice 0
//   columns, contraction, reduce:  50 + 50 + 30 = 130       bytes: half of both weights
//   replicated:                   100 + 100     = 200       bytes: all of them
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_PLAN_MESH_TWOPRODUCTS_H
#define ALCOVE_UNITTESTS_PLAN_MESH_TWOPRODUCTS_H

#include "alcove/Plan/Mesh/Problem.h"

namespace alcove::plan::mesh {

inline constexpr int32_t whole = 0, split0 = 1, split1 = 2, summands = 3;

inline Tensor matrix(const char *name, int64_t rows, int64_t columns, bool isArgument) {
  Tensor tensor;
  tensor.name = name;
  tensor.shape = {rows, columns};
  tensor.bytes = 2 * rows * columns;
  tensor.shardings = {{replicated}, {0}, {1}};
  //                    R   S0           S1
  tensor.conversions = {0,  0,          0,          // R
                        10, 0,          impossible, // S0
                        10, impossible, 0};         // S1
  if (!isArgument) {
    tensor.shardings.push_back({partial});
    tensor.conversions = {0,  0,          0, impossible, 10, 0,  impossible, impossible,
                          10, impossible, 0, impossible, 30, 20, 20,         0};
  }
  return tensor;
}

inline Op product(const char *name, int32_t left, int32_t right, int32_t out) {
  Op op;
  op.name = name;
  op.inputs = {left, right};
  op.outputs = {out};
  op.strategies = {{{Split::Whole}, {whole, whole}, {whole}, 100, 0},
                   {{Split::Batch}, {split0, whole}, {split0}, 60, 0},
                   {{Split::Columns}, {whole, split1}, {split1}, 50, 0},
                   {{Split::Contraction}, {split1, split0}, {summands}, 50, 0}};
  return op;
}

inline Problem twoProducts() {
  Problem problem;
  problem.name = "two products";
  problem.axes = {2};
  problem.capacity = 1 << 20;
  problem.tensors = {matrix("x", 32, 64, true), matrix("w1", 64, 128, true), matrix("h", 32, 128, false),
                     matrix("w2", 128, 64, true), matrix("y", 32, 64, false)};
  problem.tensors[1].isParameter = problem.tensors[3].isParameter = true;
  problem.tensors[4].isResult = true;
  problem.ops = {product("up", 0, 1, 2), product("down", 2, 3, 4)};
  return problem;
}

} // namespace alcove::plan::mesh

#endif // ALCOVE_UNITTESTS_PLAN_MESH_TWOPRODUCTS_H
