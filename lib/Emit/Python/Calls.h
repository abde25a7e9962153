//===- Calls.h - An op as a call of ttnn ------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How an op is said in Python is a row: ops, callee, operands of the op in their order (`?` optional, `*` any number),
// and the arguments of the call.
//
//   {"matmul", "matmul", "a b", "a b transpose_a=transpose_a program_config=matmul_program_config dtype=@dtype"}
//
// An argument is `source` or `keyword=source`. A source is an operand, an attribute, or
//
//   @dtype @layout           of the first result        @newdtype   its data type where it is not the operand's
//   @memory                  of placingResult
//   @device                  the device, None for a result on the host      @shape   of the result
//   !False:bool              that text
//   x%window                 x, rewritten by the function of that name in Calls.cpp
//   x|0:int                  x, or that text where it is absent
//
// What is absent is not written as a keyword, and is None in a position.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_EMIT_PYTHON_CALLS_H
#define ALCOVE_LIB_EMIT_PYTHON_CALLS_H

#include "Values.h"

namespace alcove::emit {

struct Row {
  llvm::StringLiteral ops;
  llvm::StringLiteral callee; ///< empty: the name of the op
  llvm::StringLiteral operands, arguments;
};

// One table per family of ops.
llvm::ArrayRef<Row> elementwiseRows();
llvm::ArrayRef<Row> quantizationRows();
llvm::ArrayRef<Row> contractionRows();
llvm::ArrayRef<Row> windowRows();
llvm::ArrayRef<Row> reductionRows();
llvm::ArrayRef<Row> normalizationRows();
llvm::ArrayRef<Row> selectionRows();
llvm::ArrayRef<Row> shapeRows();
llvm::ArrayRef<Row> creationRows();
llvm::ArrayRef<Row> layoutRows();
llvm::ArrayRef<Row> attentionRows();
llvm::ArrayRef<Row> headsRows();
llvm::ArrayRef<Row> cacheRows();
llvm::ArrayRef<Row> collectiveRows();
llvm::ArrayRef<Row> expertRows();
llvm::ArrayRef<Row> runTimeRows();

/// Operands of an op under the names of its row.
struct OperandGroup {
  llvm::StringRef name;
  mlir::OperandRange values;
  bool isList;
};
llvm::SmallVector<OperandGroup> operandGroups(mlir::Operation *op, const Row &row);
/// The row of an op; null where no call is known.
const Row *rowOf(mlir::Operation *op);

/// The expression of a value that was computed before.
using NameOf = llvm::function_ref<Result<Expression>(mlir::Value)>;

/// The call that an op stands for, checked against the signatures. Errors name the op and what it lacks.
Result<Call> callOf(mlir::Operation *op, Values &values, NameOf nameOf);
/// A call takes one place for all of its results: that of most of them, of the first among equals. Null without a
/// result that is a tensor.
mlir::RankedTensorType placingResult(mlir::Operation *op, Values &values);
/// Ops of TTNN that have a row.
std::vector<std::string> opsWithRows();

} // namespace alcove::emit

#endif // ALCOVE_LIB_EMIT_PYTHON_CALLS_H
