//===- Trial.h - Build, ask for the price, keep or drop ---------------------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_TRIAL_H
#define ALCOVE_LIB_LOWER_TRIAL_H

#include "alcove/Lower/OpPrices.h"

#include "mlir/IR/Builders.h"
#include "mlir/Pass/Pass.h"

namespace alcove::conversion {

/// Ops that one rewriting would put into the function. They stand in the block until `drop`.
class Trial : public mlir::OpBuilder::Listener {
public:
  explicit Trial(mlir::Operation *before) : builder(before) { builder.setListener(this); }
  Trial(const Trial &) = delete;
  Trial &operator=(const Trial &) = delete;

  void notifyOperationInserted(mlir::Operation *op, mlir::OpBuilder::InsertPoint) override { ops.push_back(op); }
  /// Erases what was built.
  void drop();

  mlir::OpBuilder builder;
  llvm::SmallVector<mlir::Operation *> ops; ///< in order
};

/// A pass with prices, in `makePrices`.
template <typename PassT, typename Options>
std::unique_ptr<mlir::Pass> createPriced(Options options, MakeOpPrices makePrices) {
  auto pass = std::make_unique<PassT>(std::move(options));
  pass->makePrices = std::move(makePrices);
  return pass;
}

/// Sum over `ops`, in nanoseconds; those known before the run are free. Nothing when one has no price.
std::optional<double> priceOf(llvm::ArrayRef<mlir::Operation *> ops, const OpPrices &prices);

/// What `trial` costs more than `replaced`, in nanoseconds: negative where it saves, 0 without prices. Nothing when it is
/// not legal or costs more. What has no price now counts as 0.
std::optional<double> addedPrice(const Trial &trial, llvm::ArrayRef<mlir::Operation *> replaced,
                                 const OpPrices *prices);

/// `trial` is legal and costs no more than `replaced`. Without prices every match is one.
bool pays(const Trial &trial, llvm::ArrayRef<mlir::Operation *> replaced, const OpPrices *prices);

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_TRIAL_H
