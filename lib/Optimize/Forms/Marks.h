//===- Marks.h - Alternatives in the IR -------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of a function that may be realised by one of several op sequences. Its forms stand one behind the other in the
// block, marked; form 0 is the program as it stands, and nobody reads what the others make. So a program with
// alternatives is an ordinary program, and whoever drops the others as dead code takes the program as it stands:
//
//   %0 = "ttnn.matmul"(%a, %w) <{activation = "silu"}> {alcove.form = {part = "dot.3", form = "as-it-stands",
//                                                       number = 0, results = [0]}}
//   %1 = "ttnn.matmul"(%a, %w)  {alcove.form = {part = "dot.3", form = "activation-apart", number = 1, results = [-1]}}
//   %2 = "ttnn.silu"(%1)        {alcove.form = {part = "dot.3", form = "activation-apart", number = 1, results = [0]}}
//   readers of %0
//
// `results`: per result of the op, which result of the part it is; -1 = it stays within the form.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_OPTIMIZE_FORMS_MARKS_H
#define ALCOVE_LIB_OPTIMIZE_FORMS_MARKS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <map>
#include <string>
#include <vector>

namespace alcove::transforms {

inline constexpr llvm::StringLiteral formAttrName = "alcove.form";

struct MarkedForm {
  std::string name;
  std::vector<mlir::Operation *> ops; ///< in the order of the block
  std::vector<mlir::Value> results;   ///< by number; null where no op makes it
};

struct MarkedPart {
  std::string name;
  std::vector<MarkedForm> forms;
};

/// Marks `op` as one of form `number` of a part; its first result is result 0 of the part when `makesResult`.
void markForm(mlir::Operation *op, llvm::StringRef part, llvm::StringRef form, int64_t number, bool makesResult);

/// The parts of a function in the order of the block. A malformed mark is an error at its op.
mlir::FailureOr<std::vector<MarkedPart>> markedParts(mlir::func::FuncOp function);

/// Takes the form that `forced` names of each part (part -> form), and of all others form 0 where `all`: the other forms
/// of these parts go, with their marks. Errors: no such part, no such form, with those that there are.
mlir::LogicalResult takeForms(mlir::func::FuncOp function, const std::map<std::string, std::string> &forced, bool all);

/// Readers of form 0 read what form `taken` makes; the ops of the other forms go.
void realise(const MarkedPart &part, size_t taken);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_OPTIMIZE_FORMS_MARKS_H
