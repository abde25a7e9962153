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

#include "alcove/Ops/Queries/Queries.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

namespace alcove::transforms {

/// The op model without layouts: ops on tensors that are all interleaved, in DRAM or in L1.
struct PlainPrices {
  const opmodel::OpModel &model;
  const queries::Machine &machine;
  double leastGain = 0; ///< ns; every part costs time of planning

  /// In nanoseconds; nothing for what the model refuses or does not know.
  std::optional<double> of(mlir::Operation *op, device::BufferType memory) const;
  /// Ops that give what `op` gives cost less by `leastGain`, in one of the two at least.
  bool mayPay(mlir::Operation *op, llvm::ArrayRef<mlir::Operation *> instead) const;
};

/// Builds forms of one op behind it.
class FormBuilder {
public:
  FormBuilder(mlir::Operation *op, const PlainPrices *prices) : op(op), prices(prices), builder(op->getContext()) {
    builder.setInsertionPointAfter(op);
  }

  /// An op of the form that is being built; attributes are those of inherent ones.
  mlir::Value create(llvm::StringRef name, mlir::Type type, mlir::ValueRange operands,
                     llvm::ArrayRef<mlir::NamedAttribute> attributes);
  /// `value` as `type`, which has as many elements.
  mlir::Value reshape(mlir::Value value, mlir::RankedTensorType type);
  /// What `build` makes of `constant` before the run, by a const-eval function of its own.
  mlir::Value load(mlir::Value constant, mlir::RankedTensorType type,
                   llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Value)> build);
  /// A constant of this type takes a five hundredth of the DRAM at most.
  bool mayStore(mlir::RankedTensorType type) const;
  /// `like`, interleaved, with another shape.
  static mlir::RankedTensorType typeOfShape(mlir::RankedTensorType like, llvm::ArrayRef<int64_t> shape);
  static mlir::RankedTensorType inRows(mlir::RankedTensorType type);
  /// The last op that was created makes what `op` makes; it has its name.
  void finish(llvm::StringRef form);
  /// The same where it pays by plain prices, in DRAM or in L1; dropped else.
  void finishIfItPays(llvm::StringRef form);
  bool empty() const { return number == 1; }

private:
  mlir::Operation *op;
  const PlainPrices *prices; ///< null: every form may pay
  mlir::OpBuilder builder;
  llvm::SmallVector<mlir::Operation *> made; ///< of the form that is being built
  int64_t number = 1;
};

/// Of tiles, or without a layout.
bool isTiledOrFree(mlir::Type type);
/// The program of a product applies it to what it makes: activations without parameters.
bool fusesIntoProduct(llvm::StringRef activation);
/// A result of a const-eval function, or a parameter that nothing writes.
bool isKnownBeforeRun(mlir::Value value);

using FormRule = void (*)(mlir::Operation *op, FormBuilder &forms);

/// Contractions.cpp: what is done to a product in its own program, or by ops of their own.
void proposeEpilogues(mlir::Operation *op, FormBuilder &forms);

/// Arithmetic.cpp: small powers.
void proposeProducts(mlir::Operation *op, FormBuilder &forms);
/// Moves.cpp: permutes that move the last dimension; moves of tiles on rows.
void proposeMoves(mlir::Operation *op, FormBuilder &forms);
void proposeRows(mlir::Operation *op, FormBuilder &forms);
/// Broadcasts.cpp: rows of constants as whole tensors of constants; rows as whole tiles.
void proposeRepeatedRows(mlir::Operation *op, FormBuilder &forms);
void proposeRowsOfTiles(mlir::Operation *op, FormBuilder &forms);
/// Convolutions.cpp: windows side by side in a row.
void proposeWindowProducts(mlir::Operation *op, FormBuilder &forms);

/// Marks every op that some rule has another form for; `prices` may be null. O(ops).
void proposeForms(mlir::func::FuncOp function, const PlainPrices *prices);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_OPTIMIZE_FORMS_PROPOSE_H
