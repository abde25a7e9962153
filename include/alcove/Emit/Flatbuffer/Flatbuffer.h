//===- Flatbuffer.h - A planned module as tt-mlir's .ttnn -------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_EMIT_FLATBUFFER_FLATBUFFER_H
#define ALCOVE_EMIT_FLATBUFFER_FLATBUFFER_H

#include "alcove/Base/Support/Result.h"

#include "mlir/IR/BuiltinOps.h"

namespace alcove::emit {

struct FlatbufferOptions {
  std::string version; ///< commit of tt-mlir whose schema is written; of flatbufferVersions()
  /// Bytes of a .ttsys or .ttnn of the machine that runs the program: its run time's schema hash and description of the
  /// system, which no other source has.
  std::string machine;
};

/// Commits of tt-mlir whose schema is known.
std::vector<std::string> flatbufferVersions();
/// Rules EMIT-14 and EMIT-15 of docs/spec/Emit.md.
Result<std::string> flatbufferOf(mlir::ModuleOp module, const FlatbufferOptions &options);

} // namespace alcove::emit

#endif // ALCOVE_EMIT_FLATBUFFER_FLATBUFFER_H
