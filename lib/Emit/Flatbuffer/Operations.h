//===- Operations.h - An op as a table --------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of an op is that of its name (`to_layout`: ToLayoutOp), and a field gets the attribute or the operand of its
// name. A row says what is otherwise:
//
//   {"eq ne", "EltwiseBinaryOp", "type=@op output_dtype=@dtype"}
//   {"slice_static", "SliceOp", "type=@op params=SliceStaticOpParams(begins ends)"}
//
//   @op       the enumerator of the op's name     @dtype    data type of the first result     @memory   where it lies
//   -         never set        x         the attribute or operand x        ?x        the attribute x, else nothing
//
// An attribute that no field takes is an error.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_EMIT_FLATBUFFER_OPERATIONS_H
#define ALCOVE_LIB_EMIT_FLATBUFFER_OPERATIONS_H

#include "Values.h"

namespace alcove::emit::flatbuffer {

/// The reference that stands for a value: of a tensor, a device, a semaphore.
using Referred = llvm::function_ref<Result<NodePtr>(mlir::Value)>;

Result<NodePtr> operationOf(mlir::Operation *op, const Values &values, Referred referred);

} // namespace alcove::emit::flatbuffer

#endif // ALCOVE_LIB_EMIT_FLATBUFFER_OPERATIONS_H
