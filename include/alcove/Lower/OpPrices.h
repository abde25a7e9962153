//===- OpPrices.h - What a rewriting would cost ----------------------------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewritings that are not always a gain build what they would put in, ask for its price, and keep the cheaper form. The
// lowering knows no op model: whoever builds a pipeline hands one in.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LOWER_OPPRICES_H
#define ALCOVE_LOWER_OPPRICES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"

#include <functional>
#include <memory>
#include <optional>

namespace alcove::conversion {

/// Nanoseconds of the fastest program of each family of programs; nothing where none is legal.
struct StoredProduct {
  std::optional<double> fromBanks; ///< weights in one shard per DRAM bank, operand and result in width shards
  std::optional<double> passed;    ///< weights interleaved in DRAM, the operand passed from core to core
};

/// What a product is joined with, as one tensor, and where all of them wait for that. Without a type it is no part.
struct JoinedPart {
  mlir::RankedTensorType others;
  bool inL1 = false;
};

class OpPrices {
public:
  virtual ~OpPrices() = default;
  /// Modelled nanoseconds of a TTIR op as the TTNN op that it becomes, its tensors as tiles interleaved in DRAM;
  /// nothing when the model refuses the op or has no figure for it. Deterministic; the IR stays as it is.
  virtual std::optional<double> nanoseconds(mlir::Operation *op) const = 0;
  /// The same, its tensors interleaved in L1 where plans place them there and they fit.
  virtual std::optional<double> nanosecondsInL1(mlir::Operation *op) const = 0;
  /// As the first for operands of other shapes, which lie as the op takes them (OpPrices moves nothing to it).
  virtual std::optional<double> nanosecondsAs(mlir::Operation *op,
                                              llvm::ArrayRef<llvm::SmallVector<int64_t>> operands) const = 0;
  /// Of a product of one row of tiles with weights that are known before the run, what it takes where the weights are
  /// stored for its program: in one shard per DRAM bank, and interleaved. Of a batch of such products the sum of what
  /// each takes. Nothing for other ops and where no program is legal. Of a part with what brings it to the others, and beside them.
  virtual StoredProduct nanosecondsOfStored(mlir::Operation *op, JoinedPart part = {}) const = 0;
  /// A tensor in rows as tiles, in DRAM.
  virtual std::optional<double> nanosecondsToTiles(mlir::RankedTensorType type) const = 0;
};

/// Prices that are others' but for what a class of its own says.
class OtherPrices : public OpPrices {
public:
  explicit OtherPrices(const OpPrices &prices) : prices(prices) {}
  std::optional<double> nanoseconds(mlir::Operation *op) const override { return prices.nanoseconds(op); }
  std::optional<double> nanosecondsInL1(mlir::Operation *op) const override { return prices.nanosecondsInL1(op); }
  std::optional<double> nanosecondsAs(mlir::Operation *op,
                                      llvm::ArrayRef<llvm::SmallVector<int64_t>> operands) const override {
    return prices.nanosecondsAs(op, operands);
  }
  StoredProduct nanosecondsOfStored(mlir::Operation *op, JoinedPart part = {}) const override {
    return prices.nanosecondsOfStored(op, part);
  }
  std::optional<double> nanosecondsToTiles(mlir::RankedTensorType type) const override {
    return prices.nanosecondsToTiles(type);
  }

protected:
  const OpPrices &prices;
};

/// Prices on the machine that a module is compiled for; null when it says none.
using MakeOpPrices = std::function<std::unique_ptr<OpPrices>(mlir::ModuleOp)>;

} // namespace alcove::conversion

#endif // ALCOVE_LOWER_OPPRICES_H
