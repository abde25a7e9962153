//===- Pages.h - The manual, embedded ---------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_BASE_COMMANDLINE_PAGES_H
#define ALCOVE_LIB_BASE_COMMANDLINE_PAGES_H

#include <span>
#include <string_view>

namespace alcove {

struct Page {
  std::string_view name; ///< `alcove-plan`
  std::string_view text; ///< Markdown as go-md2man reads it
};

/// docs/man, sorted by name.
std::span<const Page> manualPages();

} // namespace alcove

#endif // ALCOVE_LIB_BASE_COMMANDLINE_PAGES_H
