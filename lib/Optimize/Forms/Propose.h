//===- Propose.h - Other op sequences for parts of a function ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each rule looks at one op and builds what computes the same; the planner chooses. A rule says why the two are equal
// and what it leaves alone.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPTIMIZE_FORMS_PROPOSE_H
#define ALCOVE_LIB_OPTIMIZE_FORMS_PROPOSE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

namespace alcove::transforms {

/// Builds forms of one op behind it.
class FormBuilder {
public:
  explicit FormBuilder(mlir::Operation *op) : op(op), builder(op->getContext()) { builder.setInsertionPointAfter(op); }

  /// An op of the form that is being built; attributes are those of inherent ones.
  mlir::Value create(llvm::StringRef name, mlir::Type type, mlir::ValueRange operands,
                     llvm::ArrayRef<mlir::NamedAttribute> attributes);
  /// The last op that was created makes what `op` makes; it has its name.
  void finish(llvm::StringRef form);
  bool empty() const { return number == 1; }

private:
  mlir::Operation *op;
  mlir::OpBuilder builder;
  llvm::SmallVector<mlir::Operation *> made; ///< of the form that is being built
  int64_t number = 1;
};

using FormRule = void (*)(mlir::Operation *op, FormBuilder &forms);

/// Contractions.cpp: what is done to a product in its own program, or by ops of their own.
void proposeEpilogues(mlir::Operation *op, FormBuilder &forms);

/// Marks every op that some rule has another form for. O(ops).
void proposeForms(mlir::func::FuncOp function);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_OPTIMIZE_FORMS_PROPOSE_H
