//===- Diagnostics.h - Errors of MLIR as every program prints them -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   model.mlir:3:8: error: 'ttir.add' op ...
//
// Without a handler MLIR prints `loc("model.mlir":3:8): error: ...`, and no warnings.
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_BASE_COMMANDLINE_LLVM_DIAGNOSTICS_H
#define ALCOVE_BASE_COMMANDLINE_LLVM_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/SourceMgr.h"

namespace alcove {

/// Prints errors and warnings of a context as long as it lives; remarks are not what such a program was asked for.
class PrintedDiagnostics {
public:
  explicit PrintedDiagnostics(mlir::MLIRContext &context) : handler(sources, context) {
    context.printOpOnDiagnostic(false);
  }

private:
  struct Handler : mlir::SourceMgrDiagnosticHandler {
    Handler(llvm::SourceMgr &sources, mlir::MLIRContext &context) : SourceMgrDiagnosticHandler(sources, &context) {
      setHandler([this](mlir::Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Remark)
          return mlir::failure(); // the context prints none of its own accord
        // Not the line below: it may be a weight of megabytes.
        emitDiagnostic(diagnostic.getLocation(), diagnostic.str(), diagnostic.getSeverity(), false);
        for (mlir::Diagnostic &note : diagnostic.getNotes())
          emitDiagnostic(note.getLocation(), note.str(), note.getSeverity(), false);
        return mlir::success();
      });
    }
  };
  llvm::SourceMgr sources;
  Handler handler;
};

} // namespace alcove

#endif // ALCOVE_BASE_COMMANDLINE_LLVM_DIAGNOSTICS_H
