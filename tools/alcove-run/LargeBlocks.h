//===- LargeBlocks.h - Memory of large tensors --------------- -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_RUN_LARGEBLOCKS_H
#define ALCOVE_TOOLS_ALCOVE_RUN_LARGEBLOCKS_H

/// Freed memory stays with the program up to a gigabyte. Called before the first allocation that matters.
void keepFreedBlocks();

#endif // ALCOVE_TOOLS_ALCOVE_RUN_LARGEBLOCKS_H
