//===- Hover.h - Plans of the files that are open ---------------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_LSP_SERVER_HOVER_H
#define ALCOVE_TOOLS_ALCOVE_LSP_SERVER_HOVER_H

#include "PlannedFile.h"

#include "llvm/Support/JSON.h"

#include <memory>
#include <mutex>

namespace alcove::lsp {

/// Adds to MLIR's answers about hovering what the plan says. Sees all messages of both directions; the two may be seen
/// by different threads.
class Hover {
public:
  explicit Hover(const mlir::DialectRegistry &registry) : registry(registry) {}

  /// A message from the editor.
  void fromClient(const llvm::json::Object &message);
  /// A message to the editor, which may be changed: answers to hovering, and the wish for whole texts at each change.
  void toClient(llvm::json::Object &message);

private:
  struct Place {
    std::string file;
    unsigned line = 0, character = 0;
  };
  struct File {
    std::string text;
    std::shared_ptr<const PlannedFile> plan; ///< made at the first hover
  };
  /// What the plan says there; plans the file when its text is new.
  std::string tell(const Place &place);

  const mlir::DialectRegistry &registry;
  std::mutex mutex;
  std::map<std::string, File> files;    ///< by URI
  std::map<std::string, Place> waiting; ///< by the id of the request, as JSON
};

} // namespace alcove::lsp

#endif // ALCOVE_TOOLS_ALCOVE_LSP_SERVER_HOVER_H
