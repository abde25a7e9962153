//===- RowWindows.h - Windows of a tensor as rows of a table ---------------------------------------------*- C++
//-*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_DECOMPOSITION_ROWWINDOWS_H
#define ALCOVE_LIB_LOWER_DECOMPOSITION_ROWWINDOWS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/PatternMatch.h"

namespace alcove::conversion {

/// Dimension numbers that StableHLO's gather and scatter share; in brackets the names there.
struct WindowNumbers {
  llvm::SmallVector<int64_t> extents;       ///< of a window, one per dimension of the tensor [slice_sizes]
  llvm::SmallVector<int64_t> map;           ///< component of an index vector -> dimension of the tensor
  llvm::SmallVector<int64_t> dropped;       ///< dimensions of extent 1 that windows do not keep [collapsed, inserted]
  llvm::SmallVector<int64_t> batching;      ///< dimensions of the tensor that run along ...
  llvm::SmallVector<int64_t> indexBatching; ///< ... these of the indices
  llvm::SmallVector<int64_t> windowDims;    ///< where the kept dimensions lie in result or updates [offset_dims]
  int64_t vectorDim = 0;                    ///< dimension of the indices that holds the vectors, or their rank
};

/// Windows of a tensor as rows of a table. A dimension that every window takes whole is part of a row (*column*), the
/// others number the rows:
///
///     tensor (5, 7, 4), windows (2, 1, 4)       table 35 x 4       window (i, j) = rows 7 i + j, 7 (i + 1) + j
///             |  |  '- column
///             '--'---- rows
///
class RowWindows {
public:
  /// `windowed`: shape of the result of a gather, of the updates of a scatter. Nothing when the numbers contradict
  /// each other or the shapes.
  static std::optional<RowWindows> make(llvm::ArrayRef<int64_t> tensor, mlir::RankedTensorType index,
                                        const WindowNumbers &numbers, llvm::ArrayRef<int64_t> windowed);

  int64_t rowCount() const; ///< rows of the table
  int64_t width() const;    ///< elements of a row
  int64_t count() const;    ///< rows that all windows have together
  /// Dimensions of the tensor: rows, then columns.
  llvm::SmallVector<int64_t> order() const;
  /// Dimensions of `windowed`: those of the indices, the kept rows, the kept columns.
  llvm::SmallVector<int64_t> windowOrder() const;
  /// The row of the table for every row of every window, in the order of `windowOrder`. `clamp` moves windows that
  /// would leave the tensor back into it.
  mlir::Value rowIndex(mlir::PatternRewriter &rewriter, mlir::Location loc, mlir::Value index, bool clamp) const;

private:
  bool isRow(int64_t dim) const;
  bool isKept(int64_t dim) const;
  mlir::Value start(mlir::PatternRewriter &rewriter, mlir::Location loc, mlir::Value index, int64_t component,
                    int64_t last, bool clamp) const;

  WindowNumbers numbers;
  llvm::SmallVector<int64_t> tensor;    ///< its shape
  llvm::SmallVector<int64_t> batch;     ///< shape of the indices without the vectors
  llvm::SmallVector<int64_t> rowShape;  ///< batch, then extents of the kept rows
  llvm::SmallVector<int64_t> batchDims; ///< dimensions of `windowed` that are those of the indices
};

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_DECOMPOSITION_ROWWINDOWS_H
