//===- Statements.cpp - Lines of a function before they are text ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Statements.h"

#include <fmt/format.h>

using namespace alcove;
using namespace alcove::emit;

static constexpr size_t columns = 118;
// Strings of a program are escaped, so that no text of it has these.
static constexpr char opening = '\x01', closing = '\x02';

std::string emit::reference(unsigned value) { return fmt::format("{}{}{}", opening, value, closing); }

std::string emit::withNames(const std::string &text, const VariableName &nameOf) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    size_t begin = std::min(text.find(opening, at), text.size());
    result.append(text, at, begin - at);
    if (begin == text.size())
      break;
    size_t end = text.find(closing, begin);
    result += nameOf(static_cast<unsigned>(std::stoul(text.substr(begin + 1, end - begin - 1))));
    at = end + 1;
  }
  return result;
}

std::vector<unsigned> emit::readBy(const Statement &statement) {
  std::vector<unsigned> values;
  for (const Argument &argument : statement.arguments)
    withNames(argument.value.text, [&](unsigned value) {
      values.push_back(value);
      return std::string();
    });
  return values;
}

static std::string resultsText(const Statement &statement, const VariableName &nameOf) {
  std::string all;
  for (unsigned result : statement.results)
    all += (all.empty() ? "" : ", ") + nameOf(result);
  return all.empty() ? "" : all + (statement.unpacks ? ", = " : " = ");
}

std::string emit::textOf(const Statement &statement, const VariableName &nameOf) {
  std::string text = statement.comment.empty() ? "" : fmt::format("    # {}\n", statement.comment);
  std::vector<std::string> parts;
  std::string inner;
  for (const Argument &argument : statement.arguments) {
    parts.push_back(argument.name + (argument.name.empty() ? "" : "=") + withNames(argument.value.text, nameOf));
    inner += (inner.empty() ? "" : ", ") + parts.back();
  }
  std::string head = fmt::format("    {}{}", resultsText(statement, nameOf), statement.callee);
  if (statement.callee == "return")
    return text + fmt::format("{} [{}]\n", head, inner);
  head += "(";
  if (head.size() + inner.size() + 1 <= columns)
    return text + head + inner + ")\n";
  text += head;
  size_t column = columns;
  for (size_t i = 0; i < parts.size(); ++i) {
    std::string piece = parts[i] + (i + 1 < parts.size() ? "," : ")");
    bool fits = column + piece.size() + 1 <= columns;
    text += (fits ? " " : "\n        ") + piece;
    column = (fits ? column + 1 : 8) + piece.size();
  }
  return text + "\n";
}
