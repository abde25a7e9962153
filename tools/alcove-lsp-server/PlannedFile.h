//===- PlannedFile.h - A module as it is edited, and its plan ---*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_LSP_SERVER_PLANNEDFILE_H
#define ALCOVE_TOOLS_ALCOVE_LSP_SERVER_PLANNEDFILE_H

#include "mlir/IR/DialectRegistry.h"

#include <map>
#include <string>
#include <vector>

namespace alcove::lsp {

/// What the plan says of each place in the text of a module. A module of TTIR is compiled (level 2, the device of the
/// pipeline's default); one of TTNN with a system descriptor is judged as it stands. A text that does not parse, or
/// does not compile, says nothing: the diagnostics do.
class PlannedFile {
public:
  PlannedFile(const mlir::DialectRegistry &registry, const std::string &text);

  /// Markdown for the op that is named, defined or used at `line` and `character` (from 0); empty where there is none.
  std::string at(unsigned line, unsigned character) const;

private:
  struct Span {
    size_t begin, end;
    std::string name;
  };
  void plan(const mlir::DialectRegistry &registry, const std::string &text);

  std::vector<size_t> lineStarts;
  std::vector<Span> spans;
  std::map<std::string, std::string> texts; ///< by the op's name in the input
};

} // namespace alcove::lsp

#endif // ALCOVE_TOOLS_ALCOVE_LSP_SERVER_PLANNEDFILE_H
