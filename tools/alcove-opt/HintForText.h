//===- HintForText.h - What a text may be that is refused -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_OPT_HINTFORTEXT_H
#define ALCOVE_TOOLS_ALCOVE_OPT_HINTFORTEXT_H

#include "mlir/IR/DialectRegistry.h"

#include <string>

namespace alcove {

/// For a text that was refused, a line "note: ...\n" that says what to do: about dialects that are not read here at all, a
/// program of Python, a file that was cut off, an op of StableHLO that does not exist; else empty. Linear in the text.
std::string hintForText(llvm::StringRef text, const mlir::DialectRegistry &registry);

} // namespace alcove

#endif // ALCOVE_TOOLS_ALCOVE_OPT_HINTFORTEXT_H
