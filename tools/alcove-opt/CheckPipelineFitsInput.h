//===- CheckPipelineFitsInput.h - A program given to another program's passes -*- C++ -*-===//
//
// Part of Alcove, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ALCOVE_TOOLS_ALCOVE_OPT_CHECKPIPELINEFITSINPUT_H
#define ALCOVE_TOOLS_ALCOVE_OPT_CHECKPIPELINEFITSINPUT_H

#include "mlir/IR/Operation.h"

namespace alcove {

/// Rule IO-11: passes that would find nothing to do in this module are refused, with the command that takes it: linalg
/// and TOSA, TTIR, and TTNN have pipelines of their own, and passes on TTNN need a device. `pipeline` is the text of
/// the passes. A module without any op but those of func is taken by every pipeline. Linear in the number of ops.
llvm::LogicalResult checkPipelineFitsInput(mlir::Operation *module, llvm::StringRef pipeline);

} // namespace alcove

#endif // ALCOVE_TOOLS_ALCOVE_OPT_CHECKPIPELINEFITSINPUT_H
