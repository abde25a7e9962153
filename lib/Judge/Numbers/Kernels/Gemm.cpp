//===- Gemm.cpp - Blocked matrix product -------------------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Gemm.h"
#include "alcove/Judge/Numbers/Tensor/Strided.h"

#include <algorithm>
#include <bit>

// Only lanes differ between the clones, not the operations: without contraction results are the same on any machine.
#if defined(__x86_64__) && defined(__clang__)
#define ALCOVE_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define ALCOVE_CLONES
#endif

namespace alcove::reference {

static float valueOf(float element) { return element; }
static float valueOf(uint16_t word) { return std::bit_cast<float>(static_cast<uint32_t>(word) << 16); }

template <typename T>
__attribute__((always_inline)) static inline void fillPanel(const T *from, int64_t rowStride, int64_t columnStride,
                                                            int64_t k, int64_t columns, float *panel) {
  if (columns < panelColumns)
    std::fill_n(panel, k * panelColumns, 0.0f);
  if (rowStride == 1) { // columns lie one after another: whole lines of the cache of each, not one element of sixteen
    constexpr int64_t block = 32;
    for (int64_t first = 0; first < k; first += block)
      for (int64_t j = 0; j < columns; ++j)
        for (int64_t row = first, last = std::min(k, first + block); row < last; ++row)
          panel[row * panelColumns + j] = valueOf(from[j * columnStride + row]);
    return;
  }
  for (int64_t row = 0; row < k; ++row, from += rowStride, panel += panelColumns)
    if (columnStride == 1 && columns == panelColumns)
      for (int64_t j = 0; j < panelColumns; ++j)
        panel[j] = valueOf(from[j]);
    else
      for (int64_t j = 0; j < columns; ++j)
        panel[j] = valueOf(from[j * columnStride]);
}

ALCOVE_CLONES void packPanel(const MatrixView &b, int64_t k, int64_t n, int64_t first, float *panel) {
  int64_t columns = std::min(panelColumns, n - first), offset = first * b.columnStride;
  if (b.words)
    fillPanel(b.words + offset, b.rowStride, b.columnStride, k, columns, panel);
  else
    fillPanel(b.data + offset, b.rowStride, b.columnStride, k, columns, panel);
}

template <int rows>
__attribute__((always_inline)) static inline void multiplyRows(const float *a, int64_t aStride, int64_t k,
                                                               const float *panel, float *c, int64_t cStride,
                                                               int64_t columns) {
  float sums[rows][panelColumns] = {};
  for (int64_t i = 0; i < k; ++i)
    for (int r = 0; r < rows; ++r) {
      float factor = a[r * aStride + i];
      for (int64_t j = 0; j < panelColumns; ++j)
        sums[r][j] += factor * panel[i * panelColumns + j];
    }
  for (int r = 0; r < rows; ++r)
    for (int64_t j = 0; j < columns; ++j)
      c[r * cStride + j] = sums[r][j];
}

ALCOVE_CLONES void multiplyPanel(const float *a, int64_t aStride, int64_t rows, int64_t k, const float *panel, float *c,
                                 int64_t cStride, int64_t columns) {
  int64_t row = 0;
  for (; row + 4 <= rows; row += 4)
    multiplyRows<4>(a + row * aStride, aStride, k, panel, c + row * cStride, cStride, columns);
  for (; row < rows; ++row)
    multiplyRows<1>(a + row * aStride, aStride, k, panel, c + row * cStride, cStride, columns);
}

void gemm(const MatrixView &a, const MatrixView &b, float *c, int64_t m, int64_t n, int64_t k) {
  // Rows of A are read one after another: a transposed A is copied once.
  std::vector<float> copy;
  MatrixView rows = a;
  if (a.columnStride != 1) {
    copy.resize(m * k);
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < k; ++j)
        copy[i * k + j] = a.data[i * a.rowStride + j * a.columnStride];
    rows = {copy.data(), k, 1};
  }
  int64_t panels = (n + panelColumns - 1) / panelColumns;
  auto columnsOfPanel = [&](int64_t panel, int64_t firstRow, int64_t lastRow, std::vector<float> &packed) {
    packPanel(b, k, n, panel * panelColumns, packed.data());
    multiplyPanel(rows.data + firstRow * rows.rowStride, rows.rowStride, lastRow - firstRow, k, packed.data(),
                  c + firstRow * n + panel * panelColumns, n, std::min(panelColumns, n - panel * panelColumns));
  };
  int64_t work = m * n * k;
  if (panels >= 2) {
    inParts(panels, work, [&](int64_t begin, int64_t end) {
      std::vector<float> packed(k * panelColumns);
      for (int64_t panel = begin; panel < end; ++panel)
        columnsOfPanel(panel, 0, m, packed);
    });
    return;
  }
  inParts(m, work, [&](int64_t begin, int64_t end) {
    std::vector<float> packed(k * panelColumns);
    for (int64_t panel = 0; panel < panels; ++panel)
      columnsOfPanel(panel, begin, end, packed);
  });
}

void gemmPlain(const MatrixView &a, const MatrixView &b, float *c, int64_t m, int64_t n, int64_t k) {
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      float sum = 0.0f;
      for (int64_t x = 0; x < k; ++x)
        sum += a.data[i * a.rowStride + x * a.columnStride] *
               (b.words ? valueOf(b.words[x * b.rowStride + j * b.columnStride])
                        : b.data[x * b.rowStride + j * b.columnStride]);
      c[i * n + j] = sum;
    }
}

} // namespace alcove::reference
