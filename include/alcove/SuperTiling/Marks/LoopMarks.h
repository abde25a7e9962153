//===- LoopMarks.h - What loops of a plan carry -----------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPERTILING_MARKS_LOOPMARKS_H
#define ALCOVE_SUPERTILING_MARKS_LOOPMARKS_H

#include "llvm/ADT/StringRef.h"

namespace alcove::supertiling {

/// Unit attribute on the outermost loop of a tiled group: the tensors of its body live in fast memory.
inline constexpr llvm::StringLiteral tileLoopAttr = "alcove.tile_loop";
/// Beside it, or on an operation, when a reduction runs over several tiles: floating point sums may round differently.
inline constexpr llvm::StringLiteral splitReductionAttr = "alcove.split_reduction";

/// Beside it when what is loaded and stored has two buffers, and the cores that share each of its loops, outermost
/// first.
inline constexpr llvm::StringLiteral doubleBufferAttr = "alcove.double_buffer";
inline constexpr llvm::StringLiteral gridAttr = "alcove.core_grid";

} // namespace alcove::supertiling

#endif // ALCOVE_SUPERTILING_MARKS_LOOPMARKS_H
