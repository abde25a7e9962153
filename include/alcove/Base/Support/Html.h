//===- Html.h - Text in pages and pictures ----------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_SUPPORT_HTML_H
#define ALCOVE_BASE_SUPPORT_HTML_H

#include <string>

namespace alcove {

/// `text` as it stands between tags and in attributes of HTML and SVG.
inline std::string escapedForHtml(const std::string &text) {
  std::string out;
  for (char c : text)
    out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return out;
}

} // namespace alcove

#endif // ALCOVE_BASE_SUPPORT_HTML_H
