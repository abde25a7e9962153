//===- InputText.h - What a text must be before MLIR parses it --*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR parses, prints and hashes by recursion: a text that nests without bound overflows the stack, and NUL bytes are
// blanks to it. One pass over the text, before the parser, bounds what makes that recursion deep:
//
//   [[[ 1 ]]]                brackets of any kind, one within the other      IO-6
//   d0 + d1 + d2             operators of one affine expression              IO-7
//   #a = [0]                 attributes built of aliases: how deep they are
//   #b = [#a, #a]            (here 2 brackets), and how large (here 3)       IO-8
//   12345...                 characters of one number or shape, which MLIR
//                            reads in the square of them                    IO-9
//   abc...                   characters of one name, which an error repeats   IO-13
//
// The bounds are far above what programs have (brackets: 17 in the deepest of the models at hand) and far below what
// fits the stack of 8 MiB, with sanitizers too.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_SUPPORT_INPUTTEXT_H
#define ALCOVE_BASE_SUPPORT_INPUTTEXT_H

#include "alcove/Base/Support/Result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace alcove {

struct TextLimits {
  int64_t brackets = 256;
  int64_t operators = 256;
  int64_t aliasDepth = 1024;
  int64_t aliasSize = int64_t(1) << 20;
  int64_t digits = 1000;
  int64_t name = 1 << 16;
};

/// `text` without the mark that some editors write before UTF-8 (EF BB BF): it says nothing of what follows (IO-14).
std::string_view withoutByteOrderMark(std::string_view text);

/// `text` begins with one of the marks of UTF-16 (IO-14).
bool isUtf16(std::string_view text);

/// Success, or the error of the first byte that breaks IO-5 (a NUL byte) to IO-9 or IO-13, as "name:line:column: error:
/// ...". Linear in the text. MLIR bytecode (IO-10) and UTF-16 (IO-14) are
/// refused.
Status checkInputText(std::string_view text, const std::string &name, const TextLimits &limits = {});

/// An error when `path` ("-" = standard input) is a device that gives bytes for ever, such as /dev/zero (IO-12).
Status checkEnds(const std::string &path);

} // namespace alcove

#endif // ALCOVE_BASE_SUPPORT_INPUTTEXT_H
