//===- ConsecutiveMoves.h - Two moves of one kind ---------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_LOWER_FINALIZE_CONSECUTIVEMOVES_H
#define ALCOVE_LIB_LOWER_FINALIZE_CONSECUTIVEMOVES_H

namespace mlir {
class RewritePatternSet;
}

namespace alcove::conversion {

/// reshape, permute, typecast, to_layout, to_tensor_spec: the second of two reads the source of the first, where no
/// value is lost on the way and the source may live longer; what changes nothing vanishes.
void populateConsecutiveMoves(mlir::RewritePatternSet &patterns);

} // namespace alcove::conversion

#endif // ALCOVE_LIB_LOWER_FINALIZE_CONSECUTIVEMOVES_H
