//===- ProgramRunner.h - Programs read, converted, executed -----*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_UNITTESTS_FRONTDOORS_STABLEHLO_PROGRAMRUNNER_H
#define ALCOVE_UNITTESTS_FRONTDOORS_STABLEHLO_PROGRAMRUNNER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace alcove::testing {

/// A context with the dialects, and what was said as errors in it.
struct Reader {
  Reader();
  mlir::OwningOpRef<mlir::ModuleOp> read(llvm::StringRef text);
  /// As StableHLO and as TTIR, on seeded data.
  bool executesEqually(mlir::ModuleOp module, uint64_t seed = 1);
  /// To TTIR, verified.
  bool converts(mlir::ModuleOp module);

  mlir::MLIRContext context;
  std::string errors;
};

} // namespace alcove::testing

#endif // ALCOVE_UNITTESTS_FRONTDOORS_STABLEHLO_PROGRAMRUNNER_H
