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

#include <map>

namespace alcove::conversion::rank {

/// The form (shape) in which every row op of a function computes its result, chosen by price. Nothing is changed here.
///
///     %1 = matmul(%a, %w) : 32x8192          form 32x8192
///     %2 = reshape(%1)    : 32x1x8192        (reshapes are looked through: only where values come from counts)
///     %3 = silu(%2)       : 32x1x8192        form 32x1x8192 -> 32x8192: 256 tiles instead of 8192, no reshape
///
/// A row op computes every row of its result alike (RowOps.h); its form is the shape in which it does so. The price of
/// a choice is that of the row ops, with all tensors as tiles, and of the reshapes that the forms leave between a value
/// and its uses (FormPrices asks the op model where the machine is known). An input of the function lies in rows. It is
/// viewed as rows and tilized in each shape that its uses take, or tilized as it is and reshaped. Indices of an
/// embedding leave in rows, and results as tiles or in rows. Groups of ops that share rows change their form together,
/// first elementwise readers of one input too, then with the reshapes inside of the group, then without them. A group
/// changes when the price falls, or when the price stays and its shapes get fewer dimensions. The choice is therefore a
/// local minimum, the price never rises, and choosing again changes nothing.
///
/// Work: O(rounds * groups * candidates * (ops + uses by them)): a value read by thousands is as quick as another.
class FormChoice {
public:
  FormChoice(mlir::func::FuncOp function, FormPrices &prices);
  void run();
  const std::vector<mlir::Operation *> &rowOps() const { return ops; }
  llvm::ArrayRef<int64_t> formOf(size_t op) const { return forms[op]; }

private:
  using Group = std::vector<size_t>;
  /// The shapes that the uses of one value take, each with how many take it, how many of these work on tiles, how
  /// many on rows where that is cheaper, and how many look rows of a table up. The others return it.
  struct Count {
    int64_t uses = 0, asTiles = 0, inRows = 0, asIndices = 0;
    int64_t leave() const { return uses - asTiles - inRows; }
  };
  using Wanted = std::map<std::vector<int64_t>, Count>;

  /// Which ops are one group: makers and readers of a value; of a value and its reshapes; and elementwise readers of an
  /// input in rows, which is tilized once.
  enum class Links { Direct, ThroughReshapes, Readers };
  std::vector<Group> groupsOf(Links links);
  bool improve(const Group &group);
  std::vector<std::vector<Form>> candidatesOf(const Group &group) const;
  double priceOf(const Group &group) const;
  double priceOfOp(size_t op) const;
  double priceOfReshapes(mlir::Value origin) const;
  double priceFromRows(mlir::Value origin, const Wanted &wanted) const;
  llvm::ArrayRef<int64_t> heldForm(mlir::Value origin) const;
  void install(const Group &group, llvm::ArrayRef<Form> candidate);
  /// The shape that operand `operand` of a row op takes counts `by` times more.
  void count(size_t op, unsigned operand, int64_t by);

  std::vector<mlir::Operation *> ops; ///< in program order
  llvm::DenseMap<mlir::Operation *, size_t> indexOf;
  std::vector<Form> forms;                      ///< by op
  llvm::DenseMap<mlir::Value, Wanted> wantedOf; ///< by origin
  llvm::DenseMap<mlir::Value, bool> isFree;     ///< origins that const-eval reshapes
  llvm::DenseMap<mlir::Value, bool> liesInRows; ///< origins that are inputs of the function
  FormPrices &prices;
  mutable std::vector<std::vector<std::pair<Form, double>>> opPrices; ///< by op, as asked
};

/// Where `value` comes from before reshapes. Reshapes of what is written in place stay: they are read at their time.
mlir::Value originOf(mlir::Value value);

} // namespace alcove::conversion::rank

#endif // ALCOVE_LIB_LOWER_COMPUTESHAPES_FORMCHOICE_H
