//===- Print.h - Formatted text on standard output --------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_SUPPORT_PRINT_H
#define ALCOVE_BASE_SUPPORT_PRINT_H

#include <cstdio>
#include <fmt/format.h>

namespace alcove {

/// Prints to standard output. A full disk is no exception here (fmt::print throws), but is reported by
/// flushStandardOutput at the end of the program.
template <typename... Args>
void print(fmt::format_string<Args...> format, Args &&...args) {
  std::string text = fmt::format(format, std::forward<Args>(args)...);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

} // namespace alcove

#endif // ALCOVE_BASE_SUPPORT_PRINT_H
