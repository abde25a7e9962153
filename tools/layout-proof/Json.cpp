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
    if (peek(); at != text.size())
      fail("text behind the end");
    return value;
  }

private:
  [[noreturn]] void fail(const char *what) const { throw Rejected{"byte " + std::to_string(at) + ": " + what}; }
  char here() const { return at < text.size() ? text[at] : '\0'; }
  bool digit() const { return here() >= '0' && here() <= '9'; }
  char peek() {
    while (here() == ' ' || here() == '\n' || here() == '\t' || here() == '\r')
      ++at;
    return here();
  }
  bool take(char c) {
    bool found = peek() == c;
    at += found;
    return found;
  }
  template <typename Read>
  void listUntil(char close, Read read) {
    ++at;
    if (take(close))
      return;
    do
      read();
    while (take(','));
    if (!take(close))
      fail("a list does not end");
  }

  Json any(int depth) {
    if (depth > 16)
      fail("nested too deeply");
    Json value;
    if (char c = peek(); c == '{') {
      value.kind = Json::Kind::Object;
      listUntil('}', [&] {
        std::string name = string();
        if (!take(':') || value.find(name))
          fail("a member without a value, or twice");
        Json member = any(depth + 1);
        value.names.push_back(std::move(name));
        value.list.push_back(std::move(member));
      });
    } else if (c == '[') {
      value.kind = Json::Kind::Integers;
      listUntil(']', [&] {
        if (peek(); value.list.empty() && (here() == '-' || digit()))
          return value.integers.push_back(number());
        if (!value.integers.empty())
          fail("not an integer");
        value.kind = Json::Kind::List;
        value.list.push_back(any(depth + 1));
      });
    } else if (c == '"') {
      value.kind = Json::Kind::Text;
      string();
    } else {
      value.integer = number();
    }
    return value;
  }

  std::string string() {
    if (!take('"'))
      fail("a name expected");
    size_t begin = at;
    while (at < text.size() && text[at] != '"')
      at += text[at] == '\\' ? 2 : 1;
    if (at >= text.size())
      fail("a string without end");
    return std::string(text.substr(begin, at++ - begin));
  }

  int64_t number() {
    bool negative = take('-');
    if (!digit())
      fail("no value");
    unsigned __int128 value = 0, most = (unsigned __int128)(1) << 63;
    for (; digit(); ++at)
      value = value > most ? value : value * 10 + static_cast<unsigned>(here() - '0');
    if (here() == '.' || here() == 'e' || here() == 'E')
      fail("not an integer");
    if (value >= most)
      return negative ? INT64_MIN : INT64_MAX;
    return negative ? -static_cast<int64_t>(value) : static_cast<int64_t>(value);
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

std::vector<int32_t> Json::asIndices(int64_t least) const {
  const std::vector<int64_t> &values = asIntegers(least, mostIndex);
  return {values.begin(), values.end()};
}

const std::vector<Json> &Json::items() const {
  if (kind != Kind::List && (kind != Kind::Integers || !integers.empty()))
    throw Rejected{"a list of lists or objects was expected"};
  return list;
}
