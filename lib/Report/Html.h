//===- Html.h - Text in pages -----------------------------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_REPORT_HTML_H
#define ALCOVE_LIB_REPORT_HTML_H

#include <string>

namespace alcove::report {

/// `text` as it stands between tags and in attributes of HTML and SVG.
inline std::string escaped(const std::string &text) {
  std::string out;
  for (char c : text)
    out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return out;
}

} // namespace alcove::report

#endif // ALCOVE_LIB_REPORT_HTML_H
