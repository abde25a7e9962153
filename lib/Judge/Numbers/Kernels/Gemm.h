//===- Gemm.h - Blocked matrix product ---------------------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_JUDGE_NUMBERS_KERNELS_GEMM_H
#define ALCOVE_LIB_JUDGE_NUMBERS_KERNELS_GEMM_H

#include <cstdint>
#include <vector>

namespace alcove::reference {

/// A matrix in memory: element (i, j) at data[i * rowStride + j * columnStride]. With `words` set they take the place
/// of `data`: the upper halves of the elements, whose lower halves are zeros.
struct MatrixView {
  const float *data = nullptr;
  int64_t rowStride = 0, columnStride = 0;
  const uint16_t *words = nullptr;
};

constexpr int64_t panelColumns = 16;

/// Copies columns [first, first + 16) of a K x N matrix into K x 16 floats, columns beyond N as zeros.
/// Cost K x 16.
void packPanel(const MatrixView &b, int64_t k, int64_t n, int64_t first, float *panel);
/// c (rows x 16, row stride `cStride`, only `columns` of them written) = a (rows x K, contiguous rows) * panel.
void multiplyPanel(const float *a, int64_t aStride, int64_t rows, int64_t k, const float *panel, float *c,
                   int64_t cStride, int64_t columns);
/// c (M x N, contiguous) = a * b. Only `b` may be in words. Two threads share the columns, or the rows when there are
/// few columns.
void gemm(const MatrixView &a, const MatrixView &b, float *c, int64_t m, int64_t n, int64_t k);
void gemmPlain(const MatrixView &a, const MatrixView &b, float *c, int64_t m, int64_t n, int64_t k);

} // namespace alcove::reference

#endif // ALCOVE_LIB_JUDGE_NUMBERS_KERNELS_GEMM_H
