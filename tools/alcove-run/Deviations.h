//===- Deviations.h - How far results are apart, as JSON --------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// {"functions": [{"name": "main",
//                 "modules": [[0.004, null]],            per module and result; null for results of integers
//                 "weights": [{"argument": 3, "format": "bfp_bf8", "deviations": [0.006, null]}]}]}
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_RUN_DEVIATIONS_H
#define ALCOVE_TOOLS_ALCOVE_RUN_DEVIATIONS_H

#include "Runs.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

/// Deviations of each function in f32 from its counterparts in `modules`, as they declare their types, and from itself
/// with one weight at a time in each of `formats`. `read` gives the module of a path, or none when it was told why.
alcove::Result<std::string>
deviationsText(const std::vector<mlir::func::FuncOp> &functions, RunSettings settings,
               const std::vector<std::string> &modules, const std::vector<std::string> &formats,
               const std::function<mlir::OwningOpRef<mlir::ModuleOp>(const std::string &)> &read);

#endif // ALCOVE_TOOLS_ALCOVE_RUN_DEVIATIONS_H
