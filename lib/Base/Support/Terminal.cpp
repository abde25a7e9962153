//===- Terminal.cpp - What the environment says of the terminal -----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/Terminal.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

using namespace alcove;

void alcove::honourNoColor() {
  if (const char *value = std::getenv("NO_COLOR"); value && *value)
    setenv("TERM", "dumb", 1);
}

size_t alcove::columnsOfEnvironment() {
  constexpr size_t least = 40;
  const char *value = std::getenv("COLUMNS");
  std::string_view text = value ? value : "";
  size_t columns = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), columns);
  return error == std::errc() && end == text.data() + text.size() && columns >= least ? columns : 0;
}

/// One line, without its end.
static void appendWrapped(std::string &out, std::string_view line, size_t columns) {
  size_t indent = line.find_first_not_of(' ');
  std::string further(indent == std::string_view::npos ? 0 : indent + 4, ' ');
  for (bool first = true; line.size() + (first ? 0 : further.size()) > columns; first = false) {
    size_t room = first ? columns : columns - std::min(columns, further.size());
    size_t begin = first && indent != std::string_view::npos ? indent : 0;
    size_t blank = line.rfind(' ', room);
    if (blank == std::string_view::npos || blank <= begin) // a long word: to its end
      blank = line.find(' ', std::max(room, begin));
    if (blank == std::string_view::npos)
      break;
    std::string_view part = line.substr(0, blank);
    part = part.substr(0, part.find_last_not_of(' ') + 1);
    out += part;
    out += '\n' + further;
    line.remove_prefix(std::min(line.size(), line.find_first_not_of(' ', blank)));
  }
  out += line;
}

std::string alcove::wrapped(std::string_view text, size_t columns) {
  if (columns == 0)
    return std::string(text);
  std::string out;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find('\n', begin), text.size());
    appendWrapped(out, text.substr(begin, end - begin), columns);
    if (end < text.size())
      out += '\n';
    begin = end + 1;
  }
  return out;
}
