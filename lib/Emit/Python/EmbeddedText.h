//===- EmbeddedText.h - Files of this folder, compiled in -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_EMIT_PYTHON_EMBEDDEDTEXT_H
#define ALCOVE_LIB_EMIT_PYTHON_EMBEDDEDTEXT_H

#include <span>
#include <string>
#include <string_view>

namespace alcove::emit {

/// A file in pieces: the standard promises no string literals beyond 64 KiB.
struct EmbeddedText {
  std::string_view name; ///< without its ending
  std::span<const std::string_view> pieces;
  std::string text() const {
    std::string whole;
    for (std::string_view piece : pieces)
      whole += piece;
    return whole;
  }
};

/// Signatures/*.json, by version.
std::span<const EmbeddedText> embeddedSignatures();
/// Flatbuffer/Schema/*.txt, by commit of tt-mlir.
std::span<const EmbeddedText> embeddedSchemas();
/// Program/*.py: what every emitted program has in common.
std::span<const EmbeddedText> embeddedProgramParts();

} // namespace alcove::emit

#endif // ALCOVE_LIB_EMIT_PYTHON_EMBEDDEDTEXT_H
