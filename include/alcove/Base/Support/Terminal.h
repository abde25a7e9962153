//===- Terminal.h - What the environment says of the terminal ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_SUPPORT_TERMINAL_H
#define ALCOVE_BASE_SUPPORT_TERMINAL_H

#include <cstddef>
#include <string>
#include <string_view>

namespace alcove {

/// Where NO_COLOR is set and not empty (https://no-color.org), LLVM's diagnostics have no colours either: it asks TERM
/// alone. Before anything is printed.
void honourNoColor();

/// COLUMNS, when it is a number of 40 and more; else 0: lines are as long as they are.
size_t columnsOfEnvironment();

/// Lines of more than `columns` are broken at blanks, and go on four columns further in; a word that is longer stays
/// whole. 0 breaks nothing.
std::string wrapped(std::string_view text, size_t columns);

} // namespace alcove

#endif // ALCOVE_BASE_SUPPORT_TERMINAL_H
