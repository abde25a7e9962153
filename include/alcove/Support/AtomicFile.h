//===- AtomicFile.h - Whole files in, whole files out -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_SUPPORT_ATOMICFILE_H
#define ALCOVE_SUPPORT_ATOMICFILE_H

#include "alcove/Support/Result.h"

#include <string>
#include <string_view>

namespace alcove {

/// Writes `contents` to a temporary name beside `path` and renames it: a reader sees the old file or the new one,
/// never a half. `-` writes to standard output.
Status writeFileAtomically(const std::string &path, std::string_view contents);

/// The whole file as bytes; `-` reads standard input. Directories and files above `maxBytes` are errors.
Result<std::string> readFile(const std::string &path, size_t maxBytes = size_t(8) << 30);

} // namespace alcove

#endif // ALCOVE_SUPPORT_ATOMICFILE_H
