//===- Functions.h - The functions that passes work on -------------------------------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_FUNCTIONS_H
#define ALCOVE_LIB_LOWER_FUNCTIONS_H

#include "alcove/Lower/Passes.h"
#include "alcove/Ops/Dialect/Effects.h"
#include "alcove/Ops/Dialect/TTCore/FunctionType.h"

#include "mlir/Rewrite/FrozenRewritePatternSet.h"

namespace alcove::conversion {

/// The module whose functions run on the device: the one inside ttcore.device_module, else `module` itself.
mlir::ModuleOp deviceModuleOf(mlir::ModuleOp module);
/// The chips that a program runs on, by rows and columns: `asked`, else the first mesh that the module names. Empty for one.
llvm::SmallVector<int64_t> meshOf(mlir::ModuleOp module, llvm::ArrayRef<int64_t> asked);
/// Functions of that module that have a body, in order.
llvm::SmallVector<mlir::func::FuncOp> deviceFunctions(mlir::ModuleOp module);
/// `ttcore.argument_type` of an argument, when it has one.
std::optional<ttcore::ArgumentType> argumentTypeOf(mlir::BlockArgument argument);
/// Somebody in its module names the function: its callers are known, and they rely on its type.
bool isCalled(mlir::func::FuncOp function);
/// A private const-eval function of `function`, without a body; its name ends in the first number from `index` on that
/// is free, and `index` is the next one then.
mlir::func::FuncOp makeConstEvalFunction(mlir::OpBuilder &builder, mlir::func::FuncOp function, mlir::TypeRange inputs,
                                         mlir::TypeRange outputs, int64_t &index);
/// An input of the function that nothing writes in place: it comes in rows.
bool isInputInRows(mlir::Value value);
/// Common subexpression elimination: what stays answers to the names of what goes. True when something went.
bool mergeEqualOps(mlir::ModuleOp module);
/// Runs `patterns` to a fixpoint: what takes the place of an op, or of ops that only it read, answers to their names.
llvm::LogicalResult applyToFunction(mlir::func::FuncOp function, const mlir::FrozenRewritePatternSet &patterns,
                                    bool *changed = nullptr);
/// Runs `patterns` on every device function to a fixpoint; an error when they do not converge. Whether anything
/// changed: a pass that leaves all as it was says so (markAllAnalysesPreserved), and is not verified again.
llvm::FailureOr<bool> applyToFunctions(mlir::ModuleOp module, mlir::RewritePatternSet &&patterns);

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_FUNCTIONS_H
