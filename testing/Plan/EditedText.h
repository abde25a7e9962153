//===- EditedText.h - A text with numbers exchanged -------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TESTING_PLAN_EDITEDTEXT_H
#define ALCOVE_TESTING_PLAN_EDITEDTEXT_H

#include <cstdint>
#include <string>

namespace alcove::testing {

/// Each four of the first 32 bytes replace a number of `text` by another one: fuzzers so reach what is behind a parser.
inline std::string editedText(std::string text, const uint8_t *data, size_t size) {
  for (size_t i = 0; i + 3 < size && i < 32; i += 4) {
    size_t at = (data[i] * 256u + data[i + 1]) * 7u % text.size();
    at = text.find_first_of("0123456789", at);
    if (at == std::string::npos)
      continue;
    size_t end = text.find_first_not_of("0123456789", at);
    text.replace(at, end - at,
                 std::to_string(static_cast<int64_t>(static_cast<int8_t>(data[i + 2])) << (data[i + 3] % 56)));
  }
  return text;
}

} // namespace alcove::testing

#endif // ALCOVE_TESTING_PLAN_EDITEDTEXT_H
