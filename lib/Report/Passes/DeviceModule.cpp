//===- DeviceModule.cpp - The module that a report is of ------------------===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DeviceModule.h"
#include "alcove/Ops/Queries/Queries.h"

using namespace mlir;
using namespace alcove;

ModuleOp transforms::deviceModule(ModuleOp module) {
  if (queries::machineOf(module))
    return module;
  ModuleOp found;
  module.walk([&](ModuleOp inner) {
    if (inner == module || !queries::machineOf(inner))
      return WalkResult::advance();
    found = inner;
    return WalkResult::interrupt();
  });
  if (!found)
    module.emitError("no report: the module has no device; `alcove plan` gives it one, or --ttcore-register-device");
  return found;
}
