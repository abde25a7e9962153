//===- StoreConstants.h - Constants in the layouts of a plan ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A weight that a program wants in another layout in DRAM is converted by a const-eval function, once for all calls:
//
//   %w = load_cached(@f_const_eval_0, [%arg1])         @f_const_eval_0: ... return %0
//   matmul(%x, %w)
//
//   %w = load_cached(@f_const_eval_0, [%arg1])         @f_const_eval_0: ... %1 = to_memory_config(%0); return %1
//   matmul(%x, %w) {dram_sharded}
//
// A function that others read, and a plain argument, get a const-eval function of their own. What the device cannot
// convert within its L1 goes through host memory.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPTIMIZE_CONSTANTS_STORECONSTANTS_H
#define ALCOVE_LIB_OPTIMIZE_CONSTANTS_STORECONSTANTS_H

#include "alcove/OpModel/OpModel.h"
#include "alcove/Ops/Queries/Queries.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace alcove::transforms {

/// Whether the device converts a tensor by itself, within its L1.
bool deviceConverts(const opmodel::OpModel &model, const queries::Machine &machine, const device::TensorSpec &from,
                    const device::TensorSpec &to);

/// A const-eval function that gives what `build` makes of `constant`, an argument of `function` or a result of a load in
/// it: one that does so already and is loaded there, else a new one.
mlir::func::FuncOp constEvalFunction(mlir::func::FuncOp function, mlir::Value constant,
                                     llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Value)> build);
/// What it is called with.
llvm::SmallVector<mlir::Value> inputsOf(mlir::Value constant);
/// Who reads a constant by a load of its own reads it by the first one. O(loads).
void mergeEqualLoads(mlir::ModuleOp module);
/// Removes constants that nobody reads, and const-eval functions that nobody loads.
void dropUnreadConstants(mlir::ModuleOp module);

class ConstantStore {
public:
  /// `fits`: the device converts a tensor from the first layout to the second by itself.
  using Fits = llvm::function_ref<bool(mlir::RankedTensorType from, mlir::RankedTensorType to)>;

  explicit ConstantStore(mlir::func::FuncOp function) : function(function) {}

  /// `constant`, an argument or a result of ttcore.load_cached, as `type`, which differs from its own in the layout.
  mlir::Value storedAs(mlir::Value constant, mlir::RankedTensorType type, Fits fits);

  /// Functions whose only reader asks for another layout give that themselves; loads without a reader are removed.
  void finish();

private:
  mlir::func::FuncOp function;
  llvm::SmallVector<std::pair<std::pair<mlir::Value, mlir::Type>, mlir::Value>> stored;
};

} // namespace alcove::transforms

#endif // ALCOVE_LIB_OPTIMIZE_CONSTANTS_STORECONSTANTS_H
