//===- FormChoice.h - Which shape every row op computes ----------------------------------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_COMPUTESHAPES_FORMCHOICE_H
#define ALCOVE_LIB_LOWER_COMPUTESHAPES_FORMCHOICE_H

#include "FormPrices.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

#include <set>

namespace alcove::conversion::rank {

/// The form (shape) in which every row op of a function computes its result, chosen by price. Nothing is changed here.
///
///     %1 = matmul(%a, %w) : 32x8192          form 32x8192
///     %2 = reshape(%1)    : 32x1x8192        (reshapes are looked through: only where values come from counts)
///     %3 = silu(%2)       : 32x1x8192        form 32x1x8192 -> 32x8192: 256 tiles instead of 8192, no reshape
///
/// Price = that of the row ops, all tensors as tiles, + that of the reshapes that the forms leave between a value and
/// those who take it (FormPrices: the op model's where the machine is known). An input of the function lies in rows: it
/// is viewed there and tilized in each shape, or tilized as it is and reshaped. Groups of ops that share rows move
/// together: first with reshapes inside the group, then without; a group moves when its price falls, or stays and
/// dimensions get fewer. So the choice is a local minimum, the price never rises, and a
/// function that was chosen once stays as it is.
///
/// Work: O(rounds * groups * candidates * (ops + uses)).
class FormChoice {
public:
  FormChoice(mlir::func::FuncOp function, FormPrices &prices);
  void run();
  const std::vector<mlir::Operation *> &rowOps() const { return ops; }
  llvm::ArrayRef<int64_t> formOf(size_t op) const { return forms[op]; }

private:
  /// Somebody who takes a value in a shape: operand `operand` of row op `op`, or a fixed shape.
  struct Taker {
    std::optional<size_t> op;
    unsigned operand = 0;
    Form fixed;
    bool moves = false; ///< a slice, concat or pad, which may work on rows
  };
  using Group = std::vector<size_t>;

  std::vector<Group> groupsOf(bool throughReshapes);
  bool improve(const Group &group);
  std::vector<std::vector<Form>> candidatesOf(const Group &group) const;
  double priceOf(const Group &group) const;
  double priceOfOp(size_t op) const;
  double priceOfReshapes(mlir::Value origin) const;
  double priceFromRows(mlir::Value origin, const std::set<std::vector<int64_t>> &wanted) const;
  llvm::ArrayRef<int64_t> heldForm(mlir::Value origin) const;
  Form takenForm(const Taker &taker) const;

  std::vector<mlir::Operation *> ops; ///< in program order
  llvm::DenseMap<mlir::Operation *, size_t> indexOf;
  std::vector<Form> forms;                                 ///< by op
  llvm::MapVector<mlir::Value, std::vector<Taker>> takers; ///< by origin
  llvm::DenseMap<mlir::Value, bool> isFree;                ///< origins that const-eval reshapes
  llvm::DenseMap<mlir::Value, bool> liesInRows;            ///< origins that are inputs of the function
  FormPrices &prices;
  mutable std::vector<std::vector<std::pair<Form, double>>> opPrices; ///< by op, as asked
};

/// Where `value` comes from before reshapes. Reshapes of what is written in place stay: they are read at their time.
mlir::Value originOf(mlir::Value value);

} // namespace alcove::conversion::rank

#endif // ALCOVE_LIB_LOWER_COMPUTESHAPES_FORMCHOICE_H
