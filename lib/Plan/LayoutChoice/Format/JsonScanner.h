//===- JsonScanner.h - One-pass scanner for big number files ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A document tree of 10^7 numbers costs gigabytes; this scanner hands out values as they come and keeps only the path
// to the present one, for errors. Every function returns false once something failed; the first failure is kept.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_PLAN_LAYOUTCHOICE_FORMAT_JSONSCANNER_H
#define ALCOVE_LIB_PLAN_LAYOUTCHOICE_FORMAT_JSONSCANNER_H

#include "alcove/Base/Support/Result.h"

#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace alcove::formats {

/// Bounds of numbers that are checked by a rule of their own.
inline constexpr int64_t leastInteger = std::numeric_limits<int64_t>::min(),
                         mostInteger = std::numeric_limits<int64_t>::max();
inline constexpr int32_t mostIndex = std::numeric_limits<int32_t>::max();

class JsonScanner {
public:
  explicit JsonScanner(std::string_view text) : start(text.data()), at(start), limit(start + text.size()) {}

  bool failed() const { return !message.empty(); }
  Error error() const { return Error{message}; }

  /// Records `text` behind the present path and offset; always false.
  bool fail(std::string_view text) {
    if (message.empty())
      message = fmt::format("{}: {} (byte {})", pathText(), text, at - start);
    return false;
  }

  /// Calls member(key) for every member of an object; `member` consumes the value. Duplicate keys are the caller's.
  template <typename Member>
  bool object(Member member) {
    if (!take('{', "an object"))
      return false;
    if (skip('}'))
      return true;
    do {
      std::string key;
      if (!string(key) || !take(':', "':'"))
        return false;
      path.push_back({key, 0});
      if (!member(std::string_view(key)))
        return fail("unreadable value");
      path.pop_back();
    } while (skip(','));
    return take('}', "',' or '}'");
  }

  /// Calls element(index) for every element of an array.
  template <typename Element>
  bool array(Element element) {
    if (!take('[', "an array"))
      return false;
    if (skip(']'))
      return true;
    size_t level = path.size();
    path.push_back({std::string(), 0});
    size_t index = 0;
    do {
      path[level].index = index;
      if (!element(index))
        return fail("unreadable value");
      ++index;
    } while (skip(','));
    path.pop_back();
    return take(']', "',' or ']'");
  }

  /// An array of integers, appended to `out`.
  bool integers(std::vector<int64_t> &out, int64_t low, int64_t high, bool saturate = false) {
    return array([&](size_t) {
      int64_t number;
      if (!integer(number, low, high, saturate))
        return false;
      out.push_back(number);
      return true;
    });
  }

  /// An integer in [low, high]; with `saturate` what is greater than int64 becomes its maximum.
  bool integer(int64_t &out, int64_t low, int64_t high, bool saturate = false) {
    blanks();
    const char *first = at;
    bool negative = at < limit && *at == '-';
    if (negative)
      ++at;
    const char *digits = at;
    uint64_t magnitude = 0;
    bool overflow = false;
    while (at < limit && static_cast<unsigned char>(*at - '0') < 10) {
      overflow |= magnitude > (uint64_t(INT64_MAX) - 9) / 10;
      magnitude = magnitude * 10 + static_cast<unsigned char>(*at++ - '0');
    }
    if (at == digits)
      return rewind(first, "expected an integer");
    if (*digits == '0' && at - digits > 1)
      return rewind(first, "a number starts with 0");
    if (at < limit && (*at == '.' || *at == 'e' || *at == 'E'))
      return rewind(first, "expected an integer, found a real number");
    if (overflow && !exact(digits, magnitude)) {
      if (!saturate || negative)
        return rewind(first, "integer does not fit 64 bits");
      magnitude = INT64_MAX;
    }
    out = negative ? -static_cast<int64_t>(magnitude) : static_cast<int64_t>(magnitude);
    if (out < low || out > high)
      return rewind(first, fmt::format("{} is not in [{}, {}]", out, low, high));
    return true;
  }

  bool string(std::string &out) {
    out.clear();
    if (!take('"', "a string"))
      return false;
    while (at < limit && *at != '"') {
      if (static_cast<unsigned char>(*at) < 0x20)
        return fail("control character in a string");
      if (*at == '\\') {
        if (++at == limit)
          break;
        static constexpr std::string_view plain = "\"\\/bfnrt", meaning = "\"\\/\b\f\n\r\t";
        size_t which = plain.find(*at);
        // \u is read as its four digits: names are shown, never compared.
        if (which == std::string_view::npos && *at != 'u')
          return fail("unknown escape in a string");
        out.push_back(*at == 'u' ? 'u' : meaning[which]);
        ++at;
        continue;
      }
      out.push_back(*at++);
    }
    return take('"', "'\"'");
  }

  /// Skips one value of any kind, without recursion.
  bool skipValue() {
    std::string open;
    do {
      blanks();
      if (at == limit)
        return fail("unexpected end");
      char c = *at;
      if (c == '{' || c == '[') {
        open.push_back(c);
        ++at;
      } else if (c == '}' || c == ']') {
        if (open.empty() || open.back() != (c == '}' ? '{' : '['))
          return fail("unbalanced bracket");
        open.pop_back();
        ++at;
      } else if (c == ',' || c == ':') {
        if (open.empty())
          return fail("expected a value");
        ++at;
      } else if (c == '"') {
        std::string text;
        if (!string(text))
          return false;
      } else {
        const char *first = at;
        while (at < limit && (isAlnum(*at) || *at == '+' || *at == '-' || *at == '.'))
          ++at;
        if (at == first)
          return fail("unexpected character");
      }
    } while (!open.empty());
    return true;
  }

  bool finish() {
    blanks();
    return at == limit || fail("text behind the end of the document");
  }

private:
  struct Segment {
    std::string key; ///< empty = index
    size_t index;
  };

  static bool isAlnum(char c) { return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z'); }
  void blanks() {
    while (at < limit && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r'))
      ++at;
  }
  bool skip(char c) {
    blanks();
    if (at < limit && *at == c) {
      ++at;
      return true;
    }
    return false;
  }
  bool take(char c, const char *wanted) {
    if (skip(c))
      return true;
    return fail(at == limit ? fmt::format("expected {}, found the end", wanted) : fmt::format("expected {}", wanted));
  }
  bool rewind(const char *to, std::string_view text) {
    at = to;
    return fail(text);
  }
  // Close to 2^63 the cheap overflow test is too strict: decide by a second, careful pass.
  bool exact(const char *digits, uint64_t &magnitude) {
    magnitude = 0;
    for (const char *digit = digits; digit < at; ++digit) {
      if (__builtin_mul_overflow(magnitude, uint64_t(10), &magnitude) ||
          __builtin_add_overflow(magnitude, static_cast<uint64_t>(*digit - '0'), &magnitude) || magnitude > INT64_MAX)
        return false;
    }
    return true;
  }
  std::string pathText() const {
    std::string text;
    for (const Segment &segment : path) {
      if (segment.key.empty())
        text += fmt::format("[{}]", segment.index);
      else
        text += (text.empty() ? "" : ".") + segment.key;
    }
    return text.empty() ? "document" : text;
  }

  const char *start, *at, *limit;
  std::vector<Segment> path;
  std::string message;
};

} // namespace alcove::formats

#endif // ALCOVE_LIB_PLAN_LAYOUTCHOICE_FORMAT_JSONSCANNER_H
