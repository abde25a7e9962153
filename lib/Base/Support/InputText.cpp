//===- InputText.cpp - What a text must be before MLIR parses it ----------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "alcove/Base/Support/InputText.h"

#include <algorithm>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <unordered_map>

namespace alcove {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isNameByte(char c) {
  return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '$';
}

class Scanner {
public:
  Scanner(std::string_view text, const std::string &name, const TextLimits &limits)
      : text(text), name(name), limits(limits) {}

  Status run() {
    while (at < text.size() && broken.empty())
      next();
    return broken.empty() ? Status() : Status(Error{fmt::format("{}: error: {}", place(), broken)});
  }

private:
  void next() {
    char c = text[at];
    if (c == '\0')
      return fail("IO-5: a NUL byte: this is not a text");
    if (c == '\n' && open.empty() && bodySeen)
      defined = {};
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++at;
      return;
    }
    if (text.substr(at).starts_with("//"))
      return comment();
    bodySeen = true;
    if (c == '"')
      return string();
    if (isDigit(c))
      return number();
    if (c == '#' || c == '!' || c == '%' || c == '@' || c == '^')
      return prefixedName();
    if (isNameByte(c))
      return word();
    punctuation();
  }

  void comment() {
    if (text.substr(at).starts_with("// -----")) { // another module follows
      open.clear();
      aliases.clear();
      defined = {};
    }
    at = std::min(text.find('\n', at), text.size());
  }

  void string() {
    for (++at; at < text.size() && text[at] != '"' && text[at] != '\n' && text[at] != '\0'; ++at)
      at += text[at] == '\\' && at + 1 < text.size() && text[at + 1] != '\0';
    at += at < text.size() && text[at] == '"';
  }

  /// 12, 0x1f, 1.5e-3; of 4x-1 the 4x.
  void number() {
    size_t begin = at;
    while (at < text.size() && isNameByte(text[at])) {
      bool exponent = (text[at] == 'e' || text[at] == 'E') && at + 2 < text.size() &&
                      (text[at + 1] == '-' || text[at + 1] == '+') && isDigit(text[at + 2]);
      at += exponent ? 2 : 1;
    }
    if (static_cast<int64_t>(at - begin) > limits.digits)
      fail(fmt::format("IO-9: a number of {} characters, at most {} are read", at - begin, limits.digits));
  }

  std::string_view takeName() {
    size_t begin = at;
    while (at < text.size() && isNameByte(text[at]))
      ++at;
    checkName(begin);
    return text.substr(begin, at - begin);
  }

  void checkName(size_t begin) {
    if (static_cast<int64_t>(at - begin) > limits.name)
      fail(fmt::format("IO-13: a name of {} characters, at most {} are read", at - begin, limits.name));
  }

  void word() {
    std::string_view taken = takeName();
    if (taken == "mod" || taken == "floordiv" || taken == "ceildiv")
      countOperator();
  }

  void prefixedName() {
    size_t begin = at++;
    while (at < text.size() &&
           (isNameByte(text[at]) || (text[at] == '-' && at + 1 < text.size() && isNameByte(text[at + 1]))))
      ++at;
    checkName(begin);
    std::string_view taken = text.substr(begin, at - begin);
    if (text[begin] != '#' && text[begin] != '!')
      return;
    if (open.empty() && isDefinition())
      return define(taken);
    auto found = aliases.find(taken);
    if (found != aliases.end())
      grow(found->second.depth, found->second.size);
  }

  bool isDefinition() const {
    size_t after = text.find_first_not_of(" \t\r\n", at);
    return after != std::string_view::npos && text[after] == '=' && !text.substr(after).starts_with("==");
  }

  void define(std::string_view alias) {
    at = text.find('=', at) + 1;
    operators = 0;
    bodySeen = false;
    defined = alias;
    aliases[defined] = {};
  }

  void punctuation() {
    std::string_view rest = text.substr(at);
    if (rest.starts_with("->") || rest.starts_with(">=") || rest.starts_with("<=") || rest.starts_with("==")) {
      operators = 0;
      at += 2;
      return;
    }
    char c = text[at];
    if (c == '+' || c == '-' || c == '*')
      countOperator();
    if (c == ',' || c == '=' || c == ':' || c == '{' || c == '}')
      operators = 0;
    if (c == '(' || c == '[' || c == '{' || c == '<')
      push(c);
    if (c == ')' || c == ']' || c == '}' || c == '>')
      pop(c == ')' ? '(' : c == ']' ? '[' : c == '}' ? '{' : '<');
    ++at;
  }

  void push(char bracket) {
    open.push_back(bracket);
    if (static_cast<int64_t>(open.size()) > limits.brackets)
      return fail(fmt::format("IO-6: nested {} brackets deep, at most {} are read", open.size(), limits.brackets));
    grow(0, 1);
  }

  /// Whatever was left open within goes too; without its opening bracket a closing one says nothing here.
  void pop(char bracket) {
    size_t position = open.rfind(bracket);
    if (position != std::string::npos)
      open.resize(position);
  }

  void countOperator() {
    if (++operators > limits.operators)
      fail(fmt::format("IO-7: an expression of {} operators, at most {} are read", operators, limits.operators));
  }

  /// Something of this depth and size stands here, in the alias that is being defined if there is one.
  void grow(int64_t depth, int64_t size) {
    if (defined.empty())
      return;
    Extent &extent = aliases[defined];
    extent.depth = std::max(extent.depth, static_cast<int64_t>(open.size()) + depth);
    extent.size += size;
    if (extent.depth > limits.aliasDepth)
      return fail(fmt::format("IO-8: with its aliases written out {} is {} brackets deep, at most {} are read", defined,
                              extent.depth, limits.aliasDepth));
    if (extent.size > limits.aliasSize)
      fail(fmt::format("IO-8: with its aliases written out {} has {} brackets, at most {} are read", defined,
                       extent.size, limits.aliasSize));
  }

  void fail(std::string message) {
    if (broken.empty())
      broken = std::move(message), brokenAt = at;
  }

  std::string place() const {
    std::string_view before = text.substr(0, brokenAt);
    size_t line = static_cast<size_t>(std::count(before.begin(), before.end(), '\n')) + 1, start = before.rfind('\n');
    return fmt::format("{}:{}:{}", name, line, before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1);
  }

  struct Extent {
    int64_t depth = 0, size = 0; // in brackets
  };

  std::string_view text;
  const std::string &name;
  const TextLimits &limits;
  size_t at = 0, brokenAt = 0;
  std::string open; // brackets
  int64_t operators = 0;
  std::unordered_map<std::string_view, Extent> aliases;
  std::string_view defined; // the alias whose definition is being read
  bool bodySeen = false;    // something of that definition was read
  std::string broken;
};

} // namespace

std::string_view withoutByteOrderMark(std::string_view text) {
  return text.starts_with("\xef\xbb\xbf") ? text.substr(3) : text;
}

bool isUtf16(std::string_view text) { return text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"); }

Status checkInputText(std::string_view text, const std::string &name, const TextLimits &limits) {
  if (text.starts_with("ML\xefR"))
    return Error{fmt::format("{}: error: IO-10: MLIR bytecode is not read: give the module as text", name)};
  if (isUtf16(text))
    return Error{fmt::format("{}: error: IO-14: a text in UTF-16: save it as UTF-8", name)};
  return Scanner(text, name, limits).run();
}

/// /dev/zero, /dev/random and the like: memory devices but /dev/null.
static bool neverEnds(const struct stat &file) {
  constexpr unsigned memoryDevices = 1, null = 3; // the kernel's Documentation/admin-guide/devices.txt
  return S_ISCHR(file.st_mode) && major(file.st_rdev) == memoryDevices && minor(file.st_rdev) != null;
}

Status checkEnds(const std::string &path) {
  struct stat file{};
  bool known = path == "-" ? ::fstat(STDIN_FILENO, &file) == 0 : ::stat(path.c_str(), &file) == 0;
  if (known && neverEnds(file))
    return Error{fmt::format("{}: error: IO-12: a device that never ends: give a file or a pipe", path)};
  return {};
}

} // namespace alcove
