//===- OlderForms.h - Dumps of older versions of the dialect ----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_OPS_DIALECT_TTIR_OLDERFORMS_H
#define ALCOVE_OPS_DIALECT_TTIR_OLDERFORMS_H

#include "alcove/Base/Support/Result.h"

#include "mlir/IR/BuiltinOps.h"

#include "llvm/Support/MemoryBuffer.h"

namespace alcove::ttir {

/// Brings ttir ops that older front ends wrote into the form that the dialect defines; call it between parsing without
/// verification and mlir::verify. Other ops stay as they are. Linear in the number of ops. Fails, with an
/// error at the op, where attributes of a renamed op are not those of its new name.
///   destinations   "ttir.add"(%a, %b, %d), %d one of ttir.empty, tensor.empty  ->  "ttir.add"(%a, %b)
///                  one for each result, of its type, behind the operands that the op has
///   written caches %1 = "ttir.update_cache"(%c, ..)  ->  "ttir.update_cache"(%c, ..), uses of %1 read %c
///   older names    ttir.slice -> ttir.slice_static, ttir.clamp -> ttir.clamp_scalar,
///                  ttir.batch_norm -> ttir.batch_norm_inference (not for training)
llvm::LogicalResult readOlderForms(mlir::Operation *root);

/// The text of a program, plain or compressed, `-` for standard input, once its rules (InputText.h) were checked. The
/// error is one whole line.
Result<std::unique_ptr<llvm::MemoryBuffer>> openProgramText(llvm::StringRef path);

/// Parses a module, older forms included, and verifies it. Null after an error that was reported.
mlir::OwningOpRef<mlir::ModuleOp> readModule(llvm::StringRef path, mlir::MLIRContext *context);

} // namespace alcove::ttir

#endif // ALCOVE_OPS_DIALECT_TTIR_OLDERFORMS_H
