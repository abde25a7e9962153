//===- Forms.h - Other ways to compute what an op gives -----------------------------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_OPFORMS_FORMS_H
#define ALCOVE_LIB_LOWER_OPFORMS_FORMS_H

#include "../TTIRBuilder.h"
#include "alcove/Lower/LoweringPatterns.h"
#include "alcove/Lower/OpPrices.h"

#include <functional>

namespace alcove::conversion {

/// Ops of one result, and what is read instead of it.
using Replacements = llvm::SmallVector<std::pair<mlir::Operation *, mlir::Value>>;

/// One other way to compute what an op gives, or what an op and those behind it give.
struct Form {
  LoweringPattern pattern;
  llvm::SmallVector<mlir::Operation *> replaced; ///< in the order of the block; nobody else reads the others' results
  std::function<Replacements(mlir::OpBuilder &)> build; ///< of those that are read by others
  bool withoutPrices = true;                            ///< taken where nothing has a price
};

using Forms = llvm::SmallVector<Form>;

/// A tensor of one element.
inline bool isNumber(mlir::Value value) {
  mlir::RankedTensorType type = tensorTypeOf(value);
  return type.hasStaticShape() && type.getNumElements() == 1;
}

/// What `change` makes of a constant; of a typecast it changes what that reads, so that formats with shared exponents are
/// not cut.
mlir::Value changeConstant(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value constant,
                           llvm::function_ref<mlir::Value(mlir::Value)> change);

/// Of an argmax along the last dimension of bf16. In stages, and on tiles: see Argmax.cpp.
void addArgmaxForms(mlir::Operation *op, Forms &forms);

/// (a b) s = (a s) b = a (b s) for a number s, where the operand is smaller than the product: attention scores by the
/// width of a head. As many roundings as before, of a or b instead of the product; equal in every bit where s is a power
/// of two.
void addScaleForms(mlir::Operation *op, Forms &forms);

/// Rows of tiles times constants, by parts of the columns or by matrices of a batch: see StoredProducts.cpp.
void addStoredProductForms(mlir::Operation *op, const OpPrices &prices, Forms &forms);

/// Of channels that are joined in front of products with constants, or cut behind one: see WholeTiles.cpp.
void addWholeTileForms(mlir::Operation *op, Forms &forms);

/// Of a product with matrices that are repeated head by head: see SharedHeads.cpp.
void addSharedHeadForms(mlir::Operation *op, Forms &forms);

/// Of a reshape into groups, with the arithmetic behind it: see GroupStatistics.cpp.
void addGroupForms(mlir::Operation *op, Forms &forms);

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_OPFORMS_FORMS_H
