//===- StridedView.h - Which elements of a product a moved tensor holds -------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_HEADS_STRIDEDVIEW_H
#define ALCOVE_LIB_LOWER_HEADS_STRIDEDVIEW_H

#include "../TTIRBuilder.h"

namespace alcove::conversion {

/// `extent` elements, each `stride` elements of the source behind the one before.
struct StridedFactor {
  int64_t extent = 1, stride = 1;
  bool operator==(const StridedFactor &other) const { return extent == other.extent && stride == other.stride; }
};

/// Every dimension of a tensor as the elements that it runs over in the tensor it was moved from by reshapes, permutes
/// and slices. A dimension is a list of factors, outermost first; without factors it has the extent 1.
///
///     source 64x96                 {64 by 96} {96 by 1}
///     slice columns 32..64, 64x32  {64 by 96} {32 by 1}, offset 32
///     reshape       2x32x1x32      {2 by 3072} {32 by 96} {} {32 by 1}
///     permute       2x1x32x32      {2 by 3072} {} {32 by 96} {32 by 1}
class StridedView {
public:
  using Dimension = llvm::SmallVector<StridedFactor, 2>;

  explicit StridedView(llvm::ArrayRef<int64_t> shape);

  /// Follows `op` on the viewed tensor; false, with the view as it was, for other ops and where no list of factors says
  /// it. O(dimensions).
  bool follow(mlir::Operation *op);

  llvm::ArrayRef<Dimension> dimensions() const { return dims; }
  int64_t offset() const { return first; }

private:
  bool reshaped(llvm::ArrayRef<int64_t> shape);
  bool sliced(ttir::SliceStaticOp op);

  llvm::SmallVector<Dimension, 5> dims;
  int64_t first = 0; ///< element of the source
};

/// Factors that continue each other as one; those of extent 1 go.
StridedView::Dimension mergedFactors(llvm::ArrayRef<StridedFactor> factors);

/// Elements of one dimension, in order.
///
///     heads of queries, keys and values side by side, keys of all: {4 heads by 96} {32 by 1}, offset 32, of 384
///     => reshape 4x96, slice 32..64 of the second
class StridedSelection {
public:
  /// The selection; empty where `factors` do not fall or reach beyond `extent`.
  static std::optional<StridedSelection> of(llvm::ArrayRef<StridedFactor> factors, int64_t offset, int64_t extent);

  int64_t size() const;
  bool isAll() const { return cut.size() == 1 && begin[0] == 0 && extents[0] == cut[0]; }
  /// One run of elements, from which one on.
  std::optional<int64_t> runFrom() const { return cut.size() == 1 ? std::optional(begin[0]) : std::nullopt; }
  /// `value` with these elements of dimension `dim`.
  mlir::Value select(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, int64_t dim) const;

private:
  llvm::SmallVector<int64_t, 3> cut, begin, extents; ///< the dimension as several, and what is taken of each
};

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_HEADS_STRIDEDVIEW_H
