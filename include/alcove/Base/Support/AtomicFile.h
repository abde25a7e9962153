//===- AtomicFile.h - Whole files in, whole files out -----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one way in which every C++ program and pass writes a file. What a path names decides how:
//
//   nothing, or a regular file     a temporary name in the same directory, then rename: readers see the old file or
//                                  the new one, never a half; mode and owner of the old one are kept
//   a symbolic link                the same for what it points to; the link stays
//   a device, FIFO or socket       opened and written through, never replaced
//   `-`, /dev/stdout, /dev/fd/N    the open descriptor, where it stands
//   a directory, a file that may   an error; nothing changes
//   not be written
//
// The temporary goes away on errors and on SIGHUP, SIGINT, SIGQUIT, SIGTERM and SIGXCPU. SIGKILL within the write may
// leave `.alcove-<pid>-<n>.tmp`, with the old file whole.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_SUPPORT_ATOMICFILE_H
#define ALCOVE_BASE_SUPPORT_ATOMICFILE_H

#include "alcove/Base/Support/Result.h"

#include <string>
#include <string_view>

namespace alcove {

/// Writes `contents` to what `path` names. Safe to call from several threads.
Status writeFileAtomically(const std::string &path, std::string_view contents);

/// Whether `path` names a regular file or nothing yet, so that a better text may replace one that was written before.
/// Everything else takes one text only.
bool isReplaceable(const std::string &path);

/// What the C library still holds for standard output goes out; an error when that, or any write before, has failed.
/// For the end of a program that prints with the C library.
Status flushStandardOutput();

/// However the program ends from here on, by `main` or by `exit`: what it printed is written, or an error in the name of
/// `program` says why not, unless flushStandardOutput said so before, and the exit code is 1. `flushOthers`, if given,
/// writes out other buffers of standard output first, and returns 0 or the errno of the write that failed.
void checkOutputAtExit(const char *program, int (*flushOthers)() = nullptr);

/// The whole file as bytes, inflated when it is a gzip stream; `-` reads standard input. Directories and files above
/// `maxBytes`, before or after, are errors.
Result<std::string> readFile(const std::string &path, size_t maxBytes = size_t(8) << 30);

} // namespace alcove

#endif // ALCOVE_BASE_SUPPORT_ATOMICFILE_H
