//===- PackedMovement.h - Large tensors moved as they are packed ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op that only gives elements in other places works on the 16 bits that a packed tensor keeps of each
// (PackedTensor.h): a quarter of the memory of unpacking, moving and packing again, and the same elements.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_JUDGE_NUMBERS_INTERPRETER_PACKEDMOVEMENT_H
#define ALCOVE_LIB_JUDGE_NUMBERS_INTERPRETER_PACKEDMOVEMENT_H

#include "alcove/Judge/Numbers/Interpreter/OpTable.h"
#include "alcove/Judge/Numbers/Tensor/PackedTensor.h"

namespace alcove::reference {

/// The operand of `op` that can stay packed, when the op gives the elements of that operand as its layout stores them,
/// in a type that is packed too: operand 0 of permutations, reshapes, copies and casts, the table of an embedding.
std::optional<unsigned> packedOperand(mlir::Operation *op, Precision precision);

/// What `op` gives of that operand. `indices`: of an embedding. Nothing where the op has to run to say what is wrong.
std::optional<PackedTensor> movedPacked(mlir::Operation *op, Precision precision, const PackedTensor &from,
                                        const Tensor *indices);

/// Whether the kernel of `op`, a matrix product, can read operand 1 as it is packed.
bool rightMayBePacked(mlir::Operation *op);

} // namespace alcove::reference

#endif // ALCOVE_LIB_JUDGE_NUMBERS_INTERPRETER_PACKEDMOVEMENT_H
