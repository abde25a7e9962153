//===- Spec.h - Constraints of the public specification -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule is a function of one op in a table by name. Its checks carry the identifiers of the specification
// (docs/spec.md of openxla/stablehlo): `C2` of transpose is the check with 2 in its rule. The first one that does not
// hold is the error, with both values. Dynamic extents fit anything; of quantized elements only shapes are looked at.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPS_DIALECT_STABLEHLO_RULES_SPEC_H
#define ALCOVE_LIB_OPS_DIALECT_STABLEHLO_RULES_SPEC_H

#include "alcove/Ops/Dialect/StableHLO/StableHLO.h"

namespace alcove::stablehlo {

using Dims = llvm::SmallVector<int64_t>;

class Spec {
public:
  explicit Spec(mlir::Operation *op) : op(op) {}

  mlir::RankedTensorType in(unsigned i) const { return tensor(op->getOperand(i)); }
  mlir::RankedTensorType out(unsigned i = 0) const { return tensor(op->getResult(i)); }
  /// The integers of an attribute, `absent` times `value` without it.
  Dims list(llvm::StringRef name, size_t absent = 0, int64_t value = 0) const;
  int64_t number(llvm::StringRef name) const;

  // Each is nothing where an earlier check did not hold; `id` is the number of the constraint.
  Spec &holds(unsigned id, bool condition, const llvm::Twine &otherwise);
  Spec &sameShape(unsigned id, llvm::StringRef what, mlir::Type a, mlir::Type b);
  Spec &sameElement(unsigned id, llvm::StringRef what, mlir::Type a, mlir::Type b);
  Spec &sameType(unsigned id, llvm::StringRef what, mlir::Type a, mlir::Type b);
  Spec &shapeIs(unsigned id, llvm::StringRef what, mlir::RankedTensorType type, llvm::ArrayRef<int64_t> expected);
  Spec &sizeIs(unsigned id, llvm::StringRef what, llvm::ArrayRef<int64_t> list, size_t expected);
  /// low <= each < high.
  Spec &inRange(unsigned id, llvm::StringRef what, llvm::ArrayRef<int64_t> list, int64_t low, int64_t high);
  Spec &atLeast(unsigned id, llvm::StringRef what, llvm::ArrayRef<int64_t> list, int64_t low);
  Spec &unique(unsigned id, llvm::StringRef what, llvm::ArrayRef<int64_t> list);
  Spec &sorted(unsigned id, llvm::StringRef what, llvm::ArrayRef<int64_t> list);
  /// Of a region: one block whose arguments have `arguments`, ended by values of `results`.
  Spec &region(unsigned id, llvm::StringRef what, mlir::Region &region, llvm::ArrayRef<mlir::Type> arguments,
               llvm::ArrayRef<mlir::Type> results);

  bool ok() const { return good; }
  llvm::LogicalResult done() const { return llvm::success(good); }

private:
  static mlir::RankedTensorType tensor(mlir::Value value) {
    return mlir::dyn_cast<mlir::RankedTensorType>(value.getType());
  }
  mlir::Operation *op;
  bool good = true;
};

std::string text(llvm::ArrayRef<int64_t> list);
/// Equal or not known.
bool fits(int64_t a, int64_t b);
/// Sums and products of numbers that anybody may write: what is more than an int64 holds ends at its ends.
int64_t sum(std::initializer_list<int64_t> terms);
int64_t product(int64_t a, int64_t b);
mlir::RankedTensorType scalarOf(mlir::Type type);

using Rule = llvm::LogicalResult (*)(mlir::Operation *op);
using RuleTable = llvm::StringMap<Rule>;

// One function per file.
void addElementwiseRules(RuleTable &table);
void addMovementRules(RuleTable &table);
void addIndexingRules(RuleTable &table);
void addContractionRules(RuleTable &table);
void addReductionRules(RuleTable &table);
void addControlRules(RuleTable &table);

} // namespace alcove::stablehlo

#endif // ALCOVE_LIB_OPS_DIALECT_STABLEHLO_RULES_SPEC_H
