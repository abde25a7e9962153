//===- DeviceModule.h - The module that a report is of ----------*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_LIB_REPORT_PASSES_DEVICEMODULE_H
#define ALCOVE_LIB_REPORT_PASSES_DEVICEMODULE_H

#include "mlir/IR/BuiltinOps.h"

namespace alcove::transforms {

/// `module` when it knows its device, else the first module inside that does, as a planned file nests it:
/// `module { ttcore.device_module { module attributes {ttcore.system_desc = ...} } }`. Null, and an error that says what
/// to run, without a device.
mlir::ModuleOp deviceModule(mlir::ModuleOp module);

} // namespace alcove::transforms

#endif // ALCOVE_LIB_REPORT_PASSES_DEVICEMODULE_H
