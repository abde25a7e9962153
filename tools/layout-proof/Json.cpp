//===- Json.cpp - A reader for what certificates need ---------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LayoutProof.h"

using namespace layoutproof;

namespace {

class Parser {
public:
  explicit Parser(std::string_view text) : text(text) {}

  Json document() {
    Json value = any(0);
    space();
    if (at != text.size())
      fail("text behind the end");
    return value;
  }

private:
  [[noreturn]] void fail(const char *what) const { throw Rejected{"byte " + std::to_string(at) + ": " + what}; }
  void space() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r'))
      ++at;
  }
  char peek() {
    space();
    return at < text.size() ? text[at] : '\0';
  }
  bool take(char c) {
    if (peek() != c)
      return false;
    ++at;
    return true;
  }

  Json any(int depth) {
    if (depth > 16)
      fail("nested too deeply");
    char c = peek();
    Json value;
    if (c == '{')
      return object(depth);
    if (c == '[')
      return list(depth);
    if (c == '"') {
      value.kind = Json::Kind::Text;
      value.text = string();
      return value;
    }
    value.kind = Json::Kind::Integer;
    value.integer = number();
    return value;
  }

  std::string string() {
    size_t begin = ++at;
    while (at < text.size() && text[at] != '"')
      at += text[at] == '\\' ? 2 : 1;
    if (at >= text.size())
      fail("a string without end");
    return std::string(text.substr(begin, at++ - begin));
  }

  int64_t number() {
    bool negative = take('-');
    if (at >= text.size() || text[at] < '0' || text[at] > '9')
      fail("no value");
    unsigned __int128 value = 0, most = (unsigned __int128)(1) << 63;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
      value = value > most ? value : value * 10 + static_cast<unsigned>(text[at] - '0');
    if (at < text.size() && (text[at] == '.' || text[at] == 'e' || text[at] == 'E'))
      fail("not an integer");
    if (negative)
      return value >= most ? INT64_MIN : -static_cast<int64_t>(value);
    return value >= most ? INT64_MAX : static_cast<int64_t>(value);
  }

  Json list(int depth) {
    Json value;
    value.kind = Json::Kind::Integers;
    ++at;
    if (take(']'))
      return value;
    char c = peek();
    bool integers = c == '-' || (c >= '0' && c <= '9');
    value.kind = integers ? Json::Kind::Integers : Json::Kind::List;
    do {
      if (!integers)
        value.list.push_back(any(depth + 1));
      else if (peek(); true)
        value.integers.push_back(number());
    } while (take(','));
    if (!take(']'))
      fail("] expected");
    return value;
  }

  Json object(int depth) {
    Json value;
    value.kind = Json::Kind::Object;
    ++at;
    if (take('}'))
      return value;
    do {
      if (peek() != '"')
        fail("a name expected");
      std::string name = string();
      if (!take(':'))
        fail(": expected");
      if (value.find(name))
        fail("a member twice");
      Json member = any(depth + 1);
      value.names.push_back(std::move(name));
      value.list.push_back(std::move(member));
    } while (take(','));
    if (!take('}'))
      fail("} expected");
    return value;
  }

  std::string_view text;
  size_t at = 0;
};

} // namespace

Json layoutproof::parseJson(std::string_view text) { return Parser(text).document(); }

const Json *Json::find(std::string_view name) const {
  for (size_t k = 0; k < names.size(); ++k)
    if (names[k] == name)
      return &list[k];
  return nullptr;
}

const Json &Json::at(std::string_view name) const {
  if (const Json *value = find(name))
    return *value;
  throw Rejected{"member " + std::string(name) + " is missing"};
}

int64_t Json::asInteger(int64_t least, int64_t most) const {
  if (kind != Kind::Integer || integer < least || integer > most)
    throw Rejected{"a number in [" + std::to_string(least) + ", " + std::to_string(most) + "] was expected"};
  return integer;
}

const std::vector<int64_t> &Json::asIntegers(int64_t least, int64_t most) const {
  if (kind != Kind::Integers)
    throw Rejected{"a list of integers was expected"};
  for (int64_t value : integers)
    if (value < least || value > most)
      throw Rejected{"number " + std::to_string(value) + " is out of range"};
  return integers;
}

size_t Json::size() const {
  if (kind == Kind::List)
    return list.size();
  if (kind == Kind::Integers && integers.empty())
    return 0;
  throw Rejected{"a list was expected"};
}

const Json &Json::item(size_t i) const { return list[i]; }
