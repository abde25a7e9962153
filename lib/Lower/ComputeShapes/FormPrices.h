//===- FormPrices.h - What ops and reshapes of rows cost in one shape or another ----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_COMPUTESHAPES_FORMPRICES_H
#define ALCOVE_LIB_LOWER_COMPUTESHAPES_FORMPRICES_H

#include "RowOps.h"
#include "alcove/Lower/OpPrices.h"

#include <map>

namespace alcove::conversion::rank {

/// Prices in one unit; infinite for what the machine refuses.
class FormPrices {
public:
  virtual ~FormPrices() = default;
  /// The row op as `form`, all tensors as tiles. `isFree`: it is computed once, before the run.
  virtual double op(mlir::Operation *op, llvm::ArrayRef<int64_t> form, bool isFree) = 0;
  /// `value` from one shape to another, as tiles; 0 when they are equal.
  virtual double reshape(mlir::Value value, llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to) = 0;
  /// The same for slices, concats and pads, which work on rows where that is cheaper.
  virtual double toMoves(mlir::Value value, llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to) = 0;
  /// `value` in rows from one shape to another; 0 when they are equal.
  virtual double reshapeRows(mlir::Value value, llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to) = 0;
  /// `value`, which lies in rows as `from`, as tiles of shape `to`.
  virtual double fromRows(mlir::Value value, llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to) = 0;
};

/// Cycles of one core summed over cores: for a program without a machine.
class CyclePrices : public FormPrices {
public:
  double op(mlir::Operation *op, llvm::ArrayRef<int64_t> form, bool isFree) override { return opCycles(op, form); }
  double reshape(mlir::Value value, llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to) override;
  double toMoves(mlir::Value value, llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to) override {
    return reshape(value, from, to);
  }
  /// Rows of any shape are a view, as far as is known without a machine.
  double reshapeRows(mlir::Value, llvm::ArrayRef<int64_t>, llvm::ArrayRef<int64_t>) override { return 0; }
  double fromRows(mlir::Value value, llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to) override;
};

/// Nanoseconds of the op model; every question is asked once.
class ModelPrices : public FormPrices {
public:
  explicit ModelPrices(const OpPrices &prices) : prices(prices) {}
  double op(mlir::Operation *op, llvm::ArrayRef<int64_t> form, bool isFree) override;
  double reshape(mlir::Value value, llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to) override;
  double toMoves(mlir::Value value, llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to) override;
  double reshapeRows(mlir::Value value, llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to) override;
  double fromRows(mlir::Value value, llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to) override;

private:
  using Key = std::vector<int64_t>; ///< op, attributes and types, which are unique in a context, and extents
  double asked(mlir::Operation *op, llvm::ArrayRef<int64_t> form);
  double ask(Key key, llvm::function_ref<std::optional<double>()> price);
  std::optional<double> priceOfReshape(mlir::Value value, llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to,
                                       bool inRows) const;

  const OpPrices &prices;
  std::map<Key, double> known; ///< looked up, never walked
};

} // namespace alcove::conversion::rank

#endif // ALCOVE_LIB_LOWER_COMPUTESHAPES_FORMPRICES_H
